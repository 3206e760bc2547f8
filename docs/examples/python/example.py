"""Asks about the weather and runs the call: `callwright run -- python example.py`, with `pip install openai`.

Without a key, Callwright answers itself: it calls the function below, then speaks from its result. With OPENAI_API_KEY set,
OpenAI answers.
"""

import json
import os

from openai import OpenAI

MODEL = os.environ.get("OPENAI_MODEL", "gpt-5-mini")
FUNCTIONS = [
    {
        "type": "function",
        "function": {
            "name": "get_weather",
            "description": "Returns the weather in a city",
            "parameters": {
                "type": "object",
                "properties": {"city": {"type": "string"}},
                "required": ["city"],
            },
        },
    }
]


def get_weather(city: str) -> str:
    return json.dumps({"city": city, "temperature_c": 4, "sky": "cloudy"})


def main() -> None:
    # OpenAI's library reads OPENAI_BASE_URL, which Callwright sets.
    client = OpenAI(api_key=os.environ.get("OPENAI_API_KEY", "callwright"))
    messages = [{"role": "user", "content": "What is the weather in Oslo?"}]
    while True:
        completion = client.chat.completions.create(model=MODEL, messages=messages, tools=FUNCTIONS)
        message = completion.choices[0].message
        messages.append(message.model_dump(exclude_none=True))
        if not message.tool_calls:
            print(message.content)
            return
        for call in message.tool_calls:
            arguments = json.loads(call.function.arguments)
            print(f"{call.function.name}({arguments})")
            result = get_weather(**arguments)
            messages.append({"role": "tool", "tool_call_id": call.id, "content": result})


if __name__ == "__main__":
    main()
