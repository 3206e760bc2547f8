"""Programs that can't be pointed at the application and export spans instead: `instrumented.py SERVER INSTRUMENTATION`.

The spans come from instrumentations that others wrote. First they leave out what was said, and the application names the
switch that turns it on. With that switch each conversation has to become a session, and the session has to run again.
"""

import os
import shutil
import subprocess
import sys
import time
import traceback
from pathlib import Path

from answers import Answer, Call, reply
from application import PATIENCE, Application
from programs import FUNCTIONS, INSTRUCTIONS, PROGRAMS, QUESTION, SCHEMA, get_weather
from upstream import Request, Upstream

EXPORTING = Path(__file__).with_name("exporting.py")
LOOK, DONE = "Let me look.", "Both have 4 degrees."
CITIES = ["Oslo", "Bergen"]

# A model that calls the function as the program's did.
AGAIN = """{"format": 1, "title": "Again"}
{"type": "call", "id": "s1", "name": "get_weather"}
{"type": "arguments", "delta": "{\\"city\\": \\"Oslo\\"}"}
{"type": "end"}
{"type": "text", "delta": "Oslo: {{s1}}."}
{"type": "end"}
"""

# The programs that an instrumentation reads. OpenTelemetry's logs what was said, as messages or whole, where it is told to.
PROGRAMS_OF = {
    "opentelemetry": ["openai-chat"],
    "opentelemetry+messages": ["openai-chat"],
    "opentelemetry+details": ["openai-chat"],
    "openllmetry": ["openai-chat", "openai-responses", "anthropic"],
    "openinference": ["openai-chat", "openai-responses", "anthropic"],
    # The library itself.
    "anthropic": ["anthropic"],
}
# The tokens that the provider counts for a request.
TOKENS = {"openai-chat": 71, "openai-responses": 70, "anthropic": 612}
# The variables that keep content out of spans. Those of OpenTelemetry and Anthropic need none.
SILENT = {
    "opentelemetry": {},
    "opentelemetry+messages": {},
    "opentelemetry+details": {},
    "anthropic": {},
    "openllmetry": {"TRACELOOP_TRACE_CONTENT": "false"},
    "openinference": {"OPENINFERENCE_HIDE_INPUTS": "true", "OPENINFERENCE_HIDE_OUTPUTS": "true"},
}

# The variables that turn content on, where they are others than the application asks for.
CAPTURE = "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"
LOGGED = {
    "opentelemetry+messages": {CAPTURE: "true"},
    "opentelemetry+details": {
        "OTEL_SEMCONV_STABILITY_OPT_IN": "gen_ai_latest_experimental",
        "OTEL_INSTRUMENTATION_GENAI_EMIT_EVENT": "true",
        CAPTURE: "EVENT_ONLY",
    },
}


class Exported:
    """What one program exported, as the application has it."""

    def __init__(self, application: Application, instrumentation: str, program: str) -> None:
        self.application, self.instrumentation, self.program = application, instrumentation, program
        self.port = application.call("receiver_set", port=0)["receiver"]["port"]

    def close(self) -> None:
        self.application.call("receiver_set", port=None)

    def receiver(self) -> dict:
        return self.application.call("attached_list")["receiver"]

    def runs(self, *ways: str, **switches: str) -> None:
        upstream = Upstream()
        protocol = PROGRAMS[self.program].protocol
        calls = [Call(f"call_{place}X", "get_weather", {"city": city}) for place, city in enumerate(CITIES)]

        def answer(request: Request):
            # Responses with equal ids are one to an instrumentation, and ids are made from texts.
            [way] = [way for way in ways if way.encode() in request.body]
            is_last = b"4 degrees" in request.body
            said = Answer(f"{DONE} {way}") if is_last else Answer(f"{LOOK} {way}", calls)
            return reply(protocol, said, b'"stream":true' in request.body.replace(b" ", b""))

        upstream.answers_by(answer)
        base = upstream.address + ("/v1" if protocol in ("chat", "responses") else "")
        environment = {
            **os.environ,
            **SILENT[self.instrumentation],
            "OTEL_EXPORTER_OTLP_ENDPOINT": f"http://127.0.0.1:{self.port}",
            "OTEL_EXPORTER_OTLP_COMPRESSION": "gzip",
            **switches,
        }
        command = [sys.executable, str(EXPORTING), self.instrumentation, self.program, base, *ways]
        ended = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
        upstream.close()
        assert ended.returncode == 0, ended.stderr[-3000:]

    def switches(self) -> dict[str, str]:
        """The variables that the application asks for, as a person would read them."""
        problems = self.receiver()["problems"]
        [text] = {problem["values"]["switch"] for problem in problems if problem["id"].endswith("left-out")}
        words = text.split(" (")[0].split()
        return dict(word.split("=", 1) for word in words)

    def log(self, session: str) -> list[dict]:
        entries = self.application.call("log_read", session=session, to=1_000_000, most=1000)["entries"]
        return [entry["event"] for entry in entries]


def equal(found: object, wanted: object) -> None:
    assert found == wanted, f"\nfound  {found}\nwanted {wanted}"


def check(exported: Exported) -> None:
    exported.runs("whole+json")
    equal(exported.receiver()["sessions"], [])
    switches = LOGGED.get(exported.instrumentation) or exported.switches()
    ways = ["streamed+protobuf", "whole+json"]
    exported.runs(*ways, **switches)
    sessions = exported.receiver()["sessions"]
    equal(len(sessions), len(ways))
    equal(exported.receiver()["problems"], [])
    asked = [check_session(exported, session) for session in sessions]
    equal(sorted(asked), sorted(f"{QUESTION} ({way})" for way in ways))
    check_again(exported, sessions[0])


def check_session(exported: Exported, session: str) -> str:
    """Looks at all that was said, and returns the question."""
    log = exported.log(session)
    messages = [event["message"] for event in log if event["type"] == "messageAdded"]
    equal([message["role"] for message in messages], ["system", "user", "assistant", "function", "assistant"])
    system, question, look, results, done = messages
    way = text(question).partition(QUESTION)[2].strip(" ()")
    equal([text(message) for message in (system, look, done)], [INSTRUCTIONS, f"{LOOK} {way}", f"{DONE} {way}"])
    calls, results = items(look, "call"), items(results, "result")
    equal([call["arguments"]["value"] for call in calls], [{"city": city} for city in CITIES])
    equal([result["callId"] for result in results], [call["id"] for call in calls])
    equal([result["outcome"]["output"]["text"] for result in results], [get_weather(city) for city in CITIES])
    equal({named["function"]["name"]["function"] for named in calls + results}, {"get_weather"})
    models = {"gpt-5.6-sol", "gpt-5.6-sol-2026-08-01", "claude-opus-5-5"}
    assert {look["author"]["model"], done["author"]["model"]} <= models, messages
    [defined] = [event["note"]["settings"]["defined"] for event in log if "settings" in event.get("note", {})]
    # Not every instrumentation says what is offered. Calls do.
    names = {function["name"]["function"] for function in defined}
    assert {"get_weather"} <= names <= FUNCTIONS.keys(), defined
    assert defined[0]["parameters"]["properties"]["city"]["type"] == SCHEMA["properties"]["city"]["type"], defined
    check_turns(exported, session)
    return text(question)


def check_turns(exported: Exported, session: str) -> None:
    """Each request has its tokens and its time."""
    told = events(exported, session)
    usages = [event["usage"] for event in told if event["type"] == "responseReceived"]
    equal([usage["input"] for usage in usages], [TOKENS[exported.program]] * 2)
    assert all(usage["output"] > 0 for usage in usages), usages
    equal([event["outcome"]["type"] for event in told if event["type"] == "ended"], ["answered"] * 2)


def text(message: dict) -> str:
    return "".join(item["text"] for item in message["items"] if item["type"] == "text")


def items(message: dict, kind: str) -> list[dict]:
    return [item[kind] for item in message["items"] if kind in item]


def check_again(exported: Exported, session: str) -> None:
    """A lane beside it asks another model the same, and has what the program got for the same arguments."""
    application = exported.application
    models = application.call("overview")["models"]
    model = next(model["model"] for model in models if model["title"] == "Again")
    comparison = application.call("comparison_create", session=session, model=model)
    fork = comparison["lanes"][-1]["session"]
    said = [event["message"] for event in exported.log(fork) if event["type"] == "messageAdded"]
    [question] = [message["id"] for message in said if message["role"] == "user"]
    again = {"type": "message", "message": question}
    turn = application.call("turn_rerun", session=fork, **{"from": again})
    # A session of one's own stops before its calls.
    pause = until(exported, fork, "paused")["pause"]
    assert pause["reason"] == "breakpoint", pause
    answer = {"pause": pause["number"], "decision": {"type": "continue"}, "others": [], "pace": "run"}
    application.call("turn_answer", turn=turn, answer=answer)
    until(exported, fork, "ended")
    [outcome] = [event["outcome"] for event in events(exported, fork) if event["type"] == "callEnded"]
    equal(outcome["output"]["text"], get_weather("Oslo"))


def until(exported: Exported, session: str, kind: str) -> dict:
    end = time.monotonic() + PATIENCE
    while not (found := [event for event in events(exported, session) if event["type"] == kind]):
        assert time.monotonic() < end, (kind, events(exported, session))
        time.sleep(0.02)
    return found[0]


def events(exported: Exported, session: str) -> list[dict]:
    notes = [event.get("note") or {} for event in exported.log(session)]
    return [note["event"] for note in notes if "event" in note]


def passes(application: Application, instrumentation: str, program: str) -> bool:
    exported = Exported(application, instrumentation, program)
    try:
        check(exported)
        how = "ok"
    except Exception as error:
        print("".join(traceback.format_exception(error)[-6:])[-3000:], exported.receiver(), sep="\n")
        how = "FAILED"
    exported.close()
    print(f"{how} {instrumentation} {program}", flush=True)
    return how == "ok"


def main() -> None:
    server, instrumentation = sys.argv[1:]
    application = Application(server, again=AGAIN)
    try:
        failed = [
            program for program in PROGRAMS_OF[instrumentation] if not passes(application, instrumentation, program)
        ]
    finally:
        application.close()
        shutil.rmtree(application.home)
    sys.exit(f"{failed} failed" if failed else 0)


if __name__ == "__main__":
    main()
