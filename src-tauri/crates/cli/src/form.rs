//! The forms of conversations, by their names on the command line.

use clap::ValueEnum;
use formats::Format;

/// The names of the forms on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    /// Everything, without a loss
    Callwright,
    /// A chat history
    SemanticKernel,
    /// A list of messages of Microsoft.Extensions.AI
    ExtensionsAi,
    OpenaiChat,
    OpenaiResponses,
    Anthropic,
    Gemini,
    /// Spans with `gen_ai` attributes
    Opentelemetry,
    /// One message a line
    JsonLines,
}

impl Form {
    pub(crate) fn format(self) -> Format {
        match self {
            Self::Callwright => Format::Own,
            Self::SemanticKernel => Format::SemanticKernel,
            Self::ExtensionsAi => Format::ExtensionsAi,
            Self::OpenaiChat => Format::OpenAiChat,
            Self::OpenaiResponses => Format::OpenAiResponses,
            Self::Anthropic => Format::Anthropic,
            Self::Gemini => Format::Gemini,
            Self::Opentelemetry => Format::OpenTelemetry,
            Self::JsonLines => Format::JsonLines,
        }
    }

    /// The name of a form, as it is written on the command line and in JSON.
    pub(crate) fn name(format: Format) -> String {
        let form = Self::value_variants().iter().find(|form| form.format() == format);
        form.and_then(ValueEnum::to_possible_value)
            .map_or_else(String::new, |value| value.get_name().to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::Form;
    use clap::ValueEnum;
    use formats::Format;

    #[test]
    fn every_form_has_a_name() {
        assert_eq!(Form::name(Format::OpenAiChat), "openai-chat");
        assert_eq!(Form::value_variants().iter().map(|form| form.format()).collect::<Vec<_>>(), Format::ALL);
    }
}
