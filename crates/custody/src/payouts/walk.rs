//! Model check of one payout over every interleaving: two jobs that may crash at any step, a stopped order, lost node
//! answers, new blocks and reorgs, conflicting spends, the periodic check, and a replacement with a higher fee. The transitions are the payout's own.
//! The model keeps rows as the database does: each write is atomic and checks the state that the writer has read.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use exchange::rails::{RailEvent, RailEventKind};
use kernel::{Amount, Currency, Network, TenantId, TransactionId};
use uuid::Uuid;

use super::model::{Payout, PayoutState, Work};
use crate::chain::BlockRef;

/// Confirmations required for finality in this model.
const REQUIRED: u32 = 2;
/// Depth at which a conflicting spend is proof; above the maximum reorg of this model.
const DEAD_DEPTH: u8 = 3;
/// Maximum reorg depth.
const FORK_MAX: u8 = 2;
/// Maximum number of attempts with inputs of their own. The first one can also have a replacement.
const ATTEMPTS_MAX: usize = 2;
/// The tip height. Only depths matter, so it is constant and depths grow instead.
const TIP: u64 = 100;
/// Depths are capped here.
const DEEP: u8 = 4;

/// A signed transaction, as the network sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
struct Signed {
    /// The number of the attempt.
    number: u8,
    /// Attempts with the same inputs: at most one of them is mined. The index of the first one.
    inputs: u8,
    /// A node has it in its mempool.
    known: bool,
    /// Its confirmations.
    depth: Option<u8>,
    /// Confirmations of a conflicting spend.
    conflict: Option<u8>,
}

/// Progress of a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Job {
    Idle,
    /// The job has read the payout and, where required, checked that the order allows it.
    Ready(PayoutState, u8),
    /// The job has counted a broadcast.
    Counted(u8),
    /// The job has asked the node whether it has the transaction.
    Asked(u8, bool),
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    state: PayoutState,
    confirmations: u32,
    depth: Option<u8>,
    attempts: Vec<Signed>,
    /// Number of the live attempt.
    attempt: u8,
    /// Index of the live attempt, if it is signed.
    live: u8,
    /// Whether the live attempt is signed.
    has_bytes: bool,
    counted: bool,
    jobs: [Job; 2],
    allowed: bool,
    told: Reported,
}

/// Events published to the exchange.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Reported {
    sent: bool,
    settled: bool,
    failed: bool,
}

/// Bugs that the tests plant, to show that the model check finds them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mistake {
    None,
    /// A new attempt starts as soon as one block contains a conflict.
    BuriesEarly,
    /// A job updates a payout without checking its current state.
    IgnoresStates,
    /// An operator may fail a signed payout.
    FailsSigned,
    /// Each job signs a new transaction.
    SignsAgain,
    /// The periodic check is missing.
    Forgets,
    /// A stopped order is checked only before the build.
    AsksOnce,
    /// A replacement spends other inputs.
    OtherInputs,
    /// Only the latest attempt is recognised in a block.
    ForgetsOriginal,
    /// The mined attempt does not become the live one.
    BooksLatest,
}

fn start() -> State {
    State {
        state: PayoutState::Requested,
        confirmations: 0,
        depth: None,
        attempts: Vec::new(),
        attempt: 1,
        live: 0,
        has_bytes: false,
        counted: false,
        jobs: [Job::Idle; 2],
        allowed: true,
        told: Reported::default(),
    }
}

impl State {
    fn row(&self) -> Payout {
        Payout {
            tenant: TenantId::from_uuid(Uuid::nil()),
            id: Uuid::nil(),
            transaction: TransactionId::from_uuid(Uuid::nil()),
            leg: 2,
            network: Network::Litecoin,
            amount: Amount::new(7, Currency::LTC),
            address: "ltc1".into(),
            memo: None,
            state: self.state,
            attempt: i32::from(self.attempt),
            required: REQUIRED,
            confirmations: self.confirmations,
            block_height: self.depth.map(|depth| TIP + 1 - u64::from(depth)),
            reason: None,
            reported: None,
            reports: 0,
            txid: self.has_bytes.then(|| "aa".into()),
            network_fee: None,
        }
    }

    /// Takes over the row and the events of a transition.
    fn take(&mut self, row: &Payout, told: &[RailEvent]) {
        self.state = row.state;
        self.confirmations = row.confirmations;
        self.depth = row.block_height.map(|height| u8::try_from(TIP + 1 - height).unwrap_or(DEEP));
        for event in told {
            match event.kind {
                RailEventKind::PayoutSent { .. } => self.told.sent = true,
                RailEventKind::PayoutSettled { .. } => self.told.settled = true,
                RailEventKind::PayoutFailed { .. } => self.told.failed = true,
                _ => {}
            }
        }
    }

    fn live(&mut self) -> Option<&mut Signed> {
        if self.has_bytes { self.attempts.get_mut(usize::from(self.live)) } else { None }
    }

    /// Stores a signed attempt as the live one. It spends new inputs, or those of the attempt that it replaces.
    fn sign(&mut self, number: u8, replaced: Option<Signed>) {
        let index = u8::try_from(self.attempts.len()).unwrap();
        let (inputs, conflict) = replaced.map_or((index, None), |old| (old.inputs, old.conflict));
        self.attempts.push(Signed { number, inputs, conflict, ..Signed::default() });
        (self.attempt, self.live, self.has_bytes) = (number, index, true);
    }

    /// Number of attempts with inputs of their own.
    fn payments(&self) -> usize {
        self.attempts.iter().map(|signed| signed.inputs).collect::<BTreeSet<_>>().len()
    }

    fn next_number(&self) -> u8 {
        self.attempts.iter().map(|signed| signed.number).chain([self.attempt]).max().unwrap_or(0) + 1
    }

    /// Number of payments that are or can still be mined.
    fn can_leave(&self) -> usize {
        let proven = |signed: &Signed| signed.conflict.is_some_and(|depth| depth >= DEAD_DEPTH);
        let leaves = |signed: &&Signed| (signed.known || signed.depth.is_some()) && !proven(signed);
        self.attempts.iter().filter(leaves).map(|signed| signed.inputs).collect::<BTreeSet<_>>().len()
    }
}

/// One step of a job.
fn work(state: &State, at: usize, mistake: Mistake) -> Vec<State> {
    let mut next = state.clone();
    match state.jobs[at] {
        Job::Idle => {
            let row = state.row();
            if row.work() == Work::Leave {
                return Vec::new();
            }
            let asks = row.is_inside(state.counted) && !(mistake == Mistake::AsksOnce && row.work() != Work::Build);
            if asks && !state.allowed {
                return Vec::new();
            }
            next.jobs[at] = Job::Ready(state.state, state.attempt);
            vec![next]
        }
        Job::Ready(seen, attempt) => {
            next.jobs[at] = Job::Idle;
            let stands = (state.state, state.attempt) == (seen, attempt) || mistake == Mistake::IgnoresStates;
            if !stands {
                return vec![next];
            }
            match (Payout { state: seen, ..state.row() }).work() {
                Work::Build => next.state = PayoutState::Built,
                Work::Sign => {
                    if state.payments() == ATTEMPTS_MAX {
                        return Vec::new();
                    }
                    next.state = PayoutState::Signed;
                    next.sign(state.attempt, None);
                }
                Work::Send => {
                    if mistake == Mistake::SignsAgain && state.counted && state.attempts.len() < ATTEMPTS_MAX {
                        next.sign(state.attempt, None);
                    }
                    next.counted = true;
                    next.jobs[at] = Job::Counted(attempt);
                }
                Work::Leave => {}
            }
            vec![next]
        }
        Job::Counted(attempt) => {
            // The node has it now or had it before, or the call was lost.
            let mut lost = next.clone();
            let reaches = state.attempt == attempt;
            if let Some(live) = next.live().filter(|live| reaches && live.conflict.is_none()) {
                live.known = true;
            }
            let has = next.live().is_some_and(|live| live.known || live.depth.is_some());
            next.jobs[at] = Job::Asked(attempt, has);
            lost.jobs[at] = Job::Asked(attempt, false);
            vec![next, lost]
        }
        Job::Asked(attempt, has) => {
            next.jobs[at] = Job::Idle;
            if has && state.attempt == attempt && state.state == PayoutState::Signed {
                let mut row = Payout { state: PayoutState::Sent, ..state.row() };
                let told: Vec<RailEvent> = row.report().into_iter().collect();
                next.take(&row, &told);
            }
            vec![next]
        }
    }
}

/// A block is mined, with or without one of the transactions in the mempool.
fn mine(state: &State, with: Option<usize>, mistake: Mistake) -> Option<State> {
    let mut next = state.clone();
    let deeper = |depth: Option<u8>| depth.map(|depth| (depth + 1).min(DEEP));
    for signed in &mut next.attempts {
        (signed.depth, signed.conflict) = (deeper(signed.depth), deeper(signed.conflict));
    }
    next.depth = deeper(next.depth);
    if let Some(at) = with {
        let mined = state.attempts.get(at)?;
        if !mined.known || mined.depth.is_some() || mined.conflict.is_some() {
            return None;
        }
        for (index, signed) in next.attempts.iter_mut().enumerate().filter(|(_, one)| one.inputs == mined.inputs) {
            *(if index == at { &mut signed.depth } else { &mut signed.conflict }) = Some(1);
        }
        let is_live = usize::from(state.live) == at;
        let is_known = state.has_bytes && (is_live || mistake != Mistake::ForgetsOriginal);
        if is_known && let Some((row, told)) = next.row().in_block(&BlockRef { height: TIP, hash: String::new() }) {
            if mistake != Mistake::BooksLatest {
                (next.live, next.attempt) = (u8::try_from(at).unwrap(), mined.number);
            }
            next.take(&row, &told);
        }
    }
    if let Some((row, told)) = next.row().at_tip(TIP) {
        next.take(&row, &told);
    }
    Some(next)
}

/// Two operators have agreed to a replacement with a higher fee, and the job has recorded it.
fn raise(state: &State, mistake: Mistake) -> Option<State> {
    let is_unconfirmed = matches!(state.state, PayoutState::Signed | PayoutState::Sent) && state.counted;
    if !is_unconfirmed || !state.has_bytes || state.attempts.len() != 1 {
        return None;
    }
    let mut next = state.clone();
    let live = next.live().copied();
    next.sign(state.next_number(), live.filter(|_| mistake != Mistake::OtherInputs));
    Some(next)
}

/// The last `fork` blocks are replaced by empty ones. Their transactions return to the mempool, or their UTXO is spent
/// by a conflicting transaction.
fn reorganise(state: &State, fork: u8, spent: bool) -> Option<State> {
    let mut next = state.clone();
    let gone = |depth: Option<u8>| depth.is_some_and(|depth| depth <= fork);
    // The conflicting spend may be replaced as well.
    let moves = |signed: &Signed| gone(signed.depth) || gone(signed.conflict);
    if !next.attempts.iter().any(moves) {
        return None;
    }
    for signed in next.attempts.iter_mut().filter(|signed| moves(signed)) {
        signed.depth = None;
        (signed.known, signed.conflict) = if spent { (false, Some(1)) } else { (true, None) };
    }
    if gone(next.depth) {
        let (row, told) = next.row().unblocked(TIP - u64::from(fork));
        next.take(&row, &told);
    }
    Some(next)
}

/// The periodic check of broadcast payouts.
fn look_after(state: &State, mistake: Mistake) -> Vec<State> {
    let mut all = Vec::new();
    let on_its_way = matches!(state.state, PayoutState::Signed | PayoutState::Sent) && state.counted && state.has_bytes;
    if !on_its_way || mistake == Mistake::Forgets {
        return all;
    }
    let conflict = state.attempts.get(usize::from(state.live)).and_then(|signed| signed.conflict);
    let proven = if mistake == Mistake::BuriesEarly { 1 } else { DEAD_DEPTH };
    if conflict.is_some_and(|depth| depth >= proven) {
        let mut buried = state.clone();
        (buried.state, buried.attempt) = (PayoutState::Requested, state.next_number());
        (buried.has_bytes, buried.counted) = (false, false);
        all.push(buried);
    } else if conflict.is_none() {
        let mut sent = state.clone();
        if let Some(live) = sent.live() {
            live.known = true;
        }
        if state.state == PayoutState::Signed {
            let mut row = Payout { state: PayoutState::Sent, ..sent.row() };
            let told: Vec<RailEvent> = row.report().into_iter().collect();
            sent.take(&row, &told);
        }
        all.push(sent);
    }
    all
}

fn successors(state: &State, mistake: Mistake) -> Vec<State> {
    let mut all = Vec::new();
    for at in 0..state.jobs.len() {
        all.extend(work(state, at, mistake));
        if state.jobs[at] != Job::Idle {
            let mut dead = state.clone();
            dead.jobs[at] = Job::Idle;
            all.push(dead);
        }
    }
    all.extend(mine(state, None, mistake));
    all.extend((0..state.attempts.len()).filter_map(|at| mine(state, Some(at), mistake)));
    all.extend(raise(state, mistake));
    for fork in 1..=FORK_MAX {
        all.extend([false, true].into_iter().filter_map(|spent| reorganise(state, fork, spent)));
    }
    all.extend(look_after(state, mistake));
    // The order is stopped, for good or until an operator resumes it.
    all.push(State { allowed: !state.allowed, ..state.clone() });
    let ends = matches!(state.state, PayoutState::Requested | PayoutState::Built)
        || (mistake == Mistake::FailsSigned && state.state == PayoutState::Signed);
    if ends {
        let mut failed = state.clone();
        let row = Payout { state: PayoutState::Failed, ..state.row() };
        failed.take(&row, &[row.failed("an operator said so")]);
        all.push(failed);
    }
    for next in &mut all {
        // The two jobs are interchangeable.
        next.jobs.sort_unstable();
    }
    all.retain(|next| next != state);
    all
}

/// The invariant that a transition violates.
fn broken(before: &State, state: &State) -> Option<&'static str> {
    if state.can_leave() > 1 {
        return Some("two payouts can leave");
    }
    let sent_later = before.told.failed && state.told.sent && !before.told.sent;
    if sent_later || (state.told.failed && state.can_leave() > 0) {
        return Some("it was called failed and left");
    }
    let settled = state.attempts.iter().any(|signed| signed.depth.is_some());
    if state.told.settled && !before.told.settled && !settled {
        return Some("it was called settled and is in no block");
    }
    let is_booked = matches!(state.state, PayoutState::Included | PayoutState::Final);
    if is_booked && state.attempts.get(usize::from(state.live)).is_none_or(|signed| signed.depth.is_none()) {
        return Some("the books take the fee of another transaction");
    }
    let begun = |state: &State| state.jobs.iter().filter(|job| matches!(job, Job::Ready(..))).count();
    if !before.allowed && !before.counted && begun(state) > begun(before) {
        return Some("it goes on although its order was stopped");
    }
    None
}

/// Explores every reachable state, and checks that an end state is reachable from each of them.
fn walk(mistake: Mistake) -> Result<usize, String> {
    let mut places = BTreeMap::from([(start(), 0)]);
    let (mut states, mut leads_to_me) = (vec![start()], vec![Vec::new()]);
    let mut queue = VecDeque::from([0]);
    while let Some(at) = queue.pop_front() {
        let state = states[at].clone();
        for next in successors(&state, mistake) {
            if let Some(rule) = broken(&state, &next) {
                return Err(format!("{rule}: {state:?} -> {next:?}"));
            }
            let fresh = states.len();
            let place = *places.entry(next.clone()).or_insert(fresh);
            if place == fresh {
                states.push(next);
                leads_to_me.push(Vec::new());
                queue.push_back(place);
            }
            leads_to_me[place].push(at);
        }
    }
    let is_end = |state: &State| matches!(state.state, PayoutState::Final | PayoutState::Failed);
    // States that need more attempts than the model allows count as ends.
    let is_edge = |state: &State| state.payments() == ATTEMPTS_MAX && !state.has_bytes;
    let mut queue: VecDeque<usize> =
        (0..states.len()).filter(|at| is_end(&states[*at]) || is_edge(&states[*at])).collect();
    let mut ends: BTreeSet<usize> = queue.iter().copied().collect();
    while let Some(at) = queue.pop_front() {
        for before in &leads_to_me[at] {
            if ends.insert(*before) {
                queue.push_back(*before);
            }
        }
    }
    match (0..states.len()).find(|at| !ends.contains(at)) {
        Some(stuck) => Err(format!("it is forgotten: {:?}", states[stuck])),
        None => Ok(states.len()),
    }
}

#[test]
fn at_most_one_payout_leaves_and_none_is_forgotten_in_every_interleaving() {
    let states = walk(Mistake::None).unwrap_or_else(|why| panic!("{why}"));
    println!("{states} states");
    assert!(states > 1_000, "only {states} states");
}

#[test]
fn planted_mistakes_are_found() {
    use Mistake as M;
    for mistake in [
        M::BuriesEarly,
        M::IgnoresStates,
        M::FailsSigned,
        M::SignsAgain,
        M::Forgets,
        M::AsksOnce,
        M::OtherInputs,
        M::ForgetsOriginal,
        M::BooksLatest,
    ] {
        let found = walk(mistake);
        println!(
            "{mistake:?}: {}",
            found.as_ref().map_or_else(|why| why.chars().take(60).collect(), ToString::to_string)
        );
        assert!(found.is_err(), "{mistake:?}: {found:?}");
    }
}
