use kernel::{Amount, Network, Payway, PaywayKind, ProfileId};
use uuid::Uuid;

/// Where money stands, seen from one transaction; the edge turns a place into an account of the ledger's chart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Place {
    /// What a rail holds for us.
    Rail(Payway),
    /// Inside this transaction.
    Transit,
    /// The house's side of the exchange.
    Desk,
    /// The customer's balance.
    Customer,
    /// The balance of another customer.
    OtherCustomer(ProfileId),
    /// The house's fee.
    OurFee,
    /// The payway's fee.
    ProcessingFee,
    /// The chain's fee, as the customer was charged it.
    NetworkFee,
    /// What a chain took from us for a payout.
    NetworkCost(Network),
    /// The spread.
    Spread,
    /// What rounding left.
    Rounding,
    /// Belongs to nobody until an operator says.
    Quarantine,
    /// The house's loss when a payment is taken back that was already spent.
    Adjustment,
}

/// How a posting moves money.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PostingKind {
    /// At once.
    Post,
    /// Reserved under this id until posted or voided.
    Hold(Uuid),
    /// Moves what was reserved.
    PostHold(Uuid),
    /// Releases what was reserved.
    VoidHold(Uuid),
}

/// One transfer of a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Posting {
    /// Gives.
    pub debit: Place,
    /// Receives.
    pub credit: Place,
    /// How much.
    pub amount: Amount,
    /// At once or in two phases.
    pub kind: PostingKind,
    /// What it is, for statements.
    pub code: &'static str,
}

/// Work that must follow outside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Task {
    /// Charge the card that the collect leg holds.
    ChargeCard {
        /// Which charge of the order.
        charge: u16,
    },
    /// Charge this BLIK code; it lives two minutes and serves once.
    ChargeBlik {
        /// Which charge of the order.
        charge: u16,
        /// Six digits.
        code: String,
    },
    /// Pay this leg out, or give it back.
    PayOut {
        /// Its place.
        leg: u16,
    },
}

/// The ledger's name of the rail behind a payway: `card`, `iban`, `blik`, and a chain payway's own code (`ltc`, `erc20`).
#[must_use]
pub fn rail_name(payway: Payway) -> &'static str {
    match payway.kind() {
        PaywayKind::Card => "card",
        PaywayKind::Iban => "iban",
        PaywayKind::Code | PaywayKind::Crypto => payway.code(),
    }
}
