//! All SQL of dry runs: the past orders that a policy is tried on.

use kernel::{Country, TenantId};
use serde::Deserialize;
use sqlx::PgConnection;

use super::PastOrder;
use crate::ExchangeError;
use crate::guarantee::LapsedPrice;
use crate::quote::Price;
use crate::transaction_type::TransactionType;

/// The request that a completed transaction was priced for.
#[derive(Deserialize)]
struct PricedOrder {
    #[serde(rename = "type")]
    kind: TransactionType,
    price: Price,
    residence: Option<Country>,
    lapsed: Option<LapsedPrice>,
}

/// The tenant's completed transactions from `first` on, newest first; at most `limit`.
pub(crate) async fn recent_orders(
    conn: &mut PgConnection,
    tenant: TenantId,
    first: uuid::Uuid,
    limit: i64,
) -> Result<Vec<PastOrder>, ExchangeError> {
    let rows = sqlx::query!(
        r#"SELECT jsonb_build_object('type', body -> 'type', 'price', body -> 'price',
                                     'residence', body -> 'residence', 'lapsed', body -> 'lapsed') AS "order!",
                  owner, created_at FROM records
           WHERE tenant_id = $1 AND kind = 'transaction' AND status = 'DONE' AND id >= $2 ORDER BY id DESC LIMIT $3"#,
        tenant.uuid(),
        first,
        limit,
    );
    let rows = rows.fetch_all(conn).await.map_err(::store::StoreError::from)?;
    // An order with a currency that the catalogue no longer has is left out.
    let orders = rows.into_iter().filter_map(|row| {
        let order = serde_json::from_value::<PricedOrder>(row.order).ok()?;
        let request = order.price.request(order.kind.is_unified(), order.residence);
        Some(PastOrder { request, owner: row.owner, at: row.created_at, lapsed: order.lapsed })
    });
    Ok(orders.collect())
}
