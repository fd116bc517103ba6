//! Payment files into the folder. Each appears there once.
//!
//! A file becomes whole beside the folder (`staged`), the database notes that, and a rename moves it in. Only the rename
//! takes it out of `staged`. So after a crash a noted file that is no longer there has been moved, and is not written
//! again, also if the bank's agent has taken it since.

use chrono::TimeDelta;
use exchange::rails::BankDeskError;
use kernel::TenantId;

use super::{BY, BankFolder, Visit, VisitError};
use crate::bank::FileBank;
use crate::bank::desk::broken;
use crate::bank::store::folder::{self as files, UnwrittenFile};
use crate::bank::store::payments;

/// A payment waits for this long, so that those of one moment share a file.
const GATHERED_FOR: TimeDelta = TimeDelta::seconds(15);
/// The most payment files that one visit writes.
const FILES_MAX: i64 = 20;

impl FileBank {
    /// Makes the payment files that are due, and writes each into the folder.
    pub(super) async fn write_due(
        &self,
        tenant: TenantId,
        folder: &BankFolder,
        visit: &mut Visit,
    ) -> Result<(), VisitError> {
        self.make_due(tenant).await?;
        let read = async {
            let mut tx = self.store.tenant_read(tenant).await?;
            files::unwritten(tx.conn(), tenant, FILES_MAX).await
        };
        for file in read.await.map_err(|error| broken(&error))? {
            let name = format!("{}.xml", file.message_id);
            if self.write_once(tenant, folder, file, name.clone()).await? {
                visit.written.push(name);
            }
        }
        Ok(())
    }

    async fn make_due(&self, tenant: TenantId) -> Result<(), BankDeskError> {
        let read = async {
            let mut tx = self.store.tenant_read(tenant).await?;
            payments::waiting(tx.conn(), tenant).await
        };
        let due = self.world.now() - GATHERED_FOR;
        for waiting in read.await.map_err(|error| broken(&error))? {
            if waiting.oldest_at <= due {
                match self.make_payment_file(tenant, BY, waiting.total.currency()).await {
                    // An operator made the file at the same moment, or the account of the currency has gone.
                    Ok(_) | Err(BankDeskError::NothingWaits) => {}
                    Err(error) => return Err(error),
                }
            }
        }
        Ok(())
    }

    /// Writes a file; false if an operator marked it as refused before.
    async fn write_once(
        &self,
        tenant: TenantId,
        folder: &BankFolder,
        file: UnwrittenFile,
        name: String,
    ) -> Result<bool, VisitError> {
        let UnwrittenFile { id, content, is_staged, .. } = file;
        let own = name.clone();
        let is_moved = is_staged && !folder.on_disk(move |folder| folder.is_staged(&own)).await?;
        if !is_moved {
            let own = name.clone();
            folder.on_disk(move |folder| folder.stage(&own, content.as_bytes())).await?;
            if !self.note(tenant, id, Progress::Staged).await? {
                folder.on_disk(move |folder| folder.unstage(&name)).await?;
                return Ok(false);
            }
            folder.on_disk(move |folder| folder.release(&name)).await?;
        }
        self.note(tenant, id, Progress::Written).await?;
        Ok(true)
    }

    /// Notes how far a file is; false if it must not be written.
    async fn note(&self, tenant: TenantId, id: uuid::Uuid, progress: Progress) -> Result<bool, BankDeskError> {
        let now = self.world.now();
        let noted = async {
            let mut tx = self.store.tenant(tenant).await?;
            let noted = match progress {
                Progress::Staged => files::mark_staged(tx.conn(), tenant, id, now).await?,
                Progress::Written => files::mark_written(tx.conn(), tenant, id, now).await?,
            };
            tx.commit().await?;
            Ok(noted)
        };
        noted.await.map_err(|error| broken(&error))
    }
}

/// How far a payment file is on its way into the folder.
#[derive(Clone, Copy)]
enum Progress {
    /// It lies complete beside the folder.
    Staged,
    /// It lies in the folder.
    Written,
}
