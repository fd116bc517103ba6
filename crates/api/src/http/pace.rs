//! How fast a body has to come. A body that trickles holds a place that somebody else could have, so it is cut.

use std::error::Error as StdError;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::BoxError;
use axum::body::{Body, BodyDataStream, Bytes, HttpBody};
use axum::extract::Request;
use futures_util::{Stream, StreamExt};
use tokio::time::{Instant, Sleep, sleep_until};

/// The slowest that a body may come. A line may be silent for a while, and is ahead by no more than that however fast it was before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pace {
    /// In the long run.
    pub bytes_per_second: u32,
    /// How long nothing may come.
    pub silence: Duration,
}

impl Pace {
    /// Until when the next bytes have to come: after so many came at `now`, in time for `before`. Times count from the beginning.
    fn next(self, before: Duration, now: Duration, bytes: usize) -> Duration {
        let micros = (bytes as u64).saturating_mul(1_000_000) / u64::from(self.bytes_per_second.max(1));
        (before + Duration::from_micros(micros)).min(now + self.silence)
    }
}

/// A body was cut because it came too slowly.
#[derive(Debug, thiserror::Error)]
#[error("the body came too slowly")]
pub(crate) struct TooSlow;

/// Whether that is why a body could not be read.
pub(crate) fn is_too_slow(error: &(dyn StdError + 'static)) -> bool {
    std::iter::successors(Some(error), |error| (*error).source()).any(|error| error.is::<TooSlow>())
}

/// The same request, whose body keeps to the pace.
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
    /// Only what has had to wait has one.
    alarm: Option<Pin<Box<Sleep>>>,
}

impl Paced {
    /// Whether the bytes did not come in time; wakes the reader when that happens.
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

    /// When a body that sends so many bytes every so often is cut, in milliseconds; `None` where it is never.
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
        /// A line that is fast enough between any two silences is never cut.
        #[test]
        fn a_line_that_keeps_the_pace_is_not_cut(pauses in prop::collection::vec(1_u64..5_000, 1..200)) {
            let pieces: Vec<(u64, usize)> = pauses.iter().map(|ms| (*ms, usize::try_from(*ms).unwrap())).collect();
            prop_assert_eq!(cut(&pieces), None);
        }

        /// However much came before, what trickles afterwards is cut as soon as one that always did.
        #[test]
        fn a_head_start_buys_nothing(first in 0_usize..20_000_000, pause in 100_u64..5_000) {
            let trickle = std::iter::once((0, first)).chain((0..200).map(|_| (pause, 1)));
            let at = cut(&trickle.collect::<Vec<_>>());
            prop_assert!(at.is_some_and(|at| at <= 5_300), "{:?}", at);
        }
    }

    #[tokio::test]
    async fn a_body_that_trickles_ends_with_its_reason() {
        let pace = Pace { bytes_per_second: 1_000_000, silence: Duration::from_millis(20) };
        let piece = || Ok::<_, std::io::Error>(Bytes::from_static(&[0; 1_000]));
        let whole = stream::iter((0..30).map(move |_| piece()));
        let request = paced(Request::new(Body::from_stream(whole)), pace);
        assert_eq!(to_bytes(request.into_body(), usize::MAX).await.unwrap().len(), 30_000);
        // One piece, and then silence.
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
