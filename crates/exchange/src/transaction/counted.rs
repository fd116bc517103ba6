//! The rows that the change of a movement writes besides the movement: the use of limits, the new payout address, and
//! the statements that the movement rests on.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use kernel::{Amount, TenantId, TenantUser, TransactionId, UserId, WalletId};
use ledger::{ChangeRows, CounterStep};
use sqlx::PgConnection;
use store::StoreError;
use uuid::Uuid;

use crate::beneficiary_wallet;
use crate::cooling_off::store::{self as addresses, Named};
use crate::limits::{self, Demand};
use crate::new_card;
use crate::originator;
use crate::rails::CardToken;
use crate::requisite::Requisite;

/// The rows that a movement's change writes for the customer's limits and the travel rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counted {
    /// The customer.
    pub user: UserId,
    /// The movement.
    pub transaction: TransactionId,
    /// The version of the customer's counter that the decision read.
    pub version: i64,
    /// The use of limits, and whether coins leave to a new address.
    pub demand: Option<(Demand, bool)>,
    /// Coins that are refunded to an address, in euro.
    pub refunded: Option<Amount>,
    /// Incoming coins, in euro.
    pub came: Option<Amount>,
    /// The payout address to register.
    pub(crate) address: Option<CountedAddress>,
    /// The wallet declaration that is used.
    pub wallet: Option<WalletId>,
    /// The originator statement that is assigned to the movement.
    pub statement: Option<Uuid>,
    /// The card that pays, and the value of its payment in euro.
    pub card: Option<(CardToken, Amount)>,
    /// Linked transactions whose coins no longer count.
    pub past: Vec<Uuid>,
}

/// A payout address to register.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CountedAddress {
    pub id: Uuid,
    pub address: String,
    /// Empty without a memo.
    pub memo: String,
    /// The earliest completed payout to it.
    pub paid_at: Option<DateTime<Utc>>,
}

impl Counted {
    /// Nothing counted yet, on this version of the customer's counter.
    pub(crate) fn of(transaction: TransactionId, user: UserId, version: i64) -> Self {
        Self {
            user,
            transaction,
            version,
            demand: None,
            refunded: None,
            came: None,
            address: None,
            wallet: None,
            statement: None,
            card: None,
            past: Vec::new(),
        }
    }

    /// The step of the customer's counter.
    #[must_use]
    pub fn step(&self) -> CounterStep {
        CounterStep { counter: self.user.uuid(), version: self.version }
    }
}

/// The address of a possible refund, which the change of its order registers: the cooling-off period begins with the
/// order, before the address is needed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefundAddress {
    user: UserId,
    address: CountedAddress,
}

impl RefundAddress {
    /// The address that the customer named; `None` for a payment that returns the way it came. It is registered under
    /// the id of the order, which is opened once.
    pub(crate) fn of(order: TransactionId, user: Option<UserId>, refund_to: Option<&Requisite>) -> Option<Self> {
        let (Some(Requisite::Address { value, memo }), Some(user)) = (refund_to, user) else { return None };
        let (id, memo) = (order.uuid(), memo.clone().unwrap_or_default());
        Some(Self { user, address: CountedAddress { id, address: value.clone(), memo, paid_at: None } })
    }
}

#[async_trait]
impl ChangeRows for RefundAddress {
    async fn write(&self, conn: &mut PgConnection, tenant: TenantId, now: DateTime<Utc>) -> Result<(), StoreError> {
        let CountedAddress { id, address, memo, paid_at } = &self.address;
        addresses::name(conn, TenantUser { tenant, user: self.user }, *id, Named { address, memo }, *paid_at, now).await
    }
}

#[async_trait]
impl ChangeRows for Counted {
    async fn write(&self, conn: &mut PgConnection, tenant: TenantId, now: DateTime<Utc>) -> Result<(), StoreError> {
        let (user, id) = (self.user, self.transaction);
        if let Some((demand, to_new)) = &self.demand {
            limits::store::take(conn, tenant, user, id, (demand, *to_new), now).await?;
        }
        if let Some(refunded) = self.refunded {
            limits::store::take_refund(conn, TenantUser { tenant, user }, id, refunded, now).await?;
        }
        if let Some(came) = self.came {
            originator::store::take(conn, TenantUser { tenant, user }, id, came, now).await?;
        }
        if let Some(CountedAddress { id, address, memo, paid_at }) = &self.address {
            addresses::name(conn, TenantUser { tenant, user }, *id, Named { address, memo }, *paid_at, now).await?;
        }
        if let Some(wallet) = self.wallet {
            beneficiary_wallet::store::used(conn, tenant, wallet, now).await?;
        }
        if let Some(statement) = self.statement {
            originator::store::assign(conn, tenant, statement, id).await?;
        }
        if let Some((card, euro)) = &self.card {
            new_card::store::take(conn, TenantUser { tenant, user }, id, card, *euro, now).await?;
        }
        if !self.past.is_empty() {
            limits::store::let_go(conn, TenantUser { tenant, user }, &self.past).await?;
        }
        Ok(())
    }
}
