//! The signed statement that a returning payer brings to the shop, which verifies it without a call. Pure.

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::attempt::Looked;

/// The type in the header of the statement. It keeps it apart from signed quotes, which have the same key.
pub const TOKEN_TYPE: &str = "agio-payment+jwt";
/// How many seconds a statement is valid: the time of a redirect, with slack for clocks.
const LIFE_SECONDS: i64 = 600;

/// The claims about a payment (RFC 7519). `jti` is new for each statement, so that a shop recognises a repeated one.
#[must_use]
pub fn claims(looked: &Looked, jti: Uuid, now: DateTime<Utc>) -> Value {
    let (merchant, payment) = (&looked.merchant, &looked.payment);
    json!({
        "aud": merchant.id.to_string(),
        "sub": payment.id.to_string(),
        "jti": jti.to_string(),
        "iat": now.timestamp(),
        "exp": now.timestamp() + LIFE_SECONDS,
        "order_id": payment.order_id,
        "status": looked.state().code(),
        "price": payment.terms.price,
        "paid": looked.paid(),
        "settled": looked.settled(),
    })
}

/// The return address with the statement in its query. A parameter of the same name is replaced.
#[must_use]
pub fn with_token(return_url: &str, token: &str) -> Option<String> {
    let mut url = url::Url::parse(return_url).ok()?;
    let kept: Vec<(String, String)> = url
        .query_pairs()
        .filter(|(name, _)| name != "token")
        .map(|(name, value)| (name.into(), value.into()))
        .collect();
    url.query_pairs_mut().clear().extend_pairs(kept).append_pair("token", token);
    Some(url.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_token_joins_the_address_of_the_shop() {
        assert_eq!(
            with_token("https://shop.example/done", "a.b").as_deref(),
            Some("https://shop.example/done?token=a.b")
        );
        let there = with_token("https://shop.example/done?cart=7&token=forged#top", "a.b");
        assert_eq!(there.as_deref(), Some("https://shop.example/done?cart=7&token=a.b#top"));
    }
}
