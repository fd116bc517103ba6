//! Minimum transfer rate of request bodies (protection against slowloris). A body that is too slow is aborted, because
//! it occupies a slot.

use std::error::Error as StdError;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::BoxError;
use axum::body::{Body, BodyDataStream, Bytes, HttpBody};
use axum::extract::Request;
use futures_util::{Stream, StreamExt};
use tokio::time::{Instant, Sleep, sleep_until};

/// A minimum transfer rate. Pauses up to `silence` are allowed, however fast the transfer was before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pace {
    /// Average rate.
    pub bytes_per_second: u32,
    /// Maximum pause.
    pub silence: Duration,
}

impl Pace {
    /// The deadline for the next bytes, after `bytes` bytes arrived at `now` and the previous deadline was `before`.
    /// Times are relative to the start.
    fn next(self, before: Duration, now: Duration, bytes: usize) -> Duration {
        let micros = (bytes as u64).saturating_mul(1_000_000) / u64::from(self.bytes_per_second.max(1));
        (before + Duration::from_micros(micros)).min(now + self.silence)
    }
}

/// The body was aborted because it was too slow.
#[derive(Debug, thiserror::Error)]
#[error("the body came too slowly")]
pub(crate) struct TooSlow;

/// Whether an error was caused by [`TooSlow`].
pub(crate) fn is_too_slow(error: &(dyn StdError + 'static)) -> bool {
    std::iter::successors(Some(error), |error| (*error).source()).any(|error| error.is::<TooSlow>())
}

/// Wraps a request's body with a minimum transfer rate.
pub(crate) fn paced(request: Request, pace: Pace) -> Request {
    request.map(|body| {
        if body.is_end_stream() {
            return body;
        }
        let (began, due) = (Instant::now(), pace.silence);
        Body::from_stream(Paced { body: body.into_data_stream(), pace, began, due, alarm: None })
    })
}

struct Paced {
    body: BodyDataStream,
    pace: Pace,
    began: Instant,
    due: Duration,
    /// Created on the first wait only.
    alarm: Option<Pin<Box<Sleep>>>,
}

impl Paced {
    /// Ready when the deadline has passed; wakes the task then.
    fn poll_late(&mut self, context: &mut Context<'_>) -> Poll<()> {
        let due = self.began + self.due;
        let alarm = self.alarm.get_or_insert_with(|| Box::pin(sleep_until(due)));
        if alarm.deadline() != due {
            alarm.as_mut().reset(due);
        }
        alarm.as_mut().poll(context)
    }
}

impl Stream for Paced {
    type Item = Result<Bytes, BoxError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        match self.body.poll_next_unpin(context) {
            Poll::Ready(Some(Ok(bytes))) => {
                self.due = self.pace.next(self.due, self.began.elapsed(), bytes.len());
                Poll::Ready(Some(Ok(bytes)))
            }
            Poll::Ready(other) => Poll::Ready(other.map(|read| read.map_err(Into::into))),
            Poll::Pending => self.poll_late(context).map(|()| Some(Err(TooSlow.into()))),
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::body::to_bytes;
    use axum::extract::FromRequest;
    use futures_util::stream;
    use proptest::prelude::*;

    use super::*;

    const PACE: Pace = Pace { bytes_per_second: 1_000, silence: Duration::from_secs(5) };

    /// The time in milliseconds at which a body with this pattern is aborted; `None` if never.
    fn cut(pieces: &[(u64, usize)]) -> Option<u64> {
        let mut due = PACE.silence;
        let mut now = Duration::ZERO;
        for (pause, bytes) in pieces {
            now += Duration::from_millis(*pause);
            if now > due {
                return Some(u64::try_from(due.as_millis()).unwrap());
            }
            due = PACE.next(due, now, *bytes);
        }
        None
    }

    proptest! {
        /// A body that is fast enough after each pause is never aborted.
        #[test]
        fn a_connection_at_the_minimum_rate_is_not_cut(pauses in prop::collection::vec(1_u64..5_000, 1..200)) {
            let pieces: Vec<(u64, usize)> = pauses.iter().map(|ms| (*ms, usize::try_from(*ms).unwrap())).collect();
            prop_assert_eq!(cut(&pieces), None);
        }

        /// A trickling body is aborted equally early, regardless of how much it sent before.
        #[test]
        fn bytes_sent_early_give_no_credit_for_a_later_stall(first in 0_usize..20_000_000, pause in 100_u64..5_000) {
            let trickle = std::iter::once((0, first)).chain((0..200).map(|_| (pause, 1)));
            let at = cut(&trickle.collect::<Vec<_>>());
            prop_assert!(at.is_some_and(|at| at <= 5_300), "{:?}", at);
        }
    }

    #[tokio::test]
    async fn a_body_below_the_minimum_rate_ends_with_its_reason() {
        let pace = Pace { bytes_per_second: 1_000_000, silence: Duration::from_millis(20) };
        let piece = || Ok::<_, std::io::Error>(Bytes::from_static(&[0; 1_000]));
        let whole = stream::iter((0..30).map(move |_| piece()));
        let request = paced(Request::new(Body::from_stream(whole)), pace);
        assert_eq!(to_bytes(request.into_body(), usize::MAX).await.unwrap().len(), 30_000);
        // One chunk, then silence.
        let stuck = stream::iter([piece()]).chain(stream::pending());
        let request = paced(Request::new(Body::from_stream(stuck)), pace);
        let refused = Bytes::from_request(request, &()).await.unwrap_err();
        assert!(is_too_slow(&refused), "{refused:?}");
        let gone = stream::iter([piece(), Err(std::io::Error::other("gone"))]);
        let request = paced(Request::new(Body::from_stream(gone)), pace);
        let refused = Bytes::from_request(request, &()).await.unwrap_err();
        assert!(!is_too_slow(&refused), "{refused:?}");
    }
}
