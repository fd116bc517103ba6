//! The sentences of emails for payment decline reasons.

use super::catalogue::Text;

/// The sentence for a decline code of the payer's bank; `None` if the code does not help the payer.
pub(super) fn of(code: &str) -> Option<Text> {
    Some(match code {
        "insufficient_funds" => {
            Text::new("declined.insufficient_funds", "There is not enough money on the card or account.")
        }
        "expired_card" => Text::new("declined.expired_card", "The card has expired."),
        "incorrect_cvc" => Text::new("declined.incorrect_cvc", "The security code of the card is wrong."),
        "incorrect_card" => Text::new("declined.incorrect_card", "The details of the card are wrong."),
        "not_permitted" => {
            Text::new("declined.not_permitted", "The bank does not allow this payment with this card or account.")
        }
        "limit_exceeded" => {
            Text::new("declined.limit_exceeded", "A limit of the card or the account does not allow the payment.")
        }
        "authentication_failed" => {
            Text::new("declined.authentication_failed", "The payment was not confirmed with the bank.")
        }
        "card_blocked" => Text::new("declined.card_blocked", "The bank has blocked the card."),
        "incorrect_code" => Text::new("declined.incorrect_code", "The code is wrong."),
        "expired_code" => Text::new("declined.expired_code", "The code has expired."),
        "timed_out" => Text::new("declined.timed_out", "The payment was not made in time."),
        "bank_unavailable" => Text::new("declined.bank_unavailable", "The bank could not be reached."),
        "do_not_honour" => Text::new("declined.do_not_honour", "The bank did not say why. It can tell you if you ask."),
        _ => return None,
    })
}
