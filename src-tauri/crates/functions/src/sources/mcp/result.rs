//! What a tool gave, as the result of a call.

use content::{Failure, FailureKind, Media, MediaSource, Output};
use ports::FunctionError;
use rmcp::model::{CallToolResult, ContentBlock, ResourceContents};
use serde_json::{Value, json};

pub(super) fn output_of(result: CallToolResult) -> Result<Output, FunctionError> {
    let CallToolResult { content, structured_content, is_error, .. } = result;
    let mut parts: Vec<Output> = content.into_iter().map(part_of).collect();
    if is_error == Some(true) {
        let message = words_of(&parts, structured_content.as_ref());
        return Err(FunctionError::Report(Failure { kind: FailureKind::Reported, message }));
    }
    if let Some(value) = structured_content {
        // Most servers say it once more in words, for those who don't know of structured results.
        parts.retain(|part| !says(part, &value));
        parts.insert(0, Output::Json { value });
    }
    Ok(Output::of(parts))
}

fn part_of(block: ContentBlock) -> Output {
    match block {
        ContentBlock::Text(text) => Output::Text { text: text.text },
        ContentBlock::Image(image) => inline(image.mime_type, image.data),
        ContentBlock::Audio(audio) => inline(audio.mime_type, audio.data),
        ContentBlock::ResourceLink(link) => Output::Json { value: json!({ "resourceLink": link }) },
        ContentBlock::Resource(embedded) => resource_of(embedded.resource),
        unknown => Output::Json { value: json!(unknown) },
    }
}

fn resource_of(resource: ResourceContents) -> Output {
    if let ResourceContents::BlobResourceContents { mime_type: Some(mime_type), blob, .. } = resource {
        return inline(mime_type, blob);
    }
    Output::Json { value: json!({ "resource": resource }) }
}

fn inline(mime_type: String, base64: String) -> Output {
    Output::Media { media: Media { mime_type, source: MediaSource::Inline { base64 } } }
}

fn says(part: &Output, value: &Value) -> bool {
    match part {
        Output::Text { text } => {
            let is_only_word = value.as_object().is_some_and(|members| {
                members.len() == 1 && members.values().all(|member| member.as_str() == Some(text))
            });
            is_only_word || serde_json::from_str::<Value>(text).is_ok_and(|said| said == *value)
        }
        Output::Nothing | Output::Json { .. } | Output::Media { .. } | Output::Several { .. } => false,
    }
}

fn words_of(parts: &[Output], structured: Option<&Value>) -> String {
    let words = parts.iter().filter_map(|part| match part {
        Output::Text { text } => Some(text.clone()),
        Output::Json { value } => Some(value.to_string()),
        Output::Nothing | Output::Media { .. } | Output::Several { .. } => None,
    });
    let words = words.collect::<Vec<_>>().join("\n");
    match structured {
        Some(value) if words.is_empty() => value.to_string(),
        None if words.is_empty() => "The tool failed and did not say why.".to_owned(),
        Some(_) | None => words,
    }
}

#[cfg(test)]
mod tests {
    use super::output_of;
    use content::{Media, MediaSource, Output};
    use ports::FunctionError;
    use serde_json::{Value, from_value, json};

    #[track_caller]
    fn check(result: Value, expected: Output) {
        let result = from_value(result).expect("a result");
        assert_eq!(output_of(result).expect("an output"), expected);
    }

    fn text(text: &str) -> Output {
        Output::Text { text: text.to_owned() }
    }

    fn media(mime_type: &str, base64: &str) -> Output {
        let source = MediaSource::Inline { base64: base64.to_owned() };
        Output::Media { media: Media { mime_type: mime_type.to_owned(), source } }
    }

    #[test]
    fn one_block_is_the_result_itself() {
        check(json!({ "content": [{ "type": "text", "text": "12 °C" }] }), text("12 °C"));
        check(json!({ "content": [] }), Output::Nothing);
        let image = json!({ "type": "image", "data": "aGk=", "mimeType": "image/png" });
        check(json!({ "content": [image] }), media("image/png", "aGk="));
        let audio = json!({ "type": "audio", "data": "aGk=", "mimeType": "audio/wav" });
        check(json!({ "content": [audio] }), media("audio/wav", "aGk="));
    }

    #[test]
    fn several_blocks_stay_apart_and_keep_their_order() {
        let link = json!({ "type": "resource_link", "uri": "demo://a", "name": "a" });
        let resource = json!({ "uri": "demo://b", "mimeType": "text/plain", "text": "b" });
        let content = json!([
            { "type": "text", "text": "look" },
            { "type": "image", "data": "aGk=", "mimeType": "image/png" },
            link,
            { "type": "resource", "resource": resource },
            { "type": "resource", "resource": { "uri": "demo://c", "mimeType": "image/gif", "blob": "aGk=" } },
        ]);
        let parts = vec![
            text("look"),
            media("image/png", "aGk="),
            Output::Json { value: json!({ "resourceLink": { "uri": "demo://a", "name": "a" } }) },
            Output::Json { value: json!({ "resource": resource }) },
            media("image/gif", "aGk="),
        ];
        check(json!({ "content": content }), Output::Several { parts });
    }

    #[test]
    fn a_structured_result_is_told_once() {
        let value = json!({ "temperature": 12 });
        let said = json!({ "type": "text", "text": "{ \"temperature\": 12 }" });
        check(
            json!({ "content": [said], "structuredContent": value }),
            Output::Json { value: value.clone() },
        );
        let file = json!({ "content": "remember" });
        let said = json!({ "type": "text", "text": "remember" });
        check(json!({ "content": [said], "structuredContent": file }), Output::Json { value: file.clone() });
        let other = json!({ "type": "text", "text": "twelve degrees" });
        let parts = vec![Output::Json { value: value.clone() }, text("twelve degrees")];
        check(json!({ "content": [other], "structuredContent": value }), Output::Several { parts });
    }

    #[test]
    fn an_error_is_a_report_in_the_words_of_the_tool() {
        let result = json!({ "content": [{ "type": "text", "text": "no such city" }], "isError": true });
        let error = output_of(from_value(result).expect("a result")).expect_err("an error");
        assert!(matches!(error, FunctionError::Report(failure) if failure.message == "no such city"));
    }
}
