//! Rebuilds the logs from their commits, and compares them with the stored, signed and independently known hashes.

use std::collections::BTreeMap;

use ::store::{PgConnection, StoreError};
use kernel::TenantId;
use uuid::Uuid;

use super::store::{CheckpointRow, Cursor, LeafRow, NodeRow};
use super::{Finding, Found, ProofCounts, Trust};
use crate::proof::commit::log_leaf;
use crate::proof::tree::{Frontier, SubtreeAddress};
use crate::proof::{Checkpoint, Hash, VerifierKey};

/// The rebuild of one tenant's log, with cursors over its stored rows.
struct Rebuild<'a> {
    tenant: Uuid,
    tree: Frontier,
    key: Option<VerifierKey>,
    /// Independent checkpoints, smallest first.
    known: Vec<Checkpoint>,
    /// The last size with a correct signed root.
    right: u64,
    nodes: &'a mut Cursor<NodeRow>,
    checkpoints: &'a mut Cursor<CheckpointRow>,
}

pub(super) async fn check(
    conn: &mut PgConnection,
    trust: &Trust,
    mut known: BTreeMap<TenantId, Vec<Checkpoint>>,
    proved: &mut ProofCounts,
) -> Result<Found, StoreError> {
    let mut leaves = Cursor::<LeafRow>::open(conn).await?;
    let mut nodes = Cursor::<NodeRow>::open(conn).await?;
    let mut checkpoints = Cursor::<CheckpointRow>::open(conn).await?;
    loop {
        // Any stored or known part of a log implies that the log exists, even if it has no leaves.
        let next = [
            leaves.peek(conn).await?.map(|row| row.tenant_id),
            nodes.peek(conn).await?.map(|row| row.tenant_id),
            checkpoints.peek(conn).await?.map(|row| row.tenant_id),
            known.first_key_value().map(|(tenant, _)| tenant.uuid()),
        ];
        let Some(tenant) = next.into_iter().flatten().min() else { return Ok(None) };
        let id = TenantId::from_uuid(tenant);
        let mut rebuild = Rebuild {
            tenant,
            tree: Frontier::default(),
            key: trust.key(id),
            known: known.remove(&id).unwrap_or_default(),
            right: 0,
            nodes: &mut nodes,
            checkpoints: &mut checkpoints,
        };
        if let Some(finding) = rebuild.run(conn, &mut leaves, proved).await? {
            return Ok(Some((id, finding)));
        }
    }
}

impl Rebuild<'_> {
    async fn run(
        &mut self,
        conn: &mut PgConnection,
        leaves: &mut Cursor<LeafRow>,
        proved: &mut ProofCounts,
    ) -> Result<Option<Finding>, StoreError> {
        while let Some(leaf) = leaves.next_of(conn, self.tenant).await? {
            let hash = match self.leaf(&leaf) {
                Ok(hash) => hash,
                Err(finding) => return Ok(Some(finding)),
            };
            let mut completed = Vec::new();
            self.tree.push(hash, |address, hash| completed.push((address, hash)));
            proved.leaves += 1;
            for (address, hash) in completed {
                if let Some(finding) = self.node(conn, address, hash).await? {
                    return Ok(Some(finding));
                }
            }
            if let Some(finding) = self.signed(conn, proved).await?.or_else(|| self.kept()) {
                return Ok(Some(finding));
            }
        }
        self.rest(conn).await
    }

    fn leaf(&self, leaf: &LeafRow) -> Result<Hash, Finding> {
        let name = format!("leaf {} of the log", leaf.index);
        if leaf.index as u64 != self.tree.size() {
            return Err(Finding::new(format!("leaf {} of the log", self.tree.size()), "there", "gone"));
        }
        let stored = Hash::from_slice(&leaf.hash).unwrap_or_default();
        let Some(((root, changes), committed_at)) = leaf.root.as_deref().zip(leaf.changes).zip(leaf.committed_at)
        else {
            return Err(Finding::new(name, format!("commit {}", leaf.commit_id), "no such commit"));
        };
        let computed = log_leaf(leaf.commit_id, changes, committed_at, &Hash::from_slice(root).unwrap_or_default());
        if computed == stored {
            return Ok(computed);
        }
        Err(Finding::new(format!("commit {} or {name}", leaf.commit_id), stored, computed))
    }

    async fn node(
        &mut self,
        conn: &mut PgConnection,
        address: SubtreeAddress,
        hash: Hash,
    ) -> Result<Option<Finding>, StoreError> {
        let SubtreeAddress { level, index } = address;
        let name = format!("node {index} of level {level} of the log");
        let Some(row) = self.nodes.next_of(conn, self.tenant).await? else {
            return Ok(Some(Finding::new(name, hash, "gone")));
        };
        let there = row.level == i16::from(level) && row.index as u64 == index;
        let stored = Hash::from_slice(&row.hash).filter(|_| there);
        Ok((stored != Some(hash)).then(|| {
            let found = stored.map_or_else(|| format!("node {} of level {}", row.index, row.level), |h| h.to_string());
            Finding::new(name, hash, found)
        }))
    }

    /// Checks the stored checkpoint of this size, if there is one.
    async fn signed(
        &mut self,
        conn: &mut PgConnection,
        proved: &mut ProofCounts,
    ) -> Result<Option<Finding>, StoreError> {
        let size = self.tree.size();
        match self.checkpoints.peek(conn).await? {
            Some(row) if row.tenant_id == self.tenant && row.size as u64 <= size => {}
            _ => return Ok(None),
        }
        let Some(row) = self.checkpoints.next(conn).await? else { return Ok(None) };
        let root = self.tree.root();
        let name = format!("the checkpoint of {} leaves", row.size);
        let origin = crate::proof::origin(TenantId::from_uuid(self.tenant));
        let expected = Checkpoint { origin, size, root, previous: Some(self.right) };
        if Hash::from_slice(&row.root) != Some(root) || row.size as u64 != size {
            let subject =
                format!("{name} (leaves {} to {} lie between it and the last right one)", self.right, size - 1);
            return Ok(Some(Finding::new(subject, root, hex::encode(&row.root))));
        }
        let read = match &self.key {
            Some(key) => key.checkpoint(&row.note),
            None => Checkpoint::unverified(&row.note),
        };
        proved.checkpoints += 1;
        proved.signatures += u64::from(self.key.is_some());
        self.right = size;
        Ok(match read {
            Ok(found) if found == expected => None,
            Ok(found) => Some(Finding::new(name, expected.text(), found.text())),
            Err(error) => Some(Finding::new(name, "a note signed by the log's key", error)),
        })
    }

    /// Checks the independent checkpoint of this size, if there is one.
    fn kept(&mut self) -> Option<Finding> {
        while self.known.first().is_some_and(|known| known.size == self.tree.size()) {
            let known = self.known.remove(0);
            if known.root != self.tree.root() {
                let subject = format!("the log's first {} leaves, by the given checkpoint", known.size);
                return Some(Finding::new(subject, known.root, self.tree.root()));
            }
        }
        None
    }

    /// Reports stored or known parts beyond the last leaf.
    async fn rest(&mut self, conn: &mut PgConnection) -> Result<Option<Finding>, StoreError> {
        let size = self.tree.size();
        if let Some(row) = self.checkpoints.next_of(conn, self.tenant).await? {
            let subject = "the end of the log".to_owned();
            return Ok(Some(Finding::new(
                subject,
                format!("{} leaves, as was signed", row.size),
                format!("{size} leaves"),
            )));
        }
        if let Some(known) = self.known.iter().find(|known| known.size > 0) {
            let subject = "the end of the log, by the given checkpoint".to_owned();
            return Ok(Some(Finding::new(subject, format!("{} leaves", known.size), format!("{size} leaves"))));
        }
        if let Some(row) = self.nodes.next_of(conn, self.tenant).await? {
            let subject = format!("node {} of level {} of the log", row.index, row.level);
            return Ok(Some(Finding::new(subject, "leaves under it", format!("{size} leaves"))));
        }
        if self.right < size {
            let subject = format!("leaves {} to {} of the log", self.right, size - 1);
            return Ok(Some(Finding::new(subject, format!("a checkpoint of {size} leaves over them"), "none")));
        }
        Ok(None)
    }
}
