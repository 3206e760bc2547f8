"""The application as a person uses it: over its contract."""

import json
import os
import re
import subprocess
import tempfile
import threading
import time
import urllib.error
import urllib.request
from concurrent.futures import Future
from pathlib import Path

from collector import Collector

# Seconds.
PATIENCE = 15

SCRIPT = """{"format": 1, "title": "Stand-in"}
{"type": "text", "delta": "I look "}
{"type": "text", "delta": "there."}
{"type": "call", "id": "s1", "name": "get_weather"}
{"type": "arguments", "delta": "{\\"city\\": "}
{"type": "arguments", "delta": "\\"Narvik\\"}"}
{"type": "end"}
{"type": "text", "delta": "Narvik: {{s1}}."}
{"type": "end"}
"""


class Application:
    def __init__(
        self, server: str, home: Path | None = None, collector: Collector | None = None, **more_scripts: str
    ) -> None:
        self.server = server
        self.collector = collector
        self.home = home or Path(tempfile.mkdtemp(prefix="callwright-attached-"))
        scripts = self.home / "callwright" / "scripts"
        scripts.mkdir(parents=True, exist_ok=True)
        for name, script in {"stand-in": SCRIPT, **more_scripts}.items():
            (scripts / f"{name}.jsonl").write_text(script)
        page = self.home / "page"
        page.mkdir(exist_ok=True)
        (page / "index.html").write_text("<!doctype html><title>Callwright</title>")
        environment = {
            **os.environ,
            "CALLWRIGHT_HOME": str(self.home / "callwright"),
            "CALLWRIGHT_ALIVE_MILLIS": "500",
            "CALLWRIGHT_LOG": "trace",
            **(collector.variables if collector else {}),
        }
        self.process = subprocess.Popen(
            [server, "attachable", str(page)], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        self.log: list[str] = []
        self.replies: list[str] = []
        self.address, self.token = self.announced()
        threading.Thread(target=self.drain, daemon=True).start()

    def announced(self) -> tuple[str, str]:
        for line in self.process.stdout:
            self.log.append(line)
            if found := re.search(r"(http://[\d.:]+)/#token=(\w+)", line):
                return found.groups()
        raise AssertionError(f"it ended:\n{''.join(self.log)}")

    def drain(self) -> None:
        self.log.extend(self.process.stdout)

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(PATIENCE)

    def request(self, path: str, body: object) -> urllib.request.Request:
        headers = {"content-type": "application/json", "authorization": f"Bearer {self.token}"}
        return urllib.request.Request(f"{self.address}{path}", data=json.dumps(body).encode(), headers=headers)

    def call(self, command: str, **arguments: object) -> dict:
        request = self.request("/api/call", {"command": command, "args": arguments})
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as response:
                reply = response.read().decode()
        except urllib.error.HTTPError as error:
            self.replies.append(error.read().decode())
            raise AssertionError(f"{command}: {self.replies[-1][:800]}") from None
        self.replies.append(reply)
        return json.loads(reply)


class Attached:
    """A program that is attached, at an address of its own."""

    def __init__(self, application: Application, upstream: str, **settings: object) -> None:
        self.application = application
        # What the program says meanwhile.
        self.talking: Future | None = None
        self.answered: set[tuple[str, int]] = set()
        upstreams = {"openai": f"{upstream}/v1", "anthropic": upstream, "gemini": upstream}
        program = application.call("program_attach", title="Program", upstreams=upstreams)
        self.id, self.settings = program["id"], program["settings"]
        texts = [line["text"] for line in program["lines"]]
        named = dict(text.split("=", 1) for text in texts if re.match(r"[A-Z_]+=\S+$", text))
        self.bases = {
            "chat": named["OPENAI_BASE_URL"],
            "responses": named["OPENAI_BASE_URL"],
            "messages": named["ANTHROPIC_BASE_URL"],
            "gemini": named["GOOGLE_GEMINI_BASE_URL"],
        }
        if settings:
            self.change(**settings)

    def change(self, stops: tuple[str, ...] = (), condition: dict | None = None, **settings: object) -> None:
        breakpoints = [
            {**point, "isEnabled": point["place"] in stops, "condition": condition or {}}
            for point in self.settings["breakpoints"]
        ]
        self.settings = {**self.settings, "breakpoints": breakpoints, **settings}
        self.application.call("program_change", program=self.id, title="Program", settings=self.settings)

    def now(self) -> dict:
        programs = self.application.call("attached_list")["programs"]
        return next(program for program in programs if program["id"] == self.id)

    def until(self, found, what: str):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            now = self.now()
            if value := found(now):
                return value
            time.sleep(0.02)
        raise AssertionError(f"there was never {what}: {now['requests']} requests, held {now['held']}")

    def log(self, session: str) -> list[dict]:
        read = self.application.call("log_read", session=session, to=1_000_000, most=1000)
        return read["entries"]

    def ended(self) -> str:
        """The only session, once its turn is over: a program may have its answer a moment before."""

        def found(now: dict) -> str | None:
            [session] = now["sessions"]
            events = [(entry["event"].get("note") or {}).get("event") or {} for entry in self.log(session)]
            types = [event["type"] for event in events if event.get("type") in ("began", "ended")]
            return session if types[-1:] == ["ended"] else None

        return self.until(found, "an end of the turn")

    def messages(self) -> list[dict]:
        """What was said in the latest conversation."""
        [session, *_] = self.now()["sessions"]
        events = [entry["event"] for entry in self.log(session)]
        return [event["message"] for event in events if event["type"] == "messageAdded"]

    def lets_go_on(self, talk: Future, place: str):
        """Lets whatever stops there go on, and returns what the program saw."""
        while not talk.done():
            if self.now()["held"]:
                self.decide(place, type="continue")
            time.sleep(0.02)
        return talk.result()

    def offered(self, function: str) -> dict:
        """The name of a function that the latest conversation offers. Some programs put that of a plugin before it."""
        [session, *_] = self.now()["sessions"]
        notes = [entry["event"].get("note") or {} for entry in self.log(session)]
        defined = next(note["settings"]["defined"] for note in notes if note.get("settings", {}).get("defined"))
        return next(spec["name"] for spec in defined if spec["name"]["function"].endswith(function))

    def stop(self, place: str) -> tuple[str, dict]:
        """The next stop that nobody answered, once there is one, with its turn."""

        def found(now: dict) -> tuple[str, dict] | None:
            for held in now["held"]:
                turn = held["turn"]
                pauses = [
                    pause
                    for pause in self.pauses(held["session"], turn)
                    if (turn, pause["number"]) not in self.answered
                ]
                if pauses:
                    return turn, pauses[-1]
            if self.talking and self.talking.done():
                raise AssertionError(f"it never stopped at {place}, and the program saw {self.talking.result()}")
            return None

        turn, pause = self.until(found, f"a stop at {place}")
        assert pause["place"]["type"] == place, pause
        return turn, pause

    def pauses(self, session: str, turn: str) -> list[dict]:
        notes = [entry["event"]["note"] for entry in self.log(session) if entry["event"]["type"] == "noted"]
        events = [note["event"] for note in notes if note.get("turn") == turn]
        return [event["pause"] for event in events if event["type"] == "paused"]

    def decide(self, place: str, **decision: object) -> None:
        """Answers the next stop."""
        turn, pause = self.stop(place)
        # The turn stays where it stands once a call was added.
        if decision["type"] != "addCall":
            self.answered.add((turn, pause["number"]))
        answer = {"pause": pause["number"], "decision": decision, "others": [], "pace": "run"}
        self.application.call("turn_answer", turn=turn, answer=answer)
