//! Links by which the status of a transaction is seen without a sign-in.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use identity::{ClientContext, Identity, StatusLinkBy};
use kernel::{TenantProfile, kinds};

use crate::AppState;
use crate::dto::status_link::{LookAtStatus, SharedStatus, StatusLink};
use crate::extract::{Body, CameFrom, Customer, IdInPath, TenantHost};
use crate::problem::Problem;
use crate::view;

fn by<'a>(customer: &Customer, context: &'a ClientContext) -> StatusLinkBy<'a> {
    StatusLinkBy { user: customer.principal.user, session: customer.principal.session, context }
}

/// Returns the profile's link to the status of a transaction, and makes it if there is none.
///
/// Everybody with the link sees amounts, state and steps, without a sign-in: no name, no account, no action. It works for
/// 30 days, or until it is withdrawn.
#[utoipa::path(post, path = "/api/client/v1/transactions/{id}/status-link", tag = "transactions",
    params(("id" = String, Path, description = "The transaction.")), security(("bearer" = [])),
    responses((status = 200, body = StatusLink)))]
pub(crate) async fn open(
    State(state): State<AppState>,
    customer: Customer,
    CameFrom(context): CameFrom,
    IdInPath(id): IdInPath<kinds::Transaction>,
) -> Result<Json<StatusLink>, Problem> {
    let tenant = customer.tenant.id;
    let token = |link| state.identity().status_token(tenant, link);
    let owner = TenantProfile { tenant, profile: customer.profile };
    let link = state.exchange().open_status_link(owner, id, by(&customer, &context), |link| token(link).1).await?;
    Ok(Json(StatusLink { token: token(link.id).0.expose().to_owned(), expires_at: link.expires_at }))
}

/// Withdraws the profile's link to the status of a transaction. It stops working at once.
#[utoipa::path(delete, path = "/api/client/v1/transactions/{id}/status-link", tag = "transactions",
    params(("id" = String, Path, description = "The transaction.")), security(("bearer" = [])),
    responses((status = 204, description = "There is no link any more.")))]
pub(crate) async fn withdraw(
    State(state): State<AppState>,
    customer: Customer,
    CameFrom(context): CameFrom,
    IdInPath(id): IdInPath<kinds::Transaction>,
) -> Result<StatusCode, Problem> {
    let owner = TenantProfile { tenant: customer.tenant.id, profile: customer.profile };
    state.exchange().withdraw_status_link(owner, id, by(&customer, &context)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Returns the status of the transaction behind a link. Needs no sign-in.
///
/// 404 `NOT_FOUND` for a link that is wrong, withdrawn or over its date. Such links are limited for each network.
#[utoipa::path(post, path = "/api/client/v1/status-links/look", tag = "transactions", security(()),
    request_body = LookAtStatus, responses((status = 200, body = SharedStatus)))]
pub(crate) async fn look(
    State(state): State<AppState>,
    TenantHost(tenant): TenantHost,
    CameFrom(context): CameFrom,
    Body { value: asked, .. }: Body<LookAtStatus>,
) -> Result<Json<SharedStatus>, Problem> {
    // A text without the form and checksum of a token costs no query.
    let hash = Identity::read_status_token(&asked.token).ok_or_else(Problem::not_found)?;
    let Some(found) = state.exchange().by_status_token(tenant.id, &hash).await? else {
        state.identity().count_wrong_status_token(&tenant, &context).await?;
        return Err(Problem::not_found());
    };
    Ok(Json(view::shared_status(&found, state.world().now())))
}
