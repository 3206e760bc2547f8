import type { ConnectorProfile } from "$contract";
import type { PickerOption } from "$shared/controls/picking";

/** Models to pick from, each with its service and the sign of it. */
export function modelOptions(models: readonly ConnectorProfile[]): (PickerOption & { sign: string })[] {
  return models.map(({ model, title, service }) => ({ value: model, title, note: service, sign: service }));
}
