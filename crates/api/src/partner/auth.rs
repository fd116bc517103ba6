//! Authentication of partners: key, mode, tenant, address, scope and rate, before anything else of the request is read.

use std::sync::Arc;

use axum::extract::{FromRequestParts, Request, State};
use axum::http::HeaderMap;
use axum::http::header::{AUTHORIZATION, HOST, ORIGIN};
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use identity::{IdentityError, Principal, Tenant};
use kernel::ErrorKind;
use partners::KnownKey;

use super::recordings::Replayed;
use super::{cors, recordings};
use crate::AppState;
use crate::document::operation;
use crate::extract::principal::bearer;
use crate::extract::{API_KEY, AskedHost, Customer, TenantHost};
use crate::http::client_address::ClientAddress;
use crate::idempotency::IdempotencyKey;
use crate::key_limits::RequestClass;
use crate::problem::Problem;

/// A partner with a valid key that may do what it asks for.
#[derive(Debug, Clone)]
pub(crate) struct Partner {
    /// The tenant of the request.
    pub tenant: Arc<Tenant>,
    /// The key.
    pub known: Arc<KnownKey>,
    /// The person behind the key.
    pub principal: Principal,
}

impl Partner {
    /// The person that a price is for: the owner of a secret key. A visitor of a page with a public key is nobody known.
    pub fn buyer(&self) -> Option<Customer> {
        (!self.known.key.kind.is_public()).then(|| self.customer())
    }

    /// The owner of the key, with the key's profile.
    pub fn customer(&self) -> Customer {
        let profile = self.known.key.profile;
        Customer { tenant: self.tenant.clone(), principal: self.principal.clone(), profile }
    }

    pub fn tenant_host(&self) -> TenantHost {
        TenantHost(self.tenant.clone())
    }
}

impl FromRequestParts<AppState> for Partner {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _state: &AppState) -> Result<Self, Problem> {
        parts.extensions.get::<Self>().cloned().ok_or_else(refused_key)
    }
}

/// The idempotency key of a partner's request. Each API key has its own.
pub(super) struct OnceByKey(pub IdempotencyKey);

impl FromRequestParts<AppState> for OnceByKey {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Problem> {
        let partner = Partner::from_request_parts(parts, state).await?;
        let key = IdempotencyKey::from_request_parts(parts, state).await?;
        Ok(Self(IdempotencyKey { caller: Some(partner.known.key.id), ..key }))
    }
}

/// Authenticates every request of the partners' routes, and adds the rate limits to the response.
pub(crate) async fn layer(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    if let Some(Replayed(partner)) = parts.extensions.get::<Replayed>().cloned() {
        if let Err(problem) = permitted(&parts, &partner.known) {
            return problem.into_response();
        }
        parts.extensions.insert(partner);
        return next.run(Request::from_parts(parts, body)).await;
    }
    let (tenant, known) = match identified(&mut parts, &state).await {
        Ok(found) => found,
        Err(problem) => return problem.into_response(),
    };
    let (class, id) = (RequestClass::of(&parts.method, parts.uri.path()), known.key.id);
    let page = cors::page_of(&parts.headers, &known);
    let mut response = match admitted(&parts, &state, (tenant, known), class).await {
        Ok(partner) => {
            parts.extensions.insert(partner.clone());
            recordings::run(&state, &partner, Request::from_parts(parts, body), next).await
        }
        Err(problem) => problem.into_response(),
    };
    state.by_key().tell(class, id, state.world().now(), response.headers_mut());
    if let Some(origin) = page {
        cors::permit(response.headers_mut(), origin);
    }
    response
}

fn refused_key() -> Problem {
    let detail = "The API key is missing, wrong or revoked, or belongs to another site.";
    Problem::new(ErrorKind::Unauthenticated, "UNAUTHORIZED_REQUEST", detail)
}

/// The secret of a request: `Api-Key`, or a bearer token. Two different ones are refused.
fn secret(parts: &Parts) -> Option<&str> {
    let header = match parts.headers.get(API_KEY) {
        Some(value) => Some(value.to_str().ok()?.trim()),
        None => None,
    };
    let token = match parts.headers.contains_key(AUTHORIZATION) {
        true => Some(bearer(parts)?),
        false => None,
    };
    match (header, token) {
        (Some(header), Some(token)) if header != token => None,
        (header, token) => header.or(token),
    }
}

/// The tenant and the valid key of a request.
async fn identified(parts: &mut Parts, state: &AppState) -> Result<(Arc<Tenant>, Arc<KnownKey>), Problem> {
    let AskedHost(host) = AskedHost::from_request_parts(parts, state).await?;
    let text = secret(parts).ok_or_else(refused_key)?;
    let tenant = state.identity().tenant_by_host(&host).await?;
    let found = state.partners().by_secret((tenant.id, tenant.sandbox), text).await;
    let known = found.map_err(|error| match error {
        IdentityError::Unauthenticated => refused_key(),
        other => other.into(),
    })?;
    Ok((tenant, known))
}

/// Whether a page of the host itself sent the request. The API page of a sandbox calls with a test key.
fn is_own_page(headers: &HeaderMap) -> bool {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let is_same_site = headers.get("sec-fetch-site").is_none_or(|site| site == "same-origin");
    let origin = text(ORIGIN).and_then(|origin| origin.split_once("://"));
    let is_web = |(scheme, host): (&str, &str)| matches!(scheme, "http" | "https") && Some(host) == text(HOST);
    is_same_site && origin.is_some_and(is_web)
}

/// Checks what the key may do, and counts the request.
async fn admitted(
    parts: &Parts,
    state: &AppState,
    (tenant, known): (Arc<Tenant>, Arc<KnownKey>),
    class: RequestClass,
) -> Result<Partner, Problem> {
    let is_public = known.key.kind.is_public();
    if is_public && cors::page_of(&parts.headers, &known).is_none() {
        let detail = "This is a public key. It is for pages on its verified domains, and this request is from none.";
        return Err(Problem::denied(detail).with_meta("reason", "domain_not_verified"));
    }
    if !is_public && parts.headers.contains_key(ORIGIN) && !(tenant.sandbox && is_own_page(&parts.headers)) {
        let detail = "A page sent this request. A secret key belongs on a server: revoke it if it was in a page.";
        return Err(Problem::denied(detail));
    }
    if !known.admits(parts.extensions.get::<ClientAddress>().map(|client| client.0)) {
        return Err(Problem::denied("This API key may not be used from this address."));
    }
    permitted(parts, &known)?;
    state.by_key().take(class, known.key.id, state.world().now())?;
    let principal = state.identity().principal_of_key(tenant.id, known.key.profile, known.key.id).await;
    let principal = principal.map_err(|error| match error {
        IdentityError::Unauthenticated => refused_key(),
        other => other.into(),
    })?;
    state.partners().note_use(tenant.id, &known).await?;
    Ok(Partner { tenant, known, principal })
}

/// Requires the documented scopes of the operation. An operation without any is closed.
fn permitted(parts: &Parts, known: &KnownKey) -> Result<(), Problem> {
    let ways = operation(&parts.method, &parts.extensions).map(|said| said.scopes.as_slice()).unwrap_or_default();
    let is_public = known.key.kind.is_public();
    let may = |scope: &String| known.may(scope) && (!is_public || cors::is_for_pages(scope));
    if ways.iter().any(|way| !way.is_empty() && way.iter().all(may)) {
        return Ok(());
    }
    let needed: Vec<String> = ways.iter().map(|way| way.join(" ")).collect();
    let detail = format!("This API key lacks a scope: {}.", needed.join(" or "));
    Err(Problem::denied(detail).with_meta("scopes", needed))
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn only_a_page_of_the_host_itself_is_same_origin() {
        let own = |pairs: &[(&'static str, &'static str)]| {
            let headers = pairs.iter().map(|(name, value)| (name.parse().unwrap(), HeaderValue::from_static(value)));
            is_own_page(&headers.collect())
        };
        let host = ("host", "shop.example:8080");
        assert!(own(&[host, ("origin", "http://shop.example:8080")]));
        assert!(own(&[host, ("origin", "https://shop.example:8080"), ("sec-fetch-site", "same-origin")]));
        for origin in ["https://evil.example", "https://shop.example", "null", "file://shop.example:8080", ""] {
            assert!(!own(&[host, ("origin", origin)]), "{origin}");
        }
        assert!(!own(&[host, ("origin", "https://shop.example:8080"), ("sec-fetch-site", "cross-site")]));
        assert!(!own(&[("origin", "https://shop.example:8080")]));
    }
}
