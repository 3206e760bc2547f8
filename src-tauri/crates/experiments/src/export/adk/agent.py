"""The agent that is evaluated: it runs the case that a session names, and its calls and words are the events.

Put your own agent in its place: what is evaluated are the calls of `root_agent` and its last words.
"""

import asyncio
import json
from itertools import groupby
from pathlib import Path

from google.adk.agents import BaseAgent
from google.adk.events import Event
from google.genai import types
from running import run

CASES = Path(__file__).parent.parent / "cases"
# Stands in a call for arguments that are no JSON object.
MALFORMED = {"no JSON": True}


class CaseAgent(BaseAgent):
    async def _run_async_impl(self, context):
        case = json.loads((CASES / f"{context.session.state['case']}.json").read_text("utf-8"))
        made = await asyncio.to_thread(run, case)
        if made["cut"]:
            raise RuntimeError(made["cut"])
        for number, calls in groupby(made["calls"], key=lambda call: call["round"]):
            calls = [(f"call-{number}-{place}", call) for place, call in enumerate(calls)]
            yield self._event(context, "model", [_call(*call) for call in calls])
            yield self._event(context, "user", [_response(*call) for call in calls])
        yield self._event(context, "model", [types.Part(text=made["text"] or "")])

    def _event(self, context, role, parts):
        content = types.Content(role=role, parts=parts)
        return Event(author=self.name, invocation_id=context.invocation_id, content=content)


def _call(id, call):
    arguments = MALFORMED if call["arguments"] is None else call["arguments"]
    return types.Part(function_call=types.FunctionCall(id=id, name=call["function"], args=arguments))


def _response(id, call):
    response = types.FunctionResponse(id=id, name=call["function"], response={"result": call["result"]})
    return types.Part(function_response=response)


root_agent = CaseAgent(name="agent")
