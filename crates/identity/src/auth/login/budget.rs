//! The cost of a sign-in code for its caller. Pure.
//!
//! A tenant's outgoing email is a budget that anonymous callers can exhaust. These rules charge a flood to its
//! originator:
//!
//! - Each caller has its own budgets, per network at several prefix lengths and per address ([`super::limits`]).
//! - A caller known to the account, by its device or network, is limited by its own budget only.
//! - Unknown callers need proof of work above a share of the tenant's budget, and more of it above a larger share.
//! - Above the full budget, unknown callers get codes only for addresses with an account. The answer is the same for
//!   all addresses and says that registration is paused.

use super::limits;

/// Shares of the tenant's budget, in per cent, above which proof of work is required.
const LIGHT_FROM: i64 = 25;
const HEAVY_FROM: i64 = 50;
/// A wide network has many callers, so it needs proof of work above this share of its own budget.
const PROVIDER_LIGHT_FROM: i64 = 50;

/// The caller of a code request, as known to the account of the address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Caller {
    /// A device or network from which the account has signed in.
    Known { key: String },
    /// Any other caller.
    Stranger { key: String },
}

impl Caller {
    /// Identifies the caller by the device mark, or else by the network if the account knows it.
    pub fn of(device: Option<String>, network: String, network_is_known: bool) -> Self {
        match device {
            Some(device) => Self::Known { key: format!("device {device}") },
            None if network_is_known => Self::Known { key: network },
            None => Self::Stranger { key: network },
        }
    }

    /// The key by which the caller's own codes are counted and superseded.
    pub fn key(&self) -> &str {
        match self {
            Self::Known { key } | Self::Stranger { key } => key,
        }
    }
}

/// The usage of a budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Used {
    pub count: i32,
    pub max: i32,
}

impl Used {
    fn per_cent(self) -> i64 {
        i64::from(self.count) * 100 / i64::from(self.max.max(1))
    }
}

/// The tenant's current load of code requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Load {
    /// Wrong codes today.
    pub failures: i32,
    /// Codes sent this hour to callers of this kind.
    pub tenant: Used,
    /// Codes sent to the caller's widest network.
    pub provider: Used,
}

impl Load {
    /// Whether this code uses up the tenant's hourly budget for unknown callers.
    pub fn ends_with_this(self, caller: &Caller) -> bool {
        matches!(caller, Caller::Stranger { .. }) && self.tenant.count + 1 == self.tenant.max
    }
}

/// The proof of work that a code costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Work {
    None,
    /// At most about a second on a phone, a tenth of that on a desktop.
    Light,
    /// Four times as much as light work.
    Heavy,
}

impl Work {
    /// The search space of the puzzle; `None` for no work. It is a power of two, so that a random word modulo it is
    /// uniform.
    pub const fn numbers(self) -> Option<u32> {
        match self {
            Self::None => None,
            Self::Light => Some(1 << 18),
            Self::Heavy => Some(1 << 20),
        }
    }
}

/// The terms on which a code is sent, within the caller's limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CodeTerms {
    pub work: Work,
    /// Codes go only to addresses with an account.
    pub registration_paused: bool,
}

/// Decides the terms. They do not depend on the address, so that they reveal nothing about it.
pub(super) fn terms(caller: &Caller, load: Load) -> CodeTerms {
    let guessed = if limits::are_guesses(load.failures) { Work::Light } else { Work::None };
    let share = load.tenant.per_cent();
    match caller {
        // Known callers have no common maximum, because each has its own limit. Above the tenant's budget they need
        // light work.
        Caller::Known { .. } => {
            let busy = if share >= 100 { Work::Light } else { Work::None };
            CodeTerms { work: guessed.max(busy), registration_paused: false }
        }
        Caller::Stranger { .. } => {
            let wide = if load.provider.per_cent() >= PROVIDER_LIGHT_FROM { Work::Light } else { Work::None };
            let busy = match share {
                HEAVY_FROM.. => Work::Heavy,
                LIGHT_FROM.. => Work::Light,
                _ => Work::None,
            };
            CodeTerms { work: guessed.max(wide).max(busy), registration_paused: share >= 100 }
        }
    }
}
