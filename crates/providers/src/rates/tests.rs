//! The public market against a server of our own, which answers with the recorded forms of the public documentation.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, Uri};
use chrono::{DateTime, TimeDelta, Utc};
use exchange::policy::{Policy, seed_prices};
use exchange::quote::{Basis, quote};
use exchange::rates::{RateSource, Rates};
use exchange::{ExchangeError, FixedSide, QuoteRequest};
use kernel::{Amount, Clock, Currency, Endpoint, ManualClock, Price, World};

use super::*;

const BINANCE: &str = include_str!("../../fixtures/rates/binance.json");
const KRAKEN: &str = include_str!("../../fixtures/rates/kraken.json");
const COINBASE: &str = include_str!("../../fixtures/rates/coinbase.json");
const COINBASE_BOOKS: &str = include_str!("../../fixtures/rates/coinbase_books.json");
const ECB: &str = include_str!("../../fixtures/rates/ecb.csv");
const NBP: &str = include_str!("../../fixtures/rates/nbp.json");
const NBU: &str = include_str!("../../fixtures/rates/nbu.json");

/// The responses of the sources: status and body by the source, which is the first part of the path.
#[derive(Clone)]
struct Sources {
    clock: Arc<ManualClock>,
    answers: Arc<Mutex<BTreeMap<&'static str, (u16, String)>>>,
    /// The requests since the last look, as path and query.
    asked: Arc<Mutex<Vec<String>>>,
}

impl Sources {
    fn say(&self, source: &'static str, status: u16, body: &str) {
        self.answers.lock().unwrap().insert(source, (status, body.to_owned()));
    }

    /// The order book that is asked for, of the present time if it has that of the fixtures.
    fn book(&self, uri: &Uri, books: &str) -> String {
        let books: serde_json::Value = serde_json::from_str(books).unwrap_or_default();
        let id = uri.query().and_then(|query| query.strip_prefix("product_id=")?.split('&').next()).unwrap_or_default();
        let now = self.clock.now().to_rfc3339();
        books.get(id).map(|book| book.to_string().replace("2026-01-03T12:00:00.662782Z", &now)).unwrap_or_default()
    }

    fn asked(&self, source: &str) -> Vec<String> {
        let asked = std::mem::take(&mut *self.asked.lock().unwrap());
        asked.into_iter().filter(|one| one.starts_with(source)).collect()
    }
}

async fn answer(State(sources): State<Sources>, uri: Uri) -> (StatusCode, String) {
    sources.asked.lock().unwrap().push(uri.to_string().trim_start_matches('/').to_owned());
    let source = uri.path().trim_start_matches('/').split('/').next().unwrap_or_default().to_owned();
    let source = if uri.path().ends_with("/product_book") { format!("{source}_books") } else { source };
    let known = sources.answers.lock().unwrap().get(source.as_str()).cloned();
    let (status, body) = known.unwrap_or((404, String::new()));
    let body = if source.ends_with("_books") { sources.book(&uri, &body) } else { body };
    (StatusCode::from_u16(status).unwrap(), body)
}

struct Setup {
    sources: Sources,
    clock: Arc<ManualClock>,
    market: PublicMarket,
    rates: Rates,
}

impl Setup {
    async fn new() -> Self {
        let clock = ManualClock::at("2026-01-03T12:00:00Z".parse::<DateTime<Utc>>().unwrap());
        let sources = Sources { clock: clock.clone(), answers: Arc::default(), asked: Arc::default() };
        let exchanges = [("binance", BINANCE), ("kraken", KRAKEN), ("coinbase", COINBASE)];
        let others = [("coinbase_books", COINBASE_BOOKS), ("ecb", ECB), ("nbp", NBP), ("nbu", NBU)];
        for (source, body) in exchanges.into_iter().chain(others) {
            sources.say(source, 200, body);
        }
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let host = listener.local_addr().unwrap();
        let app = Router::new().fallback(answer).with_state(sources.clone());
        tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
        let at = |source: &str| format!("http://{host}/{source}").parse().unwrap();
        let addresses = Addresses {
            binance: at("binance"),
            kraken: at("kraken"),
            coinbase: at("coinbase"),
            ecb: at("ecb"),
            nbp: at("nbp"),
            nbu: at("nbu"),
        };
        let world = World::with_clock(clock.clone());
        let market = PublicMarket::new(world.clone(), addresses).unwrap();
        Self { sources, clock, market, rates: Rates::new(world) }
    }

    /// Eight seconds later, the market is read again.
    async fn tick(&self) {
        self.clock.advance(TimeDelta::seconds(8));
        self.rates.refresh(&self.market).await;
    }

    fn price(&self, code: &str) -> Result<String, String> {
        let book = self.rates.current().map_err(|error| error.reason)?;
        book.price(code.parse().unwrap()).map(|price| price.to_string()).map_err(|error| error.reason)
    }

    /// The received amount for 100 EUR from the balance.
    fn exchanged_for(&self, code: &str) -> Result<Amount, ExchangeError> {
        let request = QuoteRequest {
            side: None,
            source: Endpoint::Balance,
            sink: Endpoint::Balance,
            from_currency: Currency::EUR,
            to_currency: code.parse().unwrap(),
            fixed_side: FixedSide::From,
            amount: Amount::parse("100", Currency::EUR).unwrap(),
            is_unified: false,
            firm: false,
            residence: None,
            payer: exchange::policy::FeePayer::default(),
        };
        let (policy, prices) = (Policy::sandbox(), self.rates.current()?);
        let basis = Basis { policy: &policy, prices: &prices, network_fee: None };
        quote(&request, basis, World::system().id(), self.clock.now()).map(|quote| quote.price.to_amount)
    }
}

fn price(text: &str) -> Price {
    text.parse().unwrap()
}

#[test]
fn each_source_is_read_in_its_documented_form() {
    let of = |tickers: Vec<ticker::Ticker>, base: &str, quote: &str| {
        let (base, quote) = (base.parse::<Currency>().unwrap(), quote.parse::<Currency>().unwrap());
        tickers.iter().find(|one| (one.base, one.quote) == (base, quote)).map(|one| one.price)
    };
    let binance = |base, quote| of(binance::parse(BINANCE.as_bytes()).unwrap(), base, quote);
    assert_eq!(binance("BTC", "EUR"), Some(price("80000")));
    assert_eq!(binance("SHIB", "USDT"), Some(price("0.000011")));
    assert_eq!(binance("BUSD", "USDT"), None, "a pair that is not traded has zeros");
    let kraken = |base, quote| of(kraken::parse(KRAKEN.as_bytes()).unwrap(), base, quote);
    assert_eq!(kraken("BTC", "EUR"), Some(price("80030")));
    assert_eq!(kraken("DOGE", "EUR"), Some(price("0.1701")));
    assert_eq!(kraken("EUR", "USD"), Some(price("1.1")));
    let traded = coinbase::traded(COINBASE.as_bytes()).unwrap();
    let named = |base: &str, quote: &str| (base.parse::<Currency>().unwrap(), quote.parse::<Currency>().unwrap());
    assert!(traded.contains(&named("BTC", "USD")) && !traded.contains(&named("SHIB", "USD")), "it is delisted");
    let rate = |table: reference::ReferenceRates, code: &str| table.prices.get(&code.parse().unwrap()).copied();
    let ecb = || reference::ecb(ECB.as_bytes()).unwrap();
    assert_eq!((ecb().day.to_string().as_str(), rate(ecb(), "PLN")), ("2026-01-02", Some(price("0.235294117647"))));
    let nbp = || reference::nbp(NBP.as_bytes()).unwrap();
    assert_eq!((rate(nbp(), "UAH"), rate(nbp(), "PLN")), (Some(price("0.02")), Some(price("0.235294117647"))));
    let nbu = || reference::nbu(NBU.as_bytes()).unwrap();
    assert_eq!((nbu().day.to_string().as_str(), rate(nbu(), "UAH")), ("2026-01-05", Some(price("0.02"))));
}

#[test]
fn a_malformed_price_response_is_refused() {
    for body in ["", "{}", "[{}]", "null", "<html>busy</html>", "[{\"symbol\":1}]"] {
        let body = body.as_bytes();
        assert!(binance::parse(body).is_err() && kraken::parse(body).is_err() && coinbase::traded(body).is_err());
        assert!(reference::ecb(body).is_err() && reference::nbp(body).is_err() && reference::nbu(body).is_err());
    }
    let refused = kraken::parse(br#"{"error":["EQuery:Unknown asset pair"],"result":{}}"#).unwrap_err();
    assert_eq!(refused.to_string(), "it refuses: EQuery:Unknown asset pair");
    let no_euro = r#"[{ "effectiveDate": "2026-01-02", "rates": [{ "code": "USD", "mid": 3.86 }] }]"#;
    assert!(reference::nbp(no_euro.as_bytes()).is_err());
}

#[test]
fn coinbase_gives_no_price_without_a_fresh_order_book_of_both_sides() {
    let now: DateTime<Utc> = "2026-01-03T12:00:30Z".parse().unwrap();
    let pair = (Currency::BTC, Currency::EUR);
    let (both, time) = (r#""bids":[{"price":"79965"}],"asks":[{"price":"79975"}]"#, "2026-01-03T12:00:00.662782Z");
    let book = |id: &str, sides: &str, time: &str| {
        let body = format!(r#"{{"pricebook":{{"product_id":"{id}",{sides},"time":"{time}"}},"last":"81000"}}"#);
        coinbase::book(body.as_bytes(), pair, now).map(|one| one.price)
    };
    assert_eq!(book("BTC-EUR", both, time), Some(price("79970")));
    assert_eq!(book("BTC-EUR", both, "2026-01-03T11:59:00Z"), None, "it is old");
    assert_eq!(book("BTC-EUR", both, ""), None, "nobody knows how old it is");
    assert_eq!(book("BTC-USD", both, time), None, "it is of another pair");
    for side in [r#""bids":[],"asks":[{"price":"79975"}]"#, r#""bids":[{"price":"79965"}],"asks":[]"#] {
        assert_eq!(book("BTC-EUR", side, time), None, "{side}");
    }
    assert_eq!(coinbase::book(b"<html>busy</html>", pair, now), None);
}

#[tokio::test]
async fn a_coin_that_coinbase_restricts_has_no_price_of_it_and_its_last_trade_is_none() {
    let setup = Setup::new().await;
    setup.tick().await;
    assert_eq!(setup.price("BTC").unwrap(), "80000.000000000000", "the middle one of three");
    let asked = setup.sources.asked("coinbase/api/v3/brokerage/market/product_book");
    assert_eq!(asked.len(), 5, "one book of each coin, and bitcoin in dollars: {asked:?}");
    let modes = "is_disabled trading_disabled view_only cancel_only limit_only post_only auction_mode";
    for mode in modes.split(' ') {
        let open = COINBASE.replace(&format!("\"{mode}\": false, "), "").replace(", \"view_only\": false", "");
        let close = |id: &str| (format!("\"{id}\", "), format!("\"{id}\", \"{mode}\": true, "));
        let restricted =
            [close("BTC-EUR"), close("BTC-USD")].iter().fold(open, |text, (id, mode)| text.replace(id, mode));
        setup.sources.say("coinbase", 200, &restricted);
        setup.tick().await;
        assert_eq!(setup.price("BTC").unwrap(), "80015.000000000000", "of Binance and Kraken: {mode}");
    }
    setup.sources.say("coinbase", 200, COINBASE);
    setup.tick().await;
    assert_eq!(setup.price("BTC").unwrap(), "80000.000000000000");
    setup.sources.say("coinbase_books", 404, "");
    for _ in 0..3 {
        setup.tick().await;
    }
    assert_eq!(setup.price("BTC").unwrap(), "80015.000000000000", "nothing but the last trade is no price");
    setup.sources.say("coinbase_books", 429, "");
    setup.tick().await;
    setup.sources.asked("coinbase");
    setup.tick().await;
    assert!(setup.sources.asked("coinbase").is_empty(), "it asked for fewer requests");
}

#[tokio::test]
async fn a_coin_costs_what_the_exchanges_agree_on_and_a_fiat_currency_what_its_central_bank_says() {
    let setup = Setup::new().await;
    setup.tick().await;
    let told = |code: &str| setup.price(code).unwrap();
    assert_eq!(told("BTC"), "80000.000000000000", "the middle one of three");
    assert_eq!(told("LTC"), "85.000000000000");
    assert_eq!(told("DOGE"), "0.170100000000", "Binance has it in USDT only, and Coinbase in dollars only");
    assert_eq!(told("SHIB"), "0.000010004999", "the middle between two, rounded down");
    assert_eq!(told("USD"), "0.909090909090");
    assert_eq!(told("UAH"), "0.020000000000");
    let reason = "TWT has no price: two exchanges must agree, and only Binance gives a price";
    assert_eq!(setup.price("TWT").unwrap_err(), reason);
    assert_eq!(setup.price("UAHG").unwrap_err(), "UAHG has no price: no exchange gives a price");
    assert_eq!(setup.rates.current().unwrap().source, "Median of public exchanges");
    // Nothing of it comes from the simulated market.
    assert_ne!(Some(&setup.rates.current().unwrap().prices[&Currency::USD]), seed_prices().get(&Currency::USD));
}

#[tokio::test]
async fn a_coin_stops_quoting_with_the_reason_while_its_sources_lie_or_are_silent_and_the_others_go_on() {
    let setup = Setup::new().await;
    setup.tick().await;
    assert!(setup.exchanged_for("BTC").is_ok());
    setup.sources.say("coinbase_books", 200, &COINBASE_BOOKS.replace("\"799", "\"999"));
    setup.tick().await;
    assert_eq!(setup.price("BTC").unwrap(), "80015.000000000000", "two agree, and one lies");
    setup.sources.say("kraken", 503, "");
    setup.tick().await;
    setup.tick().await;
    assert_eq!(setup.price("BTC").unwrap(), "80015.000000000000", "Kraken's last answer is 16 seconds old");
    let book = setup.rates.current().unwrap();
    assert_eq!(setup.clock.now() - book.at, TimeDelta::seconds(16), "and the prices say so");
    setup.tick().await;
    let reason = "BTC has no price: Binance and Coinbase differ by more than 2 %";
    assert_eq!(setup.price("BTC").unwrap_err(), reason, "it is stale now");
    assert_eq!(setup.exchanged_for("BTC").unwrap_err().to_string(), format!("rates are unavailable: {reason}"));
    assert!(setup.exchanged_for("LTC").is_ok() && setup.exchanged_for("PLN").is_ok(), "others are not concerned");
    setup.sources.say("coinbase_books", 200, COINBASE_BOOKS);
    setup.tick().await;
    assert_eq!(setup.price("BTC").unwrap(), "79985.000000000000");
    setup.sources.say("coinbase", 503, "");
    for _ in 0..3 {
        setup.tick().await;
    }
    let refused = setup.exchanged_for("BTC").unwrap_err();
    assert_eq!(refused.code(), "RATES_UNAVAILABLE");
    let alone = "BTC has no price: two exchanges must agree, and only Binance gives a price";
    assert_eq!(refused.to_string(), format!("rates are unavailable: {alone}"));
    setup.sources.say("binance", 200, "[]");
    for _ in 0..3 {
        setup.tick().await;
    }
    assert_eq!(setup.price("BTC").unwrap_err(), "BTC has no price: no exchange answers");
    assert!(setup.exchanged_for("PLN").is_ok(), "fiat currencies go on");
}

#[tokio::test]
async fn a_fiat_currency_has_no_price_when_the_tables_are_a_week_old_or_contradict_each_other() {
    let setup = Setup::new().await;
    setup.tick().await;
    assert!(setup.price("UAH").is_ok());
    setup.sources.say("nbp", 200, &NBP.replace("0.0850", "0.0900"));
    setup.clock.advance(TimeDelta::hours(1));
    setup.tick().await;
    assert_eq!(setup.price("UAH").unwrap_err(), "UAH has no price: the central banks differ by more than 3 %");
    assert!(setup.price("PLN").is_ok());
    setup.sources.say("nbp", 503, "");
    setup.clock.advance(TimeDelta::days(7));
    setup.tick().await;
    assert_eq!(setup.price("UAH").unwrap(), "0.020000000000", "Ukraine's table is for the fifth");
    assert_eq!(setup.price("PLN").unwrap(), "0.235294000000", "of the same table: Poland's is too old");
    setup.clock.advance(TimeDelta::days(3));
    setup.tick().await;
    for code in ["USD", "PLN", "UAH"] {
        let reason = format!("{code} has no price: no central bank gives a rate of the last 7 days");
        assert_eq!(setup.price(code).unwrap_err(), reason);
    }
    assert!(setup.price("BTC").is_ok(), "Binance and Kraken price it in euro");
}

#[test]
fn an_old_table_of_its_own_bank_does_not_set_a_price_that_newer_ones_know() {
    let dollar = |at: &str, days: [&str; 3], prices: [&str; 3]| {
        let names = [("ECB", Currency::USD), ("NBP", Currency::PLN), ("NBU", Currency::UAH)];
        let banks = names.into_iter().zip(days).zip(prices).map(|(((name, home), day), text)| {
            let prices = BTreeMap::from([(Currency::USD, price(text))]);
            book::BankAnswer { name, home, rates: reference::ReferenceRates { day: day.parse().unwrap(), prices } }
        });
        let assembled = book::assemble(&[], &banks.collect::<Vec<_>>(), at.parse().unwrap());
        assembled.book.prices.get(&Currency::USD).map(ToString::to_string)
    };
    let prices = ["0.90", "0.92", "0.92"];
    // 2026-01-02 is a Friday.
    let monday = dollar("2026-01-05T15:00:00Z", ["2026-01-02", "2026-01-05", "2026-01-06"], prices);
    assert_eq!(monday.as_deref(), Some("0.900000000000"), "that of Monday is not published yet");
    let sunday = dollar("2026-01-04T15:00:00Z", ["2026-01-02", "2026-01-02", "2026-01-05"], prices);
    assert_eq!(sunday.as_deref(), Some("0.900000000000"), "the table for Monday is not in force");
    let tuesday = dollar("2026-01-06T15:00:00Z", ["2026-01-02", "2026-01-06", "2026-01-07"], prices);
    assert_eq!(tuesday.as_deref(), Some("0.920000000000"), "that of Monday is missing");
    let moved = dollar("2026-01-08T15:00:00Z", ["2026-01-02", "2026-01-08", "2026-01-02"], ["0.90", "0.99", "0.90"]);
    assert_eq!(moved.as_deref(), Some("0.990000000000"), "old tables do not outvote the newest one");
}

#[tokio::test]
async fn an_exchange_is_asked_for_listed_pairs_and_not_during_its_rate_limit() {
    let setup = Setup::new().await;
    setup.tick().await;
    assert_eq!(setup.sources.asked("kraken"), ["kraken/0/public/Ticker"]);
    setup.tick().await;
    let asked = setup.sources.asked("kraken").pop().unwrap();
    let pairs = ["XLTCZEUR", "XXBTZEUR", "XDGEUR", "USDTZUSD", "ZEURZUSD"];
    assert!(pairs.iter().all(|pair| asked.contains(pair)) && !asked.contains("XLM"), "{asked}");
    // A pair was delisted: the request is refused, and the next one lists all.
    setup.sources.say("kraken", 400, "");
    setup.tick().await;
    setup.sources.say("kraken", 200, KRAKEN);
    setup.tick().await;
    assert_eq!(setup.sources.asked("kraken").last().map(String::as_str), Some("kraken/0/public/Ticker"));
    setup.sources.say("kraken", 429, "");
    setup.tick().await;
    assert_eq!(setup.sources.asked("kraken").len(), 1);
    for _ in 0..7 {
        setup.tick().await;
    }
    assert!(setup.sources.asked("kraken").is_empty());
    setup.tick().await;
    assert_eq!(setup.sources.asked("kraken").len(), 1);
    assert!(setup.sources.asked("ecb").is_empty(), "tables are read once an hour");
}

#[tokio::test]
async fn an_endless_response_is_cut_off() {
    let setup = Setup::new().await;
    setup.sources.say("binance", 200, &format!("[{}]", " ".repeat(5 * 1024 * 1024)));
    setup.tick().await;
    assert_eq!(setup.price("LTC").unwrap(), "85.100000000000", "of Kraken and Coinbase");
    assert!(setup.market.prices().await.is_ok());
}

#[tokio::test]
async fn a_source_that_is_off_does_not_count_and_one_exchange_alone_sets_no_price() {
    let setup = Setup::new().await;
    setup.tick().await;
    let without = |names: &[&str]| {
        let off = names.iter().map(|name| (*name).to_owned()).collect();
        setup.market.prices_without(&off).unwrap()
    };
    let bitcoin = |names: &[&str]| without(names).price(Currency::BTC).map_err(|error| error.reason);
    assert!(bitcoin(&["Kraken"]).is_ok() && bitcoin(&["Coinbase"]).is_ok());
    let reason = "BTC has no price: two exchanges must agree, and only Binance gives a price";
    assert_eq!(bitcoin(&["Kraken", "Coinbase"]).unwrap_err(), reason);
    let banks = ["European Central Bank", "Narodowy Bank Polski", "National Bank of Ukraine"];
    assert!(without(&banks).price(Currency::USD).is_err());
    assert!(setup.price("BTC").is_ok(), "all sources count for tenants that have switched none off");
}
