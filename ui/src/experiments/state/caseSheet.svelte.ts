import { say } from "$language/say";
import { SvelteSet } from "svelte/reactivity";
import type {
  CallDecision,
  CallMatching,
  Case,
  CaseId,
  CaseSet,
  DraftLoss,
  ExpectedCall,
  Expectations,
  MessageId,
  SessionId,
} from "$contract";
import { Attempt } from "$host/attempt.svelte";
import type { App } from "$session/app";
import { answersAlone, CaseStandIns } from "$experiments/state/caseStandIns.svelte";
import { emptyJudge, judgeOf, type JudgeRule, judgeRuleOf } from "$experiments/state/judging";
import {
  expectedOf,
  type Rule,
  ruleOf,
  wordsOf,
  type WordsRule,
  wordsRuleOf,
} from "$experiments/state/rules";

/** A call that is expected, with the rules of its arguments. */
export type CallRules = { function: string; rules: Rule[]; isOpen: boolean };

/** What is written at a stop about a call, and why it is no part of the case. */
export type Unfinished = { function: string; obstacle: string };

/** The name of a set that is made with the first case. */
const FIRST_SET = "cases";

/** The letters an id may have, so that it can be a file name anywhere. */
const SOUND = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}$/;

/** A case while it is written: a moment of a session, or one of a set that is changed. */
export class CaseSheetState {
  readonly isOpen = $derived.by(() => this.#case !== null);
  /** The case as it was drafted or read. */
  readonly original = $derived.by(() => this.#case);
  readonly isNew = $derived.by(() => this.#replaces === null);
  readonly sets = $derived.by(() => this.#sets);
  readonly losses = $derived.by(() => this.#losses);
  /** What answers its functions in the runs. */
  readonly standIns = $derived.by(() => this.#standIns);
  readonly unfinished = $derived.by(() => this.#unfinished);
  readonly hasSecret = $derived.by(() => this.#hasSecret);
  /** Where it was kept. */
  readonly saved = $derived.by(() => this.#saved);
  readonly error = $derived.by(() => this.#attempt.error);
  readonly isBusy = $derived.by(() => this.#attempt.isBusy);
  readonly isIdSound = $derived.by(() => SOUND.test(this.id));
  /** Why it can't be kept. */
  readonly obstacle = $derived.by(() => {
    if (!this.isIdSound) return say("The id needs other letters");
    if (this.standIns.obstacle !== null) return this.standIns.obstacle;
    return this.#expectations() === null ? say("Something that is expected can't be read yet") : null;
  });

  id = $state("");
  title = $state("");
  folder = $state<string | null>(null);
  newSet = $state(FIRST_SET);
  matching = $state<CallMatching>("exactly");
  calls = $state.raw<readonly CallRules[]>([]);
  never = $state.raw<ReadonlySet<string>>(new SvelteSet());
  says = $state.raw<readonly WordsRule[]>([]);
  /** Requests at most, or nothing. */
  rounds = $state("");
  judges = $state.raw<readonly JudgeRule[]>([]);

  readonly #app: App;
  readonly #attempt = new Attempt();
  #case = $state.raw<Case | null>(null);
  #replaces = $state.raw<CaseId | null>(null);
  #sets = $state.raw<readonly CaseSet[]>([]);
  #losses = $state.raw<readonly DraftLoss[]>([]);
  #standIns = $state.raw(new CaseStandIns([]));
  #unfinished = $state.raw<readonly Unfinished[]>([]);
  #hasSecret = $state(false);
  #saved = $state.raw<string | null>(null);

  constructor(app: App) {
    this.#app = app;
  }

  /** Makes a case of what the model did from a message on, with what a person has decided about calls that wait. */
  async draft(
    session: SessionId,
    message: MessageId,
    decided: CallDecision[],
    unfinished: readonly Unfinished[] = [],
  ): Promise<void> {
    const isDone = await this.#attempt.make(async () => {
      const { host } = this.#app;
      const drafted = await host.call("case_draft", { session, message, decided });
      const { sets } = await host.call("experiments_list", {});
      this.#show(drafted.case, null, sets);
      [this.#losses, this.#hasSecret] = [drafted.losses, drafted.hasSecret];
      this.#unfinished = unfinished;
    });
    const { error } = this.#attempt;
    if (!isDone && error !== null) this.#app.report(error);
  }

  /** Changes a case that is kept. */
  async change(folder: string, id: CaseId): Promise<void> {
    const isDone = await this.#attempt.make(async () => {
      const { host } = this.#app;
      const read = await host.call("case_read", { folder, case: id });
      const { sets } = await host.call("experiments_list", {});
      this.#show(read, id, sets);
      this.folder = folder;
    });
    const { error } = this.#attempt;
    if (!isDone && error !== null) this.#app.report(error);
  }

  setRule(call: number, changed: Rule): void {
    this.#change(call, (one) => ({
      ...one,
      rules: one.rules.map((rule) => (rule.name === changed.name ? changed : rule)),
    }));
  }

  /** Whether arguments that no rule names are allowed. */
  setOpen(call: number, isOpen: boolean): void {
    this.#change(call, (one) => ({ ...one, isOpen }));
  }

  leaveOut(call: number): void {
    this.calls = this.calls.filter((_, at) => at !== call);
  }

  setNever(functions: readonly string[], isNever: boolean): void {
    const others = [...this.never].filter((name) => !functions.includes(name));
    this.never = new SvelteSet(isNever ? [...others, ...functions] : others);
  }

  setWords(at: number, words: WordsRule): void {
    this.says = this.says
      .map((one, place) => (place === at ? words : one))
      .filter(({ kind }) => kind !== "any");
  }

  addWords(): void {
    this.says = [...this.says, { kind: "contains", text: "" }];
  }

  setJudge(at: number, judge: JudgeRule): void {
    this.judges = this.judges.map((one, place) => (place === at ? judge : one));
  }

  removeJudge(at: number): void {
    this.judges = this.judges.filter((_, place) => place !== at);
  }

  addJudge(model: string): void {
    this.judges = [...this.judges, emptyJudge(model)];
  }

  /** Keeps the case as a file of its set. */
  async save(): Promise<boolean> {
    const expect = this.#expectations();
    const original = this.#case;
    if (expect === null || original === null || this.obstacle !== null) return false;
    return await this.#attempt.make(async () => {
      const { host } = this.#app;
      const folder = this.folder ?? (await host.call("case_set_add", { name: this.newSet })).folder;
      const functions = this.#standIns.functions();
      const alone = functions.filter(answersAlone).map(({ name }) => name);
      const results = original.results?.filter((result) => !alone.includes(result.function));
      const answers = {
        ...(original.functions === undefined ? {} : { functions }),
        ...(results === undefined ? {} : { results }),
      };
      const made: Case = { ...original, ...answers, id: this.id, title: this.title, expect };
      const replaces = this.#replaces === null ? {} : { replaces: this.#replaces };
      const { path } = await host.call("case_save", { folder, case: made, ...replaces });
      [this.folder, this.#replaces, this.#saved] = [folder, this.id, path];
    });
  }

  close(): void {
    this.#case = null;
    this.#attempt.forget();
  }

  #show(read: Case, replaces: CaseId | null, sets: readonly CaseSet[]): void {
    [this.#case, this.#replaces, this.#sets] = [read, replaces, sets];
    [this.#losses, this.#unfinished, this.#hasSecret, this.#saved] = [[], [], false, null];
    this.#standIns = new CaseStandIns(read.functions ?? []);
    const { expect } = read;
    [this.id, this.title] = [read.id, read.title ?? ""];
    this.folder = sets.find(({ folder }) => folder === this.folder)?.folder ?? sets[0]?.folder ?? null;
    this.matching = expect.calls?.match ?? "exactly";
    this.calls = (expect.calls?.list ?? []).map(rulesOf);
    this.never = new SvelteSet(expect.never ?? []);
    this.says = (expect.says ?? []).map(wordsRuleOf);
    this.rounds = expect.rounds === undefined ? "" : String(expect.rounds);
    this.judges = (expect.judges ?? []).map(judgeRuleOf);
  }

  #change(at: number, change: (call: CallRules) => CallRules): void {
    this.calls = this.calls.map((call, place) => (place === at ? change(call) : call));
  }

  /** Nothing, where a field can't be read or nothing is expected. */
  #expectations(): Expectations | null {
    const list = this.calls.map(callOf);
    const calls = list.every((call) => call !== null) ? list : null;
    const rounds = this.rounds.trim() === "" ? null : Number(this.rounds);
    if (calls === null || (rounds !== null && !(Number.isInteger(rounds) && rounds > 0))) return null;
    const judges = this.judges.map(judgeOf).filter((judge) => judge !== null);
    if (judges.length !== this.judges.length) return null;
    const says = this.says.flatMap(wordsOf);
    const hadCalls = this.#case?.expect.calls !== undefined;
    return {
      ...(hadCalls || calls.length > 0 ? { calls: { match: this.matching, list: calls } } : {}),
      ...(this.never.size === 0 ? {} : { never: [...this.never] }),
      ...(says.length === 0 ? {} : { says }),
      ...(rounds === null ? {} : { rounds }),
      ...(judges.length === 0 ? {} : { judges }),
    };
  }
}

function rulesOf(call: ExpectedCall): CallRules {
  const rules = Object.entries(call.arguments ?? {}).map(([name, expected]) => ruleOf(name, expected));
  return { function: call.function, rules, isOpen: call.others === "ignored" };
}

function callOf({ function: name, rules, isOpen }: CallRules): ExpectedCall | null {
  const entries = rules.map((rule) => [rule.name, expectedOf(rule)] as const);
  if (entries.some(([, expected]) => expected === null)) return null;
  const named = Object.fromEntries(
    entries.flatMap(([at, expected]) => (expected === null ? [] : [[at, expected]])),
  );
  return { function: name, arguments: named, ...(isOpen ? { others: "ignored" as const } : {}) };
}
