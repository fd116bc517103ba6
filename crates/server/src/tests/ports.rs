//! Each port ends at the tenant's own rails: those of the sandbox, or those that a live tenant has connected.

use exchange::rails::{
    Acquirer, AddressBook, AddressOwner, AuthorizeRequest, Bank, BankDesk, BankDeskError, BankPayment, CardInput,
    CardToken, CodeCharge, CodeService, Connected, Connections, HotWallets, Initiator, RailError, Webhook,
};
use kernel::{Amount, Currency, Network, Payway, TenantId, TransactionId};
use providers::tenant_rails::TenantRails;

use super::bank::{IBAN, set_up};
use super::orchestrator::{APPROVED, Orchestrator};
use super::scratch::Scratch;
use super::support::TestApp;
use crate::wiring::config::Config;

const KEY: &str = "ord_00000000000000000000000000000007:pay:1";

fn amount(text: &str, currency: Currency) -> Amount {
    Amount::parse(text, currency).unwrap()
}

fn card() -> CardInput {
    let holder = "Ada Lovelace".to_owned();
    CardInput { number: APPROVED.to_owned(), expiry_month: 12, expiry_year: 2034, cvv: Some("123".into()), holder }
}

/// What each port that moves or takes money does for a tenant: the error, if it refuses.
async fn calls(rails: &TenantRails, tenant: TenantId) -> Vec<(&'static str, Option<RailError>)> {
    let (order, euro) = (TransactionId::from_uuid(uuid::Uuid::from_u128(7)), amount("20", Currency::EUR));
    let (iban, name, reference) = (IBAN.to_owned(), "Ada Lovelace".to_owned(), "7K2M-94QD".to_owned());
    let payment = BankPayment { key: KEY.into(), tenant, transaction: order, iban, name, amount: euro, reference };
    let (payway, zloty) = (Payway::Blik, amount("20", Currency::PLN));
    let charge =
        CodeCharge { key: KEY.into(), tenant, transaction: order, payway, code: None, amount: zloty, return_url: None };
    let token = CardToken { token: "sandbox-4242".into(), last4: "4242".into(), brand: "visa".into() };
    let authorize = AuthorizeRequest {
        key: KEY.into(),
        tenant,
        transaction: order,
        token: token.clone(),
        amount: euro,
        return_url: None,
        device: None,
        initiator: Initiator::Customer,
        agreement: None,
    };
    let coins = amount("1", Currency::LTC);
    vec![
        ("bank details", Bank::details(rails, tenant, Currency::EUR, "7K2M-94QD").await.err()),
        ("verification of payee", rails.verify_payee(tenant, IBAN, "Ada Lovelace").await.err()),
        ("bank payment", rails.pay(&payment).await.err()),
        ("bank refund", Bank::refund(rails, tenant, order, KEY, "B1", euro).await.err()),
        ("bank look-up", Bank::lookup(rails, tenant, KEY).await.err()),
        ("card", rails.tokenize(tenant, &card()).await.err()),
        ("card charge", rails.authorize(&authorize).await.err()),
        ("card look-up", Acquirer::lookup(rails, tenant, KEY, euro).await.err()),
        ("card refund", Acquirer::refund(rails, tenant, order, KEY, "pay_1", euro).await.err()),
        ("card payout", rails.payout(tenant, order, KEY, &token, euro).await.err()),
        ("code charge", rails.charge(&charge).await.err()),
        ("code look-up", CodeService::lookup(rails, tenant, payway, KEY).await.err()),
        ("code refund", CodeService::refund(rails, tenant, payway, order, KEY, "B1", zloty).await.err()),
        ("code refund look-up", rails.lookup_refund(tenant, payway, KEY).await.err()),
        ("address", rails.assign(tenant, AddressOwner::Order(order), coins, Network::Litecoin, 1).await.err()),
    ]
}

async fn tenant(app: &TestApp, slug: &str) -> TenantId {
    identity::tenant_called(&app.db.store, slug).await.unwrap().unwrap().id
}

#[tokio::test(flavor = "multi_thread")]
async fn a_live_tenant_without_connections_reaches_nothing_of_the_sandbox() {
    let app = TestApp::new().await;
    let new = identity::NewTenant::sandbox("real", "Real", &["real.example"]);
    let new = identity::NewTenant { sandbox: false, ..new };
    identity::add_tenant(&app.db.store, &app.world, new).await.unwrap();
    let (rails, live) = (&app.installation.tenant_rails, tenant(&app, "real").await);
    for (port, refused) in calls(rails, live).await {
        let refused = refused.unwrap_or_else(|| panic!("{port} of a live tenant reaches the sandbox"));
        assert!(refused.to_string().contains("the tenant has not connected it"), "{port}: {refused}");
    }
    assert_eq!(rails.connected(live).await.unwrap(), Connected::Payways([].into()));
    assert!(matches!(rails.overview(live).await, Err(BankDeskError::NotConnected)));
    assert_eq!(rails.hot_wallets(live).await.unwrap(), []);
    let moved = sqlx::query_scalar("SELECT count(*) FROM sandbox_movements WHERE tenant_id = $1").bind(live.uuid());
    let moved: i64 = moved.fetch_one(&mut app.db.connect().await).await.unwrap();
    assert_eq!(moved, 0);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sandbox_reaches_nothing_live_although_the_server_has_rails_for_its_name() {
    let (orchestrator, folder) = (Orchestrator::start().await, Scratch::new().unwrap());
    for part in ["incoming", "outgoing"] {
        std::fs::create_dir(folder.path().join(part)).unwrap();
    }
    let mut banks = set_up().banks;
    banks.push(("AGIO_BANK_AGIO_FOLDER".to_owned(), folder.path().display().to_string()));
    let app = TestApp::with(Config { banks, cards: orchestrator.variables(), ..set_up() }).await;
    let (rails, sandbox) = (&app.installation.tenant_rails, tenant(&app, "agio").await);
    let called = calls(rails, sandbox).await;
    for (port, refused) in called {
        let is_missing = refused.as_ref().is_some_and(|refused| refused.to_string().contains("has not connected"));
        assert!(!is_missing, "{port}: {refused:?}");
    }
    assert!(matches!(rails.overview(sandbox).await, Err(BankDeskError::NotConnected)));
    assert_eq!(rails.hot_wallets(sandbox).await.unwrap(), []);
    assert_eq!(rails.webhook(sandbox, "", b"{}").await.unwrap(), Webhook::NotConnected);
    assert_eq!(orchestrator.made_for(""), [""; 0]);
    let paid: i64 =
        sqlx::query_scalar("SELECT count(*) FROM bank_payments").fetch_one(&mut app.db.connect().await).await.unwrap();
    assert_eq!((paid, std::fs::read_dir(folder.path().join("outgoing")).unwrap().count()), (0, 0));
    app.close().await;
}
