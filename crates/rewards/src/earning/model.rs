//! The referral reward of an order. Pure.

use exchange::policy::ReferralRule;
use exchange::quote::LineKind;
use exchange::transaction::{DisputedMoney, Ending};
use exchange::{PriceBook, Status, Transaction};
use kernel::{Amount, AmountError, Currency, Endpoint, Product, Rounding};

/// 100 % in millionths.
const WHOLE_PPM: i128 = 1_000_000;

/// The rewards earned before an order, in the currency of the rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct History {
    /// The friend's earlier orders that count.
    pub orders: u32,
    /// Earned for the friend.
    pub friend: Amount,
    /// Earned by the referrer within the rule's period.
    pub period: Amount,
}

/// Why an order earns less than its share.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnpaidReason {
    /// The friend's first orders are used up.
    Orders,
    /// The most that one friend earns is reached.
    Friend,
    /// The most that a referrer earns within the period is reached.
    Period,
}

/// The referral reward of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Earned {
    /// The amount, zero or more.
    pub amount: Amount,
    /// Why it is less than the share of the fee.
    pub less: Option<UnpaidReason>,
}

/// The reward of an order with this fee: the share of the fee, rounded down to the unit, within both caps. `fee` is in the
/// currency of the rule.
///
/// # Errors
/// An amount in another currency.
pub fn earned(rule: &ReferralRule, fee: Amount, history: &History) -> Result<Earned, AmountError> {
    let (left, right) = (fee.currency(), rule.currency());
    if left != right {
        return Err(AmountError::MixedCurrencies { left, right });
    }
    let nothing = |less| Earned { amount: Amount::zero(rule.currency()), less: Some(less) };
    if history.orders >= rule.orders {
        return Ok(nothing(UnpaidReason::Orders));
    }
    let share = share_of(rule, fee);
    let left = |cap: Amount, used: Amount| Ok::<i128, AmountError>(cap.checked_sub(used)?.atoms().max(0));
    let (friend, period) = (left(rule.per_friend, history.friend)?, left(rule.per_period, history.period)?);
    let least = share.atoms().min(friend).min(period);
    let less = match least {
        least if least == share.atoms() => None,
        least if least == friend => Some(UnpaidReason::Friend),
        _ => Some(UnpaidReason::Period),
    };
    Ok(Earned { amount: Amount::new(least, rule.currency()), less })
}

/// The exact share of a fee, rounded down. Split, so that no product overflows.
fn share_of(rule: &ReferralRule, fee: Amount) -> Amount {
    let (ppm, atoms) = (i128::from(rule.share_ppm), fee.atoms().max(0));
    let atoms = atoms / WHOLE_PPM * ppm + atoms % WHOLE_PPM * ppm / WHOLE_PPM;
    Amount::new(atoms, fee.currency())
}

/// The platform's fees of a movement, one amount for each currency. Empty for a payout of rewards and for a movement
/// that was not completed.
pub(super) fn fees(movement: &Transaction) -> Vec<Amount> {
    let price = &movement.price;
    if movement.ending != Some(Ending::Completed) || price.source == Endpoint::Product(Product::Reward) {
        return Vec::new();
    }
    let mut currencies = vec![price.from_currency];
    if price.to_currency != price.from_currency {
        currencies.push(price.to_currency);
    }
    let fees = currencies.into_iter().map(|currency| price.line(LineKind::OurFee, currency));
    fees.filter(|fee| fee.is_positive()).collect()
}

/// The sum of fees in `currency`, each converted at the reference rate and rounded down. `None` if a price is missing or
/// on overflow.
pub(super) fn in_currency(fees: &[Amount], currency: Currency, prices: Option<&PriceBook>) -> Option<Amount> {
    fees.iter().try_fold(Amount::zero(currency), |sum, fee| {
        let converted = match fee.currency() == currency {
            true => *fee,
            false => prices?.rate(fee.currency(), currency)?.apply(*fee, Rounding::Down).ok()?,
        };
        sum.checked_add(converted).ok()
    })
}

/// Whether the payment of a completed movement is in dispute, or was taken back.
pub(crate) fn is_disputed(movement: &Transaction) -> bool {
    movement.is_taken_back() || movement.disputes.iter().any(|dispute| dispute.money != DisputedMoney::Kept)
}

/// Whether a movement is completed for good, as far as is known.
pub(crate) fn is_completed(movement: &Transaction) -> bool {
    movement.ending == Some(Ending::Completed) && movement.status() == Status::Done
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn eur(atoms: i128) -> Amount {
        Amount::new(atoms, Currency::EUR)
    }

    fn rules() -> impl Strategy<Value = ReferralRule> {
        (1_u32..=500_000, 1_u32..=20, 1_i128..=1_000_000, 1_i128..=5_000_000).prop_map(
            |(share_ppm, orders, friend, period)| ReferralRule {
                share_ppm,
                orders,
                per_friend: eur(friend),
                per_period: eur(period),
                ..ReferralRule::seed()
            },
        )
    }

    fn fold(rule: &ReferralRule, fees: &[i128]) -> Vec<Earned> {
        let mut history = History { orders: 0, friend: eur(0), period: eur(0) };
        let mut all = Vec::new();
        for fee in fees {
            let found = earned(rule, eur(*fee), &history).unwrap();
            history.orders += 1;
            history.friend = history.friend.checked_add(found.amount).unwrap();
            history.period = history.period.checked_add(found.amount).unwrap();
            all.push(found);
        }
        all
    }

    proptest! {
        #[test]
        fn no_sequence_of_orders_earns_more_than_the_caps_and_none_earns_more_than_its_share(
            rule in rules(), fees in prop::collection::vec(0_i128..=10_000_000, 0..40),
        ) {
            let all = fold(&rule, &fees);
            let sum: i128 = all.iter().map(|one| one.amount.atoms()).sum();
            prop_assert!(sum <= rule.per_friend.atoms() && sum <= rule.per_period.atoms());
            for (at, (one, fee)) in all.iter().zip(&fees).enumerate() {
                let share = fee * i128::from(rule.share_ppm) / WHOLE_PPM;
                prop_assert!(one.amount.atoms() >= 0 && one.amount.atoms() <= share);
                prop_assert_eq!(one.less.is_none(), one.amount.atoms() == share && at < rule.orders as usize);
                prop_assert!(at < rule.orders as usize || one.amount.is_zero());
            }
        }

        #[test]
        fn the_share_is_exact_to_the_unit_however_large_the_fee(atoms in 0_i128..=kernel::MAX_ATOMS, ppm in 1_u32..=500_000) {
            let rule = ReferralRule { share_ppm: ppm, ..ReferralRule::seed() };
            let share = share_of(&rule, eur(atoms)).atoms();
            // share <= fee * ppm / 1,000,000 < share + 1, without a product that overflows.
            let (whole, part) = (atoms / WHOLE_PPM, atoms % WHOLE_PPM);
            let rest = (share - whole * i128::from(ppm)) * WHOLE_PPM;
            let exact = part * i128::from(ppm);
            prop_assert!(rest <= exact && exact < rest + WHOLE_PPM);
        }

        #[test]
        fn a_larger_fee_never_earns_less(rule in rules(), one in 0_i128..=10_000_000, more in 0_i128..=10_000_000) {
            let history = History { orders: 0, friend: eur(0), period: eur(0) };
            let of = |fee| earned(&rule, eur(fee), &history).unwrap().amount.atoms();
            prop_assert!(of(one) <= of(one + more));
        }
    }

    #[test]
    fn each_cap_names_itself() {
        let rule = ReferralRule { orders: 2, per_friend: eur(100), per_period: eur(150), ..ReferralRule::seed() };
        let of = |orders, friend, period| {
            let history = History { orders, friend: eur(friend), period: eur(period) };
            let found = earned(&rule, eur(400), &history).unwrap();
            (found.amount.atoms(), found.less)
        };
        assert_eq!(of(0, 0, 0), (80, None));
        assert_eq!(of(1, 60, 60), (40, Some(UnpaidReason::Friend)));
        assert_eq!(of(1, 0, 140), (10, Some(UnpaidReason::Period)));
        assert_eq!(of(2, 0, 0), (0, Some(UnpaidReason::Orders)));
        assert_eq!(of(0, 200, 200), (0, Some(UnpaidReason::Friend)), "a lowered cap takes nothing back");
    }

    #[test]
    fn a_fee_in_another_currency_is_refused_and_one_without_a_price_waits() {
        let history = History { orders: 0, friend: eur(0), period: eur(0) };
        assert!(earned(&ReferralRule::seed(), Amount::new(1, Currency::PLN), &history).is_err());
        assert_eq!(in_currency(&[Amount::new(5, Currency::LTC)], Currency::EUR, None), None);
        assert_eq!(in_currency(&[eur(5), eur(7)], Currency::EUR, None), Some(eur(12)));
    }
}
