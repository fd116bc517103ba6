//! Statements of the key's profile as files.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use kernel::kinds;

use super::auth::Partner;
use crate::AppState;
use crate::client::documents as own;
use crate::dto::customer_document::{CustomerDocument, CustomerDocuments, MakeDocument};
use crate::extract::{AskedHost, Body, IdInPath};
use crate::problem::Problem;

/// Lists the profile's statements and letters, newest first.
#[utoipa::path(get, path = "/api/partner/v1/documents", tag = "documents",
    security(("key" = ["wallet:statement"])), responses((status = 200, body = CustomerDocuments)))]
pub(super) async fn list_documents(
    state: State<AppState>,
    partner: Partner,
) -> Result<Json<CustomerDocuments>, Problem> {
    own::list_documents(state, partner.customer()).await
}

/// Creates a balance sheet statement: requests a statement or letter as a file.
///
/// It is made in the background: ask for it until `state` is `READY`. 403 `ACCESS_DENIED` without a verified identity of
/// the key's owner.
#[utoipa::path(post, path = "/api/partner/v1/documents", tag = "documents", request_body = MakeDocument,
    security(("key" = ["wallet:statement"])), responses((status = 202, body = CustomerDocument)))]
pub(super) async fn make_document(
    state: State<AppState>,
    partner: Partner,
    host: AskedHost,
    body: Body<MakeDocument>,
) -> Result<(StatusCode, Json<CustomerDocument>), Problem> {
    own::make_document(state, partner.customer(), host, body).await
}

/// Returns one statement or letter.
#[utoipa::path(get, path = "/api/partner/v1/documents/{id}", tag = "documents",
    params(("id" = String, Path, description = "The document.")),
    security(("key" = ["wallet:statement"])), responses((status = 200, body = CustomerDocument)))]
pub(super) async fn get_document(
    state: State<AppState>,
    partner: Partner,
    id: IdInPath<kinds::Document>,
) -> Result<Json<CustomerDocument>, Problem> {
    own::get_document(state, partner.customer(), id).await
}

/// Downloads a statement or letter that is ready.
#[utoipa::path(get, path = "/api/partner/v1/documents/{id}/file", tag = "documents",
    params(("id" = String, Path, description = "The document.")), security(("key" = ["wallet:statement"])),
    responses((status = 200, description = "The file.", body = Vec<u8>, content_type = "application/octet-stream")))]
pub(super) async fn get_document_file(
    state: State<AppState>,
    partner: Partner,
    id: IdInPath<kinds::Document>,
) -> Result<Response, Problem> {
    own::get_document_file(state, partner.customer(), id).await
}
