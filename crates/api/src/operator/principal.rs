//! Which operator asks.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::request::Parts;
use identity::Tenant;
use identity::operator::{OperatorPrincipal, ReachedBy, permissions};

use super::cookie::{Kind, Page, page};
use crate::AppState;
use crate::auth::cookie::is_this_machine;
use crate::document::operation;
use crate::extract::{AskedHost, TenantHost};
use crate::problem::Problem;

/// An operator who is signed in.
#[derive(Debug, Clone)]
pub(super) struct Operator {
    /// Whose house this is.
    pub tenant: Arc<Tenant>,
    /// Who.
    pub who: OperatorPrincipal,
}

/// Whoever asks, with the cookies of the console's page.
#[derive(Debug, Clone)]
pub(super) struct Console {
    /// Whose house this is.
    pub tenant: Arc<Tenant>,
    /// Where cookies go.
    pub page: Page,
    /// The session's token.
    pub session: Option<String>,
    /// The browser's.
    pub device: Option<String>,
    /// How the request reached the server.
    pub reached: ReachedBy,
}

impl Console {
    /// The same for what gives cookies.
    ///
    /// # Errors
    /// 403 for a page of another site.
    pub fn own(self) -> Result<Self, Problem> {
        if self.page.is_own() { Ok(self) } else { Err(Problem::denied("Ask from the console's own page.")) }
    }

    /// The headers that have the browser keep the session, and itself where it is new.
    pub fn keep(&self, session: &str, device: Option<&str>) -> HeaderMap {
        let mut headers = HeaderMap::new();
        self.page.keep(&mut headers, Kind::Session, session);
        if let Some(device) = device {
            self.page.keep(&mut headers, Kind::Device, device);
        }
        headers
    }

    /// The headers that have it forget the session.
    pub fn forget(&self) -> HeaderMap {
        let mut headers = HeaderMap::new();
        self.page.forget(&mut headers, Kind::Session);
        headers
    }
}

impl FromRequestParts<AppState> for Console {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Problem> {
        let TenantHost(tenant) = TenantHost::from_request_parts(parts, state).await?;
        let authority = parts.uri.authority().map(|authority| authority.as_str().to_owned());
        let page = page(&parts.method, &parts.headers, authority.as_deref());
        let AskedHost(host) = AskedHost::from_request_parts(parts, state).await?;
        let loopback_name = is_this_machine(&host.to_ascii_lowercase());
        let reached = ReachedBy { loopback_listener: state.is_local(), loopback_name };
        let read = |kind| page.read(&parts.headers, kind);
        Ok(Self { tenant, page, session: read(Kind::Session), device: read(Kind::Device), reached })
    }
}

impl FromRequestParts<AppState> for Operator {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Problem> {
        let Console { tenant, session, .. } = Console::from_request_parts(parts, state).await?;
        let token = session.ok_or_else(Problem::unauthorized)?;
        let who = state.identity().authenticate_operator(tenant.id, &token).await?;
        permitted(parts, &who)?;
        Ok(Self { tenant, who })
    }
}

/// Refuses an operator whose role has not what the document says that the operation takes, before anything of the request is
/// read. The operation itself asks again.
fn permitted(parts: &Parts, who: &OperatorPrincipal) -> Result<(), Problem> {
    let Some(said) = operation(&parts.method, &parts.extensions) else { return Ok(()) };
    let held: Vec<String> = permissions(who.role).map(|permission| permission.to_string()).collect();
    let may = said.permissions.iter().all(|needed| held.contains(needed));
    if may { Ok(()) } else { Err(Problem::denied("Your role may not do this.")) }
}
