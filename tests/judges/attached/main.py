"""Lets a program talk with its model through the application: `main.py SERVER PROGRAM… [--only WORD]`.

SERVER is the program that serves the application. Prints a line for each case, and fails if one does.
"""

import argparse
import shutil
import sys
import time
import traceback

from application import Application
from canary import check_key
from cases import CASES, KEY, OWN_CASES, Stage
from examples import EXAMPLES
from programs import PROGRAMS
from upstream import Upstream


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("server")
    parser.add_argument("programs", nargs="+", choices=PROGRAMS)
    parser.add_argument("--only", default="")
    chosen = parser.parse_args()
    application = Application(chosen.server)
    failed = 0
    try:
        for name in chosen.programs:
            for case, ways in {**CASES, **OWN_CASES.get(name, {})}.items():
                if chosen.only in case.__name__:
                    failed += sum(not passes(application, name, case, streams) for streams in ways)
            if name in EXAMPLES and chosen.only in "example":
                failed += not EXAMPLES[name](application)
        check_key(application, KEY)
    finally:
        application.close()
    check_key(application, KEY)
    shutil.rmtree(application.home)
    sys.exit(f"{failed} failed" if failed else 0)


def passes(application: Application, name: str, case, streams: bool) -> bool:
    upstream = Upstream()
    stage = Stage(application, upstream, PROGRAMS[name], streams)
    began = time.monotonic()
    try:
        case(stage)
        how = "ok"
    except Exception as error:
        print("".join(traceback.format_exception(error)[-8:])[-3000:], stage.story(), sep="\n")
        how = "FAILED"
    finally:
        upstream.close()
    print(
        f"{how} {name} {'streamed' if streams else 'whole'} {case.__name__} {time.monotonic() - began:.1f}", flush=True
    )
    return how == "ok"


if __name__ == "__main__":
    main()
