//! llama.cpp alone, in the shortest loop there is: read the prompt, take the likeliest token, go on.

use anyhow::{Context, Result};
use llama_cpp_2::context::LlamaContext;
use llama_cpp_2::context::params::LlamaContextParams;
use llama_cpp_2::llama_backend::LlamaBackend;
use llama_cpp_2::llama_batch::LlamaBatch;
use llama_cpp_2::model::LlamaModel;
use llama_cpp_2::model::params::LlamaModelParams;
use llama_cpp_2::sampling::LlamaSampler;
use serde::{Deserialize, Serialize};
use std::num::NonZeroU32;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

const CONTEXT: u32 = 8192;
const BATCH: usize = 512;

/// What was written, and what it took.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Written {
    pub(crate) text: String,
    pub(crate) prompt: usize,
    pub(crate) tokens: usize,
    pub(crate) reading: Duration,
    pub(crate) writing: Duration,
}

/// What is to be written: prompts, and how long each answer may be.
#[derive(Serialize, Deserialize)]
struct Task {
    prompts: Vec<String>,
    tokens: u32,
}

/// Puts prompts to llama.cpp in a process of its own.
pub(crate) fn run(model: &Path, prompts: &[String], tokens: u32) -> Result<Vec<Written>> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("prompts.json");
    std::fs::write(&file, serde_json::to_string(&Task { prompts: prompts.to_vec(), tokens })?)?;
    let mut child = Command::new(std::env::current_exe()?);
    child.arg("raw").arg("--model").arg(model).arg("--data").arg(&file);
    let output = child.output()?;
    anyhow::ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Ok(serde_json::from_slice(&output.stdout)?)
}

/// What the process does that was started for it.
pub(crate) fn run_alone(model: &Path, file: &Path) -> Result<()> {
    let task: Task = serde_json::from_str(&std::fs::read_to_string(file)?)?;
    let mut backend = LlamaBackend::init()?;
    backend.void_logs();
    let model =
        LlamaModel::load_from_file(&backend, model, &LlamaModelParams::default().with_n_gpu_layers(0))?;
    let mut raw = Raw::new(&backend, &model)?;
    let written = task.prompts.iter().map(|prompt| raw.write(prompt, task.tokens));
    let written: Vec<Written> = written.collect::<Result<_>>()?;
    println!("{}", serde_json::to_string(&written)?);
    Ok(())
}

/// A context that reads each prompt from its beginning.
struct Raw<'m> {
    model: &'m LlamaModel,
    context: LlamaContext<'m>,
}

impl<'m> Raw<'m> {
    fn new(backend: &LlamaBackend, model: &'m LlamaModel) -> Result<Self> {
        let threads = i32::try_from(std::thread::available_parallelism()?.get())?;
        let params = LlamaContextParams::default()
            .with_n_ctx(NonZeroU32::new(CONTEXT))
            .with_n_batch(u32::try_from(BATCH)?)
            .with_n_threads(threads)
            .with_n_threads_batch(threads);
        Ok(Self { model, context: model.new_context(backend, params)? })
    }

    fn write(&mut self, prompt: &str, most: u32) -> Result<Written> {
        self.context.clear_kv_cache();
        let vocabulary = self.model.vocab();
        let tokens = vocabulary.tokenize(prompt.as_bytes(), false, true);
        let mut written = Written { prompt: tokens.len(), ..Written::default() };
        let mut batch = LlamaBatch::new(BATCH, 1);
        let begun = Instant::now();
        let mut position = 0;
        for part in tokens.chunks(BATCH) {
            batch.clear();
            for token in part {
                batch.add(*token, position, &[0], usize::try_from(position)? + 1 == tokens.len())?;
                position += 1;
            }
            self.context.decode(&mut batch).context("reading")?;
        }
        let mut sampler = LlamaSampler::greedy();
        let mut next = sampler.sample(&self.context, batch.n_tokens() - 1);
        written.reading = begun.elapsed();
        let begun = Instant::now();
        let mut bytes = Vec::new();
        loop {
            written.tokens += 1;
            if vocabulary.is_eog(next) || written.tokens >= most as usize {
                break;
            }
            vocabulary.token_to_piece_into(next, &mut bytes, true, None);
            batch.clear();
            batch.add(next, position, &[0], true)?;
            position += 1;
            self.context.decode(&mut batch).context("writing")?;
            next = sampler.sample(&self.context, 0);
        }
        written.writing = begun.elapsed();
        written.text = String::from_utf8_lossy(&bytes).into_owned();
        Ok(written)
    }
}
