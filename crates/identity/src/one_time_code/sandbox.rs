//! The sandbox's fixed codes, with which tests and visitors simulate each outcome.

/// The simulated outcome of a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Magic {
    /// `111111`: correct.
    Right,
    /// `222222`: wrong.
    Wrong,
    /// `333333`: expired.
    Expired,
    /// `444444`: too many attempts.
    Exhausted,
}

/// The meaning of `code` if simulation is on.
pub(crate) fn simulated(is_simulated: bool, code: &str) -> Option<Magic> {
    if !is_simulated {
        return None;
    }
    match code {
        "111111" => Some(Magic::Right),
        "222222" => Some(Magic::Wrong),
        "333333" => Some(Magic::Expired),
        "444444" => Some(Magic::Exhausted),
        _ => None,
    }
}
