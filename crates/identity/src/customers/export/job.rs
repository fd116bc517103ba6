//! The job `identity.export`: writes a data export, one page in memory at a time. It can be interrupted and retried at
//! any time: parts of an unfinished attempt are never shown.

use std::sync::Arc;

use ::store::{Job, JobError, JobHandler, JobSpec, Outcome};
use async_trait::async_trait;
use kernel::{DataExportId, TenantId, UserId};
use serde_json::{Value, json};
use uuid::Uuid;

use super::model::{KEPT, PARTS_MAX, Writer};
use super::{rows, store};
use crate::audit::{self, Entry};
use crate::envelope::Class;
use crate::ledger_port::{Chapter, ClosurePort};
use crate::notify::mail::{self, Notice};
use crate::{ClientContext, Identity, IdentityError, User, person::customer_status, person::user};

const KIND: &str = "identity.export";
/// Attempts before the export fails and the customer has to request it again.
const ATTEMPTS_MAX: i32 = 6;
/// The maximum number of rows of a short list; no customer has more.
const ROWS_MAX: i64 = 1_000;
const PAGE_ROWS: i64 = 500;
/// The format version of the file. It changes when programs that read the file would notice.
const FORM: u8 = 1;

pub(super) fn spec(tenant: TenantId, id: DataExportId) -> JobSpec {
    JobSpec::new(KIND, tenant, json!({"export": id})).unique(id.to_string()).attempts(ATTEMPTS_MAX)
}

/// Handles `identity.export`.
pub(crate) struct WriteExport {
    identity: Identity,
    books: Arc<dyn ClosurePort>,
}

/// One attempt.
struct Run<'a> {
    job: &'a WriteExport,
    tenant: TenantId,
    export: DataExportId,
    run: Uuid,
    writer: Writer,
    parts: i32,
    bytes: i64,
}

impl WriteExport {
    pub(crate) fn new(identity: Identity, books: Arc<dyn ClosurePort>) -> Self {
        Self { identity, books }
    }

    async fn write(&self, tenant: TenantId, export: DataExportId) -> Result<(), IdentityError> {
        let mut tx = self.identity.store().tenant_read(tenant).await?;
        let Some(user) = store::waiting(tx.conn(), tenant, export).await? else { return Ok(()) };
        let Some(person) = user::store::find(tx.conn(), tenant, user).await? else { return Ok(()) };
        drop(tx);
        let run = self.identity.world().uuid();
        let mut run = Run { job: self, tenant, export, run, writer: Writer::new(), parts: 0, bytes: 0 };
        run.person(&person).await?;
        run.own(user).await?;
        run.audit(user).await?;
        run.books(&person).await?;
        run.finish(user).await
    }

    async fn give_up(&self, tenant: TenantId, export: DataExportId) -> Result<(), IdentityError> {
        let mut tx = self.identity.store().tenant(tenant).await?;
        store::fail(tx.conn(), tenant, export).await?;
        Ok(tx.commit().await?)
    }
}

impl Run<'_> {
    /// Appends a list, and stores a part once it is large enough.
    async fn list(&mut self, name: &str, rows: &[Value]) -> Result<(), IdentityError> {
        self.writer.section(name);
        self.rows(rows).await
    }

    async fn rows(&mut self, rows: &[Value]) -> Result<(), IdentityError> {
        for row in rows {
            self.writer.row(row);
            if let Some(part) = self.writer.part() {
                self.store(part).await?;
            }
        }
        Ok(())
    }

    async fn store(&mut self, text: String) -> Result<(), IdentityError> {
        let identity = &self.job.identity;
        self.parts += 1;
        if self.parts > PARTS_MAX {
            return Err(IdentityError::internal(&"the copy is larger than a copy may be"));
        }
        self.bytes += i64::try_from(text.len()).unwrap_or(i64::MAX);
        let id = identity.world().uuid();
        let mut tx = identity.store().tenant(self.tenant).await?;
        let sealed = identity.envelope().seal(&mut tx, Class::Pii, id, text.as_bytes()).await?;
        let part = store::ExportPart { id, run: self.run, number: self.parts, sealed: &sealed };
        store::add_part(tx.conn(), self.tenant, self.export, &part).await?;
        Ok(tx.commit().await?)
    }

    async fn person(&mut self, person: &User) -> Result<(), IdentityError> {
        let identity = &self.job.identity;
        let tenant_record = identity.tenant_by_id(self.tenant).await?;
        let about = json!({"form": FORM, "service": tenant_record.name, "written_at": identity.world().now()});
        let personal = identity.personal(self.tenant, person.id).await?;
        let handle = identity.handle(self.tenant, person.id).await?;
        let mail_phrase = identity.mail_phrase(self.tenant, person.id).await?;
        let settings = &person.settings;
        let agreed = {
            let mut tx = identity.store().tenant_read(self.tenant).await?;
            customer_status::store::agreed(tx.conn(), self.tenant, person.id).await?
        };
        let profile = json!({
            "id": person.id, "email": person.email, "first_name": person.first_name, "last_name": person.last_name,
            "phone": person.phone, "residence": person.residence.map(|country| country.to_string()), "personal": personal,
            "language": settings.language.code(), "theme": settings.theme.code(),
            "main_currency": settings.main_currency.code(), "hide_small_balances": settings.hide_small_balances,
            "created_at": person.created_at, "closes_at": person.closes_at,
            "agreed_limits": agreed, "mail_phrase": mail_phrase, "handle": handle,
        });
        self.list("about", &[about]).await?;
        self.list("profile", &[profile]).await
    }

    async fn own(&mut self, user: UserId) -> Result<(), IdentityError> {
        let tenant = self.tenant;
        // Answers are encrypted, and decryption needs a write transaction.
        let mut tx = self.job.identity.store().tenant(tenant).await?;
        let lists = [
            ("profiles", rows::profiles(tx.conn(), tenant, user).await?),
            ("ways_to_sign_in", rows::ways_in(tx.conn(), tenant, user).await?),
            ("sessions", rows::sessions(tx.conn(), tenant, user, ROWS_MAX).await?),
            ("consents", rows::consents(tx.conn(), tenant, user, ROWS_MAX).await?),
            ("verifications", rows::verifications(tx.conn(), tenant, user).await?),
            ("documents", rows::documents(tx.conn(), tenant, user, ROWS_MAX).await?),
            ("source_of_funds", self.job.identity.answers_for_export(&mut tx, user, ROWS_MAX).await?),
            ("source", rows::source(tx.conn(), tenant, user).await?),
            ("notifications", rows::notifications(tx.conn(), tenant, user, ROWS_MAX).await?),
            ("closings", rows::closings(tx.conn(), tenant, user, ROWS_MAX).await?),
        ];
        drop(tx);
        for (name, rows) in lists {
            self.list(name, &rows).await?;
        }
        Ok(())
    }

    async fn audit(&mut self, user: UserId) -> Result<(), IdentityError> {
        self.writer.section("audit_log");
        let mut before = None;
        loop {
            let mut tx = self.job.identity.store().tenant_read(self.tenant).await?;
            let page = rows::audit(tx.conn(), self.tenant, user, before, PAGE_ROWS).await?;
            drop(tx);
            let Some((last, _)) = page.last() else { return Ok(()) };
            before = Some(*last);
            let page: Vec<Value> = page.into_iter().map(|(_, row)| row).collect();
            self.rows(&page).await?;
        }
    }

    async fn books(&mut self, person: &User) -> Result<(), IdentityError> {
        let all = person.all_profiles();
        for chapter in Chapter::ALL {
            self.writer.section(chapter.name());
            let profiles = all.iter().take(if chapter.is_of_person() { 1 } else { usize::MAX });
            for profile in profiles {
                let mut after = None;
                loop {
                    let mut tx = self.job.identity.store().tenant_read(self.tenant).await?;
                    let page = self.job.books.page(&mut tx, person.id, *profile, chapter, after.as_deref()).await?;
                    drop(tx);
                    self.rows(&page.rows).await?;
                    after = page.next;
                    if after.is_none() {
                        break;
                    }
                }
            }
        }
        Ok(())
    }

    async fn finish(mut self, user: UserId) -> Result<(), IdentityError> {
        let rest = std::mem::replace(&mut self.writer, Writer::new()).finish();
        self.store(rest).await?;
        let identity = &self.job.identity;
        let (tenant, now) = (self.tenant, identity.world().now());
        let expires_at = now + KEPT;
        let mut tx = identity.store().tenant(tenant).await?;
        if !store::finish(tx.conn(), tenant, self.export, self.run, self.bytes, now, expires_at).await? {
            return Ok(());
        }
        let entry = Entry::new("export.made").of(user, None).with(json!({"export": self.export, "bytes": self.bytes}));
        audit::store::write(tx.conn(), identity.world(), tenant, &ClientContext::default(), &entry).await?;
        let notice = Notice::ExportReady { until: expires_at };
        tx.enqueue(now, &[mail::job::security(tenant, user, notice, self.run)]).await?;
        Ok(tx.commit().await?)
    }
}

#[async_trait]
impl JobHandler for WriteExport {
    fn kind(&self) -> &'static str {
        KIND
    }

    async fn run(&self, job: &Job) -> Result<Outcome, JobError> {
        let tenant = job.tenant.ok_or_else(|| JobError::new("a copy without a tenant"))?;
        let export: DataExportId = serde_json::from_value(job.payload["export"].clone())?;
        match self.write(tenant, export).await {
            Ok(()) => Ok(Outcome::Done),
            Err(error) => {
                if job.is_last_attempt() {
                    self.give_up(tenant, export).await?;
                }
                Err(error.into())
            }
        }
    }
}
