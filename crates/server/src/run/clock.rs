//! The clock of a running server.

use kernel::World;

/// The system clock.
#[cfg(not(feature = "torture"))]
pub fn world() -> World {
    World::system()
}

/// The system clock with an offset for the crash harness: the seconds in the file that `AGIO_TORTURE_CLOCK` names.
/// Available in no other build.
#[cfg(feature = "torture")]
pub fn world() -> World {
    World::with_clock(std::sync::Arc::new(torture::Wrong::from_env()))
}

#[cfg(feature = "torture")]
mod torture {
    use std::path::PathBuf;

    use chrono::{DateTime, TimeDelta, Utc};
    use kernel::{Clock, SystemClock};

    /// The system clock plus the offset in a file.
    pub(super) struct Wrong(Option<PathBuf>);

    impl Wrong {
        pub(super) fn from_env() -> Self {
            Self(std::env::var_os("AGIO_TORTURE_CLOCK").map(PathBuf::from))
        }
    }

    impl Clock for Wrong {
        fn now(&self) -> DateTime<Utc> {
            let text = self.0.as_ref().and_then(|file| std::fs::read_to_string(file).ok());
            let seconds = text.and_then(|text| text.trim().parse::<i64>().ok()).unwrap_or(0);
            SystemClock.now() + TimeDelta::seconds(seconds)
        }
    }
}
