//! What a document says beside its messages: the settings of a request, mostly.

use crate::Loss;
use crate::lost::Lost;
use crate::value::shown;
use content::JsonObject;
use notices::Describe;
use serde::Serialize;

/// How many names one sentence lists.
const MAX_LISTED_NAMES: usize = 12;

/// The members of a document that are not part of a conversation. They count as lost until somebody takes them over.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Beside {
    /// The model the document names.
    pub model: Option<String>,
    pub members: JsonObject,
    /// The tags of the session in our own form. They are not lost.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
}

impl Beside {
    /// Reports only these members as lost, once the others have been taken over.
    pub fn lose_only(&self, left: &[String], losses: &mut Vec<Loss>) {
        let names: Vec<_> = self.members.keys().map(|name| shown(name)).collect();
        let Some(before) = not_kept(&names) else { return };
        let now = not_kept(&left.iter().map(|name| shown(name)).collect::<Vec<_>>());
        let before = before.notice();
        let now = now.map(|now| now.notice());
        losses.retain_mut(|loss| match &now {
            _ if loss.what != before => true,
            Some(now) => {
                loss.what.clone_from(now);
                true
            }
            None => false,
        });
    }
}

/// The loss of these names in one sentence.
pub(crate) fn not_kept(names: &[String]) -> Option<Lost> {
    if names.is_empty() {
        return None;
    }
    let listed = names.iter().take(MAX_LISTED_NAMES).map(String::as_str).collect::<Vec<_>>().join(", ");
    let is_all = names.len() <= MAX_LISTED_NAMES;
    Some(if is_all { Lost::Beside { names: listed } } else { Lost::BesideMany { names: listed } })
}

#[cfg(test)]
mod tests {
    use super::Beside;
    use crate::support::whats;
    use crate::{Format, Imported, import_as};
    use content::MessageId;
    use serde_json::json;

    fn imported() -> Imported {
        let request = json!({
            "model": "gpt-5.6", "temperature": 0.2, "user": "me", "metadata": { "team": "a" },
            "messages": [{ "role": "user", "content": "Hello" }]
        });
        import_as(Format::OpenAiChat, &request.to_string(), &|| MessageId::new("m")).expect("a request")
    }

    #[test]
    fn settings_of_a_request_are_at_hand_beside_its_messages() {
        let Imported { beside, losses, .. } = imported();
        let members = json!({ "temperature": 0.2, "user": "me", "metadata": { "team": "a" } });
        let members = members.as_object().cloned().unwrap_or_default();
        assert_eq!(beside, Beside { model: Some("gpt-5.6".to_owned()), members, tags: Vec::new() });
        assert_eq!(
            whats(&losses),
            ["what stands beside the messages is not kept: temperature, user, metadata"]
        );
    }

    #[test]
    fn what_is_taken_over_is_not_reported_as_lost() {
        let Imported { beside, mut losses, .. } = imported();
        beside.lose_only(&["user".to_owned(), "metadata.team".to_owned()], &mut losses);
        assert_eq!(whats(&losses), ["what stands beside the messages is not kept: user, metadata.team"]);
        let Imported { mut losses, .. } = imported();
        beside.lose_only(&[], &mut losses);
        assert_eq!(losses, []);
    }
}
