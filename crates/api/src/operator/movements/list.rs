//! The console's list of transactions, and the work list of those that wait for a decision.

use axum::Json;
use axum::extract::State;
use kernel::TransactionId;

use super::super::principal::Operator;
use super::line::{MovementLine, lines};
use super::params::MovementParams;
use crate::AppState;
use crate::cursor::{PageParams, cursor_after};
use crate::dto::page::Page;
use crate::extract::{CameFrom, Params};
use crate::problem::{FieldError, Problem};

async fn shown(
    state: &AppState,
    operator: &Operator,
    found: exchange::backoffice::MovementPage,
) -> Result<Json<Page<MovementLine>>, Problem> {
    Ok(Json(Page {
        data: lines(state, operator, &found.movements).await?,
        has_more: found.next.is_some(),
        next_cursor: found.next.map(|id| cursor_after(id.uuid())),
    }))
}

fn edges(page: &PageParams) -> Result<(Option<TransactionId>, u16), Problem> {
    let cursor = page.after()?.map(TransactionId::from_uuid);
    Ok((cursor, u16::try_from(page.limit()?).unwrap_or(u16::MAX)))
}

/// Lists the tenant's transactions, newest first, without destinations.
///
/// At most 5000 transactions are searched for a page, so a page can be short, or empty, and still have a next page.
/// With `customer`, the access is recorded in the audit log.
#[utoipa::path(get, path = "/api/operator/v1/movements", tag = "movements", security(("session" = ["orders.read"])),
    params(MovementParams, PageParams), responses((status = 200, body = Page<MovementLine>)))]
pub(in crate::operator) async fn list_movements(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    Params(which): Params<MovementParams>,
    Params(page): Params<PageParams>,
) -> Result<Json<Page<MovementLine>>, Problem> {
    let tenant = operator.tenant.id;
    let (cursor, limit) = edges(&page)?;
    if let Some(name) = which.name() {
        let refused = || FieldError::new("search", "invalid", "is neither a transaction's id nor its short reference");
        let found = state.exchange().movements_named(tenant, name).await?.ok_or_else(|| Problem::field(refused()))?;
        return shown(&state, &operator, exchange::backoffice::MovementPage { movements: found, next: None }).await;
    }
    let mut filter = which.filter()?;
    if let Some(customer) = which.customer()? {
        let who = (&operator.who, &context);
        filter.profiles = Some(state.identity().customer_to_list(tenant, who, customer).await?);
    }
    let found = state.exchange().movements(tenant, &filter, cursor, limit).await?;
    shown(&state, &operator, found).await
}

/// Lists transactions that wait for their owner or for an operator, oldest first.
///
/// Includes ended transactions that need an operator.
#[utoipa::path(get, path = "/api/operator/v1/work", tag = "movements", security(("session" = ["orders.read"])),
    params(PageParams), responses((status = 200, body = Page<MovementLine>)))]
pub(in crate::operator) async fn list_work(
    State(state): State<AppState>,
    operator: Operator,
    Params(page): Params<PageParams>,
) -> Result<Json<Page<MovementLine>>, Problem> {
    let (cursor, limit) = edges(&page)?;
    let found = state.exchange().waiting_movements(operator.tenant.id, cursor, limit).await?;
    shown(&state, &operator, found).await
}
