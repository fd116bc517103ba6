//! Authentication of operators.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::request::Parts;
use identity::Tenant;
use identity::operator::{OperatorPrincipal, ReachedBy, permissions};

use super::cookie::{Kind, Page, page};
use crate::AppState;
use crate::cookie::is_this_machine;
use crate::document::operation;
use crate::extract::{AskedHost, TenantHost};
use crate::problem::Problem;

/// A signed-in operator.
#[derive(Debug, Clone)]
pub(super) struct Operator {
    /// The tenant of the request.
    pub tenant: Arc<Tenant>,
    /// The operator.
    pub who: OperatorPrincipal,
}

/// Any caller of the console, with the console's cookies.
#[derive(Debug, Clone)]
pub(super) struct Console {
    /// The tenant of the request.
    pub tenant: Arc<Tenant>,
    /// The page that cookies are set for.
    pub page: Page,
    /// Session token.
    pub session: Option<String>,
    /// Device token.
    pub device: Option<String>,
    /// How the request reached the server.
    pub reached: ReachedBy,
}

impl Console {
    /// Requires a first-party page, for operations that set cookies.
    ///
    /// # Errors
    /// 403 for a page of another site.
    pub fn own(self) -> Result<Self, Problem> {
        if self.page.is_own() { Ok(self) } else { Err(Problem::denied("Ask from the console's own page.")) }
    }

    /// The headers that set the session cookie, and the device cookie if it is new.
    pub fn keep(&self, session: &str, device: Option<&str>) -> HeaderMap {
        let mut headers = HeaderMap::new();
        self.page.keep(&mut headers, Kind::Session, session);
        if let Some(device) = device {
            self.page.keep(&mut headers, Kind::Device, device);
        }
        headers
    }

    /// The headers that delete the session cookie.
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

/// Rejects an operator whose role lacks a documented permission of the operation, before the rest of the request is
/// read. The operation itself checks again.
fn permitted(parts: &Parts, who: &OperatorPrincipal) -> Result<(), Problem> {
    let Some(said) = operation(&parts.method, &parts.extensions) else { return Ok(()) };
    let held: Vec<String> = permissions(who.role).map(|permission| permission.to_string()).collect();
    let has_all = |needed: &Vec<String>| needed.iter().all(|permission| held.contains(permission));
    let may = said.permissions.is_empty() || said.permissions.iter().any(has_all);
    if may { Ok(()) } else { Err(Problem::denied("Your role may not do this.")) }
}
