//! What can be typed after `agio ops`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::{PayoutCommand, PolicyCommand};

#[derive(Subcommand)]
pub enum Operate {
    #[command(flatten)]
    Ops(Ops),
    /// What can be done about a transaction that somebody must look at.
    Transaction {
        #[command(subcommand)]
        what: Remedy,
    },
    /// What a tenant asks and allows: fees, limits, tiers, countries.
    Policy {
        #[command(subcommand)]
        what: PolicyCommand,
    },
    /// What can be done about a payout in coins that does not go.
    Payout {
        #[command(subcommand)]
        what: PayoutCommand,
    },
    /// A scanner that stopped because blocks are missing that it knew: lets it go on from a height. What lies between is not
    /// looked at.
    Resume(OnChain),
}

#[derive(Subcommand)]
pub enum Ops {
    /// Jobs that were given up, and how many wait behind each.
    Jobs,
    /// Lets a job that was given up run again: its cause is gone.
    Revive(OnJob),
    /// Lets the jobs behind one that was given up go on without it.
    Dismiss(OnJob),
    /// Transactions that somebody must look at.
    Reviews,
    /// What operators did, newest first.
    Acts,
    /// Wants that a customer's lost second factor is removed, three days after an operator has agreed. The customer must have asked
    /// for it.
    FactorReset(OnFactors),
    /// From what amount on a tenant's customers say whose wallet coins go to, and prove that their own is their own.
    TravelRule(OnTravelRule),
    /// Who waits to be verified, what they show, and the decision about it.
    Verification {
        #[command(subcommand)]
        what: Verification,
    },
}

#[derive(Subcommand)]
pub enum Remedy {
    /// Orders the payout that failed again. Refused where it may have been sent after all.
    Retry(OnTransaction),
    /// Puts its money on its owner's balance.
    Deposit(OnTransaction),
    /// Closes it; what is left of its money waits in quarantine.
    Close {
        #[command(flatten)]
        about: OnTransaction,
        /// As what.
        #[arg(long = "as", value_enum, default_value_t = ClosedAs::Resolved)]
        verdict: ClosedAs,
    },
}

/// How a transaction is closed.
#[derive(ValueEnum, Clone, Copy)]
pub enum ClosedAs {
    /// It was settled in another way.
    Resolved,
    /// It was refused.
    Rejected,
    /// It did not work.
    Failed,
}

/// Which transaction, and why.
#[derive(Args, Clone)]
pub struct OnTransaction {
    /// The transaction, `ord_…`, as `agio ops reviews` shows it.
    pub transaction: String,
    /// The tenant's short name.
    #[arg(long, default_value = identity::DEMO_TENANT_SLUG)]
    pub tenant: String,
    /// Why, in a few words: for the record of what operators did.
    #[arg(long)]
    pub reason: String,
}

/// Which chain, from where, and why.
#[derive(Args, Clone)]
pub struct OnChain {
    /// The network, such as `litecoin`.
    pub network: String,
    /// The height of the first block to look at.
    pub height: u64,
    /// Why, in a few words: for the record of what operators did.
    #[arg(long)]
    pub reason: String,
}

#[derive(Subcommand)]
pub enum Verification {
    /// Who waits, the longest first.
    List {
        /// Only this tenant's, by its short name.
        #[arg(long)]
        tenant: Option<String>,
    },
    /// Writes what a person has handed in into a folder, to be looked at and deleted.
    Show {
        #[command(flatten)]
        about: OnPerson,
        /// The folder; it is made if it is not there.
        #[arg(long)]
        out: PathBuf,
    },
    /// They are who they say.
    Approve(OnPerson),
    /// It is not good enough; once more.
    Again(Refusal),
    /// They are not; for good.
    Reject(Refusal),
    /// Takes back whatever was decided; it begins anew.
    Reset(OnPerson),
    /// What was accepted no longer is, because a document has run out; it begins anew.
    Expire(Refusal),
}

/// Whose verification, and why.
#[derive(Args, Clone)]
pub struct OnPerson {
    /// The person, `usr_…`, as the list shows them.
    pub user: String,
    /// The tenant's short name.
    #[arg(long, default_value = identity::DEMO_TENANT_SLUG)]
    pub tenant: String,
    /// The proof of address instead of the identity.
    #[arg(long)]
    pub address: bool,
    /// Where their money comes from instead of the identity.
    #[arg(long, conflicts_with = "address")]
    pub source_of_funds: bool,
    /// Why, in a few words: for the record of what operators did.
    #[arg(long)]
    pub reason: String,
}

/// The same, and what the person is told.
#[derive(Args, Clone)]
pub struct Refusal {
    #[command(flatten)]
    pub about: OnPerson,
    /// What the person is told; may be given more than once.
    #[arg(long, required = true, value_parser = identity::documents::REASONS)]
    pub told: Vec<String>,
}

/// Which job, and why.
#[derive(Args, Clone)]
pub struct OnJob {
    /// The job, as `agio ops jobs` shows it.
    pub job: String,
    /// Why, in a few words.
    #[arg(long)]
    pub reason: String,
}

/// From what amount on, where, and why.
#[derive(Args, Clone)]
pub struct OnTravelRule {
    /// Above this amount of euro, of one day together; `off` asks nobody. In the European Union, 1000.
    pub above: String,
    /// What may leave above it to an own address of which nothing can prove that it is: on the customer's word alone.
    #[arg(long, value_enum, default_value_t = TakenOnWord::Refunds)]
    pub on_word: TakenOnWord,
    /// The tenant's short name.
    #[arg(long)]
    pub tenant: String,
    /// Why, in a few words: for the record of what operators did.
    #[arg(long)]
    pub reason: String,
}

/// What may leave on a customer's word alone.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq)]
pub enum TakenOnWord {
    /// Nothing: it needs an address that can be proved, or one at a service.
    Nothing,
    /// What goes back to them.
    Refunds,
    /// Orders too.
    Everything,
}

/// Whose lost factor, and why.
#[derive(Args, Clone)]
pub struct OnFactors {
    /// The customer's address.
    pub email: String,
    /// The tenant's short name.
    #[arg(long, default_value = identity::DEMO_TENANT_SLUG)]
    pub tenant: String,
    /// How it was made sure that it is them.
    #[arg(long)]
    pub reason: String,
}
