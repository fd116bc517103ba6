use axum::Json;
use axum::extract::State;
use kernel::{TransactionId, kinds};
use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::Error as ValueError;
use utoipa::IntoParams;

use crate::AppState;
use crate::cursor::{PageParams, cursor_after};
use crate::dto::page::Page;
use crate::dto::transaction::{Status, Transaction};
use crate::extract::{Customer, IdInPath, Params};
use crate::problem::{FieldError, Problem};
use crate::view;

/// Which transactions to list.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "only described: repeated parameters are read by hand")]
pub(crate) struct StatusParams {
    /// Only those in one of these statuses; repeated for more than one.
    #[param(inline = false)]
    pub status: Option<Vec<Status>>,
}

/// The profile's transactions, newest first.
#[utoipa::path(get, path = "/api/client/v1/transactions", tag = "transactions", params(StatusParams, PageParams),
    security(("bearer" = [])), responses((status = 200, body = Page<Transaction>)))]
pub(crate) async fn list_transactions(
    State(state): State<AppState>,
    customer: Customer,
    Params(page): Params<PageParams>,
    Params(pairs): Params<Vec<(String, String)>>,
) -> Result<Json<Page<Transaction>>, Problem> {
    let statuses = statuses(&pairs)?;
    let cursor = page.after()?.map(TransactionId::from_uuid);
    let limit = u16::try_from(page.limit()?).unwrap_or(u16::MAX);
    let found = state.exchange().list(customer.tenant.id, customer.profile, &statuses, cursor, limit).await?;
    let now = state.world().now();
    Ok(Json(Page {
        data: found.transactions.iter().map(|transaction| view::transaction(transaction, now)).collect(),
        has_more: found.next.is_some(),
        next_cursor: found.next.map(|id| cursor_after(id.uuid())),
    }))
}

/// The values of every `status` (specification, section 7: repeated array parameters).
fn statuses(pairs: &[(String, String)]) -> Result<Vec<exchange::Status>, Problem> {
    let read = |text: &str| {
        let known = Status::deserialize(IntoDeserializer::<ValueError>::into_deserializer(text)).is_ok();
        let status = known.then(|| exchange::Status::from_code(text)).flatten();
        status.ok_or_else(|| Problem::field(FieldError::new("status", "invalid", "is not a status")))
    };
    let given = pairs.iter().filter(|(name, _)| name == "status" || name == "status[]");
    given.map(|(_, text)| read(text)).collect()
}

/// One transaction of the profile.
#[utoipa::path(get, path = "/api/client/v1/transactions/{id}", tag = "transactions",
    params(("id" = String, Path, description = "The transaction.")),
    security(("bearer" = [])), responses((status = 200, body = Transaction)))]
pub(crate) async fn get_transaction(
    State(state): State<AppState>,
    customer: Customer,
    IdInPath(id): IdInPath<kinds::Transaction>,
) -> Result<Json<Transaction>, Problem> {
    let found = state.exchange().get(customer.tenant.id, customer.profile, id).await?;
    Ok(Json(view::transaction(&found, state.world().now())))
}
