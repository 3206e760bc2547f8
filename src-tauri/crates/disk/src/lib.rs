//! How files of this application are read and written. What is read is a regular file of a bounded size; what is written
//! is whole or not there, outlives a power cut, and is private to the person whose it is. Any crate may know it.
//! Start reading at [`read`] and [`replace`].

mod private;
mod reading;
mod writing;

#[cfg(unix)]
pub use private::umask_of_person;
pub use private::{Depth, Open, close_umask, make_folder, private, tighten};
pub use reading::{Unsuitable, check_regular, open, read, read_text};
pub use writing::{append, copy, rename, replace, sync_folder};
