//! Holds a model to a grammar, from the beginning or behind the words that begin a call.

use super::super::EngineError;
use crate::grammar::{Grammar, Held};
use crate::notation::Balance;
use llama_cpp_2::context::LlamaContext;
use llama_cpp_2::model::LlamaModel;
use llama_cpp_2::sampling::LlamaSampler;
use llama_cpp_2::token::LlamaToken;
use llama_cpp_2::token::data::LlamaTokenData;
use llama_cpp_2::token::data_array::LlamaTokenDataArray;

/// What is allowed next.
pub(super) enum Guard {
    Free,
    Held(LlamaSampler),
    /// Free until one of these is written.
    Waits {
        behind: Vec<(String, Grammar)>,
        tail: String,
    },
    /// Held until the value that was begun is complete.
    Holds {
        sampler: LlamaSampler,
        balance: Balance,
        behind: Vec<(String, Grammar)>,
    },
}

impl Guard {
    pub(super) fn new(model: &LlamaModel, held: Option<&Held>) -> Result<Self, EngineError> {
        Ok(match held {
            None => Self::Free,
            Some(Held::AtOnce(grammar)) => Self::Held(sampler(model, grammar)?),
            Some(Held::Behind(behind)) => {
                // A grammar that is refused is known before anything is written.
                for (_, grammar) in behind {
                    sampler(model, grammar)?;
                }
                Self::Waits { behind: behind.clone(), tail: String::new() }
            }
        })
    }

    /// The next token. What the model wants most is tried first: looking at all of them takes a hundred times as long.
    pub(super) fn sample(
        &mut self,
        context: &LlamaContext<'_>,
        place: i32,
        chain: &mut LlamaSampler,
    ) -> Result<LlamaToken, EngineError> {
        let wanted = chain.sample(context, place);
        let sampler = match self {
            Self::Free | Self::Waits { .. } => return Ok(wanted),
            Self::Held(sampler) | Self::Holds { sampler, .. } => sampler,
        };
        if allows(sampler, wanted) {
            return Ok(wanted);
        }
        let mut all = context.token_data_array_ith(place);
        all.apply_sampler(sampler);
        all.data.retain(|token| token.logit().is_finite());
        if all.data.is_empty() {
            return Err(EngineError::Stuck);
        }
        all.apply_sampler(chain);
        all.selected_token().ok_or(EngineError::Stuck)
    }

    /// Takes in what was written, and begins or ends holding.
    pub(super) fn accept(
        &mut self,
        model: &LlamaModel,
        token: LlamaToken,
        text: &str,
    ) -> Result<(), EngineError> {
        *self = match std::mem::replace(self, Self::Free) {
            Self::Free => Self::Free,
            Self::Held(mut sampler) => {
                sampler.accept(token);
                Self::Held(sampler)
            }
            Self::Waits { behind, mut tail } => {
                tail.push_str(text);
                waited(model, behind, tail)?
            }
            Self::Holds { mut sampler, mut balance, behind } => {
                match text.char_indices().find(|(_, letter)| balance.closes_with(*letter)) {
                    Some((place, letter)) => {
                        let rest = text.get(place + letter.len_utf8()..).unwrap_or_default();
                        Self::Waits { behind, tail: rest.to_owned() }
                    }
                    None => {
                        sampler.accept(token);
                        Self::Holds { sampler, balance, behind }
                    }
                }
            }
        };
        Ok(())
    }
}

/// Begins to hold if one of the words is there. What was already written behind it has to fit, else the model goes on
/// as it likes.
fn waited(
    model: &LlamaModel,
    behind: Vec<(String, Grammar)>,
    mut tail: String,
) -> Result<Guard, EngineError> {
    let found = behind.iter().filter_map(|(word, grammar)| Some((tail.find(word.as_str())?, word, grammar)));
    let Some((place, word, grammar)) = found.min_by_key(|(place, ..)| *place) else {
        let longest = behind.iter().map(|(word, _)| word.len()).max().unwrap_or(0);
        let from = tail.char_indices().map(|(place, _)| place).find(|place| tail.len() - place <= longest);
        tail.drain(..from.unwrap_or(0));
        return Ok(Guard::Waits { behind, tail });
    };
    let rest = tail.get(place + word.len()..).unwrap_or_default().to_owned();
    let mut sampler = sampler(model, grammar)?;
    let mut balance = Balance::default();
    if word.starts_with('{') {
        word.chars().for_each(|letter| _ = balance.closes_with(letter));
    }
    for token in model.vocab().tokenize(rest.as_bytes(), false, false) {
        if !allows(&mut sampler, token) {
            return Ok(Guard::Waits { behind, tail: String::new() });
        }
        sampler.accept(token);
    }
    rest.chars().for_each(|letter| _ = balance.closes_with(letter));
    Ok(Guard::Holds { sampler, balance, behind })
}

fn allows(sampler: &mut LlamaSampler, token: LlamaToken) -> bool {
    let mut alone = LlamaTokenDataArray::new(vec![LlamaTokenData::new(token, 1.0, 0.0)], false);
    alone.apply_sampler(sampler);
    alone.data.first().is_some_and(|token| token.logit().is_finite())
}

fn sampler(model: &LlamaModel, grammar: &Grammar) -> Result<LlamaSampler, EngineError> {
    let made = LlamaSampler::grammar(model, &grammar.text, "root").or_else(|error| {
        if grammar.looser.is_empty() {
            Err(error)
        } else {
            LlamaSampler::grammar(model, &grammar.looser, "root")
        }
    });
    made.map_err(|error| EngineError::Grammar { reason: error.to_string() })
}
