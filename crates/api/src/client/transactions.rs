//! The list of a profile's transactions, and one transaction.

use axum::Json;
use axum::extract::State;
use kernel::{TransactionId, kinds};

use super::transaction_filter::{FilterParams, RepeatedParams};
use crate::AppState;
use crate::cursor::{PageParams, cursor_after};
use crate::dto::page::Page;
use crate::dto::transaction::Transaction;
use crate::extract::{Customer, IdInPath, Params};
use crate::problem::Problem;
use crate::view;

/// Lists the profile's transactions, newest first.
///
/// With filters other than `status`, at most 2,000 transactions are searched for a page. Such a page can be shorter
/// than `limit`, or empty, and still have a next page.
#[utoipa::path(get, path = "/api/client/v1/transactions", tag = "transactions",
    params(RepeatedParams, FilterParams, PageParams),
    security(("bearer" = [])), responses((status = 200, body = Page<Transaction>)))]
pub(crate) async fn list_transactions(
    State(state): State<AppState>,
    customer: Customer,
    Params(page): Params<PageParams>,
    Params(asked): Params<FilterParams>,
    Params(pairs): Params<Vec<(String, String)>>,
) -> Result<Json<Page<Transaction>>, Problem> {
    let filter = asked.filter(&pairs)?;
    let cursor = page.after()?.map(TransactionId::from_uuid);
    let limit = u16::try_from(page.limit()?).unwrap_or(u16::MAX);
    let found = state.exchange().search(customer.tenant.id, customer.profile, &filter, cursor, limit).await?;
    let now = state.world().now_for(customer.tenant.id);
    Ok(Json(Page {
        data: found.transactions.iter().map(|transaction| view::transaction(transaction, now)).collect(),
        has_more: found.next.is_some(),
        next_cursor: found.next.map(|id| cursor_after(id.uuid())),
    }))
}

/// Returns one transaction of the profile.
#[utoipa::path(get, path = "/api/client/v1/transactions/{id}", tag = "transactions",
    params(("id" = String, Path, description = "The transaction.")),
    security(("bearer" = [])), responses((status = 200, body = Transaction)))]
pub(crate) async fn get_transaction(
    State(state): State<AppState>,
    customer: Customer,
    IdInPath(id): IdInPath<kinds::Transaction>,
) -> Result<Json<Transaction>, Problem> {
    let found = state.exchange().get(customer.tenant.id, customer.profile, id).await?;
    Ok(Json(view::transaction(&found, state.world().now_for(customer.tenant.id))))
}
