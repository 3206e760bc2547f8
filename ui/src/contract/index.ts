// The contract between the page and the application. Made by `cargo xtask types`; do not edit.

import type { NoticeId } from "./notices";

export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };

/**
 * A difference between a history and the request it becomes, because the provider can't take the history as it is.
 * The history itself never changes.
 */
export type Adaptation = { kind: AdaptationKind, 
/**
 * What is different. Older logs hold the sentence.
 */
what: Notice, 
/**
 * The rule of the provider that asks for it.
 */
why: Notice, 
/**
 * Where, as JSON pointers into what the request was made from: `/messages/3/items/1`, `/functions/0`.
 */
places: Array<string>, };

/**
 * How much an adaptation changes.
 */
export type AdaptationKind = "leftOut" | "dropped" | "added" | "rewritten";

/**
 * A new set by its name, or a folder elsewhere by its path.
 */
export type AddCaseSet = { name: string, };

export type AddLane = { comparison: SessionId, 
/**
 * The lane whose history and settings the new one begins with.
 */
from: SessionId, model: ModelId | null, 
/**
 * Whether the last question is asked in it at once. Otherwise it shows the answer of the other lane.
 */
asks?: boolean, };

/**
 * A file on this computer that is to be used as a model.
 */
export type AddLocalModel = { path: string, };

export type AdoptedInstructions = { 
/**
 * The head as it was. Moving back there brings the messages back; the instructions keep them.
 */
before: MessageId | null, };

/**
 * What follows a request that had to call.
 */
export type AfterRequired = "auto" | "words";

/**
 * What there is to agree to.
 */
export type Agreement = { fingerprint: string, terms: Terms, };

/**
 * One piece of a body.
 */
export type AlignedPiece = { 
/**
 * Where it stands in the body, as a JSON pointer.
 */
pointer: string, 
/**
 * What it tells: `/messages/3`, `/functions/0`, `/choice`. Several, where the protocol writes them as one.
 */
places: Array<string>, 
/**
 * What it is written in together with pieces that tell something else.
 */
within?: string, };

/**
 * One agreement. It counts for what would have run then as it was described then, and for nothing that was put in its
 * place since.
 */
export type Allowed = { function: FunctionName, 
/**
 * Stands for what was agreed to.
 */
fingerprint: string, 
/**
 * What was agreed to, for a comparison with what there is later. An earlier version kept none, and its fingerprint
 * stands for nothing any more: what it allowed is asked about again.
 */
terms?: Terms, 
/**
 * The arguments it may run with. Any, where none are named.
 */
arguments: Record<string, JsonValue> | null, };

/**
 * What a person answers to a stop.
 */
export type Answer = { 
/**
 * The number of the stop that is answered.
 */
pause: number, 
/**
 * For the place where the turn stands.
 */
decision: Decision, 
/**
 * For other calls of the same answer that have no result yet, in any order. They are not stopped at any more.
 */
others?: Array<CallDecision>, pace: Pace, };

/**
 * How the answers of a service come.
 */
export type AnswerDelivery = "streamed" | "whole";

/**
 * What an answer to a stop leads to at once.
 */
export type AnswerEffect = { 
/**
 * The turn still stands at the same stop.
 */
stays?: boolean, 
/**
 * The calls whose phase it changes.
 */
calls?: Array<CallChange>, 
/**
 * The plan of the turn from now on, where the answer changes it.
 */
plan?: TurnPlan, };

export type AnswerRequest = { request: number, answer: PersonAnswer, };

export type AnswerTurn = { turn: TurnId, answer: Answer, };

/**
 * Who answers the requests of a program.
 */
export type Answerer = { "type": "provider" } | { "type": "model", model: ModelId, } | { "type": "session", session: SessionId, by?: Replayed, };

/**
 * What holds for some calls.
 */
export type ApprovalRule = { 
/**
 * A pattern for the function: `weather.get_*`, or a function's own name.
 */
function: string, 
/**
 * Only calls with exactly these arguments. None at all is something to be equal to as well.
 */
arguments?: Record<string, JsonValue>, permission: Permission, };

/**
 * The rules of a session.
 */
export type Approvals = { 
/**
 * A rule with arguments goes before one without, a later one before an earlier one.
 */
rules: Array<ApprovalRule>, 
/**
 * For calls that no rule is about.
 */
otherwise: Permission, };

/**
 * One place where the function receives a value other than the written one.
 */
export type ArgumentChange = { 
/**
 * The place in the arguments, as a JSON pointer.
 */
path: string, kind: ChangeKind, 
/**
 * The written value. `None` if nothing was written.
 */
before?: JsonValue, 
/**
 * The value the function receives. `None` if it receives nothing.
 */
after?: JsonValue, };

/**
 * What is wrong with an argument.
 */
export type ArgumentProblem = "missing" | { "unexpected": { value: JsonValue, } } | { "differs": { value: JsonValue, } };

/**
 * Something about one argument.
 */
export type ArgumentTest = { 
/**
 * Where in the arguments: a JSON pointer `/days/0`, or a path `$.days[0]`.
 */
path: string, comparison: Comparison, 
/**
 * What it is held against. Of no interest to [`Comparison::Exists`] and [`Comparison::Missing`].
 */
value: JsonValue, };

/**
 * The values of an argument where it was not as expected.
 */
export type ArgumentValues = { case: CaseId, lane: string, function: string, path: string, 
/**
 * As JSON, the most frequent first. An argument that is missing has no value.
 */
values: Array<[string | null, number]>, };

export type ArrangeLanes = { comparison: SessionId, 
/**
 * The lanes as they shall be, in their order.
 */
lanes: Array<Lane>, };

/**
 * A question only a person can settle before a call runs.
 */
export type Ask = { "type": "nameRepair" } | { "type": "consent", to: Array<Notice>, } | { "type": "result", because: Notice | null, };

/**
 * What is asked for.
 */
export type Asks = { "type": "form", message: string, schema: JsonValue, } | { "type": "visit", message: string, address: string, } | { "type": "sample", sampling: Sampling, };

/**
 * What the limit of calls does to an answer that would go beyond it.
 */
export type AtCallLimit = "cut" | "finish";

/**
 * What follows after the last of a sequence.
 */
export type AtEnd = "repeatLast" | "startAgain" | "live";

export type AtFailureLimit = "words" | "fail";

export type AtRoundLimit = "words" | "handBack";

export type AttachProgram = { title: string, upstreams?: Upstreams, };

/**
 * The programs that are attached, and what they are doing.
 */
export type AttachedNow = { 
/**
 * Goes up with every change. A feed tells of it.
 */
version: number, programs: Array<AttachedProgram>, 
/**
 * Why nothing can be attached, or why the last settings or the last address can't be used.
 */
problem?: ReportedProblem, 
/**
 * The receiver of spans, while it is on.
 */
receiver?: SpanReceiver, };

/**
 * One attached program.
 */
export type AttachedProgram = { id: ProgramId, title: string, 
/**
 * The settings that point a client at the address of this program. Empty while nothing listens.
 */
lines: Array<ConnectionLine>, settings: ProgramSettings, 
/**
 * Requests to a model so far, since the application started.
 */
requests: number, 
/**
 * The sessions of its conversations, the latest first.
 */
sessions: Array<SessionId>, 
/**
 * When its last request arrived.
 */
last?: Timestamp, 
/**
 * The client library it uses, as it names itself.
 */
client?: string, 
/**
 * The requests it waits for, because a stop holds them.
 */
held: Array<HeldRequest>, 
/**
 * What went wrong lately, the latest first.
 */
problems: Array<ReportedProblem>, };

/**
 * The author of a message within its side.
 */
export type Author = { "type": "person" } | { "type": "model", model: ModelId, } | { "type": "participant", name: string, model: ModelId, } | { "type": "application" };

/**
 * What has changed since an earlier report. Lanes are the same by their names, cases by their ids.
 */
export type BaselineChanges = { lanes: Array<LaneChange>, broken: Array<BrokenCase>, 
/**
 * Lanes that the earlier report does not have.
 */
newLanes: Array<string>, };

export type BeginImport = { 
/**
 * The name of the file, if it is one. What it ends with may tell the form.
 */
name: string | null, };

export type BegunImport = { 
/**
 * The session it will be. Nobody sees it before all of it is there.
 */
session: SessionId, };

/**
 * When calls run that need nobody, in an answer with others that a person has to let through first.
 */
export type BesideAsked = "inPlace" | "wait" | "first";

/**
 * How far arguments may be from their schema.
 */
export type BindingPolicy = { conversions: Conversions, extra: ExtraArguments, };

/**
 * Names one body.
 */
export type BodyId = number;

/**
 * The arguments a function receives, where they differ from the written ones. The call itself keeps the text of the
 * model.
 */
export type Bound = { arguments: Record<string, JsonValue>, changes: Array<ArgumentChange>, };

/**
 * A standing order to stop.
 */
export type Breakpoint = { id: BreakpointId, place: StopPlace, condition: Condition, hits: HitRule, 
/**
 * It is switched off once it has stopped a turn.
 */
isOneShot: boolean, isEnabled: boolean, };

/**
 * Names a breakpoint, so that it can be edited and its hits be counted.
 */
export type BreakpointId = string;

/**
 * A case that always passed and never passes any more.
 */
export type BrokenCase = { case: CaseId, lane: string, before: PassCount, now: PassCount, };

/**
 * Runs of one lane that broke off for one reason.
 */
export type BrokenRuns = { lane: string, reason: Notice, runs: number, };

/**
 * Whether a model can be told how many tokens to think with.
 */
export type Budget = "taken" | "refused" | "needed";

/**
 * How a provider is told to keep the beginning of a request, where it does not do so by itself alone.
 */
export type CacheWay = "unknown" | "points" | "lifetime" | "retention";

/**
 * Whether and for how long a provider caches the beginning of a request for the next one.
 */
export type Caching = "off" | "short" | "long";

export type CalibrateSelection = { session: SessionId, ranking: Ranking, };

/**
 * A threshold that was found for the functions of a session.
 */
export type CalibratedThreshold = { threshold: number, };

/**
 * The arguments of a call. The raw text is kept because serializing JSON again changes what the model wrote.
 */
export type CallArguments = { "type": "parsed", raw: string, value: Record<string, JsonValue>, 
/**
 * The raw text is free text and no JSON.
 */
isText?: boolean, } | { "type": "malformed", raw: string, reason: Notice, };

/**
 * The new phase of one call.
 */
export type CallChange = { call: CallId, phase: CallPhase, };

/**
 * How often a model called a function.
 */
export type CallCount = { function: CalledFunction, times: number, };

/**
 * What is to happen to one call.
 */
export type CallDecision = { call: CallId, decision: Decision, };

/**
 * Names one call of a model. Its result carries the same id.
 */
export type CallId = string;

/**
 * How the calls of a run relate to those expected.
 */
export type CallMatching = "exactly" | "inOrder" | "anyOrder" | "superset" | "subset";

/**
 * Options for the calls of a model.
 */
export type CallOptions = { 
/**
 * Whether one answer may contain several calls.
 */
parallel?: boolean, 
/**
 * Whether arguments must match their schema exactly.
 */
strict?: boolean, 
/**
 * Whether the model sees one function alone and finds the others with a search of its provider.
 */
deferred?: boolean, 
/**
 * Whether arguments are streamed as they are written, before it is known that they are JSON.
 */
eager?: boolean, 
/**
 * Whether code that the model writes and its provider runs may call functions.
 */
fromCode?: boolean, 
/**
 * Whether a call that has its result in this turn is excluded from the output. Only models in files support it.
 */
onlyNew?: boolean, 
/**
 * Whether the model must call if the beginnings of a call are together likelier than words, although a word may be
 * likelier than each of them. Only models in files support it.
 */
lean?: boolean, 
/**
 * Whether a final message asks the model to state the results. Only models in files receive it.
 */
retell?: boolean, };

/**
 * An expected function and the one that was called in its place. One of them may be missing.
 */
export type CallPair = { wanted: string | null, called: string | null, };

/**
 * How far a call is.
 */
export type CallPhase = { "type": "waiting" } | { "type": "handedOver", to: Completer, } | { "type": "running", origin: Origin, } | { "type": "answered", outcome: Outcome, origin: Origin, };

/**
 * The status of a call. A call can have several: one with unreadable arguments has failed too.
 */
export type CallStatus = "returned" | "failed" | "declined" | "unanswered" | "malformed" | "invalid" | "unknown" | "notRun" | "edited";

/**
 * The function a call names.
 */
export type CalledFunction = { "type": "known", name: FunctionName, } | { "type": "unknown", raw: string, };

/**
 * One function and its scores.
 */
export type Candidate = { function: FunctionName, scores: Array<SignalScore>, 
/**
 * The words of the query found in this function.
 */
matched: Array<string>, verdict: Verdict, 
/**
 * The weighted sum of all signals, which decides the rank.
 */
total: number, 
/**
 * The fit of the function alone, which the threshold applies to.
 */
fit: number, };

/**
 * One file of a set.
 */
export type Case = { format: number, id: CaseId, title?: string, 
/**
 * The conversation up to the moment. A person's words at its end are the ones the model answers.
 */
history: Array<Said>, 
/**
 * The functions that are offered, all of them in every request.
 */
functions?: Array<CaseFunction>, 
/**
 * The answers of functions, so that runs differ by the model alone.
 */
results?: Array<CaseResult>, settings?: CaseSettings, expect: Expectations, };

/**
 * An answer in place of a function.
 */
export type CaseAnswer = { "returned": JsonValue } | { "failed": string };

/**
 * One part of an expectation that does not hold. Calls are counted from 0, in both lists.
 *
 * The same faults of different runs have the same words.
 */
export type CaseFault = { "kind": "missingCall", expected: number, function: string, 
/**
 * The call of the run that stands where it should, or their number. Nothing, where any order will do.
 */
before?: number, } | { "kind": "unexpectedCall", call: number, function: string, } | { "kind": "otherFunction", expected: number, call: number, wanted: string, called: string, } | { "kind": "argument", expected: number, call: number, function: string, path: string, problem: ArgumentProblem, } | { "kind": "malformed", call: number, function: string, reason: string, } | { "kind": "forbiddenCall", call: number, function: string, } | { "kind": "words", expected: ExpectedText, } | { "kind": "rounds", allowed: number, taken: number, } | { "kind": "unfinished", reason: string, 
/**
 * The reason in every language, where it was kept.
 */
notice?: Notice, } | { "kind": "judged", judge: string, byModel: boolean, reason: string, };

/**
 * A function that is offered: defined here, or one of the application's where nothing but its name is given.
 */
export type CaseFunction = { name: string, description?: string, 
/**
 * The arguments as an object schema.
 */
parameters?: JsonValue, 
/**
 * Whether it runs, where a person allows it. Otherwise a stand-in or the results of the case answer its calls.
 */
live?: boolean, 
/**
 * Answers its calls in each run.
 */
standIn?: CaseStandIn, };

/**
 * Names a case for good: results of different days are compared by it.
 */
export type CaseId = string;

/**
 * One case over all lanes.
 */
export type CaseOutcome = { case: CaseId, title: string, 
/**
 * In the order of the lanes.
 */
lanes: Array<LaneOutcome>, };

/**
 * The answer of a function to all calls, or to those with the same arguments.
 */
export type CaseResult = { function: string, arguments?: { [key: string]: JsonValue }, answer: CaseAnswer, };

/**
 * A folder of cases, each a file.
 */
export type CaseSet = { 
/**
 * Its path, which names it.
 */
folder: string, name: string, 
/**
 * How many files it has.
 */
cases: number, 
/**
 * Whether it lies outside the data folder, such as in a repository.
 */
isElsewhere: boolean, };

/**
 * The cases of a set.
 */
export type CaseSetContent = { set: CaseSet, cases: Array<ListedCase>, 
/**
 * The functions of all cases by name, each as the first case has it.
 */
functions: Array<CaseFunction>, 
/**
 * The commands of scripts that judge. The set runs where a person allows them.
 */
scripts: Array<Array<string>>, 
/**
 * The functions that are to run, by their names. The set runs where a person allows them.
 */
live: Array<string>, 
/**
 * Files that are no cases. The set can't be run as long as there are any.
 */
problems: Array<Notice>, };

/**
 * How the turn of a run is carried out, where a lane says nothing else.
 */
export type CaseSettings = { instructions?: string, 
/**
 * Requests to the model at most.
 */
rounds: number, 
/**
 * Settings of requests, such as `temperature`, by the names of the contract.
 */
request?: { [key: string]: JsonValue }, };

/**
 * A stand-in that answers as the function would, the same in each run.
 */
export type CaseStandIn = { "template": string } | { "sequence": { answers: Array<CaseAnswer>, 
/**
 * Whether the first follows the last. Otherwise the last is repeated.
 */
startsAgain?: boolean, } } | "recorded";

/**
 * Everything that a report shows. The same runs give the same report, in whatever order they finished.
 */
export type CasesReport = { format: number, lanes: Array<LaneReport>, cases: Array<CaseOutcome>, 
/**
 * Each other lane against one of them: the first, unless another was chosen.
 */
comparisons: Array<PairedLanes>, confusions: Array<Confusion>, 
/**
 * Arguments that were not as expected, with the values they had.
 */
arguments: Array<ArgumentValues>, 
/**
 * Each function in each lane, by function.
 */
functions: Array<FunctionFigures>, };

/**
 * The reason why a value differs.
 */
export type ChangeKind = "converted" | "default" | "ignored" | "leftOut";

export type ChangeProgram = { program: ProgramId, title: string, settings: ProgramSettings, };

export type ChangedFunction = { function: FunctionName, description: string, };

export type CheckedHistory = { 
/**
 * In the order of the messages. Where there are very many, those that matter most.
 */
findings: Array<Finding>, 
/**
 * How many more there are.
 */
more: number, };

/**
 * What is to be said of a service while it is being written.
 */
export type CheckedService = { 
/**
 * Of the address.
 */
address: Notice | null, 
/**
 * Of the key that was typed.
 */
key: Notice | null, };

/**
 * The choice for one request of a turn.
 */
export type ChoiceAt = { 
/**
 * The number of the round, from 1.
 */
round: number, choice: FunctionChoice, };

/**
 * How the requests of a turn treat functions.
 */
export type ChoicePlan = { 
/**
 * A demand to call holds for the first request of a turn only; what follows it is a policy.
 */
choice: FunctionChoice, 
/**
 * Only these are advertised, all of them. Without a list, the selection decides.
 */
functions?: Array<FunctionName>, calls: CallOptions, 
/**
 * Requests that are treated in another way.
 */
requests?: Array<ChoiceAt>, };

/**
 * Another model by which meanings are to be compared.
 */
export type ChooseModel = { model: ModelChoice, };

/**
 * What a program is to send.
 */
export type CodeOf = { "type": "exchange", exchange: ExchangeId, model: ModelId, } | { "type": "request", session: SessionId, source: RequestSource, target: RequestTarget, body: string | null, };

/**
 * Why a command failed, in words for a person and a code for the page.
 */
export type CommandError = { code: ErrorCode, message: Notice, 
/**
 * What to do about it.
 */
advice: Notice | null, };

/**
 * Two requests of a session, to the same model.
 */
export type CompareExchanges = { before: ExchangeId, exchange: ExchangeId, };

export type CompareRequest = { session: SessionId, source: RequestSource, targets: Array<RequestTarget>, };

/**
 * One request, as several protocols would write it.
 */
export type ComparedRequest = { 
/**
 * The model it was made for.
 */
model: ModelId, 
/**
 * What it is made of, in the order in which it is shown.
 */
parts: Array<RequestPart>, 
/**
 * One for each target, in their order.
 */
columns: Array<RequestColumn>, 
/**
 * The protocols there are.
 */
protocols: Array<ProtocolChoice>, };

export type Comparison = "equals" | "differs" | "less" | "greater" | "contains" | "matches" | "exists" | "missing";

/**
 * A call whose arguments are complete.
 */
export type CompletedCall = { call: CallId, function: CalledFunction, };

/**
 * Who completes a call in the place of its function.
 */
export type Completer = { "type": "model", model: ModelId, } | { "type": "participant", name: string, };

/**
 * All of it has to hold. What is not set holds always.
 */
export type Condition = { 
/**
 * A pattern for the function: `weather.get_*`, or a function's own name. Places without a call never fit.
 */
function?: string, arguments?: Array<ArgumentTest>, model?: ModelId, 
/**
 * The number of the round, from 1.
 */
round?: number, };

export type ConfigureFunctions = { session: SessionId, settings: FunctionSettings, };

export type ConfigureSession = { session: SessionId, plan: TurnPlan, };

/**
 * A function that was called in the place of another.
 */
export type Confusion = { lane: string, wanted: string, called: string, times: number, };

/**
 * The setting of one kind of client.
 */
export type ConnectionLine = { provider: Provider, 
/**
 * The clients that read it: "OpenAI SDKs", "Claude Code".
 */
client: string, 
/**
 * The line to copy.
 */
text: string, };

/**
 * Facts about a model that are known before any request.
 */
export type ConnectorProfile = { model: ModelId, 
/**
 * The model's name for people.
 */
title: string, 
/**
 * The name of its service, for people.
 */
service: string, };

/**
 * Whether a value in the wrong type is put right.
 */
export type Conversions = "clear" | "none";

/**
 * Up to where a lane shows what was said in another one.
 */
export type CopiedAnswer = { from: SessionId, 
/**
 * The last message of it.
 */
last: MessageId, };

/**
 * A copy of what is kept, without keys and without what can be fetched or made anew.
 */
export type CopiedData = { folder: string, 
/**
 * Entries that are not regular files, and files of another version whose secrets are not known.
 */
leftOut: Array<string>, };

export type CreateComparison = { 
/**
 * The session that is compared with others. It becomes the first lane.
 */
session: SessionId, 
/**
 * The model of the second lane. That of the session, where none is named.
 */
model: ModelId | null, 
/**
 * Whether the last question is asked in the second lane at once. Otherwise it shows the answer of the first.
 */
asks?: boolean, };

export type CreateSession = { 
/**
 * The model of its turns. The first of the list, where none is named.
 */
model: ModelId | null, };

/**
 * What ended an answer before it was complete.
 */
export type CutBy = "person" | "connection" | "timeLimit" | "tokenLimit" | "filter" | "application";

/**
 * A call of a cut answer. It never runs.
 */
export type CutCall = { function: CalledFunction, 
/**
 * Its arguments, as far as they were written.
 */
raw: string, };

/**
 * What is to happen at a stop.
 */
export type Decision = { "type": "continue" } | { "type": "stay" } | { "type": "editRequest", edit: RequestEdit, reach: Reach, } | { "type": "writeAnswer", 
/**
 * Nothing is said where it is blank.
 */
text: string, calls: Array<WrittenCall>, } | { "type": "editArguments", raw: string, } | { "type": "sendTo", function: FunctionName, raw?: string, } | { "type": "writeResult", outcome: Outcome, } | { "type": "useRecorded" } | { "type": "handOver", to: Completer, } | { "type": "decline", reason: string, } | { "type": "drop" } | { "type": "addCall", function: FunctionName, raw: string, } | { "type": "runAgain" } | { "type": "stop" };

/**
 * Who refused to run a call.
 */
export type DeclinedBy = { "type": "person", 
/**
 * The reply to the model, if the session has its own wording.
 */
words?: string, } | { "type": "rule" } | { "type": "filter", name: string, };

/**
 * What was said of one function.
 */
export type Definition = { name: string, description: string, parameters: JsonValue, effect: Effect, input?: FunctionInput, 
/**
 * The result as a schema.
 */
returns?: JsonValue, };

/**
 * Whose form a definition is in.
 */
export type DefinitionForm = "openAiChat" | "openAiResponses" | "anthropic" | "gemini" | "mcp";

/**
 * What one line of the server's stream brings: something of a session that is followed, or why it can't be.
 */
export type Delivery = { session: SessionId, item?: FeedItem, refused?: CommandError, };

/**
 * The languages a document is written in.
 */
export type Document = "html" | "markdown" | "picture";

export type DraftAnswer = { request: number, model: ModelId, };

/**
 * A moment of a session: the message of the model with which a good run begins.
 */
export type DraftCase = { session: SessionId, message: MessageId, 
/**
 * What a person has written about the calls that wait at a stop.
 */
decided?: Array<CallDecision>, };

export type DraftContent = { "type": "openApi", document: string, 
/**
 * The address the paths count from, instead of the one the document names.
 */
server: string | null, 
/**
 * Which operations, as `get /pets`. All of them, where nothing is said.
 */
operations: Array<string> | null, 
/**
 * For each key the document names, the variable of the environment that holds it.
 */
keys: { [key in string]: string }, privateHosts: Array<string>, } | { "type": "http", request: HttpDraft, environment: Array<string>, privateHosts: Array<string>, } | { "type": "script" };

/**
 * What a document would give, for a person to choose from.
 */
export type DraftLook = { title: string, operations: Array<DraftOperation>, 
/**
 * Where requests would go.
 */
hosts: Array<string>, 
/**
 * The keys the document names.
 */
keys: Array<string>, 
/**
 * What could not be taken over.
 */
problems: Array<Notice>, };

/**
 * Something of a conversation that its case does not have.
 */
export type DraftLoss = { "type": "answer" } | { "type": "order" } | { "type": "result" } | { "type": "content" } | { "type": "definition", function: string, } | { "type": "standIns" } | { "type": "choice" } | { "type": "guidance" } | { "type": "selection" } | { "type": "names" } | { "type": "behaviour" };

/**
 * An operation that would become a function.
 */
export type DraftOperation = { name: string, 
/**
 * Its method and its path, as it is chosen by: `get /pets`.
 */
place: string, description: string, };

/**
 * A request on its way to being changed by hand.
 */
export type DraftRequest = { session: SessionId, source: RequestSource, model: ModelId, };

/**
 * What a model would answer.
 */
export type DraftedAnswer = { text: string, 
/**
 * Its name for people.
 */
model: string, };

/**
 * A case that is not kept yet.
 */
export type DraftedCase = { case: Case, losses: Array<DraftLoss>, 
/**
 * Whether something that looks like a key was taken out.
 */
hasSecret: boolean, };

/**
 * The effect of a call. It is shown to the person, who decides whether an interrupted call may run again.
 */
export type Effect = "readsOnly" | "changes" | "unknown";

/**
 * The effort of a model.
 */
export type Effort = "minimal" | "low" | "medium" | "high" | "xhigh" | "max";

/**
 * A code exists only where the page does something different for it.
 */
export type ErrorCode = "storeUnavailable" | "storeFull" | "notWaiting" | "failed";

/**
 * What a model hears of a function's failure.
 */
export type ErrorDetail = "full" | "brief";

/**
 * What a model is told, in words of a person's choice. `{function}` is filled in with what the model called, and
 * `{reason}` with what is said where nothing is set: it names the function, what is wrong and the nearest names. Of a
 * declined call it is the reason that the person gave.
 */
export type ErrorTemplates = { unknownFunction?: string, invalidArguments?: string, 
/**
 * Where errors are brief.
 */
failed?: string, 
/**
 * Where a person declined. The reason follows where the words have no place for it.
 */
declined?: string, };

/**
 * What an estimate rests on.
 */
export type EstimateBasis = { "type": "reported", requests: number, } | { "type": "usual", kind: string, };

export type EstimateRequest = { session: SessionId, source: RequestSource, };

export type EstimatedPart = { place: string, kind: RequestPartKind, text: Notice, tokens: number, };

/**
 * About how many tokens a request has.
 */
export type EstimatedRequest = { model: ModelId, 
/**
 * The largest parts of each kind, in the order of the request. What a provider adds of its own stands last.
 */
parts: Array<EstimatedPart>, 
/**
 * The other parts, kind by kind.
 */
smaller: Array<SmallerParts>, total: number, 
/**
 * By what part of the whole it is likely to be off.
 */
off: number, basis: EstimateBasis, 
/**
 * Pictures and sounds, which are not counted.
 */
media: number, };

/**
 * One request as it was sent and its response as it was received.
 */
export type Exchange<F> = { id: ExchangeId, sent: string, frames: Array<TimedFrame<F>>, };

/**
 * Names one exchange with a model: a request as it was sent and its response as it was received.
 */
export type ExchangeId = string;

/**
 * Everything that is expected of one run. Each part that is given must hold.
 */
export type Expectations = { calls?: ExpectedCalls, 
/**
 * Functions that must not be called.
 */
never?: Array<string>, 
/**
 * What holds of the last words of the model.
 */
says?: Array<ExpectedText>, 
/**
 * Requests until the model ends, at most.
 */
rounds?: number, 
/**
 * Checks by a script or a model.
 */
judges?: Array<Judge>, };

/**
 * What holds of one value.
 */
export type Expected = { "equals": JsonValue } | { "oneOf": Array<JsonValue> } | { "alike": Array<JsonValue> } | { "pattern": string } | { "number": { is: number, within: number, } } | { "contains": JsonValue } | { "optional": Expected } | "ignored";

/**
 * One call that is expected.
 */
export type ExpectedCall = { function: string, 
/**
 * By the name of an argument, or by a JSON Pointer into the arguments.
 */
arguments?: { [key in string]: Expected }, 
/**
 * Arguments that are not named here.
 */
others?: OtherArguments, };

/**
 * The calls of a run, and how closely they are held to it.
 */
export type ExpectedCalls = { match: CallMatching, list: Array<ExpectedCall>, };

/**
 * What holds of a text.
 */
export type ExpectedText = "something" | "nothing" | { "contains": string } | { "pattern": string };

/**
 * Names the runs of a set, of one day, with the models of that day.
 */
export type ExperimentId = string;

export type ExperimentProgress = { 
/**
 * About how long the rest takes.
 */
secondsLeft: number | null, tokens: number, 
/**
 * In dollars, as far as prices are known.
 */
cost: number, 
/**
 * Whether runs are missing because the budget is used up.
 */
isUsedUp: boolean, 
/**
 * Services for which requests wait.
 */
waiting: Array<ServiceQueue>, 
/**
 * Requests that were sent again, because the service gave no answer.
 */
resent: number, 
/**
 * Runs that were begun again for the same reason.
 */
begunAgain: number, 
/**
 * Runs that say nothing about their model, because the service gave no answer.
 */
broken: Array<BrokenRuns>, 
/**
 * Why it ended early.
 */
problem?: Notice, };

/**
 * What came of an experiment so far.
 */
export type ExperimentResult = { summary: ExperimentSummary, report: CasesReport, 
/**
 * The report that it is held against.
 */
baseline: KeptBaseline | null, 
/**
 * What is otherwise than in the baseline.
 */
changes: BaselineChanges | null, baselineProblem: Notice | null, };

export type ExperimentState = "running" | "paused" | "stopped" | "finished";

/**
 * What a person wants of runs.
 */
export type ExperimentSteering = "pause" | "goOn" | "stop";

/**
 * How an experiment stands.
 */
export type ExperimentSummary = { id: ExperimentId, 
/**
 * The folder of its set.
 */
folder: string, set: string, began: Timestamp, 
/**
 * The names of its lanes: models, with what they differ in.
 */
lanes: Array<string>, repeats: number, total: number, 
/**
 * Finished runs.
 */
made: number, state: ExperimentState, 
/**
 * What is known since the application started.
 */
progress?: ExperimentProgress, };

/**
 * Every set, and every experiment that was made of one.
 */
export type Experiments = { sets: Array<CaseSet>, 
/**
 * The newest first.
 */
experiments: Array<ExperimentSummary>, };

/**
 * The form of an export.
 */
export type ExportForm = Format | Document | NextRequest;

export type ExportSession = { session: SessionId, format: ExportForm, };

export type ExportedSession = { 
/**
 * Nothing, where it is too long to be shown. A file holds it.
 */
text: string | null, 
/**
 * A name for a file with this text.
 */
fileName: string, 
/**
 * What could not be carried over, and where.
 */
losses: Array<Loss>, };

/**
 * What becomes of arguments a function has no parameter for.
 */
export type ExtraArguments = "ignore" | "refuse";

/**
 * What is known of one model, from all there is to know it from.
 */
export type FactsOfModel = { model: ModelId, 
/**
 * The kind of service it is asked over.
 */
kind: string, facts: ModelFacts, };

/**
 * The reason why a call has no output, in words for the model.
 */
export type Failure = { kind: FailureKind, message: string, };

/**
 * The kinds of failure, by which failures are shown, counted and filtered.
 */
export type FailureKind = "unknownFunction" | "invalidArguments" | "reported" | "notRun";

/**
 * What becomes of a passage.
 */
export type Fate = "kept" | "gone" | "new";

/**
 * What a function can do that nobody wants.
 */
export type Fault = { "type": "error", message: string, } | { "type": "delay", milliseconds: number, } | { "type": "timeOut", milliseconds: number, } | { "type": "neverAnswers" } | { "type": "malformedJson" } | { "type": "wrongType" } | { "type": "empty" } | { "type": "huge", bytes: number, } | { "type": "orders", text: string, };

/**
 * A fault and how many runs have it.
 */
export type FaultCount = { text: string, fault: CaseFault, runs: number, };

/**
 * One delivery of a feed. Entries come in order and without a gap, one batch a frame while a model speaks.
 */
export type FeedItem = { "type": "opened", window: LogWindow<Note>, } | { "type": "entries", entries: Array<LogEntry<Note>>, } | { "type": "halted", turn: TurnId, error: CommandError, } | { "type": "summarising", text: string, } | { "type": "progressed", turn: TurnId, call: CallId, progress: Progress, } | { "type": "sourcesChanged", version: number, } | { "type": "functionsChanged", version: number, };

/**
 * How far fetching has come.
 */
export type FetchProgress = { 
/**
 * What is being fetched, in words.
 */
what: Notice, step: FetchStep, 
/**
 * Where it comes from, in words.
 */
from: Notice, done: number, total: number, };

export type FetchStep = "fetching" | "checking";

/**
 * What a filter did.
 */
export type FilterEffect = { "type": "passedOn" } | { "type": "changedArguments", arguments: Record<string, JsonValue>, } | { "type": "answered", outcome: Outcome, } | { "type": "replacedResult", before: Outcome, } | { "type": "changedRequest" } | { "type": "changedResponse" } | { "type": "answeredRequest", text: string, } | { "type": "changedPrompt", text: string, } | { "type": "terminated" };

/**
 * What a filter does.
 */
export type FilterKind = { "type": "replaceArgument", path: string, value: JsonValue, } | { "type": "blockFunction", reason: string, } | { "type": "substituteOnFailure", output: Output, } | { "type": "replaceInResult", find: string, replacement: string, } | { "type": "terminateBefore" } | { "type": "terminateAfter" } | { "type": "replaceInRequest", find: string, replacement: string, } | { "type": "answerRequest", text: string, } | { "type": "replaceInPrompt", find: string, replacement: string, } | { "type": "answerPrompt", output: Output, };

/**
 * The filters there are.
 */
export type FilterName = "function" | "plugin" | "status" | "model" | "before" | "after" | "duration";

/**
 * One passage through one filter.
 */
export type FilterPassage = { filter: string, around: Filtered, side: FilterSide, effect: FilterEffect, };

/**
 * A filter a person has set up.
 */
export type FilterPlan = { 
/**
 * What it is called where it is shown. Each has a name of its own.
 */
name: string, 
/**
 * A pattern for the functions it is about. Without one, all.
 */
function?: string, kind: FilterKind, isEnabled: boolean, };

export type FilterSide = "entered" | "left";

/**
 * What a filter is wrapped around.
 */
export type Filtered = { "type": "request" } | { "type": "call", call: CallId, } | { "type": "prompt", call: CallId, };

export type FindInBody = { session: SessionId, body: BodyId, text: string, 
/**
 * Where to begin, in bytes.
 */
from: number, };

/**
 * One thing about a history that a person should know before it is sent.
 */
export type Finding = { kind: FindingKind, severity: Severity, place: Place, message: Notice, 
/**
 * What would mend it. Absent where only a person can tell what was meant.
 */
repair?: Repair, };

/**
 * The kinds of findings.
 */
export type FindingKind = "orphanResult" | "unansweredCall" | "duplicateCallId" | "secondResult" | "misplacedResult" | "callOutsideAssistant" | "invalidCallId" | "emptyItem" | "emptyMessage" | "functionMismatch" | "foreignItem" | "resultsOutOfOrder" | "consecutiveRoles" | "malformedArguments";

/**
 * Asks for a session's log from an entry on, and for everything that is added to it from then on.
 */
export type Follow = { session: SessionId, 
/**
 * The number of the last entry the page has. 0 asks for all.
 */
after: number, 
/**
 * Asks for the end of the log only, where it is longer than so many entries.
 */
tail: number | null, };

/**
 * Begins a session that goes on from another.
 */
export type ForkSession = { session: SessionId, 
/**
 * The last message of what it goes on from. The last of all, where none is named.
 */
at?: MessageId, 
/**
 * That of the session, where none is given.
 */
title?: string, 
/**
 * The model of the session, where none is named.
 */
model?: ModelId, };

/**
 * One form of a conversation.
 */
export type Format = "own" | "semanticKernel" | "extensionsAi" | "openAiChat" | "openAiResponses" | "anthropic" | "gemini" | "openTelemetry" | "jsonLines";

/**
 * The results of a search.
 */
export type Found = { hits: Array<Hit>, 
/**
 * The number of hits on all pages.
 */
total: number, 
/**
 * The sessions of the hits on this page, in the order of their first hit.
 */
sessions: Array<SessionHits>, };

export type FoundInBody = { 
/**
 * Where it stands, in bytes, if it stands anywhere behind the place.
 */
at: number | null, };

/**
 * One request to run a function.
 */
export type FunctionCall = { id: CallId, function: CalledFunction, arguments: CallArguments, origin: Origin, 
/**
 * State the provider wants back beside this call. Only its own connector reads it.
 */
providerState?: ProviderState, };

/**
 * Whether the model may, must or must not call a function.
 */
export type FunctionChoice = { "type": "auto" } | { "type": "required" } | { "type": "none" } | { "type": "function", name: FunctionName, } | { "type": "allowed", functions: Array<FunctionName>, 
/**
 * Whether it must call one of them.
 */
required: boolean, };

/**
 * How it stands with the consent to a function.
 */
export type FunctionConsent = { function: FunctionName, 
/**
 * What a person has to agree to before it runs, each thing in words.
 */
needs: Array<Notice>, 
/**
 * What stands for all they would agree to now. Nothing for a function that needs nothing.
 */
fingerprint: string | null, 
/**
 * Whether they have agreed to that for good, with any arguments.
 */
isAllowed: boolean, };

/**
 * What there is to know of a function besides its description.
 */
export type FunctionFacts = { runBy: RunBy, 
/**
 * The schema as each provider gets it.
 */
projections: Array<ProviderSchema>, 
/**
 * How many of its results are recorded.
 */
recordings: number, 
/**
 * What a person has to agree to before it runs, each thing in words.
 */
needs: Array<Notice>, 
/**
 * What they would agree to now, for a function that needs something.
 */
agreement: Agreement | null, 
/**
 * What they have agreed to for good. The agreements of a session stand in its settings. One whose fingerprint is not
 * that of the agreement counts no more.
 */
allowed: Array<Allowed>, 
/**
 * What its last run wrote besides its result.
 */
said: string | null, };

/**
 * A fault on purpose in place of an answer that calls a function, once the model has given it.
 */
export type FunctionFault = { 
/**
 * As the program names it to its model.
 */
function: string, fault: ProgramFault, 
/**
 * How many of the next answers that call it meet the fault.
 */
answers: number, };

/**
 * One function in one lane.
 */
export type FunctionFigures = { function: string, lane: string, 
/**
 * Runs of cases that expect a call of it.
 */
wanted: number, 
/**
 * Those of them that called it.
 */
called: number, 
/**
 * Runs of cases that offer it and expect no call of it.
 */
unwanted: number, 
/**
 * Those of them that called it all the same.
 */
calledUnwanted: number, 
/**
 * Its rank in the selection before the first request, among the runs that expect it, with the number of runs.
 */
ranks: Array<[number, number]>, 
/**
 * Functions that were called in its place, and how often.
 */
confused: Array<[string, number]>, };

/**
 * Facts about a function's arguments beyond their schema.
 */
export type FunctionInput = { 
/**
 * Example arguments, for the model.
 */
examples?: Record<string, JsonValue>[], 
/**
 * The function takes free text. For a service without such functions, the text is the argument `input`.
 */
text?: TextForm, };

/**
 * Names a function by its plugin, if it has one, and its own name.
 *
 * The two parts are never joined here. A joined name exists only on the wire, and each connector joins it by the rules
 * of its provider.
 */
export type FunctionName = { plugin: PluginName | null, function: string, };

/**
 * A function as a session has it, or as the application does.
 */
export type FunctionOf = { session: SessionId | null, function: FunctionName, };

/**
 * The result of one call.
 */
export type FunctionResult = { callId: CallId, function: CalledFunction, outcome: Outcome, origin: Origin, };

/**
 * What came of a run.
 */
export type FunctionRun = { 
/**
 * Nothing where the person is asked something first.
 */
outcome: Outcome | null, asks: Array<Ask>, findings: Array<SchemaFinding>, 
/**
 * What the function got, where that is not what was written.
 */
bound: Bound | null, origin: Origin | null, 
/**
 * In milliseconds, without the time in which the person was asked something.
 */
took: number, };

/**
 * How a session uses functions.
 */
export type FunctionSettings = { names: NamePolicy, binding: BindingPolicy, 
/**
 * The functions that are not what they are. All others are live.
 */
standIns: Array<StandInFor>, 
/**
 * Whether what live functions give is recorded.
 */
isRecording: boolean, 
/**
 * What may run in this session without being asked about again.
 */
allowed?: Array<Allowed>, 
/**
 * The session whose results are used for every call that was made there too, where no stand-in answers.
 */
resultsOf?: ResultsOf, 
/**
 * The functions of the program or document this session comes from. If there are any, the session has no others.
 */
defined?: Array<FunctionSpec>, 
/**
 * Whether a program ran the defined functions, as where spans told of them. A fork takes their results from here.
 */
ranElsewhere?: boolean, };

/**
 * The description of a function.
 */
export type FunctionSpec = { name: FunctionName, description: string, 
/**
 * The arguments as an object schema, JSON Schema 2020-12.
 */
parameters: JsonValue, effect: Effect, input?: FunctionInput, 
/**
 * The result as a schema, where the source declares one. Models are not told: a person who writes a result is.
 */
returns?: JsonValue, };

/**
 * How a run treated a function.
 */
export type FunctionUse = { name: string, 
/**
 * Whether a call of it is expected, or it is only offered.
 */
wanted: boolean, 
/**
 * Whether it was called. Either, where nothing is said.
 */
called?: boolean, 
/**
 * Its rank in the selection before the first request.
 */
rank?: number, };

/**
 * Whether a model takes functions over its protocol.
 */
export type Functions = "taken" | "withoutThinking" | "refused";

/**
 * Lets a function run without being asked about again, as it is now: one that was changed is asked about anew.
 */
export type GiveConsent = { 
/**
 * The session it is given in. Nothing, where a function is run outside of one.
 */
session: SessionId | null, function: FunctionName, 
/**
 * What the person has seen of it. One that was changed meanwhile is not agreed to.
 */
fingerprint: string, 
/**
 * With these arguments and no others. With any, where none are named.
 */
arguments: Record<string, JsonValue> | null, lasting: Lasting, };

/**
 * Lets functions run without being asked about again, with any arguments.
 */
export type GiveConsents = { consents: Array<SeenFunction>, };

/**
 * What is decided for the model. Each part stands alone.
 */
export type Guidance = { 
/**
 * Before there is a result: it has to call where a function fits the request, and to speak where none does.
 */
opening: boolean, 
/**
 * A call that has its result is not made again.
 */
onlyNew: boolean, 
/**
 * It has to speak once there is a result for each part of the request.
 */
closing: boolean, };

/**
 * The guidance that a person has had. It lies in the data folder, because a browser forgets it with the port.
 */
export type Guide = { 
/**
 * Whether the tour was finished or skipped. It does not begin by itself again.
 */
isTourOver: boolean, 
/**
 * The last version whose news were shown, or that was there first. Nothing before the first start.
 */
seenVersion: string | null, };

/**
 * A request whose program waits.
 */
export type HeldRequest = { session: SessionId, turn: TurnId, since: Timestamp, 
/**
 * When the program gives up, as far as that is known of its client. A stream that is kept alive has no end for most.
 */
until?: Timestamp, 
/**
 * Whether it is kept alive meanwhile. Only streams can be.
 */
streams: boolean, };

/**
 * One hit and its place.
 */
export type Hit = { session: SessionId, kind: HitKind, at: Timestamp, 
/**
 * Its message. The title of a session has none.
 */
message: MessageId | null, 
/**
 * The item of the message.
 */
item: number | null, 
/**
 * The message with the result of the call.
 */
answer: MessageId | null, call: CallId | null, function: CalledFunction | null, statuses: Array<CallStatus>, model: ModelId | null, 
/**
 * The duration of the call, in milliseconds.
 */
took: number | null, snippets: Array<Snippet>, };

/**
 * The kind of a document: the side that wrote it, or what else it is.
 */
export type HitKind = "title" | "system" | "person" | "model" | "reasoning" | "call" | "result" | "problem" | "note" | "branch";

/**
 * The kind of a passage.
 */
export type HitPart = "text" | "function" | "arguments" | "result" | "error";

/**
 * At which of its hits a breakpoint stops. Hits are counted within a turn.
 */
export type HitRule = { "type": "always" } | { "type": "nth", count: number, } | { "type": "from", count: number, } | { "type": "every", count: number, };

/**
 * A hosted tool. A tool that several providers have gets one name; each protocol writes it in its own terms.
 */
export type HostedTool = { "type": "webSearch" } | { "type": "webFetch" } | { "type": "codeExecution" } | { "type": "fileSearch", stores: Array<string>, } | { "type": "raw", value: JsonValue, };

/**
 * A request with the arguments of a call put into it.
 */
export type HttpDraft = { name: string, description: string, method: string, url: string, parameters: JsonValue, query: { [key in string]: string }, headers: { [key in string]: string }, body: string | null, };

export type ImportPiece = { session: SessionId, 
/**
 * Pieces are counted from 0, so that none is missing and none comes twice.
 */
number: number, 
/**
 * What comes next of the text. It may end anywhere.
 */
text: string, };

export type ImportProgress = { 
/**
 * How many messages there are so far.
 */
messages: number, };

export type ImportSession = { 
/**
 * The whole text of a file, or what was pasted.
 */
text: string, 
/**
 * The form of the text. It is found out where none is named.
 */
format: Format | null, 
/**
 * The name of the file, if it was one.
 */
title: string | null, };

export type ImportedModel = { 
/**
 * As the document names it.
 */
name: string, 
/**
 * The model of a service here with this name. The session goes on with it.
 */
here: ModelId | null, };

export type ImportedSession = { session: SessionSummary, format: Format, messages: number, 
/**
 * What could not be carried over, and where.
 */
losses: Array<Loss>, 
/**
 * What the request said of functions that are not here. A person may add them.
 */
functions: Array<Definition>, 
/**
 * The settings of the request, with which the session goes on.
 */
settings: Array<TakenSetting>, 
/**
 * The model of the document.
 */
model: ImportedModel | null, };

/**
 * How far the index is behind what was said.
 */
export type IndexState = { "type": "current" } | { "type": "reading", done: number, of: number, } | { "type": "failed", message: Notice, advice: Notice | null, };

export type InjectCall = { session: SessionId, 
/**
 * The message it comes behind. The beginning, where there is none.
 */
after: MessageId | null, call: InjectedCall, 
/**
 * Its result. Without one, the next turn begins with this call.
 */
outcome: Outcome | null, 
/**
 * Whether what comes after is said again behind it. Only a call with a result may be followed by something.
 */
keepsRest: boolean, };

export type Injected = { message: MessageId, call: CallId, 
/**
 * The head as it was. Moving back there undoes it.
 */
before: MessageId | null, };

/**
 * A call that no model has made.
 */
export type InjectedCall = { "type": "made", function: FunctionName, raw: string, } | { "type": "json", text: string, };

/**
 * What every model that answers in a session is told before everything else. It is not part of the history.
 */
export type Instructions = { 
/**
 * The template. `{{name}}` stands for the value of a variable.
 */
text: string, 
/**
 * Values of variables. They take precedence over those that every turn has.
 */
values?: { [key in string]: string }, 
/**
 * The text as a turn sends it. Only the plan of a turn has it, so that its log explains itself.
 */
resolved?: string, };

/**
 * The instructions of a session from a moment on.
 */
export type InstructionsVersion = { at: Timestamp, 
/**
 * Nothing, where they were taken away.
 */
instructions: Instructions | null, };

/**
 * A range of values.
 */
export type Interval = { low: number, high: number, };

/**
 * How the calls of one answer run.
 */
export type Invocation = "inOrder" | "together" | "byHand";

/**
 * One item of a message, in the order of writing.
 */
export type Item = { "type": "text", text: string, } | { "type": "reasoning", text: string, providerState?: ProviderState, } | { "type": "media", media: Media, } | { "type": "functionCall", call: FunctionCall, } | { "type": "functionResult", result: FunctionResult, } | { "type": "unknown", value: JsonValue, };

/**
 * The kind of an item that has just begun.
 */
export type ItemKind = { "type": "text" } | { "type": "reasoning" } | { "type": "media" } | { "type": "call", id: CallId, function: CalledFunction, };

/**
 * Who judges a run.
 */
export type Judge = { "script": { 
/**
 * The program and its arguments; a path counts from the folder of the set.
 */
command: Array<string>, seconds: number, } } | { "model": { model: ModelId, question: string, } };

/**
 * What becomes of the functions that were offered before in the same turn.
 */
export type Keeping = "replacing" | "additive";

/**
 * A report that later experiments of its set are held against.
 */
export type KeptBaseline = { path: string, };

/**
 * Where a key lies that was typed.
 */
export type KeyPlace = "keychain" | "file";

/**
 * Where the key of a service is.
 */
export type KeySource = { "type": "none" } | { "type": "kept" } | { "type": "environment", variable: string, };

/**
 * Whether this system's keychain can be used.
 */
export type KeychainState = "open" | "locked" | "missing";

/**
 * A model that can be fetched by its name.
 */
export type KnownModel = { name: string, 
/**
 * What it is good for.
 */
about: string, dimensions: number, };

/**
 * The models that can be chosen by name.
 */
export type KnownModels = { models: Array<KnownModel>, };

/**
 * One of the sessions of a comparison.
 */
export type Lane = { session: SessionId, name: string, 
/**
 * Whether the session was made for the comparison and goes with it. A session that was there before stays.
 */
isForked: boolean, 
/**
 * The answer it was made with, which another lane was given.
 */
copied?: CopiedAnswer, };

/**
 * One lane then and now, over the cases that both reports have.
 */
export type LaneChange = { lane: string, 
/**
 * Adjusted for the number of lanes.
 */
adjustedP: number, verdict: LaneVerdict, cases: number, 
/**
 * The mean over cases of the second rate less the first.
 */
mean: number, 
/**
 * Student's interval over cases. Nothing with a single case, or where all cases differ alike.
 */
interval: Interval | null, 
/**
 * The exact two-sided test that exchanges the lanes case by case. With one run a case it is McNemar's.
 */
p: number, 
/**
 * What would carry a verdict.
 */
more: MoreNeeded, };

/**
 * Sessions side by side that go on from the same history. It has a log like a session, which holds its lanes, and so it
 * is renamed, put into the bin, restored and erased by the commands for sessions.
 */
export type LaneComparison = { id: SessionId, title: string, created: Timestamp, 
/**
 * When it or one of its lanes changed last.
 */
changed: Timestamp, 
/**
 * In the order of the alphabet.
 */
tags: Array<string>, lanes: Array<Lane>, };

/**
 * One case in one lane.
 */
export type LaneOutcome = { lane: string, milliseconds: number, 
/**
 * The most frequent first.
 */
faults: Array<FaultCount>, passes: number, runs: number, };

/**
 * One lane over all cases.
 */
export type LaneReport = { name: string, model: ModelId, runs: number, passes: number, 
/**
 * Nothing, where no run was finished.
 */
passRate: PassRate | null, 
/**
 * The number of attempts, and the chance that one of them passes.
 */
passAt: Array<[number, number]>, 
/**
 * The number of attempts, and the chance that all of them pass.
 */
passEvery: Array<[number, number]>, 
/**
 * Cases that sometimes pass.
 */
flips: Array<CaseId>, 
/**
 * Runs whose calls went to the right functions, whatever their arguments.
 */
rightFunctions: number, 
/**
 * Runs in which the arguments of all calls could be read.
 */
readableArguments: number, meanRounds: number, medianMilliseconds: number, inputTokens: number, outputTokens: number, 
/**
 * What it has in the place of what the cases say.
 */
settings: Array<LaneSetting>, 
/**
 * Runs in which the arguments of all calls fit their schemas.
 */
validArguments: number, 
/**
 * Runs with a call whose name or arguments were repaired.
 */
repaired: number, 
/**
 * Milliseconds to the first piece of the first response.
 */
medianFirstToken: number | null, 
/**
 * In dollars, as far as prices are known.
 */
cost: number | null, 
/**
 * Requests that were sent again, because the service gave no answer.
 */
retries: number, 
/**
 * Runs that wait for the verdict of a script or a model. They count nowhere.
 */
unjudged: number, };

/**
 * A setting of a lane, as a person reads it.
 */
export type LaneSetting = { name: string, value: string, };

/**
 * What a comparison comes to.
 */
export type LaneVerdict = "better" | "worse" | "noVerdict";

export type Language = "curl" | "python" | "typeScript" | "cSharp" | "rust";

/**
 * The contents of a large value's body.
 */
export type LargeKind = "text" | "json";

/**
 * A value of an event that is shown in part.
 */
export type LargeValue = { 
/**
 * Its place in the event, as a JSON pointer.
 */
place: string, body: BodyId, kind: LargeKind, 
/**
 * Its size as text, in bytes.
 */
size: number, };

/**
 * How long an agreement lasts.
 */
export type Lasting = "session" | "always";

/**
 * What is decided for the model in one request, and why.
 */
export type Lead = "functionFits" | "functionMayFit" | "nothingFits" | "allAnswered" | "keepsFailing";

/**
 * The limits that end a turn.
 */
export type Limit = "rounds" | "calls" | "consecutiveFailures" | "time" | "tokens" | "repeats";

/**
 * How long a history may be.
 */
export type Limits = { 
/**
 * How many messages are left once it is made shorter, the system message counted.
 */
target: number, 
/**
 * By how many messages it may exceed the target before anything happens.
 */
threshold: number, };

/**
 * A message in a few words.
 */
export type Line = { role: Role, words: string, };

/**
 * Who wrote a line.
 */
export type LineFrom = { "type": "errors" } | { "type": "log", level: string, } | { "type": "application", note: Notice, };

export type ListRuns = { experiment: ExperimentId, filter: RunFilter, 
/**
 * Runs that are left out at the beginning.
 */
offset?: number, };

export type ListedCase = { id: CaseId, title: string, 
/**
 * The functions that are expected to be called, in order.
 */
calls: Array<string>, };

export type ListedLocalModel = { 
/**
 * Its file, which is what it goes by in commands.
 */
path: string, title: string, 
/**
 * What a person should know who has a choice.
 */
about: Notice | null, bytes: number, 
/**
 * What its file is held to. Nothing for a file of a person's own, and before the model hub was asked.
 */
sha256: string | null, 
/**
 * Bytes of memory it takes to use it.
 */
memory: number | null, 
/**
 * How many whole turns it made as asked where it was measured: right calls, and an answer with their results.
 */
tried: Tried | null, speed: LocalSpeed | null, 
/**
 * Whether it did best of those there is memory for.
 */
isRecommended: boolean, licence: string | null, 
/**
 * Where it is fetched from, in the order in which that is tried.
 */
sources: Array<Notice>, kind: LocalModelKind, state: LocalModelState, 
/**
 * What sessions know it by, where it can be used.
 */
model: ModelId | null, };

/**
 * The models that run on this computer, and those that could.
 */
export type ListedLocalModels = { models: Array<ListedLocalModel>, 
/**
 * The folder that what is fetched is kept in. Every model in it is used.
 */
folder: string, 
/**
 * Whether this build can run a model at all.
 */
hasEngine: boolean, 
/**
 * Bytes of memory that are free now, where this system tells.
 */
freeMemory: number | null, };

export type ListedRun = { case: CaseId, lane: string, repeat: number, rounds: number, calls: number, milliseconds: number, 
/**
 * Empty, where it is as expected.
 */
faults: Array<CaseFault>, };

/**
 * The runs that a filter lets through.
 */
export type ListedRuns = { 
/**
 * The first of them behind those that are left out, by case, lane and repeat.
 */
runs: Array<ListedRun>, total: number, };

export type ListedServer = { settings: McpServer, 
/**
 * Nothing where its secrets could not be read.
 */
state: McpState | null, };

export type ListedService = { settings: ServiceSettings, 
/**
 * Why it can't be used as it is.
 */
problem: Notice | null, 
/**
 * What a person should know of it that is no problem to the application.
 */
warnings: Array<Notice>, 
/**
 * Where the key lies that was typed for it.
 */
keyPlace: KeyPlace | null, };

/**
 * The services there are, and the kinds there can be.
 */
export type ListedServices = { services: Array<ListedService>, kinds: Array<ServiceKind>, 
/**
 * How a key is kept that is typed now.
 */
keeping: Notice, keychain: KeychainState, };

/**
 * A source as it stands now.
 */
export type ListedSource = { status: SourceStatus, functions: Array<FunctionName>, problems: Array<SourceProblem>, id: SourceId, 
/**
 * Its name for people.
 */
title: string, kind: SourceKind, 
/**
 * Its location: a folder, a file, an address. `None` for functions that ship.
 */
place: string | null, 
/**
 * The actions of its functions that need consent, one phrase each.
 */
needs: Array<Notice>, };

export type LocalModelKind = "offered" | "found" | "added";

export type LocalModelState = { "type": "absent" } | { "type": "fetching", step: FetchStep, 
/**
 * Where it comes from, in words.
 */
from: Notice, done: number, } | { "type": "paused", done: number, } | { "type": "ready" } | { "type": "failed", reason: Notice, advice: Notice | null, };

/**
 * Tokens a second on this computer, as measured in use.
 */
export type LocalSpeed = { reads: number, writes: number, };

/**
 * A part of a large JSON value, by its path: `$.items[3].name`.
 */
export type LocateInBody = { session: SessionId, body: BodyId, path: string, };

export type LocatedInBody = { 
/**
 * Nothing, where the path leads nowhere.
 */
place: LocatedValue | null, };

/**
 * Where a value begins and ends, in bytes.
 */
export type LocatedValue = { from: number, to: number, };

/**
 * One entry of a session's log. Numbers begin at 1 without gaps.
 */
export type LogEntry<N> = { seq: number, at: Timestamp, event: SessionEvent<N>, 
/**
 * The values of the event shown in part. Empty if the event is complete.
 */
large?: Array<LargeValue>, };

/**
 * Consecutive entries, cut where no turn is running, and the parts of earlier entries that are needed to show them.
 */
export type LogWindow<N> = { 
/**
 * The number of the last entry before it. 0 if the log begins with it.
 */
from: number, 
/**
 * The number of its last entry.
 */
to: number, 
/**
 * Earlier entries that still apply: the title, the plan, marks, and other versions of the messages in it.
 */
before: Array<LogEntry<N>>, 
/**
 * The entries, as they are shown. Deltas of complete messages are left out.
 */
entries: Array<LogEntry<N>>, 
/**
 * The head of the session.
 */
head: MessageId | null, };

/**
 * A function whose name a person may take for another.
 */
export type Lookalike = { name: FunctionName, 
/**
 * The functions whose names look the same.
 */
like: Array<FunctionName>, 
/**
 * Whether one of its words has letters of several scripts that are not written together.
 */
mixesScripts: boolean, };

/**
 * Something a format cannot hold, or something in a document we cannot read.
 */
export type Loss = { 
/**
 * Where it was met first: a JSON pointer, or a line of a file with one message a line.
 */
place: string, what: Notice, };

/**
 * One thing that is drawn.
 */
export type Mark = { "type": "line", points: Array<[number, number]>, tone: PlotTone, } | { "type": "box", x: number, y: number, width: number, height: number, tone: PlotTone, 
/**
 * How strong it is, from 0 to 1.
 */
shade: number, target: PlotTarget | null, hint: string, } | { "type": "dot", x: number, y: number, tone: PlotTone, target: PlotTarget | null, hint: string, } | { "type": "text", x: number, y: number, text: PlotText, anchor: PlotAnchor, tone: PlotTone, };

/**
 * A server a person has set up.
 */
export type McpServer = { 
/**
 * Names it in the file, and is the plugin of its functions. Empty for a server that is new.
 */
id: string, 
/**
 * Its name for people.
 */
title: string, transport: McpTransport, 
/**
 * How many seconds a call may last without a sign of life.
 */
seconds: number, isEnabled: boolean, };

/**
 * One server as it is now.
 */
export type McpState = { server: string, status: McpStatus, 
/**
 * What the server says of itself and of its use.
 */
about: string | null, tools: Array<McpTool>, lines: Array<SourceLine>, };

/**
 * Whether a server can be called.
 */
export type McpStatus = { "type": "off" } | { "type": "starting" } | { "type": "running", 
/**
 * Its own name and version.
 */
server: string, 
/**
 * The version of the protocol.
 */
protocol: string, } | { "type": "waiting", reason: Notice, seconds: number, } | { "type": "locked", reason: Notice, } | { "type": "failed", reason: Notice, };

/**
 * A tool as its server describes it, beyond what a model is told.
 */
export type McpTool = { name: string, title: string | null, 
/**
 * What the server says of the effects of a call. Nobody has checked it.
 */
hints: Array<Notice>, hasOutputSchema: boolean, 
/**
 * Why no model is offered it, where that is so.
 */
leftOut?: Notice, };

/**
 * What carries the messages.
 */
export type McpTransport = { "type": "command", program: string, arguments: Array<string>, 
/**
 * The folder it runs in.
 */
folder: string | null, 
/**
 * The names of variables it gets. Their values are kept like keys.
 */
variables: Array<string>, 
/**
 * The names of variables it gets as this application has them.
 */
inherited: Array<string>, } | { "type": "http", address: string, 
/**
 * The names of headers sent with every request. Their values are kept like keys.
 */
headers: Array<string>, };

export type MeaningReadiness = { "type": "wordsOnly", reason: Notice, } | { "type": "embedding", done: number, of: number, } | { "type": "ready" };

/**
 * Whether meanings can be compared, and what is missing where they can't.
 */
export type MeaningState = { readiness: MeaningReadiness, 
/**
 * What is being fetched, while it is.
 */
fetching: FetchProgress | null, 
/**
 * The folder the files are in.
 */
folder: string, model: ModelChoice, 
/**
 * A person decided that nothing is fetched unasked.
 */
isRefused: boolean, };

/**
 * Which sessions a retrieval test is made of.
 */
export type MeasureSelection = { 
/**
 * All of them, where none is named.
 */
session: SessionId | null, };

/**
 * How well functions would have been chosen in sessions that are over.
 */
export type MeasuredSelection = { sessions: number, functions: number, reports: Array<Report>, 
/**
 * Why meanings were not compared, where they were not.
 */
withoutMeaning: Notice | null, };

/**
 * Averages over queries, each between 0 and 1.
 */
export type Measures = { 
/**
 * The share of the fitting functions among the first 1, 5 and 10.
 */
recall: [number, number, number], 
/**
 * The share of the queries with all fitting functions among the first 1, 5 and 10.
 */
completeness: [number, number, number], 
/**
 * One divided by the rank of the first fitting function.
 */
reciprocalRank: number, 
/**
 * Normalized discounted gain over the first ten, where the best order is 1.
 */
gain: number, };

/**
 * A picture, a sound or a document.
 */
export type Media = { mimeType: string, source: MediaSource, };

/**
 * Where the bytes of a media item are.
 */
export type MediaSource = { "type": "inline", base64: string, } | { "type": "address", uri: string, };

/**
 * A contribution of one side. A message never changes: an edit is a new message with the same parent.
 */
export type Message = { id: MessageId, parent: MessageId | null, role: Role, items: Array<Item>, author: Author, origin: Origin, };

/**
 * Names one message in a session's tree.
 */
export type MessageId = string;

/**
 * A query with a missing function.
 */
export type Miss = { query: string, text: string, missing: Array<FunctionName>, first: Array<FunctionName>, };

/**
 * A model, as a person names it.
 */
export type ModelChoice = { "type": "usual" } | { "type": "named", name: string, } | { "type": "folder", path: string, };

/**
 * What one model accepts. Whatever is not known is sent as it is asked for.
 */
export type ModelFacts = { 
/**
 * What the model refuses at all times.
 */
refuses: Array<Refusable>, 
/**
 * What it refuses while it thinks.
 */
refusesThinking: Array<Refusable>, 
/**
 * What it refuses while functions are offered.
 */
refusesBesideFunctions: Array<Refusable>, functions: Functions, thinking: ThinkingFacts, reasoningBack: ReasoningBack, 
/**
 * Its thinking is bound to everything that came before it.
 */
bindsThinking: boolean, 
/**
 * The models whose thinking it reads, as patterns. Nothing is known where there is none.
 */
reads: Array<string>, 
/**
 * Whether it has encrypted reasoning that can be asked for.
 */
encryptsReasoning: boolean | null, 
/**
 * The most tokens it reads at once.
 */
context: number | null, 
/**
 * The most tokens of one answer.
 */
output: number | null, 
/**
 * The most functions in one request.
 */
mostFunctions: number | null, 
/**
 * The most stop strings in one request.
 */
mostStops: number | null, 
/**
 * The media types it takes, as patterns. Nothing is known where there is none.
 */
media: Array<string>, 
/**
 * The types of the tools the provider runs, by their names, where they are not the newest. Empty where the model
 * has none.
 */
hosted: { [key in string]: string }, 
/**
 * Whether it looks for a signature on the first call of a turn.
 */
signedCalls: boolean | null, 
/**
 * Whether a result may hold media.
 */
mediaInResults: boolean | null, cache: CacheWay, 
/**
 * Whether it can search for functions and leave the search to the application, in words of its protocol.
 */
searches: boolean | null, 
/**
 * Whether tools of the provider may stand beside functions.
 */
hostedBesideFunctions: boolean | null, 
/**
 * Where this is said, the row that counts most last.
 */
sources: Array<string>, };

/**
 * Names a model in the application's list of models.
 */
export type ModelId = string;

/**
 * What a model costs, in dollars for a million tokens.
 */
export type ModelPrice = { 
/**
 * The name of the model, with `*` for any letters.
 */
model: string, 
/**
 * How many tokens it can read.
 */
context?: number, input?: number, 
/**
 * Input the provider had kept. As other input, where nothing is said.
 */
cached?: number, output?: number, 
/**
 * Output spent on reasoning. As other output, where nothing is said.
 */
reasoning?: number, };

/**
 * A person's own rows of what models accept. They count for more than those that ship.
 */
export type ModelRows = { 
/**
 * The rows, as the person wrote them. Empty where there are none.
 */
text: string, isOwn: boolean, 
/**
 * Why the rows can't be used. None of them counts until they can.
 */
problem: Notice | null, 
/**
 * The rows that ship.
 */
usual: string, 
/**
 * The day those were looked up, as `2026-11-23`.
 */
asOf: string, file: string, };

/**
 * How much more is needed before a difference of this size shows.
 */
export type MoreNeeded = { "type": "noDifference" } | { "type": "repeats", repeats: number, } | { "type": "cases", cases: number, };

export type MoveHead = { session: SessionId, head: MessageId | null, };

export type NameBranch = { session: SessionId, 
/**
 * A message of the branch. The name holds for everything below it.
 */
message: MessageId, 
/**
 * Nothing takes the name away.
 */
name: string | null, };

/**
 * How functions are named to a model, and how far the name it writes may be from that.
 */
export type NamePolicy = { style: NameStyle, onRepair: OnRepair, 
/**
 * What may stand between the two parts of a name, tried in this order.
 */
separators: Array<string>, nearest: NearestName, };

/**
 * The repair of a name that was not offered and can only mean one that was.
 */
export type NameRepair = { before: string, after: FunctionName, why: RepairReason, };

/**
 * The style of advertised names. A provider's own rules on characters and length apply afterwards.
 */
export type NameStyle = { "type": "joined", separator: string, } | { "type": "functionAlone" };

export type NamedCase = { folder: string, case: CaseId, };

export type NamedCaseSet = { folder: string, };

export type NamedComparison = { comparison: SessionId, };

export type NamedExperiment = { experiment: ExperimentId, };

export type NamedFunction = { function: FunctionName, };

export type NamedFunctions = { functions: Array<FunctionName>, };

export type NamedLane = { comparison: SessionId, lane: SessionId, };

/**
 * Names a model by its file.
 */
export type NamedLocalModel = { path: string, };

export type NamedMessage = { session: SessionId, message: MessageId, };

export type NamedModel = { model: ModelId, };

export type NamedOwnSource = { source: string, };

export type NamedProgram = { program: ProgramId, };

export type NamedRun = { run: string, };

export type NamedService = { service: string, };

export type NamedSession = { session: SessionId, };

export type NamedTurn = { turn: TurnId, };

/**
 * What happens to a name that is merely like another.
 */
export type NearestName = "suggest" | "take";

/**
 * The need of a request for functions.
 */
export type Need = { 
/**
 * The fit of the best function.
 */
best: number, 
/**
 * Below this fit no function is needed. `None` if the request is in a language that ranking does not support,
 * where a low fit proves nothing.
 */
bound: number | null, 
/**
 * From this fit on, a function is needed. In between, the model decides.
 */
sure: number, 
/**
 * The number of functions that fit some clause of the request; at least 1.
 */
parts: number, 
/**
 * Whether one function may be wanted for several things: "Oslo and Bergen".
 */
is_plural: boolean, };

/**
 * The body of the next request, with the functions it offers and its settings.
 */
export type NextRequest = "nextRequest";

/**
 * What this application writes into a session's log besides what was said.
 */
export type Note = { "type": "turn", turn: TurnId, event: TurnEvent, } | { "type": "configured", plan: TurnPlan, } | { "type": "tried", trial: Trial, } | { "type": "functions", settings: FunctionSettings, } | { "type": "forked", from: SessionId, after: MessageId | null, } | { "type": "lanes", lanes: Array<Lane>, };

/**
 * For commands that need no more than their name, and for replies that say only that it was done.
 */
export type Nothing = Record<string, never>;

/**
 * What the application tells a person: which words, with which values, and what led to it.
 */
export type Notice = { id: NoticeId, values: { [key in string]: NoticeValue }, cause?: Notice, };

/**
 * A value of a notice. Text is somebody's own (a name, a path) and the same in every language; whatever has words of
 * ours is a notice itself.
 */
export type NoticeValue = string | number | Notice | Array<Notice>;

/**
 * An irregularity a person should know about. The history holds the call as it was understood.
 */
export type Oddity = { "type": "noId" } | { "type": "idInUse", raw: string, } | { "type": "idTwice", of: CallId, } | { "type": "idChanged", others: Array<string>, } | { "type": "argumentsUnclear" } | { "type": "overtaken" } | { "type": "cutByLimit", limit?: number, } | { "type": "cutByFilter" };

/**
 * A function with the name the provider accepted.
 */
export type OfferedName = { name: FunctionName, written: string, };

/**
 * The names of the functions in one request, as its model saw them.
 */
export type OfferedNames = { style: NameStyle, 
/**
 * The functions whose names the provider's rules changed.
 */
others?: Array<OfferedName>, };

/**
 * A function that is at fault itself.
 */
export type OnBroken = "endTurn" | "tellModel";

/**
 * A call that may not be what the model meant: cut off, or with arguments that may be another call's.
 */
export type OnDoubt = "tellModel" | "handBack";

/**
 * What happens to a call nothing was recorded for.
 */
export type OnMiss = "ask" | "live";

/**
 * What happens to a name that could be repaired.
 */
export type OnRepair = "refuse" | "ask" | "allow";

/**
 * A call that the model makes again after it has returned, with no other call in between.
 */
export type OnRepeat = "answerFromFirst" | "run";

/**
 * What becomes of a held request shortly before its program gives up.
 */
export type OnTimeout = "goOn" | "fail" | "hold";

/**
 * Two calls of one answer under one id.
 */
export type OnTwin = "runOnce" | "runBoth" | "handBack";

/**
 * A call of a function that was not offered.
 */
export type OnUnknown = "tellModel" | "handBack";

/**
 * The treatment of void thinking: thoughts that the provider rejects because their prefix was changed.
 */
export type OnVoid = "drop" | "leaveOut" | "leaveOutAll";

export type OpenRun = { experiment: ExperimentId, run: RunKey, };

/**
 * A run as a session that can go on.
 */
export type OpenedRun = { session: SessionSummary, 
/**
 * Where it first differs from what is expected, or its last message.
 */
message: MessageId, 
/**
 * In what it differs there.
 */
fault?: CaseFault, };

/**
 * The origin of an item. It is shown to people and never sent: a model must not be able to tell a simulated call from
 * a real one.
 */
export type Origin = "model" | "person" | "function" | "application" | "simulated" | "standIn" | "fault" | "edited" | "recorded" | "informational";

/**
 * What becomes of arguments that an expectation does not name.
 */
export type OtherArguments = "refused" | "ignored";

/**
 * How a call ended.
 */
export type Outcome = { "type": "returned", output: Output, } | { "type": "failed", failure: Failure, } | { "type": "declined", reason: string, 
/**
 * Who refused it. Records from before this field existed say that it was a person.
 */
by?: DeclinedBy, };

/**
 * Messages that stay or go together.
 */
export type OutlinePassage = { fate: Fate, 
/**
 * Whether there are calls in it.
 */
hasCalls: boolean, lines: Array<Line>, 
/**
 * How many messages of the same fate come before it without being told.
 */
untold: number, };

/**
 * The output of a function.
 */
export type Output = { "type": "nothing" } | { "type": "text", text: string, } | { "type": "json", value: JsonValue, } | { "type": "media", media: Media, } | { "type": "several", parts: Array<Output>, };

/**
 * What there is to work with.
 */
export type Overview = { version: string, models: Array<ConnectorProfile>, functions: Array<FunctionSpec>, 
/**
 * Those of them whose names may be taken for others.
 */
lookalikes: Array<Lookalike>, 
/**
 * Where functions come from, whether or not they could be had.
 */
sources: Array<ListedSource>, 
/**
 * Goes up whenever functions or sources change. A feed tells of it.
 */
functionsVersion: number, 
/**
 * Sets of policies to choose from, ours first.
 */
profiles: Array<Profile>, 
/**
 * How a session uses functions until it is told otherwise.
 */
functionSettings: FunctionSettings, 
/**
 * Lanes of comparisons among them.
 */
sessions: Array<SessionSummary>, comparisons: Array<LaneComparison>, 
/**
 * The sessions in the bin.
 */
discarded: Array<SessionSummary>, 
/**
 * Where sessions are kept.
 */
dataFolder: string, 
/**
 * Where a person puts scripts of their own.
 */
scriptsFolder: string, 
/**
 * Where a person puts plugins of their own.
 */
pluginsFolder: string, 
/**
 * What could not be loaded.
 */
problems: Array<ReportedProblem>, };

/**
 * The sources a person has set up, and all that goes on in them.
 */
export type OwnSourcesNow = { 
/**
 * Goes up with every change. A feed tells of it.
 */
version: number, servers: Array<ListedServer>, pasted: Array<PastedSettings>, prompts: Array<PromptSettings>, 
/**
 * What servers ask of the person, the oldest first.
 */
requests: Array<PersonRequest>, 
/**
 * What is being run by hand.
 */
runs: Array<RunState>, 
/**
 * How secrets are kept on this system.
 */
keeping: Notice, };

/**
 * How far a turn goes after an answer.
 */
export type Pace = "run" | "step" | "stepOver" | "toCall" | "letGo";

/**
 * Two lanes.
 */
export type PairedLanes = { first: string, second: string, 
/**
 * Adjusted for the number of comparisons.
 */
adjustedP: number, 
/**
 * Of the second lane.
 */
verdict: LaneVerdict, cases: number, 
/**
 * The mean over cases of the second rate less the first.
 */
mean: number, 
/**
 * Student's interval over cases. Nothing with a single case, or where all cases differ alike.
 */
interval: Interval | null, 
/**
 * The exact two-sided test that exchanges the lanes case by case. With one run a case it is McNemar's.
 */
p: number, 
/**
 * What would carry a verdict.
 */
more: MoreNeeded, };

/**
 * The type of a parameter.
 */
export type ParameterKind = "text" | "integer" | "number" | "truth" | "texts" | "anything";

/**
 * A part for people.
 */
export type PartSummary = { title: string, 
/**
 * What was looked for, run or found. Empty where the part has no words of its own.
 */
detail: string, };

/**
 * One of those who take part.
 */
export type Participant = { 
/**
 * What the others and the person call it.
 */
name: string, model: ModelId, 
/**
 * What it is told behind the instructions of the session. It is not part of the history.
 */
instructions: string, 
/**
 * The functions it may be offered. Without a list, all.
 */
functions?: Array<FunctionName>, };

/**
 * The runs of one case in one lane.
 */
export type PassCount = { passes: number, runs: number, };

/**
 * A pass rate over all runs, with the interval of Wilson.
 */
export type PassRate = { rate: number, interval: Interval, 
/**
 * How many independent runs would say as much as these do.
 */
effectiveRuns: number, };

/**
 * A part of a body, in whole characters.
 */
export type Passage = { text: string, 
/**
 * Its beginning in the body, in bytes.
 */
from: number, 
/**
 * The beginning of the next one.
 */
to: number, 
/**
 * The size of the body.
 */
size: number, };

/**
 * What a configuration says.
 */
export type PastedChoice = { choice: ChoicePlan, 
/**
 * How calls run, which is a policy here. Nothing, where it leaves that open.
 */
invocation?: Invocation, };

/**
 * What was found in a text.
 */
export type PastedFunctions = { 
/**
 * The forms the definitions were in, each once.
 */
forms: Array<DefinitionForm>, definitions: Array<Definition>, 
/**
 * What could not be read, or was left out of what could.
 */
notes: Array<Notice>, };

/**
 * One of them, with the values that are kept apart.
 */
export type PastedServer = { settings: McpServer, variables: { [key in string]: string }, headers: { [key in string]: string }, 
/**
 * What was there and could not be used, or is still missing.
 */
notes: Array<Notice>, };

/**
 * The servers that were found in a text.
 */
export type PastedServers = { servers: Array<PastedServer>, 
/**
 * What was there and could not be used.
 */
notes: Array<Notice>, };

/**
 * Definitions that were pasted together.
 */
export type PastedSettings = { 
/**
 * Names it in the file. Empty for one that is new.
 */
id: string, title: string, definitions: Array<Definition>, };

/**
 * One stop of a turn.
 */
export type Pause = { 
/**
 * Counts the stops of a turn, so that an answer can't hit a later stop than the one it was meant for.
 */
number: number, place: PausePlace, reason: PauseReason, 
/**
 * The breakpoints that stop it here.
 */
breakpoints?: Array<BreakpointId>, 
/**
 * Before a call: the other calls of the answer that wait for the person as well.
 */
waiting?: Array<CallId>, 
/**
 * Before a call: those that run without being asked about.
 */
unasked?: Array<CallId>, };

/**
 * Where a turn stands still.
 */
export type PausePlace = { "type": "beforeRequest" } | { "type": "duringAnswer" } | { "type": "afterResponse" } | { "type": "beforeCall", call: CallId, } | { "type": "afterCall", call: CallId, };

/**
 * Why a turn stands still.
 */
export type PauseReason = "breakpoint" | "step" | "interrupted" | "editRefused" | "nameRepaired" | "consentNeeded" | "resultWanted" | "approval" | "handedBack" | "requestFailed";

/**
 * Whether a call may run.
 */
export type Permission = "always" | "never" | "ask";

/**
 * What the person answers.
 */
export type PersonAnswer = { "type": "accept", value: JsonValue, } | { "type": "say", text: string, model: string, } | { "type": "decline" } | { "type": "cancel" };

/**
 * Something a server wants from the person.
 */
export type PersonRequest = { id: number, 
/**
 * The id of the server.
 */
server: string, 
/**
 * Its name for people.
 */
title: string, asks: Asks, };

/**
 * Where in a history something was found.
 */
export type Place = { message: MessageId, 
/**
 * The item in the message, counted from nought. Absent if the whole message is meant.
 */
item?: number, };

/**
 * The value of an argument of an expected call.
 */
export type PlacedValue = { 
/**
 * The place of the call among those expected, from 0.
 */
expected: number, path: string, 
/**
 * As JSON. Nothing, where the argument is left out.
 */
value: string | null, };

/**
 * A fault on purpose.
 */
export type PlannedFault = { fault: ProgramFault, 
/**
 * How many of the next requests meet it.
 */
requests: number, };

/**
 * A drawing.
 */
export type Plot = { kind: PlotKind, width: number, height: number, marks: Array<Mark>, };

export type PlotAnchor = "start" | "middle" | "end";

/**
 * Which plot of an experiment. Agreement and confusions are of one lane, or of all.
 */
export type PlotExperiment = { experiment: ExperimentId, kind: PlotKind, lane: string | null, };

/**
 * What is drawn.
 */
export type PlotKind = "time" | "firstToken" | "tokens" | "rounds" | "agreement" | "confusion" | "cost" | "overTime";

/**
 * Where a mark leads.
 */
export type PlotTarget = { "type": "runs", filter: RunFilter, } | { "type": "experiment", id: string, };

/**
 * Words of a plot. Those of our own have other languages in the page.
 */
export type PlotText = { "type": "plain", "text": string } | { "type": "word", "text": PlotWord };

export type PlotTone = "axis" | "faint" | "ink" | "value" | "off";

export type PlotWord = "passRate" | "dollarsOfRun" | "dollarsOfThousandRuns" | "tokensOfRun" | "seconds" | "tokens" | "rounds" | "expected" | "called" | "noCall" | "notExpected" | "shareOfCalls" | "nothingToDraw";

/**
 * A plot as marks, and as the picture that is saved.
 */
export type PlottedRuns = { plot: Plot, svg: string, };

/**
 * A plugin before it has a folder.
 */
export type PluginDraft = { 
/**
 * The name of the plugin and of its folder.
 */
id: string, description: string, content: DraftContent, };

/**
 * Names the plugin of a function.
 */
export type PluginName = string;

/**
 * Where a plugin was put.
 */
export type PluginPlace = { folder: string, };

/**
 * The ways a turn goes where there is a choice.
 */
export type Policies = { invocation: Invocation, onUnknown: OnUnknown, onBroken: OnBroken, errors: ErrorDetail, afterRequired: AfterRequired, atRoundLimit: AtRoundLimit, atFailureLimit: AtFailureLimit, onTwin: OnTwin, onRepeat: OnRepeat, onDoubt: OnDoubt, atCallLimit: AtCallLimit, besideAsked: BesideAsked, templates: ErrorTemplates, };

/**
 * A request as it would be sent, without secrets.
 */
export type Preview = { method: string, url: string, headers: Array<WireHeader>, body: string, adaptations: Array<Adaptation>, };

export type PreviewReduction = { session: SessionId, reduction: Reduction, };

/**
 * What models cost and how much they can read. It is kept in `prices.json` in this form.
 */
export type PriceTable = { 
/**
 * The day these prices were looked up, as `2026-08-21`.
 */
asOf: string, 
/**
 * The first row that fits a model counts.
 */
models: Array<ModelPrice>, };

export type Prices = { table: PriceTable, 
/**
 * Whether a person has changed it. The table that ships is used until then.
 */
isOwn: boolean, 
/**
 * Why the file could not be read. The table that ships is used meanwhile.
 */
problem: Notice | null, file: string, };

/**
 * Policies and limits that belong together.
 */
export type Profile = { title: string, description: Notice, policies: Policies, limits: TurnLimits, };

/**
 * The kind of a fault on purpose.
 */
export type ProgramFault = { "type": "refused", status: number, message: string, 
/**
 * Seconds that it asks to wait.
 */
retryAfter?: number, } | { "type": "cut" } | { "type": "cutWithin" } | { "type": "malformedJson" } | { "type": "late", milliseconds: number, };

/**
 * Names an attached program. It stays the same when the application starts again.
 */
export type ProgramId = string;

/**
 * What is decided for a program.
 */
export type ProgramSettings = { 
/**
 * The providers' addresses, where they are not the usual ones.
 */
upstreams: Upstreams, 
/**
 * Where its conversations stop. A session's own breakpoints are a copy of these.
 */
breakpoints: Array<Breakpoint>, onTimeout: OnTimeout, answerer: Answerer, fault?: PlannedFault, 
/**
 * Faults of answers that call a function.
 */
functionFaults?: Array<FunctionFault>, };

/**
 * An environment variable that points a process at a program's address.
 */
export type ProgramVariable = { name: string, value: string, };

/**
 * The progress of a call.
 */
export type Progress = { "type": "steps", done: number, total: number | null, message: string | null, } | { "type": "text", text: string, };

/**
 * One parameter.
 */
export type PromptParameter = { name: string, description: string, kind: ParameterKind, isRequired: boolean, 
/**
 * What stands for it where it is not given. Nothing leaves it undefined.
 */
default: JsonValue | null, };

/**
 * A prompt that can be called.
 */
export type PromptSettings = { 
/**
 * Names it in the file. Empty for one that is new.
 */
id: string, 
/**
 * What it is called by: letters, digits and underscores.
 */
name: string, description: string, parameters: Array<PromptParameter>, 
/**
 * A Jinja template over the parameters.
 */
template: string, 
/**
 * What the model is told before the prompt.
 */
instructions: string | null, model: ModelId, temperature: number | null, 
/**
 * Whether the answer is read as JSON.
 */
answersJson: boolean, };

export type ProtocolChoice = { kind: string, title: string, 
/**
 * The model it is shown with, unless another is named.
 */
model: string, };

/**
 * The provider that an address of a program stands for, by the SDK it is made for.
 */
export type Provider = "openai" | "anthropic" | "gemini";

/**
 * A function's schema as one provider gets it.
 */
export type ProviderSchema = { provider: Notice, schema: JsonValue, changes: Array<SchemaChange>, 
/**
 * Why this provider can't be told of the function at all.
 */
obstacle: Notice | null, };

/**
 * Opaque state that a provider wants back: a thought signature, an encrypted block, an item id.
 */
export type ProviderState = { 
/**
 * The protocol the state is written in.
 */
provider: string, 
/**
 * The model that made it. Unknown if the state was imported, or stored before makers were recorded.
 */
madeBy?: ModelId, state: JsonValue, 
/**
 * A description, by its connector, of the prefix the state was made behind: some providers accept state only
 * behind the same prefix.
 */
boundTo?: JsonValue, };

/**
 * Whether requests go through a proxy.
 */
export type ProxyChoice = { "type": "usual" } | { "type": "direct" } | { "type": "through", address: string, };

/**
 * The part of a query that is not understood. Half-typed queries have such parts all the time.
 */
export type QueryFault = { 
/**
 * The range of the part, in UTF-16 units, as a page counts.
 */
start: number, end: number, message: Notice, 
/**
 * A correction.
 */
instead: string | null, 
/**
 * The filter the value belongs to.
 */
filter: FilterName | null, };

/**
 * The weight of each signal. Scores are added without normalization, so that a confident signal can win.
 */
export type Ranking = { 
/**
 * The weight of a point of BM25F.
 */
words: number, 
/**
 * The weight of a cosine.
 */
meaning: number, 
/**
 * The weight of the last messages together, relative to the last request, which has weight 1.
 */
recent: number, 
/**
 * The weight of the clause that fits best.
 */
clauses: number, 
/**
 * The most that the first function of a clause gains by a clear lead.
 */
lead: number, 
/**
 * The weight of similarity to the three functions that fit best.
 */
likeness: number, 
/**
 * Functions that fit less are not offered, so possibly none is. Without it only the limit applies.
 */
threshold?: number, };

/**
 * How far a change of a request reaches.
 */
export type Reach = "thisRequest" | "restOfTurn";

export type ReadBody = { session: SessionId, body: BodyId, 
/**
 * Where to begin, in bytes. Where the passage before ended is a good place.
 */
from: number, 
/**
 * How many bytes are wanted. Fewer are given, where a character would be cut or it would be too much at once.
 */
length: number, };

export type ReadChoice = { 
/**
 * A function choice as Semantic Kernel writes it into its configuration.
 */
text: string, };

export type ReadExchange = { exchange: ExchangeId, };

export type ReadExperiment = { experiment: ExperimentId, 
/**
 * The lane that the others are compared with. Without it, the first.
 */
against?: string, };

/**
 * Asks for entries of a log before those that are there.
 */
export type ReadLog = { session: SessionId, 
/**
 * The number of the last entry that is wanted.
 */
to: number, most: number, };

export type ReadPasted = { text: string, };

/**
 * Which of its messages a model wants back with their reasoning.
 */
export type ReasoningBack = "usual" | "withCalls" | "always" | "inText";

/**
 * A result of an earlier call.
 */
export type Recorded = { 
/**
 * The message it stands in.
 */
message: MessageId, outcome: Outcome, };

export type ReduceHistory = { session: SessionId, 
/**
 * The head of the history that was looked at. Another one is left as it is.
 */
head: MessageId | null, reduction: Reduction, };

export type ReducedHistory = { done: Notice, 
/**
 * The head as it was. Moving back there undoes it.
 */
before: MessageId | null, };

/**
 * How a history is made shorter.
 */
export type Reduction = { "type": "truncate", limits: Limits, } | { "type": "collapse", keep: number, } | { "type": "summarise", limits: Limits, summary: string, };

/**
 * What a reduction would do. Nothing is changed by looking.
 */
export type ReductionPreview = { 
/**
 * The head of the history that was looked at.
 */
head: MessageId | null, before: Size, after: Size, 
/**
 * How many messages go.
 */
gone: number, passages: Array<OutlinePassage>, 
/**
 * Where a summary would stand for what goes.
 */
material?: SummaryMaterial, };

/**
 * A part of a request that a model may refuse.
 */
export type Refusable = "temperature" | "topP" | "seed" | "stop" | "forcedChoice" | "parallel" | "strict" | "responseFormat";

export type RemarkMessage = { session: SessionId, message: MessageId, 
/**
 * Nothing takes the note away.
 */
text: string | null, };

/**
 * An action offered beside the advice, performed only when the person chooses it.
 */
export type Remedy = { "type": "otherKind", kind: string, } | { "type": "onVoid", onVoid: OnVoid, };

export type RenameSession = { session: SessionId, title: string, };

/**
 * What would mend a finding.
 */
export type Repair = { action: RepairAction, 
/**
 * What a button says.
 */
label: Notice, };

/**
 * One way to mend something, always at the place of its finding.
 * Its words are what a button says.
 */
export type RepairAction = { "type": "dropResult" } | { "type": "dropItem" } | { "type": "dropMessage" } | { "type": "answerCall" } | { "type": "renameCall", to: CallId, } | { "type": "moveResult" } | { "type": "moveCalls" } | { "type": "sortResults" } | { "type": "nameFunction" };

export type RepairHistory = { session: SessionId, 
/**
 * The finding to mend. Without one, everything that can be mended is.
 */
finding: Finding | null, };

/**
 * The reason why a name was taken for another.
 */
export type RepairReason = { "type": "separator", separator: string, } | { "type": "functionAlone" } | { "type": "spelling" } | { "type": "nearest", distance: number, };

export type RepairedHistory = { 
/**
 * What was done, a sentence each.
 */
done: Array<Notice>, 
/**
 * The head as it was. Moving back there undoes it.
 */
before: MessageId | null, };

/**
 * What answers in place of the model that was asked.
 */
export type Replacement = { "type": "model", model: ModelId, } | { "type": "session", session: SessionId, };

/**
 * Which answer of a session a request gets.
 */
export type Replayed = "inOrder" | "byCall";

/**
 * The results of one method.
 */
export type Report = { method: string, queries: number, 
/**
 * Averages over the groups.
 */
overall: Measures, groups: { [key in string]: Measures }, 
/**
 * How well the best score separates queries with a fitting function from those without.
 */
irrelevance: number | null, 
/**
 * The queries that lack a fitting function among the first ten.
 */
misses: Array<Miss>, };

/**
 * Something that went wrong, and does not keep the rest from working.
 */
export type ReportedProblem = { message: Notice, 
/**
 * What to do about it.
 */
advice: Notice | null, };

/**
 * The parts of a request that a person can change before it is sent.
 */
export type RequestAhead = { model: ModelId, 
/**
 * What is sent before the messages.
 */
instructions?: string, functions: Array<FunctionName>, choice: FunctionChoice, calls: CallOptions, settings: RequestSettings, 
/**
 * The messages, where they are not the history.
 */
messages?: Array<Message>, };

/**
 * A request as one protocol writes it.
 */
export type RequestColumn = { service: string, model: string, 
/**
 * Long texts in its body are cut.
 */
preview: Preview | null, pieces: Array<AlignedPiece>, 
/**
 * Why there is none.
 */
problem: Notice | null, 
/**
 * How long the body is, in bytes.
 */
size: number, };

/**
 * What is changed of a request. What is not set stays.
 */
export type RequestEdit = { 
/**
 * What the speaker is told before the messages, its own instructions included. Empty for nothing.
 */
instructions?: string, 
/**
 * All messages behind the instructions, those that stay and those that are new.
 */
messages?: Array<Message>, 
/**
 * All functions that are advertised.
 */
functions?: Array<FunctionName>, choice?: FunctionChoice, calls?: CallOptions, settings?: RequestSettings, model?: ModelId, };

/**
 * One part of a request, whatever the protocol.
 */
export type RequestPart = { 
/**
 * As it is named in pieces and adaptations: `/messages/3`.
 */
place: string, kind: RequestPartKind, 
/**
 * What it says, in short.
 */
text: Notice, };

export type RequestPartKind = "model" | "system" | "person" | "assistant" | "results" | "function" | "choice" | "calls" | "setting" | "protocol";

/**
 * Settings for the answer of a model.
 */
export type RequestSettings = { temperature?: number, topP?: number, maxOutputTokens?: number, seed?: number, 
/**
 * Stop sequences. An empty list means none.
 */
stop?: Array<string>, responseFormat?: ResponseFormat, thinking?: Thinking, 
/**
 * The context length in tokens, for servers that accept one per request.
 */
contextTokens?: number, caching?: Caching, onVoid?: OnVoid, 
/**
 * Hosted tools offered beside functions, in every request of a turn.
 */
hosted?: Array<HostedTool>, 
/**
 * Whether the answer is streamed.
 */
streaming?: boolean, 
/**
 * Merged into the body as it is sent, overriding existing fields.
 */
more?: Record<string, JsonValue>, };

/**
 * Which request is meant.
 */
export type RequestSource = { "type": "said", after: MessageId | null, 
/**
 * What a person would say first.
 */
text?: string, } | { "type": "ahead", turn: TurnId, answer?: Answer, } | { "type": "sent", exchange: ExchangeId, };

/**
 * Who would be sent a request.
 */
export type RequestTarget = { "type": "model", model: ModelId, } | { "type": "kind", kind: string, model: string | null, };

/**
 * On what terms a request was sent.
 */
export type RequestTerms = { model: ModelId, choice: FunctionChoice, calls: CallOptions, settings: RequestSettings, 
/**
 * What was decided for the model, where it was led.
 */
lead?: Lead, };

/**
 * Where a turn goes on from once more. Everything before it stays as it is; what comes now is a branch.
 */
export type RerunFrom = { "type": "message", message: MessageId, } | { "type": "call", message: MessageId, call: CallId, } | { "type": "stop", turn: TurnId, pause: number, };

export type RerunTurn = { session: SessionId, from: RerunFrom, 
/**
 * How it runs this time. As the session's turns do, where nothing is said.
 */
plan?: TurnPlan, };

/**
 * The resolution of a call before it runs.
 */
export type Resolution = { "type": "runnable", name: FunctionName, findings: Array<SchemaFinding>, 
/**
 * The function's arguments, where they differ from the written ones.
 */
bound?: Bound, 
/**
 * The repair of the written name, if it was taken for this one.
 */
repair?: NameRepair, 
/**
 * The questions a person must settle first.
 */
asks?: Array<Ask>, } | { "type": "refused", failure: Failure, findings: Array<SchemaFinding>, };

/**
 * What was found out about one call before it ran.
 */
export type ResolvedCall = { call: CallId, resolution: Resolution, 
/**
 * The real result an equal call had before, to be used again if a person wants it.
 */
recorded?: Recorded, };

/**
 * The format of an answer in words.
 */
export type ResponseFormat = { "type": "text" } | { "type": "json" } | { "type": "schema", name: string, schema: JsonValue, };

/**
 * Whose results are used.
 */
export type ResultsOf = { session: SessionId, 
/**
 * What happens to a call that was not made there. A function that changes something, or may, does not run in any case.
 */
onMiss: OnMiss, };

/**
 * The side a message belongs to.
 */
export type Role = "system" | "user" | "assistant" | "function";

/**
 * How a round begins.
 */
export type RoundOpening = { 
/**
 * The message whose open calls it deals with, instead of asking the model.
 */
takesUp?: MessageId, 
/**
 * The limit that makes it the last round, which ends in words.
 */
forWords?: Limit, };

/**
 * What runs a function of a session, where no stand-in answers.
 */
export type RunBy = "application" | "program" | "nobody";

/**
 * Runs that have all of what is given.
 */
export type RunFilter = { case?: CaseId, lane?: string, repeat?: number, property?: RunProperty, 
/**
 * The text of a fault.
 */
fault?: string, pair?: CallPair, value?: PlacedValue, wrong?: WrongValue, function?: FunctionUse, };

/**
 * A call a person makes to see what comes of it.
 */
export type RunFunction = { 
/**
 * Names the run, so that it can be watched and stopped.
 */
run: string, function: FunctionName, 
/**
 * The arguments as they were written.
 */
arguments: string, 
/**
 * The session whose names, leniency and stand-ins count. The function itself, where there is none.
 */
session: SessionId | null, 
/**
 * Whether the result is recorded.
 */
isRecorded: boolean, 
/**
 * Whether the person has agreed to what is asked.
 */
isAllowed: boolean, };

/**
 * Which run of which lane of which case. `repeat` counts from 1.
 */
export type RunKey = { case: CaseId, lane: string, repeat: number, };

/**
 * Something that holds of a run or not.
 */
export type RunProperty = "passed" | "failed" | "wrongFunctions" | "invalidArguments" | "repaired" | "sentAgain";

/**
 * A run that is under way.
 */
export type RunState = { run: string, progress: Progress | null, };

/**
 * One message of a history.
 */
export type Said = { "role": "system", text: string, } | { "role": "user", text: string, } | { "role": "assistant", text?: string, calls?: Array<SaidCall>, };

/**
 * A call in a history, with its result.
 */
export type SaidCall = { 
/**
 * As `plugin.function`, or a name alone.
 */
function: string, 
/**
 * An object, or the text of what is none.
 */
arguments: JsonValue, result?: SaidResult, };

/**
 * The end of a call in a history.
 */
export type SaidResult = { "returned": JsonValue } | { "failed": string } | { "declined": string };

/**
 * One message of such a request.
 */
export type SampledMessage = { isModel: boolean, text: string, media: Array<Media>, };

/**
 * A request for a model's answer. The person sees all of it, and decides what is sent and what is answered.
 */
export type Sampling = { instructions: string | null, messages: Array<SampledMessage>, mostTokens: number, temperature: number | null, stopSequences: Array<string>, 
/**
 * The models the server would like best.
 */
models: Array<string>, 
/**
 * What of the request can't be heeded here.
 */
leftOut: Array<Notice>, };

export type SaveBody = { session: SessionId, body: BodyId, 
/**
 * How the file is to be called. Its place is the folder for exports.
 */
fileName: string, };

export type SaveCase = { folder: string, case: Case, 
/**
 * The case it is a change of. Without one, a case with this id is not written over.
 */
replaces?: CaseId, };

export type SaveModelRows = { text: string, };

/**
 * A picture of a session or comparison, as a page drew it.
 */
export type SavePicture = { session: SessionId, 
/**
 * The bytes of a PNG file in Base64.
 */
png: string, };

export type SavePlot = { experiment: ExperimentId, kind: PlotKind, lane: string | null, 
/**
 * The picture as a page painted it, in Base64. Without it, the file is SVG.
 */
png: string | null, };

/**
 * A server as it should be, with the values that were typed.
 */
export type SaveServer = { settings: McpServer, variables: Record<string, string>, headers: Record<string, string>, };

/**
 * A service as it should be, with the secrets that were typed.
 */
export type SaveService = { settings: ServiceSettings, 
/**
 * The key, where a new one was typed. The one that is kept stays where none was.
 */
key: string | null, 
/**
 * The values of headers that were typed, by their names.
 */
headerValues: Record<string, string>, };

export type SavedCase = { path: string, hasSecret: boolean, };

/**
 * A file that was written.
 */
export type SavedFile = { path: string, size: number, };

/**
 * An export that was written to a file.
 */
export type SavedSession = { file: SavedFile, 
/**
 * What could not be carried over, and where.
 */
losses: Array<Loss>, };

/**
 * One place where a provider gets another schema.
 */
export type SchemaChange = { 
/**
 * Where in the schema, as a JSON pointer.
 */
path: string, what: Notice, 
/**
 * Whether the model hears nothing of it any more.
 */
isLost: boolean, };

/**
 * A place where arguments violate their schema.
 */
export type SchemaFinding = { 
/**
 * The place in the arguments, as a JSON pointer.
 */
path: string, message: Notice, };

export type Search = { text: string, 
/**
 * Only in this session.
 */
session: SessionId | null, order: SearchOrder, offset: number, 
/**
 * How many hits are wanted, at most 200.
 */
limit: number, 
/**
 * The time zone of the person, as `Europe/Oslo`: it decides when today began.
 */
zone: string | null, };

/**
 * The order of results.
 */
export type SearchOrder = "best" | "newest";

/**
 * A query that is still being typed is often none yet, which is nothing to fail for.
 */
export type SearchOutcome = { "type": "found", found: Found, } | { "type": "notUnderstood", fault: QueryFault, };

export type Searched = { outcome: SearchOutcome, index: IndexState, };

/**
 * A function as a person has seen it.
 */
export type SeenFunction = { function: FunctionName, fingerprint: string, };

/**
 * The result of a selection, with a row for every notable candidate.
 */
export type Selection = { 
/**
 * The text the candidates were ranked against.
 */
query: string, limit: number, 
/**
 * The candidates, best first. Of very many, the last are counted and not listed.
 */
candidates: Array<Candidate>, 
/**
 * The views of the context.
 */
views: Array<SelectionView>, 
/**
 * The number of functions considered.
 */
considered: number, 
/**
 * The approximate tokens that all of them would use in a request.
 */
consideredTokens: number, 
/**
 * The approximate tokens that the offered ones use.
 */
offeredTokens: number, ranking: Ranking, 
/**
 * The need of the request for a function, if it was estimated.
 */
need?: Need, 
/**
 * The reason why meanings were not compared, if they were not.
 */
withoutMeaning?: Notice, };

/**
 * Who chooses the functions to offer, and when.
 */
export type SelectionMode = { "type": "everything" } | { "type": "manual", functions: Array<FunctionName>, } | { "type": "external", search: string, functions: Array<FunctionName>, } | { "type": "perOperation" } | { "type": "perRequest" } | { "type": "searched" };

/**
 * How the functions to offer are chosen before each request.
 */
export type SelectionPlan = { 
/**
 * Functions offered at most, the pinned ones not counted.
 */
limit: number, 
/**
 * How many of the last messages that say something are looked at.
 */
contextMessages: number, 
/**
 * Whether the results of functions are among them.
 */
withResults: boolean, pinned: Array<FunctionName>, mode: SelectionMode, keeping: Keeping, ranking: Ranking, };

/**
 * A text that functions are ranked against.
 */
export type SelectionView = { kind: ViewKind, text: string, };

export type ServiceKind = { id: string, title: Notice, 
/**
 * Where services of this kind usually are. Empty where everybody has an address of their own.
 */
address: string, needsKey: boolean, 
/**
 * The environment variable such services' own tools read the key from.
 */
keyVariable: string | null, 
/**
 * What a key looks like, where it is no plain one.
 */
keyForm: Notice | null, };

/**
 * Requests that wait until their service may be asked.
 */
export type ServiceQueue = { service: string, requests: number, };

/**
 * The limits of one service while a set runs. What is not set has no limit.
 */
export type ServiceRate = { 
/**
 * Its name for people.
 */
service: string, 
/**
 * Requests that are sent in a minute.
 */
perMinute: number | null, 
/**
 * Requests that are answered at the same time.
 */
atOnce: number | null, };

/**
 * A service a person has set up, without its secrets. It is kept in `services.json` in this form.
 */
export type ServiceSettings = { 
/**
 * Names it in the file and in the ids of its models. Empty for a service that is new.
 */
id: string, kind: string, 
/**
 * Its name for people.
 */
title: string, address: string, key: KeySource, 
/**
 * The names of headers sent with every request. Their values are kept with the key.
 */
headers: Array<string>, 
/**
 * The models to show, by the names the service has for them.
 */
models: Array<string>, proxy: ProxyChoice, 
/**
 * A file with certificates to trust besides those of the system.
 */
certificates: string | null, delivery: AnswerDelivery, 
/**
 * Seconds without a piece of an answer after which it counts as broken off. 300, where nothing is said.
 */
idleSeconds: number | null, 
/**
 * Requests answered at the same time. Others wait in a queue. As many as are asked, where nothing is said.
 */
atOnce: number | null, 
/**
 * All models the service listed, with what it told of them. It may be absent when the service is saved.
 */
told?: { [key in string]: ToldFacts }, };

/**
 * A model whose service should be there under another kind as well.
 */
export type ServiceTwin = { model: ModelId, kind: string, };

/**
 * An event. `N` is the type of the application's notes.
 */
export type SessionEvent<N> = { "type": "created", title: string, } | { "type": "renamed", title: string, } | { "type": "tagged", tags: Array<string>, } | { "type": "messageAdded", message: Message, 
/**
 * The turn that added it.
 */
turn: TurnId | null, } | { "type": "headMoved", head: MessageId | null, } | { "type": "branchNamed", message: MessageId, name: string | null, } | { "type": "messageRemarked", message: MessageId, text: string | null, } | { "type": "messagePinned", message: MessageId, } | { "type": "messageUnpinned", message: MessageId, } | { "type": "noted", note: N, } | { "type": "unreadable", reason: Notice, 
/**
 * The place of a message that stood there, with a placeholder for its text.
 */
message: Message | null, };

/**
 * A session with hits.
 */
export type SessionHits = { session: SessionId, title: string, 
/**
 * Its number of hits on all pages.
 */
total: number, };

/**
 * Names one session: a tree of messages and everything that happened around them.
 */
export type SessionId = string;

/**
 * A session as a list shows it.
 */
export type SessionSummary = { id: SessionId, title: string, created: Timestamp, changed: Timestamp, 
/**
 * The models that wrote in it, the first one first.
 */
models: Array<ModelId>, 
/**
 * In the order of the alphabet.
 */
tags: Array<string>, };

export type SetReceiver = { 
/**
 * The port to listen on, 0 for any that is free. Nothing switches the receiver off.
 */
port: number | null, };

/**
 * How much a finding matters.
 */
export type Severity = "note" | "suspicious" | "broken";

export type ShareResults = { comparison: SessionId, 
/**
 * The lane whose results the others use. Nothing lets each lane have its own again.
 */
lane: SessionId | null, 
/**
 * What happens to a call that was not made there.
 */
onMiss: OnMiss, };

/**
 * What a provider could have read again. Nothing is known where one of them is no request with a body.
 */
export type SharedExchanges = { shared: SharedPrefix | null, };

/**
 * The beginning two requests have in common, in the order in which providers read them: functions, instructions,
 * messages.
 */
export type SharedPrefix = { 
/**
 * The part of the later request that is the same, by its length: from 0 to 1.
 */
share: number, 
/**
 * Where the two first part, as a JSON pointer into the later request. Nothing where it only goes on.
 */
firstDifference: string | null, };

/**
 * One measure of how well a function fits.
 */
export type Signal = "words" | "meaning" | "clause";

/**
 * The score of a candidate by one signal.
 */
export type SignalScore = { signal: Signal, score: number, 
/**
 * Its rank by this signal alone, from 1.
 */
rank: number, };

/**
 * A length as a person counts it and as a model does.
 */
export type Size = { messages: number, 
/**
 * An estimate: every model counts in its own way.
 */
tokens: number, };

/**
 * Parts of one kind that are told by their number alone, because there are so many.
 */
export type SmallerParts = { kind: RequestPartKind, parts: number, tokens: number, };

/**
 * A piece of text from models and functions, to be shown as text.
 */
export type Snippet = { part: HitPart, text: string, 
/**
 * The finds in it, in order.
 */
marks: Array<SnippetMark>, };

/**
 * A range of a text, in UTF-16 units, as a page counts.
 */
export type SnippetMark = { start: number, end: number, };

/**
 * Names a source while the application runs: `plugin:weather`, `mcp:files`.
 */
export type SourceId = string;

/**
 * The way the functions of a source run.
 */
export type SourceKind = "native" | "process" | "http" | "openApi" | "files" | "mcp" | "prompt" | "pasted";

/**
 * One line.
 */
export type SourceLine = { at: Timestamp, from: LineFrom, text: string, };

/**
 * A problem of a source that a person should fix.
 */
export type SourceProblem = { message: Notice, advice: Notice | null, 
/**
 * The file with the problem, if it is in a file.
 */
file: string | null, 
/**
 * The line, from 1.
 */
line: number | null, };

/**
 * The status of a source.
 */
export type SourceStatus = "loading" | "ready" | "failed";

/**
 * What takes the spans that programs export.
 */
export type SpanReceiver = { 
/**
 * It listens on this port of this computer.
 */
port: number, 
/**
 * Spans of generative AI so far, since it was switched on.
 */
spans: number, 
/**
 * The sessions they became, the latest first.
 */
sessions: Array<SessionId>, 
/**
 * What went wrong lately, the latest first.
 */
problems: Array<Notice>, };

/**
 * What answers instead.
 */
export type StandIn = { "type": "fixed", output: Output, } | { "type": "template", source: string, } | { "type": "sequence", outcomes: Array<Outcome>, atEnd: AtEnd, } | { "type": "recorded", onMiss: OnMiss, } | { "type": "person" } | { "type": "fault", fault: Fault, };

/**
 * What answers in the place of one function.
 */
export type StandInFor = { function: FunctionName, stand_in: StandIn, };

export type StartExperiment = { folder: string, models: Array<ModelId>, 
/**
 * Each model runs with each combination of their values.
 */
varied: Array<Varied>, repeats: number, 
/**
 * Runs that are made at the same time.
 */
jobs: number, 
/**
 * No run begins once the runs have used so many tokens.
 */
maxTokens: number | null, 
/**
 * The same in dollars.
 */
maxCost: number | null, 
/**
 * How often each service is asked. One that is not named has no limit.
 */
rates: Array<ServiceRate>, 
/**
 * The scripts that may run, by their commands.
 */
scripts: Array<Array<string>>, 
/**
 * The functions that may run, by their names.
 */
live: Array<string>, };

export type StartLanes = { comparison: SessionId, 
/**
 * What the person says to all of them. Nothing lets each go on from what is there.
 */
text: string | null, };

export type StartTurn = { session: SessionId, 
/**
 * What the person says. Nothing lets the model go on from what is there; calls without results come first then.
 */
text: string | null, 
/**
 * The participant who is to answer, instead of the one the session says.
 */
speaker?: string, };

/**
 * How it went in one lane. Each starts or fails by itself.
 */
export type StartedLane = { session: SessionId, turn: TurnId | null, error: CommandError | null, };

export type SteerExperiment = { experiment: ExperimentId, steer: ExperimentSteering, };

/**
 * The places in a round where a turn can stop.
 */
export type StopPlace = "beforeRequest" | "afterResponse" | "beforeCall" | "afterCall" | "onError" | "onRepair" | "onSchemaViolation" | "onRepeatedCall";

/**
 * The reason why a model stopped, as its provider states it. It decides nothing: a call counts whatever the reason is.
 */
export type StopReason = { "type": "complete" } | { "type": "calls" } | { "type": "length" } | { "type": "filtered", 
/**
 * The explanation of the provider.
 */
said?: string, } | { "type": "refused", 
/**
 * The explanation of the model or its provider.
 */
said?: string, } | { "type": "paused" } | { "type": "unstated" } | { "type": "other", reason: string, };

/**
 * What a turn finds where it stops.
 */
export type StopState = { 
/**
 * Calls that were under way when the application ended, and wait again.
 */
calls?: Array<CallChange>, 
/**
 * Before a request: what is asked, unless a person changes it.
 */
request?: RequestAhead, 
/**
 * Breakpoints for one stop, which this stop switches off.
 */
spent?: Array<BreakpointId>, };

export type SummarizeParts = { 
/**
 * The values of unknown items.
 */
values: JsonValue[], };

export type SummarizedParts = { 
/**
 * One for each value, and nothing for a value that no provider wrote.
 */
summaries: Array<PartSummary | null>, };

/**
 * What a model is given to summarise.
 */
export type SummaryMaterial = { 
/**
 * What to ask for, unless a person asks for something else.
 */
prompt: string, 
/**
 * What was said, in words alone. Of a long one the beginning.
 */
transcript: string, };

export type TagSession = { session: SessionId, tags: Array<string>, };

/**
 * A setting of a request that holds for the next turn.
 */
export type TakenSetting = { 
/**
 * As the protocol writes it: `reasoning.effort`.
 */
name: string, 
/**
 * Its value as JSON, cut where it is long.
 */
value: string, };

/**
 * What somebody agrees to: what would run, and what is said of it.
 */
export type Terms = { 
/**
 * What would run, for a person: a command and its folder, a folder, an address.
 */
runs: string, 
/**
 * Stands for the files that would run.
 */
program: string, description: string, 
/**
 * Its keys in order: some servers write them in another one each time.
 */
parameters: JsonValue, effect: Effect, };

/**
 * What a service said when it was tried.
 */
export type TestedService = { 
/**
 * The models it lists.
 */
models: Array<string>, 
/**
 * How long it took, in milliseconds.
 */
took: number, };

/**
 * The form a free text must have.
 */
export type TextForm = { "type": "any" } | { "type": "grammar", syntax: string, definition: string, };

/**
 * Settings for thinking before an answer and between calls.
 */
export type Thinking = { mode?: ThinkingMode, effort?: Effort, 
/**
 * The thinking budget in tokens, for providers that have one.
 */
budget?: number, display?: ThinkingDisplay, };

/**
 * How much of its thinking a model shows.
 */
export type ThinkingDisplay = "omitted" | "summarized" | "detailed";

/**
 * How a model can be told to think.
 */
export type ThinkingFacts = { thinks: Thinks, 
/**
 * The modes it can be set to. Any, where none is listed.
 */
modes: Array<ThinkingMode>, 
/**
 * The efforts it knows. Any, where nothing is known.
 */
efforts: Array<Effort> | null, 
/**
 * Efforts it knows while it does not think. The same, where nothing else is known.
 */
effortsOff: Array<Effort> | null, budget: Budget, 
/**
 * The fewest tokens it can be told to think with.
 */
leastBudget: number | null, mostBudget: number | null, 
/**
 * Whether it keeps what it thinks to itself unless it is asked to show it.
 */
isHidden: boolean, };

/**
 * Whether a model thinks.
 */
export type ThinkingMode = "off" | "on" | "betweenTools";

/**
 * Whether a model thinks without being told.
 */
export type Thinks = "unknown" | "never" | "ifAsked" | "unlessSwitchedOff" | "always";

/**
 * A piece of the response with its time of arrival.
 */
export type TimedFrame<F> = { at: Timestamp, frame: F, };

/**
 * A moment, in milliseconds since 1970.
 */
export type Timestamp = number;

/**
 * What was told of one model. It counts for more than the table that ships.
 */
export type ToldFacts = { 
/**
 * The most tokens of one answer.
 */
output?: number, 
/**
 * The most tokens it reads at once.
 */
context?: number, refuses?: Array<Refusable>, functions?: Functions, thinks?: Thinks, modes?: Array<ThinkingMode>, efforts?: Array<Effort>, budget?: Budget, };

/**
 * What came of sending a request once. It is kept in the log, and no part of the history.
 */
export type Trial = { exchange: ExchangeId, model: ModelId, 
/**
 * The message the answer would follow.
 */
after: MessageId | null, 
/**
 * What a person would have said first.
 */
says?: string, 
/**
 * What the model answered, as far as it came.
 */
items: Array<Item>, 
/**
 * The calls of an answer that is not whole.
 */
calls?: Array<CutCall>, usage: Usage | null, stop: StopReason | null, 
/**
 * Why there is no whole answer.
 */
failure: Notice | null, };

/**
 * How many of some tasks were done with a file.
 */
export type Tried = { done: number, of: number, };

/**
 * A body that was written by hand, sent to a model once.
 */
export type TryRequest = { session: SessionId, source: RequestSource, model: ModelId, body: string, };

/**
 * A choice that is looked at and not made.
 */
export type TrySelection = { session: SessionId, 
/**
 * What the person would say next. Nothing, where the session is looked at as it is.
 */
text: string, plan: SelectionPlan, 
/**
 * A function as it would be with another description.
 */
changed: ChangedFunction | null, 
/**
 * Functions that are told of however far down they are.
 */
shown: Array<FunctionName>, };

/**
 * Something that happened in a turn.
 *
 * The consequences of a record are kept with it: how a round opens, what is found at a stop, what an answer leads to, where
 * an outcome comes from. Logs written before lack them, and [`crate::Completion`] fills them in.
 */
export type TurnEvent = { "type": "began", after: MessageId | null, plan: TurnPlan, } | { "type": "given", results: Array<FunctionResult>, } | { "type": "roundBegan", round: number, opening: RoundOpening, } | { "type": "selected", selection: Selection, } | { "type": "requestSent", exchange: ExchangeId, offered: Array<FunctionName>, terms?: RequestTerms, 
/**
 * How the functions were named in it, where that is not as usual.
 */
names?: OfferedNames, } | { "type": "requestFailed", message: Notice, advice: Notice | null, 
/**
 * What can be done about it at once.
 */
remedies?: Array<Remedy>, } | { "type": "itemStarted", index: number, kind: ItemKind, } | { "type": "textDelta", index: number, text: string, } | { "type": "reasoningDelta", index: number, text: string, } | { "type": "argumentsDelta", index: number, text: string, } | { "type": "adapted", adaptations: Array<Adaptation>, } | { "type": "modelReplaced", by: Replacement, } | { "type": "responseReceived", usage: Usage | null, 
/**
 * Why the model stopped speaking. Logs of before it was kept don't say.
 */
stop?: StopReason, } | { "type": "answerCut", by: CutBy, 
/**
 * The message with what it had said by then. Nothing, where it had said nothing.
 */
message: MessageId | null, 
/**
 * The calls it had made or begun.
 */
calls: Array<CutCall>, usage: Usage | null, } | { "type": "callsResolved", calls: Array<ResolvedCall>, } | { "type": "breakpointsHit", breakpoints: Array<BreakpointId>, 
/**
 * The call it was about, where it was one.
 */
call?: CallId, } | { "type": "paused", pause: Pause, state: StopState, } | { "type": "answered", answer: Answer, effect: AnswerEffect, } | { "type": "callStarted", call: CallId, 
/**
 * Who answers: the function itself, or what stands in for it.
 */
origin: Origin, } | { "type": "handedOver", call: CallId, to: Completer, model: ModelId, exchange: ExchangeId, } | { "type": "completionReceived", call: CallId, usage: Usage, } | { "type": "personAsked", call: CallId, } | { "type": "personAnswered", call: CallId, } | { "type": "callEnded", call: CallId, 
/**
 * What the model is told.
 */
outcome: Outcome, 
/**
 * What really came of it, where the model is not told all.
 */
whole?: Outcome, 
/**
 * Where the outcome comes from.
 */
origin: Origin, 
/**
 * The earlier call whose result this is, where it was the same and this one did not run.
 */
answeredFrom?: CallId, } | { "type": "filtered", passage: FilterPassage, } | { "type": "limitHit", limit: Limit, } | { "type": "timeUp" } | { "type": "noticed", finding: TurnFinding, } | { "type": "pauseRequested" } | { "type": "breakpointsChanged", breakpoints: Array<Breakpoint>, } | { "type": "approvalsChanged", approvals: Approvals, } | { "type": "settingsChanged", settings: RequestSettings, } | { "type": "ended", outcome: TurnOutcome, };

/**
 * Something worth a look.
 */
export type TurnFinding = { "type": "repeatedCall", call: CallId, times: number, } | { "type": "unusedResult", call: CallId, } | { "type": "cutResult", call: CallId, kept: number, whole: number, } | { "type": "heavyFunctions", functionTokens: number, requestTokens: number, } | { "type": "callAfterFailures", call: CallId, function: FunctionName, failures: number, } | { "type": "callAsText", function: FunctionName, } | { "type": "otherAnswers", answers: number, calls: number, } | { "type": "oddCall", call: CallId, oddity: Oddity, } | { "type": "nothingToCall" } | { "type": "outOfTime", 
/**
 * Whether the program got an error. Otherwise everything went on unchanged.
 */
hasFailed: boolean, };

/**
 * Names one turn: everything from a person's message to the model's last answer to it.
 */
export type TurnId = string;

/**
 * Where a turn ends at the latest. What is not set has no limit.
 */
export type TurnLimits = { 
/**
 * Requests to the model.
 */
rounds: number, 
/**
 * Calls that run.
 */
calls?: number, 
/**
 * Rounds in a row in which calls failed and none came through. One more is too many.
 */
consecutiveFailures?: number, 
/**
 * Seconds of work since the turn began or was taken up again. Waiting for a person is not counted.
 */
seconds?: number, 
/**
 * Tokens of all requests together, as the provider counts them.
 */
tokens?: number, 
/**
 * Letters of one result that a model is told. The rest is cut off.
 */
resultLetters?: number, };

/**
 * How a turn ended.
 */
export type TurnOutcome = { "type": "answered" } | { "type": "stopped" } | { "type": "limitReached", limit: Limit, } | { "type": "unanswered", stop: StopReason, } | { "type": "silent", 
/**
 * What it had called in this turn.
 */
called: Array<CallCount>, } | { "type": "terminated", filter: string, } | { "type": "failed", message: Notice, advice: Notice | null, 
/**
 * What can be done about it at once.
 */
remedies?: Array<Remedy>, };

/**
 * Everything a turn is run by. It is kept with the turn, so that a log explains itself.
 */
export type TurnPlan = { model: ModelId, 
/**
 * The instructions every speaker receives first. A participant's own follow.
 */
instructions?: Instructions, limits: TurnLimits, selection: SelectionPlan, breakpoints: Array<Breakpoint>, choice: ChoicePlan, settings: RequestSettings, policies: Policies, 
/**
 * How the model is led. Without it, as much as it needs.
 */
guidance?: Guidance, approvals: Approvals, 
/**
 * The outermost first.
 */
filters: Array<FilterPlan>, participants: Array<Participant>, 
/**
 * The participant who answers. Without one it is the model above.
 */
speaker?: string, 
/**
 * The program that runs the loop, by its name for people. Its calls are its own: they run together, and nothing here
 * refuses, limits or repeats one. Without one, the application runs the loop.
 */
program?: string, };

/**
 * Addresses of providers, as their own variables take them.
 */
export type Upstreams = { openai?: string, anthropic?: string, gemini?: string, };

/**
 * Tokens used. An absent count was not reported, which is not the same as zero.
 */
export type Usage = { input: number | null, output: number | null, 
/**
 * Input tokens read from the provider's cache.
 */
cached: number | null, 
/**
 * Input tokens written to the provider's cache, where writing costs more than reading.
 */
written?: number, 
/**
 * Output tokens spent on reasoning.
 */
reasoning: number | null, };

export type UseTrial = { session: SessionId, exchange: ExchangeId, };

/**
 * Something that differs between lanes, with the values it is to have, a lane for each.
 */
export type Varied = { 
/**
 * `instructions`, `description:FUNCTION`, `schema:FUNCTION`, `selection.limit`, `names.…`, `choice`, `calls.…`, `guidance`,
 * or a setting of requests, with dots where it lies in another: `thinking.effort`.
 */
name: string, values: Array<VariedValue>, };

/**
 * One value. `null` leaves instructions, wordings, limit and names as the cases say.
 */
export type VariedValue = { 
/**
 * Names it in the names of lanes.
 */
label?: string, value: JsonValue, };

/**
 * Whether and why a candidate was offered.
 */
export type Verdict = "pinned" | "usedBefore" | "ranked" | "roomForAll" | "listed" | "kept" | "beyondLimit" | "belowThreshold" | "noMatch" | "notChosen";

/**
 * The part of a context that a view covers.
 */
export type ViewKind = "last" | "recent" | "clause";

/**
 * One event on a wire.
 */
export type WireEvent = { "type": "adapted", adaptation: Adaptation, } | { "type": "queued" } | { "type": "admitted" } | { "type": "attempt", number: number, method: string, url: string, headers: Array<WireHeader>, } | { "type": "answered", status: number, version: string, headers: Array<WireHeader>, } | { "type": "retrying", reason: Notice, wait: number, } | { "type": "failed", reason: Notice, } | WireFrame;

/**
 * One piece of a response as it was received.
 */
export type WireFrame = { text: string, 
/**
 * Whether the connector understood it. Pieces it did not understand are shown, never dropped.
 */
isUnderstood: boolean, 
/**
 * The calls whose arguments this piece completes.
 */
completes?: Array<CompletedCall>, };

/**
 * One header of a request or a response.
 */
export type WireHeader = { name: string, value: string, };

export type WriteCode = { of: CodeOf, language: Language, };

export type WriteSummary = { session: SessionId, limits: Limits, prompt: string, };

/**
 * A call that a person makes in the name of the model.
 */
export type WrittenCall = { function: FunctionName, raw: string, };

export type WrittenCode = { text: string, };

export type WrittenSummary = { text: string, 
/**
 * What went over the wire.
 */
exchange: ExchangeId, };

/**
 * The value of an argument that is not as expected, as JSON. Nothing, where the argument is missing.
 */
export type WrongValue = { function: string, path: string, value: string | null, };

/** Every command with what it takes and what it gives. */
export interface Commands {
  /** Everything a page shows before a session is open. */
  overview: { args: Nothing; reply: Overview };
  /** Tells that the page is there and can be used. */
  page_ready: { args: Nothing; reply: Nothing };
  /** What a person was guided through. */
  guide_read: { args: Nothing; reply: Guide };
  /** Keeps what a person was guided through. */
  guide_keep: { args: Guide; reply: Guide };
  /** Copies what is kept to a folder of its own, as it is at one moment. */
  data_copy: { args: Nothing; reply: CopiedData };
  /** Begins a session. */
  session_create: { args: CreateSession; reply: SessionSummary };
  /** Begins a session that goes on from another, with its history and its functions. */
  session_fork: { args: ForkSession; reply: SessionSummary };
  /** Gives a session another title. */
  session_rename: { args: RenameSession; reply: Nothing };
  /** Sets the tags of a session, in place of those it had. */
  session_tag: { args: TagSession; reply: Nothing };
  /** The instructions a session had, the oldest first. */
  instructions_versions: { args: NamedSession; reply: Array<InstructionsVersion> };
  /** Makes the system messages that a history begins with part of the instructions. It grows a branch without them. */
  instructions_adopt: { args: NamedSession; reply: AdoptedInstructions };
  /** Puts a session into the bin. Its turns must have ended. */
  session_discard: { args: NamedSession; reply: Nothing };
  /** Takes a session out of the bin. */
  session_restore: { args: NamedSession; reply: Nothing };
  /** Deletes a session that is in the bin, with everything that went over the wire, for good. */
  session_erase: { args: NamedSession; reply: Nothing };
  /** Puts a session beside another one that goes on from the same history, to compare them. */
  comparison_create: { args: CreateComparison; reply: LaneComparison };
  /** How a comparison stands. */
  comparison_read: { args: NamedComparison; reply: LaneComparison };
  /** Ends a comparison. One of its lanes goes on by itself. */
  comparison_end: { args: NamedLane; reply: Nothing };
  /** Puts one more lane beside the others. */
  lane_add: { args: AddLane; reply: LaneComparison };
  /** Takes a lane out of a comparison. */
  lane_remove: { args: NamedLane; reply: LaneComparison };
  /** Sets the order and the names of the lanes. */
  lanes_arrange: { args: ArrangeLanes; reply: LaneComparison };
  /** Lets all lanes use the results of one, or each its own again. */
  lanes_share: { args: ShareResults; reply: LaneComparison };
  /** Says something to all lanes at once. One that fails leaves the others alone. */
  lanes_start: { args: StartLanes; reply: Array<StartedLane> };
  /** Ends the turns of all lanes. */
  lanes_stop: { args: NamedComparison; reply: Nothing };
  /** Makes a session of a conversation that another program wrote. */
  session_import: { args: ImportSession; reply: ImportedSession };
  /** Begins to make a session of a conversation that comes in piece by piece, however long it is. */
  import_begin: { args: BeginImport; reply: BegunImport };
  /** Takes the next piece. What can't be read ends the import, and nothing of it stays. */
  import_piece: { args: ImportPiece; reply: ImportProgress };
  /** Ends an import whose last piece was taken, and shows the session. */
  import_end: { args: NamedSession; reply: ImportedSession };
  /** Gives up an import. Nothing of it stays. */
  import_stop: { args: NamedSession; reply: Nothing };
  /** Writes what was said, up to the head, as another program would. */
  session_export: { args: ExportSession; reply: ExportedSession };
  /** Writes the same to a file, however much it is. */
  session_save: { args: ExportSession; reply: SavedSession };
  /** Writes a picture that a page drew of it to a file. */
  picture_save: { args: SavePicture; reply: SavedFile };
  /** What is wrong with what was said, up to the head. */
  history_check: { args: NamedSession; reply: CheckedHistory };
  /** Mends one finding, or all that can be mended. It grows a branch; moving the head back undoes it. */
  history_repair: { args: RepairHistory; reply: RepairedHistory };
  /** What making a history shorter would do. */
  reduction_preview: { args: PreviewReduction; reply: ReductionPreview };
  /** Makes a history shorter. It grows a branch; moving the head back undoes it. */
  history_reduce: { args: ReduceHistory; reply: ReducedHistory };
  /** Lets the model of a session summarise its oldest part. Nothing is changed by it. */
  summary_write: { args: WriteSummary; reply: WrittenSummary };
  /** Ends the writing of a summary. */
  summary_stop: { args: NamedSession; reply: Nothing };
  /** Goes back to an earlier message, or over to another branch. What came after stays. */
  head_move: { args: MoveHead; reply: Nothing };
  /** Names the branch from a message on, or takes its name away. */
  branch_name: { args: NameBranch; reply: Nothing };
  /** Writes a note on a message, or takes it away. No model is told. */
  message_remark: { args: RemarkMessage; reply: Nothing };
  /** Pins a message, so that it is found again. */
  message_pin: { args: NamedMessage; reply: Nothing };
  /** Takes the pin off a message. */
  message_unpin: { args: NamedMessage; reply: Nothing };
  /** Finds what was said in any session. The words of the query and its filters are explained in the README. */
  search: { args: Search; reply: Searched };
  /** Changes how the turns of a session run. Breakpoints and approvals reach a running turn too. */
  session_configure: { args: ConfigureSession; reply: Nothing };
  /** Changes how a session uses functions: names, arguments, stand-ins. It holds from the next call on. */
  functions_configure: { args: ConfigureFunctions; reply: Nothing };
  /** A function's schema as each provider gets it, and how much of it is recorded. */
  function_facts: { args: FunctionOf; reply: FunctionFacts };
  /** Throws away what was recorded of a function. */
  recordings_forget: { args: NamedFunction; reply: Nothing };
  /** What would be offered, without a turn. */
  selection_try: { args: TrySelection; reply: Selection };
  /** Finds a threshold that keeps out what calls for no function. */
  selection_calibrate: { args: CalibrateSelection; reply: CalibratedThreshold };
  /** How well functions would have been chosen in past sessions. */
  selection_measure: { args: MeasureSelection; reply: MeasuredSelection };
  /** Whether meanings can be compared. */
  meaning_state: { args: Nothing; reply: MeaningState };
  /** The models that can be chosen by name. */
  meaning_models: { args: Nothing; reply: KnownModels };
  /** Compares meanings by another model from now on. */
  meaning_choose: { args: ChooseModel; reply: MeaningState };
  /** Fetches what comparing meanings needs. */
  meaning_fetch: { args: Nothing; reply: MeaningState };
  /** Compares words alone, and offers no model unasked. */
  meaning_refuse: { args: Nothing; reply: MeaningState };
  /** Agrees to what a function does, so that it is not asked about again. */
  consent_give: { args: GiveConsent; reply: Nothing };
  /** Takes back what was agreed to for good of a function. */
  consent_forget: { args: NamedFunction; reply: Nothing };
  /** What there is to agree to of each function, and what was agreed to. Functions that are gone are left out. */
  consents_read: { args: NamedFunctions; reply: Array<FunctionConsent> };
  /** Agrees to functions for good, each as the person has seen it. */
  consents_give: { args: GiveConsents; reply: Nothing };
  /** Takes back what was agreed to for good of each function. */
  consents_forget: { args: NamedFunctions; reply: Nothing };
  /** Says something and lets the model answer. */
  turn_start: { args: StartTurn; reply: TurnId };
  /** Lets a turn run once more from somewhere in what was said. It grows a branch. */
  turn_rerun: { args: RerunTurn; reply: TurnId };
  /** Puts a call that no model has made into what was said. It grows a branch. */
  history_inject: { args: InjectCall; reply: Injected };
  /** Reads a function choice as Semantic Kernel writes it. */
  choice_read: { args: ReadChoice; reply: PastedChoice };
  /** Answers the stop a turn waits at. */
  turn_answer: { args: AnswerTurn; reply: Nothing };
  /** Asks a running turn to stop at the next place. */
  turn_pause: { args: NamedTurn; reply: Nothing };
  /** Ends a turn. Open calls are answered as not run. */
  turn_stop: { args: NamedTurn; reply: Nothing };
  /** Sends a request again at once that waits to be sent again. */
  turn_retry_now: { args: NamedTurn; reply: Nothing };
  /** The services that are set up, and the kinds there are. */
  services_list: { args: Nothing; reply: ListedServices };
  /** Adds a service, or changes one. */
  service_save: { args: SaveService; reply: ServiceSettings };
  /** Forgets a service and its key. */
  service_remove: { args: NamedService; reply: Nothing };
  /** Sets up the service of a model under another kind as well, with the same key. */
  service_twin: { args: ServiceTwin; reply: NamedModel };
  /** Looks at a service while it is being written. Nobody is asked. */
  service_check: { args: SaveService; reply: CheckedService };
  /** Has the person open the keychain, and takes the keys out of it. */
  keychain_unlock: { args: Nothing; reply: ListedServices };
  /** Tries a service before it is saved, and lists its models. */
  service_test: { args: SaveService; reply: TestedService };
  /** The models that run on this computer, and those that could. */
  local_models: { args: Nothing; reply: ListedLocalModels };
  /** Begins to fetch a model, or goes on fetching it. */
  local_model_fetch: { args: NamedLocalModel; reply: ListedLocalModels };
  /** Stops fetching a model. What is there stays. */
  local_model_pause: { args: NamedLocalModel; reply: ListedLocalModels };
  /** Deletes a model, or leaves out one whose file is a person's own. */
  local_model_forget: { args: NamedLocalModel; reply: ListedLocalModels };
  /** Uses a file on this computer as a model. */
  local_model_add: { args: AddLocalModel; reply: ListedLocalModels };
  /** The programs that are attached, and what they are doing. */
  attached_list: { args: Nothing; reply: AttachedNow };
  /** Gives a program an address to ask its model at. */
  program_attach: { args: AttachProgram; reply: AttachedProgram };
  /** Changes what is decided for a program. Its conversations take it over with their next turn. */
  program_change: { args: ChangeProgram; reply: AttachedProgram };
  /** The variables that point a process at a program's address. */
  program_variables: { args: NamedProgram; reply: Array<ProgramVariable> };
  /** Gives a command the program of a title, which is attached where there is none. */
  program_join: { args: AttachProgram; reply: AttachedProgram };
  /** Ends a command's use of a program. One that was attached for commands is detached with the last of them. */
  program_leave: { args: NamedProgram; reply: Nothing };
  /** Takes a program's address away. Its sessions stay. */
  program_detach: { args: NamedProgram; reply: Nothing };
  /** Switches the receiver of exported spans on or off. */
  receiver_set: { args: SetReceiver; reply: AttachedNow };
  /** The sources a person has set up, what servers ask, and what is being run by hand. */
  sources_list: { args: Nothing; reply: OwnSourcesNow };
  /** Reads MCP servers as other programs write them down. Nothing is kept. */
  servers_read: { args: ReadPasted; reply: PastedServers };
  /** Adds an MCP server, or changes one, and starts it. */
  server_save: { args: SaveServer; reply: McpServer };
  /** Starts an MCP server afresh. */
  server_restart: { args: NamedOwnSource; reply: Nothing };
  /** Leads the person through logging in to an MCP server. */
  server_log_in: { args: NamedOwnSource; reply: Nothing };
  /** Reads definitions of functions in any provider's form. Nothing is kept. */
  definitions_read: { args: ReadPasted; reply: PastedFunctions };
  /** Keeps definitions as functions that a person, or a stand-in, answers. */
  definitions_save: { args: PastedSettings; reply: PastedSettings };
  /** Keeps a prompt as a function. */
  prompt_save: { args: PromptSettings; reply: PromptSettings };
  /** Reads an OpenAPI document. Nothing is kept. */
  document_read: { args: PluginDraft; reply: DraftLook };
  /** Makes a plugin in the folder of a person's own plugins. */
  source_make: { args: PluginDraft; reply: PluginPlace };
  /** Takes one of a person's own plugins out of use. Its files stay. */
  source_put_away: { args: NamedOwnSource; reply: PluginPlace };
  /** Forgets a server with its secrets, definitions, or a prompt. */
  source_remove: { args: NamedOwnSource; reply: Nothing };
  /** Answers what a server asks of the person. */
  request_answer: { args: AnswerRequest; reply: Nothing };
  /** Lets a model answer a server's request for a model's answer. The server gets nothing yet. */
  answer_draft: { args: DraftAnswer; reply: DraftedAnswer };
  /** Runs a function by hand. */
  function_run: { args: RunFunction; reply: FunctionRun };
  /** Stops a run. */
  function_run_stop: { args: NamedRun; reply: Nothing };
  /** Reads entries of a log before those that are there. */
  log_read: { args: ReadLog; reply: LogWindow<Note> };
  /** Reads a part of a large value. */
  body_read: { args: ReadBody; reply: Passage };
  /** Looks for a text in a large value. */
  body_find: { args: FindInBody; reply: FoundInBody };
  /** Finds a part of a large JSON value by its path. */
  body_locate: { args: LocateInBody; reply: LocatedInBody };
  /** Names what items hold that only their provider understands. */
  parts_summarize: { args: SummarizeParts; reply: SummarizedParts };
  /** Writes a large value to a file. */
  body_save: { args: SaveBody; reply: SavedFile };
  /** What went over the wire in one exchange. */
  exchange_read: { args: ReadExchange; reply: Exchange<WireEvent> };
  /** How much of a request stood in an earlier one as well, and where they first part. */
  exchanges_shared: { args: CompareExchanges; reply: SharedExchanges };
  /** One request as several protocols would write it. */
  request_compare: { args: CompareRequest; reply: ComparedRequest };
  /** A request as a model would be sent it. */
  request_draft: { args: DraftRequest; reply: Preview };
  /** About how many tokens a request has, part by part, before it is sent. */
  request_estimate: { args: EstimateRequest; reply: EstimatedRequest };
  /** What models cost and how much they can read. */
  prices_read: { args: Nothing; reply: Prices };
  /** Changes that table. */
  prices_save: { args: PriceTable; reply: Prices };
  /** Goes back to the table that ships. */
  prices_reset: { args: Nothing; reply: Prices };
  /** A person's own rows of what models accept. */
  models_read: { args: Nothing; reply: ModelRows };
  /** Changes those rows. What can't be read is not saved. */
  models_save: { args: SaveModelRows; reply: ModelRows };
  /** Goes back to the rows that ship. */
  models_reset: { args: Nothing; reply: ModelRows };
  /** What is known of a model, and from where. */
  model_facts: { args: NamedModel; reply: FactsOfModel };
  /** A program that sends a request. The key is read from the environment by its name. */
  request_code: { args: WriteCode; reply: WrittenCode };
  /** Sends a request that was written by hand, once. The history stays as it is. */
  request_try: { args: TryRequest; reply: Trial };
  /** Ends the request that is being tried. */
  request_stop: { args: NamedSession; reply: Nothing };
  /** Lets the history go on with the answer to such a request. It grows a branch. */
  trial_use: { args: UseTrial; reply: Nothing };
  /** The sets of cases, and the experiments that were made of them. */
  experiments_list: { args: Nothing; reply: Experiments };
  /** The cases of a set. */
  case_set_read: { args: NamedCaseSet; reply: CaseSetContent };
  /** Makes a set in the data folder, or lists a folder elsewhere as one. */
  case_set_add: { args: AddCaseSet; reply: CaseSet };
  /** Writes the sample set into the data folder. */
  case_set_sample: { args: Nothing; reply: CaseSet };
  /** Makes a case of a moment of a session. Nothing is kept. */
  case_draft: { args: DraftCase; reply: DraftedCase };
  /** Reads a case of a set. */
  case_read: { args: NamedCase; reply: Case };
  /** Keeps a case in a set, as a file. */
  case_save: { args: SaveCase; reply: SavedCase };
  /** Deletes the file of a case. */
  case_remove: { args: NamedCase; reply: Nothing };
  /** Begins to run a set with one or more models. */
  experiment_start: { args: StartExperiment; reply: ExperimentSummary };
  /** Pauses an experiment, lets it go on, or stops it. */
  experiment_steer: { args: SteerExperiment; reply: ExperimentSummary };
  /** What came of an experiment so far. */
  experiment_read: { args: ReadExperiment; reply: ExperimentResult };
  /** The runs that a number is about. */
  experiment_runs: { args: ListRuns; reply: ListedRuns };
  /** A plot of an experiment, which leads to its runs. */
  experiment_plot: { args: PlotExperiment; reply: PlottedRuns };
  /** Writes a plot as a picture for people. */
  experiment_plot_save: { args: SavePlot; reply: SavedFile };
  /** Makes a session of a run. */
  experiment_open: { args: OpenRun; reply: OpenedRun };
  /** Writes the report of an experiment as a file for people. */
  experiment_report: { args: ReadExperiment; reply: SavedFile };
  /** Keeps the report of an experiment as the one that later ones of its set are held against. */
  baseline_keep: { args: NamedExperiment; reply: KeptBaseline };
  /** Forgets the baseline of the set of an experiment. */
  baseline_forget: { args: NamedExperiment; reply: Nothing };
  /** Deletes the runs of an experiment. */
  experiment_remove: { args: NamedExperiment; reply: Nothing };
}

export type CommandName = keyof Commands;

/** The numbers a person sets, and the values each may have. */
export const BOUNDS = {
  "limits.rounds": { least: 1, most: 1000 },
  "selection.limit": { least: 0, most: 200 },
  "selection.contextMessages": { least: 1, most: 50 },
  "selection.ranking.words": { least: 0, most: 100 },
  "selection.ranking.meaning": { least: 0, most: 100 },
  "selection.ranking.recent": { least: 0, most: 100 },
  "selection.ranking.clauses": { least: 0, most: 100 },
  "selection.ranking.lead": { least: 0, most: 100 },
  "selection.ranking.likeness": { least: 0, most: 100 },
  "selection.ranking.threshold": { least: -10000, most: 10000 },
  "settings.temperature": { least: 0, most: 10 },
  "settings.topP": { least: 0, most: 1 },
  "settings.seed": { least: 0, most: 9007199254740991 },
  "price": { least: 0, most: 1000000 },
} as const;

/** The variables that have a value in the instructions of every turn. */
export const VARIABLES = ["today", "weekday", "time"] as const;

/** The prefix of the ids of models that attached programs ask for. The rest is the name that the program uses. */
export const ATTACHED_MODELS = "attached/";
