//! What a form has where, as an error names it.

notices::declare! {
    /// Where something was expected.
    pub enum Spot: "import-place" {
        Beginning = "the beginning",
        /// A JSON pointer.
        At { pointer: String } = "{pointer}",
        Line { number: usize } = "line {number}",
        Within { pointer: String, line: usize, column: usize } = "{pointer} (line {line}, column {column})",
    }

    /// What was expected.
    #[derive(Copy)]
    pub enum Expected: "expected" {
        Exchange = "a request or a response",
        TextOrBlocks = "a text or a list of blocks",
        Blocks = "a list of blocks",
        Messages = "a list of messages",
        MessageWithContent = "a message with role and content",
        MessageWithParts = "a message with role and parts",
        MessageWithRole = "a message with a role",
        MessageWithItems = "a message with a role and items",
        ContentWithParts = "a content with parts",
        Contents = "a list of contents or of candidates",
        MessagesOrChoices = "a list of messages or of choices",
        Spans = "spans or events with gen_ai attributes",
        TextOrItems = "a text or a list of items",
        Item = "an item",
        Object = "an object",
        Number = "a number",
        Message = "a message",
    }
}

impl From<&str> for Spot {
    fn from(pointer: &str) -> Self {
        if pointer.is_empty() { Self::Beginning } else { Self::At { pointer: pointer.to_owned() } }
    }
}

impl From<String> for Spot {
    fn from(pointer: String) -> Self {
        Self::from(pointer.as_str())
    }
}
