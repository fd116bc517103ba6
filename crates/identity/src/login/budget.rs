//! What a sign-in code costs its caller. Pure.
//!
//! A tenant's mail is a budget that anybody can ask out of. So that a flood costs the flooder and not the customers:
//!
//! - Each caller has budgets of their own, by network at several widths and by address ([`super::limits`]).
//! - A caller whom the account knows, by its device or its network, is held by their own budget alone.
//! - From a share of the tenant's budget on a stranger works for a code, and from a larger share harder.
//! - Beyond the budget strangers' codes go only to addresses that have an account. The answer is the same for all addresses, and
//!   says that registration is paused.

use super::limits;

/// Shares of a budget in per cent, from which on work is asked for.
const LIGHT_FROM: i64 = 25;
const HEAVY_FROM: i64 = 50;
/// A wide network is not one caller: it works from this share of its own budget on.
const PROVIDER_LIGHT_FROM: i64 = 50;

/// Who asks for a code, as far as the account of the address knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Caller {
    /// A device, or a network, that the account was signed in from.
    Known { key: String },
    /// Anybody else.
    Stranger { key: String },
}

impl Caller {
    /// By the device's mark, else by the network where it is one of the account's.
    pub fn of(device: Option<String>, network: String, network_is_known: bool) -> Self {
        match device {
            Some(device) => Self::Known { key: format!("device {device}") },
            None if network_is_known => Self::Known { key: network },
            None => Self::Stranger { key: network },
        }
    }

    /// What their own codes are counted and replaced by.
    pub fn key(&self) -> &str {
        match self {
            Self::Known { key } | Self::Stranger { key } => key,
        }
    }
}

/// How much of a budget is used up.
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

/// What has been asked of the tenant so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Load {
    /// Wrong codes of the day.
    pub failures: i32,
    /// Sends of the hour by callers of this kind.
    pub tenant: Used,
    /// Sends from the caller's widest network.
    pub provider: Used,
}

impl Load {
    /// Whether the code that is sent now is the last of the tenant's hour for strangers.
    pub fn ends_with_this(self, caller: &Caller) -> bool {
        matches!(caller, Caller::Stranger { .. }) && self.tenant.count + 1 == self.tenant.max
    }
}

/// What is to be worked for a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Work {
    None,
    /// About a second of a phone at most, and a tenth of that on a desk.
    Light,
    /// Four times as much.
    Heavy,
}

impl Work {
    /// How many numbers of a puzzle are to be tried at most; `None` for no work. Powers of two, so that of the numbers in a random
    /// word none is likelier.
    pub const fn numbers(self) -> Option<u32> {
        match self {
            Self::None => None,
            Self::Light => Some(1 << 18),
            Self::Heavy => Some(1 << 20),
        }
    }
}

/// On what terms a code is sent, within the limits of its caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Terms {
    pub work: Work,
    /// Codes go only to addresses that have an account.
    pub registration_paused: bool,
}

/// Decides. Whose the address is plays no part, so that nobody learns of it.
pub(super) fn terms(caller: &Caller, load: Load) -> Terms {
    let guessed = if limits::are_guesses(load.failures) { Work::Light } else { Work::None };
    let share = load.tenant.per_cent();
    match caller {
        // The reserve of those who are known has no end, for each of them has one. Beyond what a tenant sends strangers it costs a little.
        Caller::Known { .. } => {
            let busy = if share >= 100 { Work::Light } else { Work::None };
            Terms { work: guessed.max(busy), registration_paused: false }
        }
        Caller::Stranger { .. } => {
            let wide = if load.provider.per_cent() >= PROVIDER_LIGHT_FROM { Work::Light } else { Work::None };
            let busy = match share {
                HEAVY_FROM.. => Work::Heavy,
                LIGHT_FROM.. => Work::Light,
                _ => Work::None,
            };
            Terms { work: guessed.max(wide).max(busy), registration_paused: share >= 100 }
        }
    }
}
