//! Profiles of a customer: list, create, rename, close and reopen.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use identity::{ListedProfile, Profile, ProfileClosure};
use kernel::kinds;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::account_closure;
use crate::AppState;
use crate::extract::{Authenticated, Body, CameFrom, IdInPath};
use crate::http::rate_limit::Caller;
use crate::problem::Problem;

/// A profile of the customer, with its own balances, orders and payees.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ProfileInfo {
    /// Id of the profile; the value for `Profile-Id`.
    #[schema(example = "prf_019a0000000070008000000000000001")]
    id: String,
    /// Name given by its owner. Absent for an unnamed main profile.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "Savings")]
    name: Option<String>,
    /// `main` for the first profile, which cannot be closed; `extra` for the others.
    #[schema(example = "extra")]
    kind: &'static str,
    /// `open` or `closed`.
    #[schema(example = "open")]
    state: &'static str,
    /// Whether the closed profile has received money since. It can be reopened to handle it.
    is_unsettled: bool,
    /// Creation time.
    created_at: DateTime<Utc>,
}

/// The customer's profiles.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ProfileList {
    /// The first one first, then by age; closed ones included.
    data: Vec<ProfileInfo>,
    /// Maximum number of open profiles.
    #[schema(example = 5)]
    open_max: usize,
}

/// Name of a profile.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ProfileName {
    /// Name for the profile.
    #[schema(min_length = 1, max_length = 50, example = "Savings")]
    name: String,
}

impl ProfileInfo {
    fn of(profile: Profile, is_unsettled: bool) -> Self {
        Self {
            id: profile.id.to_string(),
            name: profile.name,
            kind: if profile.is_main { "main" } else { "extra" },
            state: if profile.closed_at.is_none() { "open" } else { "closed" },
            is_unsettled,
            created_at: profile.created_at,
        }
    }
}

/// Lists the customer's profiles.
#[utoipa::path(get, path = "/api/client/v1/profiles", tag = "user", security(("bearer" = [])),
    responses((status = 200, body = ProfileList)))]
pub(crate) async fn list_profiles(
    State(state): State<AppState>,
    who: Authenticated,
) -> Result<Json<ProfileList>, Problem> {
    // Rate-limited per customer, because it reads the ledger for every closed profile.
    state.by_customer().take(&[Caller::Person(who.principal.user)], state.world().now())?;
    let all = state.identity().profiles(who.tenant.id, &who.principal, state.exchange()).await?;
    let shown = |ListedProfile { profile, is_unsettled }| ProfileInfo::of(profile, is_unsettled);
    Ok(Json(ProfileList { data: all.into_iter().map(shown).collect(), open_max: identity::OPEN_PROFILES_MAX }))
}

/// Creates a profile.
///
/// Limits and verifications are shared by all profiles of a customer. 409 `CONFLICT_ERROR` if five are open, or twenty
/// exist including closed ones.
#[utoipa::path(post, path = "/api/client/v1/profiles", tag = "user", security(("bearer" = [])), request_body = ProfileName,
    responses((status = 201, body = ProfileInfo)))]
pub(crate) async fn add_profile(
    State(state): State<AppState>,
    who: Authenticated,
    CameFrom(context): CameFrom,
    Body { value: ProfileName { name }, .. }: Body<ProfileName>,
) -> Result<(StatusCode, Json<ProfileInfo>), Problem> {
    let made = state.identity().add_profile(who.tenant.id, &who.principal, &name, &context).await?;
    Ok((StatusCode::CREATED, Json(ProfileInfo::of(made, false))))
}

/// Renames a profile.
#[utoipa::path(put, path = "/api/client/v1/profiles/{id}", tag = "user", security(("bearer" = [])),
    params(("id" = String, Path, description = "The profile.")), request_body = ProfileName,
    responses((status = 204, description = "Done.")))]
pub(crate) async fn rename_profile(
    State(state): State<AppState>,
    who: Authenticated,
    CameFrom(context): CameFrom,
    IdInPath(id): IdInPath<kinds::Profile>,
    Body { value: ProfileName { name }, .. }: Body<ProfileName>,
) -> Result<StatusCode, Problem> {
    state.identity().rename_profile(who.tenant.id, &who.principal, id, &name, &context).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Closes an empty profile. Its history remains.
///
/// 409 `NON_ZERO_BALANCE` if balances block it, `CONFLICT_ERROR` if only transactions do, both with `meta.balances` and
/// `meta.transactions`. 409 `CONFLICT_ERROR` for the main profile.
#[utoipa::path(post, path = "/api/client/v1/profiles/{id}/close", tag = "user", security(("bearer" = [])),
    params(("id" = String, Path, description = "The profile.")), responses((status = 204, description = "It is closed.")))]
pub(crate) async fn close_profile(
    State(state): State<AppState>,
    who: Authenticated,
    CameFrom(context): CameFrom,
    IdInPath(id): IdInPath<kinds::Profile>,
) -> Result<StatusCode, Problem> {
    let asked = state.identity().close_profile(who.tenant.id, &who.principal, id, state.exchange(), &context).await?;
    match asked {
        ProfileClosure::Closed => Ok(StatusCode::NO_CONTENT),
        ProfileClosure::Refused(ties) => Err(account_closure::closure_blockers("profile", "closed", ties)),
    }
}

/// Reopens a closed profile.
///
/// 409 `CONFLICT_ERROR` if five are open, unless the profile has received money since.
#[utoipa::path(post, path = "/api/client/v1/profiles/{id}/reopen", tag = "user", security(("bearer" = [])),
    params(("id" = String, Path, description = "The profile.")), responses((status = 204, description = "It is open.")))]
pub(crate) async fn reopen_profile(
    State(state): State<AppState>,
    who: Authenticated,
    CameFrom(context): CameFrom,
    IdInPath(id): IdInPath<kinds::Profile>,
) -> Result<StatusCode, Problem> {
    state.identity().reopen_profile(who.tenant.id, &who.principal, id, state.exchange(), &context).await?;
    Ok(StatusCode::NO_CONTENT)
}
