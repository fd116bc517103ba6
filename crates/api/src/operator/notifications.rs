//! The preview of customers' notifications, and of their emails as they are sent.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::header::{CONTENT_SECURITY_POLICY, X_FRAME_OPTIONS};
use axum::response::{Html, IntoResponse, Response};
use identity::{Language, NotificationKind, NotificationPreview};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::principal::Operator;
use crate::AppState;
use crate::dto::notification::{NotificationSeverity, NotificationTopic};
use crate::dto::page::List;
use crate::extract::Params;
use crate::problem::{FieldError, Problem};

/// The policy of an email in a frame of the console: inline styles as in a mail program, and nothing else.
const MAIL_POLICY: &str = "sandbox; default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'self'";

/// In which language.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct PreviewParams {
    /// `en`, `uk`, `ru` or `pl`; the tenant's first language by default.
    #[param(pattern = "^(en|uk|ru|pl)$", example = "en")]
    language: Option<String>,
}

/// An example of a kind of notification.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct NotificationPreviewInfo {
    /// Kind.
    #[schema(example = "order_done")]
    kind: &'static str,
    /// The topic.
    topic: NotificationTopic,
    /// The severity.
    severity: NotificationSeverity,
    /// One short line, in the app and in web push messages.
    title: String,
    /// Text in the app, and in web push messages of customers who allow details.
    text: String,
    /// Text in web push messages without details.
    push_text: String,
    /// Telegram message without details.
    telegram_text: String,
    /// Subject of the email. Absent if there is no email.
    #[serde(skip_serializing_if = "Option::is_none")]
    mail_subject: Option<String>,
    /// Text of the email, without the customer's anti-phishing phrase.
    #[serde(skip_serializing_if = "Option::is_none")]
    mail_text: Option<String>,
}

impl From<NotificationPreview> for NotificationPreviewInfo {
    fn from(preview: NotificationPreview) -> Self {
        let (mail_subject, mail_text) = preview.mail.unzip();
        Self {
            kind: preview.kind.code(),
            topic: preview.kind.topic().into(),
            severity: preview.kind.severity().into(),
            title: preview.said.title,
            text: preview.said.text,
            push_text: preview.push_text,
            telegram_text: preview.telegram_text,
            mail_subject,
            mail_text,
        }
    }
}

/// Shows an example of every notification in a language, as the tenant's customers read it.
#[utoipa::path(get, path = "/api/operator/v1/notifications", tag = "rules", params(PreviewParams),
    security(("session" = ["orders.read"])), responses((status = 200, body = List<NotificationPreviewInfo>)))]
pub(super) async fn preview_notifications(
    State(state): State<AppState>,
    operator: Operator,
    Params(asked): Params<PreviewParams>,
) -> Result<Json<List<NotificationPreviewInfo>>, Problem> {
    state.identity().may_read_movements(&operator.who)?;
    let language = language(&operator, asked)?;
    let found = state.identity().notification_previews(&operator.tenant, language);
    Ok(Json(List { data: found.into_iter().map(Into::into).collect() }))
}

fn language(operator: &Operator, asked: PreviewParams) -> Result<Language, Problem> {
    let refused = || Problem::field(FieldError::new("language", "one_of", "must be en, uk, ru or pl"));
    let language = asked.language.map(|code| Language::from_code(&code).ok_or_else(refused)).transpose()?;
    Ok(language.or_else(|| operator.tenant.languages.first().copied()).unwrap_or_default())
}

/// Shows an example of the email of a kind as it is sent, as a page for a frame of the console.
///
/// 404 `NOT_FOUND` for an unknown kind, and for one without an email.
#[utoipa::path(get, path = "/api/operator/v1/notifications/{kind}/mail", tag = "rules",
    params(("kind" = String, Path, description = "The kind.", max_length = 40), PreviewParams),
    security(("session" = ["orders.read"])), responses((status = 200, body = String, content_type = "text/html")))]
pub(super) async fn preview_mail(
    State(state): State<AppState>,
    operator: Operator,
    Path(kind): Path<String>,
    Params(asked): Params<PreviewParams>,
) -> Result<Response, Problem> {
    state.identity().may_read_movements(&operator.who)?;
    let language = language(&operator, asked)?;
    let kind = NotificationKind::all().find(|one| one.code() == kind).ok_or_else(Problem::not_found)?;
    let html = state.identity().mail_preview(&operator.tenant, kind, language).ok_or_else(Problem::not_found)?;
    let headers = [(CONTENT_SECURITY_POLICY, MAIL_POLICY), (X_FRAME_OPTIONS, "SAMEORIGIN")];
    Ok((headers, Html(html)).into_response())
}
