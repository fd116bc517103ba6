use axum::Json;
use axum::extract::State;
use kernel::kinds;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::AppState;
use crate::cursor::PageParams;
use crate::dto::page::Page;
use crate::dto::transaction::{Status, Transaction};
use crate::extract::{Customer, IdInPath, Params};
use crate::problem::Problem;

/// Which transactions to list.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct StatusParams {
    /// Only those in one of these statuses; repeated for more than one.
    #[param(inline = false)]
    pub status: Option<Vec<Status>>,
}

/// The profile's transactions, newest first.
#[utoipa::path(get, path = "/api/client/v1/transactions", tag = "transactions", params(StatusParams, PageParams),
    security(("bearer" = [])), responses((status = 200, body = Page<Transaction>)))]
pub(crate) async fn list_transactions(
    State(_state): State<AppState>,
    _customer: Customer,
    Params(_page): Params<PageParams>,
) -> Result<Json<Page<Transaction>>, Problem> {
    Err(Problem::unavailable("not wired"))
}

/// One transaction of the profile.
#[utoipa::path(get, path = "/api/client/v1/transactions/{id}", tag = "transactions",
    params(("id" = String, Path, description = "The transaction.")),
    security(("bearer" = [])), responses((status = 200, body = Transaction)))]
pub(crate) async fn get_transaction(
    State(_state): State<AppState>,
    _customer: Customer,
    IdInPath(_id): IdInPath<kinds::Transaction>,
) -> Result<Json<Transaction>, Problem> {
    Err(Problem::unavailable("not wired"))
}
