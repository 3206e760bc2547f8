//! What a page does with cases, their sets and their runs.

use super::control::Pacing;
use super::folder::{Folder, file_of, free_id};
use super::moment::drafted;
use super::record_file::records_of;
use super::running::{id_of, unsound};
use super::set::{files, read_case};
use super::{
    AllowedFunctions, AllowedScripts, Budget, CasesError, Execution, Scripts, Spending, read_set,
    without_secrets,
};
use crate::Workbench;
use crate::blocking::blocking;
use crate::contract::{
    AddCaseSet, CaseSet, CaseSetContent, CommandError, DraftCase, DraftedCase, ExperimentId,
    ExperimentSteering, ExperimentSummary, Experiments, ListedCase, NamedCase, NamedCaseSet, NamedExperiment,
    Nothing, Prices, SaveCase, SavedCase, StartExperiment, SteerExperiment,
};
use experiments::{Begun, Case, Judge, Plan, grid};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Repeats of a case at most.
const MOST_REPEATS: u32 = 1_000;

/// Experiments that may begin in the same second.
const NAMES: u32 = 1_000;

/// Functions of a set that a page is told of at most.
const MOST_FUNCTIONS: usize = 1_000;

/// Runs at once at most.
const MOST_JOBS: usize = 64;

impl Workbench {
    pub(super) fn folder(&self) -> Folder {
        Folder::at(self.config().experiments())
    }

    pub async fn experiments_list(&self, _: Nothing) -> Result<Experiments, CommandError> {
        let (folder, known) = (self.folder(), Arc::clone(self.experiments()));
        blocking(move || {
            let sets = folder.sets()?;
            let runs = std::fs::read_dir(folder.runs()).into_iter().flatten().flatten();
            let mut files: Vec<_> = runs.map(|entry| entry.path()).collect();
            files.retain(|file| file.extension().is_some_and(|ending| ending == "jsonl"));
            files.sort_by(|one, other| other.cmp(one));
            // A file that is no experiment of this version is left alone.
            let experiments = files.iter().filter_map(|file| known.summary(file).ok()).collect();
            Ok::<_, CommandError>(Experiments { sets, experiments })
        })
        .await
    }

    pub async fn case_set_read(&self, args: NamedCaseSet) -> Result<CaseSetContent, CommandError> {
        let folder = self.folder();
        blocking(move || {
            let set = folder.set(&args.folder)?;
            let (mut cases, mut problems) = (Vec::new(), Vec::new());
            let (mut functions, mut scripts, mut live) = (BTreeMap::new(), BTreeSet::new(), BTreeSet::new());
            for file in files(Path::new(&set.folder))? {
                match read_case(&file) {
                    Ok(case) => {
                        cases.push(listed(&case));
                        let judges = case.expect.judges.iter();
                        scripts.extend(judges.filter_map(Judge::script).map(<[String]>::to_vec));
                        live.extend(case.live().map(str::to_owned));
                        for function in case.functions {
                            functions.entry(function.name.clone()).or_insert(function);
                        }
                    }
                    Err(error) => problems.push(notices::Describe::notice(&error)),
                }
            }
            let functions = functions.into_values().take(MOST_FUNCTIONS).collect();
            let (scripts, live) = (scripts.into_iter().collect(), live.into_iter().collect());
            Ok::<_, CommandError>(CaseSetContent { set, cases, functions, scripts, live, problems })
        })
        .await
    }

    pub async fn case_set_add(&self, args: AddCaseSet) -> Result<CaseSet, CommandError> {
        let folder = self.folder();
        blocking(move || folder.add(&args.name)).await
    }

    pub async fn case_set_sample(&self, _: Nothing) -> Result<CaseSet, CommandError> {
        let folder = self.folder();
        blocking(move || folder.sample()).await
    }

    pub async fn case_draft(&self, args: DraftCase) -> Result<DraftedCase, CommandError> {
        let mut made = drafted(&*self.turn_parts()?, args).await?;
        let sets = self.folder().sets()?;
        let first = sets.first().map(|set| PathBuf::from(&set.folder));
        made.case.id = free_id(first.as_deref(), &made.case.title);
        Ok(made)
    }

    pub async fn case_read(&self, args: NamedCase) -> Result<Case, CommandError> {
        let folder = self.folder();
        blocking(move || {
            let set = folder.set(&args.folder)?;
            let found = file_of(Path::new(&set.folder), &args.case)?;
            let gone = || CasesError::Gone { case: args.case.as_str().to_owned() };
            Ok::<_, CommandError>(found.ok_or_else(gone)?.1)
        })
        .await
    }

    pub async fn case_save(&self, args: SaveCase) -> Result<SavedCase, CommandError> {
        let SaveCase { folder: at, case, replaces } = args;
        case.check().map_err(|error| unsound(&error))?;
        let (case, has_secret) = without_secrets(case)?;
        let folder = self.folder();
        blocking(move || {
            let set = PathBuf::from(folder.set(&at)?.folder);
            let before = replaces.as_ref().map(|id| file_of(&set, id)).transpose()?.flatten();
            if replaces.as_ref() != Some(&case.id) && file_of(&set, &case.id)?.is_some() {
                return Err(CasesError::Taken { case: case.id.as_str().to_owned() }.into());
            }
            let usual = set.join(format!("{}.json", case.id.as_str()));
            let renamed = before.as_ref().filter(|(_, before)| before.id != case.id);
            let path = before.as_ref().filter(|_| renamed.is_none()).map_or(usual, |(path, _)| path.clone());
            let unwritten = |error: &std::io::Error| CasesError::unwritten(&path, error);
            let text = serde_json::to_string_pretty(&case)
                .map_err(|error| unwritten(&std::io::Error::from(error)))?;
            disk::replace(&path, (text + "\n").as_bytes()).map_err(|error| unwritten(&error))?;
            if let Some((old, _)) = renamed {
                std::fs::remove_file(old).map_err(|error| CasesError::unwritten(old, &error))?;
            }
            Ok::<_, CommandError>(SavedCase { path: path.display().to_string(), has_secret })
        })
        .await
    }

    pub async fn case_remove(&self, args: NamedCase) -> Result<Nothing, CommandError> {
        let folder = self.folder();
        blocking(move || {
            let set = folder.set(&args.folder)?;
            if let Some((path, _)) = file_of(Path::new(&set.folder), &args.case)? {
                std::fs::remove_file(&path).map_err(|error| CasesError::unwritten(&path, &error))?;
            }
            Ok::<_, CommandError>(Nothing {})
        })
        .await
    }

    pub async fn experiment_start(&self, args: StartExperiment) -> Result<ExperimentSummary, CommandError> {
        if !(1..=MOST_REPEATS).contains(&args.repeats) {
            return Err(CasesError::Repeats { count: args.repeats, most: MOST_REPEATS }.into());
        }
        if args.models.is_empty() {
            return Err(CasesError::NoModel.into());
        }
        let models = self.models()?;
        for model in &args.models {
            models.known(model)?;
        }
        let at = self.ledger()?.on_the_wall().0;
        let folder = self.folder();
        let (set, runs) = (folder.set(&args.folder)?, folder.runs());
        let begun = Begun {
            set: set.folder.clone(),
            at,
            jobs: args.jobs.clamp(1, MOST_JOBS),
            max_tokens: args.max_tokens,
            max_cost: args.max_cost,
            rates: args.rates,
            scripts: args.scripts,
            live: args.live,
        };
        let cases = blocking(move || read_set(Path::new(&begun.set)).map(|cases| (cases, begun))).await?;
        let (cases, begun) = cases;
        let lanes = grid(&args.models, &args.varied).map_err(CasesError::from)?;
        let plan = Plan::new(&cases, &lanes, args.repeats).begun(begun);
        disk::make_folder(&runs).map_err(|error| CasesError::unwritten(&runs, &error))?;
        let file = free_file(&runs, at, &set.name);
        self.make_runs(plan, &file).await
    }

    /// Makes the missing runs of a plan.
    async fn make_runs(&self, plan: Plan, file: &Path) -> Result<ExperimentSummary, CommandError> {
        let Prices { table, .. } = self.prices_read(Nothing {}).await?;
        let budget = plan.begun.as_ref().map_or_else(Budget::default, |begun| Budget {
            max_tokens: begun.max_tokens,
            max_cost: begun.max_cost,
        });
        let spending = Spending::of(budget, &plan, &table)?;
        let allowed = |begun: &Begun| (begun.set.clone(), begun.scripts.clone(), begun.live.clone());
        let (set, scripts, live) = plan.begun.as_ref().map(allowed).unwrap_or_default();
        let scripts = Scripts::of(Path::new(&set), AllowedScripts::These(scripts));
        let execution = Execution::prepare(self, plan, scripts, &AllowedFunctions::These(live)).await?;
        let id = id_of(file);
        let running = self.experiments().begin(&id, file, execution, spending)?;
        Ok(running.summary(id))
    }

    pub async fn experiment_steer(&self, args: SteerExperiment) -> Result<ExperimentSummary, CommandError> {
        let SteerExperiment { experiment, steer } = args;
        let file = self.file_of_runs(&experiment)?;
        let running = self.experiments().running(&experiment).filter(|running| !running.is_over());
        match (steer, running) {
            (ExperimentSteering::GoOn, None) => {
                let (known, from) = (Arc::clone(self.experiments()), file.clone());
                let (_, plan, _) = blocking(move || known.runs(&from)).await?;
                self.make_runs(as_it_is_now(plan), &file).await
            }
            (ExperimentSteering::Pause | ExperimentSteering::Stop, None) => {
                Ok(self.experiments().summary(&file)?)
            }
            (steer, Some(running)) => {
                running.control.set(match steer {
                    ExperimentSteering::Pause => Pacing::Paused,
                    ExperimentSteering::GoOn => Pacing::Running,
                    ExperimentSteering::Stop => Pacing::Stopped,
                });
                Ok(running.summary(experiment))
            }
        }
    }

    pub async fn experiment_remove(&self, args: NamedExperiment) -> Result<Nothing, CommandError> {
        let file = self.file_of_runs(&args.experiment)?;
        let known = self.experiments();
        if known.running(&args.experiment).is_some_and(|running| !running.is_over()) {
            return Err(CasesError::Runs.into());
        }
        known.forget(&args.experiment);
        std::fs::remove_file(&file).map_err(|error| CasesError::unwritten(&file, &error))?;
        let records = records_of(&file);
        disk::remove(&records).map_err(|error| CasesError::unwritten(&records, &error))?;
        Ok(Nothing {})
    }

    /// The file of an experiment. No id leads out of its folder.
    pub(super) fn file_of_runs(&self, id: &ExperimentId) -> Result<PathBuf, CasesError> {
        let file = self.folder().runs().join(format!("{}.jsonl", id.as_str()));
        let is_inside = file.parent() == Some(&self.folder().runs()) && id_of(&file) == *id;
        if is_inside && file.is_file() { Ok(file) } else { Err(CasesError::NoExperiment) }
    }
}

/// The plan with the cases that its set has now, as long as it can be read.
fn as_it_is_now(plan: Plan) -> Plan {
    let set = plan.begun.as_ref().map(|begun| PathBuf::from(&begun.set));
    match set.and_then(|set| read_set(&set).ok()) {
        Some(cases) => plan.with_cases(cases),
        None => plan,
    }
}

fn listed(case: &Case) -> ListedCase {
    let calls = case.expect.calls.iter().flat_map(|calls| &calls.list);
    ListedCase {
        id: case.id.clone(),
        title: case.title.clone(),
        calls: calls.map(|call| call.function.clone()).collect(),
    }
}

/// A file that is not there yet, named by the moment and the set.
fn free_file(runs: &Path, at: i64, set: &str) -> PathBuf {
    let moment = jiff::Timestamp::from_millisecond(at).unwrap_or(jiff::Timestamp::UNIX_EPOCH);
    let stamp = moment.strftime("%Y%m%d-%H%M%S");
    let first = runs.join(format!("{stamp}-{set}.jsonl"));
    let mut others = (2..NAMES).map(|number| runs.join(format!("{stamp}-{set}-{number}.jsonl")));
    if first.exists() { others.find(|file| !file.exists()).unwrap_or(first) } else { first }
}
