//! Statements and notifications of an account, as read from camt.053 and camt.054.

use chrono::{DateTime, NaiveDate, Utc};
use kernel::{Amount, Currency};

/// The message that a [`Statement`] comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MessageKind {
    /// camt.053: the entries of a period, with balances.
    Statement,
    /// camt.054: single entries, without balances.
    Notification,
}

/// The number of an account.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Account {
    /// An IBAN in capitals without spaces. The reader does not check it.
    Iban(String),
    /// Another number, from `Othr/Id`, without spaces.
    Other(String),
}

impl Account {
    /// The number.
    #[must_use]
    pub fn number(&self) -> &str {
        match self {
            Self::Iban(number) | Self::Other(number) => number,
        }
    }

    /// The number if it is an IBAN.
    #[must_use]
    pub fn iban(&self) -> Option<&str> {
        match self {
            Self::Iban(number) => Some(number),
            Self::Other(_) => None,
        }
    }
}

/// One statement (`Stmt`) or notification (`Ntfctn`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// The message that it comes from.
    pub kind: MessageKind,
    /// The identification of the message: `GrpHdr/MsgId`. All statements of a file have the same.
    pub message_id: String,
    /// The identification of the statement.
    pub id: String,
    /// The bank's sequence number of the account's statements (`ElctrncSeqNb`, or `LglSeqNb` without it), if it is a whole
    /// number.
    pub sequence: Option<u64>,
    /// The account.
    pub account: Account,
    /// When the bank made the statement, or the message if the statement has no time. A time without an offset is
    /// read as UTC.
    pub created_at: DateTime<Utc>,
    /// The currency of the account; if the bank does not name it, of the first balance or entry.
    pub currency: Currency,
    /// The booked balance at the start: `OPBD`, or `PRCD` if there is no `OPBD`.
    pub opening: Option<Balance>,
    /// The booked balance at the end: `CLBD`. If both balances are there, it equals the opening balance plus the booked
    /// entries.
    pub closing: Option<Balance>,
    /// The entries, in the order of the file.
    pub entries: Vec<Entry>,
}

/// A balance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Balance {
    /// The amount, below zero for a debit balance.
    pub amount: Amount,
    /// The day.
    pub date: NaiveDate,
}

/// One movement on the account. It stands for one payment or for a batch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The identity of the entry, for finding it again.
    ///
    /// With a bank's reference ([`Self::bank_reference`]) it is `ref`, the number of the account, the reference,
    /// `CRDT` or `DBIT`, the amount with the currency, and the position. It has no date, status or statement. So it is
    /// the same in a second reading, in a notification and in the statement that follows, and before and after booking.
    ///
    /// Without a reference it is `own`, the number of the account, `STMT` or `NTFC` for the kind of the message, the
    /// number of the page, the identification of the statement, the booking date, the value date, `CRDT` or `DBIT`, the
    /// amount with the currency, and the position. It is the same only in a second reading of the same page of the same
    /// statement: nothing links the entry to another message.
    ///
    /// The position counts, from one, the entries of the same statement and status that are equal in all other parts.
    /// The parts are joined by `|`. A `|` or `%` inside a part is written `%7C` or `%25`. A missing date or page is `-`.
    ///
    /// The key has the bank's own texts, and at most 1,500 characters.
    pub key: String,
    /// Whether the entry is booked (`BOOK`). Otherwise it is pending (`PDNG`), in the future (`FUTR`) or for
    /// information (`INFO`), and does not change the booked balance.
    pub booked: bool,
    /// Whether the account's balance grows.
    pub is_credit: bool,
    /// Whether the entry reverses an earlier one. [`Self::is_credit`] is the direction of this entry, not of the earlier
    /// one.
    pub is_reversal: bool,
    /// The amount, never below zero, in the currency of the account.
    pub amount: Amount,
    /// The day of the booking, as the bank writes it.
    pub booking_date: Option<NaiveDate>,
    /// The day from which the money counts for interest, as the bank writes it.
    pub value_date: Option<NaiveDate>,
    /// The bank's reference: `AcctSvcrRef` of the entry, or of its transaction if it has exactly one.
    pub bank_reference: Option<String>,
    /// The payments of the entry: at least one. An entry without details has one, made of the entry.
    pub transactions: Vec<EntryTransaction>,
}

impl Entry {
    /// Whether [`Self::key`] is the same in other messages of the bank.
    #[must_use]
    pub const fn has_lasting_key(&self) -> bool {
        self.bank_reference.is_some()
    }

    /// Whether the transactions, each with its direction, add up to the entry. A bank may list only some of them, or
    /// subtract its charges from the entry.
    #[must_use]
    pub fn details_add_up(&self) -> bool {
        let signed = |amount: Amount, is_credit: bool| if is_credit { amount } else { amount.negated() };
        let zero = Amount::zero(self.amount.currency());
        let mut each = self.transactions.iter().map(|part| signed(part.amount, part.is_credit));
        let sum = each.try_fold(zero, Amount::checked_add);
        sum == Ok(signed(self.amount, self.is_credit))
    }
}

/// One payment of an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryTransaction {
    /// The amount, never below zero, in the currency of the account.
    pub amount: Amount,
    /// Whether the account's balance grows by it. It is the entry's direction, unless the bank gives another.
    pub is_credit: bool,
    /// The identification that the payer gave. `None` for `NOTPROVIDED`.
    pub end_to_end_id: Option<String>,
    /// The identification that the payer gave its bank. `None` for `NOTPROVIDED`.
    pub instruction_id: Option<String>,
    /// The bank's reference of the transaction. The entry's if the transaction is made of the entry.
    pub bank_reference: Option<String>,
    /// The name of the other party. In a return or a reversal the parties keep the roles of the first payment, so it is
    /// the creditor of a payout that came back.
    pub counterparty_name: Option<String>,
    /// The account of the other party.
    pub counterparty_account: Option<Account>,
    /// The purpose of the payment: the lines of `Ustrd`, joined by a space. Without them it is the structured creditor
    /// reference. In a transaction made of an entry it is `AddtlNtryInf`.
    pub remittance: Option<String>,
    /// The structured creditor reference (`RF…`, or the Swiss QR reference of 27 digits).
    pub creditor_reference: Option<String>,
    /// Present if a payment came back: `RtrInf` is there, or the sub-family of the bank transaction code is one of
    /// returns (`RRTN`, `RPCR`, `UPDD`).
    pub return_reason: Option<ReturnReason>,
}

/// Why a payment came back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReturnReason {
    /// The code (ISO 20022 `ExternalReturnReason1Code`, as in `AC04`: the account is closed), or the bank's own.
    pub code: Option<String>,
    /// The bank's words.
    pub text: Option<String>,
}
