"""Programs that ask a model about the weather, each with a library that others wrote.

Every one holds the same conversation: a question, calls of `get_weather`, their results, an answer. It reports what its
library made of the answers.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass, field

QUESTION = "What is the weather in Oslo and in Bergen?"
INSTRUCTIONS = "Answer in one sentence."
DESCRIPTION = "Tells the weather of a city."
SCHEMA = {
    "type": "object",
    "properties": {"city": {"type": "string", "description": "Its name"}},
    "required": ["city"],
    "additionalProperties": False,
}


def get_weather(city: str) -> str:
    """Tells the weather of a city."""
    return f"{city}: 4 degrees, wind from the west"


@dataclass
class Seen:
    """What a program saw of its answers: their texts, and the arguments of the calls in their order."""

    texts: list[str] = field(default_factory=list)
    calls: list[dict] = field(default_factory=list)
    # The tokens of each request and of its answer, as far as its library tells. No two ways count alike.
    tokens: list[list[int]] = field(default_factory=list, compare=False)


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
