//! A set for a test framework: a folder that runs in the framework's own runner, without Callwright, or data in its form.
//!
//! A folder that runs has the cases as files, a module that asks a model (and can be exchanged for an agent of one's own), and the
//! rules of [`Expectations`](crate::Expectations) in the language of the framework.

mod adk;
mod aimock;
mod bfcl;
mod example;
mod loss;
mod portable;

pub use loss::ExportLoss;

use crate::Case;
use example::Example;
use portable::Portable;
use serde::Serialize;
use std::collections::BTreeMap;

/// Who runs the exported set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Framework {
    Pytest,
    Vitest,
    Promptfoo,
    /// Google's Agent Development Kit.
    Adk,
    Deepeval,
    /// C#.
    Xunit,
    /// Lines of the Berkeley Function-Calling Leaderboard, for its checker.
    Bfcl,
    /// Fixtures of a server in the place of a model, which does what is expected.
    Aimock,
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

const PYTHON: [(&str, &str); 3] = [
    ("expectations.py", include_str!("export/python/expectations.py")),
    ("model.py", include_str!("export/python/model.py")),
    ("running.py", include_str!("export/python/running.py")),
];
const PYTEST: [(&str, &str); 1] = [("test_cases.py", include_str!("export/python/test_cases.py"))];
const ADK: [(&str, &str); 4] = [
    ("agent/__init__.py", include_str!("export/adk/__init__.py")),
    ("agent/agent.py", include_str!("export/adk/agent.py")),
    ("metric.py", include_str!("export/adk/metric.py")),
    ("test_cases.py", include_str!("export/adk/test_cases.py")),
];
const XUNIT: [(&str, &str); 6] = [
    ("CaseTests.cs", include_str!("export/csharp/CaseTests.cs")),
    ("Cases.csproj", include_str!("export/csharp/Cases.csproj")),
    ("Expectations.cs", include_str!("export/csharp/Expectations.cs")),
    ("Json.cs", include_str!("export/csharp/Json.cs")),
    ("Model.cs", include_str!("export/csharp/Model.cs")),
    ("Running.cs", include_str!("export/csharp/Running.cs")),
];
const DEEPEVAL: [(&str, &str); 1] = [("test_cases.py", include_str!("export/deepeval/test_cases.py"))];
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
            Self::Pytest | Self::Adk => "pytest",
            Self::Deepeval => "deepeval test run test_cases.py",
            Self::Xunit => "dotnet test",
            Self::Bfcl => "bfcl evaluate",
            Self::Aimock => "npx -p @copilotkit/aimock llmock --fixtures fixtures.json",
            Self::Vitest => "npx vitest run",
            Self::Promptfoo => "npx promptfoo eval",
        }
    }

    /// Whether cases run there as they run here. Otherwise the folder is data alone.
    pub fn has_modules(self) -> bool {
        !matches!(self, Self::Bfcl | Self::Aimock)
    }

    fn modules(self) -> Vec<(&'static str, &'static str)> {
        match self {
            Self::Pytest => [&PYTHON[..], &PYTEST].concat(),
            Self::Adk => [&PYTHON[..], &ADK].concat(),
            Self::Deepeval => [&PYTHON[..], &DEEPEVAL].concat(),
            Self::Xunit => XUNIT.to_vec(),
            Self::Bfcl | Self::Aimock => Vec::new(),
            Self::Vitest => [&JAVASCRIPT[..], &VITEST].concat(),
            Self::Promptfoo => [&JAVASCRIPT[..], &PROMPTFOO].concat(),
        }
    }
}

/// Writes a set for a framework. Functions need their schemas: the caller fills in those of the application first.
pub fn export_set(cases: &[Case], framework: Framework) -> ExportedSet {
    let judged = cases.iter().filter(|case| !case.expect.judges.is_empty());
    let mut losses: Vec<_> =
        judged.map(|case| ExportLoss::Part { case: case.id.clone(), name: "judges".to_owned() }).collect();
    let mut files: Vec<_> = framework
        .modules()
        .into_iter()
        .map(|(path, text)| ExportedFile { path: path.to_owned(), text: text.to_owned() })
        .collect();
    if framework.has_modules() {
        for case in cases {
            let text = pretty(&Portable::of(case, framework, &mut losses));
            files.push(ExportedFile { path: format!("cases/{}.json", case.id.as_str()), text });
        }
    }
    match framework {
        Framework::Pytest | Framework::Vitest | Framework::Xunit => {}
        Framework::Promptfoo => {
            files.push(ExportedFile { path: "promptfooconfig.json".to_owned(), text: promptfoo(cases) });
        }
        Framework::Adk => files.extend(adk::files(cases, &mut losses)),
        Framework::Deepeval => files.push(expected_tools(cases)),
        Framework::Bfcl => files.extend(bfcl::files(cases, &mut losses)),
        Framework::Aimock => files.push(aimock::file(cases, &mut losses)),
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

/// The tools of each case, for the framework's own metric.
fn expected_tools(cases: &[Case]) -> ExportedFile {
    let tools: BTreeMap<_, _> =
        cases.iter().map(|case| (case.id.as_str(), Example::of(&case.expect))).collect();
    ExportedFile { path: "expected_tools.json".to_owned(), text: pretty(&tools) }
}

fn pretty(value: &impl Serialize) -> String {
    serde_json::to_string_pretty(value).unwrap_or_default() + "\n"
}

#[cfg(test)]
mod tests;
