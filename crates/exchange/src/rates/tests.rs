//! Tests of the price feed: old prices give no quotes, and listeners receive new prices only.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{ManualClock, World};

use super::*;
use crate::policy::seed_prices;

struct Market(Option<DateTime<Utc>>);

#[async_trait::async_trait]
impl RateSource for Market {
    async fn prices(&self) -> Result<PriceBook, SourceError> {
        let at = self.0.ok_or_else(|| SourceError("the exchange is closed".to_owned()))?;
        Ok(PriceBook { prices: seed_prices(), source: "market".to_owned(), at, awaiting_rate: [].into() })
    }
}

#[tokio::test]
async fn quotes_need_fresh_prices_and_a_refusal_says_why() {
    let start = DateTime::from_timestamp(1_767_225_600, 0).unwrap();
    let clock = ManualClock::at(start);
    let rates = Rates::new(World::with_clock(clock.clone()));
    assert_eq!(rates.current().unwrap_err().reason, "no prices have been received yet");
    rates.refresh(&Market(Some(start))).await;
    clock.advance(TimeDelta::seconds(30));
    assert!(rates.current().is_ok());
    clock.advance(TimeDelta::seconds(1));
    rates.refresh(&Market(None)).await;
    let reason = rates.current().unwrap_err().reason;
    assert_eq!(reason, "the latest prices are 31 seconds old (the exchange is closed)");
    rates.refresh(&Market(Some(clock.now()))).await;
    assert!(rates.current().is_ok());
}

use kernel::Clock;

#[tokio::test]
async fn a_listener_receives_new_prices_only() {
    let start = DateTime::from_timestamp(1_767_225_600, 0).unwrap();
    let rates = Rates::new(World::with_clock(ManualClock::at(start)));
    let mut heard = rates.subscribe();
    rates.refresh(&Market(Some(start))).await;
    heard.changed().await.unwrap();
    assert_eq!(heard.borrow_and_update().as_ref().unwrap().at, start);
    rates.refresh(&Market(Some(start - TimeDelta::seconds(1)))).await;
    assert!(!heard.has_changed().unwrap());
}

#[tokio::test]
async fn a_market_whose_only_source_is_off_gives_no_prices() {
    let start = DateTime::from_timestamp(1_767_225_600, 0).unwrap();
    let rates = Rates::new(World::with_clock(ManualClock::at(start)));
    rates.refresh(&Market(Some(start))).await;
    let without = |name: &str| rates.current_without(&BTreeSet::from([name.to_owned()]));
    assert!(without("another").is_ok());
    assert_eq!(without("market").unwrap_err().reason, "the source of prices is switched off");
    assert!(rates.current().is_ok(), "other tenants have not switched it off");
}
