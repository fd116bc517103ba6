//! The transaction: one aggregate of legs, decided purely, committed through the Journal.

mod command;
mod failure;
mod model;
mod status;

pub use command::{Command, Verdict};
pub use failure::{Failure, FailureCode};
pub use model::{
    Action, ActionReason, Allowed, Collect, CollectState, Convert, Destination, Ending, FeeLeg, Instructions, Leg, Move,
    PayOut, PayOutState, Payment, PaymentState, Review, ReviewReason, Transaction, TransactionType, TransferLeg,
};
pub use status::{Status, SubState};
