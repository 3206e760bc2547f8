//! A person's choices, under OpenTelemetry's names.

use percent_encoding::percent_decode_str;
use std::collections::HashMap;
use std::time::Duration;

/// The default time-out of a collector.
const EXPORT_TIMEOUT: Duration = Duration::from_secs(10);
/// The default interval between exports.
const EXPORT_INTERVAL: Duration = Duration::from_secs(5);

/// What is recorded, and where it is sent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Choices {
    /// The filter of the program's own log, in the form of `tracing`.
    pub(crate) log: Option<String>,
    pub(crate) collector: Option<Collector>,
    pub(crate) service: Option<String>,
    /// Whether messages, arguments and results are recorded too.
    pub(crate) tells_content: bool,
}

/// The collector of spans.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Collector {
    pub(crate) address: String,
    /// They often include a key, so they are never shown.
    pub(crate) headers: HashMap<String, String>,
    pub(crate) timeout: Duration,
    /// The interval between exports.
    pub(crate) every: Duration,
}

impl std::fmt::Debug for Collector {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { address, headers, timeout, every } = self;
        let names: Vec<_> = headers.keys().collect();
        formatter
            .debug_struct("Collector")
            .field("address", &redaction::without_passwords(address))
            .field("headers", &names)
            .field("timeout", timeout)
            .field("every", every)
            .finish()
    }
}

impl Choices {
    pub(crate) fn from_environment() -> Self {
        Self::read(|name| std::env::var(name).ok())
    }

    /// An empty variable counts as unset.
    pub(crate) fn read(variable: impl Fn(&str) -> Option<String>) -> Self {
        let set = |name: &str| {
            variable(name).map(|value| value.trim().to_owned()).filter(|value| !value.is_empty())
        };
        let is_disabled = set("OTEL_SDK_DISABLED").is_some_and(|value| value.eq_ignore_ascii_case("true"));
        let is_other = set("OTEL_TRACES_EXPORTER").is_some_and(|value| value != "otlp");
        Self {
            log: set("CALLWRIGHT_LOG"),
            collector: if is_disabled || is_other { None } else { collector(&set) },
            service: set("OTEL_SERVICE_NAME"),
            tells_content: set("OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT")
                .is_some_and(|value| is_for_spans(&value)),
        }
    }
}

/// An address for traces is used as it is. A general address gets the path for traces.
fn collector(set: &impl Fn(&str) -> Option<String>) -> Option<Collector> {
    let own = set("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT");
    let shared = || Some(format!("{}/v1/traces", set("OTEL_EXPORTER_OTLP_ENDPOINT")?.trim_end_matches('/')));
    let either = |name: &str| {
        set(&format!("OTEL_EXPORTER_OTLP_TRACES_{name}"))
            .or_else(|| set(&format!("OTEL_EXPORTER_OTLP_{name}")))
    };
    let duration = |value: String| value.parse().ok().map(Duration::from_millis);
    Some(Collector {
        address: own.or_else(shared)?,
        headers: either("HEADERS").map(|value| headers(&value)).unwrap_or_default(),
        timeout: either("TIMEOUT").and_then(duration).unwrap_or(EXPORT_TIMEOUT),
        every: set("OTEL_BSP_SCHEDULE_DELAY").and_then(duration).unwrap_or(EXPORT_INTERVAL),
    })
}

/// Comma-separated `name=value` pairs, with percent-encoded values.
fn headers(value: &str) -> HashMap<String, String> {
    let pairs = value.split(',').filter_map(|pair| pair.split_once('='));
    let read = |value: &str| percent_decode_str(value.trim()).decode_utf8_lossy().into_owned();
    pairs.map(|(name, value)| (name.trim().to_ascii_lowercase(), read(value))).collect()
}

/// The first form of this choice was a boolean, later forms name a destination. Only spans exist here.
fn is_for_spans(value: &str) -> bool {
    ["true", "1", "span_only", "span_and_event"].iter().any(|known| value.eq_ignore_ascii_case(known))
}

#[cfg(test)]
mod tests {
    use super::{Choices, Collector};
    use std::time::Duration;

    fn read(set: &[(&str, &str)]) -> Choices {
        Choices::read(|name| {
            set.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn without_an_address_nothing_is_sent() {
        assert_eq!(read(&[]), Choices::default());
        assert_eq!(read(&[("OTEL_EXPORTER_OTLP_ENDPOINT", " ")]).collector, None);
        let address = ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://localhost:4318");
        assert_eq!(read(&[address, ("OTEL_SDK_DISABLED", "TRUE")]).collector, None);
        assert_eq!(read(&[address, ("OTEL_TRACES_EXPORTER", "none")]).collector, None);
    }

    #[test]
    fn the_address_for_traces_goes_before_the_one_for_everything() {
        let shared = ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://localhost:4318/");
        let address = |set: &[(&str, &str)]| read(set).collector.map(|collector| collector.address);
        assert_eq!(address(&[shared]).as_deref(), Some("http://localhost:4318/v1/traces"));
        let own = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "https://acme.test/spans");
        assert_eq!(address(&[shared, own]).as_deref(), Some("https://acme.test/spans"));
    }

    #[test]
    fn headers_are_read_and_not_shown() {
        let set = [
            ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://localhost"),
            ("OTEL_EXPORTER_OTLP_HEADERS", "X-Key=Basic%20abc=, more = 1"),
            ("OTEL_EXPORTER_OTLP_TIMEOUT", "250"),
        ];
        let collector = read(&set).collector.expect("a collector");
        let Collector { headers, timeout, .. } = &collector;
        assert_eq!(headers.get("x-key").map(String::as_str), Some("Basic abc="));
        assert_eq!(
            (headers.get("more").map(String::as_str), *timeout),
            (Some("1"), Duration::from_millis(250))
        );
        assert!(!format!("{collector:?}").contains("abc"));
    }

    #[test]
    fn content_is_told_only_where_a_person_says_so() {
        let content =
            |value| read(&[("OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT", value)]).tells_content;
        assert!(content("true") && content("SPAN_ONLY"));
        assert!(!content("false") && !content("NO_CONTENT") && !content("EVENT_ONLY") && !content(""));
    }
}
