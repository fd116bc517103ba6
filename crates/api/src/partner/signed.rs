//! Bodies of requests that move money out. They are signed (RFC 9421).

use axum::body::{Body as RawBody, Bytes};
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::header::HOST;
use axum::http::request::Parts;
use kernel::ErrorKind;
use partners::signature::{Received, SignatureError, verify};
use serde::de::DeserializeOwned;
use utoipa::IntoParams;

use super::auth::Partner;
use crate::AppState;
use crate::extract::Body;
use crate::problem::Problem;

/// The headers, for the OpenAPI document.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
#[expect(dead_code, reason = "only described, never built")]
pub(super) struct SignatureHeaders {
    /// SHA-256 of the body (RFC 9530). Required: without it the response is 403 `SIGNATURE_INVALID`.
    #[param(
        rename = "Content-Digest",
        required = false,
        example = "sha-256=:y/wnTIaY53kKYxQRcaf+3GYSFXKcDGRLe/kMIH3cMlc=:"
    )]
    content_digest: Option<String>,
    /// The covered components and the time (RFC 9421). Required: without it the response is 403 `SIGNATURE_REQUIRED`.
    #[param(
        rename = "Signature-Input",
        required = false,
        example = r#"sig=("@method" "@authority" "@path" "content-digest" "idempotency-key");created=1767225600;alg="ed25519""#
    )]
    signature_input: Option<String>,
    /// The Ed25519 signature by the private key that belongs to the public key of the API key.
    #[param(rename = "Signature", required = false)]
    signature: Option<String>,
}

/// A JSON body, with the signature of the request verified before it is parsed.
pub(super) struct Signed<T> {
    /// The body.
    pub value: T,
    /// SHA-256 of the raw bytes.
    pub hash: [u8; 32],
}

impl<T: DeserializeOwned> FromRequest<AppState> for Signed<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &AppState) -> Result<Self, Problem> {
        let (mut parts, body) = request.into_parts();
        let partner = Partner::from_request_parts(&mut parts, state).await?;
        // Extensions that the reading of the body needs stay with the parts.
        let again = parts.clone();
        let read = Bytes::from_request(Request::from_parts(parts, body), state).await;
        let bytes = read.map_err(|_| Problem::bad_request("The body is larger than 64 KiB, or was cut short."))?;
        check(&again, &bytes, &partner, state)?;
        let request = Request::from_parts(again, RawBody::from(bytes));
        let Body { value, hash } = Body::from_request(request, state).await?;
        Ok(Self { value, hash })
    }
}

/// Verifies the signature of a request with this body.
fn check(parts: &Parts, body: &[u8], partner: &Partner, state: &AppState) -> Result<(), Problem> {
    let header = |name: &str| {
        let values = parts.headers.get_all(name).iter();
        values.filter_map(|value| value.to_str().ok().map(str::to_owned)).collect::<Vec<_>>()
    };
    let host = parts.headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let received = Received {
        method: parts.method.as_str(),
        authority: host.strip_suffix(":443").or(host.strip_suffix(":80")).unwrap_or(host),
        path: parts.uri.path(),
        query: parts.uri.query(),
        header: &header,
        body,
    };
    let public_key = partner.known.key.signing_key.ok_or_else(|| refused(&SignatureError::Missing))?;
    verify(&received, &public_key, state.world().now()).map_err(|error| refused(&error))
}

fn refused(error: &SignatureError) -> Problem {
    let code = if *error == SignatureError::Missing { "SIGNATURE_REQUIRED" } else { "SIGNATURE_INVALID" };
    Problem::new(ErrorKind::Forbidden, code, error.to_string())
}
