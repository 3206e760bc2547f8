//! Looks at every document that fits: counts them by session, and keeps the best.

use crate::index::fields::{AT, SESSION};
use crate::index::searching::Order;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use tantivy::collector::{Collector, SegmentCollector};
use tantivy::columnar::{Column, StrColumn};
use tantivy::{DocAddress, DocId, Score, SegmentOrdinal, SegmentReader};

/// How good a document is: by how well it fits, or all the same, and then by when it was said.
type Rank = (u32, i64, Reverse<DocAddress>);

/// Wanted of a search: so many of the best.
pub(crate) struct Best {
    pub(crate) order: Order,
    pub(crate) most: usize,
}

/// What came of it.
pub(crate) struct Collected {
    /// The best first.
    pub(crate) best: Vec<DocAddress>,
    pub(crate) total: u64,
    counts: Vec<Counts>,
}

/// How many documents of each session fit, in one segment.
struct Counts {
    sessions: StrColumn,
    /// By the session's number in this segment.
    by_number: Vec<u32>,
}

impl Collected {
    /// How many of a session fit. Names are looked up for the few sessions that are shown, because there may be as
    /// many as there are documents.
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

/// Documents within half a point are as good as each other, and then the newest is the best of them.
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
        let counts = vec![0; sessions.as_ref().map_or(0, |sessions| sessions.num_terms())];
        let (order, most) = (self.order, self.most);
        Ok(InSegment {
            segment,
            at: fast.i64(AT)?,
            sessions,
            counts,
            total: 0,
            order,
            most,
            best: BinaryHeap::new(),
        })
    }

    fn requires_scoring(&self) -> bool {
        self.order == Order::Best
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
    sessions: Option<StrColumn>,
    /// By the session's number in this segment.
    counts: Vec<u32>,
    total: u64,
    order: Order,
    most: usize,
    /// The worst of the best on top.
    best: BinaryHeap<Reverse<Rank>>,
}

pub(crate) struct SegmentFruit {
    best: Vec<Rank>,
    total: u64,
    counts: Option<Counts>,
}

impl SegmentCollector for InSegment {
    type Fruit = SegmentFruit;

    fn collect(&mut self, doc: DocId, score: Score) {
        self.total += 1;
        let session = self.sessions.as_ref().and_then(|sessions| sessions.ords().first(doc));
        let count = session.and_then(|session| self.counts.get_mut(usize::try_from(session).ok()?));
        if let Some(count) = count {
            *count += 1;
        }
        let grade = match self.order {
            Order::Best => grade(score),
            Order::Newest => 0,
        };
        let is_full = self.best.len() >= self.most;
        // Most documents are worse than all that are kept, which their grade alone tells.
        let worst = self.best.peek().map(|Reverse((worst, ..))| *worst);
        if is_full && worst.is_none_or(|worst| grade < worst) {
            return;
        }
        let rank =
            (grade, self.at.first(doc).unwrap_or_default(), Reverse(DocAddress::new(self.segment, doc)));
        if is_full && self.best.peek().is_some_and(|Reverse(worst)| rank <= *worst) {
            return;
        }
        self.best.push(Reverse(rank));
        if self.best.len() > self.most {
            self.best.pop();
        }
    }

    fn harvest(self) -> SegmentFruit {
        let by_number = self.counts;
        let counts = self.sessions.map(|sessions| Counts { sessions, by_number });
        let best = self.best.into_iter().map(|Reverse(rank)| rank).collect();
        SegmentFruit { best, total: self.total, counts }
    }
}
