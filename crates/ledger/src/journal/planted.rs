//! Bugs that the crash harness plants to prove that it detects them. Only builds of the harness contain this file.

use std::time::Duration;

use store::{Session, StoreError, TenantTx, planted};

use super::books::Touched;
use crate::Book;

/// Drops the credit of a fee account.
pub(super) fn spoil(mut touched: Touched) -> Touched {
    for (_, account) in touched.accounts.iter_mut().filter(|(_, account)| account.account.book == Book::FeeIncome) {
        if planted("balance-not-updated") && account.figures.credits_posted > 0 {
            account.figures.credits_posted -= 1;
        }
    }
    touched
}

/// Commits in the middle of an atomic write.
pub(super) async fn middle(tx: TenantTx) -> Result<TenantTx, StoreError> {
    if !planted("jobs-in-their-own-transaction") {
        return Ok(tx);
    }
    let (store, tenant) = (tx.store(), tx.tenant());
    tx.commit().await?;
    store.tenant(tenant).await
}

/// Sends the answer before the commit, which follows a moment later.
pub(super) async fn commit(tx: TenantTx) -> Result<Option<Session>, StoreError> {
    if !planted("answer-before-commit") {
        return tx.commit_keeping().await;
    }
    tokio::spawn(async move {
        tokio::time::sleep(Duration::from_millis(100)).await;
        let _ = tx.commit().await;
    });
    Ok(None)
}
