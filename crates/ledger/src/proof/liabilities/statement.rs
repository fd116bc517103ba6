//! The signed content: the roots and totals of one publication, and the hash of its reserves. Pure.
//!
//! The text of a signed note, as for a checkpoint, but with another first line, so that neither can pass for the other:
//!
//! ```text
//! agio liabilities 1
//! agio/01900000000070008000000000000002
//! 7 2026-11-22T01:02:03.000004Z
//! log 20 6EitHuDNNrQ79N0YIdxiRA6mq4ll5ObBBEc3cEgxcEU=
//! reserves 0qYdAUXHC6H3jsrYvGPjY7rTGe4ESPHYUHvCSJjvuVQ=
//! EUR 16 q2n…= 125000 3000 131000
//! ```

use std::collections::BTreeMap;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use chrono::{DateTime, SecondsFormat, Utc};
use serde::{Deserialize, Serialize};

use super::sum_tree::{Node, is_size};
use crate::proof::encode::Encoder;
use crate::proof::entry::decimal;
use crate::proof::{Hash, NoteError};

/// The first line.
const FORMAT: &str = "agio liabilities 1";
/// The maximum number of currencies of a publication, so that the signed text fits a note.
pub const CURRENCIES_MAX: usize = 64;

/// The content of one publication.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// The log: `agio/` and the tenant's id.
    pub origin: String,
    /// Its number, consecutive from 1.
    pub number: u64,
    /// When it was published.
    pub at: DateTime<Utc>,
    /// The number of commits in the log. The figures are those after exactly these commits.
    pub log_size: u64,
    /// The log's root at that size.
    pub log_root: Hash,
    /// The hash of the list of reserves.
    pub reserves: Hash,
    /// One line for each currency with liabilities or reserves, by code.
    pub lines: Vec<Line>,
}

/// One currency. Figures are in its smallest unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The currency code.
    pub currency: String,
    /// The number of leaves of the tree, padding included.
    pub leaves: u64,
    /// The tree's root; its sum is the total owed to all customers.
    pub root: Node,
    /// Further liabilities: money inside open transactions, and money without a known owner.
    pub under_way: u128,
    /// The total of the reserves. Negative if more left than came in.
    pub held: i128,
}

/// The reserves at one rail, in one currency.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reserve {
    /// The rail's name in the chart of accounts: `card`, `iban`, `ltc`.
    pub rail: String,
    /// The currency code.
    pub currency: String,
    /// The booked balance.
    #[serde(with = "decimal")]
    pub booked: i128,
    /// The addresses with coins, for a monitored chain. Their sum then counts instead of the booked balance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub addresses: Option<Vec<ReserveAddress>>,
}

/// An address with coins, which anyone can look up on the chain.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReserveAddress {
    /// The address. Empty for the sum of the remaining addresses, if there are too many to list.
    pub address: String,
    /// Its balance.
    #[serde(with = "decimal")]
    pub amount: u128,
}

impl Line {
    /// The coverage of the liabilities by the reserves, in whole percent, rounded down; `None` without liabilities.
    #[must_use]
    pub fn covered_percent(&self) -> Option<i128> {
        let owed = i128::try_from(self.root.sum.checked_add(self.under_way)?).ok().filter(|owed| *owed > 0)?;
        Some(self.held.checked_mul(100)?.div_euclid(owed))
    }
}

impl Reserve {
    /// Whether more has left the rail than it ever held.
    #[must_use]
    pub fn is_negative(&self) -> bool {
        self.held().is_some_and(|held| held < 0)
    }

    /// The figure that counts; `None` on overflow.
    #[must_use]
    pub fn held(&self) -> Option<i128> {
        match &self.addresses {
            None => Some(self.booked),
            Some(addresses) => addresses
                .iter()
                .try_fold(0_u128, |sum, address| sum.checked_add(address.amount))
                .and_then(|sum| sum.try_into().ok()),
        }
    }
}

/// The hash of a list of reserves, as in the signed text.
#[must_use]
pub fn hash_of(reserves: &[Reserve]) -> Hash {
    let mut out = Encoder::of("agio reserves 1");
    out.count(reserves.len());
    for Reserve { rail, currency, booked, addresses } in reserves {
        out.text(rail);
        out.text(currency);
        out.atoms(*booked);
        out.option(addresses.as_ref(), |out, addresses| {
            out.count(addresses.len());
            for ReserveAddress { address, amount } in addresses {
                out.text(address);
                out.sum(*amount);
            }
        });
    }
    Hash::leaf(out.bytes())
}

/// The total of the reserves in each currency; `None` on overflow.
#[must_use]
pub fn held_by_currency(reserves: &[Reserve]) -> Option<BTreeMap<&str, i128>> {
    let mut held = BTreeMap::new();
    for reserve in reserves {
        let sum: &mut i128 = held.entry(reserve.currency.as_str()).or_default();
        *sum = sum.checked_add(reserve.held()?)?;
    }
    Some(held)
}

impl Statement {
    /// The text to sign.
    #[must_use]
    pub fn text(&self) -> String {
        let Self { origin, number, at, log_size, log_root, reserves, lines } = self;
        let at = at.to_rfc3339_opts(SecondsFormat::Micros, true);
        let (root, reserves) = (STANDARD.encode(log_root.0), STANDARD.encode(reserves.0));
        let mut text = format!("{FORMAT}\n{origin}\n{number} {at}\nlog {log_size} {root}\nreserves {reserves}\n");
        for Line { currency, leaves, root, under_way, held } in lines {
            let hash = STANDARD.encode(root.hash.0);
            text += &format!("{currency} {leaves} {hash} {} {under_way} {held}\n", root.sum);
        }
        text
    }

    /// Parses the text of a signed note.
    ///
    /// # Errors
    /// [`NoteError::Malformed`], also for an equivalent but non-canonical text: each statement has exactly one form.
    pub fn parse(text: &str) -> Result<Self, NoteError> {
        parsed(text).filter(|found| found.text() == text).ok_or(NoteError::Malformed("statement of liabilities"))
    }

    /// The line of a currency.
    #[must_use]
    pub fn line(&self, currency: &str) -> Option<&Line> {
        self.lines.iter().find(|line| line.currency == currency)
    }
}

fn parsed(text: &str) -> Option<Statement> {
    let mut lines = text.lines();
    let (format, origin) = (lines.next()?, lines.next()?);
    let (number, at) = lines.next()?.split_once(' ')?;
    let (log_size, log_root) = lines.next()?.strip_prefix("log ")?.split_once(' ')?;
    let reserves = lines.next()?.strip_prefix("reserves ")?;
    let lines: Vec<Line> = lines.map(line).collect::<Option<_>>()?;
    let in_order = lines.windows(2).all(|pair| matches!(pair, [a, b] if a.currency < b.currency));
    let found = Statement {
        origin: origin.to_owned(),
        number: number.parse().ok()?,
        at: DateTime::parse_from_rfc3339(at).ok()?.to_utc(),
        log_size: log_size.parse().ok()?,
        log_root: hash(log_root)?,
        reserves: hash(reserves)?,
        lines,
    };
    (format == FORMAT && in_order && found.lines.len() <= CURRENCIES_MAX).then_some(found)
}

fn line(text: &str) -> Option<Line> {
    let fields: Vec<&str> = text.split(' ').collect();
    let [currency, leaves, root, sum, under_way, held] = fields[..] else { return None };
    let leaves = leaves.parse().ok().filter(|leaves| is_size(*leaves))?;
    let root = Node { hash: hash(root)?, sum: sum.parse().ok()? };
    let (under_way, held) = (under_way.parse().ok()?, held.parse().ok()?);
    Some(Line { currency: currency.to_owned(), leaves, root, under_way, held })
}

fn hash(base64: &str) -> Option<Hash> {
    STANDARD.decode(base64).ok().and_then(|bytes| Hash::from_slice(&bytes))
}
