//! A customer's balances in the console, on all profiles.

use axum::Json;
use axum::extract::State;
use kernel::kinds;
use serde::Serialize;
use utoipa::ToSchema;

use super::super::principal::Operator;
use crate::AppState;
use crate::dto::page::List;
use crate::dto::scalar::{CurrencyCode, Decimal};
use crate::extract::{CameFrom, IdInPath};
use crate::problem::Problem;

/// A customer's balance in one currency on one profile.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::operator) struct CustomerBalance {
    /// The profile.
    #[schema(example = "prf_019a0000000070008000000000000001")]
    profile_id: String,
    /// Currency.
    currency: CurrencyCode,
    /// Total balance, holds included.
    posted: Decimal,
    /// Available balance.
    available: Decimal,
    /// Amount on hold for pending transactions.
    pending: Decimal,
}

/// Lists a customer's balances on all profiles, closed ones included.
///
/// Currencies that were never used are omitted. The access is recorded in the audit log.
#[utoipa::path(get, path = "/api/operator/v1/customers/{id}/balances", tag = "customers",
    security(("session" = ["customers.read", "orders.read"])),
    params(("id" = String, Path, description = "The customer.")), responses((status = 200, body = List<CustomerBalance>)))]
pub(in crate::operator) async fn list_customer_balances(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    IdInPath(id): IdInPath<kinds::User>,
) -> Result<Json<List<CustomerBalance>>, Problem> {
    let tenant = operator.tenant.id;
    let profiles = state.identity().customer_to_balance(tenant, (&operator.who, &context), id).await?;
    let mut tx = state.store().tenant_read(tenant).await?;
    let mut data = Vec::new();
    for profile in profiles {
        let found = ledger::balances(tx.conn(), profile.uuid()).await?;
        data.extend(found.into_iter().map(|balance| CustomerBalance {
            profile_id: profile.to_string(),
            currency: CurrencyCode(balance.currency),
            posted: balance.posted.into(),
            available: balance.available.into(),
            pending: balance.pending.into(),
        }));
    }
    Ok(Json(List { data }))
}
