//! A bug for the crash harness to find; see [`crate::planted`].

use std::sync::Arc;

use super::handler::{JobHandler, Outcome};
use super::{Job, store};
use crate::{AnyTx, Store};

/// Marks the job as done before its work: a worker that dies in between loses the job.
pub(super) async fn done_first(handler: Option<&Arc<dyn JobHandler>>, queue: &Store, job: &Job) {
    let Ok(tx) = queue.system().await else { return };
    if store::complete(AnyTx::System(tx), job, job.created_at).await.is_err() {
        return;
    }
    if let Some(handler) = handler
        && let Ok(Outcome::DoneIn(tx)) = handler.run(job).await
    {
        let _ = tx.commit().await;
    }
}
