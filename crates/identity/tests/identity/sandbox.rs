//! The sandbox: codes that play each outcome, and the outbox instead of mails.

use identity::{Challenge, IdentityError, Login, Mail};

use crate::house::{House, field, here};

async fn ask(house: &House, email: &str) -> Challenge {
    house.identity.start_login(&house.sandbox, email, &here()).await.unwrap()
}

async fn answer(house: &House, challenge: &Challenge, code: &str) -> Result<Login, IdentityError> {
    house.identity.finish_login(&house.sandbox, challenge.id, code, &here()).await
}

#[tokio::test]
async fn test_mailboxes_take_the_sandbox_codes_beside_their_own() {
    let house = House::new().await;
    let challenge = ask(&house, "a@example.test").await;
    assert_eq!(field(answer(&house, &challenge, "222222").await.unwrap_err()), ("code", "wrong", Some(4)));
    assert_eq!(field(answer(&house, &challenge, "333333").await.unwrap_err()), ("code", "expired", None));
    assert_eq!(answer(&house, &challenge, "444444").await.unwrap_err().code(), "TOO_MANY_REQUESTS");
    answer(&house, &challenge, "111111").await.unwrap();

    let challenge = ask(&house, "a@example.test").await;
    let own = house.read_code("a@example.test").await;
    answer(&house, &challenge, &own).await.unwrap();
}

#[tokio::test]
async fn other_mailboxes_and_real_houses_do_not_take_them() {
    let house = House::new().await;
    let challenge = ask(&house, "a@example.com").await;
    assert_eq!(field(answer(&house, &challenge, "111111").await.unwrap_err()).1, "wrong");
    let challenge = house.ask("a@example.test").await.unwrap();
    assert_eq!(field(house.answer(&challenge, "111111").await.unwrap_err()).1, "wrong");
}

#[tokio::test]
async fn the_outbox_shows_the_sandboxs_mails_newest_first_and_keeps_a_bounded_number() {
    let house = House::new().await;
    for n in 0..505 {
        house.wait(chrono::TimeDelta::milliseconds(1));
        house.identity.put_in_outbox(&mail(&house.sandbox, n)).await.unwrap();
    }
    house.identity.put_in_outbox(&mail(&house.sandbox, 504)).await.unwrap();
    assert_eq!(house.count("SELECT count(*) FROM mail_outbox").await, 500);
    let shown = house.identity.outbox(&house.sandbox, None).await.unwrap();
    assert_eq!((shown.len(), shown[0].text.as_str()), (50, "number 504"));
    let to_one = house.identity.outbox(&house.sandbox, Some("P503@example.test")).await.unwrap();
    assert_eq!(to_one.len(), 1);
    assert!(!format!("{to_one:?}").contains("number"));
}

#[tokio::test]
async fn a_real_house_has_no_outbox() {
    let house = House::new().await;
    assert_eq!(house.identity.outbox(&house.tenant, None).await.unwrap_err().code(), "NOT_FOUND");
    assert!(house.identity.put_in_outbox(&mail(&house.tenant, 1)).await.is_err());
}

fn mail(tenant: &identity::Tenant, n: u32) -> Mail {
    Mail {
        tenant: tenant.id,
        from_name: tenant.name.clone(),
        to: format!("p{n}@example.test"),
        subject: "Hello".into(),
        text: format!("number {n}"),
        html: None,
        key: format!("key-{n}"),
    }
}
