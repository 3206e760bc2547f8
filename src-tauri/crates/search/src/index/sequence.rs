//! Consecutive words, the last of which is still being typed.
//!
//! Tantivy's query for this tries only the first few completions, in the order of the dictionary, and asks each of them
//! about every document. Here each list of documents is walked once, for all completions.

use tantivy::postings::{Postings, SegmentPostings};
use tantivy::query::{BitSetDocSet, ConstScorer, EnableScoring, Explanation, Query, Scorer, Weight};
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{BitSet, DocId, DocSet, Score, SegmentReader, TERMINATED, Term};

const POSITIONS: IndexRecordOption = IndexRecordOption::WithFreqsAndPositions;

/// The ratio of lengths from which the longer list is searched instead of walked.
const FEW_WORDS: usize = 16;

/// All its results score equally.
#[derive(Clone, Debug)]
pub(crate) struct OpenSequence {
    pub(crate) field: Field,
    /// The complete words. There is at least one.
    pub(crate) words: Vec<String>,
    /// The letters of the last word.
    pub(crate) beginning: String,
}

impl Query for OpenSequence {
    fn weight(&self, _: EnableScoring<'_>) -> tantivy::Result<Box<dyn Weight>> {
        Ok(Box::new(self.clone()))
    }
}

impl Weight for OpenSequence {
    fn scorer(&self, reader: &SegmentReader, boost: Score) -> tantivy::Result<Box<dyn Scorer>> {
        let found = BitSetDocSet::from(self.found(reader)?);
        Ok(Box::new(ConstScorer::new(found, boost)))
    }

    fn explain(&self, reader: &SegmentReader, doc: DocId) -> tantivy::Result<Explanation> {
        let is_found = self.found(reader)?.contains(doc);
        Ok(Explanation::new("words in a row", if is_found { 1.0 } else { 0.0 }))
    }
}

impl OpenSequence {
    fn found(&self, reader: &SegmentReader) -> tantivy::Result<BitSet> {
        let mut found = BitSet::with_max_value(reader.max_doc());
        let inverted = reader.inverted_index(self.field)?;
        let mut ends: Option<Ends> = None;
        for word in &self.words {
            let term = Term::from_field_text(self.field, word);
            let Some(mut postings) = inverted.read_postings(&term, POSITIONS)? else { return Ok(found) };
            ends = Some(match ends {
                None => Ends::of(&mut postings),
                Some(before) => before.followed_by(&mut postings),
            });
        }
        let ends = ends.unwrap_or_default();
        let mut slots = vec![0_u32; reader.max_doc() as usize];
        for (slot, doc) in (1..).zip(&ends.docs) {
            slots[*doc as usize] = slot;
        }
        let above = format!("{}{}", self.beginning, char::MAX);
        let longer = inverted.terms().range().ge(&self.beginning).lt(&above);
        let mut longer = longer.into_stream()?;
        while longer.advance() {
            let mut postings = inverted.read_postings_from_terminfo(longer.value(), POSITIONS)?;
            if longer.value().doc_freq as usize > FEW_WORDS * ends.docs.len() {
                ends.each_followed_by(&mut postings, |doc, _| {
                    found.insert(doc);
                });
            } else {
                ends.look_up(&mut postings, &slots, &mut found);
            }
        }
        Ok(found)
    }
}

/// The ends of the sequences found: the documents, and in each the places of the last word.
#[derive(Default)]
struct Ends {
    docs: Vec<DocId>,
    /// The offset of each document's places. The next document's follow.
    begins: Vec<usize>,
    places: Vec<u32>,
}

impl Ends {
    fn of(postings: &mut SegmentPostings) -> Self {
        let mut ends = Self::default();
        while postings.doc() != TERMINATED {
            ends.begin(postings.doc());
            postings.append_positions_with_offset(0, &mut ends.places);
            postings.advance();
        }
        ends
    }

    fn followed_by(&self, postings: &mut SegmentPostings) -> Self {
        let mut ends = Self::default();
        self.each_followed_by(postings, |doc, place| {
            if ends.docs.last() != Some(&doc) {
                ends.begin(doc);
            }
            ends.places.push(place);
        });
        ends
    }

    fn begin(&mut self, doc: DocId) {
        self.docs.push(doc);
        self.begins.push(self.places.len());
    }

    fn places_of(&self, at: usize) -> &[u32] {
        let begin = self.begins.get(at).copied().unwrap_or(self.places.len());
        let end = self.begins.get(at + 1).copied().unwrap_or(self.places.len());
        self.places.get(begin..end).unwrap_or_default()
    }

    /// Every place of a word directly behind one of these.
    fn each_followed_by(&self, postings: &mut SegmentPostings, mut take: impl FnMut(DocId, u32)) {
        let (mut at, mut doc, mut places) = (0, postings.doc(), Vec::new());
        while let Some(wanted) = self.docs.get(at).copied().filter(|_| doc != TERMINATED) {
            if doc < wanted {
                doc = postings.seek(wanted);
            } else if doc > wanted {
                at = self.next(at, doc);
            } else {
                postings.positions(&mut places);
                let mut ends = self.places_of(at).iter().peekable();
                for place in &places {
                    while ends.next_if(|end| **end + 1 < *place).is_some() {}
                    if ends.peek().is_some_and(|end| **end + 1 == *place) {
                        take(doc, *place);
                    }
                }
                at += 1;
                doc = postings.advance();
            }
        }
    }

    /// The same for a word in fewer documents, by lookup. The slots give the place of each document among these,
    /// counted from 1.
    fn look_up(&self, postings: &mut SegmentPostings, slots: &[u32], found: &mut BitSet) {
        let (mut doc, mut places) = (postings.doc(), Vec::new());
        while doc != TERMINATED {
            let slot = slots.get(doc as usize).and_then(|slot| slot.checked_sub(1));
            if let Some(slot) = slot.filter(|_| !found.contains(doc)) {
                postings.positions(&mut places);
                let ends = self.places_of(slot as usize);
                if places.iter().any(|place| place.checked_sub(1).is_some_and(|end| ends.contains(&end))) {
                    found.insert(doc);
                }
            }
            doc = postings.advance();
        }
    }

    /// The first document not before this one. It is mostly near.
    fn next(&self, at: usize, doc: DocId) -> usize {
        let mut step = 1;
        let mut from = at;
        while self.docs.get(from + step).is_some_and(|later| *later < doc) {
            from += step;
            step *= 2;
        }
        let to = (from + step + 1).min(self.docs.len());
        from + self.docs.get(from..to).unwrap_or_default().partition_point(|earlier| *earlier < doc)
    }
}
