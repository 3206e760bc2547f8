//! Which of the wanted messages are the received ones.

use super::meaning::same;
use content::Message;
use std::ops::Range;

/// Beyond so many pairs everything between the equal ends counts as changed.
const COMPARED: usize = 1_000_000;

/// A run of messages that others stand in the place of. Between two of them messages are equal one by one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Hunk {
    pub(super) received: Range<usize>,
    pub(super) wanted: Range<usize>,
}

pub(super) fn hunks(received: &[Message], wanted: &[&Message]) -> Vec<Hunk> {
    let equal = |one: usize, other: usize| match (received.get(one), wanted.get(other)) {
        (Some(one), Some(other)) => same(one, other),
        (_, _) => false,
    };
    let shorter = received.len().min(wanted.len());
    let front = (0..shorter).take_while(|at| equal(*at, *at)).count();
    let from_back = |at: usize| equal(received.len() - 1 - at, wanted.len() - 1 - at);
    let back = (0..shorter - front).take_while(|at| from_back(*at)).count();
    let (rows, columns) = (received.len() - front - back, wanted.len() - front - back);
    let whole = Hunk { received: front..front + rows, wanted: front..front + columns };
    if rows == 0 && columns == 0 {
        return Vec::new();
    }
    if rows == 0 || columns == 0 || rows.saturating_mul(columns) > COMPARED {
        return vec![whole];
    }
    let lengths = Lengths::of(rows, columns, |row, column| equal(front + row, front + column));
    lengths.hunks(front)
}

/// How long the longest common run of the rests is, at every place.
struct Lengths {
    rows: usize,
    columns: usize,
    at: Vec<u32>,
    equal: Vec<bool>,
}

impl Lengths {
    fn of(rows: usize, columns: usize, equal: impl Fn(usize, usize) -> bool) -> Self {
        let size = (rows + 1) * (columns + 1);
        let mut lengths = Self { rows, columns, at: vec![0; size], equal: vec![false; size] };
        for row in (0..rows).rev() {
            for column in (0..columns).rev() {
                let is_equal = equal(row, column);
                let longest = match is_equal {
                    true => lengths.get(row + 1, column + 1) + 1,
                    false => lengths.get(row + 1, column).max(lengths.get(row, column + 1)),
                };
                let place = lengths.place(row, column);
                if let (Some(at), Some(equal)) = (lengths.at.get_mut(place), lengths.equal.get_mut(place)) {
                    (*at, *equal) = (longest, is_equal);
                }
            }
        }
        lengths
    }

    fn place(&self, row: usize, column: usize) -> usize {
        row * (self.columns + 1) + column
    }

    fn get(&self, row: usize, column: usize) -> u32 {
        self.at.get(self.place(row, column)).copied().unwrap_or(0)
    }

    fn hunks(&self, front: usize) -> Vec<Hunk> {
        let (mut row, mut column, mut begun) = (0, 0, (0, 0));
        let mut found = Vec::new();
        let mut close = |begun: (usize, usize), row: usize, column: usize| {
            if begun != (row, column) {
                let received = front + begun.0..front + row;
                found.push(Hunk { received, wanted: front + begun.1..front + column });
            }
        };
        while row < self.rows && column < self.columns {
            if self.equal.get(self.place(row, column)).copied().unwrap_or(false) {
                close(begun, row, column);
                (row, column) = (row + 1, column + 1);
                begun = (row, column);
            } else if self.get(row + 1, column) >= self.get(row, column + 1) {
                row += 1;
            } else {
                column += 1;
            }
        }
        close(begun, self.rows, self.columns);
        found
    }
}
