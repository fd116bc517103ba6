//! Commands of customers and operators.

use identity::operator::ClosedAs;
use kernel::{Amount, CodeForm, Currency, PaywayKind};

use super::super::change::APPEALED;
use super::super::command::RefundTo;
use super::super::model::*;
use super::super::posting::{AccountRole, Task};
use super::super::{Dispute, Status};
use super::fund::FEES;
use super::payout::RETURN;
use super::{Asker, Draft, Next, too_large};
use crate::ExchangeError;
use crate::beneficiary_wallet::PayerWallet;
use crate::payee::{PayeeRefusal, needs_check};
use crate::rails::{CardToken, DeviceInfo, Launch, PayerCode};
use crate::requisite::Requisite;

/// The network fee of a refund may move by one part in this many, before the customer is asked again.
const FEE_SLACK: i128 = 10;

fn refused<T>(reason: &str) -> Result<T, ExchangeError> {
    Err(ExchangeError::refused(reason))
}

/// The destination of a refund that cannot return the way it came. It must be of the kind that the rail can reach, and
/// a bank account requires a verification of payee.
fn refund_destination<'a>(
    collect: &Collect,
    currency: Currency,
    asked: Option<&'a RefundTo>,
) -> Result<&'a RefundTo, ExchangeError> {
    let fits = |to: &&RefundTo| {
        matches!(
            (collect.payway.kind(), &to.requisite),
            (PaywayKind::Crypto, Requisite::Address { .. })
                | (PaywayKind::Iban, Requisite::Iban { .. })
                | (PaywayKind::Card, Requisite::Card { .. })
        )
    };
    let rule = || ExchangeError::invalid("requisite", format!("must be where {} can be sent", collect.payway.name()));
    let to = asked.filter(fits).ok_or_else(rule)?;
    match to.requisite {
        Requisite::Iban { payee: None, .. } if needs_check(currency, collect.payway) => {
            Err(PayeeRefusal::Missing.into())
        }
        _ => Ok(to),
    }
}

/// The cost of a refund: exactly the agreed one, while the network's fee is near it, because the fee moves
/// with the rates between the look and the tap. `None` if the fee has risen above that.
fn agreed_fee(fee: Amount, agreed: Option<Amount>) -> Option<Amount> {
    let Some(agreed) = agreed else { return Some(fee) };
    let slack = fee.atoms() / FEE_SLACK;
    if agreed.currency() != fee.currency() || agreed.atoms() < fee.atoms() - slack {
        return None;
    }
    Some(if agreed.atoms() <= fee.atoms() + slack { agreed } else { fee })
}

/// Checks that the payer gave a code of the payway's form, or none if the payway needs none.
fn check_code(form: Option<CodeForm>, code: Option<&str>) -> Result<(), ExchangeError> {
    match (form, code) {
        (Some(form), Some(code)) if form.accepts(code) => Ok(()),
        (Some(form), _) => Err(ExchangeError::invalid("code", form.rule())),
        (None, Some(_)) => Err(ExchangeError::invalid("code", "must be left out: the payer approves in the app")),
        (None, None) => Ok(()),
    }
}

impl Draft<'_> {
    /// Cancels an unpaid order. The order of a plan keeps why its card was declined, because the plan asks for it afterwards.
    pub(super) fn cancel(&mut self) -> Result<Next, ExchangeError> {
        match self.status() {
            Status::Cancelled => return Ok(Next::Nothing),
            Status::New if self.tx.is_arrival() => return refused("nobody ordered it"),
            Status::New if self.tx.awaits_clearing() => return refused("the shop can reverse it"),
            Status::New => {}
            Status::Wait => return refused("a payment has been seen or is being approved"),
            status => return refused(&format!("the order is {status}")),
        }
        match self.collect() {
            Ok(collect) => collect.state = CollectState::Closed,
            Err(_) => self.release()?,
        }
        if self.tx.plan.is_none() {
            self.tx.failure = None;
        }
        self.tx.ending = Some(Ending::Cancelled);
        Ok(Next::Changed("cancelled"))
    }

    pub(super) fn pay_by_card(
        &mut self,
        card: &CardToken,
        return_to: Option<&str>,
        device: Option<&DeviceInfo>,
    ) -> Result<Next, ExchangeError> {
        self.payable()?;
        let collect = self.collect()?;
        let Instructions::Card { card: kept, return_url, .. } = &mut collect.instructions else {
            return refused("this order is not paid by card");
        };
        *kept = Some(card.clone());
        *return_url = return_to.map(str::to_owned);
        let charge = self.begin_charge()?;
        self.tasks.push(Task::ChargeCard { charge, device: device.cloned().map(Box::new) });
        Ok(Next::Changed("card_given"))
    }

    pub(super) fn pay_by_code(
        &mut self,
        code: Option<&PayerCode>,
        return_to: Option<&str>,
    ) -> Result<Next, ExchangeError> {
        let payway = self.tx.collect().map(|collect| collect.payway);
        if let Some(payway) = payway.filter(|payway| payway.kind() == PaywayKind::Code) {
            check_code(payway.code_form(), code.map(|code| code.0.as_str()))?;
        }
        self.payable()?;
        let collect = self.collect()?;
        let Instructions::Code { launch, return_url, .. } = &mut collect.instructions else {
            return refused("this order is not paid by a code");
        };
        *launch = None;
        *return_url = return_to.map(str::to_owned);
        let charge = self.begin_charge()?;
        self.tasks.push(Task::ChargeCode { charge, code: code.cloned() });
        Ok(Next::Changed("code_given"))
    }

    fn payable(&mut self) -> Result<(), ExchangeError> {
        if !matches!(self.status(), Status::New | Status::Wait) {
            return refused(&format!("the order is {}", self.status()));
        }
        if self.now >= self.tx.expires_at {
            return refused("the order has expired");
        }
        match self.collect() {
            Ok(collect) if collect.takes_charge() => Ok(()),
            Ok(_) => refused("a payment is already under way"),
            Err(_) => refused("it is paid from the balance"),
        }
    }

    /// Starts the next charge and returns its number. Clears the failure of the previous one.
    fn begin_charge(&mut self) -> Result<u16, ExchangeError> {
        self.tx.failure = None;
        let collect = self.collect()?;
        collect.charges += 1;
        collect.state = CollectState::Charging;
        Ok(collect.charges)
    }

    pub(super) fn approval_needed(&mut self, charge: u16, place: Option<&Launch>) -> Next {
        let until = self.tx.expires_at;
        let Ok(collect) = self.collect() else { return Next::Nothing };
        if collect.state != CollectState::Charging || collect.charge() != charge {
            return Next::Nothing;
        }
        collect.state = CollectState::Approval;
        match &mut collect.instructions {
            Instructions::Card { launch, .. } => *launch = place.cloned(),
            Instructions::Code { launch, approve_until, .. } => {
                (*launch, *approve_until) = (place.cloned(), Some(until));
            }
            _ => {}
        }
        Next::Changed("approval_needed")
    }

    /// The amount in transit that the asking party, customer or operator, may decide about.
    pub(super) fn decidable(&self) -> Result<Amount, ExchangeError> {
        match (self.status(), self.facts.asker) {
            (Status::ActionRequired, _) | (Status::Manual, Asker::System) => {}
            (Status::Manual, Asker::Owner) => return refused("an operator is looking at it"),
            (status, _) => return refused(&format!("the order is {status}")),
        }
        if self.tx.is_paying() {
            return refused("a payout is on its way");
        }
        if self.tx.is_taken_back() {
            return refused("the payment was taken back; it can be closed");
        }
        if self.tx.is_disputed() {
            return refused("a payment of it is disputed");
        }
        if self.tx.payouts().any(|(_, payout)| payout.contradicted_at.is_some()) {
            return refused("a payout may have been sent after all; it can be closed");
        }
        match self.tx.available() {
            Some(amount) if amount.is_positive() => Ok(amount),
            _ => refused("there is no money to decide about"),
        }
    }

    /// Refunds everything. A chain does not identify payers, so the customer names an address, and the network fee is
    /// deducted. Cards, other services and banks return each payment the way it came.
    pub(super) fn refund(&mut self, to: Option<&RefundTo>) -> Result<Next, ExchangeError> {
        let amount = self.decidable()?;
        if self.tx.draw().is_some() {
            return self.give_back(amount);
        }
        if self.tx.is_collected() || self.tx.payouts().any(|(_, leg)| leg.to.is_refund()) {
            return refused("it has been exchanged or refunded before; it can be retried or deposited");
        }
        let collect = self.collect()?.clone();
        if !collect.payway.supports(amount.currency()) {
            return refused("its rail cannot send it back; it can be deposited");
        }
        let old = &self.tx.price;
        // The rail knows no payment behind a returned payout, so it cannot be refunded by reference.
        let came_back = collect.payments.iter().any(|payment| payment.reference.starts_with(RETURN));
        let same_way = (collect.payway.into(), amount.currency()) == (old.source, old.from_currency);
        let came_from_payer = same_way && !came_back;
        self.leave_quarantine(amount);
        if collect.payway.kind() == PaywayKind::Crypto || !came_from_payer {
            return self.refund_to(amount, &collect, refund_destination(&collect, amount.currency(), to)?);
        }
        for payment in collect.payments.iter().filter(|payment| payment.state == PaymentState::Credited) {
            let to = Destination::Payer { payment: payment.reference.clone() };
            self.add_payout(collect.payway, payment.amount, to, None)?;
        }
        Ok(Next::Changed("refund_ordered"))
    }

    /// Refunds everything to the payer of a merchant's payment. The leg keeps what the payer said about the wallet.
    pub(super) fn refund_payer(&mut self, to: &RefundTo, wallet: Option<&PayerWallet>) -> Result<Next, ExchangeError> {
        let next = self.refund(Some(to))?;
        if let Some(Leg::PayOut(payout)) = self.tx.legs.last_mut().filter(|_| wallet.is_some()) {
            payout.payer_wallet = wallet.cloned().map(Box::new);
        }
        Ok(next)
    }

    /// Credits the drawn amount back to the balance, with its fees, because the service was not rendered. A converted
    /// amount stays converted and can only be deposited.
    fn give_back(&mut self, left: Amount) -> Result<Next, ExchangeError> {
        let price = &self.tx.price;
        if price.direction().converts() {
            return refused("it has been converted; it can be retried or deposited");
        }
        let fees: Vec<_> = FEES.iter().map(|(line, place, _)| (*place, price.line(*line, left.currency()))).collect();
        let mut amount = left;
        for (place, fee) in fees {
            amount = amount.checked_add(fee).map_err(too_large)?;
            self.post(place, AccountRole::Transit, fee, "fee_returned");
        }
        self.keep(amount);
        self.end(Ending::Refunded);
        Ok(Next::Changed("given_back"))
    }

    fn keep(&mut self, amount: Amount) {
        self.post(AccountRole::Transit, AccountRole::Customer, amount, "deposit");
        self.tx.legs.push(Leg::Credit(Credit { amount, product: None, to: None, done_at: Some(self.now) }));
    }

    fn refund_to(&mut self, amount: Amount, collect: &Collect, to: &RefundTo) -> Result<Next, ExchangeError> {
        // Another payment arrived after the check, and the limits and the travel rule have not been checked for the
        // larger amount.
        if to.at_most.currency() != amount.currency() || amount.atoms() > to.at_most.atoms() {
            return refused("more has arrived meanwhile; look at the amount and ask again");
        }
        let fee = match self.facts.refund_fee.filter(|_| collect.payway.network().is_some()) {
            Some(fee) if fee.currency() == amount.currency() => fee,
            Some(_) => return Err(ExchangeError::Unavailable { what: "the network".to_owned() }),
            None if collect.payway.network().is_some() => {
                return Err(ExchangeError::Unavailable { what: "the network".to_owned() });
            }
            None => Amount::zero(amount.currency()),
        };
        let Some(fee) = agreed_fee(fee, to.cost) else {
            return refused("the network's fee has risen meanwhile; look at the cost and ask again");
        };
        let left = amount.checked_sub(fee).map_err(too_large)?;
        if !left.is_positive() {
            return refused("it is less than the network fee of a refund; it can be deposited");
        }
        if fee.is_positive() {
            self.post(AccountRole::Transit, AccountRole::NetworkFee, fee, "network_fee");
            self.tx.legs.push(Leg::Fee(FeeLeg { amount: fee, done_at: self.now }));
        }
        self.add_payout(collect.payway, left, Destination::Refund(to.requisite.clone()), to.travel)?;
        Ok(Next::Changed("refund_ordered"))
    }

    /// Credits all money in transit to the customer's balance.
    pub(super) fn deposit(&mut self) -> Result<Next, ExchangeError> {
        let amount = self.decidable()?;
        if self.tx.is_unidentified() {
            return refused("nobody owns it yet; it can be assigned to a customer");
        }
        // The whole amount corresponds to the price, so it is booked as the priced deposit.
        if self.tx.is_arrival() && amount == self.tx.price.from_amount {
            self.fund(amount)?;
            return Ok(Next::Changed("deposited"));
        }
        self.keep(amount);
        self.end(Ending::Deposited);
        Ok(Next::Changed("deposited"))
    }

    /// Records the customer's objection to a hold. The hold stays: operators answer.
    pub(super) fn appeal(&mut self, text: &str) -> Result<Next, ExchangeError> {
        if !self.tx.allowed(self.now).contains(&Allowed::Appeal) {
            return refused(&format!("the order is {} and not held", self.status()));
        }
        self.tx.appeal = Some(Appeal { text: text.to_owned(), at: self.now });
        Ok(Next::Changed(APPEALED))
    }

    /// Exchanges the received amount at a new price, unless that brings less than `at_least`.
    pub(super) fn update_amount(&mut self, at_least: Option<Amount>) -> Result<Next, ExchangeError> {
        let amount = self.decidable()?;
        if !self.tx.can_update_amount() || self.status() != Status::ActionRequired {
            return refused("this money can be refunded or deposited");
        }
        let price = self.reprice(amount)?;
        let brings_enough = |least: Amount| price.to_amount.checked_cmp(least).is_ok_and(std::cmp::Ordering::is_ge);
        if !at_least.is_none_or(brings_enough) {
            return refused("the received amount is worth less than the agreed minimum now");
        }
        let is_owed = self.tx.action.as_ref().is_some_and(|action| action.reason == ActionReason::Late)
            && self.is_guaranteed()
            && self.is_expected(amount)?;
        let promised = self.tx.price.to_amount;
        self.tx.price = price;
        self.fund(amount)?;
        if is_owed {
            self.credit_difference(promised);
        }
        Ok(Next::Changed("amount_updated"))
    }

    /// Orders failed payouts again, each as a new leg. The old leg is never sent.
    pub(super) fn retry_payout(&mut self) -> Result<Next, ExchangeError> {
        let left = self.decidable()?;
        let failed: Vec<(u16, PayOut)> = self
            .tx
            .payouts()
            .filter(|(_, leg)| leg.state == PayOutState::Failed && leg.replaced_by.is_none())
            .map(|(at, leg)| (at, leg.clone()))
            .collect();
        if failed.iter().any(|(_, leg)| leg.to.is_issuer()) {
            return refused("the issuer presents it again by itself");
        }
        if failed.is_empty() || self.status() != Status::Manual {
            return refused("no payout has failed");
        }
        if failed.iter().map(|(_, leg)| leg.amount.atoms()).sum::<i128>() > left.atoms() {
            return refused("less is left than was to be paid out");
        }
        for (at, leg) in failed {
            let again = self.add_payout(leg.payway, leg.amount, leg.to, leg.travel)?;
            if let Some(old) = self.payout(at) {
                old.replaced_by = Some(again);
            }
        }
        if self.tx.result_leg().is_some_and(|(_, leg)| leg.state.in_flight()) {
            self.clear_review(ReviewReason::PayoutFailed);
        }
        Ok(Next::Changed("payout_retried"))
    }

    /// Closes the transaction for an operator and moves the remaining money to quarantine. Refuses while a payout is in
    /// flight.
    pub(super) fn close(&mut self, closed_as: ClosedAs) -> Result<Next, ExchangeError> {
        if self.status() != Status::Manual {
            return refused("only what an operator is looking at can be closed");
        }
        if self.tx.is_paying() {
            return refused("a payout is on its way");
        }
        if self.tx.disputes.iter().any(Dispute::is_open) {
            return refused("a payment of it is disputed");
        }
        if let Some(left) = self.tx.available().filter(|_| !self.tx.is_quarantined()) {
            self.post(AccountRole::Transit, AccountRole::Quarantine, left, "quarantine");
        }
        self.end(match closed_as {
            ClosedAs::Resolved => Ending::Closed,
            ClosedAs::Rejected => Ending::Rejected,
            ClosedAs::Failed => Ending::Failed,
        });
        Ok(Next::Changed("closed"))
    }

    fn end(&mut self, ending: Ending) {
        self.tx.ending = Some(ending);
        self.tx.action = None;
        self.tx.review = None;
        if let Ok(collect) = self.collect()
            && collect.state != CollectState::Collected
        {
            collect.state = CollectState::Closed;
        }
    }
}
