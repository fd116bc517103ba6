//! The connections that operators made in the console, and the folders of banks. Pure.

use exchange::rails::{ConnectionKind, ConnectionSettings, ConnectionState, MadeConnection};
use kernel::{Currency, Payway};

/// The payment methods of the connections that are switched on. A connection of the server's settings wins over one of
/// its kind.
pub(super) fn ways(made: &[MadeConnection], server: &[(Payway, Currency)]) -> Vec<(Payway, Currency)> {
    let on = made.iter().filter(|one| one.state == ConnectionState::On);
    let used = on.filter(|one| !is_of_server(one.settings.kind(), server));
    let each = used.flat_map(|one| match &one.settings {
        ConnectionSettings::Bank { ibans, .. } => {
            ibans.keys().map(|currency| (Payway::Iban, *currency)).collect::<Vec<_>>()
        }
        ConnectionSettings::Cards { currencies, .. } => {
            currencies.iter().map(|currency| (Payway::Visamc, *currency)).collect()
        }
    });
    each.collect()
}

fn is_of_server(kind: ConnectionKind, server: &[(Payway, Currency)]) -> bool {
    server.iter().any(|(payway, _)| *payway == payway_of(kind))
}

const fn payway_of(kind: ConnectionKind) -> Payway {
    match kind {
        ConnectionKind::Bank => Payway::Iban,
        ConnectionKind::Cards => Payway::Visamc,
    }
}

const fn name_of(kind: ConnectionKind) -> &'static str {
    match kind {
        ConnectionKind::Bank => "bank",
        ConnectionKind::Cards => "card acquirer",
    }
}

/// What the connections of the console lack, in sentences.
pub(super) fn lacks(made: &[MadeConnection], server: &[(Payway, Currency)]) -> Vec<String> {
    let mut all = Vec::new();
    for kind in [ConnectionKind::Bank, ConnectionKind::Cards] {
        let of_kind = |state| made.iter().find(|one| one.settings.kind() == kind && one.state == state);
        let name = name_of(kind);
        if is_of_server(kind, server) {
            continue;
        }
        if let Some(on) = of_kind(ConnectionState::On) {
            let failed = on.test.as_ref().filter(|test| !test.is_passed);
            all.extend(failed.map(|test| format!("The {name} did not pass its last test: {}", test.answer)));
        } else if of_kind(ConnectionState::Draft).is_some() {
            all.push(format!("The {name} is a draft in the console. Test it, and let two operators switch it on."));
        } else if of_kind(ConnectionState::Off).is_some() {
            all.push(format!("The {name} is switched off in the console. Two operators can switch it on."));
        }
    }
    all
}

/// What the folder of a bank lacks, in sentences. `problem` is why it cannot be used.
pub(super) fn folder_lacks(problem: Option<&str>, has_bank: bool) -> Vec<String> {
    let unused = "The bank has a folder, but no account. Name its accounts, or connect the bank in the console.";
    let problem = problem.map(|problem| format!("The folder of the bank cannot be used. {problem}"));
    (!has_bank).then(|| unused.to_owned()).into_iter().chain(problem).collect()
}

#[cfg(test)]
mod tests {
    use exchange::rails::ConnectionTest;

    use super::*;

    fn bank(state: ConnectionState, test: Option<bool>) -> MadeConnection {
        let ibans = [(Currency::EUR, "DE02120300000000202051".to_owned())].into();
        let settings = ConnectionSettings::Bank { holder: "North".into(), bic: "BYLADEM1001".into(), ibans };
        let at = chrono::DateTime::UNIX_EPOCH;
        let test = test.map(|is_passed| ConnectionTest { at, is_passed, answer: "An answer.".into() });
        MadeConnection { id: uuid::Uuid::nil(), settings, state, made_by: "tom".into(), made_at: at, test }
    }

    #[test]
    fn a_connection_counts_when_it_is_on_and_else_the_sentence_says_what_to_do() {
        let euro = (Payway::Iban, Currency::EUR);
        let on = [bank(ConnectionState::On, Some(true))];
        assert_eq!((ways(&on, &[]), lacks(&on, &[])), (vec![euro], vec![]));
        for (state, said) in [(ConnectionState::Draft, "is a draft"), (ConnectionState::Off, "is switched off")] {
            let made = [bank(state, None)];
            assert_eq!(ways(&made, &[]), []);
            assert!(lacks(&made, &[])[0].contains(said), "{said}");
            assert_eq!(lacks(&made, &[euro]), [""; 0], "the server's settings win");
        }
        // A change that is not switched on leaves the connection before it in use.
        let both = [bank(ConnectionState::Draft, None), bank(ConnectionState::On, Some(false))];
        assert_eq!(lacks(&both, &[]), ["The bank did not pass its last test: An answer."]);
        assert_eq!(ways(&on, &[(Payway::Iban, Currency::PLN)]), [], "the server's settings win");
    }

    #[test]
    fn a_folder_needs_a_bank_and_a_disk() {
        assert_eq!(folder_lacks(None, true), [""; 0]);
        assert!(folder_lacks(None, false)[0].contains("no account"));
        assert_eq!(folder_lacks(Some("It is full."), true), ["The folder of the bank cannot be used. It is full."]);
    }
}
