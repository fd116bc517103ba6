//! Spreadsheets with number and date cells.
//!
//! A number cell is a double of IEEE 754 with 15 reliable digits. If an amount of a column has more, a second column
//! beside it has all digits as text.

use chrono::{DateTime, Utc};
use kernel::Amount;
use rust_xlsxwriter::{Format, FormatAlign, FormatBorder, Url, Workbook, Worksheet, XlsxError};

use super::rows::{Cell, Table, tables};
use crate::content::{Content, Kind, format, words};

/// The digits that a number cell keeps.
const DIGITS_MAX: u32 = 15;
const INK: u32 = 0x0011_1827;
const WARNING: u32 = 0x009a_3412;
const MUTED: u32 = 0x006b_7280;
const LINE: u32 = 0x00e5_e7eb;

struct Formats {
    head: Format,
    head_right: Format,
    text: Format,
    day: Format,
    time: Format,
    amount: Format,
    exact: Format,
}

impl Formats {
    fn new(content: &Content, decimals: u8) -> Self {
        let [red, green, blue] = content.issuer.color.map(u32::from);
        let color = (red << 16) | (green << 8) | blue;
        let base = Format::new().set_font_name("Calibri").set_font_size(10).set_font_color(INK);
        let line = base.clone().set_border_bottom(FormatBorder::Hair).set_border_bottom_color(LINE);
        let head = base.set_bold().set_border_bottom(FormatBorder::Medium).set_border_bottom_color(color);
        let zeros = "0".repeat(usize::from(decimals));
        let figure = if decimals == 0 { "#,##0".to_owned() } else { format!("#,##0.{zeros}") };
        Self {
            head_right: head.clone().set_align(FormatAlign::Right),
            head,
            day: line.clone().set_num_format("yyyy-mm-dd").set_align(FormatAlign::Left),
            time: line.clone().set_num_format("hh:mm:ss").set_align(FormatAlign::Left),
            amount: line.clone().set_num_format(figure),
            exact: line.clone().set_align(FormatAlign::Right).set_font_color(MUTED),
            text: line,
        }
    }
}

/// The file up to its seal.
///
/// # Errors
/// Limits of the format: names of sheets, rows, lengths of texts.
pub fn xlsx(content: &Content) -> Result<Vec<u8>, XlsxError> {
    let mut book = Workbook::new();
    cover(book.add_worksheet(), content)?;
    for table in tables(content) {
        let name = table.currency.map_or(words::of(content.language).balance_of, |currency| currency.code());
        sheet(book.add_worksheet().set_name(name)?, content, &table)?;
    }
    book.save_to_buffer()
}

/// The sheet with the facts about the document.
fn cover(sheet: &mut Worksheet, content: &Content) -> Result<(), XlsxError> {
    let words = words::of(content.language);
    let title = Format::new().set_bold().set_font_size(16).set_font_color(INK);
    let muted = Format::new().set_font_color(MUTED);
    let text = Format::new().set_font_color(INK).set_text_wrap().set_align(FormatAlign::Top);
    sheet.set_name(words.sheet)?.set_column_width(0, 24)?.set_column_width(1, 70)?;
    sheet.write_with_format(0, 0, content.issuer.name.as_str(), &muted)?;
    sheet.write_with_format(1, 0, words.title(content.kind), &title)?;
    if content.issuer.is_sandbox {
        let warning = Format::new().set_bold().set_font_color(WARNING);
        sheet.write_with_format(2, 0, words.sandbox, &warning)?;
    }
    let period = format!(
        "{} \u{2013} {}",
        format::day(content.period.from, content.language),
        format::day(content.period.to, content.language)
    );
    let mut holder = vec![content.holder.name.clone()];
    holder.extend(content.holder.address.iter().cloned());
    let issued = format::day(content.issued_at.date_naive(), content.language);
    let facts = [
        (words.holder, holder.join("\n")),
        (words.period, period),
        (words.number, content.number.clone()),
        (words.issued, issued),
        (words.code, content.code.clone()),
    ];
    let mut row = 3;
    for (name, value) in &facts {
        sheet.write_with_format(row, 0, *name, &muted)?.write_with_format(row, 1, value.as_str(), &text)?;
        row += 1;
    }
    sheet.write_with_format(row + 1, 0, words.check, &muted)?;
    let page = format!("{}/verify-document", content.issuer.origin);
    sheet.write_url(row + 1, 1, Url::new(page))?;
    sheet.write_with_format(row + 2, 1, words.check_how, &text)?.write_with_format(row + 3, 1, words.utc, &muted)?;
    sheet.set_screen_gridlines(false);
    Ok(())
}

fn sheet(sheet: &mut Worksheet, content: &Content, table: &Table) -> Result<(), XlsxError> {
    let formats = Formats::new(content, table.decimals);
    // Which columns need a second one for all digits.
    let is_long = |at: usize| table.rows.iter().any(|row| matches!(row.get(at), Some(Cell::Amount(a)) if !fits(*a)));
    let long: Vec<bool> = (0..table.columns.len()).map(is_long).collect();
    let is_amount = |at: usize| table.rows.iter().any(|row| matches!(row.get(at), Some(Cell::Amount(_))));
    let mut column = 0;
    for (at, name) in table.columns.iter().enumerate() {
        let head = if is_amount(at) { &formats.head_right } else { &formats.head };
        sheet.write_with_format(0, column, *name, head)?.set_column_width(column, width(table, at))?;
        for (row, cells) in (1..).zip(&table.rows) {
            write(sheet, (row, column), cells.get(at).unwrap_or(&Cell::Empty), &formats)?;
        }
        column += 1;
        if long[at] {
            let name = format!("{name} ({})", words::of(content.language).exact);
            sheet.write_with_format(0, column, name, head)?.set_column_width(column, 40)?;
            for (row, cells) in (1..).zip(&table.rows) {
                if let Some(Cell::Amount(amount)) = cells.get(at) {
                    sheet.write_with_format(row, column, amount.to_decimal(), &formats.exact)?;
                }
            }
            column += 1;
        }
    }
    if content.issuer.is_sandbox {
        // Printed on every page.
        sheet.set_header(format!("&C{}", words::of(content.language).sandbox));
    }
    sheet.set_freeze_panes(1, 0)?.set_landscape().set_print_fit_to_pages(1, 0).set_repeat_rows(0, 0)?;
    if content.kind == Kind::AccountStatement && !table.rows.is_empty() {
        let last = u32::try_from(table.rows.len()).unwrap_or(u32::MAX);
        sheet.autofilter(0, 0, last, column.saturating_sub(1))?;
    }
    sheet.set_screen_gridlines(false);
    Ok(())
}

/// Whether a number cell holds every digit.
fn fits(amount: Amount) -> bool {
    let mut atoms = amount.atoms().unsigned_abs();
    while atoms != 0 && atoms.is_multiple_of(10) {
        atoms /= 10;
    }
    atoms < 10_u128.pow(DIGITS_MAX)
}

fn write(sheet: &mut Worksheet, (row, column): (u32, u16), cell: &Cell, formats: &Formats) -> Result<(), XlsxError> {
    match cell {
        Cell::Empty => sheet.write_blank(row, column, &formats.text)?,
        // Written as a string, never as a formula.
        Cell::Text(text) => sheet.write_string_with_format(row, column, text.as_str(), &formats.text)?,
        Cell::Day(at) => sheet.write_datetime_with_format(row, column, whole_day(*at), &formats.day)?,
        Cell::Time(at) => sheet.write_datetime_with_format(row, column, at.time(), &formats.time)?,
        Cell::Amount(amount) => {
            let number: f64 = amount.to_decimal().parse().unwrap_or_default();
            sheet.write_number_with_format(row, column, number, &formats.amount)?
        }
    };
    Ok(())
}

fn whole_day(at: DateTime<Utc>) -> chrono::NaiveDate {
    at.date_naive()
}

/// The width of a column, in characters: of its longest cell, within reason.
fn width(table: &Table, at: usize) -> u16 {
    let of = |cell: &Cell| match cell {
        Cell::Empty => 0,
        Cell::Text(text) => text.chars().count(),
        Cell::Day(_) => 11,
        Cell::Time(_) => 9,
        Cell::Amount(amount) => {
            let whole = amount.to_decimal().find('.').unwrap_or(12);
            whole + whole / 3 + usize::from(table.decimals) + 2
        }
    };
    let longest = table.rows.iter().filter_map(|row| row.get(at)).map(of).max().unwrap_or(0);
    let head = table.columns.get(at).map_or(0, |name| name.chars().count() + 3);
    u16::try_from(longest.max(head).clamp(8, 44)).unwrap_or(44) + 1
}
