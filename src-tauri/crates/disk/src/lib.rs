//! Reads and writes the files of this application.
//!
//! Reads accept regular files of a bounded size only. Writes are atomic, survive a power cut, and create private files. Any
//! crate may use this one; it must not know what a file is for. Start reading at [`read`] and [`replace`], or at
//! [`SettingsFile`] for JSON with a version.

mod lines;
mod notice_list;
mod private;
mod reading;
mod settings_file;
mod space;
mod writing;

pub use lines::{LineFile, whole_lines};
pub use notice_list::NOTICES;
#[cfg(unix)]
pub use private::umask_of_person;
pub use private::{Depth, Open, close_umask, make_folder, private, tighten, with_umask_of_person};
pub use reading::{InItsPlace, Unsuitable, check_regular, open, read, read_text};
pub use settings_file::{SettingsFile, SettingsFileError, read_settings, remove_settings};
pub use space::free_space;
pub use writing::{append, copy, remove, rename, replace, sync_file, sync_folder};
