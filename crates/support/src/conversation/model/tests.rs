//! Tests of a conversation's states: a complaint keeps its deadline and never ends without a written answer.

use proptest::prelude::*;

use super::*;

fn at(minutes: i64) -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::minutes(minutes)
}

fn opened(kind: Kind) -> Progress {
    let due = (kind == Kind::Complaint).then(|| at(21 * 1_440));
    let new = Progress {
        kind,
        state: State::Open,
        opened_at: at(0),
        moved_at: at(0),
        waits_since: None,
        due_at: None,
        first_answer_at: None,
        acknowledge_due: due.map(|_| at(2 * 1_440)),
        acknowledged_at: due.map(|_| at(0)),
        answer_due: due,
        answer_due_day: due.map(|due| due.date_naive()),
        final_answer_at: None,
        closed_at: None,
    };
    new.asked(&Clocks::default(), at(0)).unwrap()
}

/// What can happen to a conversation.
#[derive(Clone, Copy, Debug)]
enum Step {
    Asks,
    Replies,
    AsksBack,
    Answers,
    Ends,
}

fn steps() -> impl Strategy<Value = Vec<(Step, i64)>> {
    let step = prop::sample::select(vec![Step::Asks, Step::Replies, Step::AsksBack, Step::Answers, Step::Ends]);
    prop::collection::vec((step, 1_i64..20_000), 0..20)
}

fn step(progress: Progress, step: Step, now: DateTime<Utc>) -> Result<Progress, SupportError> {
    let clocks = Clocks::default();
    match step {
        Step::Asks => progress.asked(&clocks, now),
        Step::Replies => Ok(progress.replied(false, &clocks, now)),
        Step::AsksBack => Ok(progress.replied(true, &clocks, now)),
        Step::Answers => progress.answered(&clocks, now),
        Step::Ends => progress.ended(now),
    }
}

proptest! {
    #[test]
    fn whatever_happens_no_complaint_ends_without_its_answer_and_its_deadline_never_moves(
        complaint in any::<bool>(), steps in steps(),
    ) {
        let kind = if complaint { Kind::Complaint } else { Kind::Question };
        let mut now = 0;
        let mut progress = opened(kind);
        for (next, minutes) in steps {
            now += minutes;
            let Ok(moved) = step(progress, next, at(now)) else { continue };
            prop_assert_eq!(moved.answer_due, progress.answer_due);
            prop_assert_eq!(moved.state == State::Closed, moved.closed_at.is_some());
            prop_assert_eq!(moved.waits_since.is_some(), moved.due_at.is_some());
            if moved.state == State::Closed {
                prop_assert!(kind == Kind::Question || moved.final_answer_at.is_some());
                prop_assert_eq!(moved.due_at, None);
            }
            if moved.state == State::Open {
                prop_assert!(moved.due_at.is_some(), "support owes an answer");
            }
            if kind == Kind::Complaint && moved.final_answer_at.is_none() {
                prop_assert_eq!(moved.due_at, moved.answer_due, "a reply in between does not stop the clock");
            }
            if let Some(first) = progress.first_answer_at {
                prop_assert_eq!(moved.first_answer_at, Some(first));
            }
            progress = moved;
        }
    }

    #[test]
    fn more_messages_never_give_support_more_time(waits in prop::collection::vec(1_i64..600, 1..8)) {
        let mut progress = opened(Kind::Question);
        let (due, mut now) = (progress.due_at, 0);
        for wait in waits {
            now += wait;
            progress = progress.asked(&Clocks::default(), at(now)).unwrap();
            prop_assert_eq!(progress.due_at, due);
        }
    }

    #[test]
    fn a_number_is_two_groups_that_are_read_aloud_without_mistakes(random in any::<[u8; 8]>()) {
        let number = number_of(random);
        prop_assert!(number.len() == 9 && number.as_bytes()[4] == b'-');
        prop_assert!(!number.contains(['I', 'L', 'O', 'U']));
    }
}

#[test]
fn a_conversation_goes_back_and_forth_ends_and_opens_again_for_two_weeks() {
    let clocks = Clocks::default();
    let asked = opened(Kind::Question);
    assert_eq!((asked.state, asked.due_at), (State::Open, Some(at(1_440))));
    let answered = asked.replied(false, &clocks, at(30));
    assert_eq!((answered.state, answered.due_at, answered.first_answer_at), (State::Answered, None, Some(at(30))));
    assert_eq!(answered.replied(true, &clocks, at(40)).state, State::WaitingForYou);
    let again = answered.asked(&clocks, at(100)).unwrap();
    assert_eq!((again.state, again.waits_since), (State::Open, Some(at(100))));
    let ended = again.ended(at(200)).unwrap();
    assert!(ended.ended(at(201)).is_err());
    let last = at(200) + REOPENS_WITHIN;
    assert_eq!(ended.asked(&clocks, last - TimeDelta::seconds(1)).unwrap().state, State::Open);
    assert!(matches!(ended.asked(&clocks, last), Err(SupportError::Conflict(_))));
}

#[test]
fn a_browser_cannot_write_a_story_into_the_context() {
    let text = |text: &str| Some(text.to_owned());
    let context = Context {
        transaction: None,
        screen: text("/transaction/sale/ord_1"),
        app_version: text("0.1.0"),
        request_id: text("a b"),
    };
    let tidied = context.tidied();
    assert_eq!(tidied.screen.as_deref(), Some("/transaction/sale/ord_1"));
    assert_eq!((tidied.app_version.as_deref(), tidied.request_id), (Some("0.1.0"), None));
    for screen in ["", "https://evil.example/", "/pay?token=secret", "/a#secret", &"/".repeat(201)] {
        let context = Context { screen: text(screen), ..Context::default() };
        assert_eq!(context.tidied().screen, None, "{screen}");
    }
}

#[test]
fn labels_and_texts_are_short_and_plain() {
    let own = |labels: &[&str]| checked_labels(&labels.iter().map(|label| (*label).to_owned()).collect::<Vec<_>>());
    assert_eq!(own(&["VIP", " vip ", "bank"]).unwrap(), ["vip", "bank"]);
    assert!(own(&[""]).is_err() && own(&[&"x".repeat(31)]).is_err() && own(&["a\nb"]).is_err());
    assert!(checked_text(" \n ").is_err() && checked_text(&"x".repeat(TEXT_CHARS_MAX + 1)).is_err());
    assert_eq!(checked_text(" two\r\nlines ").unwrap(), "two\nlines");
    assert_eq!(preview("two\nlines"), "two lines");
    assert_eq!(preview(&"x".repeat(200)).chars().count(), 140);
}

#[test]
fn a_full_conversation_still_takes_the_final_answer() {
    let room =
        [MessageKind::Customer, MessageKind::Reply, MessageKind::Note, MessageKind::Answer].map(MessageKind::room);
    assert_eq!(room, [200, 299, 299, 300]);
}
