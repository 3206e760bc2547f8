"""aimock as an upstream: it writes the answers of every protocol as its own authors read them."""

import json
import urllib.request

from answers import Answer
from upstream import Request


class Aimock:
    def __init__(self, address: str) -> None:
        self.address = address

    def reply(self, _protocol: str, answer: Answer, _streams: bool) -> Answer:
        """The server finds the form by the request."""
        return answer

    def answers(self, *answers: Answer) -> None:
        """Says what the next requests are answered with, and forgets the earlier ones."""
        self.control("DELETE", "fixtures")
        self.control("POST", "reset/journal")
        fixtures = [
            {"match": {"hasToolResult": not answer.calls}, "response": response(answer), "chunkSize": 7}
            for answer in answers
        ]
        self.control("POST", "fixtures", {"fixtures": fixtures})

    @property
    def requests(self) -> list[Request]:
        """What it received. Of other protocols the bodies are those of chat completions that mean the same."""
        return [
            Request(
                entry["method"],
                entry["path"],
                list(entry["headers"].items()),
                json.dumps(entry["body"], ensure_ascii=False).encode(),
            )
            for entry in self.control("GET", "journal?limit=1000")
        ]

    def control(self, method: str, path: str, body: object = None):
        data = None if body is None else json.dumps(body).encode()
        asked = urllib.request.Request(f"{self.address}/__aimock/{path}", data=data, method=method)
        with urllib.request.urlopen(asked, timeout=10) as response:
            return json.loads(response.read())

    def forget(self) -> None:
        self.answers()

    def close(self) -> None:
        self.forget()


def response(answer: Answer) -> dict:
    calls = [{"id": call.id, "name": call.name, "arguments": call.arguments} for call in answer.calls]
    return {"content": answer.text, **({"toolCalls": calls} if calls else {})}
