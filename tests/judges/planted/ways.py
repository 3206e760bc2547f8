"""Faults of the ways of calling."""

from typing import Any

from composing import ASKED
from planted import Change, Plant, body, change

Body = dict[str, Any]


def offered(*more: Body, **marks: Any) -> Change:
    """Two functions, the second with marks, and further tools."""

    def write(written: Body) -> None:
        written["tools"][1].update(marks)
        written["tools"] += more

    return body(write, names=("a", "b"), turns=(ASKED,))


def all_deferred(written: Body) -> None:
    for tool in written["tools"]:
        tool["defer_loading"] = True


CODE = "code_execution_20260120"
RUNS = {"type": CODE, "name": "code_execution"}
FROM_CODE = {"allowed_callers": ["direct", CODE]}


def hosted(names: tuple[str, ...], config: Body | None) -> Change:
    def write(written: Body) -> None:
        written.setdefault("tools", []).append({"googleSearch": {}})
        if config is not None:
            written.setdefault("toolConfig", {}).update(config)

    return body(write, names=names, turns=(ASKED,))


CALLING = {"functionCallingConfig": {"mode": "AUTO"}}

PLANTED = {
    "deferred-not-all": [
        Plant(body(all_deferred, names=("a", "b"), turns=(ASKED,)), good=offered(defer_loading=True)),
    ],
    "deferred-needs-search": [
        Plant(offered(defer_loading=True), good=offered({"type": "tool_search"}, defer_loading=True)),
    ],
    "code-that-calls-runs": [Plant(offered(**FROM_CODE), good=offered(RUNS, **FROM_CODE))],
    "code-calls-not-strict": [Plant(offered(RUNS, strict=True, **FROM_CODE), good=offered(RUNS, **FROM_CODE))],
    "hosted-tells-beside-functions": [
        Plant(hosted(("a",), None), good=hosted(("a",), {"includeServerSideToolInvocations": True})),
    ],
    "hosted-not-beside-functions": [Plant(hosted(("a",), None), good=change(names=("a",), turns=(ASKED,)))],
    "calling-needs-declarations": [
        Plant(
            body(lambda written: written.update(toolConfig=CALLING), names=(), turns=(ASKED,)),
            good=body(lambda written: written.update(toolConfig=CALLING), names=("a",), turns=(ASKED,)),
        ),
    ],
}
