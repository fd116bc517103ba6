fn main() {
    let write = |name: &str, text: String| std::fs::write(name, text + "\n").unwrap();
    write("web/openapi.json", api::openapi().to_pretty_json().unwrap());
    write("web/openapi.operator.json", api::operator_openapi().to_pretty_json().unwrap());
    write("web/openapi.partner.json", api::partner_openapi().to_pretty_json().unwrap());
}
