#[test]
fn write() {
    let put = |name: &str, value: String| std::fs::write(format!("/tmp/w/shop.{name}"), value + "\n").unwrap();
    put("openapi.json", api::openapi().to_pretty_json().unwrap());
    put("openapi.operator.json", api::operator_openapi().to_pretty_json().unwrap());
    put("openapi.partner.json", api::partner_openapi().to_pretty_json().unwrap());
}
