//! Pictures of documents, and the source of funds.

use serde_json::json;

use super::Newcomer;
use crate::http::Ask;

/// A grey picture of 200 by 200 pixels as PNG.
const PICTURE: &[u8] =
    b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\xc8\0\0\0\xc8\x08\0\0\0\0\x883\xf1B\0\0\0\xb6IDATx\xda\xed\xcfA\x11\0\0\x0c\x02 \xa3\x1b\xdd\xd7J\xec\xa0\x01\xe9\x13\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x11\x119\x03\x9c\x98$\x93\xbb\xe6\xd5x\0\0\0\0IEND\xaeB`\x82";

/// Submits proofs of identity and address; sometimes repeats a picture, as after a blurred one.
pub async fn show(of: &mut Newcomer) -> Option<()> {
    for (kind, parts) in [
        ("identity", ["part=front&document=passport&country=PL", "part=selfie"].as_slice()),
        ("address", ["part=proof"].as_slice()),
    ] {
        let what = if kind == "identity" { "identity" } else { "address" };
        let blurred = of.person.chance.percent(40);
        for part in parts.iter().chain(parts.iter().filter(|_| blurred)) {
            let ask = Ask::picture(format!("user/documents?{part}"), PICTURE);
            let taken = of.person.insist(&ask).await?;
            of.expect(taken.is_ok(), &ask, &taken);
            if !taken.is_ok() {
                return Some(());
            }
        }
        let ask = Ask::bare("POST", format!("user/documents/submit?of={kind}"));
        let submitted = of.person.insist(&ask).await?;
        // The first request may have arrived although its answer was lost; then there is nothing left to submit. A
        // reviewer may have asked for new pictures since, and there are none yet.
        let none_yet = submitted.text("/errors/0/pointer") == Some("/documents");
        let arrived_before = of.person.asked > 1 && (submitted.status == 409 || none_yet);
        of.expect(submitted.is_ok() || arrived_before, &ask, &submitted);
        if submitted.is_ok() {
            of.fact(what, "handed in");
        }
        if of.person.chance.percent(30) {
            of.person.insist(&ask).await?;
        }
    }
    Some(())
}

/// Submits the source of funds, sometimes twice.
pub async fn answer(of: &mut Newcomer) -> Option<()> {
    let answer = json!({ "occupation": "employed", "sources": ["salary", "savings"], "yearly_turnover": "up_to_50k" });
    let ask = Ask::send("POST", "user/source-of-funds", answer);
    let taken = of.person.insist(&ask).await?;
    // The first request may have arrived although its answer was lost, and may already be decided.
    let arrived_before = of.person.asked > 1 && taken.status == 409;
    of.expect(taken.is_ok() || arrived_before, &ask, &taken);
    of.fact("funds", "answered");
    if of.person.chance.percent(30) {
        of.person.insist(&ask).await?;
    }
    Some(())
}
