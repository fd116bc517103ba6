use kernel::{Currency, EeaPolicy, Payway, PaywayKind};

use super::Policy;
use crate::ExchangeError;
use crate::quote::Side;

/// One way to exchange: a pair with a payway on each side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Direction {
    /// Buy, sell or swap.
    pub side: Side,
    /// What is given.
    pub from_currency: Currency,
    /// How.
    pub from_payway: Payway,
    /// What is received.
    pub to_currency: Currency,
    /// How.
    pub to_payway: Payway,
}

/// Every direction that the catalogue knows, allowed or not: each pair with each of its payways that takes money on
/// that side. BLIK and the like take money in only.
pub fn directions() -> impl Iterator<Item = Direction> {
    Currency::all().flat_map(|from_currency| {
        Currency::all().filter(move |to| *to != from_currency).flat_map(move |to_currency| {
            let side = Side::of(from_currency, to_currency);
            from_currency.payways().iter().flat_map(move |from_payway| {
                to_currency.payways().iter().filter_map(move |to_payway| {
                    let (from_payway, to_payway) = (*from_payway, *to_payway);
                    let direction = Direction { side: side?, from_currency, from_payway, to_currency, to_payway };
                    (to_payway.kind() != PaywayKind::Code).then_some(direction)
                })
            })
        })
    })
}

impl Policy {
    /// Whether this direction is open at all, whatever the amount.
    ///
    /// # Errors
    /// [`ExchangeError::DirectionUnavailable`] with the reason, or [`ExchangeError::Mica`].
    pub fn allows(&self, direction: &Direction) -> Result<(), ExchangeError> {
        let unavailable = |reason: String| Err(ExchangeError::DirectionUnavailable { reason });
        for currency in [direction.from_currency, direction.to_currency] {
            if self.off.contains(&currency) || !self.currencies.contains_key(&currency) {
                return unavailable(format!("{currency} is switched off"));
            }
        }
        let (from, to) = (direction.from_currency, direction.to_currency);
        if from == to || Side::of(from, to) != Some(direction.side) {
            return unavailable(format!("{from} cannot be exchanged for {to}"));
        }
        if !direction.from_payway.supports(from) || !self.takes_in(direction.from_payway) {
            return unavailable(format!("{from} cannot be paid in by {}", direction.from_payway.name()));
        }
        if !direction.to_payway.supports(to) || !self.pays_out(direction.to_payway) {
            return unavailable(format!("{to} cannot be paid out by {}", direction.to_payway.name()));
        }
        if self.eea_enforced && to.eea() == EeaPolicy::ExitOnly {
            return Err(ExchangeError::Mica { currency: to });
        }
        Ok(())
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
        let (from_currency, to_currency) = (from.parse().unwrap(), to.parse().unwrap());
        Direction {
            side: Side::of(from_currency, to_currency).unwrap(),
            from_currency,
            from_payway: from_payway.parse().unwrap(),
            to_currency,
            to_payway: to_payway.parse().unwrap(),
        }
    }

    #[test]
    fn a_resident_of_the_eea_cannot_buy_an_exit_only_coin_but_can_sell_it() {
        let mut policy = Policy::seed();
        let buy = direction("EUR", "visamc", "USDT", "trc20");
        assert_eq!(policy.allows(&buy).unwrap_err().code(), "MICA_COMPLIANCE_ERROR");
        assert_eq!(policy.allows(&direction("USDT", "trc20", "EUR", "iban")), Ok(()));
        policy.eea_enforced = false;
        assert_eq!(policy.allows(&buy), Ok(()));
    }

    #[test]
    fn a_direction_that_is_closed_says_why() {
        let policy = Policy::seed();
        let refused = |direction| policy.allows(&direction).unwrap_err().to_string();
        assert!(refused(direction("BUSD", "bep20", "EUR", "iban")).contains("BUSD is switched off"));
        assert!(refused(direction("UAH", "mono", "BTC", "btc")).contains("UAH cannot be paid in by Mono"));
        assert!(refused(direction("BTC", "ltc", "EUR", "iban")).contains("BTC cannot be paid in by Litecoin"));
    }
}
