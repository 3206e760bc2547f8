import type {
  CommandError,
  CommandName,
  ConfigureFunctions,
  Commands,
  Exchange,
  FeedItem,
  Finding,
  Follow,
  FunctionOf,
  LogEntry,
  Message,
  MoveHead,
  NamedFunctions,
  Note,
  Overview,
  OwnSourcesNow,
  ReadLog,
  Search,
  ServiceTwin,
  SessionEvent,
  SessionSummary,
  ListedLocalModels,
  ListedServices,
  SummarizeParts,
  WireEvent,
} from "$contract";
import type { Host } from "$host/host";
import { isAttachedCommand, NO_PROGRAMS, ScriptedAttached } from "$host/scripted/attached";
import type { ScriptedPrograms } from "$host/scripted/attached";
import { isSourceCommand, NO_SOURCES, sourceReply } from "$host/scripted/sources";
import { consentsOf, factsOf } from "$host/scripted/facts";
import { scriptedSearch } from "$host/scripted/search";
import { experimentReply, isExperimentCommand, type ScriptedExperiments } from "$host/scripted/experiments";
import { bodyReply, isBodyCommand } from "$host/scripted/bodies";
import { isHistoryCommand, ScriptedHistory } from "$host/scripted/history";
import { versionsIn, windowOf } from "$host/scripted/log";
import { isLocalCommand, NO_LOCAL_MODELS, ScriptedLocal } from "$host/scripted/local";
import { isRequestCommand, type RecordedRequests, requestReply } from "$host/scripted/requests";
import { isMarkCommand, markEvent } from "$host/scripted/marks";
import { isSelectionCommand, selectionReply } from "$host/scripted/selections";

/** A log somebody recorded. */
export type Recording = { title: string; entries: LogEntry<Note>[] };

export type Script = {
  overview: Overview;
  recording: Recording;
  exchange: Exchange<WireEvent>;
  services?: ListedServices;
  sources?: OwnSourcesNow;
  localModels?: ListedLocalModels;
  attached?: ScriptedPrograms;
  experiments?: ScriptedExperiments;
  /** How many entries are there before anything is done. */
  shown: number;
  /** Milliseconds between two entries. 0 delivers what comes next at once. */
  pace: number;
  /** What is found to be wrong with what was said. */
  findings?: Finding[];
  /** How many entries come at first, and each time earlier ones are asked for. All of them, where nothing is said. */
  tail?: number;
  /** What is said of every request. */
  requests?: RecordedRequests;
  /** What every large value is. */
  body?: string;
};

/** A session's title and its plan are there as soon as the session is. */
const FIRST_ENTRIES = 2;

/** Plays a recorded log: up to the next stop, then on when it is answered. */
export class ScriptedHost implements Host {
  /** What was asked, for tests. */
  readonly asked: { command: CommandName; args: unknown }[] = [];
  readonly #script: Script;
  readonly #entries: LogEntry<Note>[];
  readonly #history: ScriptedHistory;
  readonly #local: ScriptedLocal;
  readonly #attached: ScriptedAttached;
  #shown: number;
  #listener: ((item: FeedItem) => void) | null = null;

  constructor(script: Script) {
    this.#script = script;
    this.#entries = [...script.recording.entries];
    this.#history = new ScriptedHistory(script.overview, script.findings ?? []);
    this.#local = new ScriptedLocal(script.localModels ?? NO_LOCAL_MODELS);
    this.#attached = new ScriptedAttached(script.attached ?? NO_PROGRAMS);
    this.#shown = script.shown;
  }

  call<C extends CommandName>(command: C, args: Commands[C]["args"]): Promise<Commands[C]["reply"]> {
    this.asked.push({ command, args });
    return new Promise((resolve) => resolve(this.#reply(command, args) as Commands[C]["reply"]));
  }

  follow(args: Follow, onItem: (item: FeedItem) => void, _onLost: (error: CommandError) => void): () => void {
    this.#listener = onItem;
    const log = this.#entries.slice(0, this.#shown);
    if (this.#script.tail === undefined || args.tail === null) this.#deliver(log.slice(args.after));
    else this.deliver({ type: "opened", window: windowOf(log, this.#shown, this.#script.tail) });
    return () => {
      if (this.#listener === onItem) this.#listener = null;
    };
  }

  /** Delivers anything at all, as an application might. */
  deliver(item: FeedItem): void {
    this.#listener?.(item);
  }

  /** Plays on to the next stop or the end. */
  async play(): Promise<void> {
    for (;;) {
      const entry = this.#entries[this.#shown];
      if (entry === undefined) return;
      this.#shown += 1;
      if (this.#script.pace > 0) await new Promise((resolve) => setTimeout(resolve, this.#script.pace));
      this.#deliver([entry]);
      if (isStop(entry)) return;
    }
  }

  #deliver(entries: LogEntry<Note>[]): void {
    if (entries.length > 0) this.deliver({ type: "entries", entries: structuredClone(entries) });
  }

  /** Writes an entry that is not in the recording. What is still to come is counted on from there. */
  #write(event: SessionEvent<Note>): void {
    const entry = { seq: this.#shown + 1, at: Date.now(), event };
    const rest = this.#entries.splice(this.#shown).map((later) => ({ ...later, seq: later.seq + 1 }));
    this.#entries.push(entry, ...rest);
    this.#shown += 1;
    this.#deliver([entry]);
  }

  #messages(): Message[] {
    const shown = this.#entries.slice(0, this.#shown);
    return shown.flatMap(({ event }) => (event.type === "messageAdded" ? [event.message] : []));
  }

  #reply(command: CommandName, args: unknown): unknown {
    if (isHistoryCommand(command)) return this.#history.reply(command, args, this.#messages());
    if (isRequestCommand(command)) return requestReply(command, args, this.#script.requests);
    if (isBodyCommand(command)) return bodyReply(command, args, this.#script.body ?? "");
    if (isSourceCommand(command)) return sourceReply(command, args, this.#script.sources ?? NO_SOURCES);
    if (isSelectionCommand(command)) return selectionReply(command, args, this.#script.overview);
    if (isAttachedCommand(command)) return this.#attached.reply(command, args);
    if (isExperimentCommand(command)) return experimentReply(command, args, this.#script.experiments);
    if (isLocalCommand(command)) return this.#local.reply(command, args);
    if (isMarkCommand(command)) {
      this.#write(markEvent(command, args));
      return {};
    }
    switch (command) {
      case "log_read": {
        const { to } = args as ReadLog;
        return windowOf(this.#entries.slice(0, this.#shown), to, this.#script.tail ?? to);
      }
      case "head_move":
        this.#write({ type: "headMoved", head: (args as MoveHead).head });
        return {};
      case "session_create":
      case "session_fork":
        if (command === "session_create") this.#shown = Math.max(this.#shown, FIRST_ENTRIES);
        return summaryOf(this.#script.recording);
      case "turn_start":
      case "turn_rerun":
      case "turn_answer":
        void this.play();
        return {};
      case "service_twin":
        return { model: (args as ServiceTwin).model };
      case "parts_summarize":
        return { summaries: (args as SummarizeParts).values.map(() => null) };
      case "services_list":
        return this.#script.services ?? NO_SERVICES;
      case "keychain_unlock":
        return { ...(this.#script.services ?? NO_SERVICES), keychain: "open" };
      case "service_check":
        return { address: null, key: null };
      case "service_save":
        return (args as Commands["service_save"]["args"]).settings;
      case "service_test":
        return { models: ["acme-large", "acme-small"], took: 212 };
      case "choice_read":
        return { choice: { choice: { type: "auto" }, calls: {} } };
      case "guide_read":
        return { isTourOver: true, seenVersion: this.#script.overview.version };
      case "guide_keep":
        return args;
      case "data_copy":
        return { folder: "~/callwright/copies/copy-1", leftOut: [] };
      case "search":
        return scriptedSearch(args as Search, this.#messages());
      case "exchange_read":
        return structuredClone(this.#script.exchange);
      case "instructions_versions":
        return versionsIn(this.#entries.slice(0, this.#shown));
      case "functions_configure":
        this.#write({
          type: "noted",
          note: { type: "functions", settings: (args as ConfigureFunctions).settings },
        });
        return {};
      case "function_facts":
        return factsOf(args as FunctionOf, this.#script.overview);
      case "consents_read":
        return consentsOf(args as NamedFunctions, this.#script.overview);
      case "recordings_forget":
      case "consent_give":
      case "consent_forget":
      case "page_ready":
      case "service_remove":
      case "session_rename":
      case "session_configure":
      case "history_inject":
      case "comparison_create":
      case "comparison_read":
      case "comparison_end":
      case "lane_add":
      case "lane_remove":
      case "lanes_arrange":
      case "lanes_share":
      case "lanes_start":
      case "lanes_stop":
      case "turn_pause":
      case "turn_stop":
      case "turn_retry_now":
        return {};
    }
  }
}

const NO_SERVICES: ListedServices = {
  services: [],
  kinds: [],
  keeping: { id: "keys-kept.in-keychain", values: {} },
  keychain: "missing",
};

function summaryOf({ title, entries }: Recording): SessionSummary {
  const at = entries[0]?.at ?? 0;
  return { id: "s1", title, created: at, changed: at, models: [], tags: [] };
}

function isStop({ event }: LogEntry<Note>): boolean {
  return event.type === "noted" && event.note.type === "turn" && event.note.event.type === "paused";
}
