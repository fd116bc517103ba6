//! The domain's values as answers.

mod payment;
mod quote;
mod transaction;

pub(crate) use transaction::transaction;

use exchange::requisite::Requisite;

use crate::dto::order::RequisiteKind;
use crate::dto::payee::PayeeInfo;
use crate::dto::transaction::RequisiteInfo;

/// A requisite as its owner sees it: in full, but for a card, of which we have four digits.
pub(crate) fn requisite(requisite: &Requisite) -> RequisiteInfo {
    let info = |kind, display| RequisiteInfo { kind, display, value: None, memo: None, full_name: None, payee: None };
    match requisite {
        Requisite::Address { value, memo } => RequisiteInfo {
            value: Some(value.clone()),
            memo: memo.clone(),
            ..info(RequisiteKind::Address, shortened(value))
        },
        Requisite::Iban { value, full_name, payee } => RequisiteInfo {
            value: Some(value.clone()),
            full_name: Some(full_name.clone()),
            payee: payee.as_deref().map(PayeeInfo::from),
            ..info(RequisiteKind::Iban, shortened(value))
        },
        Requisite::Card { card } => info(RequisiteKind::Card, format!("{} •••• {}", card.brand, card.last4)),
    }
}

/// The first six and the last four characters (specification, section 9: eight and more are shortened in the middle).
pub(crate) fn shortened(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    if letters.len() <= 12 {
        return text.to_owned();
    }
    let end = letters.len() - 4;
    letters[..6].iter().chain(['…'].iter()).chain(&letters[end..]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_address_keeps_its_ends() {
        assert_eq!(shortened("ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9"), "ltc1qw…n4n9");
        assert_eq!(shortened("short"), "short");
    }
}
