//! A time limit for work that makes no progress.

use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;

use tokio::time::{Instant, sleep};

/// Runs `work`, and gives it up with `None` after `longest` without progress: nothing that it waits for has arrived.
/// The total time is not limited. Without this, a wait on a connection that the network has dropped silently never
/// ends.
///
/// Wake-ups of other futures in the same task would count as progress, so run it in a task of its own.
pub async fn unless_stuck<T>(longest: Duration, work: impl Future<Output = T>) -> Option<T> {
    let (mut work, mut stuck) = (pin!(work), pin!(sleep(longest)));
    poll_fn(|context| {
        if let Poll::Ready(done) = work.as_mut().poll(context) {
            return Poll::Ready(Some(done));
        }
        if stuck.as_mut().poll(context).is_ready() {
            return Poll::Ready(None);
        }
        // It was woken and waits for something else now: this is progress.
        stuck.as_mut().reset(Instant::now() + longest);
        stuck.as_mut().poll(context).map(|()| None)
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_stalled_operation_is_given_up() {
        let given_up = unless_stuck(Duration::from_millis(20), std::future::pending::<()>()).await;
        assert_eq!(given_up, None);
    }

    #[tokio::test]
    async fn a_progressing_operation_may_exceed_the_stall_timeout() {
        let longest = Duration::from_millis(400);
        let work = async {
            let began = Instant::now();
            while began.elapsed() < longest + longest / 2 {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
            7
        };
        assert_eq!(unless_stuck(longest, work).await, Some(7));
    }
}
