//! The operators' decisions about unclear entries.

use exchange::rails::{BankDeskError, EntryAct, RailEvent, RailEventKind, Target, UnclearEntry};
use kernel::TenantId;
use uuid::Uuid;

use super::desk::broken;
use super::store::entries::{self, StoredEntry};
use super::{FileBank, TELL};
use crate::tell;

impl FileBank {
    /// See [`exchange::rails::BankDesk::unclear_entries`].
    pub(crate) async fn unclear_entries(
        &self,
        tenant: TenantId,
        after: Option<Uuid>,
        limit: u32,
    ) -> Result<(Vec<UnclearEntry>, bool), BankDeskError> {
        let read = async {
            let mut tx = self.store.tenant_read(tenant).await?;
            entries::unclear(tx.conn(), tenant, after, i64::from(limit) + 1).await
        };
        let mut found = read.await.map_err(|error| broken(&error))?;
        let most = usize::try_from(limit).unwrap_or(usize::MAX);
        let has_more = found.len() > most;
        found.truncate(most);
        Ok((found, has_more))
    }

    /// See [`exchange::rails::BankDesk::entry_act`].
    pub(crate) async fn entry_act(
        &self,
        tenant: TenantId,
        entry: Uuid,
        wanted: EntryAct,
    ) -> Result<Option<EntryAct>, BankDeskError> {
        let read = async {
            let mut tx = self.store.tenant_read(tenant).await?;
            entries::unclear_entry(tx.conn(), tenant, entry).await
        };
        known_act(read.await.map_err(|error| broken(&error))?.as_ref(), wanted)
    }

    /// See [`exchange::rails::BankDesk::act_on_entry`].
    pub(crate) async fn act_on_entry(
        &self,
        tenant: TenantId,
        by: &str,
        entry: Uuid,
        act: EntryAct,
    ) -> Result<EntryAct, BankDeskError> {
        let now = self.world.now();
        let acted = async {
            let mut tx = self.store.tenant(tenant).await?;
            let is_first = entries::act(tx.conn(), tenant, (entry, act, by), now).await?;
            let found = entries::unclear_entry(tx.conn(), tenant, entry).await?;
            if is_first {
                let taken = found.as_ref().filter(|_| act == EntryAct::Payment).map(taken);
                let jobs: Vec<_> = taken.iter().map(|event| tell::job(TELL, tenant, event)).collect();
                tx.enqueue(now, &jobs).await?;
                tx.commit().await?;
            }
            Ok(found)
        };
        let found = acted.await.map_err(|error| broken(&error))?;
        Ok(known_act(found.as_ref(), act)?.unwrap_or(act))
    }
}

/// The earlier decision about an entry, or why `wanted` cannot be done.
fn known_act(entry: Option<&StoredEntry>, wanted: EntryAct) -> Result<Option<EntryAct>, BankDeskError> {
    let entry = entry.ok_or(BankDeskError::NoEntry)?;
    match entry.acted_as {
        Some(act) => Ok(Some(act)),
        None if wanted == EntryAct::Payment && !entry.is_credit => Err(BankDeskError::NotACredit),
        None => Ok(None),
    }
}

/// The report that an entry is an unidentified payment. Its text contains no name, because one operator alone must not credit
/// a customer.
fn taken(entry: &StoredEntry) -> RailEvent {
    let payer = entry.iban.clone().or_else(|| entry.name.clone());
    RailEvent {
        target: Target::Nobody(entry.remittance.clone()),
        rail: "iban".to_owned(),
        event_id: entry.reference.clone(),
        leg: None,
        charge: None,
        reorg_epoch: None,
        kind: RailEventKind::Credited { amount: entry.amount, reference: entry.reference.clone(), payer },
    }
}
