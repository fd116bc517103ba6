//! Statements from the folder, one after the other. A file is booked before it is moved: after a crash in between it is
//! read again, and an entry that was read before changes nothing.

use std::time::SystemTime;

use exchange::rails::BankDeskError;
use kernel::TenantId;

use super::disk::ReadAs;
use super::{BY, BankFolder, Visit, VisitError};
use crate::bank::FileBank;

/// The reason of a file that is not read.
const TOO_LARGE: &str = "The file is larger than 8 MiB.";

impl FileBank {
    /// Books each file of statements that came, and moves it away.
    pub(super) async fn read_arrived(
        &self,
        tenant: TenantId,
        folder: &BankFolder,
        visit: &mut Visit,
    ) -> Result<(), VisitError> {
        let now = SystemTime::from(self.world.now());
        for name in folder.on_disk(move |folder| folder.arrived(now)).await? {
            let own = name.clone();
            let booked = match folder.on_disk(move |folder| folder.read(&own)).await? {
                Some(content) => self.read_statements(tenant, BY, &content).await,
                None => Err(BankDeskError::File(TOO_LARGE.to_owned())),
            };
            let own = name.clone();
            match booked {
                Ok(_) => {
                    folder.on_disk(move |folder| folder.put_away(&own, &ReadAs::Booked)).await?;
                    visit.read.push(name);
                }
                Err(BankDeskError::File(reason)) => {
                    let why = reason.clone();
                    folder.on_disk(move |folder| folder.put_away(&own, &ReadAs::Refused(&why))).await?;
                    visit.refused.push((name, reason));
                }
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }
}
