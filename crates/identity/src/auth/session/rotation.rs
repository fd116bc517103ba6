//! Model-checks all interleavings of refreshes in one session: a customer with lost answers, a token thief, and time.
//! The rows follow the production code, and [`verdict`] makes the decisions.

use std::collections::{BTreeSet, VecDeque};

use chrono::{DateTime, TimeDelta, Utc};

use super::model::{Child, Presented, RefreshDecision, verdict};

/// The maximum number of refresh tokens in the model.
const TOKENS_MAX: usize = 5;
/// Steps of time: within a minute, to its end, and past it.
const PAUSES_SECONDS: [u8; 2] = [30, 31];
/// Higher ages are equivalent.
const OLD_SECONDS: u8 = 61;

/// A refresh token's row; its index is its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Row {
    parent: Option<u8>,
    age: u8,
    used: bool,
}

/// The party that presents tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Party {
    Customer,
    Thief,
}

/// The session, and the tokens of each party.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    rows: Vec<Row>,
    revoked: bool,
    /// The customer's newest token; a lost answer leaves the old one.
    customer: u8,
    /// Whether the answer to the customer's last refresh was lost.
    unsure: bool,
    /// The thief's token.
    thief: Option<u8>,
    /// Whether a thief's renewal ever succeeded.
    robbed: bool,
}

type Rule = fn(&Presented, DateTime<Utc>) -> RefreshDecision;

fn start() -> State {
    let first = Row { parent: None, age: 0, used: false };
    State { rows: vec![first], revoked: false, customer: 0, unsure: false, thief: None, robbed: false }
}

fn now() -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::days(20_000)
}

/// The database's view of a token.
fn presented(state: &State, token: u8) -> Presented {
    let row = state.rows[usize::from(token)];
    let child = child_of(state, token).map(|child| state.rows[usize::from(child)]);
    Presented {
        session_ends_at: now() + TimeDelta::days(1),
        session_revoked: state.revoked,
        expires_at: now() + TimeDelta::hours(1),
        used: row.used,
        superseded: false,
        child: child.map(|child| Child { created_at: now() - TimeDelta::seconds(i64::from(child.age)) }),
    }
}

/// The token that replaced it.
fn child_of(state: &State, token: u8) -> Option<u8> {
    let at = state.rows.iter().position(|child| child.parent == Some(token))?;
    u8::try_from(at).ok()
}

/// A refresh as in the production code, under the session's lock; returns the new token, if any.
fn renew(state: &mut State, token: u8, rule: Rule) -> Option<u8> {
    match rule(&presented(state, token), now()) {
        RefreshDecision::Refuse => return None,
        RefreshDecision::Reuse => {
            state.revoked = true;
            return None;
        }
        RefreshDecision::Repeat => {
            let mut at = child_of(state, token)?;
            while rule(&presented(state, at), now()) == RefreshDecision::Repeat {
                at = child_of(state, at)?;
            }
            return Some(at);
        }
        RefreshDecision::Rotate => {}
    }
    state.rows[usize::from(token)].used = true;
    let new = u8::try_from(state.rows.len()).expect("few tokens");
    state.rows.push(Row { parent: Some(token), age: 0, used: false });
    Some(new)
}

/// The first token has no parent, so its age is irrelevant.
fn normalised(mut state: State) -> State {
    state.rows[0].age = OLD_SECONDS;
    state
}

/// All possible next states.
fn successors(state: &State, rule: Rule) -> Vec<(String, State)> {
    let mut all = Vec::new();
    let mut push = |what: String, next: State| all.push((what, next));
    for pause in PAUSES_SECONDS {
        let mut next = state.clone();
        for row in &mut next.rows {
            row.age = (row.age + pause).min(OLD_SECONDS);
        }
        push(format!("{pause} s pass"), next);
    }
    if state.thief.is_none() {
        // The thief can copy any token that the customer ever had.
        for token in 0..=state.customer {
            push(format!("token {token} is stolen"), State { thief: Some(token), ..state.clone() });
        }
    }
    for (party, token) in [(Party::Customer, Some(state.customer)), (Party::Thief, state.thief)] {
        let Some(token) = token else { continue };
        if state.rows.len() == TOKENS_MAX {
            continue;
        }
        let mut next = state.clone();
        let new = renew(&mut next, token, rule);
        if party == Party::Customer {
            push(
                format!("the answer to the customer's renewal of {token} is lost"),
                State { unsure: true, ..next.clone() },
            );
            next.unsure = false;
            next.customer = new.unwrap_or(next.customer);
        } else if let Some(new) = new {
            (next.thief, next.robbed) = (Some(new), true);
        }
        push(format!("{party:?} renews {token}: {new:?}"), next);
    }
    all
}

/// The invariant that a step violates, if any.
fn broken(before: &State, what: &str, after: &State, rule: Rule) -> Option<String> {
    let of = |token: u8| rule(&presented(after, token), now());
    let tokens = || (0..after.rows.len()).filter_map(|at| u8::try_from(at).ok());
    let live: Vec<u8> = tokens().filter(|token| of(*token) == RefreshDecision::Rotate).collect();
    if live.len() > 1 {
        return Some(format!("two live branches: {live:?}"));
    }
    for token in tokens().filter(|_| !after.revoked) {
        let child = child_of(after, token).map(|child| after.rows[usize::from(child)]);
        let young = child.is_some_and(|child| child.age <= 60);
        if young != (of(token) == RefreshDecision::Repeat) {
            return Some(format!("token {token} is taken again too late, or not at all"));
        }
        let mut again = after.clone();
        if young && (renew(&mut again, token, rule) != live.first().copied() || again != *after) {
            return Some(format!("a repeat of {token} gets another pair than the newest"));
        }
    }
    let ended = !before.revoked && after.revoked;
    if ended && after.thief.is_none() && !before.unsure {
        return Some(format!("an honest customer is thrown out when {what}"));
    }
    // Both have refreshed from one token: one of them must be refused, or the session ended.
    let thief = after.thief.filter(|_| after.robbed && !after.revoked);
    if let Some(thief) = thief
        && thief != after.customer
        && [thief, after.customer].into_iter().all(|token| of(token) == RefreshDecision::Rotate)
    {
        return Some("customer and thief live side by side".to_owned());
    }
    let grew = after.rows.len() > before.rows.len();
    (before.revoked && grew).then(|| "an ended session gives tokens".to_owned())
}

/// Explores all states; returns their number.
fn walk(rule: Rule) -> Result<usize, String> {
    let mut known = BTreeSet::from([start()]);
    let mut queue = VecDeque::from([start()]);
    while let Some(state) = queue.pop_front() {
        for (what, next) in successors(&state, rule) {
            if let Some(why) = broken(&state, &what, &next, rule) {
                return Err(format!("{why}: {what}: {state:?} -> {next:?}"));
            }
            let next = normalised(next);
            if known.insert(next.clone()) {
                queue.push_back(next);
            }
        }
    }
    Ok(known.len())
}

#[test]
fn every_interleaving_of_renewals_leaves_one_live_branch_and_no_thief_beside_the_customer() {
    let states = walk(verdict).unwrap_or_else(|why| panic!("{why}"));
    println!("{states} states");
    assert!(states > 1_000, "only {states} states");
}

/// After a theft, the customer's next refresh ends the session, so a thief cannot keep it while the owner refreshes.
#[test]
fn a_customer_who_renews_after_a_thief_did_ends_the_session() {
    let mut state = start();
    let stolen = renew(&mut state, 0, verdict).expect("the thief is first");
    state.rows[usize::from(stolen)].age = 60;
    assert_eq!(renew(&mut state, 0, verdict), Some(stolen), "within a minute both have the same pair");
    state.rows[usize::from(stolen)].age = OLD_SECONDS;
    assert_eq!(renew(&mut state, 0, verdict), None);
    assert!(state.revoked);
}

#[test]
fn planted_mistakes_are_found() {
    let mistakes: [(&str, Rule); 4] = [
        ("a used token is good for ever", |token, now| match verdict(token, now) {
            RefreshDecision::Reuse if token.used && token.child.is_some() => RefreshDecision::Repeat,
            other => other,
        }),
        ("a repeated token begins a second branch", |token, now| match verdict(token, now) {
            RefreshDecision::Repeat => RefreshDecision::Rotate,
            other => other,
        }),
        ("a repeated token ends the session", |token, now| match verdict(token, now) {
            RefreshDecision::Repeat => RefreshDecision::Reuse,
            other => other,
        }),
        ("an ended session lives on", |token, now| match verdict(token, now) {
            RefreshDecision::Reuse | RefreshDecision::Rotate if token.session_revoked => RefreshDecision::Rotate,
            RefreshDecision::Refuse if token.session_revoked => RefreshDecision::Rotate,
            other => other,
        }),
    ];
    for (name, rule) in mistakes {
        let found = walk(rule);
        assert!(found.is_err(), "{name}: {found:?}");
    }
}
