import type { CommandError, CommandName, Commands, FeedItem, Follow } from "$contract";
import { pageError } from "$language/notices";
import { told } from "$language/told";

/** The application as the page knows it. What rejects, rejects with a CommandError. */
export interface Host {
  call<C extends CommandName>(command: C, args: Commands[C]["args"]): Promise<Commands[C]["reply"]>;
  /** Delivers the log of a session from an entry on, and everything added to it. Returns how to stop. */
  follow(args: Follow, onItem: (item: FeedItem) => void, onLost: (error: CommandError) => void): () => void;
}

/** What a file is chosen for, in words a person reads, and how its name ends. */
export type WantedFile = { title: string; kind: string; ending: string };

/** Opens the window the system has for choosing a file. Null where nobody chose one. A page in a browser has none. */
export type ChooseFile = (wanted: WantedFile) => Promise<string | null>;

/** A CommandError that can be thrown. */
export class HostError extends Error {
  readonly error: CommandError;

  constructor(error: CommandError) {
    super(told(error.message));
    this.error = error;
  }
}

export function hostError(message: string, advice: string | null): HostError {
  return new HostError(pageError(message, advice));
}

function isCommandError(value: unknown): value is CommandError {
  return (
    typeof value === "object" && value !== null && "code" in value && "message" in value && "advice" in value
  );
}

/** Whatever was thrown, as the error the page can show. */
export function asHostError(thrown: unknown): CommandError {
  if (thrown instanceof HostError) return thrown.error;
  if (isCommandError(thrown)) return thrown;
  return pageError(thrown instanceof Error ? thrown.message : String(thrown), null);
}
