//! Ownership of external addresses: declared, and proved by a signature of the address's key.

use ed25519_dalek::{Signer, SigningKey};
use serde_json::json;
use sha2::{Digest, Sha256};

use super::Newcomer;
use crate::http::Ask;
use crate::person::Outcome;

/// Declares an address, signs first with a wrong key, then with the right one, and sometimes deletes the declaration.
pub async fn prove(of: &mut Newcomer) -> Option<()> {
    let key = |name: String| SigningKey::from_bytes(&Sha256::digest(name).into());
    let (own, strange) = (key(of.fresh()), key(of.fresh()));
    let address = bs58::encode(own.verifying_key().as_bytes()).into_string();
    let said = json!({ "payway": "sol", "address": address, "owner": "own", "holding": "self_hosted" });
    let ask = Ask::send("POST", "wallets", said);
    let declared = of.person.insist(&ask).await?;
    of.expect(declared.is_ok(), &ask, &declared);
    let id = declared.text("/id")?.to_owned();
    let asked = of.person.insist(&Ask::bare("POST", format!("wallets/{id}/challenge"))).await?;
    let message = asked.text("/message")?.to_owned();
    let prove = |key: &SigningKey| {
        let signature = bs58::encode(key.sign(message.as_bytes()).to_bytes()).into_string();
        Ask::send("POST", format!("wallets/{id}/prove"), json!({ "signature": signature }))
    };
    let refused = of.person.insist(&prove(&strange)).await?;
    if refused.is_ok() {
        let text = format!("another's key proved {address}: {}", refused.shown());
        of.history().note(|seen| seen.broken.push(("WISH", text)));
    }
    of.forget("wallet");
    if let Outcome::Yes(_) = of.person.once(format!("proof {id}"), &prove(&own)).await? {
        of.fact("wallet", "proved");
    }
    if of.person.chance.percent(50) {
        of.forget("wallet");
        of.person.insist(&Ask::bare("DELETE", format!("wallets/{id}"))).await?;
    }
    Some(())
}
