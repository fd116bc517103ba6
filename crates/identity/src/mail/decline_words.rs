//! The texts of emails for payment decline reasons.

use super::order_words::Four;

/// The texts by the decline code of the payer's bank.
const REASONS: [(&str, Four); 13] = [
    (
        "insufficient_funds",
        [
            "There is not enough money on the card or account.",
            "На картці або рахунку недостатньо коштів.",
            "На карте или счёте недостаточно средств.",
            "Na karcie lub koncie brakuje środków.",
        ],
    ),
    (
        "expired_card",
        ["The card has expired.", "Термін дії картки минув.", "Срок действия карты истёк.", "Karta straciła ważność."],
    ),
    (
        "incorrect_cvc",
        [
            "The security code of the card is wrong.",
            "Код безпеки картки неправильний.",
            "Код безопасности карты неверный.",
            "Kod zabezpieczający karty jest nieprawidłowy.",
        ],
    ),
    (
        "incorrect_card",
        [
            "The details of the card are wrong.",
            "Дані картки неправильні.",
            "Данные карты неверны.",
            "Dane karty są nieprawidłowe.",
        ],
    ),
    (
        "not_permitted",
        [
            "The bank does not allow this payment with this card or account.",
            "Банк не дозволяє цей платіж із цієї картки або рахунку.",
            "Банк не разрешает этот платёж с этой карты или счёта.",
            "Bank nie zezwala na tę płatność tą kartą lub z tego konta.",
        ],
    ),
    (
        "limit_exceeded",
        [
            "A limit of the card or the account does not allow the payment.",
            "Платіж перевищує ліміт картки або рахунку.",
            "Платёж превышает лимит карты или счёта.",
            "Płatność przekracza limit karty lub konta.",
        ],
    ),
    (
        "authentication_failed",
        [
            "The payment was not confirmed with the bank.",
            "Платіж не підтверджено в банку.",
            "Платёж не подтверждён в банке.",
            "Płatności nie potwierdzono w banku.",
        ],
    ),
    (
        "card_blocked",
        [
            "The bank has blocked the card.",
            "Банк заблокував картку.",
            "Банк заблокировал карту.",
            "Bank zablokował kartę.",
        ],
    ),
    ("incorrect_code", ["The code is wrong.", "Код неправильний.", "Код неверный.", "Kod jest nieprawidłowy."]),
    (
        "expired_code",
        ["The code has expired.", "Термін дії коду минув.", "Срок действия кода истёк.", "Kod stracił ważność."],
    ),
    (
        "timed_out",
        [
            "The payment was not made in time.",
            "Платіж не здійснено вчасно.",
            "Платёж не был совершён вовремя.",
            "Płatności nie dokonano na czas.",
        ],
    ),
    (
        "bank_unavailable",
        [
            "The bank could not be reached.",
            "Зв’язатися з банком не вдалося.",
            "Связаться с банком не удалось.",
            "Nie udało się połączyć z bankiem.",
        ],
    ),
    (
        "do_not_honour",
        [
            "The bank did not say why. It can tell you if you ask.",
            "Банк не назвав причини. Її можна дізнатися в банку.",
            "Банк не назвал причину. Её можно узнать в банке.",
            "Bank nie podał powodu. Możesz o niego zapytać w banku.",
        ],
    ),
];

/// The sentence for a code; `None` if the code does not help the payer.
pub(super) fn of(code: &str) -> Option<Four> {
    REASONS.iter().find(|(known, _)| *known == code).map(|(_, words)| *words)
}
