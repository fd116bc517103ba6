//! The exchange of points: a change of the ledger from the platform's fee income to the reward account, and the order
//! that moves the reward to the balance.

use std::sync::Arc;

use ::exchange::{CreateOrder, ExchangeError, order_id};
use ::store::StoreError;
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use identity::{CustomerStatus, Step};
use kernel::{Product, ProfileId, QuoteId, SeasonId, TenantId, TransactionId, UserId};
use ledger::{Change, ChangeKey, ChangeRows, Transfer, TransferKind};
use sqlx::PgConnection;

use super::rules::{self, Account, NoExchange};
use super::store::{NewExchange, Participant};
use super::{Exchanged, season_store, store};
use crate::Rewards;

/// The part of the platform's fee income that becomes rewards for points.
const SHARED: &str = "farm";

impl Rewards {
    /// Exchanges points into the reward, and moves the reward to the balance. `request` is the request's idempotency
    /// key: a repeated one exchanges once. If the move is refused, the reward waits on the reward account.
    ///
    /// # Errors
    /// [`ExchangeError::Invalid`] naming `points` and the rule; [`ExchangeError::Refused`] without a season, without a
    /// verified identity, above a maximum, and while rewards are on hold; [`ExchangeError::Busy`] if another exchange
    /// spent the points or the budget meanwhile.
    pub async fn exchange_points(
        &self,
        tenant: TenantId,
        (profile, status): (ProfileId, &CustomerStatus),
        points: u64,
        request: &str,
    ) -> Result<Exchanged, ExchangeError> {
        let user = status.user.ok_or(ExchangeError::NotFound { what: "customer" })?;
        let mut tx = self.store().tenant_read(tenant).await?;
        let earlier = store::exchanged(tx.conn(), tenant, user, request).await?;
        drop(tx);
        let made = match earlier {
            Some(made) => made,
            None => self.book_points(tenant, (profile, status, user), points, request).await?,
        };
        let order = self.move_reward(tenant, (profile, status), &made).await;
        let order = order.inspect_err(|error| {
            tracing::warn!(
                event = "farm.move_refused", %tenant, %user, %error,
                "A reward for points stays on the reward account, because its move to the balance was refused."
            );
        });
        Ok(Exchanged { order: order.ok(), ..made })
    }

    /// Books the reward for points.
    async fn book_points(
        &self,
        tenant: TenantId,
        (profile, status, user): (ProfileId, &CustomerStatus, UserId),
        points: u64,
        request: &str,
    ) -> Result<Exchanged, ExchangeError> {
        let refused = |reason: &str| ExchangeError::Refused { reason: reason.to_owned() };
        let link = self.link(tenant, user).await?;
        if link.blocked_at.is_some() {
            return Err(refused("your rewards are on hold while we look at them; support can tell you more"));
        }
        if link.profile != profile {
            return Err(refused("rewards go to your first profile; switch to it"));
        }
        let now = self.world().now();
        let mut tx = self.store().tenant(tenant).await?;
        let season = season_store::open(tx.conn(), tenant, now).await?;
        let season = season.ok_or_else(|| refused(&NoExchange::Closed.rule()))?;
        // Counts first, so that points of a moment ago can be exchanged.
        store::lock(tx.conn(), tenant, user).await?;
        self.count_points(&mut tx, &season, user).await?;
        tx.commit().await?;
        let is_verified = status.done.contains(&Step::Identity);
        let mut tx = self.store().tenant_read(tenant).await?;
        let account = account(tx.conn(), tenant, (&season, user), (is_verified, now)).await?;
        drop(tx);
        let amount = rules::exchange(&season.rules.exchange, &account, points).map_err(|reason| match reason {
            NoExchange::BelowMinimum(_) | NoExchange::AboveMost(_) => {
                ExchangeError::Invalid { field: "points", rule: reason.rule() }
            }
            other => refused(&other.rule()),
        })?;
        let id = self.world().uuid();
        let row = Arc::new(ExchangeRow {
            id,
            season: season.id,
            user,
            profile,
            points,
            amount,
            is_verified,
            request: request.to_owned(),
        });
        let currency = amount.currency();
        let transfer = Transfer {
            id: self.world().uuid(),
            debit: ledger::Account::fee_income(SHARED, currency),
            credit: ledger::Account::product(profile, Product::Reward, currency),
            amount,
            kind: TransferKind::Post,
            code: "farm",
        };
        let change = Change {
            key: ChangeKey(format!("farm:{id}")),
            transfers: vec![transfer],
            rows: vec![row],
            ..Change::default()
        };
        self.journal().commit(tenant, change).await?;
        tracing::info!(event = "farm.exchanged", %tenant, %user, points, %amount, "Points were exchanged into a reward.");
        Ok(Exchanged { id, points, amount, order: None })
    }

    /// Moves the reward to the balance, unless its order exists.
    ///
    /// The quote is recorded before its order is made, and a quote makes one order. So a retry after a crash makes the
    /// order of the recorded quote. It takes a new quote only after the recorded one has expired without an order, and no
    /// slow attempt can use that one any more.
    async fn move_reward(
        &self,
        tenant: TenantId,
        (profile, status): (ProfileId, &CustomerStatus),
        made: &Exchanged,
    ) -> Result<TransactionId, ExchangeError> {
        if let Some(order) = made.order {
            match self.exchange().find(tenant, order).await {
                Err(ExchangeError::NotFound { .. }) => {}
                found => return Ok(found?.id),
            }
            match self.order_of(tenant, (profile, status), QuoteId::from_uuid(order.uuid())).await {
                Err(ExchangeError::QuoteExpired | ExchangeError::NotFound { .. }) => {}
                done => return done,
            }
        }
        let currency = made.amount.currency();
        let quote = self.payout_quote(tenant, (profile, status), (currency, currency), Some(made.amount)).await?;
        let mut tx = self.store().tenant(tenant).await?;
        store::set_order(tx.conn(), tenant, made.id, order_id(quote.id)).await?;
        tx.commit().await?;
        self.order_of(tenant, (profile, status), quote.id).await
    }

    /// Makes the order of a quote, once.
    async fn order_of(
        &self,
        tenant: TenantId,
        (profile, status): (ProfileId, &CustomerStatus),
        quote_id: QuoteId,
    ) -> Result<TransactionId, ExchangeError> {
        let order = CreateOrder {
            quote_id,
            requisite: None,
            refund_to: None,
            customer_status: status.clone(),
            idempotency: None,
            preset: None,
            plan: None,
            refund_of: None,
        };
        match self.exchange().create(tenant, profile, order).await {
            // Another attempt has made it meanwhile.
            Err(ExchangeError::QuoteUsed) => Ok(order_id(quote_id)),
            made => Ok(made?.id),
        }
    }
}

/// The facts for the decision about an exchange of points.
async fn account(
    conn: &mut PgConnection,
    tenant: TenantId,
    (season, user): (&super::Season, UserId),
    (is_verified, now): (bool, DateTime<Utc>),
) -> Result<Account, StoreError> {
    let key = (season.id, season.rules.exchange.currency());
    let (points, exchanged) = store::account(conn, tenant, key, user).await?;
    Ok(Account { points, exchanged, spent: season.spent, is_open: season.is_open(now), is_verified })
}

/// The rows that an exchange's change writes.
#[derive(Debug, Clone)]
struct ExchangeRow {
    id: uuid::Uuid,
    season: SeasonId,
    user: UserId,
    profile: ProfileId,
    points: u64,
    amount: kernel::Amount,
    is_verified: bool,
    request: String,
}

#[async_trait]
impl ChangeRows for ExchangeRow {
    /// Decides again on what is there under the lock of the season, so that no two exchanges spend the same points or
    /// the same budget.
    async fn write(&self, conn: &mut PgConnection, tenant: TenantId, now: DateTime<Utc>) -> Result<(), StoreError> {
        const STALE: StoreError = StoreError::Stale { what: "the points of an exchange" };
        let season = season_store::locked(conn, tenant, self.season).await?.ok_or(STALE)?;
        if store::exchanged(conn, tenant, self.user, &self.request).await?.is_some() {
            return Err(STALE);
        }
        let account = account(conn, tenant, (&season, self.user), (self.is_verified, now)).await?;
        if rules::exchange(&season.rules.exchange, &account, self.points) != Ok(self.amount) {
            return Err(STALE);
        }
        let new = NewExchange {
            id: self.id,
            profile: self.profile,
            request: &self.request,
            points: self.points,
            amount: self.amount,
        };
        let when = (season.day_of(now), now);
        store::insert_exchange(conn, Participant { tenant, season: self.season, user: self.user }, &new, when).await
    }
}
