//! The source of prices of tenants with real customers, from the environment: `AGIO_RATES` and `AGIO_RATES_<SOURCE>_URL`.

use std::collections::BTreeMap;
use std::sync::Arc;

use anyhow::{Context, bail, ensure};
use exchange::history::PriceRecorder;
use exchange::rates::{Markets, RateSource, Rates, RatesLoop};
use kernel::World;
use providers::rates::{Addresses, PublicMarket};
use providers::sandbox::SandboxMarket;
use store::Store;
use url::Url;

pub const PREFIX: &str = "AGIO_RATES";
/// The value of `AGIO_RATES` that reads public exchanges and central banks.
const EXCHANGES: &str = "exchanges";
/// The seed of the simulated market, which is the same on every run.
const MARKET_SEED: u64 = 7;

/// The names of the sources, and their public addresses.
const SOURCES: [(&str, &str); 6] = [
    ("BINANCE", "https://api.binance.com"),
    ("KRAKEN", "https://api.kraken.com"),
    ("COINBASE", "https://api.coinbase.com"),
    ("ECB", "https://data-api.ecb.europa.eu"),
    ("NBP", "https://api.nbp.pl"),
    ("NBU", "https://bank.gov.ua"),
];

/// The running markets of an installation, each with its history.
pub struct Feeds {
    markets: Vec<(Rates, Arc<dyn RateSource>)>,
    loops: Vec<RatesLoop>,
    recorders: Vec<PriceRecorder>,
}

impl Feeds {
    /// Starts to read the simulated market, and the public one if it is configured. The simulated one has prices when
    /// this returns; the public one is asked in the background, so that a start never waits for it.
    ///
    /// # Errors
    /// An invalid setting, with the variable.
    pub async fn start(variables: &[(String, String)], world: &World) -> anyhow::Result<(Self, Markets)> {
        let mut feeds = Self { markets: Vec::new(), loops: Vec::new(), recorders: Vec::new() };
        let market = SandboxMarket::new(world.clone(), MARKET_SEED);
        let simulated = Rates::new(world.clone());
        simulated.refresh(&market).await;
        let live = match addresses(variables)? {
            Some(addresses) => {
                let public = PublicMarket::new(world.clone(), addresses).context(PREFIX)?;
                let rates = Rates::new(world.clone());
                feeds.add(&rates, Arc::new(public));
                Some(rates)
            }
            None => None,
        };
        feeds.add(&simulated, Arc::new(market));
        Ok((feeds, Markets::new(simulated, live)))
    }

    fn add(&mut self, rates: &Rates, source: Arc<dyn RateSource>) {
        self.markets.push((rates.clone(), source.clone()));
        self.loops.push(rates.start(source));
    }

    /// Starts to write the histories, and fills their past.
    pub fn start_recording(&mut self, store: &Store) {
        for (rates, source) in self.markets.drain(..) {
            self.recorders.push(PriceRecorder::start(store.clone(), &rates, source));
        }
    }

    /// Stops writing the histories.
    pub async fn stop_recording(&mut self) {
        for recorder in &mut self.recorders {
            recorder.stop().await;
        }
    }

    /// Stops reading the markets.
    pub async fn stop(self) {
        for running in self.loops {
            running.stop().await;
        }
    }
}

/// Whether tenants with real customers have prices.
///
/// # Errors
/// An unknown name, or an invalid value, with the variable.
pub fn is_on(variables: &[(String, String)]) -> anyhow::Result<bool> {
    Ok(addresses(variables)?.is_some())
}

/// The addresses of the public sources; `None` without `AGIO_RATES`.
///
/// # Errors
/// An unknown name, or an invalid value, with the variable.
fn addresses(variables: &[(String, String)]) -> anyhow::Result<Option<Addresses>> {
    let mut is_on = false;
    let mut urls: BTreeMap<&str, Url> = BTreeMap::new();
    for (name, usual) in SOURCES {
        urls.insert(name, usual.parse().with_context(|| usual)?);
    }
    for (variable, value) in variables.iter().filter(|(_, value)| !value.is_empty()) {
        if variable == PREFIX {
            ensure!(value == EXCHANGES, "{PREFIX} must be {EXCHANGES}, or unset");
            is_on = true;
            continue;
        }
        let name = variable.strip_prefix(PREFIX).and_then(|rest| rest.strip_prefix('_')?.strip_suffix("_URL"));
        let Some(url) = name.and_then(|name| urls.get_mut(name)) else {
            let names = SOURCES.map(|(name, _)| format!("{PREFIX}_{name}_URL")).join(", ");
            bail!("{variable} means nothing: there are {PREFIX}, {names}");
        };
        *url = address(value).with_context(|| variable.clone())?;
    }
    let mut take = |name: &str| urls.remove(name).with_context(|| name.to_owned());
    let (binance, kraken, coinbase) = (take("BINANCE")?, take("KRAKEN")?, take("COINBASE")?);
    let addresses = Addresses { binance, kraken, coinbase, ecb: take("ECB")?, nbp: take("NBP")?, nbu: take("NBU")? };
    Ok(is_on.then_some(addresses))
}

/// An address whose answers cannot be changed on the way: `https`, or this machine.
fn address(text: &str) -> anyhow::Result<Url> {
    let rule = "must be an https address without user, query and fragment; http only to this machine";
    let Ok(url) = Url::parse(text) else { bail!(rule) };
    let local = url.host_str().is_some_and(|host| host == "127.0.0.1" || host == "localhost");
    let is_safe = url.scheme() == "https" || (local && url.scheme() == "http");
    let is_plain = url.username().is_empty() && url.password().is_none();
    ensure!(is_safe && is_plain && url.query().is_none() && url.fragment().is_none(), rule);
    Ok(url)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(variables: &[(&str, &str)]) -> Result<Option<Addresses>, String> {
        let given: Vec<_> = variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        addresses(&given).map_err(|error| format!("{error:#}"))
    }

    #[test]
    fn public_exchanges_are_read_only_where_they_are_asked_for() {
        assert_eq!(read(&[]), Ok(None));
        assert_eq!(read(&[("AGIO_RATES", "")]), Ok(None));
        assert_eq!(read(&[("AGIO_RATES_NBP_URL", "https://nbp.example")]), Ok(None));
        let found = read(&[("AGIO_RATES", "exchanges"), ("AGIO_RATES_NBP_URL", "https://nbp.example")]);
        let found = found.unwrap().unwrap();
        assert_eq!((found.nbp.as_str(), found.kraken.as_str()), ("https://nbp.example/", "https://api.kraken.com/"));
    }

    #[test]
    fn an_invalid_setting_is_named() {
        assert_eq!(read(&[("AGIO_RATES", "sandbox")]).unwrap_err(), "AGIO_RATES must be exchanges, or unset");
        assert!(read(&[("AGIO_RATES_BITSTAMP_URL", "x")]).unwrap_err().starts_with("AGIO_RATES_BITSTAMP_URL means"));
        for bad in ["kraken", "http://kraken.example", "https://a:b@kraken.example", "https://kraken.example?x"] {
            let said = read(&[("AGIO_RATES_KRAKEN_URL", bad)]).unwrap_err();
            assert!(said.starts_with("AGIO_RATES_KRAKEN_URL: must be an https address"), "{said}");
        }
        assert!(read(&[("AGIO_RATES_KRAKEN_URL", "http://127.0.0.1:8080/kraken")]).is_ok());
    }
}
