//! Decimal strings to whole atoms and back, without rounding and without ambiguous forms.

use std::fmt::Write as _;

/// Why a decimal string is invalid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DecimalError {
    /// The text does not match `-?digits[.digits]`.
    #[error("is not a decimal number")]
    Malformed,
    /// More fraction digits than the scale; money is never rounded silently.
    #[error("has more than {scale} decimals")]
    TooPrecise {
        /// The scale.
        scale: u8,
    },
    /// The value does not fit 128 bits.
    #[error("is too large")]
    TooLarge,
}

/// Parses `-?digits[.digits]` into atoms of `10^-scale`. Refuses every ambiguous form: exponents, separators, a leading
/// `+`, a bare dot.
///
/// # Errors
/// See [`DecimalError`]; zeros beyond the scale (`1.000` at scale 2) are refused too.
pub fn parse_decimal(text: &str, scale: u8) -> Result<i128, DecimalError> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (whole, fraction) = match digits.split_once('.') {
        Some((_, "")) => return Err(DecimalError::Malformed),
        Some((whole, fraction)) => (whole, fraction),
        None => (digits, ""),
    };
    let all_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !all_digits(whole) || !all_digits(fraction) {
        return Err(DecimalError::Malformed);
    }
    if fraction.len() > usize::from(scale) {
        return Err(DecimalError::TooPrecise { scale });
    }
    let zeros = usize::from(scale) - fraction.len();
    let padding = std::iter::repeat_n(b'0', zeros);
    let mut atoms: i128 = 0;
    for byte in whole.bytes().chain(fraction.bytes()).chain(padding) {
        atoms = atoms
            .checked_mul(10)
            .and_then(|atoms| atoms.checked_add(i128::from(byte - b'0')))
            .ok_or(DecimalError::TooLarge)?;
    }
    Ok(if negative { -atoms } else { atoms })
}

/// Formats atoms of `10^-scale` with exactly `scale` decimals; the inverse of [`parse_decimal`].
#[must_use]
pub fn format_decimal(atoms: i128, scale: u8) -> String {
    let sign = if atoms < 0 { "-" } else { "" };
    let digits = format!("{:0width$}", atoms.unsigned_abs(), width = usize::from(scale) + 1);
    let (whole, fraction) = digits.split_at(digits.len() - usize::from(scale));
    let mut text = format!("{sign}{whole}");
    if !fraction.is_empty() {
        let _ = write!(text, ".{fraction}");
    }
    text
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn ambiguous_decimals_are_refused() {
        for text in ["", "-", ".", "1.", ".5", "+1", "1e3", "1,5", " 1", "1 000", "--1", "1.2.3", "٣", "0x1"] {
            assert_eq!(parse_decimal(text, 8), Err(DecimalError::Malformed), "{text:?}");
        }
        assert_eq!(parse_decimal("1.000", 2), Err(DecimalError::TooPrecise { scale: 2 }));
        assert_eq!(parse_decimal(&"9".repeat(40), 0), Err(DecimalError::TooLarge));
    }

    #[test]
    fn the_whole_supply_of_shib_fits() {
        let supply = parse_decimal("589735030408323.754", 18).expect("fits");
        assert_eq!(supply, 589_735_030_408_323_754_000_000_000_000_000);
        assert_eq!(format_decimal(supply, 18), "589735030408323.754000000000000000");
    }

    proptest! {
        #[test]
        fn print_then_parse_is_the_same_number(atoms in -i128::MAX..i128::MAX, scale in 0u8..=18) {
            prop_assert_eq!(parse_decimal(&format_decimal(atoms, scale), scale), Ok(atoms));
        }

        #[test]
        fn parse_then_print_only_adds_zeros(whole in 0u64.., fraction in "[0-9]{1,18}") {
            let text = format!("{whole}.{fraction}");
            let atoms = parse_decimal(&text, 18).expect("well formed");
            let printed = format_decimal(atoms, 18);
            prop_assert!(printed.starts_with(&text), "{} is not the start of {}", text, printed);
            prop_assert!(printed[text.len()..].bytes().all(|byte| byte == b'0'));
        }

        #[test]
        fn no_text_panics(text in ".{0,60}", scale in 0u8..=18) {
            let _ = parse_decimal(&text, scale);
        }
    }
}
