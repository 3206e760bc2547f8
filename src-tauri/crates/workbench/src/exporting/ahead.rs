//! The next request as an export: everything a model is sent, with the functions it is offered and the settings.

use crate::Workbench;
use crate::contract::{CommandError, RequestSource};
use crate::loss_here::LossHere;
use crate::requests::WrittenRequest;
use content::{SessionId, beyond_64_bits};
use formats::{Exported, Loss};
use notices::Describe;
use ports::Preview;
use serde_json::Value;

impl Workbench {
    /// The body of the request a turn stands before, or that would follow the history.
    pub(super) async fn next_request(&self, session: &SessionId) -> Result<Exported, CommandError> {
        let under_way = self.turns()?.under_way(session).await?;
        let source = match under_way.into_iter().next() {
            Some(turn) => RequestSource::Ahead { turn, answer: None },
            None => RequestSource::Said { after: None, text: None },
        };
        let WrittenRequest { preview, stood_in } = self.request_written(session, &source).await?;
        let Preview { body, adaptations, .. } = preview;
        let stood_in = stood_in
            .map(|protocol| Loss { place: String::new(), what: LossHere::StoodIn { protocol }.notice() });
        let adapted = adaptations.into_iter().map(|adaptation| Loss {
            place: adaptation.places.into_iter().next().unwrap_or_default(),
            what: adaptation.what,
        });
        Ok(Exported { text: readable(body), losses: stood_in.into_iter().chain(adapted).collect() })
    }
}

/// The body with line breaks, unless it has numbers that would lose digits.
fn readable(body: String) -> String {
    if !beyond_64_bits(&body).is_empty() {
        return body;
    }
    match serde_json::from_str::<Value>(&body) {
        Ok(value) => format!("{value:#}"),
        Err(_) => body,
    }
}

#[cfg(test)]
mod tests {
    use super::readable;

    #[test]
    fn a_body_has_line_breaks_where_no_digit_is_lost_by_them() {
        let check = |body: &str, expected: &str| assert_eq!(readable(body.to_owned()), expected);
        check(r#"{"b":1,"a":[]}"#, "{\n  \"b\": 1,\n  \"a\": []\n}");
        check(r#"{"a":123456789012345678901}"#, r#"{"a":123456789012345678901}"#);
        check("not JSON", "not JSON");
    }
}
