//! Tests of the mapping of names and texts to the SEPA character set.

use proptest::prelude::*;

use super::*;

#[test]
fn people_recognise_their_names() {
    for (written, mapped) in [
        ("Zażółć gęślą jaźń", "Zazolc gesla jazn"),
        ("Müller & Söhne Großhandel", "Muller + Sohne Grosshandel"),
        ("Łukasz Ðorđe Ærø Œuvre", "Lukasz Dorde Aero Oeuvre"),
        ("Щербань Юлія Зіновіївна", "Shcherban Yuliia Zinoviivna"),
        ("ЩУКА ЄВА", "SHCHUKA YEVA"),
        ("Знам'янка, Знам’янка", "Znam'ianka, Znam'ianka"),
        ("Ґалаґан Йосип", "Galagan Yosyp"),
        ("Эльёв Ы", "Eliov Y"),
        ("STRAẞE", "STRASSE"),
        ("„Quoted” – [a_b]", "'Quoted' - (a-b)"),
        ("5 € № 7", "5 EUR No 7"),
        ("e\u{301}te\u{301} a\u{200b}b", "ete ab"),
        ("ﬁn ２ Ѐ Ǽ", "fin 2 E Ae"),
        ("  a\t\nb  ", "a b"),
        ("山本", ".."),
        ("<&>", ".+."),
        ("\u{301}", ""),
    ] {
        assert_eq!(sepa_text(written), mapped, "{written:?}");
    }
}

#[test]
fn the_set_has_no_character_that_xml_escapes() {
    let set: String = (0..=127_u8).map(char::from).filter(|character| is_sepa_char(*character)).collect();
    assert_eq!(set.len(), 26 + 26 + 10 + 11);
    assert!(!set.contains(['<', '>', '&', '"']));
    assert!(!is_sepa_char('é') && !is_sepa_char('_'));
}

#[test]
fn a_cut_text_does_not_end_with_a_space() {
    assert_eq!(cut("abc def", 4), "abc");
    assert_eq!(cut("abc def", 5), "abc d");
    assert_eq!(cut("abc", 70), "abc");
}

proptest! {
    #[test]
    fn only_the_allowed_characters_come_out(text in ".{0,60}") {
        prop_assert!(sepa_text(&text).chars().all(is_sepa_char));
    }

    #[test]
    fn mapping_twice_is_mapping_once(text in "(?s).{0,60}|[Ѐ-ӿ' ’-]{0,40}|[À-ɏ&<>_ ]{0,40}") {
        let once = sepa_text(&text);
        prop_assert_eq!(sepa_text(&once), once);
    }

    #[test]
    fn a_text_of_the_set_stays_as_it_is(text in "[a-zA-Z0-9/?:().,'+-]{1,20}( [a-zA-Z0-9/?:().,'+-]{1,20}){0,3}") {
        prop_assert_eq!(sepa_text(&text), text);
    }
}
