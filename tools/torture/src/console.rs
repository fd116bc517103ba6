//! The simulated operators: three who act on newcomers and on each other. Two must agree where dual control applies.

mod passkeys;
mod tiers;

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

use crate::history::History;
use crate::http::{Answer, Ask};
use crate::passkey::{Device, ORIGIN};
use crate::person::{Outcome, Person, bare};
use crate::seeded::Seeded;
use crate::system::TestSystem;
use crate::wallet::Factor;

const BREATH: Duration = Duration::from_millis(300);
/// The rounds at the start that block and unblock a customer.
const BEGIN: u64 = 2;
const REASON: &str = "the storm made us look";

/// An operator with a browser.
struct Operator {
    person: Person,
    id: String,
    cookies: Vec<(String, String)>,
    app: Factor,
    confirmed: Option<Instant>,
    /// The passkey that signs approvals, and its id at the server.
    key: Option<(Device, String)>,
}

/// Works until `end`. Returns the last requests of the three.
pub async fn work(person: Person, system: Arc<TestSystem>, end: Instant) -> String {
    let mut chance = person.chance.clone();
    let new = |role: &'static str, chance: u64| {
        // A random sequence of its own, because the mail addresses derive from it.
        let mut person = person.elsewhere();
        person.chance = Seeded::new(chance, person.number as u64);
        join(person, &system, role, end)
    };
    let chances = [(); 3].map(|()| chance.next());
    let (admin, one, two) = tokio::join!(
        new("tenant_admin", chances[0]),
        new("compliance_officer", chances[1]),
        new("compliance_officer", chances[2])
    );
    let (Some(mut admin), Some(mut one), Some(mut two)) = (admin, one, two) else { return "not joined".into() };
    for round in 0_u64.. {
        if Instant::now() >= end {
            break;
        }
        let (maker, checker) = if chance.percent(50) { (&mut one, &mut two) } else { (&mut two, &mut one) };
        // A sign-in uses a code, and an app has two new ones a minute. The first rounds are fixed, so that short runs
        // cover blocking.
        let done = match chance.below(17) {
            _ if round < BEGIN => shut_out_and_in(maker, checker).await,
            0 => end_sessions(maker).await,
            1..=2 => shut_out_and_in(maker, checker).await,
            3..=8 => judge(maker, checker).await,
            9..=10 => manage(&mut admin, checker, &system, end).await,
            11 => passkeys::use_one(maker).await,
            12..=13 => end_factors(checker).await,
            14..=15 => tiers::lift(maker, checker).await,
            _ => maker.sign_out_and_in().await,
        };
        if done.is_none() {
            sleep(BREATH).await;
        }
        sleep(BREATH).await;
    }
    format!("{}; {}; {}", admin.person.last, one.person.last, two.person.last)
}

/// Invites an operator through the command line, and opens the link.
async fn join(mut person: Person, system: &TestSystem, role: &str, end: Instant) -> Option<Operator> {
    while Instant::now() < end {
        let email = format!("{role}-{:x}@bank.example", person.chance.next());
        let made = ["operator", "invite", "--email", &email, "--role", role, "--url", ORIGIN];
        let token = system.tell(&made).await.ok();
        let token = token.as_deref().and_then(|said| said.split_once('#')?.1.lines().next());
        if let Some(token) = token
            && let Some(operator) = accept(&person, token).await
        {
            return Some(operator);
        }
        sleep(BREATH).await;
    }
    None
}

/// Accepts the invitation with a code of the newly set-up app, which uses the link up.
async fn accept(person: &Person, token: &str) -> Option<Operator> {
    let mut person = person.elsewhere();
    let from_page = |path: &str, body: Value| Ask::send("POST", path, body).with("origin", ORIGIN);
    let open = from_page("/api/operator/v1/invitations/open", json!({ "token": token }));
    let opened = person.insist(&open).await?;
    let mut app = Factor::from_secret(opened.text("/secret")?)?;
    let (_, code) = app.code(person.codes_until).await?;
    let ask = from_page("/api/operator/v1/invitations/accept", json!({ "token": token, "code": code }));
    let Outcome::Yes(joined) = person.once(format!("invitation {token}"), &ask).await? else { return None };
    let id = bare(joined.text("/id")?).to_owned();
    Some(Operator { person, id, cookies: joined.cookies, app, confirmed: Some(Instant::now()), key: None })
}

impl Operator {
    fn history(&self) -> Arc<History> {
        self.person.history.clone()
    }

    fn dressed(&self, method: &'static str, path: &str, body: Option<Value>) -> Ask {
        let cookies: Vec<String> = self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let mut ask = Ask::bare(method, format!("/api/operator/v1/{path}"));
        ask.body = body;
        ask.with("origin", ORIGIN).with("cookie", cookies.join("; "))
    }

    async fn ask(&mut self, method: &'static str, path: &str, body: Option<Value>) -> Option<Answer> {
        let ask = self.dressed(method, path, body.clone());
        let answer = self.person.insist(&ask).await?;
        if answer.status != 401 {
            return Some(answer);
        }
        self.sign_in().await?;
        let ask = self.dressed(method, path, body);
        self.person.insist(&ask).await
    }

    /// Signs in with a code of the app, in the same browser.
    async fn sign_in(&mut self) -> Option<()> {
        let (name, code) = self.app.code(self.person.codes_until).await?;
        let ask = self.dressed("POST", "session", Some(json!({ "code": code })));
        let id = self.id.clone();
        let Outcome::Yes(signed) = self.person.once(format!("{name} of {id}"), &ask).await? else { return None };
        self.wear(signed.cookies);
        Some(())
    }

    /// Stores the cookies of a sign-in.
    fn wear(&mut self, cookies: Vec<(String, String)>) {
        for (name, value) in cookies {
            self.cookies.retain(|(known, _)| *known != name);
            self.cookies.push((name, value));
        }
        self.confirmed = Some(Instant::now());
    }

    async fn sign_out_and_in(&mut self) -> Option<()> {
        self.ask("DELETE", "session", None).await?;
        self.sign_in().await
    }

    /// Confirms with a second factor again, if the last time is long ago, and sometimes at random.
    async fn confirm(&mut self) -> Option<()> {
        let fresh = self.confirmed.is_some_and(|at| at.elapsed() < Duration::from_secs(240));
        if fresh && !self.person.chance.percent(3) {
            return Some(());
        }
        let (name, code) = self.app.code(self.person.codes_until).await?;
        let ask = self.dressed("POST", "session/confirm", Some(json!({ "code": code })));
        let id = self.id.clone();
        if let Outcome::Yes(_) = self.person.once(format!("{name} of {id}"), &ask).await? {
            self.confirmed = Some(Instant::now());
        }
        Some(())
    }

    /// Executes the action, or proposes it where dual control applies.
    async fn act(&mut self, path: &str, mut body: Value) -> Option<Answer> {
        body["reason"] = json!(REASON);
        self.ask("POST", path, Some(body)).await
    }

    /// Answers another operator's proposal: it must be executed once, also with concurrent answers.
    async fn answer(&mut self, id: &str, answer: &str) -> Option<Outcome> {
        self.confirm().await?;
        let signature = if answer == "approve" { passkeys::sign(self, id).await? } else { Value::Null };
        let signed = !signature.is_null();
        let mut body = json!({ "reason": REASON });
        if signed {
            body["signature"] = signature;
        }
        let ask = self.dressed("POST", &format!("proposals/{id}/{answer}"), Some(body));
        let came = self.person.once(format!("proposal {}", bare(id)), &ask).await;
        if signed && matches!(&came, Some(Outcome::No(no)) if no.status == 403) {
            // The server no longer knows this passkey: its removal was requested, and the answer was lost.
            self.key = None;
        }
        came
    }

    /// A random newcomer: the id, and the id in the API's form.
    fn anybody(&mut self) -> Option<(String, String)> {
        let known = self.history().note(|seen| seen.newcomers.clone());
        let place = self.person.chance.place(known.len());
        known.get(place).map(|user| (user.clone(), format!("usr_{user}")))
    }
}

/// Ends all sessions of a newcomer.
async fn end_sessions(maker: &mut Operator) -> Option<()> {
    let (_, name) = maker.anybody()?;
    maker.act(&format!("customers/{name}/end-sessions"), json!({})).await.map(|_| ())
}

/// One operator blocks a newcomer; unblocking needs two.
async fn shut_out_and_in(maker: &mut Operator, checker: &mut Operator) -> Option<()> {
    let (user, name) = maker.anybody()?;
    let history = maker.history();
    history.forget(&user, "blocked");
    let blocked = maker.act(&format!("customers/{name}/block"), json!({})).await?;
    if !blocked.is_ok() {
        return Some(());
    }
    history.fact(&user, "blocked", "yes");
    maker.confirm().await?;
    let proposed = maker.act(&format!("customers/{name}/unblock"), json!({})).await?;
    let Some(id) = proposed.text("/proposal_id").map(str::to_owned) else {
        if proposed.is_ok() {
            history.forget(&user, "blocked");
            history.note(|seen| seen.broken.push(("I16", format!("{name} was let in again by one alone"))));
        }
        return Some(());
    };
    // An operator must not approve an own proposal.
    if maker.person.chance.percent(50) {
        let ask = maker.dressed("POST", &format!("proposals/{id}/approve"), Some(json!({ "reason": REASON })));
        let own = maker.person.insist(&ask).await?;
        if own.is_ok() {
            history.note(|seen| seen.broken.push(("I16", format!("{id} was agreed to by who proposed it"))));
        }
    }
    history.forget(&user, "blocked");
    let Outcome::Yes(_) = checker.answer(&id, "approve").await? else { return None };
    history.fact(&user, "blocked", "no");
    Some(())
}

/// Reviews submitted documents, and decides about them.
async fn judge(maker: &mut Operator, checker: &mut Operator) -> Option<()> {
    let waiting = maker.ask("GET", "verifications", None).await?;
    let waiting = waiting.body["data"].as_array()?.clone();
    let place = maker.person.chance.place(waiting.len());
    let one = waiting.get(place)?;
    let (name, kind) = (one["customer_id"].as_str()?.to_owned(), one["kind"].clone());
    let pictures = json!({ "kind": kind, "reason": REASON });
    maker.ask("POST", &format!("customers/{name}/documents"), Some(pictures)).await?;
    maker.confirm().await?;
    let (verdict, reasons) = maker.person.chance.pick(&[
        ("approve", false),
        ("ask_again", true),
        ("hold", false),
        ("reject", true),
        ("reset", false),
        ("expire", true),
    ]);
    let reasons = if reasons { json!(["document_unreadable"]) } else { json!([]) };
    let body = json!({ "kind": kind, "verdict": verdict, "reasons": reasons });
    let decided = maker.act(&format!("customers/{name}/verifications"), body).await?;
    let answer = maker.person.chance.pick(&["approve", "approve", "refuse"]);
    match decided.text("/proposal_id").map(str::to_owned) {
        None => Some(()),
        Some(id) if maker.person.chance.percent(15) => maker.answer(&id, "withdraw").await.map(|_| ()),
        Some(id) => checker.answer(&id, answer).await.map(|_| ()),
    }
}

/// Approves the proposals to reset lost second factors.
async fn end_factors(checker: &mut Operator) -> Option<()> {
    let waiting = checker.ask("GET", "proposals", None).await?;
    let lost = |one: &&Value| one["action"] == "factors.reset" && one["can_answer"] == true;
    for one in waiting.body["data"].as_array()?.iter().filter(lost) {
        let (id, whose) = (one["id"].as_str()?, bare(one["subject"].as_str()?).to_owned());
        // The customer may have cancelled the reset in between.
        if let Outcome::Yes(_) = checker.answer(id, "approve").await? {
            checker.history().fact(&whose, "reset", "approved");
        }
    }
    Some(())
}

/// The administrator invites an operator, changes the role, and removes the operator.
async fn manage(admin: &mut Operator, checker: &mut Operator, system: &TestSystem, end: Instant) -> Option<()> {
    let mut helper = join(admin.person.elsewhere(), system, "support_l1", end).await?;
    admin.confirm().await?;
    let role = admin.person.chance.pick(&["support_l2", "risk_analyst"]);
    let body = json!({ "role": role, "reason": REASON });
    let changed = admin.ask("PUT", &format!("operators/opr_{}/role", helper.id), Some(body)).await?;
    if let Some(id) = changed.text("/proposal_id").map(str::to_owned) {
        checker.answer(&id, "approve").await?;
    }
    helper.sign_in().await;
    let kept = passkeys::make(&mut helper).await;
    let email = format!("helper-{:x}@bank.example", admin.person.chance.next());
    admin.act("operators", json!({ "email": email, "role": "support_l1" })).await?;
    admin.confirm().await?;
    let removed = admin.act(&format!("operators/opr_{}/remove", helper.id), json!({})).await?;
    if removed.is_ok() {
        let ask = helper.dressed("GET", "operators", None);
        let let_in = helper.person.insist(&ask).await?;
        if let_in.is_ok() {
            let text = format!("an operator who was removed was let in: {}", let_in.shown());
            passkeys::broken(admin, &text);
        }
        if let Some((mut device, _)) = kept
            && passkeys::sign_in(&mut helper, &mut device).await.is_some()
        {
            passkeys::broken(admin, "an operator who was removed signed in with a passkey");
        }
    }
    Some(())
}
