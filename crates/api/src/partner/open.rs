//! Transactions from a firm quote: orders, payins, converts and withdrawals differ in what the quote may be.

use axum::http::StatusCode;
use axum::response::Response;
use exchange::quote::Quote;
use exchange::{ExchangeError, Side, order_id};
use kernel::{Endpoint, ErrorKind, TenantProfile, TransactionId};
use partners::{Reservation, Reserved};
use serde::Serialize;
use utoipa::ToSchema;

use super::auth::{OnceByKey, Partner};
use crate::AppState;
use crate::client::orders::order_of;
use crate::dto::order::CreateOrder;
use crate::dto::transaction::Transaction;
use crate::idempotency::once;
use crate::problem::{FieldError, Problem};
use crate::view;

/// A transaction, with the partner's own id of it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct PartnerOrder {
    /// The transaction.
    pub transaction: Transaction,
    /// The partner's own id.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 100, example = "cart-4711")]
    pub external_transaction_id: Option<String>,
}

/// The required form of a quote.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// Money from outside for this side of an exchange.
    Order(Side),
    /// Money from outside to the balance.
    Payin,
    /// From balance to balance.
    Convert,
    /// From the balance to the outside.
    Withdrawal,
}

impl Shape {
    /// Pure.
    fn fits(self, side: Option<Side>, source: Endpoint, sink: Endpoint) -> bool {
        match self {
            Self::Order(asked) => side == Some(asked) && !source.is_balance(),
            Self::Payin => !source.is_balance() && sink.is_balance(),
            Self::Convert => source.is_balance() && sink.is_balance(),
            Self::Withdrawal => source.is_balance() && matches!(sink, Endpoint::Payway(_)),
        }
    }

    const fn rule(self) -> &'static str {
        match self {
            Self::Order(Side::Buy) => "must be a quote of side BUY that is paid from outside",
            Self::Order(Side::Sell) => "must be a quote of side SELL that is paid from outside",
            Self::Order(Side::Swap) => "must be a quote of side SWAP that is paid from outside",
            Self::Payin => "must be a quote from a payway to the balance",
            Self::Convert => "must be a quote from the balance to the balance",
            Self::Withdrawal => "must be a quote from the balance to a payway",
        }
    }

    /// # Errors
    /// 400 for another quote.
    pub(super) fn check(self, quote: &Quote) -> Result<(), Problem> {
        if self.fits(quote.price.direction().side(), quote.price.source, quote.price.sink) {
            return Ok(());
        }
        Err(Problem::field(FieldError::new("/quote_id", "invalid", self.rule())))
    }
}

/// Creates a transaction from a firm quote, once per idempotency key.
pub(super) async fn open(
    state: AppState,
    partner: Partner,
    OnceByKey(key): OnceByKey,
    (asked, external): (CreateOrder, Option<String>),
    (shape, hash): (Shape, [u8; 32]),
) -> Result<Response, Problem> {
    state.serves(&partner.tenant).await?;
    let customer = partner.customer();
    let customer_status = customer.principal.customer_status(&customer.tenant);
    state.serves_resident(&customer.tenant, customer_status.residence).await?;
    let (own, whose, idempotency) = (state.clone(), customer.clone(), key.key.clone());
    let work = async move {
        let (tenant, profile) = (whose.tenant.id, whose.profile);
        let order = order_of(&own, (&whose.tenant, &whose.principal, profile), asked, idempotency).await?;
        let quote = own.exchange().firm_quote(tenant, profile, order.quote_id).await?;
        shape.check(&quote)?;
        let reserved = match &external {
            Some(external) => Some(reserve(&own, &partner, external, order_id(quote.id)).await?),
            None => None,
        };
        let made = match own.exchange().create(tenant, profile, order).await {
            Ok(made) => made,
            Err(refused) => {
                if let Some(reserved) = reserved.as_ref().filter(|_| is_certain(&refused)) {
                    release(&own, TenantProfile { tenant, profile }, reserved).await?;
                }
                return Err(refused.into());
            }
        };
        let transaction = view::transaction(&made, own.world().now_for(tenant));
        Ok(PartnerOrder { transaction, external_transaction_id: external })
    };
    once(&state, &customer, &key, &hash, StatusCode::CREATED, work).await
}

/// Whether the error says for certain that this request made nothing. After others the partner's id stays reserved, and is
/// taken over a minute later if nothing exists.
fn is_certain(error: &ExchangeError) -> bool {
    !matches!(error.kind(), ErrorKind::Unavailable | ErrorKind::Internal)
}

/// Releases a partner's id, unless another request with the same quote has made the transaction.
async fn release(
    state: &AppState,
    TenantProfile { tenant, profile }: TenantProfile,
    reserved: &Reservation,
) -> Result<(), Problem> {
    match state.exchange().get(tenant, profile, reserved.transaction()).await {
        Err(ExchangeError::NotFound { .. }) => Ok(state.partners().release(tenant, reserved).await?),
        Ok(_) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

async fn reserve(
    state: &AppState,
    partner: &Partner,
    external: &str,
    transaction: TransactionId,
) -> Result<Reservation, Problem> {
    let (tenant, key) = (partner.tenant.id, &partner.known.key);
    match state.partners().reserve(tenant, key.id, (external, transaction)).await? {
        Reserved::New(reserved) => Ok(reserved),
        Reserved::Taken(taken) => {
            let is_made = match state.exchange().get(tenant, key.profile, taken.transaction()).await {
                Ok(_) => true,
                Err(ExchangeError::NotFound { .. }) => false,
                Err(error) => return Err(error.into()),
            };
            Ok(state.partners().take_over(tenant, taken, is_made).await?)
        }
    }
}

#[cfg(test)]
mod tests {
    use kernel::Payway;

    use super::*;

    #[test]
    fn a_quote_fits_one_operation_and_money_of_a_balance_leaves_only_as_a_withdrawal() {
        let (balance, card) = (Endpoint::Balance, Endpoint::Payway(Payway::all().next().unwrap()));
        let sides = [None, Some(Side::Buy), Some(Side::Sell), Some(Side::Swap)];
        let shapes = [
            Shape::Order(Side::Buy),
            Shape::Order(Side::Sell),
            Shape::Order(Side::Swap),
            Shape::Payin,
            Shape::Convert,
            Shape::Withdrawal,
        ];
        for side in sides {
            for shape in shapes {
                assert_eq!(shape.fits(side, balance, card), shape == Shape::Withdrawal, "{shape:?} {side:?}");
                assert_eq!(shape.fits(side, balance, balance), shape == Shape::Convert, "{shape:?} {side:?}");
                assert!(!shape.fits(side, balance, Endpoint::Customer), "a key sends nothing to other customers");
            }
        }
        assert!(Shape::Order(Side::Buy).fits(Some(Side::Buy), card, card));
        assert!(!Shape::Order(Side::Buy).fits(Some(Side::Sell), card, card));
    }
}
