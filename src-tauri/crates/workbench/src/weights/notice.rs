//! Whose a model is, told in a file beside it. What it was fetched from may not say so.

use downloads::Part;
use std::io;
use std::path::{Path, PathBuf};

/// The licence as its authors publish it.
const APACHE: &str = include_str!("apache-2.0.txt");

pub(super) fn place(part: &Part, folder: &Path) -> PathBuf {
    folder.join(format!("{}.LICENSE.txt", part.file))
}

pub(super) fn write(part: &Part, folder: &Path) -> io::Result<()> {
    disk::replace(&place(part, folder), text(part).as_bytes())
}

fn text(part: &Part) -> String {
    let copyright = part.copyright.as_ref().map(|whose| format!("{whose}\n")).unwrap_or_default();
    let head = format!("{}\n{}\n{copyright}Licence: {}\n", part.name, part.file, part.licence);
    if part.licence.starts_with("Apache-2.0") { format!("{head}\n{APACHE}") } else { head }
}

#[cfg(test)]
mod tests {
    use super::text;
    use crate::weights::offers::Offers;
    use std::path::Path;

    #[test]
    fn beside_a_model_stand_its_owner_and_the_whole_licence() {
        let offers = Offers::read(Path::new("there is no such list"));
        let notice = text(offers.parts.first().expect("a model is offered"));
        assert!(notice.starts_with("Qwen2.5-Coder 0.5B Instruct\n"), "{notice}");
        for part in ["Copyright 2024 Alibaba Cloud", "Licence: Apache-2.0", "TERMS AND CONDITIONS FOR USE"] {
            assert!(notice.contains(part), "{part}");
        }
    }
}
