//! The texts of emails about verification results, without reasons, with the placeholder `{tenant}`.

use super::security_words::Words;
use crate::Language;
use crate::verification::{Kind, Status};

pub(super) fn of(language: Language, kind: Kind, status: Status) -> Words {
    let at = match language {
        Language::En => 0,
        Language::Uk => 1,
        Language::Ru => 2,
        Language::Pl => 3,
    };
    let subject = [
        "Your verification at {tenant}",
        "Ваша верифікація в {tenant}",
        "Ваша верификация в {tenant}",
        "Twoja weryfikacja w {tenant}",
    ];
    let paragraphs = vec![happened(kind, status)[at], then(status)[at]];
    Words { subject: subject[at], paragraphs: paragraphs.into_iter().filter(|text| !text.is_empty()).collect() }
}

/// One sentence for the result: English, Ukrainian, Russian, Polish.
fn happened(kind: Kind, status: Status) -> [&'static str; 4] {
    match (kind, status) {
        (Kind::Identity, Status::Completed) => [
            "Your identity is verified.",
            "Вашу особу підтверджено.",
            "Ваша личность подтверждена.",
            "Twoja tożsamość została potwierdzona.",
        ],
        (Kind::SourceOfFunds, Status::Completed) => [
            "What you told us about the source of your funds is accepted.",
            "Ваші відомості про джерело коштів прийнято.",
            "Ваши сведения об источнике средств приняты.",
            "Przyjęliśmy Twoje informacje o źródle środków.",
        ],
        (Kind::SourceOfFunds, Status::Rejected | Status::NotAllowed) => [
            "We could not accept what you told us about the source of your funds.",
            "Ми не змогли прийняти ваші відомості про джерело коштів.",
            "Мы не смогли принять ваши сведения об источнике средств.",
            "Nie mogliśmy przyjąć Twoich informacji o źródle środków.",
        ],
        (Kind::SourceOfFunds, _) => [
            "We need your answer about the source of your funds again.",
            "Нам ще раз потрібна ваша відповідь про джерело коштів.",
            "Нам ещё раз нужен ваш ответ об источнике средств.",
            "Potrzebujemy jeszcze raz Twojej odpowiedzi o źródle środków.",
        ],
        (_, Status::Completed) => [
            "Your address is verified.",
            "Вашу адресу підтверджено.",
            "Ваш адрес подтверждён.",
            "Twój adres został potwierdzony.",
        ],
        (_, Status::Rejected | Status::NotAllowed) => [
            "We could not verify you with the documents that you sent.",
            "Ми не змогли верифікувати вас за надісланими документами.",
            "Мы не смогли верифицировать вас по присланным документам.",
            "Nie udało się zweryfikować Cię na podstawie przesłanych dokumentów.",
        ],
        (_, Status::Expired) => [
            "A document that you were verified with has expired.",
            "Строк дії документа, за яким вас верифіковано, минув.",
            "Срок действия документа, по которому вы верифицированы, истёк.",
            "Dokument, na podstawie którego Cię zweryfikowano, stracił ważność.",
        ],
        _ => [
            "We need your documents again.",
            "Нам ще раз потрібні ваші документи.",
            "Нам ещё раз нужны ваши документы.",
            "Potrzebujemy Twoich dokumentów jeszcze raz.",
        ],
    }
}

/// The next step. It contains no link, because links in emails train people for phishing.
fn then(status: Status) -> [&'static str; 4] {
    match status {
        Status::Completed => [
            "You do not need to do anything.",
            "Нічого робити не треба.",
            "Ничего делать не нужно.",
            "Nie musisz nic robić.",
        ],
        Status::Rejected | Status::NotAllowed => [
            "Open {tenant} and go to Profile, Personal details and limits, to see why. Support can help.",
            "Відкрийте {tenant} і перейдіть до розділу «Профіль», «Особисті дані й ліміти», щоб дізнатися чому. Підтримка допоможе.",
            "Откройте {tenant} и перейдите в раздел «Профиль», «Личные данные и лимиты», чтобы узнать почему. Поддержка поможет.",
            "Otwórz {tenant} i przejdź do sekcji Profil, Dane osobowe i limity, aby zobaczyć dlaczego. Pomoc odpowie na pytania.",
        ],
        _ => [
            "Open {tenant} and go to Profile, Personal details and limits: it says what is missing.",
            "Відкрийте {tenant} і перейдіть до розділу «Профіль», «Особисті дані й ліміти»: там написано, чого бракує.",
            "Откройте {tenant} и перейдите в раздел «Профиль», «Личные данные и лимиты»: там написано, чего не хватает.",
            "Otwórz {tenant} i przejdź do sekcji Profil, Dane osobowe i limity: tam jest napisane, czego brakuje.",
        ],
    }
}
