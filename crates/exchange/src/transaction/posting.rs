//! The results of a decision: transfers between account roles, and tasks outside the ledger.

use crate::rails::{DeviceInfo, PayerCode};
use kernel::{Amount, Network, Payway, PaywayKind, Product, ProfileId};
use uuid::Uuid;

/// An account role, seen from one transaction. The ledger change maps it to an account of the chart of accounts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AccountRole {
    /// The money that a rail holds for the platform.
    Rail(Payway),
    /// The amount that the issuer of payment cards has paid for the platform.
    Issuer,
    /// The money inside transactions.
    Transit,
    /// The platform's side of the exchange.
    Desk,
    /// The customer's balance.
    Customer,
    /// Another customer's balance.
    OtherCustomer(ProfileId),
    /// The customer's account of a product.
    Product(Product),
    /// Income from the platform's fee.
    OurFee,
    /// Income from the payway's fee.
    ProcessingFee,
    /// Income from the network fee, as charged to the customer.
    NetworkFee,
    /// The cost that a chain charged for a payout.
    NetworkCost(Network),
    /// Income from the spread.
    Spread,
    /// Rounding differences.
    Rounding,
    /// Money without an owner, until an operator assigns it.
    Quarantine,
    /// Losses from payments that were reversed after they were spent.
    Adjustment,
    /// Money that an acquirer has taken for a dispute.
    Chargeback,
    /// The cost of prices that were kept.
    Guarantee,
}

/// The kind of a posting: immediate, or a phase of a hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PostingKind {
    /// Immediately.
    Post,
    /// A hold under this id, until it is posted or voided.
    Hold(Uuid),
    /// Posts a hold.
    PostHold(Uuid),
    /// Voids a hold.
    VoidHold(Uuid),
}

/// One transfer of a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Posting {
    /// The debited account.
    pub debit: AccountRole,
    /// The credited account.
    pub credit: AccountRole,
    /// The amount.
    pub amount: Amount,
    /// Immediate or in two phases.
    pub kind: PostingKind,
    /// The transfer code, for statements.
    pub code: &'static str,
}

/// Work outside the ledger that must follow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Task {
    /// Charge the card of the collect leg.
    ChargeCard {
        /// The charge number.
        charge: u16,
        /// The payer's browser, if the client reported it.
        device: Option<Box<DeviceInfo>>,
    },
    /// Charge through another service.
    ChargeCode {
        /// The charge number.
        charge: u16,
        /// The payer's code, which can be used once; `None` if the payer approves in the service's app.
        code: Option<PayerCode>,
    },
    /// Pay out or refund this leg.
    PayOut {
        /// The leg's index.
        leg: u16,
    },
}

/// The ledger's name of a payway's rail: `card`, `iban`, or the payway's code (`blik`, `ltc`, `erc20`).
#[must_use]
pub fn rail_name(payway: Payway) -> &'static str {
    match payway.kind() {
        PaywayKind::Card => "card",
        PaywayKind::Iban => "iban",
        PaywayKind::Code | PaywayKind::Crypto => payway.code(),
    }
}
