"""Programs that ask a model about the weather, each with a library that others wrote.

Every one holds the same conversation: a question, calls, their results, an answer. It reports what its library made of the
answers.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass, field

QUESTION = "What is the weather in Oslo and in Bergen?"
INSTRUCTIONS = "Answer in one sentence."
SCHEMA = {
    "type": "object",
    "properties": {"city": {"type": "string", "description": "Its name"}},
    "required": ["city"],
    "additionalProperties": False,
}


def get_weather(city: str) -> str:
    """Tells the weather of a city."""
    return f"{city}: 4 degrees, wind from the west"


def get_tide(city: str) -> str:
    """Tells the next high water in a city."""
    return f"{city}: high water at noon"


# What a program offers, in this order.
FUNCTIONS: dict[str, Callable[[str], str]] = {"get_weather": get_weather, "get_tide": get_tide}


@dataclass
class Seen:
    """What a program saw of its answers: their texts, and the calls in their order."""

    texts: list[str] = field(default_factory=list)
    # The arguments of each call.
    calls: list[dict] = field(default_factory=list)
    # The functions called, as the program names them.
    names: list[str] = field(default_factory=list, compare=False)
    # The tokens of each request and of its answer, as far as its library tells. No two ways count alike.
    tokens: list[list[int]] = field(default_factory=list, compare=False)

    def run(self, name: str, arguments: dict) -> str:
        """Runs a call, and returns its result."""
        self.names.append(name)
        self.calls.append(arguments)
        return FUNCTIONS[name](**arguments)


@dataclass(frozen=True)
class Setting:
    base: str
    key: str
    streams: bool
    # Seconds that it waits for a byte.
    timeout: float = 30.0
    retries: int = 0
    question: str = QUESTION
    # Whether it names the last response in place of repeating what was said, where its protocol can.
    names_response: bool = False


@dataclass(frozen=True)
class Program:
    module: str
    protocol: str
    # As it names the function to its model.
    function: str = "get_weather"
    # Whether its calls are free text.
    is_custom: bool = False

    def talk(self, setting: Setting) -> Seen:
        return importlib.import_module(f"programs.{self.module}").talk(setting, self.protocol)


PROGRAMS = {
    "openai-chat": Program("openai_chat", "chat"),
    "openai-responses": Program("openai_responses", "responses"),
    "anthropic": Program("anthropic_messages", "messages"),
    "google-genai": Program("google_genai", "gemini"),
    "openai-node-chat": Program("openai_node", "chat"),
    "openai-node-responses": Program("openai_node", "responses"),
    "semantic-kernel": Program("kernel", "chat", "weather-get_weather"),
    "langgraph-chat": Program("graph", "chat"),
    "langgraph-responses": Program("graph", "responses"),
}
