//! Log lines: each names its event in its first field, and docs/operating.md explains each event.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use super::{is_of_tests, sources};

/// The macros of `tracing`. `event!` is never right, because its first argument is a level.
const MACROS: [&str; 6] = ["error", "warn", "info", "debug", "trace", "event"];

struct LogLine {
    place: String,
    level: &'static str,
    /// The name in the first field.
    event: Option<String>,
    message: String,
}

/// The log lines of the program. Tests and their support are not part of it.
fn log_lines() -> Vec<LogLine> {
    let program = sources().into_iter().filter(|(path, _)| !is_of_tests(path));
    let found: Vec<LogLine> = program.flat_map(|(path, code)| lines_of(&path, &code)).collect();
    assert!(found.len() > 50, "the program logs");
    found
}

fn lines_of(path: &Path, code: &str) -> Vec<LogLine> {
    let without_comments = |line| if str::trim_start(line).starts_with("//") { "" } else { line };
    let code = code.lines().map(without_comments).collect::<Vec<_>>().join("\n");
    let mut found = Vec::new();
    for level in MACROS {
        for (at, call) in code.match_indices(&format!("{level}!(")) {
            let is_longer_name = code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
            if is_longer_name {
                continue;
            }
            let arguments = &code[at + call.len()..];
            let mut texts = texts(arguments);
            let message = texts.pop().unwrap_or_default();
            let is_named = arguments.trim_start().starts_with("event = \"");
            let event = is_named.then(|| texts.into_iter().next()).flatten();
            let place = format!("{}:{}", path.display(), code[..at].lines().count());
            found.push(LogLine { place, level, event, message });
        }
    }
    found
}

/// The string literals of a macro call, up to its closing parenthesis.
fn texts(arguments: &str) -> Vec<String> {
    let (mut found, mut depth, mut text) = (Vec::new(), 1, None::<String>);
    let mut chars = arguments.chars();
    while let Some(c) = chars.next() {
        match (c, &mut text) {
            ('\\', Some(open)) => open.extend(chars.next()),
            ('"', Some(_)) => found.extend(text.take()),
            (_, Some(open)) => open.push(c),
            ('"', None) => text = Some(String::new()),
            ('(', None) => depth += 1,
            (')', None) => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    found
}

/// Two parts in lower snake case, separated by a dot: `payout.signed`.
fn is_event_name(name: &str) -> bool {
    let is_word = |word: &str| !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit());
    let is_part = |part: &str| part.starts_with(|c: char| c.is_ascii_lowercase()) && part.split('_').all(is_word);
    name.split_once('.').is_some_and(|(subject, act)| is_part(subject) && is_part(act))
}

/// The events of the program, with their levels.
fn events() -> BTreeMap<String, BTreeSet<&'static str>> {
    let mut events = BTreeMap::<String, BTreeSet<&str>>::new();
    for line in log_lines() {
        if let Some(event) = line.event {
            events.entry(event).or_default().insert(line.level);
        }
    }
    events
}

fn manual() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/operating.md");
    fs::read_to_string(path).expect("the manual is text")
}

#[test]
fn every_log_line_names_its_event() {
    for LogLine { place, event, message, .. } in log_lines() {
        let event = event.unwrap_or_else(|| panic!("{place}: the first field is event = \"subject.act\": {message}"));
        assert!(is_event_name(&event), "{place}: {event} is not like \"payout.signed\"");
        assert!(!message.is_empty(), "{place}: {event} has no message");
        let is_alert = message.starts_with("ALERT: ");
        assert_eq!(event.starts_with("alert."), is_alert, "{place}: an alert has both marks: {event}, {message}");
    }
}

#[test]
fn an_event_has_one_level() {
    let mixed: Vec<_> = events().into_iter().filter(|(_, levels)| levels.len() > 1).collect();
    assert!(mixed.is_empty(), "an event has one level: {mixed:?}");
}

#[test]
fn the_manual_explains_every_event() {
    let manual = manual();
    let (_, section) = manual.split_once("\n## Log events\n").expect("the manual lists the events");
    let section = section.split("\n## ").next().unwrap_or_default();
    let mut explained = BTreeSet::new();
    for row in section.lines().filter_map(|line| line.strip_prefix("| `")) {
        let mut cells = row.split(" | ");
        let event = cells.next().unwrap_or_default().trim_end_matches('`').to_owned();
        let level = cells.next().unwrap_or_default().to_owned();
        assert!(explained.insert((event.clone(), level)), "{event} stands there twice");
    }
    let ours: BTreeSet<(String, String)> =
        log_lines().into_iter().filter_map(|line| Some((line.event?, line.level.to_owned()))).collect();
    let missing: Vec<_> = ours.difference(&explained).collect();
    assert!(missing.is_empty(), "docs/operating.md, Log events, lacks {missing:?}");
    let strange: Vec<_> = explained.difference(&ours).collect();
    assert!(strange.is_empty(), "docs/operating.md, Log events, has names that no log line has: {strange:?}");
}

#[test]
fn the_manual_quotes_every_alert() {
    let manual = manual();
    for LogLine { place, message, .. } in log_lines() {
        let is_quoted = manual.contains(&format!("| `{message}` |"));
        assert!(is_quoted || !message.starts_with("ALERT: "), "{place}: docs/operating.md, Alerts, lacks {message}");
    }
}

#[test]
fn a_line_is_read_as_it_is_written() {
    let code = r#"
        // warn!("a comment");
        compile_error!("not a log line");
        tracing::warn!(
            event = "payout.signed", %error, kind = of(a),
            "It says \"yes\" (twice)."
        );
        info!("no name");
    "#;
    let found = lines_of(Path::new("a.rs"), code);
    let read = |line: &LogLine| (line.place.clone(), line.level, line.event.clone(), line.message.clone());
    let warn = ("a.rs:4".into(), "warn", Some("payout.signed".into()), "It says \"yes\" (twice).".into());
    let info = ("a.rs:8".into(), "info", None, "no name".into());
    assert_eq!(found.iter().map(read).collect::<Vec<_>>(), [warn, info]);
    for wrong in ["payout", "Payout.signed", "payout.signed.twice", "payout.", "payout._signed", "payout.was signed"] {
        assert!(!is_event_name(wrong), "{wrong}");
    }
}
