"""The examples of the documentation, run as a person without a key runs them."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from application import Application, Attached

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "docs" / "examples"
PRINTED = 'get_weather returned: {"city": "Oslo", "temperature_c": 4, "sky": "cloudy"}'
# Nothing listens there: no provider is to be asked.
NOWHERE = "http://127.0.0.1:9"


def python(application: Application) -> bool:
    return answers(application, "python", [sys.executable, str(FOLDER / "python" / "example.py")])


def node(application: Application) -> bool:
    # A module finds its libraries in the folders above it.
    folder = Path(tempfile.mkdtemp(prefix="callwright-example-"))
    try:
        (folder / "node_modules").symlink_to(ROOT / "tests" / "counterparts" / "node_modules")
        script = shutil.copy(FOLDER / "node" / "example.mjs", folder)
        return answers(application, "node", ["node", script])
    finally:
        shutil.rmtree(folder)


def is_printed(output: str) -> bool:
    """Whether it ends with what the example prints last. Languages space JSON in their ways."""
    return [line.replace(" ", "") for line in output.splitlines()[-1:]] == [PRINTED.replace(" ", "")]


def answers(application: Application, name: str, command: list[str]) -> bool:
    attached = Attached(application, NOWHERE)
    environment = {**os.environ, "OPENAI_BASE_URL": attached.bases["chat"]}
    environment.pop("OPENAI_API_KEY", None)
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
    is_answered = ended.returncode == 0 and is_printed(ended.stdout)
    roles = [message["role"] for message in attached.messages()] if is_answered else []
    is_session = roles == ["user", "assistant", "function", "assistant"]
    how = "ok" if is_session else f"FAILED {ended.stdout} {ended.stderr[-2000:]} {roles}"
    print(f"example {name} {how}", flush=True)
    return is_session


EXAMPLES = {"openai-chat": python, "openai-node-chat": node}
