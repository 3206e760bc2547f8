//! Cases, what is expected of them, and what can be concluded from their runs.
//!
//! Values and pure functions: nothing here does IO, asks a model or knows a session's log; whoever runs cases hands in what a
//! model did. Start reading at [`Case`], then [`Expectations`], then [`Report`].
//!
//! ```
//! use experiments::{Case, Ending, MadeCall, Transcript};
//!
//! let case = Case::read(
//!     r#"{
//!       "format": 1,
//!       "id": "forecast",
//!       "history": [{"role": "user", "text": "Is it raining in Oslo?"}],
//!       "functions": [{"name": "weather.get_forecast"}],
//!       "expect": {"calls": {"match": "exactly", "list": [
//!         {"function": "weather.get_forecast", "arguments": {"city": {"equals": "Oslo"}}}
//!       ]}}
//!     }"#,
//! )?;
//! let arguments = content::CallArguments::read(r#"{"city": "Bergen"}"#);
//! let call = MadeCall { function: "weather.get_forecast".to_owned(), arguments, round: Some(1) };
//! let run = Transcript { rounds: 2, calls: vec![call.into()], text: None, ending: Ending::Finished };
//! let faults = case.expect.faults(&run);
//! assert_eq!(faults[0].to_string(), r#"call 1, weather.get_forecast /city: "Bergen" is not as expected"#);
//! # Ok::<(), experiments::CaseError>(())
//! ```

mod baseline;
mod case;
mod drafting;
mod expectation;
mod export;
mod filter;
mod grid;
mod import;
mod kept;
mod notice_list;
mod page;
mod parts;
mod pattern;
mod plot;
mod rate;
mod replay;
mod report;
mod run;
mod shard;
pub mod statistics;
mod time;

pub use baseline::{BrokenCase, Changes, LaneChange, ReportError};
pub use case::{
    Answer, Case, CaseError, CaseFunction, CaseId, CaseResult, CaseSettings, CaseStandIn, Said, SaidCall,
    SaidResult, function_name, messages_of, written, written_name,
};
pub use drafting::{DraftError, DraftLoss, Drafted, Moment, draft, frozen, id_from};
pub use expectation::{
    ArgumentProblem, Expectations, Expected, ExpectedCall, ExpectedCalls, ExpectedText, Fault, Judge,
    Judgement, Matching, Others, judged_document,
};
pub use export::{ExportLoss, ExportedFile, ExportedSet, Framework, export_set};
pub use filter::{CallPair, FunctionUse, PlacedValue, RunFilter, RunProperty, WrongValue};
pub use grid::{Varied, VariedError, VariedValue, grid, overlaid};
pub use import::{ImportLoss, ImportProblem, ImportedSet, LossCount, Source, SourceFile, Unread, import_set};
pub use kept::{Begun, Kept, KeptError, KeptRun, Mismatch, Plan, RecordedLanes};
pub use notice_list::NOTICES;
pub use page::{Judged, page};
pub use plot::{LaneMoment, Mark, Plot, PlotKind, plot, plot_over_time};
pub use rate::ServiceRate;
pub use replay::{in_order, replay};
pub use report::{
    ArgumentValues, CaseOutcome, Comparison, Confusion, FaultCount, FunctionFigures, JudgedRun, LaneOutcome,
    LaneReport, Report, faults_of_runs, judged_runs,
};
pub use run::{Ending, LanePlan, LaneSetting, MadeCall, Run, RunFigures, RunKey, Transcript, Wording};
pub use shard::{Shard, ShardError};
pub use time::time_left;
