//! Where the window was, and where it can be again.

use disk::{SettingsFile, SettingsFileError};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// So much of the window's upper edge has to be on a screen, so that a person can take hold of it.
const GRIP: (f64, f64) = (120.0, 32.0);

/// The format this version writes.
const FORMAT: u32 = 1;

/// Where the window is while it is neither maximised nor out of sight.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Placement {
    /// In pixels of the screens. Nothing before the window was anywhere.
    pub(crate) place: Option<(i32, i32)>,
    /// Without the scale of a screen, so that it looks the same on another one.
    pub(crate) size: (f64, f64),
    pub(crate) is_maximised: bool,
}

/// The part of a screen that windows may lie on, in its pixels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Screen {
    pub(crate) place: (i32, i32),
    pub(crate) size: (u32, u32),
    pub(crate) scale: f64,
}

impl Placement {
    const USUAL: Self = Self { place: None, size: (1440.0, 900.0), is_maximised: false };

    /// The same on the screens that are there now. Where it can't be taken hold of, the system places the window; it is
    /// never larger than its screen.
    pub(crate) fn fitted(self, screens: &[Screen]) -> Self {
        let held = self.place.and_then(|place| screens.iter().find(|screen| self.is_held(place, screen)));
        let Some(screen) = held.or(screens.first()) else { return Self { place: None, ..self } };
        let most = (f64::from(screen.size.0) / screen.scale, f64::from(screen.size.1) / screen.scale);
        let size = (self.size.0.min(most.0), self.size.1.min(most.1));
        Self { place: self.place.filter(|_| held.is_some()), size, ..self }
    }

    fn is_held(&self, place: (i32, i32), screen: &Screen) -> bool {
        let (left, top) = (f64::from(place.0), f64::from(place.1));
        let (from, above) = (f64::from(screen.place.0), f64::from(screen.place.1));
        let to = from + f64::from(screen.size.0);
        let below = above + f64::from(screen.size.1);
        let shown = (left + self.size.0 * screen.scale).min(to) - left.max(from);
        shown >= GRIP.0 * screen.scale && top >= above - 1.0 && top + GRIP.1 * screen.scale <= below
    }
}

/// The placement of the last time, kept in a file.
pub(crate) struct Kept {
    file: SettingsFile<Placement>,
    now: Mutex<Placement>,
}

impl Kept {
    /// What can't be read is not worth a word: the window opens as it does the first time.
    pub(crate) fn read(path: PathBuf) -> Self {
        let file = SettingsFile::<Placement>::new(path, FORMAT);
        let read = file.read().ok().flatten();
        let sound = read.filter(|kept| kept.size.0 > 0.0 && kept.size.1 > 0.0);
        Self { file, now: Mutex::new(sound.unwrap_or(Placement::USUAL)) }
    }

    pub(crate) fn now(&self) -> Placement {
        *self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn change(&self, change: impl FnOnce(&mut Placement)) {
        change(&mut self.now.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// A damaged file is replaced. One of another version is left as it is.
    pub(crate) fn write(&self) {
        let written = match self.file.write(&self.now()) {
            Err(SettingsFileError::NotRead { .. }) => {
                self.file.remove().and_then(|()| self.file.write(&self.now()))
            }
            written => written,
        };
        if let Err(error) = written {
            tracing::warn!(%error, "where the window is can't be written down");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Kept, Placement, Screen};

    const LAPTOP: Screen = Screen { place: (0, 0), size: (2880, 1800), scale: 2.0 };
    const BESIDE: Screen = Screen { place: (2880, 0), size: (1920, 1080), scale: 1.0 };

    fn at(x: i32, y: i32) -> Placement {
        Placement { place: Some((x, y)), size: (1200.0, 800.0), ..Placement::USUAL }
    }

    #[test]
    fn a_window_comes_back_to_where_it_was() {
        for kept in [at(100, 60), at(3000, 40), at(-2000, 0), at(2500, 1700)] {
            assert_eq!(kept.fitted(&[LAPTOP, BESIDE]), kept);
        }
    }

    #[test]
    fn a_window_whose_screen_is_gone_is_placed_by_the_system() {
        let kept = at(3400, 40);
        assert_eq!(kept.fitted(&[LAPTOP]), Placement { place: None, ..kept });
        assert_eq!(at(100, -900).fitted(&[LAPTOP]).place, None);
        assert_eq!(at(100, 1790).fitted(&[LAPTOP]).place, None);
        assert_eq!(at(-2300, 100).fitted(&[LAPTOP]).place, None);
        assert_eq!(kept.fitted(&[]).place, None);
    }

    #[test]
    fn a_window_is_no_larger_than_its_screen() {
        let large = Placement { size: (5000.0, 3000.0), ..at(2900, 10) };
        assert_eq!(large.fitted(&[LAPTOP, BESIDE]).size, (1920.0, 1080.0));
        assert_eq!(large.fitted(&[LAPTOP]).size, (1440.0, 900.0));
    }

    #[test]
    fn what_was_written_is_read_and_what_is_no_placement_is_not() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("deep/window.json");
        let kept = Kept::read(path.clone());
        assert_eq!(kept.now(), Placement::USUAL);
        kept.change(|now| *now = Placement { is_maximised: true, ..at(7, 8) });
        kept.write();
        assert_eq!(Kept::read(path.clone()).now(), Placement { is_maximised: true, ..at(7, 8) });
        for (odd, is_left) in [
            ("", false),
            ("{", false),
            (r#"{"format":2,"place":null,"size":[1,1],"isMaximised":false}"#, true),
        ] {
            std::fs::write(&path, odd).expect("it is written");
            let kept = Kept::read(path.clone());
            assert_eq!(kept.now(), Placement::USUAL);
            kept.write();
            let is_same = std::fs::read_to_string(&path).expect("the file") == odd;
            assert_eq!(is_same, is_left, "{odd}");
        }
    }
}
