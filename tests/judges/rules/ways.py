"""The ways of calling that not every service has: tools of its own, functions found by a search, calls from code."""

from collections.abc import Iterator
from typing import Any

from reading import Request
from rules.checks import check

HOSTED = ("googleSearch", "urlContext", "codeExecution", "fileSearch")


def tools(request: Request) -> Iterator[dict[str, Any]]:
    yield from (tool for tool in request.body.get("tools") or [] if isinstance(tool, dict))


def deferred(request: Request) -> list[Request]:
    return [request] if any(tool.get("defer_loading") for tool in tools(request)) else []


@check("deferred-not-all", of=deferred)
def a_tool_is_loaded(whole: Request, request: Request) -> str | None:
    loaded = [tool for tool in tools(request) if not tool.get("defer_loading")]
    return None if loaded else "every tool is deferred"


@check("deferred-needs-search", of=deferred)
def deferred_functions_can_be_searched(whole: Request, request: Request) -> str | None:
    has_search = any(tool.get("type") == "tool_search" for tool in tools(request))
    return None if has_search else "defer_loading without tool_search"


def called_from_code(request: Request) -> Iterator[str]:
    """The versions of the code that functions may be called by."""
    for tool in tools(request):
        yield from (caller for caller in tool.get("allowed_callers") or [] if caller != "direct")


@check("code-that-calls-runs", of=called_from_code)
def code_that_calls_runs(caller: str, request: Request) -> str | None:
    kinds = {tool.get("type") for tool in tools(request)}
    return None if caller in kinds else f"functions may be called by {caller}, which is no tool"


def strict_from_code(request: Request) -> list[dict[str, Any]]:
    return [tool for tool in tools(request) if any(caller != "direct" for caller in tool.get("allowed_callers") or [])]


@check("code-calls-not-strict", of=strict_from_code)
def functions_called_from_code_are_not_strict(tool: dict[str, Any], request: Request) -> str | None:
    return f"{tool.get('name')} is strict and called from code" if tool.get("strict") else None


def beside_functions(request: Request) -> list[Request]:
    is_hosted = any(name in tool for tool in tools(request) for name in HOSTED)
    return [request] if is_hosted and request.functions else []


@check("hosted-tells-beside-functions", of=beside_functions)
def tools_of_the_provider_tell_what_they_did(whole: Request, request: Request) -> str | None:
    config = request.body.get("toolConfig") or {}
    return None if config.get("includeServerSideToolInvocations") is True else "includeServerSideToolInvocations is not set"


@check("hosted-not-beside-functions", of=lambda request: [request] if request.functions else [])
def no_tool_of_the_provider_beside_functions(whole: Request, request: Request) -> str | None:
    return "a tool of the provider beside functions" if beside_functions(request) else None


def calling_configs(request: Request) -> list[Request]:
    return [request] if "functionCallingConfig" in (request.body.get("toolConfig") or {}) else []


@check("calling-needs-declarations", of=calling_configs)
def a_calling_config_has_declarations(whole: Request, request: Request) -> str | None:
    return None if request.functions else "functionCallingConfig without functionDeclarations"
