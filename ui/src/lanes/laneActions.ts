import { say } from "$language/say";
import type { Overview } from "$contract";
import type { Action } from "$shared/controls/actions";
import { MOST_LANES, type LanesState } from "$lanes/lanes.svelte";
import type { OpenLane } from "$alignment/openLanes";
import { turnObstacle } from "$timeline/status";

type Asks = { rename: () => void; settings: () => void; exports: () => void };

/** What can be done with one lane. */
export function laneActions(lanes: LanesState, open: OpenLane, asks: Asks): Action[] {
  const { lane, session } = open;
  const place = lanes.lanes.findIndex((one) => one.lane.session === lane.session);
  const isAlone = lanes.lanes.length === 1;
  const isShared = lanes.sharing?.lane.session === lane.session;
  const busy = turnObstacle(session.phase);
  const anyBusy =
    lanes.lanes.map((one) => turnObstacle(one.session.phase)).find((text) => text !== null) ?? null;
  const move = (step: -1 | 1): void => void lanes.move(lane.session, step);
  return [
    action("settings", say("Settings of this lane…"), null, asks.settings),
    action("rename", say("Rename"), null, asks.rename),
    { ...action("export", say("Export this lane…"), null, asks.exports), note: say("also as a picture") },
    isShared
      ? action("own", say("Each lane its own results again"), null, () => void lanes.share(null))
      : {
          ...action(
            "share",
            say("Use its results in the others"),
            null,
            () => void lanes.share(lane.session),
          ),
          note: say("equal calls get equal results"),
        },
    {
      ...action(
        "add",
        say("Add a lane like this"),
        busy ?? full(lanes),
        () => void lanes.add(lane.session, null),
      ),
      note: say("asks the last question itself"),
    },
    action("left", say("Move to the left"), place === 0 ? say("It is the first.") : null, () => move(-1)),
    action(
      "right",
      say("Move to the right"),
      place === lanes.lanes.length - 1 ? say("It is the last.") : null,
      () => move(1),
    ),
    {
      ...action("keep", say("Go on with this lane alone"), anyBusy, () => void lanes.keep(lane.session)),
      note: say("ends the comparison"),
    },
    action(
      "remove",
      say("Remove"),
      isAlone ? say("It is the only one.") : busy,
      () => void lanes.remove(lane),
    ),
  ];
}

/** One action for each model that can be put beside the others. */
export function addActions(lanes: LanesState, models: Overview["models"]): Action[] {
  const from = lanes.focused;
  if (from === null) return [];
  const obstacle = addObstacle(lanes);
  return models.map(({ model, title, service }) => ({
    id: model,
    title,
    note: service,
    sign: service,
    obstacle,
    run: () => void lanes.add(from.lane.session, model),
  }));
}

/** Why no lane can be put beside the others now. */
export function addObstacle(lanes: LanesState): string | null {
  return full(lanes) ?? (lanes.focused === null ? null : turnObstacle(lanes.focused.session.phase));
}

function full(lanes: LanesState): string | null {
  return lanes.lanes.length < MOST_LANES ? null : say("{MOST_LANES} lanes are the most.", { MOST_LANES });
}

function action(id: string, title: string, obstacle: string | null, run: () => void): Action {
  return { id, title, obstacle, run };
}
