//! JSON bodies, with errors that name the field.

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use kernel::ErrorKind;
use serde::de::{DeserializeOwned, IgnoredAny};
use sha2::{Digest, Sha256};

use crate::AppState;
use crate::document::{Operation, operation};
use crate::http::min_rate::is_too_slow;
use crate::problem::{FieldError, Problem};

/// A JSON body and the hash of its bytes. Idempotency keys are bound to the hash.
pub struct Body<T> {
    /// The body.
    pub value: T,
    /// SHA-256 of the raw bytes.
    pub hash: [u8; 32],
}

impl<T: DeserializeOwned> FromRequest<AppState> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &AppState) -> Result<Self, Problem> {
        if !is_json(request.headers()) {
            let detail = "The body must be JSON: set Content-Type to application/json.";
            return Err(Problem::new(ErrorKind::Invalid, "UNSUPPORTED_MEDIA_TYPE", detail));
        }
        let said = documented(&request)?;
        let bytes = read(request, state).await?;
        Ok(Self { value: taken(said, &bytes)?, hash: Sha256::digest(&bytes).into() })
    }
}

/// An optional JSON body.
pub struct OptionalBody<T> {
    /// The body, or its default.
    pub value: T,
    /// SHA-256 of the raw bytes.
    pub hash: [u8; 32],
}

impl<T: DeserializeOwned + Default> FromRequest<AppState> for OptionalBody<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &AppState) -> Result<Self, Problem> {
        let json = is_json(request.headers());
        let said = documented(&request)?;
        let bytes = read(request, state).await?;
        let hash = Sha256::digest(&bytes).into();
        match (bytes.is_empty(), json) {
            (true, _) => Ok(Self { value: T::default(), hash }),
            (false, true) => Ok(Self { value: taken(said, &bytes)?, hash }),
            (false, false) => Err(Problem::new(ErrorKind::Invalid, "UNSUPPORTED_MEDIA_TYPE", "The body must be JSON.")),
        }
    }
}

/// The documented operation of a request. Validates the request's headers.
fn documented(request: &Request) -> Result<Option<&'static Operation>, Problem> {
    let said = operation(request.method(), request.extensions());
    let checked = said.map_or(Ok(()), |said| said.check_parameters(request.headers(), &[]));
    checked.map(|()| said).map_err(Problem::field)
}

async fn read(request: Request, state: &AppState) -> Result<Bytes, Problem> {
    Bytes::from_request(request, state).await.map_err(|refused| {
        if refused.status() == axum::http::StatusCode::PAYLOAD_TOO_LARGE {
            return Problem::new(ErrorKind::Invalid, "PAYLOAD_TOO_LARGE", "The body is larger than 64 KiB.");
        }
        if is_too_slow(&refused) {
            return Problem::bad_request("The body came too slowly.");
        }
        Problem::bad_request("The body was cut short.")
    })
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}

/// Parses the body and validates it against the document, because the Rust types have no maximum lengths and accept
/// null.
fn taken<T: DeserializeOwned>(said: Option<&Operation>, bytes: &[u8]) -> Result<T, Problem> {
    let Some(schema) = said.and_then(|operation| operation.body.as_ref()) else { return parse(bytes) };
    let documented = parse(bytes).and_then(|value| schema.check("", &value).map_err(Problem::field));
    match (parse(bytes), documented) {
        (Ok(value), Ok(())) => Ok(value),
        (Ok(_), Err(refused)) | (Err(refused), Err(_)) => Err(refused),
        // The type has a rule that the document lacks. This code makes the gap visible to tests of the document.
        (Err(mut refused), Ok(())) => {
            refused.errors.iter_mut().for_each(|error| error.code = "undocumented".into());
            Err(refused)
        }
    }
}

fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let at = pointer(error.path());
        named(at, &error.into_inner(), bytes)
    })?;
    reader.end().map_err(|_| Problem::bad_request("The body is JSON followed by something else."))?;
    Ok(value)
}

/// `from.amount[0]` as `/from/amount/0`.
fn pointer(path: &serde_path_to_error::Path) -> String {
    use serde_path_to_error::Segment;
    path.iter()
        .map(|segment| match segment {
            Segment::Seq { index } => format!("/{index}"),
            Segment::Map { key } => format!("/{}", key.replace('~', "~0").replace('/', "~1")),
            Segment::Enum { variant } => format!("/{variant}"),
            Segment::Unknown => String::new(),
        })
        .collect()
}

fn named(at: String, error: &serde_json::Error, bytes: &[u8]) -> Problem {
    if error.is_syntax() || error.is_eof() {
        // The parser calls a number in place of a code bad syntax too.
        return match serde_json::from_slice::<IgnoredAny>(bytes) {
            Ok(_) => Problem::field(FieldError::new(at, "invalid", "has the wrong type")),
            Err(_) => Problem::bad_request("The body is not JSON."),
        };
    }
    let text = error.to_string();
    if let Some(field) = text.strip_prefix("missing field `").and_then(|rest| rest.split('`').next()) {
        let error = FieldError::new(format!("{at}/{field}"), "required", "field is required");
        return Problem::field(error);
    }
    // Removes serde's " at line 1 column 20": the pointer is more precise.
    let rule = text.split(" at line ").next().unwrap_or_default().to_owned();
    Problem::field(FieldError::new(at, "invalid", rule))
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "only its reading is looked at")]
    struct Outer {
        inner: Inner,
    }
    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "only its reading is looked at")]
    struct Inner {
        amount: String,
        kind: Option<Kind>,
    }
    #[derive(Debug, Deserialize)]
    enum Kind {
        #[serde(rename = "card")]
        Card,
    }

    fn refusal(body: &str) -> (String, String) {
        let problem = parse::<Outer>(body.as_bytes()).unwrap_err();
        let first = problem.errors.first().map(|error| (error.pointer.clone(), error.code.to_string()));
        first.unwrap_or((String::new(), problem.code.to_owned()))
    }

    #[test]
    fn an_unreadable_body_names_its_field() {
        assert_eq!(refusal(r#"{"inner":{}}"#), ("/inner/amount".into(), "required".into()));
        assert_eq!(refusal(r#"{"inner":{"amount":5}}"#), ("/inner/amount".into(), "invalid".into()));
        for kind in ["5", "true", "[]"] {
            let body = format!(r#"{{"inner":{{"amount":"5","kind":{kind}}}}}"#);
            assert_eq!(refusal(&body), ("/inner/kind".into(), "invalid".into()), "{body}");
        }
        assert_eq!(refusal(r#"{"inner":{"amount":"5","kind":5}"#), (String::new(), "BAD_REQUEST".into()));
        assert_eq!(refusal(r#"{"inner":"#), (String::new(), "BAD_REQUEST".into()));
        assert_eq!(refusal(r#"{"inner":{"amount":"5"}} x"#), (String::new(), "BAD_REQUEST".into()));
    }
}
