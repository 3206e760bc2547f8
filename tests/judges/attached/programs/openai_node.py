"""Chat completions and Responses by OpenAI's library for Node, in a process of its own."""

import json
import subprocess
from pathlib import Path

from . import DESCRIPTION, INSTRUCTIONS, SCHEMA, Seen, Setting

SCRIPT = Path(__file__).with_name("openai_node.mjs")
LIBRARY = Path(__file__).parents[3] / "counterparts" / "node_modules" / "openai"


def talk(setting: Setting, protocol: str) -> Seen:
    asked = {
        "library": str(LIBRARY),
        "protocol": protocol,
        "base": setting.base,
        "key": setting.key,
        "streams": setting.streams,
        "timeout": setting.timeout * 1000,
        "retries": setting.retries,
        "question": setting.question,
        "instructions": INSTRUCTIONS,
        "description": DESCRIPTION,
        "schema": SCHEMA,
    }
    ended = subprocess.run(["node", str(SCRIPT)], input=json.dumps(asked), capture_output=True, text=True, timeout=60)
    if ended.returncode:
        raise RuntimeError(ended.stderr)
    return Seen(**json.loads(ended.stdout))
