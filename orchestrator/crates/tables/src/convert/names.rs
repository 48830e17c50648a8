//! Names of tables in SQL, and titles for people.

use std::collections::HashSet;

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

/// Lower case, `a-z0-9_`, not reserved, and not in `taken`.
pub fn table_name(title: &str, taken: &mut HashSet<String>) -> String {
    let mut name = String::new();
    for character in title.chars() {
        let lower = character.to_ascii_lowercase();
        if lower.is_ascii_alphanumeric() {
            name.push(lower);
        } else if !name.is_empty() && !name.ends_with('_') {
            name.push('_');
        }
        if name.len() >= NAME_CHARACTERS {
            break;
        }
    }
    let mut name = name.trim_end_matches('_').to_owned();
    if name.is_empty() {
        "data".clone_into(&mut name);
    }
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
    use super::*;

    #[test]
    fn names_can_be_written_without_quotes() {
        let mut taken = HashSet::new();
        let mut name = |title: &str| table_name(title, &mut taken);
        assert_eq!(name("Sales 2024 (EU)"), "sales_2024_eu");
        assert_eq!(name("sales-2024-eu"), "sales_2024_eu_2");
        assert_eq!(name("2024"), "t_2024");
        assert_eq!(name("Order"), "order_table");
        assert_eq!(name("表"), "data");
        assert_eq!(name("a.b/c"), "a_b_c");
    }

    #[test]
    fn titles_lose_folder_and_ending() {
        assert_eq!(title_of("C:\\data\\cars.csv"), "cars");
        assert_eq!(title_of("../../etc/passwd"), "passwd");
        assert_eq!(title_of(".csv"), ".csv");
        assert_eq!(title_of("v1.2 final.xlsx"), "v1.2 final");
    }
}
