//! Where a request comes from.

use std::convert::Infallible;
use std::net::SocketAddr;

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::header::{ACCEPT_LANGUAGE, USER_AGENT};
use axum::http::request::Parts;
use identity::{Client, ClientContext, Language};

use crate::AppState;

/// The address, program and language of the caller, for sign-in and its limits.
#[derive(Debug, Clone)]
pub struct CameFrom(pub ClientContext);

impl FromRequestParts<AppState> for CameFrom {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _state: &AppState) -> Result<Self, Infallible> {
        let text = |name| parts.headers.get(name).and_then(|value| value.to_str().ok());
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
        Ok(Self(ClientContext {
            ip: peer,
            user_agent: text(USER_AGENT).map(str::to_owned),
            language: text(ACCEPT_LANGUAGE).map(Language::from_accept_language).unwrap_or_default(),
            client: Client::Web,
        }))
    }
}
