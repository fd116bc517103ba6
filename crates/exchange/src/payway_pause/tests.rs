use proptest::prelude::*;

use super::*;

fn at(minute: i64) -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::minutes(minute)
}

fn new(payway: Payway, flow: PausedFlow, (from, until): (Option<i64>, Option<i64>)) -> NewPaywayPause {
    let (from, until) = (from.map(at), until.map(at));
    NewPaywayPause { payway, flow, cause: PauseCause::Maintenance, texts: BTreeMap::new(), from, until }
}

fn made(new: NewPaywayPause, from: DateTime<Utc>) -> PaywayPause {
    let NewPaywayPause { payway, flow, cause, texts, until, .. } = new;
    let (reason, by) = ("a test of pauses".to_owned(), "tom@bank.example".to_owned());
    PaywayPause { id: Uuid::nil(), payway, flow, cause, texts, reason, from, until, by, at: from }
}

fn pause(flow: PausedFlow, from: i64, until: Option<i64>) -> PaywayPause {
    made(new(Payway::Blik, flow, (Some(from), until)), at(from))
}

const BLIK: Endpoint = Endpoint::Payway(Payway::Blik);

#[test]
fn a_pause_stops_its_directions_from_its_beginning_to_its_end() {
    let pauses = [pause(PausedFlow::In, 10, Some(20))];
    let is_open = |ends, minute| check(&pauses, ends, at(minute)).is_ok();
    let (deposit, payout) = ((BLIK, Endpoint::Balance), (Endpoint::Balance, BLIK));
    let opened: Vec<i64> = (8..22).filter(|minute| is_open(deposit, *minute)).collect();
    assert_eq!(opened, [8, 9, 20, 21]);
    assert!((8..22).all(|minute| is_open(payout, minute) && is_open((Endpoint::Balance, Endpoint::Balance), minute)));
    let refused = check(&pauses, deposit, at(12)).unwrap_err();
    assert_eq!(refused.to_string(), "BLIK is switched off until 1970-01-01 00:20 UTC: planned maintenance");
}

#[test]
fn a_pause_without_an_end_says_so() {
    let pauses = [pause(PausedFlow::Both, 0, None)];
    let refused = check(&pauses, (Endpoint::Balance, BLIK), at(99_999)).unwrap_err();
    assert_eq!(refused.to_string(), "BLIK is switched off for now: planned maintenance");
}

#[test]
fn customers_see_a_window_a_day_ahead() {
    let window = pause(PausedFlow::In, 2_000, Some(2_060));
    let shown = |minute| window.is_shown(at(minute));
    assert_eq!((shown(559), shown(560), shown(2_059), shown(2_060)), (false, true, true, false));
}

#[test]
fn a_window_that_cannot_be_is_refused_with_its_field() {
    let refused = |window: NewPaywayPause| match window.checked(at(0)) {
        Err(PauseRefusal::Field { field, .. }) => field,
        other => panic!("{other:?}"),
    };
    let of = |from, until| new(Payway::Blik, PausedFlow::Both, (from, until));
    let days = |days: i64| Some(days * 24 * 60);
    assert_eq!(refused(of(Some(60), None)), "until");
    assert_eq!(refused(of(Some(60), Some(60))), "until");
    assert_eq!(refused(of(None, Some(-1))), "until");
    assert_eq!(refused(of(None, days(31))), "until");
    assert_eq!(refused(of(days(91), days(92))), "from");
    let with = |language: &str, text: &str| NewPaywayPause {
        texts: [(language.to_owned(), text.to_owned())].into(),
        ..of(None, None)
    };
    assert_eq!(refused(with("de", "Wartung")), "texts");
    assert_eq!(refused(with("en", &"a".repeat(201))), "texts");
    assert!(with("uk", "  ").checked(at(0)).unwrap().0.texts.is_empty());
    // A beginning in the past is now.
    assert_eq!(of(Some(-5), Some(5)).checked(at(0)).unwrap().1, at(0));
}

#[test]
fn only_so_many_pauses_are_kept() {
    let many: Vec<PaywayPause> = (0..100).map(|n| pause(PausedFlow::In, n * 10, Some(n * 10 + 5))).collect();
    let other = new(Payway::Iban, PausedFlow::In, (None, None));
    assert!(check_new(&many, &other, at(0)).is_err() && check_new(&many[1..], &other, at(0)).is_ok());
}

fn flow() -> impl Strategy<Value = PausedFlow> {
    prop::sample::select(PausedFlow::ALL.to_vec())
}

proptest! {
    /// A new pause is refused exactly if there is a minute and a direction that both stop.
    #[test]
    fn pauses_of_a_payway_never_overlap(
        one in (flow(), 0i64..30, prop::option::of(1i64..30)), other in (flow(), 0i64..30, prop::option::of(1i64..30)),
    ) {
        let of = |(flow, from, length): (PausedFlow, i64, Option<i64>)| {
            pause(flow, from, length.map(|length| from + length))
        };
        let (one, other) = (of(one), of(other));
        let asked = new(other.payway, other.flow, (None, None));
        let asked = NewPaywayPause { until: other.until, ..asked };
        let both = [MoneyFlow::In, MoneyFlow::Out].into_iter().any(|flow| {
            let stops = |pause: &PaywayPause, minute| {
                in_force(std::slice::from_ref(pause), Payway::Blik, flow, at(minute)).is_some()
            };
            (0..70).any(|minute| stops(&one, minute) && stops(&other, minute))
        });
        prop_assert_eq!(check_new(&[one], &asked, other.from).is_err(), both);
    }
}
