//! The reading of statements.

use std::collections::BTreeMap;

use ::store::{StoreError, TenantTx};
use chrono::{DateTime, Utc};
use exchange::rails::{BankDeskError, ReadStatement, StatementPreview};
use iso20022::camt::{self, Statement};
use kernel::TenantId;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::desk::broken;
use super::lines::{is_of, lines};
use super::meaning::{Exported, KnownEntry, Line, Meaning, events, meaning};
use super::store::{entries as rows, payments, statements};
use super::{FileBank, TELL};
use crate::tell;

/// The most statements in one file.
const STATEMENTS_MAX: usize = 100;

/// The reader of each file.
struct Reading<'r> {
    by: &'r str,
    file_sha256: String,
}

impl FileBank {
    /// See [`exchange::rails::BankDesk::statement_file`].
    pub(crate) async fn statement_file(
        &self,
        tenant: TenantId,
        statement: Uuid,
    ) -> Result<Option<Vec<u8>>, BankDeskError> {
        let read = async {
            let mut tx = self.store.tenant_read(tenant).await?;
            statements::file(tx.conn(), tenant, statement).await
        };
        read.await.map_err(|error| broken(&error))
    }

    /// See [`exchange::rails::BankDesk::read_statements`].
    pub(crate) async fn read_statements(
        &self,
        tenant: TenantId,
        by: &str,
        file: &[u8],
    ) -> Result<Vec<ReadStatement>, BankDeskError> {
        let parsed = self.parsed(file).await?;
        let reading = Reading { by, file_sha256: hex::encode(Sha256::digest(file)) };
        let kept = async {
            let mut tx = self.store.tenant(tenant).await?;
            statements::lock_statements(tx.conn(), tenant).await?;
            statements::add_file(tx.conn(), tenant, (&reading.file_sha256, file), self.world.now()).await?;
            let mut read = Vec::new();
            for statement in &parsed {
                read.push(self.keep(&mut tx, &reading, statement).await?);
            }
            tx.commit().await?;
            Ok(read)
        };
        kept.await.map_err(|error| broken(&error))
    }

    /// See [`exchange::rails::BankDesk::preview_statements`]. Reads the file in a transaction that is rolled back.
    pub(crate) async fn preview_statements(
        &self,
        tenant: TenantId,
        by: &str,
        file: &[u8],
    ) -> Result<Vec<StatementPreview>, BankDeskError> {
        let parsed = self.parsed(file).await?;
        let reading = Reading { by, file_sha256: hex::encode(Sha256::digest(file)) };
        let seen = async {
            let mut tx = self.store.tenant(tenant).await?;
            statements::add_file(tx.conn(), tenant, (&reading.file_sha256, file), self.world.now()).await?;
            tx.commit().await?;
            let mut tx = self.store.tenant(tenant).await?;
            statements::lock_statements(tx.conn(), tenant).await?;
            let mut seen = Vec::new();
            for statement in &parsed {
                let read = self.keep(&mut tx, &reading, statement).await?;
                let (money_in, money_out) = rows::sums(tx.conn(), tenant, (read.id, statement.currency)).await?;
                let [opening, closing] =
                    [statement.opening, statement.closing].map(|balance| balance.map(|balance| balance.amount));
                seen.push(StatementPreview { read, money_in, money_out, opening, closing });
            }
            tx.rollback().await?;
            Ok(seen)
        };
        seen.await.map_err(|error| broken(&error))
    }

    /// Books an uploaded file; `None` if there is none with this hash.
    pub(crate) async fn book_file(
        &self,
        tenant: TenantId,
        by: &str,
        file_sha256: &str,
    ) -> Result<Option<Vec<ReadStatement>>, BankDeskError> {
        let found = async {
            let mut tx = self.store.tenant_read(tenant).await?;
            statements::uploaded(tx.conn(), tenant, file_sha256).await
        };
        match found.await.map_err(|error| broken(&error))? {
            Some(file) => self.read_statements(tenant, by, &file).await.map(Some),
            None => Ok(None),
        }
    }

    /// The statements of a file, all of which are of connected accounts.
    async fn parsed(&self, file: &[u8]) -> Result<Vec<Statement>, BankDeskError> {
        let bytes = file.to_vec();
        // A large file takes a while, and other requests must not wait for it.
        let read = tokio::task::spawn_blocking(move || camt::read(&bytes)).await;
        let read = read.map_err(|_| BankDeskError::File("The file cannot be read.".to_owned()))?;
        let parsed = read.map_err(|error| BankDeskError::File(error.to_string()))?;
        if parsed.len() > STATEMENTS_MAX {
            return Err(BankDeskError::File(format!("The file has more than {STATEMENTS_MAX} statements.")));
        }
        for statement in &parsed {
            self.check_account(statement)?;
        }
        Ok(parsed)
    }

    fn check_account(&self, statement: &Statement) -> Result<(), BankDeskError> {
        let earlier = self.earlier.iter().map(|(currency, iban)| (currency, iban));
        let mut known = self.accounts.ibans.iter().chain(earlier);
        if known.any(|(currency, iban)| *currency == statement.currency && is_of(statement, iban)) {
            return Ok(());
        }
        let (number, currency) = (statement.account.number(), statement.currency);
        Err(BankDeskError::File(format!(
            "The statement is of the account {number} in {currency}, which is not connected."
        )))
    }

    /// Stores a statement with its new entries, and reports what they mean.
    async fn keep(
        &self,
        tx: &mut TenantTx,
        reading: &Reading<'_>,
        statement: &Statement,
    ) -> Result<ReadStatement, StoreError> {
        let (tenant, now) = (tx.tenant(), self.world.now());
        let entries: Vec<Vec<Line>> = statement.entries.iter().map(|entry| lines(statement, entry)).collect();
        let all = || entries.iter().flatten();
        let references: Vec<String> =
            all().flat_map(|line| [line.reference.clone(), line.own_reference.clone()]).collect();
        let known = rows::known(tx.conn(), tenant, &references).await?;
        let ids: Vec<String> = all().filter_map(|line| line.end_to_end_id.clone()).collect();
        let mut exported = payments::exported(tx.conn(), tenant, &ids).await?;
        let mut read = unread(self.world.uuid(), reading, statement, now);
        read.entries = u32::try_from(all().count()).unwrap_or(u32::MAX);
        statements::add_statement(tx.conn(), tenant, (&read, statement)).await?;
        let mut jobs = Vec::new();
        for (line, is_reused) in entries.into_iter().flat_map(|entry| new_lines(entry, &known)) {
            let means = match meaning(&line, &exported) {
                // Perhaps an earlier message has it under another key, or with other words: an operator decides.
                Meaning::Payment if is_reused => Meaning::Other,
                Meaning::Payment if rows::has_lookalike(tx.conn(), tenant, (&read, &line)).await? => Meaning::Other,
                means => means,
            };
            let entry = (self.world.uuid(), &line, means);
            rows::add_entry(tx.conn(), tenant, read.id, entry, now).await?;
            self.end_own(tx, &line, means, &exported).await?;
            jobs.extend(events(&line, means, &exported).iter().map(|event| tell::job(TELL, tenant, event)));
            remember(&mut exported, &line, means);
            count(&mut read, means);
        }
        tx.enqueue(now, &jobs).await?;
        Ok(read)
    }

    /// Ends the own payment that a line settles or returns.
    async fn end_own(
        &self,
        tx: &mut TenantTx,
        line: &Line,
        means: Meaning,
        exported: &BTreeMap<String, Exported>,
    ) -> Result<(), StoreError> {
        let own = line.end_to_end_id.as_ref().and_then(|id| exported.get(id));
        let Some(own) = own.filter(|_| matches!(means, Meaning::Settled | Meaning::Returned)) else { return Ok(()) };
        let (tenant, now) = (tx.tenant(), self.world.now());
        payments::end_payment(tx.conn(), tenant, (&own.key, means), line.returned.as_deref(), now).await
    }
}

/// A second debit or return in the same statement is another event.
fn remember(exported: &mut BTreeMap<String, Exported>, line: &Line, means: Meaning) {
    let own = line.end_to_end_id.as_ref().and_then(|id| exported.get_mut(id));
    if let Some(own) = own {
        own.is_debited |= means == Meaning::Settled;
        own.is_returned |= means == Meaning::Returned;
    }
}

const fn count(read: &mut ReadStatement, means: Meaning) {
    read.new_entries += 1;
    let counted = match means {
        Meaning::Payment => &mut read.payments,
        Meaning::Settled => &mut read.settled,
        Meaning::Returned => &mut read.returned,
        Meaning::Other => &mut read.others,
    };
    *counted += 1;
}

/// A statement of which nothing is counted yet.
fn unread(id: Uuid, reading: &Reading<'_>, statement: &Statement, now: DateTime<Utc>) -> ReadStatement {
    ReadStatement {
        id,
        account: statement.account.number().chars().take(34).collect(),
        number: statement.id.chars().take(35).collect(),
        entries: 0,
        new_entries: 0,
        payments: 0,
        settled: 0,
        returned: 0,
        others: 0,
        file_sha256: reading.file_sha256.clone(),
        read_by: reading.by.to_owned(),
        created_at: now,
    }
}

/// The lines of an entry that no earlier statement had, and whether the bank has used their reference for another payment
/// before.
fn new_lines(entry: Vec<Line>, known: &BTreeMap<String, KnownEntry>) -> Vec<(Line, bool)> {
    if !entry.iter().any(|line| known.contains_key(&line.reference)) {
        return entry.into_iter().map(|line| (line, false)).collect();
    }
    let is_other = |line: &Line| known.get(&line.reference).is_some_and(|known| known.differs_from(line));
    if !entry.iter().any(is_other) || entry.iter().any(|line| known.contains_key(&line.own_reference)) {
        return Vec::new();
    }
    entry.into_iter().map(|line| (Line { reference: line.own_reference.clone(), ..line }, true)).collect()
}
