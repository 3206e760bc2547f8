//! The window of the system in which a person chooses a file.

#[cfg(target_os = "linux")]
mod by_gtk;
#[cfg(not(target_os = "linux"))]
mod by_rfd;

#[cfg(target_os = "linux")]
use by_gtk as system;
#[cfg(not(target_os = "linux"))]
use by_rfd as system;
use serde::{Deserialize, Deserializer};
use std::path::PathBuf;
use tauri::async_runtime::channel;
use tauri::{Manager, WebviewWindow};

/// What a file is chosen for, in the words of the page, and how its name ends.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wanted {
    #[serde(deserialize_with = "one_line")]
    title: String,
    #[serde(deserialize_with = "one_line")]
    kind: String,
    #[serde(deserialize_with = "one_line")]
    ending: String,
}

/// Nothing, where nobody chose one.
pub(crate) async fn choose(window: &WebviewWindow, wanted: Wanted) -> tauri::Result<Option<PathBuf>> {
    let (tell, mut told) = channel(1);
    let parent = window.clone();
    // Systems want their windows made where all others are. Whoever asked may have gone when somebody answers.
    let open = move || system::open(&parent, wanted, move |chosen| _ = tell.try_send(chosen));
    window.app_handle().run_on_main_thread(open)?;
    told.recv().await.ok_or(tauri::Error::FailedToReceiveMessage)?
}

/// Systems take no letters that nobody can see.
fn one_line<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let visible = |letter: char| if letter.is_control() { ' ' } else { letter };
    Ok(String::deserialize(deserializer)?.chars().map(visible).collect())
}

#[cfg(test)]
mod tests {
    use super::Wanted;
    use serde_json::{Value, from_value, json};

    #[test]
    fn what_is_said_of_a_file_stands_in_a_line() {
        let said = |title: &str| json!({ "title": title, "kind": "Models", "ending": "gguf" });
        let Wanted { title, kind, ending } = from_value(said("Choose\0 a\nmodel")).expect("it is wanted");
        assert_eq!([title.as_str(), &kind, &ending], ["Choose  a model", "Models", "gguf"]);
        let refused = |said: Value| from_value::<Wanted>(said).is_err();
        assert!(refused(json!({ "title": "Choose" })));
        let mut more = said("Choose");
        more["folder"] = json!("/etc");
        assert!(refused(more), "where it begins is no matter of the page");
    }
}
