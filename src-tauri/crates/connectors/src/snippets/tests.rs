//! What can be told of programs without running them. Those that run are in the integration tests.

use super::{Language, ShownRequest, snippet};
use ports::WireHeader;
use std::process::Command;

const ALL: [Language; 5] =
    [Language::Curl, Language::Python, Language::TypeScript, Language::CSharp, Language::Rust];

fn header(name: &str, value: &str) -> WireHeader {
    WireHeader { name: name.to_owned(), value: value.to_owned() }
}

fn request(body: &str) -> ShownRequest {
    ShownRequest {
        method: "POST".to_owned(),
        url: "https://a.example/v1?key=•••&alt=sse".to_owned(),
        headers: vec![
            header("content-type", "application/json"),
            header("authorization", "Bearer •••"),
            header("x-team-token", "•••"),
        ],
        body: body.to_owned(),
        key_variable: "ACME_KEY".to_owned(),
    }
}

#[test]
fn secrets_are_read_from_the_environment_by_name() {
    for language in ALL {
        let code = snippet(&request("{}"), language);
        assert!(code.contains("ACME_KEY") && code.contains("X_TEAM_TOKEN"), "{code}");
        assert!(!code.contains('•'), "{code}");
    }
}

#[test]
fn a_name_that_is_none_is_not_put_into_a_program() {
    for language in ALL {
        for name in ["", "A B", "X;rm -rf ~", "$(id)", "1ST"] {
            let code = snippet(&ShownRequest { key_variable: name.to_owned(), ..request("{}") }, language);
            assert!(code.contains("API_KEY") && (name.is_empty() || !code.contains(name)), "{code}");
        }
    }
}

#[test]
fn a_signature_is_not_repeated() {
    let headers = vec![
        header("content-type", "application/json"),
        header("authorization", "AWS4-HMAC-SHA256 •••"),
        header("x-amz-date", "20261121T000000Z"),
    ];
    let url = "https://bedrock-runtime.eu-central-1.amazonaws.com/model/m/converse".to_owned();
    for language in ALL {
        let code =
            snippet(&ShownRequest { headers: headers.clone(), url: url.clone(), ..request("{}") }, language);
        assert!(!code.contains("x-amz-date") && !code.contains("HMAC"), "{code}");
        let proof = if language == Language::Curl {
            "aws:amz:eu-central-1:bedrock"
        } else {
            "AWS_BEARER_TOKEN_BEDROCK"
        };
        assert!(code.contains(proof), "{code}");
    }
}

/// The compiler is there wherever these tests are.
#[test]
fn a_rust_program_holds_what_was_to_be_sent() {
    let folder = tempfile::tempdir().expect("a folder");
    let hostile = [
        "{\"a\":\"quote \\\" and \\\\ and # and \\n\"}",
        "{\"a\":\"##\"#\",\"b\":\"\u{202e}turned\u{2066}\"}",
        "lines\nand\r\nmore\u{0}",
        "\"",
        "",
        "𝒰ñí \u{2028} {braces} ${x} `tick` $(id)",
    ];
    let prints = hostile.map(|text| format!("print!(\"{{}}\\u{{1}}\", {});", super::quoting::rust(text)));
    let source = folder.path().join("holds.rs");
    std::fs::write(&source, format!("fn main() {{ {} }}", prints.join("\n"))).expect("a file");
    let program = folder.path().join("holds");
    let compiled = Command::new("rustc").arg("-o").arg(&program).arg(&source).output().expect("a compiler");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let printed = Command::new(program).output().expect("it runs").stdout;
    let expected: String = hostile.iter().map(|text| format!("{text}\u{1}")).collect();
    assert_eq!(String::from_utf8_lossy(&printed), expected);
}

#[test]
fn a_csharp_text_is_raw_where_it_can_be_and_escaped_where_it_can_not() {
    let check = |text: &str, expected: &str| assert_eq!(super::quoting::csharp(text), expected);
    check("{\"a\":\"b\"}", "\"\"\"{\"a\":\"b\"}\"\"\"");
    check("{\"\"\"}", "\"\"\"\"{\"\"\"}\"\"\"\"");
    check("\"begins", "\"\\\"begins\"");
    check("two\nlines \\", "\"two\\nlines \\\\\"");
    check("\u{202e}", "\"\\u202e\"");
}
