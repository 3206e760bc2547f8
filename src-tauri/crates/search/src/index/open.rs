//! Opens an index, or creates one.

use crate::document::Document;
use crate::index::error::{Damage, IndexError};
use crate::index::fields::Fields;
use crate::index::writer::Writer;
use crate::words::{ANALYZER, analyzer};
use content::SessionId;
use notices::{Describe, chain};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use tantivy::directory::MmapDirectory;
use tantivy::{Executor, IndexReader, ReloadPolicy, Searcher};

/// The version of the format. It is raised with every change of words or fields, so that an older index is rebuilt.
const FORMAT: u32 = 3;

/// The threads of one search. An index rarely has more segments worth one.
const WRITER_THREADS: usize = 4;

/// The progress of reading each session: the number of the last entry of its log. Committed together with the
/// documents, so that the two can't disagree.
pub type Watermarks = BTreeMap<SessionId, u64>;

/// A searchable index. Cheap to clone.
pub struct Index {
    pub(crate) folder: PathBuf,
    pub(crate) fields: Fields,
    pub(crate) index: tantivy::Index,
    reader: IndexReader,
    /// Searches several segments in parallel.
    pub(crate) executor: Executor,
}

/// An index with its only writer.
pub struct Opened {
    pub index: Index,
    pub writer: Writer,
    pub read: Watermarks,
}

/// The data beside the documents in every commit.
#[derive(Serialize, Deserialize)]
struct Payload {
    format: u32,
    read: Watermarks,
}

impl Index {
    /// Opens an existing index. Every problem is reported as damage, because the remedy is the same.
    pub fn open(folder: &Path) -> Result<Opened, IndexError> {
        let opened = tantivy::Index::open_in_dir(folder);
        let index = opened.map_err(|error| IndexError::from_tantivy(folder, &error))?;
        let (schema, fields) = Fields::schema();
        if index.schema() != schema {
            return Err(IndexError::damaged(folder, Damage::OtherColumns.notice()));
        }
        let metas = index.load_metas().map_err(|error| IndexError::from_tantivy(folder, &error))?;
        let payload: Payload = serde_json::from_str(metas.payload.as_deref().unwrap_or_default())
            .map_err(|error| IndexError::damaged(folder, chain(&error)))?;
        if payload.format != FORMAT {
            return Err(IndexError::damaged(folder, Damage::OtherFormat { format: payload.format }.notice()));
        }
        Self::with(folder, index, fields, payload.read)
    }

    /// Creates an empty index. Existing files are deleted.
    pub fn create(folder: &Path) -> Result<Opened, IndexError> {
        let io = |error: std::io::Error| IndexError::from_io(folder, &error);
        match std::fs::symlink_metadata(folder) {
            Ok(found) if found.is_dir() => std::fs::remove_dir_all(folder).map_err(io)?,
            Ok(_) => std::fs::remove_file(folder).map_err(io)?,
            Err(_) => {}
        }
        disk::make_folder(folder).map_err(io)?;
        let (schema, fields) = Fields::schema();
        let directory =
            MmapDirectory::open(folder).map_err(|error| IndexError::from_tantivy(folder, &error.into()))?;
        let made = tantivy::Index::builder().schema(schema).open_or_create(directory);
        let index = made.map_err(|error| IndexError::from_tantivy(folder, &error))?;
        let mut opened = Self::with(folder, index, fields, Watermarks::new())?;
        opened.writer.commit(&opened.read)?;
        Ok(opened)
    }

    /// Reads every byte and verifies its checksum.
    pub fn check(&self) -> Result<(), IndexError> {
        let damaged = self.index.validate_checksum().map_err(|error| self.error(&error))?;
        match damaged.into_iter().next() {
            None => Ok(()),
            Some(file) => Err(IndexError::damaged(&self.folder, Damage::Changed { file }.notice())),
        }
    }

    /// Makes committed changes visible.
    pub fn reload(&self) -> Result<(), IndexError> {
        self.reader.reload().map_err(|error| self.error(&error))
    }

    /// The number of documents.
    pub fn len(&self) -> u64 {
        self.reader.searcher().num_docs()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub(crate) fn searcher(&self) -> Searcher {
        self.reader.searcher()
    }

    pub(crate) fn error(&self, error: &tantivy::TantivyError) -> IndexError {
        IndexError::from_tantivy(&self.folder, error)
    }

    pub(crate) fn read(&self, kept: &str) -> Result<Document, IndexError> {
        serde_json::from_str(kept).map_err(|error| IndexError::damaged(&self.folder, chain(&error)))
    }

    fn with(
        folder: &Path,
        index: tantivy::Index,
        fields: Fields,
        read: Watermarks,
    ) -> Result<Opened, IndexError> {
        let failed = |error: tantivy::TantivyError| IndexError::from_tantivy(folder, &error);
        index.tokenizers().register(ANALYZER, analyzer());
        let reader = index.reader_builder().reload_policy(ReloadPolicy::Manual).try_into().map_err(failed)?;
        let writer = Writer::new(folder, index.clone(), fields)?;
        let index = Self { folder: folder.to_owned(), fields, index, reader, executor: executor() };
        Ok(Opened { index, writer, read })
    }
}

/// Without threads, a search runs in its caller's.
fn executor() -> Executor {
    let threads = std::thread::available_parallelism().map_or(1, |threads| threads.get().min(WRITER_THREADS));
    let several = if threads > 1 { Executor::multi_thread(threads, "search").ok() } else { None };
    several.unwrap_or_else(Executor::single_thread)
}

pub(super) fn payload(read: &Watermarks) -> Result<String, serde_json::Error> {
    serde_json::to_string(&Payload { format: FORMAT, read: read.clone() })
}
