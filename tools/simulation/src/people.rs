//! The steps of customers and operators.

use chrono::TimeDelta;
use exchange::rails::{PayerCode, RailEvent, RailEventKind};
use exchange::transaction::{Command, Instructions, RefundTo, Status, Transaction, rail_name};
use identity::operator::ClosedAs;
use kernel::{Amount, Currency, Payway, PaywayKind};

use crate::bug::Bug;
use crate::dice::Dice;
use crate::market::{NewMovement, PROFILES, card, profile, requisite};
use crate::plan::REPLICAS;
use crate::rails::RailReport;
use crate::sim::Sim;
use crate::task::{Ask, Source, Stage, Task};

/// The maximum number of payments for one order.
const PAYMENTS_MAX: u32 = 6;
/// The percentage of movements that begin with a payment that nobody ordered.
const ARRIVALS_PERCENT: u64 = 12;
/// The percentage of movements that no customer orders: those, and purchases with a card.
const WITHOUT_ORDER_PERCENT: u64 = 20;
/// The lifetime of a quote.
const QUOTE: TimeDelta = TimeDelta::seconds(60);

/// A refund command with the amount that the owner saw: more may have arrived since.
fn back_to(tx: &Transaction, held: Payway) -> Command {
    let at_most = tx.available().unwrap_or(Amount::zero(tx.price.from_currency));
    Command::Refund { to: Some(Box::new(RefundTo { requisite: requisite(held), at_most, cost: None, travel: None })) }
}

impl Sim {
    pub(crate) fn order(&mut self, slot: u8, dice: &mut Dice) -> bool {
        let at = usize::from(slot);
        // A step that takes ids counts as executed, even if the quote is refused: a replay must take the same ids.
        let is_quoted = self.slots[at].asked.is_none();
        if is_quoted {
            let (id, fresh, now) = (self.world.uuid(), self.world.uuid(), self.now());
            let profile = profile(dice.below(PROFILES));
            let new = NewMovement { id, fresh, profile, counts: self.counts(profile, None) };
            let decision = match dice.below(100) {
                0..ARRIVALS_PERCENT => self.market.arrival(dice, new, now),
                ARRIVALS_PERCENT..WITHOUT_ORDER_PERCENT => {
                    let balances = self.journal.balances(profile.uuid());
                    let available = balances.into_iter().map(|balance| balance.available).collect();
                    self.market.purchase(dice, new, available, now)
                }
                _ => self.market.order(dice, new, now),
            };
            let Ok(decision) = decision else { return true };
            self.slots[at].asked = Some(Bug::spoil(self.bug, decision));
        }
        let Some(decision) = self.slots[at].asked.clone() else { return false };
        let written = !self.slots[at].transactions.is_empty();
        if written && !dice.chance(5) {
            return is_quoted;
        }
        if !written && self.now() > decision.transaction.created_at + QUOTE {
            return is_quoted;
        }
        let price = &decision.transaction.price;
        let (from, to) = (price.from_amount, price.to_amount);
        self.note(|| format!("[{slot}] a customer orders {to} for {from} by {}", decision.transaction.price.source));
        let replica = dice.below(REPLICAS);
        self.tasks.push(Task::at(replica, slot, Source::Person, Stage::Open(Box::new(decision), None)));
        true
    }

    fn pick(&self, slot: u8, dice: &mut Dice) -> Option<std::sync::Arc<Transaction>> {
        let id = *dice.pick(&self.slots[usize::from(slot)].transactions)?;
        self.load(id)
    }

    pub(crate) fn ask(&mut self, slot: u8, dice: &mut Dice) -> bool {
        let Some(tx) = self.pick(slot, dice) else { return false };
        let held = tx.collect().map_or(Payway::Visamc, |collect| collect.payway);
        let refund = || back_to(&tx, held);
        let pay = || match tx.collect().map(|collect| &collect.instructions) {
            Some(Instructions::Card { .. }) => Command::PayByCard { card: card(), return_url: None, device: None },
            Some(Instructions::Code { .. }) => {
                Command::PayByCode { code: Some(PayerCode("777123".to_owned())), return_url: None }
            }
            _ => Command::Cancel,
        };
        let command = match (tx.status(), dice.below(6)) {
            (Status::New | Status::Wait, 0..=4) => pay(),
            (Status::New | Status::Wait, _) => Command::Cancel,
            (Status::ActionRequired, 0..=1) => refund(),
            (Status::ActionRequired, 2) => Command::Deposit,
            (Status::ActionRequired, 3..=4) => Command::UpdateAmount,
            // These commands are too late, and must be refused.
            (_, 0) => Command::Cancel,
            (_, 1) => refund(),
            (_, 2) => Command::Deposit,
            (_, 3) => Command::UpdateAmount,
            _ => return false,
        };
        self.begin(slot, &tx, Source::Person, command, "customer", dice)
    }

    pub(crate) fn operate(&mut self, slot: u8, dice: &mut Dice) -> bool {
        let Some(tx) = self.pick(slot, dice).filter(|tx| tx.status() == Status::Manual) else { return false };
        let held = tx.collect().map_or(Payway::Visamc, |collect| collect.payway);
        let command = match dice.below(6) {
            0..=2 if tx.is_unidentified() => {
                let profile = profile(dice.below(PROFILES));
                Command::Assign { profile, name: "A••• B•••".to_owned(), claimed_for: None }
            }
            0..=2 => Command::RetryPayout,
            3 => back_to(&tx, held),
            4 => Command::Deposit,
            _ => Command::Close { closed_as: ClosedAs::Resolved },
        };
        self.begin(slot, &tx, Source::Person, command, "operator", dice)
    }

    /// Starts a command on a random replica.
    pub fn begin(
        &mut self,
        slot: u8,
        tx: &Transaction,
        source: Source,
        command: Command,
        actor: &str,
        dice: &mut Dice,
    ) -> bool {
        let replica = dice.below(REPLICAS);
        self.note(|| format!("[{slot}] {actor} asks at replica {replica}: {}", crate::trace::command(&command)));
        let ask = Ask { transaction: tx.id.uuid(), command, actor: actor.to_owned(), told: false };
        self.tasks.push(Task::asking(replica, slot, source, ask));
        true
    }

    pub(crate) fn send(&mut self, slot: u8, dice: &mut Dice) -> bool {
        let at = usize::from(slot);
        let first = self.slots[at].transactions.first().copied();
        let Some(tx) = first.and_then(|id| self.load(id)) else { return false };
        // Each payment without an order has its own movement.
        let Some(collect) = tx.collect().filter(|_| !tx.is_arrival()) else { return false };
        let sent = self.slots[at].payments;
        if sent >= PAYMENTS_MAX || (sent > 0 && !self.plan.odd_payments) {
            return false;
        }
        let kind = collect.payway.kind();
        if !matches!(kind, PaywayKind::Crypto | PaywayKind::Iban) {
            return false;
        }
        let amount = if self.plan.odd_payments { odd(collect.expected, kind, dice) } else { collect.expected };
        self.slots[at].payments += 1;
        self.note(|| format!("[{slot}] {amount} is sent"));
        if kind == PaywayKind::Crypto {
            let (tenant, network) = (self.tenant, kernel::Network::Litecoin);
            let told = self.chain(network).send(slot, tenant, tx.id, amount);
            self.tell(told);
            return true;
        }
        let reference = format!("line-{slot}-{sent}");
        self.banked.gain(rail_name(collect.payway), amount);
        let kind = RailEventKind::Credited { amount, reference: reference.clone(), payer: None };
        let (transaction, rail) = (tx.id, "iban".to_owned());
        let event = RailEvent {
            target: transaction.into(),
            rail,
            event_id: reference.clone(),
            leg: None,
            charge: None,
            reorg_epoch: None,
            kind,
        };
        self.news(slot, RailReport::of(event, reference));
        true
    }
}

/// A payment that differs from the expected one.
fn odd(expected: Amount, kind: PaywayKind, dice: &mut Dice) -> Amount {
    let (atoms, currency) = (expected.atoms(), expected.currency());
    let wrong = if kind == PaywayKind::Crypto { Currency::USDT } else { Currency::USD };
    match dice.below(20) {
        0..=2 => Amount::new(atoms / 2, currency),
        3..=4 => Amount::new(atoms + atoms / 2, currency),
        5 => Amount::new(atoms + 1, currency),
        6 => Amount::new(atoms - 1, currency),
        7 => Amount::new(1, currency),
        8 => Amount::new(500, wrong),
        _ => expected,
    }
}
