"""Chat completions and Responses by OpenAI's library for Node, in a process of its own."""

import itertools
import json
import queue
import subprocess
import threading
from functools import cache
from pathlib import Path

from . import FUNCTIONS, INSTRUCTIONS, SCHEMA, Seen, Setting

SCRIPT = Path(__file__).with_name("openai_node.mjs")
LIBRARY = Path(__file__).parents[3] / "counterparts" / "node_modules" / "openai"


class Node:
    """One process for all talks. It ends with its input, which is this process's to close."""

    def __init__(self) -> None:
        command = ["node", str(SCRIPT), str(LIBRARY)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.numbers = itertools.count()
        self.waiting: dict[int, queue.SimpleQueue] = {}
        self.lock = threading.Lock()
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self) -> None:
        for line in self.process.stdout:
            reply = json.loads(line)
            self.waiting.pop(reply["talk"]).put(reply)
        for waiting in self.waiting.values():
            waiting.put({"error": "Node ended."})

    def talk(self, setting: dict) -> dict:
        replies: queue.SimpleQueue = queue.SimpleQueue()
        with self.lock:
            number = next(self.numbers)
            self.waiting[number] = replies
            print(json.dumps({"talk": number, **setting}), file=self.process.stdin, flush=True)
        return replies.get(timeout=60)


node = cache(Node)


def talk(setting: Setting, protocol: str) -> Seen:
    asked = {
        "protocol": protocol,
        "base": setting.base,
        "key": setting.key,
        "streams": setting.streams,
        "timeout": setting.timeout * 1000,
        "retries": setting.retries,
        "question": setting.question,
        "instructions": INSTRUCTIONS,
        "functions": [
            {"name": name, "description": function.__doc__, "parameters": SCHEMA, "strict": True}
            for name, function in FUNCTIONS.items()
        ],
    }
    reply = node().talk(asked)
    if "error" in reply:
        raise RuntimeError(reply["error"])
    return Seen(**reply["seen"])
