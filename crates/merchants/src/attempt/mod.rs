//! Payments by a payer: each choice of a currency opens a movement, and each decision is a command to it.

mod choosing;
mod deciding;
mod notices;
mod store;

use chrono::{DateTime, Utc};
use exchange::{ExchangeError, Status, Transaction};
use identity::mail;
use kernel::{Amount, PaymentId, ProfileId, TenantId, TenantProfile, TransactionId};

use crate::Merchants;
use crate::event::{self, PaymentEvent};
use crate::merchant::Merchant;
use crate::payment::{Payment, store as payment_store};
use crate::refund::{Refund, RefundState, load_refunds, store as refund_store};
use crate::state::{Closing, PaymentState, current, may_choose, minimum, state_of, state_of_movement, superseded};

pub use choosing::{NewAttempt, Offer};
pub use deciding::PayerAddress;
use notices::refund_notice;

/// The maximum number of choices of one payment, which bounds the movements that a visitor can open.
const ATTEMPTS_MAX: i16 = 20;

/// The maximum number of payments of one export.
pub const EXPORT_MAX: u32 = 1_000;

/// A payer's choice of how to pay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    /// Its number, from 1.
    pub number: i16,
    /// The movement.
    pub transaction: TransactionId,
    /// The amount for the merchant.
    pub due: Amount,
    /// SHA-256 of the secret of the payer who chose, who alone decides about the money.
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

impl Movement {
    /// The state of the payment according to the movement.
    #[must_use]
    pub fn state(&self) -> PaymentState {
        state_of_movement(&self.transaction)
    }
}

/// Money that a payer decides about: that of an attempt, or a further payment to its address, which is a movement of
/// its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Part {
    /// The number of the attempt.
    pub attempt: i16,
    /// 0 for the attempt's own movement, or the number of the further payment, from 1.
    pub further: u16,
}

impl std::fmt::Display for Part {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.further {
            0 => write!(f, "{}", self.attempt),
            further => write!(f, "{}.{further}", self.attempt),
        }
    }
}

impl std::str::FromStr for Part {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (attempt, further) = text.split_once('.').unwrap_or((text, "0"));
        Ok(Self { attempt: attempt.parse()?, further: further.parse()? })
    }
}

/// A payment with its movements, oldest first.
#[derive(Debug, Clone, PartialEq)]
pub struct Looked {
    /// The merchant.
    pub merchant: Merchant,
    /// The payment.
    pub payment: Payment,
    /// The movements of its attempts.
    pub movements: Vec<Movement>,
    /// Further payments to addresses of its attempts, which the attempts cannot take.
    pub further: Vec<(Part, Movement)>,
    /// The refunds of the merchant, oldest first.
    pub refunds: Vec<Refund>,
    /// The number of the next attempt.
    pub next: i16,
    /// Whether its time has ended, or the merchant has cancelled it.
    pub closing: Closing,
}

impl Looked {
    fn states(&self) -> Vec<PaymentState> {
        self.movements.iter().map(Movement::state).collect()
    }

    /// The state of the payment.
    #[must_use]
    pub fn state(&self) -> PaymentState {
        state_of(&self.states(), self.closing)
    }

    /// The movement that the payment is about now.
    #[must_use]
    pub fn current(&self) -> Option<&Movement> {
        current(&self.states()).and_then(|at| self.movements.get(at))
    }

    /// Money besides the current movement that waits or goes back, with the name by which its payer decides about it.
    #[must_use]
    pub fn others(&self) -> Vec<(Part, &Movement)> {
        let main = self.current().map(|movement| movement.attempt.number);
        let own = self.movements.iter().filter(|movement| Some(movement.attempt.number) != main);
        let own = own.map(|movement| (Part { attempt: movement.attempt.number, further: 0 }, movement));
        let further = self.further.iter().map(|(part, movement)| (*part, movement));
        let mut found: Vec<_> = own.chain(further).filter(|(_, movement)| has_money(movement.state())).collect();
        found.sort_by_key(|(part, _)| *part);
        found
    }

    /// The money with this name; `None` names the current movement.
    #[must_use]
    pub fn part(&self, part: Option<Part>) -> Option<&Movement> {
        let Some(part) = part else { return self.current() };
        if part.further > 0 {
            return self.further.iter().find(|(own, _)| *own == part).map(|(_, movement)| movement);
        }
        self.movements.iter().find(|movement| movement.attempt.number == part.attempt)
    }

    /// Whether the payer may choose how to pay.
    #[must_use]
    pub fn may_choose(&self) -> bool {
        self.next <= ATTEMPTS_MAX && may_choose(&self.states(), self.closing)
    }

    /// Whether this is the secret of the payer of the current movement, by its SHA-256.
    #[must_use]
    pub fn is_payer(&self, hash: &[u8; 32]) -> bool {
        // Both are hashes of secrets, so a comparison that stops early reveals nothing of use.
        self.current().is_some_and(|movement| movement.attempt.payer == *hash)
    }

    /// The amount received from the payer.
    #[must_use]
    pub fn paid(&self) -> Option<Amount> {
        self.current()?.transaction.summary().paid
    }

    /// The movements that have credited the merchant.
    pub fn done(&self) -> impl Iterator<Item = &Movement> {
        self.movements.iter().filter(|movement| movement.transaction.status() == Status::Done)
    }

    /// The amount credited to the merchant.
    #[must_use]
    pub fn settled(&self) -> Option<Amount> {
        let amounts = self.done().map(|movement| movement.transaction.price.to_amount);
        amounts.reduce(|sum, amount| sum.checked_add(amount).unwrap_or(sum))
    }

    /// The least that the merchant accepts for the movement. What comes besides a paid payment has no minimum.
    fn least(&self, movement: &Movement) -> Amount {
        let due = movement.attempt.due;
        if self.state() == PaymentState::Paid {
            return Amount::new(1, due.currency());
        }
        minimum(due, self.payment.terms.tolerance_bps)
    }
}

/// Whether the payer sees such money besides the current movement.
const fn has_money(state: PaymentState) -> bool {
    state.asks_payer()
        || matches!(state, PaymentState::Held | PaymentState::Returning | PaymentState::Returned | PaymentState::Seen)
}

fn refused(reason: &str) -> ExchangeError {
    ExchangeError::Refused { reason: reason.to_owned() }
}

impl Merchants {
    /// A payment as it is. On the way, an underpayment within the merchant's tolerance is accepted, and an address that
    /// a newer choice, a payment or a cancellation has replaced stops waiting.
    ///
    /// # Errors
    /// Database errors, and an unreadable record.
    pub async fn look(&self, tenant: TenantId, merchant: Merchant, payment: Payment) -> Result<Looked, ExchangeError> {
        let mut looked = self.load(tenant, merchant, payment).await?;
        let is_tidied = self.close_superseded(tenant, &looked).await?;
        if self.accept_within_tolerance(tenant, &looked).await? || is_tidied {
            looked = self.load(tenant, looked.merchant, looked.payment).await?;
        }
        let state = looked.state();
        if state != looked.payment.state {
            self.note(tenant, &looked, state).await?;
            looked.payment.state = state;
        }
        self.report_refunds(tenant, &mut looked).await?;
        Ok(looked)
    }

    /// A payment of the profile's merchant as it is. It changes nothing.
    ///
    /// # Errors
    /// [`ExchangeError::NotFound`] for another merchant's; database errors.
    pub async fn seen(&self, tenant: TenantId, profile: ProfileId, id: PaymentId) -> Result<Looked, ExchangeError> {
        let (merchant, payment) = self.payment(tenant, profile, id).await?;
        self.load(tenant, merchant, payment).await
    }

    /// Stores the state for lists and jobs, with its events.
    async fn note(&self, tenant: TenantId, looked: &Looked, state: PaymentState) -> Result<(), ExchangeError> {
        let (now, id) = (self.world().now(), looked.payment.id);
        let events = event::of_state(state);
        let count = i64::try_from(events.len()).unwrap_or_default();
        let mut tx = self.store().tenant(tenant).await?;
        let Some(version) =
            payment_store::note(tx.conn(), tenant, id, (looked.payment.state, state, count), now).await?
        else {
            return Ok(());
        };
        tx.append_events(now, &event::specs(looked.merchant.profile, id, &events, version)).await?;
        self.tell(&mut tx, looked, (state, version)).await?;
        Ok(tx.commit().await?)
    }

    /// Reports the refunds that have ended: one that was sent is an event of the payment.
    async fn report_refunds(&self, tenant: TenantId, looked: &mut Looked) -> Result<(), ExchangeError> {
        let (profile, id, now) = (looked.merchant.profile, looked.payment.id, self.world().now());
        for refund in looked.refunds.iter_mut().filter(|refund| !refund.row.is_reported) {
            let is_sent = match refund.state() {
                RefundState::Sent => true,
                RefundState::Cancelled => false,
                RefundState::Pending | RefundState::Failed => continue,
            };
            let mut tx = self.store().tenant(tenant).await?;
            let is_new = refund_store::report(tx.conn(), tenant, id, refund.row.transaction, now).await?;
            if is_new && is_sent {
                let version = payment_store::count_event(tx.conn(), tenant, id).await?;
                tx.append_events(now, &event::specs(profile, id, &[PaymentEvent::Refunded], version)).await?;
                let notice = refund_notice(&looked.merchant, &looked.payment, refund.row.coins);
                let key = format!("{id} refund {}", refund.row.number);
                tx.enqueue(now, &[mail::payment(tenant, &notice, &key)]).await?;
            }
            tx.commit().await?;
            refund.row.is_reported = true;
        }
        Ok(())
    }

    /// Loads the payment again, because it may have changed besides its movements.
    pub(crate) async fn look_again(
        &self,
        tenant: TenantId,
        merchant: Merchant,
        payment: PaymentId,
    ) -> Result<Looked, ExchangeError> {
        let mut tx = self.store().tenant_read(tenant).await?;
        let found = payment_store::payment(tx.conn(), tenant, payment).await?;
        drop(tx);
        let payment = found.ok_or(ExchangeError::NotFound { what: "payment" })?;
        self.look(tenant, merchant, payment).await
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
        let further = self.further(tenant, &merchant, &movements).await?;
        let refunds = load_refunds(
            self.store(),
            self.exchange(),
            TenantProfile { tenant, profile: merchant.profile },
            payment.id,
        )
        .await?;
        let closing = match payment.cancelled_at {
            Some(_) => Closing::Cancelled,
            None if self.world().now_for(tenant) >= payment.expires_at => Closing::Over,
            None => Closing::Open,
        };
        Ok(Looked { merchant, payment, movements, further, refunds, next, closing })
    }

    /// The payments that the profile's merchant made in a period, oldest first, with their movements. `None` if they are
    /// more than [`EXPORT_MAX`].
    ///
    /// # Errors
    /// Database errors.
    pub async fn export(
        &self,
        tenant: TenantId,
        profile: ProfileId,
        period: (DateTime<Utc>, DateTime<Utc>),
    ) -> Result<Option<Vec<Looked>>, ExchangeError> {
        let Some(merchant) = self.of_profile(tenant, profile).await? else { return Ok(Some(Vec::new())) };
        let mut tx = self.store().tenant_read(tenant).await?;
        let found =
            payment_store::made_between(tx.conn(), tenant, merchant.id, period, i64::from(EXPORT_MAX) + 1).await?;
        drop(tx);
        if found.len() > EXPORT_MAX as usize {
            return Ok(None);
        }
        let mut looked = Vec::new();
        for payment in found {
            looked.push(self.load(tenant, merchant.clone(), payment).await?);
        }
        Ok(Some(looked))
    }

    /// The further payments to the addresses of these movements.
    async fn further(
        &self,
        tenant: TenantId,
        merchant: &Merchant,
        movements: &[Movement],
    ) -> Result<Vec<(Part, Movement)>, ExchangeError> {
        let orders: Vec<TransactionId> = movements.iter().map(|movement| movement.transaction.id).collect();
        let mut further: Vec<(Part, Movement)> = Vec::new();
        for transaction in self.exchange().unmatched_of(tenant, merchant.profile, &orders).await? {
            let parent = movements.iter().find(|movement| Some(movement.transaction.id) == transaction.parent);
            let Some(attempt) = parent.map(|movement| movement.attempt.clone()) else { continue };
            let before = further.iter().filter(|(part, _)| part.attempt == attempt.number).count();
            let part = Part { attempt: attempt.number, further: u16::try_from(before + 1).unwrap_or(u16::MAX) };
            further.push((part, Movement { attempt, transaction }));
        }
        Ok(further)
    }

    /// Cancels movements whose address must not wait any longer. Returns whether it cancelled one. A payment that is
    /// seen at this moment stays.
    async fn close_superseded(&self, tenant: TenantId, looked: &Looked) -> Result<bool, ExchangeError> {
        let gone = superseded(&looked.states(), looked.closing);
        if gone.is_empty() {
            return Ok(false);
        }
        let customer_status = self.status(tenant, &looked.merchant).await?;
        for movement in gone.into_iter().filter_map(|at| looked.movements.get(at)) {
            let (id, command) = (movement.transaction.id, exchange::Command::Cancel);
            match self.exchange().apply_once(tenant, id, command, &customer_status, "payment switch").await {
                Ok(_) | Err(ExchangeError::Refused { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_reads_back_from_its_name() {
        for (attempt, further, name) in [(1, 0, "1"), (3, 2, "3.2")] {
            let part = Part { attempt, further };
            assert_eq!((part.to_string(), name.parse()), (name.to_owned(), Ok(part)));
        }
        for name in ["", ".", "1.", "a", "1.2.3", "99999"] {
            assert!(name.parse::<Part>().is_err(), "{name}");
        }
    }
}
