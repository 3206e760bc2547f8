//! A set for a test framework: a folder that runs in the framework's own runner, without Callwright.
//!
//! Each folder has the cases as files, a module that asks a model (and can be exchanged for an agent of one's own), and the
//! rules of [`Expectations`](crate::Expectations) in the language of the framework.

mod loss;
mod portable;

pub use loss::ExportLoss;

use crate::Case;
use portable::Portable;
use serde::Serialize;

/// Who runs the exported set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Framework {
    Pytest,
    Vitest,
    Promptfoo,
}

/// One file of the folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportedFile {
    /// Below the folder, with slashes.
    pub path: String,
    pub text: String,
}

/// The folder, and what could not be said in it.
#[derive(Clone, Debug, PartialEq)]
pub struct ExportedSet {
    pub files: Vec<ExportedFile>,
    pub losses: Vec<ExportLoss>,
}

const PYTHON: [(&str, &str); 4] = [
    ("expectations.py", include_str!("export/python/expectations.py")),
    ("model.py", include_str!("export/python/model.py")),
    ("running.py", include_str!("export/python/running.py")),
    ("test_cases.py", include_str!("export/python/test_cases.py")),
];
const JAVASCRIPT: [(&str, &str); 3] = [
    ("expectations.mjs", include_str!("export/javascript/expectations.mjs")),
    ("model.mjs", include_str!("export/javascript/model.mjs")),
    ("running.mjs", include_str!("export/javascript/running.mjs")),
];
const VITEST: [(&str, &str); 1] = [("cases.test.mjs", include_str!("export/javascript/cases.test.mjs"))];
const PROMPTFOO: [(&str, &str); 2] = [
    ("assertion.mjs", include_str!("export/javascript/assertion.mjs")),
    ("provider.mjs", include_str!("export/javascript/provider.mjs")),
];

impl Framework {
    /// The command that runs the folder, in it.
    pub fn command(self) -> &'static str {
        match self {
            Self::Pytest => "pytest",
            Self::Vitest => "npx vitest run",
            Self::Promptfoo => "npx promptfoo eval",
        }
    }

    fn modules(self) -> Vec<(&'static str, &'static str)> {
        match self {
            Self::Pytest => PYTHON.to_vec(),
            Self::Vitest => [&JAVASCRIPT[..], &VITEST].concat(),
            Self::Promptfoo => [&JAVASCRIPT[..], &PROMPTFOO].concat(),
        }
    }
}

/// Writes a set for a framework. Functions need their schemas: whoever knows those of the application fills them in before.
pub fn export_set(cases: &[Case], framework: Framework) -> ExportedSet {
    let mut losses = Vec::new();
    let mut files: Vec<_> = framework
        .modules()
        .into_iter()
        .map(|(path, text)| ExportedFile { path: path.to_owned(), text: text.to_owned() })
        .collect();
    for case in cases {
        let text = pretty(&Portable::of(case, framework, &mut losses));
        files.push(ExportedFile { path: format!("cases/{}.json", case.id.as_str()), text });
    }
    if framework == Framework::Promptfoo {
        files.push(ExportedFile { path: "promptfooconfig.json".to_owned(), text: promptfoo(cases) });
    }
    ExportedSet { files, losses }
}

fn promptfoo(cases: &[Case]) -> String {
    let test = |case: &Case| {
        let description = if case.title.is_empty() { case.id.as_str() } else { &case.title };
        serde_json::json!({ "description": description, "vars": { "case": case.id.as_str() } })
    };
    pretty(&serde_json::json!({
        "description": "Tool calls of a model",
        "prompts": ["{{case}}"],
        "providers": ["file://provider.mjs"],
        "defaultTest": { "assert": [{ "type": "javascript", "value": "file://assertion.mjs" }] },
        "tests": cases.iter().map(test).collect::<Vec<_>>(),
    }))
}

fn pretty(value: &impl Serialize) -> String {
    serde_json::to_string_pretty(value).unwrap_or_default() + "\n"
}

#[cfg(test)]
mod tests;
