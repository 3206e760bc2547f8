"""A program that `callwright run --without` has started goes on when Callwright is killed: `outliving.py CALLWRIGHT`.

It has three conversations: one through Callwright, one that Callwright holds when it is killed, and one behind that. Without an
argument this is the program.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

from answers import Answer, Call, Reply, reply
from application import Application, Attached
from programs import PROGRAMS, Setting
from upstream import Request, Upstream

# Seconds.
PATIENCE = 20
LOOK, DONE = "Let me look.", "It has 4 degrees."
SEEN = [[LOOK, DONE], [{"city": "Oslo"}]]


class Serving(Application):
    """`callwright serve` in a data folder of its own."""

    def __init__(self, program: str, folder: Path, environment: dict[str, str]) -> None:
        self.replies = []
        page = folder / "page"
        page.mkdir()
        (page / "index.html").write_text("<!doctype html><title>Callwright</title>")
        self.process = subprocess.Popen(
            [program, "serve", "--ui", str(page)], env=environment, stdout=subprocess.PIPE, text=True
        )
        announced = self.process.stdout.readline()
        self.address, self.token = re.search(r"(http://[\d.:]+)/#token=(\w+)", announced).groups()
        # The next line comes when it can be found.
        self.process.stdout.readline()


def answer(request: Request) -> Reply:
    asked = json.loads(request.body)
    is_answered = asked["messages"][-1]["role"] == "tool"
    said = Answer(DONE) if is_answered else Answer(LOOK, [Call("call_0X", "get_weather", {"city": "Oslo"})])
    return reply("chat", said, asked.get("stream", False))


def is_outlived(program: str, folder: Path, upstream: Upstream) -> None:
    environment = {**os.environ, "CALLWRIGHT_HOME": str(folder / "data"), "HOME": str(folder)}
    serving = Serving(program, folder, environment)
    attached = Attached(serving, upstream.address)
    running = subprocess.Popen(
        [program, "run", "--without", "--name", "Program", "--", sys.executable, __file__],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )

    # Whoever waits for a line of a process that hangs reads its end then.
    watchdog = threading.Timer(3 * PATIENCE, running.kill)
    watchdog.start()

    def talks() -> None:
        running.stdin.write("\n")
        running.stdin.flush()

    def seen() -> list:
        return json.loads(running.stdout.readline())

    try:
        talks()
        assert seen() == SEEN
        assert len(attached.now()["sessions"]) == 1, attached.now()
        attached.change(stops=("beforeRequest",))
        talks()
        attached.stop("beforeRequest")
        assert len(upstream.requests) == 2, upstream.requests
        serving.process.kill()
        assert seen() == SEEN
        talks()
        assert seen() == SEEN
        assert len(upstream.requests) == 6, upstream.requests
        _, told = running.communicate(timeout=PATIENCE)
        assert running.returncode == 0, told
    finally:
        watchdog.cancel()
        running.kill()
        serving.process.kill()


def talk_thrice() -> None:
    for streams in (True, False, True):
        sys.stdin.readline()
        seen = PROGRAMS["openai-chat"].talk(Setting(os.environ["OPENAI_BASE_URL"], "sk-none-0123456789", streams))
        print(json.dumps([seen.texts, seen.calls]), flush=True)


def main() -> None:
    [program] = sys.argv[1:]
    upstream = Upstream()
    upstream.answers_by(answer)
    with tempfile.TemporaryDirectory(prefix="callwright-outliving-") as folder:
        is_outlived(program, Path(folder), upstream)
    upstream.close()
    print("ok", flush=True)


if __name__ == "__main__":
    main() if sys.argv[1:] else talk_thrice()
