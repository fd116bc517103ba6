//! A transfer as its receiver sees it.

use kernel::{Endpoint, ProfileId};

use super::Status;
use super::model::*;
use super::types::TransactionType;
use crate::quote::{LineKind, Quote};
use crate::requisite::Party;

impl Transaction {
    /// Who receives it, where that is another customer.
    #[must_use]
    pub fn receiver(&self) -> Option<&Party> {
        self.legs.iter().find_map(|leg| if let Leg::Credit(credit) = leg { credit.to.as_ref() } else { None })
    }

    /// The customer at the other end of a transfer: the receiver, or for the receiver the payer.
    #[must_use]
    pub fn counterparty(&self) -> Option<&Party> {
        self.receiver().or_else(|| self.draw()?.payer.as_ref())
    }

    /// The profile whose it is for operators: of a payment that was assigned, the customer who got it.
    #[must_use]
    pub fn customer(&self) -> ProfileId {
        let assigned = self.receiver().filter(|_| self.is_arrival()).and_then(|party| party.profile);
        assigned.unwrap_or(self.profile)
    }

    /// Whether it waits for a person who has no account yet.
    #[must_use]
    pub fn awaits_receiver(&self) -> bool {
        self.legs.iter().any(Leg::awaits_receiver)
    }

    /// The transaction as this profile sees it: its own, or the transfer that it received; `None` for another's.
    #[must_use]
    pub fn seen_by(self, profile: ProfileId) -> Option<Self> {
        if self.profile == profile { Some(self) } else { self.as_received().filter(|own| own.profile == profile) }
    }

    /// The receiver's record of a transfer that has arrived: the same money, drawn from another customer; or that of a payment
    /// which an operator has assigned to them. `None` for everything else. The payer's fees, contact and history are not in it.
    #[must_use]
    pub fn as_received(&self) -> Option<Self> {
        if self.is_arrival() {
            return self.as_assigned();
        }
        let (draw, receiver) = (self.draw()?, self.receiver()?);
        let (profile, at) = (receiver.profile?, self.credited_at()?);
        let payer = draw.payer.clone().map(|party| Party { profile: None, contact: None, ..party });
        let quote = Quote {
            source: Endpoint::Customer,
            sink: Endpoint::Balance,
            from_amount: self.quote.to_amount,
            lines: self.quote.lines.iter().filter(|line| line.kind == LineKind::AmountConverted).cloned().collect(),
            profile: None,
            residence: None,
            signature: None,
            ..self.quote.clone()
        };
        let drawn = Draw { amount: quote.from_amount, payer, state: DrawState::Posted, hold: None, done_at: Some(at) };
        let credited = Credit { amount: quote.to_amount, to: None, done_at: Some(at) };
        Some(Self {
            profile,
            kind: TransactionType::of(&quote.direction())?,
            quote,
            legs: vec![Leg::Draw(drawn), Leg::Credit(credited)],
            client_key: None,
            created_at: at,
            moves: vec![Move { status: Status::Done, at }],
            ..self.clone()
        })
    }

    /// A payment as the customer sees it whom it was assigned to: it came to them.
    fn as_assigned(&self) -> Option<Self> {
        let (profile, at) = (self.receiver()?.profile?, self.credited_at()?);
        // Where it came to, and what was tried with it before, is not theirs to see.
        let own = |leg: &Leg| match leg {
            Leg::Collect(collect) => {
                let instructions = Instructions::Blik { approve_until: None };
                Some(Leg::Collect(Box::new(Collect { instructions, ..(**collect).clone() })))
            }
            Leg::Credit(credit) => Some(Leg::Credit(Credit { to: None, ..credit.clone() })),
            _ => None,
        };
        Some(Self {
            profile,
            legs: self.legs.iter().filter_map(own).collect(),
            review: None,
            failure: None,
            created_at: at,
            moves: vec![Move { status: Status::Done, at }],
            ..self.clone()
        })
    }

    fn credited_at(&self) -> Option<chrono::DateTime<chrono::Utc>> {
        self.legs.iter().find_map(|leg| if let Leg::Credit(credit) = leg { credit.done_at } else { None })
    }
}
