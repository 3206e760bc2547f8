//! What a page asks of finished runs: what came of them, which they are, and one of them as a session.

use super::judged::JudgedRuns;
use super::record_file::{read_record, records_of};
use super::records::RunRecord;
use super::{CasesError, case_run};
use crate::Workbench;
use crate::blocking::blocking;
use crate::contract::{
    CommandError, ConfigureFunctions, ConfigureSession, ExperimentId, ExperimentResult, ExperimentSummary,
    ImportSession, ListRuns, ListedRun, ListedRuns, Note, Nothing, OpenRun, OpenedRun, PlotExperiment,
    PlottedRuns, ReadExperiment, SavePlot, SavedFile,
};
use crate::exporting::decoded_png;
use crate::exports::ExportFile;
use content::{Message, Timestamp};
use experiments::{
    Changes, Fault, Judged, JudgedRun, LaneMoment, Plot, PlotKind, Report, RunKey, in_order, messages_of,
    page, plot, plot_over_time, replay,
};
use formats::{Format, export};
use functions::FunctionSettings;
use invocation::TurnPlan;
use notices::Describe;
use ports::Catalogue;
use sessions::{End, SessionEvent, SessionSummary};
use std::sync::Arc;

/// Runs that a list shows at most. The number of all is told.
const MOST_LISTED: usize = 500;

/// Experiments of a set that a plot over time shows at most, the latest.
const MOST_MOMENTS: usize = 20;

impl Workbench {
    pub async fn experiment_read(&self, args: ReadExperiment) -> Result<ExperimentResult, CommandError> {
        let (summary, judged) = self.judged(&args.experiment).await?;
        let (baselines, set) = (self.baselines(), summary.folder.clone());
        let (report, baseline) = blocking(move || {
            let report = report_against(&judged, args.against.as_deref())?;
            Ok::<_, CasesError>((report, baselines.read(&set)))
        })
        .await?;
        // A baseline that can't be read leaves the report as it is.
        let (baseline, problem) = match baseline {
            Ok(known) => (known, None),
            Err(error) => (None, Some(error.notice())),
        };
        let changes = baseline.as_ref().map(|(_, before)| Changes::between(before, &report));
        let baseline = baseline.map(|(kept, _)| kept);
        Ok(ExperimentResult { summary, report, baseline, changes, baseline_problem: problem })
    }

    pub async fn experiment_runs(&self, args: ListRuns) -> Result<ListedRuns, CommandError> {
        let (_, judged) = self.judged(&args.experiment).await?;
        blocking(move || {
            let those = judged.filtered(&args.filter);
            let listed = those.iter().skip(args.offset).take(MOST_LISTED).map(listed).collect();
            Ok::<_, CommandError>(ListedRuns { runs: listed, total: those.len() })
        })
        .await
    }

    pub async fn experiment_open(&self, args: OpenRun) -> Result<OpenedRun, CommandError> {
        let OpenRun { experiment, run: key } = args;
        let (_, judged) = self.judged(&experiment).await?;
        let JudgedRuns { plan, runs, .. } = &*judged;
        let case = plan.cases.iter().find(|case| case.id == key.case);
        let run = runs.iter().find(|run| run.key == key);
        let lane = plan.lanes.iter().find(|lane| lane.name == key.lane);
        let (Some(case), Some(run), Some(lane)) = (case, run, lane) else {
            return Err(CasesError::NoExperiment.into());
        };
        let fault = in_order(case.expect.faults_of(run)).into_iter().next();
        let known: Vec<_> =
            self.library()?.current().specs().iter().map(|spec| spec.as_ref().clone()).collect();
        let case_run::CasePlan { functions, turn, .. } = case_run::CasePlan::of(case, lane, &known)?;
        let before = self.experiments().opened(&experiment, &key);
        let listed = self.overview(Nothing {}).await?.sessions;
        let session = match listed.into_iter().find(|session| Some(&session.id) == before.as_ref()) {
            Some(session) => session,
            None => {
                let title = format!("{} · {} · {}", case.id.as_str(), lane.name, key.repeat);
                let record = self.record(&experiment, &key).await?;
                let session = match record {
                    Some(record) => self.as_session(record, title, (turn, functions)).await?,
                    None => self.replayed(&replay(case, run), title, (turn, functions)).await?,
                };
                self.experiments().keep_opened(experiment, key, session.id.clone());
                session
            }
        };
        let said = self.ledger()?.messages_to(session.id.clone(), End::Head).await?;
        let earlier = messages_of(case.opening().0).len();
        let message = place_of(said.get(earlier..).unwrap_or_default(), fault.as_ref()).or(said.last());
        let message = message.map(|message| message.id.clone()).ok_or(CasesError::NoExperiment)?;
        Ok(OpenedRun { session, message, fault })
    }

    /// What happened in a run, where that was kept.
    async fn record(&self, of: &ExperimentId, run: &RunKey) -> Result<Option<RunRecord>, CommandError> {
        let (path, run) = (records_of(&self.file_of_runs(of)?), run.clone());
        blocking(move || {
            let unread = |error: std::io::Error| CasesError::no_record(&path, &error);
            let text = read_record(&path, &run).map_err(unread)?;
            text.map(|text| serde_json::from_slice(&text).map_err(|error| unread(error.into()))).transpose()
        })
        .await
    }

    /// A session of everything that happened in a run.
    async fn as_session(
        &self,
        record: RunRecord,
        title: String,
        (plan, settings): (TurnPlan, FunctionSettings),
    ) -> Result<SessionSummary, CommandError> {
        let noted = |note| SessionEvent::Noted { note };
        let settings = vec![noted(Note::Configured { plan }), noted(Note::Functions { settings })];
        let (ledger, ids) = (self.ledger()?, Arc::clone(self.ids()));
        blocking(move || record.into_session((&ledger, ids.as_ref()), &title, settings)).await
    }

    /// A session of what a run came to, of which nothing else was kept.
    async fn replayed(
        &self,
        messages: &[Message],
        title: String,
        (plan, settings): (TurnPlan, FunctionSettings),
    ) -> Result<SessionSummary, CommandError> {
        let text = export(Format::Own, messages).text;
        let import = ImportSession { text, format: Some(Format::Own), title: Some(title) };
        let made = self.session_import(import).await?.session;
        let session = made.id.clone();
        self.functions_configure(ConfigureFunctions { session: session.clone(), settings }).await?;
        self.session_configure(ConfigureSession { session, plan }).await?;
        Ok(made)
    }

    pub async fn experiment_report(&self, args: ReadExperiment) -> Result<SavedFile, CommandError> {
        let (summary, judged) = self.judged(&args.experiment).await?;
        let (exports, baselines) = (self.config().exports(), self.baselines());
        blocking(move || {
            let report = report_against(&judged, args.against.as_deref())?;
            let (plan, runs) = (&judged.plan, judged.judged());
            let of_runs = Judged { cases: &plan.cases, lanes: &plan.lanes, runs: &runs };
            let baseline = baselines.read(&summary.folder).ok().flatten();
            let changes = baseline.map(|(_, before)| Changes::between(&before, &report));
            let page = page(&summary.set, &report, changes.as_ref(), of_runs);
            let name = format!("{}.html", summary.set);
            Ok::<_, CommandError>(ExportFile::write_all_of(&exports, &name, page.as_bytes())?)
        })
        .await
    }

    pub async fn experiment_plot(&self, args: PlotExperiment) -> Result<PlottedRuns, CommandError> {
        let (plot, title) = self.plotted(args).await?;
        let svg = plot.picture(&title);
        Ok(PlottedRuns { plot, svg })
    }

    pub async fn experiment_plot_save(&self, args: SavePlot) -> Result<SavedFile, CommandError> {
        let SavePlot { experiment, kind, lane, png } = args;
        let (plot, title) = self.plotted(PlotExperiment { experiment, kind, lane }).await?;
        let (bytes, ending) = match png {
            Some(png) => (decoded_png(&png)?, "png"),
            None => (plot.picture(&title).into_bytes(), "svg"),
        };
        let exports = self.config().exports();
        let name = format!("{title}.{ending}");
        blocking(move || ExportFile::write_all_of(&exports, &name, &bytes)).await
    }

    /// A plot with its title.
    async fn plotted(&self, args: PlotExperiment) -> Result<(Plot, String), CommandError> {
        let PlotExperiment { experiment, kind, lane } = args;
        let (summary, judged) = self.judged(&experiment).await?;
        let title = format!("{} · {}", summary.set, kind.title());
        if kind == PlotKind::OverTime {
            let moments = self.moments(&summary).await?;
            return Ok((plot_over_time(&moments), title));
        }
        blocking(move || {
            let (report, plan) = (judged.report(), &judged.plan);
            let drawn = plot(kind, (&plan.cases, &plan.lanes), &report, &judged.judged(), lane.as_deref());
            Ok::<_, CommandError>((drawn, title))
        })
        .await
    }

    /// The lanes of the experiments of one set, the earliest first.
    async fn moments(&self, of: &ExperimentSummary) -> Result<Vec<LaneMoment>, CommandError> {
        let mut all = self.experiments_list(Nothing {}).await?.experiments;
        all.retain(|summary| summary.folder == of.folder && summary.made > 0);
        all.sort_by_key(|summary| std::cmp::Reverse(summary.began.0));
        all.truncate(MOST_MOMENTS);
        all.reverse();
        let mut moments = Vec::new();
        for summary in all {
            let (_, judged) = self.judged(&summary.id).await?;
            let report = judged.report();
            moments.extend(report.lanes.iter().filter_map(|lane| {
                Some(LaneMoment {
                    experiment: summary.id.as_str().to_owned(),
                    began: day_of(summary.began),
                    lane: lane.name.clone(),
                    rate: lane.pass_rate?,
                })
            }));
        }
        Ok(moments)
    }

    /// Runs with what is expected of them today.
    pub(super) async fn judged(
        &self,
        id: &ExperimentId,
    ) -> Result<(ExperimentSummary, Arc<JudgedRuns>), CommandError> {
        let (file, known) = (self.file_of_runs(id)?, Arc::clone(self.experiments()));
        blocking(move || known.judged(&file)).await
    }
}

/// The report, with the other lanes compared with this one.
fn report_against(judged: &JudgedRuns, lane: Option<&str>) -> Result<Report, CasesError> {
    let mut report = Arc::unwrap_or_clone(judged.report());
    match lane {
        Some(lane) if !report.compare_with(lane) => Err(CasesError::NoLane { lane: lane.to_owned() }),
        Some(_) | None => Ok(report),
    }
}

/// The message with the call that a fault is about.
fn place_of<'a>(said: &'a [Message], fault: Option<&Fault>) -> Option<&'a Message> {
    let mut calls = said.iter().flat_map(|message| message.calls().map(move |_| message));
    calls.nth(fault?.call()?)
}

fn listed(one: &JudgedRun<'_>) -> ListedRun {
    let run = one.run;
    ListedRun {
        case: run.key.case.clone(),
        lane: run.key.lane.clone(),
        repeat: run.key.repeat,
        rounds: run.transcript.rounds,
        calls: run.transcript.calls.len(),
        milliseconds: run.milliseconds,
        faults: in_order(one.faults.to_vec()),
    }
}

/// As `11-26 18:05`.
fn day_of(began: Timestamp) -> String {
    let moment = jiff::Timestamp::from_millisecond(began.0).unwrap_or(jiff::Timestamp::UNIX_EPOCH);
    moment.strftime("%m-%d %H:%M").to_string()
}
