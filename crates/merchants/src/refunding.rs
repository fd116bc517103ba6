//! Refunds of paid payments. A refund is an ordinary movement from the merchant's balance to an address that the payer
//! named: holds, new addresses, limits and the travel rule apply to it as to every withdrawal.

use chrono::{DateTime, Utc};
use exchange::policy::FeePayer;
use exchange::{CreateOrder, ExchangeError, FixedSide, QuoteRequest, RequisiteInput, order_id};
use identity::CustomerStatus;
use kernel::{Amount, Currency, Endpoint, Payway, QuoteId, Rounding, TenantId, TransactionId};

use crate::Merchants;
use crate::attempt::Looked;
use crate::merchant::invalid;
use crate::payment::store as payments;
use crate::refund::{
    Made, REFUNDS_MAX, RESERVED_FOR, Refund, RefundRate, RefundRow, RefundState, counts, share, store,
};
use crate::state::is_unpaid;

/// A refund to make.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewRefund {
    /// The amount in the currency of the price; `None` for all that is left.
    pub amount: Option<Amount>,
    /// The rate.
    pub rate: RefundRate,
    /// The address of the payer.
    pub requisite: RequisiteInput,
    /// The debit that the merchant saw. Refused if it has risen by more than a hundredth.
    pub cost: Option<Amount>,
    /// Identifies the request: a repeated one finds the first refund.
    pub client_key: [u8; 32],
}

/// The proceeds and the cost of a refund at present prices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RefundOffer {
    /// The amount in the currency of the price.
    pub amount: Amount,
    /// The amount for the payer.
    pub coins: Amount,
    /// The debit of the merchant's balance, with all fees.
    pub cost: Amount,
}

/// The refundable amount of a payment, in the currency of its price.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refundable {
    /// The received amount: the price, or the lower or higher amount that the merchant got.
    pub received: Amount,
    /// The refunded amount, including refunds on their way.
    pub refunded: Amount,
    /// The amount that can still be refunded.
    pub left: Amount,
    /// The amount received beyond the price.
    pub excess: Amount,
    /// The amount that the payer paid with the refunded movement.
    pub coins: Amount,
    /// The amount that the merchant received for these coins.
    pub coins_for: Amount,
    /// The payway that it came by.
    pub payway: Payway,
    /// The movement that is refunded.
    pub parent: TransactionId,
}

/// A cost may rise by one part in this many before the merchant is asked again.
const COST_SLACK: i128 = 100;

fn refused(reason: &str) -> ExchangeError {
    ExchangeError::Refused { reason: reason.to_owned() }
}

fn sum(currency: Currency, amounts: impl Iterator<Item = Amount>) -> Amount {
    let atoms = amounts.map(Amount::atoms).fold(0_i128, i128::saturating_add);
    Amount::new(atoms, currency)
}

impl Looked {
    /// The refundable amount of the payment; `None` if the merchant has received nothing.
    #[must_use]
    pub fn refundable(&self) -> Option<Refundable> {
        let (price, first) = (self.payment.terms.price, self.done().next()?);
        let part = |due: Amount, got: Amount| share(price, got, due).unwrap_or(Amount::zero(price.currency()));
        let received = self.done().map(|done| part(done.attempt.due, done.transaction.price.to_amount));
        let received = sum(price.currency(), received);
        let back = self.refunds.iter().filter(|refund| refund.state() != RefundState::Cancelled);
        let refunded = sum(price.currency(), back.map(|refund| refund.row.amount));
        let rest = |atoms: i128| Amount::new(atoms.max(0), price.currency());
        Some(Refundable {
            received,
            refunded,
            left: rest(received.atoms() - refunded.atoms()),
            excess: rest(received.atoms() - price.atoms()),
            coins: first.transaction.price.from_amount,
            coins_for: part(first.attempt.due, first.transaction.price.to_amount),
            payway: first.transaction.collect()?.payway,
            parent: first.transaction.id,
        })
    }
}

impl Merchants {
    /// The proceeds and the cost of a refund at present prices.
    ///
    /// # Errors
    /// [`ExchangeError::Refused`] for an unpaid payment, [`ExchangeError::Invalid`] for more than is left, and the
    /// refusals of a quote.
    pub async fn refund_offer(
        &self,
        tenant: TenantId,
        looked: &Looked,
        (amount, rate): (Option<Amount>, RefundRate),
    ) -> Result<RefundOffer, ExchangeError> {
        let can = looked.refundable().ok_or_else(|| refused("the payment is not paid"))?;
        let (amount, coins) = self.coins_of(tenant, &can, can.left, (amount, rate)).await?;
        let customer_status = self.status(tenant, &looked.merchant).await?;
        let (residence, payer) = (customer_status.residence, FeePayer::of(&customer_status, None));
        let request = QuoteRequest { residence, payer, firm: false, ..request(looked, &can, coins) };
        let quote = self.exchange().quote(tenant, None, &request).await?;
        Ok(RefundOffer { amount, coins: quote.price.to_amount, cost: quote.price.from_amount })
    }

    /// The checked amount of a refund, and the coins that it brings.
    async fn coins_of(
        &self,
        tenant: TenantId,
        can: &Refundable,
        left: Amount,
        (amount, rate): (Option<Amount>, RefundRate),
    ) -> Result<(Amount, Amount), ExchangeError> {
        let amount = amount.unwrap_or(left);
        if !left.is_positive() {
            return Err(refused("all that was received has been sent back"));
        }
        if amount.currency() != left.currency() || !amount.is_positive() || amount.atoms() > left.atoms() {
            return Err(invalid("amount", format!("must be more than zero and at most {left}")));
        }
        let coin = can.coins.currency();
        let coins = match rate {
            RefundRate::Paid => share(can.coins, amount, can.coins_for),
            RefundRate::Today if amount.currency() == coin => Some(amount),
            RefundRate::Today => {
                let rate = self.exchange().prices(tenant).await?.rate(amount.currency(), coin);
                rate.and_then(|rate| rate.apply(amount, Rounding::Down).ok())
            }
        };
        let coins = coins.filter(|coins| coins.is_positive());
        Ok((amount, coins.ok_or_else(|| invalid("amount", "brings no coins at this rate"))?))
    }

    /// Sends back what a payer has paid: all of it or a part, as often as something is left. The same key again returns
    /// the first refund. The sum of all refunds never exceeds what was received, however many are asked for at once.
    ///
    /// # Errors
    /// [`ExchangeError::Refused`] for an unpaid payment or a higher cost, [`ExchangeError::Invalid`] for more than is
    /// left, [`ExchangeError::Busy`] while an earlier request with this key may still send, for at most 15 minutes,
    /// [`ExchangeError::InsufficientBalance`], [`ExchangeError::QuoteExpired`] if this request took longer than its price
    /// holds, and the refusals of a withdrawal. A refusal frees the amount at once.
    pub async fn refund(
        &self,
        tenant: TenantId,
        looked: &Looked,
        customer_status: &CustomerStatus,
        asked: &NewRefund,
    ) -> Result<Refund, ExchangeError> {
        let mut tx = self.store().tenant_read(tenant).await?;
        let known = store::made_under(tx.conn(), tenant, looked.payment.id, &asked.client_key).await?;
        drop(tx);
        let (row, is_own) = match known {
            Some(row) if self.world().now_for(tenant) < row.created_at + RESERVED_FOR => (row, false),
            Some(row) if self.refund_of(tenant, looked, &row).await?.is_some() => (row, false),
            _ => self.reserve(tenant, looked, customer_status, asked).await?,
        };
        if let Some(made) = self.refund_of(tenant, looked, &row).await? {
            return Ok(made);
        }
        // Only the request that reserved a refund sends it. Another one cannot know whether that request still goes on.
        if !is_own {
            return Err(ExchangeError::Busy);
        }
        match self.send(tenant, looked, customer_status, (&row, asked)).await {
            Ok(transaction) => Ok(Refund { row, transaction }),
            // Whether it was committed is not known, so the refund keeps its place.
            Err(error @ (ExchangeError::Internal(_) | ExchangeError::Unavailable { .. })) => Err(error),
            Err(refusal) => {
                let mut tx = self.store().tenant(tenant).await?;
                store::delete(tx.conn(), tenant, looked.payment.id, row.transaction).await?;
                tx.commit().await?;
                Err(refusal)
            }
        }
    }

    async fn refund_of(
        &self,
        tenant: TenantId,
        looked: &Looked,
        row: &RefundRow,
    ) -> Result<Option<Refund>, ExchangeError> {
        match self.exchange().get(tenant, looked.merchant.profile, row.transaction).await {
            Ok(transaction) => Ok(Some(Refund { row: row.clone(), transaction })),
            Err(ExchangeError::NotFound { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Quotes a refund and takes its part of what was received, under a lock of the payment. Returns false with the
    /// refund of another request with the same key that was faster.
    async fn reserve(
        &self,
        tenant: TenantId,
        looked: &Looked,
        customer_status: &CustomerStatus,
        asked: &NewRefund,
    ) -> Result<(RefundRow, bool), ExchangeError> {
        let can = looked.refundable().ok_or_else(|| refused("the payment is not paid"))?;
        let (amount, coins) = self.coins_of(tenant, &can, can.left, (asked.amount, asked.rate)).await?;
        let payer = FeePayer::of(customer_status, None);
        let request = QuoteRequest { residence: customer_status.residence, payer, ..request(looked, &can, coins) };
        let quote = self.exchange().quote(tenant, Some(looked.merchant.profile), &request).await?;
        if asked.cost.is_some_and(|cost| is_dearer(quote.price.from_amount, cost)) {
            return Err(refused("the refund has become dearer meanwhile; look at its cost and ask again"));
        }
        let (id, now) = (looked.payment.id, self.world().now_for(tenant));
        let mut tx = self.store().tenant(tenant).await?;
        payments::lock(tx.conn(), tenant, id).await?;
        let rows = store::with_movements(tx.conn(), tenant, id).await?;
        let own = store::made_under(tx.conn(), tenant, id, &asked.client_key).await?;
        let is_kept = |own: &&RefundRow| {
            rows.iter().any(|(row, made)| row.number == own.number && !is_free(*made, own.created_at, now))
        };
        if let Some(kept) = own.as_ref().filter(is_kept) {
            return Ok((kept.clone(), false));
        }
        let others = rows.iter().filter(|(row, _)| own.as_ref().is_none_or(|own| own.number != row.number));
        let taken = others.filter(|(row, made)| counts(*made, row.created_at, now));
        let taken = sum(amount.currency(), taken.map(|(row, _)| row.amount));
        if taken.atoms().saturating_add(amount.atoms()) > can.received.atoms() {
            let left = Amount::new((can.received.atoms() - taken.atoms()).max(0), amount.currency());
            return Err(invalid("amount", format!("must be at most {left}: the rest has been sent back")));
        }
        let next = rows.last().map_or(1, |(last, _)| last.number + 1);
        let number = own.map_or(next, |own| own.number);
        if number > REFUNDS_MAX {
            return Err(refused("a payment has at most 50 refunds"));
        }
        let row = RefundRow {
            number,
            transaction: order_id(quote.id),
            amount,
            coins: quote.price.to_amount,
            rate: asked.rate,
            created_at: now,
            is_reported: false,
        };
        store::add(tx.conn(), tenant, id, &row, &asked.client_key).await?;
        tx.commit().await?;
        Ok((row, true))
    }

    async fn send(
        &self,
        tenant: TenantId,
        looked: &Looked,
        customer_status: &CustomerStatus,
        (row, asked): (&RefundRow, &NewRefund),
    ) -> Result<exchange::Transaction, ExchangeError> {
        let order = CreateOrder {
            quote_id: QuoteId::from_uuid(row.transaction.uuid()),
            requisite: Some(asked.requisite.clone()),
            refund_to: None,
            customer_status: customer_status.clone(),
            idempotency: Some(format!("{} refund {}", looked.payment.id, row.number)),
            preset: None,
            plan: None,
            refund_of: looked.refundable().map(|can| can.parent),
        };
        self.exchange().create(tenant, looked.merchant.profile, order).await
    }

    /// Cancels an unpaid payment: its page says so, and its address stops waiting. A payment that was
    /// cancelled before is returned as it is. Money that arrives nevertheless waits for its payer.
    ///
    /// # Errors
    /// [`ExchangeError::Refused`] if money has arrived.
    pub async fn cancel(&self, tenant: TenantId, looked: Looked) -> Result<Looked, ExchangeError> {
        let states: Vec<_> = looked.movements.iter().map(crate::attempt::Movement::state).collect();
        if looked.payment.cancelled_at.is_none() {
            if !is_unpaid(&states) || looked.done().next().is_some() {
                return Err(refused("money has arrived for this payment; it can be refunded"));
            }
            self.mark_cancelled(tenant, looked.payment.id).await?;
        }
        let Looked { merchant, payment, .. } = looked;
        self.look_again(tenant, merchant, payment.id).await
    }
}

/// Whether a reservation has ended without a movement. Pure.
fn is_free(made: Made, created_at: DateTime<Utc>, now: DateTime<Utc>) -> bool {
    matches!(made, Made::Nothing) && now >= created_at + RESERVED_FOR
}

/// Whether a cost is more than the agreed one and its slack. Pure.
fn is_dearer(cost: Amount, agreed: Amount) -> bool {
    cost.currency() != agreed.currency() || cost.atoms() > agreed.atoms().saturating_add(agreed.atoms() / COST_SLACK)
}

fn request(looked: &Looked, can: &Refundable, coins: Amount) -> QuoteRequest {
    QuoteRequest {
        side: None,
        source: Endpoint::Balance,
        sink: Endpoint::Payway(can.payway),
        from_currency: looked.payment.terms.settlement,
        to_currency: coins.currency(),
        fixed_side: FixedSide::To,
        amount: coins,
        is_unified: false,
        firm: true,
        residence: None,
        payer: FeePayer::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cost_may_rise_by_a_hundredth() {
        let eur = |atoms| Amount::new(atoms, Currency::EUR);
        assert!(!is_dearer(eur(10_100), eur(10_000)) && is_dearer(eur(10_101), eur(10_000)));
        assert!(is_dearer(Amount::new(1, Currency::USD), eur(10_000)));
    }
}
