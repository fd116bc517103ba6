//! Tests of the bank's folder, on a real disk and a real database.

use std::fs::{self, File};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use chrono::TimeDelta;
use kernel::{ManualClock, World};

use super::{BankFolder, Visit, VisitError};
use crate::bank::store::folder;
use crate::bank::tests::{FROM_ADA, Stage, entry, statement};

/// A tenant's bank with a folder, which is deleted afterwards.
struct Bank {
    stage: Stage,
    clock: std::sync::Arc<ManualClock>,
    folder: BankFolder,
}

impl Drop for Bank {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder.root);
    }
}

impl Bank {
    async fn new(name: &str) -> Self {
        let root = std::env::temp_dir().join(format!("agio-bank-{name}-{}", std::process::id()));
        for part in ["incoming", "outgoing"] {
            fs::create_dir_all(root.join(part)).unwrap();
        }
        let clock = ManualClock::at(World::system().now());
        let folder = BankFolder { root };
        let mut stage = Stage::at(World::with_clock(clock.clone())).await;
        stage.bank = stage.bank.clone().by_folder(folder.clone());
        Self { stage, clock, folder }
    }

    async fn visit(&self) -> Visit {
        self.stage.bank.visit_folder(self.stage.tenant).await.unwrap()
    }

    fn path(&self, part: &str) -> PathBuf {
        self.folder.root.join(part)
    }

    fn names(&self, part: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path(part)).unwrap();
        let mut names: Vec<String> = entries.map(|one| one.unwrap().file_name().into_string().unwrap()).collect();
        names.retain(|name| name != ".lock");
        names.sort_unstable();
        names
    }

    /// Puts a file into `incoming`, as an agent that finished it a minute ago.
    fn arrives(&self, name: &str, content: &str) {
        fs::write(self.path("incoming").join(name), content).unwrap();
        self.settles(name);
    }

    fn settles(&self, name: &str) {
        let before = SystemTime::from(World::system().now()) - Duration::from_secs(60);
        File::options().write(true).open(self.path("incoming").join(name)).unwrap().set_modified(before).unwrap();
    }

    /// The payment file that is made of a payment, of which nothing is in the folder.
    async fn unwritten(&self) -> folder::UnwrittenFile {
        self.stage.pay("Ada Lovelace", 2).await;
        self.clock.advance(TimeDelta::minutes(1));
        self.stage.bank.make_payment_file(self.stage.tenant, "pat", kernel::Currency::EUR).await.unwrap();
        let mut tx = self.stage.db.store.tenant(self.stage.tenant).await.unwrap();
        folder::unwritten(tx.conn(), self.stage.tenant, 9).await.unwrap().remove(0)
    }

    async fn note_staged(&self, file: &folder::UnwrittenFile) {
        let mut tx = self.stage.db.store.tenant(self.stage.tenant).await.unwrap();
        assert!(folder::mark_staged(tx.conn(), self.stage.tenant, file.id, World::system().now()).await.unwrap());
        tx.commit().await.unwrap();
    }
}

fn paid() -> String {
    statement("1", &entry("B1", "CRDT", "20.00", 27, FROM_ADA))
}

#[tokio::test]
async fn payments_of_one_moment_go_out_in_one_file_once() {
    let bank = Bank::new("out").await;
    let (ada, _) = bank.stage.pay("Ada Lovelace", 2).await;
    bank.stage.pay("Grace Hopper", 3).await;
    assert_eq!(bank.visit().await, Visit::default(), "it waits for others of the same moment");
    bank.clock.advance(TimeDelta::minutes(1));
    let visit = bank.visit().await;
    assert_eq!((visit.written.clone(), bank.names("staged")), (bank.names("outgoing"), vec![]));
    let content = fs::read_to_string(bank.path("outgoing").join(&visit.written[0])).unwrap();
    assert!(content.contains(&super::super::end_to_end_id(&ada)) && content.contains("Grace Hopper"), "{content}");
    // The bank's agent takes the file away.
    fs::remove_file(bank.path("outgoing").join(&visit.written[0])).unwrap();
    assert_eq!((bank.visit().await, bank.names("outgoing")), (Visit::default(), vec![]));
    let files = bank.stage.bank.overview(bank.stage.tenant).await.unwrap().files;
    assert!(files.len() == 1 && files[0].written_at.is_some(), "{files:?}");
}

#[tokio::test]
async fn a_file_that_a_crash_left_beside_the_folder_is_moved_in() {
    for is_noted in [false, true] {
        let bank = Bank::new(&format!("crash-{is_noted}")).await;
        let file = bank.unwritten().await;
        let name = format!("{}.xml", file.message_id);
        assert!(bank.folder.enter().unwrap().is_some());
        bank.folder.stage(&name, &file.content.as_bytes()[..20]).unwrap();
        if is_noted {
            bank.note_staged(&file).await;
        }
        assert_eq!(bank.visit().await.written.join(" "), name);
        assert_eq!(fs::read_to_string(bank.path("outgoing").join(&name)).unwrap(), file.content, "it is whole");
    }
}

#[tokio::test]
async fn a_file_that_the_bank_took_before_a_crash_is_not_written_again() {
    let bank = Bank::new("taken").await;
    let file = bank.unwritten().await;
    let name = format!("{}.xml", file.message_id);
    assert!(bank.folder.enter().unwrap().is_some());
    bank.folder.stage(&name, file.content.as_bytes()).unwrap();
    bank.note_staged(&file).await;
    let refused = bank.stage.bank.refuse_payment_file(bank.stage.tenant, file.id, "late").await;
    assert!(refused.is_err(), "its payments would be made again while the file is on its way: {refused:?}");
    bank.folder.release(&name).unwrap();
    fs::remove_file(bank.path("outgoing").join(&name)).unwrap();
    bank.visit().await;
    assert_eq!(bank.names("outgoing"), [""; 0]);
    assert_eq!(bank.stage.bank.refuse_payment_file(bank.stage.tenant, file.id, "late").await.unwrap(), Some(1));
}

#[tokio::test]
async fn a_refused_file_is_not_written_and_a_waiting_one_not_downloaded() {
    let bank = Bank::new("refused").await;
    let (file, tenant) = (bank.unwritten().await, bank.stage.tenant);
    let early = bank.stage.bank.payment_file(tenant, file.id).await;
    assert!(early.is_err(), "the bank would get it twice: {early:?}");
    bank.stage.bank.refuse_payment_file(tenant, file.id, "a wrong day").await.unwrap();
    assert_eq!((bank.visit().await, bank.names("outgoing")), (Visit::default(), vec![]));
}

#[tokio::test]
async fn a_file_goes_by_download_after_the_folder_has_gone() {
    let bank = Bank::new("gone").await;
    let (file, tenant) = (bank.unwritten().await, bank.stage.tenant);
    let mut without = bank.stage.bank.clone();
    without.folder = None;
    assert_eq!(without.payment_file(tenant, file.id).await.unwrap(), Some(file.content.clone()));
    assert_eq!((bank.visit().await, bank.names("outgoing")), (Visit::default(), vec![]), "the folder is back");
}

#[tokio::test]
async fn a_statement_is_booked_once_and_moved_away() {
    let bank = Bank::new("in").await;
    bank.arrives("camt.xml", &paid());
    bank.arrives("camt.xml.part", &paid());
    bank.arrives(".camt.xml", &paid());
    fs::write(bank.path("incoming").join("new.xml"), &paid()[..200]).unwrap();
    assert_eq!(bank.visit().await.read, ["camt.xml"]);
    assert_eq!(bank.names("incoming"), [".camt.xml", "camt.xml.part", "new.xml"], "these are still being written");
    assert_eq!(bank.stage.told().await.len(), 1);
    // The same statement again, under a name that was there before.
    bank.arrives("camt.xml", &paid());
    assert_eq!(bank.visit().await.read, ["camt.xml"]);
    assert_eq!((bank.names("done"), bank.stage.told().await.len()), (vec!["2-camt.xml".into(), "camt.xml".into()], 1));
}

#[tokio::test]
async fn a_file_that_cannot_be_read_is_refused_with_the_line_and_the_reason() {
    let bank = Bank::new("broken").await;
    bank.arrives("a.xml", "<Document>\n<oops>");
    bank.arrives("b.xml", "");
    File::create(bank.path("incoming").join("c.xml")).unwrap().set_len(super::disk::FILE_BYTES_MAX + 1).unwrap();
    bank.settles("c.xml");
    bank.arrives("d.xml", &paid());
    let visit = bank.visit().await;
    assert_eq!((visit.read.len(), visit.refused.len()), (1, 3), "{visit:?}");
    assert_eq!(bank.names("refused"), ["a.xml", "a.xml.txt", "b.xml", "b.xml.txt", "c.xml", "c.xml.txt"]);
    let why = |name: &str| fs::read_to_string(bank.path("refused").join(name)).unwrap();
    assert!(why("a.xml.txt").to_lowercase().contains("line 2"), "{}", why("a.xml.txt"));
    assert_eq!(why("c.xml.txt"), "The file is larger than 8 MiB.\n");
}

#[tokio::test]
async fn a_folder_that_cannot_be_used_is_a_sentence_and_changes_nothing() {
    let bank = Bank::new("unusable").await;
    assert_eq!(bank.folder.problem(), None);
    let incoming = bank.path("incoming");
    fs::set_permissions(&incoming, PermissionsExt::from_mode(0o777)).unwrap();
    let said = bank.folder.problem().unwrap();
    assert!(said.starts_with("Every account of the server may write into"), "{said}");
    fs::remove_dir(&incoming).unwrap();
    bank.stage.pay("Ada Lovelace", 2).await;
    bank.clock.advance(TimeDelta::minutes(1));
    let Err(VisitError::Folder(problem)) = bank.stage.bank.visit_folder(bank.stage.tenant).await else {
        panic!("the folder is gone")
    };
    assert!(problem.to_string().starts_with(&format!("Agio cannot use {}", incoming.display())), "{problem}");
    let overview = bank.stage.bank.overview(bank.stage.tenant).await.unwrap();
    assert_eq!((overview.files, overview.waiting[0].payments), (vec![], 1), "the payment waits");
}

#[tokio::test]
async fn one_process_at_a_time_visits_a_folder() {
    let bank = Bank::new("lock").await;
    bank.arrives("camt.xml", &paid());
    let other = bank.folder.enter().unwrap();
    assert_eq!(bank.visit().await, Visit::default());
    drop(other);
    assert_eq!(bank.visit().await.read, ["camt.xml"]);
}
