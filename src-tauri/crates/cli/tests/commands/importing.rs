//! Cases of others as sets: what was read runs, what was not is named, and a set that was imported can be exported.

use crate::home::Home;
use serde_json::{Value, json};

const QUESTION: &str = "How is the weather in Boston and in Oslo?";

fn question(id: &str, text: &str) -> String {
    let parameters =
        json!({ "type": "dict", "required": ["city"], "properties": { "city": { "type": "string" } } });
    json!({ "id": id, "question": [[{ "role": "user", "content": text }]],
        "function": [{ "name": "weather.get_forecast", "description": "The weather.", "parameters": parameters }] })
    .to_string()
}

fn answer(id: &str, cities: [&str; 2]) -> String {
    let call = |city| json!({ "weather.get_forecast": { "city": [city], "day": [0, ""] } });
    json!({ "id": id, "ground_truth": cities.map(call) }).to_string()
}

/// Two questions of the leaderboard: the example calls for Boston and Oslo, so the first passes.
fn leaderboard(home: &Home) {
    let questions = [
        question("parallel_0", QUESTION),
        question("parallel_1", QUESTION),
        "broken".to_owned(),
        question("multi_turn_base_0", QUESTION),
    ];
    home.write("bfcl/BFCL_v4_parallel.json", &questions.join("\n"));
    let answers = [answer("parallel_0", ["oslo", "BOSTON"]), answer("parallel_1", ["Moss", "Boston"])];
    home.write("bfcl/possible_answer/BFCL_v4_parallel.json", &answers.join("\n"));
}

#[test]
fn a_set_of_the_leaderboard_runs_and_what_is_not_read_is_named() {
    let home = Home::new();
    leaderboard(&home);
    let imported = home.run(&["test", "import", "bfcl", "--from", "bfcl", "--out", "set"]);
    assert_eq!(imported.code, 1, "{}{}", imported.out, imported.err);
    assert_eq!(imported.out, "2 cases in set; 1 could not be read.\n");
    let named = [
        "1 × lines of the category multi_turn are left out",
        "BFCL_v4_parallel.json, line 3: it is not JSON",
    ];
    assert!(named.iter().all(|words| imported.err.contains(words)), "{}", imported.err);

    let ran = home.run(&["test", "set", "--model", "example:weather"]);
    assert_eq!(ran.code, 1, "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("example:weather  1/2 passed"), "{}", ran.out);
    assert!(
        ran.out.contains("parallel_1") && ran.out.contains("/city: \"Oslo\" is not as expected"),
        "{}",
        ran.out
    );
}

#[test]
fn the_report_is_one_value_and_a_second_import_writes_the_same_files() {
    let home = Home::new();
    leaderboard(&home);
    let told = |out: &str| {
        let printed = home.run(&["test", "import", "bfcl", "--from", "bfcl", "--out", out, "--json"]);
        serde_json::from_str::<Value>(&printed.out).expect("JSON")
    };
    let first = told("one");
    assert_eq!(first["losses"], json!([{ "type": "category", "name": "multi_turn", "count": 1 }]));
    assert_eq!((&first["cases"], &first["unread"][0]["line"]), (&json!(2), &json!(3)));
    told("two");
    for name in ["parallel_0.json", "parallel_1.json"] {
        let text = |folder: &str| std::fs::read(home.at(&format!("{folder}/{name}"))).expect("a case");
        assert_eq!(text("one"), text("two"));
    }
}

#[test]
fn what_looks_like_a_key_is_counted_and_stays() {
    let home = Home::new();
    let (key, name) = ("sk-0123456789abcdefghij", "city_of_the_forecast_2026");
    let named = |line: String| line.replace("\"city\"", &format!("\"{name}\""));
    let questions = [question("parallel_0", QUESTION), question("parallel_1", &format!("{QUESTION} {key}"))];
    home.write("bfcl/BFCL_v4_parallel.json", &questions.map(named).join("\n"));
    let answers = ["parallel_0", "parallel_1"].map(|id| named(answer(id, ["Oslo", "Boston"])));
    home.write("bfcl/possible_answer/BFCL_v4_parallel.json", &answers.join("\n"));
    let imported = home.run(&["test", "import", "bfcl", "--from", "bfcl", "--out", "set"]);
    assert_eq!(imported.code, 0, "{}{}", imported.out, imported.err);
    let counted = "1 × something that looks like a key stays in it (parallel_1 first)";
    assert!(imported.err.contains(counted), "{}", imported.err);
    let told = home.json(&["test", "import", "bfcl", "--from", "bfcl", "--out", "again", "--json"]);
    assert_eq!((&told["withKeys"], &told["losses"]), (&json!(["parallel_1"]), &json!([])));
    let case = std::fs::read_to_string(home.at("set/parallel_1.json")).expect("a case");
    assert!(case.contains(name) && case.contains(key), "{case}");
}

#[test]
fn a_file_without_cases_and_a_full_folder_are_refused() {
    let home = Home::new();
    home.write("empty.jsonl", "");
    let refused = home.run(&["test", "import", "empty.jsonl", "--from", "openai", "--out", "set"]);
    assert!(refused.code == 2 && refused.err.contains("has no cases"), "{}", refused.err);
    leaderboard(&home);
    let refused = home.run(&["test", "import", "bfcl", "--from", "bfcl", "--out", "bfcl"]);
    assert!(refused.code == 2 && refused.err.contains("bfcl is not empty"), "{}", refused.err);
}
