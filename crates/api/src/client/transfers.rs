//! Transfers between customers: lookup of the recipient, and release of transfers that wait for a recipient to
//! register.

use axum::Json;
use axum::extract::State;
use exchange::RequisiteInput;
use exchange::requisite::{Party, validate_note};
use identity::{Principal, Recipient, Tenant};
use kernel::{ProfileId, TenantId, UserId};

use crate::AppState;
use crate::dto::order::{AskRecipient, PayCode, RecipientInfo, RequisiteRequest};
use crate::extract::{Body, Customer};
use crate::pay_code;
use crate::problem::{FieldError, Problem};

/// Looks up the recipient of a transfer by email address, phone number or handle.
///
/// Returns the masked name, or that no account exists yet.
#[utoipa::path(post, path = "/api/client/v1/requisites/customer", tag = "orders", request_body = AskRecipient,
    security(("bearer" = [])), responses((status = 200, body = RecipientInfo)))]
pub(crate) async fn ask_recipient(
    State(state): State<AppState>,
    customer: Customer,
    Body { value: asked, .. }: Body<AskRecipient>,
) -> Result<Json<RecipientInfo>, Problem> {
    state.serves(&customer.tenant).await?;
    let found = if pay_code::is_one(&asked.contact) {
        by_code(&state, &customer.tenant, &customer.principal, &asked.contact).await?
    } else {
        state.identity().ask_recipient(&customer.tenant, &customer.principal, &asked.contact).await?
    };
    Ok(Json(RecipientInfo {
        is_registered: found.profile.is_some(),
        is_own: found.profile == Some(customer.profile),
        contact: found.contact,
        name: found.name,
    }))
}

/// Returns the profile's pay code, for links and QR codes.
///
/// Others can send money to it. It reveals neither email nor phone number.
#[utoipa::path(get, path = "/api/client/v1/requisites/customer", tag = "orders", security(("bearer" = [])),
    responses((status = 200, body = PayCode)))]
pub(crate) async fn own_pay_code(State(state): State<AppState>, customer: Customer) -> Result<Json<PayCode>, Problem> {
    let name = state.identity().user(customer.tenant.id, customer.principal.user).await?.seen_by_others();
    let pay_code = pay_code::written(state.request_keys(), customer.tenant.id, customer.profile);
    Ok(Json(PayCode { pay_code, name }))
}

/// The customer with this pay code.
async fn by_code(state: &AppState, tenant: &Tenant, who: &Principal, code: &str) -> Result<Recipient, Problem> {
    let profile = pay_code::read(state.request_keys(), tenant.id, code);
    let unknown = || Problem::field(FieldError::new("/contact", "unknown", "is not a pay code of this site"));
    let found = state.identity().recipient_profile(tenant.id, who, profile.ok_or_else(unknown)?).await?;
    Ok(Recipient { contact: code.to_owned(), ..found.ok_or_else(unknown)? })
}

/// Both parties of a transfer, each as the other sees them.
pub(super) async fn parties(
    state: &AppState,
    tenant: &Tenant,
    who: &Principal,
    profile: ProfileId,
    asked: &RequisiteRequest,
) -> Result<RequisiteInput, Problem> {
    let required = || Problem::field(FieldError::new("/requisite/value", "required", "field is required"));
    let contact = asked.value.as_deref().ok_or_else(required)?;
    let note = validate_note(asked.note.as_deref().unwrap_or_default()).map_err(|refused| {
        Problem::field(FieldError::new("/requisite/note", refused.code, refused.message.into_owned()))
    })?;
    let is_code = pay_code::is_one(contact);
    let found = if is_code {
        by_code(state, tenant, who, contact).await
    } else {
        state.identity().recipient_of_order(tenant, who, contact).await.map_err(Problem::from)
    };
    let found = found.map_err(|refused| refused.at("/requisite/value"))?;
    let name = state.identity().user(tenant.id, who.user).await?.seen_by_others();
    let receiver = Party {
        profile: found.profile,
        contact: Some(found.contact).filter(|_| !is_code),
        name: found.name,
        note: note.clone(),
    };
    let payer = Party { profile: Some(profile), contact: None, name, note };
    Ok(RequisiteInput::Customer { receiver: Box::new(receiver), payer: Box::new(payer) })
}

/// Releases the transfers that wait for this customer's verified contacts. Failures are logged and retried at the next
/// sign-in.
pub(crate) async fn claim(state: &AppState, tenant: TenantId, user: UserId) {
    if let Err(problem) = try_claim(state, tenant, user).await {
        tracing::warn!(
            event = "transfer.lookup_failed", %tenant, %user, error = ?problem,
            "Agio cannot look up the transfers that wait for a customer. The next sign-in tries again."
        );
    }
}

async fn try_claim(state: &AppState, tenant: TenantId, user: UserId) -> Result<(), Problem> {
    let person = state.identity().user(tenant, user).await?;
    let Some(profile) = person.profiles.first().copied() else { return Ok(()) };
    let email = identity::EmailAddress::parse(&person.email)?;
    let name = person.seen_by_others();
    let contacts = [Some(email.normalized().to_owned()), person.phone];
    for contact in contacts.into_iter().flatten() {
        let paid = state.exchange().claim_transfers(tenant, &contact, profile, &name).await?;
        if paid > 0 {
            tracing::info!(event = "transfer.claimed", %tenant, %user, paid, "A customer received waiting transfers.");
        }
    }
    Ok(())
}
