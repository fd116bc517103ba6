//! The commands that a transaction accepts, from its owner, operators, rails, jobs and the clock.

use identity::operator::ClosedAs;
use kernel::{Amount, ProfileId, TransactionId};
use serde::{Deserialize, Serialize};

use crate::beneficiary_wallet::{PayerWallet, Travel};
use crate::rails::{CardToken, DeviceInfo, Launch, PayerCode, RailEvent};
use crate::requisite::Requisite;

/// A command to a transaction. The caller checks who may send it; the state machine checks whether it is permitted now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "command", rename_all = "snake_case")]
pub enum Command {
    /// Cancel the unpaid order.
    Cancel,
    /// Charge this card.
    PayByCard {
        /// The card.
        card: CardToken,
        /// The page to return to after 3-D Secure.
        return_url: Option<String>,
        /// The payer's browser, if the client reported it.
        device: Option<Box<DeviceInfo>>,
    },
    /// Charge through another service.
    PayByCode {
        /// The payer's code; `None` if the payer approves in the service's app.
        code: Option<PayerCode>,
        /// The page to return to after the approval.
        return_url: Option<String>,
    },
    /// The acquirer or the service requires the payer's approval.
    ApprovalNeeded {
        /// The place of approval; `None` if the payer's app prompts on its own.
        launch: Option<Launch>,
        /// The charge number.
        charge: u16,
    },
    /// Refund the money; to a destination of the customer's choice if the rail cannot return the payment.
    Refund {
        /// Required for crypto.
        to: Option<Box<RefundTo>>,
    },
    /// Refund the money to the payer of a merchant's payment, who is not its owner.
    RefundPayer {
        /// The destination.
        to: Box<RefundTo>,
        /// The payer's declaration of the wallet, if given.
        wallet: Option<Box<PayerWallet>>,
    },
    /// Credit the money to the customer's balance.
    Deposit,
    /// Exchange the received amount at a new quote.
    UpdateAmount,
    /// Exchange the received amount at a new quote, if it brings at least this amount. A payment to a merchant uses it:
    /// the merchant agreed to a minimum, and the rate may move after the payer has looked.
    AcceptAmount {
        /// The minimum, in the received currency.
        at_least: Amount,
    },
    /// The receiver of a waiting transfer has signed up.
    Claim {
        /// The receiver's profile.
        profile: ProfileId,
        /// The receiver's masked name.
        name: String,
    },
    /// An unidentified payment is assigned to a customer: by an operator, or because a claim is proved.
    Assign {
        /// The customer's profile.
        profile: ProfileId,
        /// The customer's masked name.
        name: String,
        /// The order of the proved claim; `None` if an operator decides.
        claimed_for: Option<TransactionId>,
    },
    /// A customer claims an unidentified payment without sufficient proof. Operators decide.
    ClaimPayment {
        /// The order that it was sent for, as the customer says.
        order: TransactionId,
        /// The customer's profile.
        profile: ProfileId,
    },
    /// An event of a rail.
    Rail(RailEvent),
    /// An ordered payout waits, because its payway is off.
    PayoutPaused {
        /// The leg.
        leg: u16,
    },
    /// A payout's outcome is unknown, and the look-up did not resolve it.
    PayoutUnclear {
        /// The leg.
        leg: u16,
        /// The rail's message.
        detail: String,
    },
    /// A payout was stopped before its rail was called, because it no longer may be sent.
    PayoutStopped {
        /// The leg.
        leg: u16,
    },
    /// A charge's outcome is unknown, and it will not be looked up again.
    ChargeUnclear {
        /// The rail's message.
        detail: String,
        /// The charge number.
        charge: u16,
    },
    /// The customer objects to the hold. Operators answer.
    Appeal {
        /// The customer's text: 1 to 1,000 characters.
        text: String,
    },
    /// An operator has asked the acquirer about an unclear charge, and it has the money.
    AcceptCharge,
    /// An operator writes off the open disputes.
    WriteOff,
    /// An operator had an unclear charge looked up, and the acquirer still gives no clear outcome.
    ChargeAsked {
        /// The acquirer's message, in plain English.
        detail: String,
    },
    /// A deadline may have passed: expiry, a decision, or the next attempt to get a rate.
    Due,
    /// An operator orders the failed payout again.
    RetryPayout,
    /// An operator closes the transaction; the remaining money moves to quarantine.
    Close {
        /// The final status.
        closed_as: ClosedAs,
    },
}

/// The destination of a refund that cannot return the way it came, with the checks that it has passed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefundTo {
    /// The validated destination.
    pub requisite: Requisite,
    /// The amount that was available when the limits and the travel rule were checked. A larger refund requires a new
    /// check.
    pub at_most: Amount,
    /// The network fee that the customer agreed to, which is what the refund costs. Refused if the fee has risen by more
    /// than a tenth. `None` if none was shown.
    pub cost: Option<Amount>,
    /// The wallet declaration, if the travel rule requires one.
    pub travel: Option<Travel>,
}
