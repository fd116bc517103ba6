//! The ledger at an earlier size of its log: the present balances, less the later transfers.

use std::collections::{BTreeMap, HashMap};

use kernel::TenantId;
use sqlx::PgConnection;

use ::store::StoreError;

use super::statement::{Reserve, ReserveAddress};
use super::store;

/// The number of transfers of one look-up.
const TRANSFERS: usize = 5_000;

/// The effect of all commits after a given size of the log on the posted balances. Takes memory in proportion to the
/// accounts they changed.
#[derive(Debug, Default)]
pub(crate) struct Since(HashMap<i64, i128>);

impl Since {
    /// Reads everything from leaf `size` of the log on, and all unsealed commits.
    pub async fn read(conn: &mut PgConnection, tenant: TenantId, size: u64) -> Result<Self, StoreError> {
        let mut since = Self::default();
        let unsealed = store::unsealed(conn, tenant).await?;
        since.add(conn, tenant, &unsealed).await?;
        let mut from = size;
        while let Some((transfers, next)) = store::sealed_from(conn, tenant, from).await? {
            since.add(conn, tenant, &transfers).await?;
            from = next;
        }
        Ok(since)
    }

    async fn add(&mut self, conn: &mut PgConnection, tenant: TenantId, ids: &[uuid::Uuid]) -> Result<(), StoreError> {
        for ids in ids.chunks(TRANSFERS) {
            for store::Moved { debit, credit, posted } in store::moved(conn, tenant, ids).await? {
                *self.0.entry(debit).or_default() -= posted;
                *self.0.entry(credit).or_default() += posted;
            }
        }
        Ok(())
    }

    /// The earlier balance of account `id`, whose present balance is `balance`.
    pub fn before(&self, id: i64, balance: i128) -> i128 {
        balance - self.0.get(&id).copied().unwrap_or_default()
    }
}

/// The platform's side at one size of the log.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct PlatformSide {
    /// The money in transit and in quarantine, by currency.
    pub under_way: BTreeMap<String, i128>,
    /// The booked balance of every rail, by currency and rail.
    pub rails: BTreeMap<(String, String), i128>,
}

impl PlatformSide {
    pub async fn read(conn: &mut PgConnection, tenant: TenantId, since: &Since) -> Result<Self, StoreError> {
        let mut side = Self::default();
        for account in store::platform_accounts(conn, tenant).await? {
            let balance = since.before(account.id, account.balance);
            if balance == 0 {
                continue;
            }
            match account.sub {
                // Rails are debit-normal, so their assets are negative balances.
                Some(rail) => *side.rails.entry((account.currency, rail)).or_default() -= balance,
                None => *side.under_way.entry(account.currency).or_default() += balance,
            }
        }
        Ok(side)
    }

    /// The list of reserves, with the known balances of `chains`. `treasury` is the initial balance of a simulated rail
    /// in a currency, and zero for real rails.
    pub fn reserves(&self, chains: Vec<OnChain>, treasury: impl Fn(&str) -> u128) -> Vec<Reserve> {
        let mut all: BTreeMap<(String, String), Reserve> = BTreeMap::new();
        for ((currency, rail), booked) in &self.rails {
            let (rail, currency) = (rail.clone(), currency.clone());
            let reserve = Reserve { rail, currency, booked: *booked, addresses: None };
            all.insert((reserve.currency.clone(), reserve.rail.clone()), reserve);
        }
        for OnChain { rail, currency, addresses } in chains {
            let empty = Reserve { rail: rail.clone(), currency: currency.clone(), booked: 0, addresses: None };
            all.entry((currency, rail)).or_insert(empty).addresses = Some(addresses);
        }
        for reserve in all.values_mut().filter(|reserve| reserve.addresses.is_none()) {
            let start = treasury(&reserve.currency);
            let there = i128::try_from(start).ok().and_then(|start| reserve.booked.checked_add(start));
            // With a negative total, the booked balance remains the published figure.
            if let Some(amount) = there.filter(|_| start > 0).and_then(|there| u128::try_from(there).ok()) {
                reserve.addresses = Some(vec![ReserveAddress { address: String::new(), amount }]);
            }
        }
        all.into_values().collect()
    }
}

/// The balance on a monitored chain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OnChain {
    /// The rail's name in the chart of accounts.
    pub rail: String,
    /// The currency code.
    pub currency: String,
    /// The addresses with coins.
    pub addresses: Vec<ReserveAddress>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(booked: i128, start: u128) -> (i128, bool) {
        let side = PlatformSide {
            rails: BTreeMap::from([(("BTC".to_owned(), "btc".to_owned()), booked)]),
            ..PlatformSide::default()
        };
        let reserves = side.reserves(Vec::new(), |_| start);
        let [reserve] = reserves.as_slice() else { panic!("one rail: {reserves:?}") };
        assert_eq!(reserve.booked, booked, "the books say what they say");
        (reserve.held().unwrap(), reserve.is_negative())
    }

    #[test]
    fn a_simulated_rail_has_its_treasury_beside_what_is_booked() {
        assert_eq!(counted(-307_682, 10_000_000_000), (9_999_692_318, false));
        assert_eq!(counted(5, 10), (15, false));
        assert_eq!(counted(5, 0), (5, false));
        assert_eq!(counted(-307_682, 0), (-307_682, true));
        assert_eq!(counted(-11, 10), (-11, true), "more left than there was");
    }

    #[test]
    fn a_watched_chain_counts_by_its_coins_alone() {
        let chain = |addresses| OnChain { rail: "btc".into(), currency: "BTC".into(), addresses };
        let side = PlatformSide {
            rails: BTreeMap::from([(("BTC".to_owned(), "btc".to_owned()), -3)]),
            ..PlatformSide::default()
        };
        let reserves = side.reserves(vec![chain(vec![ReserveAddress { address: "a".into(), amount: 7 }])], |_| 100);
        assert_eq!(reserves[0].held(), Some(7));
    }
}
