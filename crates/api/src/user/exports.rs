//! Export of all personal data (GDPR, articles 15 and 20).

use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, Utc};
use futures_util::stream;
use identity::DataExport;
use kernel::kinds;
use serde::Serialize;
use serde_json::json;
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

use crate::AppState;
use crate::extract::{Authenticated, CameFrom, IdInPath};
use crate::mfa::guard::{Confirmation, ConfirmationHeader};
use crate::problem::Problem;

/// A data export.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ExportInfo {
    /// Id of the export.
    #[schema(example = "exp_019a0000000070008000000000000001")]
    id: String,
    /// `waiting`, `ready`, `expired` or `failed`.
    #[schema(example = "ready")]
    state: &'static str,
    /// When it was requested.
    requested_at: DateTime<Utc>,
    /// When the file is deleted, once it is ready.
    #[serde(skip_serializing_if = "Option::is_none")]
    expires_at: Option<DateTime<Utc>>,
    /// Size of the file in bytes, once it is ready.
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<i64>,
}

/// Data exports of the last month.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ExportList {
    /// Newest first; at most ten.
    data: Vec<ExportInfo>,
    /// When another export can be requested. Absent if it is possible now.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_at: Option<DateTime<Utc>>,
}

impl From<DataExport> for ExportInfo {
    fn from(export: DataExport) -> Self {
        let DataExport { id, state, requested_at, expires_at, bytes } = export;
        Self { id: id.to_string(), state: state.code(), requested_at, expires_at, bytes }
    }
}

/// Lists the customer's data exports.
#[utoipa::path(get, path = "/api/client/v1/user/exports", tag = "user", security(("bearer" = [])),
    responses((status = 200, body = ExportList)))]
pub(crate) async fn list_exports(
    State(state): State<AppState>,
    who: Authenticated,
) -> Result<Json<ExportList>, Problem> {
    let all = state.identity().exports(who.tenant.id, &who.principal).await?;
    Ok(Json(ExportList { data: all.copies.into_iter().map(Into::into).collect(), next_at: all.next_at }))
}

/// Requests an export of all personal data.
///
/// The customer is notified by email when it is ready, and can download it for a week. One per day (429 with
/// `Retry-After`); a request during processing has no effect. Requires confirmation with the second factor, if there is
/// one.
#[utoipa::path(post, path = "/api/client/v1/user/exports", tag = "user", security(("bearer" = [])), params(ConfirmationHeader),
    responses((status = 202, body = ExportInfo)))]
pub(crate) async fn ask_export(
    State(state): State<AppState>,
    who: Authenticated,
    confirmation: Confirmation,
    CameFrom(context): CameFrom,
) -> Result<(StatusCode, Json<ExportInfo>), Problem> {
    confirmation.require_for_settings(&state, &who, &Sha256::digest(b""), json!({"kind": "data_export"})).await?;
    let asked = state.identity().ask_export(who.tenant.id, &who.principal, &context).await?;
    Ok((StatusCode::ACCEPTED, Json(asked.into())))
}

/// Downloads a data export: a JSON object of lists.
///
/// 404 if it is not ready, or deleted.
#[utoipa::path(get, path = "/api/client/v1/user/exports/{id}/file", tag = "user", security(("bearer" = [])),
    params(("id" = String, Path, description = "The copy.")),
    responses((status = 200, description = "The file.", body = Value, content_type = "application/json")))]
pub(crate) async fn get_export_file(
    State(state): State<AppState>,
    who: Authenticated,
    CameFrom(context): CameFrom,
    IdInPath(id): IdInPath<kinds::DataExport>,
) -> Result<Response, Problem> {
    let (tenant, principal) = (who.tenant.id, who.principal);
    let export = state.identity().ready_export(tenant, &principal, id).await?;
    state.identity().note_fetched(tenant, &principal, id, &context).await?;
    let identity = state.identity().clone();
    // Streams one part at a time. If a part cannot be read, the response is cut off, which the client detects from its
    // length.
    let parts = stream::try_unfold((identity, principal, 1), move |(identity, principal, number)| async move {
        let part = identity.export_part(tenant, &principal, id, number).await?;
        Ok::<_, identity::IdentityError>(part.map(|part| (Bytes::from(part), (identity, principal, number + 1))))
    });
    let name = format!("attachment; filename=\"data-{}.json\"", export.requested_at.format("%Y-%m-%d"));
    let headers = [
        (header::CONTENT_TYPE, "application/json".to_owned()),
        (header::CONTENT_DISPOSITION, name),
        (header::CONTENT_LENGTH, export.bytes.unwrap_or_default().to_string()),
    ];
    Ok((headers, Body::from_stream(parts)).into_response())
}
