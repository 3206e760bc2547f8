"""Programs that ask a server by others through the application: `passed.py SERVER ADDRESS PROGRAM…`.

A tap on either side of the application keeps the bodies that pass. What the program sent has to arrive at the server byte by byte,
and what the server answered at the program; and the program has to see what it sees without the application.
"""

import http.server
import os
import shutil
import sys
import threading
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from application import Application, Attached
from cases import equal, passed
from programs import PROGRAMS, QUESTION, Seen, Setting, get_weather
from upstream import Request, send

# What a program asks that names its function as plugins do: the server calls it by that name.
OF_PLUGINS = "What is the weather in Oslo and in Bergen, by the plugin?"
SEEN = Seen(
    ["I ask for both.", "Both have 4 degrees – “vind” from the west."], [{"city": "Oslo"}, {"city": "Bergen"}]
)


@dataclass
class Tap:
    """Passes requests on to an address and keeps the headers and the body of each, and those of its response."""

    address: str
    passed: list[tuple] = field(default_factory=list)
    under_way: int = 0
    ended: threading.Condition = field(default_factory=threading.Condition)

    def __post_init__(self) -> None:
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler(self))
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()

    @property
    def here(self) -> str:
        return f"http://127.0.0.1:{self.server.server_port}{urlsplit(self.address).path}"

    def all_passed(self) -> list[tuple]:
        """What has passed once nothing is under way. A program has its answer before the connection behind it ends."""
        with self.ended:
            assert self.ended.wait_for(lambda: self.under_way == 0, timeout=20), self.under_way
            return self.passed

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


def handler(tap: Tap) -> type:
    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_: object) -> None:
            pass

        def do_POST(self) -> None:
            with tap.ended:
                tap.under_way += 1
            try:
                self.pass_on()
            finally:
                with tap.ended:
                    tap.under_way -= 1
                    tap.ended.notify_all()

        def pass_on(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length") or 0))
            there = urlsplit(tap.address)
            request = Request("POST", self.path, passed(self.headers.items()), body)
            connection = send(f"{there.scheme}://{there.netloc}", request)
            response = connection.getresponse()
            answers = passed(response.getheaders())
            self.send_response(response.status)
            for name, value in answers:
                self.send_header(name, value)
            self.send_header("transfer-encoding", "chunked")
            self.end_headers()
            answered = b""
            while piece := response.read1(65536):
                answered += piece
                self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
                self.wfile.flush()
            tap.passed.append((request.headers, body, response.status, answers, answered))
            self.wfile.write(b"0\r\n\r\n")
            connection.close()

    return Handler


def check(application: Application, address: str, name: str, streams: bool) -> None:
    program = PROGRAMS[name]
    version = "/v1" if program.protocol in ("chat", "responses") else ""
    question = QUESTION if program.function == "get_weather" else OF_PLUGINS

    def talk(base: str) -> Seen:
        return program.talk(Setting(base, "sk-none", streams, question=question))

    directly = talk(address + version)
    assert directly == SEEN, directly
    behind = Tap(address)
    attached = Attached(application, behind.here)
    before = Tap(attached.bases[program.protocol])
    seen = talk(before.here)
    assert seen == directly, seen
    found, wanted = (tap.all_passed() for tap in (behind, before))
    equal(len(wanted), 2)
    equal(found, wanted)
    attached.ended()
    roles = [message["role"] for message in attached.messages()]
    assert roles[-4:] == ["user", "assistant", "function", "assistant"], roles
    assert get_weather("Bergen") in str(attached.messages()), attached.messages()
    before.close()
    behind.close()


def main() -> None:
    server, address, *names = sys.argv[1:]
    # The server has this version of Gemini alone.
    os.environ["GOOGLE_GENAI_API_VERSION"] = "v1beta"
    application = Application(server)
    try:
        for name in names:
            for streams in (True, False):
                check(application, address, name, streams)
                print(f"ok {name} {'streamed' if streams else 'whole'}", flush=True)
    finally:
        application.close()
        shutil.rmtree(application.home)


if __name__ == "__main__":
    main()
