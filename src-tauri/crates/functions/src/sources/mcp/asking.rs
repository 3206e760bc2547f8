//! Requests of servers in our words, and the person's answers in theirs.

// Sampling is on its way out of the protocol, and in use by the servers there are.
#![allow(deprecated)]

use super::requests::{PersonAnswer, SampledMessage, Sampling};
use content::{Media, MediaSource};
use notices::{Describe, Notice};
use rmcp::model::{
    ContextInclusion, CreateMessageRequestParams, CreateMessageResult, ElicitResult, ElicitationAction, Role,
    SamplingMessage, SamplingMessageContentBlock,
};
use serde_json::Value;

/// A part of a request to a model that is left out of it.
#[derive(Debug, Describe)]
#[notice(prefix = "sampling")]
pub(crate) enum LeftOut {
    #[notice("tools for the model to call")]
    Tools,
    #[notice("what other servers know")]
    OtherServers,
    #[notice("calls and results of tools")]
    Calls,
}

pub(super) fn elicited(answer: PersonAnswer) -> ElicitResult {
    match answer {
        PersonAnswer::Accept { value: Value::Null } => ElicitResult::new(ElicitationAction::Accept),
        PersonAnswer::Accept { value } => ElicitResult::new(ElicitationAction::Accept).with_content(value),
        PersonAnswer::Decline => ElicitResult::new(ElicitationAction::Decline),
        PersonAnswer::Cancel | PersonAnswer::Say { .. } => ElicitResult::new(ElicitationAction::Cancel),
    }
}

/// Nothing where the person said no.
pub(super) fn sampled(answer: PersonAnswer) -> Option<CreateMessageResult> {
    match answer {
        PersonAnswer::Say { text, model } => {
            let message = SamplingMessage::assistant_text(text);
            Some(
                CreateMessageResult::new(message, model)
                    .with_stop_reason(CreateMessageResult::STOP_REASON_END_TURN),
            )
        }
        PersonAnswer::Accept { .. } | PersonAnswer::Decline | PersonAnswer::Cancel => None,
    }
}

pub(super) fn sampling_of(params: CreateMessageRequestParams) -> Sampling {
    let mut left_out = Vec::new();
    if params.tools.as_ref().is_some_and(|tools| !tools.is_empty()) {
        left_out.push(LeftOut::Tools.notice());
    }
    if params.include_context.as_ref().is_some_and(|context| *context != ContextInclusion::None) {
        left_out.push(LeftOut::OtherServers.notice());
    }
    let hints = params.model_preferences.and_then(|preferences| preferences.hints).unwrap_or_default();
    Sampling {
        instructions: params.system_prompt,
        messages: params
            .messages
            .into_iter()
            .map(|message| sampled_message(message, &mut left_out))
            .collect(),
        most_tokens: params.max_tokens,
        temperature: params.temperature.filter(|temperature| temperature.is_finite()),
        stop_sequences: params.stop_sequences.unwrap_or_default(),
        models: hints.into_iter().filter_map(|hint| hint.name).collect(),
        left_out,
    }
}

fn sampled_message(message: SamplingMessage, left_out: &mut Vec<Notice>) -> SampledMessage {
    let mut texts = Vec::new();
    let mut media = Vec::new();
    for block in message.content.into_vec() {
        let inline = |mime_type, base64| Media { mime_type, source: MediaSource::Inline { base64 } };
        if let SamplingMessageContentBlock::Text(text) = block {
            texts.push(text.text);
        } else if let SamplingMessageContentBlock::Image(image) = block {
            media.push(inline(image.mime_type, image.data));
        } else if let SamplingMessageContentBlock::Audio(audio) = block {
            media.push(inline(audio.mime_type, audio.data));
        } else {
            left_out.push(LeftOut::Calls.notice());
        }
    }
    SampledMessage { is_model: message.role == Role::Assistant, text: texts.join("\n\n"), media }
}

#[cfg(test)]
mod tests {
    use super::{LeftOut, elicited, sampled, sampling_of};
    use crate::sources::mcp::{PersonAnswer, SampledMessage};
    use notices::Describe;
    use serde_json::{from_value, json, to_value};

    #[test]
    fn a_request_for_a_models_answer_is_shown_whole() {
        let params = from_value(json!({
            "messages": [
                { "role": "user", "content": { "type": "text", "text": "Hello" } },
                { "role": "assistant", "content": [{ "type": "text", "text": "Yes?" }] },
            ],
            "systemPrompt": "Be brief.", "maxTokens": 100, "temperature": 0.5, "includeContext": "thisServer",
            "modelPreferences": { "hints": [{ "name": "claude" }] },
        }))
        .expect("a request");
        let sampling = sampling_of(params);
        let said =
            |is_model, text: &str| SampledMessage { is_model, text: text.to_owned(), media: Vec::new() };
        assert_eq!(sampling.messages, [said(false, "Hello"), said(true, "Yes?")]);
        assert_eq!(sampling.models, ["claude"]);
        assert_eq!(sampling.left_out, [LeftOut::OtherServers.notice()]);
        assert_eq!((sampling.most_tokens, sampling.temperature), (100, Some(0.5)));
    }

    #[test]
    fn null_empty_and_declined_are_three_different_answers() {
        let written = |answer| to_value(elicited(answer)).expect("JSON");
        assert_eq!(
            written(PersonAnswer::Accept { value: json!({}) }),
            json!({ "action": "accept", "content": {} })
        );
        assert_eq!(written(PersonAnswer::Accept { value: json!(null) }), json!({ "action": "accept" }));
        assert_eq!(written(PersonAnswer::Decline), json!({ "action": "decline" }));
        assert!(sampled(PersonAnswer::Decline).is_none());
    }
}
