//! Similar meanings: the vectors of all functions in one table, searched exactly.

use std::sync::{Mutex, PoisonError};
use std::thread;

/// The number of rows from which two threads search the table.
const WORTH_A_THREAD: usize = 4_000;
/// Rows searched at a time.
const BLOCK: usize = 1_000;
/// Independent sums, so that the compiler can use wide registers.
const LANES: usize = 16;

/// A row per slot. A slot without a vector has a row of zeros, which is similar to nothing.
#[derive(Default)]
pub(crate) struct VectorTable {
    dimensions: usize,
    rows: Vec<f32>,
    filled: Vec<bool>,
}

impl VectorTable {
    /// Stores a vector of length one in a slot. A vector with other dimensions restarts the table.
    pub(crate) fn put(&mut self, slot: usize, vector: &[f32]) {
        self.begin(vector.len());
        if self.filled.len() <= slot {
            self.filled.resize(slot + 1, false);
            self.rows.resize((slot + 1) * self.dimensions, 0.0);
        }
        if let Some(row) = self.rows.get_mut(slot * self.dimensions..(slot + 1) * self.dimensions) {
            row.copy_from_slice(vector);
        }
        if let Some(is_filled) = self.filled.get_mut(slot) {
            *is_filled = true;
        }
    }

    fn begin(&mut self, dimensions: usize) {
        if dimensions != self.dimensions {
            *self = Self { dimensions, ..Self::default() };
        }
    }

    pub(crate) fn reserve(&mut self, slots: usize, dimensions: usize) {
        self.begin(dimensions);
        let missing = (slots * dimensions).saturating_sub(self.rows.len());
        self.rows.reserve_exact(missing);
    }

    pub(crate) fn clear(&mut self, slot: usize) {
        if let Some(row) = self.rows.get_mut(slot * self.dimensions..(slot + 1) * self.dimensions) {
            row.fill(0.0);
        }
        if let Some(is_filled) = self.filled.get_mut(slot) {
            *is_filled = false;
        }
    }

    pub(crate) fn get(&self, slot: usize) -> Option<&[f32]> {
        let is_filled = self.holds(slot);
        self.rows.get(slot * self.dimensions..(slot + 1) * self.dimensions).filter(|_| is_filled)
    }

    pub(crate) fn holds(&self, slot: usize) -> bool {
        self.filled.get(slot).copied().unwrap_or(false)
    }

    /// The cosine of each row with each query, one list per query, and the result of `beside`. Every row is read once.
    /// One thread runs `beside` and then helps with the rest of the table.
    pub(crate) fn cosines_beside<T>(
        &self,
        queries: &[Vec<f32>],
        beside: impl FnOnce() -> T,
    ) -> (Vec<Vec<f32>>, T) {
        let slots = self.filled.len();
        let mut found: Vec<Vec<f32>> = queries.iter().map(|_| vec![0.0; slots]).collect();
        if queries.iter().any(|query| query.len() != self.dimensions) || slots == 0 {
            return (found, beside());
        }
        let blocks = Mutex::new(self.blocks(&mut found));
        let search = || {
            let next = || blocks.lock().unwrap_or_else(PoisonError::into_inner).pop();
            while let Some((rows, found)) = next() {
                fill(rows, self.dimensions, queries, found);
            }
        };
        let done = thread::scope(|scope| {
            if slots >= WORTH_A_THREAD {
                scope.spawn(search);
            }
            let done = beside();
            search();
            done
        });
        drop(blocks);
        (found, done)
    }

    /// The table in blocks for the next free thread, each with the slots for its results.
    fn blocks<'a>(&'a self, found: &'a mut [Vec<f32>]) -> Vec<Block<'a>> {
        let mut places: Vec<_> = found.iter_mut().map(|found| found.chunks_mut(BLOCK)).collect();
        let blocks = self.rows.chunks(BLOCK * self.dimensions);
        blocks.map(|rows| (rows, places.iter_mut().filter_map(Iterator::next).collect())).collect()
    }
}

/// Rows of the table, and the slots for their cosines with each query.
type Block<'a> = (&'a [f32], Vec<&'a mut [f32]>);

fn fill(rows: &[f32], dimensions: usize, queries: &[Vec<f32>], mut found: Vec<&mut [f32]>) {
    for (place, row) in rows.chunks_exact(dimensions).enumerate() {
        for (query, found) in queries.iter().zip(&mut found) {
            if let Some(cosine) = found.get_mut(place) {
                *cosine = dot(row, query);
            }
        }
    }
}

/// The dot product of two vectors, as fast as portable code allows.
pub(crate) fn dot(one: &[f32], other: &[f32]) -> f32 {
    let (ones, others) = (one.chunks_exact(LANES), other.chunks_exact(LANES));
    let rest: f32 = ones.remainder().iter().zip(others.remainder()).map(|(one, other)| one * other).sum();
    let mut sums = [0.0; LANES];
    for (one, other) in ones.zip(others) {
        for ((sum, one), other) in sums.iter_mut().zip(one).zip(other) {
            *sum += one * other;
        }
    }
    sums.iter().sum::<f32>() + rest
}

#[cfg(test)]
mod tests {
    use super::{VectorTable, WORTH_A_THREAD, dot};

    #[test]
    fn two_threads_find_what_one_finds() {
        let mut table = VectorTable::default();
        for slot in 0..WORTH_A_THREAD + 1 {
            let angle = slot as f32;
            table.put(slot, &[angle.sin(), angle.cos()]);
        }
        table.clear(7);
        let query = vec![0.6, 0.8];
        let (found, done) = table.cosines_beside(std::slice::from_ref(&query), || "done");
        let expected: Vec<_> = (0..WORTH_A_THREAD + 1)
            .map(|slot| slot as f32)
            .map(|angle| if angle == 7.0 { 0.0 } else { dot(&[angle.sin(), angle.cos()], &query) })
            .collect();
        assert_eq!((found, done), (vec![expected], "done"));
    }

    #[test]
    fn every_element_counts() {
        let ones = vec![1.0; 35];
        assert_eq!(dot(&ones, &ones), 35.0);
    }

    #[test]
    fn vectors_of_another_model_replace_the_table() {
        let mut table = VectorTable::default();
        table.put(0, &[1.0, 0.0]);
        table.put(1, &[0.0, 1.0, 0.0]);
        assert!(!table.holds(0) && table.holds(1));
    }
}
