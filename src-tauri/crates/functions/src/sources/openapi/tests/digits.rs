//! Whole numbers beyond 64 bits in requests.

use super::{imported, operation, small, written};
use serde_json::json;

#[test]
fn all_digits_of_a_number_go_where_it_goes() {
    const BIG: &str = "115792089237316195423570985008687907853269984665640564039457584007913129639935";
    let whole = json!({ "type": "integer" });
    let parameter =
        |name: &str, place: &str| json!({ "name": name, "in": place, "required": true, "schema": whole });
    let of_type = |media: &str| {
        let schema =
            json!({ "type": "object", "properties": { "list": { "type": "array", "items": whole } } });
        let body = json!({ "required": true, "content": { media: { "schema": schema } } });
        let parameters = [("p", "path"), ("q", "query"), ("h", "header"), ("c", "cookie")];
        let parameters = parameters.map(|(name, place)| parameter(name, place));
        let post = json!({ "operationId": "a", "parameters": parameters, "requestBody": body });
        operation(imported(&small(json!({ "/a/{p}": { "post": post } })), ""), "a")
    };
    let arguments = format!(r#"{{"p":{BIG},"q":{BIG},"h":{BIG},"c":{BIG},"body":{{"list":[1,{BIG}]}}}}"#);
    let bodies = [
        ("application/json", format!(r#"{{"list":[1,{BIG}]}}"#)),
        ("application/x-www-form-urlencoded", format!("list=1&list={BIG}")),
    ];
    for (media, body) in bodies {
        let sent = written(of_type(media), &arguments).expect("a request");
        assert_eq!(sent.url.as_str(), format!("https://api.example/v1/a/{BIG}?q={BIG}"));
        let header =
            |name: &str| sent.headers.iter().find(|(one, _)| one == name).map(|(_, value)| value.clone());
        assert_eq!((header("h"), header("cookie")), (Some(BIG.to_owned()), Some(format!("c={BIG}"))));
        assert_eq!(sent.body.map(|body| String::from_utf8(body).expect("a text")), Some(body));
    }
}
