//! The terms of use in the customer's language, and their acceptance.

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

/// The current terms of use, and whether the customer has accepted them.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TermsInfo {
    /// When the customer last accepted any version.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_terms_accepted_at: Option<DateTime<Utc>>,
    /// Whether the current version must still be accepted.
    is_consent_required: bool,
    /// The current version. Send it back to accept it. 0 if there are no terms.
    version: i32,
    /// Heading.
    title: String,
    /// Text, in Markdown without HTML.
    text: String,
    /// URL at which the same text is published.
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<String>,
    /// All accepted versions, newest first; at most 100.
    accepted: Vec<ConsentInfo>,
}

/// An accepted version of the terms.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ConsentInfo {
    /// Version.
    version: i32,
    /// Heading of the version.
    title: String,
    /// Time of acceptance.
    accepted_at: DateTime<Utc>,
}

impl From<Consent> for ConsentInfo {
    fn from(Consent { version, title, accepted_at }: Consent) -> Self {
        Self { version, title, accepted_at }
    }
}

/// Acceptance of the terms.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct AcceptTerms {
    /// The version that was shown. Must be the current one.
    #[schema(example = 1)]
    version: i32,
}

/// Returns the terms, in the language of `Accept-Language` if available.
///
/// Available to sessions that have not accepted them yet.
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

/// Accepts the current terms. The session has full access afterwards.
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
