//! The table. A bound on a counterpart is a row here and is used by its name.

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
    /// The response head, or the bytes between two events of a stream.
    ModelService SERVICE_FRAME = Limit::bytes(32 << 20);
    /// One whole response.
    ModelService SERVICE_ANSWER = Limit::bytes(256 << 20);
    /// Text and arguments kept of one response.
    ModelService SERVICE_KEPT = Limit::bytes(64 << 20);
    /// Items of one response: texts, thinking, calls.
    ModelService SERVICE_ITEMS = Limit::items(4_096, "items");
    /// From the request to the response head.
    ModelService SERVICE_FIRST_BYTE = Limit::seconds(600);
    /// From the first byte of a response to the last.
    ModelService SERVICE_WHOLE = Limit::seconds(3_600);
    /// One message: a response, a result, a page of tools.
    McpServer MCP_MESSAGE = Limit::bytes(16 << 20);
    /// Bytes read of an error response.
    McpServer MCP_REFUSAL = Limit::bytes(64 << 10);
    /// From the start of a server to its handshake.
    McpServer MCP_STARTING = Limit::seconds(120);
    /// One listing of tools, from the first request to the last page.
    McpServer MCP_LISTING = Limit::seconds(60);
    /// The pause between two listings, however often the tools change.
    McpServer MCP_RELISTING = Limit::seconds(1);
    /// Pages of one listing of tools.
    McpServer MCP_PAGES = Limit::items(200, "pages");
    /// Tools of one server.
    McpServer MCP_TOOLS = Limit::items(10_000, "tools");
    /// All tools of one server, serialised.
    McpServer MCP_LISTED = Limit::bytes(32 << 20);
    /// One tool: its name, description and schema.
    McpServer MCP_TOOL = Limit::bytes(256 << 10);
    /// Problems reported for the tools of one server.
    McpServer MCP_PROBLEMS = Limit::items(100, "problems");
    /// Questions to the user that wait at the same time.
    McpServer MCP_QUESTIONS = Limit::items(8, "questions");
    /// One question to the user.
    McpServer MCP_QUESTION = Limit::bytes(4 << 20);
    /// Questions in a row before one call returns its result.
    McpServer MCP_ROUNDS = Limit::items(16, "questions");
    /// The instructions a server gives for its use.
    McpServer MCP_ABOUT = Limit::bytes(64 << 10);
    /// Log lines kept per server.
    McpServer MCP_LINES = Limit::items(400, "lines");
    /// One log line.
    McpServer MCP_LINE = Limit::items(2_000, "characters");
    /// The text of one progress notification.
    McpServer MCP_PROGRESS = Limit::items(500, "characters");
    /// The output of one call, even where `plugin.toml` allows more.
    Plugin PLUGIN_OUTPUT = Limit::bytes(64 << 20);
    /// The duration of one call, even where `plugin.toml` allows more.
    Plugin PLUGIN_TIME = Limit::seconds(3_600);
    /// The end of standard error that is kept per call.
    Plugin PLUGIN_SAID = Limit::bytes(64 << 10);
    /// The part of an error message that the model is told.
    Plugin PLUGIN_TOLD = Limit::items(2_000, "characters");
    /// Files watched per plugin.
    Plugin PLUGIN_FILES = Limit::items(5_000, "files");
    /// Bytes of a plugin's files that enter its fingerprint. Files beyond them count by size and time.
    Plugin PLUGIN_READ = Limit::bytes(64 << 20);
    /// Bytes of one program file that enter a fingerprint. A longer file counts by size and times.
    Plugin PROGRAM_READ = Limit::bytes(16 << 20);
    /// The schema of one function, from any source.
    Plugin FUNCTION_SCHEMA = Limit::bytes(256 << 10);
    /// One response body, even where `plugin.toml` allows more.
    HttpFunction HTTP_ANSWER = Limit::bytes(64 << 20);
    /// The duration of one request, even where `plugin.toml` allows more.
    HttpFunction HTTP_TIME = Limit::seconds(3_600);
    /// The part of an error response that the model is told.
    HttpFunction HTTP_TOLD = Limit::items(2_000, "characters");
    /// A file imported in a format that is parsed as a whole.
    File IMPORT_WHOLE = Limit::bytes(64 << 20);
    /// One message of a file that is imported in pieces.
    File IMPORT_MESSAGE = Limit::bytes(128 << 20);
    /// A settings file, a list of models, or a file of certificates.
    File SETTINGS_FILE = Limit::bytes(16 << 20);
    /// One script of a scripted model.
    File SCRIPT = Limit::bytes(64 << 20);
    /// The recordings of one function.
    File RECORDINGS = Limit::bytes(512 << 20);
    /// What is kept of one run of a case, unpacked. A run with more on its wire is kept without it.
    File RUN_RECORD = Limit::bytes(256 << 20);
    /// One file of the embedding model.
    File MEANING_MODEL = Limit::bytes(3 << 30);
    /// The manifest or the OpenAPI document of a plugin.
    File PLUGIN_DOCUMENT = Limit::bytes(32 << 20);
    /// JSON values parsed at once: a whole file, or one message of a file that is imported in pieces.
    File IMPORT_VALUES = Limit::items(500_000, "values");
    /// Leading whitespace of a file whose format is not known yet.
    File IMPORT_BLANKS = Limit::bytes(64 << 10);
    /// One request body.
    Page PAGE_REQUEST = Limit::bytes(64 << 20);
    /// Simultaneous connections without the token. Beyond them, the oldest is closed.
    Page PAGE_STRANGERS = Limit::items(256, "connections");
    /// From accepting a connection to its first request with the token.
    Page PAGE_TOKEN = Limit::seconds(30);
    /// Sessions followed at once, in all windows together.
    Page PAGE_FEEDS = Limit::items(128, "feeds");
    /// Unread bytes buffered per stream of feeds.
    Page PAGE_BEHIND = Limit::bytes(1 << 20);
    /// Log entries a feed reads at once.
    Page PAGE_ENTRIES = Limit::items(100, "entries");
    /// Log entries a feed can start with.
    Page PAGE_TAIL = Limit::items(1_000, "entries");
    /// Sessions whose functions are kept ready. Beyond them, those that nobody uses are read from the log again.
    Page PAGE_SESSIONS = Limit::items(256, "sessions");
    /// Sessions whose results are kept for lanes that use them. Beyond them, those read longest ago are read again.
    Page PAGE_RESULTS = Limit::items(256, "sessions");
    /// One request.
    Program ATTACHED_REQUEST = Limit::bytes(128 << 20);
    /// Bytes of a response that wait for the program to read them. The provider waits meanwhile.
    Program ATTACHED_UNREAD = Limit::bytes(4 << 20);
    /// Bytes kept of a response, for a program that sends its request once more.
    Program ATTACHED_REPLAY = Limit::bytes(8 << 20);
    /// Bytes of one response that are held back.
    Program ATTACHED_HELD = Limit::bytes(64 << 20);
    /// Connections at the same time.
    Program ATTACHED_CONNECTIONS = Limit::items(512, "connections");
    /// Conversations recognised at the same time.
    Program ATTACHED_CONVERSATIONS = Limit::items(4_096, "conversations");
    /// Bytes of requests and responses, of all sessions, that wait to be written to the disk. What comes then is not kept.
    Program WIRE_UNWRITTEN = Limit::bytes(256 << 20);
    /// Bytes that wait to be written to the disk before the response of a provider waits for it.
    Program WIRE_AHEAD = Limit::bytes(2 << 20);
    /// One export of spans, before and after it is unpacked.
    Program SPANS_REQUEST = Limit::bytes(32 << 20);
    /// Histories of spans recognised at the same time.
    Program SPANS_HISTORIES = Limit::items(1_024, "histories");
    /// Spans kept for events that are logged after them, and as many results of functions for their calls.
    Program SPANS_UNLOGGED = Limit::items(1_024, "spans");
    /// Logged events kept with their spans, or until these arrive, and as much of results. Beyond them, the oldest are dropped.
    Program SPANS_PENDING = Limit::bytes(64 << 20);
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
