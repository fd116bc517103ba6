//! The texts of brute-force alerts, in every language, with the placeholders `{tenant}`, `{count}` and `{since}`.

use super::security_words::Words;
use crate::Language;

pub(super) fn guessing(language: Language) -> Words {
    match language {
        Language::En => Words {
            subject: "Sign-in codes are being guessed at {tenant}",
            paragraphs: vec![
                "Since {since} UTC {count} wrong sign-in codes were entered at {tenant}. That is more than ordinary typing mistakes: someone may be trying codes on many accounts.",
                "Each code takes five attempts, each address ten codes a day. After 1,000 wrong codes in a day new codes get longer by themselves, and a browser has to work for a second before one is sent.",
                "Please check where they come from with the operator of the server, and block those networks if it goes on. You get this email once an hour at most.",
            ],
        },
        Language::Uk => Words {
            subject: "Хтось підбирає коди входу в {tenant}",
            paragraphs: vec![
                "З {since} UTC у {tenant} введено неправильних кодів входу: {count}. Звичайних помилок стільки не буває: можливо, хтось пробує коди до багатьох облікових записів.",
                "Для кожного коду є п’ять спроб, для кожної адреси — десять кодів на день. Після 1000 неправильних кодів за день нові коди самі стають довшими, а браузер має попрацювати близько секунди, перш ніж код буде надіслано.",
                "Будь ласка, разом із тим, хто обслуговує сервер, подивіться, звідки вони надходять, і закрийте доступ цим мережам, якщо це триватиме. Цей лист надходить не частіше ніж раз на годину.",
            ],
        },
        Language::Ru => Words {
            subject: "Кто-то подбирает коды входа в {tenant}",
            paragraphs: vec![
                "С {since} UTC в {tenant} введено неверных кодов входа: {count}. Обычных опечаток столько не бывает: возможно, кто-то пробует коды ко многим аккаунтам.",
                "Для каждого кода есть пять попыток, для каждого адреса — десять кодов в день. После 1000 неверных кодов за день новые коды сами становятся длиннее, а браузер должен поработать около секунды, прежде чем код будет отправлен.",
                "Пожалуйста, вместе с тем, кто обслуживает сервер, посмотрите, откуда они поступают, и закройте доступ этим сетям, если это продолжится. Это письмо приходит не чаще раза в час.",
            ],
        },
        Language::Pl => Words {
            subject: "Ktoś zgaduje kody logowania w {tenant}",
            paragraphs: vec![
                "Od {since} UTC w {tenant} podano błędnych kodów logowania: {count}. To więcej, niż wynosi zwykła liczba pomyłek: ktoś może próbować kodów do wielu kont.",
                "Każdy kod ma pięć prób, każdy adres dziesięć kodów dziennie. Po 1000 błędnych kodów w ciągu dnia nowe kody same stają się dłuższe, a przeglądarka musi popracować około sekundy, zanim kod zostanie wysłany.",
                "Sprawdź z osobą, która utrzymuje serwer, skąd pochodzą, i zablokuj te sieci, jeśli to się nie skończy. Ta wiadomość przychodzi najwyżej raz na godzinę.",
            ],
        },
    }
}
