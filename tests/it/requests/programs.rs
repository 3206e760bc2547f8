//! Programs that were written for a request, run against a provider of our own.

use super::with_service;
use connectors::snippets::{Language, ShownRequest, snippet};
use content::ModelId;
use ports::WireHeader;
use std::path::Path;
use std::process::Output;
use support::provider::{Provider, Reply};
use tokio::process::Command;
use workbench::contract::{CodeOf, RequestSource, RequestTarget, WriteCode};

const KEY: &str = "sk-'of \"the\" $environment`id`\\";

const HOSTILE: [&str; 6] = [
    r#"{"plain":"words"}"#,
    r#"{"quotes":"it's \"here\" '''and''' \"\"\" there\\","end":"\\'"}"#,
    "{\"lines\":\n\t\"a\nb\r\nc\"}\n\n",
    r#"{"shell":"$HOME ${HOME} $(touch hit) `touch hit` !! %s %n * ~ ; & | > hit"}"#,
    "{\"letters\":\"äöü 漢字 🧭 \u{2028} \u{202e}turned\u{202c} \u{feff} e\u{301}\"}",
    "@/etc/passwd",
];

async fn run(language: Language, code: &str, folder: &Path) -> Output {
    let (name, program) = match language {
        Language::Curl => ("run.sh", "sh"),
        Language::Python => ("run.py", "python3"),
        Language::TypeScript => ("run.mjs", "node"),
        Language::CSharp | Language::Rust => panic!("{language:?} has to be compiled"),
    };
    let file = folder.join(name);
    std::fs::write(&file, code).expect("a file");
    let mut command = Command::new(program);
    command.arg(&file).current_dir(folder).env("ACME_KEY", KEY).env("NO_PROXY", "127.0.0.1");
    command.output().await.unwrap_or_else(|error| panic!("{program}: {error}"))
}

async fn check(language: Language) {
    let reply = || Reply::response("200 OK", "content-type: application/json\r\n", "an answer\n");
    let provider = Provider::start(HOSTILE.iter().map(|_| reply()).collect()).await;
    let folder = tempfile::tempdir().expect("a folder");
    for (index, body) in HOSTILE.iter().enumerate() {
        let header = |name: &str, value: &str| WireHeader { name: name.to_owned(), value: value.to_owned() };
        let request = ShownRequest {
            method: "POST".to_owned(),
            url: format!("{}/chat?a='b'&c=$(id)&d=[1]{{2}}", provider.address()),
            headers: vec![
                header("content-type", "application/json"),
                header("authorization", "Bearer •••"),
                header("x-title", "it's \"$HOME\" `id`"),
            ],
            body: (*body).to_owned(),
            key_variable: "ACME_KEY".to_owned(),
        };
        let ran = run(language, &snippet(&request, language), folder.path()).await;
        let told = String::from_utf8_lossy(&ran.stderr).into_owned();
        assert!(ran.status.success(), "{language:?}: {told}");
        assert_eq!(String::from_utf8_lossy(&ran.stdout), "an answer\n", "{told}");
        let heard = provider.heard();
        let (head, sent) =
            heard.get(index).and_then(|heard| heard.split_once("\r\n\r\n")).expect("a request");
        assert_eq!(sent, *body, "{language:?}");
        let head = head.to_ascii_lowercase();
        let expected = format!("authorization: bearer {}", KEY.to_ascii_lowercase());
        assert!(head.contains(&expected), "{head}");
        assert!(
            head.contains("x-title: it's \"$home\" `id`") && head.contains("content-type: application/json")
        );
        assert!(head.starts_with("post /v1/chat?"), "{head}");
    }
    let left: Vec<_> = std::fs::read_dir(folder.path()).expect("the folder").flatten().collect();
    assert_eq!(left.len(), 1, "{language:?} ran what was only said: {left:?}");
}

#[tokio::test]
async fn a_shell_sends_every_byte_and_runs_none_of_them() {
    check(Language::Curl).await;
}

#[tokio::test]
async fn python_sends_every_byte_and_runs_none_of_them() {
    check(Language::Python).await;
}

#[tokio::test]
async fn typescript_sends_every_byte_and_runs_none_of_them() {
    check(Language::TypeScript).await;
}

#[tokio::test]
async fn a_program_for_a_request_of_a_session_sends_what_the_session_would_send() {
    let json = "content-type: application/json\r\n";
    let provider = Provider::start(vec![Reply::response("200 OK", json, "{}")]).await;
    let app = with_service(&provider).await;
    let session = app.session("acme/m", &[]).await;
    let of = CodeOf::Request {
        session: session.session.clone(),
        source: RequestSource::Said {
            after: None,
            text: Some("It's $5, `isn't` it? Is it warm in Oslo?".to_owned()),
        },
        target: RequestTarget::Model { model: ModelId::new("acme/m") },
        body: None,
    };
    let written = app.workbench.request_code(WriteCode { of, language: Language::Curl }).await.expect("code");
    assert!(written.text.contains("$API_KEY") && !written.text.contains("sk-test"), "{}", written.text);
    let folder = tempfile::tempdir().expect("a folder");
    let ran = run(Language::Curl, &written.text, folder.path()).await;
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let heard = provider.heard();
    let sent = heard.first().and_then(|heard| heard.split_once("\r\n\r\n")).expect("a request").1;
    assert!(sent.contains("It's $5, `isn't` it?") && sent.contains("\"tools\""), "{sent}");
}
