use super::{Count, More, Verdict, adjusted, at_least_one, difference, every_one, rate};
use proptest::prelude::*;

fn count(passes: u32, runs: u32) -> Count {
    Count { passes, runs }
}

#[track_caller]
fn check_near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-9, "{found} and {expected}");
}

/// The bounds are those of `proportion_confint(…, method="wilson")` of statsmodels.
#[test]
fn with_one_run_a_case_the_interval_is_that_of_wilson() {
    for (passes, runs, low, high) in [
        (14, 20, 0.481_027_181_646_476_45, 0.854_522_755_132_395_7),
        (8, 10, 0.490_162_471_536_641_83, 0.943_317_848_545_624_7),
        (5, 20, 0.111_861_701_407_665_63, 0.468_700_877_618_744_1),
        (0, 12, 0.0, 0.242_494_006_655_240_96),
        (12, 12, 0.757_505_993_344_758_9, 1.0),
    ] {
        let counts: Vec<_> = (0..runs).map(|case| count(u32::from(case < passes), 1)).collect();
        let rate = rate(&counts).expect("a rate");
        check_near(rate.effective_runs, f64::from(runs));
        check_near(rate.interval.low, low);
        check_near(rate.interval.high, high);
    }
}

#[test]
fn repeats_that_all_agree_say_no_more_than_one_of_each() {
    let once: Vec<_> = (0..10).map(|case| count(u32::from(case < 8), 1)).collect();
    let often: Vec<_> = (0..10).map(|case| count(if case < 8 { 50 } else { 0 }, 50)).collect();
    let [once, often] = [once, often].map(|counts| rate(&counts).expect("a rate"));
    // The variance between cases is estimated with one degree of freedom less.
    assert!(
        often.effective_runs <= 10.0 && often.interval.low <= once.interval.low + 0.02,
        "{once:?} {often:?}"
    );
}

#[test]
fn a_job_done_in_80_of_100_is_done_four_times_in_a_row_in_less_than_half() {
    let counts = [count(80, 100)];
    check_near(every_one(&counts, 4).expect("an estimate"), 1_581_580.0 / 3_921_225.0);
    check_near(at_least_one(&counts, 1).expect("an estimate"), 0.8);
    // Cases that differ keep more of it than their mean suggests.
    let counts = [count(100, 100), count(60, 100)];
    assert!(every_one(&counts, 4).expect("an estimate") > 0.55);
    assert_eq!(every_one(&counts, 101), None);
}

#[test]
fn few_cases_carry_no_verdict_however_clear_they_look() {
    let clear = [(count(0, 20), count(20, 20)); 5];
    let difference = difference(&clear).expect("a difference");
    check_near(difference.p, 2.0 / 32.0);
    assert_eq!(Verdict::of(difference.mean, difference.p), Verdict::NoVerdict);
    assert_eq!(difference.more, More::Cases { cases: 6 });
}

#[test]
fn six_cases_that_all_differ_carry_one() {
    let clear = [(count(0, 20), count(20, 20)); 6];
    let found = difference(&clear).expect("a difference");
    assert_eq!(Verdict::of(found.mean, found.p), Verdict::Better);
    let turned = clear.map(|(first, second)| (second, first));
    let found = difference(&turned).expect("a difference");
    assert_eq!(Verdict::of(found.mean, found.p), Verdict::Worse);
}

#[test]
fn with_one_run_a_case_the_test_is_that_of_mcnemar() {
    // 9 cases against 2, and 20 that agree.
    let (yes, no) = (count(1, 1), count(0, 1));
    let pairs = [vec![(no, yes); 9], vec![(yes, no); 2], vec![(yes, yes); 20]].concat();
    check_near(difference(&pairs).expect("a difference").p, 0.065_429_687_5);
}

#[test]
fn lanes_that_pass_alike_need_no_more_runs() {
    let same = [(count(3, 4), count(3, 4)); 8];
    let found = difference(&same).expect("a difference");
    assert_eq!((found.p, found.more), (1.0, More::NoDifference));
    assert_eq!(difference(&[(count(0, 0), count(1, 1))]), None);
}

#[test]
fn noise_within_cases_is_met_by_repeats_and_noise_between_them_by_cases() {
    let wobbly = [(count(2, 4), count(3, 4)), (count(3, 4), count(2, 4))].repeat(10);
    let wobbly = [wobbly, vec![(count(1, 4), count(2, 4)); 4]].concat();
    assert!(
        matches!(difference(&wobbly).expect("a difference").more, More::Repeats { repeats } if repeats > 4)
    );
    let split = [(count(0, 4), count(4, 4)), (count(4, 4), count(0, 4))].repeat(4);
    let split = [split, vec![(count(0, 4), count(4, 4))]].concat();
    assert!(matches!(difference(&split).expect("a difference").more, More::Cases { cases } if cases > 9));
}

#[test]
fn several_comparisons_are_adjusted_together() {
    let found = adjusted(&[0.01, 0.04, 0.03, 0.5]);
    for (found, expected) in found.into_iter().zip([0.04, 0.09, 0.09, 0.5]) {
        check_near(found, expected);
    }
}

proptest! {
    #[test]
    fn whatever_was_counted_gives_rates_and_chances(
        drawn in proptest::collection::vec((0..6_u32, 0..6_u32, 1..6_u32, 1..6_u32), 1..12),
    ) {
        let pairs: Vec<_> = drawn
            .into_iter()
            .map(|(a, b, m, n)| (count(a.min(m), m), count(b.min(n), n)))
            .collect();
        let firsts: Vec<_> = pairs.iter().map(|(first, _)| *first).collect();
        let rate = rate(&firsts).expect("a rate");
        prop_assert!(rate.interval.low <= rate.rate + 1e-12 && rate.rate <= rate.interval.high + 1e-12);
        prop_assert!(rate.interval.low >= 0.0 && rate.interval.high <= 1.0);
        let found = difference(&pairs).expect("a difference");
        prop_assert!((0.0..=1.0).contains(&found.p) && found.p > 0.0);
        let turned: Vec<_> = pairs.iter().map(|(first, second)| (*second, *first)).collect();
        let turned = difference(&turned).expect("a difference");
        prop_assert!((found.p - turned.p).abs() < 1e-9 && (found.mean + turned.mean).abs() < 1e-9);
        let one = at_least_one(&firsts, 1).expect("an estimate");
        prop_assert!((one - every_one(&firsts, 1).expect("an estimate")).abs() < 1e-12);
    }
}
