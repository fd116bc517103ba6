//! Where a request comes from.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::header::{ACCEPT_LANGUAGE, USER_AGENT};
use axum::http::request::Parts;
use identity::{Client, ClientContext, Language};

use super::AskedHost;
use crate::AppState;
use crate::auth::{cookie, is_program};
use crate::http::client_address::ClientAddress;

/// The address, program and language of the caller, for sign-in and its limits.
///
/// How long a session lasts follows from where it is opened, and nobody says that of themselves. A program is known by what is
/// missing: browsers write `Origin`, `Sec-Fetch-…` and `Cookie` themselves, and no page can keep them from that, so no page in
/// somebody's browser gets a program's longer sessions. A messenger's mini app is a page like any other; its session is a
/// messenger's where a launch that the messenger signed was shown for it, which [`identity`] sees to. A renewal, whoever asks for
/// it, goes by what its session was opened as.
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
