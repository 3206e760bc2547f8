import type { CommandError, CommandName, Commands, Finding, Overview } from "$contract";
import { type Host, HostError } from "$host/host";
import { type Recording, ScriptedHost } from "$host/scripted";
import { exchangeDemo, FUNCTION_SETTINGS, FUNCTIONS, weatherDemo } from "./demo";
import { BOUND, boundDemo, boundDraft, heldDemo, refusedDemo } from "./bound";
import { PROFILES } from "./plans";
import { disguisedDemo, disguisedOverview } from "./disguised";
import { endings } from "./endings";
import { OWN_SOURCES, ownSourcesDemo } from "./ownSources";
import { REQUESTED, REQUESTS, TRIED } from "./requests";
import { SOURCES } from "./sources";
import { lanesHost } from "./lanes";
import { localModelsDemo } from "./localModels";
import { branchesDemo, brokenDemo, brokenFindings, largeBody, largeDemo, marksDemo } from "./histories";
import { servicesDemo } from "./services";

const HOUR = 3_600_000;
const PACE = 28;
/** As if the recording had been made just now. */
const AGE = 24_000;

export function demoOverview(): Overview {
  const now = Date.now();
  return {
    version: "0.1.0",
    models: [
      { model: "scripted", title: "Scripted model", service: "On this machine" },
      { model: "echo", title: "Echo", service: "On this machine" },
    ],
    functions: FUNCTIONS,
    lookalikes: [],
    sources: SOURCES,
    functionsVersion: 1,
    functionSettings: FUNCTION_SETTINGS,
    profiles: PROFILES,
    sessions: [
      { id: "s1", title: "Umbrella in two cities", created: now - 40_000, changed: now },
      { id: "s2", title: "Refund a late order", created: now - 3 * HOUR, changed: now - 3 * HOUR },
      {
        id: "s3",
        title: "A rather long title that does not fit",
        created: now - 50 * HOUR,
        changed: now - 50 * HOUR,
      },
    ],
    comparisons: [],
    discarded: [
      {
        id: "s4",
        title: "First try with the calculator",
        created: now - 90 * HOUR,
        changed: now - 80 * HOUR,
      },
    ],
    dataFolder: "~/.local/share/callwright",
    scriptsFolder: "~/.config/callwright/scripts",
    pluginsFolder: "~/.local/share/callwright/plugins",
    problems: ["refund.json, line 12: a comma or } is expected. Mend the file, then start Callwright again."],
  };
}

/** A host for looking at the page: `?demo` plays from the start, `?demo=paused` and others stand at a place. */
export function demoHost(name: string): Host {
  const overview = demoOverview();
  const empty = { ...overview, sessions: [], discarded: [], problems: [] };
  const localModels = localModelsDemo(name);
  if (localModels !== undefined) {
    const isFirst = name === "empty" || name.startsWith("first-");
    const recording = weatherDemo(isFirst ? Date.now() : Date.now() - AGE);
    const shown = isFirst ? 0 : recording.entries.length;
    const around = { overview: isFirst ? empty : overview, recording, exchange: exchangeDemo() };
    return new ScriptedHost({ ...around, localModels, shown, pace: isFirst ? PACE : 0 });
  }
  if (name === "problem") return new BrokenHost();
  if (name === "lanes") return lanesHost(overview);
  if (name === "branches") return whole(overview, branchesDemo(Date.now() - AGE), []);
  if (name === "marks") return whole(overview, marksDemo(Date.now() - AGE), []);
  if (name === "large") {
    const recording = largeDemo(Date.now() - AGE);
    const shown = recording.entries.length;
    return new ScriptedHost({
      overview,
      recording,
      exchange: exchangeDemo(),
      shown,
      pace: 0,
      body: largeBody(),
    });
  }
  const asked = askedIn(name);
  if (asked !== undefined) {
    const recording = weatherDemo(Date.now() - AGE);
    return new ScriptedHost({
      overview: { ...overview, sources: [...overview.sources, ...OWN_SOURCES] },
      recording,
      exchange: exchangeDemo(),
      sources: ownSourcesDemo(asked),
      shown: recording.entries.length,
      pace: 0,
    });
  }
  if (name === "requests") {
    const recording = weatherDemo(Date.now() - AGE);
    const shown = recording.entries.length;
    const models = [...overview.models, REQUESTED];
    const asked = { exchange: TRIED, requests: REQUESTS };
    return new ScriptedHost({ overview: { ...overview, models }, recording, ...asked, shown, pace: 0 });
  }
  const bound = boundIn(name);
  if (bound !== undefined) {
    const recording = bound(Date.now() - AGE);
    const models = [BOUND, ...overview.models];
    const drafted = boundDraft(name === "voids" ? 2 : 1);
    const asked = {
      exchange: exchangeDemo(Date.now() - AGE),
      requests: { ...REQUESTS, drafted, unchanged: boundDraft(0) },
    };
    const shown = recording.entries.length;
    return new ScriptedHost({ overview: { ...overview, models }, recording, ...asked, shown, pace: 0 });
  }
  if (name === "disguised") return whole(disguisedOverview(overview), disguisedDemo(), []);
  if (name === "broken") return whole(overview, brokenDemo(), brokenFindings());
  const ending = endings()[name];
  if (ending !== undefined) return scripted(overview, ending, ending.entries.length, 0);
  const recording = weatherDemo(Date.now() - AGE);
  return scripted(overview, recording, shownFor(name, recording), PACE);
}

/** The demo of this name, if it is about thoughts that are bound. */
function boundIn(name: string): typeof boundDemo | undefined {
  if (name === "voids") return boundDemo;
  if (name === "refused") return refusedDemo;
  return name === "held" ? heldDemo : undefined;
}

/** What a server asks in the demo of this name, if it is about servers. */
function askedIn(name: string): Parameters<typeof ownSourcesDemo>[0] | undefined {
  if (name === "sources") return null;
  return name === "form" || name === "visit" || name === "sample" ? name : undefined;
}

/** How much of the recording is there, by the name of a state. */
function shownFor(name: string, { entries }: Recording): number {
  const stops = entries.flatMap(({ seq, event }) =>
    event.type === "noted" && event.note.type === "turn" && event.note.event.type === "paused" ? [seq] : [],
  );
  switch (name) {
    case "done":
      return entries.length;
    case "streaming":
      return 42;
    case "before":
      return stops[0] ?? 0;
    case "after":
      return stops[1] ?? 0;
    case "answering":
      return entries.length - 12;
    default:
      return 2;
  }
}

function whole(overview: Overview, recording: Recording, findings: Finding[]): ScriptedHost {
  const shown = recording.entries.length;
  return new ScriptedHost({ overview, recording, exchange: exchangeDemo(), shown, pace: 0, findings });
}

function scripted(overview: Overview, recording: Recording, shown: number, pace: number): ScriptedHost {
  const [exchange, services] = [exchangeDemo(Date.now() - AGE), servicesDemo()];
  return new ScriptedHost({ overview, recording, exchange, services, shown, pace });
}

/** An application that can't read its store. */
class BrokenHost implements Host {
  call<C extends CommandName>(_command: C, _args: Commands[C]["args"]): Promise<Commands[C]["reply"]> {
    const error: CommandError = {
      code: "storeUnavailable",
      message: "The sessions can’t be read: the file is not a database.",
      details: {
        advice: "Move ~/.local/share/callwright/sessions.db away, then try again. Nothing was changed in it.",
      },
    };
    return Promise.reject(new HostError(error));
  }

  follow(): () => void {
    return () => undefined;
  }
}
