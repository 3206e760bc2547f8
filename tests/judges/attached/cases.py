"""What happens between a program and its model, and what the program has to see of it."""

import concurrent.futures
import gzip
import http.client
import json
import shutil
import threading
import time
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from answers import EVENTS, JSON, Answer, Call, Reply, reply
from application import Application, Attached
from programs import INSTRUCTIONS, QUESTION, Program, Seen, Setting, get_weather
from upstream import Request, Upstream

KEY = "sk-canary-Zq7W3xT9pLk2VbN8-attached"
LOOK, DONE = "Let me look.", "Both have 4 degrees – “vind” from the west."
CITIES = ["Oslo", "Bergen"]

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


@dataclass
class Stage:
    """One program before one upstream, with the application between them."""

    application: Application
    upstream: Upstream
    program: Program
    streams: bool

    def answer(self, text: str, *cities: str) -> Reply:
        calls = [Call(f"call_{place}X", self.program.function, {"city": city}) for place, city in enumerate(cities)]
        return reply(self.program.protocol, Answer(text, calls), self.streams)

    def scripted(self) -> None:
        """Two calls, and then words."""
        self.upstream.answers(self.answer(LOOK, *CITIES), self.answer(DONE))

    def fault_of_function(self, **fault: object) -> dict:
        return {"function": self.program.function, "fault": fault, "answers": 1}

    def attached(self, **settings: object) -> Attached:
        return Attached(self.application, self.upstream.address, **settings)

    def talk(self, attached: Attached, **more: object) -> Seen:
        return self.program.talk(Setting(attached.bases[self.program.protocol], KEY, self.streams, **more))

    def talks(self, attached: Attached, **more: object) -> concurrent.futures.Future[Seen]:
        """The same while something else is done."""
        future: concurrent.futures.Future[Seen] = concurrent.futures.Future()

        def run() -> None:
            try:
                future.set_result(self.talk(attached, **more))
            except BaseException as error:
                future.set_exception(error)

        threading.Thread(target=run, daemon=True).start()
        attached.talking = future
        return future

    def directly(self) -> Seen:
        version = "/v1" if self.program.protocol in ("chat", "responses") else ""
        return self.program.talk(Setting(self.upstream.address + version, KEY, self.streams))

    def story(self) -> str:
        """What the upstream was asked, for a case that fails."""
        asked = [
            f"{request.method} {request.path} {request.body.decode()[-600:]}" for request in self.upstream.requests
        ]
        programs = self.application.call("attached_list")["programs"][-1:]
        return "\n".join([*asked, str([{**program, "lines": [], "settings": {}} for program in programs])])

    def sent(self, place: int) -> dict:
        return json.loads(self.upstream.requests[place].body)


def equal(found: object, wanted: object) -> None:
    if found != wanted:
        one, other = repr(found), repr(wanted)
        apart = next((at for at, (a, b) in enumerate(zip(one, other)) if a != b), min(len(one), len(other)))
        begin = max(apart - 200, 0)
        raise AssertionError(f"\nfound  …{one[begin : apart + 300]}\nwanted …{other[begin : apart + 300]}")


def cities(*names: str) -> list[dict]:
    return [{"city": name} for name in names]


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
    headers = [(name.lower(), value) for name, value in request.headers]
    passed = sorted(pair for pair in headers if pair[0] not in OF_CONNECTION | OF_ATTEMPT)
    return request.method, request.path, passed, request.body


def check_bytes(stage: Stage, attached: Attached, request: Request) -> None:
    """Sends the same request over a plain connection, with us and without."""
    equal(*reversed(both(stage, attached, request, stage.answer(LOOK, *CITIES))))


def raw(address: str, request: Request, **more: str) -> tuple[int, list, bytes]:
    parts = urlsplit(address)
    connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=20)
    sent = {name: value for name, value in request.headers if name.lower() not in OF_CONNECTION}
    connection.request(request.method, parts.path + request.path, request.body, {**sent, **more})
    response = connection.getresponse()
    body = response.read()
    connection.close()
    headers = [(name.lower(), value) for name, value in response.getheaders() if name.lower() not in OF_CONNECTION]
    return response.status, sorted(headers), body


def what_nobody_understands_passes_as_it_is(stage: Stage) -> None:
    stage.scripted()
    stage.directly()
    [asked, _] = stage.upstream.requests
    attached = stage.attached()
    refused = Reply(
        400, {"content-type": "application/json", "x-request-id": "r"}, [b'{"error":  {"message": "no"}}\n']
    )
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
    attached.decide("beforeCall", type="addCall", function=attached.offered()[0], raw='{"city": "Vardø"}')
    attached.decide("beforeCall", type="drop")
    equal(attached.lets_go_on(talk, "beforeCall"), Seen([LOOK, DONE], cities("Bergen", "Vardø")))
    sent = json.dumps(stage.sent(1), ensure_ascii=False)
    assert "Vardø: 4 degrees" in sent and "Oslo: 4 degrees" not in sent, sent


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
    call = {"function": attached.offered()[0], "raw": '{"city": "Hamar"}'}
    attached.decide("beforeRequest", type="writeAnswer", text="I ask in Hamar.", calls=[call])
    attached.decide("beforeRequest", type="writeAnswer", text="Hamar is “fine”.", calls=[])
    seen = talk.result(20)
    equal(seen, Seen(["I ask in Hamar.", "Hamar is “fine”."], cities("Hamar")))
    # Nobody has counted, so an estimate takes the place of what its provider would have reported.
    assert all(count > 0 for counts in seen.tokens for count in counts), seen.tokens
    equal(stage.upstream.requests, [])


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
    call = {"function": attached.offered()[0], "raw": '{"city": "Hamar"}'}
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
    for place in ("beforeRequest", "beforeCall"):
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


def check_unreadable(error: str) -> None:
    """The error is the one of the JSON parser of Python or of Node."""
    assert "JSONDecodeError" in error or "SyntaxError" in error, error


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


def check_cut(error: str) -> None:
    """The error is the one of httpx, or of undici."""
    assert "RemoteProtocolError" in error or "UND_ERR_SOCKET" in error, error


def raised(run) -> str:
    try:
        seen = run()
    except Exception as error:
        return " ".join(f"{type(cause).__name__} {cause}" for cause in causes(error))
    raise AssertionError(f"no error: {seen}")


def causes(error: BaseException | None) -> list[BaseException]:
    """An error and what led to it: libraries wrap the errors of others."""
    return [error, *causes(error.__cause__ or error.__context__)] if error else []


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
    a_request_is_edited: BOTH,
    a_result_is_edited: BOTH,
    calls_that_a_person_answers_never_reach_the_program: BOTH,
    an_answer_is_written_by_hand: BOTH,
    a_held_stream_outlasts_the_patience_of_its_client: STREAMED,
    a_held_request_goes_on_before_its_client_gives_up: WHOLE,
    a_retry_of_a_held_request_joins_it: BOTH,
    a_planned_refusal_is_met_by_the_retry_of_the_client: BOTH,
    a_planned_refusal_is_an_error_of_the_provider: BOTH,
    a_planned_cut_is_met_by_the_retry_of_the_client: BOTH,
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
OWN_CASES = {
    "openai-responses": {
        a_request_that_names_a_response_is_as_without_us: BOTH,
        a_response_that_no_provider_has_is_spelled_out: BOTH,
        a_retry_of_a_request_that_names_a_response_joins_it: WHOLE,
    },
}
