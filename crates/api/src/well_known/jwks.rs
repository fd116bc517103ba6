//! `/.well-known/jwks.json`: the public key of firm quotes, with which anyone can verify a quote's signature.

use axum::Json;
use axum::extract::State;
use axum::http::header::CACHE_CONTROL;
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use serde::Serialize;

use crate::AppState;
use crate::extract::TenantHost;

/// A JWK set (RFC 7517, section 5).
#[derive(Serialize)]
struct JwkSet {
    keys: [Jwk; 1],
}

/// A public Ed25519 key (RFC 8037).
#[derive(Serialize)]
struct Jwk {
    kty: &'static str,
    crv: &'static str,
    alg: &'static str,
    #[serde(rename = "use")]
    usage: &'static str,
    kid: String,
    x: String,
}

pub(super) async fn jwks(State(state): State<AppState>, _: TenantHost) -> Response {
    let signer = state.exchange().signer();
    let key = Jwk {
        kty: "OKP",
        crv: "Ed25519",
        alg: "EdDSA",
        usage: "sig",
        kid: signer.kid().to_owned(),
        x: BASE64.encode(signer.public_key()),
    };
    ([(CACHE_CONTROL, "no-cache")], Json(JwkSet { keys: [key] })).into_response()
}
