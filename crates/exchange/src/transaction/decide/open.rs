//! Opens a movement from a firm quote: its legs, and the initial hold or posting.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{Endpoint, PresetId, ProfileId, TransactionId};

use super::super::model::*;
use super::super::posting::{AccountRole, Posting, PostingKind};
use super::{Decision, Draft, Facts};
use crate::ExchangeError;
use crate::beneficiary_wallet::Travel;
use crate::originator::Sender;
use crate::plan::PlanRun;
use crate::quote::{Price, Quote};
use crate::requisite::{Party, Requisite};

/// The inputs of a new movement, besides its quote.
#[derive(Debug, Clone)]
pub(crate) struct NewOrder {
    /// Its id.
    pub id: TransactionId,
    /// The profile that owns it.
    pub profile: ProfileId,
    /// The validated external destination. `None` if the result goes to the balance.
    pub requisite: Option<Requisite>,
    /// The refund address, if the customer named one.
    pub refund_to: Option<Requisite>,
    /// The declaration of the destination wallet, if the travel rule requires one.
    pub travel: Option<Travel>,
    /// The originator statement, if the travel rule requires one.
    pub sender: Option<Sender>,
    /// The payer, as the receiver of a transfer sees them.
    pub payer: Option<Party>,
    /// The payment instructions. `None` if the balance pays.
    pub instructions: Option<Instructions>,
    /// The caller's idempotency key, if any.
    pub client_key: Option<String>,
    /// The preset that the order is made from.
    pub preset: Option<PresetId>,
    /// The run of a plan that makes the order.
    pub plan: Option<PlanRun>,
    /// The ended transaction whose payer is paid back. Only for a movement from the balance.
    pub refund_of: Option<TransactionId>,
}

fn missing(what: &str) -> ExchangeError {
    ExchangeError::Internal(format!("a movement without {what}"))
}

/// The leg that receives the result.
fn result_leg(price: &Price, requisite: Option<Requisite>) -> Result<Leg, ExchangeError> {
    let credit = |product, to| Leg::Credit(Credit { amount: price.to_amount, product, to, done_at: None });
    Ok(match (price.sink, requisite) {
        (Endpoint::Balance, _) => credit(None, None),
        (Endpoint::Product(product), _) => credit(Some(product), None),
        (Endpoint::Customer, Some(Requisite::Customer(party))) => credit(None, Some(party)),
        (Endpoint::Customer, _) => return Err(missing("a receiver")),
        (Endpoint::Payway(payway), Some(requisite)) => {
            Leg::PayOut(Box::new(PayOut::planned(payway, price.to_amount, Destination::Requisite(requisite))))
        }
        (Endpoint::Payway(_), None) => return Err(missing("a requisite")),
    })
}

/// Opens a movement with source, conversion and destination. With an external source it waits for the payment, and
/// nothing is posted. From the balance it holds the amount: an external payout waits until the cancellation window
/// ends, an internal one is posted at once. A transfer to a person without an account stays held until that person
/// signs up or the transfer expires.
///
/// # Errors
/// [`ExchangeError::Internal`] for a quote without a type, a payway without instructions, a payout without a requisite,
/// or a transfer without a receiver.
pub(crate) fn open(
    quote: Quote,
    order: NewOrder,
    facts: &Facts,
    now: DateTime<Utc>,
) -> Result<Decision, ExchangeError> {
    let Quote { price, is_unified, residence, .. } = quote;
    let direction = price.direction();
    let kind = TransactionType::opened_by(&direction, is_unified).ok_or_else(|| missing("a type"))?;
    let draw = |product, payer| {
        let amount = price.from_amount;
        Leg::Draw(Draw {
            amount,
            product,
            payer,
            state: DrawState::Planned,
            hold: None,
            done_at: None,
            conversion: None,
        })
    };
    let mut legs = vec![match (price.source, order.instructions) {
        (Endpoint::Balance, _) => draw(None, order.payer),
        (Endpoint::Product(product), _) => draw(Some(product), order.payer),
        (Endpoint::Payway(payway), Some(instructions)) => Leg::Collect(Box::new(Collect {
            payway,
            expected: price.from_amount,
            state: CollectState::Waiting,
            charges: 0,
            instructions,
            payments: Vec::new(),
            refund_to: order.refund_to,
        })),
        (Endpoint::Payway(_), None) => return Err(missing("instructions")),
        (Endpoint::Customer, _) => return Err(missing("a source that its customer may take from")),
    }];
    if direction.converts() {
        legs.push(Leg::Convert(Convert { done_at: None }));
    }
    legs.push(result_leg(&price, order.requisite)?);
    let lifetimes = &facts.policy.lifetimes;
    let is_unclaimed = legs.iter().any(Leg::awaits_receiver);
    let seconds = if is_unclaimed { lifetimes.unclaimed } else { lifetimes.of(price.source) };
    let expires_at = now + TimeDelta::seconds(i64::from(seconds));
    let stays = price.sink.payway().is_none() && !is_unclaimed;
    let blank = Transaction {
        residence,
        travel: order.travel,
        sender: order.sender,
        client_key: order.client_key,
        preset: order.preset,
        plan: order.plan,
        parent: order.refund_of.filter(|_| price.source.is_balance()),
        ..Transaction::new((order.id, order.profile), kind, price, legs, (now, expires_at))
    };
    let mut draft = Draft::new(&blank, facts, now);
    if blank.draw().is_some() {
        draft.reserve()?;
        if stays {
            draft.take()?;
        }
    }
    draft.finish(&blank, "created")
}

impl Draft<'_> {
    /// Holds the amount of each draw on its balance. The ledger refuses an overdraft.
    pub(super) fn reserve(&mut self) -> Result<(), ExchangeError> {
        self.move_draws(DrawState::Planned, DrawState::Held)
    }

    /// Posts the held amounts and passes them on; from then on it cannot be cancelled.
    pub(super) fn take(&mut self) -> Result<(), ExchangeError> {
        self.move_draws(DrawState::Held, DrawState::Posted)?;
        self.convert_draws()?;
        self.fund(self.tx.price.from_amount)
    }

    /// Voids the holds.
    pub(super) fn release(&mut self) -> Result<(), ExchangeError> {
        self.move_draws(DrawState::Held, DrawState::Released)
    }

    /// Moves all draws from one state to the next.
    fn move_draws(&mut self, from: DrawState, to: DrawState) -> Result<(), ExchangeError> {
        let places: Vec<usize> =
            (0..self.tx.legs.len()).filter(|at| matches!(self.tx.legs[*at], Leg::Draw(_))).collect();
        if places.is_empty() {
            return Err(ExchangeError::Internal("a transaction without a draw leg".to_owned()));
        }
        for at in places {
            let fresh = (to == DrawState::Held).then(|| self.next_hold());
            let now = self.now;
            let Some(Leg::Draw(draw)) = self.tx.legs.get_mut(at) else { continue };
            let hold = fresh.or(draw.hold).filter(|_| draw.state == from);
            let hold = hold.ok_or_else(|| ExchangeError::Internal("a draw without a hold".to_owned()))?;
            (draw.state, draw.hold) = (to, Some(hold));
            draw.done_at = fresh.is_none().then_some(now);
            let (debit, amount) = (draw.product.map_or(AccountRole::Customer, AccountRole::Product), draw.amount);
            let kind = match to {
                DrawState::Posted => PostingKind::PostHold(hold),
                DrawState::Released => PostingKind::VoidHold(hold),
                DrawState::Planned | DrawState::Held => PostingKind::Hold(hold),
            };
            self.postings.push(Posting { debit, credit: AccountRole::Transit, amount, kind, code: "draw" });
        }
        Ok(())
    }
}
