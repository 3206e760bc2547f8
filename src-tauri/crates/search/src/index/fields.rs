//! The fields of the index, and their contents for a document.

use crate::document::{Document, HitKind, Part};
use crate::passages::{PIECE, pieces};
use crate::words::{ANALYZER, beginnings, fold};
use content::{CalledFunction, ModelId};
use tantivy::TantivyDocument;
use tantivy::schema::{
    Field, INDEXED, IndexRecordOption, NumericOptions, STORED, STRING, Schema, TextFieldIndexing, TextOptions,
};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Fields {
    /// All passages, consecutively.
    pub(crate) words: Field,
    /// The first letters of all words, each once: for a word being typed they are one list to read, instead of one per
    /// matching word.
    pub(crate) beginnings: Field,
    /// The document itself, returned with a hit.
    pub(crate) kept: Field,
    pub(crate) key: Field,
    pub(crate) session: Field,
    pub(crate) kind: Field,
    pub(crate) function: Field,
    pub(crate) plugin: Field,
    pub(crate) status: Field,
    pub(crate) model: Field,
    pub(crate) at: Field,
    pub(crate) took: Field,
}

pub(crate) const SESSION: &str = "session";
pub(crate) const AT: &str = "at";
pub(crate) const TITLE: &str = "title";
/// The term that every named document contains, for filters on any name.
pub(crate) const ANY: &str = "*";

impl Fields {
    pub(crate) fn schema() -> (Schema, Self) {
        let mut schema = Schema::builder();
        let indexing = TextFieldIndexing::default()
            .set_tokenizer(ANALYZER)
            .set_index_option(IndexRecordOption::WithFreqsAndPositions);
        let beginnings = TextFieldIndexing::default()
            .set_tokenizer("raw")
            .set_fieldnorms(false)
            .set_index_option(IndexRecordOption::Basic);
        let fields = Self {
            words: schema.add_text_field("words", TextOptions::default().set_indexing_options(indexing)),
            beginnings: schema
                .add_text_field("beginnings", TextOptions::default().set_indexing_options(beginnings)),
            kept: schema.add_text_field("kept", STORED),
            key: schema.add_text_field("key", STRING),
            session: schema.add_text_field(SESSION, STRING.set_fast("raw")),
            kind: schema.add_text_field("kind", STRING),
            function: schema.add_text_field("function", STRING),
            plugin: schema.add_text_field("plugin", STRING),
            status: schema.add_text_field("status", STRING),
            model: schema.add_text_field("model", STRING),
            at: schema.add_i64_field(AT, NumericOptions::default().set_fast()),
            took: schema.add_u64_field("took", NumericOptions::from(INDEXED).set_fast()),
        };
        (schema.build(), fields)
    }

    /// The records of a document in the index: one, or one per piece of a long text.
    pub(crate) fn records<'a>(
        &'a self,
        document: &'a Document,
    ) -> impl Iterator<Item = Result<TantivyDocument, serde_json::Error>> + 'a {
        let is_short = document.passages.iter().map(|passage| passage.text.len()).sum::<usize>() <= PIECE;
        let whole = is_short.then(|| self.record(document));
        let pieces = document.passages.iter().filter(move |_| !is_short).flat_map(move |passage| {
            // The name of the function is part of every piece, so that both are found together.
            let is_name = passage.part == Part::Function;
            let pieces = pieces(&passage.text).filter(move |_| !is_name);
            pieces.map(move |piece| self.record(&document.with_passage(passage.part, piece.to_owned())))
        });
        whole.into_iter().chain(pieces)
    }

    fn record(&self, document: &Document) -> Result<TantivyDocument, serde_json::Error> {
        let mut record = TantivyDocument::default();
        for passage in &document.passages {
            record.add_text(self.words, &passage.text);
        }
        for beginning in beginnings(document.passages.iter().map(|passage| passage.text.as_str())) {
            record.add_text(self.beginnings, beginning);
        }
        record.add_text(self.kept, serde_json::to_string(document)?);
        record.add_text(self.key, document.key().as_str());
        record.add_text(self.session, document.session.as_str());
        record.add_i64(self.at, document.at.0);
        if document.kind == HitKind::Title {
            record.add_text(self.kind, TITLE);
        }
        for name in document.function.iter().flat_map(names) {
            record.add_text(self.function, name);
        }
        let has_plugin = document.function.as_ref().and_then(plugin).is_some();
        let any = [
            (self.function, document.function.is_some()),
            (self.plugin, has_plugin),
            (self.model, document.model.is_some()),
        ];
        for (field, _) in any.into_iter().filter(|(_, is_there)| *is_there) {
            record.add_text(field, ANY);
        }
        if let Some(plugin) = document.function.as_ref().and_then(plugin) {
            record.add_text(self.plugin, plugin);
        }
        for status in &document.statuses {
            record.add_text(self.status, status.word());
        }
        for name in document.model.iter().flat_map(model_names) {
            record.add_text(self.model, name);
        }
        if let Some(took) = document.took {
            record.add_u64(self.took, took);
        }
        Ok(record)
    }
}

/// The names a function is filtered by: its own, and the joined forms that people and providers use.
fn names(function: &CalledFunction) -> Vec<String> {
    match function {
        CalledFunction::Unknown { raw } => vec![fold(raw)],
        CalledFunction::Known { name } => {
            let own = fold(&name.function);
            let plugin = name.plugin.as_ref().map(|plugin| fold(plugin.as_str()));
            let joined =
                plugin.iter().flat_map(|plugin| [".", "-"].map(|sign| format!("{plugin}{sign}{own}")));
            joined.chain([own.clone()]).collect()
        }
    }
}

fn plugin(function: &CalledFunction) -> Option<String> {
    let plugin = function.known()?.plugin.as_ref()?;
    Some(fold(plugin.as_str()))
}

/// The names a model is filtered by: the whole id, and the part behind its service.
fn model_names(model: &ModelId) -> Vec<String> {
    let whole = fold(model.as_str());
    let own = whole.find([':', '/']).and_then(|sign| whole.get(sign + 1..)).map(str::to_owned);
    [Some(whole), own].into_iter().flatten().collect()
}
