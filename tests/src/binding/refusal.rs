//! An answer that is an error.

use serde_json::{Value, json};

/// Why a request is not answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    pub status: u16,
    pub kind: &'static str,
    pub message: String,
    /// What a client is to branch on, where the documentation names it.
    pub code: Option<&'static str>,
}

impl Refusal {
    pub fn invalid(message: impl Into<String>) -> Self {
        Self { status: 400, kind: "invalid_request_error", message: message.into(), code: None }
    }

    pub fn coded(code: &'static str, message: impl Into<String>) -> Self {
        Self { code: Some(code), ..Self::invalid(message) }
    }

    pub fn not_found(message: impl Into<String>) -> Self {
        Self { status: 404, kind: "not_found_error", message: message.into(), code: None }
    }

    pub fn unauthenticated() -> Self {
        let message = "x-api-key header is required".to_owned();
        Self { status: 401, kind: "authentication_error", message, code: None }
    }

    pub fn body(&self, number: u64) -> Value {
        let mut error = json!({ "type": self.kind, "message": self.message });
        if let Some(code) = self.code {
            error["details"] = json!({ "error_code": code });
        }
        json!({ "type": "error", "error": error, "request_id": format!("req_{number:024}") })
    }
}
