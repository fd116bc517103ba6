//! The last answer of one source, and when to ask it again.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};
use exchange::rates::SourceError;
use kernel::{Currency, World};
use tokio::time::Instant;
use url::Url;

use super::book::{BankAnswer, ExchangeAnswer};
use super::http::{Http, SourceRefusal};
use super::order_books::BookApi;
use super::reference::ReferenceRates;
use super::ticker::Ticker;

/// How long the list of an exchange's pairs is used. The list is long, so between, only known pairs are asked for.
const LIST_KEPT: TimeDelta = TimeDelta::hours(1);
/// The pause after a source asks for fewer requests.
const PAUSE: TimeDelta = TimeDelta::minutes(1);
/// A table is published once a day.
const TABLE_EVERY: TimeDelta = TimeDelta::hours(1);
/// The pause after a table could not be read.
const TABLE_RETRY: TimeDelta = TimeDelta::minutes(1);

pub(super) type Pairs = Vec<(Currency, Currency)>;
pub(super) type Query = (&'static str, Vec<(&'static str, String)>);

/// The API of an exchange.
pub(super) struct ExchangeApi {
    pub name: &'static str,
    pub path: fn(&[(Currency, Currency)]) -> Query,
    pub form: Form,
}

/// The response of an exchange.
pub(super) enum Form {
    /// The prices.
    Prices(fn(&[u8]) -> Result<Vec<Ticker>, SourceError>),
    /// The traded pairs. Their order books have the prices.
    Books(fn(&[u8]) -> Result<Pairs, SourceError>, BookApi),
}

/// The API of a central bank.
pub(super) struct BankApi {
    pub name: &'static str,
    pub home: Currency,
    pub path: &'static str,
    pub parse: fn(&[u8]) -> Result<ReferenceRates, SourceError>,
}

/// An exchange.
pub(super) struct ExchangeFeed {
    pub api: ExchangeApi,
    base: Url,
    state: Mutex<ExchangeState>,
}

#[derive(Default)]
struct ExchangeState {
    answer: Option<ExchangeAnswer>,
    /// The pairs that the exchange has, and when it listed all.
    listed: Option<(Pairs, DateTime<Utc>)>,
    next: Option<DateTime<Utc>>,
}

/// A central bank.
pub(super) struct BankFeed {
    pub api: BankApi,
    base: Url,
    state: Mutex<BankState>,
}

#[derive(Default)]
struct BankState {
    answer: Option<BankAnswer>,
    next: Option<DateTime<Utc>>,
    failure: Option<SourceError>,
}

/// The address below a base, which may have a path of its own.
pub(super) fn below(base: &Url, path: &str, query: &[(&str, String)]) -> Result<Url, SourceError> {
    let joined = format!("{}{path}", base.as_str().trim_end_matches('/'));
    let mut url = Url::parse(&joined).map_err(|_| SourceError("its address cannot be read".to_owned()))?;
    if !query.is_empty() {
        url.query_pairs_mut().extend_pairs(query);
    }
    Ok(url)
}

impl ExchangeFeed {
    pub fn new(api: ExchangeApi, base: Url) -> Self {
        Self { api, base, state: Mutex::default() }
    }

    /// The last answer, however old.
    pub fn answer(&self) -> Option<ExchangeAnswer> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).answer.clone()
    }

    /// Asks for the present prices.
    ///
    /// # Errors
    /// No usable answer. The last one stays.
    pub async fn ask(&self, http: &Http, world: &World) -> Result<(), SourceError> {
        let now = world.now();
        let (pairs, next) = {
            let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            let listed = state.listed.as_ref().filter(|(_, at)| now - *at < LIST_KEPT);
            (listed.map(|(pairs, _)| pairs.clone()).unwrap_or_default(), state.next)
        };
        if next.is_some_and(|next| now < next) {
            return Err(SourceError("it asked for fewer requests".to_owned()));
        }
        let read = self.read(http, &pairs, now).await;
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        match read {
            Ok((listed, tickers)) => {
                if tickers.is_empty() {
                    state.listed = None;
                    return Err(SourceError("it gives no price".to_owned()));
                }
                if pairs.is_empty() {
                    state.listed = Some((listed, now));
                }
                // The time before the request: the prices are not older than that.
                state.answer = Some(ExchangeAnswer { name: self.api.name, tickers, at: now });
                Ok(())
            }
            Err(refused) => {
                match &refused {
                    SourceRefusal::Busy(_) => state.next = Some(now + PAUSE),
                    // A pair may have been delisted: the next answer lists all again.
                    SourceRefusal::Rejected(_) => state.listed = None,
                    SourceRefusal::Broken(_) => {}
                }
                Err(refused.into())
            }
        }
    }

    /// The pairs that the exchange has of these, or of all, and their prices.
    async fn read(
        &self,
        http: &Http,
        pairs: &Pairs,
        now: DateTime<Utc>,
    ) -> Result<(Pairs, Vec<Ticker>), SourceRefusal> {
        let started = Instant::now();
        let (path, query) = (self.api.path)(pairs);
        let body = http.get(below(&self.base, path, &query).map_err(SourceRefusal::Broken)?).await?;
        match &self.api.form {
            Form::Prices(parse) => {
                let tickers = parse(&body).map_err(SourceRefusal::Broken)?;
                let unique: BTreeSet<(Currency, Currency)> = tickers.iter().map(|one| (one.base, one.quote)).collect();
                Ok((unique.into_iter().collect(), tickers))
            }
            Form::Books(parse, books) => {
                let traded = parse(&body).map_err(SourceRefusal::Broken)?;
                let tickers = books.ask((http, &self.base), &traded, (started, now)).await?;
                Ok((traded, tickers))
            }
        }
    }
}

impl BankFeed {
    pub fn new(api: BankApi, base: Url) -> Self {
        Self { api, base, state: Mutex::default() }
    }

    /// The last table, however old.
    pub fn answer(&self) -> Option<BankAnswer> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).answer.clone()
    }

    /// Asks for the table if it is time.
    ///
    /// # Errors
    /// The last attempt failed. The last table stays.
    pub async fn ask(&self, http: &Http, world: &World) -> Result<(), SourceError> {
        let now = world.now();
        {
            let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            if state.next.is_some_and(|next| now < next) {
                return state.failure.clone().map_or(Ok(()), Err);
            }
        }
        let asked = match below(&self.base, self.api.path, &[]) {
            Ok(url) => http.get(url).await.map_err(SourceError::from).and_then(|body| (self.api.parse)(&body)),
            Err(error) => Err(error),
        };
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        match asked {
            Ok(rates) => {
                state.answer = Some(BankAnswer { name: self.api.name, home: self.api.home, rates });
                (state.next, state.failure) = (Some(now + TABLE_EVERY), None);
                Ok(())
            }
            Err(error) => {
                (state.next, state.failure) = (Some(now + TABLE_RETRY), Some(error.clone()));
                Err(error)
            }
        }
    }
}
