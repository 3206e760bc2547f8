const COMMANDS = [
  "attached_list",
  "program_attach",
  "program_change",
  "program_detach",
  "program_join",
  "program_leave",
  "program_variables",
  "receiver_set",
] as const;

type AttachedCommand = (typeof COMMANDS)[number];

type ScriptedProgram = { id: string; title: string };

/** The attached programs as a script has them. */
export type ScriptedPrograms = {
  version: number;
  programs: readonly ScriptedProgram[];
  receiver?: { port: number; spans: number; sessions: string[]; problems: unknown[] };
};

export const NO_PROGRAMS: ScriptedPrograms = { version: 0, programs: [] };

export function isAttachedCommand(command: string): command is AttachedCommand {
  return COMMANDS.some((known) => known === command);
}

/** Attached programs that never ask anything by themselves. */
export class ScriptedAttached {
  #now: ScriptedPrograms;

  constructor(now: ScriptedPrograms) {
    this.#now = now;
  }

  reply(command: AttachedCommand, args: unknown): unknown {
    const named = args as { program: string; title: string; settings: unknown; upstreams?: unknown };
    const { programs } = this.#now;
    switch (command) {
      case "attached_list":
        return structuredClone(this.#now);
      case "program_attach":
      case "program_join": {
        const program = newProgram(`p${programs.length + 1}`, named.title, named.upstreams ?? {});
        this.#set([...programs, program]);
        return structuredClone(program);
      }
      case "program_change": {
        const { program, title, settings } = named;
        this.#set(programs.map((one) => (one.id === program ? { ...one, title, settings } : one)));
        return structuredClone(this.#now.programs.find(({ id }) => id === program));
      }
      case "program_variables":
        return [];
      case "receiver_set": {
        const { port } = args as { port: number | null };
        const { version } = this.#now;
        const receiver = port === null ? {} : { receiver: { port, spans: 0, sessions: [], problems: [] } };
        this.#now = { version: version + 1, programs, ...receiver };
        return structuredClone(this.#now);
      }
      case "program_detach":
      case "program_leave":
        this.#set(programs.filter(({ id }) => id !== named.program));
        return {};
    }
  }

  #set(programs: readonly ScriptedProgram[]): void {
    this.#now = { ...this.#now, version: this.#now.version + 1, programs };
  }
}

function newProgram(id: string, title: string, upstreams: unknown): ScriptedProgram {
  const address = `http://127.0.0.1:4747/attached/${id}`;
  const lines = [{ provider: "openai", client: "OpenAI SDKs", text: `OPENAI_BASE_URL=${address}/v1` }];
  const settings = { upstreams, breakpoints: [], onTimeout: "goOn", answerer: { type: "provider" } };
  const program = { id, title, lines, settings, requests: 0, sessions: [], held: [], problems: [] };
  return program;
}
