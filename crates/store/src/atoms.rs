//! Amounts in their smallest unit: conversion between `i128` and `NUMERIC(38,0)`.
//!
//! sqlx's own decimal types either overflow at a million dollars of SHIB or use big-number arithmetic. The wire format
//! is base-10000 digits with the weight of the first digit, so a short loop converts from and to an integer.

use sqlx::encode::IsNull;
use sqlx::error::BoxDynError;
use sqlx::postgres::types::Oid;
use sqlx::postgres::{PgArgumentBuffer, PgHasArrayType, PgTypeInfo, PgValueFormat, PgValueRef};

use sqlx::{Decode, Encode, Postgres, Type};

const NUMERIC: Oid = Oid(1700);
const NUMERIC_ARRAY: Oid = Oid(1231);
const BASE: u128 = 10_000;
const NEGATIVE: u16 = 0x4000;
const POSITIVE: u16 = 0x0000;

/// A number of a currency's smallest units, as stored in a `NUMERIC(38,0)` column.
///
/// In checked queries: `SELECT amount AS "amount: Atoms"`, and `$1` bound as `Atoms(x) as _` or `&[Atoms] as _`.
/// Values beyond 38 digits fit `i128` but not the column: the database refuses them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Atoms(pub i128);

impl Type<Postgres> for Atoms {
    fn type_info() -> PgTypeInfo {
        PgTypeInfo::with_oid(NUMERIC)
    }
}

impl PgHasArrayType for Atoms {
    fn array_type_info() -> PgTypeInfo {
        PgTypeInfo::with_oid(NUMERIC_ARRAY)
    }
}

impl Encode<'_, Postgres> for Atoms {
    fn encode_by_ref(&self, buf: &mut PgArgumentBuffer) -> Result<IsNull, BoxDynError> {
        // i128 has at most 39 decimal digits, hence ten digits of base 10000, lowest first here.
        let mut digits = [0_u16; 10];
        let mut used = 0;
        let mut rest = self.0.unsigned_abs();
        while rest > 0 {
            digits[used] = (rest % BASE) as u16;
            rest /= BASE;
            used += 1;
        }
        // PostgreSQL omits trailing zero digits (the weight implies them). Both forms are read; the short one is
        // canonical.
        let skip = digits[..used].iter().take_while(|d| **d == 0).count();
        let weight = used.saturating_sub(1) as i16;
        let sign = if self.0 < 0 { NEGATIVE } else { POSITIVE };
        buf.extend_from_slice(&((used - skip) as u16).to_be_bytes());
        buf.extend_from_slice(&weight.to_be_bytes());
        buf.extend_from_slice(&sign.to_be_bytes());
        buf.extend_from_slice(&0_u16.to_be_bytes());
        for digit in digits[skip..used].iter().rev() {
            buf.extend_from_slice(&digit.to_be_bytes());
        }
        Ok(IsNull::No)
    }
}

impl Decode<'_, Postgres> for Atoms {
    fn decode(value: PgValueRef<'_>) -> Result<Self, BoxDynError> {
        match value.format() {
            PgValueFormat::Binary => from_wire(value.as_bytes()?),
            PgValueFormat::Text => Ok(Atoms(value.as_str()?.parse()?)),
        }
    }
}

/// Reads the binary form: count, weight of the first digit, sign, display scale, then the digits.
fn from_wire(bytes: &[u8]) -> Result<Atoms, BoxDynError> {
    let mut fields = bytes.chunks_exact(2).map(|b| u16::from_be_bytes([b[0], b[1]]));
    let mut next = || fields.next().ok_or("a NUMERIC value is cut short");
    let count = i32::from(next()?);
    let weight = i32::from(next()? as i16);
    let sign = next()?;
    let _display_scale = next()?;
    if sign != POSITIVE && sign != NEGATIVE {
        return Err("a NUMERIC amount is not a number or infinite".into());
    }
    let mut total: u128 = 0;
    for place in 0..count.max(weight + 1) {
        let digit = if place < count { u128::from(next()?) } else { 0 };
        if place > weight {
            if digit != 0 {
                return Err("a NUMERIC amount has a fraction".into());
            }
            continue;
        }
        total = total.checked_mul(BASE).and_then(|t| t.checked_add(digit)).ok_or("a NUMERIC amount is too large")?;
    }
    signed(total, sign == NEGATIVE).map(Atoms).ok_or_else(|| "a NUMERIC amount is too large".into())
}

fn signed(magnitude: u128, negative: bool) -> Option<i128> {
    if negative { 0_i128.checked_sub_unsigned(magnitude) } else { i128::try_from(magnitude).ok() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn wire(atoms: Atoms) -> Vec<u8> {
        let mut buf = PgArgumentBuffer::default();
        let _ = atoms.encode_by_ref(&mut buf).expect("an integer always encodes");
        buf.to_vec()
    }

    proptest! {
        #[test]
        fn every_integer_survives_the_wire(value: i128) {
            prop_assert_eq!(from_wire(&wire(Atoms(value))).unwrap(), Atoms(value));
        }

        #[test]
        fn bytes_from_anywhere_never_panic(bytes: Vec<u8>) {
            let _ = from_wire(&bytes);
        }
    }

    #[test]
    fn the_edges_survive_the_wire() {
        for value in [0, 1, -1, 9_999, 10_000, 100_000_000, i128::MAX, i128::MIN, 10_i128.pow(38)] {
            assert_eq!(from_wire(&wire(Atoms(value))).unwrap(), Atoms(value));
        }
    }

    #[test]
    fn fractions_and_not_a_number_are_refused() {
        let half = [0, 1, 0xff, 0xff, 0, 0, 0, 1, 0x13, 0x88];
        let nan = [0, 0, 0, 0, 0xc0, 0, 0, 0];
        assert!(from_wire(&half).unwrap_err().to_string().contains("fraction"));
        assert!(from_wire(&nan).unwrap_err().to_string().contains("not a number"));
    }
}
