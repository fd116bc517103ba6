//! Mempool transactions: shown to the customer, never credited.

use std::collections::{HashMap, HashSet};
use std::sync::PoisonError;

use chrono::{DateTime, Utc};
use kernel::Network;

use super::apply::{RailEvents, hits, sight};
use crate::chain::Mempool;
use crate::deposits::ChainObservation;
use crate::engine::{ChainSetup, on};
use crate::{Custody, CustodyError, deposits};

impl Custody {
    /// Records new mempool deposits, and those that left the mempool without being mined. Call it at the tip, with the
    /// mempool as fetched at `asked_at`, before the last blocks were fetched.
    pub(super) async fn look_at_mempool(
        &self,
        chain: &ChainSetup,
        waiting: Mempool,
        asked_at: DateTime<Utc>,
    ) -> Result<(), CustodyError> {
        let network = chain.adapter.info().network;
        let present: HashSet<String> = waiting.txids.into_iter().collect();
        let unseen: Vec<String> = self.inspected(|all| {
            let seen = all.entry(network).or_default();
            seen.retain(|txid| present.contains(txid));
            present.difference(seen).take(self.inner.limits.mempool_per_pass).cloned().collect()
        });
        let transfers = match unseen.is_empty() {
            true => Vec::new(),
            false => chain.adapter.mempool_transfers(&unseen).await.map_err(on(network))?,
        };
        let now = self.inner.world.now();
        let mut tx = self.inner.store.system().await?;
        let found = hits(&mut tx, network, &transfers).await?;
        let mut told: RailEvents = Vec::new();
        for (deposit, new) in self.deposits_of_hits(&mut tx, chain, &found, now).await?.into_values() {
            if new {
                told.push((deposit.tenant, deposit.seen()));
            } else {
                told.extend(sight(&mut tx, &[deposit], &ChainObservation::Waiting, now).await?);
            }
        }
        // Skips deposits that another scanner recorded after our snapshot of the mempool.
        let mut lost = deposits::store::waiting_since(tx.conn(), network, asked_at).await?;
        lost.retain(|found| !present.contains(&found.txid));
        told.extend(sight(&mut tx, &lost, &ChainObservation::Gone, now).await?);
        self.tell(&mut tx, told, now).await?;
        tx.commit().await?;
        // After the commit, so that a failure above leads to another inspection.
        self.inspected(|all| all.entry(network).or_default().extend(unseen));
        Ok(())
    }

    pub(super) fn inspected<T>(&self, look: impl FnOnce(&mut HashMap<Network, HashSet<String>>) -> T) -> T {
        look(&mut self.inner.inspected.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
