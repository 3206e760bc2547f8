//! How long the client of a program waits, and what it is.

use http::HeaderMap;
use std::time::Duration;

/// What is known of a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Client {
    /// Its name and version, as it says.
    pub(super) name: Option<String>,
    /// How long it waits for a response that is not streamed, or for the first byte of one that is.
    pub(super) patience: Option<Duration>,
    /// How long it waits for the end of a streamed response, whatever comes meanwhile. Most clients start over with each byte.
    pub(super) total: Option<Duration>,
}

/// Generated libraries whose time-out ends with the response, by the language they name: a context with a deadline in Go, the
/// call time-out of OkHttp in Java and Kotlin, one deadline for all reads in Ruby. Those for Python count from byte to byte, and
/// those for JavaScript until the headers.
const TOTAL_LANGUAGES: [&str; 4] = ["go", "java", "kotlin", "ruby"];

/// What Google's library for JavaScript says of its runtime. Its time-out ends with the response; that for Python counts from
/// byte to byte.
const TOTAL_RUNTIMES: [&str; 2] = ["gl-node/", "gl-web/"];

/// The library of OpenAI for .NET names itself as those for other languages do, and says `.NET` behind its version.
const DOTNET: (&str, u64) = (".NET", 100);

/// Clients by what their `user-agent` begins with, and how many seconds they wait by default: read from their sources in
/// November 2026, see docs/attach.md. The AI SDK waits as long as the HTTP client of Node does.
const USUAL: [(&str, u64); 9] = [
    ("OpenAI/", 600),
    ("AsyncOpenAI/", 600),
    ("Anthropic/", 600),
    ("AsyncAnthropic/", 600),
    ("claude-cli", 600),
    ("codex", 300),
    ("GeminiCLI", 60),
    ("ai/", 300),
    ("ai-sdk", 300),
];

impl Client {
    pub(super) fn of(headers: &HeaderMap) -> Self {
        let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        let agent = text("user-agent").map(str::trim).filter(|agent| !agent.is_empty());
        let seconds = |name: &str| text(name)?.parse::<f64>().ok().filter(|seconds| *seconds >= 1.0);
        let named = ["x-stainless-read-timeout", "x-stainless-timeout", "x-server-timeout"];
        let told = named.into_iter().find_map(seconds);
        let usual = || {
            let agent = agent?;
            let usual = USUAL.iter().find(|(begin, _)| agent.starts_with(begin))?;
            let (_, seconds) = if agent.contains(DOTNET.0) { &DOTNET } else { usual };
            Some(*seconds as f64)
        };
        let patience = told.or_else(usual).map(duration);
        let is_total = |language: &str| TOTAL_LANGUAGES.contains(&language);
        let runs_in = |google: &str| TOTAL_RUNTIMES.iter().any(|runtime| google.contains(runtime));
        let total = if text("x-stainless-lang").is_some_and(is_total) {
            seconds("x-stainless-timeout")
        } else if text("x-goog-api-client").is_some_and(runs_in) {
            seconds("x-server-timeout")
        } else {
            None
        };
        let total = total.map(duration);
        Self { name: agent.map(|agent| agent.chars().take(80).collect()), patience, total }
    }
}

fn duration(seconds: f64) -> Duration {
    Duration::from_secs_f64(seconds.min(86_400.0))
}

#[cfg(test)]
mod tests {
    use super::Client;
    use http::HeaderMap;
    use std::time::Duration;

    fn of(pairs: &[(&'static str, &'static str)]) -> Client {
        let headers: HeaderMap = pairs
            .iter()
            .map(|(name, value)| (name.parse().expect("a name"), value.parse().expect("a value")))
            .collect();
        Client::of(&headers)
    }

    #[test]
    fn a_client_that_says_how_long_it_waits_is_believed() {
        let client = of(&[("user-agent", "OpenAI/Python 3.54.0"), ("x-stainless-read-timeout", "12.5")]);
        assert_eq!(client.patience, Some(Duration::from_millis(12_500)));
        assert_eq!(client.name.as_deref(), Some("OpenAI/Python 3.54.0"));
    }

    #[test]
    fn a_client_that_does_not_say_is_known_by_its_name_or_not_at_all() {
        assert_eq!(of(&[("user-agent", "GeminiCLI/0.61")]).patience, Some(Duration::from_secs(60)));
        let dotnet = of(&[("user-agent", "OpenAI/2.9.1 (.NET 10.0.1; Debian GNU/Linux 12)")]);
        assert_eq!(dotnet.patience, Some(Duration::from_secs(100)));
        let node = of(&[("user-agent", "ai/7.0.4 ai-sdk/provider-utils/5.0.1 runtime/node.js/24")]);
        assert_eq!(node.patience, Some(Duration::from_secs(300)));
        assert_eq!(of(&[("user-agent", "curl/8.5")]).patience, None);
        assert_eq!(of(&[("x-stainless-timeout", "NOT_GIVEN")]).patience, None);
    }

    #[test]
    fn a_stream_has_an_end_for_clients_whose_time_out_is_for_the_whole_response() {
        for (language, total) in
            [("go", Some(90)), ("java", Some(90)), ("ruby", Some(90)), ("python", None), ("js", None)]
        {
            let client = of(&[("x-stainless-lang", language), ("x-stainless-timeout", "90")]);
            assert_eq!(client.total, total.map(Duration::from_secs), "{language}");
            assert_eq!(client.patience, Some(Duration::from_secs(90)), "{language}");
        }
        let google = |runtime| of(&[("x-goog-api-client", runtime), ("x-server-timeout", "45")]).total;
        assert_eq!(google("google-genai-sdk/3.2.0 gl-node/v24.3.0"), Some(Duration::from_secs(45)));
        assert_eq!(google("google-genai-sdk/3.2.0 gl-python/3.12"), None);
        assert_eq!(of(&[("user-agent", "OpenAI/Go 3.12.0"), ("x-stainless-lang", "go")]).total, None);
    }
}
