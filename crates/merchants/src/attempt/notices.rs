//! Notices about a payment: to the merchant, in the app and by email; and the receipt of a payer.

use ::store::TenantTx;
use exchange::ExchangeError;
use identity::mail::{self, PaymentEvent, PaymentNotice, ReceiptTo};
use identity::{EmailAddress, Language};
use kernel::{Amount, TenantId};

use super::{Looked, refused};
use crate::Merchants;
use crate::merchant::{Merchant, invalid};
use crate::payment::{Payment, store};
use crate::state::PaymentState;

fn notice(merchant: &Merchant, payment: &Payment, event: PaymentEvent) -> PaymentNotice {
    PaymentNotice {
        profile: merchant.profile,
        merchant: merchant.settings.name.clone(),
        price: payment.terms.price,
        event,
        order: payment.order_id.clone(),
        mails: merchant.settings.mails,
        receipt: None,
    }
}

/// The notice to the merchant that a refund was sent. `amount` is what the payer gets.
pub(super) fn refund_notice(merchant: &Merchant, payment: &Payment, amount: Amount) -> PaymentNotice {
    notice(merchant, payment, PaymentEvent::Refunded { amount })
}

/// The notice about a state; `None` for a state that the merchant need not hear of.
fn notice_of(looked: &Looked, state: PaymentState) -> Option<PaymentNotice> {
    let paid = looked.paid();
    let event = match state {
        PaymentState::Paid => PaymentEvent::Paid { received: looked.settled()?, paid: paid? },
        PaymentState::PaidPartly => PaymentEvent::PaidPartly { paid: paid? },
        PaymentState::PaidOver => PaymentEvent::PaidOver { paid: paid? },
        PaymentState::PaidLate => PaymentEvent::PaidLate { paid: paid? },
        _ => return None,
    };
    Some(notice(&looked.merchant, &looked.payment, event))
}

impl Merchants {
    /// Queues the notices about a new state of a payment: to the merchant, and the payer's receipt of a paid one.
    /// `version` is the number of the state's last event.
    pub(super) async fn tell(
        &self,
        tx: &mut TenantTx,
        looked: &Looked,
        (state, version): (PaymentState, i64),
    ) -> Result<(), ExchangeError> {
        let (tenant, now, id) = (tx.tenant(), self.world().now(), looked.payment.id);
        let Some(notice) = notice_of(looked, state) else { return Ok(()) };
        tx.enqueue(now, &[mail::payment(tenant, &notice, &format!("{id} {version}"))]).await?;
        if state == PaymentState::Paid {
            self.send_receipt(tx, looked, notice).await?;
        }
        Ok(())
    }

    /// Queues the receipt of a paid payment, if its payer wants one.
    async fn send_receipt(
        &self,
        tx: &mut TenantTx,
        looked: &Looked,
        notice: PaymentNotice,
    ) -> Result<(), ExchangeError> {
        let (tenant, now, id) = (tx.tenant(), self.world().now(), looked.payment.id);
        if let Some(to) = store::take_receipt(tx.conn(), tenant, id).await? {
            let notice = PaymentNotice { receipt: Some(to), ..notice };
            tx.enqueue(now, &[mail::payment(tenant, &notice, &format!("{id} receipt"))]).await?;
        }
        Ok(())
    }

    /// Sends the payer a receipt when the payment is paid, or now if it is. A later address replaces an earlier one that
    /// waits.
    ///
    /// # Errors
    /// [`ExchangeError::Invalid`] for an address, and [`ExchangeError::Refused`] after a receipt was sent.
    pub async fn ask_receipt(
        &self,
        tenant: TenantId,
        looked: &Looked,
        (address, language): (&str, Language),
    ) -> Result<(), ExchangeError> {
        let rule = "must be an email address like name@example.com";
        let address = EmailAddress::parse(address).map_err(|_| invalid("email", rule))?;
        let to = ReceiptTo { to: address.address().to_owned(), language };
        let id = looked.payment.id;
        let mut tx = self.store().tenant(tenant).await?;
        if !store::ask_receipt(tx.conn(), tenant, id, &to).await? {
            return Err(refused("the receipt was sent to another address"));
        }
        // Paid meanwhile: nobody else sends it.
        if store::is_paid(tx.conn(), tenant, id).await?
            && let Some(notice) = notice_of(looked, PaymentState::Paid)
        {
            self.send_receipt(&mut tx, looked, notice).await?;
        }
        Ok(tx.commit().await?)
    }
}
