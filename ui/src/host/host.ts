import type {
  CommandError,
  CommandName,
  Commands,
  ErrorCode,
  ErrorDetails,
  FeedItem,
  Follow,
} from "$contract";

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
export class HostError extends Error implements CommandError {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(error: CommandError) {
    super(error.message);
    this.code = error.code;
    this.details = error.details;
  }
}

export function hostError(message: string, advice: string | null): HostError {
  return new HostError({ code: "failed", message, details: { advice } });
}

function isCommandError(value: unknown): value is CommandError {
  return (
    typeof value === "object" && value !== null && "code" in value && "message" in value && "details" in value
  );
}

/** Whatever was thrown, as the error the page can show. */
export function asHostError(thrown: unknown): HostError {
  if (thrown instanceof HostError) return thrown;
  if (isCommandError(thrown)) return new HostError(thrown);
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return hostError(message, null);
}
