use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use kernel::{Currency, Network, ProfileId};
use sha2::{Digest, Sha256};
use uuid::Uuid;

/// The chart of accounts: what a kind of account is for. Each exists per tenant and currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Book {
    /// What we owe to one customer; one per profile.
    Customer,
    /// Money inside a running transaction.
    Transit,
    /// The house's side of exchanges.
    Desk,
    /// What banks, acquirers and chains hold for us; one per rail.
    Rail,
    /// Fees earned; one per kind of fee.
    FeeIncome,
    /// Network fees paid; one per network.
    NetworkCost,
    /// Cashback given.
    Cashback,
    /// Fractions of an atom that rounding left with the house.
    Rounding,
    /// Money that came in and belongs to nobody yet.
    Quarantine,
    /// The other side of corrections by an operator.
    Adjustment,
}

/// Which side of an account may not outgrow the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Limit {
    /// `debits_posted + debits_pending <= credits_posted`: never below zero, holds included.
    DebitsWithinCredits,
    /// No limit: the account may stand on either side.
    None,
}

const BOOKS: [(Book, &str); 10] = [
    (Book::Customer, "customer"),
    (Book::Transit, "transit"),
    (Book::Desk, "desk"),
    (Book::Rail, "rail"),
    (Book::FeeIncome, "fee_income"),
    (Book::NetworkCost, "network_cost"),
    (Book::Cashback, "cashback"),
    (Book::Rounding, "rounding"),
    (Book::Quarantine, "quarantine"),
    (Book::Adjustment, "adjustment"),
];

impl Book {
    /// The name in the database and in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        BOOKS.iter().find(|(book, _)| *book == self).map_or("", |(_, name)| name)
    }

    /// The limit that an account of this book is opened with. Customers and money in transit are other people's
    /// and cannot be overdrawn; the house's own accounts show what it earned or owes, either way.
    #[must_use]
    pub const fn limit(self) -> Limit {
        match self {
            Self::Customer | Self::Transit | Self::Quarantine => Limit::DebitsWithinCredits,
            _ => Limit::None,
        }
    }
}

/// No book or limit has this name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the ledger knows no {0:?}")]
pub struct UnknownName(pub String);

impl FromStr for Book {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        BOOKS.iter().find(|(_, name)| *name == text).map(|(book, _)| *book).ok_or_else(|| UnknownName(text.to_owned()))
    }
}

impl Limit {
    /// The name in the database.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::DebitsWithinCredits => "debits_within_credits",
            Self::None => "none",
        }
    }
}

impl FromStr for Limit {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        [Self::DebitsWithinCredits, Self::None]
            .into_iter()
            .find(|limit| limit.name() == text)
            .ok_or_else(|| UnknownName(text.to_owned()))
    }
}

/// The key of an account of that name: see [`Account::key`].
pub(crate) fn key_of(book: &str, owner: Option<Uuid>, sub: Option<&str>, currency: &str) -> i64 {
    let mut hash = Sha256::new();
    hash.update(book);
    hash.update([0, u8::from(owner.is_some())]);
    hash.update(owner.unwrap_or_default().as_bytes());
    hash.update(sub.unwrap_or_default());
    hash.update([0]);
    hash.update(currency);
    let digest: [u8; 32] = hash.finalize().into();
    let [a, b, c, d, e, f, g, h, ..] = digest;
    i64::from_be_bytes([a, b, c, d, e, f, g, h])
}

/// The name of an account. Nobody opens one: the Journal does when money first touches it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Account {
    /// What it is for.
    pub book: Book,
    /// Whose it is: a profile for [`Book::Customer`], nobody for the house's own.
    pub owner: Option<Uuid>,
    /// Which one of its book: a rail, a kind of fee, a network.
    pub sub: Option<Cow<'static, str>>,
    /// Its currency; a transfer never crosses two.
    pub currency: Currency,
}

impl Account {
    const fn house(book: Book, sub: Option<Cow<'static, str>>, currency: Currency) -> Self {
        Self { book, owner: None, sub, currency }
    }

    /// What we owe to `profile`.
    #[must_use]
    pub const fn customer(profile: ProfileId, currency: Currency) -> Self {
        Self { book: Book::Customer, owner: Some(profile.uuid()), sub: None, currency }
    }

    /// Money inside running transactions; each transfer through it names its record in [`crate::Change::record`].
    #[must_use]
    pub const fn transit(currency: Currency) -> Self {
        Self::house(Book::Transit, None, currency)
    }

    /// The house's side of exchanges.
    #[must_use]
    pub const fn desk(currency: Currency) -> Self {
        Self::house(Book::Desk, None, currency)
    }

    /// What `rail` ("card", "iban", "blik", "ltc") holds for us.
    #[must_use]
    pub fn rail(rail: impl Into<Cow<'static, str>>, currency: Currency) -> Self {
        Self::house(Book::Rail, Some(rail.into()), currency)
    }

    /// Fees earned of one kind ("our", "processing", "network", "spread").
    #[must_use]
    pub fn fee_income(fee: impl Into<Cow<'static, str>>, currency: Currency) -> Self {
        Self::house(Book::FeeIncome, Some(fee.into()), currency)
    }

    /// Network fees paid on `network`.
    #[must_use]
    pub fn network_cost(network: Network, currency: Currency) -> Self {
        Self::house(Book::NetworkCost, Some(network.code().into()), currency)
    }

    /// Fractions that rounding left with the house.
    #[must_use]
    pub const fn rounding(currency: Currency) -> Self {
        Self::house(Book::Rounding, None, currency)
    }

    /// Money that came in and belongs to nobody yet.
    #[must_use]
    pub const fn quarantine(currency: Currency) -> Self {
        Self::house(Book::Quarantine, None, currency)
    }

    /// Cashback given.
    #[must_use]
    pub const fn cashback(currency: Currency) -> Self {
        Self::house(Book::Cashback, None, currency)
    }

    /// The other side of an operator's corrections.
    #[must_use]
    pub const fn adjustment(currency: Currency) -> Self {
        Self::house(Book::Adjustment, None, currency)
    }

    /// The 8-byte key inside a tenant's ledger: made from the name, so that it is never looked up and never handed out
    /// by a counter that everybody would wait for. Two names with one key are refused by the Journal when the second is
    /// opened (a one in two million chance for a tenant with three million accounts).
    #[must_use]
    pub fn key(&self) -> i64 {
        key_of(self.book.name(), self.owner, self.sub.as_deref(), self.currency.code())
    }

    /// Whether the parts fit the book: only customers' accounts have an owner, and only some books are divided.
    pub(crate) fn is_well_formed(&self) -> bool {
        let divided = matches!(self.book, Book::Rail | Book::FeeIncome | Book::NetworkCost);
        let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"_-.".contains(&byte);
        let sub = self.sub.as_deref();
        self.owner.is_some() == (self.book == Book::Customer)
            && sub.is_some() == divided
            && sub.is_none_or(|sub| (1..=40).contains(&sub.len()) && sub.bytes().all(plain))
    }
}

impl fmt::Display for Account {
    /// `customer/0197f3c2-…/EUR`, `rail/card/EUR`, `desk/BTC`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.book.name())?;
        if let Some(owner) = self.owner {
            write!(f, "/{owner}")?;
        }
        if let Some(sub) = &self.sub {
            write!(f, "/{sub}")?;
        }
        write!(f, "/{}", self.currency)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for (book, name) in BOOKS {
            assert_eq!(name.parse(), Ok(book));
            assert_eq!(book.limit().name().parse(), Ok(book.limit()));
        }
        assert_eq!("".parse::<Book>(), Err(UnknownName(String::new())));
    }

    #[test]
    fn a_key_depends_on_every_part_of_the_name_and_never_changes() {
        let profile = ProfileId::from_uuid(Uuid::from_u128(7));
        let accounts = [
            Account::customer(profile, Currency::EUR),
            Account::customer(profile, Currency::BTC),
            Account::customer(ProfileId::from_uuid(Uuid::from_u128(8)), Currency::EUR),
            Account::transit(Currency::EUR),
            Account::rail("card", Currency::EUR),
            Account::rail("iban", Currency::EUR),
        ];
        let keys: std::collections::BTreeSet<i64> = accounts.iter().map(Account::key).collect();
        assert_eq!(keys.len(), accounts.len());
        // Stored for ever: a change of the recipe would lose every account.
        assert_eq!(Account::desk(Currency::EUR).key(), DESK_EUR);
    }

    const DESK_EUR: i64 = 7_292_856_138_345_360_668;

    #[test]
    fn only_the_right_parts_fit_a_book() {
        assert!(Account::rail("card", Currency::EUR).is_well_formed());
        assert!(!Account::rail("", Currency::EUR).is_well_formed());
        assert!(!Account::rail("Card", Currency::EUR).is_well_formed());
        assert!(
            !Account { owner: None, ..Account::customer(ProfileId::from_uuid(Uuid::nil()), Currency::EUR) }
                .is_well_formed()
        );
        assert!(!Account { sub: Some("x".into()), ..Account::desk(Currency::EUR) }.is_well_formed());
    }
}
