//! Errors as RFC 9457 problems with the specification's codes.

pub(crate) mod code;
mod exchange;
mod from;
mod render;

use std::borrow::Cow;
use std::collections::BTreeMap;

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use kernel::ErrorKind;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use code::ProblemCode;
pub(crate) use from::domain;
pub(crate) use render::{Asked, render};

/// An error of one field of a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct FieldError {
    /// JSON pointer into the body, or the name of a query or path parameter.
    #[schema(example = "/from_amount")]
    pub pointer: String,
    /// Code of the violated rule.
    #[schema(example = "max_value")]
    pub code: Cow<'static, str>,
    /// Message in English.
    pub message: String,
    /// Parameters of the rule.
    pub params: BTreeMap<String, String>,
}

impl FieldError {
    /// An error of the field at `pointer` that violates the rule `code`.
    pub fn new(pointer: impl Into<String>, code: impl Into<Cow<'static, str>>, message: impl Into<String>) -> Self {
        Self { pointer: pointer.into(), code: code.into(), message: message.into(), params: BTreeMap::new() }
    }

    /// Adds a parameter of the rule.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl ToString) -> Self {
        self.params.insert(name.to_owned(), value.to_string());
        self
    }
}

/// Body of an error response.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[schema(as = Problem)]
pub struct ProblemBody {
    /// Type of the problem, relative to the host.
    #[serde(rename = "type")]
    #[schema(example = "/problems/quote-expired")]
    pub kind: String,
    /// Title of the type in English.
    pub title: String,
    /// HTTP status.
    pub status: u16,
    /// Explanation of this occurrence in English.
    pub detail: String,
    /// Path of the request.
    pub instance: String,
    /// Stable code for programs.
    #[schema(value_type = ProblemCode)]
    pub code: String,
    /// Same as `detail`, for older clients.
    pub message: String,
    /// Id of the request. Quote it to support.
    pub request_id: String,
    /// The invalid fields.
    pub errors: Vec<FieldError>,
    /// Values that belong to the code, such as `limit` and `resets_at`.
    pub meta: BTreeMap<String, serde_json::Value>,
}

/// An error of a request. The outermost layer renders the body, because it knows the request.
#[derive(Debug, Clone)]
pub struct Problem {
    pub(crate) status: StatusCode,
    pub(crate) code: &'static str,
    pub(crate) detail: String,
    pub(crate) errors: Vec<FieldError>,
    pub(crate) meta: BTreeMap<String, serde_json::Value>,
    pub(crate) retry_after_s: Option<u32>,
    /// Cause for the log; never sent to the caller.
    pub(crate) cause: Option<Box<str>>,
}

impl Problem {
    /// A problem with `code`. The code determines the status, or `kind` if the code is not on the list.
    pub fn new(kind: ErrorKind, code: &'static str, detail: impl Into<String>) -> Self {
        debug_assert!(code::CODES.iter().any(|(known, _)| *known == code), "{code} is not on the list of codes");
        Self {
            status: code::status_of(code, kind),
            code,
            detail: detail.into(),
            errors: Vec::new(),
            meta: BTreeMap::new(),
            retry_after_s: None,
            cause: None,
        }
    }

    /// 400: the request cannot be parsed.
    pub fn bad_request(detail: impl Into<String>) -> Self {
        Self::new(ErrorKind::Invalid, "BAD_REQUEST", detail)
    }

    /// 400: one field is invalid.
    pub fn field(error: FieldError) -> Self {
        Self::fields(vec![error])
    }

    /// 400: several fields are invalid. `errors` must not be empty.
    pub fn fields(errors: Vec<FieldError>) -> Self {
        let detail = errors.first().map_or_else(String::new, |first| {
            let name = first.pointer.trim_start_matches('/').replace('/', ".");
            format!("{name}: {}", first.message)
        });
        Self { errors, ..Self::new(ErrorKind::Invalid, "VALIDATION_ERROR", detail) }
    }

    /// 401: not signed in, or the session has ended.
    pub fn unauthorized() -> Self {
        Self::new(ErrorKind::Unauthenticated, "UNAUTHORIZED_REQUEST", "Sign in first.")
    }

    /// 403: signed in, but not permitted.
    pub fn denied(detail: impl Into<String>) -> Self {
        Self::new(ErrorKind::Forbidden, "ACCESS_DENIED", detail)
    }

    /// 404: does not exist, or the caller may not see it. The response does not distinguish the two.
    pub fn not_found() -> Self {
        Self::new(ErrorKind::NotFound, "NOT_FOUND", "There is nothing here.")
    }

    /// 503: a dependency does not respond.
    pub fn unavailable(detail: impl Into<String>) -> Self {
        Self::new(ErrorKind::Unavailable, "SERVICE_UNAVAILABLE", detail).retry_after(1)
    }

    /// 500: an internal error. `cause` goes to the log only.
    pub fn internal(cause: impl Into<String>) -> Self {
        let detail = "Something went wrong on our side. Try again, or name the request id to support.";
        Self { cause: Some(cause.into().into()), ..Self::new(ErrorKind::Internal, "INTERNAL_ERROR", detail) }
    }

    /// Adds a value to `meta`.
    #[must_use]
    pub fn with_meta(mut self, name: &str, value: impl Into<serde_json::Value>) -> Self {
        self.meta.insert(name.to_owned(), value.into());
        self
    }

    /// Adds a `Retry-After` in seconds.
    #[must_use]
    pub fn retry_after(mut self, seconds: u64) -> Self {
        self.retry_after_s = Some(u32::try_from(seconds).unwrap_or(u32::MAX));
        self
    }

    /// Moves the field errors to `pointer`, where the request names the field differently than the domain.
    #[must_use]
    pub(crate) fn at(mut self, pointer: &str) -> Self {
        self.errors.iter_mut().for_each(|error| pointer.clone_into(&mut error.pointer));
        self
    }

    /// Field errors of a body as those of parameters, whose names have no slash.
    #[must_use]
    pub(crate) fn at_parameter(mut self) -> Self {
        for error in &mut self.errors {
            error.pointer = error.pointer.trim_start_matches('/').to_owned();
        }
        self
    }

    /// Adds a cause for the log.
    #[must_use]
    pub fn caused_by(mut self, cause: impl Into<String>) -> Self {
        self.cause = Some(cause.into().into());
        self
    }

    /// The HTTP status.
    pub fn status(&self) -> StatusCode {
        self.status
    }

    /// The stable code.
    pub fn code(&self) -> &'static str {
        self.code
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = self.status.into_response();
        response.extensions_mut().insert(self);
        response
    }
}
