"""Content generation by Google's library."""

from google import genai
from google.genai import types

from . import FUNCTIONS, INSTRUCTIONS, SCHEMA, Seen, Setting

DECLARATIONS = [
    types.FunctionDeclaration(name=name, description=function.__doc__, parameters_json_schema=SCHEMA)
    for name, function in FUNCTIONS.items()
]
CONFIG = types.GenerateContentConfig(
    system_instruction=INSTRUCTIONS,
    tools=[types.Tool(function_declarations=DECLARATIONS)],
    automatic_function_calling=types.AutomaticFunctionCallingConfig(disable=True),
)


def talk(setting: Setting, _: str) -> Seen:
    retrying = types.HttpRetryOptions(attempts=setting.retries + 1, initial_delay=0.3, max_delay=1.0)
    options = types.HttpOptions(base_url=setting.base, timeout=int(setting.timeout * 1000), retry_options=retrying)
    with genai.Client(api_key=setting.key, vertexai=False, http_options=options) as client:
        contents = [types.Content(role="user", parts=[types.Part(text=setting.question)])]
        seen = Seen()
        while True:
            parts, usage = ask(client, contents, setting.streams)
            if usage:
                seen.tokens.append([usage.prompt_token_count, usage.candidates_token_count])
            seen.texts.append("".join(part.text for part in parts if part.text))
            calls = [part.function_call for part in parts if part.function_call]
            if not calls:
                return seen
            answers = [
                types.Part(
                    function_response=types.FunctionResponse(
                        id=call.id, name=call.name, response={"output": seen.run(call.name, dict(call.args))}
                    )
                )
                for call in calls
            ]
            contents += [types.Content(role="model", parts=parts), types.Content(role="user", parts=answers)]


def ask(client: genai.Client, contents: list, streams: bool) -> tuple[list[types.Part], object]:
    asked = {"model": "gemini-3.6-flash", "contents": contents, "config": CONFIG}
    if not streams:
        response = client.models.generate_content(**asked)
        return response.candidates[0].content.parts, response.usage_metadata
    parts, usage = [], None
    for chunk in client.models.generate_content_stream(**asked):
        usage = chunk.usage_metadata or usage
        for candidate in chunk.candidates or []:
            if candidate.content and candidate.content.parts:
                parts += candidate.content.parts
    return parts, usage
