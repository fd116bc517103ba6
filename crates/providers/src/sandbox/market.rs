//! A market that nobody trades on: seeded, the same on every run, and moving a little every second around the prices of
//! reference defaults C1.

use std::collections::BTreeMap;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use exchange::policy::seed_prices;
use exchange::rates::{PriceBook, RateSource, SourceError};
use kernel::{Currency, Price, World};

/// How the market calls itself on quotes.
const NAME: &str = "Sandbox market";
/// The three waves that move a price: how many seconds lie between two turns, and how far it swings, in millionths.
const COINS: [(i64, i128); 3] = [(3_600, 20_000), (60, 4_000), (1, 150)];
/// The same for money of states and coins that follow it.
const STEADY: [(i64, i128); 3] = [(3_600, 1_500), (60, 300), (1, 20)];
/// Fractions of a swing.
const WHOLE: i128 = 1_000_000;

/// The market; a pure function of the seed and the second.
#[derive(Clone)]
pub struct SandboxMarket {
    world: World,
    seed: u64,
}

impl SandboxMarket {
    /// The market of this seed.
    #[must_use]
    pub fn new(world: World, seed: u64) -> Self {
        Self { world, seed }
    }

    /// All prices at `at`. The euro is what prices are in, so it stands still.
    #[must_use]
    pub fn book(&self, at: DateTime<Utc>) -> PriceBook {
        let moved = |(currency, price): (Currency, Price)| (currency, self.moved(currency, price, at.timestamp()));
        let prices: BTreeMap<Currency, Price> = seed_prices().into_iter().map(moved).collect();
        PriceBook { prices, source: NAME.to_owned(), at }
    }

    fn moved(&self, currency: Currency, price: Price, second: i64) -> Price {
        if currency == Currency::EUR {
            return price;
        }
        let steady = currency.is_fiat() || matches!(price.to_string().as_str(), "0.900000000000" | "1.000000000000");
        let waves = if steady { STEADY } else { COINS };
        let swing: i128 = waves.iter().map(|(period, most)| self.wave(currency, second, *period) * most / WHOLE).sum();
        let base = i128::try_from(price.parts()).unwrap_or(i128::MAX / WHOLE);
        let parts = base.saturating_mul(WHOLE + swing) / WHOLE;
        u128::try_from(parts).ok().and_then(Price::from_parts).unwrap_or(price)
    }

    /// Between -1 and 1, in millionths: straight from the turn before to the turn after.
    fn wave(&self, currency: Currency, second: i64, period: i64) -> i128 {
        let (turn, into) = (second.div_euclid(period), second.rem_euclid(period));
        let (from, to) = (self.turn(currency, period, turn), self.turn(currency, period, turn + 1));
        from + (to - from) * i128::from(into) / i128::from(period)
    }

    /// Where a wave turns: any number between -1 and 1, in millionths, the same for the same seed.
    fn turn(&self, currency: Currency, period: i64, turn: i64) -> i128 {
        let mut state = self.seed;
        let name = currency.code().bytes().map(u64::from);
        for part in name.chain([period.unsigned_abs(), turn.unsigned_abs()]) {
            state = mix(state ^ part);
        }
        i128::from(state % 2_000_001) - WHOLE
    }
}

/// SplitMix64's step: spreads the bits of a number.
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
}
