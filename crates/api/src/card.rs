//! Cards on their way through: details become a token at once, and a token carries what may be shown of its card.

use exchange::ExchangeError;
use exchange::rails::{CardInput, CardToken};
use exchange::requisite::validate_card;

use crate::AppState;
use crate::dto::order::CardDetails;
use crate::problem::{FieldError, Problem};

/// The text that stands for a card towards clients. It names the acquirer's token, which nobody can guess, and the
/// digits and scheme that are shown with it.
pub(crate) fn written(card: &CardToken) -> String {
    format!("{}.{}.{}", card.token, card.last4, card.brand)
}

/// The card behind such a text.
///
/// # Errors
/// 400 for a text that we did not write.
pub(crate) fn read(pointer: &str, text: &str) -> Result<CardToken, Problem> {
    let refused = || Problem::field(FieldError::new(pointer, "invalid", "is not a card token"));
    let mut parts = text.splitn(3, '.');
    let (Some(token), Some(last4), Some(brand)) = (parts.next(), parts.next(), parts.next()) else {
        return Err(refused());
    };
    let plain = |text: &str, max: usize| {
        (1..=max).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-')
    };
    let digits = last4.len() == 4 && last4.bytes().all(|b| b.is_ascii_digit());
    if !plain(token, 100) || !plain(brand, 20) || !digits {
        return Err(refused());
    }
    Ok(CardToken { token: token.to_owned(), last4: last4.to_owned(), brand: brand.to_owned() })
}

/// Exchanges a card's details for a token.
///
/// # Errors
/// 400 naming the field of the card, 503 when the acquirer does not answer.
pub(crate) async fn tokenize(
    state: &AppState,
    tenant: kernel::TenantId,
    details: CardDetails,
) -> Result<CardToken, Problem> {
    // A card that only receives shows no security code; the rest of the check holds for it all the same.
    let receives_only = details.cvv.is_none();
    let card = CardInput {
        number: details.number,
        expiry_month: details.expiry_month,
        expiry_year: details.expiry_year,
        cvv: details.cvv.unwrap_or_else(|| "000".to_owned()),
        holder: details.holder.unwrap_or_default(),
    };
    let refused = |error: exchange::requisite::RequisiteError| {
        Problem::field(FieldError::new(format!("/{}", error.field), error.code, error.message))
    };
    let mut card = validate_card(&card, state.world().now()).map_err(refused)?;
    if receives_only {
        card.cvv.clear();
    }
    Ok(state.acquirer().tokenize(tenant, &card).await.map_err(ExchangeError::from)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_written_card_reads_back_and_a_made_up_one_is_refused() {
        let card = CardToken { token: "tok_1".into(), last4: "4242".into(), brand: "visa".into() };
        assert_eq!(read("/card_token", &written(&card)).unwrap(), card);
        for made_up in ["", "tok_1", "tok_1.42.visa", "tok.4242.<b>", "a b.4242.visa"] {
            assert_eq!(read("/card_token", made_up).unwrap_err().code(), "VALIDATION_ERROR", "{made_up}");
        }
    }
}
