"""What `callwright attach --record FILE` leaves behind: `recording.py CALLWRIGHT`.

A program asks its model through the address that the command prints. Then the command is ended by a signal, once between two
requests and once in the middle of a streamed answer, and the files are imported into another data folder.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path

from answers import Answer, Call, reply
from programs import PROGRAMS, QUESTION, Seen, Setting, get_weather
from upstream import Upstream

# Seconds.
PATIENCE = 20
LOOK, DONE = "Let me look.", "It has 4 degrees."
KEY = "sk-canary-Zq7W3xT9pLk2VbN8-recorded"


class Command:
    """`callwright attach` in a data folder of its own."""

    def __init__(self, program: str, folder: Path, upstream: Upstream) -> None:
        self.program, self.folder, self.file = program, folder, folder / "run.json"
        folder.mkdir()
        self.environment = {**os.environ, "CALLWRIGHT_HOME": str(folder / "data"), "HOME": str(folder)}
        addresses = {"OPENAI_BASE_URL": f"{upstream.address}/v1"}
        self.process = subprocess.Popen(
            [program, "attach", "--record", str(self.file)],
            env={**self.environment, **addresses},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        lines = iter(self.process.stdout.readline, "")
        self.base = next(line.split("=", 1)[1].strip() for line in lines if "OPENAI_BASE_URL=" in line)

    def talk(self, question: str) -> Seen:
        return PROGRAMS["openai-chat"].talk(Setting(self.base, KEY, True, question=question))

    def ended_by(self, number: signal.Signals) -> list[list[dict]]:
        """The messages of each file it has written."""
        self.process.send_signal(number)
        try:
            _, said = self.process.communicate(timeout=PATIENCE)
        finally:
            self.process.kill()
        assert self.process.returncode == 0, said
        files = [line.removeprefix("Written: ") for line in said.splitlines() if line.startswith("Written: ")]
        for file in self.folder.rglob("*"):
            assert not file.is_file() or KEY.encode() not in file.read_bytes(), f"{file} has the key"
        return [self.imported(Path(file)) for file in files]

    def imported(self, file: Path) -> list[dict]:
        elsewhere = {**self.environment, "CALLWRIGHT_HOME": str(self.folder / f"of-{file.stem}")}

        def run(*arguments: str) -> str:
            ran = subprocess.run(
                [self.program, *arguments], env=elsewhere, capture_output=True, text=True, timeout=PATIENCE
            )
            assert ran.returncode == 0, (arguments, ran.stdout, ran.stderr)
            return ran.stdout

        run("import", str(file))
        [session] = json.loads(run("sessions", "--json"))
        return json.loads(run("export", session["session"]))["messages"]


def equal(found: object, wanted: object) -> None:
    assert found == wanted, f"\nfound  {found}\nwanted {wanted}"


def said(messages: list[dict]) -> list[str]:
    return ["".join(item.get("text", "") for item in message["items"]) for message in messages]


def roles(messages: list[dict]) -> list[str]:
    return [message["role"] for message in messages]


def every_conversation_is_a_file(program: str, folder: Path) -> None:
    upstream = Upstream()
    command = Command(program, folder, upstream)
    for number in (1, 2):
        calls = Answer(LOOK, [Call("call_0X", "get_weather", {"city": "Oslo"})])
        upstream.answers(reply("chat", calls, True), reply("chat", Answer(DONE), True))
        equal(command.talk(f"{QUESTION} ({number})"), Seen([LOOK, DONE], [{"city": "Oslo"}]))
    recorded = command.ended_by(signal.SIGINT)
    equal(len(recorded), 2)
    for number, messages in enumerate(recorded, 1):
        equal(roles(messages), ["system", "user", "assistant", "function", "assistant"])
        equal([text for text in said(messages)[1:] if text], [f"{QUESTION} ({number})", LOOK, DONE])
        assert get_weather("Oslo") in json.dumps(messages[3]), messages[3]
    equal(command.file.with_stem("run-2").exists(), True)
    upstream.close()


def an_answer_that_is_under_way_ends_as_far_as_it_came(program: str, folder: Path) -> None:
    upstream = Upstream()
    command = Command(program, folder, upstream)
    whole = reply("chat", Answer(DONE), True)
    upstream.answers(replace(whole, pause=0.5))
    talk: Future = Future()

    def run() -> None:
        try:
            talk.set_result(command.talk(QUESTION))
        except Exception as error:
            talk.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    # The first half of the text is the second piece, and has arrived when the third is written.
    while upstream.pieces < 3:
        assert not talk.done(), talk.exception()
        time.sleep(0.02)
    [messages] = command.ended_by(signal.SIGTERM)
    equal(roles(messages), ["system", "user", "assistant"])
    answer = said(messages)[2]
    assert answer and DONE.startswith(answer), answer
    assert isinstance(talk.exception(timeout=PATIENCE), Exception), "half an answer is no answer"
    upstream.close()


def main() -> None:
    [program] = sys.argv[1:]
    with tempfile.TemporaryDirectory(prefix="callwright-recording-") as folder:
        for case in (every_conversation_is_a_file, an_answer_that_is_under_way_ends_as_far_as_it_came):
            case(program, Path(folder) / case.__name__)
            print(f"ok {case.__name__}", flush=True)


if __name__ == "__main__":
    main()
