//! How long an order takes to be made while many make theirs.

/// Makes `orders` orders by each of `clients` clients, and prints how long each took.
///
/// # Errors
/// When the server could not be started, or refused.
pub async fn run(_clients: usize, _orders: usize) -> anyhow::Result<()> {
    anyhow::bail!("not yet")
}
