import type { Breakpoint, ModelId, Nothing, Notice, SessionId, Timestamp, TurnId, TurnPlan } from "$contract";
import type { Host } from "$host/host";

export type ProgramId = string;

export type Provider = "openai" | "anthropic" | "gemini";

export type AttachedNow = { version: number; programs: AttachedProgram[]; problem?: Notice };

export type AttachedProgram = {
  id: ProgramId;
  title: string;
  lines: ConnectionLine[];
  settings: ProgramSettings;
  requests: number;
  sessions: SessionId[];
  last?: Timestamp;
  client?: string;
  held: HeldRequest[];
  problems: Notice[];
};

export type ConnectionLine = { provider: Provider; client: string; text: string };

export type HeldRequest = {
  session: SessionId;
  turn: TurnId;
  since: Timestamp;
  until?: Timestamp;
  streams: boolean;
};

export type ProgramSettings = {
  upstreams: Upstreams;
  breakpoints: Breakpoint[];
  onTimeout: OnTimeout;
  answerer: Answerer;
  fault?: PlannedFault;
};

export type Upstreams = { openai?: string; anthropic?: string; gemini?: string };

export type OnTimeout = "goOn" | "fail" | "hold";

export type Answerer =
  { type: "provider" } | { type: "model"; model: ModelId } | { type: "session"; session: SessionId };

export type PlannedFault = { fault: Fault; requests: number };

export type Fault =
  | { type: "refused"; status: number; message: string; retryAfter?: number }
  | { type: "cut" }
  | { type: "late"; milliseconds: number };

export type AttachProgram = { title: string; upstreams?: Upstreams };

export type ChangeProgram = { program: ProgramId; title: string; settings: ProgramSettings };

export type NamedProgram = { program: ProgramId };

type AttachedCommands = {
  attached_list: { args: Nothing; reply: AttachedNow };
  program_attach: { args: AttachProgram; reply: AttachedProgram };
  program_change: { args: ChangeProgram; reply: AttachedProgram };
  program_detach: { args: NamedProgram; reply: Nothing };
};

/** The commands of attached programs. */
export type AttachedHost = {
  call<C extends keyof AttachedCommands>(
    command: C,
    args: AttachedCommands[C]["args"],
  ): Promise<AttachedCommands[C]["reply"]>;
};

export function attachedHost(host: Host): AttachedHost {
  return host as unknown as AttachedHost;
}

/** A plan with the program that runs the loop. */
type ProgramPlan = TurnPlan & { program?: string };

/** The name of the program that runs the loop of a session. */
export function programOf(plan: TurnPlan | null): string | null {
  const own: ProgramPlan | null = plan;
  return own?.program ?? null;
}

/** The same plan, with the loop run by the application. */
export function withoutProgram(plan: TurnPlan): TurnPlan {
  const own: ProgramPlan = { ...plan };
  delete own.program;
  return own;
}
