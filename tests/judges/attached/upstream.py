"""A provider that answers what it was told to, and keeps every request byte by byte."""

import http.client
import http.server
import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

from answers import Answer, Reply, reply


@dataclass(frozen=True)
class Request:
    method: str
    path: str
    headers: list[tuple[str, str]]
    body: bytes


NOTHING = Reply(
    500,
    [("content-type", "application/json"), ("x-should-retry", "false")],
    [b'{"error": {"message": "the script of the upstream is at its end"}}'],
)


def send(base: str, request: Request) -> http.client.HTTPConnection:
    """Sends a request to an address, with its headers in their order, over a connection of its own."""
    parts = urlsplit(base)
    connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=20)
    has_host = any(name.lower() == "host" for name, _ in request.headers)
    connection.putrequest(
        request.method, parts.path + request.path, skip_host=has_host, skip_accept_encoding=True
    )
    for name, value in [*request.headers, ("content-length", str(len(request.body)))]:
        connection.putheader(name, value)
    connection.endheaders(request.body)
    return connection


class Upstream:
    def __init__(self) -> None:
        self.requests: list[Request] = []
        # Pieces of streams that were written.
        self.pieces = 0
        self.replies: queue.SimpleQueue[Reply] = queue.SimpleQueue()
        self.reply_to: Callable[[Request], Reply] | None = None
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler(self))
        self.server.daemon_threads = True
        # Programs break connections off, which is no error here.
        self.server.handle_error = lambda *_: None
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server.server_port}"

    def reply(self, protocol: str, answer: Answer, streams: bool) -> Reply:
        return reply(protocol, answer, streams)

    def answers(self, *replies: Reply) -> None:
        """Says what the next requests are answered with, and forgets the earlier ones."""
        assert self.replies.empty(), "a reply was not asked for"
        self.requests = []
        for reply in replies:
            self.replies.put(reply)

    def answers_by(self, reply_to: Callable[[Request], Reply]) -> None:
        """The same for requests that come in any order."""
        self.answers()
        self.reply_to = reply_to

    def forget(self) -> None:
        while not self.replies.empty():
            self.replies.get_nowait()

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


def handler(upstream: Upstream) -> type:
    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_: object) -> None:
            pass

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length") or 0))
            request = Request(self.command, self.path, self.headers.items(), body)
            upstream.requests.append(request)
            try:
                self.answer(upstream.reply_to(request) if upstream.reply_to else upstream.replies.get_nowait())
            except queue.Empty:
                self.answer(NOTHING)
            except ConnectionError:
                # Whoever asked has gone.
                self.close_connection = True

        do_GET = do_DELETE = do_POST

        def answer(self, reply: Reply) -> None:
            self.send_response(reply.status)
            for name, value in reply.headers:
                self.send_header(name, value)
            if len(reply.pieces) == 1:
                self.send_header("content-length", str(len(reply.pieces[0])))
                self.end_headers()
                self.wfile.write(reply.pieces[0])
                return
            self.send_header("transfer-encoding", "chunked")
            self.end_headers()
            for piece in reply.pieces:
                # A stream comes bit by bit, and not always by frames.
                for part in (piece[:-3], piece[-3:]):
                    self.wfile.write(b"%x\r\n%s\r\n" % (len(part), part))
                    self.wfile.flush()
                upstream.pieces += 1
                time.sleep(reply.pause)
            self.wfile.write(b"0\r\n\r\n")

    return Handler
