//! The states of an earning, and what an operator decides. Pure.

kernel::codes! {
    /// The state of an earning.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum EarningState {
        /// Not booked yet.
        Waiting = "waiting",
        /// An operator decides before it is booked.
        Held = "held",
        /// On the reward account.
        Booked = "booked",
        /// On the reward account, and the payment of its order is disputed. An operator decides.
        Questioned = "questioned",
        /// Posted back by an operator.
        TakenBack = "taken_back",
        /// Never booked.
        Dropped = "dropped",
    }
}

kernel::codes! {
    /// Why an operator decides about an earning.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum HoldReason {
        /// Referrer and friend have proved the same name.
        SameName = "same_name",
        /// The payment of the order is disputed.
        Disputed = "disputed",
    }
}

kernel::codes! {
    /// The decision of an operator about a held earning.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Ruling {
        /// The referrer gets it: a held one is booked, a questioned one stays.
        Grant = "grant",
        /// The referrer does not get it: a held one is dropped, a questioned one is posted back.
        Deny = "deny",
    }
}

/// The state changes that follow from a ruling.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// The job books it.
    Release,
    /// It is never booked.
    Drop,
    /// It stays booked.
    Keep,
    /// It is posted back from the reward account.
    TakeBack,
}

impl Decision {
    /// `None` for an earning that waits for no operator.
    #[must_use]
    pub const fn of(state: EarningState, ruling: Ruling) -> Option<Self> {
        match (state, ruling) {
            (EarningState::Held, Ruling::Grant) => Some(Self::Release),
            (EarningState::Held, Ruling::Deny) => Some(Self::Drop),
            (EarningState::Questioned, Ruling::Grant) => Some(Self::Keep),
            (EarningState::Questioned, Ruling::Deny) => Some(Self::TakeBack),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_read_back_and_only_what_waits_for_an_operator_can_be_decided() {
        for state in EarningState::ALL {
            assert_eq!(EarningState::from_code(state.code()), Some(state));
            let waits = matches!(state, EarningState::Held | EarningState::Questioned);
            for ruling in [Ruling::Grant, Ruling::Deny] {
                assert_eq!(Decision::of(state, ruling).is_some(), waits, "{state:?}");
            }
        }
        for reason in [HoldReason::SameName, HoldReason::Disputed] {
            assert_eq!(HoldReason::from_code(reason.code()), Some(reason));
        }
    }
}
