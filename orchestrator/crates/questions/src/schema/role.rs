//! Roles: what may be done with a column.

use portolan_query::{ColumnProfile, ColumnType, TableProfile};

use super::NameWord;
use crate::language::units::{self, Unit, UnitKind};
use crate::language::{lexicon, name_words};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// Sums are meaningful.
    Additive,
    /// Numbers of which only means, medians and extremes are meaningful.
    Rate,
    /// A few whole numbers with an order, such as cylinders or ratings: grouped by as well as averaged.
    Ordinal,
    Identifier,
    Time,
    Latitude,
    Longitude,
    Category,
    /// Text that is nearly different in each row.
    Text,
    Flag,
}

/// Tells the role of a column from its type, name and values.
pub fn role(
    table: &TableProfile,
    profile: &ColumnProfile,
    words: &[NameWord],
    unit: Option<Unit>,
) -> Role {
    match profile.column_type {
        ColumnType::Date | ColumnType::Datetime => Role::Time,
        ColumnType::Boolean => Role::Flag,
        ColumnType::String => {
            // Below 30 values, names that are all different may still be categories of a short table.
            if profile.distinct > 30 && profile.distinct * 10 >= table.row_count * 9 {
                Role::Text
            } else {
                Role::Category
            }
        }
        ColumnType::Integer | ColumnType::Number => numeric(table, profile, words, unit),
    }
}

fn numeric(
    table: &TableProfile,
    profile: &ColumnProfile,
    words: &[NameWord],
    unit: Option<Unit>,
) -> Role {
    let named = |names: &str| words.iter().any(|w| names.split(' ').any(|n| n == w.word));
    let whole = profile.column_type == ColumnType::Integer || is_whole(profile);
    let low = profile
        .min
        .as_ref()
        .and_then(serde_json::Value::as_f64)
        .unwrap_or(0.0);
    let high = profile
        .max
        .as_ref()
        .and_then(serde_json::Value::as_f64)
        .unwrap_or(0.0);
    // The range keeps "lat" of something else, such as a latency, from being a coordinate.
    if named("latitude lat") && low >= -90.0 && high <= 90.0 {
        return Role::Latitude;
    }
    // Coordinates have decimals, whereas a "long" of whole numbers is a length. Some count to 360 degrees east.
    if named("longitude lon lng long") && low >= -180.0 && high <= 360.0 && !whole {
        return Role::Longitude;
    }
    // Years must be known before keys: their numbers may be different in each row too.
    if whole && (is_time_part(words, low, high) || is_short_year(words, profile)) {
        return Role::Time;
    }
    let keyed = words.last().is_some_and(|w| {
        matches!(
            w.word.as_str(),
            "id" | "code"
                | "key"
                | "identifier"
                | "uuid"
                | "zip"
                | "zipcode"
                | "postcode"
                | "phone"
                | "ssn"
                | "fips"
                | "no"
                | "nr"
                | "bib"
        )
    }) || words.first().is_some_and(|w| w.word == "id");
    // `volcano_number` beside `volcano_name`, or one for each row: a number instead of a name.
    let numbers_named = words.len() == 2
        && words[1].word == "number"
        && (profile.distinct * 10 >= table.row_count * 9 && table.row_count > 20
            || table.columns.iter().any(|other| {
                let other = name_words(&other.name);
                other.len() == 2 && other[0] == words[0].word && other[1] == "name"
            }));
    if whole && numbers_named {
        return Role::Identifier;
    }
    // An index that counts from 0 or 1 numbers the rows; other columns of that name are figures.
    if whole && (keyed || named("index") && profile.distinct == table.row_count && low <= 1.0) {
        return Role::Identifier;
    }
    // 1, 2, 3 … for every row: a number of the row, unless it has a unit or the name of an amount.
    let is_amount = unit.is_some() || words.iter().any(|word| lexicon::is_flow_stem(&word.stem));
    // In short tables a run of numbers without gaps may be chance.
    if whole
        && !is_amount
        && table.row_count > 20
        && profile.distinct == table.row_count
        && (high - low + 1.0 - profile.distinct as f64).abs() < 0.5
    {
        return Role::Identifier;
    }
    // A line or a gate has a number for a name.
    let numbered = words.last().is_some_and(|w| {
        matches!(
            w.word.as_str(),
            "line"
                | "route"
                | "gate"
                | "platform"
                | "track"
                | "lane"
                | "ward"
                | "zone"
                | "district"
                | "precinct"
                | "sector"
                | "station"
                | "store"
                | "branch"
                | "region"
                | "cluster"
                | "channel"
                | "batch"
        )
    });
    // Few names that repeat: a store is visited in many rows.
    if whole && numbered && profile.distinct <= 200 && table.row_count > 3 * profile.distinct {
        return Role::Identifier;
    }
    if whole && unit.is_none() && numbers_rows(table, profile, words) {
        return Role::Identifier;
    }
    if whole && unit.is_none() && numbers_members(profile, words) {
        return Role::Identifier;
    }
    // Only 0 and 1: yes and no in numbers.
    if whole && profile.distinct <= 2 && low == 0.0 && high == 1.0 {
        return Role::Flag;
    }
    if unit.is_some_and(|unit| matches!(unit.kind, UnitKind::Money))
        // A fare is a price of each ride, but the revenue of fares adds up.
        && (is_amount_by_head(words)
            || !words.iter().any(|w| {
                matches!(
                    w.stem.as_str(),
                    "price" | "rate" | "fare" | "rent" | "tuition" | "salari" | "wage" | "incom"
                )
            }))
    {
        return Role::Additive;
    }
    // "docks_n", "n_visits", "num_beds": a number of things adds up.
    let counts = |word: Option<&NameWord>| {
        word.is_some_and(|word| matches!(word.word.as_str(), "n" | "num" | "cnt" | "nbr" | "qty"))
    };
    if whole
        && low >= 0.0
        // A few different numbers, such as numbers of doors, are a scale to group by.
        && profile.distinct > 12
        && words.len() > 1
        && (counts(words.first()) || counts(words.last()))
    {
        return Role::Additive;
    }
    // Energy adds up, also that of wind, whose speed doesn't.
    let is_energy = unit.is_some_and(|unit| unit.kind == UnitKind::Energy);
    let makes_energy =
        |word: &NameWord| is_energy && matches!(word.stem.as_str(), "wind" | "power");
    // "DMG_PROP" is damage to property: a proportion is at most 100 %.
    let is_no_share = |word: &NameWord| high > 100.0 && word.stem == "prop";
    // Votes and occupants are whole numbers: with decimals they are percentages.
    let is_percentage = |word: &NameWord| {
        let counts = matches!(word.stem.as_str(), "occup" | "vote" | "turnout" | "seat");
        counts && !whole && high <= 100.0
    };
    let rate_name = !is_amount_by_head(words)
        && words.iter().any(|word| {
            word.weight > 0.2
                && (lexicon::is_rate_stem(&word.stem) || is_percentage(word))
                && !makes_energy(word)
                && !is_no_share(word)
        });
    let bounded = unit.is_some_and(|unit| {
        matches!(
            unit.kind,
            UnitKind::Percent | UnitKind::Temperature | UnitKind::Speed
        )
    });
    // "Amount", "takings": money that comes and goes adds up, also where some of it is negative.
    let is_flow = |word: &NameWord| word.weight > 0.2 && lexicon::is_flow_stem(&word.stem);
    let is_balance = |word: &NameWord| lexicon::is_stock_stem(&word.stem);
    if !rate_name && !bounded && words.iter().any(is_flow) && !words.iter().any(is_balance) {
        return Role::Additive;
    }
    // Counts and amounts are never negative, apart from flows of money.
    if !rate_name && !bounded && low >= 0.0 {
        if words
            .iter()
            .any(|w| lexicon::is_additive_stem(&w.stem) || shortens_amount(&w.word))
        {
            return Role::Additive;
        }
        // "homes_destroyed", "burned_ha", "kg_sold": what happened to each row adds up.
        let is_amount = unit.is_none_or(|unit| {
            matches!(
                unit.kind,
                UnitKind::Area | UnitKind::Mass | UnitKind::Length
            )
        });
        if is_amount
            && profile.distinct > 12
            && words.len() > 1
            && words.iter().any(|word| lexicon::is_done_word(&word.word))
        {
            return Role::Additive;
        }
        // "Played", "Drawn": how often something was done.
        let is_deed = |word: &NameWord| {
            "won drawn lost played scored conceded missed sold caught stolen attempted"
                .split(' ')
                .any(|deed| deed == word.word)
        };
        if whole && unit.is_none() && profile.distinct > 2 && words.len() == 1 && is_deed(&words[0])
        {
            return Role::Additive;
        }
        // Whole numbers under a plural are counts: "special exhibitions", "transactions".
        // Goods are counted in tonnes; bodies are weighed in smaller units, and what has a weight is called so.
        if unit.is_some_and(|unit| {
            matches!(unit.kind, UnitKind::Energy | UnitKind::Volume) || unit.name == "t"
        }) {
            return Role::Additive;
        }
        // The last word decides: in "sales tax" the plural belongs to another noun.
        let plural = words
            .last()
            .is_some_and(|w| w.weight >= 0.9 && super::build::singular(&w.word) != w.word);
        // So are they beside the table's own thing: the offences of each kind in a table of offences.
        let counts_rows = words.iter().any(|word| {
            super::build::singular(&word.word) != word.word
                && name_words(&table.name).contains(&word.word)
        });
        if whole && (plural || counts_rows) && profile.distinct > 12 && unit.is_none() {
            return Role::Additive;
        }
    }
    // A few whole numbers that repeat, such as ratings or cylinders, are a scale.
    if whole && profile.distinct <= 12 && table.row_count > 3 * profile.distinct {
        return Role::Ordinal;
    }
    Role::Rate
}

/// Returns whether the column numbers the rows' own entity: flight numbers in a table of flights. A column of prices in a table of
/// prices is a measure.
fn numbers_rows(table: &TableProfile, profile: &ColumnProfile, words: &[NameWord]) -> bool {
    let [name] = words else {
        return false;
    };
    let is_noun_of_rows = name_words(&table.name)
        .last()
        .is_some_and(|last| *last != name.word && super::build::singular(last) == name.word);
    let is_figure = lexicon::is_rate_stem(&name.stem)
        || ["quantity", "measure", "cost", "value"]
            .iter()
            .any(|kind| portolan_thesaurus::is_a(&name.word, kind).is_some());
    is_noun_of_rows && !is_figure && profile.distinct > 50
}

/// Tells whether numbers stand for persons, places or firms: each has as many rows as any other, as in a study that asks all of
/// them in each year, or they are counted through.
fn numbers_members(profile: &ColumnProfile, words: &[NameWord]) -> bool {
    let mut counts = profile.values.iter().map(|value| value.count);
    let first = counts.next().unwrap_or(0);
    let is_even = first >= 2 && profile.distinct >= 3 && counts.all(|count| count == first);
    let bound = |value: &Option<serde_json::Value>| value.as_ref()?.as_u64();
    let is_counted_through = profile.distinct > 12
        && bound(&profile.min)
            .zip(bound(&profile.max))
            .is_some_and(|(low, high)| {
                low <= 1 && high.checked_sub(low) == profile.distinct.checked_sub(1)
            });
    let is_member = |noun: &str| {
        // A plural counts them: "students" of a school.
        super::build::singular(noun) == noun
            && [
                "person",
                "location",
                "region",
                "organization",
                "animal",
                "building",
            ]
            .iter()
            .any(|kind| portolan_thesaurus::is_a(noun, kind).is_some())
    };
    (is_even || is_counted_through) && words.last().is_some_and(|word| is_member(&word.word))
}

/// Tells whether a part of a name can only stand for what adds up: "gf" for goals.
fn shortens_amount(part: &str) -> bool {
    let words = lexicon::expansions(part);
    !words.is_empty()
        && words
            .iter()
            // A part that could also be short for something else must not add up.
            .all(|word| lexicon::is_additive_stem(&crate::language::stem(word)))
}

/// Tells whether the last noun of a name is an amount: the revenue of fares and not the fare, the count of prices and no price.
fn is_amount_by_head(words: &[NameWord]) -> bool {
    // Words of little weight may follow the head, such as the unit in "revenue (EUR)".
    let head = words.iter().rev().find(|word| word.weight >= 0.9);
    let is_amount = |stem: &str| {
        matches!(
            stem,
            "revenu" | "turnov" | "profit" | "sell" | "expens" | "spend" | "visitor" | "passeng"
        )
    };
    head.is_some_and(|head| is_amount(&head.stem))
        && words.len() > 1
        && words.iter().all(|word| {
            !matches!(
                word.word.as_str(),
                "per"
                    | "of"
                    | "avg"
                    | "mean"
                    | "average"
                    | "median"
                    | "pct"
                    | "percap"
                    | "pp"
                    | "pc"
            )
        })
}

pub(super) fn is_whole(profile: &ColumnProfile) -> bool {
    !profile.values.is_empty()
        && profile.values.iter().all(|value| {
            value
                .value
                .as_f64()
                .is_some_and(|number| number.fract() == 0.0)
        })
}

/// Tells whether whole numbers are years of the last century without their century: 70 to 82 in a column called year.
pub fn is_short_year(words: &[NameWord], profile: &ColumnProfile) -> bool {
    let edge =
        |value: &Option<serde_json::Value>| value.as_ref().and_then(serde_json::Value::as_f64);
    let named = words
        .last()
        .is_some_and(|word| matches!(word.word.as_str(), "year" | "yr"));
    named
        && edge(&profile.min).is_some_and(|low| low >= 50.0)
        && edge(&profile.max).is_some_and(|high| high <= 99.0)
}

fn is_time_part(words: &[NameWord], low: f64, high: f64) -> bool {
    let named = |names: &str| words.iter().any(|w| names.split(' ').any(|n| n == w.word));
    // The range tells the year of foundation from the number of things founded.
    let years = low >= 1000.0 && high <= 2200.0;
    (years
        && named(
            "year yr years jahr annee ano season founded built opened born decade date time \
             creation created established construction constructed released launched joined hired office debut commissioned inaugurated incorporated completed erected since",
        ))
        || (named("month mon") && low >= 1.0 && high <= 12.0)
        || (named("quarter qtr") && low >= 1.0 && high <= 4.0)
        // "Day" with other words is a name such as "day rate".
        // Up to 366 it is the day of the year.
        || (named("day") && words.len() == 1 && low >= 1.0 && high <= 366.0)
        || (named("hour hr") && words.len() == 1 && low >= 0.0 && high <= 24.0)
}

/// Returns the word of a unit that a column's name shortens.
fn full_unit(text: &str) -> &str {
    match text {
        "min" | "min." => "minutes",
        "h" | "hrs." => "hours",
        "s" | "sec." => "seconds",
        other => other,
    }
}

/// Returns the unit in a column's name: "Body Mass (g)", "Cost $", "speed_kmh".
pub fn unit_of(name: &str, words: &[NameWord]) -> Option<Unit> {
    if name.contains('$') {
        return units::unit("dollar");
    }
    if name.contains('€') {
        return units::unit("euro");
    }
    if name.contains('£') {
        return units::unit("gbp");
    }
    if name.contains('%') {
        return units::unit("percent");
    }
    let within = name
        .split_once('(')
        .or_else(|| name.split_once('['))
        .and_then(|(_, rest)| {
            let text = rest.trim_end_matches([')', ']']).trim().to_lowercase();
            units::unit(full_unit(&text))
        });
    // Parentheses without a known unit hold a remark, and the words before it name none.
    if name.contains(['(', '[']) {
        return within;
    }
    within.or_else(|| {
        let words: Vec<&NameWord> = words.iter().collect();
        let (last, rest) = words.split_last()?;
        // "Miles": the column is called by its unit.
        if let ([], "miles" | "km" | "kilometers" | "kilometres" | "kg") =
            (rest, last.word.as_str())
        {
            return units::unit(&last.word);
        }
        // "air_t" and "soil_t" are temperatures, and "freight_t" are tonnes.
        let names_temperature = |rest: &[&NameWord]| {
            rest.iter().any(|word| {
                "air water soil sea ground max min avg mean dew"
                    .split(' ')
                    .any(|known| known == word.word)
            })
        };
        let names_extent = |rest: &[&NameWord]| {
            rest.iter().any(|word| {
                "length width height depth distance altitude elevation radius diameter"
                    .split(' ')
                    .any(|known| known == word.word)
            })
        };
        let short = match last.word.as_str() {
            // Single letters are units only where the rest of the name agrees.
            "t" if !names_temperature(rest) => "tonnes",
            "m" if names_extent(rest) => "meters",
            "m" | "l" | "t" => "",
            other => full_unit(other),
        };
        // A name of nothing but a short unit, such as "min" or "h", may be anything.
        let found = (!rest.is_empty()).then(|| units::unit(short)).flatten();
        // The unit of energy may come first: "kwh_day" and "kwh_night".
        let found = found.or_else(|| {
            let first = &rest.first()?.word;
            (matches!(first.as_str(), "kwh" | "mwh" | "kw")).then(|| units::unit(first))?
        });
        // "Speed IAS in knots": the unit is a word of its own in the middle or at the end.
        found.or_else(|| {
            rest.iter()
                .find(|word| {
                    matches!(
                        word.word.as_str(),
                        "knots"
                            | "usd"
                            | "km"
                            | "kg"
                            | "miles"
                            | "percent"
                            | "pct"
                            | "kwh"
                            | "mwh"
                            | "kw"
                            | "m2"
                            | "m3"
                            | "sqm"
                            | "km2"
                            | "sqft"
                    )
                })
                .and_then(|word| units::unit(&word.word))
        })
    })
}
