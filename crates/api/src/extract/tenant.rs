//! The tenant of a request, from its host name or a publishable key.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::HeaderValue;
use axum::http::header::HOST;
use axum::http::request::Parts;
use identity::{IdentityError, Tenant};

use crate::AppState;
use crate::problem::Problem;

/// The header with a tenant's publishable key (specification, "Validation rules").
pub(crate) const API_KEY: &str = "api-key";

/// The tenant of the request's host name or publishable key. An unknown host gives 404. An unknown key, or a key of a
/// different tenant than the host, gives 403.
#[derive(Debug, Clone)]
pub struct TenantHost(pub Arc<Tenant>);

impl FromRequestParts<AppState> for TenantHost {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Problem> {
        if let Some(known) = parts.extensions.get::<Self>() {
            return Ok(known.clone());
        }
        let AskedHost(host) = AskedHost::from_request_parts(parts, state).await?;
        let found = match parts.headers.get(API_KEY) {
            None => Self(state.identity().tenant_by_host(&host).await?),
            Some(key) => Self(by_key(state, key, &host).await?),
        };
        parts.extensions.insert(found.clone());
        Ok(found)
    }
}

/// The tenant of a publishable key that was sent to `host`. A host of a different tenant is ambiguous and therefore
/// refused.
async fn by_key(state: &AppState, key: &HeaderValue, host: &str) -> Result<Arc<Tenant>, Problem> {
    let found = state.identity().tenant_by_key(key.to_str().unwrap_or_default()).await;
    let named = found.map_err(|error| match error {
        IdentityError::NotFound(_) => Problem::denied("The API key is unknown or revoked."),
        other => other.into(),
    })?;
    let there = state.identity().tenant_by_host(host).await;
    match there {
        Ok(other) if other.id != named.id && other.answers_at(host) => Err(Problem::denied(
            "The Api-Key is of another tenant than the host. Send one of the two, or those of one tenant.",
        )),
        // A host that belongs to no tenant is the normal case for a key.
        Ok(_) | Err(IdentityError::NotFound(_)) => Ok(named),
        Err(error) => Err(error.into()),
    }
}

/// The host of the request, with its port, as the client sent it.
#[derive(Debug, Clone)]
pub struct AskedHost(pub String);

impl FromRequestParts<AppState> for AskedHost {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _state: &AppState) -> Result<Self, Problem> {
        let host = parts.headers.get(HOST).and_then(|host| host.to_str().ok());
        host.map(|host| Self(host.to_owned())).ok_or_else(|| Problem::bad_request("The request names no host."))
    }
}

/// The tenant, if it is a sandbox; otherwise 404.
#[derive(Debug, Clone)]
pub struct SandboxTenant(pub Arc<Tenant>);

impl FromRequestParts<AppState> for SandboxTenant {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Problem> {
        let TenantHost(tenant) = TenantHost::from_request_parts(parts, state).await?;
        if tenant.sandbox { Ok(Self(tenant)) } else { Err(Problem::not_found()) }
    }
}
