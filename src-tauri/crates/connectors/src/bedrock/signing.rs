//! Authentication: the identity of the caller and the signature that proves it.

use super::address;
use super::key::{LASTING, OF_A_SESSION};
use crate::transport::Header;
use crate::{Secret, Service, SetupFault};
use aws_credential_types::Credentials;
use aws_sigv4::http_request::{SignableBody, SignableRequest, SigningSettings, sign};
use aws_sigv4::sign::v4;
use reqwest::Url;
use std::time::SystemTime;

/// The identity that Bedrock accepts.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Identity {
    /// A key for Bedrock alone.
    Key(Secret),
    /// The keys of an account. They sign a request and are not sent.
    Account { id: String, key: Secret, session: Option<Secret> },
}

impl Identity {
    /// The keys of an account are entered in one piece, as `id:key` or `id:key:session`. All ids share their prefixes.
    fn read(secret: &Secret) -> Self {
        let mut parts = secret.expose().splitn(3, ':');
        let id = parts.next().filter(|id| [LASTING, OF_A_SESSION].iter().any(|begin| id.starts_with(begin)));
        match (id, parts.next().and_then(Secret::new)) {
            (Some(id), Some(key)) => {
                Self::Account { id: id.to_owned(), key, session: parts.next().and_then(Secret::new) }
            }
            (Some(_) | None, _) => Self::Key(secret.clone()),
        }
    }

    /// The headers that authenticate the request.
    fn headers(&self, request: &Signable<'_>) -> Result<Vec<Header>, SetupFault> {
        match self {
            Self::Key(key) => Ok(vec![Header::secret("authorization", "Bearer ", key)?]),
            Self::Account { id, key, session } => {
                let session = session.as_ref().map(|session| session.expose().to_owned());
                let credentials = Credentials::new(id, key.expose(), session, None, "callwright");
                let signed = signed(credentials, request)?;
                signed.iter().map(|(name, value)| secret_header(name, value)).collect()
            }
        }
    }
}

/// The headers that authenticate this request.
pub(super) fn headers(
    service: &Service,
    method: &str,
    url: &Url,
    body: &str,
) -> Result<Vec<Header>, SetupFault> {
    let Some(key) = &service.key else { return Ok(Vec::new()) };
    let host = url.host_str().unwrap_or_default();
    let request = Signable {
        method,
        url: url.as_str(),
        host: &url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}")),
        body,
        region: address::region(host),
        time: SystemTime::now(),
    };
    Identity::read(key).headers(&request)
}

/// The signed parts of a request.
#[derive(Clone, Copy, Debug)]
struct Signable<'a> {
    method: &'a str,
    url: &'a str,
    host: &'a str,
    body: &'a str,
    region: &'a str,
    time: SystemTime,
}

fn signed(credentials: Credentials, request: &Signable<'_>) -> Result<Vec<(String, String)>, SetupFault> {
    let unsigned = |error: &dyn std::error::Error| SetupFault::Signature { reason: error.to_string() };
    let identity = credentials.into();
    let params = v4::SigningParams::builder()
        .identity(&identity)
        .region(request.region)
        .name("bedrock")
        .time(request.time)
        .settings(SigningSettings::default())
        .build()
        .map_err(|error| unsigned(&error))?
        .into();
    let headers = [("host", request.host), ("content-type", "application/json")];
    let body = SignableBody::Bytes(request.body.as_bytes());
    let signable = SignableRequest::new(request.method, request.url, headers.into_iter(), body)
        .map_err(|error| unsigned(&error))?;
    let (instructions, _) = sign(signable, &params).map_err(|error| unsigned(&error))?.into_parts();
    Ok(instructions.headers().map(|(name, value)| (name.to_owned(), value.to_owned())).collect())
}

/// A signature is valid for minutes only, and is redacted all the same.
fn secret_header(name: &str, value: &str) -> Result<Header, SetupFault> {
    match Secret::new(value).filter(|_| name != "x-amz-date") {
        Some(value) => Header::secret(name, "", &value),
        None => Header::written(name, value),
    }
}

#[cfg(test)]
mod tests {
    use super::{Identity, Signable, signed};
    use crate::Secret;
    use aws_credential_types::Credentials;
    use std::time::{Duration, SystemTime};

    /// The expected signatures are those of botocore 1.44.5 for the same request at the same time.
    #[test]
    fn a_request_is_signed_as_the_official_library_signs_it() {
        let request = Signable {
            method: "POST",
            url: "https://bedrock-runtime.eu-central-1.amazonaws.com/model/eu.anthropic.claude-opus-5-5-v1%3A0/converse",
            host: "bedrock-runtime.eu-central-1.amazonaws.com",
            body: r#"{"messages":[]}"#,
            region: "eu-central-1",
            time: SystemTime::UNIX_EPOCH + Duration::from_secs(1_795_251_600),
        };
        let check = |session: Option<&str>, headers: &str, signature: &str| {
            let key = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
            let credentials = Credentials::new("AKIDEXAMPLE", key, session.map(str::to_owned), None, "test");
            let signed = signed(credentials, &request).expect("a signature");
            let proof = signed.iter().find(|(name, _)| name == "authorization").expect("a header");
            let expected = format!(
                "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20261121/eu-central-1/bedrock/aws4_request, \
                 SignedHeaders={headers}, Signature={signature}"
            );
            assert_eq!(proof.1, expected);
        };
        let plain = "7ba08e8f740ce007bbb97e1b56ed746b191f45d5905132ed7172e19ce90ad554";
        check(None, "content-type;host;x-amz-date", plain);
        let with_session = "4f10309e983369572b419a0e318b89aa94d83f626e32a1b962e248fd245dab32";
        check(Some("session-token"), "content-type;host;x-amz-date;x-amz-security-token", with_session);
    }

    #[test]
    fn the_keys_of_an_account_are_told_from_a_key_for_the_service() {
        let read = |raw: &str| Identity::read(&Secret::new(raw).expect("a secret"));
        let account = |session: Option<&str>| Identity::Account {
            id: "AKIA1".into(),
            key: Secret::new("k/y").expect("a secret"),
            session: session.and_then(Secret::new),
        };
        assert_eq!(read("AKIA1:k/y"), account(None));
        assert_eq!(read("AKIA1:k/y:a:b="), account(Some("a:b=")));
        let key = |raw: &str| Identity::Key(Secret::new(raw).expect("a secret"));
        assert_eq!(read("ABSKQmVkcm9ja0FQSUtleQ=="), key("ABSKQmVkcm9ja0FQSUtleQ=="));
        assert_eq!(read("AKIA1"), key("AKIA1"));
    }
}
