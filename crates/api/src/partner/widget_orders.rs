//! Transactions that visitors of a partner's widgets made: what the partner sees of them.

use axum::Json;
use axum::extract::State;
use chrono::{DateTime, Utc};
use exchange::{Exchange, ExchangeError};
use kernel::{TenantId, TenantProfile, World};
use partners::WidgetOrder as Noted;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::auth::Partner;
use crate::AppState;
use crate::cursor::{PageParams, cursor_after};
use crate::dto::page::Page;
use crate::dto::transaction::{DisplayType, Status, SubState, TransactionSide};
use crate::extract::{Customer, Params};
use crate::problem::{FieldError, Problem};
use crate::view;

/// A transaction that a visitor of a widget made. It has nothing about the visitor but the partner's own id.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct WidgetOrder {
    /// The transaction.
    #[schema(example = "ord_019a0000000080008000000000000001")]
    transaction_id: String,
    /// `externalTransactionId` of the launch. Several transactions may have the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 100, example = "cart-4711")]
    external_transaction_id: Option<String>,
    /// `externalCustomerId` of the launch.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 100, example = "user-815")]
    external_customer_id: Option<String>,
    /// The widget's key.
    #[schema(example = "key_019a0000000080008000000000000001")]
    key_id: String,
    /// The display type.
    display_type: DisplayType,
    /// Status.
    status: Status,
    /// Detail of the status.
    sub_state: SubState,
    /// The amount that the visitor pays.
    from: TransactionSide,
    /// The amount that the visitor receives.
    to: TransactionSide,
    /// When it was made.
    created_at: DateTime<Utc>,
    /// Last change.
    updated_at: DateTime<Utc>,
}

/// Which transactions.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct WidgetOrderParams {
    /// Only those of this widget's key.
    #[param(max_length = 64, example = "key_019a0000000080008000000000000001")]
    key_id: Option<String>,
}

/// The partner's view of a transaction; `None` if it was refused.
pub(super) async fn described(
    exchange: &Exchange,
    world: &World,
    tenant: TenantId,
    noted: Noted,
) -> Result<Option<WidgetOrder>, ExchangeError> {
    let found = match exchange.get(tenant, noted.customer, noted.transaction).await {
        Err(ExchangeError::NotFound { .. }) => return Ok(None),
        other => other?,
    };
    let shown = view::transaction(&found, world.now_for(tenant));
    Ok(Some(WidgetOrder {
        transaction_id: shown.id,
        external_transaction_id: noted.origin.external,
        external_customer_id: noted.origin.external_customer,
        key_id: noted.origin.key.to_string(),
        display_type: shown.display_type,
        status: shown.status,
        sub_state: shown.sub_state,
        from: shown.from,
        to: shown.to,
        created_at: noted.created_at,
        updated_at: shown.updated_at,
    }))
}

async fn page(
    state: &AppState,
    TenantProfile { tenant, profile: partner }: TenantProfile,
    key: &WidgetOrderParams,
    asked: &PageParams,
) -> Result<Json<Page<WidgetOrder>>, Problem> {
    let (limit, before) = (asked.limit()?, asked.after()?);
    let unknown = || Problem::field(FieldError::new("key_id", "invalid", "is not the id of an API key")).at_parameter();
    let key = key.key_id.as_ref().map(|text| text.parse().map_err(|_| unknown())).transpose()?;
    let mut found =
        state.partners().widget_orders(TenantProfile { tenant, profile: partner }, key, before, limit + 1).await?;
    let has_more = found.len() > limit as usize;
    found.truncate(limit as usize);
    let next_cursor = found.last().filter(|_| has_more).map(|last| cursor_after(last.id));
    let mut data = Vec::with_capacity(found.len());
    for noted in found {
        data.extend(described(state.exchange(), state.world(), tenant, noted).await?);
    }
    Ok(Json(Page { data, next_cursor, has_more }))
}

/// Lists the transactions that visitors of the profile's widgets made, newest first.
#[utoipa::path(get, path = "/api/client/v1/widget-orders", tag = "widget", params(WidgetOrderParams, PageParams),
    security(("bearer" = [])), responses((status = 200, body = Page<WidgetOrder>)))]
pub(super) async fn list_own(
    State(state): State<AppState>,
    customer: Customer,
    Params(key): Params<WidgetOrderParams>,
    Params(asked): Params<PageParams>,
) -> Result<Json<Page<WidgetOrder>>, Problem> {
    page(&state, TenantProfile { tenant: customer.tenant.id, profile: customer.profile }, &key, &asked).await
}

/// Lists the transactions that visitors of the profile's widgets made, newest first.
///
/// Events of the types `widget_order.*` report their changes.
#[utoipa::path(get, path = "/api/partner/v1/widget-orders", tag = "widget", params(WidgetOrderParams, PageParams),
    security(("key" = ["exchanger:orders_read"])), responses((status = 200, body = Page<WidgetOrder>)))]
pub(super) async fn list_by_key(
    State(state): State<AppState>,
    partner: Partner,
    Params(key): Params<WidgetOrderParams>,
    Params(asked): Params<PageParams>,
) -> Result<Json<Page<WidgetOrder>>, Problem> {
    page(&state, TenantProfile { tenant: partner.tenant.id, profile: partner.known.key.profile }, &key, &asked).await
}

#[cfg(test)]
mod tests {
    #[test]
    fn partners_and_the_exchange_agree_on_the_last_status() {
        for status in exchange::Status::ALL {
            assert_eq!(partners::is_final(status.code()), status.is_final(), "{status}");
        }
    }
}
