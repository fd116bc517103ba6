//! The specification's transaction types as one table: legs, fee rule and display type of each. No other code branches
//! on a type; behaviour follows from the legs.

use kernel::{Endpoint, Product};
use serde::{Deserialize, Serialize};

use super::{Direction, Side};

/// The specification's transaction types ("Entities and their fields").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[expect(missing_docs, reason = "the names are the specification's; the table says what each is made of")]
pub enum TransactionType {
    Exchange,
    Payin,
    PayinConvert,
    Payout,
    ConvertPayout,
    Convert,
    Autopayin,
    Udeposit,
    Upayout,
    UconvertPayout,
    Uconvert,
    TransferProfile,
    TransferProfileReceive,
    ServicePayment,
    ServiceConvertPayment,
    CardCredit,
    CardWithdrawal,
    CardDebit,
    CardRefund,
    CardBonus,
    OverdraftRepay,
    OverdraftConvertRepay,
    RefDeposit,
    RefConvert,
}

/// The source of a type's money.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SourceKind {
    /// An external payment by a payway.
    Collect,
    /// An external payment without an order, to a permanent address or account.
    Arrival,
    /// An account of the ledger, which is no payway.
    Draw(Endpoint),
}

/// The destination of a type's money.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SinkKind {
    /// An external payout by a payway.
    PayOut,
    /// An account of the ledger, which is no payway.
    Credit(Endpoint),
}

/// Whether a type converts currencies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Converts {
    /// Never.
    No,
    /// Always.
    Yes,
    /// If the two accounts have different currencies.
    AsNeeded,
}

/// The policy rule for the platform's fee.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OurFee {
    /// No platform fee; the costs of payway and network are separate fees.
    None,
    /// The fee of an exchange.
    Exchange,
    /// The fee of a conversion between balances.
    Convert,
}

kernel::codes! {
    /// The specification's display types ("Entities and their fields").
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    #[expect(missing_docs, reason = "the names are the specification's")]
    pub enum DisplayType {
        Purchase = "purchase",
        Sale = "sale",
        Swap = "swap",
        Deposit = "deposit",
        Withdraw = "withdraw",
        Convert = "convert",
        Refund = "refund",
        Transfer = "transfer",
    }
}

/// One row of the table. An exchange is displayed by its side, so it has no display type of its own.
struct Row {
    kind: TransactionType,
    code: &'static str,
    source: SourceKind,
    converts: Converts,
    sink: SinkKind,
    fee: OurFee,
    display: Option<DisplayType>,
    /// Whether the customer named what should arrive, and the server found the balance that pays.
    is_unified: bool,
}

use Converts as C;
use DisplayType as D;
use Endpoint::{Balance, Customer};
use SinkKind::{Credit, PayOut};
use SourceKind::{Arrival, Collect, Draw};
use TransactionType as T;

const CARD: Endpoint = Endpoint::Product(Product::PaymentCard);
const OVERDRAFT: Endpoint = Endpoint::Product(Product::Overdraft);
const REWARD: Endpoint = Endpoint::Product(Product::Reward);
const CASHBACK: Endpoint = Endpoint::Product(Product::Cashback);
const SERVICE: Endpoint = Endpoint::Product(Product::Service);

const fn row(
    (kind, code): (T, &'static str),
    (source, converts, sink): (SourceKind, C, SinkKind),
    fee: OurFee,
    display: Option<D>,
) -> Row {
    Row { kind, code, source, converts, sink, fee, display, is_unified: false }
}

const fn unified(row: Row) -> Row {
    Row { is_unified: true, ..row }
}

/// In the order of [`TransactionType`]. If several rows have the same parts and are equally unified, a direction opens the
/// first one.
static TABLE: [Row; 24] = [
    row((T::Exchange, "EXCHANGE"), (Collect, C::Yes, PayOut), OurFee::Exchange, None),
    row((T::Payin, "PAYIN"), (Collect, C::No, Credit(Balance)), OurFee::None, Some(D::Deposit)),
    row((T::PayinConvert, "PAYIN_CONVERT"), (Collect, C::Yes, Credit(Balance)), OurFee::Exchange, Some(D::Deposit)),
    row((T::Payout, "PAYOUT"), (Draw(Balance), C::No, PayOut), OurFee::None, Some(D::Withdraw)),
    row((T::ConvertPayout, "CONVERT_PAYOUT"), (Draw(Balance), C::Yes, PayOut), OurFee::Exchange, Some(D::Withdraw)),
    row((T::Convert, "CONVERT"), (Draw(Balance), C::Yes, Credit(Balance)), OurFee::Convert, Some(D::Convert)),
    row((T::Autopayin, "AUTOPAYIN"), (Arrival, C::No, Credit(Balance)), OurFee::None, Some(D::Deposit)),
    unified(row((T::Udeposit, "UDEPOSIT"), (Collect, C::No, Credit(Balance)), OurFee::None, Some(D::Deposit))),
    unified(row((T::Upayout, "UPAYOUT"), (Draw(Balance), C::No, PayOut), OurFee::None, Some(D::Withdraw))),
    unified(row(
        (T::UconvertPayout, "UCONVERT_PAYOUT"),
        (Draw(Balance), C::Yes, PayOut),
        OurFee::Exchange,
        Some(D::Withdraw),
    )),
    unified(row(
        (T::Uconvert, "UCONVERT"),
        (Draw(Balance), C::Yes, Credit(Balance)),
        OurFee::Convert,
        Some(D::Convert),
    )),
    row(
        (T::TransferProfile, "TRANSFER_PROFILE"),
        (Draw(Balance), C::No, Credit(Customer)),
        OurFee::None,
        Some(D::Transfer),
    ),
    row(
        (T::TransferProfileReceive, "TRANSFER_PROFILE_RECEIVE"),
        (Draw(Customer), C::No, Credit(Balance)),
        OurFee::None,
        Some(D::Transfer),
    ),
    row(
        (T::ServicePayment, "SERVICE_PAYMENT"),
        (Draw(Balance), C::No, Credit(SERVICE)),
        OurFee::None,
        Some(D::Transfer),
    ),
    row(
        (T::ServiceConvertPayment, "SERVICE_CONVERT_PAYMENT"),
        (Draw(Balance), C::Yes, Credit(SERVICE)),
        OurFee::Convert,
        Some(D::Transfer),
    ),
    row((T::CardCredit, "CARD_CREDIT"), (Draw(Balance), C::AsNeeded, Credit(CARD)), OurFee::Convert, Some(D::Transfer)),
    row(
        (T::CardWithdrawal, "CARD_WITHDRAWAL"),
        (Draw(CARD), C::AsNeeded, Credit(Balance)),
        OurFee::Convert,
        Some(D::Transfer),
    ),
    row((T::CardDebit, "CARD_DEBIT"), (Draw(Balance), C::AsNeeded, PayOut), OurFee::Convert, Some(D::Withdraw)),
    row((T::CardRefund, "CARD_REFUND"), (Collect, C::AsNeeded, Credit(CARD)), OurFee::None, Some(D::Refund)),
    row((T::CardBonus, "CARD_BONUS"), (Draw(CASHBACK), C::No, Credit(Balance)), OurFee::None, Some(D::Deposit)),
    row(
        (T::OverdraftRepay, "OVERDRAFT_REPAY"),
        (Draw(Balance), C::No, Credit(OVERDRAFT)),
        OurFee::None,
        Some(D::Transfer),
    ),
    row(
        (T::OverdraftConvertRepay, "OVERDRAFT_CONVERT_REPAY"),
        (Draw(Balance), C::Yes, Credit(OVERDRAFT)),
        OurFee::Convert,
        Some(D::Transfer),
    ),
    row((T::RefDeposit, "REF_DEPOSIT"), (Draw(REWARD), C::No, Credit(Balance)), OurFee::None, Some(D::Deposit)),
    row((T::RefConvert, "REF_CONVERT"), (Draw(REWARD), C::Yes, Credit(Balance)), OurFee::Convert, Some(D::Convert)),
];

impl TransactionType {
    /// All types.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        TABLE.iter().map(|row| row.kind)
    }

    /// The type that a direction between balances and payways opens; `None` if no type covers it.
    #[must_use]
    pub fn of(direction: &Direction) -> Option<Self> {
        Self::opened_by(direction, false)
    }

    /// The type that a direction opens on the ordinary pages, or on the unified ones, where the customer names what
    /// should arrive; `None` if no type covers it.
    #[must_use]
    pub fn opened_by(direction: &Direction, is_unified: bool) -> Option<Self> {
        let source = account(direction.source).map_or(Collect, Draw);
        let sink = account(direction.sink).map_or(PayOut, Credit);
        let converts = if direction.converts() { C::Yes } else { C::No };
        // Fiat in and fiat out without a balance is a remittance, which the platform does not offer.
        let is_remittance = source == Collect && sink == PayOut && direction.side().is_none();
        let made = |row: &&Row| {
            (row.source, row.sink, row.is_unified) == (source, sink, is_unified)
                && (row.converts == converts || row.converts == C::AsNeeded)
        };
        TABLE.iter().find(made).filter(|_| !is_remittance).map(|row| row.kind)
    }

    /// The type of a deposit without an order.
    #[must_use]
    pub fn arrival() -> Self {
        TABLE.iter().find(|row| row.source == Arrival).map_or(T::Payin, |row| row.kind)
    }

    /// The type of a payment that its customer keeps on the balance or takes back.
    #[must_use]
    pub fn unmatched_payment() -> Self {
        T::Payin
    }

    /// The type of a purchase with a payment card, which its issuer opens.
    #[must_use]
    pub fn purchase() -> Self {
        T::CardDebit
    }

    /// The specification's code.
    #[must_use]
    pub fn code(self) -> &'static str {
        self.row().code
    }

    /// The source of its money.
    #[must_use]
    pub fn source(self) -> SourceKind {
        self.row().source
    }

    /// Whether it converts currencies.
    #[must_use]
    pub fn converts(self) -> Converts {
        self.row().converts
    }

    /// The destination of its money.
    #[must_use]
    pub fn sink(self) -> SinkKind {
        self.row().sink
    }

    /// Whether the customer named what should arrive, and the server found the balance that pays.
    #[must_use]
    pub fn is_unified(self) -> bool {
        self.row().is_unified
    }

    /// The fee rule.
    #[must_use]
    pub fn fee(self) -> OurFee {
        self.row().fee
    }

    /// The display type; an exchange is displayed by its `side`.
    #[must_use]
    pub fn display(self, side: Option<Side>) -> DisplayType {
        let by_side = match side {
            Some(Side::Buy) => D::Purchase,
            Some(Side::Sell) => D::Sale,
            Some(Side::Swap) | None => D::Swap,
        };
        self.row().display.unwrap_or(by_side)
    }

    fn row(self) -> &'static Row {
        &TABLE[self as usize]
    }
}

/// The endpoint, if it is an account of the ledger.
fn account(endpoint: Endpoint) -> Option<Endpoint> {
    endpoint.payway().is_none().then_some(endpoint)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_table_stands_in_the_order_of_the_types_and_codes_are_the_serialised_names() {
        for (at, row) in TABLE.iter().enumerate() {
            assert_eq!(row.kind as usize, at);
            assert_eq!(serde_json::to_value(row.kind).unwrap(), row.code);
        }
        assert_eq!(TransactionType::all().map(TransactionType::code).collect::<BTreeSet<_>>().len(), 24);
    }

    #[test]
    fn every_display_type_of_the_specification_is_used() {
        let sides = [Some(Side::Buy), Some(Side::Sell), Some(Side::Swap), None];
        let shown = |kind: TransactionType| sides.map(|side| format!("{:?}", kind.display(side)));
        assert_eq!(TransactionType::all().flat_map(shown).collect::<BTreeSet<_>>().len(), 8);
    }

    #[test]
    fn a_direction_opens_the_type_of_its_endpoints() {
        let of = |from: &str, source: &str, to: &str, sink: &str| {
            let direction = Direction {
                from_currency: from.parse().unwrap(),
                source: source.parse().unwrap(),
                to_currency: to.parse().unwrap(),
                sink: sink.parse().unwrap(),
            };
            TransactionType::of(&direction).map(TransactionType::code)
        };
        assert_eq!(of("EUR", "visamc", "BTC", "btc"), Some("EXCHANGE"));
        assert_eq!(of("EUR", "visamc", "EUR", "balance"), Some("PAYIN"));
        assert_eq!(of("EUR", "visamc", "BTC", "balance"), Some("PAYIN_CONVERT"));
        assert_eq!(of("EUR", "balance", "EUR", "iban"), Some("PAYOUT"));
        assert_eq!(of("BTC", "balance", "EUR", "iban"), Some("CONVERT_PAYOUT"));
        assert_eq!(of("EUR", "balance", "PLN", "balance"), Some("CONVERT"));
        assert_eq!(of("EUR", "balance", "EUR", "customer"), Some("TRANSFER_PROFILE"));
        assert_eq!(of("EUR", "customer", "EUR", "balance"), Some("TRANSFER_PROFILE_RECEIVE"));
        assert_eq!(of("EUR", "balance", "PLN", "customer"), None);
        assert_eq!(of("EUR", "visamc", "EUR", "customer"), None);
        assert_eq!(of("EUR", "balance", "EUR", "balance"), None);
        assert_eq!(of("EUR", "visamc", "EUR", "iban"), None);
        assert_eq!(of("EUR", "visamc", "PLN", "iban"), None);
    }

    #[test]
    fn the_unified_pages_open_types_of_their_own_with_the_same_parts_fee_and_display() {
        let (eur, pln) = ("EUR".parse().unwrap(), "PLN".parse().unwrap());
        let balance = Endpoint::Balance;
        let iban = "iban".parse().unwrap();
        let unified = [
            (balance, eur, iban, "UPAYOUT"),
            (balance, pln, iban, "UCONVERT_PAYOUT"),
            (balance, pln, balance, "UCONVERT"),
            (iban, eur, balance, "UDEPOSIT"),
        ];
        for (source, to_currency, sink, code) in unified {
            let direction = Direction { from_currency: eur, source, to_currency, sink };
            let plain = TransactionType::of(&direction).unwrap();
            let kind = TransactionType::opened_by(&direction, true).unwrap();
            assert_eq!(kind.code(), code);
            assert_eq!((kind.source(), kind.converts(), kind.sink()), (plain.source(), plain.converts(), plain.sink()));
            assert_eq!((kind.fee(), kind.display(None)), (plain.fee(), plain.display(None)));
        }
        let transfer = Direction { from_currency: eur, source: balance, to_currency: eur, sink: Endpoint::Customer };
        assert_eq!(TransactionType::opened_by(&transfer, true), None);
    }
}
