//! Links that many payers use. Each payer who opens one gets a payment of their own, which then is like any other.

use chrono::{DateTime, Utc};
use exchange::ExchangeError;
use identity::{TokenHash, rules};
use kernel::{Amount, MerchantId, PaymentId, PaymentLinkId, ProfileId, TenantId};

use crate::Merchants;
use crate::merchant::{Merchant, invalid};
use crate::payment::{DESCRIPTION_CHARS_MAX, NewPayment, Payment, checked_url};
use crate::shared_link::{LINK_PAYMENTS_MAX, Link, LinkPrice, LinkTerms, store};

/// The maximum number of a merchant's links that are not ended.
pub const LINKS_MAX: u32 = 200;
/// How many minutes a payer of a link may choose how to pay. An unpaid payment takes a place of the link as long.
pub const LINK_PAYMENT_MINUTES: u32 = 60;

/// A link to make.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewLink {
    /// The price of each payment.
    pub price: LinkPrice,
    /// The description for payers.
    pub description: Option<String>,
    /// The return address of payers.
    pub return_url: Option<String>,
    /// The maximum number of payments, at most [`LINK_PAYMENTS_MAX`].
    pub payments_max: Option<u32>,
    /// The time until which payers can open it.
    pub ends_at: Option<DateTime<Utc>>,
    /// Identifies the request: a repeated one finds the first link.
    pub client_key: [u8; 32],
}

impl Merchants {
    /// Makes a link. The same key again returns the first one.
    ///
    /// # Errors
    /// [`ExchangeError::Invalid`] naming the field; [`ExchangeError::Refused`] for more than [`LINKS_MAX`] links.
    pub async fn make_link(
        &self,
        (tenant, is_sandbox): (TenantId, bool),
        merchant: &Merchant,
        asked: NewLink,
        hash_of: impl Fn(PaymentLinkId) -> TokenHash,
    ) -> Result<Link, ExchangeError> {
        let mut tx = self.store().tenant_read(tenant).await?;
        if let Some(made) = store::made_under(tx.conn(), (tenant, merchant.id), &asked.client_key).await? {
            return Ok(made);
        }
        drop(tx);
        let link = self.checked_link(tenant, is_sandbox, merchant, &asked).await?;
        let mut tx = self.store().tenant(tenant).await?;
        let open = store::lock_and_count(tx.conn(), (tenant, merchant.id), link.created_at).await?;
        if open >= i64::from(LINKS_MAX) {
            let reason = format!("at most {LINKS_MAX} links can be open; end some");
            return Err(ExchangeError::Refused { reason });
        }
        // Under the lock, a repeated request finds the first one.
        if !store::insert(tx.conn(), tenant, &link, &asked.client_key, &hash_of(link.id)).await? {
            let made = store::made_under(tx.conn(), (tenant, merchant.id), &asked.client_key).await?;
            return made.ok_or_else(|| ExchangeError::Internal("a link was neither made nor found".to_owned()));
        }
        tx.commit().await?;
        tracing::info!(event = "merchant.link_made", %tenant, merchant = %merchant.id, link = %link.id, "A merchant made a link.");
        Ok(link)
    }

    async fn checked_link(
        &self,
        tenant: TenantId,
        is_sandbox: bool,
        merchant: &Merchant,
        asked: &NewLink,
    ) -> Result<Link, ExchangeError> {
        let now = self.world().now();
        if asked.payments_max.is_some_and(|max| !(1..=LINK_PAYMENTS_MAX).contains(&max)) {
            return Err(invalid("payments_max", format!("must be 1 to {LINK_PAYMENTS_MAX}")));
        }
        if asked.ends_at.is_some_and(|end| end <= now) {
            return Err(invalid("ends_at", "must be in the future"));
        }
        let description = asked.description.as_deref().unwrap_or_default();
        let description = rules::note(description, DESCRIPTION_CHARS_MAX);
        let description = description.map_err(|broken| invalid("description", broken.message))?;
        let hosts = &merchant.settings.return_hosts;
        let return_url = asked.return_url.as_ref().map(|text| checked_url(text, hosts, is_sandbox)).transpose()?;
        self.due(tenant, asked.price.least(), merchant.settings.settlement).await?;
        Ok(Link {
            id: self.world().id(),
            merchant: merchant.id,
            terms: LinkTerms { price: asked.price, description, return_url },
            payments_max: asked.payments_max,
            taken: 0,
            paid: 0,
            created_at: now,
            ends_at: asked.ends_at,
            ended_at: None,
        })
    }

    /// The links of a merchant, newest first.
    ///
    /// # Errors
    /// Database errors.
    pub async fn links(
        &self,
        tenant: TenantId,
        merchant: MerchantId,
        (after, limit): (Option<PaymentLinkId>, u32),
    ) -> Result<Vec<Link>, ExchangeError> {
        let mut tx = self.store().tenant_read(tenant).await?;
        let now = self.world().now();
        Ok(store::links(tx.conn(), (tenant, merchant), now, (after, i64::from(limit))).await?)
    }

    /// A link of the profile's merchant.
    ///
    /// # Errors
    /// [`ExchangeError::NotFound`] for another merchant's.
    pub async fn link(&self, tenant: TenantId, profile: ProfileId, id: PaymentLinkId) -> Result<Link, ExchangeError> {
        let unknown = || ExchangeError::NotFound { what: "link" };
        let merchant = self.of_profile(tenant, profile).await?.ok_or_else(unknown)?;
        let mut tx = self.store().tenant_read(tenant).await?;
        let found = store::link(tx.conn(), tenant, id, self.world().now()).await?;
        found.filter(|link| link.merchant == merchant.id).ok_or_else(unknown)
    }

    /// Ends a link of the profile's merchant. Payments that were opened by it stay. An ended link is returned as it is.
    ///
    /// # Errors
    /// [`ExchangeError::NotFound`] for another merchant's.
    pub async fn end_link(
        &self,
        tenant: TenantId,
        profile: ProfileId,
        id: PaymentLinkId,
    ) -> Result<Link, ExchangeError> {
        let merchant = self.link(tenant, profile, id).await?.merchant;
        let mut tx = self.store().tenant(tenant).await?;
        store::end(tx.conn(), (tenant, merchant), id, self.world().now()).await?;
        tx.commit().await?;
        self.link(tenant, profile, id).await
    }

    /// The link whose page has this token.
    ///
    /// # Errors
    /// Database errors.
    pub async fn link_by_token(
        &self,
        tenant: TenantId,
        hash: &TokenHash,
    ) -> Result<Option<(Merchant, Link)>, ExchangeError> {
        let mut tx = self.store().tenant_read(tenant).await?;
        let found = store::by_token(tx.conn(), tenant, hash, self.world().now()).await?;
        drop(tx);
        let Some(link) = found else { return Ok(None) };
        Ok(Some((self.by_id(tenant, link.merchant).await?, link)))
    }

    /// Opens a payment for a payer of a link. `named` is the amount that the payer typed. The same key again returns the
    /// first payment.
    ///
    /// # Errors
    /// [`ExchangeError::Invalid`] of `amount`; [`ExchangeError::Refused`] for a link that cannot be used.
    pub async fn open_link(
        &self,
        (tenant, is_sandbox): (TenantId, bool),
        (merchant, link): (&Merchant, &Link),
        (named, client_key): (Option<Amount>, [u8; 32]),
        hash_of: impl Fn(PaymentId) -> TokenHash,
    ) -> Result<Payment, ExchangeError> {
        let price = link.terms.price.of_payer(named)?;
        let hosts = &merchant.settings.return_hosts;
        // The merchant may have removed the host since.
        let leads_back = |text: &String| checked_url(text, hosts, is_sandbox).is_ok();
        let asked = NewPayment {
            price,
            order_id: None,
            description: link.terms.description.clone(),
            return_url: link.terms.return_url.clone().filter(leads_back),
            minutes: Some(LINK_PAYMENT_MINUTES),
            link: Some(link.id),
            client_key,
        };
        self.make((tenant, is_sandbox), merchant, asked, hash_of).await
    }
}
