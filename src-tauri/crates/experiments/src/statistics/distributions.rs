//! Quantiles of the normal distribution and of Student's.

/// Steps of a bisection: as many as a double has binary places, and some.
const STEPS: usize = 80;

pub(super) fn normal_quantile(probability: f64) -> f64 {
    bisect(probability, |value| 0.5 * complementary_error(-value / std::f64::consts::SQRT_2))
}

pub(super) fn student_quantile(probability: f64, degrees: f64) -> f64 {
    bisect(probability, |value| student(value, degrees))
}

fn bisect(probability: f64, distribution: impl Fn(f64) -> f64) -> f64 {
    let mut high = 1.0;
    while distribution(high) < probability {
        high *= 2.0;
    }
    let mut low = -high;
    for _ in 0..STEPS {
        let middle = f64::midpoint(low, high);
        if distribution(middle) < probability { low = middle } else { high = middle }
    }
    f64::midpoint(low, high)
}

/// The chance that Student's variable is at most `value`.
fn student(value: f64, degrees: f64) -> f64 {
    let tail = 0.5 * incomplete_beta(degrees / (degrees + value * value), degrees / 2.0, 0.5);
    if value > 0.0 { 1.0 - tail } else { tail }
}

/// erfc, by the incomplete gamma function.
fn complementary_error(value: f64) -> f64 {
    let upper = upper_gamma(0.5, value * value);
    if value < 0.0 { 2.0 - upper } else { upper }
}

/// The upper regularized incomplete gamma function.
fn upper_gamma(shape: f64, value: f64) -> f64 {
    if value == 0.0 {
        return 1.0;
    }
    let scale = (shape * value.ln() - value - ln_gamma(shape)).exp();
    if value < shape + 1.0 {
        let mut term = 1.0 / shape;
        let mut sum = term;
        let mut place = shape;
        while term > sum * f64::EPSILON {
            place += 1.0;
            term *= value / place;
            sum += term;
        }
        return 1.0 - sum * scale;
    }
    let mut b = value + 1.0 - shape;
    let mut c = f64::MAX;
    let mut d = 1.0 / b;
    let mut fraction = d;
    for place in 1..500 {
        let place = f64::from(place);
        let a = -place * (place - shape);
        b += 2.0;
        d = 1.0 / away_from_zero(a * d + b);
        c = away_from_zero(b + a / c);
        fraction *= d * c;
        if (d * c - 1.0).abs() < f64::EPSILON {
            break;
        }
    }
    fraction * scale
}

/// The regularized incomplete beta function, by its continued fraction.
fn incomplete_beta(value: f64, one: f64, other: f64) -> f64 {
    if value <= 0.0 {
        return 0.0;
    }
    if value >= 1.0 {
        return 1.0;
    }
    let scale = (ln_gamma(one + other) - ln_gamma(one) - ln_gamma(other)
        + one * value.ln()
        + other * (1.0 - value).ln())
    .exp();
    if value < (one + 1.0) / (one + other + 2.0) {
        scale * beta_fraction(value, one, other) / one
    } else {
        1.0 - scale * beta_fraction(1.0 - value, other, one) / other
    }
}

fn beta_fraction(value: f64, one: f64, other: f64) -> f64 {
    let mut c = 1.0;
    let mut d = 1.0 / away_from_zero(1.0 - (one + other) * value / (one + 1.0));
    let mut fraction = d;
    for place in 1..1_000 {
        let place = f64::from(place);
        let even = place * (other - place) * value / ((one + 2.0 * place - 1.0) * (one + 2.0 * place));
        d = 1.0 / away_from_zero(1.0 + even * d);
        c = away_from_zero(1.0 + even / c);
        fraction *= d * c;
        let odd = -(one + place) * (one + other + place) * value
            / ((one + 2.0 * place) * (one + 2.0 * place + 1.0));
        d = 1.0 / away_from_zero(1.0 + odd * d);
        c = away_from_zero(1.0 + odd / c);
        fraction *= d * c;
        if (d * c - 1.0).abs() < f64::EPSILON {
            break;
        }
    }
    fraction
}

fn away_from_zero(value: f64) -> f64 {
    if value.abs() < f64::MIN_POSITIVE { f64::MIN_POSITIVE } else { value }
}

/// The logarithm of the gamma function of a positive number: Stirling's series, after moving up to where it is exact.
fn ln_gamma(value: f64) -> f64 {
    let (mut value, mut below) = (value, 0.0);
    while value < 12.0 {
        below += value.ln();
        value += 1.0;
    }
    let inverse = 1.0 / value;
    let square = inverse * inverse;
    let series = inverse
        * (1.0 / 12.0
            - square * (1.0 / 360.0 - square * (1.0 / 1260.0 - square * (1.0 / 1680.0 - square / 1188.0))));
    (value - 0.5) * value.ln() - value + 0.5 * (2.0 * std::f64::consts::PI).ln() + series - below
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
