//! What operators do to people. Pure; who may do which of it alone is in the table beside it.

use chrono::NaiveDate;
use kernel::{OperatorId, UserId};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::model::Role;
use super::policy::PolicyChange;
use super::resolution::Resolution;
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
    /// Decides about a movement that waits for an operator.
    ResolveMovement(Resolution),
}

impl Deed {
    /// To whom: an id, or an address where there is no id yet; or to what.
    #[must_use]
    pub fn subject(&self) -> String {
        match self {
            Self::InviteOperator { email, .. } => email.clone(),
            Self::ChangeRole { operator, .. } | Self::RemoveOperator { operator } => operator.to_string(),
            Self::PublishPolicy(change) => change.subject(),
            Self::ResolveMovement(resolution) => resolution.movement.to_string(),
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
            | Self::PublishPolicy(_)
            | Self::ResolveMovement(_) => None,
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
            | Self::PublishPolicy(_)
            | Self::ResolveMovement(_) => false,
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use kernel::{Amount, Currency, Id};
    use uuid::Uuid;

    use super::super::resolution::{ClosedAs, ResolutionAct};
    use super::*;

    /// Each act about 50.00 EUR, about one cent more, and about what has no price.
    fn every_resolution() -> impl Iterator<Item = Deed> {
        let amounts = [Some(5_000), Some(5_001), None];
        ResolutionAct::ALL.into_iter().flat_map(move |act| amounts.map(|cents| (act, cents))).map(|(act, cents)| {
            Deed::ResolveMovement(Resolution {
                movement: Id::from_uuid(Uuid::from_u128(3)),
                act,
                closed_as: (act == ResolutionAct::Close).then_some(ClosedAs::Failed),
                to: None,
                amount: Some(Amount::new(100_000_000, Currency::LTC)),
                worth: cents.map(|cents| Amount::new(cents, Currency::EUR)),
            })
        })
    }

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
        deeds.extend(every_resolution());
        for role in Role::ALL {
            let ends_on = (role == Role::Auditor).then(|| NaiveDate::from_ymd_opt(2027, 1, 31).unwrap());
            deeds.push(Deed::InviteOperator { email: "a@example.com".into(), role, ends_on });
            deeds.push(Deed::ChangeRole { operator, role, ends_on });
        }
        deeds
    }

    #[test]
    fn a_deed_reads_back_as_it_was_written() {
        for deed in every_deed() {
            let written = serde_json::to_value(&deed).unwrap();
            assert_eq!(serde_json::from_value::<Deed>(written).unwrap(), deed);
            assert!(!deed.subject().is_empty());
            assert_eq!(deed.shown().get("policy"), None, "what is read says what changes");
        }
    }
}
