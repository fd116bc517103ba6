//! The connections of a tenant with real customers, which operators make, test and switch, and the hot wallets.

use std::collections::{BTreeMap, BTreeSet};

use axum::Json;
use axum::extract::{Path, State};
use chrono::{DateTime, Utc};
use exchange::rails::{
    ConnectionError, ConnectionKind, ConnectionSecrets, ConnectionSettings, ConnectionState, ConnectionTest, HotAdvice,
    HotWallet, MadeConnection,
};
use identity::operator::{BankAct, ConnectionSwitch, OperatorAction};
use kernel::ErrorKind;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::act::{ActInfo, act};
use super::principal::Operator;
use crate::AppState;
use crate::dto::code::coded;
use crate::dto::scalar::{CurrencyCode, Money};
use crate::extract::{Body, CameFrom};
use crate::problem::{FieldError, Problem};

/// The most currencies of a connection.
const CURRENCIES_MAX: usize = 20;

coded! {
    /// The kind of a connection.
    pub(super) type ConnectionKindName = ConnectionKind;

    /// The state of a connection.
    pub(super) type ConnectionStateName = ConnectionState;
}

/// An account at a bank.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(super) struct ConnectedAccount {
    /// Currency.
    currency: CurrencyCode,
    /// IBAN.
    #[schema(max_length = 64)]
    iban: String,
}

/// The latest test of a connection.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ConnectionTestInfo {
    /// When it was tested.
    at: DateTime<Utc>,
    /// Whether it can be used.
    is_passed: bool,
    /// The response of the provider.
    answer: String,
}

/// A connection that an operator made. It never changes: a change is a new one. Its secrets are not shown.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ConnectionInfo {
    /// Id.
    id: Uuid,
    /// State.
    state: ConnectionStateName,
    /// The operator who made it.
    made_by: String,
    /// When it was made.
    made_at: DateTime<Utc>,
    /// Latest test. Absent if it was not tested.
    #[serde(skip_serializing_if = "Option::is_none")]
    test: Option<ConnectionTestInfo>,
    /// Account holder, of a bank.
    #[serde(skip_serializing_if = "Option::is_none")]
    holder: Option<String>,
    /// BIC, of a bank.
    #[serde(skip_serializing_if = "Option::is_none")]
    bic: Option<String>,
    /// Accounts, of a bank.
    accounts: Vec<ConnectedAccount>,
    /// Address of the API, of an orchestrator.
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<String>,
    /// Business profile, of an orchestrator.
    #[serde(skip_serializing_if = "Option::is_none")]
    profile: Option<String>,
    /// Publishable API key, of an orchestrator that takes wallets of browsers.
    #[serde(skip_serializing_if = "Option::is_none")]
    publishable_key: Option<String>,
    /// Currencies of cards.
    currencies: Vec<CurrencyCode>,
}

/// The connections of one kind.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ConnectionKindInfo {
    /// Kind.
    kind: ConnectionKindName,
    /// Whether the server's settings connect it. They win over those made here.
    is_from_server: bool,
    /// The connection that is on, or was on last.
    #[serde(skip_serializing_if = "Option::is_none")]
    current: Option<ConnectionInfo>,
    /// The draft that may be switched on.
    #[serde(skip_serializing_if = "Option::is_none")]
    draft: Option<ConnectionInfo>,
}

/// The recommended action for a hot wallet.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum HotState {
    /// The balance is within its thresholds.
    Fine,
    /// Move `amount` to the cold address.
    MoveToCold,
    /// `amount` is missing to the minimum.
    TooLow,
}

/// A wallet on a chain that the online signer can spend.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct HotWalletInfo {
    /// Network.
    #[schema(example = "litecoin")]
    network: String,
    /// Name of the network.
    #[schema(example = "Litecoin")]
    name: String,
    /// Chain of the node: `main`, `test` or `regtest`.
    chain: String,
    /// Coins, with those on their way in.
    balance: Money,
    /// Minimum. Absent if none is set.
    #[serde(skip_serializing_if = "Option::is_none")]
    min: Option<Money>,
    /// Maximum. Absent if none is set.
    #[serde(skip_serializing_if = "Option::is_none")]
    max: Option<Money>,
    /// Address of the cold wallet. Absent if none is set.
    #[serde(skip_serializing_if = "Option::is_none")]
    cold_address: Option<String>,
    /// The recommended action.
    state: HotState,
    /// The amount of `state`. Absent if it is fine.
    #[serde(skip_serializing_if = "Option::is_none")]
    amount: Option<Money>,
}

/// The connections of a tenant.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ConnectionsInfo {
    /// Connections by kind.
    data: Vec<ConnectionKindInfo>,
    /// Hot wallets. The server's settings connect chains.
    wallets: Vec<HotWalletInfo>,
}

/// A connection to a bank that exchanges files.
#[derive(Deserialize, ToSchema)]
pub(super) struct NewBankConnection {
    /// Account holder, as the bank writes it.
    #[schema(min_length = 1, max_length = 70)]
    holder: String,
    /// BIC of the bank.
    #[schema(min_length = 8, max_length = 11)]
    bic: String,
    /// Accounts, one for a currency.
    #[schema(min_items = 1, max_items = 20)]
    accounts: Vec<ConnectedAccount>,
}

/// A connection to a payment orchestrator (Hyperswitch, version 1).
#[derive(Deserialize, ToSchema)]
pub(super) struct NewCardsConnection {
    /// Address of the API.
    #[schema(min_length = 1, max_length = 500)]
    url: String,
    /// Business profile; the account's default without it.
    #[schema(max_length = 500)]
    profile: Option<String>,
    /// Publishable API key; without it no Apple Pay and Google Pay. It is no secret.
    #[schema(max_length = 500)]
    publishable_key: Option<String>,
    /// Currencies of cards.
    #[schema(min_items = 1, max_items = 20)]
    currencies: Vec<CurrencyCode>,
    /// Secret API key. Without it, the key of the connection before stays, if the address is the same.
    #[schema(max_length = 500)]
    key: Option<String>,
    /// Key that signs webhooks, at least 16 characters. Without it, the one before stays, if the address is the same.
    #[schema(max_length = 500)]
    webhook_key: Option<String>,
}

/// A switch of a connection.
#[derive(Deserialize, ToSchema)]
pub(super) struct NewConnectionSwitch {
    /// On, or off.
    is_on: bool,
    /// Reason for the audit log, 8 to 500 characters.
    #[schema(min_length = 8, max_length = 500)]
    reason: String,
}

impl From<ConnectionTest> for ConnectionTestInfo {
    fn from(test: ConnectionTest) -> Self {
        Self { at: test.at, is_passed: test.is_passed, answer: test.answer }
    }
}

impl From<MadeConnection> for ConnectionInfo {
    fn from(made: MadeConnection) -> Self {
        let state = made.state.into();
        let bare = Self {
            id: made.id,
            state,
            made_by: made.made_by,
            made_at: made.made_at,
            test: made.test.map(ConnectionTestInfo::from),
            holder: None,
            bic: None,
            accounts: Vec::new(),
            url: None,
            profile: None,
            publishable_key: None,
            currencies: Vec::new(),
        };
        match made.settings {
            ConnectionSettings::Bank { holder, bic, ibans } => {
                let account = |(currency, iban)| ConnectedAccount { currency: CurrencyCode(currency), iban };
                let accounts = ibans.into_iter().map(account).collect();
                Self { holder: Some(holder), bic: Some(bic), accounts, ..bare }
            }
            ConnectionSettings::Cards { url, profile, publishable_key, currencies } => {
                let currencies = currencies.into_iter().map(CurrencyCode).collect();
                Self { url: Some(url), profile, publishable_key, currencies, ..bare }
            }
        }
    }
}

impl From<HotWallet> for HotWalletInfo {
    fn from(wallet: HotWallet) -> Self {
        let (state, amount) = match wallet.advice {
            HotAdvice::Fine => (HotState::Fine, None),
            HotAdvice::MoveToCold(amount) => (HotState::MoveToCold, Some(amount)),
            HotAdvice::TooLow(amount) => (HotState::TooLow, Some(amount)),
        };
        Self {
            network: wallet.network.code().to_owned(),
            name: wallet.network.name().to_owned(),
            chain: wallet.chain.to_owned(),
            balance: wallet.balance.into(),
            min: wallet.min.map(Money::from),
            max: wallet.max.map(Money::from),
            cold_address: wallet.cold_address,
            state,
            amount: amount.map(Money::from),
        }
    }
}

/// The connections of the tenant. Secrets are never returned.
///
/// 404 for a sandbox, whose rails are simulated.
#[utoipa::path(get, path = "/api/operator/v1/connections", tag = "connections",
    security(("session" = ["treasury.read"])), responses((status = 200, body = ConnectionsInfo)))]
pub(super) async fn get_connections(
    State(state): State<AppState>,
    operator: Operator,
) -> Result<Json<ConnectionsInfo>, Problem> {
    state.identity().may_read_bank(&operator.who)?;
    let tenant = operator.tenant.id;
    let mut list = state.connection_desk().connections(tenant).await.map_err(refused)?;
    let mut take = |kind: ConnectionKind, is_draft: bool| {
        let wanted =
            |one: &MadeConnection| one.settings.kind() == kind && (one.state == ConnectionState::Draft) == is_draft;
        list.made.iter().position(wanted).map(|at| list.made.swap_remove(at).into())
    };
    let data = ConnectionKind::ALL.map(|kind| ConnectionKindInfo {
        kind: kind.into(),
        is_from_server: list.from_server.contains(&kind),
        current: take(kind, false),
        draft: take(kind, true),
    });
    let wallets = state.hot_wallets().hot_wallets(tenant).await.map_err(|error| refused(error.into()))?;
    Ok(Json(ConnectionsInfo { data: data.into(), wallets: wallets.into_iter().map(HotWalletInfo::from).collect() }))
}

/// Makes a draft of the connection to a bank, in place of the draft before. A second operator switches it on.
#[utoipa::path(post, path = "/api/operator/v1/connections/bank", tag = "connections",
    security(("session" = ["treasury.write"])), request_body = NewBankConnection,
    responses((status = 200, body = ConnectionInfo)))]
pub(super) async fn make_bank_connection(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    Body { value: asked, .. }: Body<NewBankConnection>,
) -> Result<Json<ConnectionInfo>, Problem> {
    at_most("accounts", asked.accounts.len())?;
    let mut ibans = BTreeMap::new();
    for ConnectedAccount { currency, iban } in asked.accounts {
        if ibans.insert(currency.0, iban).is_some() {
            return Err(invalid("accounts", "One account for a currency"));
        }
    }
    let settings = ConnectionSettings::Bank { holder: asked.holder, bic: asked.bic, ibans };
    make(&state, &operator, &context, settings, ConnectionSecrets::default()).await
}

/// Makes a draft of the connection to a payment orchestrator, in place of the draft before. A second operator switches it
/// on. The keys are encrypted.
#[utoipa::path(post, path = "/api/operator/v1/connections/cards", tag = "connections",
    security(("session" = ["treasury.write"])), request_body = NewCardsConnection,
    responses((status = 200, body = ConnectionInfo)))]
pub(super) async fn make_cards_connection(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    Body { value: asked, .. }: Body<NewCardsConnection>,
) -> Result<Json<ConnectionInfo>, Problem> {
    at_most("currencies", asked.currencies.len())?;
    let currencies: BTreeSet<_> = asked.currencies.into_iter().map(|code| code.0).collect();
    let NewCardsConnection { url, profile, publishable_key, key, webhook_key, .. } = asked;
    let settings = ConnectionSettings::Cards { url, profile, publishable_key, currencies };
    let secrets = ConnectionSecrets { key, webhook_key };
    make(&state, &operator, &context, settings, secrets).await
}

async fn make(
    state: &AppState,
    operator: &Operator,
    context: &identity::ClientContext,
    settings: ConnectionSettings,
    secrets: ConnectionSecrets,
) -> Result<Json<ConnectionInfo>, Problem> {
    let (tenant, kind) = (operator.tenant.id, settings.kind().code());
    state.identity().bank_act(tenant, (&operator.who, context), BankAct::MakeConnection, (kind, None)).await?;
    let desk = state.connection_desk();
    let made = desk.make_connection(tenant, &operator.who.email, settings, secrets, state.is_local()).await;
    Ok(Json(made.map_err(refused)?.into()))
}

/// Asks the other side of a connection whether it can be used. No money moves.
#[utoipa::path(post, path = "/api/operator/v1/connections/{id}/test", tag = "connections",
    security(("session" = ["treasury.write"])), params(("id" = Uuid, Path, description = "The connection.")),
    responses((status = 200, body = ConnectionTestInfo)))]
pub(super) async fn test_connection(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    Path(id): Path<String>,
) -> Result<Json<ConnectionTestInfo>, Problem> {
    let id: Uuid = id.parse().map_err(|_| Problem::not_found())?;
    let tenant = operator.tenant.id;
    let who = (&operator.who, &context);
    state.identity().bank_act(tenant, who, BankAct::TestConnection, (&id.to_string(), None)).await?;
    Ok(Json(state.connection_desk().test_connection(tenant, id).await.map_err(refused)?.into()))
}

/// Proposes to switch a connection on or off. A second operator approves it.
///
/// 409 `CONFLICT_ERROR` if its latest test did not pass, or it is switched already. The connection of its kind that is on
/// is switched off with it. What began with a connection ends with it.
#[utoipa::path(post, path = "/api/operator/v1/connections/{id}/switch", tag = "connections",
    security(("session" = ["treasury.write"])), params(("id" = Uuid, Path, description = "The connection.")),
    request_body = NewConnectionSwitch, responses((status = 200, body = ActInfo)))]
pub(super) async fn switch_connection(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    Path(id): Path<String>,
    Body { value: asked, .. }: Body<NewConnectionSwitch>,
) -> Result<Json<ActInfo>, Problem> {
    state.identity().may_at_bank(&operator.who, BankAct::MakeConnection)?;
    let id: Uuid = id.parse().map_err(|_| Problem::not_found())?;
    let found = state.connection_desk().switchable(operator.tenant.id, id, asked.is_on).await.map_err(refused)?;
    let switch = ConnectionSwitch {
        connection: found.id,
        rail: found.settings.kind().code().to_owned(),
        is_on: asked.is_on,
        settings: found.settings.lines(),
        tested: found.test.map(|test| test.answer),
    };
    act(&state, &operator, OperatorAction::SwitchConnection(switch), &asked.reason, &context).await
}

fn invalid(name: &str, rule: &str) -> Problem {
    Problem::field(FieldError::new(format!("/{name}"), "invalid", rule))
}

fn at_most(name: &str, count: usize) -> Result<(), Problem> {
    match count {
        0..=CURRENCIES_MAX => Ok(()),
        _ => Err(invalid(name, &format!("At most {CURRENCIES_MAX}"))),
    }
}

fn refused(error: ConnectionError) -> Problem {
    match error {
        ConnectionError::Field { field, rule } => invalid(field, &rule),
        ConnectionError::Sandbox | ConnectionError::NotFound => Problem::not_found(),
        ConnectionError::Conflict(why) => Problem::new(ErrorKind::Conflict, "CONFLICT_ERROR", why),
        ConnectionError::Rail(error) => {
            Problem::unavailable("The connections cannot be reached.").caused_by(error.to_string())
        }
    }
}
