//! The forms of conversations, by their names on the command line.

use clap::ValueEnum;
use formats::{Document, Format};

/// What a form stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// For another program.
    Format(Format),
    /// For people.
    Document(Document),
}

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
    /// To read in a browser: one file without scripts
    Html,
    /// To read as text
    Markdown,
}

impl Form {
    pub(crate) fn target(self) -> Target {
        match self {
            Self::Callwright => Target::Format(Format::Own),
            Self::SemanticKernel => Target::Format(Format::SemanticKernel),
            Self::ExtensionsAi => Target::Format(Format::ExtensionsAi),
            Self::OpenaiChat => Target::Format(Format::OpenAiChat),
            Self::OpenaiResponses => Target::Format(Format::OpenAiResponses),
            Self::Anthropic => Target::Format(Format::Anthropic),
            Self::Gemini => Target::Format(Format::Gemini),
            Self::Opentelemetry => Target::Format(Format::OpenTelemetry),
            Self::JsonLines => Target::Format(Format::JsonLines),
            Self::Html => Target::Document(Document::Html),
            Self::Markdown => Target::Document(Document::Markdown),
        }
    }

    /// The name of a form, as it is written on the command line and in JSON.
    pub(crate) fn name(format: Format) -> String {
        let form = Self::value_variants().iter().find(|form| form.target() == Target::Format(format));
        form.and_then(ValueEnum::to_possible_value)
            .map_or_else(String::new, |value| value.get_name().to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::{Form, Target};
    use clap::ValueEnum;
    use formats::{Document, Format};

    #[test]
    fn every_form_has_a_name() {
        assert_eq!(Form::name(Format::OpenAiChat), "openai-chat");
        let targets: Vec<Target> = Form::value_variants().iter().map(|form| form.target()).collect();
        let documents = [Document::Html, Document::Markdown].map(Target::Document);
        let expected: Vec<Target> = Format::ALL.map(Target::Format).into_iter().chain(documents).collect();
        assert_eq!(targets, expected);
    }
}
