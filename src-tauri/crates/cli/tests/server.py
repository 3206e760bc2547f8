"""A server that would rather stay, and has started two programs that would as well.

It heeds no request to end, nor the end of its input. One program has a session of its own, the other nothing that could
tell where it comes from either.
"""

import json
import os
import signal
import subprocess
import sys

for asked in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
    signal.signal(asked, signal.SIG_IGN)
away = subprocess.Popen(["/bin/sleep", "1000"], start_new_session=True)
hidden = subprocess.Popen(["/bin/sleep", "1000"], start_new_session=True, env={})
processes = sys.argv[1]
with open(processes + ".new", "w") as file:
    file.write(f"{os.getpid()} {away.pid} {hidden.pid}")
os.rename(processes + ".new", processes)
if "--ends" in sys.argv:
    # The end of its input is the end of it, and of nothing it has started.
    signal.signal(signal.SIGTERM, signal.SIG_DFL)

for line in sys.stdin:
    asked = json.loads(line)
    if "id" not in asked:
        continue
    answer = {"jsonrpc": "2.0", "id": asked["id"]}
    match asked["method"]:
        case "initialize":
            about = {"name": "stays", "version": "1"}
            answer["result"] = {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": about}
        case "tools/list":
            answer["result"] = {"tools": []}
        case _:
            answer["error"] = {"code": -32601, "message": "not known"}
    print(json.dumps(answer), flush=True)
while "--ends" not in sys.argv:
    signal.pause()
