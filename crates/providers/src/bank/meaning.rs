//! What an entry of a statement means for the platform. Pure.

use std::collections::BTreeMap;

use exchange::rails::{RailEvent, RailEventKind, Target, leg_of_key};
use kernel::{Amount, TransactionId};

/// The longest remittance text of a bank transfer (EPC SEPA rulebook, AT-05).
pub(super) const REMITTANCE_MAX: usize = 140;

/// One booked movement of a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Line {
    /// The reference that the platform gives it. The same line of another statement has the same one.
    pub reference: String,
    /// Whether a notification has it, and not a statement.
    pub is_notified: bool,
    /// Whether the bank's reference identifies it in every message.
    pub is_lasting: bool,
    /// Whether money came in.
    pub is_credit: bool,
    /// Whether an operator must look: it takes back an earlier booking of the bank, or its parts are not all known.
    pub needs_a_look: bool,
    /// The amount.
    pub amount: Amount,
    /// The end-to-end id, if the bank reports one.
    pub end_to_end_id: Option<String>,
    /// The account of the other side.
    pub iban: Option<String>,
    /// The name of the other side.
    pub name: Option<String>,
    /// What the payer wrote, or the bank's text.
    pub remittance: String,
    /// Why a payment came back; `None` if it is no return.
    pub returned: Option<String>,
}

/// A payment that was exported to the bank.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Exported {
    /// The idempotency key.
    pub key: String,
    /// Its transaction.
    pub transaction: TransactionId,
    /// The amount.
    pub amount: Amount,
    /// Whether a statement had its debit.
    pub is_debited: bool,
    /// Whether a statement had its return.
    pub is_returned: bool,
}

/// What a line means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meaning {
    /// A customer's payment came in.
    Payment,
    /// The bank made an own payment.
    Settled,
    /// An own payment came back.
    Returned,
    /// Anything else, for example a fee of the bank. An operator looks at it.
    Other,
}

impl Meaning {
    pub(super) const fn code(self) -> &'static str {
        match self {
            Self::Payment => "payment",
            Self::Settled => "settled",
            Self::Returned => "returned",
            Self::Other => "other",
        }
    }
}

/// What a line means, with the own payments by end-to-end id. An amount that differs from the own payment's means nothing
/// known: an operator must look.
pub(super) fn meaning(line: &Line, exported: &BTreeMap<String, Exported>) -> Meaning {
    let own = line.end_to_end_id.as_ref().and_then(|id| exported.get(id));
    let is_whole = own.is_some_and(|own| own.amount == line.amount);
    let is_debited = own.is_some_and(|own| own.is_debited);
    let is_returned = own.is_some_and(|own| own.is_returned);
    match (own, line.is_credit) {
        _ if line.needs_a_look => Meaning::Other,
        (Some(_), false) if is_whole && !is_debited => Meaning::Settled,
        (Some(_), true) if is_whole && line.returned.is_some() && !is_returned => Meaning::Returned,
        (None, true) if line.returned.is_none() => Meaning::Payment,
        _ => Meaning::Other,
    }
}

/// The events that a line is for the exchange, in their order; none for [`Meaning::Other`]. A return proves that the bank
/// had made the payment, although its debit may be read later.
pub(super) fn events(line: &Line, meaning: Meaning, exported: &BTreeMap<String, Exported>) -> Vec<RailEvent> {
    let last = event(line, meaning, exported);
    let made = event(line, Meaning::Settled, exported).filter(|_| meaning == Meaning::Returned);
    let made = made.map(|made| RailEvent { event_id: format!("{}:made", line.reference), ..made });
    made.into_iter().chain(last).collect()
}

fn event(line: &Line, meaning: Meaning, exported: &BTreeMap<String, Exported>) -> Option<RailEvent> {
    let own = line.end_to_end_id.as_ref().and_then(|id| exported.get(id));
    let of_own = |kind| {
        let own = own?;
        Some((Target::Order(own.transaction), leg_of_key(&own.key), kind))
    };
    let (target, leg, kind) = match meaning {
        Meaning::Payment => {
            let payer = line.iban.clone().or_else(|| line.name.clone());
            let credited = RailEventKind::Credited { amount: line.amount, reference: line.reference.clone(), payer };
            (Target::Reference(line.remittance.chars().take(REMITTANCE_MAX).collect()), None, credited)
        }
        Meaning::Settled => of_own(RailEventKind::PayoutSettled { network_cost: None })?,
        Meaning::Returned => {
            let reason = line.returned.clone().unwrap_or_else(|| "the bank returned the payment".to_owned());
            of_own(RailEventKind::PayoutFailed { reason })?
        }
        Meaning::Other => return None,
    };
    let event_id = line.reference.clone();
    Some(RailEvent { target, rail: "iban".to_owned(), event_id, leg, charge: None, sighting: None, kind })
}

#[cfg(test)]
mod tests {
    use kernel::Currency;
    use uuid::Uuid;

    use super::*;

    fn euro(text: &str) -> Amount {
        Amount::parse(text, Currency::EUR).unwrap()
    }

    fn line(is_credit: bool, id: Option<&str>) -> Line {
        Line {
            reference: "camt_1".into(),
            is_notified: false,
            is_lasting: true,
            is_credit,
            needs_a_look: false,
            amount: euro("250"),
            end_to_end_id: id.map(str::to_owned),
            iban: Some("DE89370400440532013000".into()),
            name: Some("Olena Shevchenko".into()),
            remittance: "7K2M-94QD".into(),
            returned: None,
        }
    }

    fn own() -> BTreeMap<String, Exported> {
        let transaction = TransactionId::from_uuid(Uuid::from_u128(7));
        let key = format!("{transaction}:pay:1");
        let exported = Exported { key, transaction, amount: euro("250"), is_debited: false, is_returned: false };
        BTreeMap::from([("AGIO1".to_owned(), exported)])
    }

    #[test]
    fn a_credit_is_a_payment_and_names_what_the_payer_wrote() {
        let paid = line(true, Some("NOTHING-OF-OURS"));
        assert_eq!(meaning(&paid, &own()), Meaning::Payment);
        let [event] = &events(&paid, Meaning::Payment, &own())[..] else { panic!("one event") };
        assert_eq!(event.target, Target::Reference("7K2M-94QD".into()));
        assert!(matches!(&event.kind, RailEventKind::Credited { payer: Some(payer), .. } if payer.starts_with("DE89")));
    }

    #[test]
    fn an_own_payment_is_settled_by_its_debit_and_fails_by_its_return() {
        let paid = line(false, Some("AGIO1"));
        assert_eq!(meaning(&paid, &own()), Meaning::Settled);
        let [settled] = &events(&paid, Meaning::Settled, &own())[..] else { panic!("one event") };
        assert_eq!((settled.leg, settled.target.order().is_some()), (Some(1), true));
        let back = Line { returned: Some("AC04 account closed".into()), ..line(true, Some("AGIO1")) };
        assert_eq!(meaning(&back, &own()), Meaning::Returned);
        let [made, failed] = &events(&back, Meaning::Returned, &own())[..] else { panic!("two events") };
        assert!(matches!(made.kind, RailEventKind::PayoutSettled { .. }), "it was made before it came back");
        assert!(matches!(&failed.kind, RailEventKind::PayoutFailed { reason } if reason.contains("AC04")));
        assert_ne!(made.event_id, failed.event_id);
        let mut again = own();
        again.values_mut().for_each(|own| own.is_returned = true);
        assert_eq!(meaning(&back, &again), Meaning::Other, "it comes back once");
        again.values_mut().for_each(|own| own.is_debited = true);
        assert_eq!(meaning(&paid, &again), Meaning::Other, "the bank makes it once");
    }

    #[test]
    fn what_is_not_understood_moves_nothing() {
        let unmarked = line(true, Some("AGIO1"));
        let less = Line { amount: euro("249.50"), ..line(false, Some("AGIO1")) };
        let unknown_return = Line { returned: Some("AC04".into()), ..line(true, Some("SOMETHING")) };
        let taken_back = Line { needs_a_look: true, ..line(true, None) };
        for other in [less, unmarked, unknown_return, taken_back, line(false, None)] {
            assert_eq!(meaning(&other, &own()), Meaning::Other, "{other:?}");
            assert_eq!(events(&other, Meaning::Other, &own()), []);
        }
    }
}
