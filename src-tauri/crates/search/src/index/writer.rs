//! Adds documents to the index and removes them.

use crate::document::{Document, Key};
use crate::index::error::{Damage, IndexError};
use crate::index::fields::Fields;
use crate::index::open::{Index, Watermarks, payload};
use content::SessionId;
use notices::{Describe, chain};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tantivy::indexer::LogMergePolicy;
use tantivy::{IndexWriter, TantivyDocument, TantivyError, Term};

/// The memory for documents before they are written, in bytes.
const WRITER_BYTES: usize = 48 << 20;

/// Segments with more documents are not merged. It limits how much is rewritten when a session is erased.
const LARGEST_SEGMENT: usize = 400_000;

/// The number of waits for running searches before giving up.
const MAX_LOCK_ATTEMPTS: usize = 100;
const LOCK_RETRY_PAUSE: Duration = Duration::from_millis(50);

/// The length of the id that begins the names of a segment's files.
const UUID: usize = 32;

/// The only writer of an index. Its changes are visible after a commit; after a crash the last commit remains.
pub struct Writer {
    folder: PathBuf,
    index: tantivy::Index,
    fields: Fields,
    /// `None` only while an erased session is being purged.
    writer: Option<IndexWriter>,
}

impl Writer {
    pub(super) fn new(folder: &Path, index: tantivy::Index, fields: Fields) -> Result<Self, IndexError> {
        let mut made = Self { folder: folder.to_owned(), index, fields, writer: None };
        made.writer()?;
        Ok(made)
    }

    /// Adds a document, replacing an earlier one with the same key.
    pub fn put(&mut self, document: &Document) -> Result<(), IndexError> {
        self.forget(&document.key())?;
        self.add(document)
    }

    /// Adds a document beside others with the same key: more of a long text.
    pub fn add(&mut self, document: &Document) -> Result<(), IndexError> {
        if !document.has_words() {
            return Ok(());
        }
        let (fields, folder) = (self.fields, self.folder.clone());
        for record in fields.records(document) {
            let record = record.map_err(|error| IndexError::damaged(&folder, chain(&error)))?;
            self.work(|writer| writer.add_document(record))?;
        }
        Ok(())
    }

    pub fn forget(&mut self, key: &Key) -> Result<(), IndexError> {
        let term = Term::from_field_text(self.fields.key, key.as_str());
        self.work(|writer| Ok(writer.delete_term(term))).map(drop)
    }

    /// Removes everything of a session. Its bytes stay in the files until [`Self::purge`].
    pub fn forget_session(&mut self, session: &SessionId) -> Result<(), IndexError> {
        let term = Term::from_field_text(self.fields.session, session.as_str());
        self.work(|writer| Ok(writer.delete_term(term))).map(drop)
    }

    /// Writes everything to disk, together with the progress of reading the sessions.
    pub fn commit(&mut self, read: &Watermarks) -> Result<(), IndexError> {
        let payload = payload(read).map_err(|error| IndexError::damaged(&self.folder, chain(&error)))?;
        self.work(|writer| {
            let mut commit = writer.prepare_commit()?;
            commit.set_payload(&payload);
            commit.commit()
        })
        .map(drop)
    }

    /// Rewrites every file that still contains removed documents, and deletes the old ones. Call it after a commit.
    pub fn purge(&mut self, index: &Index) -> Result<(), IndexError> {
        // A running merge could carry removed documents over, so merging must stop first.
        if let Some(writer) = self.writer.take() {
            writer.wait_merging_threads().map_err(|error| self.error(&error))?;
        }
        let segments = self.index.searchable_segment_metas().map_err(|error| self.error(&error))?;
        let holding: Vec<_> =
            segments.iter().filter(|segment| segment.has_deletes()).map(tantivy::SegmentMeta::id).collect();
        drop(segments);
        for segment in holding {
            self.work(|writer| writer.merge(&[segment]).wait())?;
        }
        // Running searches hold the old files a moment longer.
        for _ in 0..MAX_LOCK_ATTEMPTS {
            index.reload()?;
            self.work(|writer| writer.garbage_collect_files().wait())?;
            if self.holds_only_what_is_needed()? {
                return Ok(());
            }
            std::thread::park_timeout(LOCK_RETRY_PAUSE);
        }
        let reason = Damage::InUse.notice();
        Err(IndexError::NotAccessible { path: self.folder.clone(), reason })
    }

    fn holds_only_what_is_needed(&self) -> Result<bool, IndexError> {
        let metas = self.index.load_metas().map_err(|error| self.error(&error))?;
        let needed: Vec<_> = metas.segments.iter().map(|segment| segment.id().uuid_string()).collect();
        let files =
            std::fs::read_dir(&self.folder).map_err(|error| IndexError::from_io(&self.folder, &error))?;
        let is_needed = |name: &str| {
            let is_of_segment = name.len() > UUID && name.as_bytes().get(UUID) == Some(&b'.');
            !is_of_segment || needed.iter().any(|segment| name.starts_with(segment.as_str()))
        };
        Ok(files.flatten().all(|file| is_needed(&file.file_name().to_string_lossy())))
    }

    fn work<T>(
        &mut self,
        work: impl FnOnce(&mut IndexWriter) -> Result<T, TantivyError>,
    ) -> Result<T, IndexError> {
        let done = work(self.writer()?);
        done.map_err(|error| self.error(&error))
    }

    fn writer(&mut self) -> Result<&mut IndexWriter, IndexError> {
        if self.writer.is_none() {
            let made: Result<IndexWriter<TantivyDocument>, _> =
                self.index.writer_with_num_threads(1, WRITER_BYTES);
            let made = made.map_err(|error| self.error(&error))?;
            let mut merging = LogMergePolicy::default();
            merging.set_max_docs_before_merge(LARGEST_SEGMENT);
            made.set_merge_policy(Box::new(merging));
            self.writer = Some(made);
        }
        self.writer.as_mut().ok_or_else(|| IndexError::damaged(&self.folder, Damage::NoWriter.notice()))
    }

    fn error(&self, error: &TantivyError) -> IndexError {
        IndexError::from_tantivy(&self.folder, error)
    }
}
