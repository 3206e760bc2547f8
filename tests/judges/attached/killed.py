"""The application is killed while programs stream and wait: `killed.py SERVER`.

What its feeds have shown until then must be there when it starts again, and no program may go on waiting.
"""

import http.client
import json
import shutil
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path

from answers import Answer, Call, reply
from application import Application, Attached
from programs import PROGRAMS, Setting
from upstream import Request, Upstream

# Seconds after the first entry was shown: while a request is placed, in the midst of streams, while everything waits.
MOMENTS = [0.0, 0.1, 0.5, 1.5]
# Seconds in which a program has to hear of it.
SOON = 5
KEY = "sk-none"
# Events that a message takes the place of, once it is whole.
PIECES = {"itemStarted", "textDelta", "reasoningDelta", "argumentsDelta"}
WORDS = "One after the other come the words of an answer. " * 50


class Shown:
    """The entries of a session that its feed has shown."""

    def __init__(self, application: Application, session: str) -> None:
        self.session, self.entries = session, []
        follow = [{"session": session, "after": 0}]
        self.request = application.request("/api/follow", follow)
        self.thread = threading.Thread(target=self.follow, daemon=True)
        self.thread.start()

    def follow(self) -> None:
        try:
            with urllib.request.urlopen(self.request, timeout=60) as feed:
                for line in feed:
                    item = json.loads(line).get("item") or {}
                    self.entries += item.get("entries", []) + item.get("window", {}).get("entries", [])
        except (OSError, http.client.HTTPException, json.JSONDecodeError):
            # The feed breaks off, perhaps within a line.
            return


def answer(request: Request):
    if b"Stream" in request.body:
        # The first piece of a text has half of it.
        pieces = [reply("chat", Answer(2 * f"{word} "), True).pieces[1] for word in WORDS.split()]
        whole = reply("chat", Answer(""), True)
        return replace(whole, pieces=[whole.pieces[0], *pieces, *whole.pieces[1:]], pause=0.01)
    return reply("chat", Answer("Let me look.", [Call("call_1", "get_weather", {"city": "Oslo"})]), True)


def talks(attached: Attached, question: str) -> Future:
    talk: Future = Future()

    def run() -> None:
        setting = Setting(attached.bases["chat"], KEY, True, question=question, timeout=30)
        try:
            talk.set_result(PROGRAMS["openai-chat"].talk(setting))
        except Exception as error:
            talk.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    return talk


def shown_until(application: Application, programs: list[Attached], moment: float) -> list[Shown]:
    """Follows every conversation until it is time, and kills the application."""
    shown: dict[str, Shown] = {}
    begun = None
    while begun is None or time.monotonic() - begun < moment:
        listed = application.call("attached_list")["programs"]
        for session in (session for program in listed for session in program["sessions"]):
            if session not in shown:
                shown[session] = Shown(application, session)
        if begun is None and any(followed.entries for followed in shown.values()):
            begun = time.monotonic()
    application.process.kill()
    for followed in shown.values():
        followed.thread.join(SOON)
        assert not followed.thread.is_alive(), "a feed outlives the application"
    return list(shown.values())


def check(server: str, moment: float, home: Path) -> int:
    upstream = Upstream()
    upstream.answers_by(answer)
    application = Application(server, home)
    watched = Attached(application, upstream.address)
    held = Attached(application, upstream.address, stops=("beforeCall",))
    waiting = Attached(application, upstream.address, stops=("beforeRequest",))
    conversations = [(watched, "Stream this."), (watched, "Stream that."), (held, "Call."), (waiting, "Wait.")]
    talking = [talks(attached, question) for attached, question in conversations]
    shown = shown_until(application, [watched, held, waiting], moment)
    killed = time.monotonic()
    for talk in talking:
        error = talk.exception(timeout=SOON)
        assert error and "Timeout" not in type(error).__name__, error or talk.result()
    assert time.monotonic() - killed < SOON
    application.close()
    again = Application(server, home)
    try:
        for followed in shown:
            check_kept(again, followed)
    finally:
        again.close()
        upstream.close()
    return sum(len(followed.entries) for followed in shown)


def check_kept(again: Application, followed: Shown) -> None:
    log = again.call("log_read", session=followed.session, to=1_000_000, most=1000)
    kept = {entry["seq"]: entry for entry in log["entries"]}
    gone = [entry for entry in followed.entries if kept.get(entry["seq"]) != entry]
    # The pieces of a message are left out where the whole message is there.
    events = [entry["event"]["note"]["event"] for entry in gone]
    strangers = [event for event in events if event["type"] not in PIECES]
    assert not strangers, (followed.session, strangers)
    words = "".join(event["text"] for event in events if event["type"] == "textDelta")
    messages = [entry["event"]["message"] for entry in log["entries"] if entry["event"]["type"] == "messageAdded"]
    assert any(words in item.get("text", "") for message in messages for item in message["items"]), (words, messages)


def main() -> None:
    [server] = sys.argv[1:]
    for moment in MOMENTS:
        home = Path(tempfile.mkdtemp(prefix="callwright-killed-"))
        entries = check(server, moment, home)
        shutil.rmtree(home)
        print(f"ok {moment} s: {entries} entries", flush=True)


if __name__ == "__main__":
    main()
