//! Tests of the crash points: every write of the program has one before it, after it, and at its commit.

use super::*;
use crate::wire::Client;

#[test]
fn a_site_crashes_on_either_side_before_any_crashes_again() {
    let points = Points::default();
    let site = || Site::Write("DELETE FROM a".into());
    assert_eq!(points.meet(site(), false, true), None);
    assert_eq!(points.meet(site(), true, false), Some(Crash::Before));
    assert_eq!(points.meet(site(), true, false), Some(Crash::After));
    assert_eq!(points.meet(site(), true, false), None);
    assert_eq!(points.meet(site(), true, true), Some(Crash::Before));
}

#[test]
fn an_aimed_run_crashes_after_the_commits_it_aims_at_and_nowhere_else() {
    let points = Points::aimed_at(Some(Aim::Death("INSERT INTO a")));
    let write = |sql: &str| Site::Write(sql.into());
    let commit = |sql: &str| Site::Commit(sql.into());
    let aimed = "INSERT INTO a (b) VALUES ($1)";
    for elsewhere in [write(aimed), commit("UPDATE a SET b = 1"), write("INSERT INTO c SELECT 1")] {
        assert_eq!(points.meet(elsewhere, true, true), None);
    }
    assert_eq!(points.meet(commit(aimed), false, true), None, "nobody is to crash");
    for _ in 0..3 {
        assert_eq!(points.meet(commit(aimed), true, false), Some(Crash::After));
    }
}

#[test]
fn a_run_that_cuts_one_write_strikes_nothing_else() {
    let points = Points::aimed_at(Some(Aim::Cut("UPDATE a")));
    let aimed = "UPDATE a SET b = 1";
    for elsewhere in [Site::Commit(aimed.into()), Site::Write("UPDATE c SET b = 1".into())] {
        assert_eq!(points.meet(elsewhere, true, true), None);
    }
    assert_eq!(points.meet(Site::Write(aimed.into()), true, false), Some(Crash::Cut));
}

#[test]
fn a_commit_is_known_by_the_first_write_of_its_transaction() {
    let mut wrote = None;
    let mut at = |sql: &str| Site::of(&Means::RunsNow(sql.into()), &mut wrote);
    let (first, last) = ("UPDATE orders SET a = 1", "INSERT INTO jobs VALUES (1)");
    assert_eq!([at("BEGIN"), at(first), at("SELECT 1"), at(last)].iter().flatten().count(), 2);
    assert_eq!(at("COMMIT"), Some(Site::Commit(first.into())));
    assert_eq!(at("COMMIT"), None, "of nothing");
}

#[test]
fn a_run_without_writes_has_not_reached_all_points() {
    let nowhere = Points::default().summary(Path::new("/nowhere"));
    assert_eq!(nowhere.known, 0);
    assert!(!Points::verdict(&nowhere, false).holds() && !Points::verdict(&nowhere, true).holds());
}

#[test]
fn a_long_run_must_meet_every_write_but_those_that_no_run_can() {
    let sources = crate::run::sources();
    let points = Points::default();
    let none = points.summary(&sources);
    assert!(none.unmet.len() > 100 && !Points::verdict(&none, true).holds() && Points::verdict(&none, false).holds());
    for sql in &none.unmet {
        points.meet(Site::Write(sql.as_str().into()), false, false);
    }
    assert!(Points::verdict(&points.summary(&sources), true).holds());
}

#[test]
fn the_writes_of_the_program_are_known() {
    let sources = crate::run::sources();
    let known = known_writes(&sources);
    assert!(known.len() > 50, "{} writes", known.len());
    assert!(known.iter().any(|sql| sql.contains("INSERT INTO transfers")));
    // A dynamic statement of a clean-up.
    assert!(known.iter().any(|sql| sql.starts_with("DELETE FROM login_challenges WHERE (tenant_id, id) IN")));
    for (part, _) in NEVER {
        assert!(known.iter().any(|sql| is_part(part, sql)), "{part} is no longer written: take it off the list");
    }
}

/// Whether a statement changes rows, judged by its words: a method independent of the harness's own.
fn changes(sql: &str) -> bool {
    let outside: String = sql.split('\'').step_by(2).collect();
    let words: Vec<&str> =
        outside.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|w| !w.is_empty()).collect();
    let before = |at: usize| at.checked_sub(1).and_then(|at| words.get(at)).copied().unwrap_or_default();
    words.iter().enumerate().any(|(at, word)| match *word {
        "INSERT" | "DELETE" | "MERGE" | "TRUNCATE" | "COPY" | "CALL" => true,
        "UPDATE" => !matches!(before(at), "FOR" | "KEY" | "DO"),
        _ => false,
    })
}

fn message(kind: u8, body: &str) -> Vec<u8> {
    let length = u32::try_from(body.len() + 4).unwrap();
    [[kind].as_slice(), length.to_be_bytes().as_slice(), body.as_bytes()].concat()
}

/// The sites of a transaction with this one statement, byte for byte as sqlx sends it.
fn sites(sql: &str) -> Vec<Site> {
    let (prepared, bound) = (format!("s1\0{sql}\0\0\0"), "\0s1\0\0\0\0\0\0\0");
    let mut bytes = vec![0, 0, 0, 9, 0, 3, 0, 0, 0];
    for (kind, body) in [
        (b'Q', "BEGIN\0"),
        (b'P', prepared.as_str()),
        (b'D', "Ss1\0"),
        (b'S', ""),
        (b'B', bound),
        (b'E', "\0\0\0\0\0"),
        (b'S', ""),
        (b'Q', "COMMIT\0"),
    ] {
        bytes.extend(message(kind, body));
    }
    let (mut client, mut wrote) = (Client::default(), None);
    client.read(&bytes).iter().filter_map(|message| Site::of(&message.means, &mut wrote)).collect()
}

#[test]
fn every_write_of_the_program_has_a_crash_point_before_and_after_it_and_its_commit() {
    let sources = crate::run::sources();
    let all = statements(&sources);
    let written: Vec<&String> = all.iter().filter(|sql| changes(sql)).collect();
    assert!(written.len() > 200, "{} writes", written.len());
    let points = Points::default();
    for sql in &written {
        let here = sites(sql);
        let (text, at) = (|| Sql::from(sql.as_str()), |site: &Site| points.meet(site.clone(), true, false));
        assert_eq!(here, [Site::Write(text()), Site::Commit(text())], "it is not seen to go by");
        for site in &here {
            assert_eq!([at(site), at(site), at(site)], [Some(Crash::Before), Some(Crash::After), None], "{site:?}");
        }
    }
    let summary = points.summary(&sources);
    assert_eq!(summary.unmet, Vec::<String>::new());
    assert_eq!((summary.met, summary.met_before, summary.met_after), (summary.known, summary.known, summary.known));
    assert_eq!(summary.known, written.len() as u64, "both ways of telling agree");
    assert!(sites("SELECT id FROM jobs FOR UPDATE SKIP LOCKED").is_empty(), "and reading is none");
}

/// A write inside a function is invisible in the statement that calls it.
#[test]
fn the_schema_has_no_function_that_writes_on_its_own() {
    let folder = crate::run::sources().join("crates/store/migrations");
    let mut read = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        read += 1;
        for made in text.replace("OR REPLACE ", "").split("CREATE FUNCTION ").skip(1) {
            let head = made.split("AS $$").next().unwrap_or_default();
            assert!(head.contains("RETURNS trigger"), "{head}");
        }
        assert!(!text.contains("PROCEDURE "), "a procedure");
    }
    assert!(read > 5, "{read} files");
}

#[test]
fn the_report_counts_crash_points_that_crashed_and_those_reached() {
    let sources = crate::run::sources();
    let points = Points::default();
    let known: Vec<String> = known_writes(&sources).into_iter().take(3).collect();
    let meet = |sql: &str, armed| points.meet(Site::Write(sql.into()), armed, false);
    for sql in &known {
        meet(sql, false);
    }
    // The same statement with different whitespace.
    meet(&known[0].replacen(' ', "\n  ", 1), true);
    for _ in 0..2 {
        meet(&known[1], true);
    }
    let summary = points.summary(&sources);
    assert_eq!((summary.met, summary.met_before, summary.met_after), (3, 2, 1));
    let [before, after] = Points::crashes(&summary);
    assert_eq!((before.verified, after.verified, before.holds() && after.holds()), (2, 1, true));
}
