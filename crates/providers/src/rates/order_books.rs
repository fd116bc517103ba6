//! The prices of an exchange that publishes order books only, one request for each.

use std::time::Duration;

use chrono::{DateTime, Utc};
use kernel::Currency;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until, timeout_at};
use url::Url;

use super::feed::{Query, below};
use super::http::{ANSWER_TIMEOUT, Http, SourceRefusal};
use super::ticker::Ticker;

/// Order books in one second. Coinbase answers ten public requests a second, and the list of products is one of them.
const A_SECOND: usize = 8;
/// The maximum number of order books. More would not arrive in time.
const BOOKS_MAX: usize = 4 * A_SECOND;

/// A coin, and what its price is in.
type Pair = (Currency, Currency);

/// How order books are read.
pub(super) struct BookApi {
    pub needed: fn(&[Pair]) -> Vec<Pair>,
    pub path: fn((Currency, Currency)) -> Query,
    pub parse: fn(&[u8], Pair, DateTime<Utc>) -> Option<Ticker>,
}

impl BookApi {
    /// The prices of traded pairs. An order book that does not come in time or cannot be read gives none. `started` is
    /// when the exchange was first asked, and `now` the time of the world then.
    ///
    /// # Errors
    /// [`SourceRefusal::Busy`].
    pub async fn ask(
        &self,
        (http, base): (&Http, &Url),
        traded: &[(Currency, Currency)],
        (started, now): (Instant, DateTime<Utc>),
    ) -> Result<Vec<Ticker>, SourceRefusal> {
        let mut needed = (self.needed)(traded);
        needed.truncate(BOOKS_MAX);
        let (first, deadline) = (Instant::now(), started + ANSWER_TIMEOUT);
        let mut tickers = Vec::new();
        for (second, pairs) in (0..).zip(needed.chunks(A_SECOND)) {
            let at = first + Duration::from_secs(second);
            if at >= deadline {
                break;
            }
            sleep_until(at).await;
            let mut asked = JoinSet::new();
            for pair in pairs.iter().copied() {
                let (path, query) = (self.path)(pair);
                let (http, url) = (http.clone(), below(base, path, &query).map_err(SourceRefusal::Broken)?);
                asked.spawn(async move { (pair, http.get(url).await) });
            }
            while let Ok(Some(answer)) = timeout_at(deadline, asked.join_next()).await {
                match answer {
                    Ok((pair, Ok(body))) => tickers.extend((self.parse)(&body, pair, now)),
                    Ok((_, Err(refused @ SourceRefusal::Busy(_)))) => return Err(refused),
                    // One book less.
                    Ok((_, Err(SourceRefusal::Rejected(_) | SourceRefusal::Broken(_)))) | Err(_) => {}
                }
            }
        }
        Ok(tickers)
    }
}
