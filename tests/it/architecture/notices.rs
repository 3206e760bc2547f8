//! Whatever tells a person something is in the list of its crate, from where the page gets its words.

use super::files;

const CRATES: &str = "src-tauri/crates";

/// The types with the derive of `Describe`, written or by way of `declare!`, each with the crate it stands in.
fn described() -> Vec<(String, String)> {
    let mut found = Vec::new();
    for (place, text) in files(CRATES, &[".rs"]) {
        let product = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
        let name = place.split('/').nth(2).unwrap_or_default();
        if name.starts_with("notices") || place.ends_with("tests.rs") || place.contains("/tests/") {
            continue;
        }
        let declared = product.lines().filter(|line| line.starts_with("    ") && line.ends_with("\" {"));
        let names = declared.filter_map(|line| line.split_once("enum ")?.1.split_once(": \""));
        found.extend(names.map(|(kind, _)| (name.to_owned(), kind.to_owned())));
        for derived in product.split("#[derive(").skip(1) {
            let (list, rest) = derived.split_once(")]").unwrap_or_default();
            if list.split(", ").any(|one| one.trim().trim_start_matches("notices::") == "Describe") {
                let word =
                    rest.split_whitespace().skip_while(|word| !["enum", "struct"].contains(word)).nth(1);
                let ends = |letter: char| !letter.is_alphanumeric() && letter != '_';
                found.extend(
                    word.map(|word| {
                        (name.to_owned(), word.split(ends).next().unwrap_or_default().to_owned())
                    }),
                );
            }
        }
    }
    found
}

/// The second of the types between the brackets that begin here, where there are two.
fn second_argument(text: &str) -> Option<&str> {
    let (mut depth, mut begins) = (0, 0);
    for (at, letter) in text.char_indices() {
        match letter {
            '<' | '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            '>' if text.get(..at).is_some_and(|before| !before.ends_with('-')) => {
                if depth == 0 {
                    return text.get(begins..at).filter(|_| begins > 0).map(str::trim);
                }
                depth -= 1;
            }
            ',' if depth == 0 => begins = at + 1,
            _ => {}
        }
    }
    None
}

/// A text can't be told in another language, nor be asked what it means. What parses attributes tells the compiler.
#[test]
fn errors_are_not_texts() {
    let mut texts = Vec::new();
    for (place, text) in files("src-tauri", &[".rs"]) {
        let is_test =
            place.ends_with("tests.rs") || ["/tests/", "/corpus/"].iter().any(|part| place.contains(part));
        if is_test || place.contains("notices-derive") {
            continue;
        }
        let product = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
        let results = product.split("Result<").skip(1);
        if results.filter_map(second_argument).any(|error| error == "String") {
            texts.push(place);
        }
    }
    assert_eq!(texts, Vec::<String>::new());
}

#[test]
fn what_a_person_is_told_is_in_the_list_of_its_crate() {
    let described = described();
    assert!(!described.is_empty(), "the derives are found");
    let lists = files(CRATES, &["notice_list.rs"]);
    for (name, kind) in described {
        let place = format!("{CRATES}/{name}/src/notice_list.rs");
        let list = lists.iter().find(|(file, _)| *file == place).map(|(_, text)| text.as_str());
        let (_, list) = list.and_then(|text| text.split_once("list![")).unwrap_or_default();
        let mut words = list.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
        assert!(words.any(|word| word == kind), "{kind} of {name} is not in {place}");
    }
}
