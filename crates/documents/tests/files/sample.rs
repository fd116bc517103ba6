//! Examples of documents.

use documents::content::{
    AccountPart, Content, Exchanged, Fee, Format, Holder, Issuer, Kind, Movement, Period, Promise,
};
use documents::seal;
use exchange::LineKind;
use exchange::transaction::DisplayType;
use identity::Language;
use kernel::{Amount, Currency};
use ledger::proof::NoteSigner;

pub fn signer() -> NoteSigner {
    NoteSigner::new("agio/01900000000070008000000000000002".into(), [3; 32])
}

pub fn currency(code: &str) -> Currency {
    code.parse().unwrap()
}

pub fn amount(text: &str, code: &str) -> Amount {
    Amount::parse(text, currency(code)).unwrap()
}

/// A balance with `count` movements of this size and some smaller ones.
pub fn account(code: &str, opening: &str, step: &str, count: usize) -> AccountPart {
    let (opening, step) = (amount(opening, code), amount(step, code));
    let mut balance = opening;
    let mut movements = Vec::with_capacity(count);
    for at in 0..count {
        let debit = at % 3 == 1;
        let change = if debit { Amount::new(-(step.atoms() / 3), step.currency()) } else { step };
        balance = balance.checked_add(change).unwrap();
        let start: chrono::DateTime<chrono::Utc> = "2026-09-01T08:15:00Z".parse().unwrap();
        movements.push(Movement {
            number: i64::try_from(at).unwrap() + 1,
            at: start + chrono::TimeDelta::minutes(i64::try_from(at * 11).unwrap()),
            what: [Some(DisplayType::Deposit), Some(DisplayType::Convert), Some(DisplayType::Transfer), None][at % 4],
            reference: (at % 4 != 3).then(|| "7K2M-94QD".to_owned()),
            counterparty: ["PL61 1090…2874", "Олександра Коваленко-Шевченко", "=HYPERLINK(\"x\")", ""]
                .get(at % 5)
                .filter(|name| !name.is_empty())
                .map(|name| (*name).to_owned()),
            change,
            balance,
            fees: if debit {
                vec![
                    Fee { kind: LineKind::OurFee, amount: Amount::new(step.atoms() / 200, step.currency()) },
                    Fee { kind: LineKind::NetworkFee, amount: Amount::new(step.atoms() / 900, step.currency()) },
                ]
            } else {
                Vec::new()
            },
            exchange: debit.then(|| Exchanged {
                given: change.negated(),
                received: amount("0.00412", "BTC"),
                rate: "57213.44".to_owned(),
                of: currency("BTC"),
                in_: step.currency(),
            }),
            promise: match at % 6 {
                1 => Some(Promise::Kept(amount("1234.50", "EUR"))),
                2 => Some(Promise::Credited),
                _ => None,
            },
        });
    }
    AccountPart::new(opening, balance, movements).unwrap()
}

pub fn content(kind: Kind, language: Language, accounts: Vec<AccountPart>) -> Content {
    Content {
        kind,
        language,
        number: "DOC-7K2M-94QD".to_owned(),
        code: "9F3K-72QM-X4TA-0B8D".to_owned(),
        issuer: Issuer {
            name: "Nova Bank".to_owned(),
            color: [0x0f, 0x4c, 0x81],
            mark: vec![],
            support: Some("support@nova.example".to_owned()),
            origin: "https://pay.nova.example".to_owned(),
            is_sandbox: false,
        },
        holder: Holder {
            name: "Ada Kowalska".to_owned(),
            address: vec!["ul. Długa 12 m. 4".to_owned(), "00-238 Warszawa, PL".to_owned()],
            since: "2024-03-18".parse().unwrap(),
        },
        period: Period { from: "2026-09-01".parse().unwrap(), to: "2026-11-27".parse().unwrap() },
        issued_at: "2026-11-27T18:40:12Z".parse().unwrap(),
        accounts,
    }
}

/// The finished file, as a customer receives it.
pub fn file(content: &Content, format: Format) -> Vec<u8> {
    let label = seal::label(content, &signer());
    let bytes = match format {
        Format::Pdf => documents::pdf(content, &seal::address(content, &label)).unwrap(),
        Format::Xlsx => documents::xlsx(content).unwrap(),
        Format::Csv => documents::csv(content),
    };
    let whole = seal::sealed(bytes, format, &content.number, &signer());
    assert!(seal::is_sealed_by(&whole, &signer().verifier()));
    whole
}

/// Writes a file for a person to look at, if a folder is named.
pub fn look(name: &str, format: Format, bytes: &[u8]) {
    if let Ok(folder) = std::env::var("AGIO_DOCUMENT_LOOKS") {
        std::fs::write(format!("{folder}/{name}.{}", format.ending()), bytes).unwrap();
    }
}
