//! Prices of pairs as exchanges give them, in exact decimals.

use std::collections::BTreeMap;

use kernel::{Currency, Price};

/// The widest gap between bid and ask, in millionths of the bid. The middle of a wider one is no price.
const GAP_MAX_PPM: u128 = 50_000;
const WHOLE_PPM: u128 = 1_000_000;
/// The currencies that coins are priced in, in the order in which a price in euro is derived from them.
pub(super) const QUOTED_IN: [Currency; 4] = [Currency::EUR, Currency::USD, Currency::USDT, Currency::USDC];

/// The price of one unit of `base` in units of `quote`, with the twelve decimals of [`Price`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ticker {
    /// The priced currency.
    pub base: Currency,
    /// The currency of the price.
    pub quote: Currency,
    /// Units of `quote` for one unit of `base`.
    pub price: Price,
}

/// All pairs that a price in euro can be derived from, by each name that an exchange has for them.
pub(super) fn pairs_by_name<N: IntoIterator<Item = String>>(
    names: impl Fn(Currency, Currency) -> N,
) -> BTreeMap<String, (Currency, Currency)> {
    let named = |(base, quote)| names(base, quote).into_iter().map(move |name| (name, (base, quote)));
    pairs().flat_map(named).collect()
}

/// The pairs of every coin with the euro and the dollars, and of the euro with the dollars.
fn pairs() -> impl Iterator<Item = (Currency, Currency)> {
    let bases = Currency::all().filter(|base| !base.is_fiat() || *base == Currency::EUR);
    bases.flat_map(|base| QUOTED_IN.into_iter().filter(move |quote| *quote != base).map(move |quote| (base, quote)))
}

/// The code that exchanges use for a currency.
pub(super) fn code(currency: Currency) -> String {
    currency.code().to_ascii_uppercase()
}

/// A price from decimal text, cut off after the twelfth decimal. `None` for anything that is not a price, as for the
/// zero of a pair that is not traded.
pub(super) fn price(text: &str) -> Option<Price> {
    let cut = match text.split_once('.') {
        Some((whole, fraction)) => {
            let kept = fraction.get(..usize::from(Price::SCALE)).unwrap_or(fraction);
            let rest = fraction.get(kept.len()..)?;
            rest.bytes().all(|byte| byte.is_ascii_digit()).then(|| format!("{whole}.{kept}"))?
        }
        None => text.to_owned(),
    };
    cut.parse().ok()
}

/// The middle between bid and ask. `None` for a crossed or empty order book, and for a gap that is too wide.
pub(super) fn middle(bid: &str, ask: &str) -> Option<Price> {
    let (bid, ask) = (price(bid)?.parts(), price(ask)?.parts());
    let gap = ask.checked_sub(bid)?;
    let is_narrow = gap.checked_mul(WHOLE_PPM)? <= bid.checked_mul(GAP_MAX_PPM)?;
    is_narrow.then(|| Price::from_parts(bid + gap / 2)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices_are_parsed_exactly_and_other_texts_refused() {
        let text = |given| price(given).map(|price| price.to_string());
        assert_eq!(text("0.00000867").as_deref(), Some("0.000008670000"));
        assert_eq!(text("61234.5000000000009").as_deref(), Some("61234.500000000000"));
        for bad in ["", "0.00000000", "-1", "1e5", "1,5", "NaN", "1.", ".5", "1.00000000000x", "1.0000000000000x"] {
            assert_eq!(text(bad), None, "{bad}");
        }
    }

    #[test]
    fn the_middle_of_a_crossed_or_wide_book_is_no_price() {
        assert_eq!(middle("100", "102"), price("101"));
        assert_eq!(middle("102", "100"), None);
        assert_eq!(middle("100", "106"), None);
        assert_eq!(middle("0", "1"), None);
    }
}
