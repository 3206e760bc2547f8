//! Whole numbers that no number of ours holds.
//!
//! JSON has no limit for them, and our values hold 64 bits: beyond that digits are lost. A number that keeps its text
//! (`arbitrary_precision` of serde_json) can't be read inside of tagged enums, which records are. So the text of
//! arguments goes on as it came wherever it can, and where a value has to stand for it the loss is told.

/// The whole numbers in a JSON text that are beyond 64 bits, as they are written.
pub fn beyond_64_bits(json: &str) -> Vec<&str> {
    let bytes = json.as_bytes();
    let (mut found, mut at) = (Vec::new(), 0);
    while let Some(byte) = bytes.get(at) {
        let begin = at;
        match byte {
            b'"' => at = behind_string(bytes, at + 1),
            b'-' | b'0'..=b'9' => {
                while bytes.get(at).is_some_and(|byte| byte.is_ascii_digit() || b"+-.eE".contains(byte)) {
                    at += 1;
                }
                found.extend(json.get(begin..at).filter(|number| is_beyond(number)));
            }
            _ => at += 1,
        }
    }
    found
}

fn is_beyond(number: &str) -> bool {
    let is_whole = number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    is_whole && number.parse::<i64>().is_err() && number.parse::<u64>().is_err()
}

fn behind_string(bytes: &[u8], mut at: usize) -> usize {
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => return at + 1,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    at
}

#[cfg(test)]
mod tests {
    use super::beyond_64_bits;

    #[test]
    fn whole_numbers_beyond_64_bits_are_found_and_nothing_else() {
        let check = |json: &str, expected: &[&str]| assert_eq!(beyond_64_bits(json), expected, "{json}");
        check(r#"{"a":18446744073709551615,"b":-9223372036854775808,"c":1.5e300}"#, &[]);
        check(r#"{"a":18446744073709551616}"#, &["18446744073709551616"]);
        check(
            r#"[-9223372036854775809, "99999999999999999999", "\"99999999999999999999"]"#,
            &["-9223372036854775809"],
        );
        check(r#"{"wei":1000000000000000000001"#, &["1000000000000000000001"]);
        check("", &[]);
    }
}
