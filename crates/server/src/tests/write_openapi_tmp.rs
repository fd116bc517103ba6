//! Temporary.
#[test]
fn writes_the_documents() {
    for (name, document) in [
        ("openapi.json", api::openapi()),
        ("openapi.operator.json", api::operator_openapi()),
        ("openapi.partner.json", api::partner_openapi()),
    ] {
        std::fs::write(format!("/tmp/w/live-{name}"), document.to_pretty_json().unwrap() + "\n").unwrap();
    }
}
