//! The price that several sources agree on. Pure.

use kernel::Price;

const WHOLE_PPM: u128 = 1_000_000;

/// When sources agree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rule {
    /// The fewest agreeing sources.
    pub least: usize,
    /// The maximum distance of an agreeing price from the median, in millionths of it.
    pub apart_ppm: u32,
}

/// A price, and the sources that differ from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Agreed {
    /// The median of the agreeing sources.
    pub price: Price,
    /// The others.
    pub outliers: Vec<&'static str>,
}

/// Why there is no price.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Disagreed {
    /// Fewer sources than must agree have a price: these.
    TooFew(Vec<&'static str>),
    /// No majority agrees.
    Apart,
}

/// The price that sources agree on, whatever their order. Prices that are too far from the median are dropped. The
/// others must be a majority of all, and at least as many as the rule asks for. Their median is the price, so it lies
/// within them.
///
/// # Errors
/// [`Disagreed`].
pub fn agree(prices: &[(&'static str, Price)], rule: Rule) -> Result<Agreed, Disagreed> {
    let mut sorted = prices.to_vec();
    sorted.sort_unstable_by_key(|(name, price)| (*price, *name));
    if sorted.is_empty() || sorted.len() < rule.least {
        return Err(Disagreed::TooFew(sorted.iter().map(|(name, _)| *name).collect()));
    }
    // Of two, the lower one: both agree exactly if they are near each other.
    let centre = sorted[(sorted.len() - 1) / 2].1.parts();
    let is_near = |price: Price| price.parts().abs_diff(centre) <= share(centre, rule.apart_ppm);
    let (near, far): (Vec<_>, Vec<_>) = sorted.iter().partition(|(_, price)| is_near(*price));
    if near.len() < rule.least || near.len() * 2 <= sorted.len() {
        return Err(Disagreed::Apart);
    }
    let price = middle(&near.iter().map(|(_, price)| *price).collect::<Vec<_>>()).ok_or(Disagreed::Apart)?;
    Ok(Agreed { price, outliers: far.iter().map(|(name, _)| *name).collect() })
}

/// At most 10^22 times 10^6, which fits 128 bits.
const fn share(parts: u128, ppm: u32) -> u128 {
    parts * ppm as u128 / WHOLE_PPM
}

/// The median of sorted prices: of an even number, the middle between the two in the centre.
fn middle(sorted: &[Price]) -> Option<Price> {
    let (low, high) = (sorted.get(sorted.len().checked_sub(1)? / 2)?.parts(), sorted.get(sorted.len() / 2)?.parts());
    Price::from_parts(low + (high - low) / 2)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const RULE: Rule = Rule { least: 2, apart_ppm: 20_000 };
    const NAMES: [&str; 5] = ["a", "b", "c", "d", "e"];

    fn named(parts: &[u128]) -> Vec<(&'static str, Price)> {
        NAMES.into_iter().zip(parts.iter().map(|parts| Price::from_parts(*parts).expect("a price"))).collect()
    }

    /// Two prices that agree.
    fn honest() -> impl Strategy<Value = (u128, u128)> {
        (1_u128..=Price::MAX.parts() / 2).prop_flat_map(|low| (Just(low), low..=low + share(low, 20_000)))
    }

    proptest! {
        #[test]
        fn the_price_lies_within_the_sources_that_agree(parts in prop::collection::vec(1_u128..2_000, 0..6)) {
            let prices = named(&parts);
            if let Ok(agreed) = agree(&prices, RULE) {
                let near = prices.iter().filter(|(name, _)| !agreed.outliers.contains(name)).map(|(_, price)| *price);
                let near: Vec<Price> = near.collect();
                prop_assert!(near.len() >= 2 && near.len() * 2 > prices.len());
                prop_assert!(near.iter().min() <= Some(&agreed.price) && Some(&agreed.price) <= near.iter().max());
            }
        }

        #[test]
        fn one_outlier_of_three_never_moves_the_price_beyond_the_other_two(
            (low, high) in honest(), lie in 1_u128..=Price::MAX.parts(), place in 0_usize..3
        ) {
            let mut parts = vec![low, high];
            parts.insert(place, lie);
            let agreed = agree(&named(&parts), RULE).expect("two agree");
            prop_assert!(low <= agreed.price.parts() && agreed.price.parts() <= high);
        }

        #[test]
        fn two_sources_that_differ_by_more_than_the_bound_have_no_price(
            low in 1_000_u128..1_000_000, more in 1_u128..1_000_000
        ) {
            let prices = named(&[low, low + share(low, 20_000) + more]);
            prop_assert_eq!(agree(&prices, RULE), Err(Disagreed::Apart));
        }

        #[test]
        fn the_order_of_the_sources_does_not_matter(
            parts in prop::collection::vec(1_000_u128..1_100, 1..6), turn in 0_usize..6
        ) {
            let prices = named(&parts);
            let mut turned = prices.clone();
            turned.rotate_left(turn % prices.len());
            prop_assert_eq!(agree(&turned, RULE), agree(&prices, RULE));
            turned.reverse();
            prop_assert_eq!(agree(&turned, RULE), agree(&prices, RULE));
        }
    }

    #[test]
    fn one_source_is_enough_only_where_the_rule_says_so() {
        let one = named(&[100]);
        assert_eq!(agree(&one, RULE), Err(Disagreed::TooFew(vec!["a"])));
        assert_eq!(agree(&one, Rule { least: 1, ..RULE }).map(|agreed| agreed.price), Ok(one[0].1));
        assert_eq!(agree(&[], Rule { least: 1, ..RULE }), Err(Disagreed::TooFew(Vec::new())));
        // A second one that contradicts it is worse than none.
        assert_eq!(agree(&named(&[100, 110]), Rule { least: 1, ..RULE }), Err(Disagreed::Apart));
    }
}
