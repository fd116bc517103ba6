use std::fmt;

/// Transfers per second.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Speed {
    /// Between many accounts.
    pub spread: u64,
    /// With one account in all of them.
    pub hot: u64,
}

/// The figures of one run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BenchReport {
    /// Through the Journal, thousands of callers waiting.
    pub journal: Speed,
    /// One transaction per request, 16 callers: the same statements on the same tables, without grouping.
    pub one_by_one: Speed,
    /// The same rows with nothing decided or locked: bulk inserts on one connection.
    pub bulk: Speed,
}

impl BenchReport {
    /// The median of each figure.
    pub(super) fn median(rounds: &[Self]) -> Self {
        let middle = |figure: fn(&Self) -> u64| {
            let mut figures: Vec<u64> = rounds.iter().map(figure).collect();
            figures.sort_unstable();
            figures.get(figures.len() / 2).copied().unwrap_or(0)
        };
        Self {
            journal: Speed { spread: middle(|r| r.journal.spread), hot: middle(|r| r.journal.hot) },
            one_by_one: Speed { spread: middle(|r| r.one_by_one.spread), hot: middle(|r| r.one_by_one.hot) },
            bulk: Speed { spread: middle(|r| r.bulk.spread), hot: middle(|r| r.bulk.hot) },
        }
    }

    /// Whether it does what is asked of it: on a hot account five times one transaction per request and half of bulk inserts.
    #[must_use]
    pub fn meets_its_aims(&self) -> bool {
        self.journal.hot >= 5 * self.one_by_one.hot && 2 * self.journal.hot >= self.bulk.hot
    }
}

impl fmt::Display for BenchReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<34}{:>12}{:>16}", "transfers per second", "spread", "one hot account")?;
        let row = |f: &mut fmt::Formatter<'_>, name, speed: Speed| {
            writeln!(f, "{name:<34}{:>12}{:>16}", speed.spread, speed.hot)
        };
        row(f, "the Journal", self.journal)?;
        row(f, "one transaction per request", self.one_by_one)?;
        row(f, "bulk inserts of the same rows", self.bulk)?;
        let times = |figure: u64, of: u64| {
            let hundredths = figure * 100 / of.max(1);
            format!("{}.{:02}", hundredths / 100, hundredths % 100)
        };
        let ratio = |f: &mut fmt::Formatter<'_>, name, of: Speed, aim| {
            let (spread, hot) = (times(self.journal.spread, of.spread), times(self.journal.hot, of.hot));
            writeln!(f, "{name:<34}{spread:>12}{hot:>16}   {aim}")
        };
        ratio(f, "Journal / one per request", self.one_by_one, "(aim: 5 on the hot account)")?;
        ratio(f, "Journal / bulk inserts", self.bulk, "(aim: 0.5)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_shows_both_ratios() {
        let speed = |spread, hot| Speed { spread, hot };
        let report = BenchReport {
            journal: speed(30_000, 40_000),
            one_by_one: speed(5_000, 2_000),
            bulk: speed(50_000, 60_000),
        };
        assert!(report.meets_its_aims());
        let text = report.to_string();
        assert!(text.contains("6.00           20.00") && text.contains("0.60            0.66"), "{text}");
        assert!(!BenchReport { bulk: speed(1, 80_001), ..report }.meets_its_aims());
    }
}
