//! A tenant's operators: enrolment, permissions and the log.

use chrono::TimeDelta;
use identity::IdentityError;
use identity::operator::{
    self, CustomerQuery, NewOperator, Operator, OperatorAction, OperatorPrincipal, Outcome, ProposalAnswer,
    ProposalReply, Role, Signing,
};
use kernel::{ProposalId, UserId, World};

use crate::house::{ANNA, House, NoPolicies, field, here};
use crate::login::futures;
use crate::mfa::{App, principal};

pub const WHY: &str = "because the test says so";

/// An operator with a browser and an authenticator app.
pub struct Colleague {
    app: App,
    pub device: String,
    token: String,
}

impl Colleague {
    pub async fn who(&self, house: &House) -> Result<OperatorPrincipal, IdentityError> {
        house.identity.authenticate_operator(house.tenant.id, &self.token).await
    }

    /// Signs in again.
    pub async fn back(&mut self, house: &House) -> OperatorPrincipal {
        let code = self.app.next(house);
        let signed = house.identity.sign_operator_in(house.tenant.id, &self.device, &code, &here()).await.unwrap();
        self.token = signed.session.expose().to_owned();
        self.who(house).await.unwrap()
    }
}

/// An invitation link from the ops CLI.
pub async fn link(house: &House, email: &str, role: Role) -> String {
    let host = Operator { name: "account 0 of this machine".into(), role: Role::PlatformOwner };
    let world = World::with_clock(house.clock.clone());
    let (tenant, new) = (house.tenant.id, NewOperator { email, role, ends_on: None });
    let (_, token) = operator::invite_by_command_line(&house.db.store, &world, &host, tenant, new, WHY).await.unwrap();
    token.expose().to_owned()
}

pub async fn join(house: &House, token: &str) -> Colleague {
    let joining = house.identity.begin_joining(&house.tenant, token).await.unwrap();
    let app = App::new(joining.setup.secret.expose());
    let code = app.code(house);
    let joined = house.identity.finish_joining(house.tenant.id, token, &code, &here()).await.unwrap();
    let (device, token) = (joined.device.expose().to_owned(), joined.sign_in.session.expose().to_owned());
    Colleague { app, device, token }
}

pub async fn colleague(house: &House, name: &str, role: Role) -> (Colleague, OperatorPrincipal) {
    let token = link(house, &format!("{name}@bank.example"), role).await;
    let one = join(house, &token).await;
    let who = one.who(house).await.unwrap();
    (one, who)
}

pub async fn act(house: &House, who: &OperatorPrincipal, action: OperatorAction) -> Result<Outcome, IdentityError> {
    house.identity.act_as_operator(house.tenant.id, who, action, WHY, &here()).await
}

pub async fn propose(house: &House, who: &OperatorPrincipal, action: OperatorAction) -> ProposalId {
    match act(house, who, action).await.unwrap() {
        Outcome::Proposed(id) => id,
        Outcome::Done(_) => panic!("it was done by one alone"),
    }
}

pub async fn answer(
    house: &House,
    who: &OperatorPrincipal,
    id: ProposalId,
    answer: ProposalAnswer,
) -> Result<(), IdentityError> {
    let reply = ProposalReply { proposal: id, answer, reason: WHY, signing: Signing::default() };
    house.identity.answer_proposal(house.tenant.id, who, reply, &NoPolicies, &here()).await.map(|_| ())
}

pub async fn actions(house: &House) -> Vec<String> {
    let query = "SELECT action FROM operator_log ORDER BY at, action";
    sqlx::query_scalar(query).fetch_all(&mut house.sql().await).await.unwrap()
}

/// Anna, a customer.
pub async fn anna(house: &House) -> (UserId, String) {
    let login = house.sign_in(ANNA).await;
    (principal(house, &login).await.user, login.tokens.access.expose().to_owned())
}

#[tokio::test]
async fn an_invitation_is_accepted_once_in_the_browser_that_opened_it() {
    let house = House::new().await;
    let token = link(&house, "Olga@Bank.example", Role::ComplianceOfficer).await;
    let (tenant, identity) = (house.tenant.id, &house.identity);
    let first = identity.begin_joining(&house.tenant, &token).await.unwrap();
    let again = identity.begin_joining(&house.tenant, &token).await.unwrap();
    assert_eq!(
        first.setup.secret.expose(),
        again.setup.secret.expose(),
        "a page that is loaded again shows the same app"
    );
    let wrong = identity.finish_joining(tenant, &token, "000000", &here()).await.unwrap_err();
    assert_eq!(wrong.code(), "AUTH_2FA_INVALID");
    let mut olga = join(&house, &token).await;
    let who = olga.who(&house).await.unwrap();
    assert_eq!((who.email.as_str(), who.role), ("Olga@bank.example", Role::ComplianceOfficer));
    let used = identity.begin_joining(&house.tenant, &token).await.unwrap_err();
    assert_eq!(used.code(), "NOT_FOUND");

    let code = olga.app.next(&house);
    let stranger = identity.sign_operator_in(tenant, &olga.token, &code, &here()).await.unwrap_err();
    assert_eq!(stranger.code(), "UNAUTHORIZED_REQUEST", "a session is no device");
    identity.sign_operator_in(tenant, &olga.device, &code, &here()).await.unwrap();
    let twice = identity.sign_operator_in(tenant, &olga.device, &code, &here()).await.unwrap_err();
    assert_eq!(twice.code(), "AUTH_2FA_INVALID", "one code works once");
    olga.back(&house).await;
    let told = actions(&house).await;
    assert_eq!(told[..3], ["operators.invite", "operators.join", "operators.sign_in"]);
    assert_eq!(told[3..], ["operators.sign_in", "operators.sign_in"]);
}

#[tokio::test]
async fn an_invitation_ends_after_a_day_or_with_the_next_one_and_ends_old_sessions_when_accepted() {
    let house = House::new().await;
    let first = link(&house, "olga@bank.example", Role::SupportL1).await;
    let second = link(&house, "olga@bank.example", Role::SupportL1).await;
    let (identity, tenant) = (&house.identity, &house.tenant);
    let refused = |token: String| async move { identity.begin_joining(tenant, &token).await.unwrap_err().code() };
    assert_eq!(refused(first).await, "NOT_FOUND");
    let olga = join(&house, &second).await;
    let third = link(&house, "olga@bank.example", Role::SupportL1).await;
    olga.who(&house).await.expect("a link that nobody used ends nothing");
    join(&house, &third).await;
    assert_eq!(olga.who(&house).await.unwrap_err().code(), "UNAUTHORIZED_REQUEST");
    let late = link(&house, "olga@bank.example", Role::SupportL1).await;
    house.wait(TimeDelta::hours(24));
    assert_eq!(refused(late).await, "NOT_FOUND");
    assert_eq!(house.count("SELECT count(*) FROM operators").await, 1);
}

#[tokio::test]
async fn of_concurrent_invitations_of_one_person_the_last_link_works() {
    let house = House::new().await;
    let links = futures(6, |_| link(&house, "olga@bank.example", Role::SupportL1)).await;
    assert_eq!(house.count("SELECT count(*) FROM operators").await, 1);
    let mut opened = Vec::new();
    for token in &links {
        opened.extend(house.identity.begin_joining(&house.tenant, token).await.ok());
    }
    assert_eq!(opened.len(), 1);
}

#[tokio::test]
async fn an_idle_operator_session_ends_and_sensitive_actions_need_a_new_confirmation() {
    let house = House::new().await;
    let (user, _) = anna(&house).await;
    let (mut olga, who) = colleague(&house, "olga", Role::ComplianceOfficer).await;
    house.wait(TimeDelta::minutes(14));
    let later = olga.who(&house).await.unwrap();
    act(&house, &later, OperatorAction::BlockCustomer { customer: user }).await.expect("to shut out must be quick");
    let refused = act(&house, &later, OperatorAction::UnblockCustomer { customer: user }).await.unwrap_err();
    assert_eq!(refused.code(), "AUTH_2FA_REQUIRED");
    house.identity.confirm_operator(house.tenant.id, &who, &olga.app.next(&house)).await.unwrap();
    let confirmed = olga.who(&house).await.unwrap();
    propose(&house, &confirmed, OperatorAction::UnblockCustomer { customer: user }).await;
    house.wait(TimeDelta::minutes(15));
    assert_eq!(olga.who(&house).await.unwrap_err().code(), "UNAUTHORIZED_REQUEST");
    let back = olga.back(&house).await;
    house.identity.sign_operator_out(house.tenant.id, &back, &here()).await.unwrap();
    assert_eq!(olga.who(&house).await.unwrap_err().code(), "UNAUTHORIZED_REQUEST");
}

#[tokio::test]
async fn ten_wrong_operator_codes_lock_codes() {
    let house = House::new().await;
    let (olga, _) = colleague(&house, "olga", Role::SupportL1).await;
    let right = olga.app.next(&house);
    let wrong = crate::house::other_than(&right);
    let guess = |code: String| {
        let (identity, tenant, device) = (house.identity.clone(), house.tenant.id, olga.device.clone());
        async move { identity.sign_operator_in(tenant, &device, &code, &here()).await.map(|_| ()) }
    };
    for _ in 0..9 {
        assert_eq!(guess(wrong.clone()).await.unwrap_err().code(), "AUTH_2FA_INVALID");
    }
    assert_eq!(guess(wrong).await.unwrap_err().code(), "AUTH_2FA_ATTEMPTS_EXCEEDED");
    assert_eq!(guess(right).await.unwrap_err().code(), "AUTH_2FA_ATTEMPTS_EXCEEDED", "the right one too");
}

/// The link from the invitation email.
pub async fn sent(house: &House, to: &str) -> String {
    let text = crate::house::read_mail(house, to, "Your invitation to the console of The Bank").await;
    let link = text.lines().find(|line| line.starts_with("https://bank.example/console/join#")).expect("a link");
    link.split_once('#').unwrap().1.to_owned()
}

#[tokio::test]
async fn personal_data_is_unmasked_for_a_reason_and_every_access_is_logged() {
    let house = House::new().await;
    let (user, _) = anna(&house).await;
    house.change("UPDATE users SET first_name = 'Anna', last_name = 'Nowak', phone = '+48123456789'").await;
    let (_, sam) = colleague(&house, "sam", Role::SupportL1).await;
    let (_, lena) = colleague(&house, "lena", Role::SupportL2).await;
    let (_, host) = colleague(&house, "host", Role::PlatformOwner).await;
    let tenant = house.tenant.id;
    let find = |who: OperatorPrincipal, text: &'static str| {
        let query = CustomerQuery { address: Some(text.into()), ..CustomerQuery::default() };
        let identity = house.identity.clone();
        async move { identity.customers(tenant, &who, &query, None, 10).await.map(|(rows, _)| rows) }
    };
    assert_eq!(find(lena.clone(), "ann").await.unwrap()[0].email, "a•••@example.com");
    assert_eq!(field(find(sam.clone(), "ann").await.unwrap_err()).0, "search");
    assert_eq!(find(sam.clone(), ANNA).await.unwrap()[0].id, user);
    assert_eq!(find(lena.clone(), "nobody").await.unwrap(), []);
    assert_eq!(find(host, ANNA).await.unwrap_err().code(), "ACCESS_DENIED");
    let context = here();
    let seen = house.identity.customer(tenant, (&sam, &context), user).await.unwrap();
    assert_eq!((seen.last_name.as_deref(), seen.phone.as_deref()), (Some("N•••"), Some("••• 89")));
    let refused = house.identity.reveal_customer(tenant, (&sam, &context), user, WHY).await.unwrap_err();
    assert_eq!(refused.code(), "ACCESS_DENIED");
    let whole = house.identity.reveal_customer(tenant, (&lena, &context), user, WHY).await.unwrap();
    assert_eq!(whole.user.last_name.as_deref(), Some("Nowak"));
    let looks = "SELECT count(*) FROM operator_log WHERE action IN ('customers.read', 'customers.reveal')";
    assert_eq!(house.count(looks).await, 2);
}

#[tokio::test]
async fn sessions_of_operators_customers_and_tenants_are_not_interchangeable() {
    let house = House::new().await;
    let (_, token) = anna(&house).await;
    let (olga, _) = colleague(&house, "olga", Role::ComplianceOfficer).await;
    let (identity, tenant) = (&house.identity, house.tenant.id);
    assert!(identity.authenticate(tenant, &olga.token).await.is_err());
    assert!(identity.authenticate_operator(tenant, &token).await.is_err());
    assert!(identity.authenticate_operator(house.sandbox.id, &olga.token).await.is_err());
    assert_eq!(identity.operator_of_device(tenant, &olga.device).await.unwrap().as_deref(), Some("o•••@bank.example"));
    assert_eq!(identity.operator_of_device(house.sandbox.id, &olga.device).await.unwrap(), None);
}

#[tokio::test]
async fn an_auditors_right_ends_with_its_last_day_in_every_way() {
    let house = House::new().await;
    let (tenant, identity) = (house.tenant.id, &house.identity);
    let (_, adam) = colleague(&house, "adam", Role::TenantAdmin).await;
    let (_, olga) = colleague(&house, "olga", Role::ComplianceOfficer).await;
    let invite = |last: &str| {
        let (email, ends_on) = ("vera@bank.example".to_owned(), Some(last.parse().unwrap()));
        OperatorAction::InviteOperator { email, role: Role::Auditor, ends_on }
    };
    let long = act(&house, &adam, invite("2026-05-31")).await.unwrap_err();
    assert_eq!(field(long), ("ends_on", "range", None), "91 days");
    let id = propose(&house, &adam, invite("2026-03-02")).await;
    answer(&house, &olga, id, ProposalAnswer::Approve).await.unwrap();
    let link = sent(&house, "vera@bank.example").await;
    let mut vera = join(&house, &link).await;
    house.wait(TimeDelta::minutes(35 * 60 + 55));
    let who = vera.back(&house).await;
    let listed = identity.operators(tenant, &who).await.unwrap();
    let listed = listed.into_iter().find(|one| one.id == who.id).unwrap();
    assert_eq!((listed.ends_on, listed.standing(house.now())), ("2026-03-02".parse().ok(), "active"));

    house.wait(TimeDelta::minutes(10));
    assert_eq!(
        vera.who(&house).await.unwrap_err().code(),
        "UNAUTHORIZED_REQUEST",
        "at midnight, in the middle of work"
    );
    let code = vera.app.next(&house);
    let late = identity.sign_operator_in(tenant, &vera.device, &code, &here()).await.unwrap_err();
    assert_eq!(late.code(), "UNAUTHORIZED_REQUEST");
    assert_eq!(identity.operator_of_device(tenant, &vera.device).await.unwrap(), None);
    assert_eq!(listed.standing(house.now()), "ended");

    let token = self::link(&house, "vera@bank.example", Role::Auditor).await;
    let again = join(&house, &token).await.who(&house).await.unwrap();
    assert_eq!(again.id, who.id, "a new link gives a new month");
}
