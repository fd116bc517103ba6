//! The anti-phishing phrase, with which every genuine email to the customer begins.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use identity::{IdentityError, rules};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use crate::AppState;
use crate::extract::{Authenticated, Body, CameFrom};
use crate::mfa::guard::{Confirmation, ConfirmationHeader};
use crate::problem::Problem;

/// The anti-phishing phrase at the beginning of every email.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MailPhrase {
    /// The phrase. Absent if none is set.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "Blue heron")]
    phrase: Option<String>,
}

/// A new anti-phishing phrase.
#[derive(Deserialize, ToSchema)]
pub(crate) struct MailPhraseChange {
    /// 3 to 40 characters in one line, without links, web or email addresses. Surrounding spaces are removed.
    #[schema(example = "Blue heron", min_length = 3, max_length = 40)]
    phrase: String,
}

/// Returns the anti-phishing phrase.
#[utoipa::path(get, path = "/api/client/v1/user/mail-phrase", tag = "user", security(("bearer" = [])),
    responses((status = 200, body = MailPhrase)))]
pub(crate) async fn get_mail_phrase(
    State(state): State<AppState>,
    who: Authenticated,
) -> Result<Json<MailPhrase>, Problem> {
    let phrase = state.identity().mail_phrase(who.tenant.id, who.principal.user).await?;
    Ok(Json(MailPhrase { phrase }))
}

/// Sets the anti-phishing phrase.
///
/// Requires confirmation with the second factor, if there is one. The customer is notified by email, with the previous
/// phrase.
#[utoipa::path(put, path = "/api/client/v1/user/mail-phrase", tag = "user", security(("bearer" = [])),
    params(ConfirmationHeader), request_body = MailPhraseChange, responses((status = 200, body = MailPhrase)))]
pub(crate) async fn set_mail_phrase(
    State(state): State<AppState>,
    who: Authenticated,
    CameFrom(context): CameFrom,
    confirmation: Confirmation,
    Body { value: asked, hash }: Body<MailPhraseChange>,
) -> Result<Json<MailPhrase>, Problem> {
    // Validated first, so that an invalid phrase does not cause a confirmation.
    rules::phrase(&asked.phrase).map_err(|broken| IdentityError::from(("phrase", broken)))?;
    // Without the phrase, because the displayed content of a challenge is stored.
    confirmation.require_for_settings(&state, &who, &hash, json!({"kind": "mail_phrase"})).await?;
    let choosing = state.identity().set_mail_phrase(&who.tenant, &who.principal, Some(&asked.phrase), &context);
    Ok(Json(MailPhrase { phrase: choosing.await? }))
}

/// Removes the anti-phishing phrase.
///
/// Requires confirmation with the second factor, if there is one. The customer is notified by email, with the phrase
/// for the last time.
#[utoipa::path(delete, path = "/api/client/v1/user/mail-phrase", tag = "user", security(("bearer" = [])),
    params(ConfirmationHeader), responses((status = 204, description = "There is none any more.")))]
pub(crate) async fn remove_mail_phrase(
    State(state): State<AppState>,
    who: Authenticated,
    CameFrom(context): CameFrom,
    confirmation: Confirmation,
) -> Result<StatusCode, Problem> {
    confirmation.require_for_settings(&state, &who, &[], json!({"kind": "mail_phrase_remove"})).await?;
    state.identity().set_mail_phrase(&who.tenant, &who.principal, None, &context).await?;
    Ok(StatusCode::NO_CONTENT)
}
