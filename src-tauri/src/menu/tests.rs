//! The menus of both systems, built where there is neither a system with a menu nor a screen.

use super::layout::{self, Does, Layout};
use super::{name, set};
use crate::commands;
use serde_json::{Value, json};
use tauri::ipc::{CallbackFn, InvokeBody};
use tauri::menu::{MenuItemKind, Submenu};
use tauri::test::{INVOKE_KEY, MockRuntime, get_ipc_response, mock_builder, mock_context, noop_assets};
use tauri::webview::InvokeRequest;
use tauri::{App, WebviewWindowBuilder};

const CHINESE: [(&str, &str); 6] = [
    ("file", "文件"),
    ("newSession", "新会话"),
    ("copy", "复制"),
    ("exit", "退出"),
    ("quit", "退出 Callwright"),
    ("zoom", "缩放"),
];

fn shell(layout: Option<Layout>) -> App<MockRuntime> {
    let builder = mock_builder().invoke_handler(tauri::generate_handler![commands::name_menu]);
    let shell = builder.build(mock_context(noop_assets())).expect("a shell without a screen");
    set(&shell, layout).expect("the menu is built");
    shell
}

fn say(shell: &App<MockRuntime>, words: &[(&str, &str)]) {
    let words: Value = words.iter().map(|&(id, words)| (id.to_owned(), Value::from(words))).collect();
    name(shell.handle(), serde_json::from_value(words).expect("known titles")).expect("the menu is built");
}

/// What is read in the menu, a line for each menu of the bar.
fn read(shell: &App<MockRuntime>) -> Vec<String> {
    let menus = shell.menu().expect("a menu").items().expect("its menus");
    let submenu = |menu: &MenuItemKind<MockRuntime>| line(menu.as_submenu().expect("a menu of the bar"));
    menus.iter().map(submenu).collect()
}

fn line(menu: &Submenu<MockRuntime>) -> String {
    let text = |item: MenuItemKind<MockRuntime>| match item {
        MenuItemKind::MenuItem(item) => item.text(),
        MenuItemKind::Predefined(item) => item.text(),
        MenuItemKind::Submenu(_) | MenuItemKind::Check(_) | MenuItemKind::Icon(_) => {
            panic!("the menu has plain lines")
        }
    };
    let items = menu.items().expect("its lines").into_iter().map(|item| text(item).expect("its words"));
    let items: Vec<_> = items.map(|text| if text.is_empty() { "-".to_owned() } else { text }).collect();
    format!("{}: {}", menu.text().expect("its words"), items.join(", "))
}

#[test]
fn before_the_page_has_spoken_the_menu_of_macos_is_english() {
    let menu = read(&shell(Some(Layout::MacOs)));
    let whole = [
        "Callwright: About Callwright, -, Services, -, Hide Callwright, Hide Others, Show All, -, Quit Callwright",
        "File: New Session, Session Settings, -, Close Window",
        "Edit: Undo, Redo, -, Cut, Copy, Paste, Select All",
        "View: Commands…, Search, Left Side, Inspector, -, Toggle Full Screen",
        "Run: Continue, Step, Step Over, Run to the Next Call, Pause, Stop, Breakpoint",
        "Window: Minimise, Zoom",
    ];
    assert_eq!(menu, whole);
}

#[test]
fn before_the_page_has_spoken_the_menu_of_windows_is_english() {
    let menu = read(&shell(Some(Layout::Windows)));
    let whole = [
        "File: New Session, Session Settings, -, Exit",
        "Edit: Undo, Redo, -, Cut, Copy, Paste, Select All",
        "View: Commands…, Search, Left Side, Inspector",
        "Run: Continue, Step, Step Over, Run to the Next Call, Pause, Stop, Breakpoint",
        "Window: Minimise, Maximise",
    ];
    assert_eq!(menu, whole);
}

#[test]
fn the_menu_has_the_words_of_the_page_and_english_again() {
    for (layout, file, last) in [
        (Layout::MacOs, "文件: 新会话, Session Settings, -, Close Window", "Window: Minimise, 缩放"),
        (Layout::Windows, "文件: 新会话, Session Settings, -, 退出", "Window: Minimise, Maximise"),
    ] {
        let shell = shell(Some(layout));
        let english = read(&shell);
        say(&shell, &CHINESE);
        let chinese = read(&shell);
        assert!(chinese.iter().any(|menu| menu == file), "{chinese:?}");
        assert!(chinese.iter().any(|menu| menu == "Edit: Undo, Redo, -, Cut, 复制, Paste, Select All"));
        assert_eq!(chinese.last().map(String::as_str), Some(last));
        say(&shell, &[("newSession", "New Session")]);
        assert_eq!(read(&shell), english);
    }
}

#[test]
fn the_menu_stays_where_the_words_do() {
    let shell = shell(Some(Layout::Windows));
    let id = || shell.menu().map(|menu| menu.id().clone());
    let first = id();
    say(&shell, &[("copy", "Copy")]);
    assert_eq!(id(), first);
    say(&shell, &CHINESE);
    let second = id();
    assert_ne!(second, first);
    say(&shell, &CHINESE);
    assert_eq!(id(), second);
}

#[test]
fn the_page_names_what_stands_in_the_menu_and_nothing_else() {
    let shell = shell(None);
    let folder = tempfile::tempdir().expect("a folder");
    let view = WebviewWindowBuilder::new(&shell, "main", tauri::WebviewUrl::default());
    // Without a folder of its own it makes one in the home of whoever runs this.
    let view = view.data_directory(folder.path().to_owned()).build().expect("a window without a screen");
    let asked = |words: Value| {
        let request = InvokeRequest {
            cmd: "name_menu".to_owned(),
            callback: CallbackFn(0),
            error: CallbackFn(1),
            url: view.url().expect("the page has an address"),
            body: InvokeBody::Json(json!({ "words": words })),
            headers: tauri::http::HeaderMap::new(),
            invoke_key: INVOKE_KEY.to_owned(),
        };
        get_ipc_response(&view, request).map(drop).map_err(|error| error.to_string())
    };
    assert_eq!(asked(json!({ "copy": "复制", "file": "文件" })), Ok(()));
    let refused = asked(json!({ "erase": "Erase" })).expect_err("it is not in the menu");
    assert!(refused.contains("the menu has nothing called `erase`"), "{refused}");
    assert!(asked(json!({ "copy": 3 })).is_err() && asked(json!("Copy")).is_err());
    assert!(shell.menu().is_none());
}

#[test]
fn each_line_is_something_the_page_does_and_has_its_key() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../ui/src/frame/shortcuts.ts");
    let page = std::fs::read_to_string(page).expect("the keys of the page");
    for line in layout::lines() {
        if let Does::Page { key } = line.does {
            let written = format!("{}: \"{key}\",", line.title.id);
            assert!(page.contains(&written), "{written}");
        }
    }
}
