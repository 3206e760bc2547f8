//! The list of commands, and what is made of it.

use super::typescript::CommandShape;
use super::{
    AnswerTurn, CheckedHistory, CommandError, ConfigureFunctions, ConfigureSession, CreateSession,
    ExportSession, ExportedSession, FindInBody, FoundInBody, FunctionFacts, GiveConsent, ImportSession,
    ImportedSession, InjectCall, Injected, ListedServices, MoveHead, NameBranch, NamedFunction, NamedMessage,
    NamedService, NamedSession, NamedTurn, Note, Nothing, Overview, PreviewReduction, ReadBody, ReadChoice,
    ReadExchange, ReadLog, ReduceHistory, ReducedHistory, ReductionPreview, RemarkMessage, RenameSession,
    RepairHistory, RepairedHistory, RerunTurn, SaveBody, SaveService, SavedFile, SavedSession, Search,
    Searched, ServiceSettings, StartTurn, TestedService, WireExchange, WriteSummary, WrittenSummary,
};
use crate::Workbench;
use content::TurnId;
use invocation::ChoicePlan;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sessions::{LogWindow, Passage, SessionSummary};

/// Declares each command once. A command without a method of its name on [`Workbench`] does not compile.
macro_rules! commands {
    ($($(#[doc = $doc:literal])+ $variant:ident $name:ident($args:ty) -> $reply:ty;)+) => {
        /// The name of a command, as a page writes it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum CommandName {
            $($(#[doc = $doc])+ $variant,)+
        }

        /// Carries out one command.
        pub async fn dispatch(app: &Workbench, name: CommandName, args: Value) -> Result<Value, CommandError> {
            match name {
                $(CommandName::$variant => {
                    let args: $args = read(stringify!($name), args)?;
                    write(stringify!($name), app.$name(args).await?)
                })+
            }
        }

        /// What TypeScript needs to know of each command.
        pub(super) fn shapes() -> Vec<CommandShape> {
            vec![$(CommandShape::of::<$args, $reply>(stringify!($name), &[$($doc),+])),+]
        }
    };
}

commands! {
    /// Everything a page shows before a session is open.
    Overview overview(Nothing) -> Overview;
    /// Tells that the page is there and can be used.
    PageReady page_ready(Nothing) -> Nothing;
    /// Begins a session.
    SessionCreate session_create(CreateSession) -> SessionSummary;
    /// Gives a session another title.
    SessionRename session_rename(RenameSession) -> Nothing;
    /// Puts a session into the bin. Its turns must have ended.
    SessionDiscard session_discard(NamedSession) -> Nothing;
    /// Takes a session out of the bin.
    SessionRestore session_restore(NamedSession) -> Nothing;
    /// Deletes a session that is in the bin, with everything that went over the wire, for good.
    SessionErase session_erase(NamedSession) -> Nothing;
    /// Makes a session of a conversation that another program wrote.
    SessionImport session_import(ImportSession) -> ImportedSession;
    /// Writes what was said, up to the head, as another program would.
    SessionExport session_export(ExportSession) -> ExportedSession;
    /// Writes the same to a file, however much it is.
    SessionSave session_save(ExportSession) -> SavedSession;
    /// What is wrong with what was said, up to the head.
    HistoryCheck history_check(NamedSession) -> CheckedHistory;
    /// Mends one finding, or all that can be mended. It grows a branch; moving the head back undoes it.
    HistoryRepair history_repair(RepairHistory) -> RepairedHistory;
    /// What making a history shorter would do.
    ReductionPreview reduction_preview(PreviewReduction) -> ReductionPreview;
    /// Makes a history shorter. It grows a branch; moving the head back undoes it.
    HistoryReduce history_reduce(ReduceHistory) -> ReducedHistory;
    /// Lets the model of a session summarise its oldest part. Nothing is changed by it.
    SummaryWrite summary_write(WriteSummary) -> WrittenSummary;
    /// Ends the writing of a summary.
    SummaryStop summary_stop(NamedSession) -> Nothing;
    /// Goes back to an earlier message, or over to another branch. What came after stays.
    HeadMove head_move(MoveHead) -> Nothing;
    /// Names the branch from a message on, or takes its name away.
    BranchName branch_name(NameBranch) -> Nothing;
    /// Writes a note on a message, or takes it away. No model is told.
    MessageRemark message_remark(RemarkMessage) -> Nothing;
    /// Pins a message, so that it is found again.
    MessagePin message_pin(NamedMessage) -> Nothing;
    /// Takes the pin off a message.
    MessageUnpin message_unpin(NamedMessage) -> Nothing;
    /// Finds what was said in any session. The words of the query and its filters are explained in the README.
    Search search(Search) -> Searched;
    /// Changes how the turns of a session run. Breakpoints reach a running turn too.
    /// Changes how the turns of a session run. Breakpoints and approvals reach a running turn too.
    SessionConfigure session_configure(ConfigureSession) -> Nothing;
    /// Changes how a session uses functions: names, arguments, stand-ins. It holds from the next call on.
    FunctionsConfigure functions_configure(ConfigureFunctions) -> Nothing;
    /// A function's schema as each provider gets it, and how much of it is recorded.
    FunctionFacts function_facts(NamedFunction) -> FunctionFacts;
    /// Throws away what was recorded of a function.
    RecordingsForget recordings_forget(NamedFunction) -> Nothing;
    /// Agrees to what a function does, so that it is not asked about again.
    ConsentGive consent_give(GiveConsent) -> Nothing;
    /// Takes back what was agreed to for good of a function.
    ConsentForget consent_forget(NamedFunction) -> Nothing;
    /// Says something and lets the model answer.
    TurnStart turn_start(StartTurn) -> TurnId;
    /// Lets a turn run once more from somewhere in what was said. It grows a branch.
    TurnRerun turn_rerun(RerunTurn) -> TurnId;
    /// Puts a call that no model has made into what was said. It grows a branch.
    HistoryInject history_inject(InjectCall) -> Injected;
    /// Reads a function choice as Semantic Kernel writes it.
    ChoiceRead choice_read(ReadChoice) -> ChoicePlan;
    /// Answers the stop a turn waits at.
    TurnAnswer turn_answer(AnswerTurn) -> Nothing;
    /// Asks a running turn to stop at the next place.
    TurnPause turn_pause(NamedTurn) -> Nothing;
    /// Ends a turn. Open calls are answered as not run.
    TurnStop turn_stop(NamedTurn) -> Nothing;
    /// The services that are set up, and the kinds there are.
    ServicesList services_list(Nothing) -> ListedServices;
    /// Adds a service, or changes one.
    ServiceSave service_save(SaveService) -> ServiceSettings;
    /// Forgets a service and its key.
    ServiceRemove service_remove(NamedService) -> Nothing;
    /// Tries a service before it is saved, and lists its models.
    ServiceTest service_test(SaveService) -> TestedService;
    /// Reads entries of a log before those that are there.
    LogRead log_read(ReadLog) -> LogWindow<Note>;
    /// Reads a part of a large value.
    BodyRead body_read(ReadBody) -> Passage;
    /// Looks for a text in a large value.
    BodyFind body_find(FindInBody) -> FoundInBody;
    /// Writes a large value to a file.
    BodySave body_save(SaveBody) -> SavedFile;
    /// What went over the wire in one exchange.
    ExchangeRead exchange_read(ReadExchange) -> WireExchange;
}

fn read<T: for<'a> Deserialize<'a>>(name: &str, args: Value) -> Result<T, CommandError> {
    serde_json::from_value(args).map_err(|error| CommandError::mismatch(format!("{name}: {error}")))
}

fn write<T: Serialize>(name: &str, reply: T) -> Result<Value, CommandError> {
    serde_json::to_value(reply).map_err(|error| CommandError::mismatch(format!("{name}: {error}")))
}
