//! The logo of a profile: upload, removal, and the picture for everybody who sees its pages.

use axum::Json;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, FromRequest, Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use identity::kyc_documents::{LOGO_BYTES_MAX, Logo};
use kernel::{ErrorKind, kinds};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::AppState;
use crate::dto::merchant::MerchantLogo;
use crate::extract::{Customer, IdInPath, TenantHost};
use crate::http::min_rate::is_too_slow;
use crate::http::rate_limit::Caller;
use crate::problem::{FieldError, Problem};
use crate::view::logo_path;

/// The routes.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    let upload = OpenApiRouter::new().routes(routes!(set_logo, remove_logo));
    // One byte more, so that the rule of the size answers and not the limit of the body.
    let upload = upload.layer(DefaultBodyLimit::max(LOGO_BYTES_MAX + 1));
    OpenApiRouter::new().merge(upload).routes(routes!(get_logo))
}

/// Sets the logo of the profile from the raw body. Payers see it on payment pages, visitors in the profile's widget.
///
/// JPEG, PNG or WebP of at most 200 kB, with sides of 16 pixels or more. The format is detected from the content. It is
/// stored as a new PNG of at most 512 pixels, without metadata.
#[utoipa::path(put, path = "/api/client/v1/merchant/logo", tag = "merchants", security(("bearer" = [])),
    request_body(content((Vec<u8> = "application/octet-stream"), (Vec<u8> = "image/jpeg"), (Vec<u8> = "image/png"),
        (Vec<u8> = "image/webp"))),
    responses((status = 200, body = MerchantLogo)))]
pub(crate) async fn set_logo(
    State(state): State<AppState>,
    customer: Customer,
    request: Request,
) -> Result<Json<MerchantLogo>, Problem> {
    let place = state.uploads_by_person().take(&[Caller::Person(customer.principal.user)]);
    let _place = place.ok_or_else(|| {
        let detail = "Too many pictures are being sent at once. Wait for the first to arrive.";
        Problem::new(ErrorKind::TooMany, "TOO_MANY_REQUESTS", detail).retry_after(5)
    })?;
    let logo = Logo::read(read(request, &state).await?).await?;
    let id = state.merchants().set_logo(customer.tenant.id, customer.profile, &logo).await?;
    Ok(Json(MerchantLogo { logo: logo_path(id) }))
}

async fn read(request: Request, state: &AppState) -> Result<Vec<u8>, Problem> {
    let bytes = Bytes::from_request(request, state).await.map_err(|refused| {
        if refused.status() == StatusCode::PAYLOAD_TOO_LARGE {
            return Problem::field(FieldError::new("/logo", "size", "The logo is larger than 200 kB."));
        }
        if is_too_slow(&refused) {
            return Problem::bad_request("The picture came too slowly. Send a smaller one.");
        }
        Problem::bad_request("The picture was cut short.")
    })?;
    Ok(bytes.into())
}

/// Removes the logo of the profile. Without one it stays so.
#[utoipa::path(delete, path = "/api/client/v1/merchant/logo", tag = "merchants", security(("bearer" = [])),
    responses((status = 204, description = "The profile has no logo.")))]
pub(crate) async fn remove_logo(State(state): State<AppState>, customer: Customer) -> Result<StatusCode, Problem> {
    state.merchants().remove_logo(customer.tenant.id, customer.profile).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Returns a logo as a PNG. Needs no sign-in. A replaced or removed logo is not found.
#[utoipa::path(get, path = "/api/client/v1/logos/{id}", tag = "merchants", security(()),
    params(("id" = String, Path, description = "The logo.")),
    responses((status = 200, description = "The picture.", body = Vec<u8>, content_type = "image/png")))]
pub(crate) async fn get_logo(
    State(state): State<AppState>,
    TenantHost(tenant): TenantHost,
    IdInPath(id): IdInPath<kinds::MerchantLogo>,
) -> Result<Response, Problem> {
    let png = state.merchants().logo_picture(tenant.id, id).await?;
    // The picture of an id never changes. A day, because a removed logo should disappear.
    let headers = [(header::CONTENT_TYPE, "image/png"), (header::CACHE_CONTROL, "public, max-age=86400, immutable")];
    Ok((headers, png).into_response())
}
