//! The parts of a request a program is written of, with variables where its secrets were.

use super::ShownRequest;
use redaction::REDACTED;

/// The headers a provider's own key stands in. Any other secret has a variable of its own.
const KEY_HEADERS: [&str; 4] = ["authorization", "x-api-key", "api-key", "x-goog-api-key"];

/// A signature is good for minutes and belongs to one body, so it is not repeated.
const SIGNED: &str = "AWS4-HMAC-SHA256";
const SIGNATURE_HEADERS: [&str; 3] = ["authorization", "x-amz-date", "x-amz-security-token"];

/// What Amazon's own tools read.
const BEDROCK_KEY: &str = "AWS_BEARER_TOKEN_BEDROCK";

/// Where no better name is known.
const ANY_KEY: &str = "API_KEY";

/// A text with variables in it.
pub(super) type Text<'a> = Vec<Piece<'a>>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece<'a> {
    Words(&'a str),
    Variable(String),
}

pub(super) struct RequestParts<'a> {
    pub(super) method: &'a str,
    pub(super) url: Text<'a>,
    pub(super) headers: Vec<(&'a str, Text<'a>)>,
    pub(super) body: &'a str,
    /// The region of a request that its sender has to sign.
    pub(super) signed_for: Option<&'a str>,
}

impl<'a> RequestParts<'a> {
    /// A program that can't sign sends a key for Bedrock alone.
    pub(super) fn of(request: &'a ShownRequest, can_sign: bool) -> Self {
        let ShownRequest { method, url, headers, body, key_variable } = request;
        let key = variable(key_variable).unwrap_or(ANY_KEY);
        let is_signed = headers.iter().any(|header| header.value.starts_with(SIGNED));
        let mut told: Vec<_> = headers
            .iter()
            .filter(|header| !is_signed || !SIGNATURE_HEADERS.contains(&header.name.as_str()))
            .map(|header| {
                let own = own_variable(&header.name);
                let is_key = KEY_HEADERS.contains(&header.name.as_str());
                (header.name.as_str(), text(&header.value, if is_key { key } else { &own }))
            })
            .collect();
        if is_signed && !can_sign {
            let bearer = vec![Piece::Words("Bearer "), Piece::Variable(BEDROCK_KEY.to_owned())];
            told.push(("authorization", bearer));
        }
        let signed_for = (is_signed && can_sign).then(|| region(url));
        Self { method, url: text(url, key), headers: told, body, signed_for }
    }

    /// The variables the program reads, each once.
    pub(super) fn variables(&self) -> Vec<&str> {
        let mut variables: Vec<&str> = Vec::new();
        for piece in self.url.iter().chain(self.headers.iter().flat_map(|(_, text)| text)) {
            if let Piece::Variable(name) = piece
                && !variables.contains(&name.as_str())
            {
                variables.push(name);
            }
        }
        variables
    }

    /// What to tell above the program, after the sign its language begins a comment with.
    pub(super) fn remark(&self, sign: &str) -> String {
        match self.variables().as_slice() {
            [] => String::new(),
            [one] => format!("{sign} Reads {one} from the environment.\n"),
            [first @ .., last] => {
                format!("{sign} Reads {} and {last} from the environment.\n", first.join(", "))
            }
        }
    }
}

fn text<'a>(shown: &'a str, variable: &str) -> Text<'a> {
    let mut pieces = Text::new();
    for (index, words) in shown.split(REDACTED).enumerate() {
        if index > 0 {
            pieces.push(Piece::Variable(variable.to_owned()));
        }
        if !words.is_empty() {
            pieces.push(Piece::Words(words));
        }
    }
    pieces
}

/// A name that every shell and language takes. What is none could be an order to a shell.
fn variable(name: &str) -> Option<&str> {
    let is_letter = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let begins = name.chars().next().is_some_and(|first| !first.is_ascii_digit());
    (begins && name.chars().all(is_letter)).then_some(name)
}

fn own_variable(header: &str) -> String {
    let letter =
        |letter: char| if letter.is_ascii_alphanumeric() { letter.to_ascii_uppercase() } else { '_' };
    let name: String = header.chars().map(letter).collect();
    if name.starts_with(|first: char| first.is_ascii_digit()) { format!("_{name}") } else { name }
}

fn region(url: &str) -> &str {
    let host = url.split("://").nth(1).unwrap_or_default();
    host.split('.').nth(1).filter(|label| label.contains('-')).unwrap_or("us-east-1")
}
