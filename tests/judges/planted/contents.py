"""Faults of what is said and shown."""

from base64 import b64encode
from typing import Any

from composing import ASKED, CALLED, THANKED, TOLD, Said, answered, said, shown
from planted import Change, Plant, asking, body, saying, showing

PNG = b64encode(b"\x89PNG\r\n\x1a\n").decode()
PDF = b64encode(b"%PDF-1.7").decode()
MP3 = b64encode(b"ID3\x04").decode()
WAV = b64encode(b"RIFF\x24\x00\x00\x00WAVEfmt ").decode()


def picture(label: str, data: str = PNG) -> Change:
    return showing(shown("picture", label, data))


def sound(label: str, data: str) -> Change:
    return showing(shown("sound", label, data))


def documents(*names: str) -> Change:
    return showing(*(shown("document", name) for name in names))


def answering_with(label: str) -> Change:
    """A result that shows something."""
    return saying(ASKED, CALLED, ("results", (answered(media=(shown("picture", label),)),)))


def answer_of(**content: Any) -> Change:
    return body(lambda written: written["messages"].insert(1, {"role": "assistant", **content}), turns=(ASKED, THANKED))


NOTHING: Said = ("person", ())
SOURCE = {"type": "base64", "media_type": "application/pdf", "data": "aGk="}
ANSWERED_WITH_A_DOCUMENT: Said = ("model", (said("Here."), {"type": "document", "source": SOURCE}))

PLANTED = {
    "text-not-empty": [
        Plant(asking(said(""), said("Hello"))),
        Plant(
            body(lambda written: written.update(system="")),
            good=body(lambda written: written.update(system="x")),
            only=("anthropic",),
        ),
    ],
    "text-not-blank": [
        Plant(asking(said(" \n"), said("Hello"))),
        Plant(
            body(lambda written: written.update(system=[{"text": " "}])),
            good=body(lambda written: written.update(system=[{"text": "x"}])),
        ),
    ],
    "turn-not-blank": [Plant(asking(said(" ")), good=asking(said(" "), said("Hello")))],
    "turn-not-empty": [Plant(saying(ASKED, ("model", ()), THANKED)), Plant(saying(NOTHING))],
    "content-there": [
        Plant(answer_of(content=[]), good=answer_of(content="Low.")),
        Plant(body(lambda written: written["messages"][1].pop("content"))),
        Plant(body(lambda written: written["messages"][1].update(content=None))),
    ],
    "answer-says-something": [Plant(answer_of(content=None), good=answer_of(content="Low."))],
    "part-taken": [
        Plant(showing(shown("document", "application/pdf")), good=showing(said("It says: low."))),
        Plant(showing(shown("picture", "image/png")), only=("deepseek",)),
        Plant(showing(shown("sound", "audio/wav", WAV)), only=("deepseek",)),
    ],
    "picture-label": [
        Plant(picture(label), good=picture("image/png"))
        for label in ("image/jpg", "image/svg+xml", "image/heic", "application/octet-stream", "image/PNG", "")
    ],
    "picture-format": [
        Plant(picture("image/tiff", b64encode(b"II*\x00").decode()), good=picture("image/jpg")),
        Plant(picture("image/png", PDF), good=picture("image/png")),
    ],
    "medium-label-gemini": [
        Plant(picture(label), good=picture("image/heic"))
        for label in ("image/jpg", "image/svg+xml", "image/tiff", "application/octet-stream", "image/PNG", "")
    ],
    "result-medium-gemini": [Plant(answering_with("video/mp4"), good=answering_with("image/webp"))],
    "picture-bytes-fit-label": [Plant(picture("image/jpeg"), good=picture("image/png"))],
    "audio-bytes-fit-label": [
        Plant(sound("audio/wav", MP3), good=sound("audio/mp3", MP3)),
        Plant(sound("audio/mp3", WAV), good=sound("audio/wav", WAV)),
    ],
    "document-name": [
        Plant(showing(shown("document", name)), good=showing(shown("document", "Tides (2026) - [a_b]")))
        for name in ("tides.pdf", "two  blanks", "", "x" * 201)
    ],
    "document-beside-text": [Plant(asking(shown("document", "tides")), good=showing(shown("document", "tides")))],
    "document-names-differ": [Plant(documents("tides", "tides"), good=documents("tides", "berths"))],
    "document-count": [Plant(documents(*"abcdef"), good=documents(*"abcde"))],
    "answer-shows-no-document": [
        Plant(
            saying(ASKED, ANSWERED_WITH_A_DOCUMENT, THANKED),
            good=saying(("person", ANSWERED_WITH_A_DOCUMENT[1]), TOLD, THANKED),
        ),
    ],
}
