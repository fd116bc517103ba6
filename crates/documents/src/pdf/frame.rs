//! The common parts of all documents: the head of the first page, the edges of every page, and the QR code.

use qrcodegen::{QrCode, QrCodeEcc};

use super::PdfError;
use super::page::{
    Draw, INK, LINE, MARGIN, MUTED, Meaning, PAGE_HEIGHT, PAGE_WIDTH, Role, Sheet, WARNING, WARNING_PANEL, WIDTH, bold,
    regular,
};
use super::shape::Length;
use crate::content::{Content, format, words};

const LOGO: Length = 2_600;
/// A module of the code of 400 characters has half a millimetre, which cameras of phones read from paper.
const CODE: Length = 11_000;
const GAP: Length = 2_200;
/// The height of the band that marks the documents of a sandbox.
const BAND: Length = 2_200;

/// The logo and the title. Below them the holder and the subject of the document.
pub fn head(sheet: &mut Sheet<'_>, content: &Content) {
    let words = words::of(content.language);
    if content.issuer.is_sandbox {
        let node = sheet.node(0, Meaning::Paragraph);
        band(sheet, words.sandbox, Role::Node(node));
    }
    logo(sheet, content, MARGIN, 4_400, LOGO, Role::Artifact);
    let name = sheet.fonts.fitted(&content.issuer.name, bold(1_400, INK).weight, 1_400, 30_000);
    let node = sheet.node(0, Meaning::Paragraph);
    sheet.text(MARGIN + LOGO + 900, 6_200, &name, bold(1_400, INK), Role::Node(node));
    sheet.y = 12_600;
    let title = words.title(content.kind);
    let node = sheet.node(0, Meaning::Heading(1, title.to_owned()));
    for line in sheet.fonts.wrapped(title, bold(2_400, INK).weight, 2_400, WIDTH) {
        sheet.text(MARGIN, sheet.y, &line, bold(2_400, INK), Role::Node(node));
        sheet.y += 2_900;
    }
    sheet.bookmarks.push(super::page::Bookmark { name: title.to_owned(), page: 0, y: 9_000 });
    if content.kind.has_period() {
        let node = sheet.node(0, Meaning::Paragraph);
        let (from, to) = (content.period.from, content.period.to);
        let text = format!("{} \u{2013} {}", format::day(from, content.language), format::day(to, content.language));
        sheet.text(MARGIN, sheet.y - 700, &text, regular(1_150, MUTED), Role::Node(node));
        sheet.y += 1_300;
    }
    facts(sheet, content);
}

/// The band at the top of a page that says that the money is not real.
fn band(sheet: &mut Sheet<'_>, text: &str, role: Role) {
    let draw = Draw::Rect { x: 0, y: 0, width: PAGE_WIDTH, height: BAND, radius: 0, color: WARNING_PANEL };
    sheet.draw(draw, Role::Artifact);
    let style = bold(1_000, WARNING);
    let x = (PAGE_WIDTH - sheet.fonts.width(text, style.weight, style.size)) / 2;
    sheet.text(x, BAND * 2 / 3, text, style, role);
}

/// The holder on the left, the document on the right.
fn facts(sheet: &mut Sheet<'_>, content: &Content) {
    let words = words::of(content.language);
    let (left, right) = (MARGIN, MARGIN + WIDTH / 2 + 1_000);
    let room = WIDTH / 2 - 1_000;
    let top = sheet.y + 1_200;
    let node = sheet.node(0, Meaning::Paragraph);
    sheet.text(left, top, words.holder, bold(800, MUTED), Role::Node(node));
    let mut y = top + 1_600;
    for line in sheet.fonts.wrapped(&content.holder.name, bold(1_100, INK).weight, 1_100, room) {
        sheet.text(left, y, &line, bold(1_100, INK), Role::Node(node));
        y += 1_450;
    }
    for line in content
        .holder
        .address
        .iter()
        .flat_map(|line| sheet.fonts.wrapped(line, regular(950, INK).weight, 950, room))
        .collect::<Vec<_>>()
    {
        sheet.text(left, y, &line, regular(950, INK), Role::Node(node));
        y += 1_300;
    }
    let issued = content.issued_at;
    let issued = format!("{}, {}", format::day(issued.date_naive(), content.language), format::time(issued));
    let rows = [(words.number, content.number.clone()), (words.issued, issued), (words.code, content.code.clone())];
    let node = sheet.node(0, Meaning::Paragraph);
    sheet.text(right, top, words.details, bold(800, MUTED), Role::Node(node));
    let mut other = top + 1_600;
    for (name, value) in rows {
        sheet.text(right, other, name, regular(950, MUTED), Role::Node(node));
        sheet.text_to(MARGIN + WIDTH, other, &value, regular(950, INK), Role::Node(node));
        other += 1_450;
    }
    sheet.y = y.max(other) + 600;
}

/// The tenant's logo, or its initial in a square of its colour.
fn logo(sheet: &mut Sheet<'_>, content: &Content, x: Length, y: Length, size: Length, role: Role) {
    let color = content.issuer.color;
    if !content.issuer.mark.is_empty() {
        sheet.draw(Draw::Mark { x, y, size, shapes: content.issuer.mark.clone(), color }, role);
        return;
    }
    sheet.draw(Draw::Rect { x, y, width: size, height: size, radius: size * 28 / 100, color }, role);
    let initial: String = content.issuer.name.chars().take(1).flat_map(char::to_uppercase).collect();
    let letter = size * 58 / 100;
    let style = bold(letter, [255, 255, 255]);
    let width = sheet.fonts.width(&initial, style.weight, letter);
    sheet.text(x + (size - width) / 2, y + size / 2 + letter * 36 / 100, &initial, style, role);
}

/// The code, and how it is used.
///
/// # Errors
/// [`PdfError::Code`] for an address of more than two kilobytes.
pub fn check(sheet: &mut Sheet<'_>, content: &Content, address: &str) -> Result<(), PdfError> {
    let words = words::of(content.language);
    let code = QrCode::encode_text(address, QrCodeEcc::Low).map_err(|_| PdfError::Code)?;
    let count = code.size();
    let cells = (0..count).flat_map(|row| (0..count).map(move |column| (column, row)));
    let dark = cells.filter(|(column, row)| code.get_module(*column, *row)).collect();
    sheet.y += GAP;
    sheet.room(CODE + 1_600);
    sheet.rule(sheet.y, LINE);
    let top = sheet.y + 1_600;
    let figure = sheet.node(0, Meaning::Figure(words.qr.to_owned()));
    sheet.draw(Draw::Code { x: MARGIN, y: top, size: CODE, count, dark }, Role::Node(figure));
    let (x, room) = (MARGIN + CODE + 2_000, WIDTH - CODE - 2_000);
    let heading = sheet.node(0, Meaning::Heading(2, words.check.to_owned()));
    sheet.text(x, top + 1_100, words.check, bold(1_100, INK), Role::Node(heading));
    let node = sheet.node(0, Meaning::Paragraph);
    let mut y = top + 2_800;
    for line in sheet.fonts.wrapped(words.check_how, regular(900, MUTED).weight, 900, room) {
        sheet.text(x, y, &line, regular(900, MUTED), Role::Node(node));
        y += 1_300;
    }
    y += 400;
    let page = format!("{}/verify-document", content.issuer.origin);
    for line in sheet.fonts.wrapped(&page, regular(900, INK).weight, 900, room) {
        sheet.text(x, y, &line, regular(900, INK), Role::Node(node));
        y += 1_300;
    }
    sheet.text(x, y, &format!("{} {}", words.code, content.code), bold(900, INK), Role::Node(node));
    sheet.y = (top + CODE).max(y);
    Ok(())
}

/// The head of every page but the first, and the foot of every page.
pub fn edges(sheet: &mut Sheet<'_>, content: &Content) {
    let words = words::of(content.language);
    let count = sheet.pages.len();
    let right = PAGE_WIDTH - MARGIN;
    for at in 0..count {
        let taken = std::mem::take(&mut sheet.pages[at]);
        let rest = sheet.pages.split_off(at + 1);
        if at > 0 && content.issuer.is_sandbox {
            band(sheet, words.sandbox, Role::Header);
        }
        if at > 0 {
            logo(sheet, content, MARGIN, 3_600, 1_500, Role::Header);
            let (name, title) = (content.issuer.name.clone(), words.title(content.kind));
            let name = sheet.fonts.fitted(&name, bold(900, INK).weight, 900, 20_000);
            sheet.text(MARGIN + 2_100, 4_650, &name, bold(900, INK), Role::Header);
            let title = sheet.fonts.fitted(title, regular(850, MUTED).weight, 850, 24_000);
            sheet.text_to(right, 4_650, &title, regular(850, MUTED), Role::Header);
        }
        sheet.pages[at].extend(taken);
        let y = PAGE_HEIGHT - 3_600;
        let support = content.issuer.support.as_deref().unwrap_or_default();
        let left = [content.number.as_str(), support, words.utc].into_iter().filter(|part| !part.is_empty());
        let left = left.collect::<Vec<_>>().join(" \u{b7} ");
        let left = sheet.fonts.fitted(&left, regular(750, MUTED).weight, 750, WIDTH - 9_000);
        sheet.text(MARGIN, y, &left, regular(750, MUTED), Role::Footer);
        let page = format!("{}{}{}{count}", words.page[0], at + 1, words.page[1]);
        sheet.text_to(right, y, &page, regular(750, MUTED), Role::Footer);
        sheet.pages.extend(rest);
    }
}
