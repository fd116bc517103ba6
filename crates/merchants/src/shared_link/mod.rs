//! The terms and the state of a link that many payers use. Pure, with its SQL.

mod model;
pub(crate) mod store;

use exchange::ExchangeError;

pub use model::{LINK_PAYMENTS_MAX, Link, LinkPrice, LinkState, LinkTerms};

/// Why a link takes no other payment; `None` if it does.
pub(crate) fn refusal(state: LinkState) -> Option<ExchangeError> {
    let reason = match state {
        LinkState::Open => return None,
        LinkState::UsedUp => "this link has been used as often as the shop permits",
        LinkState::Ended => "this link has ended",
    };
    Some(ExchangeError::Refused { reason: reason.to_owned() })
}
