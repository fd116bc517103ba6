//! The programme as customers and operators see it, and the price of a payout.

mod model;
mod store;

use exchange::{ExchangeError, FixedSide, Quote, QuoteRequest};
use identity::CustomerStatus;
use kernel::{Amount, Currency, Endpoint, Product, ProfileId, TenantId, UserId};

pub use model::{
    Board, Counts, Earning, Friend, Invited, LeaderboardPlace, Overview, PAGE_MAX, Referrer, ReferrerDetails, Signal,
    Sums,
};

use crate::Rewards;

/// The currency of rewards without a rule.
const CURRENCY: Currency = Currency::EUR;

impl Rewards {
    /// The customer's link, friends, earnings and leaderboard. The first call makes the link.
    ///
    /// # Errors
    /// Database errors.
    pub async fn overview(&self, tenant: TenantId, user: UserId) -> Result<Overview, ExchangeError> {
        let link = self.link(tenant, user).await?;
        let rule = self.exchange().policy(tenant).await?.referral;
        let currency = rule.map_or(CURRENCY, |rule| rule.currency());
        let mut tx = self.store().tenant_read(tenant).await?;
        let sums = store::sums(tx.conn(), tenant, &link, currency).await?;
        let (friends, friends_count) = store::friends(tx.conn(), tenant, user, currency).await?;
        let earnings = store::earnings(tx.conn(), tenant, user).await?;
        let board = match &link.nickname {
            Some(_) => Some(Board { places: store::places(tx.conn(), tenant, user).await? }),
            None => None,
        };
        Ok(Overview { link, rule, sums, friends_count, friends, earnings, board })
    }

    /// A firm quote for moving rewards to a balance, in their currency or another one. Without an amount it is for
    /// everything. An order with the quote moves the money.
    ///
    /// # Errors
    /// [`ExchangeError::Refused`] for a blocked referrer and for another profile than the first;
    /// [`ExchangeError::Invalid`] for an amount of another currency or of nothing; those of [`exchange::Exchange::quote`].
    pub async fn payout_quote(
        &self,
        tenant: TenantId,
        (profile, customer_status): (ProfileId, &CustomerStatus),
        (from, to): (Currency, Currency),
        amount: Option<Amount>,
    ) -> Result<Quote, ExchangeError> {
        let refused = |reason: &str| ExchangeError::Refused { reason: reason.to_owned() };
        let user = customer_status.user.ok_or(ExchangeError::NotFound { what: "customer" })?;
        let link = self.link(tenant, user).await?;
        if link.blocked_at.is_some() {
            return Err(refused("your rewards are on hold while we look at them; support can tell you more"));
        }
        if link.profile != profile {
            return Err(refused("rewards go to your first profile; switch to it"));
        }
        let mut tx = self.store().tenant_read(tenant).await?;
        let available = ledger::product_balance(tx.conn(), profile, Product::Reward, from).await?;
        drop(tx);
        let amount = amount.unwrap_or(available);
        if !amount.is_positive() {
            return Err(ExchangeError::Invalid {
                field: "amount",
                rule: format!("must be above zero; there is {available}"),
            });
        }
        let request = QuoteRequest {
            side: None,
            source: Endpoint::Product(Product::Reward),
            sink: Endpoint::Balance,
            from_currency: from,
            to_currency: to,
            fixed_side: FixedSide::From,
            amount,
            is_unified: false,
            firm: true,
            residence: customer_status.residence,
            payer: exchange::policy::FeePayer::of(customer_status, None),
        };
        self.exchange().quote(tenant, Some(profile), &request).await
    }

    /// Customers by whose links others came, newest first, after `after`; and whether there are more.
    ///
    /// # Errors
    /// Database errors.
    pub async fn referrers(
        &self,
        tenant: TenantId,
        after: Option<UserId>,
        limit: u32,
    ) -> Result<(Vec<Referrer>, bool), ExchangeError> {
        let currency = self.reward_currency(tenant).await?;
        let mut tx = self.store().tenant_read(tenant).await?;
        let mut found = store::referrers(tx.conn(), tenant, (None, after), currency, i64::from(limit) + 1).await?;
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let has_more = found.len() > limit;
        found.truncate(limit);
        Ok((found, has_more))
    }

    /// A referrer with friends and earnings.
    ///
    /// # Errors
    /// [`ExchangeError::NotFound`] for a customer without referred customers.
    pub async fn referrer(&self, tenant: TenantId, user: UserId) -> Result<ReferrerDetails, ExchangeError> {
        let currency = self.reward_currency(tenant).await?;
        let mut tx = self.store().tenant_read(tenant).await?;
        let found = store::referrers(tx.conn(), tenant, (Some(user), None), currency, 1).await?;
        let referrer = found.into_iter().next().ok_or(ExchangeError::NotFound { what: "referrer" })?;
        let invited = store::invited(tx.conn(), tenant, user, currency).await?;
        let earnings = store::earnings(tx.conn(), tenant, user).await?;
        Ok(ReferrerDetails { referrer, invited, earnings })
    }

    async fn reward_currency(&self, tenant: TenantId) -> Result<Currency, ExchangeError> {
        Ok(self.exchange().policy(tenant).await?.referral.map_or(CURRENCY, |rule| rule.currency()))
    }
}
