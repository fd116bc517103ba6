//! Opens a movement from a firm quote: its legs, and the initial hold or posting.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{Endpoint, PresetId, ProfileId, TransactionId};

use super::super::model::*;
use super::super::posting::{AccountRole, Posting, PostingKind};
use super::super::status::Status;
use super::{Decision, Draft, Facts};
use crate::ExchangeError;
use crate::beneficiary_wallet::Travel;
use crate::originator::Sender;
use crate::plan::PlanRun;
use crate::quote::Quote;
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
}

fn missing(what: &str) -> ExchangeError {
    ExchangeError::Internal(format!("a movement without {what}"))
}

/// The leg that receives the result.
fn result_leg(quote: &Quote, requisite: Option<Requisite>) -> Result<Leg, ExchangeError> {
    let credit = |product, to| Leg::Credit(Credit { amount: quote.to_amount, product, to, done_at: None });
    Ok(match (quote.sink, requisite) {
        (Endpoint::Balance, _) => credit(None, None),
        (Endpoint::Product(product), _) => credit(Some(product), None),
        (Endpoint::Customer, Some(Requisite::Customer(party))) => credit(None, Some(party)),
        (Endpoint::Customer, _) => return Err(missing("a receiver")),
        (Endpoint::Payway(payway), Some(requisite)) => {
            Leg::PayOut(Box::new(PayOut::planned(payway, quote.to_amount, Destination::Requisite(requisite))))
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
    let direction = quote.direction();
    let kind = TransactionType::opened_by(&direction, quote.is_unified).ok_or_else(|| missing("a type"))?;
    let draw = |product, payer| {
        let amount = quote.from_amount;
        Leg::Draw(Draw { amount, product, payer, state: DrawState::Planned, hold: None, done_at: None })
    };
    let mut legs = vec![match (quote.source, order.instructions) {
        (Endpoint::Balance, _) => draw(None, order.payer),
        (Endpoint::Product(product), _) => draw(Some(product), order.payer),
        (Endpoint::Payway(payway), Some(instructions)) => Leg::Collect(Box::new(Collect {
            payway,
            expected: quote.from_amount,
            state: CollectState::Waiting,
            charges: 0,
            instructions,
            payments: Vec::new(),
        })),
        (Endpoint::Payway(_), None) => return Err(missing("instructions")),
        (Endpoint::Customer, _) => return Err(missing("a source that its customer may take from")),
    }];
    if direction.converts() {
        legs.push(Leg::Convert(Convert { done_at: None }));
    }
    legs.push(result_leg(&quote, order.requisite)?);
    let lifetimes = &facts.policy.lifetimes;
    let is_unclaimed = legs.iter().any(Leg::awaits_receiver);
    let seconds = if is_unclaimed { lifetimes.unclaimed } else { lifetimes.of(quote.source) };
    let expires_at = now + TimeDelta::seconds(i64::from(seconds));
    let stays = quote.sink.payway().is_none() && !is_unclaimed;
    let blank = Transaction {
        id: order.id,
        profile: order.profile,
        version: 0,
        kind,
        quote,
        travel: order.travel,
        sender: order.sender,
        legs,
        ending: None,
        action: None,
        review: None,
        awaiting_rate: None,
        failure: None,
        expires_at,
        parent: None,
        client_key: order.client_key,
        preset: order.preset,
        plan: order.plan,
        created_at: now,
        updated_at: now,
        moves: vec![Move { status: Status::New, at: now }],
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
    fn draw(&mut self) -> Result<&mut Draw, ExchangeError> {
        let found = self.tx.legs.iter_mut().find_map(|leg| if let Leg::Draw(draw) = leg { Some(draw) } else { None });
        found.ok_or_else(|| ExchangeError::Internal("a transaction without a draw leg".to_owned()))
    }

    /// Holds the amount on the balance. The ledger refuses an overdraft.
    fn reserve(&mut self) -> Result<(), ExchangeError> {
        let hold = self.next_hold();
        let draw = self.draw()?;
        (draw.state, draw.hold) = (DrawState::Held, Some(hold));
        let held = draw.clone();
        self.move_draw(&held, PostingKind::Hold(hold));
        Ok(())
    }

    /// Posts the held amount and passes it on; from then on it cannot be cancelled.
    pub(super) fn take(&mut self) -> Result<(), ExchangeError> {
        let amount = self.end_draw(DrawState::Posted)?;
        self.fund(amount)
    }

    /// Voids the hold.
    pub(super) fn release(&mut self) -> Result<(), ExchangeError> {
        self.end_draw(DrawState::Released).map(drop)
    }

    fn end_draw(&mut self, state: DrawState) -> Result<kernel::Amount, ExchangeError> {
        let now = self.now;
        let draw = self.draw()?;
        let hold = draw.hold.filter(|_| draw.state == DrawState::Held);
        let hold = hold.ok_or_else(|| ExchangeError::Internal("a draw without a hold".to_owned()))?;
        (draw.state, draw.done_at) = (state, Some(now));
        let ended = draw.clone();
        let kind = if state == DrawState::Posted { PostingKind::PostHold(hold) } else { PostingKind::VoidHold(hold) };
        self.move_draw(&ended, kind);
        Ok(ended.amount)
    }

    fn move_draw(&mut self, draw: &Draw, kind: PostingKind) {
        let debit = draw.product.map_or(AccountRole::Customer, AccountRole::Product);
        self.postings.push(Posting { debit, credit: AccountRole::Transit, amount: draw.amount, kind, code: "draw" });
    }
}
