//! Authentication, and the selected profile. The name of an extractor is the authorisation that its handler requires.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use identity::{IdentityError, Principal, Stage, Tenant};
use kernel::ProfileId;

use super::TenantHost;
use crate::AppState;
use crate::http::rate_limit::Caller;
use crate::problem::Problem;

/// The header that selects one of the customer's profiles.
const PROFILE_ID: &str = "profile-id";

/// A customer with a valid token, at any stage of the sign-in: the second factor may still be missing.
#[derive(Debug, Clone)]
pub struct AnyStage {
    /// The tenant of the request.
    pub tenant: Arc<Tenant>,
    /// The customer.
    pub principal: Principal,
}

/// A signed-in customer, who may not have accepted the terms yet.
#[derive(Debug, Clone)]
pub struct Temporary {
    /// The tenant of the request.
    pub tenant: Arc<Tenant>,
    /// The customer.
    pub principal: Principal,
}

/// A signed-in customer who has accepted the terms.
#[derive(Debug, Clone)]
pub struct Authenticated {
    /// The tenant of the request.
    pub tenant: Arc<Tenant>,
    /// The customer.
    pub principal: Principal,
}

/// A signed-in customer who has accepted the terms, with one of their profiles (from `Profile-Id`, or the first).
#[derive(Debug, Clone)]
pub struct Customer {
    /// The tenant of the request.
    pub tenant: Arc<Tenant>,
    /// The customer.
    pub principal: Principal,
    /// The selected profile.
    pub profile: ProfileId,
}

/// A [`Customer`], or an anonymous caller. An invalid token is an error.
#[derive(Debug, Clone)]
pub struct MaybeCustomer(pub Option<Customer>);

/// The bearer token of the `Authorization` header.
pub(crate) fn bearer(parts: &Parts) -> Option<&str> {
    let (scheme, token) = parts.headers.get(AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

/// The requested profile of a customer, or their first.
///
/// # Errors
/// 403 `ACCESS_DENIED` for a profile of another customer (specification, "The calls it makes").
pub(crate) fn profile_of(principal: &Principal, named: Option<&str>) -> Result<ProfileId, Problem> {
    let not_theirs = || Problem::denied("This profile is not yours.");
    match named {
        None => principal.profiles.first().copied().ok_or_else(not_theirs),
        Some(name) => {
            let named: ProfileId = name.parse().map_err(|_| not_theirs())?;
            principal.profiles.iter().copied().find(|profile| *profile == named).ok_or_else(not_theirs)
        }
    }
}

/// Requires a completed sign-in and accepted terms.
///
/// # Errors
/// 403 `AUTH_2FA_REQUIRED` before the second factor, 403 `ACCESS_DENIED` before acceptance of the terms.
pub(crate) fn full(principal: &Principal) -> Result<(), Problem> {
    match principal.stage {
        Stage::Full => Ok(()),
        Stage::AwaitsFactor => Err(factor_awaited()),
        Stage::Temporary => Err(Problem::denied("Accept the terms of use first.").with_meta("terms_required", true)),
    }
}

/// The session still needs the second factor.
fn factor_awaited() -> Problem {
    Problem::from(IdentityError::FactorRequired).with_meta("purpose", "signin")
}

impl FromRequestParts<AppState> for AnyStage {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Problem> {
        let TenantHost(tenant) = TenantHost::from_request_parts(parts, state).await?;
        let token = bearer(parts).ok_or_else(Problem::unauthorized)?;
        let principal = state.identity().authenticate(tenant.id, token).await?;
        Ok(Self { tenant, principal })
    }
}

impl FromRequestParts<AppState> for Temporary {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Problem> {
        let AnyStage { tenant, principal } = AnyStage::from_request_parts(parts, state).await?;
        match principal.stage {
            Stage::AwaitsFactor => Err(factor_awaited()),
            Stage::Temporary | Stage::Full => Ok(Self { tenant, principal }),
        }
    }
}

impl FromRequestParts<AppState> for Authenticated {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Problem> {
        let Temporary { tenant, principal } = Temporary::from_request_parts(parts, state).await?;
        full(&principal)?;
        Ok(Self { tenant, principal })
    }
}

impl FromRequestParts<AppState> for Customer {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Problem> {
        let Authenticated { tenant, principal } = Authenticated::from_request_parts(parts, state).await?;
        let named = match parts.headers.get(PROFILE_ID) {
            Some(value) => Some(value.to_str().map_err(|_| Problem::denied("This profile is not yours."))?),
            None => None,
        };
        let profile = profile_of(&principal, named)?;
        state.by_customer().take(&[Caller::Person(principal.user)], state.world().now())?;
        Ok(Self { tenant, principal, profile })
    }
}

impl FromRequestParts<AppState> for MaybeCustomer {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Problem> {
        if parts.headers.contains_key(AUTHORIZATION) {
            return Customer::from_request_parts(parts, state).await.map(|customer| Self(Some(customer)));
        }
        Ok(Self(None))
    }
}
