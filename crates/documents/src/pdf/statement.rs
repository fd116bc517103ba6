//! Statements: a summary of each balance and its movements.

use kernel::Amount;

use super::frame;
use super::page::{Bookmark, Draw, INK, LINE, MARGIN, MUTED, Meaning, PANEL, Role, Sheet, WIDTH, bold, regular};
use super::shape::{Length, Weight};
use crate::content::format::{change, money, number, short_day, time};
use crate::content::words::{self, Words};
use crate::content::{AccountPart, Content, Movement};

const RIGHT: Length = MARGIN + WIDTH;
const DATE: Length = 6_200;
const GAP: Length = 1_200;
/// The least room of descriptions.
const DESCRIPTION_MIN: Length = 13_500;
/// Font sizes of figures. The largest that leaves room for descriptions is used.
const SIZES: [Length; 5] = [900, 800, 700, 600, 500];
const DETAIL: Length = 750;
const DETAIL_LEADING: Length = 1_050;
const HEAD_HEIGHT: Length = 2_000;

/// An account statement.
pub fn account(sheet: &mut Sheet<'_>, content: &Content) {
    frame::head(sheet, content);
    for account in &content.accounts {
        title(sheet, content, account);
        summary(sheet, content, account);
        movements(sheet, content, account);
    }
    if content.accounts.is_empty() {
        nothing(sheet, words::of(content.language).no_balances);
    }
}

fn nothing(sheet: &mut Sheet<'_>, text: &str) {
    let node = sheet.node(0, Meaning::Paragraph);
    sheet.y += 800;
    sheet.paragraph(text, regular(950, MUTED), 1_400, node);
}

fn title(sheet: &mut Sheet<'_>, content: &Content, account: &AccountPart) {
    let words = words::of(content.language);
    sheet.y += 3_600;
    // The heading stays with its summary and the first rows.
    sheet.room(18_000);
    let name = format!("{} {}", words.balance_of, account.currency.code());
    let node = sheet.node(0, Meaning::Heading(2, name.clone()));
    let mark = Bookmark { name: name.clone(), page: sheet.pages.len() - 1, y: sheet.y - 1_500 };
    sheet.bookmarks.push(mark);
    sheet.text(MARGIN, sheet.y, &name, bold(1_400, INK), Role::Node(node));
    sheet.y += 1_200;
}

/// Opening balance, money in, money out and closing balance: beside each other, or below each other if they are long.
fn summary(sheet: &mut Sheet<'_>, content: &Content, account: &AccountPart) {
    let words = words::of(content.language);
    let decimals = account.decimals();
    let figure = |amount: Amount| number(amount, decimals, content.language);
    let signed = |amount: Amount| change(amount, decimals, content.language);
    let parts = [
        (words.opening, figure(account.opening)),
        (words.money_in, signed(account.money_in)),
        (words.money_out, figure(account.money_out)),
        (words.closing, figure(account.closing)),
    ];
    let style = bold(1_200, INK);
    let column = WIDTH / 4;
    let inner = column - 1_600;
    let fits = parts.iter().all(|(_, text)| sheet.fonts.width(text, style.weight, style.size) <= inner);
    let height = if fits { 5_000 } else { 7_400 };
    let top = sheet.y;
    let panel = Draw::Rect { x: MARGIN, y: top, width: WIDTH, height, radius: 800, color: PANEL };
    sheet.draw(panel, Role::Artifact);
    for (at, (name, text)) in (0..).zip(&parts) {
        let node = sheet.node(0, Meaning::Paragraph);
        if fits {
            let x = MARGIN + 1_200 + at * column;
            let name = sheet.fonts.fitted(name, Weight::Regular, 800, inner);
            sheet.text(x, top + 1_900, &name, regular(800, MUTED), Role::Node(node));
            sheet.text(x, top + 3_700, text, style, Role::Node(node));
        } else {
            let y = top + 1_700 + at * 1_600;
            sheet.text(MARGIN + 1_200, y, name, regular(850, MUTED), Role::Node(node));
            sheet.text_to(RIGHT - 1_200, y, text, bold(850, INK), Role::Node(node));
        }
    }
    sheet.y = top + height + 1_000;
}

/// The columns of a table of movements.
struct Columns {
    size: Length,
    decimals: u8,
    /// Right edge of the amounts.
    amount: Length,
    description: Length,
    room: Length,
}

impl Columns {
    fn new(sheet: &Sheet<'_>, content: &Content, account: &AccountPart) -> Self {
        let words = words::of(content.language);
        let (decimals, language) = (account.decimals(), content.language);
        // The longest texts are the widest, because figures are equally wide.
        let longest =
            |texts: Vec<String>| texts.into_iter().max_by_key(|text| text.chars().count()).unwrap_or_default();
        let changes = longest(account.movements.iter().map(|one| change(one.change, decimals, language)).collect());
        let balances = longest(account.movements.iter().map(|one| number(one.balance, decimals, language)).collect());
        let width = |text: &str, head: &str, size| {
            let head = sheet.fonts.width(head, Weight::SemiBold, 800);
            sheet.fonts.width(text, Weight::SemiBold, size).max(head)
        };
        let widths = |size| (width(&changes, words.amount, size), width(&balances, words.balance, size));
        let room = |size| {
            let (first, second) = widths(size);
            WIDTH - DATE - first - second - 2 * GAP
        };
        let size = SIZES.into_iter().find(|size| room(*size) >= DESCRIPTION_MIN).unwrap_or(SIZES[4]);
        let (_, second) = widths(size);
        Self { size, decimals, amount: RIGHT - second - GAP, description: MARGIN + DATE, room: room(size).max(6_000) }
    }
}

fn movements(sheet: &mut Sheet<'_>, content: &Content, account: &AccountPart) {
    let words = words::of(content.language);
    if account.movements.is_empty() {
        nothing(sheet, words.nothing);
        return;
    }
    let columns = Columns::new(sheet, content, account);
    let summary = format!("{} {}", words.title(content.kind), account.currency.code());
    let table = sheet.node(0, Meaning::Table(summary));
    let head = sheet.node(table, Meaning::TableHead);
    let head = sheet.node(head, Meaning::Row);
    let names = [words.date, words.description, words.amount, words.balance];
    let cells = names.map(|_| Role::Node(sheet.node(head, Meaning::ColumnHead)));
    table_head(sheet, &columns, names, cells);
    let body = sheet.node(table, Meaning::TableBody);
    for movement in &account.movements {
        let details = details(sheet, content, movement, &columns);
        let height = 2_350 + DETAIL_LEADING * Length::try_from(details.len()).unwrap_or(0);
        if sheet.room(height) {
            table_head(sheet, &columns, names, [Role::Artifact; 4]);
        }
        row(sheet, content, movement, &columns, (body, &details, height));
    }
}

/// The names of the columns. They have their meaning once, and are decoration on the pages that follow.
fn table_head(sheet: &mut Sheet<'_>, columns: &Columns, names: [&str; 4], roles: [Role; 4]) {
    let y = sheet.y + 1_300;
    let style = bold(800, MUTED);
    sheet.text(MARGIN, y, names[0], style, roles[0]);
    sheet.text(columns.description, y, names[1], style, roles[1]);
    sheet.text_to(columns.amount, y, names[2], style, roles[2]);
    sheet.text_to(RIGHT, y, names[3], style, roles[3]);
    sheet.y += HEAD_HEIGHT;
    sheet.rule(sheet.y, [0xd1, 0xd5, 0xdb]);
}

fn row(
    sheet: &mut Sheet<'_>,
    content: &Content,
    movement: &Movement,
    columns: &Columns,
    (body, details, height): (usize, &[String], Length),
) {
    let (words, language) = (words::of(content.language), content.language);
    let node = sheet.node(body, Meaning::Row);
    let cell = |sheet: &mut Sheet<'_>| Role::Node(sheet.node(node, Meaning::Cell));
    let y = sheet.y + 1_550;
    let size = columns.size;
    let date = cell(sheet);
    sheet.text(MARGIN, y, &short_day(movement.at, language), regular(850, INK), date);
    sheet.text(MARGIN, y + 1_100, &time(movement.at), regular(DETAIL, MUTED), date);
    let description = cell(sheet);
    let name = sheet.fonts.fitted(words.movement(movement), Weight::SemiBold, 900, columns.room);
    sheet.text(columns.description, y, &name, bold(900, INK), description);
    for (at, line) in (1..).zip(details) {
        sheet.text(columns.description, y + 100 + at * DETAIL_LEADING, line, regular(DETAIL, MUTED), description);
    }
    let amount = cell(sheet);
    let text = change(movement.change, columns.decimals, language);
    sheet.text_to(columns.amount, y, &text, bold(size, INK), amount);
    let balance = cell(sheet);
    let text = number(movement.balance, columns.decimals, language);
    sheet.text_to(RIGHT, y, &text, regular(size, INK), balance);
    // The time stands below the day, so a row has at least two lines.
    sheet.y += height.max(2_350 + DETAIL_LEADING);
    sheet.rule(sheet.y, LINE);
}

/// The lines below a description: transaction and counterparty, conversion, fees, a promised price that was kept.
fn details(sheet: &Sheet<'_>, content: &Content, movement: &Movement, columns: &Columns) -> Vec<String> {
    let (words, language) = (words::of(content.language), content.language);
    let parts = [movement.reference.as_deref(), movement.counterparty.as_deref()];
    let mut texts = vec![parts.into_iter().flatten().collect::<Vec<_>>().join(" \u{b7} ")];
    if let Some(deal) = &movement.exchange {
        texts.push(format!("{} \u{2192} {}", money(deal.given, language), money(deal.received, language)));
        let rate = crate::content::format::grouped(&deal.rate, language);
        texts.push(format!("{} 1 {} = {rate} {}", words.rate, deal.of.code(), deal.in_.code()));
    }
    let fees = movement.fees.iter().filter_map(|fee| Some((words.fee(fee.kind)?, fee.amount)));
    let fees: Vec<String> = fees.map(|(name, amount)| format!("{name} {}", money(amount, language))).collect();
    texts.push(fees.join(" \u{b7} "));
    texts.extend(words.kept(movement, language));
    let lines = texts.iter().flat_map(|text| sheet.fonts.wrapped(text, Weight::Regular, DETAIL, columns.room));
    lines.collect()
}

/// A wallet statement: a row for each balance.
pub fn wallet(sheet: &mut Sheet<'_>, content: &Content) {
    let words: &Words = words::of(content.language);
    frame::head(sheet, content);
    if content.accounts.is_empty() {
        nothing(sheet, words.no_balances);
        return;
    }
    sheet.y += 2_000;
    let table = sheet.node(0, Meaning::Table(words.title(content.kind).to_owned()));
    let head = sheet.node(table, Meaning::TableHead);
    let head = sheet.node(head, Meaning::Row);
    let names = [words.currency, words.opening, words.money_in, words.money_out, words.closing];
    let roles = names.map(|_| Role::Node(sheet.node(head, Meaning::ColumnHead)));
    wallet_head(sheet, names, roles);
    let body = sheet.node(table, Meaning::TableBody);
    for account in &content.accounts {
        if sheet.room(3_000) {
            wallet_head(sheet, names, [Role::Artifact; 5]);
        }
        wallet_row(sheet, content, account, body);
    }
}

/// The right edges of the four columns of amounts.
const EDGES: [Length; 4] = [
    MARGIN + 6_000 + (WIDTH - 6_000) / 4,
    MARGIN + 6_000 + (WIDTH - 6_000) / 2,
    MARGIN + 6_000 + (WIDTH - 6_000) / 4 * 3,
    RIGHT,
];

fn wallet_head(sheet: &mut Sheet<'_>, names: [&str; 5], roles: [Role; 5]) {
    let (y, style) = (sheet.y + 1_300, bold(800, MUTED));
    sheet.text(MARGIN, y, names[0], style, roles[0]);
    for (at, edge) in EDGES.into_iter().enumerate() {
        let name = sheet.fonts.fitted(names[at + 1], style.weight, style.size, (WIDTH - 6_000) / 4 - 400);
        sheet.text_to(edge, y, &name, style, roles[at + 1]);
    }
    sheet.y += HEAD_HEIGHT;
    sheet.rule(sheet.y, [0xd1, 0xd5, 0xdb]);
}

fn wallet_row(sheet: &mut Sheet<'_>, content: &Content, account: &AccountPart, body: usize) {
    let (decimals, language) = (account.decimals(), content.language);
    let node = sheet.node(body, Meaning::Row);
    let name = Role::Node(sheet.node(node, Meaning::RowHead));
    let texts = [
        number(account.opening, decimals, language),
        change(account.money_in, decimals, language),
        number(account.money_out, decimals, language),
        number(account.closing, decimals, language),
    ];
    let room = (WIDTH - 6_000) / 4 - 500;
    let widest = texts.iter().max_by_key(|text| text.chars().count());
    let width = |size| widest.map_or(0, |text| sheet.fonts.width(text, Weight::SemiBold, size));
    let size = [950, 850, 750, 650, 550, 450, 350].into_iter().find(|size| width(*size) <= room).unwrap_or(300);
    let y = sheet.y + 1_900;
    sheet.text(MARGIN, y, account.currency.code(), bold(1_000, INK), name);
    sheet.text(MARGIN, y + 1_050, account.currency.name(), regular(DETAIL, MUTED), name);
    for (at, text) in texts.iter().enumerate() {
        let cell = Role::Node(sheet.node(node, Meaning::Cell));
        let style = if at == 3 { bold(size, INK) } else { regular(size, INK) };
        sheet.text_to(EDGES[at], y, text, style, cell);
    }
    sheet.y += 3_700;
    sheet.rule(sheet.y, LINE);
}
