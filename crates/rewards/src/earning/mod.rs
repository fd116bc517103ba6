//! Earnings: the job finds completed orders of friends, writes what each earns, and books it in the ledger.
//!
//! An order earns at most once: a row for each order, inserted once, and one change of the ledger under a key that names
//! the order. The change expects the version of the order that was checked, so that an order that changes meanwhile is
//! checked again.

mod booking;
mod job;
mod model;
mod ruling;
mod state;
pub(crate) mod store;

use chrono::TimeDelta;
use exchange::policy::ReferralRule;
use exchange::{ExchangeError, Transaction};
use kernel::{Amount, TenantId, TransactionId, UserId};

pub(crate) use job::{EarningFollower, KIND, QUESTION, QUESTION_MINUTES, Questioner, SWEEP_SECONDS};
pub use model::{Earned, History, UnpaidReason, earned};
use model::{fees, in_currency};
pub(crate) use model::{is_completed, is_disputed};
pub use state::{Decision, EarningState, HoldReason, Ruling};

use self::store::{NewEarning, Open};
use crate::Rewards;

/// The maximum number of orders of one friend that one look counts.
const ORDERS_AT_ONCE: i64 = 50;

impl Rewards {
    /// Writes what the completed orders of one friend earn, oldest first.
    pub(crate) async fn count(&self, tenant: TenantId, referee: UserId) -> Result<(), ExchangeError> {
        let mut tx = self.store().tenant(tenant).await?;
        let open = store::open(tx.conn(), tenant, referee).await?;
        let orders = store::uncounted(tx.conn(), tenant, referee, ORDERS_AT_ONCE).await?;
        tx.rollback().await?;
        let Some(open) = open else { return Ok(()) };
        let policy = self.exchange().policy(tenant).await?;
        let (rule, version) = (policy.referral, policy.version);
        for order in &orders {
            self.count_order(tenant, &open, *order, (rule, version)).await?;
        }
        Ok(())
    }

    async fn count_order(
        &self,
        tenant: TenantId,
        open: &Open,
        order: TransactionId,
        (rule, policy_version): (Option<ReferralRule>, u32),
    ) -> Result<(), ExchangeError> {
        let movement = self.exchange().find(tenant, order).await?;
        let mut fees = fees(&movement);
        if rule.is_none_or(|rule| !is_in_time(&rule, open, &movement)) {
            fees.clear();
        }
        let rule = rule.unwrap_or_else(ReferralRule::seed);
        let currency = rule.currency();
        let prices = match fees.iter().any(|fee| fee.currency() != currency) {
            true => Some(self.exchange().prices(tenant).await?),
            false => None,
        };
        let missing = || ExchangeError::Unavailable { what: "the price of a fee".to_owned() };
        let fee = in_currency(&fees, currency, prices.as_deref()).ok_or_else(missing)?;
        let mut tx = self.store().tenant(tenant).await?;
        // The caps count the earnings of all friends, so the referrer's are counted one after the other.
        store::lock(tx.conn(), tenant, open.referrer).await?;
        let since = movement.updated_at - TimeDelta::days(i64::from(rule.period_days));
        let (history, number) = store::history(tx.conn(), tenant, open, (currency, since)).await?;
        let overflow = |error: kernel::AmountError| ExchangeError::Internal(error.to_string());
        let found = earned(&rule, fee, &history).map_err(overflow)?;
        let hold = self.hold(&mut tx, tenant, open, &movement).await?;
        let state = match (found.amount.is_positive(), hold) {
            (false, _) => EarningState::Dropped,
            (true, Some(_)) => EarningState::Held,
            (true, None) => EarningState::Waiting,
        };
        let row = NewEarning {
            order,
            number: number + 1,
            fees: &fees,
            amount: found.amount,
            state,
            hold,
            policy_version,
            earned_at: movement.updated_at,
            due_at: movement.updated_at + TimeDelta::days(i64::from(rule.settle_days)),
        };
        if store::insert(tx.conn(), tenant, open, &row).await? && found.amount.is_positive() {
            let (referrer, amount): (UserId, Amount) = (open.referrer, found.amount);
            tracing::info!(
                event = "referral.earned", %tenant, %order, %referrer, %amount, state = state.code(),
                "An order of an invited friend earns a reward."
            );
        }
        Ok(tx.commit().await?)
    }

    /// Why an operator decides first.
    async fn hold(
        &self,
        tx: &mut ::store::TenantTx,
        tenant: TenantId,
        open: &Open,
        movement: &Transaction,
    ) -> Result<Option<HoldReason>, ExchangeError> {
        if is_disputed(movement) || !is_completed(movement) {
            return Ok(Some(HoldReason::Disputed));
        }
        let same = store::same_name(tx.conn(), tenant, (open.referrer, open.referee)).await?;
        Ok(same.then_some(HoldReason::SameName))
    }
}

/// Whether an order was made after the friend joined, and within the days of the rule.
fn is_in_time(rule: &ReferralRule, open: &Open, movement: &Transaction) -> bool {
    let until = open.joined_at + TimeDelta::days(i64::from(rule.days));
    movement.created_at >= open.joined_at && movement.created_at < until
}
