//! Quiet hours. Pure.

/// The minutes of a day.
pub const MINUTES_OF_DAY: u16 = 24 * 60;

/// A time of each day without emails and web push messages, in minutes of the person's local day. It may span midnight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quiet {
    /// The first quiet minute.
    pub from: u16,
    /// The first minute after it.
    pub to: u16,
}

impl Quiet {
    /// The quiet hours; `None` if they are empty or not minutes of a day.
    #[must_use]
    pub const fn new(from: u16, to: u16) -> Option<Self> {
        if from < MINUTES_OF_DAY && to < MINUTES_OF_DAY && from != to { Some(Self { from, to }) } else { None }
    }

    /// The minutes from `minute` until they end; `None` outside of them.
    #[must_use]
    pub const fn left_at(self, minute: u16) -> Option<u16> {
        let minute = minute % MINUTES_OF_DAY;
        let into = (minute + MINUTES_OF_DAY - self.from) % MINUTES_OF_DAY;
        let length = (self.to + MINUTES_OF_DAY - self.from) % MINUTES_OF_DAY;
        if into < length { Some(length - into) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_night_spans_midnight() {
        let night = Quiet::new(22 * 60, 7 * 60).unwrap();
        assert_eq!(night.left_at(22 * 60), Some(9 * 60));
        assert_eq!(night.left_at(23 * 60 + 59), Some(7 * 60 + 1));
        assert_eq!(night.left_at(6 * 60 + 59), Some(1));
        assert_eq!((night.left_at(7 * 60), night.left_at(21 * 60 + 59)), (None, None));
        assert_eq!((Quiet::new(60, 60), Quiet::new(0, MINUTES_OF_DAY)), (None, None));
    }

    proptest! {
        #[test]
        fn the_delay_ends_exactly_with_the_quiet_hours(
            from in 0..MINUTES_OF_DAY, to in 0..MINUTES_OF_DAY, minute in 0..MINUTES_OF_DAY,
        ) {
            prop_assume!(from != to);
            let quiet = Quiet::new(from, to).unwrap();
            if let Some(left) = quiet.left_at(minute) {
                prop_assert!((1..MINUTES_OF_DAY).contains(&left));
                prop_assert_eq!(quiet.left_at(minute + left), None);
                prop_assert_eq!(quiet.left_at(minute + left - 1), Some(1));
                prop_assert_eq!((minute + left) % MINUTES_OF_DAY, to);
            } else {
                let covered = (0..MINUTES_OF_DAY).filter(|at| quiet.left_at(*at).is_some()).count();
                prop_assert_eq!(covered, usize::from((to + MINUTES_OF_DAY - from) % MINUTES_OF_DAY));
            }
        }
    }
}
