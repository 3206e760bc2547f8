// What is expected of a run, and in what it falls short.
//
// `faults(expect, made)` returns a list of sentences; an empty one means that the run is as expected.

export function faults(expect, made) {
  const found = [];
  if (expect.calls) found.push(...callFaults(expect.calls.match, expect.calls.list, made.calls));
  for (const call of made.calls) {
    if (expect.never?.includes(call.function)) found.push(`${call.function} must not be called`);
  }
  for (const said of expect.says ?? []) {
    if (!says(said, made.text ?? "")) {
      found.push(`the answer ${JSON.stringify(made.text)} is not as expected: ${JSON.stringify(said)}`);
    }
  }
  if (made.cut !== null) found.push(`the run did not finish: ${made.cut}`);
  else if (made.rounds > (expect.rounds ?? Infinity)) {
    found.push(`it took ${made.rounds} requests instead of ${expect.rounds}`);
  }
  return found;
}

function callFaults(match, expected, made) {
  const fits = expected.map((one) => made.map((call) => differences(one, call).length === 0));
  const paired = largestPairing(fits, made.length);
  const sound = {
    exactly: () => expected.length === made.length && fits.every((row, at) => row[at]),
    inOrder: () => isSubsequence(fits, made.length),
    anyOrder: () => paired === expected.length && paired === made.length,
    superset: () => paired === expected.length,
    subset: () => paired === made.length,
  }[match]();
  if (sound) return [];
  const found = [`the calls are not as expected (${match})`];
  for (const [at, one] of expected.entries()) {
    const call = made[at];
    if (call === undefined) break;
    found.push(...differences(one, call).map((what) => `call ${at + 1}, ${call.function}: ${what}`));
  }
  const names = (calls) => calls.map((call) => call.function).join(", ") || "none";
  return [...found, `expected: ${names(expected)}; made: ${names(made)}`];
}

function isSubsequence(fits, count) {
  let at = 0;
  for (const row of fits) {
    while (at < count && !row[at]) at += 1;
    if (at === count) return false;
    at += 1;
  }
  return true;
}

function largestPairing(fits, count) {
  const owners = Array(count).fill(null);
  const place = (row, seen) => {
    for (let column = 0; column < count; column += 1) {
      if (!fits[row][column] || seen.has(column)) continue;
      seen.add(column);
      if (owners[column] === null || place(owners[column], seen)) {
        owners[column] = row;
        return true;
      }
    }
    return false;
  };
  return fits.filter((_, row) => place(row, new Set())).length;
}

function differences(expected, call) {
  if (expected.function !== call.function) return [`${expected.function} was expected`];
  if (call.arguments === null) return ["its arguments are no JSON object"];
  const rules = new Map(Object.entries(expected.arguments ?? {}).map(([path, rule]) => [pointer(path), rule]));
  const found = [];
  for (const [path, rule] of rules) {
    const place = at(call.arguments, path);
    if (place === undefined) {
      if (!(rule === "ignored" || "optional" in rule)) found.push(`${path} is missing`);
    } else if (!holds(rule, place.value)) {
      found.push(`${path} is ${JSON.stringify(place.value)}`);
    }
  }
  if ((expected.others ?? "refused") === "refused") {
    for (const [name, value] of Object.entries(call.arguments)) {
      found.push(...unexpected(`/${escaped(name)}`, value, rules));
    }
  }
  return found;
}

function unexpected(place, value, rules) {
  if (rules.has(place)) return [];
  const isAbove = [...rules.keys()].some((path) => path.startsWith(`${place}/`));
  if (isAbove && typeof value === "object" && value !== null) {
    return Object.entries(value).flatMap(([name, inner]) => unexpected(`${place}/${escaped(name)}`, inner, rules));
  }
  return [`${place} is not expected`];
}

function holds(rule, value) {
  if (rule === "ignored") return true;
  const [[kind, wanted]] = Object.entries(rule);
  switch (kind) {
    case "equals":
      return same(wanted, value);
    case "oneOf":
      return wanted.some((one) => same(one, value));
    case "alike":
      return wanted.some((one) => same(plain(one), plain(value)));
    case "pattern":
      return typeof value === "string" && new RegExp(wanted, "u").test(value);
    case "number":
      return typeof value === "number" && Math.abs(value - wanted.is) <= wanted.within;
    case "contains":
      return contains(value, wanted);
    default:
      return holds(wanted, value);
  }
}

function plain(value) {
  if (typeof value === "string") return value.replace(/[ ,./_*^-]/g, "").toLowerCase().replaceAll("'", '"');
  if (Array.isArray(value)) return value.map(plain);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)]));
}

function contains(whole, part) {
  if (typeof whole === "string") return typeof part === "string" && whole.includes(part);
  if (Array.isArray(whole)) return whole.some((element) => same(element, part));
  if (!isObject(whole) || !isObject(part)) return false;
  return Object.entries(part).every(([name, value]) => Object.hasOwn(whole, name) && same(whole[name], value));
}

function says(said, text) {
  if (said === "something") return text.trim() !== "";
  if (said === "nothing") return text.trim() === "";
  return "contains" in said ? text.includes(said.contains) : new RegExp(said.pattern, "u").test(text);
}

/** Whether two JSON values are the same, whatever the order of their fields. */
export function same(one, other) {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((value, index) => same(value, other[index]));
  }
  if (isObject(one) && isObject(other)) {
    const names = Object.keys(one);
    return (
      names.length === Object.keys(other).length &&
      names.every((name) => Object.hasOwn(other, name) && same(one[name], other[name]))
    );
  }
  return one === other;
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function pointer(written) {
  return written.startsWith("/") ? written : `/${escaped(written)}`;
}

function escaped(name) {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

function at(value, path) {
  let place = { value };
  for (const part of path.split("/").slice(1)) {
    const name = part.replaceAll("~1", "/").replaceAll("~0", "~");
    const isThere = Array.isArray(place.value)
      ? /^(0|[1-9][0-9]*)$/.test(name) && Number(name) < place.value.length
      : isObject(place.value) && Object.hasOwn(place.value, name);
    if (!isThere) return undefined;
    place = { value: place.value[name] };
  }
  return place;
}
