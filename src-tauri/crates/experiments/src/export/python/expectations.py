"""What is expected of a run, and in what it falls short.

`faults(expect, made)` returns a list of sentences; an empty one means that the run is as expected.
"""

import re


def faults(expect, made):
    found = []
    if expect.get("calls"):
        found += _calls(expect["calls"]["match"], expect["calls"]["list"], made["calls"])
    for call in made["calls"]:
        if call["function"] in expect.get("never", []):
            found.append(f"{call['function']} must not be called")
    for said in expect.get("says", []):
        if not _says(said, made["text"] or ""):
            found.append(f"the answer {made['text']!r} is not as expected: {said}")
    if made["cut"]:
        found.append(f"the run did not finish: {made['cut']}")
    elif expect.get("rounds") is not None and made["rounds"] > expect["rounds"]:
        found.append(f"it took {made['rounds']} requests instead of {expect['rounds']}")
    return found


def _calls(match, expected, made):
    fits = [[not _differences(one, call) for call in made] for one in expected]
    paired = _largest_pairing(fits, len(made))
    sound = {
        "exactly": lambda: len(expected) == len(made) and all(fits[at][at] for at in range(len(made))),
        "inOrder": lambda: _is_subsequence(fits, len(made)),
        "anyOrder": lambda: paired == len(expected) == len(made),
        "superset": lambda: paired == len(expected),
        "subset": lambda: paired == len(made),
    }[match]()
    if sound:
        return []
    found = [f"the calls are not as expected ({match})"]
    for at, (one, call) in enumerate(zip(expected, made)):
        found += [f"call {at + 1}, {call['function']}: {what}" for what in _differences(one, call)]
    names = lambda calls: ", ".join(call["function"] for call in calls) or "none"
    return found + [f"expected: {names(expected)}; made: {names(made)}"]


def _is_subsequence(fits, count):
    at = 0
    for row in fits:
        while at < count and not row[at]:
            at += 1
        if at == count:
            return False
        at += 1
    return True


def _largest_pairing(fits, count):
    owners = [None] * count

    def place(row, seen):
        for column in range(count):
            if fits[row][column] and column not in seen:
                seen.add(column)
                if owners[column] is None or place(owners[column], seen):
                    owners[column] = row
                    return True
        return False

    return sum(place(row, set()) for row in range(len(fits)))


def _differences(expected, call):
    if expected["function"] != call["function"]:
        return [f"{expected['function']} was expected"]
    if call["arguments"] is None:
        return ["its arguments are no JSON object"]
    rules = {_pointer(path): rule for path, rule in expected.get("arguments", {}).items()}
    found = []
    for path, rule in rules.items():
        is_there, value = _at(call["arguments"], path)
        if not is_there:
            if not (rule == "ignored" or "optional" in rule):
                found.append(f"{path} is missing")
        elif not _holds(rule, value):
            found.append(f"{path} is {value!r}")
    if expected.get("others", "refused") == "refused":
        for name, value in call["arguments"].items():
            found += _unexpected(f"/{_escaped(name)}", value, rules)
    return found


def _unexpected(at, value, rules):
    if at in rules:
        return []
    is_above = any(path.startswith(f"{at}/") for path in rules)
    if is_above and isinstance(value, dict):
        return [one for name, inner in value.items() for one in _unexpected(f"{at}/{_escaped(name)}", inner, rules)]
    if is_above and isinstance(value, list):
        return [one for index, inner in enumerate(value) for one in _unexpected(f"{at}/{index}", inner, rules)]
    return [f"{at} is not expected"]


def _holds(rule, value):
    if rule == "ignored":
        return True
    (kind, wanted), = rule.items()
    if kind == "equals":
        return same(wanted, value)
    if kind == "oneOf":
        return any(same(one, value) for one in wanted)
    if kind == "alike":
        return any(same(_plain(one), _plain(value)) for one in wanted)
    if kind == "pattern":
        return isinstance(value, str) and re.search(wanted, value) is not None
    if kind == "number":
        return _is_number(value) and abs(value - wanted["is"]) <= wanted["within"]
    if kind == "contains":
        return _contains(value, wanted)
    return _holds(wanted, value)


def _plain(value):
    if isinstance(value, str):
        return re.sub(r"[ ,./_*^-]", "", value).lower().replace("'", '"')
    if isinstance(value, list):
        return [_plain(one) for one in value]
    if isinstance(value, dict):
        return {name: _plain(one) for name, one in value.items()}
    return value


def _contains(whole, part):
    if isinstance(whole, str):
        return isinstance(part, str) and part in whole
    if isinstance(whole, list):
        return any(same(element, part) for element in whole)
    if isinstance(whole, dict) and isinstance(part, dict):
        return all(name in whole and same(whole[name], value) for name, value in part.items())
    return False


def _says(said, text):
    if said == "something":
        return text.strip() != ""
    if said == "nothing":
        return text.strip() == ""
    (kind, wanted), = said.items()
    return wanted in text if kind == "contains" else re.search(wanted, text) is not None


def same(one, other):
    """Whether two JSON values are the same: 1 is 1.0, and true is not 1."""
    if _is_number(one) and _is_number(other):
        return one == other
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[name], other[name]) for name in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(same(*pair) for pair in zip(one, other))
    return type(one) is type(other) and one == other


def _is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _pointer(written):
    return written if written.startswith("/") else f"/{_escaped(written)}"


def _escaped(name):
    return name.replace("~", "~0").replace("/", "~1")


def _at(value, pointer):
    for part in pointer.split("/")[1:]:
        part = part.replace("~1", "/").replace("~0", "~")
        if isinstance(value, dict) and part in value:
            value = value[part]
        elif isinstance(value, list) and re.fullmatch(r"0|[1-9][0-9]*", part) and int(part) < len(value):
            value = value[int(part)]
        else:
            return False, None
    return True, value
