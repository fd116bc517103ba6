//! Statements and letters: ask for one, list, download, check.

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use chrono::NaiveDate;
use documents::content::Period;
use documents::{Asker, Document, DocumentRequest};
use kernel::kinds;

use crate::AppState;
use crate::dto::customer_document::{CheckDocument, CustomerDocument, CustomerDocuments, DocumentCheck, MakeDocument};
use crate::dto::scalar::CurrencyCode;
use crate::extract::{AskedHost, Body, Customer, IdInPath, TenantHost};
use crate::problem::{FieldError, Problem};

/// Lists the profile's documents, newest first.
#[utoipa::path(get, path = "/api/client/v1/documents", tag = "documents", security(("bearer" = [])),
    responses((status = 200, body = CustomerDocuments)))]
pub(crate) async fn list_documents(
    State(state): State<AppState>,
    customer: Customer,
) -> Result<Json<CustomerDocuments>, Problem> {
    let found = state.documents().list(customer.tenant.id, customer.profile).await?;
    Ok(Json(CustomerDocuments { data: found.iter().map(shown).collect() }))
}

/// Requests a document. It is made in the background: `state` shows when it is ready.
///
/// 403 `ACCESS_DENIED` with `verification_required` without a verified identity. 429 with more than 5 documents in
/// progress, or 50 a day. The file is kept for 30 days.
#[utoipa::path(post, path = "/api/client/v1/documents", tag = "documents", request_body = MakeDocument,
    security(("bearer" = [])), responses((status = 202, body = CustomerDocument)))]
pub(crate) async fn make_document(
    State(state): State<AppState>,
    customer: Customer,
    AskedHost(host): AskedHost,
    Body { value: asked, .. }: Body<MakeDocument>,
) -> Result<(StatusCode, Json<CustomerDocument>), Problem> {
    let asker =
        Asker { tenant: &customer.tenant, user: customer.principal.user, profile: customer.profile, host: &host };
    let today = state.world().now().date_naive();
    let made = state.documents().ask(asker, request(&asked, today)?).await?;
    Ok((StatusCode::ACCEPTED, Json(shown(&made))))
}

/// Returns one document.
#[utoipa::path(get, path = "/api/client/v1/documents/{id}", tag = "documents",
    params(("id" = String, Path, description = "The document.")), security(("bearer" = [])),
    responses((status = 200, body = CustomerDocument)))]
pub(crate) async fn get_document(
    State(state): State<AppState>,
    customer: Customer,
    IdInPath(id): IdInPath<kinds::Document>,
) -> Result<Json<CustomerDocument>, Problem> {
    let found = state.documents().one(customer.tenant.id, customer.profile, id).await?;
    Ok(Json(shown(&found)))
}

/// Downloads a document that is ready.
///
/// 404 if it is not ready, or its file is deleted.
#[utoipa::path(get, path = "/api/client/v1/documents/{id}/file", tag = "documents",
    params(("id" = String, Path, description = "The document.")), security(("bearer" = [])),
    responses((status = 200, description = "The file.", body = Vec<u8>, content_type = "application/octet-stream")))]
pub(crate) async fn get_document_file(
    State(state): State<AppState>,
    customer: Customer,
    IdInPath(id): IdInPath<kinds::Document>,
) -> Result<Response, Problem> {
    let (document, file) = state.documents().file(customer.tenant.id, customer.profile, id).await?;
    let name = format!("attachment; filename=\"{}\"", document.file_name());
    let headers = [
        (header::CONTENT_TYPE, document.request.format.media_type().to_owned()),
        (header::CONTENT_DISPOSITION, name),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    Ok((headers, file).into_response())
}

/// Returns whether a document with this code was issued here, and nothing else. Needs no sign-in.
#[utoipa::path(post, path = "/api/client/v1/documents/check", tag = "documents", security(()),
    request_body = CheckDocument, responses((status = 200, body = DocumentCheck)))]
pub(crate) async fn check_document(
    State(state): State<AppState>,
    TenantHost(tenant): TenantHost,
    Body { value: asked, .. }: Body<CheckDocument>,
) -> Result<Json<DocumentCheck>, Problem> {
    let is_match = state.documents().is_issued(tenant.id, &asked.code).await?;
    Ok(Json(DocumentCheck { is_match }))
}

fn request(asked: &MakeDocument, today: NaiveDate) -> Result<DocumentRequest, Problem> {
    let kind = asked.kind.0;
    let day = |field: &'static str, day: Option<NaiveDate>| match day {
        Some(day) => Ok(day),
        None if kind.has_period() => Err(Problem::field(FieldError::new(field, "required", "field is required"))),
        None => Ok(today),
    };
    Ok(DocumentRequest {
        kind,
        format: asked.format.0,
        language: asked.language.0,
        currency: asked.currency.as_ref().map(|currency| currency.0),
        period: Period { from: day("/from", asked.from)?, to: day("/to", asked.to)? },
    })
}

fn shown(document: &Document) -> CustomerDocument {
    let request = &document.request;
    CustomerDocument {
        id: document.id.to_string(),
        number: document.number(),
        kind: request.kind.into(),
        format: request.format.into(),
        language: request.language.into(),
        currency: request.currency.map(CurrencyCode),
        from: request.period.from,
        to: request.period.to,
        state: document.state.into(),
        progress: document.progress,
        failure: document.failure.map(Into::into),
        requested_at: document.requested_at,
        expires_at: document.expires_at,
        bytes: document.bytes,
        file_name: document.file_name(),
    }
}
