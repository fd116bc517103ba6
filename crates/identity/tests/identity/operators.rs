//! A tenant's operators: how they come in, what they may do, what takes two of them, and what stays of it.

use chrono::TimeDelta;
use identity::IdentityError;
use identity::documents::REASONS;
use identity::operator::{
    self, Answer, CustomerQuery, Deed, LogFilter, Operator, OperatorPrincipal, Outcome, Role, Signing, Verdict,
};
use identity::verification::Kind;
use kernel::{ProposalId, UserId, World};
use serde_json::json;

use crate::factor::{App, principal};
use crate::house::{ANNA, House, NoPolicies, field, here};
use crate::login::futures;

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

    /// Signs in anew.
    pub async fn back(&mut self, house: &House) -> OperatorPrincipal {
        let code = self.app.next(house);
        let signed = house.identity.sign_operator_in(house.tenant.id, &self.device, &code, &here()).await.unwrap();
        self.token = signed.session.expose().to_owned();
        self.who(house).await.unwrap()
    }
}

/// A link that the host made at the machine.
pub async fn link(house: &House, email: &str, role: Role) -> String {
    let host = Operator { name: "account 0 of this machine".into(), role: Role::PlatformOwner };
    let world = World::with_clock(house.clock.clone());
    let whom = (house.tenant.id, email, role, None);
    let (_, token) = operator::invite_at_the_machine(&house.db.store, &world, &host, whom, WHY).await.unwrap();
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

pub async fn act(house: &House, who: &OperatorPrincipal, deed: Deed) -> Result<Outcome, IdentityError> {
    house.identity.act_as_operator(house.tenant.id, who, deed, WHY, &here()).await
}

pub async fn propose(house: &House, who: &OperatorPrincipal, deed: Deed) -> ProposalId {
    match act(house, who, deed).await.unwrap() {
        Outcome::Proposed(id) => id,
        Outcome::Done(_) => panic!("it was done by one alone"),
    }
}

pub async fn answer(
    house: &House,
    who: &OperatorPrincipal,
    id: ProposalId,
    answer: Answer,
) -> Result<(), IdentityError> {
    house
        .identity
        .answer_proposal(house.tenant.id, who, (id, answer), (WHY, Signing::default()), &NoPolicies, &here())
        .await
        .map(|_| ())
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
async fn a_link_makes_an_operator_once_and_only_in_the_browser_that_opened_it() {
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
async fn a_link_ends_after_a_day_and_with_the_next_one_and_a_new_way_in_ends_the_old() {
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
async fn of_several_who_invite_the_same_person_at_once_each_makes_a_link_and_the_last_one_works() {
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
async fn a_session_ends_when_it_is_left_alone_and_what_is_dangerous_asks_again() {
    let house = House::new().await;
    let (user, _) = anna(&house).await;
    let (mut olga, who) = colleague(&house, "olga", Role::ComplianceOfficer).await;
    house.wait(TimeDelta::minutes(14));
    let later = olga.who(&house).await.unwrap();
    act(&house, &later, Deed::BlockCustomer { customer: user }).await.expect("to shut out must be quick");
    let refused = act(&house, &later, Deed::UnblockCustomer { customer: user }).await.unwrap_err();
    assert_eq!(refused.code(), "AUTH_2FA_REQUIRED");
    house.identity.confirm_operator(house.tenant.id, &who, &olga.app.next(&house)).await.unwrap();
    let confirmed = olga.who(&house).await.unwrap();
    propose(&house, &confirmed, Deed::UnblockCustomer { customer: user }).await;
    house.wait(TimeDelta::minutes(15));
    assert_eq!(olga.who(&house).await.unwrap_err().code(), "UNAUTHORIZED_REQUEST");
    let back = olga.back(&house).await;
    house.identity.sign_operator_out(house.tenant.id, &back, &here()).await.unwrap();
    assert_eq!(olga.who(&house).await.unwrap_err().code(), "UNAUTHORIZED_REQUEST");
}

#[tokio::test]
async fn wrong_codes_rest_after_ten() {
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

#[tokio::test]
async fn who_is_blocked_is_out_at_once_and_comes_back_when_two_agree() {
    let house = House::new().await;
    let (user, token) = anna(&house).await;
    let (kept, left) = (house.sign_in(ANNA).await, house.sign_in(ANNA).await);
    house.identity.logout(house.tenant.id, left.tokens.refresh.expose(), &here()).await.unwrap();
    let (_, olga) = colleague(&house, "olga", Role::ComplianceOfficer).await;
    let (_, oleg) = colleague(&house, "oleg", Role::ComplianceOfficer).await;
    let (_, sam) = colleague(&house, "sam", Role::SupportL1).await;
    let block = Deed::BlockCustomer { customer: user };
    assert_eq!(act(&house, &sam, block.clone()).await.unwrap_err().code(), "ACCESS_DENIED");
    let short =
        house.identity.act_as_operator(house.tenant.id, &olga, block.clone(), " why ", &here()).await.unwrap_err();
    assert_eq!(field(short).0, "reason");
    act(&house, &olga, block.clone()).await.unwrap();
    let refused = house.identity.authenticate(house.tenant.id, &token).await.unwrap_err();
    assert_eq!(refused.code(), "UNAUTHORIZED_REQUEST");
    let renew = async || house.identity.refresh(house.tenant.id, kept.tokens.refresh.expose(), &here()).await;
    assert_eq!(renew().await.unwrap_err().code(), "USER_BLOCKED", "the page is told why");
    let renewed = house.identity.refresh(house.tenant.id, left.tokens.refresh.expose(), &here()).await;
    assert_eq!(renewed.unwrap_err().code(), "UNAUTHORIZED_REQUEST", "but not who had left before");
    assert_eq!(act(&house, &olga, block).await.unwrap_err().code(), "CONFLICT_ERROR");

    let unblock = Deed::UnblockCustomer { customer: user };
    let id = propose(&house, &olga, unblock.clone()).await;
    let same = act(&house, &olga, unblock).await.unwrap_err();
    assert_eq!(same.code(), "NON_UNIQUE_VALUE", "the same waits once");
    assert_eq!(
        answer(&house, &olga, id, Answer::Approve).await.unwrap_err().code(),
        "ACCESS_DENIED",
        "never one's own"
    );
    assert_eq!(answer(&house, &sam, id, Answer::Approve).await.unwrap_err().code(), "ACCESS_DENIED");
    answer(&house, &oleg, id, Answer::Approve).await.unwrap();
    assert_eq!(answer(&house, &oleg, id, Answer::Approve).await.unwrap_err().code(), "CONFLICT_ERROR");
    assert_eq!(renew().await.unwrap_err().code(), "UNAUTHORIZED_REQUEST", "what was ended stays so: they sign in");
    house.sign_in(ANNA).await;
    let filter = LogFilter { subject: Some(user.to_string()), ..LogFilter::default() };
    let (lines, more) = house.identity.operator_log(house.tenant.id, &olga, &filter, None, 50).await.unwrap();
    let mut told: Vec<(&str, &str)> = lines.iter().map(|line| (line.action.as_str(), line.operator.as_str())).collect();
    told.sort_unstable();
    assert_eq!(
        told,
        [
            ("customers.block", "olga@bank.example"),
            ("customers.unblock", "oleg@bank.example"),
            ("proposals.approve", "oleg@bank.example"),
            ("proposals.make", "olga@bank.example"),
        ]
    );
    assert!(!more && lines.iter().all(|line| line.reason.as_deref() == Some(WHY)));
    let freed = lines.iter().find(|line| line.action == "customers.unblock").unwrap();
    assert_eq!((&freed.before, &freed.after), (&json!({"blocked": true}), &json!({"blocked": false})));
    assert_eq!(freed.proposal, Some(id));
}

#[tokio::test]
async fn of_two_who_answer_at_once_one_does() {
    let house = House::new().await;
    let (user, _) = anna(&house).await;
    let (_, olga) = colleague(&house, "olga", Role::ComplianceOfficer).await;
    act(&house, &olga, Deed::BlockCustomer { customer: user }).await.unwrap();
    let id = propose(&house, &olga, Deed::UnblockCustomer { customer: user }).await;
    let mut officers = Vec::new();
    for name in ["oleg", "oona", "otto", "odra"] {
        officers.push(colleague(&house, name, Role::ComplianceOfficer).await.1);
    }
    let (house, officers) = (&house, &officers);
    let done = futures(officers.len(), |n| async move {
        answer(house, &officers[n], id, if n % 2 == 0 { Answer::Approve } else { Answer::Refuse }).await
    })
    .await;
    assert_eq!(done.iter().filter(|one| one.is_ok()).count(), 1, "{done:?}");
    let closing = "SELECT count(*) FROM operator_log WHERE action IN ('proposals.approve', 'proposals.refuse')";
    assert_eq!(house.count(closing).await, 1);
    let unblocked = house.count("SELECT count(*) FROM operator_log WHERE action = 'customers.unblock'").await;
    assert_eq!(unblocked, house.count("SELECT count(*) FROM operator_proposals WHERE state = 'approved'").await);
    assert_eq!(unblocked, house.count("SELECT count(*) FROM users WHERE status = 'active'").await);
}

#[tokio::test]
async fn a_proposal_ends_after_a_day_and_with_the_rights_of_who_made_it() {
    let house = House::new().await;
    let (user, _) = anna(&house).await;
    let (mut oleg, checker) = colleague(&house, "oleg", Role::ComplianceOfficer).await;
    let (_, olga) = colleague(&house, "olga", Role::ComplianceOfficer).await;
    let (_, admin) = colleague(&house, "adam", Role::TenantAdmin).await;
    act(&house, &olga, Deed::BlockCustomer { customer: user }).await.unwrap();
    let unblock = Deed::UnblockCustomer { customer: user };
    let id = propose(&house, &olga, unblock.clone()).await;
    act(&house, &admin, Deed::RemoveOperator { operator: olga.id }).await.unwrap();
    let refused = answer(&house, &checker, id, Answer::Approve).await.unwrap_err();
    assert_eq!(refused.to_string(), "Who proposed this may no longer.");
    house.wait(TimeDelta::hours(24));
    let back = oleg.back(&house).await;
    assert_eq!(answer(&house, &back, id, Answer::Approve).await.unwrap_err().code(), "CONFLICT_ERROR");
    propose(&house, &back, unblock).await;
    assert_eq!(house.count("SELECT count(*) FROM users WHERE status = 'blocked'").await, 1);
}

#[tokio::test]
async fn nobody_gives_power_alone_and_nobody_changes_themselves() {
    let house = House::new().await;
    let (_, adam) = colleague(&house, "adam", Role::TenantAdmin).await;
    let (_, olga) = colleague(&house, "olga", Role::ComplianceOfficer).await;
    let invite = |email: &str, role| Deed::InviteOperator { email: email.into(), role, ends_on: None };
    let done = act(&house, &adam, invite("sam@bank.example", Role::SupportL1)).await.unwrap();
    let Outcome::Done(Some(made)) = done else { panic!("{done:?}") };
    assert_eq!(made.email, "sam@bank.example");
    let sam = join(&house, &sent(&house, "sam@bank.example").await).await.who(&house).await.unwrap();
    let rise = act(&house, &adam, invite("sam@bank.example", Role::Auditor)).await;
    assert!(matches!(rise, Ok(Outcome::Proposed(_))), "{rise:?}");
    let id =
        propose(&house, &adam, Deed::ChangeRole { operator: sam.id, role: Role::ComplianceOfficer, ends_on: None })
            .await;
    answer(&house, &olga, id, Answer::Approve).await.unwrap();
    assert_eq!(house.count("SELECT count(*) FROM operators WHERE role = 'compliance_officer'").await, 2);
    let own = act(&house, &adam, Deed::RemoveOperator { operator: adam.id }).await.unwrap_err();
    assert_eq!(own.code(), "CONFLICT_ERROR");
    let id = propose(&house, &adam, invite("olga@bank.example", Role::ComplianceOfficer)).await;
    let own = answer(&house, &olga, id, Answer::Approve).await.unwrap_err();
    assert_eq!(own.code(), "ACCESS_DENIED", "nobody agrees to a new way in of their own");
    let (_, oleg) = colleague(&house, "oleg", Role::ComplianceOfficer).await;
    let made = house
        .identity
        .answer_proposal(house.tenant.id, &oleg, (id, Answer::Approve), (WHY, Signing::default()), &NoPolicies, &here())
        .await
        .unwrap();
    assert_eq!(made.unwrap().operator, olga.id, "a new way in for somebody with power takes two as well");
    let again = join(&house, &sent(&house, "olga@bank.example").await).await.who(&house).await.unwrap();
    assert_eq!(again.id, olga.id, "and goes to its owner");
    let id =
        propose(&house, &adam, Deed::ChangeRole { operator: again.id, role: Role::TenantAdmin, ends_on: None }).await;
    assert_eq!(answer(&house, &again, id, Answer::Approve).await.unwrap_err().code(), "ACCESS_DENIED");
    answer(&house, &again, id, Answer::Refuse).await.expect("saying no is anybody's");
}

/// The link that came by mail.
async fn sent(house: &House, to: &str) -> String {
    let text = crate::house::read_mail(house, to, "Your way into the console of The Bank").await;
    let link = text.lines().find(|line| line.starts_with("https://bank.example/console/join#")).expect("a link");
    link.split_once('#').unwrap().1.to_owned()
}

#[tokio::test]
async fn customers_are_masked_until_somebody_says_why_and_every_look_is_written_down() {
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
async fn an_analyst_proposes_and_an_officer_agrees() {
    let house = House::new().await;
    let (user, _) = anna(&house).await;
    house
        .change(
            "INSERT INTO verifications (tenant_id, user_id, kind, status, submitted_at, updated_at)
             SELECT tenant_id, id, 'ADDRESS', 'PROCESSING', now(), now() FROM users",
        )
        .await;
    let (_, nina) = colleague(&house, "nina", Role::ComplianceAnalyst).await;
    let (_, olga) = colleague(&house, "olga", Role::ComplianceOfficer).await;
    let decide = |verdict, reasons: &[&str]| Deed::DecideVerification {
        customer: user,
        verification: Kind::Address,
        verdict,
        reasons: reasons.iter().map(|word| (*word).to_owned()).collect(),
    };
    let odd = act(&house, &nina, decide(Verdict::Reject, &["Très mauvais"])).await.unwrap_err();
    assert_eq!(field(odd).0, "reasons");
    let id = propose(&house, &nina, decide(Verdict::Reject, &[REASONS[0]])).await;
    let still = "SELECT count(*) FROM verifications WHERE status = 'PROCESSING'";
    assert_eq!(house.count(still).await, 1);
    answer(&house, &olga, id, Answer::Approve).await.unwrap();
    assert_eq!(house.count("SELECT count(*) FROM verifications WHERE status = 'REJECTED'").await, 1);
    let again = act(&house, &olga, decide(Verdict::Approve, &[])).await.unwrap_err();
    assert_eq!(again.code(), "CONFLICT_ERROR");
}

#[tokio::test]
async fn operators_and_customers_are_of_no_use_to_each_other_and_neither_are_tenants() {
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
        Deed::InviteOperator { email, role: Role::Auditor, ends_on }
    };
    let long = act(&house, &adam, invite("2026-05-31")).await.unwrap_err();
    assert_eq!(field(long), ("ends_on", "range", None), "91 days");
    let id = propose(&house, &adam, invite("2026-03-02")).await;
    answer(&house, &olga, id, Answer::Approve).await.unwrap();
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

#[tokio::test]
async fn whatever_is_done_behind_broken_glass_is_mailed_to_who_could_agree_to_it_once_a_minute() {
    const SUBJECT: &str = "Break-glass was used in the console of The Bank";
    let house = House::new().await;
    let (user, _) = anna(&house).await;
    let (_, olga) = colleague(&house, "olga", Role::ComplianceOfficer).await;
    colleague(&house, "adam", Role::TenantAdmin).await;
    colleague(&house, "sam", Role::SupportL1).await;
    let told = |house: &House| -> Vec<(String, String)> {
        let mails = house.mailbox.0.lock().unwrap();
        let found = mails.iter().filter(|mail| mail.subject == SUBJECT);
        found.map(|mail| (mail.to.clone(), mail.text.clone())).collect()
    };
    act(&house, &olga, Deed::BlockCustomer { customer: user }).await.unwrap();
    house.wait(TimeDelta::minutes(2));
    house.worker.run_until_idle().await.unwrap();
    assert!(told(&house).is_empty(), "what others do is nobody's to hear of");

    let (_, glass) = colleague(&house, "glass", Role::BreakGlass).await;
    propose(&house, &glass, Deed::UnblockCustomer { customer: user }).await;
    house.worker.run_until_idle().await.unwrap();
    assert!(told(&house).is_empty(), "the minute is not over");
    house.wait(TimeDelta::seconds(66));
    house.worker.run_until_idle().await.unwrap();
    let first = told(&house);
    let [(to, text)] = first.as_slice() else { panic!("{first:?}") };
    assert_eq!(to, "olga@bank.example");
    let deed = format!("proposals.make (unblock_customer)  {user}: {WHY}");
    for part in ["glass@bank.example", "operators.join", "operators.sign_in", &deed] {
        assert!(text.contains(part), "{part} in {text}");
    }

    propose(&house, &glass, Deed::RaiseTier { customer: user, tier: 3 }).await;
    house.wait(TimeDelta::minutes(10));
    house.worker.run_until_idle().await.unwrap();
    let both = told(&house);
    assert!(both.len() == 2 && both[1].1.contains("raise_tier") && !both[1].1.contains("unblock"), "{both:?}");
}

#[tokio::test]
async fn where_nobody_could_agree_to_it_the_administrators_hear_of_broken_glass_and_then_the_host() {
    const SUBJECT: &str = "Break-glass was used in the console of The Bank";
    let house = House::new().await;
    let (mut glass, _) = colleague(&house, "glass", Role::BreakGlass).await;
    let mut told = async |house: &House| -> Vec<String> {
        glass.back(house).await;
        house.wait(TimeDelta::seconds(66));
        house.worker.run_until_idle().await.unwrap();
        let mut mails = house.mailbox.0.lock().unwrap();
        let found = mails.iter().filter(|mail| mail.subject == SUBJECT).map(|mail| mail.to.clone()).collect();
        mails.clear();
        found
    };
    colleague(&house, "sam", Role::SupportL1).await;
    assert_eq!(told(&house).await, [] as [&str; 0], "nobody is there who is to know");
    colleague(&house, "host", Role::PlatformOwner).await;
    assert_eq!(told(&house).await, ["host@bank.example"]);
    let (_, adam) = colleague(&house, "adam", Role::TenantAdmin).await;
    assert_eq!(told(&house).await, ["adam@bank.example"]);
    colleague(&house, "olga", Role::ComplianceOfficer).await;
    assert_eq!(told(&house).await, ["olga@bank.example"], "whoever may agree is nearest");
    let olga = house.identity.operators(house.tenant.id, &adam).await.unwrap();
    let olga = olga.into_iter().find(|one| one.role == Role::ComplianceOfficer).unwrap();
    act(&house, &adam, Deed::RemoveOperator { operator: olga.id }).await.unwrap();
    assert_eq!(told(&house).await, ["adam@bank.example"], "she works here no more");
}
