//! How often a model calls the right function with arguments that fit, and calls none where none fits: as it likes, with
//! calls held to their schemas, with a call required, and in llama.cpp's own loop.

use crate::asking::{Answer, TOKENS, ask, request};
use crate::data::Case;
use crate::raw;
use anyhow::{Context, Result};
use content::{CallArguments, CalledFunction, FunctionCall, FunctionName, ModelId};
use local_model::LocalModel;
use ports::{CompletionRequest, Connector, FunctionChoice};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;

/// How a prompt is put.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Way {
    Free,
    /// Calls are held to their schemas once they are begun.
    Strict,
    /// One has to be made. Asked where one fits.
    Required,
}

impl Way {
    const ALL: [Self; 3] = [Self::Free, Self::Strict, Self::Required];

    fn name(self) -> &'static str {
        match self {
            Self::Free => "free",
            Self::Strict => "strict",
            Self::Required => "required",
        }
    }

    fn request(self, case: &Case) -> Option<CompletionRequest> {
        let mut asked = request(&case.text, &case.functions, TOKENS);
        match self {
            Self::Free => {}
            Self::Strict => asked.calls.strict = Some(true),
            Self::Required if case.fitting.is_none() => return None,
            Self::Required => asked.choice = FunctionChoice::Required,
        }
        Some(asked)
    }
}

/// What came of prompts that were put in one way.
#[derive(Clone, Debug, Default, Serialize)]
struct Score {
    with_fitting: usize,
    right_function: usize,
    right_function_and_valid_arguments: usize,
    /// Calls of any function that was offered, and those whose arguments fit its schema.
    calls: usize,
    valid_calls: usize,
    without_fitting: usize,
    right_refusals: usize,
    /// Calls that were not written to their end.
    cut_off: usize,
    prompt_tokens: f64,
    output_tokens: f64,
    seconds: f64,
    output_tokens_per_second: f64,
}

impl Score {
    fn add(&mut self, case: &Case, calls: &[(Option<FunctionName>, Option<Value>)]) {
        let valid = |(name, arguments): &(Option<FunctionName>, Option<Value>)| {
            let spec = case.functions.iter().find(|spec| Some(&spec.name) == name.as_ref());
            let schema = spec.and_then(|spec| jsonschema::validator_for(&spec.parameters).ok());
            arguments.as_ref().is_some_and(|arguments| schema.is_none_or(|schema| schema.is_valid(arguments)))
        };
        let offered = calls.iter().filter(|(name, _)| name.is_some());
        self.calls += offered.clone().count();
        self.valid_calls += offered.filter(|call| valid(call)).count();
        match &case.fitting {
            Some(fitting) => {
                self.with_fitting += 1;
                let right = calls.first().filter(|(name, _)| name.as_ref() == Some(fitting));
                self.right_function += usize::from(right.is_some());
                self.right_function_and_valid_arguments += usize::from(right.is_some_and(valid));
            }
            None => {
                self.without_fitting += 1;
                self.right_refusals += usize::from(calls.is_empty());
            }
        }
    }

    fn take_time(&mut self, prompt: f64, output: f64, per_second: f64) {
        self.prompt_tokens += prompt;
        self.output_tokens += output;
        // The first token comes with the reading of the prompt.
        self.seconds += if per_second > 0.0 { (output - 1.0) / per_second } else { 0.0 };
    }

    fn finish(&mut self, asked: usize) {
        let spoken = self.output_tokens - asked as f64;
        self.output_tokens_per_second = if self.seconds > 0.0 { spoken / self.seconds } else { 0.0 };
    }

    fn line(&self, name: &str) -> String {
        let share = |part: usize, whole: usize| 100.0 * part as f64 / whole as f64;
        let asked = |part: usize, whole: usize, what: &str| {
            if whole == 0 { String::new() } else { format!("  {what} {:5.1} %", share(part, whole)) }
        };
        let speed = self.output_tokens_per_second;
        [
            format!("{name:16}"),
            asked(self.right_function, self.with_fitting, "right function"),
            asked(self.right_function_and_valid_arguments, self.with_fitting, "with valid arguments"),
            asked(self.valid_calls, self.calls, "valid calls"),
            if self.cut_off > 0 { format!("  cut off {}", self.cut_off) } else { String::new() },
            asked(self.right_refusals, self.without_fitting, "right refusals"),
            if speed > 0.0 { format!("  {speed:6.1} tokens/s") } else { String::new() },
        ]
        .concat()
    }
}

pub(crate) async fn evaluate(path: &Path, cases: &[Case]) -> Result<Value> {
    let model = LocalModel::open(ModelId::new("local:evaluated"), path.to_owned());
    let fitting = cases.iter().filter(|case| case.fitting.is_some()).count();
    println!(
        "{}: {fitting} prompts with a fitting function, {} without",
        model.profile().title,
        cases.len() - fitting
    );
    let mut scores: BTreeMap<&str, Score> = BTreeMap::new();
    let mut sources: BTreeMap<&str, Score> = BTreeMap::new();
    let mut asked: BTreeMap<&str, usize> = BTreeMap::new();
    let mut answers = Vec::new();
    for (number, case) in cases.iter().enumerate() {
        for way in Way::ALL {
            let Some(request) = way.request(case) else { continue };
            let answer = ask(&model, request).await.with_context(|| case.id.clone())?;
            let calls: Vec<_> = answer.calls.iter().map(read).collect();
            let score = scores.entry(way.name()).or_default();
            score.add(case, &calls);
            // llama.cpp's answer is searched for whole objects, so half a call is not held against ours either.
            score.cut_off += usize::from(answer.is_cut);
            score.calls -= usize::from(answer.is_cut && calls.last().is_some_and(|(name, _)| name.is_some()));
            time(score, &answer);
            answers.push(json!({
                "prompt": case.id, "fitting": case.fitting, "way": way.name(), "text": answer.text,
                "isCut": answer.is_cut, "tokens": answer.figure("outputTokens"),
            }));
            *asked.entry(way.name()).or_default() += 1;
            if way == Way::Free {
                sources.entry(&case.source).or_default().add(case, &calls);
            }
        }
        if number % 10 == 9 {
            eprintln!("{} of {}", number + 1, cases.len());
        }
    }
    let mut alone = alone(path, &model, cases)?;
    alone.finish(cases.len());
    for (name, score) in &mut scores {
        score.finish(asked.get(name).copied().unwrap_or_default());
        println!("{}", score.line(name));
    }
    println!("{}", alone.line("llama.cpp"));
    println!("each source, free");
    for (source, score) in &sources {
        println!("  {}", score.line(source));
    }
    Ok(
        json!({ "prompts": cases.len(), "ways": scores, "llama.cpp": alone, "sources": sources, "answers": answers }),
    )
}

/// The same prompts in llama.cpp's own loop. Its answer is searched for one object that names a function.
fn alone(path: &Path, model: &LocalModel, cases: &[Case]) -> Result<Score> {
    let prompt = |case: &Case| -> Result<String> {
        let preview = model.preview(&request(&case.text, &case.functions, TOKENS))?.context("a preview")?;
        let body: Value = serde_json::from_str(&preview.body)?;
        Ok(body.get("prompt").and_then(Value::as_str).unwrap_or_default().to_owned())
    };
    let prompts: Vec<_> = cases.iter().map(prompt).collect::<Result<_>>()?;
    let mut score = Score::default();
    for (case, written) in cases.iter().zip(raw::run(path, &prompts, TOKENS)?) {
        score.add(case, &searched(case, &written.text));
        score.prompt_tokens += written.prompt as f64;
        score.output_tokens += written.tokens as f64;
        score.seconds += written.writing.as_secs_f64();
    }
    Ok(score)
}

fn searched(case: &Case, text: &str) -> Vec<(Option<FunctionName>, Option<Value>)> {
    let object = |(place, _): (usize, &str)| {
        let rest = text.get(place..).unwrap_or_default();
        serde_json::Deserializer::from_str(rest).into_iter::<Value>().next().and_then(Result::ok)
    };
    let named = |value: Value| {
        let name = value.get("name").and_then(Value::as_str)?;
        let spec = case.functions.iter().find(|spec| spec.name.function == name)?;
        let arguments = value.get("arguments").or_else(|| value.get("parameters")).cloned();
        Some((Some(spec.name.clone()), arguments))
    };
    text.match_indices('{').filter_map(object).find_map(named).into_iter().collect()
}

fn read(call: &FunctionCall) -> (Option<FunctionName>, Option<Value>) {
    let name = match &call.function {
        CalledFunction::Known { name } => Some(name.clone()),
        CalledFunction::Unknown { .. } => None,
    };
    let arguments = match &call.arguments {
        CallArguments::Parsed { value, .. } => Some(Value::Object(value.clone())),
        CallArguments::Malformed { .. } => None,
    };
    (name, arguments)
}

fn time(score: &mut Score, answer: &Answer) {
    let figure = |name| answer.figure(name);
    score.take_time(figure("promptTokens"), figure("outputTokens"), figure("outputTokensPerSecond"));
}
