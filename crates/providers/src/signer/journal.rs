//! The journal of signed transactions: one line each, on the disk before the signature exists. Limits therefore hold
//! over restarts, and a transaction that is signed again counts only once.

use std::collections::{HashMap, VecDeque};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use chrono::{DateTime, TimeDelta, Utc};
use exchange::requisite::ChainKind;
use kernel::Network;
use serde::{Deserialize, Serialize};

use crate::bitcoin::{Past, Signed};

/// The window of the limits: any 24 hours instead of a calendar day, so that midnight does not double a limit.
const WINDOW: TimeDelta = TimeDelta::hours(24);
/// The minimum number of stored transactions; at twice this number the oldest are removed.
const KEPT: usize = 100_000;

/// A coin on one of its networks.
type Purse = (Network, ChainKind);

/// A signed transaction.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Entry {
    /// The time of the decision.
    pub(super) at: DateTime<Utc>,
    /// The coin.
    pub(super) network: Network,
    /// The coin's network.
    pub(super) chain: ChainKind,
    /// The transaction id.
    #[serde(with = "hex32")]
    pub(super) txid: [u8; 32],
    /// The digest of its inputs and their declared amounts.
    #[serde(with = "hex32")]
    pub(super) amounts: [u8; 32],
    /// The digest of its payee's output.
    #[serde(with = "hex32")]
    pub(super) payee: [u8; 32],
    /// Its fee in atoms.
    pub(super) fee: u64,
    /// What it adds to the total that left the wallet, fee included, in atoms.
    pub(super) spent: u64,
}

/// Why the journal cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// Another signer uses it.
    #[error("another signer uses {0}: there is one for each seed")]
    InUse(PathBuf),
    /// A line in the middle is malformed.
    #[error("{path}, line {line}, is damaged: restore the file, or move it away, which forgets what was spent today")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
    },
    /// An error of the file system.
    #[error("the signer's journal {path} cannot be used: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The window contains more transactions than the journal can hold.
    #[error("the signer's journal is full: more than 100000 payments in 24 hours")]
    Full,
}

/// The signer's record of its signatures.
#[derive(Debug)]
pub struct Journal {
    file: Option<JournalFile>,
    known: HashMap<[u8; 32], (Purse, Signed)>,
    entries: VecDeque<Entry>,
}

/// The file, locked while it is open.
#[derive(Debug)]
struct JournalFile {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// A journal in memory, without a file.
    #[must_use]
    pub fn in_memory() -> Self {
        Self { file: None, known: HashMap::new(), entries: VecDeque::new() }
    }

    /// Opens or creates the journal at `path`. Removes an incomplete last line: its signature was never returned.
    ///
    /// # Errors
    /// See [`JournalError`].
    pub fn open(path: &Path) -> Result<Self, JournalError> {
        let failed = |source| JournalError::File { path: path.to_owned(), source };
        let mut options = OpenOptions::new();
        let mut file = options.read(true).append(true).create(true).mode(0o600).open(path).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(JournalError::InUse(path.to_owned())),
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(failed)?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        file.set_len(u64::try_from(whole).unwrap_or(u64::MAX)).map_err(failed)?;
        file.sync_all().map_err(failed)?;
        sync_folder(path).map_err(failed)?;
        let mut journal = Self::in_memory();
        for (number, line) in text[..whole].lines().enumerate() {
            let damaged = |_| JournalError::Damaged { path: path.to_owned(), line: number + 1 };
            journal.remember(serde_json::from_str(line).map_err(damaged)?);
        }
        journal.file = Some(JournalFile { path: path.to_owned(), file });
        Ok(journal)
    }

    /// The earlier signatures that matter for this transaction now, and for the one that it replaces.
    pub(super) fn past(
        &self,
        purse: Purse,
        (txid, replaces): ([u8; 32], Option<[u8; 32]>),
        now: DateTime<Utc>,
    ) -> Past {
        let counts = |entry: &&Entry| (entry.network, entry.chain) == purse && entry.at > now - WINDOW;
        let spent = self.entries.iter().rev().filter(counts).fold(0_u64, |sum, entry| sum.saturating_add(entry.spent));
        let signed = |txid: [u8; 32]| self.known.get(&txid);
        let replaced = replaces.and_then(signed).filter(|(of, _)| *of == purse).map(|(_, signed)| *signed);
        Past { spent, amounts: signed(txid).map(|(_, signed)| signed.amounts), replaced }
    }

    /// Appends the entry, and waits for the disk.
    ///
    /// # Errors
    /// [`JournalError::File`]: then the transaction must not be signed.
    pub(super) fn note(&mut self, entry: Entry) -> Result<(), JournalError> {
        self.make_room(entry.at)?;
        if let Some(JournalFile { path, file }) = &mut self.file {
            let failed = |source| JournalError::File { path: path.clone(), source };
            let before = file.metadata().map_err(failed)?.len();
            let written = file.write_all(line(&entry).as_bytes()).and_then(|()| file.sync_data());
            if let Err(source) = written {
                // An incomplete line would make the next one unreadable.
                let _ = file.set_len(before);
                return Err(failed(source));
            }
        }
        self.remember(entry);
        Ok(())
    }

    fn remember(&mut self, entry: Entry) {
        let signed = Signed { amounts: entry.amounts, payee: entry.payee, fee: entry.fee };
        self.known.insert(entry.txid, ((entry.network, entry.chain), signed));
        self.entries.push_back(entry);
    }

    /// Removes the oldest half when the journal is full, except entries inside the window.
    fn make_room(&mut self, now: DateTime<Utc>) -> Result<(), JournalError> {
        if self.entries.len() < 2 * KEPT {
            return Ok(());
        }
        while self.entries.len() > KEPT && self.entries.front().is_some_and(|oldest| oldest.at <= now - WINDOW) {
            if let Some(oldest) = self.entries.pop_front() {
                self.known.remove(&oldest.txid);
            }
        }
        if self.entries.len() >= 2 * KEPT {
            return Err(JournalError::Full);
        }
        self.rewrite()
    }

    /// Writes a new file and renames it over the old one.
    fn rewrite(&mut self) -> Result<(), JournalError> {
        let Some(kept) = &mut self.file else { return Ok(()) };
        let path = kept.path.clone();
        let failed = |source| JournalError::File { path: path.clone(), source };
        let rewritten: io::Result<File> = (|| {
            let draft = path.with_extension("new");
            let mut options = OpenOptions::new();
            let _ = fs::remove_file(&draft);
            let mut file = options.read(true).append(true).create_new(true).mode(0o600).open(&draft)?;
            // Locked before the rename, so that no other process can lock the new file.
            file.lock()?;
            let text: String = self.entries.iter().map(line).collect();
            file.write_all(text.as_bytes())?;
            file.sync_all()?;
            fs::rename(&draft, &path)?;
            Ok(file)
        })();
        // Replaced even if the folder's sync fails: the old file has no name any more, and writes to it would be lost.
        kept.file = rewritten.map_err(failed)?;
        sync_folder(&path).map_err(failed)
    }
}

fn line(entry: &Entry) -> String {
    // The entry contains only numbers, texts and times, so serialisation cannot fail.
    serde_json::to_string(entry).map(|text| text + "\n").unwrap_or_default()
}

/// Makes a file's name durable by syncing its folder.
pub(super) fn sync_folder(path: &Path) -> io::Result<()> {
    path.parent().map_or(Ok(()), |folder| File::open(folder)?.sync_all())
}

/// 32 bytes as hexadecimal digits.
mod hex32 {
    use serde::{Deserialize, Deserializer, Serializer, de};

    pub(super) fn serialize<S: Serializer>(bytes: &[u8; 32], to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&hex::encode(bytes))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<[u8; 32], D::Error> {
        let bytes = hex::decode(String::deserialize(from)?).map_err(de::Error::custom)?;
        bytes.try_into().map_err(|_| de::Error::custom("not 32 bytes"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LTC: Purse = (Network::Litecoin, ChainKind::Regtest);

    fn entry(number: u8, hours: i64) -> Entry {
        let at = DateTime::UNIX_EPOCH + TimeDelta::hours(hours);
        let (txid, amounts, payee) = ([number; 32], [number + 100; 32], [number + 200; 32]);
        Entry { at, network: LTC.0, chain: LTC.1, txid, amounts, payee, fee: 1, spent: 10 }
    }

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("agio-journal-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn spent(journal: &Journal, hours: i64) -> u64 {
        journal.past(LTC, ([0; 32], None), DateTime::UNIX_EPOCH + TimeDelta::hours(hours)).spent
    }

    #[test]
    fn signed_amounts_count_for_a_day_across_restarts() {
        let path = folder("restart").join("journal");
        let mut journal = Journal::open(&path).unwrap();
        journal.note(entry(1, 0)).unwrap();
        journal.note(entry(2, 10)).unwrap();
        assert!(matches!(Journal::open(&path), Err(JournalError::InUse(_))), "one signer for one seed");
        drop(journal);
        let journal = Journal::open(&path).unwrap();
        assert_eq!([11, 23, 24, 34].map(|hours| spent(&journal, hours)), [20, 20, 10, 0]);
        let past = journal.past(LTC, ([1; 32], Some([2; 32])), DateTime::UNIX_EPOCH);
        assert_eq!(past.amounts, Some([101; 32]));
        assert_eq!(past.replaced, Some(Signed { amounts: [102; 32], payee: [202; 32], fee: 1 }));
        let bitcoin = (Network::Bitcoin, ChainKind::Regtest);
        let other = journal.past(bitcoin, ([9; 32], Some([2; 32])), DateTime::UNIX_EPOCH);
        assert_eq!(other, Past::default(), "a transaction of another chain is not replaced");
    }

    #[test]
    fn a_truncated_last_line_is_dropped_and_a_damaged_one_stops_the_signer() {
        let path = folder("torn").join("journal");
        let mut journal = Journal::open(&path).unwrap();
        journal.note(entry(1, 0)).unwrap();
        drop(journal);
        let whole = fs::read_to_string(&path).unwrap();
        fs::write(&path, format!("{whole}{}", &whole[..30])).unwrap();
        let mut journal = Journal::open(&path).unwrap();
        journal.note(entry(2, 1)).unwrap();
        drop(journal);
        assert_eq!(spent(&Journal::open(&path).unwrap(), 2), 20);
        fs::write(&path, format!("{{}}\n{whole}")).unwrap();
        assert!(matches!(Journal::open(&path), Err(JournalError::Damaged { line: 1, .. })));
    }

    #[test]
    fn a_rewritten_journal_holds_the_same_and_stays_taken() {
        let path = folder("rewrite").join("journal");
        let mut journal = Journal::open(&path).unwrap();
        journal.note(entry(1, 0)).unwrap();
        journal.rewrite().unwrap();
        journal.note(entry(2, 0)).unwrap();
        assert!(matches!(Journal::open(&path), Err(JournalError::InUse(_))));
        drop(journal);
        assert_eq!(spent(&Journal::open(&path).unwrap(), 1), 20);
    }
}
