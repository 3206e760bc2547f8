"""Takes in the spans that the application itself exports."""

import http.server
import threading


class Collector:
    def __init__(self) -> None:
        # The body of each request.
        self.received: list[bytes] = []
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler(self))
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()

    @property
    def variables(self) -> dict[str, str]:
        """The environment of an application that exports its spans here, with what is said."""
        return {
            "OTEL_EXPORTER_OTLP_ENDPOINT": f"http://127.0.0.1:{self.server.server_port}",
            "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT": "true",
        }

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


def handler(collector: Collector) -> type:
    class Handler(http.server.BaseHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

        def do_POST(self) -> None:
            collector.received.append(self.rfile.read(int(self.headers["content-length"])))
            self.send_response(200)
            self.end_headers()

    return Handler
