import { say } from "$language/say";
import type {
  AtEnd,
  Fault,
  FunctionName,
  FunctionSettings,
  OnMiss,
  Outcome,
  Output,
  RunBy,
  StandIn,
} from "$contract";
import { assertNever } from "$shared/assertNever";
import { isSameFunction } from "$content/naming";

export type StandInKind = "live" | StandIn["type"];
export type FaultKind = Fault["type"];

export const STAND_IN_KINDS: readonly { value: StandInKind; title: string }[] = [
  { value: "live", title: say("The function itself") },
  { value: "fixed", title: say("A fixed result") },
  { value: "template", title: say("A template over the arguments") },
  { value: "sequence", title: say("One result after the other") },
  { value: "recorded", title: say("What was recorded") },
  { value: "person", title: say("You: it stops and asks") },
  { value: "fault", title: say("A fault") },
];

/** What may answer somewhere, in the words of that place. */
export type StandInChoices = {
  label: string;
  kinds: readonly { value: StandInKind; title: string }[];
  /** What follows the last of several results. */
  atEnds: readonly { value: AtEnd; title: string }[];
  /** What answers where nothing was recorded. Nothing, where that is no choice. */
  onMisses: readonly { value: OnMiss; title: string }[];
};

export const SESSION_CHOICES: StandInChoices = {
  label: say("Who answers in this session"),
  kinds: STAND_IN_KINDS,
  atEnds: [
    { value: "repeatLast", title: say("the last one again") },
    { value: "startAgain", title: say("the first one again") },
    { value: "live", title: say("the function itself") },
  ],
  onMisses: [
    { value: "ask", title: say("Stop and let me write the result") },
    { value: "live", title: say("Let the function itself answer") },
  ],
};

/** For a function that is only defined: nothing but a person answers where nothing else stands in. */
export const DEFINED_CHOICES: StandInChoices = {
  ...SESSION_CHOICES,
  kinds: STAND_IN_KINDS.filter(({ value }) => value !== "person").map((kind) =>
    kind.value === "live" ? { ...kind, title: say("You: it stops and asks") } : kind,
  ),
  atEnds: SESSION_CHOICES.atEnds.filter(({ value }) => value !== "live"),
  onMisses: SESSION_CHOICES.onMisses.filter(({ value }) => value !== "live"),
};

/** For a function of an attached program, which runs it wherever nothing stands in. */
export const PROGRAM_CHOICES: StandInChoices = {
  ...SESSION_CHOICES,
  kinds: STAND_IN_KINDS.map((kind) =>
    kind.value === "live" ? { ...kind, title: say("The program") } : kind,
  ),
  atEnds: SESSION_CHOICES.atEnds.map((atEnd) =>
    atEnd.value === "live" ? { ...atEnd, title: say("the program") } : atEnd,
  ),
  onMisses: SESSION_CHOICES.onMisses.map((onMiss) =>
    onMiss.value === "live" ? { ...onMiss, title: say("Let the program answer") } : onMiss,
  ),
};

/** The choices for a function, by what runs it where nothing stands in. */
export function choicesFor(runBy: RunBy): StandInChoices {
  switch (runBy) {
    case "application":
      return SESSION_CHOICES;
    case "program":
      return PROGRAM_CHOICES;
    case "nobody":
      return DEFINED_CHOICES;
    default:
      return assertNever(runBy);
  }
}

export const FAULT_KINDS: readonly { value: FaultKind; title: string }[] = [
  { value: "error", title: say("It reports an error") },
  { value: "delay", title: say("It answers late") },
  { value: "timeOut", title: say("It gives up after a time") },
  { value: "neverAnswers", title: say("It never answers") },
  { value: "malformedJson", title: say("JSON that breaks off") },
  { value: "wrongType", title: say("A value of the wrong type") },
  { value: "empty", title: say("An empty text") },
  { value: "huge", title: say("A huge result") },
  { value: "orders", title: say("Text that gives the model orders") },
];

/** What answers in a function's place, if anything does. */
export function standInOf(settings: FunctionSettings, name: FunctionName): StandIn | null {
  return settings.standIns.find(({ function: replaced }) => isSameFunction(replaced, name))?.stand_in ?? null;
}

export function withStandIn(
  settings: FunctionSettings,
  name: FunctionName,
  standIn: StandIn | null,
): FunctionSettings {
  const others = settings.standIns.filter(({ function: replaced }) => !isSameFunction(replaced, name));
  const standIns = standIn === null ? others : [...others, { function: name, stand_in: standIn }];
  return { ...settings, standIns };
}

/** A stand-in in one or two words, for a mark. */
export function standInMark(standIn: StandIn): string {
  switch (standIn.type) {
    case "fixed":
      return say("fixed");
    case "template":
      return say("template");
    case "sequence":
      return say("sequence");
    case "recorded":
      return say("recorded");
    case "person":
      return say("you");
    case "fault":
      return say("fault");
    default:
      return assertNever(standIn);
  }
}

/** What was typed, as a result: JSON where it is JSON, a text otherwise. */
export function readOutput(text: string): Output {
  if (text.trim() === "") return { type: "nothing" };
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "string") return { type: "text", text: value };
    return { type: "json", value: value as never };
  } catch {
    return { type: "text", text };
  }
}

/** Whether a text is read as itself. One that looks like JSON has to be quoted. */
function isPlain(text: string): boolean {
  const back = readOutput(text);
  return back.type === "text" && back.text === text;
}

export function writeOutput(output: Output, indent = 2): string {
  switch (output.type) {
    case "nothing":
      return "";
    case "text":
      return isPlain(output.text) ? output.text : JSON.stringify(output.text);
    case "json":
      return JSON.stringify(output.value, null, indent);
    case "media":
      return JSON.stringify(output.media, null, indent);
    case "several":
      return output.parts.map((part) => writeOutput(part, indent)).join("\n");
    default:
      return assertNever(output);
  }
}

const ERROR_MARK = "error: ";

/** One result a line. A line that begins with `error: ` is a failure. */
export function readOutcomes(text: string): Outcome[] {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.map((line) =>
    line.startsWith(ERROR_MARK)
      ? { type: "failed", failure: { kind: "reported", message: line.slice(ERROR_MARK.length) } }
      : { type: "returned", output: readOutput(line) },
  );
}

/** A text that would be read as several lines or as a failure is quoted. */
function lineOf(output: Output): string {
  const line = writeOutput(output, 0);
  const isStrange = line.includes("\n") || line.startsWith(ERROR_MARK) || line.trim() === "";
  return output.type === "text" && isStrange ? JSON.stringify(output.text) : line;
}

export function writeOutcomes(outcomes: Outcome[]): string {
  return outcomes
    .map((outcome) => {
      switch (outcome.type) {
        case "returned":
          return lineOf(outcome.output);
        case "failed":
          return ERROR_MARK + outcome.failure.message;
        case "declined":
          return ERROR_MARK + outcome.reason;
        default:
          return assertNever(outcome);
      }
    })
    .join("\n");
}
