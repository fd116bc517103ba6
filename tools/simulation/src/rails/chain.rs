//! A chain with reorganisations, and custody's view of it: custody's own pure rules track deposits and payouts, and
//! create the reports.

use custody::chain::BlockRef;
use custody::{ChainObservation, Deposit, DepositOwner, DepositState, Payout, PayoutState};
use exchange::rails::RailEvent;
use kernel::{Amount, Network, TenantId, TransactionId};

use super::Holdings;
use crate::dice::Dice;

/// The confirmations that credit a deposit and settle a payout.
pub const REQUIRED: u32 = 3;
/// The network fee of a payout, in atoms of the chain's own coin.
pub const FEE_ATOMS: i128 = 1_234;
/// The maximum depth of a reorganisation.
const DEPTH_MAX: u64 = 5;
/// The confirmations of a double spend after which a payout is considered dead.
pub(super) const DEAD_DEPTH: u64 = 6;

#[derive(Debug, Clone)]
pub(super) struct Arrival {
    slot: u8,
    row: Deposit,
    /// Permanently dropped: another transaction spent its coins.
    dropped: bool,
}

/// A signed transaction of a payout.
#[derive(Debug, Clone)]
pub(super) struct Attempt {
    pub(super) txid: String,
    /// Whether a node has it.
    pub(super) known: bool,
    pub(super) block: Option<u64>,
    /// The height at which another transaction spent its coin.
    pub(super) conflict: Option<u64>,
}

#[derive(Debug, Clone)]
pub(super) struct Departure {
    pub(super) slot: u8,
    pub(super) row: Payout,
    pub(super) attempts: Vec<Attempt>,
    /// How often the current attempt was broadcast; incremented before the broadcast.
    pub(super) handed: u32,
    /// Its finality was reported, even if a reorganisation removed it later.
    pub(super) was_final: bool,
}

/// A simulated chain.
#[derive(Debug, Clone)]
pub struct Chain {
    pub(super) network: Network,
    pub(super) height: u64,
    forks: u64,
    arrivals: Vec<Arrival>,
    pub(super) departures: Vec<Departure>,
}

/// Custody's reports, with the slots of their orders.
pub type ChainReports = Vec<(u8, RailEvent)>;

impl Chain {
    /// A chain with a starting height.
    #[must_use]
    pub const fn new(network: Network) -> Self {
        Self { network, height: 1_000, forks: 0, arrivals: Vec::new(), departures: Vec::new() }
    }

    fn block(&self, height: u64) -> BlockRef {
        BlockRef { height, hash: format!("{height}-{}", self.forks) }
    }

    /// Sends a payment, which waits in the mempool.
    pub fn send(&mut self, slot: u8, tenant: TenantId, transaction: TransactionId, amount: Amount) -> ChainReports {
        let txid = format!("{slot:02x}{:04x}", self.arrivals.len());
        let row = Deposit {
            tenant,
            network: self.network,
            leg_uid: format!("{txid}:0"),
            txid,
            owner: DepositOwner::Known(transaction.into()),
            amount,
            state: DepositState::Seen,
            reorg_epoch: 1,
            required: REQUIRED,
            confirmations: 0,
            block: None,
            usable_from: None,
        };
        let told = vec![(slot, row.seen())];
        self.arrivals.push(Arrival { slot, row, dropped: false });
        told
    }

    /// Mines a block with most of the waiting payments. Then custody's scanner runs.
    pub fn mine(&mut self, dice: &mut Dice, all: bool) -> ChainReports {
        self.height += 1;
        let block = self.block(self.height);
        let mut told = ChainReports::new();
        for arrival in self.arrivals.iter_mut().filter(|arrival| !arrival.dropped) {
            let waits = matches!(arrival.row.state, DepositState::Seen | DepositState::Orphaned);
            let observation = if waits && (all || dice.chance(80)) {
                ChainObservation::InBlock { block: block.clone(), usable_from: self.height }
            } else {
                ChainObservation::Tip(self.height)
            };
            see(arrival, &observation, &mut told);
        }
        for departure in &mut self.departures {
            include(departure, &block, dice, all, &mut told);
            if let Some((next, events)) = departure.row.at_tip(self.height) {
                departure.was_final |= next.state == PayoutState::Final;
                departure.row = next;
                told.extend(events.into_iter().map(|event| (departure.slot, event)));
            }
        }
        told
    }

    /// Replaces the last blocks by empty ones, and adds one. Their payments wait again, or are lost to a double spend.
    pub fn reorganise(&mut self, dice: &mut Dice) -> ChainReports {
        let fork = self.height - 1 - dice.below(DEPTH_MAX);
        self.forks += 1;
        let mut told = ChainReports::new();
        for arrival in &mut self.arrivals {
            if arrival.row.block.as_ref().is_some_and(|block| block.height > fork) {
                see(arrival, &ChainObservation::Gone, &mut told);
                arrival.dropped = dice.chance(30);
                if !arrival.dropped && dice.chance(50) {
                    see(arrival, &ChainObservation::Waiting, &mut told);
                }
            }
        }
        for departure in &mut self.departures {
            for attempt in departure.attempts.iter_mut().filter(|attempt| attempt.block.is_some_and(|at| at > fork)) {
                attempt.block = None;
                if departure.row.block_height.is_some_and(|at| at > fork) {
                    let (next, events) = departure.row.unblocked(fork);
                    departure.row = next;
                    told.extend(events.into_iter().map(|event| (departure.slot, event)));
                }
                if dice.chance(30) {
                    (attempt.known, attempt.conflict) = (false, Some(fork + 1));
                }
            }
        }
        self.height += 1;
        told
    }

    /// Adds the platform's real holdings on the chain.
    pub fn count(&self, rail: &str, into: &mut Holdings) {
        for arrival in self.arrivals.iter().filter(|arrival| arrival.row.state == DepositState::Credited) {
            into.gain(rail, arrival.row.amount);
        }
        for departure in &self.departures {
            let mined = departure.attempts.iter().filter(|attempt| attempt.block.is_some()).count();
            // Signed again, and held because its order is stopped: the ledger still counts it as paid.
            let set_aside = departure.row.state == PayoutState::Signed && departure.handed == 0;
            let gone = mined.max(usize::from(set_aside && departure.attempts.len() > 1));
            for _ in 0..gone {
                into.lose(rail, departure.row.amount);
            }
            // The fee of a final payout stays posted even if its block was replaced: the platform bears this cost.
            for _ in 0..mined.max(usize::from(departure.was_final)) {
                into.lose(rail, Amount::new(FEE_ATOMS, self.network.native()));
            }
        }
    }

    /// A payout with two mined transactions.
    #[must_use]
    pub fn paid_twice(&self) -> Option<String> {
        let mined = |found: &Departure| found.attempts.iter().filter(|attempt| attempt.block.is_some()).count();
        let twice = self.departures.iter().find(|found| mined(found) > 1)?;
        Some(format!("leg {} of {} is in two blocks", twice.row.leg, twice.row.transaction))
    }

    /// The legs of `transaction` that have a mined payout.
    pub fn mined(&self, transaction: TransactionId) -> impl Iterator<Item = u16> {
        let mined = |found: &&Departure| found.attempts.iter().any(|attempt| attempt.block.is_some());
        let of = move |found: &&Departure| found.row.transaction == transaction;
        self.departures.iter().filter(of).filter(mined).map(|found| found.row.leg)
    }
}

fn see(arrival: &mut Arrival, observation: &ChainObservation, told: &mut ChainReports) {
    if let Some((next, events)) = arrival.row.after(observation) {
        arrival.row = next;
        told.extend(events.into_iter().map(|event| (arrival.slot, event)));
    }
}

/// Mines the attempts that a node has. Custody tracks a payout by the transaction id of its current attempt.
fn include(departure: &mut Departure, block: &BlockRef, dice: &mut Dice, all: bool, told: &mut ChainReports) {
    for attempt in &mut departure.attempts {
        if !attempt.known || attempt.block.is_some() || attempt.conflict.is_some() || !(all || dice.chance(80)) {
            continue;
        }
        attempt.block = Some(block.height);
        if departure.row.txid.as_ref() != Some(&attempt.txid) {
            continue;
        }
        if let Some((next, events)) = departure.row.in_block(block) {
            departure.row = next;
            told.extend(events.into_iter().map(|event| (departure.slot, event)));
        }
    }
}
