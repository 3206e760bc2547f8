"""The examples of the documentation, as a person without a key runs them: `running.py CALLWRIGHT`.

First with nothing else running, and the sessions recorded; then beside `callwright serve`, where the program is attached already and
has run before.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from application import Attached
from examples import FOLDER, NOWHERE, ROOT, is_printed
from outliving import Serving
from programs import PROGRAMS, Setting

# Seconds.
PATIENCE = 60
ROLES = ["user", "assistant", "function", "assistant"]
# As `docs/examples/README.md` has them, with the folder they run in.
COMMANDS = {"python": ["python", "example.py"], "node": ["node", "example.mjs"]}


class Shell:
    """A terminal in which the libraries of the examples are installed."""

    def __init__(self, program: str, folder: Path) -> None:
        self.program, self.folder = program, folder
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        self.environment = {**os.environ, "PATH": path, "CALLWRIGHT_HOME": str(folder / "data"), "HOME": str(folder)}
        self.environment.pop("OPENAI_API_KEY", None)
        # No provider is to be asked.
        self.environment["OPENAI_BASE_URL"] = f"{NOWHERE}/v1"

    def runs(self, *arguments: str, at: Path | None = None, home: str = "data") -> subprocess.CompletedProcess:
        environment = {**self.environment, "CALLWRIGHT_HOME": str(self.folder / home)}
        ran = subprocess.run(
            [self.program, *arguments], cwd=at, env=environment, capture_output=True, text=True, timeout=PATIENCE
        )
        assert ran.returncode == 0, (arguments, ran.stdout, ran.stderr)
        return ran

    def example(self, language: str, *options: str) -> list[Path]:
        """Runs an example, and returns the files it has written."""
        at = FOLDER / language
        if language == "node":
            # A module finds its libraries in the folders above it.
            at = self.folder / "node"
            shutil.copytree(FOLDER / language, at)
            (at / "node_modules").symlink_to(ROOT / "tests" / "counterparts" / "node_modules")
        ran = self.runs("run", *options, "--", *COMMANDS[language], at=at)
        assert is_printed(ran.stdout), (ran.stdout, ran.stderr)
        lines = ran.stderr.splitlines()
        return [Path(line.removeprefix("Written: ")) for line in lines if line.startswith("Written: ")]

    def roles(self, file: Path) -> list[str]:
        """Those of the messages in a written session, as another data folder has them."""
        home = f"of-{file.stem}"
        self.runs("import", str(file), home=home)
        [session] = json.loads(self.runs("sessions", "--json", home=home).stdout)
        exported = json.loads(self.runs("export", session["session"], home=home).stdout)
        return [message["role"] for message in exported["messages"]]


def an_example_runs_alone_and_is_recorded(program: str, folder: Path) -> None:
    shell = Shell(program, folder)
    for language in COMMANDS:
        file = folder / f"{language}.json"
        assert shell.example(language, "--record", str(file)) == [file]
        assert shell.roles(file) == ROLES, shell.roles(file)


def a_run_of_a_program_that_ran_before_records_its_own_session(program: str, folder: Path) -> None:
    shell = Shell(program, folder)
    serving = Serving(program, folder, shell.environment)
    try:
        attached = Attached(serving, NOWHERE)
        # Another conversation, from before the run.
        PROGRAMS["openai-chat"].talk(Setting(attached.bases["chat"], "callwright", True))
        file = folder / "run.json"
        assert shell.example("python", "--name", "Program", "--record", str(file)) == [file]
        assert len(attached.now()["sessions"]) == 2, attached.now()
        assert shell.roles(file) == ROLES, shell.roles(file)
    finally:
        serving.close()


def main() -> None:
    [program] = sys.argv[1:]
    for case in (
        an_example_runs_alone_and_is_recorded,
        a_run_of_a_program_that_ran_before_records_its_own_session,
    ):
        with tempfile.TemporaryDirectory(prefix="callwright-running-") as folder:
            case(program, Path(folder))
        print(f"ok {case.__name__}", flush=True)


if __name__ == "__main__":
    main()
