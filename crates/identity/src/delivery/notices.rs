//! Writes the emails about orders, plans and conversations to their owners.

use kernel::{ProfileId, TenantId};

use crate::envelope::Class;
use crate::notify::mail::{
    Mail, OrderNotice, PaymentNotice, PlanNotice, SupportEvent, SupportNotice, order, payment, plan, support,
};
use crate::{Identity, IdentityError, User, customers::profile, person::user};

/// The owner of a profile, and their anti-phishing phrase; `None` if the owner no longer exists.
async fn owner_of(
    identity: &Identity,
    tenant: TenantId,
    profile: ProfileId,
) -> Result<Option<(User, Option<String>)>, IdentityError> {
    let mut tx = identity.store().tenant(tenant).await?;
    let Some(owner) = profile::store::owner(tx.conn(), tenant, profile).await? else { return Ok(None) };
    let Some(person) = user::store::find(tx.conn(), tenant, owner).await? else { return Ok(None) };
    let phrase = identity.phrase_of(&mut tx, owner).await?;
    Ok(Some((person, phrase)))
}

/// Writes the email about an order; `None` if the owner no longer exists.
pub(super) async fn about_order(
    identity: &Identity,
    tenant: TenantId,
    notice: &OrderNotice,
    key: String,
) -> Result<Option<Mail>, IdentityError> {
    let Some((person, phrase)) = owner_of(identity, tenant, notice.profile).await? else { return Ok(None) };
    let tenant_record = identity.tenant_by_id(tenant).await?;
    let written =
        order::letter(person.settings.language, &tenant_record.name, notice, order::site_of(&tenant_record).as_deref());
    Ok(Some(match &notice.to {
        Some(address) => Mail::of(&tenant_record, address.clone(), written, key),
        None => Mail::of(&tenant_record, person.email, written.with_phrase(phrase.as_deref()), key),
    }))
}

/// Writes the email about a plan; `None` if the owner no longer exists.
pub(super) async fn about_plan(
    identity: &Identity,
    tenant: TenantId,
    notice: &PlanNotice,
    key: String,
) -> Result<Option<Mail>, IdentityError> {
    let Some((person, phrase)) = owner_of(identity, tenant, notice.profile).await? else { return Ok(None) };
    let tenant_record = identity.tenant_by_id(tenant).await?;
    let written =
        plan::letter(person.settings.language, &tenant_record.name, notice, order::site_of(&tenant_record).as_deref());
    Ok(Some(Mail::of(&tenant_record, person.email, written.with_phrase(phrase.as_deref()), key)))
}

/// Writes the email about an event of a payment to the merchant's owner, or the payer's receipt; `None` if the owner no
/// longer exists.
pub(super) async fn about_payment(
    identity: &Identity,
    tenant: TenantId,
    notice: &PaymentNotice,
    key: String,
) -> Result<Option<Mail>, IdentityError> {
    let tenant_record = identity.tenant_by_id(tenant).await?;
    if let Some(payer) = &notice.receipt {
        let written = payment::receipt(payer.language, notice);
        return Ok(Some(Mail::of(&tenant_record, payer.to.clone(), written, key)));
    }
    let Some((person, phrase)) = owner_of(identity, tenant, notice.profile).await? else { return Ok(None) };
    let written = payment::letter(person.settings.language, notice, order::site_of(&tenant_record).as_deref());
    Ok(Some(Mail::of(&tenant_record, person.email, written.with_phrase(phrase.as_deref()), key)))
}

/// Writes the email about a conversation with support, with the text of a final answer; `None` if the customer no longer
/// exists.
pub(super) async fn about_support(
    identity: &Identity,
    tenant: TenantId,
    notice: &SupportNotice,
    key: String,
) -> Result<Option<Mail>, IdentityError> {
    let Some((person, phrase)) = owner_of(identity, tenant, notice.profile).await? else { return Ok(None) };
    let tenant_record = identity.tenant_by_id(tenant).await?;
    let text = match &notice.event {
        SupportEvent::ComplaintAnswered { letter } => {
            let mut tx = identity.store().tenant(tenant).await?;
            let plain = identity.envelope().open(&mut tx, Class::Pii, letter.message, &letter.sealed()).await?;
            Some(String::from_utf8(plain.to_vec()).map_err(|error| IdentityError::internal(&error))?)
        }
        _ => None,
    };
    let site = order::site_of(&tenant_record);
    let said = (notice, text.as_deref());
    let written = support::letter(person.settings.language, &tenant_record.name, said, site.as_deref());
    Ok(Some(Mail::of(&tenant_record, person.email, written.with_phrase(phrase.as_deref()), key)))
}
