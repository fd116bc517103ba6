//! Prices in euro and exact exchange rates as fractions. Every conversion names its rounding.

use std::fmt;
use std::str::FromStr;

use ethnum::U256;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::{Amount, AmountError, Currency, DecimalError, MAX_ATOMS, format_decimal, parse_decimal};

/// The rounding of a fraction of an atom. Always an explicit argument, never a default.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rounding {
    /// Down to the atom below.
    Down,
    /// Up to the atom above.
    Up,
    /// To the nearest atom, and to the even one on a tie.
    HalfEven,
}

/// The price of one unit in euro, with twelve decimals; always above zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Price(u128);

impl Price {
    /// The number of decimals of a price.
    pub const SCALE: u8 = 12;
    /// One euro.
    pub const ONE: Self = Self(1_000_000_000_000);
    /// The highest price: ten thousand million euro a unit. This bound keeps every cross rate inside 128 bits.
    pub const MAX: Self = Self(10_u128.pow(22));

    /// A price of `parts` times 10^-12 euro; `None` for zero and above [`Price::MAX`].
    #[must_use]
    pub const fn from_parts(parts: u128) -> Option<Self> {
        if parts == 0 || parts > Self::MAX.0 { None } else { Some(Self(parts)) }
    }

    /// The price in units of 10^-12 euro.
    #[must_use]
    pub const fn parts(self) -> u128 {
        self.0
    }
}

impl FromStr for Price {
    type Err = DecimalError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parts = u128::try_from(parse_decimal(text, Self::SCALE)?).map_err(|_| DecimalError::Malformed)?;
        Self::from_parts(parts).ok_or(DecimalError::TooLarge)
    }
}

impl fmt::Display for Price {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&format_decimal(i128::try_from(self.0).unwrap_or(i128::MAX), Self::SCALE))
    }
}

impl Serialize for Price {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Price {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
        text.parse().map_err(de::Error::custom)
    }
}

/// An exact exchange rate: `numerator / denominator` atoms of `to` for one atom of `from`, in lowest terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Rate {
    from: Currency,
    to: Currency,
    #[serde(with = "as_text")]
    numerator: u128,
    #[serde(with = "as_text")]
    denominator: u128,
}

/// JSON carries 128-bit numbers as text, so that no reader converts them to floats.
mod as_text {
    use serde::{Deserialize, Deserializer, Serializer, de};

    pub fn serialize<S: Serializer>(value: &u128, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u128, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
        text.parse().map_err(de::Error::custom)
    }
}

impl Rate {
    /// `numerator` atoms of `to` for `denominator` atoms of `from`; `None` if either is zero.
    #[must_use]
    pub fn new(from: Currency, to: Currency, numerator: u128, denominator: u128) -> Option<Self> {
        if numerator == 0 || denominator == 0 {
            return None;
        }
        let divisor = gcd(numerator, denominator);
        Some(Self { from, to, numerator: numerator / divisor, denominator: denominator / divisor })
    }

    /// The rate of a currency to itself.
    #[must_use]
    pub const fn one(currency: Currency) -> Self {
        Self { from: currency, to: currency, numerator: 1, denominator: 1 }
    }

    /// The cross rate of two prices in euro.
    #[must_use]
    pub fn from_prices(from: Currency, to: Currency, price_from: Price, price_to: Price) -> Self {
        let shift = i32::from(to.scale()) - i32::from(from.scale());
        let power = 10_u128.pow(shift.unsigned_abs());
        let (up, down) = if shift >= 0 { (power, 1) } else { (1, power) };
        // At most 10^22 * 10^16: the scales in the currency table differ by at most 16, so both fit 128 bits.
        Self::new(from, to, price_from.0 * up, price_to.0 * down).expect("prices and powers are above zero")
    }

    /// The source currency.
    #[must_use]
    pub const fn from(&self) -> Currency {
        self.from
    }

    /// The target currency.
    #[must_use]
    pub const fn to(&self) -> Currency {
        self.to
    }

    /// Converts `amount` from the source into the target currency.
    ///
    /// # Errors
    /// A different currency, a negative amount, or a result beyond the limit of an amount.
    pub fn apply(&self, amount: Amount, rounding: Rounding) -> Result<Amount, AmountError> {
        if amount.currency() != self.from {
            return Err(AmountError::MixedCurrencies { left: amount.currency(), right: self.from });
        }
        let atoms = mul_div(amount.atoms(), self.numerator, self.denominator, rounding)?;
        Ok(Amount::new(atoms, self.to))
    }

    /// The inverse rate.
    #[must_use]
    pub const fn inverse(&self) -> Self {
        Self { from: self.to, to: self.from, numerator: self.denominator, denominator: self.numerator }
    }

    /// Whether this rate gives at least as much as `other`; `None` for another pair of currencies.
    #[must_use]
    pub fn is_at_least(&self, other: &Self) -> Option<bool> {
        let product = |numerator: u128, denominator: u128| U256::from(numerator) * U256::from(denominator);
        let is_same_pair = (self.from, self.to) == (other.from, other.to);
        is_same_pair.then(|| product(self.numerator, other.denominator) >= product(other.numerator, self.denominator))
    }

    /// The rate reduced by `ppm` millionths of the target amount; `None` if the result is zero or does not fit.
    #[must_use]
    pub fn less_ppm(&self, ppm: u32) -> Option<Self> {
        let (mut kept, mut whole) = (u128::from(1_000_000_u32.checked_sub(ppm)?), 1_000_000_u128);
        let shared = gcd(kept, whole);
        (kept, whole) = (kept / shared, whole / shared);
        let (left, right) = (gcd(kept, self.denominator), gcd(whole, self.numerator));
        let numerator = (self.numerator / right).checked_mul(kept / left)?;
        let denominator = (self.denominator / left).checked_mul(whole / right)?;
        Self::new(self.from, self.to, numerator, denominator)
    }

    /// Units of `to` for one unit of `from`, with up to `significant` digits, truncated and without trailing zeros. For
    /// display only; never for calculations.
    #[must_use]
    pub fn to_decimal(&self, significant: u8) -> String {
        let shift = i32::from(self.from.scale()) - i32::from(self.to.scale());
        let wanted = U256::from(10_u8).pow(u32::from(significant.clamp(1, 30)));
        let mut best = (U256::ZERO, 0_u8);
        for decimals in 0..=30_u8 {
            let Some(value) = self.scaled(shift + i32::from(decimals)) else { break };
            if decimals > 0 && value >= wanted {
                break;
            }
            best = (value, decimals);
        }
        let atoms = i128::try_from(best.0).unwrap_or(i128::MAX);
        let text = format_decimal(atoms, best.1);
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
    }

    fn scaled(&self, power: i32) -> Option<U256> {
        let factor = U256::from(10_u8).checked_pow(power.unsigned_abs())?;
        let (numerator, denominator) = (U256::from(self.numerator), U256::from(self.denominator));
        if power >= 0 {
            Some(numerator.checked_mul(factor)? / denominator)
        } else {
            Some(numerator / denominator.checked_mul(factor)?)
        }
    }
}

/// `atoms * numerator / denominator`, exact in 256 bits, then rounded once.
pub(crate) fn mul_div(
    atoms: i128,
    numerator: u128,
    denominator: u128,
    rounding: Rounding,
) -> Result<i128, AmountError> {
    let atoms = u128::try_from(atoms).map_err(|_| AmountError::Negative)?;
    let product = U256::from(atoms) * U256::from(numerator);
    let denominator = U256::from(denominator);
    let (quotient, remainder) = (product / denominator, product % denominator);
    let up = match rounding {
        Rounding::Down => false,
        Rounding::Up => remainder > 0,
        Rounding::HalfEven => {
            let rest = denominator - remainder;
            remainder > rest || (remainder == rest && quotient % 2 == 1)
        }
    };
    let rounded = if up { quotient + 1 } else { quotient };
    let rounded = i128::try_from(rounded).map_err(|_| AmountError::TooLarge)?;
    if rounded > MAX_ATOMS { Err(AmountError::TooLarge) } else { Ok(rounded) }
}

const fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn price(text: &str) -> Price {
        text.parse().expect("a price")
    }

    fn any_currency() -> impl Strategy<Value = Currency> {
        (0..Currency::all().count()).prop_map(|at| Currency::all().nth(at).expect("in range"))
    }

    fn any_rate() -> impl Strategy<Value = Rate> {
        (any_currency(), any_currency(), 1..=Price::MAX.0, 1..=Price::MAX.0)
            .prop_map(|(from, to, a, b)| Rate::from_prices(from, to, Price(a), Price(b)))
    }

    #[test]
    fn a_person_reads_the_rate_in_units() {
        let rate = Rate::from_prices(Currency::EUR, Currency::USDT, price("1"), price("0.854803"));
        assert_eq!(rate.to_decimal(6), "1.16986");
        assert_eq!(
            rate.apply(Amount::parse("246.10", Currency::EUR).expect("ok"), Rounding::Down).expect("fits").to_decimal(),
            "287.902592"
        );
        let rate = Rate::from_prices(Currency::EUR, Currency::SHIB, price("1"), price("0.00001"));
        assert_eq!(rate.to_decimal(6), "100000");
        assert_eq!(rate.inverse().to_decimal(6), "0.00001");
        let rate = Rate::from_prices(Currency::SHIB, Currency::BTC, price("0.0000102347"), price("80000"));
        assert_eq!(rate.to_decimal(6), "0.000000000127933");
    }

    proptest! {
        #[test]
        fn converting_there_and_back_never_gains_an_atom(rate in any_rate(), atoms in 0..=MAX_ATOMS) {
            let given = Amount::new(atoms, rate.from());
            if let Ok(received) = rate.apply(given, Rounding::Down)
                && let Ok(back) = rate.inverse().apply(received, Rounding::Down) {
                prop_assert!(back.atoms() <= given.atoms());
            }
        }

        #[test]
        fn more_given_is_never_less_received(rate in any_rate(), a in 0..=MAX_ATOMS, b in 0..=MAX_ATOMS) {
            let (low, high) = (a.min(b), a.max(b));
            let worth = |atoms| rate.apply(Amount::new(atoms, rate.from()), Rounding::Down);
            if let (Ok(low), Ok(high)) = (worth(low), worth(high)) {
                prop_assert!(low.atoms() <= high.atoms());
            }
        }

        #[test]
        fn roundings_differ_by_one_atom_at_most(rate in any_rate(), atoms in 0..10_i128.pow(30)) {
            let amount = Amount::new(atoms, rate.from());
            if let (Ok(down), Ok(near), Ok(up)) = (
                rate.apply(amount, Rounding::Down), rate.apply(amount, Rounding::HalfEven), rate.apply(amount, Rounding::Up),
            ) {
                prop_assert!(down.atoms() <= near.atoms() && near.atoms() <= up.atoms());
                prop_assert!(up.atoms() - down.atoms() <= 1);
            }
        }

        #[test]
        fn a_spread_only_reduces_the_received_amount(rate in any_rate(), ppm in 0..1_000_000_u32, atoms in 0..10_i128.pow(24)) {
            if let Some(less) = rate.less_ppm(ppm) {
                let amount = Amount::new(atoms, rate.from());
                if let (Ok(with), Ok(without)) = (less.apply(amount, Rounding::Down), rate.apply(amount, Rounding::Down)) {
                    prop_assert!(with.atoms() <= without.atoms());
                }
            }
        }

        #[test]
        fn json_keeps_the_fraction(rate in any_rate()) {
            let json = serde_json::to_string(&rate).expect("serialises");
            prop_assert_eq!(serde_json::from_str::<Rate>(&json).expect("reads back"), rate);
            prop_assert!(!rate.to_decimal(8).is_empty());
        }
    }
}
