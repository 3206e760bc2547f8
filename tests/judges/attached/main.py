"""Lets a program talk with its model through the application: `main.py SERVER PROGRAM… [--aimock ADDRESS] [--only WORD] [--part N/M]`.

SERVER is the program that serves the application. The model is a script, or aimock at an address. Of the cases that all programs
have, one of M parts can be chosen. Prints a line for each case, and fails if one does.
"""

import argparse
import os
import shutil
import sys
import time
import traceback

from application import Application
from by_others import Aimock
from canary import check_key
from cases import CASES, CASES_BY_OTHERS, OWN_CASES
from collector import Collector
from examples import EXAMPLES
from programs import INSTRUCTIONS, PROGRAMS
from stage import KEY, Stage
from upstream import Upstream


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("server")
    parser.add_argument("programs", nargs="+", choices=PROGRAMS)
    parser.add_argument("--aimock")
    parser.add_argument("--only", default="")
    parser.add_argument("--part", default="0/1")
    chosen = parser.parse_args()
    if chosen.aimock:
        # It has this version of Gemini alone.
        os.environ["GOOGLE_GENAI_API_VERSION"] = "v1beta"
    collector = Collector()
    application = Application(chosen.server, collector=collector)
    failed = 0
    try:
        for name in chosen.programs:
            common, own = (CASES_BY_OTHERS, {}) if chosen.aimock else (CASES, OWN_CASES.get(name, {}))
            for case, streams in [*part(one_by_one(common), chosen.part), *one_by_one(own)]:
                if chosen.only in case.__name__:
                    upstream = Aimock(chosen.aimock) if chosen.aimock else Upstream()
                    failed += not passes(Stage(application, upstream, PROGRAMS[name], streams), name, case)
            if name in EXAMPLES and chosen.only in "example" and not chosen.aimock:
                failed += not EXAMPLES[name](application)
        check_key(application, KEY)
    finally:
        application.close()
    check_key(application, KEY)
    # They have what was said, so they could have had the key.
    assert chosen.only or any(INSTRUCTIONS.encode() in body for body in collector.received), "no spans"
    collector.close()
    shutil.rmtree(application.home)
    sys.exit(f"{failed} failed" if failed else 0)


def one_by_one(cases: dict) -> list[tuple]:
    """Each case once for each way in which it is tried."""
    return [(case, streams) for case, ways in cases.items() for streams in ways]


def part(cases: list[tuple], named: str) -> list[tuple]:
    """Every M-th of them, from the one at N."""
    first, step = map(int, named.split("/"))
    return cases[first::step]


def passes(stage: Stage, name: str, case) -> bool:
    began = time.monotonic()
    try:
        case(stage)
        how = "ok"
    except Exception as error:
        print("".join(traceback.format_exception(error)[-8:])[-3000:], stage.story(), sep="\n")
        how = "FAILED"
    finally:
        stage.upstream.close()
    way = "streamed" if stage.streams else "whole"
    print(f"{how} {name} {way} {case.__name__} {time.monotonic() - began:.1f}", flush=True)
    return how == "ok"


if __name__ == "__main__":
    main()
