import type { CommandName, Experiments } from "$contract";

const COMMANDS = [
  "case_draft",
  "case_read",
  "case_remove",
  "case_save",
  "case_set_add",
  "case_set_read",
  "case_set_sample",
  "experiment_open",
  "experiment_read",
  "experiment_remove",
  "experiment_report",
  "experiment_runs",
  "experiment_start",
  "experiment_steer",
  "experiments_list",
] as const;

type ExperimentCommand = (typeof COMMANDS)[number];

export function isExperimentCommand(command: CommandName): command is ExperimentCommand {
  return COMMANDS.some((known) => known === command);
}

/** What would be said where no set of cases is kept. */
export function experimentReply(command: ExperimentCommand): Experiments {
  if (command === "experiments_list") return { sets: [], experiments: [] };
  throw new Error(`no set of cases is kept for ${command}`);
}
