//! What the answer of a web service says beside its message.

use super::web::WebFault;
use futures::StreamExt;
use reqwest::header::{CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use reqwest::{Response, StatusCode};
use rmcp::transport::streamable_http_client::{AuthRequiredError, InsufficientScopeError};

/// The server wants to know who asks.
pub(super) fn refused(response: &Response) -> Option<WebFault> {
    let header = response.headers().get(WWW_AUTHENTICATE)?;
    let header = String::from_utf8_lossy(header.as_bytes()).into_owned();
    match response.status() {
        StatusCode::UNAUTHORIZED => Some(WebFault::AuthRequired(AuthRequiredError::new(header))),
        StatusCode::FORBIDDEN => {
            let scope = scope_in(&header);
            Some(WebFault::InsufficientScope(InsufficientScopeError::new(header, scope)))
        }
        _ => None,
    }
}

/// The scope a challenge names, with or without quotation marks.
fn scope_in(header: &str) -> Option<String> {
    let at = header.to_ascii_lowercase().find("scope=")? + "scope=".len();
    let rest = header.get(at..)?;
    let scope = match rest.strip_prefix('"') {
        Some(quoted) => quoted.split('"').next(),
        None => rest.split([',', ';', ' ']).next(),
    };
    scope.filter(|scope| !scope.is_empty()).map(str::to_owned)
}

pub(super) fn retry_after(response: &Response) -> Option<String> {
    Some(response.headers().get(RETRY_AFTER)?.to_str().ok()?.to_owned())
}

pub(super) fn type_of(response: &Response) -> Option<String> {
    let kind = response.headers().get(CONTENT_TYPE)?;
    Some(String::from_utf8_lossy(kind.as_bytes()).into_owned())
}

pub(super) fn is_of_type(response: &Response, kind: &str) -> bool {
    type_of(response).is_some_and(|found| found.trim_start().to_ascii_lowercase().starts_with(kind))
}

pub(super) async fn body(response: Response, most: usize) -> Result<Vec<u8>, WebFault> {
    let (mut body, mut pieces) = (Vec::new(), response.bytes_stream());
    while let Some(piece) = pieces.next().await {
        body.extend(piece.map_err(WebFault::Client)?);
        if body.len() > most {
            return Err(WebFault::ResponseBodyTooLarge { max_size: most });
        }
    }
    Ok(body)
}

#[cfg(test)]
mod tests {
    use super::scope_in;

    #[test]
    fn the_scope_of_a_challenge_is_found() {
        let check = |header: &str, scope: Option<&str>| assert_eq!(scope_in(header).as_deref(), scope);
        check(r#"Bearer error="insufficient_scope", Scope="a:read b""#, Some("a:read b"));
        check("Bearer scope=read:data, error=x", Some("read:data"));
        check("Bearer scope=", None);
        check("Bearer", None);
    }
}
