import { say } from "$language/say";
import type { ConnectorProfile, ModelId } from "$contract";
import { isAttached, modelName } from "$content/modelTitle";
import type { PickerOption } from "$shared/controls/picking";

type ModelOption = PickerOption & { sign: string };

/** Models to pick from, each with its service and the sign of it. */
export function modelOptions(models: readonly ConnectorProfile[]): ModelOption[] {
  return models.map(({ model, title, service }) => ({ value: model, title, note: service, sign: service }));
}

/** The same with the chosen model. The model of an attached program is of no service, and there only while it is chosen. */
export function modelOptionsWith(
  models: readonly ConnectorProfile[],
  chosen: ModelId | null,
  program = say("Attached program"),
): ModelOption[] {
  const options = modelOptions(models);
  if (chosen === null || !isAttached(chosen)) return options;
  return [{ value: chosen, title: modelName(chosen), note: program, sign: program }, ...options];
}
