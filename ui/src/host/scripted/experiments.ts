import type {
  Case,
  CaseSetContent,
  CommandName,
  ExperimentResult,
  Experiments,
  ListedRuns,
  ListRuns,
  PlottedRuns,
} from "$contract";

const COMMANDS = [
  "baseline_forget",
  "baseline_keep",
  "case_draft",
  "case_read",
  "case_remove",
  "case_save",
  "case_set_add",
  "case_set_read",
  "case_set_sample",
  "experiment_open",
  "experiment_plot",
  "experiment_plot_save",
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

/** A set of cases and what came of it. */
export type ScriptedExperiments = {
  list: Experiments;
  content: CaseSetContent;
  case: Case;
  result: ExperimentResult;
  plotted: PlottedRuns;
  runs: ListedRuns;
};

/** What would be said. Without sets, there are none. */
export function experimentReply(
  command: ExperimentCommand,
  args: unknown,
  kept: ScriptedExperiments | undefined,
): unknown {
  if (command === "experiments_list") return kept?.list ?? { sets: [], experiments: [] };
  const replies: Partial<Record<ExperimentCommand, unknown>> = {
    case_set_read: kept?.content,
    case_read: kept?.case,
    experiment_read: kept?.result,
    experiment_plot: kept?.plotted,
    experiment_runs: kept && {
      runs: kept.runs.runs.slice((args as Partial<ListRuns>).offset),
      total: kept.runs.total,
    },
  };
  const reply = replies[command];
  if (reply === undefined) throw new Error(`no set of cases is kept for ${command}`);
  return reply;
}
