//! What can't be used says why, and everything else goes on.

use crate::asking::{ask, open, question, tiny};
use local_model::tiny::Tiny;
use ports::ConnectorError;
use std::path::Path;

#[track_caller]
fn reason(error: Option<ConnectorError>) -> String {
    match error {
        Some(ConnectorError::Misconfigured { reason, .. }) => reason.to_string(),
        Some(ConnectorError::NotPossible { reason, .. }) => reason.to_string(),
        other => panic!("{other:?}"),
    }
}

async fn asked(path: &Path) -> String {
    reason(ask(&open(path), question("Hello", 4)).await.error)
}

#[tokio::test(flavor = "multi_thread")]
async fn files_that_are_no_models_say_what_they_are() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("strange.gguf");
    let bytes = Tiny::default().bytes();
    let cut = bytes.len() / 2;
    std::fs::write(&path, &bytes[..cut]).expect("the file is written");
    let said = asked(&path).await;
    assert_eq!(said, format!("strange: it is incomplete: {cut} of {} bytes are there", bytes.len()));
    std::fs::write(&path, "<html>not found</html>").expect("the file is written");
    assert_eq!(asked(&path).await, "strange: it is not a GGUF file");
    std::fs::remove_file(&path).expect("the file is removed");
    assert!(asked(&path).await.starts_with("strange: it can't be read: "), "it is gone");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_architecture_nobody_knows_is_named() {
    let filed = tiny(&Tiny { architecture: "perceptron", ..Tiny::default() });
    let said = reason(ask(&filed.model, question("Hello", 4)).await.error);
    assert!(said.contains("unknown model architecture") && said.contains("perceptron"), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_with_weights_that_do_not_fit_each_other_is_refused_and_the_next_model_answers() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("bent.gguf");
    let mut bytes = Tiny::default().bytes();
    let name = b"blk.1.ffn_up.weight";
    let place = bytes.windows(name.len()).position(|part| part == name).expect("the tensor");
    bytes[place + 4] = b'7';
    std::fs::write(&path, &bytes).expect("the file is written");
    let said = asked(&path).await;
    assert!(said.contains("llama.cpp can't load it"), "{said}");
    let filed = tiny(&Tiny::default());
    assert_eq!(ask(&filed.model, question("Hello", 4)).await.usage().output, Some(4));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_template_that_can_not_be_rendered_is_named_with_its_line() {
    let template = "\n{% for m in messages %}{{ m.content | twist }}{% endfor %}";
    let filed = tiny(&Tiny { template: Some(template), ..Tiny::default() });
    let said = reason(ask(&filed.model, question("Hello", 4)).await.error);
    assert!(said.contains("template can't be rendered: line 2:") && said.contains("twist"), "{said}");
    assert!(filed.model.flaw().is_some_and(|flaw| flaw.to_string().contains("twist")));
    let without = tiny(&Tiny { template: None, ..Tiny::default() });
    assert!(without.model.flaw().is_some_and(|flaw| flaw.to_string().contains("no chat template")));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_prompt_longer_than_the_context_is_refused_with_its_length() {
    let filed = tiny(&Tiny { context: 256, ..Tiny::default() });
    let said = reason(ask(&filed.model, question(&"word ".repeat(100), 4)).await.error);
    assert!(said.ends_with("the model reads and writes 256 together"), "{said}");
    let mut small = question(&"word ".repeat(20), 4);
    small.settings.more.insert("context".into(), 64.into());
    assert!(reason(ask(&filed.model, small).await.error).ends_with("64 together"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_larger_than_the_memory_is_not_loaded() {
    // A file that has nothing in it for most of its length takes no space, and would take memory all the same.
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("huge.gguf");
    Tiny::default().write(&path).expect("the file is written");
    let file = std::fs::OpenOptions::new().write(true).open(&path).expect("the file");
    file.set_len(1 << 43).expect("it is made longer");
    let said = asked(&path).await;
    assert!(said.contains("MB of memory"), "{said}");
}
