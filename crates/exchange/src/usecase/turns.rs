//! Turns of customers: after a conflict, the openings of one customer wait for each other in this process, so that many
//! at once all get an answer. Between processes the counter's version alone decides.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use kernel::UserId;
use tokio::sync::{Mutex as Turn, OwnedMutexGuard};

/// The customers whose openings wait for each other now.
#[derive(Debug, Default)]
pub(super) struct Turns {
    waiting: Mutex<HashMap<UserId, Arc<Turn<()>>>>,
}

impl Turns {
    /// Waits until no other opening of the customer has a turn.
    pub async fn take(&self, user: UserId) -> OwnedMutexGuard<()> {
        let turn = {
            let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
            // Turns that are neither held nor waited for are only in the map.
            waiting.retain(|_, turn| Arc::strong_count(turn) > 1);
            waiting.entry(user).or_default().clone()
        };
        turn.lock_owned().await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_customer_waits_for_the_own_turn_and_others_do_not() {
        let turns = Arc::new(Turns::default());
        let user = |id| UserId::from_uuid(uuid::Uuid::from_u128(id));
        let first = turns.take(user(1)).await;
        let second = tokio::spawn({
            let turns = turns.clone();
            async move { drop(turns.take(user(1)).await) }
        });
        tokio::task::yield_now().await;
        drop(turns.take(user(2)).await);
        assert!(!second.is_finished());
        drop(first);
        second.await.unwrap();
        drop(turns.take(user(3)).await);
        assert_eq!(turns.waiting.lock().unwrap().len(), 1);
    }
}
