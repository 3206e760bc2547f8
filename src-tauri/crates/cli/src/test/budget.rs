//! What a set may use of tokens and money.

use clap::Args;

#[derive(Clone, Copy, Debug, Args)]
pub(super) struct Budget {
    /// Begins no run once the runs of the set, kept ones included, have used this many tokens
    #[arg(long, value_name = "N")]
    max_tokens: Option<u64>,
    /// The same in dollars, by the prices of the window
    #[arg(long, value_name = "DOLLARS", value_parser = dollars)]
    max_cost: Option<f64>,
}

fn dollars(written: &str) -> Result<f64, &'static str> {
    let number = written.parse().ok().filter(|number: &f64| number.is_finite() && *number >= 0.0);
    number.ok_or("it is no amount such as 2.50")
}

impl From<Budget> for workbench::cases::Budget {
    fn from(Budget { max_tokens, max_cost }: Budget) -> Self {
        Self { max_tokens, max_cost }
    }
}
