//! Whose house a request is in: by the name it was sent to.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::header::HOST;
use axum::http::request::Parts;
use identity::Tenant;

use crate::AppState;
use crate::problem::Problem;

/// The tenant whose host name the request was sent to. A name that is nobody's is a 404.
#[derive(Debug, Clone)]
pub struct TenantHost(pub Arc<Tenant>);

impl FromRequestParts<AppState> for TenantHost {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Problem> {
        if let Some(known) = parts.extensions.get::<Self>() {
            return Ok(known.clone());
        }
        let AskedHost(host) = AskedHost::from_request_parts(parts, state).await?;
        let found = Self(state.identity().tenant_by_host(&host).await?);
        parts.extensions.insert(found.clone());
        Ok(found)
    }
}

/// The host that the request was sent to, with its port, as the client wrote it.
#[derive(Debug, Clone)]
pub struct AskedHost(pub String);

impl FromRequestParts<AppState> for AskedHost {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _state: &AppState) -> Result<Self, Problem> {
        let header = parts.headers.get(HOST).and_then(|host| host.to_str().ok());
        // HTTP/2 has the host in the request line instead.
        let host = header.or_else(|| parts.uri.authority().map(|authority| authority.as_str()));
        host.map(|host| Self(host.to_owned())).ok_or_else(|| Problem::bad_request("The request names no host."))
    }
}

/// The tenant, if it is a sandbox; where it is not, what belongs to the sandbox does not exist.
#[derive(Debug, Clone)]
pub struct SandboxTenant(pub Arc<Tenant>);

impl FromRequestParts<AppState> for SandboxTenant {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Problem> {
        let TenantHost(tenant) = TenantHost::from_request_parts(parts, state).await?;
        if tenant.sandbox { Ok(Self(tenant)) } else { Err(Problem::not_found()) }
    }
}
