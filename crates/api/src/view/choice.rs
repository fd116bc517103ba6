//! Conversion of a choice about held money, with its cost, to the response type.

use exchange::transaction::{Allowed, Choice};

use crate::dto::hold::ChoiceInfo;
use crate::dto::transaction::ActionOption;

/// A choice about held money; `None` for an action that is no choice.
pub(crate) fn choice(of: Choice) -> Option<ChoiceInfo> {
    let option = match of.action {
        Allowed::Refund => ActionOption::Refund,
        Allowed::Deposit => ActionOption::Deposit,
        Allowed::UpdateAmount => ActionOption::UpdateAmount,
        Allowed::Cancel | Allowed::PayCard | Allowed::PayCode | Allowed::Appeal | Allowed::Repeat => return None,
    };
    Some(ChoiceInfo { option, gets: of.gets.into(), cost: of.cost.into() })
}
