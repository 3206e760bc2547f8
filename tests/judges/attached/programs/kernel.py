"""Semantic Kernel, which calls functions by itself."""

import asyncio
import json
from typing import Annotated

from openai import AsyncOpenAI
from semantic_kernel import Kernel
from semantic_kernel.connectors.ai.function_choice_behavior import FunctionChoiceBehavior
from semantic_kernel.connectors.ai.open_ai import OpenAIChatCompletion, OpenAIChatPromptExecutionSettings
from semantic_kernel.contents import ChatHistory
from semantic_kernel.contents.function_call_content import FunctionCallContent
from semantic_kernel.functions import kernel_function

from . import INSTRUCTIONS, Seen, Setting
from . import get_tide as tide
from . import get_weather as weather


class Weather:
    @kernel_function(description="Tells the weather of a city.", name="get_weather")
    def get_weather(self, city: Annotated[str, "Its name"]) -> str:
        return weather(city)

    @kernel_function(description="Tells the next high water in a city.", name="get_tide")
    def get_tide(self, city: Annotated[str, "Its name"]) -> str:
        return tide(city)


def talk(setting: Setting, _: str) -> Seen:
    return asyncio.run(asked(setting))


async def asked(setting: Setting) -> Seen:
    client = AsyncOpenAI(
        base_url=setting.base, api_key=setting.key, timeout=setting.timeout, max_retries=setting.retries
    )
    service = OpenAIChatCompletion(ai_model_id="gpt-5.6-sol", async_client=client)
    kernel = Kernel()
    kernel.add_service(service)
    kernel.add_plugin(Weather(), plugin_name="weather")
    history = ChatHistory(system_message=INSTRUCTIONS)
    history.add_user_message(setting.question)
    settings = OpenAIChatPromptExecutionSettings(function_choice_behavior=FunctionChoiceBehavior.Auto())
    if setting.streams:
        last = ""
        async for pieces in service.get_streaming_chat_message_contents(history, settings, kernel=kernel):
            for piece in pieces:
                # Behind the results of functions another answer begins.
                last = "" if piece.role == "tool" else last + piece.content
    else:
        last = (await service.get_chat_message_contents(history, settings, kernel=kernel))[0].content
    await client.close()
    return seen_in(history, last)


def seen_in(history: ChatHistory, last: str) -> Seen:
    """What the kernel kept of the answers with calls, and the last."""
    seen = Seen()
    for message in history.messages:
        if message.role == "assistant":
            calls = [item for item in message.items if isinstance(item, FunctionCallContent)]
            if calls:
                seen.texts.append(message.content)
                seen.calls += [json.loads(call.arguments) for call in calls]
                seen.names += [call.function_name for call in calls]
    seen.texts.append(last)
    return seen
