//! A simulated market: seeded, the same in every run, and moving a little every second around fixed base prices.

use std::collections::BTreeMap;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use exchange::policy::seed_prices;
use exchange::rates::{PriceBook, RateSource, SourceError};
use kernel::{Currency, Price, World};

/// The source's name on quotes.
const NAME: &str = "Sandbox market";
/// The price movement of one kind of currency: the period of each wave in seconds, and its amplitude in millionths.
struct Waves {
    now: [(i64, i128); 3],
    /// The slow waves of the year before the first start, for charts of the past. They are zero at the first start, so
    /// that the prices continue without a jump.
    past: [(i64, i128); 3],
}

const COIN_WAVES: Waves = Waves {
    now: [(3_600, 20_000), (60, 4_000), (1, 150)],
    past: [(90 * DAY, 300_000), (14 * DAY, 80_000), (DAY, 25_000)],
};
/// For fiat currencies and stable coins.
const STEADY_WAVES: Waves =
    Waves { now: [(3_600, 1_500), (60, 300), (1, 20)], past: [(90 * DAY, 30_000), (14 * DAY, 8_000), (DAY, 2_000)] };
/// In seconds.
const DAY: i64 = 86_400;
/// The unit of amplitudes: millionths.
const WHOLE: i128 = 1_000_000;

/// The market: a pure function of the seed and the second.
#[derive(Clone)]
pub struct SandboxMarket {
    world: World,
    seed: u64,
}

impl SandboxMarket {
    /// The market with this seed.
    #[must_use]
    pub fn new(world: World, seed: u64) -> Self {
        Self { world, seed }
    }

    /// All prices at `at`. Prices are in euro, so the euro's price is constant.
    #[must_use]
    pub fn book(&self, at: DateTime<Utc>) -> PriceBook {
        let second = at.timestamp();
        self.moved_by(at, |currency, waves| self.swing(currency, second, &waves.now))
    }

    /// All prices at `at`, in the year before `end`.
    fn past_book(&self, at: DateTime<Utc>, end: DateTime<Utc>) -> PriceBook {
        let (second, end) = (at.timestamp(), end.timestamp());
        self.moved_by(at, |currency, waves| {
            let trend = self.swing(currency, second, &waves.past) - self.swing(currency, end, &waves.past);
            self.swing(currency, second, &waves.now) + trend
        })
    }

    fn moved_by(&self, at: DateTime<Utc>, swing: impl Fn(Currency, &Waves) -> i128) -> PriceBook {
        let moved = |(currency, price): (Currency, Price)| {
            let steady =
                currency.is_fiat() || matches!(price.to_string().as_str(), "0.900000000000" | "1.000000000000");
            let waves = if steady { &STEADY_WAVES } else { &COIN_WAVES };
            (currency, Self::moved(currency, price, swing(currency, waves)))
        };
        let prices: BTreeMap<Currency, Price> = seed_prices().into_iter().map(moved).collect();
        PriceBook { prices, source: NAME.to_owned(), at, awaiting_rate: BTreeMap::new() }
    }

    /// The price change by the waves at a second, in millionths.
    fn swing(&self, currency: Currency, second: i64, waves: &[(i64, i128)]) -> i128 {
        waves.iter().map(|(period, most)| self.wave(currency, second, *period) * most / WHOLE).sum()
    }

    fn moved(currency: Currency, price: Price, swing: i128) -> Price {
        if currency == Currency::EUR {
            return price;
        }
        let base = i128::try_from(price.parts()).unwrap_or(i128::MAX / WHOLE);
        let parts = base.saturating_mul(WHOLE + swing) / WHOLE;
        u128::try_from(parts).ok().and_then(Price::from_parts).unwrap_or(price)
    }

    /// Between -1 and 1, in millionths: linear between two turning points.
    fn wave(&self, currency: Currency, second: i64, period: i64) -> i128 {
        let (turn, into) = (second.div_euclid(period), second.rem_euclid(period));
        let (from, to) = (self.turn(currency, period, turn), self.turn(currency, period, turn + 1));
        from + (to - from) * i128::from(into) / i128::from(period)
    }

    /// A turning point of a wave: a pseudo-random number between -1 and 1, in millionths, determined by the seed.
    fn turn(&self, currency: Currency, period: i64, turn: i64) -> i128 {
        let mut state = self.seed;
        let name = currency.code().bytes().map(u64::from);
        for part in name.chain([period.unsigned_abs(), turn.unsigned_abs()]) {
            state = mix(state ^ part);
        }
        i128::from(state % 2_000_001) - WHOLE
    }
}

/// SplitMix64's mixing step.
const fn mix(state: u64) -> u64 {
    let mut z = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[async_trait]
impl RateSource for SandboxMarket {
    async fn prices(&self) -> Result<PriceBook, SourceError> {
        Ok(self.book(self.world.now()))
    }

    async fn past(&self, moments: &[DateTime<Utc>], is_first: bool) -> Result<Vec<PriceBook>, SourceError> {
        let end = self.world.now();
        let book = |at: &DateTime<Utc>| if is_first { self.past_book(*at, end) } else { self.book(*at) };
        Ok(moments.iter().map(book).collect())
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;

    fn at(second: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_767_225_600 + second, 0).expect("a time")
    }

    #[test]
    fn the_same_seed_gives_the_same_day_and_another_seed_another() {
        let market = SandboxMarket::new(World::system(), 7);
        assert_eq!(market.book(at(5)), SandboxMarket::new(World::system(), 7).book(at(5)));
        assert_ne!(market.book(at(5)).prices, SandboxMarket::new(World::system(), 8).book(at(5)).prices);
    }

    #[test]
    fn prices_move_every_second_by_a_little_and_stay_near_their_seed() {
        let market = SandboxMarket::new(World::system(), 7);
        let seeds = seed_prices();
        let (mut before, mut moves) = (market.book(at(0)), 0);
        for second in (0..7_200).map(|second| second + 1) {
            let book = market.book(at(0) + TimeDelta::seconds(second));
            for (currency, price) in &book.prices {
                let step = price.parts().abs_diff(before.prices[currency].parts());
                assert!(step <= before.prices[currency].parts() / 1_000 + 1, "{currency} jumps by {step}");
                let away = price.parts().abs_diff(seeds[currency].parts());
                assert!(away <= seeds[currency].parts() / 40 + 1, "{currency} strays to {price}");
            }
            moves += u32::from(book.prices[&Currency::BTC] != before.prices[&Currency::BTC]);
            before = book;
        }
        assert!(moves > 7_000, "it stood still {} times", 7_200 - moves);
        assert_eq!(before.prices[&Currency::EUR], Price::ONE);
    }

    #[test]
    fn the_year_before_the_first_start_moves_more_and_ends_at_the_present_price() {
        let market = SandboxMarket::new(World::system(), 7);
        let end = at(0);
        assert_eq!(market.past_book(end, end), market.book(end));
        let prices: Vec<u128> = (0..365)
            .map(|day| market.past_book(end - TimeDelta::days(day), end).prices[&Currency::BTC].parts())
            .collect();
        let (low, high) = (*prices.iter().min().expect("days"), *prices.iter().max().expect("days"));
        assert!(high > low + low / 4, "a year between {low} and {high} is no chart");
        assert!(low > high / 10, "from {low} to {high} is too far");
    }
}
