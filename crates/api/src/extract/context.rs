//! The origin of a request.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::header::{ACCEPT_LANGUAGE, USER_AGENT};
use axum::http::request::Parts;
use identity::{Client, ClientContext, Language};

use super::AskedHost;
use crate::AppState;
use crate::cookie::{self, is_program};
use crate::http::client_address::ClientAddress;

/// The caller's address, client and language, for sign-in and its limits.
///
/// The lifetime of a session depends on the kind of client, which is detected rather than declared. Browsers always
/// send `Origin`, `Sec-Fetch-…` or `Cookie`, and pages cannot suppress them, so only a native client lacks them and
/// gets a longer session. A messenger's mini app counts as a page; [`identity`] gives it a messenger session if it
/// presents a launch signed by the messenger. A renewal keeps the kind that the session was opened with.
#[derive(Debug, Clone)]
pub struct CameFrom(pub ClientContext);

impl FromRequestParts<AppState> for CameFrom {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Infallible> {
        let host = AskedHost::from_request_parts(parts, state).await.ok().map(|asked| asked.0);
        let text = |name| parts.headers.get(name).and_then(|value| value.to_str().ok());
        let address = parts.extensions.get::<ClientAddress>().map(|client| client.0);
        Ok(Self(ClientContext {
            ip: address,
            user_agent: text(USER_AGENT).map(str::to_owned),
            language: text(ACCEPT_LANGUAGE).map(Language::from_accept_language).unwrap_or_default(),
            client: if is_program(&parts.headers) { Client::Native } else { Client::Web },
            host,
            device: cookie::device(&parts.headers, parts.uri.authority().map(|authority| authority.as_str())),
        }))
    }
}
