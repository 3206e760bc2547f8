use super::PluginFolder;
use crate::{Library, ListedSource};
use content::{FunctionName, JsonObject, Output};
use ports::{CallScope, Catalogue, Function, SourceKind, SourceStatus};
use serde_json::json;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tempfile::TempDir;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

/// A folder of plugins that is looked at.
struct Plugins {
    library: Arc<Library>,
    changes: watch::Receiver<u64>,
    home: TempDir,
    open: Option<PluginFolder>,
}

const ECHO: &str = r#"
format = 1
id = "echo"
version = "1.0.0"
kind = "process"
description = "Says it again."
permissions = ["programs"]

[process]
command = ["./main.sh"]
environment = ["PATH"]

[[process.functions]]
name = "say"
description = "Says it again."
effect = "reads"
[process.functions.parameters]
required = ["what"]
[process.functions.parameters.properties.what]
type = "string"
"#;

impl Plugins {
    fn new() -> Self {
        let library = Arc::new(Library::default());
        let changes = library.changes();
        Self { library, changes, home: tempfile::tempdir().expect("a folder"), open: None }
    }

    fn opened(mut self) -> Self {
        let opened = PluginFolder::open(self.home.path().to_owned(), Arc::clone(&self.library));
        self.open = Some(opened.expect("it can be looked at"));
        self
    }

    fn path(&self, plugin: &str, file: &str) -> PathBuf {
        self.home.path().join(plugin).join(file)
    }

    fn write(&self, plugin: &str, file: &str, text: &str) {
        let path = self.path(plugin, file);
        fs::create_dir_all(path.parent().expect("a folder")).expect("it is made");
        fs::write(&path, text).expect("it is written");
        if file.ends_with(".sh") {
            let runnable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
            fs::set_permissions(&path, runnable).expect("it can be run");
        }
    }

    fn source(&self, plugin: &str) -> Option<ListedSource> {
        self.library.sources().into_iter().find(|source| source.facts.title == plugin)
    }

    /// Waits until the sources are as they are wanted.
    async fn until<T>(&mut self, wanted: impl Fn(&Self) -> Option<T>) -> T {
        let come = async {
            loop {
                self.changes.mark_unchanged();
                if let Some(found) = wanted(self) {
                    return found;
                }
                self.changes.changed().await.expect("the library is there");
            }
        };
        tokio::time::timeout(Duration::from_secs(60), come).await.expect("it comes to that")
    }

    fn function(&self, plugin: &str, name: &str) -> Option<Arc<dyn Function>> {
        self.library.current().function(&FunctionName::new(plugin, name))
    }
}

async fn call(function: &Arc<dyn Function>, arguments: serde_json::Value) -> Output {
    let arguments: JsonObject = serde_json::from_value(arguments).expect("an object");
    let scope = CallScope::unobserved(CancellationToken::new());
    function.invoke(&arguments, &scope).await.expect("it runs")
}

#[tokio::test]
async fn a_plugin_in_the_folder_is_there_at_once_and_runs() {
    let plugins = Plugins::new();
    plugins.write("echo", "plugin.toml", ECHO);
    plugins.write("echo", "main.sh", "#!/bin/sh\ncat\n");
    let plugins = plugins.opened();
    let source = plugins.source("echo").expect("it is listed");
    assert_eq!((source.status, source.facts.kind), (SourceStatus::Ready, SourceKind::Process));
    assert_eq!(source.facts.needs[0].to_string(), "run a program: ./main.sh");
    assert_eq!(source.facts.place, Some(plugins.home.path().join("echo").display().to_string()));
    let say = plugins.function("echo", "say").expect("it has a function");
    assert_eq!(call(&say, json!({ "what": "hm" })).await, Output::Json { value: json!({ "what": "hm" }) });
}

#[tokio::test]
async fn plugins_come_change_and_go_while_the_application_runs() {
    let mut plugins = Plugins::new().opened();
    assert!(plugins.source("echo").is_none());
    plugins.write("echo", "main.sh", "#!/bin/sh\necho 1\n");
    plugins.write("echo", "plugin.toml", ECHO);
    let say = plugins.until(|plugins| plugins.function("echo", "say")).await;
    assert_eq!(call(&say, json!({})).await, Output::Json { value: json!(1) });
    let before = say.consent().expect("it asks").fingerprint.clone();

    plugins.write("echo", "main.sh", "#!/bin/sh\necho 10\n");
    let changed = |plugins: &Plugins| {
        let say = plugins.function("echo", "say")?;
        (say.consent()?.fingerprint != before).then_some(say)
    };
    let say = plugins.until(changed).await;
    assert_eq!(call(&say, json!({})).await, Output::Json { value: json!(10) });

    fs::remove_dir_all(plugins.home.path().join("echo")).expect("it is removed");
    plugins.until(|plugins| plugins.source("echo").is_none().then_some(())).await;
    assert!(plugins.function("echo", "say").is_none());
}

#[tokio::test]
async fn a_mistake_is_told_at_its_plugin_with_its_line_and_the_rest_goes_on() {
    let plugins = Plugins::new();
    plugins.write("echo", "plugin.toml", ECHO);
    plugins.write("echo", "main.sh", "#!/bin/sh\ncat\n");
    plugins.write(
        "broken",
        "plugin.toml",
        &ECHO.replace("\"echo\"", "\"broken\"").replace("./main.sh", "./gone.sh"),
    );
    plugins.write("other", "plugin.toml", "format = 1\nid = \"other\"\nversion = 1\n");
    plugins.write("renamed", "plugin.toml", ECHO);
    fs::create_dir_all(plugins.home.path().join("empty")).expect("it is made");
    let mut plugins = plugins.opened();
    let check = |plugins: &Plugins, plugin: &str, line, part: &str| {
        let source = plugins.source(plugin).expect("it is listed");
        assert_eq!(source.status, SourceStatus::Failed);
        let problem = source.problems.first().expect("a problem");
        assert!(problem.message.to_string().contains(part), "{}", problem.message);
        assert_eq!(
            (problem.file.as_deref(), problem.line),
            (Some("plugin.toml"), line),
            "{}",
            problem.message
        );
        assert!(problem.advice.is_some());
    };
    check(&plugins, "broken", Some(10), "there is no ./gone.sh");
    check(&plugins, "other", Some(3), "expected a string");
    check(&plugins, "renamed", Some(3), "calls itself echo, and its folder is renamed");
    check(&plugins, "empty", None, "can't be read");
    assert_eq!(plugins.source("echo").expect("it is listed").status, SourceStatus::Ready);

    plugins.write("broken", "gone.sh", "#!/bin/sh\ncat\n");
    plugins.write(
        "broken",
        "plugin.toml",
        &ECHO.replace("\"echo\"", "\"broken\"").replace("./main.sh", "./gone.sh").replace("1.0.0", "1.0.1"),
    );
    plugins.until(|plugins| plugins.function("broken", "say")).await;
}

#[tokio::test]
async fn one_unsound_function_does_not_take_the_others_with_it() {
    let plugins = Plugins::new();
    let more = "\n[[process.functions]]\nname = \"say\"\ndescription = \"\"\n\n[[process.functions]]\nname = \"a b\"\n\
        description = \"\"\n\n[[process.functions]]\nname = \"odd\"\ndescription = \"\"\nparameters = { properties = 7 }\n";
    plugins.write("echo", "plugin.toml", &format!("{ECHO}{more}"));
    plugins.write("echo", "main.sh", "#!/bin/sh\ncat\n");
    let plugins = plugins.opened();
    let source = plugins.source("echo").expect("it is listed");
    assert_eq!(source.functions, [FunctionName::new("echo", "say")]);
    let told: Vec<_> =
        source.problems.iter().map(|problem| (problem.line, problem.message.to_string())).collect();
    assert_eq!(told.len(), 3, "{told:?}");
    assert_eq!(told.first(), Some(&(Some(23), "say is there twice".to_owned())));
    assert_eq!(told.get(1), Some(&(Some(27), "\"a b\" is no name of a function".to_owned())));
    assert!(
        told.get(2).is_some_and(|(line, said)| *line == Some(31) && said.contains("no JSON schema")),
        "{told:?}"
    );
}

#[tokio::test]
async fn what_a_plugin_writes_into_its_data_is_no_change_of_it() {
    let plugins = Plugins::new();
    plugins.write("echo", "plugin.toml", ECHO);
    plugins.write("echo", "main.sh", "#!/bin/sh\ncat\n");
    let first = plugins.opened();
    let before =
        first.function("echo", "say").expect("a function").consent().expect("it asks").fingerprint.clone();
    let Plugins { home, open, .. } = first;
    drop(open);
    let again = |home: TempDir| {
        let plugins = Plugins { home, ..Plugins::new() }.opened();
        let now = plugins
            .function("echo", "say")
            .expect("a function")
            .consent()
            .expect("it asks")
            .fingerprint
            .clone();
        (now, plugins)
    };
    fs::create_dir_all(home.path().join("echo/data")).expect("it is made");
    fs::write(home.path().join("echo/data/state.json"), "{}").expect("it is written");
    let (now, plugins) = again(home);
    assert_eq!(now, before);
    let Plugins { home, open, .. } = plugins;
    drop(open);
    fs::write(home.path().join("echo/more.sh"), "").expect("it is written");
    assert_ne!(again(home).0, before);
}
