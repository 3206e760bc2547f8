//! A model in an ONNX folder, behind the port.

use crate::needed::ModelFiles;
pub(crate) use crate::pooling::Taken;
use crate::pooling::{Pooling, of_length_one};
use fastembed::output::OutputKey;
use fastembed::{
    InitOptionsUserDefined, QuantizationMode, TextEmbedding, TokenizerFiles, UserDefinedEmbeddingModel,
};
use futures::FutureExt;
use futures::future::BoxFuture;
use notices::Describe;
use ort::environment::Environment;
use ports::{Embedder, EmbedderError};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Pieces of a text beyond this many are not read.
const MAX_TOKENS: usize = 256;
/// What a model may call its answer.
const OUTPUTS: &[OutputKey] = &[
    OutputKey::OnlyOne,
    OutputKey::ByName("text_embeds"),
    OutputKey::ByName("last_hidden_state"),
    OutputKey::ByName("sentence_embedding"),
];
const WEIGHTS: [&str; 4] =
    ["model_quantized.onnx", "model.onnx", "onnx/model_quantized.onnx", "onnx/model.onnx"];
/// The marks of models like BERT, for folders that leave them out.
const MARKS: &str = r#"{"unk_token":"[UNK]","sep_token":"[SEP]","pad_token":"[PAD]","cls_token":"[CLS]","mask_token":"[MASK]"}"#;

/// The files of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Files {
    pub(crate) folder: PathBuf,
    pub(crate) weights: String,
    /// What the weights refer to.
    pub(crate) additional: Vec<String>,
    pub(crate) taken: Taken,
}

impl Files {
    /// Those of a folder like one of the model hub.
    pub(crate) fn found_in(folder: &Path) -> Self {
        let weights = WEIGHTS.into_iter().find(|name| folder.join(name).is_file()).unwrap_or(WEIGHTS[1]);
        let beside = format!("{weights}_data");
        let additional = if folder.join(&beside).is_file() { vec![beside] } else { Vec::new() };
        let (folder, weights, taken) = (folder.to_owned(), weights.to_owned(), Taken::told_in(folder));
        Self { folder, weights, additional, taken }
    }
}

/// A model that is ready. One text is read at a time: the vectors of numbers in 8 bits depend on what else is read.
pub struct OnnxModel {
    name: String,
    session: Arc<Mutex<TextEmbedding>>,
    pooling: Arc<Pooling>,
}

impl OnnxModel {
    /// The usual model, from its files. `quiet` are the words that say nothing of a topic.
    pub fn open(parts: &ModelFiles, quiet: &[&'static str]) -> Result<Self, EmbedderError> {
        Self::in_folder(&parts.sound_runtime()?, parts.folder(), quiet)
    }

    /// Any model in a folder: its weights and its tokenizer, as the model hub keeps them.
    pub fn in_folder(runtime: &Path, folder: &Path, quiet: &[&'static str]) -> Result<Self, EmbedderError> {
        Self::of_files(runtime, &Files::found_in(folder), quiet)
    }

    pub(crate) fn of_files(
        runtime: &Path,
        files: &Files,
        quiet: &[&'static str],
    ) -> Result<Self, EmbedderError> {
        let environment = start(runtime)?;
        let weights = read(&files.folder.join(&files.weights))?;
        let hash = ring::digest::digest(&ring::digest::SHA256, &weights);
        let hash: String = hash.as_ref().iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        let mut model = UserDefinedEmbeddingModel::new(weights, tokenizer(&files.folder)?)
            .with_quantization(QuantizationMode::None);
        for file in &files.additional {
            let name = file.rsplit('/').next().unwrap_or(file).to_owned();
            model = model.with_external_initializer(name, read(&files.folder.join(file))?);
        }
        // Threads that wait by turning round and round take the processor from everything else.
        let options = InitOptionsUserDefined::new()
            .with_environment(environment)
            .with_max_length(MAX_TOKENS)
            .with_intra_threads(1)
            .with_session_config("session.intra_op.allow_spinning", "0");
        let session = TextEmbedding::try_new_from_user_defined(model, options)
            .map_err(|error| EmbedderError::DamagedModel { reason: notices::said(&error.to_string()) })?;
        let pooling = Pooling::new(files.taken, quiet);
        let name = format!("{hash}, {}", pooling.name());
        Ok(Self { name, session: Arc::new(Mutex::new(session)), pooling: Arc::new(pooling) })
    }
}

fn tokenizer(folder: &Path) -> Result<TokenizerFiles, EmbedderError> {
    Ok(TokenizerFiles {
        tokenizer_file: read(&folder.join("tokenizer.json"))?,
        config_file: read(&folder.join("config.json"))?,
        special_tokens_map_file: disk::read(&folder.join("special_tokens_map.json"), limits::SETTINGS_FILE)
            .unwrap_or_else(|_| MARKS.into()),
        tokenizer_config_file: read(&folder.join("tokenizer_config.json"))?,
    })
}

impl Embedder for OnnxModel {
    fn model(&self) -> &str {
        &self.name
    }

    fn embed(&self, texts: Vec<String>) -> BoxFuture<'_, Result<Vec<Vec<f32>>, EmbedderError>> {
        let (session, pooling) = (Arc::clone(&self.session), Arc::clone(&self.pooling));
        async move {
            let worked = tokio::task::spawn_blocking(move || {
                // Between two texts somebody else may have a turn, so that a question does not wait for a library.
                let one = |text: &String| {
                    let mut session = session.lock().unwrap_or_else(PoisonError::into_inner);
                    embed(&mut session, &pooling, text)
                };
                texts.iter().map(one).collect()
            });
            worked.await.unwrap_or_else(|error| Err(failed(&error)))
        }
        .boxed()
    }
}

fn embed(session: &mut TextEmbedding, pooling: &Pooling, text: &str) -> Result<Vec<f32>, EmbedderError> {
    let encoded = session.tokenizer.encode(text, true).map_err(|error| failed(&error))?;
    let output = session.transform([text], Some(1)).map_err(|error| failed(&error))?.into_raw();
    let batch = output.first().ok_or(EmbedderError::NoOutput)?;
    let rows = batch.select_output(&OUTPUTS).map_err(|error| failed(&error))?;
    let values = rows.as_slice().ok_or(EmbedderError::Gaps)?;
    // Some models make one vector themselves.
    let vector = if rows.ndim() == 2 {
        of_length_one(values.to_vec())
    } else {
        pooling.pool(encoded.get_tokens(), values)
    };
    // Scores made of it are kept in logs, where only numbers can be written.
    if vector.iter().all(|value| value.is_finite()) { Ok(vector) } else { Err(EmbedderError::NotNumbers) }
}

/// Loads the runtime, once for the whole process.
fn start(library: &Path) -> Result<Environment, EmbedderError> {
    static STARTED: Mutex<Option<Environment>> = Mutex::new(None);
    let mut started = STARTED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(environment) = &*started {
        return Ok(environment.clone());
    }
    let what = "ONNX Runtime".to_owned();
    // The loader would panic over a file that is not there.
    if !library.is_file() {
        return Err(EmbedderError::Missing { what });
    }
    let foreign = |reason: &str| EmbedderError::Foreign { what: what.clone(), reason: notices::said(reason) };
    let builder = ort::init_from(library).map_err(|error| foreign(&error.to_string()))?;
    // Nothing is told to anybody, whatever the library was built with.
    let environment = builder.with_name("callwright").with_telemetry(false).build();
    let environment = environment.map_err(|error| foreign(&error.to_string()))?;
    Ok(started.insert(environment).clone())
}

fn read(path: &Path) -> Result<Vec<u8>, EmbedderError> {
    let what = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    disk::read(path, limits::MEANING_MODEL).map_err(|error| {
        if error.kind() == std::io::ErrorKind::NotFound {
            EmbedderError::Missing { what }
        } else {
            EmbedderError::Damaged { what, reason: error.notice() }
        }
    })
}

fn failed(error: &dyn std::fmt::Display) -> EmbedderError {
    EmbedderError::Failed { reason: notices::said(&error.to_string()) }
}

#[cfg(test)]
mod tests {
    use super::OnnxModel;
    use std::path::Path;

    #[test]
    fn a_library_that_is_missing_or_of_another_kind_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let library = folder.path().join("libonnxruntime.so");
        let refused = |library: &Path| {
            let opened = OnnxModel::in_folder(library, folder.path(), &[]);
            opened.err().map(|error| error.to_string()).expect("it is refused")
        };
        assert_eq!(refused(&library), "ONNX Runtime is not there");
        std::fs::write(&library, "this is no library").expect("a file");
        let foreign = refused(&library);
        assert!(foreign.starts_with("ONNX Runtime can't be used on this machine"), "{foreign}");
    }
}
