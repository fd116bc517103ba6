//! Amounts of money: a whole number of atoms of one currency, with checked arithmetic only.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::{Currency, DecimalError, format_decimal, parse_decimal};

/// The largest absolute number of atoms in an amount: the limit of `NUMERIC(38,0)`.
pub const MAX_ATOMS: i128 = 10_i128.pow(38) - 1;

/// Why an amount is invalid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AmountError {
    /// The text is not a decimal of the currency's scale.
    #[error(transparent)]
    Decimal(#[from] DecimalError),
    /// The value is negative, and this context does not allow it.
    #[error("is below zero")]
    Negative,
    /// Beyond [`MAX_ATOMS`].
    #[error("is too large")]
    TooLarge,
    /// The operands have different currencies.
    #[error("mixes {left} with {right}")]
    MixedCurrencies {
        /// The currency of the left operand.
        left: Currency,
        /// The currency of the right operand.
        right: Currency,
    },
}

/// Money: a whole number of atoms (`10^-scale` of a unit) of one currency. A difference may be negative. There is no
/// `+` operator: every operation is checked and refuses a second currency.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Amount {
    atoms: i128,
    currency: Currency,
}

impl Amount {
    /// `atoms` of `currency`.
    #[must_use]
    pub const fn new(atoms: i128, currency: Currency) -> Self {
        Self { atoms, currency }
    }

    /// Zero of `currency`.
    #[must_use]
    pub const fn zero(currency: Currency) -> Self {
        Self::new(0, currency)
    }

    /// Parses a decimal string from the wire, with at most as many decimals as the currency's scale.
    ///
    /// # Errors
    /// The text is malformed, too precise, negative or too large; see [`AmountError`].
    pub fn parse(text: &str, currency: Currency) -> Result<Self, AmountError> {
        let atoms = parse_decimal(text, currency.scale())?;
        if text.starts_with('-') {
            return Err(AmountError::Negative);
        }
        Self::new(atoms, currency).bounded()
    }

    /// The number of atoms.
    #[must_use]
    pub const fn atoms(self) -> i128 {
        self.atoms
    }

    /// The currency.
    #[must_use]
    pub const fn currency(self) -> Currency {
        self.currency
    }

    /// Whether the amount is zero.
    #[must_use]
    pub const fn is_zero(self) -> bool {
        self.atoms == 0
    }

    /// Whether the amount is above zero.
    #[must_use]
    pub const fn is_positive(self) -> bool {
        self.atoms > 0
    }

    /// Whether the amount is below zero.
    #[must_use]
    pub const fn is_negative(self) -> bool {
        self.atoms < 0
    }

    /// The sum.
    ///
    /// # Errors
    /// [`AmountError::MixedCurrencies`], [`AmountError::TooLarge`].
    pub fn checked_add(self, other: Self) -> Result<Self, AmountError> {
        self.same(other)?;
        let atoms = self.atoms.checked_add(other.atoms).ok_or(AmountError::TooLarge)?;
        Self::new(atoms, self.currency).bounded()
    }

    /// The difference, which may be negative.
    ///
    /// # Errors
    /// [`AmountError::MixedCurrencies`], [`AmountError::TooLarge`].
    pub fn checked_sub(self, other: Self) -> Result<Self, AmountError> {
        self.checked_add(other.negated())
    }

    /// The amount with the opposite sign.
    #[must_use]
    pub const fn negated(self) -> Self {
        Self::new(-self.atoms, self.currency)
    }

    /// Compares two amounts of one currency.
    ///
    /// # Errors
    /// [`AmountError::MixedCurrencies`].
    pub fn checked_cmp(self, other: Self) -> Result<std::cmp::Ordering, AmountError> {
        self.same(other)?;
        Ok(self.atoms.cmp(&other.atoms))
    }

    /// The decimal string with exactly as many decimals as the currency's scale, without the code: `250.00`.
    #[must_use]
    pub fn to_decimal(self) -> String {
        format_decimal(self.atoms, self.currency.scale())
    }

    fn same(self, other: Self) -> Result<(), AmountError> {
        if self.currency == other.currency {
            return Ok(());
        }
        Err(AmountError::MixedCurrencies { left: self.currency, right: other.currency })
    }

    fn bounded(self) -> Result<Self, AmountError> {
        if self.atoms.unsigned_abs() > MAX_ATOMS.unsigned_abs() {
            return Err(AmountError::TooLarge);
        }
        Ok(self)
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.to_decimal(), self.currency)
    }
}

impl fmt::Debug for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[derive(Serialize, Deserialize)]
struct Wire<'a> {
    #[serde(borrow)]
    amount: std::borrow::Cow<'a, str>,
    currency: Currency,
}

impl Serialize for Amount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Wire { amount: self.to_decimal().into(), currency: self.currency }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Amount {
    /// Reads `{"amount":"-1.50","currency":"EUR"}`. Unlike [`Amount::parse`], it accepts negative amounts.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let wire = Wire::deserialize(deserializer)?;
        let atoms = parse_decimal(&wire.amount, wire.currency.scale()).map_err(de::Error::custom)?;
        Self::new(atoms, wire.currency).bounded().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn any_currency() -> impl Strategy<Value = Currency> {
        (0..Currency::all().count()).prop_map(|at| Currency::all().nth(at).expect("in range"))
    }

    #[test]
    fn currencies_never_mix() {
        let euro = Amount::new(1, Currency::EUR);
        let bitcoin = Amount::new(1, Currency::BTC);
        assert!(matches!(euro.checked_add(bitcoin), Err(AmountError::MixedCurrencies { .. })));
        assert!(matches!(euro.checked_cmp(bitcoin), Err(AmountError::MixedCurrencies { .. })));
    }

    #[test]
    fn a_negative_amount_does_not_come_over_the_wire() {
        assert_eq!(Amount::parse("-0", Currency::EUR), Err(AmountError::Negative));
        assert_eq!(Amount::parse("-1.00", Currency::EUR), Err(AmountError::Negative));
    }

    proptest! {
        #[test]
        fn adding_then_taking_away_changes_nothing(
            currency in any_currency(), a in -MAX_ATOMS..=MAX_ATOMS, b in -MAX_ATOMS..=MAX_ATOMS
        ) {
            let (a, b) = (Amount::new(a, currency), Amount::new(b, currency));
            if let Ok(sum) = a.checked_add(b) {
                prop_assert_eq!(sum.atoms(), a.atoms() + b.atoms());
                prop_assert_eq!(sum.checked_sub(b), Ok(a));
            } else {
                let sum = a.atoms().checked_add(b.atoms());
                prop_assert!(sum.is_none_or(|sum| sum.abs() > MAX_ATOMS));
            }
        }

        #[test]
        fn the_wire_keeps_every_atom(currency in any_currency(), atoms in -MAX_ATOMS..=MAX_ATOMS) {
            let amount = Amount::new(atoms, currency);
            let json = serde_json::to_string(&amount).expect("serialises");
            prop_assert_eq!(serde_json::from_str::<Amount>(&json).expect("reads back"), amount);
            if atoms >= 0 {
                prop_assert_eq!(Amount::parse(&amount.to_decimal(), currency), Ok(amount));
            }
        }
    }
}
