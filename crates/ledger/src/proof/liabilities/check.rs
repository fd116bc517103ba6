//! Verification of a proof of balances. Pure; `agio verify --liabilities` does nothing else.

use std::collections::{BTreeMap, BTreeSet};

use super::model::{FORMAT, Own, ProofOfBalances, Published};
use super::statement::{Line, Statement, hash_of, held_by_currency};
use super::sum_tree::{Node, Part, root_by_path};
use crate::proof::{Checkpoint, NoteError, VerifierKey};

/// A valid proof.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckedBalances {
    /// The signed statement.
    pub statement: Statement,
    /// The customer's balances, in each currency's smallest unit. Every unit is included in the total.
    pub balances: BTreeMap<String, u128>,
}

/// Why a proof of balances is invalid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LiabilityProblem {
    /// The format is unknown to this program.
    #[error("the proof is not of the form \"{FORMAT}\"")]
    Format,
    /// The statement is not validly signed.
    #[error("the statement is not to be trusted: {0}")]
    Note(#[from] NoteError),
    /// The key in the proof is not the given one.
    #[error("the proof names the key {0}, which is not the given one")]
    OtherKey(String),
    /// The list of reserves is not the signed one, or does not add up to the signed figures.
    #[error("the reserves are not those that were signed")]
    Reserves,
    /// The customer's parts are not in the tree, or do not add up.
    #[error("the balance in {0} is not included in the signed total")]
    NotIncluded(String),
    /// The log had another root at this size.
    #[error("the given checkpoint says another root for a log of {0} leaves")]
    OtherRoot(u64),
    /// The two sizes differ, so the given checkpoint proves nothing about the statement.
    #[error("the given checkpoint is of {given} leaves, the statement's of {found}: give that one")]
    OtherSize {
        /// The size of the given checkpoint.
        given: u64,
        /// The size in the statement.
        found: u64,
    },
}

/// Verifies a publication against `key`, or against the key that it contains if `key` is `None`.
///
/// # Errors
/// See [`LiabilityProblem`].
pub fn check_published(published: &Published, key: Option<&VerifierKey>) -> Result<Statement, LiabilityProblem> {
    let named: VerifierKey = published.key.parse()?;
    if key.is_some_and(|key| *key != named) {
        return Err(LiabilityProblem::OtherKey(published.key.clone()));
    }
    let statement = Statement::parse(named.open(&published.note)?)?;
    if statement.origin != named.name() {
        return Err(NoteError::NotSigned(statement.origin).into());
    }
    let held = held_by_currency(&published.reserves).ok_or(LiabilityProblem::Reserves)?;
    let of_line = |line: &Line| held.get(line.currency.as_str()).copied().unwrap_or_default() == line.held;
    let all_told = held.keys().all(|currency| statement.line(currency).is_some());
    if hash_of(&published.reserves) != statement.reserves || !all_told || !statement.lines.iter().all(of_line) {
        return Err(LiabilityProblem::Reserves);
    }
    Ok(statement)
}

/// Verifies a customer's `proof` against `key`, as [`check_published`] does, and, if `trusted` is given, against an
/// independently stored checkpoint of the log.
///
/// # Errors
/// See [`LiabilityProblem`]; returns the first one found.
pub fn check(
    proof: &ProofOfBalances,
    key: Option<&VerifierKey>,
    trusted: Option<&Checkpoint>,
) -> Result<CheckedBalances, LiabilityProblem> {
    if proof.format != FORMAT {
        return Err(LiabilityProblem::Format);
    }
    let statement = check_published(&proof.published, key)?;
    if let Some(trusted) = trusted {
        compare(trusted, &statement)?;
    }
    let mut balances = BTreeMap::new();
    for own in &proof.own {
        let included = statement.line(&own.currency).is_some_and(|line| is_included(proof, own, line));
        // A duplicate currency would show one part of the total twice.
        if !included || balances.insert(own.currency.clone(), own.balance).is_some() {
            return Err(LiabilityProblem::NotIncluded(own.currency.clone()));
        }
    }
    Ok(CheckedBalances { statement, balances })
}

fn compare(given: &Checkpoint, found: &Statement) -> Result<(), LiabilityProblem> {
    if given.origin != found.origin {
        return Err(NoteError::NotSigned(given.origin.clone()).into());
    }
    if given.size != found.log_size {
        return Err(LiabilityProblem::OtherSize { given: given.size, found: found.log_size });
    }
    if given.root == found.log_root { Ok(()) } else { Err(LiabilityProblem::OtherRoot(given.size)) }
}

fn is_included(proof: &ProofOfBalances, own: &Own, line: &Line) -> bool {
    let mut places = BTreeSet::new();
    let mut sum = Some(0_u128);
    for part in &own.parts {
        let leaf = Node::leaf(proof.owner, &Part { salt: part.salt, amount: part.amount });
        let root = root_by_path(leaf, part.index, line.leaves, &part.path);
        // A duplicate leaf would count twice here and once in the total.
        if root != Some(line.root) || !places.insert(part.index) {
            return false;
        }
        sum = sum.and_then(|sum| sum.checked_add(part.amount));
    }
    sum == Some(own.balance)
}
