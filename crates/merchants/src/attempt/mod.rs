//! How a payer pays: each choice of a currency opens a movement, and each decision is a command to it.

mod store;

use exchange::transaction::{Allowed, Choice, Command, RefundTo};
use exchange::{CreateOrder, ExchangeError, FixedSide, QuoteRequest, RequisiteInput, Status, Transaction, order_id};
use identity::CustomerStatus;
use kernel::{Amount, Currency, Endpoint, Payway, TenantId, TransactionId};

use crate::Merchants;
use crate::merchant::{Merchant, invalid};
use crate::payment::{Payment, store as payment_store};
use crate::state::{PaymentState, current, may_choose, minimum, state_of, state_of_movement};

/// The maximum number of choices of one payment, which bounds the movements that a visitor can open.
const ATTEMPTS_MAX: i16 = 20;

/// A payer's choice of how to pay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    /// Its number, from 1.
    pub number: i16,
    /// The movement.
    pub transaction: TransactionId,
    /// What the merchant shall receive.
    pub due: Amount,
    /// SHA-256 of the secret of the payer who chose, who alone decides about the money.
    pub payer: [u8; 32],
}

/// A payer's choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewAttempt {
    /// Its number, from 1. A repeated request has the same.
    pub number: i16,
    /// The currency.
    pub currency: Currency,
    /// The payway.
    pub payway: Payway,
    /// SHA-256 of the payer's secret.
    pub payer: [u8; 32],
}

/// An attempt with its movement.
#[derive(Debug, Clone, PartialEq)]
pub struct Movement {
    /// The attempt.
    pub attempt: Attempt,
    /// The movement as it is.
    pub transaction: Transaction,
}

/// A currency and network in which a payment can be paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Offer {
    /// The currency.
    pub currency: Currency,
    /// The payway.
    pub payway: Payway,
    /// What the payer sends at the present rate.
    pub amount: Amount,
}

/// A payment with its movements, oldest first.
#[derive(Debug, Clone, PartialEq)]
pub struct Looked {
    /// The merchant.
    pub merchant: Merchant,
    /// The payment.
    pub payment: Payment,
    /// Its movements.
    pub movements: Vec<Movement>,
    /// The number of the next attempt.
    pub next: i16,
    /// Whether its time has ended.
    pub is_over: bool,
}

impl Looked {
    fn states(&self) -> Vec<PaymentState> {
        self.movements.iter().map(|one| state_of_movement(&one.transaction)).collect()
    }

    /// The state of the payment.
    #[must_use]
    pub fn state(&self) -> PaymentState {
        state_of(&self.states(), self.is_over)
    }

    /// The movement that the payment is about now.
    #[must_use]
    pub fn current(&self) -> Option<&Movement> {
        current(&self.states()).and_then(|at| self.movements.get(at))
    }

    /// Whether the payer may choose how to pay.
    #[must_use]
    pub fn may_choose(&self) -> bool {
        self.next <= ATTEMPTS_MAX && may_choose(&self.states(), self.is_over)
    }

    /// Whether this is the secret of the payer of the current movement, by its SHA-256.
    #[must_use]
    pub fn is_payer(&self, hash: &[u8; 32]) -> bool {
        // Both are hashes of secrets, so a comparison that stops early reveals nothing of use.
        self.current().is_some_and(|movement| movement.attempt.payer == *hash)
    }

    /// What has arrived from the payer.
    #[must_use]
    pub fn paid(&self) -> Option<Amount> {
        self.current()?.transaction.summary().paid
    }

    /// What the merchant has received.
    #[must_use]
    pub fn settled(&self) -> Option<Amount> {
        let movement = &self.current()?.transaction;
        (movement.status() == Status::Done).then_some(movement.price.to_amount)
    }

    /// The least that the merchant accepts for the movement.
    fn least(&self, movement: &Movement) -> Amount {
        minimum(movement.attempt.due, self.payment.terms.tolerance_bps)
    }
}

fn refused(reason: &str) -> ExchangeError {
    ExchangeError::Refused { reason: reason.to_owned() }
}

fn request(payment: &Payment, due: Amount, (currency, payway): (Currency, Payway), firm: bool) -> QuoteRequest {
    QuoteRequest {
        side: None,
        source: Endpoint::Payway(payway),
        sink: Endpoint::Balance,
        from_currency: currency,
        to_currency: payment.terms.settlement,
        fixed_side: FixedSide::To,
        amount: due,
        is_unified: false,
        firm,
        residence: None,
    }
}

impl Merchants {
    /// A payment as it is. An underpayment within the merchant's tolerance is accepted on the way.
    ///
    /// # Errors
    /// Database errors, and an unreadable record.
    pub async fn look(&self, tenant: TenantId, merchant: Merchant, payment: Payment) -> Result<Looked, ExchangeError> {
        let mut looked = self.load(tenant, merchant, payment).await?;
        if self.accept_within_tolerance(tenant, &looked).await? {
            looked = self.load(tenant, looked.merchant, looked.payment).await?;
        }
        let state = looked.state();
        if state != looked.payment.state {
            let mut tx = self.store().tenant(tenant).await?;
            payment_store::note(tx.conn(), tenant, looked.payment.id, state, self.world().now()).await?;
            tx.commit().await?;
            looked.payment.state = state;
        }
        Ok(looked)
    }

    async fn load(&self, tenant: TenantId, merchant: Merchant, payment: Payment) -> Result<Looked, ExchangeError> {
        let mut tx = self.store().tenant_read(tenant).await?;
        let attempts = store::attempts(tx.conn(), tenant, payment.id).await?;
        drop(tx);
        let next = attempts.last().map_or(1, |last| last.number + 1);
        let mut movements = Vec::new();
        for attempt in attempts {
            match self.exchange().get(tenant, merchant.profile, attempt.transaction).await {
                Ok(transaction) => movements.push(Movement { attempt, transaction }),
                // The movement was refused after its attempt was written.
                Err(ExchangeError::NotFound { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        let is_over = self.world().now() >= payment.expires_at;
        Ok(Looked { merchant, payment, movements, next, is_over })
    }

    /// Accepts an underpayment that brings the merchant's minimum. Returns whether it did.
    async fn accept_within_tolerance(&self, tenant: TenantId, looked: &Looked) -> Result<bool, ExchangeError> {
        let Some(movement) = looked.current() else { return Ok(false) };
        let is_partly = state_of_movement(&movement.transaction) == PaymentState::PaidPartly;
        if !is_partly || looked.payment.terms.tolerance_bps == 0 {
            return Ok(false);
        }
        let least = looked.least(movement);
        if self.exchanges_for(tenant, movement, least).await?.is_none() {
            return Ok(false);
        }
        match self.accept_amount(tenant, &looked.merchant, movement, least).await {
            Ok(_) => Ok(true),
            Err(ExchangeError::Internal(fault)) => Err(ExchangeError::Internal(fault)),
            // Not now: the rate has moved, or the limits of the merchant are used up. The payer decides.
            Err(_) => Ok(false),
        }
    }

    /// What the held money brings at the present rate, if it is at least the minimum.
    async fn exchanges_for(
        &self,
        tenant: TenantId,
        movement: &Movement,
        least: Amount,
    ) -> Result<Option<Choice>, ExchangeError> {
        let choices = self.exchange().choices(tenant, &movement.transaction).await?;
        let brings_enough = |choice: &Choice| {
            choice.action == Allowed::UpdateAmount
                && choice.gets.checked_cmp(least).is_ok_and(std::cmp::Ordering::is_ge)
        };
        Ok(choices.into_iter().find(brings_enough))
    }

    async fn accept_amount(
        &self,
        tenant: TenantId,
        merchant: &Merchant,
        movement: &Movement,
        at_least: Amount,
    ) -> Result<Transaction, ExchangeError> {
        let (standing, transaction) = (self.status(tenant, merchant).await?, &movement.transaction);
        let name = format!("payment accept {}", transaction.version);
        let command = Command::AcceptAmount { at_least };
        self.exchange().apply_once(tenant, transaction.id, command, &standing, &name).await
    }

    /// What the payer may do with money that has arrived: let it be exchanged, if that brings what the merchant accepts,
    /// or take it back. Each with its cost.
    ///
    /// # Errors
    /// An unavailable network, and database errors.
    pub async fn choices(&self, tenant: TenantId, looked: &Looked) -> Result<Vec<Choice>, ExchangeError> {
        let Some(movement) = looked.current().filter(|_| looked.state().asks_payer()) else { return Ok(Vec::new()) };
        let least = looked.least(movement);
        let choices = self.exchange().choices(tenant, &movement.transaction).await?;
        let is_payers = |choice: &Choice| match choice.action {
            Allowed::Refund => true,
            Allowed::UpdateAmount => choice.gets.checked_cmp(least).is_ok_and(std::cmp::Ordering::is_ge),
            _ => false,
        };
        Ok(choices.into_iter().filter(is_payers).collect())
    }

    /// The currencies and networks in which the payment can be paid now.
    ///
    /// # Errors
    /// No rates, and database errors.
    pub async fn offers(&self, tenant: TenantId, looked: &Looked) -> Result<Vec<Offer>, ExchangeError> {
        if !looked.may_choose() {
            return Ok(Vec::new());
        }
        let terms = &looked.payment.terms;
        let due = self.due(tenant, terms.price, terms.settlement).await?;
        let residence = self.status(tenant, &looked.merchant).await?.residence;
        let mut offers = Vec::new();
        for currency in Currency::all().filter(|currency| !currency.is_fiat()) {
            for payway in currency.payways().iter().filter(|payway| payway.network().is_some()) {
                let request = request(&looked.payment, due, (currency, *payway), false);
                match self.exchange().quote(tenant, None, &QuoteRequest { residence, ..request }).await {
                    Ok(quote) => offers.push(Offer { currency, payway: *payway, amount: quote.price.from_amount }),
                    Err(ExchangeError::Internal(fault)) => return Err(ExchangeError::Internal(fault)),
                    // Closed, without a price, or outside the limits.
                    Err(_) => {}
                }
            }
        }
        Ok(offers)
    }

    /// Opens a movement for the payer's choice, as attempt `number`. A repeated choice finds the first movement. An
    /// earlier movement that nobody has begun to pay is cancelled, so that one address at a time waits.
    ///
    /// # Errors
    /// [`ExchangeError::Refused`] if money has arrived, the time has ended, or another attempt has this number; the
    /// refusals of a quote and of an order.
    pub async fn choose(&self, tenant: TenantId, looked: Looked, asked: NewAttempt) -> Result<Looked, ExchangeError> {
        let NewAttempt { number, currency, payway, payer } = asked;
        let known = looked.movements.iter().find(|one| one.attempt.number == number);
        if let Some(known) = known {
            let collect = known.transaction.collect().map(|collect| (collect.expected.currency(), collect.payway));
            let is_same = collect == Some((currency, payway)) && known.attempt.payer == payer;
            return if is_same { Ok(looked) } else { Err(refused("another choice was made meanwhile")) };
        }
        if !looked.may_choose() {
            return Err(refused("this payment takes no other choice"));
        }
        if number != looked.next {
            return Err(refused("another choice was made meanwhile"));
        }
        let waits = |one: &&Movement| one.transaction.status() == Status::New;
        if looked.movements.iter().filter(waits).any(|one| one.attempt.payer != payer) {
            return Err(refused("another browser has chosen how to pay; wait until its rate has ended"));
        }
        if payway.network().is_none() || !payway.supports(currency) {
            return Err(invalid("payway", "must be a network of this currency"));
        }
        let standing = self.status(tenant, &looked.merchant).await?;
        for movement in looked.movements.iter().filter(|one| one.transaction.status() == Status::New) {
            let id = movement.transaction.id;
            self.exchange().apply_once(tenant, id, Command::Cancel, &standing, "payment switch").await?;
        }
        self.open(tenant, &looked, standing, asked).await?;
        let Looked { merchant, payment, .. } = looked;
        self.look(tenant, merchant, payment).await
    }

    async fn open(
        &self,
        tenant: TenantId,
        looked: &Looked,
        standing: CustomerStatus,
        NewAttempt { number, currency, payway, payer }: NewAttempt,
    ) -> Result<(), ExchangeError> {
        let (payment, profile) = (&looked.payment, looked.merchant.profile);
        let due = self.due(tenant, payment.terms.price, payment.terms.settlement).await?;
        let request = request(payment, due, (currency, payway), true);
        let request = QuoteRequest { residence: standing.residence, ..request };
        let quote = self.exchange().quote(tenant, Some(profile), &request).await?;
        let attempt = Attempt { number, transaction: order_id(quote.id), due, payer };
        let mut tx = self.store().tenant(tenant).await?;
        if !store::add_attempt(tx.conn(), tenant, payment.id, &attempt, self.world().now()).await? {
            return Err(refused("another choice was made meanwhile"));
        }
        tx.commit().await?;
        let order = CreateOrder {
            quote_id: quote.id,
            requisite: None,
            refund_to: None,
            standing,
            idempotency: Some(format!("{} {number}", payment.id)),
            preset: None,
            plan: None,
        };
        self.exchange().create(tenant, profile, order).await?;
        Ok(())
    }

    /// Lets the money that has arrived be exchanged at the present rate, if that brings what the merchant accepts.
    ///
    /// # Errors
    /// [`ExchangeError::Refused`] if it brings less, or nothing waits for the payer.
    pub async fn accept(&self, tenant: TenantId, looked: Looked) -> Result<Looked, ExchangeError> {
        let movement = looked.current().filter(|_| looked.state().asks_payer());
        let movement = movement.ok_or_else(|| refused("nothing waits for the payer"))?;
        self.accept_amount(tenant, &looked.merchant, movement, looked.least(movement)).await?;
        let Looked { merchant, payment, .. } = looked;
        self.look(tenant, merchant, payment).await
    }

    /// Sends the money that has arrived back to an address of the payer's, less the network fee that the payer saw.
    ///
    /// # Errors
    /// [`ExchangeError::Refused`] if nothing waits for the payer, or the fee has risen; those of an invalid address; the
    /// rules of payouts.
    pub async fn take_back(
        &self,
        tenant: TenantId,
        looked: Looked,
        (input, cost): (RequisiteInput, Amount),
    ) -> Result<Looked, ExchangeError> {
        let movement = looked.current().filter(|_| looked.state().asks_payer());
        let movement = &movement.ok_or_else(|| refused("nothing waits for the payer"))?.transaction;
        let standing = self.status(tenant, &looked.merchant).await?;
        let checked = self.exchange().check_refund(tenant, &standing, movement, &input).await?;
        let command = Command::Refund { to: Some(Box::new(RefundTo { cost: Some(cost), ..checked })) };
        let name = format!("payment take back {}", movement.version);
        self.exchange().apply_once(tenant, movement.id, command, &standing, &name).await?;
        let Looked { merchant, payment, .. } = looked;
        self.look(tenant, merchant, payment).await
    }
}
