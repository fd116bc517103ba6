//! Who asks, and for which profile. An extractor's name is the authority that a handler demands.

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

/// The header that says for which of their profiles a person acts.
const PROFILE_ID: &str = "profile-id";

/// A person whose token is good, however far their sign-in has come: the second factor may be missing.
#[derive(Debug, Clone)]
pub struct AnyStage {
    /// Whose house this is.
    pub tenant: Arc<Tenant>,
    /// The person.
    pub principal: Principal,
}

/// A signed-in person, who may not have accepted the terms yet.
#[derive(Debug, Clone)]
pub struct Temporary {
    /// Whose house this is.
    pub tenant: Arc<Tenant>,
    /// The person.
    pub principal: Principal,
}

/// A signed-in person who has accepted the terms.
#[derive(Debug, Clone)]
pub struct Authenticated {
    /// Whose house this is.
    pub tenant: Arc<Tenant>,
    /// The person.
    pub principal: Principal,
}

/// A signed-in person who has accepted the terms, acting for one of their profiles (`Profile-Id`, or the first).
#[derive(Debug, Clone)]
pub struct Customer {
    /// Whose house this is.
    pub tenant: Arc<Tenant>,
    /// The person.
    pub principal: Principal,
    /// The profile acted for.
    pub profile: ProfileId,
}

/// A [`Customer`], or nobody. A token that is sent must be good.
#[derive(Debug, Clone)]
pub struct MaybeCustomer(pub Option<Customer>);

/// The token of `Authorization: Bearer`.
pub(crate) fn bearer(parts: &Parts) -> Option<&str> {
    let (scheme, token) = parts.headers.get(AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

/// The profile that a person names, which must be theirs, or their first.
///
/// # Errors
/// 403 `ACCESS_DENIED` for one that is not theirs (specification, section 7).
pub(crate) fn profile_of(principal: &Principal, named: Option<&str>) -> Result<ProfileId, Problem> {
    let not_theirs = || Problem::denied("This profile is not yours.");
    match named {
        None => principal.profiles.first().copied().ok_or_else(not_theirs),
        Some(name) => {
            let named: ProfileId = name.parse().map_err(|_| not_theirs())?;
            #[cfg(feature = "planted-bugs")]
            if store::planted("closed-profile-served") {
                return Ok(named);
            }
            principal.profiles.iter().copied().find(|profile| *profile == named).ok_or_else(not_theirs)
        }
    }
}

/// A good principal that has accepted the terms.
///
/// # Errors
/// 403 `AUTH_2FA_REQUIRED` until the second factor is shown, 403 `ACCESS_DENIED` until the terms are accepted.
pub(crate) fn full(principal: &Principal) -> Result<(), Problem> {
    match principal.stage {
        Stage::Full => Ok(()),
        Stage::AwaitsFactor => Err(factor_awaited()),
        Stage::Temporary => Err(Problem::denied("Accept the terms of use first.").with_meta("terms_required", true)),
    }
}

/// The session waits for the second factor that its sign-in asked for.
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
