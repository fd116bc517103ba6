//! Quotes with a promo code, and the use of the code by the order.

use std::sync::Arc;

use identity::CustomerStatus;
use kernel::{ProfileId, QuoteId, TenantId};

use super::{Exchange, order_id};
use crate::ExchangeError;
use crate::admission::{OpenRequest, PromotionFacts, check_cover};
use crate::policy::converted;
use crate::promotion::{Discount, Redeemed, Redeemer, Redemption};
use crate::quote::{Basis, Price, Quote, QuoteRequest, priced_with, promised};
use crate::quoting_pause::check;

impl Exchange {
    /// Prices a request with a promo code, as typed, for this person. Like [`Exchange::quote`] otherwise. A firm quote
    /// promises the discount; its use is counted when the order is opened.
    ///
    /// # Errors
    /// The errors of [`Exchange::quote`], and [`ExchangeError::Promotion`] with the reason why the code gives nothing.
    pub async fn quote_with_code(
        &self,
        tenant: TenantId,
        profile: Option<ProfileId>,
        customer_status: &CustomerStatus,
        request: &QuoteRequest,
        code: &str,
    ) -> Result<Quote, ExchangeError> {
        let policy = self.policy(tenant).await?;
        policy.allows(&request.direction()?, request.residence)?;
        check(&self.quoting_pauses(tenant).await?, (request.from_currency, request.to_currency))?;
        self.check_payways(tenant, (request.source, request.sink)).await?;
        let prices = self.prices_under(&policy)?;
        let network_fee = self.network_fee(tenant, request.to_currency, request.sink).await?;
        let basis = Basis { policy: &policy, prices: &prices, network_fee };
        let redeemer = Redeemer {
            user: customer_status.user,
            order: None,
            residence: customer_status.residence,
            from: (request.from_currency, request.source),
            to: (request.to_currency, request.sink),
        };
        let offer = self.inner.promotions.offer(tenant, code, &redeemer).await?.offer()?;
        let (price, shown) = priced_with(request, basis, Some(&offer.discount()))?;
        let deducted = price.deducted().unwrap_or(kernel::Amount::zero(price.from_currency));
        let value = |amount, currency, rounding| converted(amount, currency, &prices, rounding);
        let discount = offer.complete(price.from_amount, deducted, value)?;
        let price = Price { discount: Some(discount), ..price };
        let id: QuoteId = self.inner.world.id();
        let mut quote = promised(request, (price, shown), id, self.inner.world.now_for(tenant));
        // The campaign ends at its time, and so does what it promises.
        quote.expires_at = offer.until.map_or(quote.expires_at, |until| until.min(quote.expires_at));
        if request.firm {
            quote.profile = profile;
            check_cover(&quote.price, self.available(tenant, &quote).await?)?;
            quote.signature = Some(self.inner.signer.sign(&quote));
            self.inner.keep_quotes.ask(tenant, quote.clone()).await?;
        }
        Ok(quote)
    }

    /// The present discount of a firm quote's promo code. `None` for a quote without a discount.
    ///
    /// # Errors
    /// [`ExchangeError::Internal`] for a discount without a person, and database errors.
    pub(super) async fn promotion_facts(
        &self,
        tenant: TenantId,
        request: &OpenRequest,
    ) -> Result<Option<PromotionFacts>, ExchangeError> {
        let Some(discount) = &request.quote.price.discount else { return Ok(None) };
        let user = request.customer_status.user;
        let user = user.ok_or_else(|| ExchangeError::Internal("a discount without a person".to_owned()))?;
        let order = order_id(request.quote.id);
        let Price { from_currency, source, to_currency, sink, .. } = &request.quote.price;
        let redeemer = Redeemer {
            user: Some(user),
            order: Some(order),
            residence: request.customer_status.residence,
            from: (*from_currency, *source),
            to: (*to_currency, *sink),
        };
        let offer = self.inner.promotions.offer(tenant, &discount.code, &redeemer).await?.offer();
        let discount: Discount = discount.clone();
        let redemption = Redemption { user, order, redeemer, discount };
        let redeemed = Arc::new(Redeemed::new(redemption, Arc::clone(&self.inner.promotions)));
        Ok(Some(PromotionFacts { offer, redeemed }))
    }
}
