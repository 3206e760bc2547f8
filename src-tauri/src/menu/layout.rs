//! What stands in the menu, and where. The page has words for the same titles, in `ui/src/frame/menu.ts`.

/// How a system has its menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    MacOs,
    Windows,
}

/// What is read: its name between page and shell, and its words until the page has said others.
#[derive(Clone, Copy, Debug)]
pub(super) struct Title {
    pub(super) id: &'static str,
    pub(super) english: &'static str,
}

/// One menu of the bar, with a line between its groups.
#[derive(Debug)]
pub(super) struct Submenu {
    /// Nothing where the application's own name stands.
    pub(super) title: Option<Title>,
    pub(super) groups: &'static [&'static [Line]],
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    pub(super) title: Title,
    pub(super) does: Does,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Does {
    /// The page does it, as when this key is pressed there.
    Page {
        key: &'static str,
    },
    System(Native),
}

/// What the system does by itself.
#[derive(Clone, Copy, Debug)]
pub(super) enum Native {
    About,
    Services,
    Hide,
    HideOthers,
    ShowAll,
    Quit,
    CloseWindow,
    Undo,
    Redo,
    Cut,
    Copy,
    Paste,
    SelectAll,
    FullScreen,
    Minimise,
    Maximise,
}

impl Layout {
    /// On Linux there is none: desktops there have no menu of programs, a bar of GTK takes F10, which steps, and copying
    /// and pasting need no menu.
    pub(crate) const fn of_this_system() -> Option<Self> {
        if cfg!(target_os = "macos") {
            Some(Self::MacOs)
        } else if cfg!(target_os = "windows") {
            Some(Self::Windows)
        } else {
            None
        }
    }

    pub(super) const fn menus(self) -> &'static [Submenu] {
        match self {
            Self::MacOs => &MACOS,
            Self::Windows => &WINDOWS,
        }
    }
}

/// The lines of every system, some of them more than once.
pub(super) fn lines() -> impl Iterator<Item = &'static Line> {
    menus().flat_map(|menu| menu.groups).copied().flatten()
}

/// Whatever is read on any system, some of it more than once.
pub(super) fn titles() -> impl Iterator<Item = Title> {
    menus().filter_map(|menu| menu.title).chain(lines().map(|line| line.title))
}

fn menus() -> impl Iterator<Item = &'static Submenu> {
    MACOS.iter().chain(&WINDOWS)
}

static MACOS: [Submenu; 6] = [
    Submenu {
        title: None,
        groups: &[
            &[system("about", "About Callwright", Native::About)],
            &[system("services", "Services", Native::Services)],
            &[
                system("hide", "Hide Callwright", Native::Hide),
                system("hideOthers", "Hide Others", Native::HideOthers),
                system("showAll", "Show All", Native::ShowAll),
            ],
            &[system("quit", "Quit Callwright", Native::Quit)],
        ],
    },
    menu("file", "File", &[FILE, &[system("closeWindow", "Close Window", Native::CloseWindow)]]),
    menu("edit", "Edit", EDIT),
    menu("view", "View", &[VIEW, &[system("fullScreen", "Toggle Full Screen", Native::FullScreen)]]),
    menu("run", "Run", &[RUN]),
    menu("window", "Window", &[&[MINIMISE, system("zoom", "Zoom", Native::Maximise)]]),
];

static WINDOWS: [Submenu; 5] = [
    menu("file", "File", &[FILE, &[system("exit", "Exit", Native::Quit)]]),
    menu("edit", "Edit", EDIT),
    menu("view", "View", &[VIEW]),
    menu("run", "Run", &[RUN]),
    menu("window", "Window", &[&[MINIMISE, system("maximise", "Maximise", Native::Maximise)]]),
];

const FILE: &[Line] =
    &[page("newSession", "New Session", "Ctrl+Shift+O"), page("settings", "Session Settings", "Ctrl+,")];

const EDIT: &[&[Line]] = &[
    &[system("undo", "Undo", Native::Undo), system("redo", "Redo", Native::Redo)],
    &[
        system("cut", "Cut", Native::Cut),
        system("copy", "Copy", Native::Copy),
        system("paste", "Paste", Native::Paste),
        system("selectAll", "Select All", Native::SelectAll),
    ],
];

const VIEW: &[Line] = &[
    page("palette", "Commands…", "Ctrl+K"),
    page("search", "Search", "Ctrl+Shift+F"),
    page("leftRail", "Left Side", "Ctrl+B"),
    page("rightRail", "Inspector", "Ctrl+I"),
];

const RUN: &[Line] = &[
    page("continue", "Continue", "F5"),
    page("step", "Step", "F10"),
    page("stepOver", "Step Over", "Ctrl+F10"),
    page("toCall", "Run to the Next Call", "Ctrl+F8"),
    page("pause", "Pause", "F6"),
    page("stop", "Stop", "Shift+F5"),
    page("breakpoint", "Breakpoint", "F9"),
];

const MINIMISE: Line = system("minimise", "Minimise", Native::Minimise);

const fn menu(id: &'static str, english: &'static str, groups: &'static [&'static [Line]]) -> Submenu {
    Submenu { title: Some(Title { id, english }), groups }
}

const fn page(id: &'static str, english: &'static str, key: &'static str) -> Line {
    Line { title: Title { id, english }, does: Does::Page { key } }
}

const fn system(id: &'static str, english: &'static str, native: Native) -> Line {
    Line { title: Title { id, english }, does: Does::System(native) }
}
