use super::{MARKS, chunk, entry, parallel, view};
use crate::dialects::Unwritable;
use crate::dialects::chat::Chat;
use crate::testing::{chunks_of, continued, data_of, next_answer, taped};
use serde_json::json;

#[test]
fn a_stream_goes_on_behind_its_texts_also_where_one_chunk_says_everything() {
    let call =
        json!({ "index": 0, "id": "a", "type": "function", "function": { "name": "f", "arguments": "{}" } });
    let all = json!({ "role": "assistant", "content": "Let me look.", "tool_calls": [call] });
    let one = [chunk(all, json!({ "finish_reason": "tool_calls" })), "data: [DONE]\n\n".to_owned()].concat();
    for stream in [parallel(), one] {
        let program = continued(&Chat, stream.as_bytes(), &MARKS).expect("it can be written");
        let seen = view(&program);
        assert_eq!(seen["message"]["content"], "Let me look.It is free.");
        assert_eq!(seen["calls"], json!([entry(0, "c9", "berth_status", r#"{"berth": 9}"#)]));
        assert_eq!(
            (&seen["finish"], seen["heads"].as_array().map(Vec::len)),
            (&json!("tool_calls"), Some(1))
        );
        let ends = chunks_of(&program)
            .iter()
            .filter(|chunk| chunk["choices"][0]["finish_reason"].is_string())
            .count();
        assert_eq!((ends, data_of(&program).last().map(String::as_str)), (1, Some("[DONE]")));
        assert_eq!(chunks_of(&program).iter().filter(|chunk| chunk["usage"].is_object()).count(), 1);
    }
}

#[test]
fn a_call_that_is_delivered_can_not_be_taken_back() {
    let (tape, _) = taped(&Chat, parallel().as_bytes(), 64, &["finish_reason\":\""]);
    assert_eq!(tape.rewritten(&[]), Err(Unwritable::CallDelivered));
    assert_eq!(tape.continued(&next_answer()), Err(Unwritable::CallDelivered));
}
