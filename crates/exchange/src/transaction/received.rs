//! A transfer as its receiver sees it.

use kernel::{Endpoint, ProfileId};

use super::Status;
use super::model::*;
use crate::quote::{LineKind, Price};
use crate::requisite::Party;

impl Transaction {
    /// The receiver, if it is another customer.
    #[must_use]
    pub fn receiver(&self) -> Option<&Party> {
        self.credits().find_map(|credit| credit.to.as_ref())
    }

    /// The other customer of a transfer: the receiver, or from the receiver's side the payer.
    #[must_use]
    pub fn counterparty(&self) -> Option<&Party> {
        self.receiver().or_else(|| self.draw()?.payer.as_ref())
    }

    /// The profile that operators see as the owner: for an assigned payment, the customer who received it.
    #[must_use]
    pub fn customer(&self) -> ProfileId {
        let assigned = self.receiver().filter(|_| self.is_arrival()).and_then(|party| party.profile);
        assigned.unwrap_or(self.profile)
    }

    /// Whether it waits for a receiver without an account, or is an unidentified payment.
    #[must_use]
    pub fn awaits_receiver(&self) -> bool {
        self.legs.iter().any(Leg::awaits_receiver)
    }

    /// The transaction as this profile sees it: its own, or a received transfer; `None` for others.
    #[must_use]
    pub fn seen_by(self, profile: ProfileId) -> Option<Self> {
        if self.profile == profile { Some(self) } else { self.as_received().filter(|own| own.profile == profile) }
    }

    /// The receiver's view of a completed transfer, or of an unidentified payment that an operator assigned to them.
    /// `None` for other transactions. Leaves out the payer's fees, contact and history.
    #[must_use]
    pub fn as_received(&self) -> Option<Self> {
        if self.is_arrival() {
            return self.as_assigned();
        }
        let (draw, receiver) = (self.draw()?, self.receiver()?);
        let (profile, at) = (receiver.profile?, self.credited_at()?);
        let payer = draw.payer.clone().map(|party| Party { profile: None, contact: None, ..party });
        let price = Price {
            source: Endpoint::Customer,
            sink: Endpoint::Balance,
            from_amount: self.price.to_amount,
            lines: self.price.lines.iter().filter(|line| line.kind == LineKind::AmountConverted).cloned().collect(),
            discount: None,
            ..self.price.clone()
        };
        let (amount, state) = (price.from_amount, DrawState::Posted);
        let drawn = Draw { amount, product: None, payer, state, hold: None, done_at: Some(at), conversion: None };
        let credited = Credit { amount: price.to_amount, product: None, to: None, done_at: Some(at) };
        Some(Self {
            profile,
            kind: TransactionType::of(&price.direction())?,
            price,
            residence: None,
            legs: vec![Leg::Draw(drawn), Leg::Credit(credited)],
            client_key: None,
            preset: None,
            plan: None,
            created_at: at,
            disputes: Vec::new(),
            claims: Vec::new(),
            make_good: None,
            lapsed: None,
            moves: vec![Move { status: Status::Done, at }],
            ..self.clone()
        })
    }

    /// An assigned payment, as a deposit of the customer who received it.
    fn as_assigned(&self) -> Option<Self> {
        let (profile, at) = (self.receiver()?.profile?, self.credited_at()?);
        // Hides the original account and the earlier attempts from the customer.
        let own = |leg: &Leg| match leg {
            Leg::Collect(collect) => {
                let instructions = Instructions::unpaid_code();
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
            disputes: Vec::new(),
            claims: Vec::new(),
            make_good: None,
            lapsed: None,
            moves: vec![Move { status: Status::Done, at }],
            ..self.clone()
        })
    }

    fn credited_at(&self) -> Option<chrono::DateTime<chrono::Utc>> {
        self.credits().find_map(|credit| credit.done_at)
    }
}
