//! A proof that the comparison can fail: a request or an answer is changed on one side only.

use ledger::TransferKind;
use simulation::recording::Recording;
use simulation::recording_ledger::Asked;
use store::testing::TestDb;

use crate::put;

/// A difference between two ledgers; false if the program has no place for it.
type Spoil = fn(&mut Vec<Asked>) -> bool;

const SPOILS: [(&str, Spoil); 7] = [
    ("a change is forgotten", |asked| {
        let at = asked.iter().rposition(|asked| is_new(asked) && !asked.change.transfers.is_empty());
        at.map(|at| asked.remove(at)).is_some()
    }),
    ("a repeated key is answered as a new one", |asked| {
        let repeated = asked.iter_mut().filter(|asked| asked.heard).find_map(|asked| match &mut asked.answer {
            Ok(receipt) if receipt.replayed => Some(receipt),
            _ => None,
        });
        repeated.map(|receipt| receipt.replayed = false).is_some()
    }),
    ("a hold is released for what should be paid", |asked| {
        let ends = asked.iter_mut().filter(|asked| is_new(asked)).flat_map(|asked| &mut asked.change.transfers);
        let mut kinds = ends.map(|transfer| &mut transfer.kind);
        let found = kinds.find_map(|kind| match *kind {
            TransferKind::PostHold { hold } => Some((kind, hold)),
            _ => None,
        });
        found.map(|(kind, hold)| *kind = TransferKind::VoidHold { hold }).is_some()
    }),
    ("a change on what has moved is taken", |asked| {
        let answers: Vec<_> = asked.iter().filter_map(|asked| asked.answer.clone().ok()).collect();
        let moved = asked.iter_mut().find(|asked| asked.answer.is_err());
        moved.zip(answers.into_iter().next()).map(|(asked, receipt)| asked.answer = Ok(receipt)).is_some()
    }),
    ("a record is due at another time", |asked| {
        let records = asked.iter_mut().rev().filter(|asked| is_new(asked)).filter_map(|a| a.change.record.as_mut());
        let mut due = records.filter(|record| record.version > 1);
        due.next().map(|record| record.due_at = record.due_at.xor(Some(chrono::DateTime::UNIX_EPOCH))).is_some()
    }),
    ("an event is not written", |asked| {
        let mut told = asked.iter_mut().filter(|asked| is_new(asked) && !asked.change.events.is_empty());
        told.next().and_then(|asked| asked.change.events.pop()).is_some()
    }),
    ("a job is not written", |asked| {
        let mut led = asked.iter_mut().filter(|asked| is_new(asked) && !asked.change.jobs.is_empty());
        led.next().and_then(|asked| asked.change.jobs.pop()).is_some()
    }),
];

fn is_new(asked: &Asked) -> bool {
    asked.answer.as_ref().is_ok_and(|receipt| !receipt.replayed)
}

#[tokio::test(flavor = "multi_thread")]
async fn two_different_ledgers_are_distinguished() {
    let db = TestDb::new().await;
    for (name, spoil) in SPOILS {
        let spoiled = (1..100).find_map(|seed| {
            let recording = Recording::of(seed, 200, None).ok()?;
            let mut asked = recording.asked.clone();
            spoil(&mut asked).then_some((recording, asked))
        });
        let (recording, asked) = spoiled.unwrap_or_else(|| panic!("no program has a place for this: {name}"));
        let differ = put(&db, &recording, &asked).await;
        let what = differ.expect_err(name);
        println!("{name}: {}", what.lines().take(2).collect::<Vec<_>>().join(" "));
    }
}
