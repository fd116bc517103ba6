//! Payments that a merchant asks for: making, listing and finding them.

pub(crate) mod store;

use chrono::{DateTime, TimeDelta, Utc};
use exchange::ExchangeError;
use identity::{TokenHash, rules};
use kernel::{Amount, Currency, MerchantId, PaymentId, PaymentLinkId, ProfileId, Rounding, TenantId};
use serde::{Deserialize, Serialize};

use crate::Merchants;
use crate::event::{PaymentEvent, specs};
use crate::merchant::{Merchant, invalid};
use crate::shared_link::{self, LinkState};
use crate::state::PaymentState;

/// The minimum, default and maximum lifetime of a payment, in minutes.
pub const LIFE_MINUTES: (u32, u32, u32) = (5, 1_440, 43_200);
/// The maximum number of a merchant's payments that can be paid at a time. It bounds what the job follows.
pub const OPEN_MAX: u32 = 1_000;
/// The maximum number of characters of a merchant's id of a payment.
const ORDER_CHARS_MAX: usize = 100;
/// The maximum number of characters of a description.
pub(crate) const DESCRIPTION_CHARS_MAX: usize = 200;
/// The maximum number of characters of a return address.
const URL_CHARS_MAX: usize = 500;

/// The terms of a payment. Later settings of the merchant do not change them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    /// The price.
    pub price: Amount,
    /// The currency that the merchant receives.
    pub settlement: Currency,
    /// The tolerance of an underpayment, in hundredths of a percent.
    pub tolerance_bps: u16,
    /// The description for the payer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The return address of the payer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub return_url: Option<String>,
}

/// A payment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Payment {
    /// The id.
    pub id: PaymentId,
    /// The merchant.
    pub merchant: MerchantId,
    /// The link that a payer opened; `None` if the merchant made the payment.
    pub link: Option<PaymentLinkId>,
    /// The merchant's own id of it.
    pub order_id: Option<String>,
    /// The terms.
    pub terms: Terms,
    /// Its state when it was last checked.
    pub state: PaymentState,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// The time until which a payer can choose how to pay.
    pub expires_at: DateTime<Utc>,
    /// When the merchant cancelled it.
    pub cancelled_at: Option<DateTime<Utc>>,
    /// Whether a payer gets or got a receipt.
    pub has_receipt: bool,
}

/// A payment to make.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewPayment {
    /// The price.
    pub price: Amount,
    /// The merchant's own id of it.
    pub order_id: Option<String>,
    /// The description for the payer.
    pub description: Option<String>,
    /// The return address of the payer.
    pub return_url: Option<String>,
    /// How many minutes a payer may choose how to pay.
    pub minutes: Option<u32>,
    /// The link that a payer opened.
    pub link: Option<PaymentLinkId>,
    /// Identifies the request: a repeated one finds the first payment.
    pub client_key: [u8; 32],
}

/// The return address of a payment, in canonical form. Its host must be one that the merchant has named. `is_sandbox`
/// permits plain HTTP to this machine.
pub(crate) fn checked_url(text: &str, hosts: &[String], is_sandbox: bool) -> Result<String, ExchangeError> {
    let refused = |rule: &str| invalid("return_url", rule);
    let url = url::Url::parse(text.trim()).map_err(|_| refused("must be a whole address"))?;
    let host = url.host_str().unwrap_or_default().to_owned();
    let is_local = is_sandbox && url.scheme() == "http" && host == "localhost";
    if url.scheme() != "https" && !is_local {
        return Err(refused("must begin with https"));
    }
    if !url.username().is_empty() || url.password().is_some() || url.as_str().len() > URL_CHARS_MAX {
        return Err(refused("must have no user and at most 500 characters"));
    }
    if !hosts.contains(&host) {
        return Err(refused("must be at a host that the merchant has named"));
    }
    Ok(url.into())
}

impl Merchants {
    /// Makes a payment. The same key again returns the first one.
    ///
    /// # Errors
    /// [`ExchangeError::Invalid`] naming the field; [`ExchangeError::Refused`] for an order id that another payment has,
    /// for more than [`OPEN_MAX`] payments that can be paid, and for a link that cannot be used.
    pub async fn make(
        &self,
        (tenant, is_sandbox): (TenantId, bool),
        merchant: &Merchant,
        asked: NewPayment,
        hash_of: impl Fn(PaymentId) -> TokenHash,
    ) -> Result<Payment, ExchangeError> {
        let mut tx = self.store().tenant_read(tenant).await?;
        let made = store::made_under(tx.conn(), tenant, merchant.id, &asked.client_key).await?;
        drop(tx);
        if let Some(made) = made {
            return Ok(made);
        }
        self.check_not_stopped(tenant, merchant.id).await?;
        let payment = self.checked(tenant, is_sandbox, merchant, &asked).await?;
        let mut tx = self.store().tenant(tenant).await?;
        let token = hash_of(payment.id);
        // The lock keeps two requests from taking the last place.
        if store::open_payments(tx.conn(), tenant, merchant.id, payment.created_at).await? >= i64::from(OPEN_MAX) {
            let reason = format!("at most {OPEN_MAX} payments can wait to be paid; cancel some, or let them expire");
            return Err(ExchangeError::Refused { reason });
        }
        if let Some(link) = asked.link {
            let link = shared_link::store::link(tx.conn(), tenant, link, payment.created_at).await?;
            let state = link.map_or(LinkState::Ended, |link| link.state(payment.created_at));
            if let Some(refused) = shared_link::refusal(state) {
                return Err(refused);
            }
        }
        if !store::insert(tx.conn(), tenant, &payment, &asked.client_key, &token).await? {
            tx.rollback().await?;
            let mut tx = self.store().tenant_read(tenant).await?;
            let made = store::made_under(tx.conn(), tenant, merchant.id, &asked.client_key).await?;
            let reason = "another payment has this order_id".to_owned();
            return made.ok_or(ExchangeError::Refused { reason });
        }
        let events = specs(merchant.profile, payment.id, &[PaymentEvent::Created], 1);
        tx.append_events(self.world().now(), &events).await?;
        tx.commit().await?;
        Ok(payment)
    }

    async fn checked(
        &self,
        tenant: TenantId,
        is_sandbox: bool,
        merchant: &Merchant,
        asked: &NewPayment,
    ) -> Result<Payment, ExchangeError> {
        let (least, usual, most) = LIFE_MINUTES;
        let minutes = asked.minutes.unwrap_or(usual);
        if !(least..=most).contains(&minutes) {
            return Err(invalid("expires_in_minutes", format!("must be {least} to {most}")));
        }
        let order_id = asked.order_id.as_deref().map(|text| rules::label(text, 1, ORDER_CHARS_MAX)).transpose();
        let order_id = order_id.map_err(|broken| invalid("order_id", broken.message))?;
        let description = asked.description.as_deref().unwrap_or_default();
        let description = rules::note(description, DESCRIPTION_CHARS_MAX);
        let description = description.map_err(|broken| invalid("description", broken.message))?;
        let settings = &merchant.settings;
        let to = |text: &String| checked_url(text, &settings.return_hosts, is_sandbox);
        let return_url = asked.return_url.as_ref().map(to).transpose()?;
        self.due(tenant, asked.price, settings.settlement).await?;
        let now = self.world().now_for(tenant);
        Ok(Payment {
            id: self.world().id(),
            merchant: merchant.id,
            link: asked.link,
            order_id,
            terms: Terms {
                price: asked.price,
                settlement: settings.settlement,
                tolerance_bps: settings.tolerance_bps,
                description,
                return_url,
            },
            state: PaymentState::Open,
            created_at: now,
            expires_at: now + TimeDelta::minutes(i64::from(minutes)),
            cancelled_at: None,
            has_receipt: false,
        })
    }

    /// The present amount for a merchant at `price`: the price itself, or its value at the market's rate, rounded up.
    pub(crate) async fn due(
        &self,
        tenant: TenantId,
        price: Amount,
        settlement: Currency,
    ) -> Result<Amount, ExchangeError> {
        if price.currency() == settlement {
            return Ok(price);
        }
        let rate = self.exchange().prices(tenant).await?.rate(price.currency(), settlement);
        let due = rate.and_then(|rate| rate.apply(price, Rounding::Up).ok()).filter(|due| due.is_positive());
        due.ok_or_else(|| invalid("currency", "has no price in the merchant's currency now"))
    }

    /// A payment of the profile's merchant.
    ///
    /// # Errors
    /// [`ExchangeError::NotFound`] for another merchant's.
    pub async fn payment(
        &self,
        tenant: TenantId,
        profile: ProfileId,
        id: PaymentId,
    ) -> Result<(Merchant, Payment), ExchangeError> {
        let unknown = || ExchangeError::NotFound { what: "payment" };
        let merchant = self.of_profile(tenant, profile).await?.ok_or_else(unknown)?;
        let mut tx = self.store().tenant_read(tenant).await?;
        let found = store::payment(tx.conn(), tenant, id).await?;
        let payment = found.filter(|payment| payment.merchant == merchant.id).ok_or_else(unknown)?;
        Ok((merchant, payment))
    }

    /// The payment whose page has this token.
    ///
    /// # Errors
    /// Database errors.
    pub async fn by_token(
        &self,
        tenant: TenantId,
        hash: &TokenHash,
    ) -> Result<Option<(Merchant, Payment)>, ExchangeError> {
        let mut tx = self.store().tenant_read(tenant).await?;
        let found = store::by_token(tx.conn(), tenant, hash).await?;
        drop(tx);
        let Some(payment) = found else { return Ok(None) };
        Ok(Some((self.by_id(tenant, payment.merchant).await?, payment)))
    }

    /// Notes that the merchant has cancelled a payment.
    ///
    /// # Errors
    /// Database errors.
    pub(crate) async fn mark_cancelled(&self, tenant: TenantId, id: PaymentId) -> Result<(), ExchangeError> {
        let mut tx = self.store().tenant(tenant).await?;
        store::cancel(tx.conn(), tenant, id, self.world().now_for(tenant)).await?;
        Ok(tx.commit().await?)
    }

    /// The payments of a merchant, newest first, as they were last checked.
    ///
    /// # Errors
    /// Database errors.
    pub async fn payments(
        &self,
        tenant: TenantId,
        merchant: MerchantId,
        (state, order_id, link): (Option<PaymentState>, Option<&str>, Option<PaymentLinkId>),
        (after, limit): (Option<PaymentId>, u32),
    ) -> Result<Vec<Payment>, ExchangeError> {
        let mut tx = self.store().tenant_read(tenant).await?;
        let filter = (state.map(PaymentState::code), order_id, link);
        Ok(store::payments(tx.conn(), tenant, merchant, filter, (after, i64::from(limit))).await?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_payer_returns_only_to_a_host_that_the_merchant_has_named() {
        let hosts = ["shop.example".to_owned(), "localhost".to_owned()];
        assert_eq!(
            checked_url("https://shop.example/done?cart=7", &hosts, false).unwrap(),
            "https://shop.example/done?cart=7"
        );
        assert!(checked_url("http://localhost:9000/done", &hosts, true).is_ok());
        for text in [
            "http://localhost:9000/done",
            "http://shop.example/",
            "https://shop.example.evil.example/",
            "https://evil.example/?shop.example",
            "https://shop.example@evil.example/",
            "https://me@shop.example/",
            "javascript:alert(1)",
            "/done",
            "",
        ] {
            assert!(checked_url(text, &hosts, false).is_err(), "{text}");
        }
    }
}
