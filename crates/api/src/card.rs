//! Card tokens: card details are exchanged for a token at once, and the token carries the displayable part of its card.

use exchange::ExchangeError;
use exchange::rails::{CardInput, CardToken, WalletInput};
use exchange::requisite::validate_card;

use kernel::{TenantId, TenantProfile};
use subtle::ConstantTimeEq;

use crate::AppState;
use crate::dto::order::{CardDetails, WalletPayment};
use crate::problem::{FieldError, Problem};
use crate::seal::RequestKeys;

/// Encodes a card token for clients: the acquirer's token, the last digits and scheme, and a MAC over all of it. The
/// token is valid only for its owner.
pub(crate) fn written(keys: &RequestKeys, owner: TenantProfile, card: &CardToken) -> String {
    format!("{}.{}.{}.{}", card.token, card.last4, card.brand, mark(keys, owner, card))
}

/// Unambiguous, because [`read`] ensures that no part contains the separator.
fn mark(keys: &RequestKeys, TenantProfile { tenant, profile }: TenantProfile, card: &CardToken) -> String {
    keys.card(&format!("{tenant}|{profile}|{}|{}|{}", card.token, card.last4, card.brand))
}

/// Decodes and verifies a card token.
///
/// # Errors
/// 400 for a token that was not issued to this profile.
pub(crate) fn read(keys: &RequestKeys, owner: TenantProfile, pointer: &str, text: &str) -> Result<CardToken, Problem> {
    let refused = || Problem::field(FieldError::new(pointer, "invalid", "is not a card token"));
    let parts: Vec<&str> = text.splitn(4, '.').collect();
    let [token, last4, brand, marked] = parts[..] else { return Err(refused()) };
    let plain = |text: &str, max: usize| {
        (1..=max).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-')
    };
    let digits = last4.len() == 4 && last4.bytes().all(|b| b.is_ascii_digit());
    if !plain(token, 100) || !plain(brand, 20) || !digits {
        return Err(refused());
    }
    let card = CardToken { token: token.to_owned(), last4: last4.to_owned(), brand: brand.to_owned() };
    let ours: bool = mark(keys, owner, &card).as_bytes().ct_eq(marked.as_bytes()).into();
    ours.then_some(card).ok_or_else(refused)
}

/// Exchanges a card's details for a token.
///
/// # Errors
/// 400 naming the invalid field; 503 if the acquirer does not answer.
pub(crate) async fn tokenize(state: &AppState, tenant: TenantId, details: CardDetails) -> Result<CardToken, Problem> {
    token_of(state, tenant, &checked(state, details)?).await
}

/// Exchanges checked card details for a token.
///
/// # Errors
/// 400 naming the field that the acquirer refuses; 503 if it does not answer.
pub(crate) async fn token_of(state: &AppState, tenant: TenantId, card: &CardInput) -> Result<CardToken, Problem> {
    Ok(state.acquirer().tokenize(tenant, card).await.map_err(ExchangeError::from)?)
}

/// Exchanges a wallet's payment token for a card token.
///
/// # Errors
/// 400 for a token that the acquirer refuses; 503 if it does not answer.
pub(crate) async fn of_wallet(state: &AppState, tenant: TenantId, wallet: WalletPayment) -> Result<CardToken, Problem> {
    let input = WalletInput { kind: wallet.kind.0, token: wallet.token };
    let found = state.acquirer().tokenize_wallet(tenant, &input).await;
    found.map_err(|error| Problem::from(ExchangeError::from(error)).at("/wallet/token"))
}

/// Checks the details of a card and returns them in canonical form.
///
/// # Errors
/// 400 naming the invalid field.
pub(crate) fn checked(state: &AppState, details: CardDetails) -> Result<CardInput, Problem> {
    let card = CardInput {
        number: details.number,
        expiry_month: details.expiry_month,
        expiry_year: details.expiry_year,
        cvv: details.cvv,
        holder: details.holder,
    };
    let refused = |error: exchange::requisite::RequisiteError| {
        Problem::field(FieldError::new(format!("/{}", error.field), error.code, error.message))
    };
    validate_card(&card, state.world().now()).map_err(refused)
}

#[cfg(test)]
mod tests {
    use kernel::ProfileId;
    use uuid::Uuid;

    use super::*;

    #[test]
    fn a_written_card_reads_back_for_its_owner_and_whatever_was_changed_is_refused() {
        let keys = RequestKeys::derive(&[7; 32]);
        let id = |n| Uuid::from_u128(n);
        let owner = TenantProfile { tenant: TenantId::from_uuid(id(1)), profile: ProfileId::from_uuid(id(2)) };
        let card = CardToken { token: "tok_1".into(), last4: "4242".into(), brand: "visa".into() };
        let text = written(&keys, owner, &card);
        assert_eq!(read(&keys, owner, "/card_token", &text).unwrap(), card);
        let unmarked = text.rsplit_once('.').unwrap().0.to_owned();
        let changed = [
            text.replace("4242", "0001"),
            text.replace("visa", "maestro"),
            text.replace("tok_1", "tok_2"),
            format!("{unmarked}."),
            format!("{unmarked}.{}", "0".repeat(64)),
            format!("{text}0"),
            unmarked,
        ];
        let odd = ["", "tok_1", "tok_1.42.visa", "tok.4242.<b>", "a b.4242.visa"].map(str::to_owned);
        for made_up in changed.iter().chain(&odd) {
            assert_eq!(read(&keys, owner, "/card_token", made_up).unwrap_err().code(), "VALIDATION_ERROR", "{made_up}");
        }
        let others = [
            TenantProfile { profile: ProfileId::from_uuid(id(3)), ..owner },
            TenantProfile { tenant: TenantId::from_uuid(id(3)), ..owner },
        ];
        for other in others {
            assert!(read(&keys, other, "/card_token", &text).is_err(), "another's card");
        }
        assert!(read(&RequestKeys::derive(&[8; 32]), owner, "/card_token", &text).is_err());
    }
}
