//! The command line of `agio ops policy` and `agio ops payout`.

use std::path::PathBuf;

use chrono::{DateTime, Utc};
use clap::{Args, Subcommand};

use super::OnTransaction;

#[derive(Subcommand)]
pub enum PolicyCommand {
    /// Prints the current policy as the file that `publish` reads: fees, limits, tiers, countries, MiCA restrictions.
    Show {
        /// Slug of the tenant.
        #[arg(long)]
        tenant: String,
    },
    /// Publishes the file as the next version, after printing the changes. If the tenant has an operator who can
    /// approve it, it becomes a proposal in the console for a day.
    Publish(OnPolicy),
    /// Withdraws the change that waits for approval.
    Withdraw {
        /// Slug of the tenant.
        #[arg(long)]
        tenant: String,
        /// Reason for the audit log.
        #[arg(long)]
        reason: String,
    },
}

/// A policy, its tenant, its start, and the reason.
#[derive(Args, Clone)]
pub struct OnPolicy {
    /// JSON file: the edited output of `show`, with an unchanged version number.
    pub file: PathBuf,
    /// Slug of the tenant.
    #[arg(long)]
    pub tenant: String,
    /// Start of validity, such as 2027-01-01T00:00:00Z. Immediately if absent.
    #[arg(long)]
    pub at: Option<DateTime<Utc>>,
    /// Reason for the audit log.
    #[arg(long)]
    pub reason: String,
    /// Only prints what would be done.
    #[arg(long)]
    pub dry_run: bool,
}

#[derive(Subcommand)]
pub enum PayoutCommand {
    /// Fails the unsigned crypto payout of a transaction: releases its coins and moves the transaction to review.
    /// Refused for a signed payout, which may have been sent.
    Fail(OnTransaction),
}
