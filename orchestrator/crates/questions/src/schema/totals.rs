//! Rows that repeat others: totals of places, which are left out, and totals of keys such as sex and age, which are read where
//! the question names no single one.

use portolan_query::TableProfile;

use super::Column;
use crate::language::name_words;
use crate::link::{NumberRange, ranges_of};

/// Groups of countries in published tables.
const REGIONS: &str = "africa|americas|america|asia|europe|oceania|north america|south america|latin america|world|european union|\
    euro area|eurozone|euro area|oecd|oecd - total|g7|g20|eu|eea|asean|high income|upper middle income|lower middle income|middle income|\
    low income|high-income countries|low-income countries|middle-income countries|upper-middle-income countries|\
    lower-middle-income countries|sub-saharan africa|north africa|middle east|east asia and pacific|europe and central asia|\
    latin america and caribbean|latin america and the caribbean|middle east and north africa|south asia|central asia|\
    northern america|western europe|eastern europe|arab world|least developed countries|developing countries|advanced economies";

/// Returns the columns with values such as "World" and "All …" that repeat the other rows.
pub fn repeated(profile: &TableProfile, columns: &[Column<'_>]) -> Vec<(usize, Vec<String>)> {
    columns
        .iter()
        .enumerate()
        // A total and two parts make three values.
        .filter(|(_, column)| column.is_text() && column.profile.distinct >= 3)
        .filter_map(|(at, column)| {
            let texts: Vec<&str> = texts(column)
                .filter(|text| is_beside_parts(column, text))
                .collect();
            let found = |test: &dyn Fn(&str) -> bool| -> Vec<String> {
                texts
                    .iter()
                    .filter(|text| test(text))
                    .map(|text| (*text).to_owned())
                    .collect()
            };
            let totals = found(&|text| is_total_in(profile, column, text));
            // A column of regions lists them, and none holds the others.
            let lists_regions = column
                .words
                .iter()
                .any(|word| matches!(word.stem.as_str(), "region" | "subregion" | "contin"));
            let regions = if column.is_place() && !lists_regions {
                found(&|text| is_total(text) || is_region(text))
            } else {
                Vec::new()
            };
            // A column of nothing but continents has no total, and groups of countries are few beside the countries.
            if !regions.is_empty() && regions.len() * 3 <= texts.len() {
                return Some((at, regions));
            }
            // Keys whose whole is known are read at that value instead; see `wholes`.
            let is_key = whole(profile, columns, at).is_some();
            // More values that begin with "All" are names of things.
            (!totals.is_empty() && totals.len() <= 2 && !is_key).then_some((at, totals))
        })
        .collect()
}

/// Returns the keys of a long table with the value that stands for all of them.
pub fn wholes(profile: &TableProfile, columns: &[Column<'_>]) -> Vec<(usize, String)> {
    (0..columns.len())
        .filter_map(|at| Some((at, whole(profile, columns, at)?)))
        .collect()
}

/// The value of a key that holds all others: each of the others has as many rows, as in a table with one row for each combination.
fn whole(profile: &TableProfile, columns: &[Column<'_>], at: usize) -> Option<String> {
    let column = &columns[at];
    let values = &column.profile.values;
    if !column.is_text()
        || column.is_place()
        // A key has at least two parts beside its whole.
        || !(3..=40).contains(&values.len())
        || profile.row_count == 0
    {
        return None;
    }
    let named = texts(column).find(|text| is_total_in(profile, column, text));
    let coded = || {
        // Codes of statistical offices: T beside M and F.
        let texts: Vec<String> = texts(column).map(str::to_lowercase).collect();
        let sexes = texts
            .iter()
            .all(|text| matches!(text.as_str(), "t" | "_t" | "m" | "f" | "w"));
        self::texts(column).find(|text| sexes && matches!(text.to_lowercase().as_str(), "t" | "_t"))
    };
    // "15-74" holds "15-24", "25-54" and "55-74".
    let widest = || {
        let ranges = ranges_of(column.profile)?;
        let low = ranges
            .iter()
            .map(|known| known.0.low)
            .fold(f64::INFINITY, f64::min);
        let high = ranges.iter().map(|known| known.0.high).fold(0.0, f64::max);
        let all = NumberRange { low, high };
        let (_, text) = ranges.iter().find(|known| known.0 == all)?;
        texts(column).find(|known| known == text)
    };
    let text = named.or_else(coded).or_else(widest)?;
    if !is_beside_parts(column, text) {
        return None;
    }
    let count = values
        .iter()
        .find(|value| value.value.as_str() == Some(text))?
        .count;
    // In a table of single cases "Total" would be a name like any other and as rare as it likes.
    let is_full = values.iter().all(|value| value.count <= count * 11 / 10);
    is_full.then(|| text.to_owned())
}

/// Tells whether a value stands beside its parts: a total has a row where its parts have one. "Everyone", which most apps of a
/// store are rated for, has far more rows than any other rating and sums up none of them; two companies of "Africa" beside
/// hundreds of other countries sum up nothing either.
fn is_beside_parts(column: &Column<'_>, text: &str) -> bool {
    let (mut own, mut most) = (0, 0);
    for value in &column.profile.values {
        if value.value.as_str() == Some(text) {
            own = value.count;
        } else {
            most = most.max(value.count);
        }
    }
    // "All" is an attribute as well, as of an audience that is not narrowed: as a total it has a row wherever any part has one.
    let least = if matches!(text.to_lowercase().as_str(), "all" | "both" | "everyone") {
        most * 19 / 20
    } else {
        most / 3
    };
    own * 2 <= most * 3 && own >= least
}

fn texts<'c>(column: &'c Column<'_>) -> impl Iterator<Item = &'c str> {
    column
        .profile
        .values
        .iter()
        .filter_map(|value| value.value.as_str())
}

fn is_region(text: &str) -> bool {
    let lower = text.to_lowercase();
    // A note in parentheses is not part of the name: "European Union (27 countries)".
    let lower = lower.split(" (").next().unwrap_or(&lower).trim().to_owned();
    let codes = ["eu27", "eu28", "eu15", "ea19", "ea20", "oecd"];
    REGIONS.split('|').any(|known| known.trim() == lower)
        || codes.iter().any(|code| lower.starts_with(code))
}

/// Tells whether a value of a column is the total of the others. In a column of names, "All the King's Men" is a title.
fn is_total_in(profile: &TableProfile, column: &Column<'_>, text: &str) -> bool {
    let holds_names = column.profile.distinct * 2 > profile.row_count;
    is_total(text) && !(holds_names && name_words(text).len() > 2)
}

fn is_total(text: &str) -> bool {
    let lower = text.to_lowercase();
    let words = name_words(text);
    let is_first = |known: &str| words.first().is_some_and(|word| word == known);
    matches!(
        lower.as_str(),
        "world"
            | "total"
            | "all"
            | "overall"
            | "grand total"
            | "global"
            | "sum"
            | "subtotal"
            | "both sexes"
            | "both"
            | "everyone"
    ) || ((is_first("all") || is_first("whole") || is_first("entire")) && words.len() > 1)
        || is_first("total")
        || lower.ends_with(" total")
}
