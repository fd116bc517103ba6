//! Prices a request, and tells the limits of a direction. A firm quote is signed and stored.

use kernel::{Amount, Country, Currency, Endpoint, ProfileId, Rounding, TenantId};

use super::Exchange;
use crate::ExchangeError;
use crate::admission::check_cover;
use crate::policy::{AmountRange, FeePayer};
use crate::quote::{Basis, Pricing, Quote, QuoteRequest, priced_pair, quote, received_range, shown_range};
use crate::quoting_pause::check;
use crate::transaction_type::Direction;

/// The limits of one direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DirectionLimits {
    /// The range of the given amount.
    pub from: AmountRange,
    /// The corresponding range of the received amount.
    pub to: AmountRange,
}

impl Exchange {
    /// Prices a request. A firm quote is signed and stored for one order of `profile`; an indicative one is not stored.
    ///
    /// # Errors
    /// A closed direction, a payway that is switched off, no rates, an amount outside the limits, a rail that does not
    /// answer; for a firm quote also [`ExchangeError::InsufficientBalance`].
    pub async fn quote(
        &self,
        tenant: TenantId,
        profile: Option<ProfileId>,
        request: &QuoteRequest,
    ) -> Result<Quote, ExchangeError> {
        let policy = self.policy(tenant).await?;
        policy.allows(&request.direction()?, request.residence)?;
        check(&self.quoting_pauses(tenant).await?, (request.from_currency, request.to_currency))?;
        self.check_payways(tenant, (request.source, request.sink)).await?;
        let prices = self.prices_under(&policy)?;
        let network_fee = self.network_fee(tenant, request.to_currency, request.sink).await?;
        let basis = Basis { policy: &policy, prices: &prices, network_fee };
        let mut quote = quote(request, basis, self.inner.world.id(), self.inner.world.now_for(tenant))?;
        if request.firm {
            quote.profile = profile;
            check_cover(&quote.price, self.available(tenant, &quote).await?)?;
            quote.signature = Some(self.inner.signer.sign(&quote));
            self.inner.keep_quotes.ask(tenant, quote.clone()).await?;
        }
        Ok(quote)
    }

    /// The limits of a direction at the present prices, for a customer.
    ///
    /// # Errors
    /// A closed direction, a payway that is switched off, no rates, or limits that contradict each other.
    pub async fn limits(
        &self,
        tenant: TenantId,
        (direction, payer): (Direction, FeePayer),
        residence: Option<Country>,
    ) -> Result<DirectionLimits, ExchangeError> {
        let policy = self.policy(tenant).await?;
        policy.allows(&direction, residence)?;
        check(&self.quoting_pauses(tenant).await?, (direction.from_currency, direction.to_currency))?;
        self.check_payways(tenant, (direction.source, direction.sink)).await?;
        let prices = self.prices_under(&policy)?;
        let network_fee = self.network_fee(tenant, direction.to_currency, direction.sink).await?;
        let basis = Basis { policy: &policy, prices: &prices, network_fee };
        let closed = || ExchangeError::DirectionUnavailable { reason: "there is no price for it now".to_owned() };
        priced_pair(&direction, &prices)?;
        let pricing = Pricing::new((direction, payer), basis).ok_or_else(closed)?;
        let from = shown_range(&pricing, basis).ok_or_else(closed)?;
        let to = received_range(&pricing, from).ok_or_else(closed)?;
        Ok(DirectionLimits { from, to })
    }

    /// The estimated network fee of sending `currency` to `sink`, in `currency`, from custody. The customer pays the
    /// quoted fee, whatever the payout costs in the end.
    pub(crate) async fn network_fee(
        &self,
        tenant: TenantId,
        currency: Currency,
        sink: Endpoint,
    ) -> Result<Option<Amount>, ExchangeError> {
        let Some(network) = sink.network() else { return Ok(None) };
        let fee = self.inner.rails.addresses.network_fee(currency, network).await?;
        if fee.currency() == currency {
            return Ok(Some(fee));
        }
        // Some chains charge their own coin for transfers of tokens.
        let prices = self.prices(tenant).await?;
        let rate = prices.rate(fee.currency(), currency);
        let converted = rate.and_then(|rate| rate.apply(fee, Rounding::Up).ok());
        converted.map(Some).ok_or_else(|| ExchangeError::Internal("a network fee without a price".to_owned()))
    }
}
