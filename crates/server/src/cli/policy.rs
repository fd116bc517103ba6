//! What can be typed after `agio ops policy` and `agio ops payout`.

use std::path::PathBuf;

use chrono::{DateTime, Utc};
use clap::{Args, Subcommand};

use super::OnTransaction;

#[derive(Subcommand)]
pub enum PolicyCommand {
    /// Prints the policy in force as the file that `publish` reads: fees, limits, tiers, countries, what MiCA allows.
    Show {
        /// The tenant's short name.
        #[arg(long)]
        tenant: String,
    },
    /// Makes what was made of it the next version, after printing what that changes. Where an operator of the tenant may agree to
    /// it, it waits for them in the console, for a day; else it is published.
    Publish(OnPolicy),
    /// Takes back the change that waits for an operator.
    Withdraw {
        /// The tenant's short name.
        #[arg(long)]
        tenant: String,
        /// Why, in a few words: for the record of what operators did.
        #[arg(long)]
        reason: String,
    },
}

/// Which policy, where, from when on, and why.
#[derive(Args, Clone)]
pub struct OnPolicy {
    /// The file, in JSON: what `show` printed, changed. Its version stays what was shown.
    pub file: PathBuf,
    /// The tenant's short name.
    #[arg(long)]
    pub tenant: String,
    /// From when on, as in 2027-01-01T00:00:00Z; at once without it.
    #[arg(long)]
    pub at: Option<DateTime<Utc>>,
    /// Why, in a few words: for the record of what operators did.
    #[arg(long)]
    pub reason: String,
    /// Only says what would be done.
    #[arg(long)]
    pub dry_run: bool,
}

#[derive(Subcommand)]
pub enum PayoutCommand {
    /// Gives up the payout of a transaction in coins that nobody has signed yet: its coins are free again, and the
    /// transaction waits for somebody. Refused for one that is signed, for it may have been sent.
    Fail(OnTransaction),
}
