//! Notification settings: topics, channels and quiet hours. Pure.

use std::collections::BTreeSet;

use super::kind::Topic;
use super::quiet::Quiet;

/// A way to tell a person. The list in the app shows everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Channel {
    /// By email.
    Mail,
    /// By web push.
    Push,
    /// By a message of the tenant's bot, to a linked Telegram chat.
    Telegram,
}

impl Channel {
    /// All variants.
    pub const ALL: [Self; 3] = [Self::Mail, Self::Push, Self::Telegram];

    /// The code in the database and on the wire.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Mail => "mail",
            Self::Push => "push",
            Self::Telegram => "telegram",
        }
    }
}

/// The choices of a person. Everything is on by default, without quiet hours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotificationSettings {
    /// The topics and channels that are switched off.
    pub off: BTreeSet<(Topic, Channel)>,
    /// The quiet hours.
    pub quiet: Option<Quiet>,
    /// The time zone of the quiet hours, an IANA name.
    pub time_zone: String,
    /// Whether web push and Telegram messages show amounts and names.
    pub shows_details: bool,
    /// Whether security notices also come as text messages, if the person has a verified number.
    pub by_text: bool,
}

impl Default for NotificationSettings {
    fn default() -> Self {
        Self { off: BTreeSet::new(), quiet: None, time_zone: "UTC".to_owned(), shows_details: false, by_text: false }
    }
}

/// Whether a message is sent now, later or never.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// It is sent.
    Send,
    /// It waits for this many minutes.
    Wait(u16),
    /// It is not sent.
    Drop,
}

impl NotificationSettings {
    /// Whether a person is told of a topic in this way. Security is always on.
    #[must_use]
    pub fn is_on(&self, topic: Topic, channel: Channel) -> bool {
        !topic.is_optional() || !self.off.contains(&(topic, channel))
    }

    /// Whether a message is sent now, later or never, at a minute of the person's local day.
    pub(crate) fn verdict(&self, topic: Topic, channel: Channel, minute: u16) -> Verdict {
        if !self.is_on(topic, channel) {
            return Verdict::Drop;
        }
        let left = self.quiet.filter(|_| topic.is_optional()).and_then(|quiet| quiet.left_at(minute));
        left.map_or(Verdict::Send, Verdict::Wait)
    }

    /// The topics and channels that are switched off, as stored.
    pub(super) fn off_codes(&self) -> Vec<String> {
        self.off.iter().map(|(topic, channel)| format!("{}:{}", topic.code(), channel.code())).collect()
    }

    /// Reads what is switched off. Unknown pairs are left out.
    pub(super) fn off_of(codes: &[String]) -> BTreeSet<(Topic, Channel)> {
        let read = |code: &String| {
            let (topic, channel) = code.split_once(':')?;
            let channel = Channel::ALL.into_iter().find(|one| one.code() == channel)?;
            Some((Topic::from_code(topic)?, channel))
        };
        codes.iter().filter_map(read).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn security_notices_cannot_be_switched_off_or_delayed() {
        let off = Topic::ALL.iter().flat_map(|topic| Channel::ALL.map(|channel| (*topic, channel))).collect();
        let quiet = Quiet::new(0, 1439);
        let all_off = NotificationSettings { off, quiet, ..NotificationSettings::default() };
        for channel in Channel::ALL {
            assert_eq!(all_off.verdict(Topic::Security, channel, 60), Verdict::Send);
            assert_eq!(all_off.verdict(Topic::Orders, channel, 60), Verdict::Drop);
        }
        let silent = NotificationSettings { quiet, ..NotificationSettings::default() };
        assert_eq!(silent.verdict(Topic::Orders, Channel::Mail, 1400), Verdict::Wait(39));
        assert_eq!(silent.verdict(Topic::Orders, Channel::Mail, 1439), Verdict::Send);
        assert_eq!(NotificationSettings::off_of(&all_off.off_codes()), all_off.off, "what is stored reads back");
    }
}
