//! A search index over the functions there are, in memory.

use crate::words::{ANALYZER, Word, analyzer, spread, words};
use ports::{FunctionSpec, SelectorError};
use serde_json::Value;
use std::sync::Arc;
use tantivy::collector::TopDocs;
use tantivy::query::{BooleanQuery, BoostQuery, Occur, Query, TermQuery};
use tantivy::schema::{Field, IndexRecordOption, NumericOptions, Schema, TextFieldIndexing, TextOptions};
use tantivy::{Index, IndexReader, TantivyDocument, TantivyError, Term};

/// What is said about a function, and how much a word in each place counts.
const FIELDS: [(&str, f32); 4] =
    [("name", 3.0), ("description", 1.5), ("parameters", 1.0), ("about_parameters", 0.6)];

pub(crate) struct FunctionIndex {
    specs: Vec<Arc<FunctionSpec>>,
    fields: Vec<(Field, f32)>,
    reader: IndexReader,
}

/// A function that has words in common with the query.
pub(crate) struct Hit {
    /// Its place among the functions that were indexed.
    pub(crate) function: usize,
    pub(crate) score: f32,
    pub(crate) matched: Vec<String>,
}

impl FunctionIndex {
    pub(crate) fn build(specs: Vec<Arc<FunctionSpec>>) -> Result<Self, SelectorError> {
        Self::try_build(specs).map_err(|error| SelectorError::Index { reason: error.to_string() })
    }

    fn try_build(specs: Vec<Arc<FunctionSpec>>) -> Result<Self, TantivyError> {
        let mut schema = Schema::builder();
        let indexing = TextFieldIndexing::default()
            .set_tokenizer(ANALYZER)
            .set_index_option(IndexRecordOption::WithFreqs);
        let options = TextOptions::default().set_indexing_options(indexing);
        let fields: Vec<_> = FIELDS
            .iter()
            .map(|(name, weight)| (schema.add_text_field(name, options.clone()), *weight))
            .collect();
        let place = schema.add_u64_field("place", NumericOptions::default().set_fast());
        let index = Index::create_in_ram(schema.build());
        index.tokenizers().register(ANALYZER, analyzer());

        let mut writer = index.writer_with_num_threads(1, 15_000_000)?;
        for (number, spec) in specs.iter().enumerate() {
            let mut document = TantivyDocument::default();
            for ((field, _), text) in fields.iter().zip(texts(spec)) {
                document.add_text(*field, spread(&text));
            }
            document.add_u64(place, number as u64);
            writer.add_document(document)?;
        }
        writer.commit()?;
        writer.wait_merging_threads()?;
        Ok(Self { specs, fields, reader: index.reader()? })
    }

    pub(crate) fn holds(&self, specs: &[Arc<FunctionSpec>]) -> bool {
        self.specs.len() == specs.len()
            && self.specs.iter().zip(specs).all(|(ours, theirs)| Arc::ptr_eq(ours, theirs) || ours == theirs)
    }

    /// The functions that share a word with the query, the best first.
    pub(crate) fn search(&self, query: &str) -> Result<Vec<Hit>, SelectorError> {
        self.try_search(query).map_err(|error| SelectorError::Index { reason: error.to_string() })
    }

    fn try_search(&self, query: &str) -> Result<Vec<Hit>, TantivyError> {
        let asked = words(&mut analyzer(), query);
        let clauses: Vec<(Occur, Box<dyn Query>)> = asked
            .iter()
            .flat_map(|word| {
                self.fields.iter().map(move |(field, weight)| clause(*field, &word.stem, *weight))
            })
            .collect();
        if clauses.is_empty() || self.specs.is_empty() {
            return Ok(Vec::new());
        }
        let searcher = self.reader.searcher();
        let best = TopDocs::with_limit(self.specs.len()).order_by_score();
        let found = searcher.search(&BooleanQuery::new(clauses), &best)?;
        let mut hits = Vec::with_capacity(found.len());
        for (score, address) in found {
            let places = searcher.segment_reader(address.segment_ord).fast_fields().u64("place")?;
            let place = places.first(address.doc_id).and_then(|place| usize::try_from(place).ok());
            let Some((function, spec)) = place.and_then(|place| Some((place, self.specs.get(place)?))) else {
                continue;
            };
            let known = words(&mut analyzer(), &texts(spec).join(" "));
            let is_known = |word: &&Word| known.iter().any(|one| one.stem == word.stem);
            let matched = asked.iter().filter(is_known).map(|word| word.written.clone()).collect();
            hits.push(Hit { function, score, matched });
        }
        Ok(hits)
    }
}

fn clause(field: Field, word: &str, weight: f32) -> (Occur, Box<dyn Query>) {
    let term = TermQuery::new(Term::from_field_text(field, word), IndexRecordOption::WithFreqs);
    (Occur::Should, Box::new(BoostQuery::new(Box::new(term), weight)))
}

/// What is said about a function, a text for each of [`FIELDS`].
fn texts(spec: &FunctionSpec) -> [String; 4] {
    let plugin = spec.name.plugin.as_ref().map_or("", |plugin| plugin.as_str());
    let (mut names, mut about) = (Vec::new(), Vec::new());
    collect(&spec.parameters, &mut names, &mut about);
    [format!("{plugin} {}", spec.name.function), spec.description.clone(), names.join(" "), about.join(" ")]
}

fn collect(schema: &Value, names: &mut Vec<String>, about: &mut Vec<String>) {
    let Some(properties) = schema.get("properties").and_then(Value::as_object) else { return };
    for (name, property) in properties {
        names.push(name.clone());
        about.extend(property.get("description").and_then(Value::as_str).map(str::to_owned));
        let choices = property.get("enum").and_then(Value::as_array).into_iter().flatten();
        about.extend(choices.filter_map(Value::as_str).map(str::to_owned));
        collect(property, names, about);
    }
}
