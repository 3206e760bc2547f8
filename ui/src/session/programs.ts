import { say } from "$language/say";
import type { AttachedProgram, SessionId } from "$contract";

type Program = Pick<AttachedProgram, "title">;

/** The attached programs, as far as they run the loop of sessions. */
export type Programs = { programWith(session: SessionId): Program | null };

/** Why no model can be chosen in a conversation of a program: each request names its model. */
export function modelObstacle(program: Program | null): string | null {
  return program === null
    ? null
    : say(
        "{name} chooses its own model. Another one can answer in its place: see the settings of the program.",
        { name: program.title },
      );
}

/** Why no settings can be chosen in a conversation of a program: each request has its own. */
export function settingsObstacle(program: Program | null): string | null {
  return program === null
    ? null
    : say("{name} sends its own settings. Change them where it stops before a request.", {
        name: program.title,
      });
}

/** Why no instructions can be written in a conversation of a program: each request has its own. */
export function instructionsObstacle(program: Program | null): string | null {
  return program === null
    ? null
    : say(
        "{name} sends its own instructions. Edit them where it stops before a request, or fork the conversation.",
        { name: program.title },
      );
}
