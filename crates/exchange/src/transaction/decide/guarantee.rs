//! A locked price that has lapsed although the customer acted in time: it is kept if the tenant's rule covers its cost,
//! and otherwise the customer chooses. What the platform pays is booked from the guarantee account, once for each
//! transaction.

use chrono::TimeDelta;
use kernel::{Amount, Currency, Rounding};

use super::super::model::*;
use super::super::posting::AccountRole;
use super::{Draft, Next, too_large};
use crate::ExchangeError;
use crate::guarantee::{LapsedPrice, MAKE_GOOD, MakeGood, MakeGoodKind};
use crate::policy::{GuaranteeRule, converted};
use crate::quote::{LineKind, Price, conversion_rounding};
use crate::rates::PriceBook;

/// The cost of keeping a price.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct KeepingCost {
    /// In the received currency: what the desk gives at the quoted rate, less the market value of what it gets.
    pub cost: Amount,
    /// The same in euro, rounded up.
    pub loss: Amount,
}

/// The cost of keeping `price` at today's prices, both sides at the market's rates of their moments; zero if the market
/// has moved in the platform's favour. `None` if a currency has no price.
pub(crate) fn keeping_cost(price: &Price, prices: &PriceBook) -> Option<KeepingCost> {
    let quoted = price.line(LineKind::AmountConverted, price.from_currency);
    let now = prices.rate(price.from_currency, price.to_currency)?;
    let gives = price.reference_rate.apply(quoted, conversion_rounding()).ok()?;
    let gets = now.apply(quoted, conversion_rounding()).ok()?;
    let cost = Amount::new((gives.atoms() - gets.atoms()).max(0), price.to_currency);
    let loss = converted(cost, Currency::EUR, prices, Rounding::Up)?;
    Some(KeepingCost { cost, loss })
}

/// What the rule pays of a difference that a customer lost, in its currency: all of it, or as much as one order may
/// cost. `None` if the currency has no price.
pub(crate) fn covered(difference: Amount, rule: &GuaranteeRule, prices: &PriceBook) -> Option<KeepingCost> {
    let most = converted(rule.max_loss, difference.currency(), prices, Rounding::Down)?;
    let cost = Amount::new(difference.atoms().clamp(0, most.atoms().max(0)), difference.currency());
    let loss = converted(cost, Currency::EUR, prices, Rounding::Up)?;
    Some(KeepingCost { cost, loss })
}

impl Draft<'_> {
    /// Whether the tenant's rule covers the lapsed price: the customer acted before the order expired, and the last
    /// payment was credited within the rule's time after that.
    pub(super) fn is_guaranteed(&self) -> bool {
        let Some(rule) = self.facts.policy.guarantee else { return false };
        self.late_by().is_some_and(|late_by| late_by <= TimeDelta::minutes(i64::from(rule.max_minutes)))
    }

    /// How long after the expiry the last payment of a firm order was credited. `None` if the customer did not act in
    /// time: a payment was first seen after the expiry, and no charge was under way then.
    fn late_by(&self) -> Option<TimeDelta> {
        let is_firm = self.tx.price.rate_locked && !self.tx.is_arrival() && self.tx.parent.is_none();
        let collect = self.tx.collect().filter(|_| is_firm)?;
        let expiry = self.tx.expires_at;
        let credited = || collect.payments.iter().filter(|payment| payment.state == PaymentState::Credited);
        let is_in_time = collect.is_charging() || credited().all(|payment| payment.seen_at < expiry);
        let last = credited().filter_map(|payment| payment.credited_at).max()?;
        is_in_time.then(|| last - expiry)
    }

    /// Records what keeping the lapsed price costs, also if no rule covers it. Records nothing if the customer did not act
    /// in time, if keeping it costs nothing, or if the cost is unknown for lack of prices.
    pub(super) fn record_lapse(&mut self) {
        let Some(late_by) = self.late_by() else { return };
        let prices = self.facts.prices.as_ref().ok();
        let cost = prices.and_then(|prices| keeping_cost(&self.tx.price, prices));
        let cost = cost.filter(|cost| cost.loss.is_positive() && self.tx.lapsed.is_none());
        if let Some(KeepingCost { loss, .. }) = cost {
            self.tx.lapsed = Some(LapsedPrice { late_seconds: late_by.num_seconds(), loss });
        }
    }

    /// Executes a lapsed order at its quoted amounts. Waits if the cost is unknown for lack of prices, and asks the
    /// customer if it exceeds the rule.
    pub(super) fn keep_price(&mut self, total: Amount) -> Result<Next, ExchangeError> {
        let Some(rule) = self.facts.policy.guarantee else { return Ok(self.ask(ActionReason::Late, total)) };
        self.record_lapse();
        let prices = self.facts.prices.as_ref().ok();
        let Some(KeepingCost { cost, loss }) = prices.and_then(|prices| keeping_cost(&self.tx.price, prices)) else {
            return Ok(self.wait_for_price());
        };
        if loss.checked_cmp(rule.max_loss).map_err(too_large)?.is_gt() {
            return Ok(self.ask(ActionReason::Late, total));
        }
        let promised = self.tx.price.to_amount;
        let next = self.exchange(total)?;
        if self.tx.is_collected() {
            self.pay(MakeGoodKind::Kept, promised, KeepingCost { cost, loss });
        }
        Ok(next)
    }

    /// Credits the customer's balance with what the order brought less than promised, as far as the rule covers it.
    pub(super) fn credit_difference(&mut self, promised: Amount) {
        let Some(rule) = self.facts.policy.guarantee else { return };
        let Ok(prices) = &self.facts.prices else { return };
        let Ok(difference) = promised.checked_sub(self.tx.price.to_amount) else { return };
        if let Some(covered) = covered(difference, &rule, prices) {
            self.pay(MakeGoodKind::Credited, promised, covered);
        }
    }

    /// Books what keeping the price costs, unless it costs nothing or was booked before.
    fn pay(&mut self, kind: MakeGoodKind, promised: Amount, KeepingCost { cost, loss }: KeepingCost) {
        if !cost.is_positive() || self.tx.make_good.is_some() {
            return;
        }
        let place = match kind {
            MakeGoodKind::Kept => AccountRole::Desk,
            MakeGoodKind::Credited => AccountRole::Customer,
        };
        self.post(AccountRole::Guarantee, place, cost, MAKE_GOOD);
        self.tx.make_good = Some(MakeGood { kind, promised, cost, loss, at: self.now });
    }
}
