//! What lies on chains for a tenant, by address, as the scanners last saw it: the reserves of a publication of liabilities.

use kernel::{Network, Payway};
use ledger::proof::liabilities::{Address, OnChain};
use store::PgConnection;

use super::store as rows;
use crate::CustodyError;

/// Addresses of a network that are named, at most; the rest is told as one sum.
const ADDRESSES_MAX: i64 = 500;

/// What lies on every chain on which coins ever arrived. Chains that the sandbox plays have none. `conn` is a tenant
/// transaction's.
///
/// # Errors
/// Those of the database.
pub async fn reserves(conn: &mut PgConnection) -> Result<Vec<OnChain>, CustodyError> {
    let mut found = Vec::new();
    for network in rows::networks_with_coins(conn).await? {
        let (listed, total) = rows::by_address(conn, network, ADDRESSES_MAX).await?;
        let rest = total - listed.iter().map(|(_, amount)| amount).sum::<i128>();
        let mut addresses: Vec<Address> =
            listed.into_iter().map(|(address, amount)| Address { address, amount: amount.unsigned_abs() }).collect();
        if rest > 0 {
            addresses.push(Address { address: String::new(), amount: rest.unsigned_abs() });
        }
        found.push(OnChain { rail: rail(network), currency: network.native().code().to_owned(), addresses });
    }
    Ok(found)
}

/// The rail at which the chart of accounts books a network's own currency.
fn rail(network: Network) -> String {
    let own = Payway::all().find(|payway| payway.network() == Some(network) && payway.supports(network.native()));
    own.map_or_else(|| network.code(), Payway::code).to_owned()
}
