//! Calculates, adds numbers and converts temperatures. Needs no permissions.

mod expression;

use functions::{ManifestError, NativeFunction, Plugin, report};
use ports::{CallScope, Effect, FunctionError};
use schemars::JsonSchema;
use serde::Deserialize;

pub fn plugin() -> Result<Plugin, ManifestError> {
    let plugin = Plugin::native(include_str!("../plugin.toml"))?;
    Ok(plugin.with(AddNumbers).with(Sum).with(Calculate).with(ConvertTemperature))
}

struct AddNumbers;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct AddNumbersArguments {
    /// The first number to add
    number_one: i64,
    /// The second number to add
    number_two: i64,
}

impl NativeFunction for AddNumbers {
    type Arguments = AddNumbersArguments;
    type Output = i64;
    const NAME: &'static str = "add_numbers";
    const DESCRIPTION: &'static str = "Adds two numbers together and provides the result";
    const EFFECT: Effect = Effect::ReadsOnly;

    async fn run(&self, arguments: AddNumbersArguments, _scope: &CallScope) -> Result<i64, FunctionError> {
        let AddNumbersArguments { number_one, number_two } = arguments;
        number_one.checked_add(number_two).ok_or_else(|| report("the sum is too large for a whole number"))
    }
}

struct Sum;

#[derive(Deserialize, JsonSchema)]
struct SumArguments {
    /// The numbers to add.
    numbers: Vec<f64>,
}

impl NativeFunction for Sum {
    type Arguments = SumArguments;
    type Output = f64;
    const NAME: &'static str = "sum";
    const DESCRIPTION: &'static str = "Adds up a list of numbers.";
    const EFFECT: Effect = Effect::ReadsOnly;

    async fn run(&self, arguments: SumArguments, _scope: &CallScope) -> Result<f64, FunctionError> {
        let sum: f64 = arguments.numbers.iter().sum();
        if sum.is_finite() { Ok(sum) } else { Err(report("the sum is too large to be written as a number")) }
    }
}

struct Calculate;

#[derive(Deserialize, JsonSchema)]
struct CalculateArguments {
    /// The calculation with numbers, + - * / ^ and brackets, for example `12.5 * 8 + 3`.
    expression: String,
}

impl NativeFunction for Calculate {
    type Arguments = CalculateArguments;
    type Output = f64;
    const NAME: &'static str = "calculate";
    const DESCRIPTION: &'static str =
        "Calculates the result of numbers that are added, subtracted, multiplied (times) or divided.";
    const EFFECT: Effect = Effect::ReadsOnly;

    async fn run(&self, arguments: CalculateArguments, _scope: &CallScope) -> Result<f64, FunctionError> {
        let value = expression::value_of(&arguments.expression).map_err(|error| report(error.to_string()))?;
        // Thirteen digits, so that 0.1 + 0.2 is 0.3.
        format!("{value:.12e}").parse().map_err(|_| report("the result is no number"))
    }
}

struct ConvertTemperature;

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Scale {
    Celsius,
    Fahrenheit,
    Kelvin,
}

#[derive(Deserialize, JsonSchema)]
struct ConvertTemperatureArguments {
    /// The temperature to convert.
    value: f64,
    /// The scale it is given in.
    from: Scale,
    /// The scale it is wanted in.
    to: Scale,
}

impl NativeFunction for ConvertTemperature {
    type Arguments = ConvertTemperatureArguments;
    type Output = f64;
    const NAME: &'static str = "convert_temperature";
    const DESCRIPTION: &'static str =
        "Converts a temperature between degrees Celsius, Fahrenheit and kelvin.";
    const EFFECT: Effect = Effect::ReadsOnly;

    async fn run(
        &self,
        arguments: ConvertTemperatureArguments,
        _scope: &CallScope,
    ) -> Result<f64, FunctionError> {
        let ConvertTemperatureArguments { value, from, to } = arguments;
        let celsius = match from {
            Scale::Celsius => value,
            Scale::Fahrenheit => (value - 32.0) / 1.8,
            Scale::Kelvin => value - 273.15,
        };
        if celsius < -273.15 {
            return Err(report("nothing is colder than absolute zero, -273.15 °C"));
        }
        let converted = match to {
            Scale::Celsius => celsius,
            Scale::Fahrenheit => celsius * 1.8 + 32.0,
            Scale::Kelvin => celsius + 273.15,
        };
        Ok((converted * 100.0).round() / 100.0)
    }
}

#[cfg(test)]
mod tests {
    use super::{
        AddNumbers, AddNumbersArguments, ConvertTemperature, ConvertTemperatureArguments, Scale, Sum,
        SumArguments,
    };
    use functions::NativeFunction;
    use ports::CallScope;
    use tokio_util::sync::CancellationToken;

    fn scope() -> CallScope {
        CallScope::unobserved(CancellationToken::new())
    }

    #[tokio::test]
    async fn two_numbers_are_added_as_far_as_they_go() {
        let add = |number_one, number_two| async move {
            AddNumbers.run(AddNumbersArguments { number_one, number_two }, &scope()).await
        };
        assert_eq!(add(102_982, 2_828_381).await.expect("a sum"), 2_931_363);
        assert!(add(i64::MAX, 1).await.is_err());
    }

    #[tokio::test]
    async fn a_list_is_added_up() {
        let arguments = SumArguments { numbers: vec![1.5, 2.0, -0.5] };
        assert_eq!(Sum.run(arguments, &scope()).await.expect("a sum"), 3.0);
    }

    #[tokio::test]
    async fn temperatures_are_converted_and_impossible_ones_refused() {
        let arguments =
            |value| ConvertTemperatureArguments { value, from: Scale::Fahrenheit, to: Scale::Celsius };
        assert_eq!(ConvertTemperature.run(arguments(212.0), &scope()).await.expect("a temperature"), 100.0);
        assert!(ConvertTemperature.run(arguments(-500.0), &scope()).await.is_err());
    }
}
