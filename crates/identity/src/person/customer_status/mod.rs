//! Customer status: the facts that decide which services are available to a customer. They are loaded together with the
//! access token.

mod individual;
pub(crate) mod store;

use std::collections::BTreeSet;

use ::store::Store;
use chrono::{DateTime, TimeDelta, Utc};
use kernel::{Country, TenantId, UserId};
use serde::{Deserialize, Serialize};

pub(crate) use individual::TIER as INDIVIDUAL_TIER;
pub use individual::{Individual, IndividualLimits};

use crate::person::verification::{Kind, Status};
use crate::{Identity, IdentityError, Tenant};

kernel::codes! {
    /// A requirement of a flow (specification, "States and transitions"), in the order in which it is asked for.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Step {
        /// Name, date of birth and residence.
        PersonalData = "personal_data",
        /// A verified telephone number.
        Phone = "phone",
        /// The home address, self-declared.
        DeclaredAddress = "declared_address",
        /// An identity document and a selfie.
        Identity = "identity",
        /// The home address, proven by a document.
        Address = "address",
        /// The source of funds.
        SourceOfFunds = "source_of_funds",
    }
}

/// The status of a customer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CustomerStatus {
    /// The person's id; `None` for an anonymous visitor.
    pub user: Option<UserId>,
    /// The country of residence, if known.
    pub residence: Option<Country>,
    /// The completed requirements.
    pub done: BTreeSet<Step>,
    /// The tier set by operators, regardless of the completed requirements.
    pub raised_to: Option<u8>,
    /// The individual limits.
    pub individual: Individual,
    /// Whether an account closure is in progress; no new orders are accepted then.
    pub is_closing: bool,
    /// The end of the payout hold after a change of account protection; it may be in the past.
    pub payouts_held_until: Option<DateTime<Utc>>,
    /// The end of the halved limits after a sign-in from a new device; it may be in the past.
    pub limits_halved_until: Option<DateTime<Utc>>,
}

impl CustomerStatus {
    /// An anonymous visitor.
    #[must_use]
    pub fn nobody() -> Self {
        Self::default()
    }

    /// The end of the payout hold for newly named destinations; `None` if there is no hold.
    #[must_use]
    pub fn payouts_held(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        self.payouts_held_until.filter(|until| now < *until)
    }

    /// The end of the halved limits in this session; `None` if the full limits apply.
    #[must_use]
    pub fn limits_halved(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        self.limits_halved_until.filter(|until| now < *until)
    }
}

/// The stored facts from which the status is derived.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StatusFacts {
    /// Normalized.
    pub(crate) email: String,
    pub(crate) residence: Option<Country>,
    /// Whether personal data is complete.
    pub(crate) personal_data: bool,
    pub(crate) statuses: Vec<(Kind, Status)>,
    pub(crate) is_closing: bool,
    /// The tier set by operators; valid only while the identity is verified.
    pub(crate) raised_to: Option<i16>,
    /// The individual limits set by operators.
    pub(crate) agreed: Option<IndividualLimits>,
    /// When account protection last changed: a new email or telephone, or a removed or reset second factor.
    pub(crate) way_in_changed_at: Option<DateTime<Utc>>,
    /// When the device of this session was new to the person; `None` without a session, or if it never was.
    pub(crate) new_device_at: Option<DateTime<Utc>>,
}

impl StatusFacts {
    /// Parses a row; each of `statuses` is "kind status" of a verification.
    pub(crate) fn read(email: String, residence: Option<&str>, personal_data: bool, statuses: &[String]) -> Self {
        let status = |text: &String| {
            let (kind, status) = text.split_once(' ')?;
            Some((Kind::from_code(kind)?, Status::from_code(status)?))
        };
        let residence = residence.and_then(|code| code.parse().ok());
        Self {
            email,
            residence,
            personal_data,
            statuses: statuses.iter().filter_map(status).collect(),
            is_closing: false,
            raised_to: None,
            agreed: None,
            way_in_changed_at: None,
            new_device_at: None,
        }
    }

    pub(crate) fn customer_status(&self, tenant: &Tenant, user: UserId) -> CustomerStatus {
        let completed = |kind| self.statuses.contains(&(kind, Status::Completed));
        let mut done = BTreeSet::new();
        let steps = [
            (Step::PersonalData, self.personal_data),
            (Step::Phone, completed(Kind::Phone)),
            (Step::DeclaredAddress, completed(Kind::DeclaredAddress)),
            (Step::Identity, completed(Kind::Identity)),
            (Step::Address, completed(Kind::Address)),
            (Step::SourceOfFunds, completed(Kind::SourceOfFunds)),
        ];
        done.extend(steps.into_iter().filter(|(_, done)| *done).map(|(step, _)| step));
        let by_operators = lifted_to(self.raised_to, completed(Kind::Identity));
        let simulated = simulated_tier(&self.email).filter(|_| tenant.sandbox);
        let raised_to = by_operators.max(simulated);
        CustomerStatus {
            user: Some(user),
            residence: self.residence,
            done,
            raised_to,
            individual: Individual::of(by_operators, simulated, self.agreed),
            is_closing: self.is_closing,
            payouts_held_until: hours_after(self.way_in_changed_at, tenant.payout_hold_hours),
            limits_halved_until: hours_after(self.new_device_at, tenant.new_device_hours),
        }
    }
}

impl Identity {
    /// The status of a person. A [`crate::Principal`] carries it already.
    ///
    /// # Errors
    /// [`IdentityError::NotFound`] when this tenant has no such person.
    pub async fn customer_status(&self, tenant: &Tenant, user: UserId) -> Result<CustomerStatus, IdentityError> {
        let mut tx = self.store().tenant_read(tenant.id).await?;
        let facts = store::facts(tx.conn(), tenant.id, user).await?.ok_or(IdentityError::NotFound("The user"))?;
        Ok(facts.customer_status(tenant, user))
    }
}

/// The status of a person, for jobs. `None` if the tenant has no such person.
///
/// # Errors
/// Database errors.
pub async fn customer_status_of(
    store: &Store,
    tenant: TenantId,
    user: UserId,
) -> Result<Option<CustomerStatus>, IdentityError> {
    let Some(found) = crate::tenant::tenant_of(store, tenant).await? else { return Ok(None) };
    let mut tx = store.tenant_read(tenant).await?;
    Ok(store::facts(tx.conn(), tenant, user).await?.map(|facts| facts.customer_status(&found, user)))
}

/// The tier set by operators. It applies only while the identity is verified, because a document can turn out to be
/// forged.
fn lifted_to(raised_to: Option<i16>, is_identified: bool) -> Option<u8> {
    raised_to.filter(|_| is_identified).and_then(|tier| u8::try_from(tier).ok())
}

/// The end of a period of `hours` after `at`; `None` if the tenant has set none.
fn hours_after(at: Option<DateTime<Utc>>, hours: u16) -> Option<DateTime<Utc>> {
    at.filter(|_| hours > 0).and_then(|at| at.checked_add_signed(TimeDelta::hours(i64::from(hours))))
}

/// The simulated tier of a sandbox mailbox such as `anna+t3@example.test`, so that tests have a verified customer at
/// once.
fn simulated_tier(email: &str) -> Option<u8> {
    let local = email.strip_suffix("@example.test")?;
    let (_, digit) = local.rsplit_once("+t")?;
    digit.parse().ok().filter(|tier| (0..=4).contains(tier))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mailbox_of_the_sandbox_can_name_its_tier() {
        assert_eq!(simulated_tier("anna+t4@example.test"), Some(4));
        for other in ["anna@example.test", "anna+t5@example.test", "anna+t4@example.com", "+t@example.test"] {
            assert_eq!(simulated_tier(other), None, "{other}");
        }
    }

    #[test]
    fn after_a_rejected_document_the_tier_follows_from_the_remaining_verifications() {
        assert_eq!(lifted_to(Some(4), true), Some(4));
        assert_eq!(lifted_to(Some(4), false), None);
        assert_eq!(lifted_to(None, true), None);
    }

    #[test]
    fn payouts_are_held_exactly_for_the_tenants_hours_after_a_security_change() {
        let changed = DateTime::UNIX_EPOCH;
        for hours in 0..=72 {
            let customer_status =
                CustomerStatus { payouts_held_until: hours_after(Some(changed), hours), ..CustomerStatus::nobody() };
            let until = changed + TimeDelta::hours(i64::from(hours));
            assert_eq!(customer_status.payouts_held(until), None, "{hours}");
            let held = customer_status.payouts_held(until - TimeDelta::microseconds(1));
            assert_eq!(held, (hours > 0).then_some(until), "{hours}");
        }
        assert_eq!(hours_after(None, 24), None);
    }

    #[test]
    fn limits_are_halved_exactly_for_the_tenants_hours_after_a_new_device() {
        let new_at = DateTime::UNIX_EPOCH;
        for hours in 0..=72 {
            let customer_status =
                CustomerStatus { limits_halved_until: hours_after(Some(new_at), hours), ..CustomerStatus::nobody() };
            let until = new_at + TimeDelta::hours(i64::from(hours));
            assert_eq!(customer_status.limits_halved(until), None, "{hours}");
            let halved = customer_status.limits_halved(until - TimeDelta::microseconds(1));
            assert_eq!(halved, (hours > 0).then_some(until), "{hours}");
        }
    }
}
