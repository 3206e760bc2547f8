"""A program before an upstream with the application between them, and what cases hold against each other."""

import concurrent.futures
import json
import threading
from dataclasses import dataclass

from answers import Answer, Call
from application import Application, Attached
from by_others import Aimock
from programs import Program, Seen, Setting
from upstream import Upstream

KEY = "sk-canary-Zq7W3xT9pLk2VbN8-attached"
LOOK, DONE = "Let me look.", "Both have 4 degrees – “vind” from the west."
CITIES = ["Oslo", "Bergen"]


@dataclass
class Stage:
    """One program before one upstream, with the application between them."""

    application: Application
    upstream: Upstream | Aimock
    program: Program
    streams: bool

    def answer(self, text: str, *cities: str):
        is_custom = self.program.is_custom
        calls = [
            Call(f"call_{place}X", self.program.function, city if is_custom else {"city": city})
            for place, city in enumerate(cities)
        ]
        return self.upstream.reply(self.program.protocol, Answer(text, calls), self.streams)

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


def check_unreadable(error: str) -> None:
    """The error is the one of the JSON parser of Python or of Node."""
    assert "JSONDecodeError" in error or "SyntaxError" in error, error


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
