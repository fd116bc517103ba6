//! The money has arrived: fees, the exchange at the desk, and the payout order.

use kernel::Amount;

use super::super::model::*;
use super::super::posting::{AccountRole, Posting, PostingKind, Task};
use super::{Draft, LEGS_MAX, Next, too_large};
use crate::ExchangeError;
use crate::beneficiary_wallet::Travel;
use crate::quote::{Basis, FixedSide, LineKind, Quote, QuoteRequest, conversion_rounding, quote};
use crate::requisite::Party;

/// The accounts of the quote's fee lines.
pub(super) const FEES: [(LineKind, AccountRole, &str); 3] = [
    (LineKind::OurFee, AccountRole::OurFee, "our_fee"),
    (LineKind::ProcessingFee, AccountRole::ProcessingFee, "processing_fee"),
    (LineKind::NetworkFee, AccountRole::NetworkFee, "network_fee"),
];

impl Draft<'_> {
    /// Exchanges the received amount. An order with a floating rate (bank transfer) gets the present rate.
    pub(super) fn exchange(&mut self, total: Amount) -> Result<Next, ExchangeError> {
        // Without a conversion no rate absorbs a difference, so the received amount is priced again.
        let differs = !self.tx.quote.direction().converts() && total != self.tx.quote.from_amount;
        if differs || !self.tx.quote.rate_locked {
            match self.price_anew(total) {
                Ok(quote) => self.tx.quote = quote,
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

    /// A new quote for giving `total` now, in the same direction.
    ///
    /// # Errors
    /// No rates, a closed direction, or an amount outside the limits.
    pub(super) fn price_anew(&self, total: Amount) -> Result<Quote, ExchangeError> {
        let old = &self.tx.quote;
        let prices = self.facts.prices.as_ref().map_err(|error| ExchangeError::Rates(error.clone()))?;
        let policy = &self.facts.policy;
        let request = QuoteRequest { fixed_side: FixedSide::From, amount: total, firm: true, ..old.request() };
        let basis = Basis { policy, prices, network_fee: self.facts.network_fee };
        let fresh = quote(&request, basis, old.id, self.now)?;
        Ok(Quote { rate_locked: old.rate_locked, profile: old.profile, ..fresh })
    }

    /// Books `total` at the quote in force and passes it on. The received amount may differ from the quote's within the
    /// tolerance: the desk absorbs a shortfall, rounding receives a surplus, and the customer receives the quoted
    /// amount.
    pub(super) fn fund(&mut self, total: Amount) -> Result<(), ExchangeError> {
        let (from, to) = (self.tx.quote.from_currency, self.tx.quote.to_currency);
        let surplus = Amount::new((total.atoms() - self.tx.quote.from_amount.atoms()).max(0), from);
        let mut converted = total.checked_sub(surplus).map_err(too_large)?;
        for (line, place, code) in FEES {
            let fee = self.tx.quote.line(line, from);
            converted = converted.checked_sub(fee).map_err(too_large)?;
            self.post(AccountRole::Transit, place, fee, code);
        }
        if !converted.is_positive() {
            return Err(ExchangeError::Internal("an exchange of nothing".to_owned()));
        }
        self.post(AccountRole::Transit, AccountRole::Rounding, surplus, "rounding");
        if from != to {
            self.convert(converted)?;
        }
        self.post(AccountRole::Transit, AccountRole::Rounding, self.tx.quote.line(LineKind::Rounding, to), "rounding");
        if let Ok(collect) = self.collect() {
            collect.state = CollectState::Collected;
        }
        self.tx.action = None;
        self.tx.review = None;
        self.send_on()
    }

    /// Books the conversion at the desk; the spread and the fees on the received side are separate transfers.
    fn convert(&mut self, converted: Amount) -> Result<(), ExchangeError> {
        let (from, to, now) = (self.tx.quote.from_currency, self.tx.quote.to_currency, self.now);
        self.post(AccountRole::Transit, AccountRole::Desk, converted, "convert");
        let quoted = self.tx.quote.line(LineKind::AmountConverted, from);
        let gross = self.tx.quote.reference_rate.apply(quoted, conversion_rounding()).map_err(too_large)?;
        self.post(AccountRole::Desk, AccountRole::Transit, gross, "convert");
        self.post(AccountRole::Transit, AccountRole::Spread, self.tx.quote.line(LineKind::Spread, to), "spread");
        for (line, place, code) in FEES {
            self.post(AccountRole::Transit, place, self.tx.quote.line(line, to), code);
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
        let (amount, now) = (self.tx.quote.to_amount, self.now);
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
        if let Some(payout) = self.payout(at) {
            payout.amount = amount;
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
