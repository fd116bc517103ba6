//! The approval matrix: for each operator action its log name, the permissions to execute and approve it, and whether
//! it needs a recent confirmation. Pure.

use super::model::{Action as A, Permission, Resource as R, Role};
use super::operator_action::{OperatorAction, ReviewVerdict};
use super::resolution::{Resolution, ResolutionAct};
use super::roles::{is_privileged, may};

kernel::codes! {
    /// The way in which a role may execute an action.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Route {
        /// Not allowed.
        Refused = "refused",
        /// Executed at once.
        Alone = "alone",
        /// After approval by a second operator.
        WithSecond = "with_second",
    }
}

/// A row of the matrix.
#[derive(Debug, Clone, Copy)]
struct Rule {
    /// The action's name in the log.
    action: &'static str,
    /// The permission to begin it.
    begin: Permission,
    /// The permission to execute it alone; `None` if it always needs dual control.
    alone: Option<Permission>,
    /// The permission to approve it.
    approval: Permission,
    /// Whether the operator needs a recent confirmation by a factor.
    is_dangerous: bool,
}

impl Rule {
    /// An action under dual control with recent confirmation; the approvers are those of `of`.
    const fn of_two(action: &'static str, begin: Permission, of: R) -> Self {
        Self { action, begin, alone: None, approval: Permission(of, A::Approve), is_dangerous: true }
    }

    /// An action on a customer's account.
    const fn account(action: &'static str, begin: A) -> Self {
        Self::of_two(action, Permission(R::Customers, begin), R::Customers)
    }

    /// An action on an operator's account.
    const fn colleague(action: &'static str) -> Self {
        Self::of_two(action, Permission(R::Operators, A::Write), R::Operators)
    }

    /// Executed at once by every role that may begin it.
    const fn alone(self) -> Self {
        Self { alone: Some(self.begin), ..self }
    }

    /// Without recent confirmation: blocking must be fast, and reviews are routine.
    const fn quick(self) -> Self {
        Self { is_dangerous: false, ..self }
    }

    fn of(action: &OperatorAction) -> Self {
        match action {
            OperatorAction::BlockCustomer { .. } => Self::account("customers.block", A::Block).alone().quick(),
            // One operator may block; unblocking needs two.
            OperatorAction::UnblockCustomer { .. } => Self::account("customers.unblock", A::Unblock),
            // Limits: raising needs two, lowering needs one.
            OperatorAction::RaiseTier { .. } => Self::account("customers.raise", A::Raise),
            OperatorAction::AgreeLimits { .. } => Self::account("customers.limits", A::Raise),
            OperatorAction::LowerTier { .. } => Self::account("customers.lower", A::Raise).alone().quick(),
            // Support has seen the proof of identity, and a second operator checks it.
            OperatorAction::ResetFactors { .. } => Self::account("factors.reset", A::Reset),
            // First-line support may begin it; second-line support executes it.
            OperatorAction::UnlockFactor { .. } => Self::account("factors.unlock", A::Unlock).alone(),
            OperatorAction::AllowPhoneChange { .. } => Self::account("phones.allow", A::Waive).alone(),
            OperatorAction::EndSessions { .. } => {
                Self::of_two("sessions.end", Permission(R::Sessions, A::End), R::Customers).alone().quick()
            }
            OperatorAction::DecideVerification { verdict, .. } => Self::of_verdict(*verdict),
            OperatorAction::InviteOperator { .. } => Self::colleague("operators.invite").alone(),
            OperatorAction::ChangeRole { .. } => Self::colleague("operators.role").alone(),
            OperatorAction::RemoveOperator { .. } => Self::colleague("operators.remove").alone(),
            OperatorAction::PublishPolicy(_) => {
                Self::of_two("policies.publish", Permission(R::Policies, A::Write), R::Policies)
            }
            OperatorAction::ResolveMovement(resolution) => Self::of_resolution(resolution),
            OperatorAction::BookStatements(_) => {
                Self::of_two("bank.book", Permission(R::Treasury, A::Write), R::Treasury).quick()
            }
            // Giving away the fee needs two, and stopping it one.
            OperatorAction::SwitchCampaign(switch) => {
                let row = Self::of_two("campaigns.switch", Permission(R::Policies, A::Write), R::Policies);
                if switch.is_on { row } else { row.alone().quick() }
            }
            OperatorAction::SwitchSeason(switch) => {
                let row = Self::of_two("farm.switch", Permission(R::Policies, A::Write), R::Policies);
                if switch.is_on { row } else { row.alone().quick() }
            }
            OperatorAction::SwitchConnection(_) => {
                Self::of_two("connections.switch", Permission(R::Treasury, A::Write), R::Treasury)
            }
            // Switching off stops a fault, and needs one.
            OperatorAction::SwitchServerConnection(switch) => {
                let row = Self::of_two("connections.switch", Permission(R::Treasury, A::Write), R::Treasury);
                if switch.is_on { row } else { row.alone().quick() }
            }
            // The platform pays the difference.
            OperatorAction::RaiseFee(_) => {
                Self::of_two("payouts.raise_fee", Permission(R::Payouts, A::Resolve), R::Payouts)
            }
        }
    }

    /// Outgoing money needs two operators, and so does sending a customer's money to quarantine. Support refunds small
    /// amounts alone. If the platform holds no money for the movement, treasury closes it alone.
    fn of_resolution(resolution: &Resolution) -> Self {
        let of_orders = |action| Self::of_two(action, Permission(R::Orders, A::Resolve), R::Payouts);
        let small = resolution.is_small().then_some(Permission(R::Orders, A::Refund));
        let empty = resolution.amount.is_none().then_some(Permission(R::Payouts, A::Resolve));
        match resolution.act {
            ResolutionAct::Retry => Self::of_two("movements.retry", Permission(R::Payouts, A::Resolve), R::Payouts),
            ResolutionAct::Refund => Self { alone: small, ..of_orders("movements.refund") },
            ResolutionAct::Credit => Self { alone: small, ..of_orders("movements.credit") },
            ResolutionAct::Assign => of_orders("movements.assign"),
            ResolutionAct::LookUp => of_orders("movements.look_up").alone().quick(),
            ResolutionAct::Accept => of_orders("movements.accept"),
            ResolutionAct::WriteOff => of_orders("movements.write_off"),
            ResolutionAct::Close => Self { alone: empty, ..of_orders("movements.close") },
        }
    }

    const fn of_verdict(verdict: ReviewVerdict) -> Self {
        let begin = match verdict {
            ReviewVerdict::AskAgain | ReviewVerdict::Hold => A::Ask,
            _ => A::Propose,
        };
        let row = Self::of_two("verifications.decide", Permission(R::Verifications, begin), R::Verifications);
        match verdict {
            ReviewVerdict::AskAgain | ReviewVerdict::Hold => row.alone().quick(),
            ReviewVerdict::Approve | ReviewVerdict::Expire => {
                Self { alone: Some(Permission(R::Verifications, A::Decide)), ..row }.quick()
            }
            ReviewVerdict::Reject | ReviewVerdict::Reset => row,
        }
    }
}

impl OperatorAction {
    /// The action's name in the log.
    #[must_use]
    pub fn action(&self) -> &'static str {
        Rule::of(self).action
    }

    /// The permission to approve it.
    #[must_use]
    pub fn approval(&self) -> Permission {
        Rule::of(self).approval
    }

    /// Whether the operator needs a recent confirmation by a factor.
    #[must_use]
    pub fn is_dangerous(&self) -> bool {
        Rule::of(self).is_dangerous
    }

    /// Whether it grants a privileged role.
    fn makes_privileged(&self) -> bool {
        match self {
            Self::InviteOperator { role, .. } | Self::ChangeRole { role, .. } => is_privileged(*role),
            _ => false,
        }
    }
}

/// How an operator with `role` may execute `action`.
#[must_use]
pub fn route(role: Role, action: &OperatorAction) -> Route {
    let rule = Rule::of(action);
    if !may(role, rule.begin) {
        return Route::Refused;
    }
    let has = rule.alone.is_some_and(|permission| may(role, permission));
    // Break-glass never executes anything alone.
    if has && role != Role::BreakGlass && !action.makes_privileged() { Route::Alone } else { Route::WithSecond }
}

#[cfg(test)]
mod tests {
    use kernel::Id;
    use uuid::Uuid;

    use super::super::operator_action::tests::every_action;
    use super::*;
    use crate::person::verification::Kind;

    #[test]
    fn an_action_under_dual_control_has_an_approving_role_and_no_other_role_approves_it() {
        for action in every_action() {
            let makers = Role::ALL.into_iter().filter(|role| route(*role, &action) != Route::Refused).count();
            let checkers = Role::ALL.into_iter().filter(|role| may(*role, action.approval())).count();
            assert!(makers > 0 && checkers > 0 && action.action().contains('.'), "{action:?}");
            assert!(checkers < Role::ALL.len());
        }
    }

    #[test]
    fn read_only_roles_execute_nothing_and_break_glass_executes_nothing_alone() {
        for action in every_action() {
            for idle in [Role::Auditor, Role::Accountant, Role::TreasuryApprover, Role::ContentEditor] {
                assert_eq!(route(idle, &action), Route::Refused, "{idle:?} {action:?}");
            }
            assert_ne!(route(Role::BreakGlass, &action), Route::Alone, "{action:?}");
        }
    }

    #[test]
    fn releases_final_rejections_and_role_grants_need_dual_control() {
        for (action, role) in every_action().into_iter().flat_map(|action| Role::ALL.map(|role| (action.clone(), role)))
        {
            let two = match &action {
                OperatorAction::UnblockCustomer { .. }
                | OperatorAction::RaiseTier { .. }
                | OperatorAction::AgreeLimits { .. }
                | OperatorAction::ResetFactors { .. } => true,
                OperatorAction::PublishPolicy(_)
                | OperatorAction::BookStatements(_)
                | OperatorAction::SwitchConnection(_)
                | OperatorAction::RaiseFee(_) => true,
                OperatorAction::SwitchServerConnection(switch) => switch.is_on,
                OperatorAction::SwitchCampaign(switch) => switch.is_on,
                OperatorAction::SwitchSeason(switch) => switch.is_on,
                // To ask moves nothing.
                OperatorAction::ResolveMovement(resolution) if resolution.act == ResolutionAct::LookUp => false,
                OperatorAction::ResolveMovement(resolution) => !resolution.is_small(),
                OperatorAction::DecideVerification { verdict, .. } => {
                    matches!(verdict, ReviewVerdict::Reject | ReviewVerdict::Reset)
                }
                OperatorAction::InviteOperator { role, .. } | OperatorAction::ChangeRole { role, .. } => {
                    is_privileged(*role)
                }
                _ => false,
            };
            assert!(!two || route(role, &action) != Route::Alone, "{role:?} {action:?}");
        }
    }

    #[test]
    fn an_analyst_proposes_a_resolution_and_an_officer_approves_it() {
        let customer = Id::from_uuid(Uuid::from_u128(1));
        let of = |role, verdict| {
            let reasons = Vec::new();
            route(role, &OperatorAction::DecideVerification { customer, verification: Kind::Address, verdict, reasons })
        };
        assert_eq!(of(Role::ComplianceAnalyst, ReviewVerdict::Approve), Route::WithSecond);
        assert_eq!(of(Role::ComplianceAnalyst, ReviewVerdict::AskAgain), Route::Alone);
        assert_eq!(of(Role::ComplianceOfficer, ReviewVerdict::Approve), Route::Alone);
        assert_eq!(of(Role::ComplianceOfficer, ReviewVerdict::Reject), Route::WithSecond);
        assert_eq!(of(Role::SupportL2, ReviewVerdict::Approve), Route::Refused);
        for role in Role::ALL {
            assert_eq!(
                of(role, ReviewVerdict::Expire),
                of(role, ReviewVerdict::Approve),
                "{role:?}: who may accept may end it"
            );
        }
    }

    #[test]
    fn only_support_lifts_customer_locks_alone() {
        let customer = Id::from_uuid(Uuid::from_u128(1));
        let alone =
            |action: OperatorAction| Role::ALL.into_iter().filter(move |role| route(*role, &action) == Route::Alone);
        let names = |action| alone(action).map(Role::name).collect::<Vec<_>>();
        assert_eq!(names(OperatorAction::UnlockFactor { customer }), ["support_l1", "support_l2"]);
        assert_eq!(names(OperatorAction::AllowPhoneChange { customer }), ["support_l2"]);
    }

    #[test]
    fn second_line_support_proposes_factor_resets_and_approves_none() {
        let customer = Id::from_uuid(Uuid::from_u128(1));
        let of = |role, action: &OperatorAction| route(role, action);
        let (reset, unblock) =
            (OperatorAction::ResetFactors { customer }, OperatorAction::UnblockCustomer { customer });
        assert_eq!((of(Role::SupportL2, &reset), of(Role::SupportL1, &reset)), (Route::WithSecond, Route::Refused));
        assert_eq!(of(Role::SupportL2, &unblock), Route::Refused);
        assert!(!may(Role::SupportL2, reset.approval()));
    }

    #[test]
    fn second_line_support_refunds_small_amounts_alone_and_repeated_payouts_need_two() {
        let of = |role, act, cents: Option<i128>, amount: Option<i128>| {
            let (euro, litecoin) = (kernel::Currency::EUR, kernel::Currency::LTC);
            let amount = amount.map(|atoms| kernel::Amount::new(atoms, litecoin));
            let worth = cents.map(|cents| kernel::Amount::new(cents, euro));
            let movement = Id::from_uuid(Uuid::from_u128(3));
            route(
                role,
                &OperatorAction::ResolveMovement(Resolution {
                    movement,
                    act,
                    closed_as: None,
                    to: None,
                    amount,
                    worth,
                }),
            )
        };
        use ResolutionAct as R;
        let (support, treasury, some) = (Role::SupportL2, Role::TreasuryOperator, Some(1));
        for gives in [R::Refund, R::Credit] {
            assert_eq!(of(support, gives, Some(5_000), some), Route::Alone);
            assert_eq!(of(support, gives, Some(5_001), some), Route::WithSecond);
            assert_eq!(of(support, gives, None, some), Route::WithSecond, "what has no price is not small");
            assert_eq!(of(treasury, gives, Some(1), some), Route::WithSecond);
            assert_eq!(of(Role::BreakGlass, gives, Some(1), some), Route::WithSecond);
            assert_eq!(of(Role::SupportL1, gives, Some(1), some), Route::Refused);
        }
        assert_eq!(of(treasury, R::Retry, Some(1), some), Route::WithSecond);
        assert_eq!(of(support, R::Retry, Some(1), some), Route::Refused);
        for role in [support, treasury] {
            assert_eq!(of(role, R::Assign, Some(1), some), Route::WithSecond, "nobody says alone whose money it is");
        }
        assert_eq!(of(treasury, R::Close, Some(1), some), Route::WithSecond);
        assert_eq!(of(treasury, R::Close, None, None), Route::Alone, "nothing is put in quarantine");
        assert_eq!(of(support, R::Close, None, None), Route::WithSecond);
    }
}
