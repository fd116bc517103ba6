//! `agio wallets`: balances of the wallets, for an operator.

use std::io::Write;

use anyhow::Context;
use custody::Holding;
use store::Store;

/// Prints funding addresses and balances.
///
/// # Errors
/// If the database cannot be read, or the output cannot be written.
pub async fn print(store: &Store, out: &mut impl Write) -> anyhow::Result<()> {
    let found = custody::holdings(store).await.context("the wallets cannot be read")?;
    if found.is_empty() {
        writeln!(out, "There are no wallets yet: `agio up` opens them.")?;
        return Ok(());
    }
    let mut tenant = None;
    for holding in &found {
        if tenant != Some(holding.tenant) {
            tenant = Some(holding.tenant);
            writeln!(out, "{}", holding.tenant)?;
            writeln!(out, "  {:<10} {:>24} {:>24}  address", "network", "balance", "reserved")?;
        }
        writeln!(out, "{}", line(holding))?;
    }
    Ok(())
}

fn line(holding: &Holding) -> String {
    // A simulated chain has no UTXOs, and its payouts need no funds.
    let amount = |pick: fn(&custody::Coins) -> kernel::Amount| {
        holding.coins.as_ref().map_or_else(|| "-".to_owned(), |coins| pick(coins).to_string())
    };
    let (balance, reserved) = (amount(|coins| coins.balance), amount(|coins| coins.reserved));
    let address = holding.funding_address.as_deref().unwrap_or("-");
    let memo = holding.memo.as_ref().map_or_else(String::new, |memo| format!(" (memo {memo})"));
    format!("  {:<10} {balance:>24} {reserved:>24}  {address}{memo}", holding.network.code())
}
