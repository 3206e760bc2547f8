import { say } from "$language/say";
import type { CaseAnswer, CaseFunction, CaseStandIn, Outcome, StandIn } from "$contract";
import { withSetting } from "$content/settings";
import { StandInDraft } from "$functions/state/standInDraft.svelte";
import type { StandInChoices } from "$functions/state/standIns";

/** What may answer in the runs of a case. */
export const CASE_CHOICES: StandInChoices = {
  label: say("What answers in the runs"),
  kinds: [
    { value: "live", title: say("The results of the case") },
    { value: "template", title: say("A template over the arguments") },
    { value: "sequence", title: say("One result after the other") },
    { value: "recorded", title: say("What was recorded, else the results of the case") },
  ],
  atEnds: [
    { value: "repeatLast", title: say("the last one again") },
    { value: "startAgain", title: say("the first one again") },
  ],
  onMisses: [],
};

type Entry = { function: CaseFunction; draft: StandInDraft; given: string };

/** What answers the functions of a case, while it is written. One that runs live has nothing in its place. */
export class CaseStandIns {
  readonly names: readonly string[];
  /** Why they can't be kept. */
  readonly obstacle = $derived.by(
    () => this.#entries.find(({ draft }) => draft.obstacle !== null)?.draft.obstacle ?? null,
  );
  readonly #functions: readonly CaseFunction[];
  readonly #entries: readonly Entry[];

  constructor(functions: readonly CaseFunction[]) {
    this.#functions = functions;
    this.#entries = functions
      .filter(({ live }) => live !== true)
      .map((one) => {
        const draft = new StandInDraft(standInOf(one.standIn));
        return { function: one, draft, given: JSON.stringify(draft.standIn()) };
      });
    this.names = this.#entries.map(({ function: { name } }) => name);
  }

  draft(name: string): StandInDraft | null {
    return this.#entries.find((one) => one.function.name === name)?.draft ?? null;
  }

  /** The functions as they are written now. What was not changed stays as it was read. */
  functions(): CaseFunction[] {
    return this.#functions.map((one) => {
      const entry = this.#entries.find(({ function: own }) => own === one);
      const now = entry?.draft.standIn() ?? null;
      if (entry === undefined || JSON.stringify(now) === entry.given) return one;
      return withSetting(one, "standIn", caseStandIn(now));
    });
  }
}

/** Whether the results of its case have no say. */
export function answersAlone({ live, standIn }: CaseFunction): boolean {
  return live === true || (standIn !== undefined && standIn !== "recorded");
}

function standInOf(standIn: CaseStandIn | undefined): StandIn | null {
  if (standIn === undefined) return null;
  if (standIn === "recorded") return { type: "recorded", onMiss: "ask" };
  if ("template" in standIn) return { type: "template", source: standIn.template };
  const { answers, startsAgain } = standIn.sequence;
  const atEnd = startsAgain === true ? "startAgain" : "repeatLast";
  return { type: "sequence", outcomes: answers.map(outcomeOf), atEnd };
}

function outcomeOf(answer: CaseAnswer): Outcome {
  if ("failed" in answer) return { type: "failed", failure: { kind: "reported", message: answer.failed } };
  const { returned } = answer;
  return {
    type: "returned",
    output:
      typeof returned === "string" ? { type: "text", text: returned } : { type: "json", value: returned },
  };
}

/** What a case has of a stand-in: the editor offers no other. */
function caseStandIn(standIn: StandIn | null): CaseStandIn | undefined {
  switch (standIn?.type) {
    case "template":
      return { template: standIn.source };
    case "sequence": {
      const answers = standIn.outcomes.map(answerOf);
      return { sequence: { answers, ...(standIn.atEnd === "startAgain" ? { startsAgain: true } : {}) } };
    }
    case "recorded":
      return "recorded";
    case "fixed":
    case "person":
    case "fault":
    case undefined:
      return undefined;
  }
}

function answerOf(outcome: Outcome): CaseAnswer {
  if (outcome.type === "failed") return { failed: outcome.failure.message };
  if (outcome.type === "declined") return { failed: outcome.reason };
  const { output } = outcome;
  if (output.type === "json") return { returned: output.value };
  return { returned: output.type === "text" ? output.text : null };
}
