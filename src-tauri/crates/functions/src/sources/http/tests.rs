use super::template::{Filling, check_url};
use content::{Digits, JsonObject};
use proptest::prelude::*;
use serde_json::json;
use std::collections::BTreeMap;

#[track_caller]
fn check(template: &str, arguments: serde_json::Value, expected: Result<&str, &str>) {
    let arguments: JsonObject = serde_json::from_value(arguments).expect("an object");
    let keys = BTreeMap::from([("KEY".to_owned(), "secret".to_owned())]);
    let url = Filling { arguments: &arguments, digits: &Digits::default(), keys: &keys }.url(template);
    match (url, expected) {
        (Ok(url), Ok(expected)) => assert_eq!(url.as_str(), expected),
        (Err(error), Err(part)) => assert!(error.to_string().contains(part), "{error}"),
        (other, _) => panic!("{other:?}"),
    }
}

#[test]
fn all_digits_of_a_number_of_up_to_128_bits_go_into_a_template() {
    let raw =
        r#"{"id":340282366920938463463374607431768211455,"list":[-9223372036854775809,"a",{"b":null}]}"#;
    let arguments: JsonObject = serde_json::from_str(raw).expect("an object");
    let keys = BTreeMap::from([("KEY".to_owned(), "secret".to_owned())]);
    let digits = Digits::of(raw);
    let filling = Filling { arguments: &arguments, digits: &digits, keys: &keys };
    let url = filling.url("https://api.example/{{ id }}?first={{ list[0] }}").expect("an address");
    let expected = "https://api.example/340282366920938463463374607431768211455?first=-9223372036854775809";
    assert_eq!(url.as_str(), expected);
    let body = filling.text("{{ arguments | tojson }}").expect("a body");
    assert_eq!(body.replace(", ", ",").replace(": ", ":"), raw);
    assert_eq!(filling.text("{{ env.KEY }} {{ list[2].b }}").expect("a text"), "secret None");
}

#[test]
fn what_is_put_into_an_address_stays_in_its_place() {
    let url = "https://api.example/v1/users/{{ id }}/notes";
    check(url, json!({ "id": 7 }), Ok("https://api.example/v1/users/7/notes"));
    check(url, json!({ "id": "a/b?c=d#e" }), Ok("https://api.example/v1/users/a%2Fb%3Fc%3Dd%23e/notes"));
    check(url, json!({ "id": "%2e%2e" }), Ok("https://api.example/v1/users/%252e%252e/notes"));
    check(
        url,
        json!({ "id": "Zürich @home" }),
        Ok("https://api.example/v1/users/Z%C3%BCrich%20%40home/notes"),
    );
    check(url, json!({ "id": ".." }), Err("would lead elsewhere"));
    check(url, json!({ "id": "." }), Err("would lead elsewhere"));
    check(url, json!({ "id": "" }), Err("a part of the address is empty"));
    check(url, json!({ "id": null }), Err("a part of the address is empty"));
    check(url, json!({}), Err("undefined"));
    check(
        "https://api.example/{{ env.KEY }}",
        json!({ "env": { "KEY": "mine" } }),
        Ok("https://api.example/secret"),
    );
}

#[test]
fn scheme_and_host_of_an_address_are_fixed() {
    let refused = |template: &str, part: &str| {
        let said = check_url(template).expect_err("it is refused").to_string();
        assert!(said.contains(part), "{said}");
    };
    refused("{{ url }}", "does not begin with an address");
    refused("https://{{ host }}/a", "does not begin with an address");
    refused("https://api.example.{{ land }}/a", "its host is not fixed");
    refused("https://api.example{{ path }}", "its host is not fixed");
    refused("ftp://api.example/", "neither http nor https");
    refused("https://me:secret@api.example/", "a name or a password");
    assert!(check_url("https://api.example/{{ path }}").is_ok());
    assert!(check_url("https://api.example?q={{ q }}").is_ok());
}

proptest! {
    #[test]
    fn whatever_is_put_into_an_address_its_host_and_its_other_parts_stay(id in ".{0,12}", q in ".{0,12}") {
        let arguments: JsonObject = serde_json::from_value(json!({ "id": id, "q": q })).expect("an object");
        let filling = Filling { arguments: &arguments, digits: &Digits::default(), keys: &BTreeMap::new() };
        if let Ok(url) = filling.url("https://api.example/a/{{ id }}/b?q={{ q }}") {
            prop_assert_eq!(url.host_str(), Some("api.example"));
            let segments: Vec<_> = url.path_segments().into_iter().flatten().collect();
            prop_assert_eq!(segments.len(), 3);
            prop_assert_eq!((segments.first(), segments.last()), (Some(&"a"), Some(&"b")));
            prop_assert_eq!(url.query_pairs().map(|(name, _)| name.into_owned()).collect::<Vec<_>>(), ["q"]);
        }
    }
}
