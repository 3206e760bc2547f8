//! Starts logging and tracing, and flushes both at the end.

use crate::client::CollectorClient;
use crate::{Choices, Collector};
use opentelemetry::trace::TracerProvider;
use opentelemetry_otlp::{Protocol, SpanExporter, WithExportConfig, WithHttpConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::{BatchConfigBuilder, BatchSpanProcessor, SdkTracerProvider};
use redaction::without_passwords;
use std::time::Duration;
use tracing::level_filters::LevelFilter;
use tracing::{Subscriber, warn};
use tracing_subscriber::field::MakeExt;
use tracing_subscriber::filter::{FilterExt, Targets, filter_fn};
use tracing_subscriber::fmt::format::debug_fn;
use tracing_subscriber::layer::{Layer, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, fmt, registry};

/// The target of a turn's spans.
const STEPS: &str = "invocation";
/// The target that enables content: the spans are filled with it only while this target has a listener.
const CONTENT: &str = "invocation::content";
/// The fields with content. They go to a collector, never to the program's own log.
const CONTENT_FIELDS: [&str; 5] = [
    "gen_ai.system_instructions",
    "gen_ai.input.messages",
    "gen_ai.output.messages",
    "gen_ai.tool.call.arguments",
    "gen_ai.tool.call.result",
];

/// The longest wait for the last spans when the program exits.
const FLUSH_TIMEOUT: Duration = Duration::from_secs(2);

/// The reason why no spans can be sent. The program works without them.
#[derive(Debug, thiserror::Error)]
#[error("spans can't be sent to {address}: {reason}")]
struct TelemetryError {
    address: String,
    reason: String,
}

/// The telemetry of the program while it runs.
#[derive(Default)]
pub struct Telemetry(Option<SdkTracerProvider>);

impl Telemetry {
    /// Sends the remaining spans. It waits, but not for long.
    pub fn close(&self) {
        let Some(provider) = &self.0 else { return };
        if let Err(error) = provider.shutdown_with_timeout(FLUSH_TIMEOUT) {
            warn!(%error, "the last spans are not sent");
        }
    }
}

/// Starts telemetry for the whole program, as the environment configures it.
pub fn begin() -> Telemetry {
    let choices = Choices::from_environment();
    let (subscriber, telemetry, problem) = match telling(&choices) {
        Ok((subscriber, telemetry)) => (subscriber, telemetry, None),
        Err(error) => {
            let (subscriber, telemetry) = without(&choices);
            (subscriber, telemetry, Some(error))
        }
    };
    subscriber.init();
    if let Some(error) = problem {
        warn!(%error, "no spans are sent");
    }
    telemetry
}

type Told = (Box<dyn Subscriber + Send + Sync>, Telemetry);

/// The layers to install.
fn telling(choices: &Choices) -> Result<Told, TelemetryError> {
    let Some(collector) = &choices.collector else { return Ok(without(choices)) };
    let provider = provider(collector, choices.service.as_deref())?;
    let content = if choices.tells_content { LevelFilter::INFO } else { LevelFilter::OFF };
    let steps = Targets::new().with_target(STEPS, LevelFilter::INFO).with_target(CONTENT, content);
    let spans = tracing_opentelemetry::layer()
        .with_tracer(provider.tracer("callwright"))
        .with_location(false)
        .with_threads(false)
        .with_target(false)
        .with_level(false)
        .with_tracked_inactivity(false)
        .with_filter(steps);
    let subscriber = registry().with(log(choices)).with(spans);
    Ok((Box::new(subscriber), Telemetry(Some(provider))))
}

fn without(choices: &Choices) -> Told {
    (Box::new(registry().with(log(choices))), Telemetry::default())
}

/// The crates whose log lines are known to hold no content. Libraries may log messages, headers and tokens, so they are
/// excluded.
const OWN: [&str; 27] = [
    "callwright",
    "callwright_window",
    "cli",
    "connectors",
    "content",
    "disk",
    "downloads",
    "embedding",
    "experiments",
    "formats",
    "functions",
    "gateway",
    "invocation",
    "limits",
    "local_model",
    "notices",
    "plugin_",
    "ports",
    "redaction",
    "search",
    "selection",
    "server",
    "sessions",
    "telemetry",
    "upkeep",
    "window",
    "workbench",
];

fn is_own(target: &str) -> bool {
    let name = target.split("::").next().unwrap_or_default();
    OWN.iter().any(|own| name == *own || own.ends_with('_') && name.starts_with(own))
}

/// The program's own log. It holds no content, whatever the filter.
fn log<S>(choices: &Choices) -> impl Layer<S> + use<S>
where
    S: Subscriber + for<'a> registry::LookupSpan<'a>,
{
    let wanted = choices.log.as_deref().and_then(|log| EnvFilter::try_new(log).ok());
    let filter = wanted.unwrap_or_else(|| EnvFilter::new("warn"));
    let silent = format!("{CONTENT}=off").parse();
    let filter = match silent {
        Ok(silent) => filter.add_directive(silent),
        Err(_) => filter,
    };
    let fields = debug_fn(|writer, field, value| match field.name() {
        content if CONTENT_FIELDS.contains(&content) => Ok(()),
        "message" => write!(writer, "{value:?}"),
        name => write!(writer, "{name}={value:?}"),
    });
    let own = filter_fn(|metadata| is_own(metadata.target()));
    fmt::layer().with_writer(std::io::stderr).fmt_fields(fields.delimited(" ")).with_filter(filter.and(own))
}

fn provider(collector: &Collector, service: Option<&str>) -> Result<SdkTracerProvider, TelemetryError> {
    let Collector { address, headers, timeout, every } = collector;
    let failed = |reason: String| TelemetryError { address: without_passwords(address).into_owned(), reason };
    let client = CollectorClient::new(address, *timeout).map_err(|error| failed(error.to_string()))?;
    let exporter = SpanExporter::builder()
        .with_http()
        .with_http_client(client)
        .with_protocol(Protocol::HttpBinary)
        .with_endpoint(address)
        .with_headers(headers.clone())
        .with_timeout(*timeout)
        .build()
        .map_err(|error| failed(error.to_string()))?;
    let resource = Resource::builder().with_service_name(service.unwrap_or("callwright").to_owned());
    let version = opentelemetry::KeyValue::new("service.version", env!("CARGO_PKG_VERSION"));
    let resource = resource.with_attribute(version).build();
    let batches = BatchConfigBuilder::default().with_scheduled_delay(*every).build();
    let processor = BatchSpanProcessor::builder(exporter).with_batch_config(batches).build();
    Ok(SdkTracerProvider::builder().with_span_processor(processor).with_resource(resource).build())
}
