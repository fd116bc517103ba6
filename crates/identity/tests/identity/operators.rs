//! A tenant's operators: enrolment, permissions and the log.

use chrono::TimeDelta;
use identity::IdentityError;
use identity::operator::{
    self, CustomerQuery, NewOperator, Operator, OperatorAction, OperatorPrincipal, Outcome, ProposalAnswer,
    ProposalReply, Role, Signing,
};
use kernel::{ProposalId, UserId, World};

use crate::login::futures;
use crate::mfa::{App, principal};
use crate::setup::{ANNA, NoPolicies, Setup, field, here};

pub const WHY: &str = "because the test says so";

/// An operator with a browser and an authenticator app.
pub struct Colleague {
    app: App,
    pub device: String,
    token: String,
}

impl Colleague {
    pub async fn who(&self, setup: &Setup) -> Result<OperatorPrincipal, IdentityError> {
        setup.identity.authenticate_operator(setup.tenant.id, &self.token).await
    }

    /// Signs in again.
    pub async fn back(&mut self, setup: &Setup) -> OperatorPrincipal {
        let code = self.app.next(setup);
        let signed = setup.identity.sign_operator_in(setup.tenant.id, &self.device, &code, &here()).await.unwrap();
        self.token = signed.session.expose().to_owned();
        self.who(setup).await.unwrap()
    }
}

/// An invitation link from the ops CLI.
pub async fn link(setup: &Setup, email: &str, role: Role) -> String {
    let host = Operator { name: "account 0 of this machine".into(), role: Role::PlatformOwner };
    let world = World::with_clock(setup.clock.clone());
    let (tenant, new) = (setup.tenant.id, NewOperator { email, role, ends_on: None });
    let (_, token) = operator::invite_by_command_line(&setup.db.store, &world, &host, tenant, new, WHY).await.unwrap();
    token.expose().to_owned()
}

pub async fn join(setup: &Setup, token: &str) -> Colleague {
    let joining = setup.identity.begin_joining(&setup.tenant, token).await.unwrap();
    let app = App::new(joining.setup.secret.expose());
    let code = app.code(setup);
    let joined = setup.identity.finish_joining(setup.tenant.id, token, &code, &here()).await.unwrap();
    let (device, token) = (joined.device.expose().to_owned(), joined.sign_in.session.expose().to_owned());
    Colleague { app, device, token }
}

pub async fn colleague(setup: &Setup, name: &str, role: Role) -> (Colleague, OperatorPrincipal) {
    let token = link(setup, &format!("{name}@bank.example"), role).await;
    let one = join(setup, &token).await;
    let who = one.who(setup).await.unwrap();
    (one, who)
}

pub async fn act(setup: &Setup, who: &OperatorPrincipal, action: OperatorAction) -> Result<Outcome, IdentityError> {
    setup.identity.act_as_operator(setup.tenant.id, who, action, WHY, &here()).await
}

pub async fn propose(setup: &Setup, who: &OperatorPrincipal, action: OperatorAction) -> ProposalId {
    match act(setup, who, action).await.unwrap() {
        Outcome::Proposed(id) => id,
        Outcome::Done(_) => panic!("it was done by one alone"),
    }
}

pub async fn answer(
    setup: &Setup,
    who: &OperatorPrincipal,
    id: ProposalId,
    answer: ProposalAnswer,
) -> Result<(), IdentityError> {
    let reply = ProposalReply { proposal: id, answer, reason: WHY, signing: Signing::default() };
    setup.identity.answer_proposal(setup.tenant.id, who, reply, &NoPolicies, &here()).await.map(|_| ())
}

pub async fn actions(setup: &Setup) -> Vec<String> {
    let query = "SELECT action FROM operator_log ORDER BY at, action";
    sqlx::query_scalar(query).fetch_all(&mut setup.sql().await).await.unwrap()
}

/// Anna, a customer.
pub async fn anna(setup: &Setup) -> (UserId, String) {
    let login = setup.sign_in(ANNA).await;
    (principal(setup, &login).await.user, login.tokens.access.expose().to_owned())
}

#[tokio::test]
async fn an_invitation_is_accepted_once_in_the_browser_that_opened_it() {
    let setup = Setup::new().await;
    let token = link(&setup, "Olga@Bank.example", Role::ComplianceOfficer).await;
    let (tenant, identity) = (setup.tenant.id, &setup.identity);
    let first = identity.begin_joining(&setup.tenant, &token).await.unwrap();
    let again = identity.begin_joining(&setup.tenant, &token).await.unwrap();
    assert_eq!(
        first.setup.secret.expose(),
        again.setup.secret.expose(),
        "a page that is loaded again shows the same app"
    );
    let wrong = identity.finish_joining(tenant, &token, "000000", &here()).await.unwrap_err();
    assert_eq!(wrong.code(), "AUTH_2FA_INVALID");
    let mut olga = join(&setup, &token).await;
    let who = olga.who(&setup).await.unwrap();
    assert_eq!((who.email.as_str(), who.role), ("Olga@bank.example", Role::ComplianceOfficer));
    let used = identity.begin_joining(&setup.tenant, &token).await.unwrap_err();
    assert_eq!(used.code(), "NOT_FOUND");

    let code = olga.app.next(&setup);
    let stranger = identity.sign_operator_in(tenant, &olga.token, &code, &here()).await.unwrap_err();
    assert_eq!(stranger.code(), "UNAUTHORIZED_REQUEST", "a session is no device");
    identity.sign_operator_in(tenant, &olga.device, &code, &here()).await.unwrap();
    let twice = identity.sign_operator_in(tenant, &olga.device, &code, &here()).await.unwrap_err();
    assert_eq!(twice.code(), "AUTH_2FA_INVALID", "one code works once");
    olga.back(&setup).await;
    let told = actions(&setup).await;
    assert_eq!(told[..3], ["operators.invite", "operators.join", "operators.sign_in"]);
    assert_eq!(told[3..], ["operators.sign_in", "operators.sign_in"]);
}

#[tokio::test]
async fn an_invitation_ends_after_a_day_or_with_the_next_one_and_ends_old_sessions_when_accepted() {
    let setup = Setup::new().await;
    let first = link(&setup, "olga@bank.example", Role::SupportL1).await;
    let second = link(&setup, "olga@bank.example", Role::SupportL1).await;
    let (identity, tenant) = (&setup.identity, &setup.tenant);
    let refused = |token: String| async move { identity.begin_joining(tenant, &token).await.unwrap_err().code() };
    assert_eq!(refused(first).await, "NOT_FOUND");
    let olga = join(&setup, &second).await;
    let third = link(&setup, "olga@bank.example", Role::SupportL1).await;
    olga.who(&setup).await.expect("a link that nobody used ends nothing");
    join(&setup, &third).await;
    assert_eq!(olga.who(&setup).await.unwrap_err().code(), "UNAUTHORIZED_REQUEST");
    let late = link(&setup, "olga@bank.example", Role::SupportL1).await;
    setup.wait(TimeDelta::hours(24));
    assert_eq!(refused(late).await, "NOT_FOUND");
    assert_eq!(setup.count("SELECT count(*) FROM operators").await, 1);
}

#[tokio::test]
async fn of_concurrent_invitations_of_one_person_the_last_link_works() {
    let setup = Setup::new().await;
    let links = futures(6, |_| link(&setup, "olga@bank.example", Role::SupportL1)).await;
    assert_eq!(setup.count("SELECT count(*) FROM operators").await, 1);
    let mut opened = Vec::new();
    for token in &links {
        opened.extend(setup.identity.begin_joining(&setup.tenant, token).await.ok());
    }
    assert_eq!(opened.len(), 1);
}

#[tokio::test]
async fn an_idle_operator_session_ends_and_sensitive_actions_need_a_new_confirmation() {
    let setup = Setup::new().await;
    let (user, _) = anna(&setup).await;
    let (mut olga, who) = colleague(&setup, "olga", Role::ComplianceOfficer).await;
    setup.wait(TimeDelta::minutes(14));
    let later = olga.who(&setup).await.unwrap();
    act(&setup, &later, OperatorAction::BlockCustomer { customer: user }).await.expect("to shut out must be quick");
    let refused = act(&setup, &later, OperatorAction::UnblockCustomer { customer: user }).await.unwrap_err();
    assert_eq!(refused.code(), "AUTH_2FA_REQUIRED");
    setup.identity.confirm_operator(setup.tenant.id, &who, &olga.app.next(&setup)).await.unwrap();
    let confirmed = olga.who(&setup).await.unwrap();
    propose(&setup, &confirmed, OperatorAction::UnblockCustomer { customer: user }).await;
    setup.wait(TimeDelta::minutes(15));
    assert_eq!(olga.who(&setup).await.unwrap_err().code(), "UNAUTHORIZED_REQUEST");
    let back = olga.back(&setup).await;
    setup.identity.sign_operator_out(setup.tenant.id, &back, &here()).await.unwrap();
    assert_eq!(olga.who(&setup).await.unwrap_err().code(), "UNAUTHORIZED_REQUEST");
}

#[tokio::test]
async fn ten_wrong_operator_codes_lock_codes() {
    let setup = Setup::new().await;
    let (olga, _) = colleague(&setup, "olga", Role::SupportL1).await;
    let right = olga.app.next(&setup);
    let wrong = crate::setup::other_than(&right);
    let guess = |code: String| {
        let (identity, tenant, device) = (setup.identity.clone(), setup.tenant.id, olga.device.clone());
        async move { identity.sign_operator_in(tenant, &device, &code, &here()).await.map(|_| ()) }
    };
    for _ in 0..9 {
        assert_eq!(guess(wrong.clone()).await.unwrap_err().code(), "AUTH_2FA_INVALID");
    }
    assert_eq!(guess(wrong).await.unwrap_err().code(), "AUTH_2FA_ATTEMPTS_EXCEEDED");
    assert_eq!(guess(right).await.unwrap_err().code(), "AUTH_2FA_ATTEMPTS_EXCEEDED", "the right one too");
}

/// The link from the invitation email.
pub async fn sent(setup: &Setup, to: &str) -> String {
    let text = crate::setup::read_mail(setup, to, "Your invitation to the console of The Bank").await;
    let link = text.lines().find(|line| line.starts_with("https://bank.example/console/join#")).expect("a link");
    link.split_once('#').unwrap().1.to_owned()
}

#[tokio::test]
async fn personal_data_is_unmasked_for_a_reason_and_every_access_is_logged() {
    let setup = Setup::new().await;
    let (user, _) = anna(&setup).await;
    setup.change("UPDATE users SET first_name = 'Anna', last_name = 'Nowak', phone = '+48123456789'").await;
    let (_, sam) = colleague(&setup, "sam", Role::SupportL1).await;
    let (_, lena) = colleague(&setup, "lena", Role::SupportL2).await;
    let (_, host) = colleague(&setup, "host", Role::PlatformOwner).await;
    let tenant = setup.tenant.id;
    let find = |who: OperatorPrincipal, text: &'static str| {
        let query = CustomerQuery { address: Some(text.into()), ..CustomerQuery::default() };
        let identity = setup.identity.clone();
        async move { identity.customers(tenant, &who, &query, None, 10).await.map(|(rows, _)| rows) }
    };
    assert_eq!(find(lena.clone(), "ann").await.unwrap()[0].email, "a•••@example.com");
    assert_eq!(field(find(sam.clone(), "ann").await.unwrap_err()).0, "search");
    assert_eq!(find(sam.clone(), ANNA).await.unwrap()[0].id, user);
    assert_eq!(find(lena.clone(), "nobody").await.unwrap(), []);
    assert_eq!(find(host, ANNA).await.unwrap_err().code(), "ACCESS_DENIED");
    let context = here();
    let seen = setup.identity.customer(tenant, (&sam, &context), user).await.unwrap();
    assert_eq!((seen.last_name.as_deref(), seen.phone.as_deref()), (Some("N•••"), Some("••• 89")));
    let refused = setup.identity.reveal_customer(tenant, (&sam, &context), user, WHY).await.unwrap_err();
    assert_eq!(refused.code(), "ACCESS_DENIED");
    let whole = setup.identity.reveal_customer(tenant, (&lena, &context), user, WHY).await.unwrap();
    assert_eq!(whole.user.last_name.as_deref(), Some("Nowak"));
    let looks = "SELECT count(*) FROM operator_log WHERE action IN ('customers.read', 'customers.reveal')";
    assert_eq!(setup.count(looks).await, 2);
}

#[tokio::test]
async fn sessions_of_operators_customers_and_tenants_are_not_interchangeable() {
    let setup = Setup::new().await;
    let (_, token) = anna(&setup).await;
    let (olga, _) = colleague(&setup, "olga", Role::ComplianceOfficer).await;
    let (identity, tenant) = (&setup.identity, setup.tenant.id);
    assert!(identity.authenticate(tenant, &olga.token).await.is_err());
    assert!(identity.authenticate_operator(tenant, &token).await.is_err());
    assert!(identity.authenticate_operator(setup.sandbox.id, &olga.token).await.is_err());
    assert_eq!(identity.operator_of_device(tenant, &olga.device).await.unwrap().as_deref(), Some("o•••@bank.example"));
    assert_eq!(identity.operator_of_device(setup.sandbox.id, &olga.device).await.unwrap(), None);
}

#[tokio::test]
async fn an_auditors_right_ends_with_its_last_day_in_every_way() {
    let setup = Setup::new().await;
    let (tenant, identity) = (setup.tenant.id, &setup.identity);
    let (_, adam) = colleague(&setup, "adam", Role::TenantAdmin).await;
    let (_, olga) = colleague(&setup, "olga", Role::ComplianceOfficer).await;
    let invite = |last: &str| {
        let (email, ends_on) = ("vera@bank.example".to_owned(), Some(last.parse().unwrap()));
        OperatorAction::InviteOperator { email, role: Role::Auditor, ends_on }
    };
    let long = act(&setup, &adam, invite("2026-05-31")).await.unwrap_err();
    assert_eq!(field(long), ("ends_on", "range", None), "91 days");
    let id = propose(&setup, &adam, invite("2026-03-02")).await;
    answer(&setup, &olga, id, ProposalAnswer::Approve).await.unwrap();
    let link = sent(&setup, "vera@bank.example").await;
    let mut vera = join(&setup, &link).await;
    setup.wait(TimeDelta::minutes(35 * 60 + 55));
    let who = vera.back(&setup).await;
    let listed = identity.operators(tenant, &who).await.unwrap();
    let listed = listed.into_iter().find(|one| one.id == who.id).unwrap();
    assert_eq!((listed.ends_on, listed.state_at(setup.now())), ("2026-03-02".parse().ok(), "active"));

    setup.wait(TimeDelta::minutes(10));
    assert_eq!(
        vera.who(&setup).await.unwrap_err().code(),
        "UNAUTHORIZED_REQUEST",
        "at midnight, in the middle of work"
    );
    let code = vera.app.next(&setup);
    let late = identity.sign_operator_in(tenant, &vera.device, &code, &here()).await.unwrap_err();
    assert_eq!(late.code(), "UNAUTHORIZED_REQUEST");
    assert_eq!(identity.operator_of_device(tenant, &vera.device).await.unwrap(), None);
    assert_eq!(listed.state_at(setup.now()), "ended");

    let token = self::link(&setup, "vera@bank.example", Role::Auditor).await;
    let again = join(&setup, &token).await.who(&setup).await.unwrap();
    assert_eq!(again.id, who.id, "a new link gives a new month");
}
