"""Says when the libraries have become old.

Providers change what they take, and a judge of last year does not know. Each pin in `requirements.in` bears the day on which
it was the newest version there was.
"""

import datetime
import re
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
OLDEST = datetime.timedelta(days=183)
PIN = re.compile(r"(?P<name>[A-Za-z0-9_.-]+)==(?P<version>[^\s;#]+)(?:\s+#\s*(?P<day>\S+))?\s*")


@dataclass(frozen=True)
class Pin:
    name: str
    version: str
    day: datetime.date


def faults(today: datetime.date) -> list[str]:
    """What is wrong with the pins of this folder today."""
    asked = (HERE / "requirements.in").read_text(encoding="utf-8")
    locked = (HERE / "requirements.txt").read_text(encoding="utf-8")
    return stale(pins(asked), today) + unlocked(pins(asked), locked)


def pins(text: str) -> list[Pin]:
    """The pins of a `requirements.in`. A line that is none is a mistake."""
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [pin(line) for line in lines]


def pin(line: str) -> Pin:
    found = PIN.fullmatch(line)
    if found is None or found["day"] is None:
        raise ValueError(f"`{line}` is no pin with a day, such as `openai==3.54.0  # 2026-11-23`")
    return Pin(found["name"], found["version"], datetime.date.fromisoformat(found["day"]))


def stale(known: list[Pin], today: datetime.date) -> list[str]:
    """Pins that are too old, or from a day that has not come."""
    return [fault for one in known for fault in age_of(one, today)]


def age_of(pin: Pin, today: datetime.date) -> list[str]:
    if pin.day > today:
        return [f"{pin.name} {pin.version} is pinned on {pin.day}, which has not come yet"]
    if today - pin.day > OLDEST:
        return [
            f"{pin.name} {pin.version} was the newest on {pin.day}, {(today - pin.day).days} days ago. "
            f"`pip index versions {pin.name}` says what is new: write version and day into tests/judges/requirements.in, "
            "make requirements.txt as is said there, and look at what the new types refuse."
        ]
    return []


def unlocked(known: list[Pin], locked: str) -> list[str]:
    """Pins that `requirements.txt` was not made from."""
    return [
        f"requirements.txt does not have {pin.name} {pin.version}: make it as is said in requirements.in"
        for pin in known
        if not re.search(rf"^{re.escape(pin.name)}=={re.escape(pin.version)}[ \\]", locked, re.MULTILINE)
    ]
