//! The table. Whoever needs a bound on a counterpart adds a row here and uses it by its name.

use crate::{Counterpart, Limit};

/// The rows of one counterpart: each a constant with its words, and all of them as a list for the document.
macro_rules! rows {
    ($($(#[doc = $what:literal])+ $of:ident $name:ident = $limit:expr;)+) => {
        $($(#[doc = $what])+ pub const $name: Limit = $limit;)+

        /// Every row: whom it holds for, its name, what it bounds, how much.
        pub const ROWS: &[(Counterpart, &str, &[&str], Limit)] =
            &[$((Counterpart::$of, stringify!($name), &[$($what),+], $limit)),+];
    };
}

rows! {
    /// The head of one answer, and everything between two of its events.
    ModelService SERVICE_FRAME = Limit::bytes(32 << 20);
    /// One answer, whole.
    ModelService SERVICE_ANSWER = Limit::bytes(256 << 20);
    /// Text and arguments of one answer, as kept.
    ModelService SERVICE_KEPT = Limit::bytes(64 << 20);
    /// Pieces of one answer: texts, thoughts, calls.
    ModelService SERVICE_ITEMS = Limit::items(4_096, "items");
    /// Interim answers (1xx) before one answer.
    ModelService SERVICE_INTERIM = Limit::items(100, "interim answers");
    /// From the request to the head of its answer.
    ModelService SERVICE_FIRST_BYTE = Limit::seconds(600);
    /// From the first byte of an answer to its last.
    ModelService SERVICE_WHOLE = Limit::seconds(3_600);
    /// One message: an answer, a result, a page of tools.
    McpServer MCP_MESSAGE = Limit::bytes(16 << 20);
    /// What is read of a refusal.
    McpServer MCP_REFUSAL = Limit::bytes(64 << 10);
    /// From its start to its greeting.
    McpServer MCP_STARTING = Limit::seconds(120);
    /// One list of tools, from the request to the last page.
    McpServer MCP_LISTING = Limit::seconds(60);
    /// From one list of tools to the next, however often they change.
    McpServer MCP_RELISTING = Limit::seconds(1);
    /// The pages of one list of tools.
    McpServer MCP_PAGES = Limit::items(200, "pages");
    /// The tools of one server.
    McpServer MCP_TOOLS = Limit::items(10_000, "tools");
    /// The tools of one server, as written.
    McpServer MCP_LISTED = Limit::bytes(32 << 20);
    /// One tool: its name, description and schema.
    McpServer MCP_TOOL = Limit::bytes(256 << 10);
    /// What is wrong with the tools of one server, as told.
    McpServer MCP_PROBLEMS = Limit::items(100, "problems");
    /// Questions to a person that wait at once.
    McpServer MCP_QUESTIONS = Limit::items(8, "questions");
    /// One question to a person.
    McpServer MCP_QUESTION = Limit::bytes(4 << 20);
    /// Questions in the place of the result of one call, one after the other.
    McpServer MCP_ROUNDS = Limit::items(16, "questions");
    /// What a server says of itself and of its use.
    McpServer MCP_ABOUT = Limit::bytes(64 << 10);
    /// Lines that are kept of what a server says beside its answers.
    McpServer MCP_LINES = Limit::items(400, "lines");
    /// One of these lines.
    McpServer MCP_LINE = Limit::items(2_000, "characters");
    /// The words with which a call says how far it is.
    McpServer MCP_PROGRESS = Limit::items(500, "characters");
    /// What one call writes as its result, however much `plugin.toml` allows.
    Plugin PLUGIN_OUTPUT = Limit::bytes(64 << 20);
    /// One call, however long `plugin.toml` allows.
    Plugin PLUGIN_TIME = Limit::seconds(3_600);
    /// What is kept of standard error: its end.
    Plugin PLUGIN_SAID = Limit::bytes(64 << 10);
    /// What a model is told of the failure of a program.
    Plugin PLUGIN_TOLD = Limit::items(2_000, "characters");
    /// The files of one plugin that are watched.
    Plugin PLUGIN_FILES = Limit::items(5_000, "files");
    /// The files of one plugin that are told apart by what is in them.
    Plugin PLUGIN_READ = Limit::bytes(64 << 20);
    /// One file of a program that is told apart by what is in it. A longer one is, by its size and its times.
    Plugin PROGRAM_READ = Limit::bytes(16 << 20);
    /// The schema of one function, wherever it comes from.
    Plugin FUNCTION_SCHEMA = Limit::bytes(256 << 10);
    /// One answer, however much `plugin.toml` allows.
    HttpFunction HTTP_ANSWER = Limit::bytes(64 << 20);
    /// One request, however long `plugin.toml` allows.
    HttpFunction HTTP_TIME = Limit::seconds(3_600);
    /// What a model is told of a refusal.
    HttpFunction HTTP_TOLD = Limit::items(2_000, "characters");
    /// One file that is imported in a form that is read at once.
    File IMPORT_WHOLE = Limit::bytes(64 << 20);
    /// One message of a file that is imported piece by piece.
    File IMPORT_MESSAGE = Limit::bytes(128 << 20);
    /// One file of settings, a list of a person's own, a certificate.
    File SETTINGS_FILE = Limit::bytes(16 << 20);
    /// One script of a scripted model.
    File SCRIPT = Limit::bytes(64 << 20);
    /// The recordings of one function.
    File RECORDINGS = Limit::bytes(512 << 20);
    /// One file of the model that compares meanings.
    File MEANING_MODEL = Limit::bytes(3 << 30);
    /// A manifest or a document in the folder of a plugin.
    File PLUGIN_DOCUMENT = Limit::bytes(32 << 20);
    /// Values in what is read at once: a whole file, or one message of a file that is read piece by piece. In memory each is
    /// many times as large as in a text.
    File IMPORT_VALUES = Limit::items(500_000, "values");
    /// Blanks at the beginning of a file, and wherever nothing else says yet which form it has.
    File IMPORT_BLANKS = Limit::bytes(64 << 10);
    /// One request.
    Page PAGE_REQUEST = Limit::bytes(64 << 20);
    /// Connections at once that have not shown the token. Of more, the oldest are closed.
    Page PAGE_STRANGERS = Limit::items(256, "connections");
    /// From the beginning of a connection until it has shown the token.
    Page PAGE_TOKEN = Limit::seconds(30);
    /// Sessions followed at once, in all windows together.
    Page PAGE_FEEDS = Limit::items(128, "feeds");
    /// What waits in a stream of feeds for a page that does not read it.
    Page PAGE_BEHIND = Limit::bytes(1 << 20);
    /// Entries that a feed reads of a log at once.
    Page PAGE_ENTRIES = Limit::items(100, "entries");
    /// Entries of a log a feed may begin with.
    Page PAGE_TAIL = Limit::items(1_000, "entries");
}

#[cfg(test)]
mod tests {
    use super::ROWS;
    use std::collections::HashSet;

    #[test]
    fn every_row_fits_into_memory_and_has_words() {
        let mut names = HashSet::new();
        for (_, name, what, limit) in ROWS {
            assert!(limit.most > 0 && u32::try_from(limit.most).is_ok(), "{name}");
            assert!(names.insert(name) && !what.is_empty(), "{name}");
        }
    }
}
