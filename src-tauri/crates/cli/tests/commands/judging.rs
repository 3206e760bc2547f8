//! Cases that a script or a model judges.

use crate::home::{Home, Printed};
use crate::testing::{SLOW, report, slow_set};
use serde_json::{Value, json};

const JUDGE: &str = "script:judge";

fn case(judge: &Value) -> String {
    json!({
        "format": 1,
        "id": "hello",
        "history": [{ "role": "user", "text": "Hello?" }],
        "expect": { "judges": [judge] },
    })
    .to_string()
}

/// A model that says one thing to whatever it is asked.
fn judge_says(home: &Home, words: &str) {
    let text = json!({ "type": "text", "delta": words });
    let usage = json!({ "type": "usage", "input": 7, "output": 3 });
    let script = format!(
        "{}\n{text}\n{usage}\n{}\n",
        json!({ "format": 1, "title": "Judge" }),
        json!({ "type": "end" })
    );
    home.write("callwright/scripts/judge.jsonl", &script);
}

fn by_model() -> Value {
    json!({ "model": { "model": JUDGE, "question": "Is the answer kind?" } })
}

#[test]
fn a_model_judges_once_and_its_verdict_says_who_gave_it() {
    let home = Home::new();
    slow_set(&home, 0);
    home.write("set/hello.json", &case(&by_model()));
    judge_says(&home, "FAIL: it is <b>curt</b>.\u{202e}");
    let made = ["test", "set", "--model", SLOW, "--out", "runs.jsonl", "--html", "report.html"];
    let Printed { code, out, err } = home.run(&made);
    assert_eq!(code, 1, "{out}{err}");
    assert!(out.contains("judged by script:judge: it is <b>curt</b>."), "{out}");
    let html = std::fs::read_to_string(home.at("report.html")).expect("a page");
    assert!(html.contains("judged by script:judge: it is &lt;b&gt;curt&lt;/b&gt;"), "{html}");
    let kept = std::fs::read_to_string(home.at("runs.jsonl")).expect("runs");
    let last: Value = serde_json::from_str(kept.lines().last().expect("a line")).expect("JSON");
    assert_eq!(last["run"]["judgements"][0]["usage"]["input"], 7, "{last}");

    // Another verdict needs another run or another judge, and what a judge used is of the budget.
    judge_says(&home, "PASS.");
    let Printed { code, err, .. } = home.run(&[&made[..], &["--resume"]].concat());
    assert_eq!(code, 1, "{err}");
    let Printed { err, .. } =
        home.run(&["test", "set", "--model", SLOW, "--repeats", "3", "--jobs", "1", "--max-tokens", "130"]);
    assert!(err.contains("The budget is used up (130 of 130 tokens)"), "{err}");
}

#[test]
fn a_run_without_a_verdict_counts_nowhere_and_is_judged_without_being_made_again() {
    let home = Home::new();
    slow_set(&home, 0);
    home.write("set/hello.json", &case(&by_model()));
    judge_says(&home, "I would rather not say.");
    let made = ["test", "set", "--model", SLOW, "--out", "runs.jsonl", "--json", "report.json"];
    let Printed { code, err, .. } = home.run(&made);
    assert_eq!(code, 1, "{err}");
    assert!(err.contains("answered neither PASS nor FAIL: I would rather not say."), "{err}");
    let lane = report(&home, "report.json")["lanes"][0].clone();
    assert_eq!((&lane["runs"], &lane["unjudged"]), (&json!(0), &json!(1)));

    judge_says(&home, "PASS");
    home.write(
        "callwright/scripts/slow.jsonl",
        "{\"format\": 1, \"title\": \"Slow\"}\n{\"type\": \"cut\"}\n",
    );
    let out = home.done(&[&made[..], &["--resume"]].concat());
    assert!(out.contains("1/1 passed"), "{out}");
}

#[cfg(unix)]
#[test]
fn a_script_judges_where_a_person_allows_it_and_never_longer_than_it_may() {
    use std::os::unix::fs::PermissionsExt;
    let home = Home::new();
    slow_set(&home, 0);
    let write = |name: &str, text: &str| {
        home.write(name, text);
        let executable = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(home.at(name), executable).expect("a program");
    };
    write(
        "set/check.sh",
        "#!/bin/sh\nread -r run\necho \"$HOME\" > seen\ncase \"$run\" in *Hello.*) exit 0;; esac\nexit 1\n",
    );
    home.write("set/hello.json", &case(&json!({ "script": { "command": ["./check.sh"] } })));
    let made = ["test", "set", "--model", SLOW];
    let Printed { code, out, err } = home.run(&made);
    assert_eq!((code, out.as_str()), (2, ""), "{err}");
    assert!(err.contains("the script ./check.sh, which is not allowed to run"), "{err}");
    let allowed = [&made[..], &["--allow-scripts"]].concat();
    let out = home.done(&allowed);
    assert!(out.contains("1/1 passed"), "{out}");
    // It sees nothing of the environment but where programs are.
    assert_eq!(std::fs::read_to_string(home.at("set/seen")).expect("what it saw"), "\n");

    write("set/check.sh", "#!/bin/sh\necho 'no umbrella'\nexit 1\n");
    let Printed { code, out, .. } = home.run(&allowed);
    assert_eq!(code, 1);
    assert!(out.contains("judged by ./check.sh: no umbrella"), "{out}");

    home.write("set/hello.json", &case(&json!({ "script": { "command": ["./check.sh"], "seconds": 1 } })));
    write("set/check.sh", "#!/bin/sh\nsleep 600\n");
    let Printed { code, err, .. } = home.run(&allowed);
    assert_eq!(code, 1);
    assert!(err.contains("./check.sh took longer than 1 s and was ended"), "{err}");
}
