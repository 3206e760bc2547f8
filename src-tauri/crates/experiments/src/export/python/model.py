"""Asks a model for its next message, over Chat Completions.

Put your own agent in its place: `answer` takes messages and tools and returns the assistant's message.
MODEL names the model, OPENAI_BASE_URL the service, OPENAI_API_KEY its key.
"""

import json
import os
import urllib.request

SECONDS = 300


def answer(messages, tools, settings):
    body = {"model": os.environ["MODEL"], "messages": messages, **settings}
    if tools:
        body["tools"] = tools
    base = os.environ.get("OPENAI_BASE_URL", "https://api.openai.com/v1").rstrip("/")
    headers = {"content-type": "application/json", "authorization": f"Bearer {os.environ['OPENAI_API_KEY']}"}
    request = urllib.request.Request(f"{base}/chat/completions", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=SECONDS) as response:
        return json.load(response)["choices"][0]["message"]
