//! The transaction: one aggregate of legs, decided by pure functions, committed through the Journal.

mod attention;
mod change;
mod choices;
mod command;
mod counted;
mod decide;
mod derive;
mod dispute;
mod failure;
mod model;
mod notice;
mod on_test_clock;
mod posting;
mod prepare;
mod received;
mod result;
mod source;
mod status;
mod steps;
pub(crate) mod store;

pub(crate) use crate::transaction_type::RECORD;
pub use crate::transaction_type::{Converts, DisplayType, SinkKind, SourceKind, TransactionType};
pub(crate) use change::PLAN_CHARGE_JOB;
pub use change::{CHANGED, ChangeContext, REVIEW_OPENED, change};
pub use choices::{Choice, choices};
pub use command::{Command, RefundTo};
pub(crate) use counted::CountedAddress;
pub use counted::{Counted, RefundAddress};
pub use decide::{
    Admission, Arrival, Asker, CardPurchase, Decision, Facts, OWNER, Outcome, UnmatchedPayment, arrive, authorize,
    decide, unmatched_payment,
};
pub(crate) use decide::{NewOrder, open};
pub use dispute::{Dispute, DisputedMoney};
pub use failure::Failure;
pub use model::{
    Action, ActionReason, Allowed, Appeal, AwaitingRate, Claim, Collect, CollectState, Convert, Credit, Destination,
    Draw, DrawState, Ending, FeeLeg, HoldNeeds, Instructions, Leg, Move, OwnerClaim, PayOut, PayOutState, Payment,
    PaymentState, Review, ReviewReason, Transaction,
};
pub use notice::bonus_mail;
pub use posting::{AccountRole, Posting, PostingKind, Task, rail_name};
pub(crate) use prepare::unmatched_ids;
pub use prepare::{Answer, Committed, Prepared, event_key, of_unmatched, once_key, prepare};
pub use result::{FeeTaken, Headline, HeadlineKind, RefundSummary, Summary};
pub use status::{Status, SubState};
pub use steps::{Step, StepKind, StepState};

/// Parses a transaction from its record. Only this program writes the body, so a parse error is an internal fault.
pub(crate) fn read(id: uuid::Uuid, body: serde_json::Value) -> Result<Transaction, crate::ExchangeError> {
    let unreadable = |error| crate::ExchangeError::Internal(format!("transaction {id} cannot be read: {error}"));
    serde_json::from_value(body).map_err(unreadable)
}
