//! Conversion of a choice about held money, with its cost, to the response type.

use exchange::transaction::{Allowed, Choice};

use crate::dto::hold::ChoiceInfo;
use crate::dto::transaction::ActionOption;

/// A choice about held money; `None` for an action that is no choice.
pub(crate) fn choice(of: Choice) -> Option<ChoiceInfo> {
    Some(ChoiceInfo { option: action_option(of.action)?, gets: of.gets.into(), cost: of.cost.into() })
}

/// The option of a decision; `None` for an action that is no choice.
pub(super) const fn action_option(action: Allowed) -> Option<ActionOption> {
    match action {
        Allowed::Refund => Some(ActionOption::Refund),
        Allowed::Deposit => Some(ActionOption::Deposit),
        Allowed::UpdateAmount => Some(ActionOption::UpdateAmount),
        Allowed::Cancel | Allowed::PayCard | Allowed::PayCode | Allowed::Appeal | Allowed::Repeat => None,
    }
}
