use super::{LONGEST, LargeKind, complete, keep, take_out};
use content::SessionId;
use proptest::prelude::*;
use rusqlite::Connection;
use serde_json::{Value, json};

fn file() -> Connection {
    let sqlite = Connection::open_in_memory().expect("a database in memory");
    let tables = "CREATE TABLE piece (id INTEGER PRIMARY KEY, session TEXT, hash BLOB UNIQUE, data BLOB);
                  CREATE TABLE body (id INTEGER PRIMARY KEY, session TEXT, piece INTEGER, levels INTEGER, size INTEGER);";
    sqlite.execute_batch(tables).expect("the tables are made");
    sqlite
}

/// Moves large values out of an event and restores them. Returns their places and the size of the rest.
#[track_caller]
fn round_trip(event: &Value) -> (Vec<(String, LargeKind)>, usize) {
    let sqlite = file();
    let mut shown = event.clone();
    let parts = take_out(&mut shown);
    let large = keep(&sqlite, &SessionId::new("one"), &parts).expect("they are kept");
    let whole = complete(&sqlite, shown.to_string(), &large).expect("they are read");
    assert_eq!(serde_json::from_str::<Value>(&whole).expect("it is JSON"), *event);
    (large.into_iter().map(|value| (value.place, value.kind)).collect(), shown.to_string().len())
}

#[test]
fn a_long_text_is_taken_out_where_it_stands() {
    let event = json!({ "message": { "items": [{ "text": "short" }, { "text": "é".repeat(LONGEST) }] } });
    let (places, left) = round_trip(&event);
    assert_eq!(places, [("/message/items/1/text".to_owned(), LargeKind::Text)]);
    assert!(left < 5_000, "{left} bytes are left");
}

#[test]
fn a_structure_of_many_small_values_is_taken_out_as_a_whole_and_keeps_its_shape() {
    let rows: Vec<_> = (0..10_000).map(|row| json!({ "row": row, "name": format!("name {row}") })).collect();
    let mut event = json!({ "output": { "value": rows } });
    let (places, left) = round_trip(&event);
    assert_eq!(places, [("/output/value".to_owned(), LargeKind::Json)]);
    assert!(left < 8_000, "{left} bytes are left");
    take_out(&mut event);
    assert_eq!(event["output"]["value"][3], json!({ "row": 3, "name": "name 3" }));
}

#[test]
fn a_long_text_in_a_small_structure_is_taken_out_alone() {
    let event = json!({ "value": { "path": "a/b", "odd/na~me": "x".repeat(LONGEST + 1) } });
    assert_eq!(round_trip(&event).0, [("/value/odd~1na~0me".to_owned(), LargeKind::Text)]);
}

#[test]
fn what_is_ours_is_never_taken_out_as_a_whole() {
    let candidates: Vec<_> = (0..10_000).map(|number| json!({ "score": number })).collect();
    assert_eq!(round_trip(&json!({ "selection": { "candidates": candidates } })).0, []);
}

fn json_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        "[a-zé~/\"\\\\]{0,12}".prop_map(Value::from),
        ("[a-zé]{1,8}", 1_usize..40_000).prop_map(|(text, times)| Value::from(text.repeat(times))),
    ];
    leaf.prop_recursive(4, 24, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::btree_map("[a-z~/]{0,4}|value|state", inner, 0..6)
                .prop_map(|members| Value::from(serde_json::Map::from_iter(members))),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn whatever_is_taken_out_is_put_back(event in json_value()) {
        round_trip(&event);
    }
}
