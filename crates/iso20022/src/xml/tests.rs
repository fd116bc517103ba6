//! Tests of the XML reader: form, encoding, namespaces and limits.

use super::*;

#[track_caller]
fn fault(text: &str) -> (usize, String) {
    let fault = read(text.as_bytes()).expect_err(text);
    (fault.line, fault.reason.to_string())
}

#[test]
fn a_tree_has_elements_texts_currencies_and_lines() {
    let text = "\u{feff}<?xml version=\"1.0\"?>\n<!-- c -->\n<p:a xmlns:p=\"n\" xmlns:q=\"m\">\n <p:b\n  Ccy='E&#85;R'> x&amp;<![CDATA[<]]>&#x41;\n</p:b>\n\
                <q:b>other<p:b/></q:b><p:c/><?pi x?>\n<p:b/></p:a>\n";
    let tree = read(text.as_bytes()).unwrap();
    let root = tree.root();
    assert_eq!((tree.namespace(), root.name(), root.line(), root.text()), ("n", "a", 3, ""));
    let children: Vec<_> = root.elements().map(|child| (child.name(), child.line(), child.text())).collect();
    assert_eq!(children, [("b", 4, "x&<A"), ("c", 7, ""), ("b", 8, "")]);
    assert_eq!(root.elements().map(Element::currency).collect::<Vec<_>>(), [Some("EUR"), None, None]);
    assert_eq!(root.children("b").count(), 2);
}

#[test]
fn a_text_that_is_not_well_formed_is_refused_with_its_line() {
    for (line, text) in [
        (2, "<a>\n</b>"),
        (2, "<a>\n<b></a>"),
        (3, "<a>\n<b>\n</b>"),
        (2, "<a/>\n<a/>"),
        (2, "<a/>\nx"),
        (1, "x<a/>"),
        (1, "&amp;<a/>"),
        (1, "<![CDATA[x]]><a/>"),
        (2, "<a>\nx<b/></a>"),
        (2, "<a><b/>\nx</a>"),
        (2, "<a>\n]]></a>"),
        (2, "<a>\n&#0;</a>"),
        (2, "<a>\n&#xFFFF;</a>"),
        (2, "<a>\n\u{8}</a>"),
        (2, "<a>\n& b</a>"),
        (2, "<a>\n<b c='1' c='2'/></a>"),
        (2, "<a>\n<b c='<'/></a>"),
        (2, "<a>\n<b c=1/></a>"),
        (2, "<a>\n<1b/></a>"),
        (2, "<a>\n<p:b/></a>"),
        (2, "<a>\n<b xmlns:xml='x'/></a>"),
        (2, "<a>\n<!-- -- --></a>"),
        (2, "<a>\n<?xml version='1.0'?></a>"),
        (2, "<a/>\n<"),
        (1, ""),
        (2, " \n"),
        (1, "<?xml version='2.0'?><a/>"),
    ] {
        let (found, reason) = fault(text);
        assert_eq!(found, line, "{text:?}: {reason}");
        assert!(reason.starts_with("not well-formed: "), "{text:?}: {reason}");
    }
}

#[test]
fn a_document_type_and_its_entities_are_refused() {
    let declared = "<?xml version='1.0'?>\n<!DOCTYPE a [<!ENTITY e 'eeee'>]>\n<a>&e;</a>";
    assert_eq!(fault(declared), (2, "a document type declaration is not allowed".to_owned()));
    assert_eq!(fault("<a>\n&e;</a>"), (2, "the entity \"e\" is not defined".to_owned()));
    assert_eq!(fault("<a>\n<b c='&e;'/></a>").0, 2);
}

#[test]
fn another_encoding_is_refused() {
    let (line, reason) = fault("<?xml version='1.0' encoding='ISO-8859-1'?><a/>");
    assert_eq!((line, &*reason), (1, "the encoding \"ISO-8859-1\" is not UTF-8"));
    assert!(read(b"<?xml version='1.0' encoding='utf-8'?><a/>").is_ok());
    assert_eq!(read(b"<a>\n\n\xff</a>").unwrap_err(), Fault { line: 3, reason: XmlReason::NotUtf8 });
}

#[test]
fn every_limit_holds() {
    let nested = |depth: usize| format!("{}{}", "<a>\n".repeat(depth), "</a>".repeat(depth));
    assert!(read(nested(MAX_DEPTH).as_bytes()).is_ok());
    let fault = read(nested(MAX_DEPTH + 1).as_bytes()).unwrap_err();
    assert_eq!(fault, Fault { line: MAX_DEPTH + 1, reason: XmlReason::TooDeep });

    let wide = |count: usize| format!("<a>{}</a>", "<b/>".repeat(count - 1));
    assert_eq!(read(wide(MAX_ELEMENTS).as_bytes()).unwrap().root().elements().count(), MAX_ELEMENTS - 1);
    assert_eq!(read(wide(MAX_ELEMENTS + 1).as_bytes()).unwrap_err().reason, XmlReason::TooManyElements);

    let tag = |bytes: usize| format!("<a b='{}'/>", "x".repeat(bytes - "a b=''".len()));
    assert!(read(tag(MAX_TAG_BYTES).as_bytes()).is_ok());
    assert_eq!(read(tag(MAX_TAG_BYTES + 1).as_bytes()).unwrap_err().reason, XmlReason::TagTooLong);

    let long = |bytes: usize| format!("<a/>{}", " ".repeat(bytes - "<a/>".len()));
    assert!(read(long(MAX_BYTES).as_bytes()).is_ok());
    assert_eq!(read(long(MAX_BYTES + 1).as_bytes()).unwrap_err().reason, XmlReason::TooBig);
}

#[test]
fn elements_of_another_namespace_count_for_the_depth() {
    let nested = format!("<a xmlns='n'><b xmlns='m'>{}", "<b>".repeat(MAX_DEPTH));
    assert_eq!(read(nested.as_bytes()).unwrap_err().reason, XmlReason::TooDeep);
}
