//! Tests of the comparison of names across spellings, alphabets and transliterations.

use proptest::prelude::*;

use super::is_own_name;

#[test]
fn one_person_is_recognised_however_the_name_is_written() {
    for (first, last, named) in [
        ("Olena", "Kovalenko", "KOVALENKO olena"),
        ("Олена", "Коваленко", "Olena Kovalenko"),
        ("Olena", "Kovalenko", "Олена Іванівна Коваленко"),
        ("Олена", "Коваленко", "O. Kovalenko"),
        ("Олена", "Коваленко", "Kovalenko O I"),
        ("Юлія", "Згурська", "Yu. Zghurska"),
        ("Юлія", "Згурська", "Yuliia Zghurska"),
        ("Дмитрий", "Щербаков", "Dmitry Shcherbakov"),
        ("Дмитрий", "Щербаков", "Dmitrii Sergeevich Shcherbakov"),
        ("Łukasz", "Żółć", "Lukasz Zolc"),
        ("Jan Maria", "Rokita", "Jan Rokita"),
        ("Anna", "Nowak-Kowalska", "Anna Kowalska Nowak"),
        ("Мар’яна", "Ковальчук", "Marjana Kowalczuk"),
        ("Семён", "Королёв", "Семен Королев"),
        ("Семён", "Королёв", "Semyon Korolyov"),
    ] {
        assert!(is_own_name(first, last, named), "{first} {last}: {named}");
    }
}

#[test]
fn names_of_two_persons_do_not_match() {
    for (first, last, named) in [
        ("Olena", "Kovalenko", "Olena Kovalchuk"),
        ("Olena", "Kovalenko", "Ivan Kovalenko"),
        ("Olena", "Kovalenko", "Kovalenko"),
        ("Olena", "Kovalenko", "I. Kovalenko"),
        ("Olena", "Kovalenko", "Olena K."),
        ("Olena", "Kovalenko", "Olena Kovalenko Ltd"),
        ("Olena", "Kovalenko", "Olena and Ivan Kovalenko"),
        ("Anna", "Nowak-Kowalska", "Anna Nowak"),
        // One first name of two languages is not the same name.
        ("Олена", "Коваленко", "Елена Коваленко"),
        ("", "Kovalenko", "Olena Kovalenko"),
        ("Olena", "", "Olena"),
    ] {
        assert!(!is_own_name(first, last, named), "{first} {last}: {named}");
    }
}

/// A name of Ukrainian letters, and one of its transliterations.
fn spelled() -> impl Strategy<Value = (String, String)> {
    const LETTERS: [(&str, &[&str]); 12] = [
        ("а", &["a"]),
        ("в", &["v", "w"]),
        ("г", &["h", "g"]),
        ("ж", &["zh", "z"]),
        ("и", &["y", "i"]),
        ("к", &["k"]),
        ("о", &["o"]),
        ("р", &["r"]),
        ("х", &["kh", "ch"]),
        ("ч", &["ch", "cz"]),
        ("ю", &["iu", "yu", "ju"]),
        ("ь", &[""]),
    ];
    let letter = (0..LETTERS.len(), any::<prop::sample::Index>())
        .prop_map(|(at, form)| (LETTERS[at].0, LETTERS[at].1[form.index(LETTERS[at].1.len())]));
    prop::collection::vec(letter, 3..10).prop_map(|letters| {
        // A first letter that is always written.
        let cyrillic: String = std::iter::once("м").chain(letters.iter().map(|(cyrillic, _)| *cyrillic)).collect();
        let latin: String = std::iter::once("m").chain(letters.iter().map(|(_, latin)| *latin)).collect();
        (cyrillic, latin)
    })
}

const WORD: &str = "[a-zà-öø-ÿа-яіїєґ]{2,12}";

proptest! {
    #[test]
    fn a_name_is_its_own_in_any_case_and_order((first, last) in (WORD, WORD), dot in "[ .,-]{1,3}") {
        let plain = format!("{first}{dot}{last}");
        let shouted = format!("{}{dot}{}", last.to_uppercase(), first.to_uppercase());
        prop_assert!(is_own_name(&first, &last, &plain), "{}", plain);
        prop_assert!(is_own_name(&first, &last, &shouted), "{}", shouted);
    }

    #[test]
    fn a_transliteration_is_the_same_name_in_both_directions((first, last) in (spelled(), spelled())) {
        let (latin, cyrillic) = (format!("{} {}", last.1, first.1), format!("{} {}", first.0, last.0));
        prop_assert!(is_own_name(&first.0, &last.0, &latin), "{}", latin);
        prop_assert!(is_own_name(&first.1, &last.1, &cyrillic), "{}", cyrillic);
    }

    #[test]
    fn accents_are_ignored_and_a_patronymic_may_be_added(last in "[a-z]{3,10}", at in 0_usize..3) {
        let (before, after) = last.split_at(at + 1);
        let named = format!("Anna {before}\u{301}{after} Petrivna");
        prop_assert!(is_own_name("Anna", &last, &named), "{}", named);
    }

    #[test]
    fn a_last_name_with_another_letter_is_another_name(last in "[a-p]{3,10}", at in 0_usize..3) {
        let mut other = last.clone();
        other.replace_range(at..=at, "q");
        let named = format!("Anna {other}");
        prop_assert!(!is_own_name("Anna", &last, &named), "{}", named);
    }

    #[test]
    fn no_text_panics_in_the_comparison_of_names(first in ".{0,60}", last in ".{0,60}", named in ".{0,200}") {
        let answered = is_own_name(&first, &last, &named);
        prop_assert!(!answered || !named.is_empty());
    }
}
