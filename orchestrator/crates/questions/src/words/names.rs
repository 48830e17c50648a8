//! Human names of columns, measures and groups.

use portolan_query::TableProfile;

use crate::plan::{
    Against, Aggregate, Arithmetic, ChangeAs, ColumnRef, Condition, Group, Measure, QueryPlan,
    Scalar, Season, ShareOf, Test, TimeSource, TimeUnit, WindowKind,
};

use super::conditions::condition_words;
use super::flags::said_by_flag;
use crate::language::split_glued;
use crate::language::units::{
    self,
    UnitKind::{Area, Money, Percent},
};

/// Units that end a column's name after an underscore or a space.
const UNITS: &[&str] = &[
    "m2",
    "km2",
    "ft2",
    "mm",
    "cm",
    "km",
    "kg",
    "lb",
    "lbs",
    "mph",
    "kmh",
    "kwh",
    "mwh",
    "gwh",
    "twh",
    "usd",
    "eur",
    "gbp",
    "sqm",
    "sqft",
    "ppm",
    "hpa",
    "celsius",
    "fahrenheit",
    "knots",
    "hours",
    "minutes",
    "seconds",
    "days",
    "percent",
    "pct",
];

/// A column's name in words and its unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HumanName {
    pub words: String,
    pub unit: Option<String>,
}

/// Splits a column's name into words and a unit: `Body Mass (g)` is "body mass" in g.
pub fn human(name: &str) -> HumanName {
    let trimmed = name.trim();
    for (open, close) in [('(', ')'), ('[', ']')] {
        if let Some(inner) = trimmed.strip_suffix(close)
            && let Some((words, unit)) = inner.rsplit_once(open)
            && !words.trim().is_empty()
            // A longer text in brackets explains the name.
            && unit.chars().count() <= 20
        {
            // "(1-5)" is the range of a scale, which no value is told in.
            let is_unit = unit
                .chars()
                .any(|sign| sign.is_alphabetic() || "%°$€£".contains(sign));
            return HumanName {
                words: words_of(words),
                unit: Some(unit.trim().to_owned()).filter(|_| is_unit),
            };
        }
    }
    for sign in ['$', '€', '£', '%'] {
        if let Some(words) = trimmed
            .strip_suffix(sign)
            .filter(|words| !words.trim().is_empty())
        {
            return HumanName {
                words: words_of(words),
                unit: Some(sign.to_string()),
            };
        }
    }
    let words = words_of(trimmed);
    if let Some((rest, unit)) = words.rsplit_once(' ')
        && UNITS.contains(&unit.to_lowercase().as_str())
        && !rest.is_empty()
    {
        // In "Speed IAS in knots", the "in" belongs to the unit.
        let rest = rest.strip_suffix(" in").unwrap_or(rest);
        let unit = match unit.to_lowercase().as_str() {
            "celsius" => "°C".to_owned(),
            "fahrenheit" => "°F".to_owned(),
            // Hours and knots are told in words, these by their signs.
            known => units::unit(known)
                .filter(|unit| matches!(unit.kind, Percent | Money | Area))
                .map_or(known, |unit| unit.name)
                .to_owned(),
        };
        return HumanName {
            words: rest.to_owned(),
            unit: Some(unit),
        };
    }
    HumanName { words, unit: None }
}

/// Returns a name's words in lower case; what is set apart in capitals stays so.
fn words_of(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    // "TOTAL SALES" sets nothing apart by its capitals, whereas "GDP_per_capita" does.
    let has_lower = letters.iter().any(|letter| letter.is_lowercase());
    let mut words: Vec<String> = Vec::new();
    let mut word = String::new();
    for (at, letter) in letters.iter().enumerate() {
        let starts = letter.is_uppercase()
            && at > 0
            && (letters[at - 1].is_lowercase()
                || letters[at - 1].is_uppercase()
                    && has_lower
                    && letters.get(at + 1).is_some_and(|next| next.is_lowercase()));
        if starts || matches!(letter, '_' | ' ' | '\t' | '.') {
            words.extend(Some(std::mem::take(&mut word)).filter(|word| !word.is_empty()));
        }
        if !matches!(letter, '_' | ' ' | '\t' | '.') {
            word.push(*letter);
        }
    }
    words.extend(Some(word).filter(|word| !word.is_empty()));
    // A name of up to four capitals is an abbreviation: "JAN".
    let is_short = name.chars().filter(|letter| letter.is_alphabetic()).count() <= 4;
    let written: Vec<String> = words
        .into_iter()
        .map(|word| {
            let capitals = word
                .chars()
                .filter(|letter| letter.is_alphabetic())
                .all(char::is_uppercase);
            let keeps = capitals && word.chars().count() > 1 && (has_lower || is_short);
            if keeps {
                word
            } else {
                whole_or_parts(&word.to_lowercase())
            }
        })
        .collect();
    if written.is_empty() {
        name.to_owned()
    } else {
        written.join(" ")
    }
}

/// Writes a name that glues its words together with spaces: "brainwt" is "brain weight". Words of the dictionary stay as they are.
fn whole_or_parts(word: &str) -> String {
    match portolan_thesaurus::is_word(word) {
        true => word.to_owned(),
        false => split_glued(word).join(" "),
    }
}

pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

/// Returns a column's name in words, without its unit.
pub fn column_name(column: &ColumnRef) -> String {
    human(&column.column).words
}

/// Returns a column's name for an axis: "Body mass (g)".
pub fn column_title(column: &ColumnRef) -> String {
    let name = human(&column.column);
    titled(&name.words, name.unit.as_deref())
}

fn titled(words: &str, unit: Option<&str>) -> String {
    match unit {
        Some(unit) => format!("{} ({unit})", capitalized(words)),
        None => capitalized(words),
    }
}

/// Returns the plural of an English noun.
pub fn plural(noun: &str) -> String {
    let lower = noun.to_lowercase();
    let ends = |end: &str| lower.ends_with(end);
    let vowel_y = ["ay", "ey", "oy", "uy"].iter().any(|end| ends(end));
    // "Sales" is a plural already; "class", "bus" and "basis" are not.
    if ends("people")
        || ends("data")
        || ends("ies")
        || (ends("s") && !ends("ss") && !ends("us") && !ends("is"))
    {
        noun.to_owned()
    } else if ends("person") {
        format!("{}people", &noun[..noun.len() - "person".len()])
    } else if ends("y") && !vowel_y {
        format!("{}ies", &noun[..noun.len() - 1])
    } else if ["s", "x", "z", "ch", "sh"].iter().any(|end| ends(end)) {
        format!("{noun}es")
    } else {
        format!("{noun}s")
    }
}

/// Returns what the rows are called, in the plural: "penguins".
pub fn entity_plural(plan: &QueryPlan) -> String {
    match plan.entity.as_deref() {
        Some(entity) => plural(entity),
        None => plural(&words_of(&plan.table)),
    }
}

pub fn period_word(unit: TimeUnit) -> &'static str {
    match unit {
        TimeUnit::Century => "century",
        TimeUnit::Decade => "decade",
        TimeUnit::Year => "year",
        TimeUnit::HalfYear => "half-year",
        TimeUnit::Quarter => "quarter",
        TimeUnit::Month => "month",
        TimeUnit::Week => "week",
        TimeUnit::Day => "day",
        TimeUnit::Hour => "hour",
        TimeUnit::Minute => "minute",
    }
}

fn season_word(season: Season) -> &'static str {
    match season {
        Season::QuarterOfYear => "quarter",
        Season::MonthOfYear => "month",
        Season::DayOfMonth => "day of the month",
        Season::DayOfYear => "day of the year",
        Season::WeekOfYear => "week of the year",
        Season::Weekday => "weekday",
        Season::HourOfDay => "hour of the day",
    }
}

pub fn aggregate_word(aggregate: Aggregate) -> String {
    match aggregate {
        Aggregate::Sum => "total".to_owned(),
        Aggregate::Mean => "average".to_owned(),
        Aggregate::Median => "median".to_owned(),
        Aggregate::Minimum => "lowest".to_owned(),
        Aggregate::Maximum => "highest".to_owned(),
        Aggregate::Percentile { percentile } => {
            let n = super::number(percentile);
            // 11th, 12th and 13th differ from 1st, 2nd and 3rd.
            let end = match (
                n.ends_with("11") || n.ends_with("12") || n.ends_with("13"),
                n.chars().last(),
            ) {
                (false, Some('1')) => "st",
                (false, Some('2')) => "nd",
                (false, Some('3')) => "rd",
                _ => "th",
            };
            format!("{n}{end} percentile of")
        }
        Aggregate::StandardDeviation => "standard deviation of".to_owned(),
        Aggregate::Variance => "variance of".to_owned(),
        Aggregate::Range => "range of".to_owned(),
        Aggregate::CountDistinct => "number of different".to_owned(),
        Aggregate::CountPresent => "number of known".to_owned(),
        Aggregate::Last => "latest".to_owned(),
        Aggregate::First => "first".to_owned(),
        Aggregate::Mode => "most frequent".to_owned(),
    }
}

/// Returns a quantity of a row in words.
pub fn scalar_words(scalar: &Scalar) -> String {
    let list = |of: &[Scalar]| {
        let words: Vec<String> = of.iter().map(scalar_words).collect();
        if words.len() > 3 {
            format!("{}, {} and {} more", words[0], words[1], words.len() - 2)
        } else {
            joined(&words, "and")
        }
    };
    match scalar {
        Scalar::Column { column } => column_name(column),
        Scalar::Number { number } => super::number(*number),
        Scalar::Arithmetic {
            operator,
            left,
            right,
        } => format!(
            "{} {} {}",
            scalar_words(left),
            operator_word(*operator),
            scalar_words(right)
        ),
        Scalar::Greatest { of } => format!("largest of {}", list(of)),
        Scalar::Least { of } => format!("smallest of {}", list(of)),
        Scalar::RowMean { of } => format!("mean of {}", list(of)),
        Scalar::Season {
            of: TimeSource::DateParts { .. },
            season,
        } => season_word(*season).to_owned(),
        Scalar::Season { of, season } => format!("{} of {}", season_word(*season), time_words(of)),
        Scalar::Year { of } => format!("year of {}", time_words(of)),
        Scalar::DaysBetween { from, to, .. } => {
            format!("time from {} to {}", column_name(from), column_name(to))
        }
        Scalar::Flow { of, out } => {
            let verb = if *out { "spent" } else { "received" };
            format!("{} {verb}", column_name(of))
        }
        Scalar::Flag { condition } => condition_words(condition),
        Scalar::Length { of } => format!("length of {}", column_name(of)),
    }
}

pub fn time_words(of: &TimeSource) -> String {
    match of {
        TimeSource::Date { column }
        | TimeSource::TextDate { column, .. }
        | TimeSource::Year { column } => column_name(column),
        TimeSource::YearAndMonth { year, .. } | TimeSource::YearAndQuarter { year, .. } => {
            column_name(year)
        }
        TimeSource::DateParts { .. } => "date".to_owned(),
    }
}

fn operator_word(operator: Arithmetic) -> &'static str {
    match operator {
        Arithmetic::Add => "plus",
        Arithmetic::Subtract => "minus",
        Arithmetic::Multiply => "times",
        Arithmetic::Divide => "per",
    }
}

pub fn joined(words: &[String], word: &str) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}

/// Returns the unit of a quantity, where its columns name one.
pub fn scalar_unit(scalar: &Scalar) -> Option<String> {
    match scalar {
        Scalar::Column { column } | Scalar::Flow { of: column, .. } => human(&column.column).unit,
        // Euros plus minutes have no unit.
        Scalar::Arithmetic {
            operator: Arithmetic::Add | Arithmetic::Subtract,
            left,
            right,
        } => scalar_unit(left).filter(|unit| scalar_unit(right).as_ref() == Some(unit)),
        // Columns that are compared within a row are in one unit.
        Scalar::Greatest { of } | Scalar::Least { of } | Scalar::RowMean { of } => {
            scalar_unit(of.first()?)
        }
        Scalar::DaysBetween { unit, .. } => Some(
            match unit {
                Some(TimeUnit::Hour) => "hours",
                Some(TimeUnit::Minute) => "minutes",
                _ => "days",
            }
            .to_owned(),
        ),
        _ => None,
    }
}

/// Returns the unit of a measure; None for numbers of things, ratios and shares.
pub fn measure_unit(measure: &Measure) -> Option<String> {
    match measure {
        Measure::Raw { of } => scalar_unit(of),
        Measure::Aggregate { aggregate, of } => match aggregate {
            // A variance is in squared units.
            Aggregate::CountDistinct | Aggregate::CountPresent | Aggregate::Variance => None,
            _ => scalar_unit(of),
        },
        Measure::WeightedMean { of, .. } => scalar_unit(of),
        Measure::Filtered { of, .. } | Measure::Nested { of, .. } => measure_unit(of),
        Measure::Window {
            window: WindowKind::Rank { .. },
            ..
        } => None,
        Measure::Window { of, .. } => measure_unit(of),
        Measure::Change {
            of,
            shown_as: ChangeAs::Difference | ChangeAs::SideBySide,
            ..
        } => measure_unit(of),
        Measure::Arithmetic {
            operator: Arithmetic::Add | Arithmetic::Subtract,
            left,
            right,
            percent: false,
        } => measure_unit(left).filter(|unit| measure_unit(right).as_ref() == Some(unit)),
        _ => None,
    }
}

/// Tells whether a measure's values are fractions that are read in percent.
pub fn is_percent(measure: &Measure) -> bool {
    match measure {
        Measure::Share { .. } => true,
        Measure::Arithmetic { percent, .. } => *percent,
        Measure::Change { of, shown_as, .. } => match shown_as {
            ChangeAs::Percent => true,
            ChangeAs::Index => false,
            ChangeAs::Difference | ChangeAs::SideBySide => is_percent(of),
        },
        // The mean of zeros and ones is the share of the ones.
        Measure::Aggregate {
            aggregate: Aggregate::Mean,
            of: Scalar::Flag { .. },
        } => true,
        Measure::Filtered { of, .. } | Measure::Nested { of, .. } => is_percent(of),
        Measure::Window { of, window } => {
            !matches!(window, WindowKind::Rank { .. }) && is_percent(of)
        }
        _ => false,
    }
}

/// Returns two measures without the conditions that each row has both figures: sums over these rows are named like the sums.
fn with_both<'m>(left: &'m Measure, right: &'m Measure) -> (&'m Measure, &'m Measure) {
    let present = |measure: &'m Measure| match measure {
        Measure::Filtered { of, condition } => matches!(
            condition.as_ref(),
            Condition::Test {
                test: Test::Present,
                ..
            }
        )
        .then_some(of.as_ref()),
        _ => None,
    };
    present(left).zip(present(right)).unwrap_or((left, right))
}

/// Returns a measure in words, without its unit: "average body mass".
pub fn measure_words(measure: &Measure, plan: &QueryPlan) -> String {
    match measure {
        Measure::Count => format!("number of {}", entity_plural(plan)),
        Measure::CountOf { table } if *table == plan.table => {
            format!("number of {}", entity_plural(plan))
        }
        Measure::CountOf { table } => format!("number of {}", plural(&words_of(table))),
        Measure::Raw { of } => scalar_words(of),
        Measure::Aggregate { aggregate, of } => aggregate_of(*aggregate, of),
        Measure::WeightedMean { of, weight } => {
            format!(
                "average {} weighted by {}",
                scalar_words(of),
                scalar_words(weight)
            )
        }
        Measure::Correlation { left, right } => {
            format!(
                "correlation of {} and {}",
                scalar_words(left),
                scalar_words(right)
            )
        }
        Measure::Number { number } => super::number(*number),
        Measure::Filtered { of, condition } => {
            if is_percent(of) && matches!(condition.as_ref(), Condition::Not { .. }) {
                return measure_words(of, plan);
            }
            if let Some(words) = said_by_flag(condition) {
                return format!("{} {words}", measure_words(of, plan));
            }
            format!(
                "{} where {}",
                measure_words(of, plan),
                condition_words(condition)
            )
        }
        Measure::Arithmetic {
            operator,
            left,
            right,
            percent,
        } => {
            if let (Measure::Filtered { of, condition }, true) = (left.as_ref(), *percent)
                && of == right
            {
                // A part over its own whole.
                let whole = measure_words(right, plan);
                let whole = whole.strip_prefix("number of ").unwrap_or(&whole);
                return match said_by_flag(condition) {
                    Some(words) if whole == "rows" => format!("share {words}"),
                    Some(words) => format!("share of {whole} {words}"),
                    None => format!("share of {whole} where {}", condition_words(condition)),
                };
            }
            let (left, right) = with_both(left, right);
            let (left, right) = (measure_words(left, plan), measure_words(right, plan));
            match operator {
                Arithmetic::Divide if *percent => format!("{left} as a share of {right}"),
                _ => format!("{left} {} {right}", operator_word(*operator)),
            }
        }
        Measure::Share { of, whole } => share_words(of, whole, plan),
        Measure::Change {
            of,
            against,
            shown_as,
        } => change_words(of, against, *shown_as, plan),
        Measure::Window { of, window } => {
            let words = measure_words(of, plan);
            match window {
                WindowKind::Cumulative => format!("cumulative {words}"),
                WindowKind::Moving { periods } => {
                    format!("{words}, {periods}-{} moving average", first_period(plan))
                }
                WindowKind::Rank { .. } => format!("rank by {words}"),
            }
        }
        Measure::Nested {
            aggregate,
            of,
            over,
            test,
        } => {
            let over: Vec<String> = over.iter().map(group_words).collect();
            if let Some(test) = test {
                let test = crate::plan::GroupTest {
                    measure: (**of).clone(),
                    test: test.clone(),
                };
                return format!(
                    "number of {} where {}",
                    joined(&over, "and"),
                    super::conditions::group_test_words(&test, plan)
                );
            }
            format!(
                "{} {} per {}",
                aggregate_word(*aggregate),
                measure_words(of, plan),
                joined(&over, "and")
            )
        }
    }
}

fn aggregate_of(aggregate: Aggregate, of: &Scalar) -> String {
    if let (Aggregate::Mean, Scalar::Flag { condition }) = (aggregate, of) {
        return match said_by_flag(condition) {
            Some(words) => format!("share {words}"),
            None => format!("share where {}", condition_words(condition)),
        };
    }
    let words = scalar_words(of);
    let word = aggregate_word(aggregate);
    // "Total total votes", "average average wage".
    let first = word.split(' ').next().unwrap_or_default();
    let says_so = words
        .split(' ')
        .any(|known| known == first || (first == "average" && known == "mean"));
    match aggregate {
        Aggregate::CountDistinct => format!("{word} {}", plural(&words)),
        _ if says_so => words,
        _ => format!("{word} {words}"),
    }
}

fn share_words(of: &Measure, whole: &ShareOf, plan: &QueryPlan) -> String {
    let words = measure_words(of, plan);
    // "Share of number of sailings" is the share of sailings.
    let words = words.strip_prefix("number of ").unwrap_or(&words);
    match whole {
        ShareOf::Group { groups } => {
            let within: Vec<String> = groups
                .iter()
                .filter_map(|at| plan.groups.get(*at))
                .map(|part| group_words(&part.value))
                .collect();
            format!("share of {words} within each {}", joined(&within, "and"))
        }
        ShareOf::Result | ShareOf::Measures => format!("share of {words}"),
    }
}

fn first_period(plan: &QueryPlan) -> &'static str {
    match plan.groups.first().map(|part| &part.value) {
        Some(Group::Time { unit, .. }) => period_word(*unit),
        _ => "period",
    }
}

fn change_words(of: &Measure, against: &Against, shown_as: ChangeAs, plan: &QueryPlan) -> String {
    let words = measure_words(of, plan);
    let period = first_period(plan);
    let base = match against {
        Against::Previous => format!("the previous {period}"),
        Against::YearBefore => "a year earlier".to_owned(),
        Against::Before { n } => format!("{n} {} earlier", plural(period)),
        Against::First | Against::FirstToLast => format!("the first {period}"),
    };
    match shown_as {
        ChangeAs::Difference | ChangeAs::Percent => format!("change in {words} from {base}"),
        ChangeAs::Index => format!("{words}, index ({base} = 100)"),
        ChangeAs::SideBySide => format!("{words}, {base}"),
    }
}

/// Returns a measure's title with its unit: "Average body mass (g)".
pub fn measure_title(measure: &Measure, plan: &QueryPlan, _tables: &[TableProfile]) -> String {
    titled(
        &measure_words(measure, plan),
        measure_unit(measure).as_deref(),
    )
}

/// Returns the title that several measures share: the unit or the aggregate that they have in common.
pub fn shared_title(plan: &QueryPlan, _tables: &[TableProfile]) -> String {
    let units: Vec<Option<String>> = plan
        .measures
        .iter()
        .map(|part| measure_unit(&part.value))
        .collect();
    let aggregates: Vec<Option<String>> = plan
        .measures
        .iter()
        .map(|part| match &part.value {
            Measure::Aggregate { aggregate, .. } => Some(aggregate_word(*aggregate)),
            _ => None,
        })
        .collect();
    let same = |all: &[Option<String>]| {
        let first = all.first().cloned().flatten()?;
        all.iter()
            .all(|each| each.as_ref() == Some(&first))
            .then_some(first)
    };
    let word = same(&aggregates).map(|word| capitalized(word.trim_end_matches(" of")));
    if plan.measures.iter().all(|part| is_percent(&part.value)) {
        return "Share".to_owned();
    }
    match (word, same(&units)) {
        (Some(word), Some(unit)) => format!("{word} ({unit})"),
        (Some(word), None) => word,
        (None, Some(unit)) => format!("Value ({unit})"),
        (None, None) => "Value".to_owned(),
    }
}

/// Returns a group in words: "month of the year", "species".
pub fn group_words(group: &Group) -> String {
    match group {
        Group::Column { column } => column_name(column),
        Group::Time { unit, .. } => period_word(*unit).to_owned(),
        Group::Season { season, .. } => season_word(*season).to_owned(),
        Group::Bin { of, .. } => scalar_words(of),
        Group::Split { yes, no, .. } => format!("{yes} and {no}"),
        Group::MeasureNames => "measure".to_owned(),
    }
}

/// Returns a group's title with its unit.
pub fn group_title(group: &Group, _plan: &QueryPlan, _tables: &[TableProfile]) -> String {
    match group {
        Group::Column { column } => column_title(column),
        Group::Bin { of, .. } => titled(&scalar_words(of), scalar_unit(of).as_deref()),
        Group::Split { .. } => "Group".to_owned(),
        other => capitalized(&group_words(other)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn human_splits_units_from_names() {
        for (name, words, unit) in [
            ("Body Mass (g)", "body mass", Some("g")),
            ("Speed IAS in knots", "speed IAS", Some("knots")),
            ("Cost Total $", "cost total", Some("$")),
            ("weight_kg", "weight", Some("kg")),
            ("area_m2", "area", Some("m²")),
            ("GDP_per_capita", "GDP per capita", None),
            ("TOTAL SALES", "total sales", None),
            ("UnitPrice", "unit price", None),
            ("CO2 ppm", "CO2", Some("ppm")),
            ("JAN", "JAN", None),
        ] {
            assert_eq!(
                human(name),
                HumanName {
                    words: words.into(),
                    unit: unit.map(str::to_owned)
                },
                "{name}"
            );
        }
    }

    #[test]
    fn plural_follows_english_spelling() {
        for (one, many) in [
            ("city", "cities"),
            ("day", "days"),
            ("box", "boxes"),
            ("class", "classes"),
            ("person", "people"),
            ("strikes", "strikes"),
        ] {
            assert_eq!(plural(one), many);
        }
    }
}
