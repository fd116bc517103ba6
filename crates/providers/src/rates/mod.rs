//! Prices of tenants with real customers: the median of three public exchanges for coins, and the reference rates of
//! central banks for fiat currencies.

mod binance;
mod book;
mod changes;
mod coinbase;
mod cross;
mod feed;
mod http;
mod kraken;
mod median;
mod order_books;
mod quotes;
mod reference;
#[cfg(test)]
mod tests;
mod ticker;

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use async_trait::async_trait;
use exchange::rates::{PriceBook, RateSource, SourceError, SourceQuotes};
use kernel::{Currency, World};
use url::Url;

use changes::Changes;
use feed::{BankApi, BankFeed, ExchangeApi, ExchangeFeed, Form};
use http::Http;
use order_books::BookApi;

/// The addresses of the sources, which their documented paths are appended to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Addresses {
    /// Binance.
    pub binance: Url,
    /// Kraken.
    pub kraken: Url,
    /// Coinbase.
    pub coinbase: Url,
    /// The European Central Bank.
    pub ecb: Url,
    /// Narodowy Bank Polski.
    pub nbp: Url,
    /// The National Bank of Ukraine.
    pub nbu: Url,
}

/// The public market. It always answers: a currency that its sources do not agree on has no price and a reason.
pub struct PublicMarket {
    world: World,
    http: Http,
    exchanges: [ExchangeFeed; 3],
    banks: [BankFeed; 3],
    changes: Mutex<Changes>,
    quotes: Mutex<SourceQuotes>,
}

impl PublicMarket {
    /// The market of these sources. Nothing is asked yet.
    ///
    /// # Errors
    /// If the HTTP client cannot be created.
    pub fn new(world: World, addresses: Addresses) -> Result<Self, SourceError> {
        let http = Http::new().map_err(|_| SourceError("the client cannot be made".to_owned()))?;
        let Addresses { binance, kraken, coinbase, ecb, nbp, nbu } = addresses;
        let books = BookApi { needed: coinbase::needed, path: coinbase::book_path, parse: coinbase::book };
        let exchanges = [
            ("Binance", binance::path as fn(&[_]) -> _, Form::Prices(binance::parse), binance),
            ("Kraken", kraken::path, Form::Prices(kraken::parse), kraken),
            ("Coinbase", coinbase::path, Form::Books(coinbase::traded, books), coinbase),
        ];
        let exchanges =
            exchanges.map(|(name, path, form, base)| ExchangeFeed::new(ExchangeApi { name, path, form }, base));
        let banks = [
            BankFeed::new(
                BankApi {
                    name: "European Central Bank",
                    home: Currency::USD,
                    path: "/service/data/EXR/D.USD+PLN.EUR.SP00.A?format=csvdata&detail=dataonly&lastNObservations=1",
                    parse: reference::ecb,
                },
                ecb,
            ),
            BankFeed::new(
                BankApi {
                    name: "Narodowy Bank Polski",
                    home: Currency::PLN,
                    path: "/api/exchangerates/tables/A?format=json",
                    parse: reference::nbp,
                },
                nbp,
            ),
            BankFeed::new(
                BankApi {
                    name: "National Bank of Ukraine",
                    home: Currency::UAH,
                    path: "/NBUStatService/v1/statdirectory/exchange?json",
                    parse: reference::nbu,
                },
                nbu,
            ),
        ];
        Ok(Self { world, http, exchanges, banks, changes: Mutex::default(), quotes: Mutex::default() })
    }
}

#[async_trait]
impl RateSource for PublicMarket {
    async fn prices(&self) -> Result<PriceBook, SourceError> {
        let (http, world) = (&self.http, &self.world);
        let [binance, kraken, coinbase] = &self.exchanges;
        let [ecb, nbp, nbu] = &self.banks;
        let asked = tokio::join!(
            binance.ask(http, world),
            kraken.ask(http, world),
            coinbase.ask(http, world),
            ecb.ask(http, world),
            nbp.ask(http, world),
            nbu.ask(http, world),
        );
        let asked = [
            (binance.api.name, asked.0),
            (kraken.api.name, asked.1),
            (coinbase.api.name, asked.2),
            (ecb.api.name, asked.3),
            (nbp.api.name, asked.4),
            (nbu.api.name, asked.5),
        ];
        let exchanges: Vec<_> = self.exchanges.iter().filter_map(ExchangeFeed::answer).collect();
        let banks: Vec<_> = self.banks.iter().filter_map(BankFeed::answer).collect();
        let assembled = book::assemble(&exchanges, &banks, self.world.now());
        let changes = self.changes.lock().unwrap_or_else(PoisonError::into_inner).take(&asked, &assembled);
        changes.iter().for_each(changes::Change::log);
        let quotes = quotes::quotes(&exchanges, &banks, &assembled, self.world.now());
        *self.quotes.lock().unwrap_or_else(PoisonError::into_inner) = quotes;
        Ok(assembled.book)
    }

    fn prices_without(&self, off: &BTreeSet<String>) -> Option<PriceBook> {
        let exchanges = self.exchanges.iter().filter_map(ExchangeFeed::answer).filter(|one| !off.contains(one.name));
        let banks = self.banks.iter().filter_map(BankFeed::answer).filter(|one| !off.contains(one.name));
        let (exchanges, banks): (Vec<_>, Vec<_>) = (exchanges.collect(), banks.collect());
        Some(book::assemble(&exchanges, &banks, self.world.now()).book)
    }

    fn quotes(&self) -> SourceQuotes {
        self.quotes.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
