//! The platform's own ledger accounts: balances and postings. Customers' accounts are with the customers.

use axum::Json;
use axum::extract::State;
use chrono::{DateTime, Utc};
use kernel::{ProfileId, TransactionId};
use ledger::{AccountName, PlatformAccount, PlatformPosting};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::principal::Operator;
use crate::AppState;
use crate::cursor::page_size;
use crate::dto::page::{List, Page};
use crate::dto::scalar::{AccountKey, CurrencyCode, Decimal};
use crate::extract::{AccountInPath, Params};
use crate::problem::{FieldError, Problem};

/// A ledger account.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct AccountInfo {
    /// Id of a platform's account. Absent for a customer's account.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "acc_653447d0f4ab1f1c")]
    id: Option<String>,
    /// Code of the account.
    #[schema(example = "transit")]
    book: String,
    /// Sub-account, such as a rail or a kind of fee.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "card")]
    sub: Option<String>,
    /// The customer's profile that owns it, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    profile: Option<String>,
}

impl From<AccountName> for AccountInfo {
    fn from(AccountName { key, book, owner, sub }: AccountName) -> Self {
        let id = owner.is_none().then(|| AccountKey(key).to_string());
        Self { id, book, sub, profile: owner.map(|owner| ProfileId::from_uuid(owner).to_string()) }
    }
}

/// An account of the platform.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct LedgerAccount {
    /// Id.
    #[schema(example = "acc_653447d0f4ab1f1c")]
    id: String,
    /// Code of the account.
    #[schema(example = "rail")]
    book: String,
    /// Sub-account, such as a rail or a kind of fee.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "card")]
    sub: Option<String>,
    /// Currency.
    currency: CurrencyCode,
    /// Posted balance: credits less debits. An asset, such as money at a bank, is negative.
    balance: Decimal,
    /// Open holds that will debit it.
    debits_pending: Decimal,
    /// Open holds that will credit it.
    credits_pending: Decimal,
    /// Number of its postings.
    postings: i64,
    /// Time of its first posting.
    opened_at: DateTime<Utc>,
}

impl From<&PlatformAccount> for LedgerAccount {
    fn from(account: &PlatformAccount) -> Self {
        Self {
            id: AccountKey(account.key).to_string(),
            book: account.book.clone(),
            sub: account.sub.clone(),
            currency: CurrencyCode(account.balance.currency()),
            balance: account.balance.into(),
            debits_pending: account.debits_pending.into(),
            credits_pending: account.credits_pending.into(),
            postings: account.version,
            opened_at: account.opened_at,
        }
    }
}

/// A posting of an account, from its side.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct LedgerPosting {
    /// Id of the transfer.
    id: String,
    /// `post`, `hold`, `post_hold`, `void_hold` or `expire_hold`.
    kind: String,
    /// Code of the posting.
    #[schema(example = "our_fee")]
    code: String,
    /// Change of the posted balance: positive for a credit, negative for a debit, zero for a hold and its release.
    change: Decimal,
    /// Change of the amount on hold.
    pending: Decimal,
    /// Posted balance after it.
    balance: Decimal,
    /// The account on the other side.
    counter: AccountInfo,
    /// The transaction that it belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "ord_019a0000000070008000000000000001")]
    transaction_id: Option<String>,
    /// Time.
    at: DateTime<Utc>,
}

impl From<PlatformPosting> for LedgerPosting {
    fn from(posting: PlatformPosting) -> Self {
        Self {
            id: posting.transfer.to_string(),
            kind: posting.kind,
            code: posting.code,
            change: posting.change.into(),
            pending: posting.pending.into(),
            balance: posting.balance.into(),
            counter: posting.counter.into(),
            transaction_id: posting.record.map(|id| TransactionId::from_uuid(id).to_string()),
            at: posting.at,
        }
    }
}

/// An account with a page of its postings.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct LedgerAccountPage {
    /// The account.
    account: LedgerAccount,
    /// Its postings, newest first.
    #[serde(flatten)]
    page: Page<LedgerPosting>,
}

/// Which page of an account's postings.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct PostingParams {
    /// `next_cursor` of the previous page.
    #[param(pattern = "^[1-9][0-9]{0,17}$")]
    cursor: Option<String>,
    /// Entries per page: 1 to 200, default 50.
    #[param(minimum = 1, maximum = 200, default = 50)]
    limit: Option<u32>,
}

impl PostingParams {
    fn read(&self) -> Result<(Option<i64>, usize), Problem> {
        let limit = page_size(self.limit)?;
        let refused = || Problem::field(FieldError::new("cursor", "invalid", "is not a cursor of this list"));
        let canonical =
            |text: &String| text.parse().ok().filter(|version: &i64| *version > 0 && version.to_string() == *text);
        let cursor = self.cursor.as_ref().map(|text| canonical(text).ok_or_else(refused)).transpose()?;
        Ok((cursor, usize::try_from(limit).unwrap_or(usize::MAX)))
    }
}

/// Lists the platform's accounts with their balances, by currency.
#[utoipa::path(get, path = "/api/operator/v1/ledger", tag = "ledger", security(("session" = ["ledger.read"])),
    responses((status = 200, body = List<LedgerAccount>)))]
pub(super) async fn list_ledger_accounts(
    State(state): State<AppState>,
    operator: Operator,
) -> Result<Json<List<LedgerAccount>>, Problem> {
    let mut tx = state.store().tenant_read(operator.tenant.id).await?;
    let found = ledger::platform_accounts(tx.conn()).await?;
    Ok(Json(List { data: found.iter().map(LedgerAccount::from).collect() }))
}

/// Returns an account of the platform with its postings.
#[utoipa::path(get, path = "/api/operator/v1/ledger/{id}", tag = "ledger", security(("session" = ["ledger.read"])),
    params(("id" = String, Path, description = "The account."), PostingParams),
    responses((status = 200, body = LedgerAccountPage)))]
pub(super) async fn get_ledger_account(
    State(state): State<AppState>,
    operator: Operator,
    AccountInPath(AccountKey(key)): AccountInPath,
    Params(which): Params<PostingParams>,
) -> Result<Json<LedgerAccountPage>, Problem> {
    let (cursor, limit) = which.read()?;
    let mut tx = state.store().tenant_read(operator.tenant.id).await?;
    let account = ledger::platform_account(tx.conn(), key).await?.ok_or_else(Problem::not_found)?;
    let one_more = i64::try_from(limit + 1).unwrap_or(i64::MAX);
    let mut found = ledger::platform_postings(tx.conn(), &account, cursor, one_more).await?;
    let has_more = found.len() > limit;
    found.truncate(limit);
    let next_cursor = found.last().filter(|_| has_more).map(|last| last.version.to_string());
    let data = found.into_iter().map(LedgerPosting::from).collect();
    Ok(Json(LedgerAccountPage { account: (&account).into(), page: Page { data, next_cursor, has_more } }))
}
