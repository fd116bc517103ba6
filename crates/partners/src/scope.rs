//! The scopes of API keys, as one table (specification, "API").

use crate::kind::KeyKind;

/// A permission of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scope {
    /// The stable code, in the documents and in requests.
    pub code: &'static str,
    /// The kinds of key that may have it.
    pub kinds: &'static [KeyKind],
    /// The scopes that it implies.
    pub implies: &'static [&'static str],
}

/// Permits payouts from a balance.
pub const WITHDRAWALS: &str = "wallet:withdrawals";
/// Imports the partner's verification of a customer.
pub const IMPORT: &str = "exchanger:kyc_import";
/// Reads the catalogue and quotes prices. Besides orders by the widget it is all that a page does with a public key.
pub const READ: &str = "exchanger:read";
/// Marks a key for tests. Only keys of a sandbox may have it.
pub const TEST: &str = "exchanger:test";

const EXCHANGER: &[KeyKind] = &[KeyKind::Exchanger, KeyKind::WhiteLabel];
const WALLET: &[KeyKind] = &[KeyKind::Wallet, KeyKind::WhiteLabel];
/// The kinds of key whose pages quote and order: the widget's page too.
const PAGE: &[KeyKind] = &[KeyKind::Exchanger, KeyKind::Widget, KeyKind::WhiteLabel];
/// The kinds of key with a secret.
const SERVER: &[KeyKind] = &[KeyKind::Exchanger, KeyKind::Wallet, KeyKind::WhiteLabel];
const ALL: &[KeyKind] = &KeyKind::ALL;

const WALLET_READ: &[&str] = &[
    "wallet:profile_read",
    "wallet:balances_read",
    "wallet:transactions_read",
    "wallet:transaction_read",
    "wallet:payment_read",
];
const WALLET_FULL: &[&str] = &[
    "wallet:read",
    "wallet:profile_read",
    "wallet:balances_read",
    "wallet:transactions_read",
    "wallet:transaction_read",
    "wallet:payment_read",
    WITHDRAWALS,
    "wallet:exchanges",
    "wallet:converts",
    "wallet:payins",
    "wallet:deposits",
    "wallet:addresses",
    "wallet:requisites",
    "wallet:statement",
];

const fn plain(code: &'static str, kinds: &'static [KeyKind]) -> Scope {
    Scope { code, kinds, implies: &[] }
}

/// All scopes, in the order in which they are shown.
pub const SCOPES: [Scope; 29] = [
    // Currencies, exchanges, directions, payment methods and quotes.
    plain(READ, ALL),
    plain("exchanger:prevalidate", PAGE),
    plain("exchanger:buy", PAGE),
    plain("exchanger:sell_swap", PAGE),
    plain("exchanger:orders_read", EXCHANGER),
    plain("exchanger:orders_manage", EXCHANGER),
    plain("exchanger:kyc_check", EXCHANGER),
    plain(IMPORT, EXCHANGER),
    plain("exchanger:kyc_initialize", EXCHANGER),
    plain("exchanger:kyc_manage", EXCHANGER),
    plain("exchanger:kyc_confirm", EXCHANGER),
    plain(TEST, EXCHANGER),
    Scope { code: "wallet:full", kinds: WALLET, implies: WALLET_FULL },
    Scope { code: "wallet:read", kinds: WALLET, implies: WALLET_READ },
    plain("wallet:profile_read", WALLET),
    plain("wallet:balances_read", WALLET),
    plain("wallet:transactions_read", WALLET),
    plain("wallet:transaction_read", WALLET),
    plain("wallet:payment_read", WALLET),
    plain("wallet:statement", WALLET),
    plain("wallet:payins", WALLET),
    plain("wallet:deposits", WALLET),
    plain("wallet:addresses", WALLET),
    plain("wallet:converts", WALLET),
    plain("wallet:exchanges", WALLET),
    plain("wallet:requisites", WALLET),
    plain(WITHDRAWALS, WALLET),
    plain("webhooks:read", SERVER),
    Scope { code: "webhooks:write", kinds: SERVER, implies: &["webhooks:read"] },
];

/// The scope with this code.
#[must_use]
pub fn scope(code: &str) -> Option<&'static Scope> {
    SCOPES.iter().find(|scope| scope.code == code)
}

/// Whether the scopes `held` contain `needed`, directly or through another.
#[must_use]
pub fn grants(held: &[String], needed: &str) -> bool {
    held.iter().any(|code| code == needed || scope(code).is_some_and(|held| held.implies.contains(&needed)))
}

/// Whether `after` permits what `before` did not.
pub(crate) fn is_wider(before: &[String], after: &[String]) -> bool {
    after.iter().any(|code| !grants(before, code))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn held(codes: &[&str]) -> Vec<String> {
        codes.iter().map(|code| (*code).to_owned()).collect()
    }

    #[test]
    fn every_scope_is_there_once_and_implies_only_scopes_of_its_kinds() {
        for (at, scope) in SCOPES.iter().enumerate() {
            assert!(SCOPES[..at].iter().all(|other| other.code != scope.code), "{}", scope.code);
            assert!(!scope.kinds.is_empty());
            for implied in scope.implies {
                let implied = super::scope(implied).unwrap_or_else(|| panic!("{implied} is no scope"));
                assert!(scope.kinds.iter().all(|kind| implied.kinds.contains(kind)), "{}", implied.code);
            }
        }
    }

    #[test]
    fn a_key_that_reads_cannot_pay() {
        assert!(grants(&held(&["wallet:read"]), "wallet:balances_read"));
        assert!(grants(&held(&["wallet:full"]), WITHDRAWALS) && grants(&held(&["wallet:full"]), "wallet:payment_read"));
        assert!(!grants(&held(&["wallet:read", "wallet:converts", "exchanger:buy"]), WITHDRAWALS));
        assert!(!grants(&held(&["wallet:full"]), "exchanger:buy") && !grants(&[], "exchanger:read"));
    }

    proptest! {
        /// Implication has one level: what a scope implies implies nothing that the scope does not.
        #[test]
        fn a_change_that_is_not_wider_permits_nothing_new(
            before in prop::collection::vec(0_usize..SCOPES.len(), 0..6),
            after in prop::collection::vec(0_usize..SCOPES.len(), 0..6),
        ) {
            let codes = |all: &[usize]| all.iter().map(|at| SCOPES[*at].code.to_owned()).collect::<Vec<_>>();
            let (before, after) = (codes(&before), codes(&after));
            if !is_wider(&before, &after) {
                for scope in &SCOPES {
                    prop_assert!(!grants(&after, scope.code) || grants(&before, scope.code), "{}", scope.code);
                }
            }
        }
    }
}
