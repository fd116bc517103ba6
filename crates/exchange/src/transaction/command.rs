use kernel::{Amount, ProfileId};
use serde::{Deserialize, Serialize};

use crate::rails::{CardToken, RailEvent};
use crate::requisite::Requisite;
use crate::wallet::Travel;

/// What can be asked of a transaction. Who may ask what is checked at the edge; whether it can be done now, here.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "command", rename_all = "snake_case")]
pub enum Command {
    /// Close the unfinished order.
    Cancel,
    /// Charge this card.
    PayByCard {
        /// The card.
        card: CardToken,
        /// Where the browser goes after 3-D Secure.
        return_url: Option<String>,
    },
    /// Charge this BLIK code.
    PayByBlik {
        /// Six digits.
        code: String,
    },
    /// The acquirer asks the payer to approve.
    ApprovalNeeded {
        /// The 3-D Secure page; BLIK has none.
        url: Option<String>,
        /// Which charge of the order.
        charge: u16,
    },
    /// Give the money back; to a place that the customer names where the rail does not know the payer.
    Refund {
        /// Needed for crypto.
        to: Option<Box<RefundTo>>,
    },
    /// Put the money on the customer's balance.
    Deposit,
    /// Exchange what arrived, at a new price.
    UpdateAmount,
    /// The person whom a transfer waits for has an account now.
    Claim {
        /// Their profile.
        profile: ProfileId,
        /// Who they are, masked.
        name: String,
    },
    /// An operator says whose a payment is that named nobody.
    Assign {
        /// Whose.
        profile: ProfileId,
        /// Who they are, masked.
        name: String,
    },
    /// Something happened on a rail.
    Rail(RailEvent),
    /// A payout's outcome is unclear, and looking it up did not help.
    PayoutUnclear {
        /// Which leg.
        leg: u16,
        /// What the rail said.
        detail: String,
    },
    /// A payout was not handed to its rail, because it must not be any more.
    PayoutStopped {
        /// Which leg.
        leg: u16,
    },
    /// Nobody knows whether the payer was charged, and nobody will be asked any more.
    ChargeUnclear {
        /// What the rail said.
        detail: String,
        /// Which charge of the order.
        charge: u16,
    },
    /// Time has passed: expiry, deadlines, another look for a price.
    Due,
    /// An operator orders the failed payout again.
    RetryPayout,
    /// An operator closes it; what is left goes to quarantine.
    Close {
        /// As what.
        verdict: Verdict,
    },
}

/// Where a refund goes that cannot go back the way it came, as it was judged before it was asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefundTo {
    /// The place; checked.
    pub requisite: Requisite,
    /// What there was to give back when it was judged. Never more goes there: more is judged anew.
    pub at_most: Amount,
    /// What was said of the wallet, where the travel rule asked.
    pub travel: Option<Travel>,
}

/// How an operator closes a transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Settled in another way.
    Resolved,
    /// Refused.
    Rejected,
    /// It did not work.
    Failed,
}
