//! Addresses in a region.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// A model id may be an address itself, so almost every character is escaped.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// The region of an address. A custom address, such as a proxy's, names none.
pub(super) fn region(host: &str) -> &str {
    let mut labels = host.split('.');
    let is_service = labels.next().is_some_and(|label| label.starts_with("bedrock"));
    labels.next().filter(|region| is_service && region.contains('-')).unwrap_or(ELSEWHERE)
}

/// The region for addresses that name none.
const ELSEWHERE: &str = "us-east-1";

/// The address that lists the models of a region.
pub(super) fn control(address: &str) -> String {
    address.replacen("://bedrock-runtime.", "://bedrock.", 1)
}

pub(super) fn in_path(model: &str) -> String {
    utf8_percent_encode(model, ESCAPED).to_string()
}

#[cfg(test)]
mod tests {
    use super::{control, in_path, region};

    #[test]
    fn a_region_is_read_out_of_the_address() {
        assert_eq!(region("bedrock-runtime.eu-central-1.amazonaws.com"), "eu-central-1");
        assert_eq!(region("bedrock-runtime-fips.us-west-2.amazonaws.com"), "us-west-2");
        assert_eq!(region("localhost"), "us-east-1");
        let address = "https://bedrock-runtime.eu-central-1.amazonaws.com";
        assert_eq!(control(address), "https://bedrock.eu-central-1.amazonaws.com");
    }

    #[test]
    fn ids_of_models_are_written_as_one_step_of_a_path() {
        assert_eq!(in_path("eu.anthropic.claude-opus-5-5-v1:0"), "eu.anthropic.claude-opus-5-5-v1%3A0");
        assert_eq!(in_path("arn:aws:x/y"), "arn%3Aaws%3Ax%2Fy");
    }
}
