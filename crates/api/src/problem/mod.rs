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
pub(crate) use render::{Asked, render};

/// What went wrong with one field of a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct FieldError {
    /// Where, as a JSON pointer into the body, or the name of a query or path parameter.
    #[schema(example = "/from_amount")]
    pub pointer: String,
    /// The rule that it breaks.
    #[schema(example = "max_value")]
    pub code: Cow<'static, str>,
    /// The rule in English.
    pub message: String,
    /// The rule's numbers.
    pub params: BTreeMap<String, String>,
}

impl FieldError {
    /// An error of the field at `pointer` against the rule `code`.
    pub fn new(pointer: impl Into<String>, code: impl Into<Cow<'static, str>>, message: impl Into<String>) -> Self {
        Self { pointer: pointer.into(), code: code.into(), message: message.into(), params: BTreeMap::new() }
    }

    /// With a number of the rule.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl ToString) -> Self {
        self.params.insert(name.to_owned(), value.to_string());
        self
    }
}

/// The body of an error.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[schema(as = Problem)]
pub struct ProblemBody {
    /// Names the kind of problem; relative to the host.
    #[serde(rename = "type")]
    #[schema(example = "/problems/quote-expired")]
    pub kind: String,
    /// The kind in English.
    pub title: String,
    /// The HTTP status.
    pub status: u16,
    /// This problem in English.
    pub detail: String,
    /// The path that was called.
    pub instance: String,
    /// The kind for programs.
    #[schema(value_type = ProblemCode)]
    pub code: String,
    /// The same as `detail`, for older clients.
    pub message: String,
    /// The request, to be named to support.
    pub request_id: String,
    /// The fields at fault.
    pub errors: Vec<FieldError>,
    /// Facts that go with the code, such as `limit` and `resets_at`.
    pub meta: BTreeMap<String, serde_json::Value>,
}

/// An error on its way out. The outermost layer writes the body, because it knows the request.
#[derive(Debug, Clone)]
pub struct Problem {
    pub(crate) status: StatusCode,
    pub(crate) code: &'static str,
    pub(crate) detail: String,
    pub(crate) errors: Vec<FieldError>,
    pub(crate) meta: BTreeMap<String, serde_json::Value>,
    pub(crate) retry_after_s: Option<u32>,
    /// For the log only, never for the caller.
    pub(crate) cause: Option<Box<str>>,
}

impl Problem {
    /// A problem of `code`; the code decides the status, and `kind` where it is not on the list.
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

    /// 400: the request cannot be read.
    pub fn bad_request(detail: impl Into<String>) -> Self {
        Self::new(ErrorKind::Invalid, "BAD_REQUEST", detail)
    }

    /// 400: a field breaks a rule.
    pub fn field(error: FieldError) -> Self {
        Self::fields(vec![error])
    }

    /// 400: fields break rules. `errors` is not empty.
    pub fn fields(errors: Vec<FieldError>) -> Self {
        let detail = errors.first().map_or_else(String::new, |first| {
            let name = first.pointer.trim_start_matches('/').replace('/', ".");
            format!("{name}: {}", first.message)
        });
        Self { errors, ..Self::new(ErrorKind::Invalid, "VALIDATION_ERROR", detail) }
    }

    /// 401: nobody is signed in, or no longer.
    pub fn unauthorized() -> Self {
        Self::new(ErrorKind::Unauthenticated, "UNAUTHORIZED_REQUEST", "Sign in first.")
    }

    /// 403: signed in, but not for this.
    pub fn denied(detail: impl Into<String>) -> Self {
        Self::new(ErrorKind::Forbidden, "ACCESS_DENIED", detail)
    }

    /// 404: not there, or not the caller's to see; the answer does not tell which.
    pub fn not_found() -> Self {
        Self::new(ErrorKind::NotFound, "NOT_FOUND", "There is nothing here.")
    }

    /// 503: something that is needed does not answer.
    pub fn unavailable(detail: impl Into<String>) -> Self {
        Self::new(ErrorKind::Unavailable, "SERVICE_UNAVAILABLE", detail).retry_after(1)
    }

    /// 500: a fault of ours. `cause` goes to the log only.
    pub fn internal(cause: impl Into<String>) -> Self {
        let detail = "Something went wrong on our side. Try again, or name the request id to support.";
        Self { cause: Some(cause.into().into()), ..Self::new(ErrorKind::Internal, "INTERNAL_ERROR", detail) }
    }

    /// With a fact for programs.
    #[must_use]
    pub fn with_meta(mut self, name: &str, value: impl Into<serde_json::Value>) -> Self {
        self.meta.insert(name.to_owned(), value.into());
        self
    }

    /// With the seconds after which trying again makes sense.
    #[must_use]
    pub fn retry_after(mut self, seconds: u64) -> Self {
        self.retry_after_s = Some(u32::try_from(seconds).unwrap_or(u32::MAX));
        self
    }

    /// With its fields' errors at `pointer`: the domain knows another name of the field than the request.
    #[must_use]
    pub(crate) fn at(mut self, pointer: &str) -> Self {
        self.errors.iter_mut().for_each(|error| pointer.clone_into(&mut error.pointer));
        self
    }

    /// With a cause for the log.
    #[must_use]
    pub fn caused_by(mut self, cause: impl Into<String>) -> Self {
        self.cause = Some(cause.into().into());
        self
    }

    /// The HTTP status.
    pub fn status(&self) -> StatusCode {
        self.status
    }

    /// The code for programs.
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
