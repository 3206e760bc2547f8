//! The words of the standard library, serde_json, jsonschema, minijinja and reqwest, as they write them.

use crate::Template;

macro_rules! said {
    ($(($id:literal, $english:literal, [$($place:literal),*]);)+) => {
        /// Whoever changes their words gets them shown as written: a message of theirs is never lost.
        pub(crate) const SAID: &[Template] =
            &[$(Template { id: $id, english: $english, places: &[$($place),*] }),+];
    };
}

said! {
    ("io.not-found", "No such file or directory (os error {number})", ["number"]);
    ("io.permission-denied", "Permission denied (os error {number})", ["number"]);
    ("io.no-space", "No space left on device (os error {number})", ["number"]);
    ("io.read-only", "Read-only file system (os error {number})", ["number"]);
    ("io.is-a-folder", "Is a directory (os error {number})", ["number"]);
    ("io.not-a-folder", "Not a directory (os error {number})", ["number"]);
    ("io.exists", "File exists (os error {number})", ["number"]);
    ("io.too-many-open", "Too many open files (os error {number})", ["number"]);
    ("io.address-in-use", "Address already in use (os error {number})", ["number"]);
    ("io.broken-pipe", "Broken pipe (os error {number})", ["number"]);
    ("io.connection-refused", "Connection refused (os error {number})", ["number"]);
    ("io.connection-reset", "Connection reset by peer (os error {number})", ["number"]);
    ("io.network-unreachable", "Network is unreachable (os error {number})", ["number"]);
    ("io.host-unreachable", "No route to host (os error {number})", ["number"]);
    ("io.not-utf-8", "stream did not contain valid UTF-8", []);
    ("net.not-sent", "error sending request", []);
    ("net.not-connected", "client error (Connect)", []);
    ("net.send-failed", "client error (SendRequest)", []);
    ("net.tcp", "tcp connect error", []);
    ("net.dns", "dns error", []);
    ("net.lookup", "failed to lookup address information", []);
    ("net.resolving", "error resolving DNS", []);
    ("net.no-connection-to", "Failed to connect to address {address}", ["address"]);
    ("net.unknown-name", "Name or service not known", []);
    ("net.name-resolution", "Temporary failure in name resolution", []);
    ("net.timed-out", "operation timed out", []);
    ("net.closed-early", "connection closed before message completed", []);
    ("net.bad-certificate", "invalid peer certificate", []);
    ("url.relative", "relative URL without a base", []);
    ("url.no-host", "empty host", []);
    ("url.bad-port", "invalid port number", []);
    ("json.place", "{reason} at line {line} column {column}", ["reason", "line", "column"]);
    ("json.open-text", "EOF while parsing a string", []);
    ("json.expected-colon", "expected `:`", []);
    ("json.expected-comma-or-bracket", "expected `,` or `]`", []);
    ("json.expected-comma-or-brace", "expected `,` or `}`", []);
    ("json.expected-ident", "expected ident", []);
    ("json.expected-value", "expected value", []);
    ("json.expected-quote", r#"expected `"`"#, []);
    ("json.invalid-escape", "invalid escape", []);
    ("json.invalid-number", "invalid number", []);
    ("json.number-out-of-range", "number out of range", []);
    ("json.control-character", r#"control character (\u0000-\u001F) found while parsing a string"#, []);
    ("json.key-not-text", "key must be a string", []);
    ("json.lone-surrogate", "lone leading surrogate in hex escape", []);
    ("json.short-escape", "unexpected end of hex escape", []);
    ("json.trailing-comma", "trailing comma", []);
    ("json.too-deep", "recursion limit exceeded", []);
    ("json.missing-field", "missing field `{field}`", ["field"]);
    ("json.unknown-field", "unknown field {field}, expected {expected}", ["field", "expected"]);
    ("json.unknown-variant", "unknown variant {variant}, expected {expected}", ["variant", "expected"]);
    ("json.duplicate-field", "duplicate field `{field}`", ["field"]);
    ("json.invalid-type", "invalid type: {found}, expected {expected}", ["found", "expected"]);
    ("json.invalid-value", "invalid value: {found}, expected {expected}", ["found", "expected"]);
    ("schema.type", r#"{value} is not of type "{type}""#, ["value", "type"]);
    ("schema.types", "{value} is not of types {types}", ["value", "types"]);
    ("schema.enum", "{value} is not one of {options}", ["value", "options"]);
    ("schema.const", "{value} was expected", ["value"]);
    ("schema.required", "{value} is a required property", ["value"]);
    ("schema.maximum", "{value} is greater than the maximum of {limit}", ["value", "limit"]);
    ("schema.minimum", "{value} is less than the minimum of {limit}", ["value", "limit"]);
    ("schema.exclusive-maximum", "{value} is greater than or equal to the maximum of {limit}", ["value", "limit"]);
    ("schema.exclusive-minimum", "{value} is less than or equal to the minimum of {limit}", ["value", "limit"]);
    ("schema.multiple-of", "{value} is not a multiple of {factor}", ["value", "factor"]);
    ("schema.too-long-by-one", "{value} is longer than {limit} character", ["value", "limit"]);
    ("schema.too-long", "{value} is longer than {limit} characters", ["value", "limit"]);
    ("schema.too-short-by-one", "{value} is shorter than {limit} character", ["value", "limit"]);
    ("schema.too-short", "{value} is shorter than {limit} characters", ["value", "limit"]);
    ("schema.too-many-by-one", "{value} has more than {limit} item", ["value", "limit"]);
    ("schema.too-many", "{value} has more than {limit} items", ["value", "limit"]);
    ("schema.too-few-by-one", "{value} has less than {limit} item", ["value", "limit"]);
    ("schema.too-few", "{value} has less than {limit} items", ["value", "limit"]);
    ("schema.unique", "{value} has non-unique elements", ["value"]);
    ("schema.pattern", r#"{value} does not match "{pattern}""#, ["value", "pattern"]);
    ("schema.format", r#"{value} is not a "{format}""#, ["value", "format"]);
    ("schema.additional-property", "Additional properties are not allowed ({names} was unexpected)", ["names"]);
    ("schema.additional-properties", "Additional properties are not allowed ({names} were unexpected)", ["names"]);
    ("schema.any-of", "{value} is not valid under any of the schemas listed in the 'anyOf' keyword", ["value"]);
    ("schema.one-of-none", "{value} is not valid under any of the schemas listed in the 'oneOf' keyword", ["value"]);
    ("schema.one-of-several", "{value} is valid under more than one of the schemas listed in the 'oneOf' keyword", ["value"]);
    ("schema.never", "False schema does not allow {value}", ["value"]);
    ("template.syntax", "syntax error", []);
    ("template.invalid-operation", "invalid operation", []);
    ("template.undefined", "undefined value", []);
    ("template.unknown-filter", "unknown filter", []);
    ("template.unknown-function", "unknown function", []);
    ("template.unknown-test", "unknown test", []);
    ("template.unknown-method", "unknown method", []);
    ("template.missing-argument", "missing argument", []);
    ("template.too-many-arguments", "too many arguments", []);
    ("template.cannot-unpack", "cannot unpack", []);
    ("template.out-of-fuel", "engine ran out of fuel", []);
}
