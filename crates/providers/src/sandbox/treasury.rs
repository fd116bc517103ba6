//! The initial balances of the simulated rails, so that they can pay out currencies before any deposit.

use kernel::{Amount, Currency};

/// The initial balance of each simulated rail in the currency `code`, in its smallest unit: about ten million euro.
/// Zero for an unknown code.
#[must_use]
pub fn treasury(code: &str) -> u128 {
    let whole = match code {
        "BTC" => "100",
        "ETH" => "3000",
        "BNB" => "15000",
        "LTC" => "100000",
        "SOL" => "60000",
        "TON" => "3000000",
        "TRX" => "30000000",
        _ => "10000000",
    };
    let amount = code.parse::<Currency>().ok().and_then(|currency| Amount::parse(whole, currency).ok());
    amount.map_or(0, |amount| amount.atoms().unsigned_abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_currency_has_a_treasury() {
        for currency in Currency::all() {
            assert!(treasury(currency.code()) > 0, "{currency}");
        }
        assert_eq!((treasury("BTC"), treasury("EUR"), treasury("no such")), (10_000_000_000, 1_000_000_000, 0));
    }
}
