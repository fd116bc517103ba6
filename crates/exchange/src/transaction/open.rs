//! A new order from a firm quote.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{ProfileId, TransactionId};

use super::decide::Decision;
use super::model::*;
use super::status::Status;
use crate::policy::Lifetimes;
use crate::quote::Quote;
use crate::requisite::Requisite;
use crate::sender::Sender;
use crate::wallet::Travel;

/// What a new order is made of, besides its quote.
#[derive(Debug, Clone)]
pub struct NewOrder {
    /// Its id.
    pub id: TransactionId,
    /// Whose it is.
    pub profile: ProfileId,
    /// Where the result goes; checked.
    pub requisite: Requisite,
    /// What was said of the wallet that it goes to, where the travel rule asked.
    pub travel: Option<Travel>,
    /// What was said of who sends its coins, where the travel rule asked.
    pub sender: Option<Sender>,
    /// What the payer needs to know.
    pub instructions: Instructions,
    /// The caller's idempotency key, if it had one.
    pub client_key: Option<String>,
}

/// Opens an exchange: collect, convert, pay out. Nothing is posted; it waits for the payment.
#[must_use]
pub fn open(quote: Quote, order: NewOrder, lifetimes: &Lifetimes, now: DateTime<Utc>) -> Decision {
    let expires_at = now + TimeDelta::seconds(i64::from(lifetimes.of(quote.from_payway)));
    let collect = Collect {
        payway: quote.from_payway,
        expected: quote.from_amount,
        state: CollectState::Waiting,
        instructions: order.instructions,
        charges: 0,
        payments: Vec::new(),
    };
    let to = Destination::Requisite(order.requisite.clone());
    let legs = vec![
        Leg::Collect(Box::new(collect)),
        Leg::Convert(Convert { done_at: None }),
        Leg::PayOut(Box::new(PayOut::planned(quote.to_payway, quote.to_amount, to))),
    ];
    let transaction = Transaction {
        id: order.id,
        profile: order.profile,
        version: 1,
        kind: TransactionType::Exchange,
        quote,
        requisite: order.requisite,
        travel: order.travel,
        sender: order.sender,
        legs,
        ending: None,
        action: None,
        review: None,
        unpriced: None,
        failure: None,
        expires_at,
        parent: None,
        client_key: order.client_key,
        created_at: now,
        updated_at: now,
        moves: vec![Move { status: Status::New, at: now }],
    };
    Decision { transaction, postings: Vec::new(), tasks: Vec::new(), reviewed: None, reason: "created" }
}
