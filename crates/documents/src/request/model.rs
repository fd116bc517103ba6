//! The request for a document, and its states. Pure.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use exchange::ExchangeError;
use identity::{IdentityError, Language};
use kernel::{Currency, DocumentId, ErrorKind};
use store::StoreError;

use crate::content::{Format, Kind, PERIOD_MONTHS_MAX, Period, PeriodRefusal, SumError};
use crate::pdf::PdfError;

/// How long a file is kept (specification, "Documents").
pub const KEPT: TimeDelta = TimeDelta::days(30);
/// The maximum number of documents of a profile that are not ready yet.
pub(super) const OPEN_MAX: i64 = 5;
/// The maximum number of documents of a profile in a day.
pub(super) const DAY_MAX: i64 = 50;
/// The letters of a code: Crockford's base 32, without letters that look like figures.
const LETTERS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// A request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentRequest {
    /// The kind of document.
    pub kind: Kind,
    /// The format of the file.
    pub format: Format,
    /// The language of the document.
    pub language: Language,
    /// The currency of the balance; `None` for all balances.
    pub currency: Option<Currency>,
    /// The period; for a letter the day of the request.
    pub period: Period,
}

impl DocumentRequest {
    /// Checks a request on the day `today`.
    ///
    /// # Errors
    /// [`DocumentError::Invalid`] with the field and its rule.
    pub fn check(self, today: NaiveDate) -> Result<Self, DocumentError> {
        if !self.kind.formats().contains(&self.format) {
            return Err(DocumentError::invalid("format", "this kind of document is made as a PDF only"));
        }
        if self.currency.is_some() && self.kind != Kind::AccountStatement {
            return Err(DocumentError::invalid("currency", "only an account statement is of one balance"));
        }
        if !self.kind.has_period() {
            return Ok(Self { period: Period { from: today, to: today }, ..self });
        }
        self.period.check(today).map_err(|refusal| match refusal {
            PeriodRefusal::Reversed => DocumentError::invalid("to", "must not be before the first day"),
            PeriodRefusal::Future => DocumentError::invalid("to", "must not be after today"),
            PeriodRefusal::TooLong => DocumentError::Invalid {
                field: "to",
                rule: format!("must be less than {PERIOD_MONTHS_MAX} months after the first day"),
            },
        })?;
        Ok(self)
    }
}

kernel::codes! {
    /// The state of a document.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum State {
        /// Waits for a worker.
        Queued = "QUEUED",
        /// Is being made.
        Processing = "PROCESSING",
        /// Can be downloaded.
        Ready = "READY",
        /// Was not made.
        Failed = "FAILED",
        /// Its file is deleted.
        Expired = "EXPIRED",
    }
}

impl State {
    pub(super) fn read(code: &str) -> Self {
        Self::from_code(code).unwrap_or(Self::Failed)
    }
}

kernel::codes! {
    /// Why a document was not made.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Failure {
        /// The period has more movements than a document lists.
        TooManyMovements = "TOO_MANY_MOVEMENTS",
        /// The file is larger than a file may be.
        TooLarge = "TOO_LARGE",
        /// The account is restricted, is being closed, or owes something: a letter would not be true.
        NotInGoodStanding = "NOT_IN_GOOD_STANDING",
        /// The identity is no longer verified: a letter would not be true.
        NotVerified = "NOT_VERIFIED",
        /// An error of the platform.
        Internal = "INTERNAL",
    }
}

impl Failure {
    pub(super) fn read(code: &str) -> Self {
        Self::from_code(code).unwrap_or(Self::Internal)
    }
}

/// A document that was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// The id.
    pub id: DocumentId,
    /// The request.
    pub request: DocumentRequest,
    /// The code by which it is checked.
    pub code: String,
    /// The state as of the reading.
    pub state: State,
    /// The progress, in percent.
    pub progress: u8,
    /// Why it failed.
    pub failure: Option<Failure>,
    /// When it was asked for.
    pub requested_at: DateTime<Utc>,
    /// When the file is deleted, once there is one.
    pub expires_at: Option<DateTime<Utc>>,
    /// The size of the file.
    pub bytes: Option<i32>,
}

impl Document {
    /// With the state at `now`: a ready document expires.
    #[must_use]
    pub(super) fn at(self, now: DateTime<Utc>) -> Self {
        let expired = self.state == State::Ready && self.expires_at.is_some_and(|until| until <= now);
        if expired { Self { state: State::Expired, ..self } } else { self }
    }

    /// The number that people read to each other: the last 40 bits of the id.
    #[must_use]
    pub fn number(&self) -> String {
        number_of(self.id)
    }

    /// The name of its file.
    #[must_use]
    pub fn file_name(&self) -> String {
        let DocumentRequest { kind, format, currency, period, .. } = &self.request;
        let kind = kind.code().to_lowercase().replace('_', "-");
        let currency = currency.map(|currency| format!("-{}", currency.code().to_lowercase())).unwrap_or_default();
        let days =
            if kind.starts_with("letter") { period.to.to_string() } else { format!("{}-{}", period.from, period.to) };
        format!("{kind}{currency}-{days}.{}", format.ending())
    }
}

/// The number of a document.
pub(super) fn number_of(id: DocumentId) -> String {
    let bits = u64::try_from(id.uuid().as_u128() & 0xff_ffff_ffff).unwrap_or_default();
    format!("DOC-{}", grouped(bits, 8))
}

/// A code of 80 random bits.
pub(super) fn code_of(random: [u8; 10]) -> String {
    let (first, second) = random.split_at(5);
    let bits = |bytes: &[u8]| bytes.iter().fold(0_u64, |sum, byte| (sum << 8) | u64::from(*byte));
    format!("{}-{}", grouped(bits(first), 8), grouped(bits(second), 8))
}

/// `count` letters in groups of four.
fn grouped(bits: u64, count: u32) -> String {
    let mut text = String::new();
    for place in (0..count).rev() {
        let at = usize::try_from((bits >> (place * 5)) & 31).unwrap_or(0);
        text.push(char::from(LETTERS[at]));
        if place > 0 && place % 4 == 0 {
            text.push('-');
        }
    }
    text
}

/// A typed code in the form in which it is stored: letters that look like figures become these. `None` if it is none.
#[must_use]
pub fn read_code(typed: &str) -> Option<String> {
    let mut letters = String::new();
    for c in typed.chars().filter(|c| !matches!(c, '-' | ' ' | '\u{2013}')) {
        let c = match c.to_ascii_uppercase() {
            'O' => '0',
            'I' | 'L' => '1',
            other => other,
        };
        if !c.is_ascii() || !LETTERS.contains(&u8::try_from(c).ok()?) || letters.len() == 16 {
            return None;
        }
        letters.push(c);
    }
    let groups: Vec<&str> = (0..4).filter_map(|at| letters.get(at * 4..at * 4 + 4)).collect();
    (groups.len() == 4).then(|| groups.join("-"))
}

/// Why a request about documents is refused.
#[derive(Debug, thiserror::Error)]
pub enum DocumentError {
    /// A field breaks its rule.
    #[error("{field} {rule}")]
    Invalid {
        /// The field.
        field: &'static str,
        /// The rule, in plain English.
        rule: String,
    },
    /// The identity is not verified (specification, "Roles and permissions").
    #[error("documents need a verified identity")]
    NotVerified,
    /// The profile has no document with this id, or the document has no file.
    #[error("there is no such document")]
    NotFound,
    /// Too many requests.
    #[error("too many documents; try again later")]
    TooMany {
        /// Seconds until the next one can be asked for.
        retry_after_s: u32,
    },
    /// From the exchange.
    #[error(transparent)]
    Exchange(#[from] ExchangeError),
    /// From the records of customers.
    #[error(transparent)]
    Identity(#[from] IdentityError),
    /// From the database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Figures that contradict each other.
    #[error(transparent)]
    Sums(#[from] SumError),
    /// The PDF was not made.
    #[error(transparent)]
    Pdf(#[from] PdfError),
    /// Something else.
    #[error("{0}")]
    Internal(String),
}

impl DocumentError {
    fn invalid(field: &'static str, rule: &str) -> Self {
        Self::Invalid { field, rule: rule.to_owned() }
    }

    /// The kind of error, which decides the HTTP status.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::Invalid { .. } => ErrorKind::Invalid,
            Self::NotVerified => ErrorKind::Forbidden,
            Self::NotFound => ErrorKind::NotFound,
            Self::TooMany { .. } => ErrorKind::TooMany,
            Self::Exchange(error) => error.kind(),
            Self::Identity(error) => error.kind(),
            Self::Store(error) => error.kind(),
            Self::Sums(_) | Self::Pdf(_) | Self::Internal(_) => ErrorKind::Internal,
        }
    }

    /// The stable error code.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Invalid { .. } => "VALIDATION_ERROR",
            Self::NotVerified => "ACCESS_DENIED",
            Self::NotFound => "NOT_FOUND",
            Self::TooMany { .. } => "TOO_MANY_REQUESTS",
            Self::Exchange(error) => error.code(),
            Self::Identity(error) => error.code(),
            Self::Store(error) => error.code(),
            Self::Sums(_) | Self::Pdf(_) | Self::Internal(_) => "INTERNAL_ERROR",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(kind: Kind, format: Format) -> DocumentRequest {
        let day = |text: &str| text.parse().unwrap();
        let period = Period { from: day("2026-01-01"), to: day("2026-01-31") };
        DocumentRequest { kind, format, language: Language::En, currency: None, period }
    }

    #[test]
    fn a_letter_is_a_pdf_of_today() {
        let today = "2026-06-01".parse().unwrap();
        let letter = request(Kind::LetterOfGoodStanding, Format::Pdf).check(today).unwrap();
        assert_eq!(letter.period, Period { from: today, to: today });
        let table = request(Kind::LetterOfGoodStanding, Format::Csv).check(today);
        assert!(matches!(table, Err(DocumentError::Invalid { field: "format", .. })));
    }

    #[test]
    fn a_code_is_read_as_people_type_it() {
        let code = code_of([0x12, 0x34, 0x56, 0x78, 0x9a, 0xbc, 0xde, 0xf0, 0x11, 0x00]);
        assert_eq!(code.len(), 19);
        assert_eq!(read_code(&code.to_lowercase().replace('-', " ")), Some(code.clone()));
        assert_eq!(read_code("oO0i-lI11-0000-0000"), Some("0001-1111-0000-0000".to_owned()));
        for bad in ["", "1234", &code[1..], &format!("{code}0"), "0000-0000-0000-000U", "ї000-0000-0000-0000"] {
            assert_eq!(read_code(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_file_is_named_after_what_it_holds() {
        let id = DocumentId::from_uuid(uuid::Uuid::nil());
        let mut document = Document {
            id,
            request: request(Kind::AccountStatement, Format::Xlsx),
            code: String::new(),
            state: State::Ready,
            progress: 100,
            failure: None,
            requested_at: DateTime::UNIX_EPOCH,
            expires_at: Some(DateTime::UNIX_EPOCH + KEPT),
            bytes: Some(1),
        };
        document.request.currency = "EUR".parse().ok();
        assert_eq!(document.file_name(), "account-statement-eur-2026-01-01-2026-01-31.xlsx");
        assert_eq!(document.clone().at(DateTime::UNIX_EPOCH).state, State::Ready);
        assert_eq!(document.at(DateTime::UNIX_EPOCH + KEPT).state, State::Expired);
    }
}
