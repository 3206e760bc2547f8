//! Many things at once: in parts, one for each processor.

use std::num::NonZeroUsize;
use std::thread;

/// Fewer items are not worth another thread.
const MIN_ITEMS_PER_THREAD: usize = 1_000;

/// Does the same with all things, in parts side by side. The results are in the order of the things.
pub(crate) fn in_parts<T: Sync, R: Send>(things: &[T], work: impl Fn(&[T]) -> Vec<R> + Sync) -> Vec<R> {
    let threads =
        thread::available_parallelism().map_or(1, NonZeroUsize::get).min(things.len() / MIN_ITEMS_PER_THREAD);
    if threads < 2 {
        return work(things);
    }
    thread::scope(|scope| {
        let parts = things.chunks(things.len().div_ceil(threads));
        let working: Vec<_> = parts.map(|part| scope.spawn(|| work(part))).collect();
        let done = working.into_iter().map(|part| part.join());
        done.flat_map(|part| part.unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::{MIN_ITEMS_PER_THREAD, in_parts};

    #[test]
    fn results_are_in_the_order_of_the_things() {
        let things: Vec<_> = (0..MIN_ITEMS_PER_THREAD * 8 + 7).collect();
        for count in [0, 1, MIN_ITEMS_PER_THREAD, things.len()] {
            let doubled = in_parts(&things[..count], |part| part.iter().map(|number| number * 2).collect());
            assert!(doubled.iter().copied().eq((0..count).map(|number| number * 2)), "{count}");
        }
    }
}
