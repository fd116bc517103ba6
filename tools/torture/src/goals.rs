//! The numerical goals of the test plan, and the progress of a run. A missed goal fails no run, because the machine
//! limits the rate of faults. Pure.

use std::fmt::Write as _;

use serde_json::{Value, json};

/// The statistics of a run for the test plan.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    pub seconds: u64,
    pub replica_kills: u64,
    /// The number of crashes at each point: before and after each write and each COMMIT after one.
    pub at_points: Vec<u64>,
    pub database_kills: u64,
    pub lost_commits: u64,
    pub broken_lines: u64,
    /// Acknowledged actions with money.
    pub acknowledged: u64,
    /// Actions with an idempotency key, and the number of deliberate repetitions.
    pub actions: u64,
    pub repeated: u64,
    /// The number of planted bugs that were found, in a run that plants them.
    pub bugs: Option<u64>,
}

/// A goal of the test plan.
struct Goal {
    name: &'static str,
    /// The goal for every commit, and the one before a release.
    per_commit: Option<u64>,
    release: u64,
    unit: Unit,
    /// How it is counted.
    counted: &'static str,
    of: fn(&Figures, u64) -> Progress,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unit {
    Times,
    TimesEach,
    Seconds,
    Percent,
}

/// The progress towards a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Progress {
    done: u64,
    wanted: u64,
    /// Whether a longer run increases it.
    grows: bool,
}

const GOALS: [Goal; 8] = [
    Goal {
        name: "kill -9 of a replica",
        per_commit: Some(200),
        release: 10_000,
        unit: Unit::Times,
        counted: "kills that met a running replica; crashes at a point are counted by themselves",
        of: |run, wanted| Progress::counted(run.replica_kills, wanted),
    },
    Goal {
        name: "crashes at each write point",
        per_commit: Some(1),
        release: 100,
        unit: Unit::TimesEach,
        counted: "over all points, before and after each write and COMMIT, those of one point up to the goal; writes that were not \
                  met are points too",
        of: |run, each| {
            let done = run.at_points.iter().map(|times| (*times).min(each)).sum();
            Progress::counted(done, each.saturating_mul(run.at_points.len() as u64).max(1))
        },
    },
    Goal {
        name: "kill -9 of the whole database",
        per_commit: Some(3),
        release: 500,
        unit: Unit::Times,
        counted: "kills of the server and of every process of its at once",
        of: |run, wanted| Progress::counted(run.database_kills, wanted),
    },
    Goal {
        name: "both at once",
        per_commit: None,
        release: 4 * 3_600,
        unit: Unit::Seconds,
        counted: "the time of a run in which replicas and the database were killed",
        of: |run, wanted| {
            let both = run.replica_kills > 0 && run.database_kills > 0;
            Progress::counted(if both { run.seconds } else { 0 }, wanted)
        },
    },
    Goal {
        name: "COMMIT reached, answer lost",
        per_commit: Some(20),
        release: 5_000,
        unit: Unit::Times,
        counted: "connections cut after a COMMIT of writes had been passed on",
        of: |run, wanted| Progress::counted(run.lost_commits, wanted),
    },
    Goal {
        name: "resets, truncations, black holes",
        per_commit: Some(50),
        release: 10_000,
        unit: Unit::Times,
        counted: "connections reset, messages cut in their middle, black holes, connections silent for ever",
        of: |run, wanted| Progress::counted(run.broken_lines, wanted),
    },
    Goal {
        name: "acknowledged postings",
        per_commit: Some(10_000),
        release: 10_000_000,
        unit: Unit::Times,
        counted: "actions with money that were answered with yes, each looked for in the books afterwards",
        of: |run, wanted| Progress::counted(run.acknowledged, wanted),
    },
    Goal {
        name: "deliberate repeats",
        per_commit: Some(20),
        release: 20,
        unit: Unit::Percent,
        counted: "actions delivered once more under the same key, of all actions",
        of: |run, wanted| {
            let done = (run.repeated * 100).checked_div(run.actions).unwrap_or(0);
            Progress { done, wanted, grows: false }
        },
    },
];

/// The harness's own goal: only runs with planted bugs count it.
const PLANTED: Goal = Goal {
    name: "planted bugs found",
    per_commit: Some(5),
    release: 25,
    unit: Unit::Times,
    counted: "bugs found within a minute each; one that is not found fails the run",
    of: |run, wanted| Progress { done: run.bugs.unwrap_or(0), wanted, grows: false },
};

impl Progress {
    const fn counted(done: u64, wanted: u64) -> Self {
        Self { done, wanted, grows: true }
    }

    const fn is_reached(self) -> bool {
        self.done >= self.wanted
    }

    /// The number of equal runs to reach the goal, this one included; `None` if repetition does not help.
    const fn runs(self) -> Option<u64> {
        match self.wanted.div_ceil(if self.done == 0 { 1 } else { self.done }) {
            _ if self.is_reached() => Some(1),
            _ if !self.grows || self.done == 0 => None,
            runs => Some(runs),
        }
    }

    fn said(self, seconds: u64) -> String {
        match self.runs() {
            _ if self.is_reached() => "reached".to_owned(),
            Some(runs) => format!("not reached: {runs} such runs, {}", length(runs.saturating_mul(seconds))),
            None => "not reached".to_owned(),
        }
    }

    fn json(self, seconds: u64) -> Value {
        let seconds = self.runs().map(|runs| runs.saturating_mul(seconds));
        json!({ "done": self.done, "wanted": self.wanted, "reached": self.is_reached(), "runs": self.runs(), "seconds": seconds })
    }
}

/// In the largest suitable unit, rounded up.
fn length(seconds: u64) -> String {
    match seconds {
        0..120 => format!("{seconds} s"),
        120..7_200 => format!("{} min", seconds.div_ceil(60)),
        7_200..172_800 => format!("{} h", seconds.div_ceil(3_600)),
        _ => format!("{} days", seconds.div_ceil(86_400)),
    }
}

impl Goal {
    fn asked(&self, goal: Option<u64>) -> String {
        match (goal, self.unit) {
            (None, _) => "–".to_owned(),
            (Some(goal), Unit::Times) => goal.to_string(),
            (Some(goal), Unit::TimesEach) => format!("{goal} each"),
            (Some(goal), Unit::Seconds) => length(goal),
            (Some(goal), Unit::Percent) => format!("{goal} %"),
        }
    }

    fn done(&self, run: &Figures, goal: u64) -> String {
        let Progress { done, wanted, .. } = (self.of)(run, goal);
        match self.unit {
            Unit::Times => done.to_string(),
            Unit::TimesEach => format!("{done} of {wanted}"),
            Unit::Seconds => length(done),
            Unit::Percent => format!("{done} %"),
        }
    }

    fn said(&self, run: &Figures, goal: Option<u64>) -> String {
        goal.map_or_else(|| "–".to_owned(), |goal| (self.of)(run, goal).said(run.seconds))
    }

    fn row(&self, run: &Figures) -> [String; 6] {
        [
            self.name.to_owned(),
            self.done(run, self.release),
            self.asked(self.per_commit),
            self.said(run, self.per_commit),
            self.asked(Some(self.release)),
            self.said(run, Some(self.release)),
        ]
    }

    fn json(&self, run: &Figures) -> Value {
        let of = |goal: u64| (self.of)(run, goal).json(run.seconds);
        json!({ "goal": self.name, "counted": self.counted, "per_commit": self.per_commit.map(of),
            "release_gate": of(self.release) })
    }
}

/// The goals that a run of this kind measures.
fn tried(run: &Figures) -> Vec<&'static Goal> {
    match run.bugs {
        Some(_) => vec![&PLANTED],
        None => GOALS.iter().collect(),
    }
}

const HEADS: [&str; 6] = ["test plan", "this run", "per commit", "", "release", ""];

/// A table for the terminal.
pub fn text(run: &Figures) -> String {
    let mut rows = vec![HEADS.map(str::to_owned)];
    rows.extend(tried(run).into_iter().map(|goal| goal.row(run)));
    let wide = |place: usize| rows.iter().map(|row| row[place].chars().count()).max().unwrap_or(0);
    let wide: [usize; 6] = std::array::from_fn(wide);
    let mut text = String::new();
    for row in &rows {
        let cells = row.iter().zip(wide).map(|(cell, wide)| format!("{cell:<wide$}"));
        let _ = writeln!(text, "{}", cells.collect::<Vec<_>>().join("  ").trim_end());
    }
    text
}

/// A Markdown table.
pub fn table(run: &Figures) -> String {
    let mut text = String::from(
        "\n| Test plan | This run | Per commit | | Release | |\n| --- | ---: | ---: | --- | ---: | --- |\n",
    );
    for goal in tried(run) {
        let _ = writeln!(text, "| {} |", goal.row(run).join(" | "));
    }
    text
}

/// JSON.
pub fn json(run: &Figures) -> Value {
    tried(run).into_iter().map(|goal| goal.json(run)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of<'a>(list: &'a Value, name: &str) -> &'a Value {
        list.as_array().unwrap().iter().find(|goal| goal["goal"] == name).unwrap()
    }

    #[test]
    fn a_run_reports_reached_goals_and_the_runs_needed_for_the_rest() {
        let run = Figures { seconds: 900, replica_kills: 300, ..Figures::default() };
        let list = json(&run);
        let kills = of(&list, "kill -9 of a replica");
        assert_eq!(
            kills["per_commit"],
            json!({ "done": 300, "wanted": 200, "reached": true, "runs": 1, "seconds": 900 })
        );
        let release = json!({ "done": 300, "wanted": 10_000, "reached": false, "runs": 34, "seconds": 34 * 900 });
        assert_eq!(kills["release_gate"], release);
        assert!(text(&run).contains("not reached: 34 such runs, 9 h"), "{}", text(&run));
        assert!(table(&run).contains("| kill -9 of a replica | 300 | 200 | reached | 10000 | not reached"));
    }

    #[test]
    fn a_fault_that_never_happened_has_no_projected_number_of_runs() {
        let list = json(&Figures { seconds: 60, ..Figures::default() });
        for goal in list.as_array().unwrap() {
            let release = &goal["release_gate"];
            assert_eq!((&release["reached"], &release["runs"]), (&json!(false), &Value::Null), "{goal}");
        }
    }

    #[test]
    fn frequent_crashes_at_one_point_do_not_replace_a_missing_point() {
        let run = Figures { seconds: 60, at_points: vec![500, 0, 3, 1], ..Figures::default() };
        let list = json(&run);
        let points = of(&list, "crashes at each write point");
        assert_eq!((&points["per_commit"]["done"], &points["per_commit"]["wanted"]), (&json!(3), &json!(4)));
        assert_eq!((&points["release_gate"]["done"], &points["release_gate"]["wanted"]), (&json!(104), &json!(400)));
        let all = Figures { at_points: vec![1, 2], ..run };
        assert_eq!(of(&json(&all), "crashes at each write point")["per_commit"]["reached"], json!(true));
    }

    #[test]
    fn a_combined_goal_needs_both_parts() {
        let replicas = Figures { seconds: 4 * 3_600, replica_kills: 9, ..Figures::default() };
        assert_eq!(of(&json(&replicas), "both at once")["release_gate"]["done"], json!(0));
        let both = Figures { database_kills: 1, ..replicas };
        assert_eq!(of(&json(&both), "both at once")["release_gate"]["reached"], json!(true));
        assert_eq!(of(&json(&both), "both at once")["per_commit"], Value::Null);
    }

    #[test]
    fn a_share_does_not_grow_with_time() {
        let run = |repeated| Figures { seconds: 60, actions: 200, repeated, ..Figures::default() };
        let repeats = |run: &Figures| of(&json(run), "deliberate repeats")["release_gate"].clone();
        assert_eq!(repeats(&run(40))["reached"], json!(true));
        assert_eq!((&repeats(&run(39))["reached"], &repeats(&run(39))["runs"]), (&json!(false), &Value::Null));
    }

    #[test]
    fn planted_bugs_are_counted_where_some_were_planted_and_nothing_else_is() {
        let list = json(&Figures { bugs: Some(24), ..Figures::default() });
        assert_eq!(list.as_array().unwrap().len(), 1);
        assert_eq!(of(&list, PLANTED.name)["release_gate"]["reached"], json!(false));
        assert_eq!(of(&list, PLANTED.name)["per_commit"]["reached"], json!(true));
    }
}
