//! The signer's decision about a payment. Pure: the limits and the earlier signatures are arguments.

use std::collections::HashMap;

use bitcoin::bip32::Xpub;
use custody::signer::{SignRequest, SignerError};
use kernel::{Amount, Network};

use super::params::{Chain, CoinParams};
use super::payment::{self, Payment};

/// Why a payment is not signed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum SigningRefusal {
    #[error("the bytes are no unsigned transaction of this network")]
    Malformed,
    #[error("the transaction is signed, locked or of another version than ours")]
    NotPlain,
    #[error("the inputs are none, too many, spent twice, or not those that are said")]
    Inputs,
    #[error("a transaction of ours pays one payee")]
    Outputs,
    #[error("the output that is said to be change does not pay to this wallet")]
    ForeignChange,
    #[error("the payee's script is of no usual kind")]
    Payee,
    #[error("an output is too small for the network to carry")]
    Dust,
    #[error("the amounts are impossible")]
    Amounts,
    #[error("the outputs hold more than the inputs")]
    Overspent,
    #[error("the fee is said to be {said} atoms and is {actual}")]
    FeeDiffers { said: u64, actual: u64 },
    #[error("the fee is above the network's highest rate")]
    FeeRate,
    #[error("the fee is above the limit of {0}")]
    FeeLimit(Amount),
    #[error("the same transaction was signed before with other amounts")]
    AmountsChanged,
    #[error("the replaced transaction was not signed here, spends other inputs, or pays something else")]
    Replaced,
    #[error("a replacement must have a higher fee than the replaced transaction")]
    ReplacedFee,
    #[error("the payment is above the limit of {0} for one")]
    PerPayment(Amount),
    #[error("{spent} of {limit} for 24 hours are spent already")]
    PerDay { spent: Amount, limit: Amount },
    #[error("a live chain is not paid from a seed that is not encrypted: run `agio seed encrypt`")]
    PlainSeed,
    #[error("a live chain is not paid from without a limit for 24 hours: set {0}")]
    NoLimit(&'static str),
}

impl SigningRefusal {
    /// The name of the rule.
    const fn rule(&self) -> &'static str {
        match self {
            Self::Malformed => "malformed",
            Self::NotPlain => "not_plain",
            Self::Inputs => "inputs",
            Self::Outputs => "outputs",
            Self::ForeignChange => "foreign_change",
            Self::Payee => "payee",
            Self::Dust => "dust",
            Self::Amounts => "amounts",
            Self::Overspent => "overspent",
            Self::FeeDiffers { .. } => "fee_differs",
            Self::FeeRate => "fee_rate",
            Self::FeeLimit(_) => "fee_max",
            Self::AmountsChanged => "amounts_changed",
            Self::Replaced => "replaced",
            Self::ReplacedFee => "replaced_fee",
            Self::PerPayment(_) => "per_payment",
            Self::PerDay { .. } => "per_day",
            Self::PlainSeed => "plain_seed",
            Self::NoLimit(_) => "no_limit",
        }
    }
}

impl From<SigningRefusal> for SignerError {
    fn from(refusal: SigningRefusal) -> Self {
        Self::Refused { rule: refusal.rule().into(), reason: refusal.to_string() }
    }
}

/// The limits for payments from the wallets of one coin, in atoms; on test networks `None` is no limit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Limits {
    /// The payee's amount in one transaction.
    pub per_payment: Option<u64>,
    /// The total in any 24 hours, fees included, over all tenants.
    pub per_day: Option<u64>,
    /// The fee of one transaction.
    pub fee_max: Option<u64>,
}

/// A signer's rules.
#[derive(Debug, Clone, Default)]
pub struct Policy {
    /// Whether the seed is stored encrypted.
    pub sealed: bool,
    /// The limits of each coin.
    pub limits: HashMap<Network, Limits>,
}

/// The earlier signatures that matter for a payment.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Past {
    /// The total signed for the same chain in the last 24 hours, in atoms.
    pub(crate) spent: u64,
    /// The digest of the input amounts of an earlier signature for the same transaction.
    pub(crate) amounts: Option<[u8; 32]>,
    /// The transaction that the payment replaces, if it was signed for the same chain.
    pub(crate) replaced: Option<Signed>,
}

/// A transaction that was signed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Signed {
    /// The digest of its inputs and their declared amounts.
    pub(crate) amounts: [u8; 32],
    /// The digest of its payee's output.
    pub(crate) payee: [u8; 32],
    /// Its fee in atoms.
    pub(crate) fee: u64,
}

/// A payment that may be signed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Allowed {
    pub(crate) payment: Payment,
    /// Whether the transaction was signed before; then it does not count against the limits again.
    pub(crate) again: bool,
    /// What counts against the daily limit, in atoms: of a replacement, the difference of the fees.
    pub(crate) counted: u64,
}

/// Decides about `request`. `past` returns the earlier signatures that matter for the decoded payment.
pub(crate) fn decide(
    params: &CoinParams,
    account: &Xpub,
    request: &SignRequest,
    policy: &Policy,
    past: impl FnOnce(&Payment) -> Past,
) -> Result<Allowed, SigningRefusal> {
    let payment = payment::read(params, account, request)?;
    let past = past(&payment);
    match past.amounts {
        Some(known) if known != payment.amounts => return Err(SigningRefusal::AmountsChanged),
        Some(_) => return Ok(Allowed { payment, again: true, counted: 0 }),
        None => {}
    }
    let limits = policy.limits.get(&params.network).copied().unwrap_or_default();
    if params.chain == Chain::Main {
        live(params, policy, &limits)?;
    }
    let counted = match payment.replaces {
        Some(_) => replacement(&payment, past.replaced)?,
        None => payment.paid.saturating_add(payment.fee),
    };
    within(params, &limits, &payment, (past.spent, counted))?;
    Ok(Allowed { payment, again: false, counted })
}

/// Accepts a replacement of a transaction that was signed here: the same inputs and payee, and a higher fee. At most one of
/// both can be mined, so only the difference of the fees is spent. Returns it.
fn replacement(payment: &Payment, replaced: Option<Signed>) -> Result<u64, SigningRefusal> {
    let replaced = replaced.filter(|old| old.amounts == payment.amounts && old.payee == payment.payee);
    let more = payment.fee.checked_sub(replaced.ok_or(SigningRefusal::Replaced)?.fee);
    more.filter(|more| *more > 0).ok_or(SigningRefusal::ReplacedFee)
}

/// Additional rules on the main network: an encrypted seed and a daily limit.
fn live(params: &CoinParams, policy: &Policy, limits: &Limits) -> Result<(), SigningRefusal> {
    if !policy.sealed {
        return Err(SigningRefusal::PlainSeed);
    }
    match limits.per_day {
        Some(_) => Ok(()),
        None => Err(SigningRefusal::NoLimit(match params.network {
            Network::Litecoin => "AGIO_SIGNER_LITECOIN_PER_DAY",
            _ => "AGIO_SIGNER_BITCOIN_PER_DAY",
        })),
    }
}

fn within(
    params: &CoinParams,
    limits: &Limits,
    payment: &Payment,
    (spent, counted): (u64, u64),
) -> Result<(), SigningRefusal> {
    let amount = |atoms: u64| Amount::new(i128::from(atoms), params.currency());
    if let Some(limit) = limits.fee_max.filter(|limit| payment.fee > *limit) {
        return Err(SigningRefusal::FeeLimit(amount(limit)));
    }
    if let Some(limit) = limits.per_payment.filter(|limit| payment.paid > *limit) {
        return Err(SigningRefusal::PerPayment(amount(limit)));
    }
    let after = spent.saturating_add(counted);
    match limits.per_day.filter(|limit| after > *limit) {
        Some(limit) => Err(SigningRefusal::PerDay { spent: amount(spent), limit: amount(limit) }),
        None => Ok(()),
    }
}

#[cfg(test)]
#[path = "judge_tests.rs"]
mod tests;
