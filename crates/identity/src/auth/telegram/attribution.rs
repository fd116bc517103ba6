//! Attribution from the parameter of the link that opened the mini app. Pure.

use crate::Campaign;

/// The attribution of a person.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LaunchAttribution {
    /// The referrer's Telegram id.
    pub referrer: Option<u64>,
    /// The campaign, without a term.
    pub campaign: Campaign,
}

/// Parses a `start_param` of at most 64 letters, digits, `_` and `-`: `ref_<telegram id>`, or
/// `utm_<source>__<medium>__<campaign>`, of which the later parts are optional. Other values are ignored.
pub(super) fn source(start_param: &str) -> LaunchAttribution {
    if let Some(id) = start_param.strip_prefix("ref_") {
        return LaunchAttribution { referrer: id.parse().ok(), ..LaunchAttribution::default() };
    }
    let Some(words) = start_param.strip_prefix("utm_") else { return LaunchAttribution::default() };
    let mut words = words.split("__").map(|word| (!word.is_empty()).then(|| word.to_owned()));
    let mut next = || words.next().flatten();
    LaunchAttribution {
        referrer: None,
        campaign: Campaign { source: next(), medium: next(), campaign: next(), term: None },
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_launch_link_names_its_referrer_or_campaign() {
        assert_eq!(source("ref_77"), LaunchAttribution { referrer: Some(77), campaign: Campaign::default() });
        let word = |text: &str| Some(text.to_owned());
        for (text, (source_of, medium, campaign)) in [
            ("utm_news__push__spring-sale_2027", (word("news"), word("push"), word("spring-sale_2027"))),
            ("utm_news", (word("news"), None, None)),
            ("utm_news____spring", (word("news"), None, word("spring"))),
            ("utm_", (None, None, None)),
            ("ref_ada", (None, None, None)),
            ("gift", (None, None, None)),
        ] {
            let found = source(text);
            assert_eq!(found.referrer, None, "{text}");
            assert_eq!(
                (found.campaign.source, found.campaign.medium, found.campaign.campaign),
                (source_of, medium, campaign),
                "{text}"
            );
        }
    }

    proptest! {
        #[test]
        fn no_launch_link_panics(text in "(ref_|utm_)?[A-Za-z0-9_-]{0,60}") {
            let found = source(&text);
            prop_assert!(found.referrer.is_none() || found.campaign == Campaign::default());
        }
    }
}
