//! Visits every matching document: counts matches by session, and keeps the best.

use crate::index::fields::{AT, SESSION};
use std::cmp::Reverse;
use tantivy::collector::{Collector, SegmentCollector};
use tantivy::columnar::{Column, StrColumn};
use tantivy::{DocAddress, DocId, Score, SegmentOrdinal, SegmentReader};

/// The rank of a document: by score, unless all are equal, then by time.
type Rank = (u32, i64, Reverse<DocAddress>);

/// Documents read together, because reading a column for each alone takes longer than the search.
const BATCH: usize = 128;

/// Asks a search for this many of the best documents.
pub(crate) struct Best {
    /// Whether the score comes first. Otherwise only the time counts.
    pub(crate) by_score: bool,
    pub(crate) most: usize,
}

/// The result.
pub(crate) struct Collected {
    /// The documents, best first.
    pub(crate) best: Vec<DocAddress>,
    pub(crate) total: u64,
    counts: Vec<Counts>,
}

/// The number of matching documents per session, in one segment.
struct Counts {
    sessions: StrColumn,
    /// Indexed by the session's number in this segment.
    by_number: Vec<u32>,
}

impl Collected {
    /// The matches in one session. Names are looked up only for the few sessions that are shown, because there may be
    /// as many as documents.
    pub(crate) fn of_session(&self, session: &str) -> std::io::Result<u64> {
        let mut sum = 0;
        for Counts { sessions, by_number } in &self.counts {
            let number = sessions.dictionary().term_ord(session.as_bytes())?;
            let count = number.and_then(|number| by_number.get(usize::try_from(number).ok()?));
            sum += count.copied().map_or(0, u64::from);
        }
        Ok(sum)
    }
}

/// Documents within half a point are equally good; the newest of them comes first.
fn grade(score: Score) -> u32 {
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "scores are small and not below 0"
    )]
    let grade = (score * 2.0).round() as u32;
    grade
}

impl Collector for Best {
    type Fruit = Collected;
    type Child = InSegment;

    fn for_segment(&self, segment: SegmentOrdinal, reader: &SegmentReader) -> tantivy::Result<InSegment> {
        let fast = reader.fast_fields();
        let sessions = fast.str(SESSION)?;
        let by_number = vec![0; sessions.as_ref().map_or(0, |sessions| sessions.num_terms())];
        Ok(InSegment {
            segment,
            at: fast.i64(AT)?,
            counts: sessions.map(|sessions| Counts { sessions, by_number }),
            total: 0,
            waiting: Vec::with_capacity(BATCH),
            equal: Vec::new(),
            best: Top { most: self.most, kept: Vec::new(), worst: None },
        })
    }

    fn requires_scoring(&self) -> bool {
        self.by_score
    }

    fn merge_fruits(&self, segments: Vec<SegmentFruit>) -> tantivy::Result<Collected> {
        let mut collected = Collected { best: Vec::new(), total: 0, counts: Vec::new() };
        let mut ranks = Vec::new();
        for segment in segments {
            ranks.extend(segment.best);
            collected.total += segment.total;
            collected.counts.extend(segment.counts);
        }
        ranks.sort_unstable_by(|one, other| other.cmp(one));
        ranks.truncate(self.most);
        collected.best = ranks.into_iter().map(|(_, _, Reverse(address))| address).collect();
        Ok(collected)
    }
}

pub(crate) struct InSegment {
    segment: SegmentOrdinal,
    at: Column<i64>,
    counts: Option<Counts>,
    total: u64,
    /// Matches not yet examined, with their grade.
    waiting: Vec<(DocId, u32)>,
    /// Matches without scores. Only their time decides.
    equal: Vec<DocId>,
    best: Top,
}

pub(crate) struct SegmentFruit {
    best: Vec<Rank>,
    total: u64,
    counts: Option<Counts>,
}

impl SegmentCollector for InSegment {
    type Fruit = SegmentFruit;

    fn collect(&mut self, doc: DocId, score: Score) {
        self.waiting.push((doc, grade(score)));
        if self.waiting.len() == BATCH {
            self.look_at_waiting();
        }
    }

    /// Only matches without scores arrive in blocks.
    fn collect_block(&mut self, docs: &[DocId]) {
        for docs in docs.chunks(BATCH) {
            self.count(docs);
        }
        self.equal.extend_from_slice(docs);
    }

    fn harvest(mut self) -> SegmentFruit {
        self.look_at_waiting();
        // The newest are mostly at the end. Once they are kept, nearly all others are worse.
        let equal = std::mem::take(&mut self.equal);
        for docs in equal.rchunks(BATCH) {
            self.rank(docs, |_| 0);
        }
        SegmentFruit { best: self.best.into_kept(), total: self.total, counts: self.counts }
    }
}

impl InSegment {
    fn look_at_waiting(&mut self) {
        let waiting = std::mem::take(&mut self.waiting);
        let (mut docs, mut grades) = ([0; BATCH], [0; BATCH]);
        for (place, (doc, _)) in waiting.iter().enumerate() {
            docs[place] = *doc;
        }
        self.count(&docs[..waiting.len()]);
        // Most documents are worse than all that are kept, which their grade alone shows.
        let least = self.best.least_grade();
        let mut likely = 0;
        for (doc, grade) in waiting.iter().filter(|(_, grade)| *grade >= least) {
            (docs[likely], grades[likely]) = (*doc, *grade);
            likely += 1;
        }
        self.rank(&docs[..likely], |place| grades[place]);
        self.waiting = waiting;
        self.waiting.clear();
    }

    fn count(&mut self, docs: &[DocId]) {
        self.total += docs.len() as u64;
        let Some(Counts { sessions, by_number }) = &mut self.counts else { return };
        let mut numbers = [None; BATCH];
        sessions.ords().first_vals(docs, &mut numbers[..docs.len()]);
        for number in numbers.iter().flatten() {
            if let Some(count) = usize::try_from(*number).ok().and_then(|number| by_number.get_mut(number)) {
                *count += 1;
            }
        }
    }

    fn rank(&mut self, docs: &[DocId], grade: impl Fn(usize) -> u32) {
        let mut times = [None; BATCH];
        self.at.first_vals(docs, &mut times[..docs.len()]);
        for (place, (doc, at)) in docs.iter().zip(times).enumerate() {
            let address = DocAddress::new(self.segment, *doc);
            self.best.take((grade(place), at.unwrap_or_default(), Reverse(address)));
        }
    }
}

/// The best documents so far. It keeps more than needed and prunes them now and then, because documents mostly arrive
/// in the order of time, so that each is better than all before it.
struct Top {
    most: usize,
    kept: Vec<Rank>,
    /// The rank to beat, once there are enough.
    worst: Option<Rank>,
}

impl Top {
    fn least_grade(&self) -> u32 {
        self.worst.map_or(0, |(grade, ..)| grade)
    }

    fn take(&mut self, rank: Rank) {
        if self.worst.is_some_and(|worst| rank <= worst) {
            return;
        }
        self.kept.push(rank);
        if self.kept.len() >= 2 * self.most + 8 * BATCH {
            self.thin_out();
        }
    }

    fn thin_out(&mut self) {
        let Some(last) = self.most.checked_sub(1) else { return self.kept.clear() };
        if last < self.kept.len() {
            let (_, worst, _) = self.kept.select_nth_unstable_by(last, |one, other| other.cmp(one));
            self.worst = Some(*worst);
            self.kept.truncate(self.most);
        }
    }

    fn into_kept(mut self) -> Vec<Rank> {
        self.thin_out();
        self.kept
    }
}
