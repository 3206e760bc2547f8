//! Common words: an in-memory index that follows the set of functions, scored by BM25F.
//!
//! Tantivy keeps the postings. Scores are computed here, because the words of all fields must be counted together
//! before weighting: a word in both name and description is one piece of evidence, not two.

use crate::about::fields;
use crate::words::{Word, Words};
use ports::FunctionSpec;
use std::sync::Arc;
use tantivy::directory::RamDirectory;
use tantivy::postings::{Postings, SegmentPostings};
use tantivy::schema::{Field, IndexRecordOption, NumericOptions, Schema, TextFieldIndexing, TextOptions};
use tantivy::tokenizer::{TextAnalyzer, WhitespaceTokenizer};
use tantivy::{
    DocSet, Index, IndexBuilder, IndexReader, InvertedIndexReader, ReloadPolicy, TERMINATED, TantivyDocument,
    TantivyError, Term,
};

/// BM25's `k1`: how soon repetitions of a word stop counting.
const SATURATION: f32 = 1.2;
/// BM25's `b`: how much the length of a text counts against a function.
const LENGTH: f32 = 0.75;
/// Fields are weighted in quarters, and a word is written to the index once per quarter.
const QUARTERS: f32 = 4.0;
/// The minimum memory a writer accepts, in bytes.
const WRITER_BYTES: usize = 15_000_000;
/// The initial memory for the first functions, in bytes. It grows.
const FIRST_BYTES: usize = 1_000_000;
const ANALYZER: &str = "stems";

/// The slot of a document whose function is gone.
const NOWHERE: u32 = u32::MAX;

pub(crate) struct LexicalIndex {
    index: Index,
    reader: IndexReader,
    stems: Field,
    slot: Field,
    segments: Vec<Segment>,
    /// The weighted length of the text in each slot; `None` if the slot is free.
    lengths: Vec<Option<f32>>,
    /// The document in each slot.
    documents: Vec<Place>,
}

/// A document, by its segment and its number in the segment.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Place {
    segment: u32,
    document: u32,
}

struct Segment {
    postings: Arc<InvertedIndexReader>,
    /// The slot of each document.
    slots: Vec<u32>,
}

impl LexicalIndex {
    pub(crate) fn new() -> Result<Self, TantivyError> {
        let mut schema = Schema::builder();
        let indexing = TextFieldIndexing::default()
            .set_tokenizer(ANALYZER)
            .set_fieldnorms(false)
            .set_index_option(IndexRecordOption::WithFreqs);
        let stems = schema.add_text_field("stems", TextOptions::default().set_indexing_options(indexing));
        let slot = schema.add_u64_field("slot", NumericOptions::default().set_fast().set_indexed());
        let index = Index::create_in_ram(schema.build());
        index.tokenizers().register(ANALYZER, TextAnalyzer::from(WhitespaceTokenizer::default()));
        let reader = reader(&index)?;
        Ok(Self {
            index,
            reader,
            stems,
            slot,
            segments: Vec::new(),
            lengths: Vec::new(),
            documents: Vec::new(),
        })
    }

    /// Adds functions to their slots and removes those in the named slots.
    pub(crate) fn update(
        &mut self,
        words: &mut Words,
        added: &[(usize, Arc<FunctionSpec>)],
        removed: &[usize],
    ) -> Result<(), TantivyError> {
        if self.lengths.is_empty() && removed.is_empty() {
            return self.begin(words, added);
        }
        let mut writer = self.index.writer_with_num_threads(1, WRITER_BYTES)?;
        for &slot in removed {
            writer.delete_term(Term::from_field_u64(self.slot, slot as u64));
            if let Some(length) = self.lengths.get_mut(slot) {
                *length = None;
            }
        }
        for (slot, spec) in added {
            let document = self.document(words, *slot, spec);
            writer.add_document(document)?;
        }
        writer.commit()?;
        writer.wait_merging_threads()?;
        self.reload()
    }

    /// Writes the first functions, usually all of them, to one segment. A writer for later changes has threads, which
    /// never release their memory.
    fn begin(&mut self, words: &mut Words, added: &[(usize, Arc<FunctionSpec>)]) -> Result<(), TantivyError> {
        let builder =
            IndexBuilder::new().schema(self.index.schema()).tokenizers(self.index.tokenizers().clone());
        let mut writer = builder.single_segment_index_writer(RamDirectory::create(), FIRST_BYTES)?;
        for (slot, spec) in added {
            let document = self.document(words, *slot, spec);
            writer.add_document(document)?;
        }
        self.index = writer.finalize()?;
        self.reader = reader(&self.index)?;
        self.reload()
    }

    fn document(&mut self, words: &mut Words, slot: usize, spec: &FunctionSpec) -> TantivyDocument {
        let mut text = String::new();
        let length = write_stems(words, spec, &mut text);
        if self.lengths.len() <= slot {
            self.lengths.resize(slot + 1, None);
        }
        self.lengths[slot] = Some(length);
        let mut document = TantivyDocument::default();
        document.add_text(self.stems, &text);
        document.add_u64(self.slot, slot as u64);
        document
    }

    fn reload(&mut self) -> Result<(), TantivyError> {
        self.reader.reload()?;
        let searcher = self.reader.searcher();
        self.segments.clear();
        self.documents.clear();
        self.documents.resize(self.lengths.len(), Place { segment: NOWHERE, document: NOWHERE });
        for (number, segment) in (0..).zip(searcher.segment_readers()) {
            let column = segment.fast_fields().u64("slot")?;
            let alive = segment.alive_bitset();
            let slot_of = |document| match column.first(document) {
                Some(slot) if alive.is_none_or(|alive| alive.is_alive(document)) => {
                    u32::try_from(slot).unwrap_or(NOWHERE)
                }
                Some(_) | None => NOWHERE,
            };
            let slots: Vec<u32> = (0..segment.max_doc()).map(slot_of).collect();
            for (document, &slot) in (0..).zip(&slots) {
                if let Some(place) = self.documents.get_mut(slot as usize) {
                    *place = Place { segment: number, document };
                }
            }
            self.segments.push(Segment { postings: segment.inverted_index(self.stems)?, slots });
        }
        Ok(())
    }

    /// Adds to each slot's score the score of its common words with a text. Each word counts once.
    pub(crate) fn score(&self, asked: &[Word], scores: &mut [f32]) -> Result<(), TantivyError> {
        let (count, total) = self
            .lengths
            .iter()
            .flatten()
            .fold((0usize, 0.0f32), |(count, total), length| (count + 1, total + length));
        let average = (total / as_f32(count)).max(f32::MIN_POSITIVE);
        let mut found: Vec<(usize, f32)> = Vec::new();
        for word in asked {
            found.clear();
            self.find(word, &mut found)?;
            let containing = as_f32(found.len());
            let rarity = ((as_f32(count) - containing + 0.5) / (containing + 0.5)).ln_1p();
            for &(slot, frequency) in &found {
                let (Some(score), Some(Some(length))) = (scores.get_mut(slot), self.lengths.get(slot)) else {
                    continue;
                };
                let damping = SATURATION * (1.0 - LENGTH + LENGTH * length / average);
                *score += rarity * frequency * (SATURATION + 1.0) / (frequency + damping);
            }
        }
        Ok(())
    }

    /// The words of each slot among these, by their places in the list.
    pub(crate) fn matched(&self, asked: &[Word], slots: &[usize]) -> Result<Vec<Vec<usize>>, TantivyError> {
        let mut matched = vec![Vec::new(); slots.len()];
        for (number, segment) in (0..).zip(&self.segments) {
            let mut listed: Vec<(u32, usize)> = slots
                .iter()
                .enumerate()
                .filter_map(|(row, &slot)| Some((self.documents.get(slot)?, row)))
                .filter(|(place, _)| place.segment == number)
                .map(|(place, row)| (place.document, row))
                .collect();
            listed.sort_unstable();
            for (word, asked) in asked.iter().enumerate() {
                let Some(mut postings) = self.postings(segment, asked)? else { continue };
                for &(document, row) in &listed {
                    if postings.doc() < document {
                        postings.seek(document);
                    }
                    if postings.doc() == document
                        && let Some(words) = matched.get_mut(row)
                    {
                        words.push(word);
                    }
                }
            }
        }
        Ok(matched)
    }

    fn postings(&self, segment: &Segment, word: &Word) -> Result<Option<SegmentPostings>, TantivyError> {
        let term = Term::from_field_text(self.stems, &word.stem);
        Ok(segment.postings.read_postings(&term, IndexRecordOption::WithFreqs)?)
    }

    /// The slots that contain a word, with its weighted frequency.
    fn find(&self, word: &Word, found: &mut Vec<(usize, f32)>) -> Result<(), TantivyError> {
        for segment in &self.segments {
            let Some(mut postings) = self.postings(segment, word)? else { continue };
            while postings.doc() != TERMINATED {
                let slot = segment.slots.get(postings.doc() as usize).copied().unwrap_or(NOWHERE);
                if slot != NOWHERE {
                    found.push((slot as usize, as_f32(postings.term_freq() as usize) / QUARTERS));
                }
                postings.advance();
            }
        }
        Ok(())
    }
}

fn reader(index: &Index) -> Result<IndexReader, TantivyError> {
    index.reader_builder().reload_policy(ReloadPolicy::Manual).try_into()
}

/// Writes the stems of a function, each once per quarter of its field's weight, and returns the weighted length.
fn write_stems(words: &mut Words, spec: &FunctionSpec, text: &mut String) -> f32 {
    let mut quarters = 0;
    for (field, weight) in fields(spec) {
        words.each(&field, |stem| {
            for _ in 0..weight {
                text.push_str(stem);
                text.push(' ');
            }
            quarters += weight;
        });
    }
    as_f32(quarters as usize) / QUARTERS
}

#[allow(clippy::cast_precision_loss, reason = "counts of functions and words are far below 2^24")]
fn as_f32(count: usize) -> f32 {
    count as f32
}

#[cfg(test)]
mod tests {
    use super::LexicalIndex;
    use crate::words::Words;
    use content::FunctionName;
    use ports::{Effect, FunctionInput, FunctionSpec};
    use serde_json::json;
    use std::sync::Arc;

    fn function(name: &str, description: &str) -> Arc<FunctionSpec> {
        let (name, description) = (FunctionName::without_plugin(name), description.into());
        Arc::new(FunctionSpec {
            name,
            description,
            parameters: json!({}),
            effect: Effect::ReadsOnly,
            input: FunctionInput::default(),
            returns: None,
        })
    }

    fn scores(index: &LexicalIndex, text: &str) -> Vec<f32> {
        let mut scores = vec![0.0; 3];
        index.score(&Words::default().distinct(text), &mut scores).expect("the index is read");
        scores
    }

    #[test]
    fn what_came_and_went_leaves_no_trace_in_the_scores() {
        let [clock, mail, weather] = [
            function("now", "The current time of a city"),
            function("send", "Mail to somebody"),
            function("forecast", "The weather of a city"),
        ];
        let words = &mut Words::default();
        let mut index = LexicalIndex::new().expect("an index");
        index.update(words, &[(0, Arc::clone(&clock)), (1, mail)], &[]).expect("two functions");
        index.update(words, &[(2, Arc::clone(&weather))], &[1]).expect("one comes, one goes");
        let mut fresh = LexicalIndex::new().expect("an index");
        fresh.update(words, &[(0, clock), (2, weather)], &[]).expect("the same two");

        assert_eq!(scores(&index, "mail"), [0.0; 3]);
        assert_eq!(scores(&index, "weather in this city"), scores(&fresh, "weather in this city"));
        assert!(scores(&index, "weather city")[2] > scores(&index, "weather city")[0]);
    }

    #[test]
    fn each_slot_tells_which_words_it_has() {
        let words = &mut Words::default();
        let mut index = LexicalIndex::new().expect("an index");
        index.update(words, &[(0, function("now", "The time of a city"))], &[]).expect("one");
        let others = [(1, function("send", "Mail to a city")), (2, function("rest", "Silence"))];
        index.update(words, &others, &[]).expect("two more, in a segment of their own");
        let asked = words.distinct("mail for the city of rest");
        assert_eq!(index.matched(&asked, &[2, 0, 1]).expect("read"), [vec![2], vec![1], vec![0, 1]]);
        index.update(words, &[], &[1]).expect("one goes");
        assert_eq!(index.matched(&asked, &[1]).expect("read"), [Vec::<usize>::new()]);
    }

    #[test]
    fn a_word_that_is_said_twice_counts_once() {
        let mut index = LexicalIndex::new().expect("an index");
        let functions = [(0, function("now", "The time")), (1, function("then", "The day"))];
        index.update(&mut Words::default(), &functions, &[]).expect("the functions");
        assert_eq!(scores(&index, "time time"), scores(&index, "time"));
    }
}
