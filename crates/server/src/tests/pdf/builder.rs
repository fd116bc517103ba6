//! Minimal PDF files, built from objects, a cross-reference table and a trailer.

/// A red field (100 to 300 points from the left, 600 to 700 from the bottom), and a line of text below.
pub const BILL: &str =
    "0.8 0 0 rg 100 600 200 100 re f BT 0 g /F1 24 Tf 100 500 Td (Electricity for Khreshchatyk 1, Kyiv) Tj ET";
/// The first object number that is not used by every PDF here.
const FREE: usize = 5;

/// A PDF with these objects, numbered from 1. The first is the root.
pub fn of(objects: &[Vec<u8>], trailer: &str) -> Vec<u8> {
    let mut out = b"%PDF-1.7\n".to_vec();
    let mut places = Vec::new();
    for (number, object) in (1..).zip(objects) {
        places.push(out.len());
        out.extend(format!("{number} 0 obj\n").bytes());
        out.extend(object);
        out.extend(b"\nendobj\n");
    }
    let (begins, size) = (out.len(), objects.len() + 1);
    out.extend(format!("xref\n0 {size}\n0000000000 65535 f \n").bytes());
    out.extend(places.iter().flat_map(|place| format!("{place:010} 00000 n \n").into_bytes()));
    out.extend(format!("trailer\n<< /Size {size} /Root 1 0 R {trailer} >>\nstartxref\n{begins}\n%%EOF\n").bytes());
    out
}

pub fn stream(about: &str, content: &[u8]) -> Vec<u8> {
    let head = format!("<< {about} /Length {} >>\nstream\n", content.len());
    [head.as_bytes(), content, b"\nendstream"].concat()
}

/// One A4 page per content stream.
pub fn pages(contents: &[&str], trailer: &str) -> Vec<u8> {
    with(contents, "", &[], trailer)
}

/// `count` small pages, which render quickly.
pub fn slips(count: usize) -> Vec<u8> {
    let text = String::from_utf8(pages(&vec![""; count], "")).unwrap();
    // Same length, so that the cross-reference table remains valid.
    text.replace("[0 0 595 842]", "[0 0 060 080]").into_bytes()
}

/// The same with additional resources, which can refer to the objects from number 5 on.
pub fn with(contents: &[&str], resources: &str, more: &[Vec<u8>], trailer: &str) -> Vec<u8> {
    let page = |place: usize| FREE + more.len() + 2 * place;
    let kids: Vec<String> = (0..contents.len()).map(|place| format!("{} 0 R", page(place))).collect();
    let script = "/OpenAction << /S /JavaScript /JS (app.alert\\('a script'\\)) >>";
    let mut objects = vec![
        format!("<< /Type /Catalog /Pages 2 0 R {script} >>").into_bytes(),
        format!(
            "<< /Type /Pages /Kids [{}] /Count {} /MediaBox [0 0 595 842]
             /Resources << /Font << /F1 3 0 R >> {resources} >> >>",
            kids.join(" "),
            kids.len()
        )
        .into_bytes(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".to_vec(),
        b"<< /Author (Ada Private) /Title (not for your eyes) >>".to_vec(),
    ];
    objects.extend(more.iter().cloned());
    for (place, content) in contents.iter().enumerate() {
        let content_is = page(place) + 1;
        objects.push(format!("<< /Type /Page /Parent 2 0 R /Contents {content_is} 0 R >>").into_bytes());
        objects.push(stream("", content.as_bytes()));
    }
    of(&objects, &format!("/Info 4 0 R {trailer}"))
}

/// A PDF with an unknown password.
pub fn locked() -> Vec<u8> {
    let (owner, user) = ("6f".repeat(32), "75".repeat(32));
    let lock = format!("/Encrypt << /Filter /Standard /V 1 /R 2 /O <{owner}> /U <{user}> /P -4 >>");
    pages(&[BILL], &format!("{lock} /ID [<{id}> <{id}>]", id = "69".repeat(16)))
}

/// A few lines that would take years to render: each form draws the next one fifty times.
pub fn endless() -> Vec<u8> {
    const DEEP: usize = 6;
    let names: Vec<String> = (0..DEEP).map(|depth| format!("/X{depth} {} 0 R", FREE + depth)).collect();
    let resources = format!("/XObject << {} >>", names.join(" "));
    let forms: Vec<Vec<u8>> = (1..=DEEP)
        .map(|next| {
            let content = if next == DEEP { "10 10 20 20 re f ".to_owned() } else { format!("/X{next} Do ") };
            let about = format!("/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << {resources} >>");
            stream(&about, content.repeat(50).as_bytes())
        })
        .collect();
    with(&["/X0 Do"], &resources, &forms, "")
}

/// A form that draws itself.
pub fn circle() -> Vec<u8> {
    let resources = format!("/XObject << /X0 {FREE} 0 R >>");
    let about = format!("/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << {resources} >>");
    with(&["/X0 Do"], &resources, &[stream(&about, b"/X0 Do /X0 Do")], "")
}

/// A decompression bomb: eight megabytes that expand to an image of half a gigabyte.
pub fn bomb() -> Vec<u8> {
    const SIDE: usize = 22_000;
    let about = format!(
        "/Type /XObject /Subtype /Image /Width {SIDE} /Height {SIDE} /BitsPerComponent 8 /ColorSpace /DeviceGray
         /Filter /RunLengthDecode"
    );
    // Run-length code: repeats the next byte 128 times.
    let folded = [0x81, 0x40].repeat(SIDE * SIDE / 128);
    let resources = format!("/XObject << /X0 {FREE} 0 R >>");
    with(&["q 595 0 0 842 0 0 cm /X0 Do Q"], &resources, &[stream(&about, &folded)], "")
}
