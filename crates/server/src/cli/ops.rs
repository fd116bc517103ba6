//! The command line of `agio ops`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::{PayoutCommand, PolicyCommand};

#[derive(Subcommand)]
pub enum Operate {
    #[command(flatten)]
    Ops(Ops),
    /// Resolves a transaction that needs review.
    Transaction {
        #[command(subcommand)]
        what: Remedy,
    },
    /// Manages a tenant's policy: fees, limits, tiers, countries.
    Policy {
        #[command(subcommand)]
        what: PolicyCommand,
    },
    /// Manages a crypto payout that makes no progress.
    Payout {
        #[command(subcommand)]
        what: PayoutCommand,
    },
    /// Resumes a scanner at a height after it stopped at a gap. The blocks in between are not scanned.
    Resume(OnChain),
}

#[derive(Subcommand)]
pub enum Ops {
    /// Lists failed jobs, and how many jobs wait behind each.
    Jobs,
    /// Retries a failed job after its cause was fixed.
    Revive(OnJob),
    /// Dismisses a failed job, so that the jobs behind it continue.
    Dismiss(OnJob),
    /// Lists transactions that need review.
    Reviews,
    /// Lists the operators' actions, newest first.
    Acts,
    /// Proposes the removal of a customer's lost second factor, three days after an operator's approval. The customer
    /// must have requested it.
    FactorReset(OnFactors),
    /// Sets the travel rule threshold above which a tenant's customers declare the owner of a wallet and prove their
    /// own.
    TravelRule(OnTravelRule),
    /// Manages verifications: review queue, documents, decisions.
    Verification {
        #[command(subcommand)]
        what: Verification,
    },
}

#[derive(Subcommand)]
pub enum Remedy {
    /// Retries the failed payout. Refused if it may have been sent.
    Retry(OnTransaction),
    /// Credits the money to the owner's balance.
    Deposit(OnTransaction),
    /// Closes it. The remaining money goes to quarantine.
    Close {
        #[command(flatten)]
        about: OnTransaction,
        /// Final status.
        #[arg(long = "as", value_enum, default_value_t = ClosedAs::Resolved)]
        closed_as: ClosedAs,
    },
}

/// Final status of a closed transaction.
#[derive(ValueEnum, Clone, Copy)]
pub enum ClosedAs {
    /// Resolved in another way.
    Resolved,
    /// Rejected.
    Rejected,
    /// Failed.
    Failed,
}

/// A transaction, and the reason.
#[derive(Args, Clone)]
pub struct OnTransaction {
    /// Id of the transaction, `ord_…`, as printed by `agio ops reviews`.
    pub transaction: String,
    /// Slug of the tenant.
    #[arg(long, default_value = identity::DEMO_TENANT_SLUG)]
    pub tenant: String,
    /// Reason for the audit log.
    #[arg(long)]
    pub reason: String,
}

/// A chain, the height to resume at, and the reason.
#[derive(Args, Clone)]
pub struct OnChain {
    /// Network, such as `litecoin`.
    pub network: String,
    /// Height of the first block to scan.
    pub height: u64,
    /// Reason for the audit log.
    #[arg(long)]
    pub reason: String,
}

#[derive(Subcommand)]
pub enum Verification {
    /// Lists waiting verifications, longest wait first.
    List {
        /// Only this tenant, by its slug.
        #[arg(long)]
        tenant: Option<String>,
    },
    /// Writes a customer's documents to a folder for review. Delete them afterwards.
    Show {
        #[command(flatten)]
        about: OnPerson,
        /// The folder. Created if it does not exist.
        #[arg(long)]
        out: PathBuf,
    },
    /// Approves a verification.
    Approve(OnPerson),
    /// Asks for another submission.
    Again(Refusal),
    /// Rejects a verification permanently.
    Reject(Refusal),
    /// Resets a verification to the beginning.
    Reset(OnPerson),
    /// Expires an approved verification because a document has expired. It starts from the beginning.
    Expire(Refusal),
}

/// A customer's verification, and the reason.
#[derive(Args, Clone)]
pub struct OnPerson {
    /// Id of the customer, `usr_…`, as printed by the list.
    pub user: String,
    /// Slug of the tenant.
    #[arg(long, default_value = identity::DEMO_TENANT_SLUG)]
    pub tenant: String,
    /// The proof of address instead of the identity.
    #[arg(long)]
    pub address: bool,
    /// The source of funds instead of the identity.
    #[arg(long, conflicts_with = "address")]
    pub source_of_funds: bool,
    /// Reason for the audit log.
    #[arg(long)]
    pub reason: String,
}

/// A customer's verification, the reason, and the reasons for the customer.
#[derive(Args, Clone)]
pub struct Refusal {
    #[command(flatten)]
    pub about: OnPerson,
    /// Reason code for the customer. Can be repeated.
    #[arg(long, required = true, value_parser = identity::kyc_documents::REASONS)]
    pub told: Vec<String>,
}

/// A job, and the reason.
#[derive(Args, Clone)]
pub struct OnJob {
    /// Id of the job, as printed by `agio ops jobs`.
    pub job: String,
    /// Reason for the audit log.
    #[arg(long)]
    pub reason: String,
}

/// The travel rule settings of a tenant, and the reason.
#[derive(Args, Clone)]
pub struct OnTravelRule {
    /// Threshold in euro, for the total of one day; `off` disables the rule. 1000 in the European Union.
    pub above: String,
    /// The payouts permitted above the threshold to an own wallet without a proof method, on the customer's declaration
    /// alone.
    #[arg(long, value_enum, default_value_t = TakenOnWord::Refunds)]
    pub on_word: TakenOnWord,
    /// Slug of the tenant.
    #[arg(long)]
    pub tenant: String,
    /// Reason for the audit log.
    #[arg(long)]
    pub reason: String,
}

/// The payouts permitted on the customer's declaration alone.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq)]
pub enum TakenOnWord {
    /// Nothing: the wallet must be provable, or hosted by a service.
    Nothing,
    /// Refunds.
    Refunds,
    /// Refunds and orders.
    Everything,
}

/// A customer's lost second factor, and the reason.
#[derive(Args, Clone)]
pub struct OnFactors {
    /// Email of the customer.
    pub email: String,
    /// Slug of the tenant.
    #[arg(long, default_value = identity::DEMO_TENANT_SLUG)]
    pub tenant: String,
    /// How the customer's identity was verified.
    #[arg(long)]
    pub reason: String,
}
