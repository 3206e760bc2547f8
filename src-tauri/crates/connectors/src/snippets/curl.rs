//! For a terminal.

use super::parts::{Piece, RequestParts, Text};
use super::quoting::shell;

/// The body comes in through a pipe: an argument can't be long.
pub(super) fn write(parts: &RequestParts<'_>) -> String {
    let RequestParts { method, url, headers, body, signed_for } = parts;
    let mut lines = vec![
        "curl --silent --show-error --no-buffer --globoff".to_owned(),
        format!("--request {} {}", shell(method), quoted("", url)),
    ];
    if let Some(region) = signed_for {
        lines.push(format!("--aws-sigv4 {}", shell(&format!("aws:amz:{region}:bedrock"))));
        lines.push("--user \"$AWS_ACCESS_KEY_ID:$AWS_SECRET_ACCESS_KEY\"".to_owned());
        lines.push("${AWS_SESSION_TOKEN:+--header \"x-amz-security-token: $AWS_SESSION_TOKEN\"}".to_owned());
    }
    for (name, value) in headers {
        lines.push(format!("--header {}", quoted(&format!("{name}: "), value)));
    }
    lines.push("--data-binary @-".to_owned());
    format!("{}printf '%s' {} |\n  {}\n", parts.remark("#"), shell(body), lines.join(" \\\n    "))
}

/// Variables stand between the quotes, where they are not cut at blanks.
fn quoted(begin: &str, text: &Text<'_>) -> String {
    let mut written = String::new();
    let mut words = begin.to_owned();
    for piece in text {
        match piece {
            Piece::Words(more) => words.push_str(more),
            Piece::Variable(name) => {
                if !words.is_empty() {
                    written.push_str(&shell(&words));
                    words.clear();
                }
                written.push_str(&format!("\"${name}\""));
            }
        }
    }
    if !words.is_empty() || written.is_empty() {
        written.push_str(&shell(&words));
    }
    written
}
