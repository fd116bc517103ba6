//! Reads written PDF, spreadsheet and CSV files with independent libraries, and checks what a reader sees.

use std::io::Cursor;
use std::sync::Arc;

use calamine::{Data, Reader, Xlsx};
use documents::content::{Content, Format, Kind};
use hayro::hayro_interpret::InterpreterSettings;
use hayro::hayro_syntax::Pdf;
use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::{PixmapSettings, RenderCache, RenderSettings};
use identity::Language;

use super::sample::{account, content, file, look, signer};

fn all_kinds(language: Language) -> Vec<(&'static str, Content)> {
    let several = vec![
        account("EUR", "12500.00", "1834.27", 40),
        account("BTC", "0.5", "0.00012345", 3),
        account("ETH", "0", "0.000000000000000001", 0),
    ];
    let mut letter = content(Kind::LetterOfGoodStanding, language, Vec::new());
    letter.period.from = letter.period.to;
    vec![
        ("account", content(Kind::AccountStatement, language, several.clone())),
        ("wallet", content(Kind::WalletStatement, language, several)),
        ("letter", letter),
    ]
}

fn pages(bytes: &[u8]) -> usize {
    Pdf::new(Arc::new(bytes.to_vec())).expect("a PDF reader opens it").pages().len()
}

#[test]
fn every_kind_is_an_accessible_pdf_in_every_language() {
    for language in Language::ALL {
        for (name, content) in all_kinds(language) {
            let bytes = file(&content, Format::Pdf);
            look(&format!("{name}-{}", language.code()), Format::Pdf, &bytes);
            assert!(pages(&bytes) >= 1, "{name}");
            let text = String::from_utf8_lossy(&bytes);
            for part in ["/MarkInfo", "/StructTreeRoot", "/Lang", "pdfuaid:part", "/DisplayDocTitle true", "/FontFile2"]
            {
                assert!(text.contains(part), "{name} {language:?} has no {part}");
            }
        }
    }
}

#[test]
fn every_form_of_a_document_of_a_sandbox_says_that_its_money_is_not_real() {
    for language in Language::ALL {
        let mark = documents::content::words::of(language).sandbox;
        for (name, mut content) in all_kinds(language) {
            let plain = file(&content, Format::Pdf);
            let plain_label = documents::seal::label(&content, &signer());
            content.issuer.is_sandbox = true;
            let label = documents::seal::label(&content, &signer());
            assert_eq!((label.lines().nth(6), plain_label.contains("SANDBOX")), (Some("SANDBOX"), false), "{name}");
            let marked = file(&content, Format::Pdf);
            look(&format!("sandbox-{name}-{}", language.code()), Format::Pdf, &marked);
            assert_eq!(pages(&marked), pages(&plain), "the band takes no room of the content");
            if content.kind == Kind::LetterOfGoodStanding {
                continue;
            }
            let table = String::from_utf8(file(&content, Format::Csv)).unwrap();
            assert!(table.lines().next().unwrap().ends_with(&format!(",{mark}")), "{table}");
            let mut book: Xlsx<_> = Xlsx::new(Cursor::new(file(&content, Format::Xlsx))).unwrap();
            let cover = book.worksheet_range_at(0).unwrap().unwrap();
            assert!(cover.rows().flatten().any(|cell| *cell == Data::String(mark.to_owned())), "{name}");
        }
    }
}

/// The colour at the top of each page.
fn tops(bytes: &[u8]) -> Vec<[u8; 3]> {
    let pdf = Pdf::new(Arc::new(bytes.to_vec())).unwrap();
    let cache = RenderCache::new();
    let settings = PixmapSettings { bg_color: WHITE, ..PixmapSettings::default() };
    let pages = pdf.pages();
    let drawn = pages.iter().map(|page| {
        let (interpreter, look) = (InterpreterSettings::default(), RenderSettings::default());
        let pixels = hayro::render(page, &cache, &interpreter, &look, &settings);
        let pixel = pixels.data()[usize::from(pixels.width()) * 4 + 4];
        [pixel.r, pixel.g, pixel.b]
    });
    drawn.collect()
}

#[test]
fn every_page_of_a_sandbox_has_the_band() {
    let mut content = content(Kind::AccountStatement, Language::En, vec![account("EUR", "0", "25.00", 200)]);
    let plain = file(&content, Format::Pdf);
    content.issuer.is_sandbox = true;
    let marked = file(&content, Format::Pdf);
    let (plain, marked) = (tops(&plain), tops(&marked));
    assert!(marked.len() > 2 && marked.len() == plain.len());
    assert!(plain.iter().all(|top| *top == [0xff, 0xff, 0xff]), "{plain:?}");
    assert!(marked.iter().all(|top| *top == [0xff, 0xed, 0xd5]), "{marked:?}");
}

#[test]
fn a_page_holds_long_names_and_huge_amounts() {
    let huge = "12345678901234567890";
    let mut long = content(
        Kind::AccountStatement,
        Language::Uk,
        vec![account("ETH", &format!("{huge}.123456789012345678"), &format!("{huge}.000000000000000001"), 5)],
    );
    long.holder.name = "Олександра-Вікторія Ковальська-Шевченко-Задунайська фон Гогенцоллерн-Зігмаринген".repeat(2);
    long.issuer.name = "Перше Загальнонаціональне Товариство Взаємного Кредиту та Заощаджень".to_owned();
    long.holder.address = vec!["Дуже-довга-назва-вулиці-без-жодного-пробілу-яка-не-вміщується".repeat(3)];
    let bytes = file(&long, Format::Pdf);
    look("long-uk", Format::Pdf, &bytes);
    assert!(pages(&bytes) <= 3);
    let one = content(Kind::AccountStatement, Language::En, vec![account("EUR", "0", "25.00", 1)]);
    let bytes = file(&one, Format::Pdf);
    look("one-en", Format::Pdf, &bytes);
    assert_eq!(pages(&bytes), 1);
}

#[test]
fn a_spreadsheet_has_numbers_and_dates_and_no_formula() {
    let (_, content) = all_kinds(Language::Pl).remove(0);
    let bytes = file(&content, Format::Xlsx);
    look("account-pl", Format::Xlsx, &bytes);
    let mut book: Xlsx<_> = Xlsx::new(Cursor::new(&bytes)).expect("a spreadsheet reader opens it");
    assert_eq!(book.sheet_names(), ["Dokument", "EUR", "BTC", "ETH"]);
    let sheet = book.worksheet_range("EUR").unwrap();
    // The head, both balances, and the movements.
    assert_eq!(sheet.height(), 43);
    let euro = &content.accounts[0];
    for (movement, row) in euro.movements.iter().zip(sheet.rows().skip(2)) {
        assert!(matches!(row[0], Data::DateTime(_)), "{:?}", row[0]);
        let Data::Float(change) = row[6] else { panic!("{:?}", row[6]) };
        assert_eq!(format!("{change:.2}"), movement.change.to_decimal());
        let Data::Float(balance) = row[7] else { panic!("{:?}", row[7]) };
        assert_eq!(format!("{balance:.2}"), movement.balance.to_decimal());
    }
    for name in book.sheet_names() {
        assert!(book.worksheet_formula(&name).unwrap().is_empty(), "{name}");
    }
}

#[test]
fn a_spreadsheet_keeps_every_digit_that_a_number_cell_cannot() {
    let digits = account("ETH", "1234.123456789012345678", "0.000000000000000001", 2);
    let closing = digits.closing.to_decimal();
    let bytes = file(&content(Kind::AccountStatement, Language::En, vec![digits]), Format::Xlsx);
    let mut book: Xlsx<_> = Xlsx::new(Cursor::new(&bytes)).unwrap();
    let sheet = book.worksheet_range("ETH").unwrap();
    let heads: Vec<String> = sheet.rows().next().unwrap().iter().map(ToString::to_string).collect();
    let exact = heads.iter().position(|head| head == "Balance (all digits)").expect("a column of all digits");
    assert_eq!(sheet.rows().next_back().unwrap()[exact], Data::String(closing));
}

#[test]
fn a_csv_file_reads_back_and_executes_nothing() {
    let (_, content) = all_kinds(Language::Ru).remove(0);
    let bytes = file(&content, Format::Csv);
    look("account-ru", Format::Csv, &bytes);
    let text = bytes.strip_prefix("\u{feff}".as_bytes()).expect("the mark of UTF-8");
    let mut reader = csv::Reader::from_reader(text);
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    // Both balances of each account, the movements, and the seal.
    assert_eq!(rows.len(), 3 * 2 + 43 + 1);
    let euro = &content.accounts[0];
    for (movement, row) in euro.movements.iter().zip(rows.iter().skip(1)) {
        assert_eq!(row[6], movement.change.to_decimal());
        assert_eq!(row[7], movement.balance.to_decimal());
        if movement.counterparty.as_deref().is_some_and(|name| name.starts_with('=')) {
            assert!(row[5].starts_with("'="), "{}", &row[5]);
        }
    }
    for row in &rows {
        let number = |cell: &str| cell.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'-' | b'.'));
        assert!(row.iter().all(|cell| !cell.starts_with(['=', '+', '@', '-', '\t']) || number(cell)), "{row:?}");
    }
}
