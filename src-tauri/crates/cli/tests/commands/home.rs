//! A data folder of its own, and the program run in it.

use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use tempfile::TempDir;

pub(crate) struct Home(TempDir);

/// What a command printed, and its exit code.
pub(crate) struct Printed {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// `callwright serve`, ended with this value.
pub(crate) struct Serving {
    pub(crate) process: Child,
    /// It writes on after its address.
    _output: BufReader<ChildStdout>,
    /// The address of the page, without its token.
    pub(crate) address: String,
}

impl Home {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    pub(crate) fn at(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn data(&self, name: &str) -> PathBuf {
        self.at("callwright").join(name)
    }

    pub(crate) fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.at(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(&path, text).expect("a file");
        path
    }

    pub(crate) fn command(&self, program: &Path, arguments: &[&str]) -> Command {
        let mut command = Command::new(program);
        command.args(arguments).current_dir(self.0.path()).stdin(Stdio::null());
        command.env("HOME", self.0.path()).env("CALLWRIGHT_HOME", self.at("callwright"));
        command.env("DBUS_SESSION_BUS_ADDRESS", "disabled:").env("TZ", "Europe/Oslo");
        for name in ["DISPLAY", "WAYLAND_DISPLAY", "CALLWRIGHT_MODELS", "CALLWRIGHT_LOG"] {
            command.env_remove(name);
        }
        command
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Printed {
        Printed::by(self.command(program(), arguments))
    }

    /// Runs a command that must succeed.
    #[track_caller]
    pub(crate) fn done(&self, arguments: &[&str]) -> String {
        let Printed { code, out, err } = self.run(arguments);
        assert_eq!(code, 0, "{arguments:?}: {out}{err}");
        out
    }

    #[track_caller]
    pub(crate) fn json(&self, arguments: &[&str]) -> Value {
        serde_json::from_str(&self.done(arguments)).expect("JSON")
    }

    pub(crate) fn serve(&self) -> Serving {
        self.write("page/index.html", "<!doctype html><title>Callwright</title>");
        let mut command = self.command(program(), &["serve", "--ui", "page"]);
        let mut process = command.stdout(Stdio::piped()).spawn().expect("it starts");
        let mut output = BufReader::new(process.stdout.take().expect("its output"));
        let mut line = String::new();
        output.read_line(&mut line).expect("a line");
        let (address, _) = line.trim().split_once("/#token=").expect("its address");
        let address = address.trim_start_matches("Callwright is at http://").to_owned();
        // The next line comes when it is announced.
        output.read_line(&mut String::new()).expect("a line");
        Serving { process, _output: output, address }
    }
}

impl Printed {
    pub(crate) fn by(mut command: Command) -> Self {
        let output = command.output().expect("it runs");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
        let code = output.status.code().expect("it ends by itself");
        Self { code, out: text(output.stdout), err: text(output.stderr) }
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

pub(crate) fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_callwright"))
}

/// A request to OpenAI with a call that nobody has answered.
pub(crate) const REQUEST: &str = r#"{
  "model": "gpt",
  "messages": [
    {"role": "user", "content": "Is it raining in Oslo?"},
    {"role": "assistant", "tool_calls": [
      {"id": "a", "type": "function", "function": {"name": "weather-get_forecast", "arguments": "{\"city\": \"Oslo\"}"}}
    ]}
  ]
}"#;

/// A conversation without a fault, and the title it gets.
pub(crate) const SOUND: &str = r#"[
  {"role": "user", "content": "Is it raining in Oslo today?"},
  {"role": "assistant", "content": "Ask me about Bergen."}
]"#;
pub(crate) const SOUND_TITLE: &str = "Is it raining in Oslo today?";
