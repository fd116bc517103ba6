//! On-chain reserves of a tenant by address, as last scanned. Part of the proof of liabilities.

use kernel::{Network, Payway};
use ledger::proof::liabilities::{OnChain, ReserveAddress};
use store::PgConnection;

use super::store as rows;
use crate::CustodyError;

/// Maximum addresses listed per network. The rest is reported as one sum.
const ADDRESSES_MAX: i64 = 500;

/// The reserves on every chain that ever received UTXOs; simulated chains have none. `conn` belongs to a tenant
/// transaction.
///
/// # Errors
/// Database errors.
pub async fn reserves(conn: &mut PgConnection) -> Result<Vec<OnChain>, CustodyError> {
    let mut found = Vec::new();
    for network in rows::networks_with_coins(conn).await? {
        let (listed, total) = rows::by_address(conn, network, ADDRESSES_MAX).await?;
        let rest = total - listed.iter().map(|(_, amount)| amount).sum::<i128>();
        let mut addresses: Vec<ReserveAddress> = listed
            .into_iter()
            .map(|(address, amount)| ReserveAddress { address, amount: amount.unsigned_abs() })
            .collect();
        if rest > 0 {
            addresses.push(ReserveAddress { address: String::new(), amount: rest.unsigned_abs() });
        }
        found.push(OnChain { rail: rail(network), currency: network.native().code().to_owned(), addresses });
    }
    Ok(found)
}

/// The rail in the chart of accounts for a network's native currency.
fn rail(network: Network) -> String {
    let own = Payway::all().find(|payway| payway.network() == Some(network) && payway.supports(network.native()));
    own.map_or_else(|| network.code(), Payway::code).to_owned()
}
