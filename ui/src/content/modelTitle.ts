import { say } from "$language/say";
import { ATTACHED_MODELS, type ConnectorProfile, type ModelId } from "$contract";

/** The model of messages from elsewhere that name none. */
const UNNAMED = "unknown";

/** Whether a model is the one an attached program asks for, at a provider of its own. */
export function isAttached(model: ModelId): boolean {
  return model.startsWith(ATTACHED_MODELS);
}

/** A model that sessions of a person's own can ask, too. That of a program is asked by its program alone. */
export function ownModel(model: ModelId | undefined): ModelId | null {
  return model === undefined || isAttached(model) ? null : model;
}

/** The id of a model as people read it: that of a program's model is the name the program asks for. */
export function modelName(model: ModelId): string {
  return isAttached(model) ? model.slice(ATTACHED_MODELS.length) : model;
}

/**
 * The title of a model. Where two services give the same one, the name of the service follows. Where the model of a program
 * has the title of one that is set up here, the title says that it is a program's.
 */
export function modelTitle(models: readonly ConnectorProfile[], model: ModelId): string {
  const known = models.find((one) => one.model === model);
  const title = known?.title ?? modelName(model);
  const isAlone = models.every((one) => one === known || one.title !== title);
  if (known !== undefined) return isAlone ? title : `${title} (${known.service})`;
  if (model === UNNAMED) return say("model not named");
  return isAlone || !isAttached(model) ? title : say("{model} (attached program)", { model: title });
}
