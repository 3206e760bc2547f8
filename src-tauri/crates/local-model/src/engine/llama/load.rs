//! Weights into memory, and why not.

use super::super::{EngineError, Job, memory};
use crate::facts::Facts;
use llama_cpp_2::llama_backend::LlamaBackend;
use llama_cpp_2::model::LlamaModel;
use llama_cpp_2::model::params::LlamaModelParams;
use llama_cpp_2::{LogOptions, send_logs_to_tracing};
use std::fmt::Debug;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber};

/// The smallest context a model is loaded for.
pub(super) const SMALLEST: u32 = 4096;

static BACKEND: OnceLock<Result<LlamaBackend, EngineError>> = OnceLock::new();

/// What every use of llama.cpp needs. It stays as long as the process.
pub(super) fn backend() -> Result<&'static LlamaBackend, EngineError> {
    let begin = || {
        let backend =
            LlamaBackend::init().map_err(|error| EngineError::Load { reason: error.to_string() })?;
        send_logs_to_tracing(LogOptions::default());
        Ok(backend)
    };
    BACKEND.get_or_init(begin).as_ref().map_err(Clone::clone)
}

/// Loads the weights, unless nobody waits for them any more.
pub(super) fn load(facts: &Facts, job: &Job) -> Result<LlamaModel, EngineError> {
    check_processor()?;
    let needed = facts.bytes.saturating_add(facts.context_bytes(SMALLEST.min(facts.context)));
    memory::require(needed, memory::available, || false)?;
    let backend = backend()?;
    let (cancel, told) = (job.cancel.clone(), job.told.clone());
    let params = LlamaModelParams::default()
        .with_n_gpu_layers(0)
        .with_progress_callback(move |_| !cancel.is_cancelled() && !told.is_closed());
    let heard = Heard::default();
    let loaded = tracing::subscriber::with_default(heard.clone(), || {
        LlamaModel::load_from_file(backend, &facts.path, &params)
    });
    loaded.map_err(|error| {
        if job.is_over() {
            return EngineError::Cancelled;
        }
        let reason = heard.reason().unwrap_or_else(|| error.to_string());
        EngineError::Refused { architecture: facts.architecture.clone(), reason }
    })
}

/// llama.cpp is built for processors of the last ten years and does not ask.
fn check_processor() -> Result<(), EngineError> {
    #[cfg(target_arch = "x86_64")]
    if !(std::is_x86_feature_detected!("avx2") && std::is_x86_feature_detected!("fma")) {
        return Err(EngineError::Processor);
    }
    Ok(())
}

/// What llama.cpp says while it loads: its last word on an error is the reason.
#[derive(Clone, Default)]
struct Heard(Arc<Mutex<Vec<String>>>);

impl Heard {
    /// The first error names what is wrong, and those behind it only that something was.
    fn reason(&self) -> Option<String> {
        let said = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let named =
            said.iter().find(|line| line.contains("error loading model:")).or_else(|| said.first())?;
        let reason = named.rsplit("error loading model:").next().unwrap_or(named);
        Some(reason.trim().chars().filter(|letter| !letter.is_control()).take(300).collect())
    }
}

impl Subscriber for Heard {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        *metadata.level() == Level::ERROR
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        if *event.metadata().level() == Level::ERROR {
            event.record(&mut Line(&self.0));
        }
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

struct Line<'a>(&'a Mutex<Vec<String>>);

impl Visit for Line<'_> {
    fn record_str(&mut self, field: &Field, value: &str) {
        if field.name() == "message" {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).push(value.to_owned());
        }
    }

    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.record_str(field, &format!("{value:?}"));
    }
}
