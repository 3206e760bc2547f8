//! For Rust, with the client most programs have.

use super::parts::{Piece, RequestParts, Text};
use super::quoting::rust;

pub(super) fn write(parts: &RequestParts<'_>) -> String {
    let RequestParts { method, url, headers, body, .. } = parts;
    let header =
        |(name, value): &(&str, Text<'_>)| format!("        .header({}, {})\n", rust(name), joined(value));
    let headers: String = headers.iter().map(header).collect();
    let (remark, url, body) = (parts.remark("//"), joined(url), rust(body));
    let method = format!("reqwest::Method::from_bytes(b{})?", rust(method));
    format!(
        "{remark}// Cargo.toml: reqwest = {{ version = \"0.13\", features = [\"blocking\"] }}
fn main() -> Result<(), Box<dyn std::error::Error>> {{
    let body = {body};
    let client = reqwest::blocking::Client::builder()
        .redirect(reqwest::redirect::Policy::none())
        .timeout(None)
        .build()?;
    let mut answer = client
        .request({method}, {url})
{headers}        .body(body)
        .send()?;
    if !answer.status().is_success() {{
        eprintln!(\"{{}}\", answer.status());
    }}
    std::io::copy(&mut answer, &mut std::io::stdout())?;
    Ok(())
}}
"
    )
}

fn joined(text: &Text<'_>) -> String {
    let piece = |piece: &Piece<'_>| match piece {
        Piece::Words(words) => rust(words),
        Piece::Variable(name) => format!("std::env::var({})?", rust(name)),
    };
    match text.as_slice() {
        [Piece::Words(words)] => rust(words),
        [only] => piece(only),
        several => format!(
            "[{}].concat()",
            several
                .iter()
                .map(|one| match one {
                    Piece::Words(words) => format!("{}.to_owned()", rust(words)),
                    Piece::Variable(_) => piece(one),
                })
                .collect::<Vec<_>>()
                .join(", ")
        ),
    }
}
