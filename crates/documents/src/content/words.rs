//! The words of documents in the languages of the specification.

use exchange::LineKind;
use exchange::transaction::DisplayType;
use identity::Language;

use super::format::money;
use super::model::{Kind, Movement, Promise};

/// The fixed words of a document.
#[derive(Debug)]
pub struct Words {
    /// The titles, in the order of [`Kind::ALL`].
    titles: [&'static str; 3],
    /// Heading of the holder.
    pub holder: &'static str,
    /// Heading of the facts about the document.
    pub details: &'static str,
    /// The number.
    pub number: &'static str,
    /// The time of issue.
    pub issued: &'static str,
    /// The period.
    pub period: &'static str,
    /// The word for a balance, which stands with a currency: "EUR balance".
    pub balance_of: &'static str,
    /// The balance before the period.
    pub opening: &'static str,
    /// The balance after the period.
    pub closing: &'static str,
    /// The sum of the credits.
    pub money_in: &'static str,
    /// The sum of the debits.
    pub money_out: &'static str,
    /// Column of dates.
    pub date: &'static str,
    /// Column of descriptions.
    pub description: &'static str,
    /// Column of amounts.
    pub amount: &'static str,
    /// Column of running balances.
    pub balance: &'static str,
    /// Column of currencies.
    pub currency: &'static str,
    /// Column of times.
    pub time: &'static str,
    /// Column of transactions.
    pub reference: &'static str,
    /// Column of payees and payers.
    pub counterparty: &'static str,
    /// Column of fees.
    pub fees: &'static str,
    /// Rate of a conversion.
    pub rate: &'static str,
    /// What keeping the promised price cost the platform.
    pub price_kept: &'static str,
    /// The credit of a difference to the promised price.
    pub price_credited: &'static str,
    /// A movement without a transaction.
    pub correction: &'static str,
    /// An account without movements.
    pub nothing: &'static str,
    /// A profile without balances.
    pub no_balances: &'static str,
    /// The heading above the code.
    pub check: &'static str,
    /// How the document is checked.
    pub check_how: &'static str,
    /// The code that can be typed.
    pub code: &'static str,
    /// Says that times are in UTC.
    pub utc: &'static str,
    /// "Page {} of {}".
    pub page: [&'static str; 2],
    /// The exact digits of a number that a spreadsheet rounds.
    pub exact: &'static str,
    /// The mark of a document whose money is not real.
    pub sandbox: &'static str,
    /// The name of the sheet with the facts about the document.
    pub sheet: &'static str,
    /// The explanation of the signature at the end of a file.
    pub signature: &'static str,
    /// Alternative text of the code.
    pub qr: &'static str,
    /// The greeting of a letter.
    pub concern: &'static str,
    /// The paragraphs of a letter: `{holder}`, `{issuer}`, `{since}`, `{issued}`.
    pub letter: [&'static str; 4],
    /// The closing of a letter.
    pub regards: &'static str,
    /// Fees, in the order of [`LineKind`]: platform, processing, network, spread, rounding.
    fee_names: [&'static str; 5],
    /// Movements, in the order of [`DisplayType`].
    movements: [&'static str; 8],
}

impl Words {
    /// The title of a kind of document.
    #[must_use]
    pub const fn title(&self, kind: Kind) -> &'static str {
        match kind {
            Kind::AccountStatement => self.titles[0],
            Kind::WalletStatement => self.titles[1],
            Kind::LetterOfGoodStanding => self.titles[2],
        }
    }

    /// The name of a fee. `None` for a line that is no fee.
    #[must_use]
    pub const fn fee(&self, kind: LineKind) -> Option<&'static str> {
        Some(match kind {
            LineKind::AmountConverted => return None,
            LineKind::OurFee => self.fee_names[0],
            LineKind::ProcessingFee => self.fee_names[1],
            LineKind::NetworkFee => self.fee_names[2],
            LineKind::Spread => self.fee_names[3],
            LineKind::Rounding => self.fee_names[4],
        })
    }

    /// That the promised price was kept, and what it cost the platform. `None` if that cost nothing.
    #[must_use]
    pub fn kept(&self, movement: &Movement, language: Language) -> Option<String> {
        let Some(Promise::Kept(cost)) = movement.promise else { return None };
        Some(format!("{}: {}", self.price_kept, money(cost, language)))
    }

    /// The name of a movement.
    #[must_use]
    pub const fn movement(&self, movement: &Movement) -> &'static str {
        if matches!(movement.promise, Some(Promise::Credited)) {
            return self.price_credited;
        }
        match movement.what {
            None => self.correction,
            Some(DisplayType::Purchase) => self.movements[0],
            Some(DisplayType::Sale) => self.movements[1],
            Some(DisplayType::Swap) => self.movements[2],
            Some(DisplayType::Deposit) => self.movements[3],
            Some(DisplayType::Withdraw) => self.movements[4],
            Some(DisplayType::Convert) => self.movements[5],
            Some(DisplayType::Refund) => self.movements[6],
            Some(DisplayType::Transfer) => self.movements[7],
        }
    }
}

/// The words of a language.
#[must_use]
pub const fn of(language: Language) -> &'static Words {
    match language {
        Language::En => &EN,
        Language::Uk => &UK,
        Language::Ru => &RU,
        Language::Pl => &PL,
    }
}

/// The months in the form that follows a day.
#[must_use]
pub const fn months(language: Language) -> &'static [&'static str; 12] {
    match language {
        Language::En => &[
            "January",
            "February",
            "March",
            "April",
            "May",
            "June",
            "July",
            "August",
            "September",
            "October",
            "November",
            "December",
        ],
        Language::Uk => &[
            "січня",
            "лютого",
            "березня",
            "квітня",
            "травня",
            "червня",
            "липня",
            "серпня",
            "вересня",
            "жовтня",
            "листопада",
            "грудня",
        ],
        Language::Ru => &[
            "января",
            "февраля",
            "марта",
            "апреля",
            "мая",
            "июня",
            "июля",
            "августа",
            "сентября",
            "октября",
            "ноября",
            "декабря",
        ],
        Language::Pl => &[
            "stycznia",
            "lutego",
            "marca",
            "kwietnia",
            "maja",
            "czerwca",
            "lipca",
            "sierpnia",
            "września",
            "października",
            "listopada",
            "grudnia",
        ],
    }
}

const EN: Words = Words {
    titles: ["Account statement", "Wallet statement", "Letter of good standing"],
    holder: "Account holder",
    details: "Document",
    number: "Number",
    issued: "Issued",
    period: "Period",
    balance_of: "Balance",
    opening: "Opening balance",
    closing: "Closing balance",
    money_in: "Money in",
    money_out: "Money out",
    date: "Date",
    description: "Description",
    amount: "Amount",
    balance: "Balance",
    currency: "Currency",
    time: "Time",
    reference: "Transaction",
    counterparty: "Counterparty",
    fees: "Fees",
    rate: "Rate",
    price_kept: "Promised price kept, our cost",
    price_credited: "Promised price made good",
    correction: "Correction",
    nothing: "No movements in this period.",
    no_balances: "No balances in this period.",
    check: "Check this document",
    check_how: "Scan the code, or open the page and choose this file. The page compares the signature with the published \
                key and tells whether they match.",
    code: "Code",
    utc: "Days and times are in UTC.",
    page: ["Page ", " of "],
    exact: "all digits",
    sandbox: "Sandbox. Not real money.",
    sheet: "Document",
    signature: "Signature",
    qr: "A code that opens the page where this document can be checked.",
    concern: "To whom it may concern",
    letter: [
        "This letter confirms that {holder} has been a customer of {issuer} since {since}.",
        "The identity of the customer has been verified with an official document.",
        "On {issued} the account is open and not restricted, and no amount is owed to {issuer}.",
        "The customer asked for this letter. It states what {issuer} knows on the day of issue, and is no guarantee.",
    ],
    regards: "Issued electronically. The signature of this document replaces a signature on paper.",
    fee_names: ["Platform fee", "Processing fee", "Network fee", "Spread", "Rounding"],
    movements: ["Purchase", "Sale", "Swap", "Top-up", "Withdrawal", "Conversion", "Refund", "Transfer"],
};

const UK: Words = Words {
    titles: ["Виписка з рахунку", "Виписка з гаманця", "Довідка про належний стан рахунку"],
    holder: "Власник рахунку",
    details: "Документ",
    number: "Номер",
    issued: "Видано",
    period: "Період",
    balance_of: "Баланс",
    opening: "Баланс на початок",
    closing: "Баланс на кінець",
    money_in: "Надходження",
    money_out: "Видатки",
    date: "Дата",
    description: "Опис",
    amount: "Сума",
    balance: "Баланс",
    currency: "Валюта",
    time: "Час",
    reference: "Транзакція",
    counterparty: "Контрагент",
    fees: "Комісії",
    rate: "Курс",
    price_kept: "Обіцяну ціну дотримано, наші витрати",
    price_credited: "Доплата до обіцяної ціни",
    correction: "Коригування",
    nothing: "За цей період рухів не було.",
    no_balances: "За цей період балансів не було.",
    check: "Перевірити документ",
    check_how: "Відскануйте код або відкрийте сторінку й виберіть цей файл. Сторінка порівняє підпис з опублікованим \
                ключем і скаже, чи вони збігаються.",
    code: "Код",
    utc: "Дні та час подано за UTC.",
    page: ["Сторінка ", " з "],
    exact: "усі знаки",
    sandbox: "Пісочниця. Гроші не справжні.",
    sheet: "Документ",
    signature: "Підпис",
    qr: "Код, який відкриває сторінку перевірки цього документа.",
    concern: "За місцем вимоги",
    letter: [
        "Цим підтверджується, що {holder} є клієнтом {issuer} з {since}",
        "Особу клієнта підтверджено офіційним документом.",
        "Станом на {issued} рахунок відкритий, обмежень і заборгованості перед {issuer} немає.",
        "Довідку видано на запит клієнта. Вона відображає відомості {issuer} на день видачі та не є гарантією.",
    ],
    regards: "Видано в електронній формі. Підпис цього документа замінює підпис на папері.",
    fee_names: ["Комісія платформи", "Комісія за обробку", "Комісія мережі", "Спред", "Округлення"],
    movements: ["Купівля", "Продаж", "Обмін", "Поповнення", "Виведення", "Конвертація", "Повернення", "Переказ"],
};

const RU: Words = Words {
    titles: ["Выписка по счёту", "Выписка по кошельку", "Справка о надлежащем состоянии счёта"],
    holder: "Владелец счёта",
    details: "Документ",
    number: "Номер",
    issued: "Выдан",
    period: "Период",
    balance_of: "Баланс",
    opening: "Баланс на начало",
    closing: "Баланс на конец",
    money_in: "Поступления",
    money_out: "Списания",
    date: "Дата",
    description: "Описание",
    amount: "Сумма",
    balance: "Баланс",
    currency: "Валюта",
    time: "Время",
    reference: "Транзакция",
    counterparty: "Контрагент",
    fees: "Комиссии",
    rate: "Курс",
    price_kept: "Обещанная цена соблюдена, наши расходы",
    price_credited: "Доплата до обещанной цены",
    correction: "Корректировка",
    nothing: "За этот период движений не было.",
    no_balances: "За этот период балансов не было.",
    check: "Проверить документ",
    check_how: "Отсканируйте код или откройте страницу и выберите этот файл. Страница сравнит подпись с опубликованным \
                ключом и скажет, совпадают ли они.",
    code: "Код",
    utc: "Дни и время указаны по UTC.",
    page: ["Страница ", " из "],
    exact: "все знаки",
    sandbox: "Песочница. Деньги не настоящие.",
    sheet: "Документ",
    signature: "Подпись",
    qr: "Код, который открывает страницу проверки этого документа.",
    concern: "По месту требования",
    letter: [
        "Настоящим подтверждается, что {holder} является клиентом {issuer} с {since}",
        "Личность клиента подтверждена официальным документом.",
        "По состоянию на {issued} счёт открыт, ограничений и задолженности перед {issuer} нет.",
        "Справка выдана по запросу клиента. Она отражает сведения {issuer} на день выдачи и не является гарантией.",
    ],
    regards: "Выдано в электронной форме. Подпись этого документа заменяет подпись на бумаге.",
    fee_names: ["Комиссия платформы", "Комиссия за обработку", "Комиссия сети", "Спред", "Округление"],
    movements: ["Покупка", "Продажа", "Обмен", "Пополнение", "Вывод", "Конвертация", "Возврат", "Перевод"],
};

const PL: Words = Words {
    titles: ["Wyciąg z rachunku", "Wyciąg z portfela", "Zaświadczenie o stanie rachunku"],
    holder: "Posiadacz rachunku",
    details: "Dokument",
    number: "Numer",
    issued: "Wystawiono",
    period: "Okres",
    balance_of: "Saldo",
    opening: "Saldo początkowe",
    closing: "Saldo końcowe",
    money_in: "Wpływy",
    money_out: "Wydatki",
    date: "Data",
    description: "Opis",
    amount: "Kwota",
    balance: "Saldo",
    currency: "Waluta",
    time: "Godzina",
    reference: "Transakcja",
    counterparty: "Kontrahent",
    fees: "Opłaty",
    rate: "Kurs",
    price_kept: "Dotrzymano obiecanej ceny, nasz koszt",
    price_credited: "Dopłata do obiecanej ceny",
    correction: "Korekta",
    nothing: "Brak operacji w tym okresie.",
    no_balances: "Brak sald w tym okresie.",
    check: "Sprawdź ten dokument",
    check_how: "Zeskanuj kod albo otwórz stronę i wybierz ten plik. Strona porówna podpis z opublikowanym kluczem i \
                powie, czy się zgadzają.",
    code: "Kod",
    utc: "Dni i godziny podano w UTC.",
    page: ["Strona ", " z "],
    exact: "wszystkie cyfry",
    sandbox: "Piaskownica. Pieniądze nie są prawdziwe.",
    sheet: "Dokument",
    signature: "Podpis",
    qr: "Kod, który otwiera stronę sprawdzenia tego dokumentu.",
    concern: "Do wszystkich zainteresowanych",
    letter: [
        "Niniejszym potwierdza się, że {holder} jest klientem {issuer} od {since}.",
        "Tożsamość klienta została potwierdzona oficjalnym dokumentem.",
        "Na dzień {issued} rachunek jest otwarty i bez ograniczeń, a klient nie ma zaległości wobec {issuer}.",
        "Zaświadczenie wydano na prośbę klienta. Podaje to, co {issuer} wie w dniu wystawienia, i nie jest gwarancją.",
    ],
    regards: "Wystawiono elektronicznie. Podpis tego dokumentu zastępuje podpis na papierze.",
    fee_names: ["Opłata platformy", "Opłata za obsługę", "Opłata sieciowa", "Spread", "Zaokrąglenie"],
    movements: ["Kupno", "Sprzedaż", "Zamiana", "Wpłata", "Wypłata", "Wymiana", "Zwrot", "Przelew"],
};
