import type {
  CommandName,
  NameBranch,
  NamedMessage,
  Note,
  RemarkMessage,
  SessionEvent,
  TagSession,
} from "$contract";

const COMMANDS = ["branch_name", "message_remark", "message_pin", "message_unpin", "session_tag"] as const;

export type MarkCommand = (typeof COMMANDS)[number];

export function isMarkCommand(command: CommandName): command is MarkCommand {
  return COMMANDS.some((known) => known === command);
}

/** What tags, a name, a note or a pin become in the log. */
export function markEvent(command: MarkCommand, args: unknown): SessionEvent<Note> {
  switch (command) {
    case "branch_name": {
      const { message, name } = args as NameBranch;
      return { type: "branchNamed", message, name };
    }
    case "message_remark": {
      const { message, text } = args as RemarkMessage;
      return { type: "messageRemarked", message, text };
    }
    case "session_tag":
      return { type: "tagged", tags: (args as TagSession).tags };
    case "message_pin":
      return { type: "messagePinned", message: (args as NamedMessage).message };
    case "message_unpin":
      return { type: "messageUnpinned", message: (args as NamedMessage).message };
  }
}
