//! The meaning of a statement's entry for the platform. Pure.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use exchange::rails::{RailEvent, RailEventKind, Target, leg_of_key};
use kernel::{Amount, TransactionId};

/// The longest remittance text of a bank transfer (EPC SEPA rulebook, AT-05).
pub(super) const REMITTANCE_MAX: usize = 140;

/// The longest stored name of the other side, as in the column.
pub(super) const NAME_MAX: usize = 140;

/// One booked movement of a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Line {
    /// The reference that the platform gives it. The same line of another statement has the same one.
    pub reference: String,
    /// The reference if the first one belongs to another payment: it also stands for the day and the other side.
    pub own_reference: String,
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
    /// The day of the booking, as the bank writes it.
    pub booked_on: Option<NaiveDate>,
    /// The end-to-end id, if the bank reports one.
    pub end_to_end_id: Option<String>,
    /// The account of the other side.
    pub iban: Option<String>,
    /// The name of the other side.
    pub name: Option<String>,
    /// The payer's text, or the bank's.
    pub remittance: String,
    /// The reason of a return; `None` if the entry is no return.
    pub returned: Option<String>,
}

/// An entry that an earlier statement had.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct KnownEntry {
    /// The day of the booking.
    pub booked_on: Option<NaiveDate>,
    /// The end-to-end id.
    pub end_to_end_id: Option<String>,
    /// The account of the other side.
    pub iban: Option<String>,
    /// The name of the other side.
    pub name: Option<String>,
}

impl KnownEntry {
    /// Whether the line is certainly another payment: the bank has used its reference twice. What one of them does not
    /// name makes no difference, because a notification often says less than the statement. Names are compared without
    /// an account only.
    pub(super) fn differs_from(&self, line: &Line) -> bool {
        let no_name = [&self.name, &line.name].into_iter().any(Option::is_none);
        let no_iban = [&self.iban, &line.iban].into_iter().any(Option::is_none);
        both_differ(self.booked_on.as_ref(), line.booked_on.as_ref())
            || both_differ(self.end_to_end_id.as_ref(), line.end_to_end_id.as_ref())
            || both_differ(self.iban.as_ref(), line.iban.as_ref())
            || (no_iban && !no_name && plain(self.name.as_deref()) != plain(line.name.as_deref()))
    }
}

fn both_differ<T: PartialEq>(one: Option<&T>, other: Option<&T>) -> bool {
    one.zip(other).is_some_and(|(one, other)| one != other)
}

/// A name without its case and spaces, as far as it is stored.
fn plain(name: Option<&str>) -> String {
    let stored = name.unwrap_or_default().chars().take(NAME_MAX);
    stored.filter(|character| !character.is_whitespace()).flat_map(char::to_lowercase).collect()
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
    /// Whether an operator marked its payment file as refused by the bank.
    pub is_refused: bool,
    /// Whether a statement had its debit.
    pub is_debited: bool,
    /// Whether a statement had its return.
    pub is_returned: bool,
}

/// The meaning of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meaning {
    /// A customer's payment came in.
    Payment,
    /// The bank made an own payment.
    Settled,
    /// An own payment came back.
    Returned,
    /// Any other entry, for example a fee of the bank. An operator classifies it.
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

/// The meaning of a line, with the own payments by end-to-end id. An amount that differs from the own payment's means
/// nothing known: an operator must look.
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

/// The events that a line is for the exchange, in their order; none for [`Meaning::Other`]. `exported` has the own payments
/// before the line. A return proves that the bank had made the payment, although its debit may be read later.
///
/// A refused payment counts as failed. Its return without its debit says the same, and the debit that follows is
/// balanced by the return: both move nothing.
pub(super) fn events(line: &Line, meaning: Meaning, exported: &BTreeMap<String, Exported>) -> Vec<RailEvent> {
    let own = line.end_to_end_id.as_ref().and_then(|id| exported.get(id));
    let is_balanced = own.filter(|own| own.is_refused).is_some_and(|own| match meaning {
        Meaning::Returned => !own.is_debited,
        Meaning::Settled => own.is_returned,
        Meaning::Payment | Meaning::Other => false,
    });
    if is_balanced {
        return Vec::new();
    }
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
            let text = line.remittance.chars().take(REMITTANCE_MAX).collect();
            let target = match line.name.clone() {
                Some(payer) => Target::Transfer { text, payer },
                None => Target::Reference(text),
            };
            (target, None, credited)
        }
        Meaning::Settled => of_own(RailEventKind::PayoutSettled { network_cost: None })?,
        Meaning::Returned => {
            let reason = line.returned.clone().unwrap_or_else(|| "the bank returned the payment".to_owned());
            of_own(RailEventKind::PayoutFailed { reason })?
        }
        Meaning::Other => return None,
    };
    let event_id = line.reference.clone();
    Some(RailEvent { target, rail: "iban".to_owned(), event_id, leg, charge: None, reorg_epoch: None, kind })
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
            own_reference: "camt_1b".into(),
            booked_on: None,
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
        let exported = Exported {
            key,
            transaction,
            amount: euro("250"),
            is_refused: false,
            is_debited: false,
            is_returned: false,
        };
        BTreeMap::from([("AGIO1".to_owned(), exported)])
    }

    #[test]
    fn a_credit_is_a_payment_and_names_what_the_payer_wrote() {
        let paid = line(true, Some("NOTHING-OF-OURS"));
        assert_eq!(meaning(&paid, &own()), Meaning::Payment);
        let [event] = &events(&paid, Meaning::Payment, &own())[..] else { panic!("one event") };
        let (text, payer) = ("7K2M-94QD".to_owned(), "Olena Shevchenko".to_owned());
        assert_eq!(event.target, Target::Transfer { text, payer });
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
    fn a_return_of_a_refused_payment_changes_nothing_and_after_its_debit_it_fails_again() {
        let mut refused = own();
        refused.values_mut().for_each(|own| own.is_refused = true);
        let (paid, back) =
            (line(false, Some("AGIO1")), Line { returned: Some("AC04".into()), ..line(true, Some("AGIO1")) });
        assert_eq!(meaning(&back, &refused), Meaning::Returned);
        assert_eq!(events(&back, Meaning::Returned, &refused), [], "it counts as failed");
        assert_eq!(events(&paid, Meaning::Settled, &refused).len(), 1, "it was made after all");
        let mut after = refused.clone();
        after.values_mut().for_each(|own| own.is_debited = true);
        let told = events(&back, Meaning::Returned, &after);
        assert!(matches!(told.last().unwrap().kind, RailEventKind::PayoutFailed { .. }), "{told:?}");
        refused.values_mut().for_each(|own| own.is_returned = true);
        assert_eq!(events(&paid, meaning(&paid, &refused), &refused), [], "the return balances it");
    }

    #[test]
    fn a_reference_that_the_bank_uses_again_is_another_payment() {
        let day = NaiveDate::from_ymd_opt(2026, 11, 27);
        let first = Line { booked_on: day, ..line(true, Some("E1")) };
        let of = |line: &Line| KnownEntry {
            booked_on: line.booked_on,
            end_to_end_id: line.end_to_end_id.clone(),
            iban: line.iban.clone(),
            name: line.name.clone(),
        };
        let known = of(&first);
        let unnamed = Line { iban: None, ..first.clone() };
        let silent = Line { booked_on: None, end_to_end_id: None, iban: None, name: None, ..first.clone() };
        let shouted = Line { name: Some("OLENA  SHEVCHENKO".into()), ..unnamed.clone() };
        let spelled = Line { name: Some("O. Shevchenko".into()), ..first.clone() };
        for same in [&first, &unnamed, &silent, &shouted, &spelled] {
            assert!(!known.differs_from(same) && !of(same).differs_from(&first), "{same:?}");
        }
        let later = Line { booked_on: day.and_then(|day| day.succ_opt()), ..first.clone() };
        let other = Line { iban: Some("ES9121000418450200051332".into()), ..first.clone() };
        let named = Line { name: Some("Ada Lovelace".into()), ..unnamed };
        let ordered = Line { end_to_end_id: Some("E2".into()), ..first.clone() };
        for another in [later, other, named, ordered] {
            assert!(known.differs_from(&another), "{another:?}");
        }
    }

    #[test]
    fn an_unknown_bank_entry_moves_no_money() {
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
