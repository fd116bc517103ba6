//! Text search in transactions: by short reference, by amount, and by the details of a counterparty.

use kernel::{Amount, TransactionId};

use crate::requisite::{Party, Requisite};
use crate::short_reference;
use crate::transaction::{Destination, Leg, Transaction};

/// The minimum length of a search text, in characters.
pub const SEARCH_CHARS_MIN: usize = 2;
/// The maximum length of a search text, in characters.
pub const SEARCH_CHARS_MAX: usize = 100;
/// The minimum number of characters to match a short reference.
const REFERENCE_CHARS_MIN: usize = 4;

/// A search text: a prefix of a short reference or of an amount, or a substring of a counterparty's details.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchText {
    /// The text in lower case.
    text: String,
    /// The text as a short reference without the hyphen; empty if it cannot be one.
    reference: String,
    /// The text as an amount; empty if it cannot be one.
    amount: String,
}

impl SearchText {
    /// Parses the user's input. `None` outside [`SEARCH_CHARS_MIN`] to [`SEARCH_CHARS_MAX`] characters.
    #[must_use]
    pub fn parse(typed: &str) -> Option<Self> {
        let text = typed.trim().to_lowercase();
        let fits = (SEARCH_CHARS_MIN..=SEARCH_CHARS_MAX).contains(&text.chars().count());
        fits.then(|| Self { reference: as_reference(&text), amount: as_amount(&text), text })
    }

    /// Whether the text occurs in the transaction's reference, in one of its amounts, or in its counterparties'
    /// details.
    #[must_use]
    pub fn is_in(&self, transaction: &Transaction) -> bool {
        self.names(transaction.id)
            || amounts(transaction).into_iter().any(|amount| self.is_amount(amount))
            || texts(transaction).any(|text| text.to_lowercase().contains(&self.text))
    }

    /// Whether the text is a prefix of the transaction's short reference.
    #[must_use]
    pub fn names(&self, id: TransactionId) -> bool {
        !self.reference.is_empty() && short_reference(id).replace('-', "").starts_with(&self.reference)
    }

    /// Whether the text is a prefix of the amount, ignoring the sign.
    #[must_use]
    pub fn is_amount(&self, amount: Amount) -> bool {
        let written = amount.to_decimal();
        !self.amount.is_empty() && written.trim_start_matches('-').starts_with(&self.amount)
    }
}

/// Converts the text to Crockford's Base32 alphabet, and maps look-alike letters.
fn as_reference(text: &str) -> String {
    let letters = text.chars().filter(|letter| !matches!(letter, '-' | ' '));
    let read: String = letters.map(|letter| letter.to_ascii_uppercase()).map(unmistaken).collect();
    let is_reference =
        read.chars().all(|letter| letter.is_ascii_alphanumeric()) && (REFERENCE_CHARS_MIN..=8).contains(&read.len());
    if is_reference { read } else { String::new() }
}

const fn unmistaken(letter: char) -> char {
    match letter {
        'O' => '0',
        'I' | 'L' => '1',
        other => other,
    }
}

/// The digits and the decimal point. The last comma or point is the decimal mark; spaces and other marks group
/// thousands. Drops the sign.
fn as_amount(text: &str) -> String {
    let bare: String =
        text.chars().filter(|mark| !mark.is_whitespace() && !matches!(mark, '+' | '-' | '−' | '\'' | '’')).collect();
    let is_number = bare.starts_with(|first: char| first.is_ascii_digit())
        && bare.chars().all(|mark| mark.is_ascii_digit() || matches!(mark, '.' | ','));
    if !is_number {
        return String::new();
    }
    let digits = |part: &str| part.chars().filter(char::is_ascii_digit).collect::<String>();
    match bare.rfind(['.', ',']) {
        Some(mark) => format!("{}.{}", digits(&bare[..mark]), digits(&bare[mark..])),
        None => bare,
    }
}

/// Every amount of the transaction that its owner sees.
fn amounts(transaction: &Transaction) -> Vec<Amount> {
    let summary = transaction.summary();
    let refund = summary.refund.map(|refund| refund.amount);
    let became = [Some(summary.headline.amount), summary.paid, summary.deposited, summary.held, refund];
    let ordered = [transaction.price.from_amount, transaction.price.to_amount];
    ordered.into_iter().chain(became.into_iter().flatten()).collect()
}

/// The counterparties' details: names, addresses, accounts, cards and rail references.
fn texts(transaction: &Transaction) -> impl Iterator<Item = String> {
    transaction.requisite().into_iter().flat_map(requisite_texts).chain(transaction.legs.iter().flat_map(leg_texts))
}

fn leg_texts(leg: &Leg) -> Vec<String> {
    match leg {
        Leg::Collect(collect) => {
            let payers = collect.payments.iter().filter_map(|payment| payment.payer.clone());
            collect.payments.iter().map(|payment| payment.reference.clone()).chain(payers).collect()
        }
        Leg::PayOut(payout) => {
            let to = match &payout.to {
                Destination::Requisite(requisite) | Destination::Refund(requisite) => requisite_texts(requisite),
                Destination::Payer { .. } | Destination::Issuer { .. } => Vec::new(),
            };
            payout.reference.clone().into_iter().chain(to).collect()
        }
        // What the receiver of a transfer sees of its payer, and the payer of the receiver.
        Leg::Draw(draw) => draw.payer.iter().flat_map(party_texts).collect(),
        Leg::Credit(credit) => credit.to.iter().flat_map(party_texts).collect(),
        Leg::Convert(_) | Leg::Fee(_) => Vec::new(),
    }
}

fn requisite_texts(requisite: &Requisite) -> Vec<String> {
    match requisite {
        Requisite::Address { value, memo } => memo.iter().chain([value]).cloned().collect(),
        Requisite::Iban { value, full_name, .. } => vec![value.clone(), full_name.clone()],
        Requisite::Card { card } => vec![format!("{} {}", card.brand, card.last4)],
        Requisite::Customer(party) => party_texts(party),
        Requisite::Code => Vec::new(),
    }
}

fn party_texts(party: &Party) -> Vec<String> {
    [Some(&party.name), party.contact.as_ref(), party.note.as_ref()].into_iter().flatten().cloned().collect()
}

#[cfg(test)]
mod tests {
    use kernel::Currency;
    use uuid::Uuid;

    use super::*;

    fn text(typed: &str) -> SearchText {
        SearchText::parse(typed).unwrap()
    }

    #[test]
    fn a_reference_is_found_by_its_beginning_however_it_is_typed() {
        // 28T5-CY4T
        let id = TransactionId::from_uuid(Uuid::from_u128(0x0197_0000_0000_7000_8000_0012_3456_789a));
        for typed in ["28T5-CY4T", "28t5 cy4t", "28T5", " 28t5cy4t "] {
            assert!(text(typed).names(id), "{typed}");
        }
        for typed in ["28T", "CY4T", "28T5-CY4T-0", "28T6"] {
            assert!(!text(typed).names(id), "{typed}");
        }
        assert_eq!(text("oil1-0000").reference, "01110000", "letters that look like digits");
    }

    #[test]
    fn an_amount_is_found_by_its_beginning_in_any_writing_and_with_either_sign() {
        let amount = |text: &str| Amount::parse(text, Currency::EUR).unwrap();
        for typed in ["1412.06", "1 412,06", "1,412.06", "1.412,06", "1412", "+1412", "−1’412.06"] {
            assert!(text(typed).is_amount(amount("1412.06")), "{typed}");
            assert!(text(typed).is_amount(amount("1412.06").negated()), "{typed}");
        }
        for typed in ["1413", "412.06", "1412.061", "eur"] {
            assert!(!text(typed).is_amount(amount("1412.06")), "{typed}");
        }
    }

    #[test]
    fn a_search_has_a_length() {
        assert_eq!(SearchText::parse(" a "), None);
        assert_eq!(SearchText::parse(&"a".repeat(SEARCH_CHARS_MAX + 1)), None);
        assert!(SearchText::parse(&"ü".repeat(SEARCH_CHARS_MAX)).is_some());
    }
}
