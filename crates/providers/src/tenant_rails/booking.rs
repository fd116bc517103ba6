//! The job that books an uploaded file of statements, after a second operator has confirmed it.

use std::sync::Arc;

use async_trait::async_trait;
use exchange::rails::BankDeskError;
use identity::operator::BOOK_STATEMENTS_JOB;
use serde::Deserialize;
use store::{Job, JobError, JobHandler, Outcome};

use super::TenantRails;

/// The payload of the job.
#[derive(Deserialize)]
struct Booking {
    file_sha256: String,
    uploaded_by: String,
}

/// The handler of the job.
#[must_use]
pub fn booking_handler(rails: TenantRails) -> Arc<dyn JobHandler> {
    Arc::new(Booker(rails))
}

struct Booker(TenantRails);

#[async_trait]
impl JobHandler for Booker {
    fn kind(&self) -> &'static str {
        BOOK_STATEMENTS_JOB
    }

    async fn run(&self, job: &Job) -> Result<Outcome, JobError> {
        let Some(tenant) = job.tenant else { return Ok(Outcome::Dead("the job names no tenant".into())) };
        let Booking { file_sha256, uploaded_by } = serde_json::from_value(job.payload.clone())?;
        let booked = match self.0.desk(tenant).await {
            Ok(bank) => bank.book_file(tenant, &uploaded_by, &file_sha256).await,
            Err(error) => Err(error),
        };
        match booked {
            Ok(Some(_)) => Ok(Outcome::Done),
            Ok(None) => Ok(Outcome::Dead("the file does not exist".into())),
            Err(BankDeskError::Rail(error)) => Err(error.into()),
            Err(error) => {
                tracing::error!(
                    event = "bank_statement.refused", %tenant, file_sha256, %error,
                    "A confirmed file of bank statements cannot be booked."
                );
                Ok(Outcome::Dead(error.to_string()))
            }
        }
    }
}
