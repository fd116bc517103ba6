//! A customer's consents to partners, for the customer and for operators.

use kernel::{TenantId, UserId};

use crate::AppState;
use crate::dto::partner_consent::PartnerConsentInfo;
use crate::problem::Problem;

/// The consents of a customer: those in force first, then the newest first; at most 100.
pub(crate) async fn partner_consents(
    state: &AppState,
    tenant: TenantId,
    user: UserId,
) -> Result<Vec<PartnerConsentInfo>, Problem> {
    let consents = state.partners().consents(tenant, user).await?;
    let policy = state.exchange().policy(tenant).await?;
    let shown = consents.into_iter().filter_map(|consent| {
        let is_relied_on = policy.relied_on.contains(&consent.owner);
        PartnerConsentInfo::of(consent, is_relied_on)
    });
    Ok(shown.collect())
}
