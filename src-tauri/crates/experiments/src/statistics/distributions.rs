//! Quantiles of the normal distribution and of Student's.

use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

pub(super) fn normal_quantile(probability: f64) -> f64 {
    Normal::standard().inverse_cdf(probability)
}

/// NaN without a degree of freedom.
pub(super) fn student_quantile(probability: f64, degrees: f64) -> f64 {
    StudentsT::new(0.0, 1.0, degrees).map_or(f64::NAN, |student| student.inverse_cdf(probability))
}

#[cfg(test)]
mod tests {
    use super::{normal_quantile, student_quantile};

    #[track_caller]
    fn check(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-9 * expected.abs(), "{found} and {expected}");
    }

    #[test]
    fn quantiles_are_those_of_the_tables() {
        check(normal_quantile(0.975), 1.959_963_984_540_054);
        check(student_quantile(0.975, 1.0), 12.706_204_736_174_7);
        check(student_quantile(0.975, 9.0), 2.262_157_162_798_2);
        check(student_quantile(0.975, 400.0), 1.965_912_343_229_4);
    }
}
