//! Reasons why a text can't be the key of a service, as far as its form tells.

use notices::Describe;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Describe)]
#[notice(prefix = "key")]
#[advice("Paste the key once more.")]
pub enum KeyFault {
    #[error("a key has no blanks and no line breaks in it")]
    Blanks,
    #[error("a key has no blanks and no line breaks in it: leave out `Bearer`")]
    Bearer,
    #[error("a key has plain letters, digits and signs only")]
    NotPlain,
    #[error("the id of the key comes first: write id:secret, or id:secret:session")]
    IdNotFirst,
    #[error("that is the id of a key without its secret: write id:secret, or id:secret:session")]
    NoSecret,
    #[error("the secret behind the id has {count} letters, and Amazon's have {expected}")]
    SecretLength { count: usize, expected: usize },
    #[error("a key whose id begins with ASIA needs its session behind it: write id:secret:session")]
    NoSession,
}
