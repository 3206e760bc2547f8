//! Holds a model to a grammar, from the beginning or behind the words that begin a call.

use super::super::EngineError;
use super::super::restating::Restating;
use super::super::watch::{Met, Watch};
use super::super::words::{Words, begins_call};
use crate::body::Body;
use crate::grammar::{Begun, Grammar, Held};
use crate::notation::Balance;
use llama_cpp_2::context::LlamaContext;
use llama_cpp_2::model::LlamaModel;
use llama_cpp_2::sampling::LlamaSampler;
use llama_cpp_2::token::LlamaToken;
use llama_cpp_2::token::data::LlamaTokenData;
use llama_cpp_2::token::data_array::LlamaTokenDataArray;

/// From this share of the probability on, a model leans towards a call.
const LEANS_FROM: f32 = 0.5;
/// Tokens that are tried one by one before the whole vocabulary is looked at.
const TRIES: usize = 16;
/// The weight of a token against the likeliest one below which it does not count.
const NEGLIGIBLE: f32 = 1e-4;

/// What is allowed next.
pub(super) enum Guard {
    Free,
    /// Calls nothing.
    Speaks(Words),
    Held(LlamaSampler),
    /// Held by this if the first token leans towards a call. Otherwise free until one of these is begun.
    Leans {
        sampler: LlamaSampler,
        behind: Vec<Begun>,
    },
    /// Free until one of these is begun.
    Waits {
        behind: Vec<Begun>,
        watch: Watch,
    },
    /// Held until the value that was begun is complete.
    Holds {
        sampler: LlamaSampler,
        balance: Balance,
        behind: Vec<Begun>,
    },
}

impl Guard {
    pub(super) fn new(model: &LlamaModel, body: &Body) -> Result<Self, EngineError> {
        Ok(match &body.held {
            None => Self::Free,
            Some(Held::Words(words)) => {
                let restating = words.restates.as_ref().map(|values| Restating::new(&body.prompt, values));
                Self::Speaks(Words::new(&words.without, body.begins_thinking(), restating))
            }
            Some(Held::AtOnce(grammar)) => Self::Held(sampler(model, grammar)?),
            Some(Held::Behind(behind)) => {
                check(model, behind)?;
                Self::Waits { behind: behind.clone(), watch: watch(behind, body.begins_thinking()) }
            }
            Some(Held::Leaning { behind, .. }) if body.begins_thinking() => {
                check(model, behind)?;
                Self::Waits { behind: behind.clone(), watch: watch(behind, true) }
            }
            Some(Held::Leaning { calls, behind }) => {
                check(model, behind)?;
                Self::Leans { sampler: sampler(model, calls)?, behind: behind.clone() }
            }
        })
    }

    /// The next token. What the model wants most is tried first: looking at all of them takes a hundred times as long.
    pub(super) fn sample(
        &mut self,
        model: &LlamaModel,
        context: &LlamaContext<'_>,
        place: i32,
        chain: &mut LlamaSampler,
        is_first: bool,
    ) -> Result<LlamaToken, EngineError> {
        let mut choose = |tokens: &mut LlamaTokenDataArray| {
            tokens.apply_sampler(chain);
            tokens.selected_token().ok_or(EngineError::Stuck)
        };
        let mut all = || context.token_data_array_ith(place);
        if is_first {
            self.decide(model, &mut all);
        }
        let token = match self {
            Self::Free | Self::Leans { .. } | Self::Waits { .. } if is_first => {
                begun(model, &mut all, &mut choose)?
            }
            Self::Free | Self::Leans { .. } | Self::Waits { .. } => return Ok(chain.sample(context, place)),
            Self::Speaks(words) => speaking(model, words, &mut all, &mut choose)?,
            Self::Held(sampler) | Self::Holds { sampler, .. } => held(sampler, &mut all, &mut choose)?,
        };
        chain.accept(token);
        Ok(token)
    }

    /// Where the beginnings of a call are together likelier than words, the model wants to call: none of them need be the
    /// likeliest token, because there are several ways to begin one.
    fn decide(&mut self, model: &LlamaModel, all: &mut impl FnMut() -> LlamaTokenDataArray) {
        *self = match std::mem::replace(self, Self::Free) {
            Self::Leans { sampler, .. } if share_of_calls(model, &all()) >= LEANS_FROM => Self::Held(sampler),
            Self::Leans { behind, .. } => {
                let watch = watch(&behind, false);
                Self::Waits { behind, watch }
            }
            decided @ (Self::Free
            | Self::Speaks(_)
            | Self::Held(_)
            | Self::Waits { .. }
            | Self::Holds { .. }) => decided,
        };
    }

    /// Takes in what was written, and begins or ends holding.
    pub(super) fn accept(
        &mut self,
        model: &LlamaModel,
        token: LlamaToken,
        text: &str,
    ) -> Result<(), EngineError> {
        *self = match std::mem::replace(self, Self::Free) {
            Self::Free | Self::Leans { .. } => Self::Free,
            Self::Speaks(mut words) => {
                words.push(text);
                Self::Speaks(words)
            }
            Self::Held(mut sampler) => {
                sampler.accept(token);
                Self::Held(sampler)
            }
            Self::Waits { behind, watch } => waited(model, behind, watch, text)?,
            Self::Holds { mut sampler, mut balance, behind } => {
                match text.char_indices().find(|(_, letter)| balance.closes_with(*letter)) {
                    Some((place, letter)) => {
                        let rest = text.get(place + letter.len_utf8()..).unwrap_or_default();
                        let watch = watch(&behind, false);
                        waited(model, behind, watch, rest)?
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

/// A grammar that is refused is known before anything is written.
fn check(model: &LlamaModel, behind: &[Begun]) -> Result<(), EngineError> {
    behind.iter().try_for_each(|begun| sampler(model, &begun.grammar).map(drop))
}

/// The probability that an answer begins as a call does.
fn share_of_calls(model: &LlamaModel, tokens: &LlamaTokenDataArray) -> f32 {
    let most = tokens.data.iter().map(|token| token.logit()).fold(f32::MIN, f32::max);
    let (mut calls, mut whole) = (0.0, 0.0);
    for token in &tokens.data {
        let weight = (token.logit() - most).exp();
        whole += weight;
        // Most of the vocabulary weighs nothing, and spelling it takes time.
        if weight > NEGLIGIBLE {
            let text = model.vocab().token_to_piece(token.id(), true, None);
            let begins = begins_call(&String::from_utf8_lossy(&text));
            calls += if begins { weight } else { 0.0 };
        }
    }
    calls / whole
}

/// The token the model wants most to begin with. An answer is not over before it has begun.
fn begun(
    model: &LlamaModel,
    all: &mut impl FnMut() -> LlamaTokenDataArray,
    choose: &mut impl FnMut(&mut LlamaTokenDataArray) -> Result<LlamaToken, EngineError>,
) -> Result<LlamaToken, EngineError> {
    let mut tokens = all();
    tokens.data.retain(|token| !model.vocab().is_eog(token.id()));
    choose(&mut tokens)
}

/// The token the model wants most of those that fit a grammar.
fn held(
    sampler: &mut LlamaSampler,
    all: &mut impl FnMut() -> LlamaTokenDataArray,
    choose: &mut impl FnMut(&mut LlamaTokenDataArray) -> Result<LlamaToken, EngineError>,
) -> Result<LlamaToken, EngineError> {
    let wanted = choose(&mut all())?;
    if allows(sampler, wanted) {
        return Ok(wanted);
    }
    let mut fitting = all();
    fitting.apply_sampler(sampler);
    fitting.data.retain(|token| token.logit().is_finite());
    if fitting.data.is_empty() { Err(EngineError::Stuck) } else { choose(&mut fitting) }
}

/// The token the model wants most of those that begin no call.
fn speaking(
    model: &LlamaModel,
    words: &mut Words,
    all: &mut impl FnMut() -> LlamaTokenDataArray,
    choose: &mut impl FnMut(&mut LlamaTokenDataArray) -> Result<LlamaToken, EngineError>,
) -> Result<LlamaToken, EngineError> {
    let mut refuses = |token| {
        if model.vocab().is_eog(token) {
            return words.keeps_from_ending();
        }
        let text = model.vocab().token_to_piece(token, true, None);
        words.refuses(&String::from_utf8_lossy(&text))
    };
    let mut refused = Vec::new();
    loop {
        let mut others = all();
        if refused.len() == TRIES {
            others.data.retain(|token| !refuses(token.id()));
            return choose(&mut others);
        }
        others.data.retain(|token| !refused.contains(&token.id()));
        let wanted = choose(&mut others)?;
        if !refuses(wanted) {
            return Ok(wanted);
        }
        refused.push(wanted);
    }
}

fn watch(behind: &[Begun], is_thinking: bool) -> Watch {
    let begins = behind.iter().map(|begun| (begun.mark.clone(), begun.with.clone()));
    Watch::new(begins.collect(), is_thinking)
}

/// Begins to hold if one of the words is there. What was already written behind it has to fit, else the model goes on
/// as it likes.
fn waited(
    model: &LlamaModel,
    behind: Vec<Begun>,
    mut watch: Watch,
    text: &str,
) -> Result<Guard, EngineError> {
    let met = watch.push(text);
    let Some((Begun { mark, grammar, .. }, rest)) =
        met.and_then(|Met { index, rest }| Some((behind.get(index)?, rest)))
    else {
        return Ok(Guard::Waits { behind, watch });
    };
    let mut sampler = sampler(model, grammar)?;
    let mut balance = Balance::default();
    if mark.starts_with('{') {
        mark.chars().for_each(|letter| _ = balance.closes_with(letter));
    }
    for token in model.vocab().tokenize(rest.as_bytes(), false, false) {
        if !allows(&mut sampler, token) {
            return Ok(Guard::Waits { behind, watch });
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
