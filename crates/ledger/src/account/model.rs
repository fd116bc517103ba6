//! The chart of accounts: books, account names with their keys, and which accounts may not become negative.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use kernel::{Currency, Network, Product, ProfileId};
use sha2::{Digest, Sha256};
use uuid::Uuid;

/// The chart of accounts. Accounts of each kind exist per tenant and currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Book {
    /// Liabilities to customers; one account per profile.
    Customer,
    /// Money of customers in products, such as a payment card; one account per profile and product.
    Product,
    /// Debts of customers; one account per profile.
    Overdraft,
    /// Money inside open transactions.
    Transit,
    /// The platform's position from exchanges.
    Desk,
    /// Assets at banks, acquirers and chains; one account per rail.
    Rail,
    /// Fee income; one account per kind of fee.
    FeeIncome,
    /// Network fees paid; one account per network.
    NetworkCost,
    /// Cashback paid.
    Cashback,
    /// Rounding differences of less than an atom, kept by the platform.
    Rounding,
    /// Received money without a known owner.
    Quarantine,
    /// The contra account of an operator's corrections.
    Adjustment,
    /// Assets that acquirers have taken for disputes and may return.
    Chargeback,
    /// What kept quotes have cost the platform.
    Guarantee,
}

/// The side of an account that must not exceed the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Limit {
    /// `debits_posted + debits_pending <= credits_posted`: the available balance is never negative.
    DebitsWithinCredits,
    /// No limit: the balance may have either sign.
    None,
}

const BOOKS: [(Book, &str); 14] = [
    (Book::Customer, "customer"),
    (Book::Product, "product"),
    (Book::Overdraft, "overdraft"),
    (Book::Transit, "transit"),
    (Book::Desk, "desk"),
    (Book::Rail, "rail"),
    (Book::FeeIncome, "fee_income"),
    (Book::NetworkCost, "network_cost"),
    (Book::Cashback, "cashback"),
    (Book::Rounding, "rounding"),
    (Book::Quarantine, "quarantine"),
    (Book::Adjustment, "adjustment"),
    (Book::Chargeback, "chargeback"),
    (Book::Guarantee, "guarantee"),
];

impl Book {
    /// The name in the database and in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        BOOKS.iter().find(|(book, _)| *book == self).map_or("", |(_, name)| name)
    }

    /// The limit of a new account of this book. Money of customers, in transit and in quarantine belongs to others and
    /// cannot be overdrawn. The platform's own accounts may have either sign.
    #[must_use]
    pub const fn limit(self) -> Limit {
        match self {
            Self::Customer | Self::Product | Self::Transit | Self::Quarantine => Limit::DebitsWithinCredits,
            _ => Limit::None,
        }
    }
}

/// The name is no book or limit.
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

/// The key of an account with these parts: see [`Account::key`].
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

/// The name of an account. The Journal opens the account on its first transfer.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Account {
    /// The book.
    pub book: Book,
    /// The owner: a profile for [`Book::Customer`], [`Book::Product`] and [`Book::Overdraft`], `None` for the platform's
    /// own accounts.
    pub owner: Option<Uuid>,
    /// The subdivision of the book: a product, a rail, a kind of fee, a network.
    pub sub: Option<Cow<'static, str>>,
    /// The currency; transfers never cross currencies.
    pub currency: Currency,
}

impl Account {
    const fn platform(book: Book, sub: Option<Cow<'static, str>>, currency: Currency) -> Self {
        Self { book, owner: None, sub, currency }
    }

    /// The balance of `profile`.
    #[must_use]
    pub const fn customer(profile: ProfileId, currency: Currency) -> Self {
        Self { book: Book::Customer, owner: Some(profile.uuid()), sub: None, currency }
    }

    /// The account of `profile` in a product. What the customer owes has a book of its own, and the platform pays
    /// cashback.
    #[must_use]
    pub const fn product(profile: ProfileId, product: Product, currency: Currency) -> Self {
        let owner = Some(profile.uuid());
        match product {
            Product::Cashback => Self::cashback(currency),
            Product::Overdraft => Self { book: Book::Overdraft, owner, sub: None, currency },
            Product::PaymentCard | Product::Reward | Product::Service => {
                Self { book: Book::Product, owner, sub: Some(Cow::Borrowed(product.code())), currency }
            }
        }
    }

    /// Money inside open transactions. A change with such transfers must have the transaction in
    /// [`crate::Change::record`].
    #[must_use]
    pub const fn transit(currency: Currency) -> Self {
        Self::platform(Book::Transit, None, currency)
    }

    /// The platform's position from exchanges.
    #[must_use]
    pub const fn desk(currency: Currency) -> Self {
        Self::platform(Book::Desk, None, currency)
    }

    /// The assets at `rail` ("card", "iban", "blik", "ltc").
    #[must_use]
    pub fn rail(rail: impl Into<Cow<'static, str>>, currency: Currency) -> Self {
        Self::platform(Book::Rail, Some(rail.into()), currency)
    }

    /// Income of one kind of fee ("our", "processing", "network", "spread").
    #[must_use]
    pub fn fee_income(fee: impl Into<Cow<'static, str>>, currency: Currency) -> Self {
        Self::platform(Book::FeeIncome, Some(fee.into()), currency)
    }

    /// Network fees paid on `network`.
    #[must_use]
    pub fn network_cost(network: Network, currency: Currency) -> Self {
        Self::platform(Book::NetworkCost, Some(network.code().into()), currency)
    }

    /// Rounding differences.
    #[must_use]
    pub const fn rounding(currency: Currency) -> Self {
        Self::platform(Book::Rounding, None, currency)
    }

    /// Received money without a known owner.
    #[must_use]
    pub const fn quarantine(currency: Currency) -> Self {
        Self::platform(Book::Quarantine, None, currency)
    }

    /// Cashback paid.
    #[must_use]
    pub const fn cashback(currency: Currency) -> Self {
        Self::platform(Book::Cashback, None, currency)
    }

    /// The contra account of an operator's corrections.
    #[must_use]
    pub const fn adjustment(currency: Currency) -> Self {
        Self::platform(Book::Adjustment, None, currency)
    }

    /// Money that acquirers have taken for disputes.
    #[must_use]
    pub const fn chargeback(currency: Currency) -> Self {
        Self::platform(Book::Chargeback, None, currency)
    }

    /// What kept quotes have cost the platform.
    #[must_use]
    pub const fn guarantee(currency: Currency) -> Self {
        Self::platform(Book::Guarantee, None, currency)
    }

    /// The 8-byte key within a tenant's ledger. It is a hash of the name, so that no look-up and no contended counter
    /// is needed. If two names have the same key, the Journal refuses to open the second one (a chance of one in two
    /// million for a tenant with three million accounts).
    #[must_use]
    pub fn key(&self) -> i64 {
        key_of(self.book.name(), self.owner, self.sub.as_deref(), self.currency.code())
    }

    /// Whether the parts fit the book: only customers' books have an owner, and only some books are subdivided.
    pub(crate) fn is_well_formed(&self) -> bool {
        let divided = matches!(self.book, Book::Product | Book::Rail | Book::FeeIncome | Book::NetworkCost);
        let owned = matches!(self.book, Book::Customer | Book::Product | Book::Overdraft);
        let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"_-.".contains(&byte);
        let sub = self.sub.as_deref();
        self.owner.is_some() == owned
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
        // Keys are stored for ever: a change of the algorithm would orphan every account.
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
