//! What is missing or broken is told with what to do.

use crate::home::{Home, Printed, program};
use flate2::read::GzDecoder;
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::Read;

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

#[test]
fn what_a_newer_version_wrote_is_named_once_each_and_left_as_it_is() {
    let home = Home::new();
    let files =
        ["services.json", "sources.json", "attached.json", "prices.json", "consents.json", "meaning.json"];
    let newer = r#"{ "format": 99 }"#;
    for file in files {
        home.write(&format!("callwright/{file}"), newer);
    }
    let findings = findings(&home, 1);
    for file in files {
        let is_named = |finding: &&Value| {
            finding["message"].as_str().is_some_and(|text| text.contains(&format!("{file} has format 99")))
        };
        let named: Vec<_> = findings.iter().filter(is_named).collect();
        assert!(matches!(named[..], [one] if one["state"] == "broken"), "{file}: {findings:#?}");
        assert_eq!(std::fs::read_to_string(home.data(file)).expect("the file"), newer);
    }
}

/// The parts of a bundle by their names.
fn unpacked(file: &std::path::Path) -> BTreeMap<String, String> {
    let file = std::fs::File::open(file).expect("the bundle");
    let mut archive = tar::Archive::new(GzDecoder::new(file));
    let mut parts = BTreeMap::new();
    for entry in archive.entries().expect("entries") {
        let mut entry = entry.expect("an entry");
        let name = entry.path().expect("a path").display().to_string();
        let mut text = String::new();
        entry.read_to_string(&mut text).expect("text");
        parts.insert(name, text);
    }
    parts
}

/// Stands wherever a person may have put a secret.
const CANARY: &str = "canary-7f3a91";

/// A data folder with the canary in every settings file but the names that are shown, in a session, a plugin, a prompt and the names of files.
fn home_of_a_canary() -> Home {
    let home = Home::new();
    let service = r#"{"id":"acme","kind":"openai-compatible","title":"Acme","address":"http://me:canary-7f3a91@127.0.0.1:9/canary-7f3a91/v1?key=canary-7f3a91","key":{"type":"environment","variable":"CANARY_KEY"},"headers":["canary-7f3a91"],"models":["canary-7f3a91"]}"#;
    home.write("callwright/services.json", &format!(r#"{{"format":1,"services":[{service}]}}"#));
    let server = r#"{"id":"gone","title":"Gone","transport":{"type":"command","program":"/no/such/program","arguments":["--token","canary-7f3a91"],"folder":null,"variables":[],"inherited":[]},"seconds":20,"isEnabled":true}"#;
    let web = r#"{"id":"web","title":"Web","transport":{"type":"http","address":"http://127.0.0.1:9/canary-7f3a91?key=canary-7f3a91","headers":[]},"seconds":20,"isEnabled":true}"#;
    home.write(
        "callwright/sources.json",
        &format!(r#"{{"format":1,"servers":[{server},{web}],"pasted":[],"prompts":[]}}"#),
    );
    home.write("callwright/attached.json", r#"{"format":1,"port":0,"programs":[{"id":"one","title":"One","secret":"canary-7f3a91","settings":{"upstreams":{"openai":"http://127.0.0.1:9/canary-7f3a91"},"breakpoints":[]}}]}"#);
    home.write("callwright/keys.sealed", r#"{"format":1,"services":{"acme":"canary-7f3a91"}}"#);
    home.write("callwright/keys.seal", CANARY);
    home.write(
        "callwright/scripts/canary-7f3a91.jsonl",
        "{\"format\": 1, \"title\": \"canary-7f3a91\"}\n{\"type\": \"end\"}\n",
    );
    home.write("callwright/plugins/dice/canary-7f3a91.sh", CANARY);
    home.write(
        "callwright/plugins/dice/plugin.toml",
        "format = 1\nid = \"dice\"\nname = \"Dice\"\n# canary-7f3a91\n",
    );
    home.write("callwright/canary-7f3a91.txt", CANARY);
    home.write("told.json", r#"[{"role": "user", "content": "canary-7f3a91"}, {"role": "assistant", "content": "canary-7f3a91"}]"#);
    home
}

#[test]
fn a_support_bundle_says_what_is_wrong_and_holds_no_secret() {
    let home = home_of_a_canary();
    home.run(&["import", "told.json"]);
    let mut command = home.command(program(), &["doctor", "--bundle", "report.tar.gz"]);
    command.env("CANARY_KEY", CANARY).env("OPENAI_API_KEY", CANARY);
    let Printed { code, err, .. } = Printed::by(command);
    assert_eq!(code, 1, "{err}");
    assert!(err.contains("report.tar.gz can be passed on"), "{err}");
    let parts = unpacked(&home.at("report.tar.gz"));
    let names: Vec<_> = parts.keys().map(String::as_str).collect();
    let expected = ["doctor.json", "files.json", "settings.json", "system.json"];
    assert_eq!(names, expected.map(|name| format!("callwright-report/{name}")));
    for (name, text) in &parts {
        assert!(!text.contains(CANARY), "{name}: {text}");
        assert!(
            !text.contains(&home.at("").display().to_string()),
            "{name} has the folder of a person: {text}"
        );
    }
    let part = |name: &str| -> Value {
        serde_json::from_str(&parts[&format!("callwright-report/{name}")]).expect("JSON")
    };
    assert_eq!(part("settings.json")["services.json services"]["kinds"][0][0], "openai-compatible");
    assert!(part("files.json")["sessions.db"]["bytes"].as_u64().is_some_and(|bytes| bytes > 0));
    assert!(part("doctor.json")["broken"].as_u64().is_some_and(|broken| broken > 0));
    let again = home.run(&["doctor", "--bundle", "report.tar.gz"]);
    assert!(again.code == 1 && again.err.contains("is there already"), "{}", again.err);
}
