//! Links of merchants, for their owner and for payers; and the logo on their pages.

use chrono::{DateTime, Utc};
use kernel::{Amount, MerchantLogoId};
use merchants::{Link, LinkPrice, Merchant};

use crate::dto::payment_link::{LinkPage, PaymentLink};

/// The path of a logo.
pub(crate) fn logo_path(id: MerchantLogoId) -> String {
    format!("/api/client/v1/logos/{id}")
}

/// The price, or the bounds of what a payer names.
const fn amounts(price: LinkPrice) -> (Option<Amount>, Option<Amount>, Option<Amount>) {
    match price {
        LinkPrice::Fixed { amount } => (Some(amount), None, None),
        LinkPrice::Open { least, most } => (None, Some(least), Some(most)),
    }
}

/// A link, for its merchant. `url` is that of the payers' page.
pub(crate) fn payment_link(found: &Link, url: String, now: DateTime<Utc>) -> PaymentLink {
    let (price, min, max) = amounts(found.terms.price);
    PaymentLink {
        id: found.id.to_string(),
        price: price.map(Into::into),
        min: min.map(Into::into),
        max: max.map(Into::into),
        description: found.terms.description.clone(),
        return_url: found.terms.return_url.clone(),
        state: found.state(now).into(),
        url,
        payments_max: found.payments_max,
        taken: found.taken,
        paid: found.paid,
        created_at: found.created_at,
        ends_at: found.ends_at,
        ended_at: found.ended_at,
    }
}

/// A link, for everybody who has it.
pub(crate) fn link_page(merchant: &Merchant, link: &Link, now: DateTime<Utc>) -> LinkPage {
    let (price, min, max) = amounts(link.terms.price);
    LinkPage {
        merchant: merchant.settings.name.clone(),
        colour: merchant.settings.colour.clone(),
        logo: merchant.logo.map(logo_path),
        price: price.map(Into::into),
        min: min.map(Into::into),
        max: max.map(Into::into),
        description: link.terms.description.clone(),
        state: link.state(now).into(),
    }
}
