//! Chooses the balance or payway that pays for an amount that should arrive.

use kernel::{Amount, Country, Currency, Endpoint, ProfileId, TenantId};

use super::Exchange;
use crate::ExchangeError;
use crate::payway_pause;
use crate::policy::{FeePayer, Policy};
use crate::quote::{Basis, FixedSide, QuoteRequest, quote};
use crate::quoting_pause::check;
use crate::route::{Route, ranked};
use crate::spending::{SpendingBalance, spending_order, store};

/// The amount that should arrive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RouteRequest {
    /// The amount, after all fees.
    pub amount: Amount,
    /// Where: a payway, or the customer's balance.
    pub sink: Endpoint,
    /// The customer's country of residence, if declared.
    pub residence: Option<Country>,
    /// The customer, as far as fee rules ask.
    pub payer: FeePayer,
}

impl Exchange {
    /// The balances of a profile and the payways that can pay for what should arrive, best first, each with its
    /// indicative price. A payway can only bring money to the customer's own balance, in the arriving currency. `main` is the owner's main currency, for the order of spending.
    ///
    /// # Errors
    /// Unavailable rates. If all are refused, the refusal of the first one, such as an amount outside the limits.
    pub async fn routes(
        &self,
        tenant: TenantId,
        profile: ProfileId,
        main: Currency,
        wanted: &RouteRequest,
    ) -> Result<Vec<Route>, ExchangeError> {
        let policy = self.policy(tenant).await?;
        let prices = self.prices_under(&policy)?;
        let network_fee = self.network_fee(tenant, wanted.amount.currency(), wanted.sink).await?;
        let basis = Basis { policy: &policy, prices: &prices, network_fee };
        let (pauses, payway_pauses) = (self.quoting_pauses(tenant).await?, self.payway_pauses(tenant).await?);
        let now = self.inner.world.now_for(tenant);
        let balances = self.spendable(tenant, profile, main).await?.into_iter().filter(|(one, _)| !wanted.is(*one));
        let balances =
            balances.map(|(one, available)| (wanted.balance_request(one.currency), Some(available), one.enabled));
        let payways = wanted.payway_requests(&policy).map(|request| (request, None, true));
        let (mut routes, mut refusal) = (Vec::new(), None);
        for (request, available, is_enabled) in balances.chain(payways) {
            let paused = check(&pauses, (request.from_currency, request.to_currency)).map_err(ExchangeError::from);
            let off = || payway_pause::check(&payway_pauses, (request.source, request.sink), now);
            let priced = || quote(&request, basis, self.inner.world.id(), now);
            match paused.and_then(|()| Ok(off()?)).and_then(|()| priced()) {
                Ok(quote) => routes.push(Route { quote, available, is_enabled }),
                Err(error) => refusal = refusal.or(Some(error)),
            }
        }
        match refusal {
            Some(error) if routes.is_empty() => Err(error),
            _ => Ok(ranked(routes, wanted.amount.currency())),
        }
    }

    /// The balances with available money, in the order of spending.
    async fn spendable(
        &self,
        tenant: TenantId,
        profile: ProfileId,
        main: Currency,
    ) -> Result<Vec<(SpendingBalance, Amount)>, ExchangeError> {
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        let kept = store::find(tx.conn(), tenant, profile).await?;
        let mut balances = ledger::balances(tx.conn(), profile.uuid()).await?;
        balances.retain(|balance| balance.available.is_positive());
        let held: Vec<Currency> = balances.iter().map(|balance| balance.currency).collect();
        let order = spending_order(&kept, &held, main);
        let available = |currency| balances.iter().find(|one| one.currency == currency).map(|one| one.available);
        Ok(order.into_iter().filter_map(|one| Some((one, available(one.currency)?))).collect())
    }
}

impl RouteRequest {
    /// Whether the balance is the one on which it should arrive.
    fn is(&self, balance: SpendingBalance) -> bool {
        self.sink.is_balance() && balance.currency == self.amount.currency()
    }

    /// The request for the price of paying from the balance in `currency`.
    fn balance_request(&self, currency: Currency) -> QuoteRequest {
        self.from(Endpoint::Balance, currency)
    }

    /// The requests for the prices of paying in by each payway that is open to the customer.
    fn payway_requests(&self, policy: &Policy) -> impl Iterator<Item = QuoteRequest> {
        let currency = self.amount.currency();
        let payways = currency.payways().iter().filter(|_| self.sink.is_balance());
        let requests = payways.map(move |payway| self.from(Endpoint::from(*payway), currency));
        let is_open = |request: &QuoteRequest| {
            let direction = request.direction();
            direction.is_ok_and(|direction| policy.allows(&direction, self.residence).is_ok())
        };
        requests.filter(is_open)
    }

    fn from(&self, source: Endpoint, currency: Currency) -> QuoteRequest {
        QuoteRequest {
            side: None,
            source,
            sink: self.sink,
            from_currency: currency,
            to_currency: self.amount.currency(),
            fixed_side: FixedSide::To,
            amount: self.amount,
            is_unified: true,
            firm: false,
            residence: self.residence,
            payer: self.payer,
        }
    }
}
