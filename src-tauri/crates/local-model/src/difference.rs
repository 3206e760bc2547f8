//! The words of adaptations: how a prompt differs from its history, and why.

use notices::Describe;
use ports::{Adaptation, AdaptationKind};

notices::declare! {
    /// Something that a schema asks for and a grammar does not hold to.
    #[derive(Copy, PartialOrd, Ord)]
    pub(crate) enum Loosened: "loosened" {
        Alternatives = "alternatives beside properties",
        Keyword { name: &'static str } = "{name}",
        LostReferences = "references that lead nowhere",
        Endless = "schemas in schemas without end",
        UnknownTypes = "types nobody knows",
    }

    /// How a prompt or a grammar differs from what was asked.
    pub(crate) enum Difference: "local-adaptation" {
        Loosened { loosened: Vec<Loosened> } = "the grammar does not hold the model to: {loosened}",
        FormLoosened = "the answer is not held to its form",
        CallsExcluded = "the functions can't be called",
        SettingUnused { name: String } = "{name} is not used",
        EndedAlike = "the answer ends at the fourth of the same call",
        EndedMany = "the answer ends at its 32nd call",
        HeldToWords = "the model is held to words: it made the same call again",
        UncallableUndescribed = "functions that can't be called in this request are not described",
        FunctionsUndescribed = "the functions are not described",
        KeywordsLeftOut = "keywords for programs are left out of the functions' schemas",
        RetellingAsked = "the model is asked to tell the results",
        MediumNamed = "a medium is named and not shown",
        UnreadableLeftOut = "something nobody can read is left out",
        CallsOneByOne = "calls of one answer are told one after the other",
        CallsAsText = "calls are told as text",
        ResultsAsText = "results are told as text of the person's",
        FunctionsInSystemMessage = "functions are described in the system message",
        SystemByPerson = "the system message is said by the person",
        ArgumentsAsText = "arguments that are not a JSON object are written as a text inside of one",
        DigitsLost = "a whole number beyond 64 bits is written with fewer digits",
    }

    /// What asks for a difference.
    #[derive(Copy)]
    pub(crate) enum Reason: "local-adaptation-reason" {
        GrammarsSayLess = "a grammar can't say everything a schema can",
        HeldToOne = "a model in a file is held to calls or to a form of its answer, not to both",
        SettingUnknown = "a model in a file knows no such setting",
        LostItsWay = "a model that has lost its way does not stop calling by itself",
        HasItsResult = "the call has its result in this turn",
        EachTokenRead = "the model reads each token before it answers",
        NoneCallable = "none may be called in this request",
        SmallModel = "a small model does not do so by itself",
        TextAlone = "the model reads text alone",
        NoPlaceForCalls = "the model's template has no place for calls",
        OneCallAtATime = "the model's template takes one call at a time",
        ObjectsOnly = "the model's template takes objects only",
        NoPlaceForResults = "the model's template has no place for results",
        NoPlaceForFunctions = "the model's template has no place for functions",
        NoPlaceForSystem = "the model's template has no place for a system message",
    }
}

impl Difference {
    pub(crate) fn adaptation(&self, kind: AdaptationKind, why: Reason, places: Vec<String>) -> Adaptation {
        Adaptation { kind, what: self.notice(), why: why.notice(), places }
    }
}
