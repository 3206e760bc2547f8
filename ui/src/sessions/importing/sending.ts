import { say } from "$language/say";
import type { ImportedSession } from "$contract";
import { type Host, type HostError, hostError } from "$host/host";

/** What is sent at once, in bytes. A page never has more than this of a file. */
const PIECE = 1 << 20;

/** How far a file has come in. */
export interface Sent {
  bytes: number;
  of: number;
  messages: number;
}

/**
 * Imports a file however long it is, piece by piece. Nothing of it stays where it can't be read, where it is stopped, and
 * where this page is gone before the end.
 */
export async function sendFile(
  host: Host,
  file: File,
  onSent: (sent: Sent) => void,
  signal: AbortSignal,
): Promise<ImportedSession> {
  const { session } = await host.call("import_begin", { name: file.name });
  try {
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    for (let at = 0, number = 0; at < file.size; at += PIECE, number += 1) {
      const end = Math.min(at + PIECE, file.size);
      const text = decode(decoder, await readPart(file, at, end), end < file.size);
      signal.throwIfAborted();
      const { messages } = await host.call("import_piece", { session, number, text });
      onSent({ bytes: end, of: file.size, messages });
    }
    signal.throwIfAborted();
    return await host.call("import_end", { session });
  } catch (error) {
    // What went wrong first is what has to be told.
    await host.call("import_stop", { session }).catch(() => undefined);
    throw error;
  }
}

/** The bytes of a file between two places. A folder that was dropped is a file without bytes. */
async function readPart(file: File, from: number, to: number): Promise<ArrayBuffer> {
  try {
    return await file.slice(from, to).arrayBuffer();
  } catch {
    throw unreadable(file);
  }
}

/** Says that a file can't be read, and what it may be. */
export function unreadable({ name }: File): HostError {
  return hostError(say("{name} can’t be read.", { name }), say("Is it a file, and not a folder?"));
}

function decode(decoder: TextDecoder, bytes: ArrayBuffer, stream: boolean): string {
  try {
    return decoder.decode(bytes, { stream });
  } catch {
    throw hostError(
      say("The file is not text in UTF-8."),
      say("Nothing was imported. The file is unchanged."),
    );
  }
}
