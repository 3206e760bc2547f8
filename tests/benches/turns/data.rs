//! Prompts of others, each with some functions of which one fits or none does.

use anyhow::{Context, Result};
use content::FunctionName;
use flate2::read::GzDecoder;
use ports::{Effect, FunctionInput, FunctionSpec};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::{BTreeSet, HashMap};
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

/// Where prompts are taken from.
const SOURCES: [&str; 7] =
    ["metatool", "sealtools", "bfcl", "acebench", "toollinkos", "toolalpaca", "toolret_apigen"];
const FEWEST: usize = 3;
const MOST: usize = 10;
/// Functions whose description alone would fill a small context are left out.
const LONGEST: usize = 2_500;

/// One prompt.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) id: String,
    pub(crate) source: String,
    pub(crate) text: String,
    pub(crate) functions: Vec<Arc<FunctionSpec>>,
    /// The function that fits. Nothing, where none does.
    pub(crate) fitting: Option<FunctionName>,
}

#[derive(Deserialize)]
struct FunctionLine {
    id: String,
    name: String,
    #[serde(default)]
    description: String,
    #[serde(default)]
    parameters: Value,
}

#[derive(Deserialize)]
struct QueryLine {
    id: String,
    messages: Vec<MessageLine>,
    gold: Vec<String>,
    #[serde(default)]
    candidates: Vec<String>,
}

#[derive(Deserialize)]
struct MessageLine {
    role: String,
    content: String,
}

/// As many prompts of each source with a fitting function, and as many without where a source has such, after those that
/// are skipped. Always the same ones.
pub(crate) fn cases(folder: &Path, skip: usize, cap: usize) -> Result<Vec<Case>> {
    let mut cases = Vec::new();
    for source in SOURCES {
        let lines: Vec<FunctionLine> = lines(&folder.join(source), "functions.jsonl")?;
        let functions = Functions::of(lines);
        let mut queries: Vec<QueryLine> = self::lines(&folder.join(source), "queries.jsonl")?;
        queries.sort_by_key(|query| mark(&query.id));
        for gold in [1, 0] {
            let of_kind = queries.iter().filter(|query| query.gold.len() == gold);
            cases.extend(of_kind.filter_map(|query| functions.case(source, query)).skip(skip).take(cap));
        }
    }
    Ok(cases)
}

/// The functions of one source.
struct Functions {
    all: Vec<Arc<FunctionSpec>>,
    places: HashMap<String, usize>,
}

impl Functions {
    fn of(lines: Vec<FunctionLine>) -> Self {
        let mut places = HashMap::new();
        let spec = |(place, line): (usize, FunctionLine)| {
            places.insert(line.id, place);
            Arc::new(FunctionSpec {
                name: FunctionName::without_plugin(&line.name),
                description: line.description,
                parameters: line.parameters,
                effect: Effect::ReadsOnly,
                input: FunctionInput::default(),
                returns: None,
            })
        };
        let all = lines.into_iter().enumerate().map(spec).collect();
        Self { all, places }
    }

    fn get(&self, id: &str) -> Option<&Arc<FunctionSpec>> {
        self.all.get(*self.places.get(id)?)
    }

    /// A prompt with the functions its source gives it, filled up with others where those are few.
    fn case(&self, source: &str, query: &QueryLine) -> Option<Case> {
        let [message] = query.messages.as_slice() else { return None };
        let fitting = match query.gold.first() {
            Some(id) => Some(self.get(id)?),
            None => None,
        };
        if message.role != "user" || fitting.is_some_and(|spec| length(spec) > LONGEST) {
            return None;
        }
        let seed = mark(&query.id);
        let wanted = FEWEST + usize::try_from(seed % (MOST - FEWEST + 1) as u64).ok()?;
        let mut names = BTreeSet::new();
        let mut functions = Vec::new();
        let given = query.candidates.iter().filter_map(|id| self.get(id));
        let others = (1..).map(|step: u64| {
            let place = seed.wrapping_mul(2 * step + 1).wrapping_add(step * 7919) % self.all.len() as u64;
            self.all.get(usize::try_from(place).unwrap_or(0))
        });
        let others = others.take(400).flatten();
        for spec in fitting.into_iter().chain(given).chain(others) {
            if functions.len() < wanted && length(spec) <= LONGEST && names.insert(spec.name.clone()) {
                functions.push(Arc::clone(spec));
            }
        }
        // The one that fits stands anywhere.
        functions.sort_by_key(|spec| mark(&format!("{}{}", query.id, spec.name)));
        (functions.len() >= FEWEST).then(|| Case {
            id: query.id.clone(),
            source: source.to_owned(),
            text: message.content.clone(),
            functions,
            fitting: fitting.map(|spec| spec.name.clone()),
        })
    }
}

fn length(spec: &FunctionSpec) -> usize {
    spec.description.len() + spec.parameters.to_string().len()
}

/// The lines of a file, packed or not.
fn lines<T: DeserializeOwned>(folder: &Path, name: &str) -> Result<Vec<T>> {
    let plain = folder.join(name);
    let packed = folder.join(format!("{name}.gz"));
    let mut text = String::new();
    let file = if plain.exists() { &plain } else { &packed };
    let opened = File::open(file).with_context(|| file.display().to_string())?;
    if plain.exists() {
        std::io::BufReader::new(opened).read_to_string(&mut text)?;
    } else {
        GzDecoder::new(opened).read_to_string(&mut text)?;
    }
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    lines.map(|line| serde_json::from_str(line).with_context(|| file.display().to_string())).collect()
}

/// A number for a text, the same everywhere: FNV-1a.
pub(crate) fn mark(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |mark, byte| (mark ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
