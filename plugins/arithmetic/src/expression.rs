//! Arithmetic in common notation: `+ - * / ^ %`, brackets, and the signs for multiplication and division.

use std::iter::Peekable;
use std::str::Chars;

/// The most levels of brackets, so that parsing never recurses too deep.
const DEEPEST: usize = 64;

/// The error in an expression, in words for the model that wrote it.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ExpressionError {
    #[error("{0:?} can't be read here")]
    Unexpected(char),
    #[error("a number is missing at the end")]
    Incomplete,
    #[error("a bracket is not closed")]
    Unclosed,
    #[error("{0:?} is no number")]
    NotANumber(String),
    #[error("nothing can be divided by 0")]
    DivisionByZero,
    #[error("the result is no number")]
    NotFinite,
    #[error("it is too deep")]
    TooDeep,
}

/// The value of an expression, or the error in it.
pub(crate) fn value_of(text: &str) -> Result<f64, ExpressionError> {
    let mut reader = Reader { letters: text.chars().peekable(), depth: 0 };
    let value = reader.sum()?;
    match reader.next_sign() {
        Some(unread) => Err(ExpressionError::Unexpected(unread)),
        None if value.is_finite() => Ok(value),
        None => Err(ExpressionError::NotFinite),
    }
}

struct Reader<'a> {
    letters: Peekable<Chars<'a>>,
    depth: usize,
}

impl Reader<'_> {
    fn sum(&mut self) -> Result<f64, ExpressionError> {
        let mut value = self.product()?;
        loop {
            match self.next_sign() {
                Some('+') => value += self.after_sign(Self::product)?,
                Some('-' | '−') => value -= self.after_sign(Self::product)?,
                Some(_) | None => return Ok(value),
            }
        }
    }

    fn product(&mut self) -> Result<f64, ExpressionError> {
        let mut value = self.signed()?;
        loop {
            match self.next_sign() {
                Some('*' | '×' | '·') => value *= self.after_sign(Self::signed)?,
                Some('/' | '÷' | ':') => {
                    value = divided(value, self.after_sign(Self::signed)?, |a, b| a / b)?
                }
                Some('%') => value = divided(value, self.after_sign(Self::signed)?, |a, b| a % b)?,
                Some(_) | None => return Ok(value),
            }
        }
    }

    /// A sign applies to the whole power: -2^2 is -4.
    fn signed(&mut self) -> Result<f64, ExpressionError> {
        match self.next_sign() {
            Some('-' | '−') => Ok(-self.deeper(|reader| reader.after_sign(Self::signed))?),
            Some('+') => self.deeper(|reader| reader.after_sign(Self::signed)),
            Some(_) | None => self.power(),
        }
    }

    fn power(&mut self) -> Result<f64, ExpressionError> {
        let base = self.operand()?;
        match self.next_sign() {
            Some('^') => Ok(base.powf(self.deeper(|reader| reader.after_sign(Self::signed))?)),
            Some(_) | None => Ok(base),
        }
    }

    fn operand(&mut self) -> Result<f64, ExpressionError> {
        match self.next_sign() {
            Some('(') => {
                let value = self.deeper(|reader| reader.after_sign(Self::sum))?;
                match self.next_sign() {
                    Some(')') => self.after_sign(|_| Ok(value)),
                    Some(_) | None => Err(ExpressionError::Unclosed),
                }
            }
            Some(digit) if digit.is_ascii_digit() || digit == '.' => self.number(),
            Some(other) => Err(ExpressionError::Unexpected(other)),
            None => Err(ExpressionError::Incomplete),
        }
    }

    fn number(&mut self) -> Result<f64, ExpressionError> {
        let mut text = String::new();
        while let Some(letter) = self.letters.next_if(|letter| letter.is_ascii_digit() || *letter == '.') {
            text.push(letter);
        }
        text.parse().map_err(|_| ExpressionError::NotANumber(text))
    }

    /// Reads what follows the current sign.
    fn after_sign(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<f64, ExpressionError>,
    ) -> Result<f64, ExpressionError> {
        self.letters.next();
        read(self)
    }

    fn deeper(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<f64, ExpressionError>,
    ) -> Result<f64, ExpressionError> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(ExpressionError::TooDeep);
        }
        let value = read(self);
        self.depth -= 1;
        value
    }

    fn next_sign(&mut self) -> Option<char> {
        while self.letters.next_if(|letter| letter.is_whitespace()).is_some() {}
        self.letters.peek().copied()
    }
}

fn divided(value: f64, by: f64, divide: impl Fn(f64, f64) -> f64) -> Result<f64, ExpressionError> {
    if by == 0.0 { Err(ExpressionError::DivisionByZero) } else { Ok(divide(value, by)) }
}

#[cfg(test)]
mod tests {
    use super::value_of;

    #[track_caller]
    fn check(text: &str, expected: Result<f64, &str>) {
        assert_eq!(
            value_of(text).map_err(|error| error.to_string()),
            expected.map_err(str::to_owned),
            "{text}"
        );
    }

    #[test]
    fn signs_bind_as_people_expect() {
        check("12.5 * 8 + 3", Ok(103.0));
        check("2 + 3 × (4 − 1) ÷ 9", Ok(3.0));
        check("-2^2 + 2^-1", Ok(-3.5));
        check("2^3^2", Ok(512.0));
        check("17 % 5 - -1", Ok(3.0));
    }

    #[test]
    fn what_can_not_be_read_is_named() {
        check("2 +", Err("a number is missing at the end"));
        check("2 3", Err("'3' can't be read here"));
        check("(1 + 2", Err("a bracket is not closed"));
        check("1.2.3", Err("\"1.2.3\" is no number"));
        check("4 / (2 - 2)", Err("nothing can be divided by 0"));
        check("9 ^ 999", Err("the result is no number"));
        check(&"(".repeat(100), Err("it is too deep"));
        check(&"-".repeat(100), Err("it is too deep"));
    }
}
