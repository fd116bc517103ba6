//! A folder on the server through which a bank exchanges files: payment files go out, statements come in. The bank's
//! transfer agent (SFTP, EBICS) brings them from there and to there.

mod disk;
mod incoming;
mod outgoing;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use exchange::rails::BankDeskError;
use kernel::TenantId;

use super::FileBank;

/// Who made a payment file or read a statement, in place of an operator's name.
const BY: &str = "folder";

/// The folder of a bank. Cheap to clone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BankFolder {
    root: PathBuf,
}

/// Why the folder cannot be used: a whole sentence that names the path.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct FolderProblem(String);

impl FolderProblem {
    fn at(what: &str, path: &Path, error: &std::io::Error) -> Self {
        Self(format!("Agio cannot {what} {}: {error}.", path.display()))
    }
}

/// Why a visit of the folder ended early. The next visit goes on where this one stopped.
#[derive(Debug, thiserror::Error)]
pub(crate) enum VisitError {
    #[error(transparent)]
    Folder(#[from] FolderProblem),
    #[error(transparent)]
    Desk(#[from] BankDeskError),
}

/// The files of one visit.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(crate) struct Visit {
    /// The names of the payment files that were written.
    pub(crate) written: Vec<String>,
    /// The names of the files of statements that were booked.
    pub(crate) read: Vec<String>,
    /// The names of the files that were refused, with the reason.
    pub(crate) refused: Vec<(String, String)>,
}

impl BankFolder {
    /// The folder at this path.
    ///
    /// # Errors
    /// A path that is not absolute.
    pub fn new(path: &str) -> Result<Self, FolderProblem> {
        let root = PathBuf::from(path);
        if !root.is_absolute() {
            return Err(FolderProblem("must be an absolute path, as in /srv/bank".to_owned()));
        }
        Ok(Self { root })
    }

    /// Calls a function that waits for the disk.
    async fn on_disk<T: Send + 'static>(
        &self,
        call: impl FnOnce(&Self) -> Result<T, FolderProblem> + Send + 'static,
    ) -> Result<T, FolderProblem> {
        let own = self.clone();
        let called = tokio::task::spawn_blocking(move || call(&own)).await;
        called.map_err(|_| FolderProblem("The visit of the bank's folder was interrupted.".to_owned()))?
    }
}

impl FileBank {
    /// Writes the payment files that are due into the folder, and reads the statements that came. Does nothing without a
    /// folder, or while another process visits it.
    pub(crate) async fn visit_folder(&self, tenant: TenantId) -> Result<Visit, VisitError> {
        let Some(folder) = &self.folder else { return Ok(Visit::default()) };
        let Some(lock) = folder.on_disk(BankFolder::enter).await? else { return Ok(Visit::default()) };
        let mut visit = Visit::default();
        let went = async {
            self.write_due(tenant, folder, &mut visit).await?;
            self.read_arrived(tenant, folder, &mut visit).await
        };
        let went = went.await;
        drop(lock);
        for name in &visit.written {
            tracing::info!(
                event = "bank_folder.written", %tenant, file = name,
                "A payment file was written into the bank's folder."
            );
        }
        for name in &visit.read {
            tracing::info!(event = "bank_folder.read", %tenant, file = name, "A file of statements was read and booked.");
        }
        for (name, reason) in &visit.refused {
            tracing::error!(
                event = "bank_folder.refused", %tenant, file = name, reason,
                "A file in the bank's folder cannot be read. It was moved to `refused`."
            );
        }
        went.map(|()| visit)
    }
}
