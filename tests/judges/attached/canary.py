"""The key of a program, looked for wherever the application writes or says something."""

import base64
import json
import urllib.parse

from application import Application

FORMATS = ("own", "openAiChat", "openAiResponses", "anthropic", "gemini", "jsonLines")


def check_key(application: Application, key: str) -> None:
    if application.process.poll() is None:
        export_all(application)
    found = [str(path) for path in application.home.rglob("*") if path.is_file() and has(path.read_bytes(), key)]
    found += [f"log: {line}" for line in application.log if has(line.encode(), key)]
    found += [f"reply: {reply[:500]}" for reply in application.replies if has(reply.encode(), key)]
    if application.collector:
        found += [f"spans: {body}" for body in application.collector.received if has(body, key)]
    assert not found, found


def export_all(application: Application) -> None:
    for program in application.call("attached_list")["programs"]:
        for session in program["sessions"]:
            for format in FORMATS:
                application.call("session_export", session=session, format=format)
            # What went over the wire is packed on disk.
            log = application.call("log_read", session=session, to=2**31, most=10_000)
            for exchange in exchanges_in(log):
                read_exchange(application, exchange)


def read_exchange(application: Application, exchange: str) -> None:
    """A request that somebody else answers never went out."""
    try:
        application.call("exchange_read", exchange=exchange)
    except AssertionError as error:
        assert "no-exchange" in str(error), error


def exchanges_in(value: object) -> set[str]:
    if isinstance(value, list):
        return set().union(*map(exchanges_in, value))
    if not isinstance(value, dict):
        return set()
    own = value.get("exchange")
    return set().union(*map(exchanges_in, value.values()), {own} if isinstance(own, str) else set())


def has(text: bytes, key: str) -> bool:
    """Looks for its end as well: half of it is as bad as all of it."""
    tail = key[len(key) // 2 :]
    ways = [key, tail, json.dumps(tail), urllib.parse.quote(key), base64.b64encode(key.encode()).decode()]
    return any(way.encode() in text for way in ways)
