//! Property tests of the rules of seasons.

use proptest::prelude::*;

use super::*;

fn eur(atoms: i128) -> Amount {
    Amount::new(atoms, Currency::EUR)
}

fn day(number: u64) -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 10, 20).unwrap() + chrono::Days::new(number)
}

fn rules(per_day: u32, per_season: u32) -> SeasonRules {
    let task = |kind, points| Task { kind, points, per_day, per_season };
    SeasonRules {
        tasks: vec![task(TaskKind::Visit, 5), task(TaskKind::Exchange, 20)],
        streak: vec![1, 2, 5],
        exchange: rule(),
    }
}

fn rule() -> ExchangeRule {
    ExchangeRule { points_per_unit: 100, minimum: 200, per_person: eur(1_000), budget: eur(5_000) }
}

fn account(points: u64) -> Account {
    Account { points, exchanged: eur(0), spent: eur(0), is_open: true, is_verified: true }
}

fn event(kind: TaskKind, number: u64, of: u64) -> Event {
    let day = day(of);
    Event { id: format!("{}:{number}", kind.code()), kind, at: day.and_hms_opt(9, 0, 0).unwrap().and_utc(), day }
}

fn kinds() -> impl Strategy<Value = TaskKind> {
    prop::sample::select(vec![TaskKind::Visit, TaskKind::Exchange, TaskKind::Friend])
}

proptest! {
    /// However events arrive, in one look or in many, late or repeated: no cap is exceeded, and a repeated look gives
    /// what one look gives.
    #[test]
    fn caps_hold_and_the_number_of_looks_changes_nothing(
        found in prop::collection::vec((kinds(), 0_u64..8), 0..60), per_day in 1_u32..4, per_season in 1_u32..9,
        cut in 0_usize..60,
    ) {
        let rules = rules(per_day, per_season);
        let events: Vec<Event> =
            found.iter().enumerate().map(|(at, (kind, of))| event(*kind, at as u64, *of)).collect();
        let whole = earned(&rules, &Counted::new(), &events);
        let (first, second) = events.split_at(cut.min(events.len()));
        let mut parts = earned(&rules, &Counted::new(), first);
        let mut counted = Counted::new();
        for (event, points) in first.iter().zip(&parts) {
            *counted.entry((event.kind, event.day)).or_default() += u32::from(*points > 0);
        }
        parts.extend(earned(&rules, &counted, second));
        prop_assert_eq!(&whole, &parts);
        for task in &rules.tasks {
            let paid: Vec<&Event> =
                events.iter().zip(&whole).filter(|(one, points)| one.kind == task.kind && **points > 0).map(|(one, _)| one).collect();
            prop_assert!(paid.len() <= task.per_season as usize);
            for number in 0..8 {
                prop_assert!(paid.iter().filter(|one| one.day == day(number)).count() <= task.per_day as usize);
            }
        }
        let friends = events.iter().zip(&whole).filter(|(one, _)| one.kind == TaskKind::Friend);
        prop_assert!(friends.into_iter().all(|(_, points)| *points == 0), "no task, no points");
    }

    #[test]
    fn the_same_event_twice_earns_once(kind in prop::sample::select(vec![TaskKind::Visit, TaskKind::Exchange])) {
        let events = [event(kind, 1, 0), event(kind, 1, 0), event(kind, 1, 3)];
        let points = earned(&rules(9, 9), &Counted::new(), &events);
        prop_assert_eq!(points.iter().filter(|points| **points > 0).count(), 1);
    }

    /// No sequence of exchanges gives more than the maximum of a person or the budget, or takes points that are not
    /// there.
    #[test]
    fn exchanges_stay_within_points_person_and_budget(
        points in 0_u64..5_000, spent in 0_i128..5_000, asked in prop::collection::vec(0_u64..3_000, 0..12),
    ) {
        let rule = rule();
        let mut at = Account { spent: eur(spent), ..account(points) };
        for asked in asked {
            let before = at;
            match exchange(&rule, &at, asked) {
                Ok(value) => {
                    prop_assert_eq!(value, eur(i128::from(asked)), "100 points are 1.00 EUR");
                    prop_assert!(asked <= most(&rule, &before).unwrap() && asked >= 200);
                    at.points -= asked;
                    at.exchanged = at.exchanged.checked_add(value).unwrap();
                    at.spent = at.spent.checked_add(value).unwrap();
                }
                Err(_) => prop_assert!(asked < 200 || most(&rule, &before).is_ok_and(|most| asked > most) || most(&rule, &before).is_err()),
            }
            prop_assert!(at.exchanged.atoms() <= 1_000 && at.spent.atoms() <= 5_000);
        }
    }

    #[test]
    fn the_most_points_are_worth_no_more_than_is_left(per_unit in 1_u32..100_000, left in 0_i128..100_000_000) {
        let rule = ExchangeRule { points_per_unit: per_unit, ..rule() };
        let points = rule.points_within(eur(left));
        prop_assert!(rule.value(points).atoms() <= left);
    }
}

#[test]
fn a_streak_ends_at_a_gap_and_its_points_rise_to_the_end_of_the_table() {
    let days: BTreeSet<NaiveDate> = [0, 1, 2, 4, 5].map(day).into();
    let lengths: Vec<u32> = (0..7).map(|number| streak(&days, day(number))).collect();
    assert_eq!(lengths, [1, 2, 3, 0, 1, 2, 0]);
    let points: Vec<u32> = (0..6).map(|length| streak_points(&[1, 2, 5], length)).collect();
    assert_eq!(points, [0, 1, 2, 5, 5, 5]);
    assert_eq!(streak_points(&[], 4), 0);
}

#[test]
fn each_reason_against_an_exchange_names_itself() {
    let of = |account: Account| most(&rule(), &account).unwrap_err();
    assert_eq!(of(Account { is_open: false, ..account(500) }), NoExchange::Closed);
    assert_eq!(of(Account { is_verified: false, ..account(500) }), NoExchange::NotVerified);
    assert_eq!(of(Account { spent: eur(4_801), ..account(500) }), NoExchange::BudgetUsed);
    assert_eq!(of(Account { exchanged: eur(900), ..account(500) }), NoExchange::PersonMax);
    assert_eq!(of(account(199)), NoExchange::TooFewPoints);
    assert_eq!(exchange(&rule(), &account(500), 199), Err(NoExchange::BelowMinimum(200)));
    assert_eq!(exchange(&rule(), &account(500), 501), Err(NoExchange::AboveMost(500)));
    assert_eq!(exchange(&rule(), &account(500), 500), Ok(eur(500)));
}

#[test]
fn codes_read_back_and_money_that_only_moves_is_no_deposit() {
    for kind in TaskKind::ALL {
        assert_eq!(TaskKind::from_code(kind.code()), Some(kind));
    }
    let of = |kind: TaskKind| -> BTreeSet<&str> {
        TransactionType::all()
            .filter(|of| TaskKind::of_movement(*of) == Some(kind))
            .map(TransactionType::code)
            .collect()
    };
    assert_eq!(of(TaskKind::Deposit), BTreeSet::from(["PAYIN", "AUTOPAYIN", "UDEPOSIT"]));
    assert_eq!(of(TaskKind::Transfer), BTreeSet::from(["TRANSFER_PROFILE"]));
    let exchanges = ["EXCHANGE", "PAYIN_CONVERT", "CONVERT", "CONVERT_PAYOUT", "UCONVERT", "UCONVERT_PAYOUT"];
    assert_eq!(of(TaskKind::Exchange), BTreeSet::from(exchanges));
}
