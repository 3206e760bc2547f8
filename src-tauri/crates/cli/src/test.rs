//! `callwright test`: runs the cases of a set against models, and judges them.

mod budget;
mod conclusion;
mod execution;
mod export;
mod home;
mod import;
mod junit;
mod merge;
mod pace;
mod progress;
mod table;

use crate::Ended;
use crate::core::Core;
use crate::failure::Failure;
use crate::output::{complain, remark};
use budget::Budget;
use clap::{Args, Subcommand};
use conclusion::{Before, Concluded, Conclusion};
use experiments::{Case, Plan, Shard, Varied};
use home::DataFolder;
use pace::Pace;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use workbench::cases::{
    AllowedFunctions, AllowedScripts, Control, Earlier, Execution, Keeping, Making, Ran, Scripts, Spending,
    read_set,
};
use workbench::contract::{CommandName, Prices};

/// Runs at once that one process is asked for at most.
const MOST_JOBS: usize = 64;

/// The status where the input can't be used, as for a command line that is not understood.
const BAD_INPUT: u8 = 2;

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct Test {
    #[command(subcommand)]
    work: Option<Work>,
    #[command(flatten)]
    runs: Option<Runs>,
    #[command(flatten)]
    pace: Pace,
    #[command(flatten)]
    budget: Budget,
    #[command(flatten)]
    conclusion: Conclusion,
}

#[derive(Debug, Subcommand)]
enum Work {
    /// Joins the runs that several machines kept into one report
    Merge(merge::Merge),
    /// Reads the cases of a benchmark or another tool into a set
    Import(import::Import),
    /// Writes the set as a folder that runs in another framework, or as its data
    Export(export::Export),
}

#[derive(Debug, Args)]
struct Runs {
    /// A folder of cases in JSON, or one case
    set: PathBuf,
    /// The id or the title of a model, a lane for each; the first of the list without this option
    #[arg(long, value_name = "NAME")]
    model: Vec<String>,
    /// What differs between lanes: a setting of requests, instructions, description:FUNCTION, schema:FUNCTION, selection.limit,
    /// names.style or names.onRepair, with its values or @FILES; given again, each combination is a lane
    #[arg(long, value_name = "NAME=A,B")]
    vary: Vec<Varied>,
    /// Lets scripts judge that the cases name: read them first
    #[arg(long)]
    allow_scripts: bool,
    /// Lets the functions run that the cases name as live, instead of answering their calls
    #[arg(long)]
    allow_live: bool,
    /// Where the recordings are that answer where cases say so, instead of those of the window
    #[arg(long, value_name = "FOLDER")]
    recordings: Option<PathBuf>,
    /// How often each case runs with each model
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    repeats: u32,
    /// How many runs are made at the same time
    #[arg(long, value_name = "N", default_value = "4", value_parser = jobs)]
    jobs: NonZeroUsize,
    /// Makes every Nth run alone, beginning with the Ith: each of N machines makes a part
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Keeps each run in a file once it is finished, as JSON Lines
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Goes on with the runs in the file of --out; none of them is made again
    #[arg(long, requires = "out")]
    resume: bool,
}

/// A number of runs that can't be made at once.
#[derive(Debug, thiserror::Error)]
#[error("it is no number from 1 to {MOST_JOBS}")]
struct NoJobs;

fn jobs(written: &str) -> Result<NonZeroUsize, NoJobs> {
    let number = written.parse().ok().filter(|number: &NonZeroUsize| number.get() <= MOST_JOBS);
    number.ok_or(NoJobs)
}

pub(crate) async fn run(args: Test) -> Result<Ended, Failure> {
    let usable = match (args.work, args.runs) {
        (Some(Work::Export(export)), _) => export::run(&export).await?.map(|()| Concluded::Passed),
        (Some(Work::Import(import)), _) => import::run(&import)?,
        (Some(Work::Merge(merge)), _) => merge::run(&merge)?,
        (None, Some(runs)) => make(&runs, (&args.pace, args.budget), &args.conclusion).await?,
        (None, None) => Err(Failure::new("no set is given", "Name a folder with cases.")),
    };
    Ok(ended(usable))
}

fn ended(usable: Result<Concluded, Failure>) -> Ended {
    match usable {
        Ok(Concluded::Passed) => Ended::Well,
        Ok(Concluded::Failed) => Ended::WithFindings,
        Err(failure) => {
            complain(&failure);
            Ended::As(BAD_INPUT)
        }
    }
}

/// An input that can't be used is told by the inner result, and what broke off by the outer one.
async fn make(
    args: &Runs,
    (pace, budget): (&Pace, Budget),
    conclusion: &Conclusion,
) -> Result<Result<Concluded, Failure>, Failure> {
    let (cases, before) = match (read_set(&args.set).map_err(Failure::from), conclusion.before()) {
        (Ok(cases), Ok(before)) => (cases, before),
        (Err(failure), _) | (_, Err(failure)) => return Ok(Err(failure)),
    };
    let folder = if args.allow_live { DataFolder::with_functions() } else { DataFolder::new() }?;
    if cases.iter().any(Case::uses_recordings)
        && let Err(failure) = folder.take_recordings(args.recordings.as_deref())
    {
        return Ok(Err(failure));
    }
    let core = Core::own_of(&folder.config).await?;
    let made = make_in(&core, args, (pace, budget), (conclusion, &before), cases).await;
    core.close().await;
    let (plan, ran) = match made {
        Ok((plan, ran)) => (plan, ran?),
        Err(failure) => return Ok(Err(failure)),
    };
    conclusion.of(&plan, &ran, &before)
}

async fn make_in(
    core: &Core,
    args: &Runs,
    (pace, budget): (&Pace, Budget),
    (conclusion, before): (&Conclusion, &Before),
    cases: Vec<Case>,
) -> Result<(Plan, Result<Ran, Failure>), Failure> {
    let overview = execution::overview(core).await?;
    let lanes = execution::lanes(&overview, &args.model, &args.vary)?;
    conclusion.check(&lanes, before)?;
    let rates = pace.rates(&overview, &lanes)?;
    let plan = Plan::new(&cases, &lanes, args.repeats);
    let allowed = if args.allow_scripts { AllowedScripts::All } else { AllowedScripts::These(Vec::new()) };
    let scripts = Scripts::of(&args.set, allowed);
    let live = if args.allow_live { AllowedFunctions::All } else { AllowedFunctions::These(Vec::new()) };
    let execution = Execution::prepare(core.own_app()?, plan, scripts, &live).await?;
    let Prices { table, .. } = core.ask(CommandName::PricesRead).await?;
    let spending = Spending::of(budget.into(), execution.plan(), &table)?;
    let keeping = match &args.out {
        None => Keeping::nowhere(),
        Some(path) => {
            let earlier = if args.resume { Earlier::Resumed } else { Earlier::Refused };
            Keeping::open(path, earlier, execution.plan())?
        }
    };
    let control = Control::default();
    let making = Making { shard: args.shard, jobs: args.jobs, retries: pace.retries, rates };
    let made = execution.run(keeping, spending, making, &control);
    let ran = tokio::select! {
        ran = made => ran.map_err(Failure::from),
        _ = workbench::asked_to_end() => Err(Failure::new("it was interrupted", "")),
        () = progress::show(&control) => Err(Failure::new("it was interrupted", "")),
    };
    progress::clear();
    match (&ran, &args.out) {
        (Ok(ran), _) => execution::remark_missing(ran),
        (Err(_), Some(path)) => {
            remark(format_args!("Finished runs are kept in {}; give --resume to go on.", path.display()));
        }
        (Err(_), None) => {}
    }
    Ok((execution.plan().clone(), ran))
}
