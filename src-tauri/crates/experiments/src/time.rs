//! How long the rest of a set takes.

use std::time::Duration;

/// An estimate from the runs made so far, whatever their number at the same time. Nothing before the first one is finished.
pub fn time_left(worked: Duration, made: usize, due: usize) -> Option<Duration> {
    let made = u32::try_from(made).ok().filter(|made| *made > 0)?;
    (worked / made).checked_mul(u32::try_from(due).ok()?)
}

#[cfg(test)]
mod tests {
    use super::time_left;
    use std::time::Duration;

    #[test]
    fn the_rest_takes_as_long_as_the_runs_before() {
        let seconds = Duration::from_secs;
        assert_eq!(time_left(seconds(10), 5, 20), Some(seconds(40)));
        assert_eq!(time_left(seconds(10), 5, 0), Some(Duration::ZERO));
        assert_eq!(time_left(seconds(10), 0, 20), None);
    }
}
