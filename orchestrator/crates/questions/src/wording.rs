//! Plans in plain words: titles of axes, labels of readings, notes about choices.

use serde_json::Value;

use crate::dates::MONTHS;
use crate::plan::{
    Aggregate, Channel, Comparison, Dimension, Filter, GroupTest, Mark, Measure, Order, OrderBy,
    Plan, Test, TimeUnit, Top,
};
use crate::rest::REST;
use crate::tokens::name_words;

/// `Date_of_Visit` as "date of visit"; what is written in capitals stays so.
pub fn plain(name: &str) -> String {
    let capitals = name
        .chars()
        .filter(|c| c.is_alphabetic())
        .all(char::is_uppercase)
        && name.chars().count() <= 5;
    if capitals {
        return name.replace('_', " ");
    }
    let words = name_words(name);
    if words.is_empty() {
        return name.to_owned();
    }
    let words: Vec<String> = words
        .into_iter()
        .map(|word| as_written(name, word))
        .collect();
    words.join(" ")
}

/// A word of a name, in capitals where the name sets it apart so: "CO2 ppm", "GDP per capita".
fn as_written(name: &str, word: String) -> String {
    let capitals = word.to_uppercase();
    let is_mixed = name.chars().any(char::is_lowercase);
    let is_set_apart = capitals.chars().count() > 1
        && name
            .split(|letter: char| !letter.is_alphanumeric())
            .any(|part| part == capitals);
    if is_mixed && is_set_apart {
        capitals
    } else {
        word
    }
}

pub fn capitalized(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(characters).collect()
    })
}

pub fn dimension_words(dimension: &Dimension) -> String {
    let name = plain(&dimension.column.column);
    match dimension.unit {
        Some(unit) if !name.contains(unit.word()) => format!("{} of {name}", unit.word()),
        _ => name,
    }
}

pub fn dimension_title(dimension: &Dimension) -> String {
    capitalized(&dimension_words(dimension))
}

pub fn measure_words(measure: &Measure) -> String {
    match (&measure.column, measure.aggregate) {
        (None, _) => format!("number of {}", measure.noun.as_deref().unwrap_or("rows")),
        (Some(column), None) => plain(&column.column),
        (Some(column), Some(Aggregate::Sum)) if plain(&column.column).starts_with("total") => {
            plain(&column.column)
        }
        (Some(column), Some(aggregate)) => {
            format!("{} {}", aggregate.word(), plain(&column.column))
        }
    }
}

pub fn measure_title(measure: &Measure) -> String {
    capitalized(&measure_words(measure))
}

pub fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// The month or the quarter that a condition's number stands for.
fn part_of_year(filter: &Filter, value: &Value) -> Option<String> {
    let number = usize::try_from(value.as_u64()?).ok()?;
    match filter.unit? {
        TimeUnit::Month => MONTHS.get(number.checked_sub(1)?).map(|m| (*m).to_owned()),
        TimeUnit::Quarter => Some(format!("Q{number}")),
        _ => None,
    }
}

pub fn filter_words(filter: &Filter) -> String {
    let name = plain(&filter.column.column);
    let part = |value: &Value| part_of_year(filter, value).unwrap_or_else(|| shown(value));
    let list = |values: &[Value]| {
        let words: Vec<String> = values.iter().map(part).collect();
        match words.as_slice() {
            [first @ .., last] if first.len() > 1 => format!("{} or {last}", first.join(", ")),
            _ => words.join(" or "),
        }
    };
    match &filter.test {
        Test::Compare(comparison, against) => format!(
            "{name} {} {}",
            comparison_words(*comparison),
            shown(against)
        ),
        Test::CompareAverage(comparison) => {
            format!("{name} {} the average", comparison_words(*comparison))
        }
        Test::Between(low, high) => format!("{name} from {} to {}", shown(low), shown(high)),
        Test::OneOf(values)
            if part_of_year(filter, values.first().unwrap_or(&Value::Null)).is_some() =>
        {
            format!("{name} is in {}", list(values))
        }
        Test::OneOf(values) => format!("{name} is {}", list(values)),
        Test::NoneOf(values) => format!("{name} is not {}", list(values)),
        Test::Like {
            parts,
            negated,
            start,
        } => {
            let verb = match (start, negated) {
                (true, _) => "begins with",
                (false, true) => "does not contain",
                (false, false) => "contains",
            };
            format!("{name} {verb} {}", parts.join(" or "))
        }
        Test::AllOf { values, .. } => format!(
            "{name} has {}",
            values.iter().map(shown).collect::<Vec<_>>().join(" and ")
        ),
        Test::HasRows { of, negated } => {
            let some = if *negated { "no" } else { "some" };
            format!(
                "{} has {some} {}",
                plain(&filter.column.table),
                plain(&of.table)
            )
        }
        Test::Known => format!("{name} is known"),
        Test::Missing => format!("{name} is missing"),
    }
}

fn all_filters(plan: &Plan) -> String {
    let mut words = String::new();
    for filter in &plan.filters {
        if !words.is_empty() {
            words.push_str(if filter.or { " or " } else { " and " });
        }
        words.push_str(&filter_words(filter));
    }
    words
}

fn comparison_words(comparison: Comparison) -> &'static str {
    match comparison {
        Comparison::Less => "below",
        Comparison::LessOrEqual => "at most",
        Comparison::Greater => "above",
        Comparison::GreaterOrEqual => "at least",
        Comparison::Equal => "is",
        Comparison::NotEqual => "is not",
    }
}

/// "number of employees is above 5".
pub fn group_words(test: &GroupTest) -> String {
    format!(
        "{} is {} {}",
        measure_words(&test.measure),
        comparison_words(test.comparison),
        shown(&test.value)
    )
}

/// "2 highest of each category".
pub fn top_words(top: &Top) -> String {
    let end = if top.descending { "highest" } else { "lowest" };
    let count = if top.count == 1 {
        String::new()
    } else {
        format!("{} ", top.count)
    };
    format!("{count}{end} of each {}", plain(&top.of.column))
}

/// "average horsepower by origin, for cylinders above 4".
pub fn label(plan: &Plan) -> String {
    let measures: Vec<String> = plan.measures.iter().map(measure_words).collect();
    let joint = if plan.measures.len() == 2 {
        " against "
    } else {
        " and "
    };
    // The upright axis is named first.
    let mut label = measures
        .iter()
        .rev()
        .cloned()
        .collect::<Vec<_>>()
        .join(joint);
    let groups: Vec<String> = plan.dimensions.iter().map(dimension_words).collect();
    if !groups.is_empty() {
        label.push_str(" by ");
        label.push_str(&groups.join(" and "));
    }
    if !plan.filters.is_empty() {
        label.push_str(", for ");
        label.push_str(&all_filters(plan));
    }
    for test in &plan.having {
        label.push_str(&format!(", where the {}", group_words(test)));
    }
    if let Some(top) = &plan.top {
        label.push_str(&format!(", the {}", top_words(top)));
    }
    if let Some(limit) = plan.limit {
        let end = match plan.order {
            Some(Order {
                descending: false, ..
            }) => "lowest",
            _ => "highest",
        };
        label.push_str(&format!(", the {limit} {end}"));
    }
    label
}

/// What of a plan a note is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Facet {
    Filters,
    Groups,
    Top,
    Limit,
    Rest,
    Join,
    Bins,
    Unit,
    Color,
    Order,
    Mark,
}

/// The choices that a reader may want to change, and what each is about.
pub fn notes(plan: &Plan) -> Vec<(Facet, String)> {
    let mut notes = Vec::new();
    if !plan.filters.is_empty() {
        let note = format!("Only rows where {}.", all_filters(plan));
        notes.push((Facet::Filters, note));
    }
    for test in &plan.having {
        let note = format!("Only groups whose {}.", group_words(test));
        notes.push((Facet::Groups, note));
    }
    if let Some(top) = &plan.top {
        notes.push((Facet::Top, format!("Only the {}.", top_words(top))));
    }
    if let Some(limit) = plan.limit {
        notes.push((Facet::Limit, limit_words(plan, limit)));
    }
    if let Some(shown) = plan.rest_after {
        let note = format!("The {shown} largest are shown; “{REST}” adds up the others.");
        notes.push((Facet::Rest, note));
    }
    for join in &plan.joins {
        let note = format!(
            "{} and {} are joined on {}.",
            plain(&join.left.table),
            plain(&join.right.table),
            plain(&join.right.column)
        );
        notes.push((Facet::Join, note));
    }
    if let Some(dimension) = plan.dimensions.iter().find(|d| d.bin.is_some()) {
        let note = format!(
            "{} in steps of {}.",
            capitalized(&plain(&dimension.column.column)),
            dimension.bin.unwrap_or_default()
        );
        notes.push((Facet::Bins, note));
    }
    if let Some(unit) = plan.dimensions.first().and_then(|d| d.unit) {
        let note = format!("Dates are grouped by {}.", unit.word());
        notes.push((Facet::Unit, note));
    }
    if let Some(color) = plan.dimension_on(Channel::Color) {
        let note = format!("Colour shows {}.", plain(&color.column.column));
        notes.push((Facet::Color, note));
    }
    match &plan.order {
        // The limit tells of it.
        Some(_) if plan.limit.is_some() => {}
        Some(Order {
            by: OrderBy::Measure,
            descending,
        }) => {
            let end = if *descending { "largest" } else { "smallest" };
            notes.push((Facet::Order, format!("Sorted by value, {end} first.")));
        }
        Some(Order {
            by: OrderBy::Dimension,
            descending: true,
        }) => notes.push((Facet::Order, "Sorted by name, last first.".to_owned())),
        None if plan.has_named_bars() => {
            let note = "Sorted by value, largest first.".to_owned();
            notes.push((Facet::Order, note));
        }
        None if plan.has_ordered_bars() => {
            notes.push((
                Facet::Order,
                "Sorted by name, in their own order.".to_owned(),
            ));
        }
        _ => {}
    }
    if plan.mark != Mark::Text {
        notes.push((Facet::Mark, format!("Drawn as {}.", mark_words(plan.mark))));
    }
    notes
}

fn limit_words(plan: &Plan, limit: u64) -> String {
    let end = match plan.order {
        Some(Order {
            by: OrderBy::Dimension,
            ..
        }) => "first",
        Some(Order {
            descending: false, ..
        }) => "lowest",
        _ => "highest",
    };
    match limit {
        1 => format!("Only the {end}."),
        _ => format!("Only the {limit} {end}."),
    }
}

/// "a bar chart", "an area chart".
pub fn mark_words(mark: Mark) -> String {
    let article = if mark == Mark::Area { "an" } else { "a" };
    format!("{article} {}", mark.word())
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn capitals_that_mean_something_stay() {
        for (name, words) in [
            ("CO2 ppm", "CO2 ppm"),
            ("GDP_per_capita", "GDP per capita"),
            ("IMDB Rating", "IMDB rating"),
            ("TOTAL SALES", "total sales"),
            ("UnitPrice", "unit price"),
            ("HP", "HP"),
        ] {
            assert_eq!(plain(name), words);
        }
    }
}
