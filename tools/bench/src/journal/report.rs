//! The benchmark's report as text and JSON, with the performance targets.

use std::fmt;

use serde_json::{Number, Value, json};

use super::model::{Accounts, Baselines, Case, Figures, Work};

/// The target for the 99th percentile of a single caller's latency, in microseconds.
const ONE_CALLER_P99_US: u64 = 3_000;

/// The figures of one run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BenchReport {
    /// The database server.
    pub server: String,
    /// The figures without the Journal.
    pub baselines: Baselines,
    /// The figures of the Journal.
    pub cases: Vec<(Case, Figures)>,
}

impl BenchReport {
    /// The figures as JSON; rates in transfers per second.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let Baselines {
            one_tx_spread,
            one_tx_hot,
            one_tx_alone,
            one_tx_alone_p99_us,
            bulk_insert,
            bulk_insert_full,
            ..
        } = self.baselines;
        let (spread_callers, hot_callers) = (self.baselines.one_tx_spread_callers, self.baselines.one_tx_hot_callers);
        let cases: Vec<Value> = self.cases.iter().map(|(case, figures)| case_json(case, figures)).collect();
        json!({
            "baselines": {
                "one_tx_spread": one_tx_spread, "one_tx_spread_callers": spread_callers,
                "one_tx_hot": one_tx_hot, "one_tx_hot_callers": hot_callers, "one_tx_alone": one_tx_alone, "one_tx_alone_p99_ms": millis(one_tx_alone_p99_us),
                "bulk_insert": bulk_insert, "bulk_insert_full": bulk_insert_full,
            },
            "cases": cases,
        })
    }

    /// The transfers per second of a case, if it was run.
    #[must_use]
    pub fn rate(&self, wanted: Case) -> Option<u64> {
        self.cases.iter().find(|(case, _)| *case == wanted).map(|(_, figures)| figures.per_second)
    }

    /// The performance targets, and whether each is met; only for cases that were run.
    #[must_use]
    pub fn aims(&self) -> Vec<(String, bool)> {
        let mut aims = self.aims_of_many();
        aims.extend([Accounts::Hot, Accounts::Spread].into_iter().flat_map(|accounts| self.aims_of_one(accounts)));
        aims
    }

    fn aims_of_one(&self, accounts: Accounts) -> Vec<(String, bool)> {
        let alone = Case { callers: 1, accounts, work: Work::Transfer, tenants: 1, full: false };
        let Some((_, found)) = self.cases.iter().find(|(case, _)| *case == alone) else { return Vec::new() };
        let (name, base) = (accounts.name(), self.baselines.one_tx_alone);
        let rate = format!(
            "one caller, {name}, to one transaction per request alone: {} (aim 1.00)",
            ratio(found.per_second, base)
        );
        let slowest = format!(
            "one caller, {name}, p99: {} ms (aim under 3.000; one transaction per request alone {})",
            thousandth(found.p99_us),
            thousandth(self.baselines.one_tx_alone_p99_us)
        );
        vec![(rate, found.per_second >= base), (slowest, found.p99_us < ONE_CALLER_P99_US)]
    }

    fn aims_of_many(&self) -> Vec<(String, bool)> {
        let case =
            |accounts, tenants, full| self.rate(Case { callers: 4_096, accounts, work: Work::Transfer, tenants, full });
        let Baselines { one_tx_spread, one_tx_hot, bulk_insert, bulk_insert_full, .. } = self.baselines;
        let mut aims = Vec::new();
        let mut aim = |what: &str, figure: Option<u64>, times_100: u64, of: Option<u64>| {
            if let (Some(figure), Some(of)) = (figure, of) {
                let text = format!("{what}: {} (aim {})", ratio(figure, of), ratio(times_100, 100));
                aims.push((text, figure * 100 >= of * times_100));
            }
        };
        let (hot, spread) = (case(Accounts::Hot, 1, false), case(Accounts::Spread, 1, false));
        aim("hot, to one transaction per request", hot, 3_000, Some(one_tx_hot));
        aim("spread, to one transaction per request", spread, 800, Some(one_tx_spread));
        aim("hot, to bulk inserts", hot, 60, Some(bulk_insert));
        aim("spread, to bulk inserts", spread, 60, Some(bulk_insert));
        aim("hot, to spread", hot, 100, spread);
        // The targets of full changes are half of those of transfers. The comparable bulk inserts are those of full
        // changes, because those of transfers alone write no record, event or job. The stricter comparison with
        // transfers alone is listed as well.
        let (full_hot, full_spread) = (case(Accounts::Hot, 1, true), case(Accounts::Spread, 1, true));
        aim("full change, hot, to one transaction per request", full_hot, 1_500, Some(one_tx_hot));
        aim("full change, spread, to one transaction per request", full_spread, 400, Some(one_tx_spread));
        aim("full change, hot, to bulk inserts of full changes", full_hot, 30, Some(bulk_insert_full));
        aim("full change, spread, to bulk inserts of full changes", full_spread, 30, Some(bulk_insert_full));
        aim("full change, hot, to bulk inserts of transfers alone", full_hot, 30, Some(bulk_insert));
        aim("full change, spread, to bulk inserts of transfers alone", full_spread, 30, Some(bulk_insert));
        aim("full change, to transfers alone, hot", full_hot, 50, hot);
        aim("full change, to transfers alone, spread", full_spread, 50, spread);
        aim("50 tenants, to one, hot", case(Accounts::Hot, 50, false), 70, hot);
        aim("50 tenants, to one, spread", case(Accounts::Spread, 50, false), 70, spread);
        aims
    }
}

fn case_json(case: &Case, figures: &Figures) -> Value {
    json!({
        "callers": case.callers, "accounts": case.accounts.name(), "work": case.work.name(), "tenants": case.tenants,
        "full": case.full, "per_second": figures.per_second, "p50_ms": millis(figures.p50_us),
        "p99_ms": millis(figures.p99_us), "wal_bytes": figures.wal_bytes,
        "own_cpu_us": figures.own_cpu_ns.map(millis), "database_cpu_us": figures.database_cpu_ns.map(millis),
    })
}

/// Formats a thousandth of `number` exactly: microseconds as milliseconds.
fn thousandth(number: u64) -> String {
    format!("{}.{:03}", number / 1_000, number % 1_000)
}

fn millis(micros: u64) -> Value {
    thousandth(micros).parse::<Number>().map_or(Value::Null, Value::Number)
}

/// `figure / of` with two decimals, truncated.
fn ratio(figure: u64, of: u64) -> String {
    let hundredths = figure.saturating_mul(100) / of.max(1);
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

impl fmt::Display for BenchReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Baselines { one_tx_spread, one_tx_hot, one_tx_alone, bulk_insert, bulk_insert_full, .. } = self.baselines;
        let (spread_callers, hot_callers) = (self.baselines.one_tx_spread_callers, self.baselines.one_tx_hot_callers);
        writeln!(f, "{}", self.server)?;
        writeln!(f, "Transfers a second without the Journal:")?;
        writeln!(f, "  one transaction per request, spread  {one_tx_spread:>8}  best with {spread_callers} callers")?;
        writeln!(f, "  one transaction per request, hot     {one_tx_hot:>8}  best with {hot_callers} callers")?;
        writeln!(f, "  one transaction per request, alone   {one_tx_alone:>8}")?;
        writeln!(f, "  bulk inserts of the same rows        {bulk_insert:>8}")?;
        writeln!(f, "  the same with records and events     {bulk_insert_full:>8}")?;
        writeln!(
            f,
            "{:>7} {:<7}{:<10}{:>7} {:<5}{:>9}{:>10}{:>9}{:>10}{:>10}{:>9}{:>9}{:>7}",
            "callers",
            "shape",
            "work",
            "tenants",
            "full",
            "/s",
            "/ one tx",
            "/ bulk",
            "p50 ms",
            "p99 ms",
            "own us",
            "db us",
            "wal B"
        )?;
        for (case, figures) in &self.cases {
            self.row(f, case, figures)?;
        }
        for (aim, met) in self.aims() {
            writeln!(f, "{}  {aim}", if met { "met   " } else { "missed" })?;
        }
        Ok(())
    }
}

impl BenchReport {
    fn row(&self, f: &mut fmt::Formatter<'_>, case: &Case, figures: &Figures) -> fmt::Result {
        let one_tx = match case.accounts {
            Accounts::Spread => self.baselines.one_tx_spread,
            Accounts::Hot => self.baselines.one_tx_hot,
        };
        let bulk = if case.full { self.baselines.bulk_insert_full } else { self.baselines.bulk_insert };
        let cpu = |ns: Option<u64>| ns.map_or_else(|| "-".to_owned(), thousandth);
        writeln!(
            f,
            "{:>7} {:<7}{:<10}{:>7} {:<5}{:>9}{:>10}{:>9}{:>10}{:>10}{:>9}{:>9}{:>7}",
            case.callers,
            case.accounts.name(),
            case.work.name(),
            case.tenants,
            if case.full { "yes" } else { "no" },
            figures.per_second,
            ratio(figures.per_second, one_tx),
            ratio(figures.per_second, bulk),
            thousandth(figures.p50_us),
            thousandth(figures.p99_us),
            cpu(figures.own_cpu_ns),
            cpu(figures.database_cpu_ns),
            figures.wal_bytes
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report() -> BenchReport {
        let case = |accounts| Case { callers: 4_096, accounts, work: Work::Transfer, tenants: 1, full: false };
        let figures =
            |per_second| Figures { per_second, p50_us: 21_034, p99_us: 99_999, wal_bytes: 700, ..Figures::default() };
        BenchReport {
            server: "PostgreSQL".into(),
            baselines: Baselines {
                one_tx_spread: 2_000,
                one_tx_spread_callers: 32,
                one_tx_hot: 1_000,
                one_tx_hot_callers: 16,
                one_tx_alone: 900,
                one_tx_alone_p99_us: 2_500,
                bulk_insert: 60_000,
                bulk_insert_full: 20_000,
            },
            cases: vec![(case(Accounts::Hot), figures(45_000)), (case(Accounts::Spread), figures(15_000))],
        }
    }

    #[test]
    fn the_table_shows_both_ratios_and_the_targets() {
        let text = report().to_string();
        assert!(text.contains("45000     45.00     0.75    21.034    99.999"), "{text}");
        assert!(text.contains("2000  best with 32 callers") && text.contains("1000  best with 16 callers"), "{text}");
        assert!(text.contains("met     hot, to one transaction per request: 45.00 (aim 30.00)"), "{text}");
        assert!(text.contains("missed  spread, to one transaction per request: 7.50 (aim 8.00)"), "{text}");
        for word in ["50 tenants", "full change", "one caller"] {
            assert!(!text.contains(word), "nothing is said of what was not measured");
        }
    }

    #[test]
    fn one_caller_is_compared_with_one_transaction_after_the_other() {
        let mut report = report();
        let alone = Case { callers: 1, accounts: Accounts::Spread, work: Work::Transfer, tenants: 1, full: false };
        report.cases = vec![(alone, Figures { per_second: 950, p99_us: 3_000, ..Figures::default() })];
        let aims = report.aims();
        assert_eq!(aims.len(), 2);
        assert!(aims[0].1 && aims[0].0.ends_with("1.05 (aim 1.00)"), "{aims:?}");
        assert!(!aims[1].1 && aims[1].0.contains("3.000 ms (aim under 3.000;"), "{aims:?}");
    }

    #[test]
    fn the_json_has_the_shape_that_was_agreed_and_exact_numbers() {
        let json = report().to_json();
        let baselines = json["baselines"].as_object().expect("an object");
        assert!(baselines.values().all(Value::is_number), "{baselines:?}");
        assert_eq!((&baselines["one_tx_hot"], &baselines["one_tx_hot_callers"]), (&json!(1_000), &json!(16)));
        let case = &json["cases"][0];
        assert_eq!(
            (&case["accounts"], &case["work"], &case["full"]),
            (&json!("hot"), &json!("transfer"), &json!(false))
        );
        assert_eq!((case["p50_ms"].to_string(), case["wal_bytes"].to_string()), ("21.034".into(), "700".into()));
    }
}
