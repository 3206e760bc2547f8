//! The words of losses.

use notices::{Describe, Notice};

notices::declare! {
    /// Something a format has no place for, or something of a document that is not read.
    pub(crate) enum Lost: "loss" {
        ForeignTool = "a tool that is not a function is left out",
        NamelessFunction = "a function without a name is left out",
        SystemJoined = "system messages at the beginning are written as one",
        SystemByPerson = "system messages after the beginning are written as a person's",
        AnchorGone = "what stood on a text that is gone is left out",
        OtherThoughts = "thoughts of another model are left out",
        NoArguments = "that a call has no arguments is written as an empty object",
        AddressType = "the type of a medium behind an address is not kept",
        PictureType = "the type of a picture behind an address is not kept",
        AddressMedium = "a medium behind an address is left out, unless it is a picture",
        ArgumentText = "the exact text of arguments is not kept, only what it says",
        MalformedArguments = "arguments that are not a JSON object are left out",
        OrphanResult = "a result answers no call that was made before it",
        Developer = "the role \"developer\" is read as \"system\"",
        UnknownRole { role: String } = "the role \"{role}\" is unknown and read as \"user\"",
        LongTextCut = "texts of more than 40 lines are cut in a picture",
        MediaNamed = "pictures, sounds and files are named and not included",
        Model = "which model wrote a message is not kept",
        Participant = "which participant wrote a message is not kept",
        Application = "that the application wrote something is not kept",
        Simulated = "that a person wrote something in the place of a model or a function is not kept",
        StandIn = "that a stand-in answered in the place of a function is not kept",
        Fault = "that a failure was injected on purpose is not kept",
        Edited = "that a person changed something is not kept",
        Recorded = "that something was recorded earlier is not kept",
        Informational = "that a call is for information only is not kept",
        TokenCounts = "token counts among the contents are not kept",
        Field { field: String, owner: Owner } = "the field \"{field}\" of {owner} is not kept",
        Beside { names: String } = "what stands beside the messages is not kept: {names}",
        BesideMany { names: String } = "what stands beside the messages is not kept: {names} and others",
        OtherCalls { names: String } = "the calls of the others are left out: {names}",
        ResultOrder = "the order of texts and media in a result is not kept",
        FirstCandidate = "only the first of several candidates is read",
        FirstChoice = "only the first of several choices is read",
        PluginNames = "the names of plugins are joined to the names of their functions",
        NeverOffered = "that a function was never offered is not kept, only its name",
        OtherConversation = "a span that tells another conversation is left out",
        ResultPart { kind: String } = "a part of a result of the kind \"{kind}\" is kept as JSON",
        UnknownResultPart = "a part of a result of an unknown kind is kept as JSON",
        ResultTexts = "the texts of a result are joined to one",
        Refusal = "a refusal is read as text",
        Transcript = "a spoken answer is read as its transcript",
        KeptAtProvider = "what was said before is kept at the provider and is missing here",
        NamedItem = "an item that is kept at the provider and only named here is left out",
        ResultsJoined = "results of two messages one after the other read back as one message",
        EmptyResult = "a result of nothing is written as an empty text",
        ResultMedium = "a medium in a result is left out, unless it is a picture",
        ItemOrder = "the order of thoughts, words and calls within a message is not kept",
        MessagesJoined = "two messages of one side one after the other read back as one message",
        ResultAsText = "the parts of a result are joined to one text, and its media are named",
        FailureAsWords = "that a call failed or was declined is not kept, only the words",
        JsonText = "a result that is a JSON text or null is not told from a text or nothing",
        JsonAsText = "results that are JSON are written as text",
        FailureKind = "the kind of a failure is not kept",
        Declined = "that a person declined a call is not kept: it is written as a failure",
        AuthorUnread = "who wrote a message cannot be read and is taken from its role",
        ItemUnread = "an item we cannot read is kept as it is",
        OtherParent = "a message that is not the answer to the one before it is read as if it were",
        Part { kind: String } = "a part of the kind \"{kind}\" is kept as it is, without being understood",
        UnknownPart = "a part of an unknown kind is kept as it is, without being understood",
        PartLeftOut = "a part that was never understood is left out",
        MessageCut = "a message with parts of several sides is cut into several messages",
        OtherSide = "a message is said by the side that may say it in this format",
        RepeatedText = "a text that repeats the result beside it is left out",
        ProviderState { provider: String } = "what {provider} wants to see again is not kept",
        NothingWritten = "nothing in these messages can be written in this format",
        NotReadBack { #[notice(cause)] reason: Notice } = "what was written cannot be read back: {reason}",
        OtherCount { written: usize, read: usize } = "{written} messages were written, but {read} are read back",
        OtherParts = "a message comes back with other parts than it has here",
        LastContainer = "only the last container of code is kept",
        More { count: usize } = "{count} more are not listed",
    }

    /// The object whose field is lost.
    #[derive(Copy)]
    pub(crate) enum Owner: "loss-owner" {
        Item = "an item",
        Part = "a part",
        Message = "a message",
        Call = "a call",
        Medium = "a medium",
        Result = "a result",
        Content = "a content",
        Function = "a function",
        Block = "a block",
        Picture = "a picture",
        Sound = "a sound",
        File = "a file",
    }
}

/// Whether a loss is about who wrote something, which is never written to a provider.
pub fn is_of_origin(loss: &Notice) -> bool {
    [
        Lost::Application,
        Lost::Edited,
        Lost::Informational,
        Lost::Model,
        Lost::Participant,
        Lost::Recorded,
        Lost::Simulated,
    ]
    .iter()
    .any(|origin| origin.notice().id() == loss.id())
}
