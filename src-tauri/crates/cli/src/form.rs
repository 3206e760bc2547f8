//! The forms of conversations, by their names on the command line.

use clap::ValueEnum;
use formats::{Document, Format};
use workbench::contract::{ExportForm, NextRequest};

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
    /// Text for people
    Markdown,
    /// One picture in SVG
    Picture,
    /// The body of the next request, with its functions and settings
    NextRequest,
}

impl Form {
    pub(crate) fn target(self) -> ExportForm {
        match self {
            Self::Callwright => ExportForm::Format(Format::Own),
            Self::SemanticKernel => ExportForm::Format(Format::SemanticKernel),
            Self::ExtensionsAi => ExportForm::Format(Format::ExtensionsAi),
            Self::OpenaiChat => ExportForm::Format(Format::OpenAiChat),
            Self::OpenaiResponses => ExportForm::Format(Format::OpenAiResponses),
            Self::Anthropic => ExportForm::Format(Format::Anthropic),
            Self::Gemini => ExportForm::Format(Format::Gemini),
            Self::Opentelemetry => ExportForm::Format(Format::OpenTelemetry),
            Self::JsonLines => ExportForm::Format(Format::JsonLines),
            Self::Html => ExportForm::Document(Document::Html),
            Self::Markdown => ExportForm::Document(Document::Markdown),
            Self::Picture => ExportForm::Document(Document::Picture),
            Self::NextRequest => ExportForm::Request(NextRequest::NextRequest),
        }
    }

    /// The name of a form, as it is written on the command line and in JSON.
    pub(crate) fn name(format: Format) -> String {
        let form = Self::value_variants().iter().find(|form| form.target() == ExportForm::Format(format));
        form.and_then(ValueEnum::to_possible_value)
            .map_or_else(String::new, |value| value.get_name().to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::Form;
    use clap::ValueEnum;
    use formats::{Document, Format};
    use workbench::contract::{ExportForm, NextRequest};

    #[test]
    fn every_form_has_a_name() {
        assert_eq!(Form::name(Format::OpenAiChat), "openai-chat");
        let targets: Vec<ExportForm> = Form::value_variants().iter().map(|form| form.target()).collect();
        let documents = [Document::Html, Document::Markdown, Document::Picture].map(ExportForm::Document);
        let formats = Format::ALL.map(ExportForm::Format).into_iter();
        let ahead = ExportForm::Request(NextRequest::NextRequest);
        let expected: Vec<ExportForm> = formats.chain(documents).chain([ahead]).collect();
        assert_eq!(targets, expected);
    }
}
