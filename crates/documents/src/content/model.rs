//! The content of a document, before it is written as a PDF, a spreadsheet or a CSV file. Pure.

use chrono::{DateTime, Months, NaiveDate, Utc};
use exchange::LineKind;
use exchange::transaction::DisplayType;
use identity::Language;
use kernel::{Amount, AmountError, Currency};

/// The longest period, in months (specification, "Business constants and limits").
pub const PERIOD_MONTHS_MAX: u32 = 3;

kernel::codes! {
    /// The kind of a document (specification, "Documents").
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Kind {
        /// Every movement of one balance or of all, with opening and closing balances.
        AccountStatement = "ACCOUNT_STATEMENT",
        /// All balances with their turnover over the period, without the movements.
        WalletStatement = "WALLET_STATEMENT",
        /// A letter that confirms the relationship and that the account is in good standing.
        LetterOfGoodStanding = "LETTER_OF_GOOD_STANDING",
    }
}

impl Kind {
    /// The formats in which it is made: a letter is for reading only.
    #[must_use]
    pub const fn formats(self) -> &'static [Format] {
        match self {
            Self::AccountStatement | Self::WalletStatement => &Format::ALL,
            Self::LetterOfGoodStanding => &[Format::Pdf],
        }
    }

    /// Whether it covers a period.
    #[must_use]
    pub const fn has_period(self) -> bool {
        !matches!(self, Self::LetterOfGoodStanding)
    }
}

kernel::codes! {
    /// The format of a document's file.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Format {
        /// Accessible PDF (ISO 14289-1).
        Pdf = "PDF",
        /// A spreadsheet of Office Open XML.
        Xlsx = "XLSX",
        /// Comma-separated values (RFC 4180), in UTF-8.
        Csv = "CSV",
    }
}

impl Format {
    /// The ending of its file names.
    #[must_use]
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Pdf => "pdf",
            Self::Xlsx => "xlsx",
            Self::Csv => "csv",
        }
    }

    /// Its media type.
    #[must_use]
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Pdf => "application/pdf",
            Self::Xlsx => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            Self::Csv => "text/csv; charset=utf-8",
        }
    }
}

/// A period in days of UTC, both inclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// The first day.
    pub from: NaiveDate,
    /// The last day.
    pub to: NaiveDate,
}

/// Why a period is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PeriodRefusal {
    /// The last day is before the first.
    Reversed,
    /// It ends after today.
    Future,
    /// It is longer than [`PERIOD_MONTHS_MAX`].
    TooLong,
}

impl Period {
    /// Checks the rules of a period.
    ///
    /// # Errors
    /// The violated rule.
    pub fn check(self, today: NaiveDate) -> Result<Self, PeriodRefusal> {
        if self.to < self.from {
            return Err(PeriodRefusal::Reversed);
        }
        if self.to > today {
            return Err(PeriodRefusal::Future);
        }
        // 1 January to 31 March are three months; so are 1 January to 1 April less one day.
        let end = self.from.checked_add_months(Months::new(PERIOD_MONTHS_MAX));
        if end.is_none_or(|end| self.to >= end) {
            return Err(PeriodRefusal::TooLong);
        }
        Ok(self)
    }
}

/// The issuer of the document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Issuer {
    /// The tenant's name.
    pub name: String,
    /// The brand colour: red, green, blue.
    pub color: [u8; 3],
    /// The logo: outlines of SVG paths in a square of 24 units, with their opacity in percent.
    pub mark: Vec<(String, u8)>,
    /// The support address.
    pub support: Option<String>,
    /// The origin of the page on which documents are checked.
    pub origin: String,
    /// Whether it is a sandbox, whose money is not real. Every form of the document says so.
    pub is_sandbox: bool,
}

/// The customer who gets the document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holder {
    /// First and last name.
    pub name: String,
    /// The lines of the address, possibly none.
    pub address: Vec<String>,
    /// The day the relationship began.
    pub since: NaiveDate,
}

/// A document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Content {
    /// The kind.
    pub kind: Kind,
    /// Its language.
    pub language: Language,
    /// Its number, which people read to each other.
    pub number: String,
    /// The code by which it is checked.
    pub code: String,
    /// The issuer.
    pub issuer: Issuer,
    /// The receiver.
    pub holder: Holder,
    /// The period. For a letter, the day of issue.
    pub period: Period,
    /// When it was issued: for a letter when it was made, otherwise when it was asked for. It states nothing later.
    pub issued_at: DateTime<Utc>,
    /// The balances, in the order of the screen.
    pub accounts: Vec<AccountPart>,
}

/// One balance over the period.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountPart {
    /// The currency.
    pub currency: Currency,
    /// The balance before the period.
    pub opening: Amount,
    /// The balance after it.
    pub closing: Amount,
    /// The movements, oldest first. Empty in a wallet statement.
    pub movements: Vec<Movement>,
    /// The sum of the credits.
    pub money_in: Amount,
    /// The sum of the debits, zero or negative.
    pub money_out: Amount,
}

/// One movement of a balance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Movement {
    /// The number of the entry in this balance.
    pub number: i64,
    /// The time.
    pub at: DateTime<Utc>,
    /// The display type; `None` for a correction.
    pub what: Option<DisplayType>,
    /// The short reference of the transaction.
    pub reference: Option<String>,
    /// The payee or payer.
    pub counterparty: Option<String>,
    /// Positive for a credit, negative for a debit.
    pub change: Amount,
    /// The balance after it.
    pub balance: Amount,
    /// The fees that the price contains.
    pub fees: Vec<Fee>,
    /// The conversion, if currencies differ.
    pub exchange: Option<Exchanged>,
    /// How the promised price of the transaction was kept at the platform's cost.
    pub promise: Option<Promise>,
}

/// How the promised price of a transaction was kept at the platform's cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promise {
    /// The movement has the promised amount. Keeping it cost the platform this much, in euro.
    Kept(Amount),
    /// The movement is the difference to the promised amount.
    Credited,
}

/// A fee line of a price.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fee {
    /// The kind.
    pub kind: LineKind,
    /// The amount.
    pub amount: Amount,
}

/// A conversion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exchanged {
    /// The amount given.
    pub given: Amount,
    /// The amount received.
    pub received: Amount,
    /// Units of the received currency for one of the given, or the other way round if that is above one.
    pub rate: String,
    /// The currency of which one unit is rated.
    pub of: Currency,
    /// The currency of the rate.
    pub in_: Currency,
}

/// Why the figures of a balance contradict each other.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SumError {
    /// The opening balance and the movements do not give the closing balance.
    #[error("the movements of {currency} give {found}, and its closing balance is {closing}")]
    Closing {
        /// The currency.
        currency: Currency,
        /// Opening balance and movements.
        found: Amount,
        /// The balance of the ledger.
        closing: Amount,
    },
    /// The balance after a movement is not the one before plus its change.
    #[error("entry {0} does not continue the balance before it")]
    Running(i64),
    /// A sum beyond the limit of an amount.
    #[error(transparent)]
    Amount(#[from] AmountError),
}

impl AccountPart {
    /// A balance with its movements, oldest first. The sums are exact to the last unit.
    ///
    /// # Errors
    /// If the figures contradict each other.
    pub fn new(opening: Amount, closing: Amount, movements: Vec<Movement>) -> Result<Self, SumError> {
        let currency = opening.currency();
        let (mut running, mut money_in, mut money_out) = (opening, Amount::zero(currency), Amount::zero(currency));
        for movement in &movements {
            running = running.checked_add(movement.change)?;
            if running != movement.balance {
                return Err(SumError::Running(movement.number));
            }
            let side = if movement.change.is_negative() { &mut money_out } else { &mut money_in };
            *side = side.checked_add(movement.change)?;
        }
        if running != closing {
            return Err(SumError::Closing { currency, found: running, closing });
        }
        Ok(Self { currency, opening, closing, movements, money_in, money_out })
    }

    /// The decimals in which every amount of this balance is written, so that the points stand below each other: as
    /// many as the longest needs, and at least two if the currency has them.
    #[must_use]
    pub fn decimals(&self) -> u8 {
        let own = self.movements.iter().flat_map(|movement| [movement.change, movement.balance]);
        let all = [self.opening, self.closing, self.money_in, self.money_out].into_iter().chain(own);
        let least = self.currency.scale().min(2);
        all.map(|amount| needed(amount.atoms(), self.currency.scale())).max().unwrap_or(0).max(least)
    }
}

/// The decimals of `atoms` without trailing zeros.
fn needed(mut atoms: i128, scale: u8) -> u8 {
    let mut decimals = scale;
    while decimals > 0 && atoms % 10 == 0 {
        atoms /= 10;
        decimals -= 1;
    }
    decimals
}

impl Content {
    /// The number of movements.
    #[must_use]
    pub fn movements(&self) -> usize {
        self.accounts.iter().map(|account| account.movements.len()).sum()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn a_period_has_at_most_three_months() {
        let today = day("2026-06-15");
        let check = |from, to| Period { from: day(from), to: day(to) }.check(today).map(|_| ());
        assert_eq!(check("2026-01-01", "2026-03-31"), Ok(()));
        assert_eq!(check("2026-01-01", "2026-04-01"), Err(PeriodRefusal::TooLong));
        assert_eq!(check("2025-11-30", "2026-02-27"), Ok(()));
        assert_eq!(check("2026-06-15", "2026-06-15"), Ok(()));
        assert_eq!(check("2026-06-15", "2026-06-16"), Err(PeriodRefusal::Future));
        assert_eq!(check("2026-06-15", "2026-06-14"), Err(PeriodRefusal::Reversed));
    }

    pub(crate) fn movements(currency: Currency, opening: i128, changes: &[i128]) -> (Vec<Movement>, Amount) {
        let mut balance = Amount::new(opening, currency);
        let of = |(at, change): (usize, &i128)| {
            let change = Amount::new(*change, currency);
            balance = balance.checked_add(change).unwrap();
            Movement {
                number: i64::try_from(at).unwrap() + 1,
                at: "2026-01-02T03:04:05Z".parse().unwrap(),
                what: Some(DisplayType::Deposit),
                reference: None,
                counterparty: None,
                change,
                balance,
                fees: Vec::new(),
                exchange: None,
                promise: None,
            }
        };
        let all = changes.iter().enumerate().map(of).collect();
        (all, balance)
    }

    proptest! {
        /// Opening balance, credits and debits give the closing balance, whatever the movements are.
        #[test]
        fn the_sums_of_a_statement_are_those_of_its_movements(
            opening in -1_i128 << 90..1_i128 << 90,
            changes in prop::collection::vec(-1_i128 << 90..1_i128 << 90, 0..60),
            other in 1_i128..1000,
        ) {
            let currency: Currency = "ETH".parse().unwrap();
            let (all, closing) = movements(currency, opening, &changes);
            let start = Amount::new(opening, currency);
            let part = AccountPart::new(start, closing, all.clone()).unwrap();
            let sum = part.opening.checked_add(part.money_in).unwrap().checked_add(part.money_out).unwrap();
            prop_assert_eq!(sum, part.closing);
            let wrong = closing.checked_add(Amount::new(other, currency)).unwrap();
            prop_assert!(AccountPart::new(start, wrong, all).is_err());
        }

        /// No digit is lost: the amounts at the decimals of the balance are whole.
        #[test]
        fn the_decimals_hold_every_amount(changes in prop::collection::vec(0_i128..1 << 100, 0..20)) {
            let currency: Currency = "ETH".parse().unwrap();
            let (all, closing) = movements(currency, 0, &changes);
            let part = AccountPart::new(Amount::zero(currency), closing, all).unwrap();
            let unit = 10_i128.pow(u32::from(currency.scale() - part.decimals()));
            prop_assert!(part.movements.iter().all(|one| one.change.atoms() % unit == 0));
        }
    }
}
