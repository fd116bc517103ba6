//! Prints the OpenAPI document without building the server.

fn main() {
    println!("{}", api::openapi().to_pretty_json().expect("the document is made of plain data"));
}
