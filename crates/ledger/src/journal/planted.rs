//! Mistakes that the crash harness plants, to show that it would find them. No other build has this file.

use std::time::Duration;

use store::{Session, StoreError, TenantTx, planted};

use super::books::Touched;
use crate::Book;

/// Forgets what a fee account was just given.
pub(super) fn spoil(mut touched: Touched) -> Touched {
    for (_, account) in touched.accounts.iter_mut().filter(|(_, account)| account.account.book == Book::FeeIncome) {
        if planted("balance-not-updated") && account.figures.credits_posted > 0 {
            account.figures.credits_posted -= 1;
        }
    }
    touched
}

/// Commits in the middle of what belongs together, or after the answer was given.
pub(super) async fn middle(tx: TenantTx) -> Result<TenantTx, StoreError> {
    if !planted("jobs-in-their-own-transaction") {
        return Ok(tx);
    }
    let (store, tenant) = (tx.store(), tx.tenant());
    tx.commit().await?;
    store.tenant(tenant).await
}

/// Lets the answer go before the commit, which follows a moment later if nothing happens meanwhile.
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
