//! How answers end, well or not.

use super::*;

#[test]
fn a_status_says_why_an_answer_ends() {
    let other = |reason: &str| StopReason::Other { reason: reason.to_owned() };
    for (status, expected) in [
        ("completed", StopReason::Complete),
        ("requires_action", StopReason::Calls),
        ("incomplete", StopReason::Length),
        ("budget_exceeded", StopReason::Length),
        ("requires_continuation", StopReason::Length),
        ("queued", other("queued")),
    ] {
        let whole = json!({ "id": "", "status": status, "steps": [] });
        let event = json!({ "event_type": "interaction.completed", "interaction": whole });
        for (framing, text) in
            [(Framing::Whole, whole.to_string()), (Framing::Events, format!("data: {event}\n\n"))]
        {
            assert_eq!(hear(framing, &text).events, [StreamEvent::Finished(expected.clone())], "{status}");
        }
    }
}

#[test]
fn a_failure_is_told_in_the_words_of_the_provider() {
    let error =
        json!({ "message": "Deadline expired before operation could complete.", "code": "gateway_timeout" });
    let event = json!({ "event_type": "error", "error": error });
    let failed = json!({ "id": "", "status": "failed", "errors": [error] });
    let begun = text(STREAM).split_inclusive("\n\n").take(4).collect::<String>();
    for (framing, text) in [
        (Framing::Events, format!("{begun}event: error\ndata: {event}\n\n")),
        (Framing::Whole, failed.to_string()),
    ] {
        let Some(Fault::Complained(complaint)) = hear(framing, &text).fault else { panic!("{text}") };
        assert_eq!(complaint.message, "Deadline expired before operation could complete.");
        assert_eq!(complaint.code.as_deref(), Some("gateway_timeout"));
    }
}

#[test]
fn a_stream_without_its_last_event_is_broken_off_and_a_sign_of_life_is_no_error() {
    let stream = text(STREAM);
    let at = stream.find("event: interaction.completed").expect("the end");
    assert_eq!(hear(Framing::Events, &stream[..at]).fault, Some(Fault::BrokenOff));
    let alive = format!("event: error\ndata: {{\"event_type\":\"error\"}}\n\n{stream}");
    assert_eq!(hear(Framing::Events, &alive), hear(Framing::Events, &stream));
}

#[test]
fn events_and_pieces_nobody_knows_are_shown_and_do_no_harm() {
    let sang = json!({ "event_type": "step.sang", "note": 7 }).to_string();
    let piece = delta(9, json!({ "type": "text", "text": "Where from?" })).to_string();
    let stream = format!("data: {sang}\n\ndata: {piece}\n\n{}", text(STREAM));
    let Decoded { events, unknown, fault } = hear(Framing::Events, &stream);
    assert_eq!((items(&events).len(), unknown, fault), (3, vec![sang, piece], None));
}
