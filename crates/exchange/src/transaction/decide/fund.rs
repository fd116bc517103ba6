//! The money has arrived: fees, the exchange at the desk, and the payout order.

use kernel::Amount;

use super::super::model::*;
use super::super::posting::{AccountRole, Posting, PostingKind, Task};
use super::{Draft, LEGS_MAX, Next, too_large};
use crate::ExchangeError;
use crate::beneficiary_wallet::Travel;
use crate::promotion::Discount;
use crate::quote::{Basis, FixedSide, LineKind, Price, QuoteRequest, conversion_rounding, priced_with};
use crate::requisite::Party;

/// The accounts of the price's fee lines.
pub(super) const FEES: [(LineKind, AccountRole, &str); 3] = [
    (LineKind::OurFee, AccountRole::OurFee, "our_fee"),
    (LineKind::ProcessingFee, AccountRole::ProcessingFee, "processing_fee"),
    (LineKind::NetworkFee, AccountRole::NetworkFee, "network_fee"),
];

impl Draft<'_> {
    /// Exchanges the received amount. An order with a floating rate (bank transfer) gets the present rate.
    pub(super) fn exchange(&mut self, total: Amount) -> Result<Next, ExchangeError> {
        // Without a conversion no rate absorbs a difference, so the received amount is priced again.
        let differs = !self.tx.price.direction().converts() && total != self.tx.price.from_amount;
        if differs || !self.tx.price.rate_locked {
            match self.reprice(total) {
                Ok(price) => self.tx.price = price,
                Err(
                    ExchangeError::Rates(_)
                    | ExchangeError::Unavailable { .. }
                    | ExchangeError::Busy
                    | ExchangeError::Internal(_),
                ) => return Ok(self.wait_for_price()),
                Err(_) => return Ok(self.ask(ActionReason::OutOfLimits, total)),
            }
        }
        self.fund(total)?;
        Ok(Next::Changed("paid"))
    }

    /// The price of giving `total` now, in the same direction and with the promised discount.
    ///
    /// # Errors
    /// No rates, a closed direction, or an amount outside the limits.
    pub(super) fn reprice(&self, total: Amount) -> Result<Price, ExchangeError> {
        let prices = self.facts.prices.as_ref().map_err(|error| ExchangeError::Rates(error.clone()))?;
        let policy = &self.facts.policy;
        let asked = self.tx.price.request(self.tx.kind.is_unified(), self.tx.residence);
        let request = QuoteRequest { fixed_side: FixedSide::From, amount: total, ..asked };
        let basis = Basis { policy, prices, network_fee: self.facts.network_fee };
        // The campaign's minimum was compared with the ordered amount, so a smaller one earns no bonus.
        let is_less = total.atoms() < self.tx.price.from_amount.atoms();
        let bonus_kept =
            |discount: &Discount| Discount { bonus: discount.bonus.filter(|_| !is_less), ..discount.clone() };
        let discount = self.tx.price.discount.as_ref().map(bonus_kept);
        Ok(priced_with(&request, basis, discount.as_ref())?.0)
    }

    /// Books `total` at the price in force and passes it on. The received amount may differ from the price's within the
    /// tolerance: the desk absorbs a shortfall, rounding receives a surplus, and the customer receives the promised
    /// amount.
    pub(super) fn fund(&mut self, total: Amount) -> Result<(), ExchangeError> {
        let (from, to) = (self.tx.price.from_currency, self.tx.price.to_currency);
        let surplus = Amount::new((total.atoms() - self.tx.price.from_amount.atoms()).max(0), from);
        let mut converted = total.checked_sub(surplus).map_err(too_large)?;
        for (line, place, code) in FEES {
            let fee = self.tx.price.line(line, from);
            converted = converted.checked_sub(fee).map_err(too_large)?;
            self.post(AccountRole::Transit, place, fee, code);
        }
        if !converted.is_positive() {
            return Err(ExchangeError::Internal("an exchange of nothing".to_owned()));
        }
        self.post(AccountRole::Transit, AccountRole::Rounding, surplus, "rounding");
        if from != to {
            let price = self.tx.price.clone();
            self.convert(&price, converted)?;
        }
        self.post(AccountRole::Transit, AccountRole::Rounding, self.tx.price.line(LineKind::Rounding, to), "rounding");
        if let Ok(collect) = self.collect() {
            collect.state = CollectState::Collected;
        }
        self.tx.action = None;
        self.tx.review = None;
        self.send_on()
    }

    /// Books the conversion at the desk; the spread and the fees on the received side are separate transfers.
    pub(super) fn convert(&mut self, price: &Price, converted: Amount) -> Result<(), ExchangeError> {
        let (from, to, now) = (price.from_currency, price.to_currency, self.now);
        self.post(AccountRole::Transit, AccountRole::Desk, converted, "convert");
        let quoted = price.line(LineKind::AmountConverted, from);
        let gross = price.reference_rate.apply(quoted, conversion_rounding()).map_err(too_large)?;
        self.post(AccountRole::Desk, AccountRole::Transit, gross, "convert");
        self.post(AccountRole::Transit, AccountRole::Spread, price.line(LineKind::Spread, to), "spread");
        for (line, place, code) in FEES {
            self.post(AccountRole::Transit, place, price.line(line, to), code);
        }
        for leg in &mut self.tx.legs {
            if let Leg::Convert(convert) = leg {
                convert.done_at = Some(now);
            }
        }
        Ok(())
    }

    /// Orders the planned payout, or credits the balance, which ends the movement.
    fn send_on(&mut self) -> Result<(), ExchangeError> {
        let (amount, now) = (self.tx.price.to_amount, self.now);
        let planned = self.tx.legs.iter_mut().find_map(|leg| match leg {
            Leg::Credit(credit) if credit.done_at.is_none() => Some(credit),
            _ => None,
        });
        if let Some(credit) = planned {
            (credit.amount, credit.done_at) = (amount, Some(now));
            let (place, code) = match (credit.product, &credit.to) {
                (Some(product), _) => (AccountRole::Product(product), "product"),
                (None, None) => (AccountRole::Customer, "deposit"),
                (None, Some(Party { profile: Some(profile), .. })) => {
                    (AccountRole::OtherCustomer(*profile), "transfer")
                }
                (None, Some(_)) => return Err(ExchangeError::Internal("a transfer to nobody".to_owned())),
            };
            self.post(AccountRole::Transit, place, amount, code);
            self.tx.ending = Some(Ending::Completed);
            return Ok(());
        }
        let planned = self.tx.payouts().find(|(_, leg)| leg.state == PayOutState::Planned).map(|(at, _)| at);
        let at = planned.ok_or_else(|| ExchangeError::Internal("no payout is planned".to_owned()))?;
        let Some(payout) = self.payout(at) else { return Ok(()) };
        payout.amount = amount;
        if payout.to.is_issuer() {
            self.pay_issuer(at);
            return Ok(());
        }
        self.order_payout(at)
    }

    /// Holds the money of a payout leg and orders the payout. The hold is posted when the payout is sent.
    pub(super) fn order_payout(&mut self, at: u16) -> Result<(), ExchangeError> {
        let now = self.now;
        let hold = self.next_hold();
        let missing = || ExchangeError::Internal("no such payout".to_owned());
        let payout = self.payout(at).ok_or_else(missing)?;
        payout.state = PayOutState::Sending;
        payout.hold = Some(hold);
        payout.started_at = Some(now);
        let (amount, payway) = (payout.amount, payout.payway);
        let code = if payout.to.is_refund() { "refund" } else { "payout" };
        let (debit, credit, kind) = (AccountRole::Transit, AccountRole::Rail(payway), PostingKind::Hold(hold));
        self.postings.push(Posting { debit, credit, amount, kind, code });
        self.tasks.push(Task::PayOut { leg: at });
        Ok(())
    }

    /// Appends a payout and orders it.
    pub(super) fn add_payout(
        &mut self,
        payway: kernel::Payway,
        amount: Amount,
        to: Destination,
        travel: Option<Travel>,
    ) -> Result<u16, ExchangeError> {
        if self.tx.legs.len() >= LEGS_MAX {
            return Err(ExchangeError::refused("this transaction has been paid out too often"));
        }
        let at = u16::try_from(self.tx.legs.len()).map_err(|_| ExchangeError::refused("it has too many parts"))?;
        let leg = PayOut { travel, ..PayOut::planned(payway, amount, to) };
        self.tx.legs.push(Leg::PayOut(Box::new(leg)));
        self.order_payout(at)?;
        Ok(at)
    }
}
