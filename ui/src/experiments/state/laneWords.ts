import { say } from "$language/say";
import type { ConnectorProfile } from "$contract";
import { modelName } from "$content/modelTitle";
import type { FieldOption } from "$shared/controls/picking";

type Models = readonly ConnectorProfile[];

/** What a lane is called for people: its model by title and service, and what else it differs in. */
export type LaneWords = { title: string; service: string | null; rest: string };

/** The core puts this before lanes of kept runs, which are part of a name for good. */
const RECORDED = "recorded:";

/** A name begins with the id of its model. A model that is not set up any more is told by its id. */
export function laneWords(name: string, models: Models): LaneWords {
  const own = name.startsWith(RECORDED) ? name.slice(RECORDED.length) : name;
  const fitting = models.filter(({ model }) => own === model || own.startsWith(`${model} `));
  const [longest] = fitting.toSorted((one, other) => other.model.length - one.model.length);
  const recorded = own === name ? [] : [say("recorded")];
  if (longest === undefined) return { title: modelName(own), service: null, rest: recorded.join("") };
  const rest = [...recorded, own.slice(longest.model.length).trim()].filter((part) => part !== "");
  return { title: longest.title, service: longest.service, rest: rest.join(" · ") };
}

/** The same within a text. The service stands where the title alone could mean several models. */
export function laneText(name: string, models: Models): string {
  const { title, service, rest } = laneWords(name, models);
  const isShared = models.filter((one) => one.title === title).length > 1;
  return [title, isShared ? service : null, rest].filter((part) => part !== null && part !== "").join(" · ");
}

/** Lanes to choose from, each with the sign of its service. */
export function laneOptions(lanes: readonly string[], models: Models): FieldOption<string>[] {
  return lanes.map((name) => {
    const { title, service, rest } = laneWords(name, models);
    const own = { value: name, title: rest === "" ? title : `${title} · ${rest}` };
    return service === null ? own : { ...own, note: service, sign: service };
  });
}
