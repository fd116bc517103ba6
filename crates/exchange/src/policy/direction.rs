//! Which directions a policy opens: the pairs of currencies and endpoints, by country of residence and under MiCA.

use kernel::{Country, Currency, EeaPolicy, Endpoint, Payway};

use super::{FeeRule, FeeTerms, MicaMode, Policy};
use crate::ExchangeError;
use crate::rates::NOT_CONNECTED;
use crate::transaction_type::{Direction, TransactionType};

/// Every direction of the catalogue, permitted or not: each pair with each endpoint that supports that side. Services
/// that issue no codes, such as BLIK, are incoming only.
pub fn directions() -> impl Iterator<Item = Direction> {
    Currency::all().flat_map(|from_currency| {
        Currency::all().flat_map(move |to_currency| {
            sources(from_currency).flat_map(move |source| {
                let pays_out = |sink: &Endpoint| sink.payway().is_none_or(Payway::can_pay_out);
                let directed = move |sink| Direction { from_currency, source, to_currency, sink };
                let is_made = |direction: &Direction| TransactionType::of(direction).is_some();
                sources(to_currency).chain([Endpoint::Customer]).filter(pays_out).map(directed).filter(is_made)
            })
        })
    })
}

/// The payways of a currency, and its balance.
fn sources(currency: Currency) -> impl Iterator<Item = Endpoint> {
    currency.payways().iter().copied().map(Endpoint::from).chain([Endpoint::Balance])
}

impl Policy {
    /// Whether residents of a country may use this direction at all, regardless of the amount.
    ///
    /// # Errors
    /// [`ExchangeError::CountryNotAllowed`], [`ExchangeError::DirectionUnavailable`] with the reason, or
    /// [`ExchangeError::Mica`].
    pub fn allows(&self, direction: &Direction, residence: Option<Country>) -> Result<(), ExchangeError> {
        if let Some(country) = residence.filter(|country| self.forbidden.contains(country)) {
            return Err(ExchangeError::CountryNotAllowed { country });
        }
        let unavailable = |reason: String| Err(ExchangeError::DirectionUnavailable { reason });
        for currency in [direction.from_currency, direction.to_currency] {
            if self.off.contains(&currency) || !self.currencies.contains_key(&currency) {
                return unavailable(format!("{currency} is switched off"));
            }
        }
        let (from, to) = (direction.from_currency, direction.to_currency);
        for endpoint in [direction.source, direction.sink] {
            if matches!(endpoint, Endpoint::Product(product) if !self.products.contains(&product)) {
                return unavailable(format!("{} is not offered", endpoint.name()));
            }
        }
        if direction.source == Endpoint::Customer {
            return unavailable("only the customer who pays can make a transfer".to_owned());
        }
        if TransactionType::of(direction).is_none() {
            return unavailable(format!("{from} cannot be exchanged for {to}"));
        }
        if let Some(missing) = self.missing(direction) {
            return unavailable(missing);
        }
        if !direction.source.supports(from) || !direction.source.payway().is_none_or(|payway| self.takes_in(payway)) {
            return unavailable(format!("{from} cannot be paid in by {}", direction.source.name()));
        }
        if !direction.sink.supports(to) || !direction.sink.payway().is_none_or(|payway| self.pays_out(payway)) {
            return unavailable(format!("{to} cannot be paid out by {}", direction.sink.name()));
        }
        if self.is_under_mica(residence) {
            self.mica_allows(direction)?;
        }
        Ok(())
    }

    /// Whether the tenant takes `currency` by `payway` from any customer.
    ///
    /// # Errors
    /// Why not, in a sentence for operators.
    pub fn takes(&self, payway: Payway, currency: Currency) -> Result<(), String> {
        if !payway.supports(currency) {
            return Err(format!("{currency} does not travel by {}", payway.name()));
        }
        if self.off.contains(&currency) || !self.currencies.contains_key(&currency) {
            return Err(format!("{currency} is switched off"));
        }
        if !self.connected.carries(payway, currency) {
            return Err(format!("{} is not connected for {currency}", payway.name()));
        }
        if !self.takes_in(payway) {
            return Err(format!("{currency} cannot be paid in by {}", payway.name()));
        }
        Ok(())
    }

    /// A customer's own balance may always be withdrawn. An exit-only currency can be neither bought nor deposited.
    fn mica_allows(&self, direction: &Direction) -> Result<(), ExchangeError> {
        let (from, to) = (direction.from_currency, direction.to_currency);
        let leaves = direction.source.is_balance() && !direction.converts();
        if leaves {
            return Ok(());
        }
        if self.mica_mode(from) == MicaMode::Blocked {
            return Err(ExchangeError::Mica { currency: from });
        }
        if self.mica_mode(to) != MicaMode::Offered {
            return Err(ExchangeError::Mica { currency: to });
        }
        Ok(())
    }

    /// Whether MiCA (Regulation (EU) 2023/1114) applies to this country of residence; the policy decides if it is
    /// unknown.
    #[must_use]
    pub fn is_under_mica(&self, residence: Option<Country>) -> bool {
        residence.map_or(self.eea_enforced, Country::is_eea)
    }

    /// The restrictions of a currency for residents of the EEA.
    #[must_use]
    pub fn mica_mode(&self, currency: Currency) -> MicaMode {
        let usual = match currency.eea() {
            EeaPolicy::NotConcerned | EeaPolicy::Offered => MicaMode::Offered,
            EeaPolicy::ExitOnly => MicaMode::ExitOnly,
        };
        self.mica.get(&currency).copied().unwrap_or(usual)
    }

    /// The missing connection of the tenant, in a sentence.
    fn missing(&self, direction: &Direction) -> Option<String> {
        let ends = [(direction.source, direction.from_currency), (direction.sink, direction.to_currency)];
        for (endpoint, currency) in ends {
            let payway = endpoint.payway().filter(|payway| !self.connected.carries(*payway, currency));
            if let Some(payway) = payway {
                return Some(format!("{} is not connected for {currency}", payway.name()));
            }
        }
        if self.has_prices {
            return None;
        }
        let of_in = direction.source.payway().and_then(|payway| self.processing_in.get(&payway));
        let of_out = direction.sink.payway().and_then(|payway| self.processing_out.get(&payway));
        let is_foreign = |fee: &FeeTerms| fee.add.currency() != direction.from_currency;
        let is_ruled = |rule: &FeeRule| rule.fits(direction) && rule.needs_prices(direction.from_currency);
        // A fee in another currency is converted.
        let needs_prices =
            direction.converts() || of_in.or(of_out).is_some_and(is_foreign) || self.fee_rules.values().any(is_ruled);
        needs_prices.then(|| NOT_CONNECTED.to_owned())
    }

    fn takes_in(&self, payway: Payway) -> bool {
        payway.network().is_some() || self.processing_in.contains_key(&payway)
    }

    fn pays_out(&self, payway: Payway) -> bool {
        payway.network().is_some() || self.processing_out.contains_key(&payway)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn direction(from: &str, from_payway: &str, to: &str, to_payway: &str) -> Direction {
        Direction {
            from_currency: from.parse().unwrap(),
            source: from_payway.parse().unwrap(),
            to_currency: to.parse().unwrap(),
            sink: to_payway.parse().unwrap(),
        }
    }

    #[test]
    fn a_resident_of_the_eea_cannot_buy_an_exit_only_coin_but_can_sell_it() {
        let mut policy = Policy::seed();
        let buy = direction("EUR", "visamc", "USDT", "trc20");
        let sell = direction("USDT", "trc20", "EUR", "iban");
        let lives = |code: &str| Some(code.parse().unwrap());
        let code = |policy: &Policy, way: &Direction, lives| policy.allows(way, lives).err().map(|error| error.code());
        assert_eq!(code(&policy, &buy, None), Some("MICA_COMPLIANCE_ERROR"));
        assert_eq!(code(&policy, &buy, lives("UA")), None);
        assert_eq!(code(&policy, &sell, lives("PL")), None);
        policy.eea_enforced = false;
        assert_eq!(code(&policy, &buy, None), None);
        assert_eq!(code(&policy, &buy, lives("XE")), Some("MICA_COMPLIANCE_ERROR"));
        policy.mica.insert("USDT".parse().unwrap(), MicaMode::Blocked);
        assert_eq!(code(&policy, &sell, lives("PL")), Some("MICA_COMPLIANCE_ERROR"));
        policy.mica.insert("USDT".parse().unwrap(), MicaMode::Offered);
        assert_eq!(code(&policy, &buy, lives("PL")), None);
    }

    #[test]
    fn an_exit_only_currency_can_be_withdrawn_and_sold_but_not_deposited() {
        let policy = Policy::seed();
        let pl: Option<Country> = Some("PL".parse().unwrap());
        let code = |way: Direction| policy.allows(&way, pl).err().map(|error| error.code());
        assert_eq!(code(direction("USDT", "balance", "USDT", "trc20")), None);
        assert_eq!(code(direction("USDT", "balance", "EUR", "balance")), None);
        assert_eq!(code(direction("USDT", "trc20", "USDT", "balance")), Some("MICA_COMPLIANCE_ERROR"));
        assert_eq!(code(direction("EUR", "balance", "USDT", "balance")), Some("MICA_COMPLIANCE_ERROR"));
    }

    #[test]
    fn a_balance_is_an_endpoint_of_every_currency_on_either_side() {
        let policy = Policy { eea_enforced: false, ..Policy::seed() };
        let open = |way: Direction| policy.allows(&way, None).is_ok();
        assert!(open(direction("EUR", "visamc", "EUR", "balance")));
        assert!(open(direction("EUR", "visamc", "BTC", "balance")));
        assert!(open(direction("EUR", "balance", "EUR", "iban")));
        assert!(open(direction("BTC", "balance", "EUR", "iban")));
        assert!(open(direction("EUR", "balance", "PLN", "balance")));
        assert!(!open(direction("EUR", "balance", "EUR", "balance")));
        assert!(!open(direction("EUR", "visamc", "EUR", "iban")));
        assert!(!open(direction("EUR", "balance", "EUR", "blik")));
        assert!(open(direction("UAH", "balance", "UAH", "whitebit")));
        assert!(open(direction("BTC", "btc", "UAH", "whitebit")));
        assert!(!open(direction("UAH", "balance", "UAH", "mono")));
        assert!(open(direction("EUR", "balance", "EUR", "customer")));
        assert!(!open(direction("EUR", "customer", "EUR", "balance")));
        assert!(!open(direction("EUR", "visamc", "EUR", "customer")));
    }

    #[test]
    fn no_direction_is_open_to_residents_of_a_forbidden_country() {
        let mut policy = Policy::seed();
        let buy = direction("EUR", "visamc", "BTC", "btc");
        let lives: Option<Country> = Some("UA".parse().unwrap());
        assert!(policy.allows(&buy, lives).is_ok());
        policy.forbidden.extend(lives);
        assert_eq!(policy.allows(&buy, lives).unwrap_err().code(), "COUNTRY_NOT_ALLOWED");
    }

    #[test]
    fn a_direction_that_is_closed_says_why() {
        let policy = Policy::seed();
        let refused = |direction| policy.allows(&direction, None).unwrap_err().to_string();
        assert!(refused(direction("BUSD", "bep20", "EUR", "iban")).contains("BUSD is switched off"));
        assert!(refused(direction("PLN", "mono", "BTC", "btc")).contains("PLN cannot be paid in by Mono"));
        assert!(refused(direction("BTC", "ltc", "EUR", "iban")).contains("BTC cannot be paid in by Litecoin"));
    }
}
