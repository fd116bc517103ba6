//! The choice of how to pay.

use exchange::policy::FeePayer;
use exchange::{CreateOrder, ExchangeError, FixedSide, QuoteRequest, Status, order_id};
use identity::CustomerStatus;
use kernel::{Amount, Currency, Endpoint, Payway, TenantId};

use super::{Attempt, Looked, Movement, refused, store};
use crate::Merchants;
use crate::merchant::invalid;
use crate::payment::Payment;

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
    /// The version of the terms of use that the payer agreed to; 0 without any.
    pub terms: i32,
}

/// A currency and network in which a payment can be paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Offer {
    /// The currency.
    pub currency: Currency,
    /// The payway.
    pub payway: Payway,
    /// The amount that the payer sends at the present rate.
    pub amount: Amount,
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
        payer: FeePayer::default(),
    }
}

impl Merchants {
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
        let customer_status = self.status(tenant, &looked.merchant).await?;
        let (residence, payer) = (customer_status.residence, FeePayer::of(&customer_status, None));
        let mut offers = Vec::new();
        for currency in Currency::all().filter(|currency| !currency.is_fiat()) {
            for payway in currency.payways().iter().filter(|payway| payway.network().is_some()) {
                let request = request(&looked.payment, due, (currency, *payway), false);
                match self.exchange().quote(tenant, None, &QuoteRequest { residence, payer, ..request }).await {
                    Ok(quote) => offers.push(Offer { currency, payway: *payway, amount: quote.price.from_amount }),
                    Err(ExchangeError::Internal(fault)) => return Err(ExchangeError::Internal(fault)),
                    // Closed, without a price, or outside the limits.
                    Err(_) => {}
                }
            }
        }
        Ok(offers)
    }

    /// Opens a movement for the payer's choice, as attempt `number`. A repeated choice finds the first movement. The new
    /// address is there before an earlier one stops waiting: if it cannot be opened, the earlier one stays. If several
    /// choices are made at once, the newest one stays.
    ///
    /// # Errors
    /// [`ExchangeError::Refused`] if money has arrived, the time has ended, or another attempt has this number; the
    /// refusals of a quote and of an order.
    pub async fn choose(&self, tenant: TenantId, looked: Looked, asked: NewAttempt) -> Result<Looked, ExchangeError> {
        let NewAttempt { number, currency, payway, payer, .. } = asked;
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
        self.check_not_stopped(tenant, looked.merchant.id).await?;
        let customer_status = self.status(tenant, &looked.merchant).await?;
        self.open(tenant, &looked, customer_status, asked).await?;
        // The look closes what this choice replaces, and this choice if the merchant has cancelled the payment meanwhile.
        let Looked { merchant, payment, .. } = looked;
        self.look_again(tenant, merchant, payment.id).await
    }

    async fn open(
        &self,
        tenant: TenantId,
        looked: &Looked,
        customer_status: CustomerStatus,
        NewAttempt { number, currency, payway, payer, terms }: NewAttempt,
    ) -> Result<(), ExchangeError> {
        let (payment, profile) = (&looked.payment, looked.merchant.profile);
        let due = self.due(tenant, payment.terms.price, payment.terms.settlement).await?;
        let request = request(payment, due, (currency, payway), true);
        let fee_payer = FeePayer::of(&customer_status, None);
        let request = QuoteRequest { residence: customer_status.residence, payer: fee_payer, ..request };
        let quote = self.exchange().quote(tenant, Some(profile), &request).await?;
        let attempt = Attempt { number, transaction: order_id(quote.id), due, payer };
        let mut tx = self.store().tenant(tenant).await?;
        if !store::add_attempt(tx.conn(), tenant, payment.id, (&attempt, terms), self.world().now_for(tenant)).await? {
            return Err(refused("another choice was made meanwhile"));
        }
        tx.commit().await?;
        let order = CreateOrder {
            quote_id: quote.id,
            requisite: None,
            refund_to: None,
            customer_status,
            idempotency: Some(format!("{} {number}", payment.id)),
            preset: None,
            plan: None,
            refund_of: None,
        };
        let refused = |error: ExchangeError| match error {
            // The reason is about the merchant's account, which is no concern of the payer's.
            ExchangeError::Refused { .. } => {
                ExchangeError::DirectionUnavailable { reason: "the merchant takes nothing now".to_owned() }
            }
            other => other,
        };
        self.exchange().create(tenant, profile, order).await.map_err(refused)?;
        Ok(())
    }
}
