//! Models of one family share behaviour that the protocol does not describe.

use crate::anthropic::thinking as claude;
use crate::models::Sayable;

/// The maker of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Family {
    Claude,
    Nova,
    Mistral,
    Writer,
    OpenAi,
    Other,
}

impl Family {
    /// The id contains the maker's name, behind a region or inside an address.
    pub(super) fn of(model: &str) -> Self {
        let name = model.rsplit('/').next().unwrap_or(model);
        let makers = [
            ("anthropic.", Self::Claude),
            ("amazon.nova", Self::Nova),
            ("mistral.", Self::Mistral),
            ("writer.", Self::Writer),
            ("openai.", Self::OpenAi),
        ];
        let maker =
            makers.iter().find(|(maker, _)| name.starts_with(maker) || name.contains(&format!(".{maker}")));
        maker.map_or(Self::Other, |(_, family)| *family)
    }

    /// Whether the message with results may also contain text.
    pub(super) fn takes_words_beside_results(self) -> bool {
        self == Self::Claude
    }

    pub(super) fn takes_status(self) -> bool {
        self != Self::Writer
    }

    /// The thinking options that such a model accepts.
    pub(super) fn sayable(self) -> Sayable {
        match self {
            Self::Claude => claude::WORDS,
            Self::Nova => Sayable::EFFORTS,
            Self::OpenAi => Sayable { off: false, ..Sayable::EFFORTS },
            Self::Mistral | Self::Writer | Self::Other => Sayable::NOTHING,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Family;

    #[test]
    fn a_family_is_told_from_any_form_of_the_id() {
        let check = |model: &str, expected: Family| assert_eq!(Family::of(model), expected, "{model}");
        check("anthropic.claude-opus-5-5-v1:0", Family::Claude);
        check("eu.anthropic.claude-opus-5-5-v1:0", Family::Claude);
        check("arn:aws:bedrock:us-east-1:1:inference-profile/us.amazon.nova-pro-v1:0", Family::Nova);
        check("mistral.mistral-large-2407-v1:0", Family::Mistral);
        check("us.writer.palmyra-x5-v1:0", Family::Writer);
        check("meta.llama4-maverick-17b-instruct-v1:0", Family::Other);
    }
}
