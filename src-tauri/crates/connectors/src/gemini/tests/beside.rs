//! What comes beside an answer: where it comes from, and further answers.

use super::*;

#[test]
fn where_an_answer_comes_from_is_kept_and_does_not_go_back() {
    let grounding =
        json!({ "groundingChunks": [{ "web": { "uri": "https://tides.example", "title": "Tides" } }] });
    let citations = json!({ "citationSources": [{ "uri": "https://book.example", "startIndex": 0 }] });
    let chunk = json!({ "candidates": [{
        "content": { "role": "model", "parts": [{ "text": "High at 23:41." }] },
        "finishReason": "STOP", "groundingMetadata": grounding, "citationMetadata": citations
    }] });
    let (events, _, fault) = hear_whole(&chunk);
    let kept = json!({ "groundingMetadata": grounding, "citationMetadata": citations, "onText": true });
    let provider_state = Some(ProviderState::unclaimed("gemini", kept));
    let beside = Item::Reasoning { text: String::new(), provider_state };
    assert_eq!((items(&events), fault), (vec![words("High at 23:41."), beside], None));
    let (body, _) =
        encoded(Host::Gemini, "gemini-3-pro", &asked(vec![said(Role::Assistant, items(&events))]));
    let contents = body.get("contents").and_then(Value::as_array).expect("contents");
    let of_model = contents.iter().rfind(|content| content.get("role") == Some(&json!("model")));
    assert_eq!(
        of_model.and_then(|content| content.get("parts")),
        Some(&json!([{ "text": "High at 23:41." }]))
    );
}

#[test]
fn further_answers_and_their_calls_are_told_and_not_taken_in() {
    let candidate = |index: u64, part: Value| json!({ "index": index, "content": { "parts": [part] }, "finishReason": "STOP" });
    let call = json!({ "functionCall": { "id": "b", "name": "tide_table", "args": {} } });
    let chunks = [
        json!({ "candidates": [candidate(1, call.clone())] }),
        json!({ "candidates": [candidate(0, json!({ "text": "Yes." })), candidate(2, call)] }),
    ];
    let text: String = chunks.iter().map(|chunk| format!("data: {chunk}\n\n")).collect();
    let (events, ..) = hear(Framing::Events, text.as_bytes());
    assert_eq!(items(&events), [words("Yes.")]);
    assert!(events.contains(&StreamEvent::Others { answers: 2, calls: 2 }), "{events:?}");
}
