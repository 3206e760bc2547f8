//! The words of the standard library, serde_json, jsonschema, minijinja and reqwest, as they write them, and those of ours
//! that only pass as text through the types of others (rmcp). Where a person would not understand them, an arrow leads
//! to those that are told instead.

use crate::Template;

macro_rules! said {
    (@words $theirs:literal) => { $theirs };
    (@words $theirs:literal $ours:literal) => { $ours };
    ($(($id:literal, $theirs:literal $(=> $ours:literal)?, [$($place:literal),*]);)+) => {
        pub(crate) const SAID: &[Template] = &[$(
            Template { id: $id, english: said!(@words $theirs $($ours)?), places: &[$($place),*] }
        ),+];

        /// What each of them is recognized by. A library that changes its words has them shown as written: no message is
        /// lost.
        pub(crate) const THEIRS: &[&str] = &[$($theirs),+];
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
    ("json.place", "{reason} at line {line} column {column}" => "{reason} (line {line}, column {column})", ["reason", "line", "column"]);
    ("json.open-text", "EOF while parsing a string" => "a closing quote is missing", []);
    ("json.open-list", "EOF while parsing a list" => "a closing bracket `]` is missing", []);
    ("json.open-object", "EOF while parsing an object" => "a closing brace `}` is missing", []);
    ("json.no-value", "EOF while parsing a value" => "a value is missing where the text ends", []);
    ("json.more", "trailing characters" => "nothing may follow where the JSON ends", []);
    ("json.expected-colon", "expected `:`" => "a colon `:` is missing after the name", []);
    ("json.expected-comma-or-bracket", "expected `,` or `]`" => "a comma or a closing bracket `]` is missing", []);
    ("json.expected-comma-or-brace", "expected `,` or `}`" => "a comma or a closing brace `}` is missing", []);
    ("json.expected-ident", "expected ident" => "only true, false and null stand without quotes", []);
    ("json.expected-value", "expected value" => "no value can begin here", []);
    ("json.expected-quote", r#"expected `"`"# => "a name in double quotes is missing", []);
    ("json.expected-name", "expected a name and `:`" => "a name in double quotes with a colon `:` is missing", []);
    ("json.invalid-escape", "invalid escape" => "a backslash stands before a character that needs none", []);
    ("json.invalid-number", "invalid number" => "this is not a number as JSON writes it", []);
    ("json.number-out-of-range", "number out of range" => "the number is too large", []);
    ("json.control-character", r#"control character (\u0000-\u001F) found while parsing a string"# => r#"a line break or another control character in a string is not escaped, such as \n"#, []);
    ("json.key-not-text", "key must be a string" => "a name in double quotes is missing", []);
    ("json.lone-surrogate", "lone leading surrogate in hex escape" => r#"the escape \u names half of a character"#, []);
    ("json.short-escape", "unexpected end of hex escape" => r#"the escape \u has fewer than four digits"#, []);
    ("json.trailing-comma", "trailing comma" => "a comma is followed by nothing", []);
    ("json.too-deep", "recursion limit exceeded" => "it is nested too deeply to be read", []);
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
    ("mcp-text.unreadable", "What was asked for was done, and the answer can't be read", []);
    ("mcp-text.too-long", "What was asked for was done, and the answer is longer than {limit}, which is the most that is read. Ask for less at once.", ["limit"]);
    ("mcp-text.no-result", "it holds neither a result nor an error", []);
    ("mcp-text.no-answer", "there is no answer in it", []);
    ("mcp-text.nothing", "The server took the request and answered nothing (HTTP {status}).", ["status"]);
    ("mcp-text.refused", "refused with HTTP {status}: {words}", ["status", "words"]);
    ("mcp-text.credentials", "the credentials can't be written down", []);
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
