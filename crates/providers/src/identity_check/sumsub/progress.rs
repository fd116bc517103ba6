//! The progress of a case at the provider, in the single text field that a verification stores. Pure.

use chrono::{DateTime, Utc};

/// The maximum length of the field.
const CHARS_MAX: usize = 200;

/// The progress of one submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Progress {
    /// The provider's applicant id.
    pub applicant: String,
    /// The time of the submission; a different time is a different case.
    pub submitted_us: i64,
    /// Whether the check was requested; if false, it is unknown.
    pub asked: bool,
    /// The end of the previous check: a result with this date does not belong to this case.
    pub before: Option<String>,
}

impl Progress {
    /// Parses `kept`, if it belongs to the submission at `submitted_at`.
    pub(super) fn of(kept: Option<&str>, submitted_at: Option<DateTime<Utc>>) -> Option<Self> {
        let progress = Self::read(kept?)?;
        (Some(progress.submitted_us) == submitted_at.map(|at| at.timestamp_micros())).then_some(progress)
    }

    fn read(text: &str) -> Option<Self> {
        let mut parts = text.splitn(4, ' ');
        let applicant = parts.next().filter(|name| is_name(name))?.to_owned();
        let submitted_us = parts.next()?.parse().ok()?;
        let asked = match parts.next()? {
            "asked" => true,
            "begun" => false,
            _ => return None,
        };
        let before = parts.next().map(str::to_owned);
        Some(Self { applicant, submitted_us, asked, before })
    }

    /// The stored form; `None` if it exceeds the field.
    pub(super) fn text(&self) -> Option<String> {
        let word = if self.asked { "asked" } else { "begun" };
        let mut text = format!("{} {} {word}", self.applicant, self.submitted_us);
        if let Some(before) = &self.before {
            text.push(' ');
            text.push_str(before);
        }
        (is_name(&self.applicant) && text.len() <= CHARS_MAX).then_some(text)
    }
}

/// Whether the text is safe in a URL path: the provider's answers are not trusted.
pub(super) fn is_name(text: &str) -> bool {
    (1..=64).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn stored_progress_is_valid_for_its_own_case_only(
            applicant in "[0-9a-f]{24}",
            submitted_us in 0_i64..4_000_000_000_000_000,
            asked: bool,
            before in prop::option::of("2[0-9]{3}-0[1-9]-1[0-9] 1[0-9]:00:00\\+0000"),
        ) {
            let progress = Progress { applicant, submitted_us, asked, before };
            let text = progress.text().unwrap();
            let at = DateTime::from_timestamp_micros(submitted_us);
            prop_assert_eq!(Progress::of(Some(&text), at), Some(progress));
            prop_assert_eq!(Progress::of(Some(&text), DateTime::from_timestamp_micros(submitted_us + 1)), None);
        }

        #[test]
        fn no_text_panics_as_progress(text in ".{0,80}") {
            let _ = Progress::read(&text);
        }
    }
}
