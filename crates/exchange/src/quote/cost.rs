//! The total cost of an exchange in percent. Pure.

use kernel::{Amount, Rate, Rounding};

/// The total cost, fees and spread: the part of `given` that is not received, at the reference rate, in percent with two
/// decimals, rounded up. `0.00` if more is received than `given` is worth.
#[must_use]
pub fn cost_percent(given: Amount, received: Amount, reference: &Rate) -> String {
    let worth = reference.apply(given, Rounding::Up).map_or(0, Amount::atoms);
    let cost = worth.saturating_sub(received.atoms()).max(0);
    let hundredths = cost.checked_mul(10_000).and_then(|scaled| (scaled + worth - 1).checked_div(worth)).unwrap_or(0);
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

#[cfg(test)]
mod tests {
    use kernel::Currency;
    use proptest::prelude::*;

    use super::*;

    fn rate(euros: &str) -> Rate {
        Rate::from_prices(Currency::EUR, Currency::BTC, "1".parse().unwrap(), euros.parse().unwrap())
    }

    /// The text as a number of hundredths of a percent.
    fn hundredths(given: Amount, received: Amount, reference: &Rate) -> i128 {
        let text = cost_percent(given, received, reference);
        let (whole, part) = text.split_once('.').unwrap();
        assert_eq!(part.len(), 2, "{text}");
        whole.parse::<i128>().unwrap() * 100 + part.parse::<i128>().unwrap()
    }

    #[test]
    fn the_cost_of_a_purchase_has_two_decimals_and_is_rounded_up() {
        let of = |received| {
            cost_percent(Amount::new(25_000, Currency::EUR), Amount::new(received, Currency::BTC), &rate("79645.36"))
        };
        assert_eq!(of(302_905), "3.51");
        assert_eq!(of(313_891), "0.01", "the last satoshi");
        assert_eq!(of(313_892), "0.00");
        assert_eq!(of(400_000), "0.00", "more than it is worth");
    }

    proptest! {
        /// The real cost never exceeds the displayed percentage, and is at most a hundredth below it.
        #[test]
        fn the_cost_is_never_understated_and_never_a_hundredth_too_high(
            given in 1..=10_i128.pow(15), received in 0..=10_i128.pow(15), euros in 1..=1_000_000_u64,
        ) {
            let reference = rate(&euros.to_string());
            let (given, received) = (Amount::new(given, Currency::EUR), Amount::new(received, Currency::BTC));
            let worth = reference.apply(given, Rounding::Up).unwrap().atoms();
            let (told, lost) = (hundredths(given, received, &reference), (worth - received.atoms()).max(0) * 10_000);
            prop_assert!(told <= 10_000, "no more than everything");
            prop_assert!(told * worth >= lost, "{told} of {worth}");
            prop_assert!(told == 0 || (told - 1) * worth < lost, "{told} of {worth}");
        }

        /// More received for the same amount never costs more.
        #[test]
        fn the_cost_in_percent_never_rises_with_the_amount(
            given in 1..=10_i128.pow(12), received in 0..=10_i128.pow(15), more in 0..=10_i128.pow(12),
        ) {
            let of = |received| {
                hundredths(Amount::new(given, Currency::EUR), Amount::new(received, Currency::BTC), &rate("80000"))
            };
            prop_assert!(of(received + more) <= of(received));
        }
    }
}
