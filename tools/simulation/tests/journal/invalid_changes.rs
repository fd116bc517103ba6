//! Inserts invalid changes: repeated, too large, of other owners, on wrong versions, under used keys.

use kernel::{Amount, ManualClock, World};
use ledger::Change;
use ledger::memory::MemoryJournal;
use simulation::dice::Dice;
use simulation::recording::Recording;
use simulation::recording_ledger::Asked;
use uuid::Uuid;

/// The percentage of changes that are followed by an invalid one.
const MEDDLED_PERCENT: u64 = 20;

/// The same program with invalid changes in between, and the answers of the ledger in memory.
pub fn meddled(recording: &Recording) -> Recording {
    let Some(first) = recording.asked.first() else { return recording.clone() };
    let clock = ManualClock::at(first.at);
    let (world, mut dice) = (World::seeded(clock.clone(), recording.plan.seed + 1), Dice::new(recording.plan.seed));
    let (mut books, mut asked) = (MemoryJournal::new(), Vec::new());
    for original in &recording.asked {
        clock.set(original.at);
        let mut ask = |change: Change, heard: bool, books: &mut MemoryJournal| {
            let answer = books.commit(world.uuid(), change.clone(), original.at);
            asked.push(Asked { at: original.at, change, answer, heard });
        };
        ask(original.change.clone(), original.heard, &mut books);
        if dice.chance(MEDDLED_PERCENT) {
            ask(wrong(original.change.clone(), &books, &world, &mut dice), true, &mut books);
        }
    }
    Recording { asked, books, ..recording.clone() }
}

fn wrong(change: Change, books: &MemoryJournal, world: &World, dice: &mut Dice) -> Change {
    let kind = dice.below(7);
    if kind == 0 {
        // A different change under a used key.
        return Change { transfers: Vec::new(), record: None, ..change };
    }
    let mut change = Change { key: format!("wrong:{}", world.uuid()).into(), ..change };
    if let Some(record) = &mut change.record {
        record.version = books.record(record.id).map_or(0, |found| found.version) + 1;
        match kind {
            1 => record.version += 1,
            2 => record.owner = Uuid::nil(),
            _ => {}
        }
    }
    for transfer in &mut change.transfers {
        // Transfers of the third kind keep their ids.
        if kind != 3 {
            transfer.id = world.uuid();
        }
        if kind == 4 {
            transfer.amount = Amount::new(transfer.amount.atoms() * 1_000_000, transfer.amount.currency());
        }
    }
    change
}
