"""What happens between a program and its model, and what the program has to see of it."""

import gzip
import json
import shutil
import time
from dataclasses import replace
from urllib.parse import urlsplit

from answers import EVENTS, JSON, Answer, Reply
from application import Application, Attached
from programs import INSTRUCTIONS, QUESTION, Program, Seen, get_weather
from stage import CITIES, DONE, LOOK, Stage, check_cut, check_unreadable, cities, equal, raised
from upstream import Request, send

# Headers that belong to a connection, or that tell one attempt from another.
OF_CONNECTION = {
    "host",
    "connection",
    "accept-encoding",
    "content-length",
    "transfer-encoding",
    "date",
    "server",
    "keep-alive",
}
OF_ATTEMPT = {"x-stainless-retry-count", "idempotency-key"}


# Watched


def what_is_watched_is_as_without_us(stage: Stage) -> None:
    stage.scripted()
    seen = stage.directly()
    equal(seen, Seen([LOOK, DONE], cities(*CITIES)))
    direct = stage.upstream.requests
    stage.scripted()
    attached = stage.attached()
    equal(stage.talk(attached), seen)
    equal([shown(request) for request in stage.upstream.requests], [shown(request) for request in direct])
    check_session(stage, attached)
    check_bytes(stage, attached, direct[0])


def shown(request: Request) -> tuple:
    return request.method, request.path, passed(request.headers, OF_ATTEMPT), request.body


def passed(headers: list[tuple[str, str]], beside: set[str] = frozenset()) -> list[tuple[str, str]]:
    """Those that go through, in their order. Names have no case, and values of one name come together."""
    values: dict[str, list[str]] = {}
    for name, value in headers:
        values.setdefault(name.lower(), []).append(value)
    return [(name, value) for name in values if name not in OF_CONNECTION | beside for value in values[name]]


def check_bytes(stage: Stage, attached: Attached, request: Request) -> None:
    """Sends the same request over a plain connection, with us and without."""
    twice = [("x-tag", "one"), ("x-between", "a"), ("x-tag", "two")]
    sent = replace(request, headers=[*request.headers, *twice])
    equal(*reversed(both(stage, attached, sent, stage.answer(LOOK, *CITIES))))


def raw(address: str, request: Request, **more: str) -> tuple[int, list, bytes]:
    connection = send(address, replace(request, headers=[*passed(request.headers), *more.items()]))
    response = connection.getresponse()
    body = response.read()
    connection.close()
    return response.status, passed(response.getheaders()), body


def what_nobody_understands_passes_as_it_is(stage: Stage) -> None:
    stage.scripted()
    stage.directly()
    [asked, _] = stage.upstream.requests
    attached = stage.attached()
    refused = Reply(400, JSON, [b'{"error":  {"message": "no"}}\n'])
    odd = Reply(
        200, EVENTS, [b": a comment\r\n\r\n", b"data: no JSON\n\n", b"event: new\ndata: {}\n\n", b"data: [DONE]"]
    )
    for request, answer in [
        (asked, refused),
        (asked, odd if stage.streams else Reply(200, JSON, [b'{"object": "new",\n "n": 1.0}'])),
        (replace(asked, body=asked.body[:-1]), refused),
        (replace(asked, body=gzip.compress(asked.body)), refused),
        (replace(asked, path="/v1/files/a%2Fb?limit=1&limit=2"), Reply(200, JSON, [b"{}"])),
        (replace(asked, method="DELETE", body=b""), Reply(200, JSON, [b"{}"])),
    ]:
        equal(*reversed(both(stage, attached, request, answer)))


def both(stage: Stage, attached: Attached, request: Request, answer: Reply) -> list:
    """What is received and what the upstream was asked, without us and with."""
    found = []
    for address in (stage.upstream.address, attached.bases[stage.program.protocol].removesuffix("/v1")):
        stage.upstream.answers(answer)
        received = raw(address, request)
        found.append((received, [shown(asked) for asked in stage.upstream.requests]))
    return found


def check_session(stage: Stage, attached: Attached) -> None:
    """One conversation is one session, and says what the program heard."""
    session = attached.ended()
    text = stage.application.call("session_export", session=session, format="own")["text"]
    text = json.dumps(json.loads(text), ensure_ascii=False)
    for said in (QUESTION, INSTRUCTIONS, LOOK, DONE, *(get_weather(city) for city in CITIES)):
        assert said in text, (said, text)


def conversations_at_once_do_not_mix(stage: Stage) -> None:
    attached, seen = at_once(stage, [f"{QUESTION} I am number {number}." for number in range(3)])
    equal(seen, 3 * [Seen([LOOK, DONE], cities(*CITIES))])
    equal((len(attached.now()["sessions"]), len(stage.upstream.requests)), (3, 6))


def equal_requests_at_once_are_each_answered(stage: Stage) -> None:
    """None of them is a retry: every program still waits."""
    _, seen = at_once(stage, 3 * [QUESTION])
    equal(seen, 3 * [Seen([LOOK, DONE], cities(*CITIES))])
    equal(len(stage.upstream.requests), 6)


def at_once(stage: Stage, questions: list[str]) -> tuple[Attached, list[Seen]]:
    calls, last = stage.answer(LOOK, *CITIES), stage.answer(DONE)
    stage.upstream.answers_by(lambda request: last if b"4 degrees" in request.body else calls)
    attached = stage.attached()
    talks = [stage.talks(attached, question=question) for question in questions]
    return attached, [talk.result(20) for talk in talks]


# Stopped


def arguments_are_edited(stage: Stage) -> None:
    stage.scripted()
    attached = stage.attached(stops=("beforeCall",))
    talk = stage.talks(attached)
    attached.decide("beforeCall", type="editArguments", raw='{"city": "Tromsø"}')
    attached.decide("beforeCall", type="continue")
    equal(talk.result(20), Seen([LOOK, DONE], cities("Tromsø", "Bergen")))
    sent = stage.upstream.requests[1].body.decode()
    # The provider is sent what the program ran, with its results.
    assert "Troms" in sent and "Bergen: 4 degrees" in sent, sent


def a_call_is_declined_while_another_passes(stage: Stage) -> None:
    stage.scripted()
    attached = stage.attached(stops=("beforeCall",))
    talk = stage.talks(attached)
    attached.decide("beforeCall", type="decline", reason="Oslo is nobody's business")
    attached.decide("beforeCall", type="continue")
    equal(talk.result(20), Seen([LOOK, DONE], cities("Bergen")))
    sent = json.dumps(stage.sent(1), ensure_ascii=False)
    assert "Oslo is nobody's business" in sent and "Bergen: 4 degrees" in sent, sent


def a_call_is_dropped_and_another_added(stage: Stage) -> None:
    stage.scripted()
    attached = stage.attached(stops=("beforeCall",))
    talk = stage.talks(attached)
    attached.stop("beforeCall")
    attached.decide("beforeCall", type="addCall", function=attached.offered("get_weather"), raw='{"city": "Vardø"}')
    attached.decide("beforeCall", type="drop")
    equal(attached.lets_go_on(talk, "beforeCall"), Seen([LOOK, DONE], cities("Bergen", "Vardø")))
    sent = json.dumps(stage.sent(1), ensure_ascii=False)
    assert "Vardø: 4 degrees" in sent and "Oslo: 4 degrees" not in sent, sent


def a_call_is_sent_to_another_function(stage: Stage) -> None:
    stage.scripted()
    attached = stage.attached(stops=("beforeCall",))
    talk = stage.talks(attached)
    attached.stop("beforeCall")
    attached.decide("beforeCall", type="sendTo", function=attached.offered("get_tide"))
    seen = attached.lets_go_on(talk, "beforeCall")
    equal((seen, seen.names), (Seen([LOOK, DONE], cities(*CITIES)), ["get_tide", "get_weather"]))
    sent = json.dumps(stage.sent(1), ensure_ascii=False)
    assert "Oslo: high water" in sent and "Oslo: 4 degrees" not in sent and "Bergen: 4 degrees" in sent, sent


def a_condition_stops_one_call_and_lets_another_pass(stage: Stage) -> None:
    stage.scripted()
    is_bergen = {"arguments": [{"path": "/city", "comparison": "equals", "value": "Bergen"}]}
    attached = stage.attached(stops=("beforeCall",), condition=is_bergen)
    talk = stage.talks(attached)
    # A second stop would be answered by nobody.
    attached.decide("beforeCall", type="editArguments", raw='{"city": "Tromsø"}')
    equal(talk.result(20), Seen([LOOK, DONE], cities("Oslo", "Tromsø")))


def an_answer_is_held_with_all_its_calls(stage: Stage) -> None:
    stage.scripted()
    attached = stage.attached(stops=("afterResponse",))
    talk = stage.talks(attached)
    attached.stop("afterResponse")
    attached.decide("afterResponse", type="addCall", function=attached.offered("get_weather"), raw='{"city": "Vardø"}')
    attached.decide("afterResponse", type="continue")
    # The last answer calls nothing, and its end is held as well.
    attached.stop("afterResponse")
    assert not talk.done(), talk.result()
    attached.decide("afterResponse", type="continue")
    equal(talk.result(20), Seen([LOOK, DONE], cities(*CITIES, "Vardø")))
    assert "Vardø: 4 degrees" in json.dumps(stage.sent(1), ensure_ascii=False), stage.sent(1)


def a_request_is_edited(stage: Stage) -> None:
    stage.scripted()
    attached = stage.attached(stops=("beforeRequest",))
    talk = stage.talks(attached)
    attached.stop("beforeRequest")
    messages = attached.messages()
    for message in messages:
        for item in message["items"]:
            if item.get("text") == QUESTION:
                item["text"] = "And in Kirkenes?"
    edit = {"messages": messages, "functions": []}
    attached.decide("beforeRequest", type="editRequest", edit=edit, reach="thisRequest")
    attached.decide("beforeRequest", type="continue")
    equal(talk.result(20), Seen([LOOK, DONE], cities(*CITIES)))
    sent = stage.upstream.requests[0].body.decode()
    assert "And in Kirkenes?" in sent and QUESTION not in sent and "get_weather" not in sent, sent
    assert QUESTION in stage.upstream.requests[1].body.decode(), "only this request was edited"


def a_result_is_edited(stage: Stage) -> None:
    stage.scripted()
    attached = stage.attached(stops=("afterCall",))
    talk = stage.talks(attached)
    output = {"type": "text", "text": "Oslo: 31 degrees"}
    attached.decide("afterCall", type="writeResult", outcome={"type": "returned", "output": output})
    attached.decide("afterCall", type="continue")
    equal(talk.result(20), Seen([LOOK, DONE], cities(*CITIES)))
    sent = json.dumps(stage.sent(1), ensure_ascii=False)
    assert "Oslo: 31 degrees" in sent and "Oslo: 4 degrees" not in sent and "Bergen: 4 degrees" in sent, sent


def calls_that_a_person_answers_never_reach_the_program(stage: Stage) -> None:
    stage.scripted()
    attached = stage.attached(stops=("beforeCall",))
    talk = stage.talks(attached)
    for city in CITIES:
        output = {"type": "text", "text": f"{city}: by hand"}
        attached.decide("beforeCall", type="writeResult", outcome={"type": "returned", "output": output})
    seen = talk.result(20)
    equal((seen.calls, len(seen.texts)), ([], 1))
    # What was streamed before the calls can't be taken back.
    assert seen.texts[0].endswith(DONE), seen
    sent = json.dumps(stage.sent(1), ensure_ascii=False)
    assert "Oslo: by hand" in sent and "Bergen: by hand" in sent, sent


def an_answer_is_written_by_hand(stage: Stage) -> None:
    stage.upstream.answers()
    attached = stage.attached(stops=("beforeRequest",))
    talk = stage.talks(attached)
    attached.stop("beforeRequest")
    call = {"function": attached.offered("get_weather"), "raw": '{"city": "Hamar"}'}
    attached.decide("beforeRequest", type="writeAnswer", text="I ask in Hamar.", calls=[call])
    attached.decide("beforeRequest", type="writeAnswer", text="Hamar is “fine”.", calls=[])
    seen = talk.result(20)
    equal(seen, Seen(["I ask in Hamar.", "Hamar is “fine”."], cities("Hamar")))
    # Nobody has counted, so an estimate takes the place of what its provider would have reported.
    assert all(count > 0 for counts in seen.tokens for count in counts), seen.tokens
    equal(stage.upstream.requests, [])


# Custom tools, whose calls are free text


def free_text_is_as_without_us(stage: Stage) -> None:
    free = of_free_text(stage)
    free.scripted()
    seen = free.directly()
    equal(seen, Seen([LOOK, DONE], [{"input": city} for city in CITIES]))
    direct = free.upstream.requests
    free.scripted()
    equal(free.talk(free.attached()), seen)
    equal([shown(request) for request in free.upstream.requests], [shown(request) for request in direct])


def free_text_is_edited(stage: Stage) -> None:
    free = of_free_text(stage)
    free.scripted()
    attached = free.attached(stops=("beforeCall",))
    talk = free.talks(attached)
    attached.decide("beforeCall", type="editArguments", raw='Tromsø "north"\n')
    attached.decide("beforeCall", type="continue")
    equal(talk.result(20), Seen([LOOK, DONE], [{"input": 'Tromsø "north"\n'}, {"input": "Bergen"}]))
    sent = free.sent(1)
    calls = [call for call in flat(sent) if call.get("input") in ('Tromsø "north"\n', "Bergen")]
    equal(len(calls), 2)
    assert "Bergen: 4 degrees" in json.dumps(sent), sent


def free_text_is_added(stage: Stage) -> None:
    free = of_free_text(stage)
    free.scripted()
    attached = free.attached(stops=("beforeCall",))
    talk = free.talks(attached)
    attached.stop("beforeCall")
    attached.decide("beforeCall", type="addCall", function=attached.offered("get_weather"), raw='{"input": "Vardø"}')
    attached.decide("beforeCall", type="drop")
    seen = attached.lets_go_on(talk, "beforeCall")
    equal(seen, Seen([LOOK, DONE], [{"input": "Bergen"}, {"input": "Vardø"}]))


def of_free_text(stage: Stage) -> Stage:
    return replace(stage, program=Program("openai_free_text", stage.program.protocol, is_custom=True))


def flat(value: object) -> list[dict]:
    """All objects within a value."""
    if isinstance(value, list):
        return [found for member in value for found in flat(member)]
    return [value, *flat(list(value.values()))] if isinstance(value, dict) else []


# Going on from a response by its name


def a_request_that_names_a_response_is_as_without_us(stage: Stage) -> None:
    stage.scripted()
    attached = stage.attached()
    equal(stage.talk(attached, names_response=True), Seen([LOOK, DONE], cities(*CITIES)))
    sent = stage.sent(1)
    equal(sent["previous_response_id"], f"resp_{Answer(LOOK).tag}")
    equal([item["type"] for item in sent["input"]], 2 * ["function_call_output"])
    check_session(stage, attached)


def a_response_that_no_provider_has_is_spelled_out(stage: Stage) -> None:
    stage.upstream.answers(stage.answer(DONE))
    attached = stage.attached(stops=("beforeRequest",))
    talk = stage.talks(attached, names_response=True)
    attached.stop("beforeRequest")
    call = {"function": attached.offered("get_weather"), "raw": '{"city": "Hamar"}'}
    attached.decide("beforeRequest", type="writeAnswer", text="I ask in Hamar.", calls=[call])
    attached.decide("beforeRequest", type="continue")
    equal(talk.result(20), Seen(["I ask in Hamar.", DONE], cities("Hamar")))
    sent = stage.sent(0)
    text = json.dumps(sent["input"], ensure_ascii=False)
    for said in (QUESTION, "I ask in Hamar.", "Hamar: 4 degrees"):
        assert said in text, (said, text)
    assert "previous_response_id" not in sent, sent
    equal(len(attached.now()["sessions"]), 1)


def a_retry_of_a_request_that_names_a_response_joins_it(stage: Stage) -> None:
    stage.scripted()
    attached = stage.attached(stops=("beforeRequest",), onTimeout="hold")
    talk = stage.talks(attached, timeout=1.0, retries=3, names_response=True)
    attached.decide("beforeRequest", type="continue")
    attached.stop("beforeRequest")
    asked = attached.now()["requests"]
    attached.until(lambda now: now["requests"] > asked, "a second attempt")
    # The second attempt finds its conversation meanwhile.
    time.sleep(0.3)
    attached.decide("beforeRequest", type="continue")
    equal(talk.result(20), Seen([LOOK, DONE], cities(*CITIES)))
    equal((len(stage.upstream.requests), len(attached.now()["sessions"])), (2, 1))


# Held for long


def a_held_stream_outlasts_the_patience_of_its_client(stage: Stage) -> None:
    outlasts(stage, "beforeRequest")


def a_held_call_outlasts_the_patience_of_its_client(stage: Stage) -> None:
    outlasts(stage, "beforeCall")


def outlasts(stage: Stage, place: str) -> None:
    stage.scripted()
    attached = stage.attached(stops=(place,))
    talk = stage.talks(attached, timeout=1.5)
    attached.stop(place)
    time.sleep(3)
    attached.decide(place, type="continue")
    attached.decide(place, type="continue")
    equal(talk.result(20), Seen([LOOK, DONE], cities(*CITIES)))
    equal(len(stage.upstream.requests), 2)


def a_held_request_goes_on_before_its_client_gives_up(stage: Stage) -> None:
    """Nothing keeps a whole response alive, so it goes on unchanged where the client says how long it waits."""
    stage.scripted()
    attached = stage.attached(stops=("beforeRequest",))
    equal(stage.talk(attached, timeout=4.0), Seen([LOOK, DONE], cities(*CITIES)))
    equal(len(stage.upstream.requests), 2)


def a_held_request_fails_on_purpose_before_its_client_gives_up(stage: Stage) -> None:
    stage.upstream.answers()
    attached = stage.attached(stops=("beforeRequest",), onTimeout="fail")
    error = raised(lambda: stage.talk(attached, timeout=4.0))
    assert "504" in error and "timed out" not in error, error
    equal(stage.upstream.requests, [])


def a_request_that_stays_held_is_given_up_by_its_client(stage: Stage) -> None:
    stage.upstream.answers()
    attached = stage.attached(stops=("beforeRequest",), onTimeout="hold")
    error = raised(lambda: stage.talk(attached, timeout=1.0))
    assert "timed out" in error, error
    equal(stage.upstream.requests, [])


def a_retry_of_a_held_request_joins_it(stage: Stage) -> None:
    stage.scripted()
    attached = stage.attached(stops=("beforeRequest",), onTimeout="hold")
    talk = stage.talks(attached, timeout=0.3 if stage.streams else 1.0, retries=2)
    attached.until(lambda now: now["requests"] >= 2, "a second attempt")
    attached.decide("beforeRequest", type="continue")
    attached.decide("beforeRequest", type="continue")
    equal(talk.result(20), Seen([LOOK, DONE], cities(*CITIES)))
    equal(len(stage.upstream.requests), 2)


# Faults


def a_planned_refusal_is_met_by_the_retry_of_the_client(stage: Stage) -> None:
    stage.scripted()
    fault = {"type": "refused", "status": 429, "message": "Slow down.", "retryAfter": 1}
    attached = stage.attached(fault={"fault": fault, "requests": 1})
    began = time.monotonic()
    equal(stage.talk(attached, retries=2), Seen([LOOK, DONE], cities(*CITIES)))
    waited = time.monotonic() - began
    assert stage.program.protocol == "gemini" or waited >= 1, f"it waited for {waited} s"
    equal(len(stage.upstream.requests), 2)


def a_planned_refusal_is_an_error_of_the_provider(stage: Stage) -> None:
    stage.upstream.answers()
    fault = {"type": "refused", "status": 429, "message": "Slow down, please.", "retryAfter": 1}
    attached = stage.attached(fault={"fault": fault, "requests": 1})
    error = raised(lambda: stage.talk(attached))
    assert "Slow down, please." in error and "429" in error, error
    equal(stage.upstream.requests, [])


def a_planned_cut_is_met_by_the_retry_of_the_client(stage: Stage) -> None:
    stage.scripted()
    attached = stage.attached(fault={"fault": {"type": "cut"}, "requests": 1})
    if stage.program.protocol == "gemini":
        # Google's library sends again what was refused, and nothing that got no status.
        check_cut(raised(lambda: stage.talk(attached, retries=2)))
    equal(stage.talk(attached, retries=2), Seen([LOOK, DONE], cities(*CITIES)))
    equal(len(stage.upstream.requests), 2)


def a_planned_cut_within_an_answer_is_an_error_of_the_connection(stage: Stage) -> None:
    stage.upstream.answers()
    attached = stage.attached(fault={"fault": {"type": "cutWithin"}, "requests": 1})
    check_cut(raised(lambda: stage.talk(attached)))
    equal(stage.upstream.requests, [])


def a_planned_late_answer_is_late_and_whole(stage: Stage) -> None:
    stage.scripted()
    attached = stage.attached(fault={"fault": {"type": "late", "milliseconds": 700}, "requests": 1})
    began = time.monotonic()
    equal(stage.talk(attached), Seen([LOOK, DONE], cities(*CITIES)))
    waited = time.monotonic() - began
    assert waited >= 0.7, f"it waited for {waited} s"
    equal(len(stage.upstream.requests), 2)


def a_planned_late_answer_is_a_time_out_of_a_client_that_waits_less(stage: Stage) -> None:
    stage.upstream.answers()
    attached = stage.attached(fault={"fault": {"type": "late", "milliseconds": 3000}, "requests": 1})
    error = raised(lambda: stage.talk(attached, timeout=1.0))
    assert "timed out" in error, error
    equal(stage.upstream.requests, [])


def a_planned_malformed_answer_is_none_to_the_client(stage: Stage) -> None:
    stage.upstream.answers()
    attached = stage.attached(fault={"fault": {"type": "malformedJson"}, "requests": 1})
    check_unreadable(raised(lambda: stage.talk(attached)))
    equal(stage.upstream.requests, [])


def a_malformed_call_is_none_to_the_client(stage: Stage) -> None:
    stage.upstream.answers(stage.answer(LOOK, *CITIES))
    attached = stage.attached(functionFaults=[stage.fault_of_function(type="malformedJson")])
    check_unreadable(raised(lambda: stage.talk(attached)))
    equal(len(stage.upstream.requests), 1)


def a_refused_call_is_met_by_the_retry_of_the_client(stage: Stage) -> None:
    stage.upstream.answers(stage.answer(LOOK, *CITIES), stage.answer(LOOK, *CITIES), stage.answer(DONE))
    fault = stage.fault_of_function(type="refused", status=429, message="Slow down.", retryAfter=1)
    attached = stage.attached(functionFaults=[fault])
    equal(stage.talk(attached, retries=2), Seen([LOOK, DONE], cities(*CITIES)))
    equal((len(stage.upstream.requests), attached.now()["settings"].get("functionFaults", [])), (3, []))


def a_call_that_is_cut_is_an_error_of_the_connection(stage: Stage) -> None:
    stage.upstream.answers(stage.answer(LOOK, *CITIES))
    attached = stage.attached(functionFaults=[stage.fault_of_function(type="cut")])
    check_cut(raised(lambda: stage.talk(attached)))


# Answered by others


def another_model_answers_in_the_protocol_of_the_program(stage: Stage) -> None:
    stage.upstream.answers()
    models = stage.application.call("overview")["models"]
    model = next(model["model"] for model in models if "stand-in" in model["model"])
    attached = stage.attached(answerer={"type": "model", "model": model})
    seen = stage.talk(attached)
    equal((seen.calls, seen.texts[0], len(seen.texts)), (cities("Narvik"), "I look there.", 2))
    assert seen.texts[1].startswith("Narvik: ") and "4 degrees, wind from the west" in seen.texts[1], seen
    equal(stage.upstream.requests, [])


def a_recorded_session_answers_offline(stage: Stage) -> None:
    stage.scripted()
    recorded = stage.attached()
    seen = stage.talk(recorded)
    session = recorded.ended()
    stage.upstream.answers()
    attached = stage.attached(answerer={"type": "session", "session": session})
    equal(stage.talk(attached), seen)
    equal(stage.upstream.requests, [])


def strangers_get_nothing(stage: Stage) -> None:
    stage.upstream.answers()
    attached = stage.attached()
    base = attached.bases[stage.program.protocol]
    secret = urlsplit(base).path.split("/")[1]
    request = Request(
        "POST", "/chat/completions", [("content-type", "application/json")], b'{"model":"m","messages":[]}'
    )
    for wrong, headers in [
        (base, {"origin": "https://attacker.example"}),
        (base, {"origin": "null"}),
        (base, {"host": "attacker.example"}),
        (base, {"host": f"attacker.example:{urlsplit(base).port}"}),
        (base.replace(secret, secret[:-1]), {}),
        (base.replace(secret, secret[:-1] + ("0" if secret[-1] != "0" else "1")), {}),
        (base.replace(f"{secret}/", ""), {}),
    ]:
        status, _, body = raw(wrong, request, **headers)
        assert status in (403, 404) and secret not in body.decode(), (wrong, headers, status, body)
    equal(stage.upstream.requests, [])
    equal(attached.now()["sessions"], [])


def the_end_of_the_application_is_the_end_of_what_it_holds(stage: Stage) -> None:
    """Whether it is closed or killed: the program is told at once, and does not wait."""
    for end in ("terminate", "kill"):
        stage.scripted()
        application = Application(stage.application.server)
        try:
            attached = Attached(application, stage.upstream.address, stops=("beforeRequest",))
            talk = stage.talks(attached)
            attached.stop("beforeRequest")
            getattr(application.process, end)()
            began = time.monotonic()
            error = raised(lambda: talk.result(20))
            assert time.monotonic() - began < 5 and "TimeoutError" not in error, error
        finally:
            application.close()
            shutil.rmtree(application.home)
        stage.upstream.forget()


WHOLE, STREAMED = (False,), (True,)
BOTH = (False, True)

# Each with the ways in which it is tried.
CASES = {
    what_is_watched_is_as_without_us: BOTH,
    what_nobody_understands_passes_as_it_is: BOTH,
    conversations_at_once_do_not_mix: BOTH,
    equal_requests_at_once_are_each_answered: BOTH,
    arguments_are_edited: BOTH,
    a_call_is_declined_while_another_passes: BOTH,
    a_call_is_dropped_and_another_added: BOTH,
    a_call_is_sent_to_another_function: BOTH,
    a_condition_stops_one_call_and_lets_another_pass: BOTH,
    an_answer_is_held_with_all_its_calls: BOTH,
    a_request_is_edited: BOTH,
    a_result_is_edited: BOTH,
    calls_that_a_person_answers_never_reach_the_program: BOTH,
    an_answer_is_written_by_hand: BOTH,
    a_held_stream_outlasts_the_patience_of_its_client: STREAMED,
    a_held_call_outlasts_the_patience_of_its_client: STREAMED,
    a_held_request_goes_on_before_its_client_gives_up: WHOLE,
    a_held_request_fails_on_purpose_before_its_client_gives_up: WHOLE,
    a_request_that_stays_held_is_given_up_by_its_client: WHOLE,
    a_retry_of_a_held_request_joins_it: BOTH,
    a_planned_refusal_is_met_by_the_retry_of_the_client: BOTH,
    a_planned_refusal_is_an_error_of_the_provider: BOTH,
    a_planned_cut_is_met_by_the_retry_of_the_client: BOTH,
    a_planned_cut_within_an_answer_is_an_error_of_the_connection: BOTH,
    a_planned_late_answer_is_late_and_whole: BOTH,
    a_planned_late_answer_is_a_time_out_of_a_client_that_waits_less: BOTH,
    a_planned_malformed_answer_is_none_to_the_client: BOTH,
    a_malformed_call_is_none_to_the_client: BOTH,
    a_refused_call_is_met_by_the_retry_of_the_client: BOTH,
    a_call_that_is_cut_is_an_error_of_the_connection: BOTH,
    another_model_answers_in_the_protocol_of_the_program: BOTH,
    a_recorded_session_answers_offline: BOTH,
    strangers_get_nothing: BOTH,
    the_end_of_the_application_is_the_end_of_what_it_holds: BOTH,
}

# Cases of one program alone.
OF_FREE_TEXT = {free_text_is_as_without_us: BOTH, free_text_is_edited: BOTH, free_text_is_added: BOTH}
OWN_CASES = {
    "openai-chat": OF_FREE_TEXT,
    "openai-responses": {
        **OF_FREE_TEXT,
        a_request_that_names_a_response_is_as_without_us: BOTH,
        a_response_that_no_provider_has_is_spelled_out: BOTH,
        a_retry_of_a_request_that_names_a_response_joins_it: WHOLE,
    },
}

# Those before aimock, which nobody here wrote.
CASES_BY_OTHERS = {
    arguments_are_edited: BOTH,
    a_result_is_edited: BOTH,
    an_answer_is_written_by_hand: BOTH,
    a_held_call_outlasts_the_patience_of_its_client: STREAMED,
    a_held_request_goes_on_before_its_client_gives_up: WHOLE,
    a_retry_of_a_held_request_joins_it: BOTH,
    a_planned_refusal_is_met_by_the_retry_of_the_client: BOTH,
    a_malformed_call_is_none_to_the_client: BOTH,
    a_refused_call_is_met_by_the_retry_of_the_client: BOTH,
    a_call_that_is_cut_is_an_error_of_the_connection: BOTH,
}
