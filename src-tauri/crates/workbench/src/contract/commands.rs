//! The list of commands, and what is made of it.

use super::transport_error::TransportError;
use super::typescript::CommandShape;
use super::{
    AddCaseSet, AddLane, AddLocalModel, AdoptedInstructions, AnswerRequest, AnswerTurn, ArrangeLanes,
    AttachProgram, AttachedNow, AttachedProgram, BeginImport, BegunImport, CalibrateSelection,
    CalibratedThreshold, CaseSet, CaseSetContent, ChangeProgram, CheckedHistory, CheckedService, ChooseModel,
    CommandError, CompareExchanges, CompareRequest, ComparedRequest, ConfigureFunctions, ConfigureSession,
    CopiedData, CreateComparison, CreateSession, DraftAnswer, DraftCase, DraftRequest, DraftedAnswer,
    DraftedCase, EstimateRequest, EstimatedRequest, ExperimentResult, ExperimentSummary, Experiments,
    ExportSession, ExportedSession, FactsOfModel, FindInBody, ForkSession, FoundInBody, FunctionConsent,
    FunctionFacts, FunctionOf, FunctionRun, GiveConsent, GiveConsents, Guide, ImportPiece, ImportProgress,
    ImportSession, ImportedSession, InjectCall, Injected, InstructionsVersion, KeptBaseline, KnownModels,
    LaneComparison, ListRuns, ListedLocalModels, ListedRuns, ListedServices, LocateInBody, LocatedInBody,
    MeaningState, MeasureSelection, MeasuredSelection, ModelRows, MoveHead, NameBranch, NamedCase,
    NamedCaseSet, NamedComparison, NamedExperiment, NamedFunction, NamedFunctions, NamedLane,
    NamedLocalModel, NamedMessage, NamedModel, NamedOwnSource, NamedProgram, NamedRun, NamedService,
    NamedSession, NamedTurn, Note, Nothing, OpenRun, OpenedRun, Overview, OwnSourcesNow, PlotExperiment,
    PlottedRuns, PluginPlace, PreviewReduction, PriceTable, Prices, ProgramVariable, ReadBody, ReadChoice,
    ReadExchange, ReadExperiment, ReadLog, ReadPasted, ReduceHistory, ReducedHistory, ReductionPreview,
    RemarkMessage, RenameSession, RepairHistory, RepairedHistory, RerunTurn, RunFunction, SaveBody, SaveCase,
    SaveModelRows, SavePicture, SavePlot, SaveServer, SaveService, SavedCase, SavedFile, SavedSession,
    Search, Searched, ServiceSettings, ServiceTwin, SetReceiver, ShareResults, SharedExchanges,
    StartExperiment, StartLanes, StartTurn, StartedLane, SteerExperiment, SummarizeParts, SummarizedParts,
    TagSession, TestedService, Trial, TryRequest, TrySelection, UseTrial, WireExchange, WriteCode,
    WriteSummary, WrittenCode, WrittenSummary,
};
use crate::Workbench;
use ::experiments::Case;
use content::TurnId;
use functions::sources::mcp::{McpServer, PastedServers};
use functions::sources::pasted::{PastedFunctions, PastedSettings};
use functions::sources::prompt::PromptSettings;
use functions::sources::{DraftLook, PluginDraft};
use invocation::PastedChoice;
use ports::{Preview, Selection};
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

        impl CommandName {
            pub const ALL: &[Self] = &[$(Self::$variant),+];
        }

        /// Carries out one command.
        pub async fn dispatch(app: &Workbench, name: CommandName, args: Value) -> Result<Value, CommandError> {
            app.open().await;
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
    /// What a person was guided through.
    GuideRead guide_read(Nothing) -> Guide;
    /// Keeps what a person was guided through.
    GuideKeep guide_keep(Guide) -> Guide;
    /// Copies what is kept to a folder of its own, as it is at one moment.
    DataCopy data_copy(Nothing) -> CopiedData;
    /// Begins a session.
    SessionCreate session_create(CreateSession) -> SessionSummary;
    /// Begins a session that goes on from another, with its history and its functions.
    SessionFork session_fork(ForkSession) -> SessionSummary;
    /// Gives a session another title.
    SessionRename session_rename(RenameSession) -> Nothing;
    /// Sets the tags of a session, in place of those it had.
    SessionTag session_tag(TagSession) -> Nothing;
    /// The instructions a session had, the oldest first.
    InstructionsVersions instructions_versions(NamedSession) -> Vec<InstructionsVersion>;
    /// Makes the system messages that a history begins with part of the instructions. It grows a branch without them.
    InstructionsAdopt instructions_adopt(NamedSession) -> AdoptedInstructions;
    /// Puts a session into the bin. Its turns must have ended.
    SessionDiscard session_discard(NamedSession) -> Nothing;
    /// Takes a session out of the bin.
    SessionRestore session_restore(NamedSession) -> Nothing;
    /// Deletes a session that is in the bin, with everything that went over the wire, for good.
    SessionErase session_erase(NamedSession) -> Nothing;
    /// Puts a session beside another one that goes on from the same history, to compare them.
    ComparisonCreate comparison_create(CreateComparison) -> LaneComparison;
    /// How a comparison stands.
    ComparisonRead comparison_read(NamedComparison) -> LaneComparison;
    /// Ends a comparison. One of its lanes goes on by itself.
    ComparisonEnd comparison_end(NamedLane) -> Nothing;
    /// Puts one more lane beside the others.
    LaneAdd lane_add(AddLane) -> LaneComparison;
    /// Takes a lane out of a comparison.
    LaneRemove lane_remove(NamedLane) -> LaneComparison;
    /// Sets the order and the names of the lanes.
    LanesArrange lanes_arrange(ArrangeLanes) -> LaneComparison;
    /// Lets all lanes use the results of one, or each its own again.
    LanesShare lanes_share(ShareResults) -> LaneComparison;
    /// Says something to all lanes at once. One that fails leaves the others alone.
    LanesStart lanes_start(StartLanes) -> Vec<StartedLane>;
    /// Ends the turns of all lanes.
    LanesStop lanes_stop(NamedComparison) -> Nothing;
    /// Makes a session of a conversation that another program wrote.
    SessionImport session_import(ImportSession) -> ImportedSession;
    /// Begins to make a session of a conversation that comes in piece by piece, however long it is.
    ImportBegin import_begin(BeginImport) -> BegunImport;
    /// Takes the next piece. What can't be read ends the import, and nothing of it stays.
    ImportPiece import_piece(ImportPiece) -> ImportProgress;
    /// Ends an import whose last piece was taken, and shows the session.
    ImportEnd import_end(NamedSession) -> ImportedSession;
    /// Gives up an import. Nothing of it stays.
    ImportStop import_stop(NamedSession) -> Nothing;
    /// Writes what was said, up to the head, as another program would.
    SessionExport session_export(ExportSession) -> ExportedSession;
    /// Writes the same to a file, however much it is.
    SessionSave session_save(ExportSession) -> SavedSession;
    /// Writes a picture that a page drew of it to a file.
    PictureSave picture_save(SavePicture) -> SavedFile;
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
    /// Changes how the turns of a session run. Breakpoints and approvals reach a running turn too.
    SessionConfigure session_configure(ConfigureSession) -> Nothing;
    /// Changes how a session uses functions: names, arguments, stand-ins. It holds from the next call on.
    FunctionsConfigure functions_configure(ConfigureFunctions) -> Nothing;
    /// A function's schema as each provider gets it, and how much of it is recorded.
    FunctionFacts function_facts(FunctionOf) -> FunctionFacts;
    /// Throws away what was recorded of a function.
    RecordingsForget recordings_forget(NamedFunction) -> Nothing;
    /// What would be offered, without a turn.
    SelectionTry selection_try(TrySelection) -> Selection;
    /// Finds a threshold that keeps out what calls for no function.
    SelectionCalibrate selection_calibrate(CalibrateSelection) -> CalibratedThreshold;
    /// How well functions would have been chosen in past sessions.
    SelectionMeasure selection_measure(MeasureSelection) -> MeasuredSelection;
    /// Whether meanings can be compared.
    MeaningState meaning_state(Nothing) -> MeaningState;
    /// The models that can be chosen by name.
    MeaningModels meaning_models(Nothing) -> KnownModels;
    /// Compares meanings by another model from now on.
    MeaningChoose meaning_choose(ChooseModel) -> MeaningState;
    /// Fetches what comparing meanings needs.
    MeaningFetch meaning_fetch(Nothing) -> MeaningState;
    /// Compares words alone, and offers no model unasked.
    MeaningRefuse meaning_refuse(Nothing) -> MeaningState;
    /// Agrees to what a function does, so that it is not asked about again.
    ConsentGive consent_give(GiveConsent) -> Nothing;
    /// Takes back what was agreed to for good of a function.
    ConsentForget consent_forget(NamedFunction) -> Nothing;
    /// What there is to agree to of each function, and what was agreed to. Functions that are gone are left out.
    ConsentsRead consents_read(NamedFunctions) -> Vec<FunctionConsent>;
    /// Agrees to functions for good, each as the person has seen it.
    ConsentsGive consents_give(GiveConsents) -> Nothing;
    /// Takes back what was agreed to for good of each function.
    ConsentsForget consents_forget(NamedFunctions) -> Nothing;
    /// Says something and lets the model answer.
    TurnStart turn_start(StartTurn) -> TurnId;
    /// Lets a turn run once more from somewhere in what was said. It grows a branch.
    TurnRerun turn_rerun(RerunTurn) -> TurnId;
    /// Puts a call that no model has made into what was said. It grows a branch.
    HistoryInject history_inject(InjectCall) -> Injected;
    /// Reads a function choice as Semantic Kernel writes it.
    ChoiceRead choice_read(ReadChoice) -> PastedChoice;
    /// Answers the stop a turn waits at.
    TurnAnswer turn_answer(AnswerTurn) -> Nothing;
    /// Asks a running turn to stop at the next place.
    TurnPause turn_pause(NamedTurn) -> Nothing;
    /// Ends a turn. Open calls are answered as not run.
    TurnStop turn_stop(NamedTurn) -> Nothing;
    /// Sends a request again at once that waits to be sent again.
    TurnRetryNow turn_retry_now(NamedTurn) -> Nothing;
    /// The services that are set up, and the kinds there are.
    ServicesList services_list(Nothing) -> ListedServices;
    /// Adds a service, or changes one.
    ServiceSave service_save(SaveService) -> ServiceSettings;
    /// Forgets a service and its key.
    ServiceRemove service_remove(NamedService) -> Nothing;
    /// Sets up the service of a model under another kind as well, with the same key.
    ServiceTwin service_twin(ServiceTwin) -> NamedModel;
    /// Looks at a service while it is being written. Nobody is asked.
    ServiceCheck service_check(SaveService) -> CheckedService;
    /// Has the person open the keychain, and takes the keys out of it.
    KeychainUnlock keychain_unlock(Nothing) -> ListedServices;
    /// Tries a service before it is saved, and lists its models.
    ServiceTest service_test(SaveService) -> TestedService;
    /// The models that run on this computer, and those that could.
    LocalModels local_models(Nothing) -> ListedLocalModels;
    /// Begins to fetch a model, or goes on fetching it.
    LocalModelFetch local_model_fetch(NamedLocalModel) -> ListedLocalModels;
    /// Stops fetching a model. What is there stays.
    LocalModelPause local_model_pause(NamedLocalModel) -> ListedLocalModels;
    /// Deletes a model, or leaves out one whose file is a person's own.
    LocalModelForget local_model_forget(NamedLocalModel) -> ListedLocalModels;
    /// Uses a file on this computer as a model.
    LocalModelAdd local_model_add(AddLocalModel) -> ListedLocalModels;
    /// The programs that are attached, and what they are doing.
    AttachedList attached_list(Nothing) -> AttachedNow;
    /// Gives a program an address to ask its model at.
    ProgramAttach program_attach(AttachProgram) -> AttachedProgram;
    /// Changes what is decided for a program. Its conversations take it over with their next turn.
    ProgramChange program_change(ChangeProgram) -> AttachedProgram;
    /// The variables that point a process at a program's address.
    ProgramVariables program_variables(NamedProgram) -> Vec<ProgramVariable>;
    /// Gives a command the program of a title, which is attached where there is none.
    ProgramJoin program_join(AttachProgram) -> AttachedProgram;
    /// Ends a command's use of a program. One that was attached for commands is detached with the last of them.
    ProgramLeave program_leave(NamedProgram) -> Nothing;
    /// Takes a program's address away. Its sessions stay.
    ProgramDetach program_detach(NamedProgram) -> Nothing;
    /// Switches the receiver of exported spans on or off.
    ReceiverSet receiver_set(SetReceiver) -> AttachedNow;
    /// The sources a person has set up, what servers ask, and what is being run by hand.
    SourcesList sources_list(Nothing) -> OwnSourcesNow;
    /// Reads MCP servers as other programs write them down. Nothing is kept.
    ServersRead servers_read(ReadPasted) -> PastedServers;
    /// Adds an MCP server, or changes one, and starts it.
    ServerSave server_save(SaveServer) -> McpServer;
    /// Starts an MCP server afresh.
    ServerRestart server_restart(NamedOwnSource) -> Nothing;
    /// Leads the person through logging in to an MCP server.
    ServerLogIn server_log_in(NamedOwnSource) -> Nothing;
    /// Reads definitions of functions in any provider's form. Nothing is kept.
    DefinitionsRead definitions_read(ReadPasted) -> PastedFunctions;
    /// Keeps definitions as functions that a person, or a stand-in, answers.
    DefinitionsSave definitions_save(PastedSettings) -> PastedSettings;
    /// Keeps a prompt as a function.
    PromptSave prompt_save(PromptSettings) -> PromptSettings;
    /// Reads an OpenAPI document. Nothing is kept.
    DocumentRead document_read(PluginDraft) -> DraftLook;
    /// Makes a plugin in the folder of a person's own plugins.
    SourceMake source_make(PluginDraft) -> PluginPlace;
    /// Takes one of a person's own plugins out of use. Its files stay.
    SourcePutAway source_put_away(NamedOwnSource) -> PluginPlace;
    /// Forgets a server with its secrets, definitions, or a prompt.
    SourceRemove source_remove(NamedOwnSource) -> Nothing;
    /// Answers what a server asks of the person.
    RequestAnswer request_answer(AnswerRequest) -> Nothing;
    /// Lets a model answer a server's request for a model's answer. The server gets nothing yet.
    AnswerDraft answer_draft(DraftAnswer) -> DraftedAnswer;
    /// Runs a function by hand.
    FunctionRun function_run(RunFunction) -> FunctionRun;
    /// Stops a run.
    FunctionRunStop function_run_stop(NamedRun) -> Nothing;
    /// Reads entries of a log before those that are there.
    LogRead log_read(ReadLog) -> LogWindow<Note>;
    /// Reads a part of a large value.
    BodyRead body_read(ReadBody) -> Passage;
    /// Looks for a text in a large value.
    BodyFind body_find(FindInBody) -> FoundInBody;
    /// Finds a part of a large JSON value by its path.
    BodyLocate body_locate(LocateInBody) -> LocatedInBody;
    /// Names what items hold that only their provider understands.
    PartsSummarize parts_summarize(SummarizeParts) -> SummarizedParts;
    /// Writes a large value to a file.
    BodySave body_save(SaveBody) -> SavedFile;
    /// What went over the wire in one exchange.
    ExchangeRead exchange_read(ReadExchange) -> WireExchange;
    /// How much of a request stood in an earlier one as well, and where they first part.
    ExchangesShared exchanges_shared(CompareExchanges) -> SharedExchanges;
    /// One request as several protocols would write it.
    RequestCompare request_compare(CompareRequest) -> ComparedRequest;
    /// A request as a model would be sent it.
    RequestDraft request_draft(DraftRequest) -> Preview;
    /// About how many tokens a request has, part by part, before it is sent.
    RequestEstimate request_estimate(EstimateRequest) -> EstimatedRequest;
    /// What models cost and how much they can read.
    PricesRead prices_read(Nothing) -> Prices;
    /// Changes that table.
    PricesSave prices_save(PriceTable) -> Prices;
    /// Goes back to the table that ships.
    PricesReset prices_reset(Nothing) -> Prices;
    /// A person's own rows of what models accept.
    ModelsRead models_read(Nothing) -> ModelRows;
    /// Changes those rows. What can't be read is not saved.
    ModelsSave models_save(SaveModelRows) -> ModelRows;
    /// Goes back to the rows that ship.
    ModelsReset models_reset(Nothing) -> ModelRows;
    /// What is known of a model, and from where.
    ModelFacts model_facts(NamedModel) -> FactsOfModel;
    /// A program that sends a request. The key is read from the environment by its name.
    RequestCode request_code(WriteCode) -> WrittenCode;
    /// Sends a request that was written by hand, once. The history stays as it is.
    RequestTry request_try(TryRequest) -> Trial;
    /// Ends the request that is being tried.
    RequestStop request_stop(NamedSession) -> Nothing;
    /// Lets the history go on with the answer to such a request. It grows a branch.
    TrialUse trial_use(UseTrial) -> Nothing;
    /// The sets of cases, and the experiments that were made of them.
    ExperimentsList experiments_list(Nothing) -> Experiments;
    /// The cases of a set.
    CaseSetRead case_set_read(NamedCaseSet) -> CaseSetContent;
    /// Makes a set in the data folder, or lists a folder elsewhere as one.
    CaseSetAdd case_set_add(AddCaseSet) -> CaseSet;
    /// Writes the sample set into the data folder.
    CaseSetSample case_set_sample(Nothing) -> CaseSet;
    /// Makes a case of a moment of a session. Nothing is kept.
    CaseDraft case_draft(DraftCase) -> DraftedCase;
    /// Reads a case of a set.
    CaseRead case_read(NamedCase) -> Case;
    /// Keeps a case in a set, as a file.
    CaseSave case_save(SaveCase) -> SavedCase;
    /// Deletes the file of a case.
    CaseRemove case_remove(NamedCase) -> Nothing;
    /// Begins to run a set with one or more models.
    ExperimentStart experiment_start(StartExperiment) -> ExperimentSummary;
    /// Pauses an experiment, lets it go on, or stops it.
    ExperimentSteer experiment_steer(SteerExperiment) -> ExperimentSummary;
    /// What came of an experiment so far.
    ExperimentRead experiment_read(ReadExperiment) -> ExperimentResult;
    /// The runs that a number is about.
    ExperimentRuns experiment_runs(ListRuns) -> ListedRuns;
    /// A plot of an experiment, which leads to its runs.
    ExperimentPlot experiment_plot(PlotExperiment) -> PlottedRuns;
    /// Writes a plot as a picture for people.
    ExperimentPlotSave experiment_plot_save(SavePlot) -> SavedFile;
    /// Makes a session of a run.
    ExperimentOpen experiment_open(OpenRun) -> OpenedRun;
    /// Writes the report of an experiment as a file for people.
    ExperimentReport experiment_report(ReadExperiment) -> SavedFile;
    /// Keeps the report of an experiment as the one that later ones of its set are held against.
    BaselineKeep baseline_keep(NamedExperiment) -> KeptBaseline;
    /// Forgets the baseline of the set of an experiment.
    BaselineForget baseline_forget(NamedExperiment) -> Nothing;
    /// Deletes the runs of an experiment.
    ExperimentRemove experiment_remove(NamedExperiment) -> Nothing;
}

fn read<T: for<'a> Deserialize<'a>>(name: &str, args: Value) -> Result<T, CommandError> {
    serde_json::from_value(args).map_err(|source| mismatch(name, source))
}

fn write<T: Serialize>(name: &str, reply: T) -> Result<Value, CommandError> {
    serde_json::to_value(reply).map_err(|source| mismatch(name, source))
}

/// The caller and this program don't speak the same contract.
fn mismatch(command: &str, source: serde_json::Error) -> CommandError {
    CommandError::of(&TransportError::Mismatch { command: command.to_owned(), source })
}
