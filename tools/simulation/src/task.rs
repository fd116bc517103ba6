//! The tasks of a replica, and their stages.

use std::collections::VecDeque;
use std::sync::Arc;

use exchange::attempt::End;
use exchange::rails::{ChainPayout, PayoutOutcome, RailError};
use exchange::transaction::{Command, Decision, Prepared, Transaction};
use ledger::Change;
use uuid::Uuid;

use crate::rails::chain_payouts::Turn;

/// A task of a replica.
#[derive(Debug, Clone)]
pub struct Task {
    /// The replica.
    pub replica: u64,
    /// The slot of the order.
    pub slot: u8,
    /// The initiator.
    pub source: Source,
    /// The remaining commands.
    pub asks: VecDeque<Ask>,
    /// The current stage.
    pub stage: Stage,
    /// The outcome of the job after all commands.
    pub end: Option<End>,
    /// The number of repeated decisions.
    pub tries: u8,
}

/// The initiator of a task, who retries after a failure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// A customer or operator, who sees an error and may retry.
    Person,
    /// A rail, which repeats its report.
    RailReport(usize),
    /// A job, which is retried.
    Job(usize, i32),
    /// The sweeper, which repeats its search.
    Clock,
}

/// A command to a transaction.
#[derive(Debug, Clone)]
pub struct Ask {
    /// The transaction.
    pub transaction: Uuid,
    /// The command.
    pub command: Command,
    /// The actor.
    pub actor: String,
    /// Whether a rail reported it: then the transaction of an unmatched payment gets it next.
    pub told: bool,
}

/// The stage of a task.
#[derive(Debug, Clone)]
pub enum Stage {
    /// Load the transaction of the next command.
    Load,
    /// Decide and commit.
    Decide(Arc<Transaction>),
    /// The answer to a commit was lost: repeat under the same key.
    Unsure(Box<Change>, Box<Prepared>),
    /// Write a new order; repeat once after a lost answer.
    Open(Box<Decision>, Option<Box<Change>>),
    /// Start a job.
    Job,
    /// A payout's job has looked up the payout: check whether it is still allowed.
    LookedUp(Arc<Transaction>, u16, Result<Option<PayoutOutcome>, RailError>),
    /// A payout's job calls its rail.
    Pay(Arc<Transaction>, u16),
    /// A charge's job calls its acquirer.
    Charge(Arc<Transaction>),
    /// A chain payout's job continues, if the order allows it.
    Chain(Box<ChainPayout>, Turn),
    /// A chain payout was broadcast: record the result.
    HandedOver(Box<ChainPayout>),
}

/// The state of a task after a step.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Next {
    On,
    Done,
    Failed,
}

impl Task {
    /// A task with one command to a transaction.
    #[must_use]
    pub fn asking(replica: u64, slot: u8, source: Source, ask: Ask) -> Self {
        Self { replica, slot, source, asks: VecDeque::from([ask]), stage: Stage::Load, end: None, tries: 0 }
    }

    /// A task at the given stage, without commands.
    #[must_use]
    pub const fn at(replica: u64, slot: u8, source: Source, stage: Stage) -> Self {
        Self { replica, slot, source, asks: VecDeque::new(), stage, end: None, tries: 0 }
    }
}

/// Maps the end of a job to its result.
pub(crate) const fn over(over: bool) -> Next {
    if over { Next::Done } else { Next::On }
}
