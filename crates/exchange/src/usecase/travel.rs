//! The travel rule for outgoing coins: whether coins may leave to an address, together with those that leave on the
//! same day.

use chrono::{DateTime, Utc};
use kernel::{Amount, Currency, Payway, TenantId, TransactionId, UserId};
use sqlx::PgConnection;

use super::Exchange;
use crate::ExchangeError;
use crate::beneficiary_wallet::{self, Purpose, Travel, TravelRule};
use crate::limits::store;
use crate::requisite::Requisite;

/// Outgoing coins to check.
pub(super) struct Going<'a> {
    /// The transaction.
    pub transaction: TransactionId,
    /// The purpose of the payout.
    pub purpose: Purpose,
    /// The amount in euro.
    pub euro: Amount,
    /// The payway.
    pub payway: Payway,
    /// The destination.
    pub requisite: &'a Requisite,
}

impl Exchange {
    /// Applies the travel rule to a refund of coins, as to an order. Returns the declaration of the destination wallet.
    ///
    /// # Errors
    /// [`ExchangeError::Travel`] with the missing information, and unavailable prices.
    pub(super) async fn refund_may_go(
        &self,
        (tenant, user): (TenantId, UserId),
        order: TransactionId,
        refunded: Amount,
        (payway, requisite): (Payway, &Requisite),
    ) -> Result<Option<Travel>, ExchangeError> {
        let policy = self.policy(tenant).await?;
        let Some(rule) = policy.travel_rule.as_ref().filter(|_| payway.network().is_some()) else { return Ok(None) };
        let now = self.inner.world.now();
        let euro = self.euro(refunded)?;
        let mut tx = self.inner.store.tenant(tenant).await?;
        // The lock ensures that two concurrent payouts cannot both stay below the threshold.
        store::lock(tx.conn(), user).await?;
        let going = Going { transaction: order, purpose: Purpose::Refund, euro, payway, requisite };
        let travel = travel(tx.conn(), (tenant, user), rule, &going, now).await?;
        store::take_refund(tx.conn(), (tenant, user), order, euro, now).await?;
        tx.commit().await?;
        Ok(travel)
    }
}

/// The declaration of the destination wallet, marked as used. The caller holds the customer's lock.
///
/// # Errors
/// [`ExchangeError::Travel`] with the missing information.
pub(super) async fn travel(
    conn: &mut PgConnection,
    (tenant, user): (TenantId, UserId),
    rule: &TravelRule,
    going: &Going<'_>,
    now: DateTime<Utc>,
) -> Result<Option<Travel>, ExchangeError> {
    let Going { payway, requisite, .. } = going;
    let (Some(network), Requisite::Address { value, .. }) = (payway.network(), requisite) else {
        return Err(ExchangeError::Internal(format!("coins leave by {} to no address", payway.code())));
    };
    let leaving = leaving(conn, (tenant, user), going, now).await?;
    let wallet = beneficiary_wallet::store::at(conn, tenant, user, network, value).await?;
    if let Some(need) = beneficiary_wallet::need(rule, going.purpose, leaving, wallet.as_ref(), now) {
        return Err(ExchangeError::Travel { need, payway: *payway, address: value.clone() });
    }
    if let Some(wallet) = &wallet {
        beneficiary_wallet::store::used(conn, tenant, wallet.id, now).await?;
    }
    Ok(wallet.as_ref().map(Travel::from))
}

/// The sum of these coins and the linked ones, in euro. Stops counting those that no longer can leave.
async fn leaving(
    conn: &mut PgConnection,
    (tenant, user): (TenantId, UserId),
    going: &Going<'_>,
    now: DateTime<Utc>,
) -> Result<Amount, ExchangeError> {
    let linked = store::linked(conn, (tenant, user), going.transaction).await?;
    let past: Vec<_> = linked.iter().filter(|(_, one)| one.is_past(now)).map(|(id, _)| *id).collect();
    if !past.is_empty() {
        store::let_go(conn, (tenant, user), &past).await?;
    }
    // With more linked transactions than the query reads, the threshold counts as exceeded.
    let start = if linked.len() < store::LINKED_MAX { going.euro.atoms() } else { i128::MAX };
    let atoms = linked.iter().fold(start, |sum, (_, one)| sum.saturating_add(one.counted(now).atoms()));
    Ok(Amount::new(atoms, Currency::EUR))
}
