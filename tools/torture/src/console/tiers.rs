//! Operators raise the tiers and limits of customers.

use serde_json::{Value, json};

use super::Operator;

/// The number of customers that are checked to find a suitable one.
const LOOKS_MAX: u32 = 8;

/// An identified customer among a few newcomers.
async fn identified(maker: &mut Operator) -> Option<String> {
    for _ in 0..LOOKS_MAX {
        let (_, name) = maker.anybody()?;
        let seen = maker.ask("GET", &format!("customers/{name}"), None).await?;
        let is_it = |one: &Value| one["kind"] == "IDENTITY" && one["status"] == "COMPLETED";
        if seen.body["verifications"].as_array().is_some_and(|all| all.iter().any(is_it)) {
            return Some(name);
        }
    }
    None
}

/// Raises a customer to the highest tier, sets individual limits, and sometimes lowers the tier again.
pub async fn lift(maker: &mut Operator, checker: &mut Operator) -> Option<()> {
    let name = identified(maker).await?;
    let limits = json!({ "fiat_day": "1000000", "fiat_month": "5000000", "crypto_out_day": "1000000",
        "crypto_out_month": "5000000" });
    for (path, body) in [("raise-tier", json!({ "tier": "T4" })), ("limits", limits)] {
        maker.confirm().await?;
        let proposed = maker.act(&format!("customers/{name}/{path}"), body).await?;
        let Some(id) = proposed.text("/proposal_id").map(str::to_owned) else { return Some(()) };
        checker.answer(&id, "approve").await?;
    }
    if maker.person.chance.percent(30) {
        maker.confirm().await?;
        maker.act(&format!("customers/{name}/lower-tier"), json!({})).await?;
    }
    Some(())
}
