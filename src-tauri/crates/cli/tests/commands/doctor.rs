//! What is missing or broken is told with what to do.

use crate::home::{Home, Printed};
use serde_json::Value;

fn findings(home: &Home, code: i32) -> Vec<Value> {
    let Printed { code: found, out, err } = home.run(&["doctor", "--json"]);
    assert_eq!(found, code, "{out}{err}");
    let told: Value = serde_json::from_str(&out).expect("JSON");
    told["findings"].as_array().expect("findings").clone()
}

#[track_caller]
fn check(findings: &[Value], area: &str, state: &str, message: &str) {
    let is_meant = |finding: &&Value| {
        finding["area"] == area
            && finding["state"] == state
            && finding["message"].as_str().is_some_and(|text| text.contains(message))
    };
    assert!(findings.iter().any(|finding| is_meant(&finding)), "{area}: {findings:#?}");
}

#[test]
fn a_fresh_data_folder_has_nothing_broken() {
    let home = Home::new();
    let findings = findings(&home, 0);
    check(&findings, "data folder", "ok", "callwright");
    check(&findings, "keychain", "missing", "there is none");
    check(&findings, "ONNX runtime", "missing", "words alone");
    check(&findings, "plugins", "ok", "weather (2 functions)");
    check(&findings, "running", "ok", "nobody");
    assert!(
        findings.iter().all(|finding| finding["state"] == "ok" || finding["advice"].is_string()),
        "{findings:#?}"
    );
}

#[test]
fn what_is_broken_is_told_and_ends_with_one() {
    let home = Home::new();
    home.write("callwright/plugins/dice/plugin.toml", "format = 1\nid = \"dice\"\n");
    home.write("callwright/services.json", "{");
    let server = r#"{"id":"gone","title":"Gone","transport":{"type":"command","program":"no-such-program","arguments":[],"folder":null,"variables":[],"inherited":[]},"seconds":20,"isEnabled":true}"#;
    home.write(
        "callwright/sources.json",
        &format!(r#"{{"format":1,"servers":[{server}],"pasted":[],"prompts":[]}}"#),
    );
    let findings = findings(&home, 1);
    check(&findings, "plugins", "broken", "dice");
    check(&findings, "MCP servers", "broken", "Gone");
    check(&findings, "start", "broken", "services.json");
}

#[test]
fn a_data_folder_that_others_can_read_is_told() {
    use std::os::unix::fs::PermissionsExt;
    let home = Home::new();
    home.write("callwright/scripts/own.jsonl", "{\"format\": 1, \"title\": \"Own\"}\n{\"type\": \"end\"}\n");
    std::fs::set_permissions(home.at("callwright"), PermissionsExt::from_mode(0o755)).expect("it is ours");
    check(&findings(&home, 1), "data folder", "broken", "can be read by other users");
    // Opening the sessions has closed it.
    check(&findings(&home, 0), "data folder", "ok", "");
}
