//! Uploads of images for a verification of identity, address or source of funds.

use axum::Json;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, FromRequest, Request, State};
use axum::http::StatusCode;
use identity::kyc_documents::{HandedIn, PICTURE_BYTES_MAX, Paper, Piece};
use identity::verification::Kind;
use kernel::ErrorKind;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::verification::shown;
use crate::AppState;
use crate::dto::kyc_documents::{DocumentKind, DocumentPart, DocumentsInfo};
use crate::extract::{Authenticated, CameFrom, Params};
use crate::http::min_rate::is_too_slow;
use crate::http::rate_limit::Caller;
use crate::problem::{FieldError, Problem};

/// Kind of a verification with documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum DocumentsOf {
    /// Identity.
    Identity,
    /// Home address.
    Address,
    /// Source of funds.
    SourceOfFunds,
}

impl From<DocumentsOf> for Kind {
    fn from(of: DocumentsOf) -> Self {
        match of {
            DocumentsOf::Identity => Self::Identity,
            DocumentsOf::Address => Self::Address,
            DocumentsOf::SourceOfFunds => Self::SourceOfFunds,
        }
    }
}

/// Which verification.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct OfParams {
    /// `identity`, `address` or `source_of_funds`.
    #[param(inline)]
    of: DocumentsOf,
}

/// Metadata of an upload.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PictureParams {
    /// The content: `front`, `back` and `selfie` for the identity, `proof` for the address, `evidence_1` to
    /// `evidence_3` for the source of funds.
    #[param(inline)]
    part: DocumentPart,
    /// Kind of the document. For `front` and `back` only.
    #[param(inline)]
    document: Option<DocumentKind>,
    /// Issuing country (ISO 3166-1 alpha-2). For `front` and `back` only.
    #[param(pattern = "^[A-Z]{2}$", example = "PL")]
    country: Option<String>,
}

impl PictureParams {
    fn piece(self) -> Result<Piece, Problem> {
        let country = self.country.map(|code| code.parse()).transpose();
        let country = country.map_err(|_| refused("country", "Name a country by its two capitals."))?;
        let paper = match (self.document, country) {
            (Some(document), Some(country)) => Some(Paper { document: document.0, country }),
            (None, None) => None,
            (Some(_), None) => return Err(refused("country", "Say which country issued the document.")),
            (None, Some(_)) => return Err(refused("document", "Say which document it is.")),
        };
        let rule = "Sides of a document name it and its country, other pictures name neither. A passport has no back.";
        Piece::new(self.part.0, paper).ok_or_else(|| refused("document", rule))
    }
}

fn refused(field: &str, rule: &'static str) -> Problem {
    Problem::field(FieldError::new(field, "invalid", rule))
}

/// The routes.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    let pictures = OpenApiRouter::new().routes(routes!(get_documents, hand_in));
    let pictures = pictures.layer(DefaultBodyLimit::max(PICTURE_BYTES_MAX));
    OpenApiRouter::new().merge(pictures).routes(routes!(submit_documents))
}

pub(super) fn answer(state: &AppState, handed_in: &HandedIn) -> Json<DocumentsInfo> {
    let verification = shown(&handed_in.verification, state.world().now());
    Json(DocumentsInfo::new(handed_in, verification))
}

/// Returns the submitted and missing documents of a verification, and its state.
#[utoipa::path(get, path = "/api/client/v1/user/documents", tag = "user", security(("bearer" = [])),
    params(OfParams), responses((status = 200, body = DocumentsInfo)))]
pub(crate) async fn get_documents(
    State(state): State<AppState>,
    who: Authenticated,
    Params(params): Params<OfParams>,
) -> Result<Json<DocumentsInfo>, Problem> {
    let found = state.identity().handed_in(who.tenant.id, who.principal.user, params.of.into()).await?;
    Ok(answer(&state, &found))
}

/// Uploads a KYC document as the raw body.
///
/// JPEG, PNG or WebP of at most 15 MiB and 40 megapixels. `proof` and `evidence_1` to `evidence_3` can also be a PDF of
/// at most 15 MiB and 5 pages, without a password; its pages are rendered and stored as images. The format is detected
/// from the content. Replaces an earlier upload of the same part.
#[utoipa::path(post, path = "/api/client/v1/user/documents", tag = "user", security(("bearer" = [])),
    params(PictureParams), request_body(content(
        (Vec<u8> = "application/octet-stream"), (Vec<u8> = "image/jpeg"), (Vec<u8> = "image/png"), (Vec<u8> = "image/webp"),
        (Vec<u8> = "application/pdf"))),
    responses((status = 200, body = DocumentsInfo)))]
pub(crate) async fn hand_in(
    State(state): State<AppState>,
    who: Authenticated,
    CameFrom(context): CameFrom,
    Params(params): Params<PictureParams>,
    request: Request,
) -> Result<Json<DocumentsInfo>, Problem> {
    let (tenant, principal, piece) = (&who.tenant, &who.principal, params.piece()?);
    let place = state.uploads_by_person().take(&[Caller::Person(principal.user)]);
    let _place = place.ok_or_else(|| {
        let detail = "Too many pictures are being sent at once. Wait for the first to arrive.";
        Problem::new(ErrorKind::TooMany, "TOO_MANY_REQUESTS", detail).retry_after(5)
    })?;
    // Checked before the body is read, so that an unauthorised upload uses no memory.
    state.identity().may_hand_in(tenant, principal, piece.part.kind(), &context).await?;
    let bytes = read(request, &state).await?;
    let handed_in = state.identity().hand_in(tenant, principal, piece, bytes, &context).await?;
    Ok(answer(&state, &handed_in))
}

async fn read(request: Request, state: &AppState) -> Result<Vec<u8>, Problem> {
    let bytes = Bytes::from_request(request, state).await.map_err(|refused| {
        if refused.status() == StatusCode::PAYLOAD_TOO_LARGE {
            return Problem::new(ErrorKind::Invalid, "PAYLOAD_TOO_LARGE", "The file is larger than 15 MiB.");
        }
        if is_too_slow(&refused) {
            return Problem::bad_request(
                "The file came too slowly. Send it over a better connection, or a smaller one.",
            );
        }
        Problem::bad_request("The file was cut short.")
    })?;
    Ok(bytes.into())
}

/// Submits the uploaded documents for review.
///
/// Idempotent. The source of funds is submitted with its declaration instead.
#[utoipa::path(post, path = "/api/client/v1/user/documents/submit", tag = "user", security(("bearer" = [])),
    params(OfParams), responses((status = 200, body = DocumentsInfo)))]
pub(crate) async fn submit_documents(
    State(state): State<AppState>,
    who: Authenticated,
    CameFrom(context): CameFrom,
    Params(params): Params<OfParams>,
) -> Result<Json<DocumentsInfo>, Problem> {
    let kind = params.of.into();
    let handed_in = state.identity().submit(&who.tenant, &who.principal, kind, &context).await?;
    Ok(answer(&state, &handed_in))
}
