//! Names of tables in SQL, and titles for people.

use std::collections::HashSet;

use unicode_normalization::UnicodeNormalization;

const NAME_CHARACTERS: usize = 48;

/// Words that a query could not use as a table's name without quotes.
const RESERVED: &[&str] = &[
    "all",
    "and",
    "any",
    "as",
    "asc",
    "between",
    "by",
    "case",
    "cast",
    "column",
    "cross",
    "current_date",
    "current_timestamp",
    "date",
    "desc",
    "distinct",
    "else",
    "end",
    "except",
    "exists",
    "extract",
    "false",
    "filter",
    "for",
    "from",
    "full",
    "group",
    "having",
    "in",
    "inner",
    "intersect",
    "interval",
    "into",
    "is",
    "join",
    "lateral",
    "left",
    "like",
    "limit",
    "natural",
    "not",
    "null",
    "offset",
    "on",
    "or",
    "order",
    "outer",
    "over",
    "partition",
    "qualify",
    "range",
    "recursive",
    "right",
    "row",
    "rows",
    "select",
    "set",
    "table",
    "then",
    "time",
    "timestamp",
    "true",
    "union",
    "unnest",
    "using",
    "values",
    "when",
    "where",
    "window",
    "with",
];

/// The file's name without its folder and ending.
pub fn title_of(file_name: &str) -> String {
    let name = file_name.rsplit(['/', '\\']).next().unwrap_or(file_name);
    let stem = match name.rsplit_once('.') {
        // A longer "ending" is part of the name, as in "Q3 vs. forecast".
        Some((stem, ending)) if !stem.is_empty() && ending.len() <= 8 => stem,
        _ => name,
    };
    let title: String = stem.chars().filter(|c| !c.is_control()).take(120).collect();
    let title = title.trim();
    if title.is_empty() {
        "Table".to_owned()
    } else {
        title.to_owned()
    }
}

/// Lower case, letters of any script, `0-9` and `_`, as a query can write it without quotes; not
/// reserved, and not in `taken`.
pub fn table_name(title: &str, taken: &mut HashSet<String>) -> String {
    let mut name = String::new();
    let mut length = 0;
    // Letters and their accents are one character wherever there is one.
    let lower = title.nfc().collect::<String>().to_lowercase();
    // Lower-casing can decompose characters (İ), so the text is composed again.
    for character in lower.nfc() {
        if character.is_alphabetic() || character.is_ascii_digit() {
            name.push(character);
        // Runs of other characters become one underscore, and none at the beginning.
        } else if !name.is_empty() && !name.ends_with('_') {
            name.push('_');
        } else {
            continue;
        }
        length += 1;
        // Counted in characters: cutting at bytes could split one.
        if length >= NAME_CHARACTERS {
            break;
        }
    }
    let mut name = name.trim_end_matches('_').to_owned();
    if name.is_empty() {
        "data".clone_into(&mut name);
    }
    // SQL identifiers can't begin with a digit.
    if name.starts_with(|first: char| first.is_ascii_digit()) {
        name.insert_str(0, "t_");
    }
    if RESERVED.contains(&name.as_str()) {
        name.push_str("_table");
    }
    let mut unique = name.clone();
    let mut count = 1;
    while !taken.insert(unique.clone()) {
        count += 1;
        unique = format!("{name}_{count}");
    }
    unique
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_can_be_written_without_quotes() {
        let mut taken = HashSet::new();
        let mut name = |title: &str| table_name(title, &mut taken);
        assert_eq!(name("Sales 2024 (EU)"), "sales_2024_eu");
        assert_eq!(name("sales-2024-eu"), "sales_2024_eu_2");
        assert_eq!(name("2024"), "t_2024");
        assert_eq!(name("Order"), "order_table");
        assert_eq!(name("a.b/c"), "a_b_c");
        assert_eq!(name("… !"), "data");
    }

    #[test]
    fn letters_of_all_scripts_are_kept() {
        let mut taken = HashSet::new();
        let mut name = |title: &str| table_name(title, &mut taken);
        assert_eq!(name("Höfe"), "höfe");
        assert_eq!(name("HO\u{308}FE"), "höfe_2");
        assert_eq!(name("表 2024"), "表_2024");
        assert_eq!(name("Účty: říjen"), "účty_říjen");
        assert_eq!(name("Продажи (год)"), "продажи_год");
        assert_eq!(name("ΟΔΟΣ"), "ΟΔΟΣ".to_lowercase());
        assert_eq!(name("٣ أشهر"), "أشهر");
        assert_eq!(name(&"ß".repeat(100)), "ß".repeat(NAME_CHARACTERS));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        #[test]
        fn generated_table_names_never_need_quotes(titles in proptest::collection::vec(".{0,60}", 1..6)) {
            let mut taken = HashSet::new();
            for title in &titles {
                let name = table_name(title, &mut taken);
                // An SQL identifier without quotes, in the case to which queries are folded.
                prop_assert!(name.starts_with(|first: char| first.is_alphabetic()), "{name:?}");
                prop_assert!(name.chars().all(|letter| letter.is_alphabetic() || letter.is_ascii_digit() || letter == '_'), "{name:?}");
                prop_assert_eq!(&name.to_lowercase(), &name);
                prop_assert!(!RESERVED.contains(&name.as_str()));
                // As a file's name it fits everywhere.
                prop_assert!(name.len() <= 240);
                // The same title means the same name, also of a program that writes accents apart.
                let again: String = title.nfd().collect();
                prop_assert_eq!(table_name(&again, &mut HashSet::new()), table_name(title, &mut HashSet::new()));
            }
            prop_assert_eq!(taken.len(), titles.len());
        }
    }

    #[test]
    fn titles_omit_folder_and_file_extension() {
        assert_eq!(title_of("C:\\data\\cars.csv"), "cars");
        assert_eq!(title_of("../../etc/passwd"), "passwd");
        assert_eq!(title_of(".csv"), ".csv");
        assert_eq!(title_of("v1.2 final.xlsx"), "v1.2 final");
    }
}
