//! Custody's payouts on a chain: the steps of its job and its regular checks.

use custody::{Payout, PayoutState};
use exchange::rails::ChainPayout;
use kernel::{Amount, TenantId, TransactionId};
use uuid::Uuid;

use super::chain::{Attempt, Chain, ChainReports, DEAD_DEPTH, Departure, FEE_ATOMS, REQUIRED};

/// The next action that a job may take on a payout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    /// An internal step, allowed only while the order allows the payout.
    Inside(PayoutState, i32),
    /// It may already be broadcast.
    Outside(PayoutState, i32),
    /// The scanner tracks it from here on.
    Done,
}

impl Chain {
    /// Custody's regular check of payouts: broadcasts again, and rebuilds payouts that a double spend has made
    /// impossible. Returns the reports, and the slots and requests of payouts that need a job.
    pub fn look_after(&mut self) -> (ChainReports, Vec<(u8, ChainPayout)>) {
        let (mut told, mut again) = (ChainReports::new(), Vec::new());
        for departure in &mut self.departures {
            let row = &mut departure.row;
            let Some(live) = departure.attempts.last_mut() else { continue };
            let on_its_way = matches!(row.state, PayoutState::Signed | PayoutState::Sent) && departure.handed > 0;
            if !on_its_way {
                continue;
            }
            if live.conflict.is_some_and(|at| at + DEAD_DEPTH <= self.height) {
                (row.state, row.attempt, departure.handed) = (PayoutState::Requested, row.attempt + 1, 0);
                (row.txid, row.network_fee) = (None, None);
                again.push((departure.slot, request(row)));
                continue;
            }
            live.known = live.conflict.is_none();
            if live.known && row.state == PayoutState::Signed {
                row.state = PayoutState::Sent;
                told.extend(row.report().map(|event| (departure.slot, event)));
            }
        }
        (told, again)
    }

    /// The payout's state for its job. The first call creates the payout.
    pub fn turn(&mut self, slot: u8, tenant: TenantId, request: &ChainPayout, id: Uuid) -> Turn {
        let departure = match self.find(request.transaction, request.leg) {
            Some(at) => &self.departures[at],
            None => {
                let row = requested(tenant, request, id);
                self.departures.push(Departure { slot, row, attempts: Vec::new(), handed: 0, was_final: false });
                &self.departures[self.departures.len() - 1]
            }
        };
        let (state, attempt) = (departure.row.state, departure.row.attempt);
        match state {
            PayoutState::Requested | PayoutState::Built => Turn::Inside(state, attempt),
            PayoutState::Signed if departure.handed == 0 => Turn::Inside(state, attempt),
            PayoutState::Signed => Turn::Outside(state, attempt),
            _ => Turn::Done,
        }
    }

    /// Executes one step of the job from the state that it has read; does nothing if another worker was faster.
    /// `reached` says whether a node receives the broadcast.
    pub fn bring(
        &mut self,
        (transaction, leg): (TransactionId, u16),
        seen: (PayoutState, i32),
        reached: bool,
        refuse: bool,
    ) -> ChainReports {
        let Some(departure) = self.find(transaction, leg).and_then(|at| self.departures.get_mut(at)) else {
            return ChainReports::new();
        };
        let (slot, row) = (departure.slot, &mut departure.row);
        if (row.state, row.attempt) != seen {
            return ChainReports::new();
        }
        match row.state {
            PayoutState::Requested if refuse => {
                row.state = PayoutState::Failed;
                return vec![(slot, row.failed("no such address"))];
            }
            PayoutState::Requested => row.state = PayoutState::Built,
            PayoutState::Built => {
                let txid = format!("out{}-{leg}-{}", transaction.uuid().simple(), row.attempt);
                row.state = PayoutState::Signed;
                row.txid = Some(txid.clone());
                row.network_fee = Some(Amount::new(FEE_ATOMS, self.network.native()));
                departure.attempts.push(Attempt { txid, known: false, block: None, conflict: None });
            }
            PayoutState::Signed => {
                departure.handed += 1;
                if let Some(live) = departure.attempts.last_mut() {
                    live.known |= reached && live.conflict.is_none();
                }
            }
            _ => {}
        }
        ChainReports::new()
    }

    /// Records that a node has the payout, and returns the report.
    pub fn note_sent(&mut self, (transaction, leg): (TransactionId, u16)) -> ChainReports {
        let found = self.find(transaction, leg).and_then(|at| self.departures.get_mut(at));
        let Some(departure) = found.filter(|found| found.row.state == PayoutState::Signed) else {
            return ChainReports::new();
        };
        if !departure.attempts.last().is_some_and(|live| live.known) {
            return ChainReports::new();
        }
        departure.row.state = PayoutState::Sent;
        departure.row.report().map(|event| (departure.slot, event)).into_iter().collect()
    }

    /// An operator cancels an unsigned payout: custody's `fail_unsigned`.
    pub fn give_up(&mut self, (transaction, leg): (TransactionId, u16)) -> ChainReports {
        let found = self.find(transaction, leg).and_then(|at| self.departures.get_mut(at));
        let unsigned = |found: &&mut Departure| matches!(found.row.state, PayoutState::Requested | PayoutState::Built);
        let Some(departure) = found.filter(unsigned) else { return ChainReports::new() };
        departure.row.state = PayoutState::Failed;
        vec![(departure.slot, departure.row.failed("given up"))]
    }

    fn find(&self, transaction: TransactionId, leg: u16) -> Option<usize> {
        self.departures.iter().position(|found| (found.row.transaction, found.row.leg) == (transaction, leg))
    }

    /// The requested payouts that are neither broadcast nor failed.
    pub fn unsent(&self) -> impl Iterator<Item = (u8, ChainPayout)> {
        let inside = |found: &&Departure| {
            matches!(found.row.state, PayoutState::Requested | PayoutState::Built)
                || (found.row.state == PayoutState::Signed && found.handed == 0)
        };
        self.departures.iter().filter(inside).map(|found| (found.slot, request(&found.row)))
    }
}

fn requested(tenant: TenantId, request: &ChainPayout, id: Uuid) -> Payout {
    Payout {
        tenant,
        id,
        transaction: request.transaction,
        leg: request.leg,
        network: request.network,
        amount: Amount::new(request.amount_atoms.parse().unwrap_or(0), request.currency),
        address: request.address.clone(),
        memo: request.memo.clone(),
        state: PayoutState::Requested,
        attempt: 1,
        required: REQUIRED,
        confirmations: 0,
        block_height: None,
        reason: None,
        reported: None,
        reports: 0,
        txid: None,
        network_fee: None,
    }
}

fn request(row: &Payout) -> ChainPayout {
    ChainPayout {
        transaction: row.transaction,
        leg: row.leg,
        currency: row.amount.currency(),
        network: row.network,
        address: row.address.clone(),
        memo: row.memo.clone(),
        amount_atoms: row.amount.atoms().to_string(),
    }
}
