"""What is said and shown."""

import base64
import binascii
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from reading import Medium, Request, Text, Turn, listed
from rules.checks import all_texts, check, media, model_turns, result_media, turns

PICTURES = ("image/png", "image/jpeg", "image/gif", "image/webp")
GEMINI_PICTURES = (*PICTURES, "image/heic", "image/heif", "image/avif")
GEMINI_RESULT = ("image/png", "image/jpeg", "image/webp", "application/pdf", "text/plain")
PARTS = {
    "azure-openai": ("text", "refusal", "image_url", "input_audio"),
    "azure-openai-dated": ("text", "refusal", "image_url", "input_audio"),
    "deepseek": ("text",),
    "vllm": ("text", "refusal", "thinking", "image_url", "input_audio", "audio_url", "video_url"),
    "llama-cpp": ("text", "image_url", "input_audio"),
}
DOCUMENT_NAME = re.compile(r"(?!.*\s\s)[a-zA-Z0-9 \-()\[\]_]{1,200}")
MOST_DOCUMENTS = 5
BEGINNINGS = {
    b"\x89PNG": "png", b"\xff\xd8\xff": "jpeg", b"GIF8": "gif", b"ID3": "mp3", b"\xff\xfb": "mp3", b"\xff\xf3": "mp3",
    b"OggS": "ogg", b"fLaC": "flac", b"%PDF": "pdf",
}  # fmt: skip
SAME = {"mpeg": "mp3", "jpg": "jpeg", "x-wav": "wav", "wave": "wav"}


@check("text-not-empty", of=all_texts)
def texts_are_not_empty(text: Text, request: Request) -> str | None:
    return f"{text.place}: an empty text" if not text.text and not text.is_marked else None


@check("text-not-blank", of=all_texts)
def texts_are_not_blank(text: Text, request: Request) -> str | None:
    return f"{text.place}: a blank text" if not text.text.strip() else None


def turns_with_texts(request: Request) -> Iterator[Turn]:
    return (turn for turn in request.turns if turn.texts)


@check("turn-not-blank", of=turns_with_texts)
def some_text_has_words(turn: Turn, request: Request) -> str | None:
    return None if any(text.text.strip() for text in turn.texts) else f"{turn.place}: nothing but blanks"


@check("turn-not-empty", of=turns)
def turns_have_parts(turn: Turn, request: Request) -> str | None:
    return None if turn.parts else f"{turn.place}: nothing in it"


@check("content-there", of=turns)
def contents_are_there(turn: Turn, request: Request) -> str | None:
    content = turn.raw.get("content")
    return f"{turn.place}: the content {content!r}" if content in (None, []) else None


@check("answer-says-something", of=model_turns)
def answers_have_a_content_or_calls(turn: Turn, request: Request) -> str | None:
    is_silent = turn.raw.get("content") is None and not turn.calls
    return f"{turn.place}: neither a content nor calls" if is_silent else None


@check("part-taken", of=turns)
def parts_are_taken(turn: Turn, request: Request) -> str | None:
    refused = [kind for kind in turn.parts if kind not in PARTS[request.kind]]
    return f"{turn.place}: {sorted(set(refused))}" if refused else None


def pictures(request: Request) -> Iterator[Medium]:
    """Pictures whose bytes stand in the request."""
    return (medium for medium in media(request) if medium.data and medium.part in ("image", "image_url", "input_image"))


@check("picture-label", of=pictures)
def pictures_are_labelled(medium: Medium, request: Request) -> str | None:
    return None if medium.label in PICTURES else f"{medium.place}: {medium.label!r}"


@check("picture-format", of=pictures)
def pictures_have_a_known_format(medium: Medium, request: Request) -> str | None:
    """The bytes decide, and where they say nothing the label, which nobody gave for another format than its own."""
    label = str(medium.label).rsplit("/", 1)[-1].lower()
    found = sniffed(medium.data) or SAME.get(label, label)
    return None if f"image/{found}" in PICTURES else f"{medium.place}: {found}"


def labelled_for_gemini(request: Request) -> Iterator[Medium]:
    """All media. Behind an address the label may be left to the server."""
    return (medium for medium in media(request) if medium.label or medium.part == "inlineData")


@check("medium-label-gemini", of=labelled_for_gemini)
def media_are_labelled(medium: Medium, request: Request) -> str | None:
    label = medium.label or ""
    main, _, sub = label.partition("/")
    is_known = label in GEMINI_PICTURES or label == "application/pdf" or (main in ("audio", "video", "text") and bool(sub))
    return None if is_known and label == label.lower() else f"{medium.place}: {medium.label!r}"


def shown_in_results(request: Request) -> Iterator[Medium]:
    return (medium for turn in request.turns for medium in result_media(turn))


@check("result-medium-gemini", of=shown_in_results)
def media_in_results_are_few(medium: Medium, request: Request) -> str | None:
    return None if medium.label in GEMINI_RESULT else f"{medium.place}: {medium.label!r}"


def with_bytes(request: Request, beginning: str) -> Iterator[Medium]:
    """Media of a kind whose bytes stand in the request."""
    return (medium for medium in media(request) if medium.data and str(medium.label).startswith(beginning))


def sounds(request: Request) -> Iterator[Medium]:
    return with_bytes(request, "audio/")


def labelled_pictures(request: Request) -> Iterator[Medium]:
    return with_bytes(request, "image/")


@check("picture-bytes-fit-label", of=labelled_pictures)
@check("audio-bytes-fit-label", of=sounds)
def bytes_are_what_they_are_called(medium: Medium, request: Request) -> str | None:
    found = sniffed(medium.data)
    named = str(medium.label).rsplit("/", 1)[-1]
    return f"{medium.place}: {found} labelled {medium.label}" if found and found != SAME.get(named, named) else None


def sniffed(data: Any) -> str | None:
    """What bytes are by how they begin, where that is certain."""
    try:
        first = base64.b64decode(str(data)[:32] + "==", validate=False)
    except (ValueError, binascii.Error):
        return None
    if first[:4] == b"RIFF":
        return {b"WAVE": "wav", b"WEBP": "webp"}.get(first[8:12])
    return next((name for beginning, name in BEGINNINGS.items() if first.startswith(beginning)), None)


def documents(request: Request) -> Iterator[tuple[str, Any]]:
    """The documents of Bedrock, inside of results as well."""
    for turn in request.turns:
        for block in blocks(turn.raw.get("content")):
            if "document" in block:
                yield turn.place, block["document"]


def blocks(content: Any) -> Iterator[dict[str, Any]]:
    for block in content if isinstance(content, list) else []:
        yield block
        yield from blocks(block.get("toolResult", {}).get("content"))


@check("document-name", of=documents)
def documents_are_called_plainly(document: tuple[str, Any], request: Request) -> str | None:
    name = document[1].get("name")
    return None if isinstance(name, str) and DOCUMENT_NAME.fullmatch(name) else f"{document[0]}: {name!r}"


def turns_with_documents(request: Request) -> Iterator[Turn]:
    return (turn for turn in request.turns if "document" in turn.parts)


@check("document-beside-text", of=turns_with_documents)
def documents_stand_beside_texts(turn: Turn, request: Request) -> str | None:
    return None if "text" in turn.parts else f"{turn.place}: a document and no text"


def has_documents(request: Request) -> list[Request]:
    return [request] if document_names(request) else []


def document_names(request: Request) -> list[Any]:
    """The names of the documents outside of results, about which alone it is known."""
    all_blocks = (block for turn in request.turns for block in listed(turn.raw.get("content")))
    return [block["document"].get("name") for block in all_blocks if "document" in block]


@check("document-names-differ", of=has_documents)
def documents_have_names_of_their_own(whole: Request, request: Request) -> str | None:
    twice = [name for name, count in Counter(document_names(request)).items() if count > 1]
    return f"{twice} stand for two documents" if twice else None


@check("document-count", of=has_documents)
def documents_are_few(whole: Request, request: Request) -> str | None:
    count = len(document_names(request))
    return f"{count} documents of {MOST_DOCUMENTS}" if count > MOST_DOCUMENTS else None


@check("answer-shows-no-document", of=model_turns)
def answers_show_no_document(turn: Turn, request: Request) -> str | None:
    return f"{turn.place}: a document in an answer" if "document" in turn.parts else None
