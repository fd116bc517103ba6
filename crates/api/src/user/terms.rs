use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use identity::Consent;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::AppState;
use crate::extract::{Body, CameFrom, Temporary};
use crate::problem::Problem;

/// The terms of use in force, and whether the person has accepted them.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TermsInfo {
    /// When the person last accepted any version.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_terms_accepted_at: Option<DateTime<Utc>>,
    /// Whether the version in force is still to be accepted.
    is_consent_required: bool,
    /// The version in force, to be sent back when it is accepted; 0 when there are no terms.
    version: i32,
    /// The heading.
    title: String,
    /// The text, in Markdown without HTML.
    text: String,
    /// Where the same text is published.
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<String>,
    /// Every version that the person has accepted, the newest first; a hundred at most.
    accepted: Vec<ConsentInfo>,
}

/// A version of the terms that was accepted.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ConsentInfo {
    /// Which.
    version: i32,
    /// Its heading.
    title: String,
    /// When.
    accepted_at: DateTime<Utc>,
}

impl From<Consent> for ConsentInfo {
    fn from(Consent { version, title, accepted_at }: Consent) -> Self {
        Self { version, title, accepted_at }
    }
}

/// What is accepted.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct AcceptTerms {
    /// The version that was shown. Only the one in force is taken.
    #[schema(example = 1)]
    version: i32,
}

/// The terms, in the language of `Accept-Language` where they exist in it. Open to a session that has yet to accept them.
#[utoipa::path(get, path = "/api/client/v1/user/terms", tag = "user", security(("bearer" = ["before_terms"])),
    responses((status = 200, body = TermsInfo)))]
pub(crate) async fn get_terms(
    State(state): State<AppState>,
    who: Temporary,
    CameFrom(context): CameFrom,
) -> Result<Json<TermsInfo>, Problem> {
    let terms = state.identity().terms(who.tenant.id, &who.principal, context.language).await?;
    let accepted = state.identity().consents(who.tenant.id, who.principal.user, context.language).await?;
    Ok(Json(TermsInfo {
        last_terms_accepted_at: terms.last_accepted_at,
        is_consent_required: terms.consent_required,
        version: terms.version,
        title: terms.title,
        text: terms.text,
        url: terms.url,
        accepted: accepted.into_iter().map(Into::into).collect(),
    }))
}

/// Accepts the terms in force; the session may do everything from then on.
#[utoipa::path(post, path = "/api/client/v1/user/accept-terms", tag = "user", security(("bearer" = ["before_terms"])),
    request_body = AcceptTerms, responses((status = 204, description = "Accepted.")))]
pub(crate) async fn accept_terms(
    State(state): State<AppState>,
    who: Temporary,
    CameFrom(context): CameFrom,
    body: Body<AcceptTerms>,
) -> Result<StatusCode, Problem> {
    state.identity().accept_terms(who.tenant.id, &who.principal, body.value.version, &context).await?;
    Ok(StatusCode::NO_CONTENT)
}
