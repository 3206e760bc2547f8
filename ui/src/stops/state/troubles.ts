import { say } from "$language/say";
import { told } from "$language/told";
import type { FunctionName, FunctionSpec, Resolution } from "$contract";
import { calledText, functionText, functionTitle, isSameFunction } from "$content/naming";
import { nearestFunction } from "$content/nearest";
import { type JsonEdit } from "$editor/jsonEdit.svelte";
import { pointerOf } from "$editor/jsonEdits";
import type { CalledFunction } from "$contract";
import { shownText } from "$shared/text/unseen";

/** What is wrong with a call, said before it runs. */
export type Trouble =
  | { type: "noFunction"; written: string; nearest: FunctionName | null }
  | { type: "notJson"; message: string }
  | { type: "schema"; path: string; message: string }
  | { type: "refused"; message: string };

/** A call as it would run now. */
export type RunAhead = {
  called: CalledFunction;
  target: FunctionName;
  isElsewhere: boolean;
  arguments: JsonEdit;
  /** What the application found of the call as the model wrote it. */
  resolution: Resolution | null;
  functions: readonly FunctionSpec[];
};

/** Everything that is wrong with a call. What the application found counts as long as nothing was changed. */
export function troublesOf(run: RunAhead): Trouble[] {
  const { resolution, arguments: written } = run;
  const isAsMade = !run.isElsewhere && !written.isChanged;
  const found = isAsMade ? (resolution?.findings ?? []) : [];
  const schema: Trouble[] =
    found.length > 0
      ? found.map(({ path, message }) => ({ type: "schema", path, message: told(message) }))
      : written.problems.map(({ path, message }) => ({ type: "schema", path: pointerOf(path), message }));
  const fault = written.fault;
  const troubles: Trouble[] = [
    ...noFunction(run),
    ...(fault === null ? schema : [{ type: "notJson" as const, message: fault.message }]),
  ];
  const isRefused = isAsMade && resolution?.type === "refused";
  return troubles.length === 0 && isRefused
    ? [{ type: "refused", message: resolution.failure.message }]
    : troubles;
}

/** Whether a call that runs like this comes to nothing. What does not fit a schema may still do. */
export function isFatal({ type }: Trouble): boolean {
  return type !== "schema";
}

/** What is wrong, in one sentence. */
export function troubleText(trouble: Trouble): string {
  switch (trouble.type) {
    case "noFunction":
      return say("There is no function {name}", { name: shownText(trouble.written) });
    case "notJson":
      return say("The arguments are not valid JSON: {message}", { message: trouble.message });
    case "schema":
      return trouble.path === "" || trouble.path === "/"
        ? trouble.message
        : say("{name}: {message}", { name: trouble.path, message: trouble.message });
    case "refused":
      return trouble.message;
  }
}

/** Nothing is said as long as the page does not know which functions there are. */
function noFunction({ called, target, isElsewhere, resolution, functions }: RunAhead): Trouble[] {
  const isKnown = functions.some(({ name }) => isSameFunction(name, target));
  const isTaken = !isElsewhere && resolution?.type === "runnable";
  if (functions.length === 0 || isKnown || isTaken) return [];
  const written = isElsewhere ? functionText(target) : calledText(called);
  const nearest = nearestFunction(
    written,
    functions.map(({ name }) => name),
  );
  return [{ type: "noFunction", written: isElsewhere ? functionTitle(target) : written, nearest }];
}
