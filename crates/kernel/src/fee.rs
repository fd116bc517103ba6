//! Fees: a fixed part and a part of the amount in millionths, within a minimum and a maximum.

use serde::{Deserialize, Serialize};

use crate::rate::mul_div;
use crate::{Amount, AmountError, Currency, Rounding};

crate::codes! {
    /// The specification's three kinds of fee.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "UPPERCASE")]
    pub enum FeeKind {
        /// A fixed amount.
        Add = "ADD",
        /// A fraction of the amount.
        Mult = "MULT",
        /// Both together.
        Cooperate = "COOPERATE",
    }
}

/// A fee in one currency: `add` plus `mult_ppm` millionths of the amount, limited to the range from `min` to `max`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fee {
    /// The fixed part; zero for [`FeeKind::Mult`].
    pub add: Amount,
    /// The fraction in millionths: 24,000 is 2.4 %.
    pub mult_ppm: u32,
    /// The minimum fee.
    pub min: Option<Amount>,
    /// The maximum fee.
    pub max: Option<Amount>,
}

impl Fee {
    /// A fee of zero.
    #[must_use]
    pub const fn free(currency: Currency) -> Self {
        Self { add: Amount::zero(currency), mult_ppm: 0, min: None, max: None }
    }

    /// A fixed fee.
    #[must_use]
    pub const fn add(add: Amount) -> Self {
        Self { add, mult_ppm: 0, min: None, max: None }
    }

    /// A fraction in millionths.
    #[must_use]
    pub const fn mult(currency: Currency, mult_ppm: u32) -> Self {
        Self { add: Amount::zero(currency), mult_ppm, min: None, max: None }
    }

    /// A fixed part and a fraction in millionths.
    #[must_use]
    pub const fn cooperate(add: Amount, mult_ppm: u32) -> Self {
        Self { add, mult_ppm, min: None, max: None }
    }

    /// The same fee with a minimum.
    #[must_use]
    pub const fn at_least(mut self, min: Amount) -> Self {
        self.min = Some(min);
        self
    }

    /// The same fee with a maximum.
    #[must_use]
    pub const fn at_most(mut self, max: Amount) -> Self {
        self.max = Some(max);
        self
    }

    /// The currency in which the fee is charged.
    #[must_use]
    pub const fn currency(&self) -> Currency {
        self.add.currency()
    }

    /// The specification's kind of this fee.
    #[must_use]
    pub const fn kind(&self) -> FeeKind {
        match (self.add.is_zero(), self.mult_ppm) {
            (_, 0) => FeeKind::Add,
            (true, _) => FeeKind::Mult,
            (false, _) => FeeKind::Cooperate,
        }
    }

    /// The fraction in percent, without the sign, as the specification shows it: 24,000 ppm is `2.4`.
    #[must_use]
    pub fn percent(&self) -> String {
        let text = crate::format_decimal(i128::from(self.mult_ppm), 4);
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    }

    /// The fee on `amount`. A fraction of an atom is rounded up, in the platform's favour.
    ///
    /// # Errors
    /// A different currency, a negative amount, or an amount too large for the arithmetic.
    pub fn of(&self, amount: Amount) -> Result<Amount, AmountError> {
        let part = mul_div(amount.atoms(), u128::from(self.mult_ppm), 1_000_000, Rounding::Up)?;
        let mut fee = self.add.checked_add(Amount::new(part, amount.currency()))?;
        if let Some(min) = self.min
            && fee.checked_cmp(min)?.is_lt()
        {
            fee = min;
        }
        if let Some(max) = self.max
            && fee.checked_cmp(max)?.is_gt()
        {
            fee = max;
        }
        Ok(fee)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn euro(text: &str) -> Amount {
        Amount::parse(text, Currency::EUR).expect("an amount")
    }

    #[test]
    fn a_card_fee_is_a_fixed_part_and_a_fraction() {
        let fee = Fee::cooperate(euro("0.25"), 24_000);
        assert_eq!(fee.of(euro("250.00")), Ok(euro("6.25")));
        assert_eq!((fee.kind(), fee.percent().as_str()), (FeeKind::Cooperate, "2.4"));
        let fee = Fee::mult(Currency::EUR, 10_000).at_least(euro("0.99"));
        assert_eq!(fee.of(euro("20.00")), Ok(euro("0.99")));
        assert_eq!(fee.of(euro("100.01")), Ok(euro("1.01")));
    }

    proptest! {
        #[test]
        fn a_larger_amount_never_pays_less(
            a in 0..10_i128.pow(30), b in 0..10_i128.pow(30), ppm in 0..=1_000_000_u32,
            add in 0..10_i128.pow(6), min in 0..10_i128.pow(8), more in 0..10_i128.pow(8)
        ) {
            let of = |atoms| Amount::new(atoms, Currency::SHIB);
            let fee = Fee::cooperate(of(add), ppm).at_least(of(min)).at_most(of(min + more));
            let (low, high) = (fee.of(of(a.min(b))).expect("fits"), fee.of(of(a.max(b))).expect("fits"));
            prop_assert!(low.atoms() <= high.atoms());
            prop_assert!(low.atoms() >= min && high.atoms() <= min + more);
        }
    }
}
