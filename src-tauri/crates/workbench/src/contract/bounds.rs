//! The numbers a person sets, and the values each may have. The page bounds its fields by the same table.

use super::{CommandError, PriceTable};
use crate::session_error::SessionError;
use invocation::{Answer, Decision, TurnPlan};
use ports::{Ranking, RequestSettings};

/// A number, by its place in the settings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bound {
    pub(super) name: &'static str,
    pub(super) least: f64,
    pub(super) most: f64,
}

macro_rules! bounds {
    ($($constant:ident $name:literal $least:literal to $most:literal;)+) => {
        $(const $constant: Bound = Bound { name: $name, least: $least, most: $most };)+

        /// All of them, for the page.
        pub(super) const BOUNDS: &[Bound] = &[$($constant),+];
    };
}

bounds! {
    ROUNDS "limits.rounds" 1.0 to 1_000.0;
    OFFERED "selection.limit" 0.0 to 200.0;
    CONTEXT_MESSAGES "selection.contextMessages" 1.0 to 50.0;
    WORDS "selection.ranking.words" 0.0 to 100.0;
    MEANING "selection.ranking.meaning" 0.0 to 100.0;
    RECENT "selection.ranking.recent" 0.0 to 100.0;
    CLAUSES "selection.ranking.clauses" 0.0 to 100.0;
    LEAD "selection.ranking.lead" 0.0 to 100.0;
    LIKENESS "selection.ranking.likeness" 0.0 to 100.0;
    THRESHOLD "selection.ranking.threshold" -10_000.0 to 10_000.0;
    TEMPERATURE "settings.temperature" 0.0 to 10.0;
    TOP_P "settings.topP" 0.0 to 1.0;
    // A page can't tell larger ones apart.
    SEED "settings.seed" 0.0 to 9_007_199_254_740_991.0;
    // Dollars for a million tokens.
    PRICE "price" 0.0 to 1_000_000.0;
}

impl Bound {
    fn check(&self, value: f64) -> Result<(), CommandError> {
        let Self { name, least, most } = *self;
        if self.holds(value) {
            return Ok(());
        }
        Err(SessionError::OutOfRange { name, value: written(value), least, most }.into())
    }

    fn holds(&self, value: f64) -> bool {
        (self.least..=self.most).contains(&value)
    }

    fn check_set(&self, value: Option<f64>) -> Result<(), CommandError> {
        value.map_or(Ok(()), |value| self.check(value))
    }
}

pub(crate) fn check_plan(plan: &TurnPlan) -> Result<(), CommandError> {
    ROUNDS.check(f64::from(plan.limits.rounds))?;
    OFFERED.check(count(plan.selection.limit))?;
    CONTEXT_MESSAGES.check(count(plan.selection.context_messages))?;
    check_ranking(&plan.selection.ranking)?;
    check_settings(&plan.settings)
}

pub(crate) fn check_ranking(ranking: &Ranking) -> Result<(), CommandError> {
    let Ranking { words, meaning, recent, clauses, lead, likeness, threshold } = *ranking;
    WORDS.check(words)?;
    MEANING.check(meaning)?;
    RECENT.check(recent)?;
    CLAUSES.check(clauses)?;
    LEAD.check(lead)?;
    LIKENESS.check(likeness)?;
    THRESHOLD.check_set(threshold)
}

pub(crate) fn check_settings(settings: &RequestSettings) -> Result<(), CommandError> {
    check_temperature(settings.temperature)?;
    TOP_P.check_set(settings.top_p)?;
    #[allow(clippy::cast_precision_loss, reason = "what loses digits is out of range")]
    SEED.check_set(settings.seed.map(|seed| seed as f64))
}

pub(crate) fn check_answer(answer: &Answer) -> Result<(), CommandError> {
    let Decision::EditRequest { edit, .. } = &answer.decision else { return Ok(()) };
    edit.settings.as_ref().map_or(Ok(()), check_settings)
}

pub(crate) fn check_temperature(temperature: Option<f64>) -> Result<(), CommandError> {
    TEMPERATURE.check_set(temperature)
}

pub(crate) fn check_prices(table: &PriceTable) -> Result<(), CommandError> {
    for (index, row) in table.models.iter().enumerate() {
        let prices = [
            ("input", row.input),
            ("cached", row.cached),
            ("output", row.output),
            ("reasoning", row.reasoning),
        ];
        for (field, price) in prices {
            let Some(price) = price.filter(|price| !PRICE.holds(*price)) else { continue };
            let Bound { least, most, .. } = PRICE;
            let (row, value) = (index + 1, written(price));
            return Err(SessionError::PriceOutOfRange { field, row, value, least, most }.into());
        }
    }
    Ok(())
}

fn written(value: f64) -> String {
    if value.abs() < 1e15 { value.to_string() } else { format!("{value:e}") }
}

#[allow(clippy::cast_precision_loss, reason = "what loses digits is out of range")]
fn count(value: usize) -> f64 {
    value as f64
}

#[cfg(test)]
mod tests {
    use super::{BOUNDS, RECENT, WORDS, check_settings};
    use ports::RequestSettings;

    #[test]
    fn a_number_out_of_range_is_named_with_its_value_and_its_range() {
        let told = |value| WORDS.check(value).map_err(|error| error.message.to_string());
        let range = "which is not from 0 to 100";
        assert_eq!(told(1e39), Err(format!("selection.ranking.words is 1e39, {range}")));
        assert_eq!(told(-0.5), Err(format!("selection.ranking.words is -0.5, {range}")));
        assert_eq!(told(f64::NAN), Err(format!("selection.ranking.words is NaN, {range}")));
        assert_eq!((told(0.0), told(100.0)), (Ok(()), Ok(())));
    }

    #[test]
    fn no_weight_within_its_range_divides_by_zero() {
        RECENT.check(-1.0).expect_err("it would divide by zero");
        assert!(BOUNDS.iter().all(|bound| bound.least < bound.most && bound.most.is_finite()));
    }

    #[test]
    fn a_seed_that_a_page_would_change_is_refused() {
        let with = |seed| RequestSettings { seed: Some(seed), ..RequestSettings::default() };
        check_settings(&with((1 << 53) - 1)).expect("a page reads it");
        check_settings(&with((1 << 53) + 1)).expect_err("a page reads another one");
    }
}
