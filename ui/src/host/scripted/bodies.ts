import type { CommandName, FindInBody, LocateInBody, ReadBody, SaveBody } from "$contract";

const COMMANDS = ["body_read", "body_find", "body_locate", "body_save", "picture_save"] as const;

export type BodyCommand = (typeof COMMANDS)[number];

export function isBodyCommand(command: CommandName): command is BodyCommand {
  return COMMANDS.some((known) => known === command);
}

/** A large value of letters that are one byte each. */
export function bodyReply(command: BodyCommand, args: unknown, body: string): unknown {
  switch (command) {
    case "body_read": {
      const { from, length } = args as ReadBody;
      const text = body.slice(from, from + length);
      return { text, from, to: from + text.length, size: body.length };
    }
    case "body_find": {
      const { text, from } = args as FindInBody;
      const at = body.toLowerCase().indexOf(text.toLowerCase(), from);
      return { at: at < 0 ? null : at };
    }
    case "body_locate": {
      // The last key of the path, where it is written first, is near enough.
      const key = (args as LocateInBody).path.split(/[.[\]"']+/).findLast((step) => step !== "") ?? "";
      const at = body.indexOf(`"${key}": `);
      const from = at + key.length + 4;
      return { place: at < 0 ? null : { from, to: Math.min(from + 4_000, body.length) } };
    }
    case "picture_save":
      return { path: "~/.local/share/callwright/exports/session.png", size: 0 };
    case "body_save": {
      const { fileName } = args as SaveBody;
      return { path: `~/.local/share/callwright/exports/${fileName}`, size: body.length };
    }
  }
}
