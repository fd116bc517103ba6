//! Checks all rows of one tenant with the same timestamp against the hashes of their commits. Pure.

use std::collections::HashMap;

use uuid::Uuid;

use super::Finding;
use super::store::{ChangeRow, CommitRow, StepRow, TransferRow};
use crate::proof::commit::{Item, items};
use crate::proof::entry::{ChangeFacts, Salt, StepFacts, TransferFacts};
use crate::proof::{Hash, tree};

/// The rows of one timestamp.
pub(super) struct Instant {
    pub commits: Vec<CommitRow>,
    pub changes: Vec<ChangeRow>,
    pub transfers: Vec<TransferRow>,
    pub steps: Vec<StepRow>,
}

/// The rows by id; those listed by a commit are removed.
struct Rows {
    changes: HashMap<Uuid, ChangeRow>,
    transfers: HashMap<Uuid, TransferRow>,
    steps: HashMap<Uuid, StepRow>,
}

impl Instant {
    /// The first row that differs from its commit's hash; with the row's id if no commit of this timestamp lists it.
    pub fn check(self) -> Option<(Finding, Option<Uuid>)> {
        let mut rows = Rows {
            changes: self.changes.into_iter().map(|row| (row.id, row)).collect(),
            transfers: self.transfers.into_iter().map(|row| (row.id, row)).collect(),
            steps: self.steps.into_iter().map(|row| (row.change_id, row)).collect(),
        };
        let altered = self.commits.iter().find_map(|commit| check_commit(commit, &mut rows).err());
        altered.map(|finding| (finding, None)).or_else(|| left_over(&rows))
    }
}

fn left_over(rows: &Rows) -> Option<(Finding, Option<Uuid>)> {
    let unlisted = |subject: String, id: Uuid| {
        (Finding::new(subject, "hashed by a commit", "in no commit of that moment"), Some(id))
    };
    let change = rows.changes.values().min_by_key(|row| row.id);
    let transfer = rows.transfers.values().min_by_key(|row| row.id);
    let step = rows.steps.values().min_by_key(|row| row.change_id);
    change
        .map(|row| unlisted(format!("change {} ({})", row.key, row.id), row.id))
        .or_else(|| transfer.map(|row| unlisted(format!("transfer {}", row.id), row.id)))
        .or_else(|| {
            step.map(|row| unlisted(format!("step {} of record {}", row.version, row.record_id), row.change_id))
        })
}

fn check_commit(commit: &CommitRow, rows: &mut Rows) -> Result<(), Finding> {
    let name = format!("commit {}", commit.id);
    let listed = items(&commit.manifest)
        .ok_or_else(|| Finding::new(name.clone(), "a list of its changes", "bytes that are none"))?;
    let salt: Salt = commit
        .salt
        .as_slice()
        .try_into()
        .map_err(|_| Finding::new(name.clone(), "a salt of 16 bytes", commit.salt.len()))?;
    let root = Hash::from_slice(&commit.root).unwrap_or_default();
    let mut leaves = Vec::with_capacity(listed.len());
    let mut altered = None;
    for item in &listed {
        let (leaf, subject) = check_change(&name, &salt, item, rows)?;
        if leaf != item.leaf && altered.is_none() {
            altered = Some(Finding::new(subject, item.leaf, leaf));
        }
        leaves.push(leaf);
    }
    let computed = tree::root(&leaves);
    match altered {
        // The rows match the root, so the manifest was altered.
        Some(finding) if computed == root => {
            Err(Finding::new(format!("the list of {name}"), finding.found, finding.expected))
        }
        Some(finding) => Err(finding),
        None if computed != root => Err(Finding::new(format!("the root of {name}"), computed, root)),
        None if usize::try_from(commit.changes) != Ok(listed.len()) => {
            Err(Finding::new(format!("the number of changes of {name}"), listed.len(), commit.changes))
        }
        None => Ok(()),
    }
}

/// The leaf of a listed change, computed from its rows, and its description.
fn check_change(commit: &str, salt: &Salt, item: &Item, rows: &mut Rows) -> Result<(Hash, String), Finding> {
    let gone = |subject: String| Finding::new(subject, format!("as {commit} wrote it"), "gone, or of another time");
    let change = rows.changes.remove(&item.change).ok_or_else(|| gone(format!("change {}", item.change)))?;
    let mut transfers = Vec::with_capacity(item.transfers.len());
    for id in &item.transfers {
        let row = rows.transfers.remove(id).ok_or_else(|| gone(format!("transfer {id} of change {}", change.key)))?;
        if row.change_id != change.id || row.record_id != change.record_id {
            let expected = format!("of change {} and record {:?}", change.id, change.record_id);
            let found = format!("of change {} and record {:?}", row.change_id, row.record_id);
            return Err(Finding::new(format!("transfer {id}"), expected, found));
        }
        transfers.push(row);
    }
    let step = match change.record_id {
        None => None,
        Some(record) => {
            let subject = || format!("step {} of record {record}", change.record_version);
            let step = rows.steps.remove(&change.id).ok_or_else(|| gone(subject()))?;
            if (step.record_id, step.version) != (record, change.record_version) {
                return Err(gone(subject()));
            }
            Some(step)
        }
    };
    let facts: Vec<TransferFacts<'_>> = transfers.iter().map(TransferRow::facts).collect();
    let facts = ChangeFacts {
        id: change.id,
        key: &change.key,
        committed_at: change.committed_at,
        step: step.as_ref().map(step_facts).transpose()?,
        transfers: &facts,
    };
    let private = facts.private(salt);
    let leaf = facts.leaf(salt, &private);
    let mut subject = format!("change {} ({}) of {commit}", change.key, change.id);
    if let Some(StepRow { record_id, version, private: stored, .. }) = &step {
        // A wrong private part also changes the leaf, whose finding names its source rows.
        if stored.as_deref() != Some(private.0.as_slice()) && leaf == item.leaf {
            let subject = format!("the private hash of step {version} of record {record_id}");
            return Err(Finding::new(subject, private, stored.as_ref().map_or_else(|| "none".to_owned(), hex::encode)));
        }
        subject += &format!(", step {version} of record {record_id}");
    }
    for id in &item.transfers {
        subject += &format!(", transfer {id}");
    }
    Ok((leaf, subject))
}

fn step_facts(step: &StepRow) -> Result<StepFacts<'_>, Finding> {
    let subject = || format!("the state hash of step {} of record {}", step.version, step.record_id);
    let state = step.state.as_deref().and_then(Hash::from_slice);
    let state = state.ok_or_else(|| Finding::new(subject(), "a hash", "none"))?;
    if let Some(current) = step.current_state()
        && current != state
    {
        let subject = format!("record {} at version {}", step.record_id, step.version);
        return Err(Finding::new(subject, format!("a state with the hash {state}"), current));
    }
    let StepRow { record_id, version, status, actor, reason, .. } = step;
    Ok(StepFacts { record: *record_id, version: *version, status, actor, reason, state })
}
