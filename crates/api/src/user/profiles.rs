//! A person's profiles: the list, another one, its name, closing and opening again.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use identity::{ListedProfile, Profile};
use kernel::kinds;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::closing;
use crate::AppState;
use crate::extract::{Authenticated, Body, CameFrom, IdInPath};
use crate::http::rate_limit::Caller;
use crate::problem::Problem;

/// One of the person's profiles: it has balances, orders and payees of its own.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ProfileInfo {
    /// Which; the value of `Profile-Id`.
    #[schema(example = "prf_019a0000000070008000000000000001")]
    id: String,
    /// As its owner calls it; absent for a main one that nobody has named.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "Savings")]
    name: Option<String>,
    /// `main` for the first one, which stays as long as the account does; `extra` for the others.
    #[schema(example = "extra")]
    kind: &'static str,
    /// `open` or `closed`.
    #[schema(example = "open")]
    state: &'static str,
    /// It is closed, and something has come in since. Opened again, it can be seen to.
    is_unsettled: bool,
    /// When it was made.
    created_at: DateTime<Utc>,
}

/// A person's profiles.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ProfileList {
    /// The first one first, then the oldest; closed ones too.
    data: Vec<ProfileInfo>,
    /// How many may be open at a time.
    #[schema(example = 5)]
    open_max: usize,
}

/// What a profile is called.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ProfileName {
    /// As its owner calls it.
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

/// The person's profiles.
#[utoipa::path(get, path = "/api/client/v1/profiles", tag = "user", security(("bearer" = [])),
    responses((status = 200, body = ProfileList)))]
pub(crate) async fn list_profiles(
    State(state): State<AppState>,
    who: Authenticated,
) -> Result<Json<ProfileList>, Problem> {
    // The books of every closed one are looked at: no oftener than any other of their reads.
    state.by_customer().take(&[Caller::Person(who.principal.user)], state.world().now())?;
    let all = state.identity().profiles(who.tenant.id, &who.principal, state.exchange()).await?;
    let shown = |ListedProfile { profile, is_unsettled }| ProfileInfo::of(profile, is_unsettled);
    Ok(Json(ProfileList { data: all.into_iter().map(shown).collect(), open_max: identity::OPEN_PROFILES_MAX }))
}

/// Makes another profile. Limits and verification stay the person's. 409 `CONFLICT_ERROR` when five are open, or when there are
/// twenty with closed ones.
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

/// Calls a profile something else.
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

/// Closes an empty profile: nobody acts for it any more, and its history stays. 409 `NON_ZERO_BALANCE`, or `CONFLICT_ERROR` where
/// transactions alone are in the way, with `meta.balances` and `meta.transactions`; `CONFLICT_ERROR` for the main one too.
#[utoipa::path(post, path = "/api/client/v1/profiles/{id}/close", tag = "user", security(("bearer" = [])),
    params(("id" = String, Path, description = "The profile.")), responses((status = 204, description = "It is closed.")))]
pub(crate) async fn close_profile(
    State(state): State<AppState>,
    who: Authenticated,
    CameFrom(context): CameFrom,
    IdInPath(id): IdInPath<kinds::Profile>,
) -> Result<StatusCode, Problem> {
    let asked = state.identity().close_profile(who.tenant.id, &who.principal, id, state.exchange(), &context).await?;
    asked.map_err(|ties| closing::in_the_way("profile", "closed", ties))?;
    Ok(StatusCode::NO_CONTENT)
}

/// Opens a closed profile again. 409 `CONFLICT_ERROR` when five are open, unless something came to it late.
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
