//! What operators do to people, and who may do which of it alone. Pure.

use chrono::NaiveDate;
use kernel::{OperatorId, UserId};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::model::{Action as A, Permission, Resource as R, Role};
use super::policy::PolicyChange;
use super::roles::{is_privileged, may};
use crate::documents::Decision;
use crate::verification::Kind;
use crate::{AgreedLimits, EmailAddress};

/// What becomes of something that was handed in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It is good.
    Approve,
    /// Once more.
    AskAgain,
    /// Somebody looks closer.
    Hold,
    /// Refused for good.
    Reject,
    /// What was decided is taken back; it begins anew.
    Reset,
    /// It was good, and no longer is: what it rests on has run out. It begins anew.
    Expire,
}

impl Verdict {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::Approve, Self::AskAgain, Self::Hold, Self::Reject, Self::Reset, Self::Expire];

    /// The same for who carries it out.
    pub(super) const fn decision(self) -> Decision {
        match self {
            Self::Approve => Decision::Approve,
            Self::AskAgain => Decision::AskAgain,
            Self::Hold => Decision::Hold,
            Self::Reject => Decision::Reject,
            Self::Reset => Decision::Reset,
            Self::Expire => Decision::Expire,
        }
    }
}

/// One thing that an operator does to somebody. Frozen: a proposal is exactly this, to the last word.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Deed {
    /// Shuts a customer out: nothing can be done with the account, and all sessions end.
    BlockCustomer {
        /// Whom.
        customer: UserId,
    },
    /// Lets a customer in again.
    UnblockCustomer {
        /// Whom.
        customer: UserId,
    },
    /// Lifts a customer to a tier that nobody comes to by themselves, or not yet: 3 or 4.
    RaiseTier {
        /// Whom.
        customer: UserId,
        /// To what.
        tier: u8,
    },
    /// Gives a customer who was lifted to tier 4 limits of their own, in the place of what they had.
    AgreeLimits {
        /// Whom.
        customer: UserId,
        /// What they may exchange from then on.
        limits: AgreedLimits,
    },
    /// Takes back what a customer was lifted to, and limits of their own with it: the tier is what they have done again.
    LowerTier {
        /// Whose.
        customer: UserId,
    },
    /// Approves that a customer's lost second factors end, three days later; they have asked for it.
    ResetFactors {
        /// Whose.
        customer: UserId,
    },
    /// Lets the codes of a customer's second factor be tried again, that rest after wrong ones.
    UnlockFactor {
        /// Whose.
        customer: UserId,
    },
    /// Lets a customer change their telephone again before a day is over. The new number takes its code.
    AllowPhoneChange {
        /// Whose.
        customer: UserId,
    },
    /// Signs a customer out everywhere.
    EndSessions {
        /// Whom.
        customer: UserId,
    },
    /// Says what becomes of what a customer handed in.
    DecideVerification {
        /// Whose.
        customer: UserId,
        /// Of what.
        verification: Kind,
        /// What becomes of it.
        verdict: Verdict,
        /// What the customer is told, in stable words such as `document_unreadable`.
        reasons: Vec<String>,
    },
    /// Makes somebody an operator, or gives one of them a new way in.
    InviteOperator {
        /// Where they are reached.
        email: String,
        /// What they will be.
        role: Role,
        /// The last day of an auditor's right.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ends_on: Option<NaiveDate>,
    },
    /// Makes an operator something else.
    ChangeRole {
        /// Whom.
        operator: OperatorId,
        /// What they will be.
        role: Role,
        /// The last day of an auditor's right.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ends_on: Option<NaiveDate>,
    },
    /// Shuts an operator out.
    RemoveOperator {
        /// Whom.
        operator: OperatorId,
    },
    /// Publishes what the tenant asks and allows from now on.
    PublishPolicy(PolicyChange),
}

/// How somebody of a role may do a deed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Route {
    /// Not at all.
    Refused,
    /// At once.
    Alone,
    /// When another agrees.
    WithSecond,
}

impl Deed {
    /// Its name in the log.
    #[must_use]
    pub const fn action(&self) -> &'static str {
        match self {
            Self::BlockCustomer { .. } => "customers.block",
            Self::UnblockCustomer { .. } => "customers.unblock",
            Self::RaiseTier { .. } => "customers.raise",
            Self::AgreeLimits { .. } => "customers.limits",
            Self::LowerTier { .. } => "customers.lower",
            Self::ResetFactors { .. } => "factors.reset",
            Self::UnlockFactor { .. } => "factors.unlock",
            Self::AllowPhoneChange { .. } => "phones.allow",
            Self::EndSessions { .. } => "sessions.end",
            Self::DecideVerification { .. } => "verifications.decide",
            Self::InviteOperator { .. } => "operators.invite",
            Self::ChangeRole { .. } => "operators.role",
            Self::RemoveOperator { .. } => "operators.remove",
            Self::PublishPolicy(_) => "policies.publish",
        }
    }

    /// To whom: an id, or an address where there is no id yet; or to what.
    #[must_use]
    pub fn subject(&self) -> String {
        match self {
            Self::InviteOperator { email, .. } => email.clone(),
            Self::ChangeRole { operator, .. } | Self::RemoveOperator { operator } => operator.to_string(),
            Self::PublishPolicy(change) => change.subject(),
            _ => self.customer().map_or_else(String::new, |customer| customer.to_string()),
        }
    }

    /// The customer that it is about, if it is about one.
    pub(super) const fn customer(&self) -> Option<UserId> {
        match self {
            Self::BlockCustomer { customer }
            | Self::UnblockCustomer { customer }
            | Self::RaiseTier { customer, .. }
            | Self::AgreeLimits { customer, .. }
            | Self::LowerTier { customer }
            | Self::ResetFactors { customer }
            | Self::UnlockFactor { customer }
            | Self::AllowPhoneChange { customer }
            | Self::EndSessions { customer }
            | Self::DecideVerification { customer, .. } => Some(*customer),
            Self::InviteOperator { .. }
            | Self::ChangeRole { .. }
            | Self::RemoveOperator { .. }
            | Self::PublishPolicy(_) => None,
        }
    }

    /// As it is read and logged: all of it, but of a policy what it changes and not the whole.
    #[must_use]
    pub fn shown(&self) -> Value {
        let mut shown = serde_json::to_value(self).unwrap_or_default();
        if let (Self::PublishPolicy(_), Some(fields)) = (self, shown.as_object_mut()) {
            fields.remove("policy");
        }
        shown
    }

    /// Whether it is done to this operator, known by an address.
    #[must_use]
    pub fn is_about(&self, (id, address): (OperatorId, &str)) -> bool {
        match self {
            Self::InviteOperator { email, .. } => {
                let normalized = |text: &str| EmailAddress::parse(text).map(|email| email.normalized().to_owned());
                // What cannot be read is nobody's to agree to.
                normalized(email).ok() == normalized(address).ok()
            }
            Self::ChangeRole { operator, .. } | Self::RemoveOperator { operator } => *operator == id,
            Self::BlockCustomer { .. }
            | Self::UnblockCustomer { .. }
            | Self::RaiseTier { .. }
            | Self::AgreeLimits { .. }
            | Self::LowerTier { .. }
            | Self::ResetFactors { .. }
            | Self::UnlockFactor { .. }
            | Self::AllowPhoneChange { .. }
            | Self::EndSessions { .. }
            | Self::DecideVerification { .. }
            | Self::PublishPolicy(_) => false,
        }
    }

    /// What it takes to begin it, and to do it alone; `None` for what nobody does alone.
    const fn takes(&self) -> (Permission, Option<Permission>) {
        match self {
            Self::BlockCustomer { .. } => alone(Permission(R::Customers, A::Block)),
            // To freeze is for one, to let go for two (reference operator.md, D2).
            Self::UnblockCustomer { .. } => (Permission(R::Customers, A::Unblock), None),
            // Who talks to customers sees the proof, and another looks at it.
            Self::ResetFactors { .. } => (Permission(R::Customers, A::Reset), None),
            // The same of limits: to lift takes two (C4), to narrow is for whoever may begin it.
            Self::RaiseTier { .. } | Self::AgreeLimits { .. } => (Permission(R::Customers, A::Raise), None),
            Self::LowerTier { .. } => alone(Permission(R::Customers, A::Raise)),
            // The first line sees who calls, the second knows them (reference operator.md, D2).
            Self::UnlockFactor { .. } => alone(Permission(R::Customers, A::Unlock)),
            Self::AllowPhoneChange { .. } => alone(Permission(R::Customers, A::Waive)),
            Self::EndSessions { .. } => alone(Permission(R::Sessions, A::End)),
            Self::DecideVerification { verdict, .. } => match verdict {
                Verdict::AskAgain | Verdict::Hold => alone(Permission(R::Verifications, A::Ask)),
                Verdict::Approve | Verdict::Expire => {
                    (Permission(R::Verifications, A::Propose), Some(Permission(R::Verifications, A::Decide)))
                }
                Verdict::Reject | Verdict::Reset => (Permission(R::Verifications, A::Propose), None),
            },
            Self::InviteOperator { .. } | Self::ChangeRole { .. } | Self::RemoveOperator { .. } => {
                alone(Permission(R::Operators, A::Write))
            }
            Self::PublishPolicy(_) => (Permission(R::Policies, A::Write), None),
        }
    }

    /// What it takes to agree to it.
    #[must_use]
    pub const fn approval(&self) -> Permission {
        match self {
            Self::BlockCustomer { .. }
            | Self::UnblockCustomer { .. }
            | Self::RaiseTier { .. }
            | Self::AgreeLimits { .. }
            | Self::LowerTier { .. }
            | Self::ResetFactors { .. }
            | Self::UnlockFactor { .. }
            | Self::AllowPhoneChange { .. }
            | Self::EndSessions { .. } => Permission(R::Customers, A::Approve),
            Self::DecideVerification { .. } => Permission(R::Verifications, A::Approve),
            Self::InviteOperator { .. } | Self::ChangeRole { .. } | Self::RemoveOperator { .. } => {
                Permission(R::Operators, A::Approve)
            }
            Self::PublishPolicy(_) => Permission(R::Policies, A::Approve),
        }
    }

    /// Whether the operator has to have shown a factor just before.
    #[must_use]
    pub const fn is_dangerous(&self) -> bool {
        match self {
            // What only shuts out must be quick, and what is handed in is looked at all day.
            Self::BlockCustomer { .. } | Self::LowerTier { .. } | Self::EndSessions { .. } => false,
            Self::DecideVerification { verdict, .. } => matches!(verdict, Verdict::Reject | Verdict::Reset),
            Self::UnblockCustomer { .. }
            | Self::RaiseTier { .. }
            | Self::AgreeLimits { .. }
            | Self::ResetFactors { .. }
            | Self::UnlockFactor { .. }
            | Self::AllowPhoneChange { .. }
            | Self::InviteOperator { .. }
            | Self::ChangeRole { .. }
            | Self::RemoveOperator { .. }
            | Self::PublishPolicy(_) => true,
        }
    }

    /// Whom it gives rights that do harm.
    fn makes_privileged(&self) -> bool {
        match self {
            Self::InviteOperator { role, .. } | Self::ChangeRole { role, .. } => is_privileged(*role),
            _ => false,
        }
    }
}

/// What takes the same to begin as to do.
const fn alone(permission: Permission) -> (Permission, Option<Permission>) {
    (permission, Some(permission))
}

/// How somebody of `role` may do `deed`.
#[must_use]
pub fn route(role: Role, deed: &Deed) -> Route {
    let (begin, alone) = deed.takes();
    if !may(role, begin) {
        return Route::Refused;
    }
    let has = alone.is_some_and(|permission| may(role, permission));
    // Whoever broke the glass does nothing alone, whatever it is.
    if has && role != Role::BreakGlass && !deed.makes_privileged() { Route::Alone } else { Route::WithSecond }
}

#[cfg(test)]
pub(super) mod tests {
    use kernel::{Amount, Currency, Id};
    use uuid::Uuid;

    use super::*;

    pub fn every_deed() -> Vec<Deed> {
        let customer = Id::from_uuid(Uuid::from_u128(1));
        let operator = Id::from_uuid(Uuid::from_u128(2));
        let euro = |euro: i128| Amount::new(euro * 100, Currency::EUR);
        let limits = AgreedLimits {
            fiat_day: euro(100_000),
            fiat_month: euro(500_000),
            crypto_out_day: euro(100_000),
            crypto_out_month: euro(500_000),
        };
        let mut deeds = vec![
            Deed::BlockCustomer { customer },
            Deed::UnblockCustomer { customer },
            Deed::RaiseTier { customer, tier: 4 },
            Deed::AgreeLimits { customer, limits },
            Deed::LowerTier { customer },
            Deed::ResetFactors { customer },
            Deed::UnlockFactor { customer },
            Deed::AllowPhoneChange { customer },
            Deed::EndSessions { customer },
            Deed::RemoveOperator { operator },
            Deed::PublishPolicy(PolicyChange {
                version: 2,
                at: None,
                changes: "  spread_ppm: 0 -> 1".into(),
                policy: serde_json::json!({ "version": 2 }),
            }),
        ];
        let decide =
            |verdict| Deed::DecideVerification { customer, verification: Kind::Identity, verdict, reasons: Vec::new() };
        deeds.extend(Verdict::ALL.map(decide));
        for role in Role::ALL {
            let ends_on = (role == Role::Auditor).then(|| NaiveDate::from_ymd_opt(2027, 1, 31).unwrap());
            deeds.push(Deed::InviteOperator { email: "a@example.com".into(), role, ends_on });
            deeds.push(Deed::ChangeRole { operator, role, ends_on });
        }
        deeds
    }

    #[test]
    fn a_deed_that_needs_two_can_be_agreed_to_by_somebody_and_by_nobody_who_may_not() {
        for deed in every_deed() {
            let makers = Role::ALL.into_iter().filter(|role| route(*role, &deed) != Route::Refused).count();
            let checkers = Role::ALL.into_iter().filter(|role| may(*role, deed.approval())).count();
            assert!(makers > 0 && checkers > 0, "{deed:?}");
            assert!(checkers < Role::ALL.len());
        }
    }

    #[test]
    fn who_reads_only_does_nothing_and_who_broke_the_glass_does_nothing_alone() {
        for deed in every_deed() {
            for idle in [Role::Auditor, Role::Accountant, Role::TreasuryApprover, Role::ContentEditor] {
                assert_eq!(route(idle, &deed), Route::Refused, "{idle:?} {deed:?}");
            }
            assert_ne!(route(Role::BreakGlass, &deed), Route::Alone, "{deed:?}");
        }
    }

    #[test]
    fn to_let_go_to_refuse_for_good_and_to_give_power_takes_two() {
        for (deed, role) in every_deed().into_iter().flat_map(|deed| Role::ALL.map(|role| (deed.clone(), role))) {
            let two = match &deed {
                Deed::UnblockCustomer { .. }
                | Deed::RaiseTier { .. }
                | Deed::AgreeLimits { .. }
                | Deed::ResetFactors { .. } => true,
                Deed::PublishPolicy(_) => true,
                Deed::DecideVerification { verdict, .. } => matches!(verdict, Verdict::Reject | Verdict::Reset),
                Deed::InviteOperator { role, .. } | Deed::ChangeRole { role, .. } => is_privileged(*role),
                _ => false,
            };
            assert!(!two || route(role, &deed) != Route::Alone, "{role:?} {deed:?}");
        }
    }

    #[test]
    fn an_analyst_says_what_should_become_of_it_and_an_officer_what_does() {
        let customer = Id::from_uuid(Uuid::from_u128(1));
        let of = |role, verdict| {
            let reasons = Vec::new();
            route(role, &Deed::DecideVerification { customer, verification: Kind::Address, verdict, reasons })
        };
        assert_eq!(of(Role::ComplianceAnalyst, Verdict::Approve), Route::WithSecond);
        assert_eq!(of(Role::ComplianceAnalyst, Verdict::AskAgain), Route::Alone);
        assert_eq!(of(Role::ComplianceOfficer, Verdict::Approve), Route::Alone);
        assert_eq!(of(Role::ComplianceOfficer, Verdict::Reject), Route::WithSecond);
        assert_eq!(of(Role::SupportL2, Verdict::Approve), Route::Refused);
        for role in Role::ALL {
            assert_eq!(of(role, Verdict::Expire), of(role, Verdict::Approve), "{role:?}: who may accept may end it");
        }
    }

    #[test]
    fn support_lifts_what_a_customer_waits_for_alone_and_nobody_else_does() {
        let customer = Id::from_uuid(Uuid::from_u128(1));
        let alone = |deed: Deed| Role::ALL.into_iter().filter(move |role| route(*role, &deed) == Route::Alone);
        let names = |deed| alone(deed).map(Role::name).collect::<Vec<_>>();
        assert_eq!(names(Deed::UnlockFactor { customer }), ["support_l1", "support_l2"]);
        assert_eq!(names(Deed::AllowPhoneChange { customer }), ["support_l2"]);
    }

    #[test]
    fn the_second_line_of_support_begins_the_end_of_a_lost_factor_and_lets_nobody_in() {
        let customer = Id::from_uuid(Uuid::from_u128(1));
        let of = |role, deed: &Deed| route(role, deed);
        let (reset, unblock) = (Deed::ResetFactors { customer }, Deed::UnblockCustomer { customer });
        assert_eq!((of(Role::SupportL2, &reset), of(Role::SupportL1, &reset)), (Route::WithSecond, Route::Refused));
        assert_eq!(of(Role::SupportL2, &unblock), Route::Refused);
        assert!(!may(Role::SupportL2, reset.approval()));
    }

    #[test]
    fn a_deed_reads_back_as_it_was_written() {
        for deed in every_deed() {
            let written = serde_json::to_value(&deed).unwrap();
            assert_eq!(serde_json::from_value::<Deed>(written).unwrap(), deed);
            assert!(!deed.subject().is_empty() && deed.action().contains('.'));
            assert_eq!(deed.shown().get("policy"), None, "what is read says what changes");
        }
    }
}
