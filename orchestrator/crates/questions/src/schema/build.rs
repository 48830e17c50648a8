//! Builds the schema from profiles.

use std::collections::HashSet;

use portolan_query::{ColumnType, TableProfile};
use serde_json::Value;

use super::pairs::Sides;
use super::shortened::in_full;
use super::{Column, LinguisticSchema, NameWord, Role, Schema, Table, role, time, wide};
use super::{indicator, panel, totals};
use crate::language::{lexicon, name_words, split_glued, stem, units};
use crate::link::ValueIndex;

pub fn schema<'a>(
    profiles: &'a [TableProfile],
    taught: Option<&'a LinguisticSchema>,
) -> Schema<'a> {
    let tables: Vec<Table<'a>> = profiles
        .iter()
        .map(|profile| table(profile, taught))
        .collect();
    let values = ValueIndex::new(profiles);
    let mut vocabulary: HashSet<String> = values.stems().cloned().collect();
    for table in &tables {
        vocabulary.extend(table.entity.iter().cloned());
        for column in &table.columns {
            vocabulary.extend(column.words.iter().map(|word| word.stem.clone()));
            vocabulary.extend(column.taught.iter().flatten().cloned());
            for word in &column.words {
                vocabulary.extend(lexicon::expansions(&word.word).iter().map(|w| stem(w)));
            }
        }
    }
    for phrasing in taught.iter().flat_map(|taught| &taught.phrasings) {
        vocabulary.extend(name_words(&phrasing.words).iter().map(|word| stem(word)));
    }
    Schema {
        tables,
        vocabulary,
        values,
        taught,
    }
}

fn table<'a>(profile: &'a TableProfile, taught: Option<&LinguisticSchema>) -> Table<'a> {
    let sides = Sides::find(profile.columns.iter().map(|column| column.name.as_str()));
    let mut columns: Vec<Column<'a>> = profile
        .columns
        .iter()
        .map(|column| {
            let name = match is_weekday_of_date(column, profile) {
                true => "weekday",
                false => column.name.as_str(),
            };
            let words = in_full(sides.write_out(words_of(name)), &profile.name);
            let unit = role::unit_of(&column.name, &words);
            let mut terms: Vec<Vec<String>> = taught.map_or_else(Vec::new, |taught| {
                taught
                    .terms
                    .iter()
                    .filter(|term| {
                        term.column.table == profile.name && term.column.column == column.name
                    })
                    .map(|term| {
                        name_words(&term.words)
                            .iter()
                            .map(|word| stem(word))
                            .collect()
                    })
                    .collect()
            });
            terms.extend(place_terms(column, profile));
            terms.extend(moment_terms(column, &words));
            Column {
                profile: column,
                glued: name
                    .to_lowercase()
                    .chars()
                    .filter(|c| c.is_alphanumeric())
                    .collect(),
                role: role::role(profile, column, &words, unit),
                unit,
                unit_nouns: unit.map_or(&[], units::unit_nouns),
                is_shadow: is_shadow(profile, column, &words),
                words,
                taught: terms,
            }
        })
        .collect();
    panel::settle_rates(profile, &mut columns);
    let (entity, taught_noun, own_noun) = entity(profile, &columns, taught);
    let label = label(profile, &columns);
    // A proposed noun is the table's own; only another one was taught by somebody.
    let is_taught = taught_noun.is_some() && taught_noun != own_noun;
    let is_noun_certain = is_taught
        || own_noun
            .as_deref()
            .is_some_and(|noun| is_name_of_rows(profile, &columns, noun));
    let is_about_persons = is_about_persons(&columns);
    // "Number of people" of a `survey.csv`, and not of surveys. A thing that can be touched may be what each row is.
    let is_topic = |noun: &String| {
        noun != "row" && portolan_thesaurus::is_a(noun, "physical entity").is_none()
    };
    let own_noun = match own_noun.filter(|noun| is_noun_certain || !is_topic(noun)) {
        None if is_about_persons => Some("person".to_owned()),
        kept => kept,
    };
    let noun = taught_noun.or(own_noun);
    let wide = wide::find(profile, &columns);
    let families = wide::families(profile, &columns);
    let years = wide.as_ref().and_then(|wide| wide.years(&profile.name));
    let is_panel = panel::is_panel(profile, &columns);
    Table {
        label,
        is_noun_certain,
        is_about_persons,
        counted: wide::counted(profile, &columns, wide.as_ref()),
        is_panel,
        // Years side by side are the times of the values; a year of opening or birth beside them is a quality of the row.
        time: years.or_else(|| time::of_row(profile, &columns)),
        clock: time::clock(&columns),
        stay: stay(&columns),
        due: due(&columns),
        flow: flow(&columns),
        wide,
        families,
        indicator: indicator::find(&columns),
        totals: totals::repeated(profile, &columns),
        wholes: totals::wholes(profile, &columns),
        entity,
        noun,
        columns,
        profile,
    }
}

/// The date that is due and the one on which it was done, where there is one of each.
fn due(columns: &[Column<'_>]) -> Option<(usize, usize)> {
    let only = |names: &str| {
        let mut found = (0..columns.len()).filter(|at| {
            let words = &columns[*at].words;
            columns[*at].is_date()
                && words
                    .iter()
                    .any(|word| names.split(' ').any(|name| name == word.word))
        });
        found.next().filter(|_| found.next().is_none())
    };
    let due = only("due deadline scheduled planned promised expected")?;
    let done = only(
        "paid returned delivered completed actual arrived finished done submitted received closed",
    )?;
    (due != done).then_some((due, done))
}

/// The only amount whose values are above and below zero: what came in and what went out.
fn flow(columns: &[Column<'_>]) -> Option<usize> {
    let edge = |value: &Option<Value>| value.as_ref().and_then(Value::as_f64);
    let mut found = (0..columns.len()).filter(|at| {
        let column = &columns[*at];
        let profile = column.profile;
        column.is_numeric()
            && column.has_stem("amount")
            && edge(&profile.min).is_some_and(|low| low < 0.0)
            && edge(&profile.max).is_some_and(|high| high > 0.0)
    });
    found.next().filter(|_| found.next().is_none())
}

/// Tells whether a column "day" beside a date only says the weekday: a day is a date then, and the weekdays are no seven days.
fn is_weekday_of_date(column: &portolan_query::ColumnProfile, table: &TableProfile) -> bool {
    let is_dated = table
        .columns
        .iter()
        .any(|other| matches!(other.column_type, ColumnType::Date | ColumnType::Datetime));
    let is_weekday = |value: &portolan_query::ValueCount| {
        let text = value.value.as_str();
        text.is_some_and(|text| lexicon::weekday(&text.to_lowercase()).is_some())
    };
    column.column_type == ColumnType::String
        && column.name.eq_ignore_ascii_case("day")
        && is_dated
        && !column.values.is_empty()
        && column.values.iter().all(is_weekday)
}

/// The only two dates of a row, one of which is never the first: opened and closed, loaned and returned.
fn stay(columns: &[Column<'_>]) -> Option<(usize, usize)> {
    let is_date = |at: &usize| {
        matches!(
            columns[*at].profile.column_type,
            ColumnType::Date | ColumnType::Datetime
        )
    };
    let mut dates = (0..columns.len()).filter(is_date);
    let (first, second) = (dates.next()?, dates.next()?);
    let is_told = columns.iter().any(|column| {
        column.is_quantity()
            && (column
                .unit
                .is_some_and(|unit| unit.kind == units::UnitKind::Time)
                || column.has_stem("durat"))
    });
    let edges = |at: usize| {
        let text = |value: &Option<Value>| {
            value
                .as_ref()
                .and_then(|value| value.as_str().map(str::to_owned))
        };
        Some((
            text(&columns[at].profile.min)?,
            text(&columns[at].profile.max)?,
        ))
    };
    let (left, right) = (edges(first)?, edges(second)?);
    if dates.next().is_some() || is_told {
        return None;
    }
    if left.0 <= right.0 && left.1 < right.1 || left.0 < right.0 && left.1 <= right.1 {
        Some((first, second))
    } else if right.0 <= left.0 && right.1 < left.1 || right.0 < left.0 && right.1 <= left.1 {
        Some((second, first))
    } else {
        None
    }
}

/// Nouns for the begin and the end of a period: "Date_From" is a start date.
fn moment_terms(column: &portolan_query::ColumnProfile, words: &[NameWord]) -> Vec<Vec<String>> {
    if !matches!(column.column_type, ColumnType::Date | ColumnType::Datetime) {
        return Vec::new();
    }
    let named = |names: &str| {
        words
            .iter()
            .any(|word| names.split(' ').any(|name| name == word.word))
    };
    let nouns: &[&str] = if named("from start begin") {
        &["start", "beginning", "begin"]
    } else if named("to end until") {
        &["end", "finish"]
    } else {
        &[]
    };
    nouns
        .iter()
        .map(|noun| vec![stem(noun), stem("date")])
        .collect()
}

/// Tells whether a text is a time such as "4:14:42" beside a number whose name begins with the same word.
fn is_shadow(
    profile: &TableProfile,
    column: &portolan_query::ColumnProfile,
    words: &[NameWord],
) -> bool {
    let is_clock = |text: &str| {
        text.split(':').count() == 3
            && text
                .chars()
                .all(|character| character.is_ascii_digit() || character == ':')
    };
    let texts: Vec<&str> = column
        .values
        .iter()
        .filter_map(|value| value.value.as_str())
        .collect();
    column.column_type == ColumnType::String
        && !texts.is_empty()
        && texts.iter().all(|text| is_clock(text))
        && profile.columns.iter().any(|other| {
            matches!(other.column_type, ColumnType::Integer | ColumnType::Number)
                && name_words(&other.name).first() == words.first().map(|word| &word.word)
        })
}

/// Regions that hold countries and are none.
const CONTINENTS: [&str; 9] = [
    "africa",
    "america",
    "americas",
    "asia",
    "europe",
    "north america",
    "oceania",
    "south america",
    "latin america",
];

/// Nouns for a column whose values are countries or states: "Origin" with USA, Japan, Europe. What another column is called is
/// not said of it: a table of countries and regions has both.
fn place_terms(column: &portolan_query::ColumnProfile, table: &TableProfile) -> Vec<Vec<String>> {
    let texts: Vec<String> = column
        .values
        .iter()
        .filter_map(|value| value.value.as_str())
        .map(str::to_lowercase)
        .collect();
    if column.column_type != ColumnType::String || texts.len() < 2 {
        return Vec::new();
    }
    let groups: Vec<Vec<&str>> = lexicon::value_groups().collect();
    let first_country = groups
        .iter()
        .position(|group| group[0] == "usa")
        .unwrap_or(0);
    let first_state = groups
        .iter()
        .position(|group| group[0] == "california")
        .unwrap_or(groups.len());
    let share = |groups: &[Vec<&str>]| {
        let found = texts
            .iter()
            .filter(|text| {
                text.chars().count() > 1
                    && !CONTINENTS.contains(&text.as_str())
                    && groups.iter().any(|group| group.contains(&text.as_str()))
            })
            .count();
        found * 2 >= texts.len()
    };
    let nouns: &[&str] = if share(&groups[first_country..first_state]) {
        &["country", "nation", "region", "nationality"]
    } else if share(&groups[first_state..]) {
        &["state"]
    } else {
        &[]
    };
    let is_other = |noun: &str| {
        table.columns.iter().any(|other| {
            other.name != column.name
                && name_words(&other.name)
                    .iter()
                    .any(|word| stem(word) == stem(noun))
        })
    };
    nouns
        .iter()
        .filter(|noun| !is_other(noun))
        .map(|noun| vec![stem(noun)])
        .collect()
}

fn words_of(name: &str) -> Vec<NameWord> {
    // Text in brackets is a unit or a remark.
    let aside = name
        .find(['(', '['])
        .filter(|at| *at > 0)
        .map_or_else(Vec::new, |at| name_words(&name[at..]));
    name_words(name)
        .into_iter()
        .flat_map(|word| match word.as_str() {
            // "Fname" and "Lname" are how names of persons are shortened.
            "fname" => vec!["first".to_owned(), "name".to_owned()],
            "lname" => vec!["last".to_owned(), "name".to_owned()],
            _ => match lexicon::written_out(&word) {
                same if same == word => split_glued(same),
                words => words.split(' ').map(str::to_owned).collect(),
            },
        })
        .map(|word| NameWord {
            stem: stem(&word),
            weight: if aside.contains(&word) {
                0.15
            } else {
                lexicon::name_word_weight(&word)
            },
            word,
        })
        .collect()
}

/// The nouns and verbs for a row: from the table's name, from the name of a moment ("death_date"), and from what persons are called.
/// Behind them come the noun that was taught and the noun of the table's own name or key.
fn entity(
    profile: &TableProfile,
    columns: &[Column<'_>],
    taught: Option<&LinguisticSchema>,
) -> (Vec<String>, Option<String>, Option<String>) {
    let mut stems: Vec<String> = Vec::new();
    let words = name_words(&profile.name);
    let meaningful: Vec<&String> = words
        .iter()
        // "Songs by genre": what stands behind divides the rows.
        .enumerate()
        .take_while(|(at, word)| *at == 0 || !matches!(word.as_str(), "by" | "per"))
        .map(|(_, word)| word)
        .filter(|word| {
            !matches!(
                word.as_str(),
                "table" | "data" | "dataset" | "tbl" | "list" | "csv" | "sheet" | "file"
            )
        })
        .filter(|word| word.parse::<f64>().is_err())
        // "Turnout by race" asks for a share: there are no turnouts to count.
        .filter(|word| !lexicon::is_rate_noun(word))
        .collect();
    let mut noun = None;
    if let Some(last) = meaningful.last() {
        stems.push(stem(last));
        noun = Some(
            if is_thing(last) && !is_amount_or_quality(&singular(last), profile.row_count, columns)
            {
                singular(last)
            } else {
                "row".to_owned()
            },
        );
        if let Some((before, part)) = noun_at_end(last) {
            stems.push(stem(part));
            stems.push(stem(before));
            noun = Some(singular(part));
        }
    }
    for word in &meaningful {
        stems.push(stem(word));
    }
    for column in columns
        .iter()
        .filter(|column| column.role == Role::Time && column.words.len() == 2)
    {
        let other = column.words.iter().find(|word| {
            !matches!(
                word.word.as_str(),
                "date" | "time" | "at" | "year" | "day" | "datetime" | "timestamp"
            )
        });
        // A date that is missing for some rows tells what happened to the others.
        if let Some(word) = other.filter(|_| column.is_date() && column.profile.nulls == 0)
            && !matches!(
                word.word.as_str(),
                "start" | "end" | "birth" | "created" | "updated" | "release" | "first" | "last"
            )
            && lexicon::time_unit(&word.word).is_none()
        {
            stems.push(word.stem.clone());
        }
    }
    let named = |name: &str| {
        columns
            .iter()
            .any(|column| column.words.iter().any(|word| word.word == name))
    };
    // A home and an away side meet in a match.
    if named("home") && named("away") {
        stems.extend(["match", "game", "fixture"].map(stem));
        if noun
            .as_deref()
            .is_none_or(|noun| !is_name_of_rows(profile, columns, noun))
        {
            noun = Some("match".to_owned());
        }
    }
    let person = (named("age") && (named("sex") || named("gender")))
        || (named("first") && named("last") && named("name"));
    if person {
        stems.extend(["person", "individu", "respond", "particip", "patient"].map(str::to_owned));
    }
    let mut taught_noun = None;
    let terms = taught.into_iter().flat_map(|taught| &taught.entities);
    for term in terms.filter(|term| term.table == profile.name) {
        stems.extend(name_words(&term.words).iter().map(|word| stem(word)));
        taught_noun = Some(term.words.clone());
    }
    // A column that tells rows apart is called like the rows: "runner", "respondent".
    for column in columns.iter().filter(|column| {
        profile.row_count > 1
            && column.profile.distinct == profile.row_count
            && column.words.len() <= 2
    }) {
        let own = column.words.iter().find(|word| word.weight >= 0.9);
        if let Some(word) = own.filter(|_| column.is_text() || column.role == Role::Identifier) {
            stems.push(word.stem.clone());
            // `gym.csv` with a `member_id` has a member in each row: a file's name that is no plural may be a place or a topic.
            let is_plural = meaningful
                .last()
                .is_some_and(|last| singular(last) != **last);
            let is_key = (column.words.iter()).any(|part| {
                matches!(
                    part.word.as_str(),
                    "id" | "no" | "nr" | "number" | "code" | "key"
                )
            });
            if is_key && !is_plural && is_thing(&word.word) {
                noun = Some(singular(&word.word));
            }
        }
    }
    // A noun that names a repeated column is seen in several rows: "account" where each month has its balance.
    stems.retain(|noun| {
        !columns.iter().any(|column| {
            let content: Vec<&NameWord> = column
                .words
                .iter()
                .filter(|word| !lexicon::is_label_word(&word.word))
                .collect();
            matches!(content.as_slice(), [only] if only.stem == *noun)
                && (column.is_text() || column.role == Role::Identifier)
                && column.profile.distinct * 13 <= profile.row_count * 10
                // A number that comes back in very many rows, such as that of a daily flight, is no key of anything.
                && !(column.is_numeric() && column.profile.distinct * 20 <= profile.row_count)
        })
    });
    stems.dedup();
    (stems, taught_noun, noun)
}

/// Tells whether the noun of a table is what its rows are: a plural such as "orders", a column of names, or the noun of a key. A
/// singular such as "wage" or "sprint" may as well be the topic, and "forbes" is no plural.
fn is_name_of_rows(profile: &TableProfile, columns: &[Column<'_>], noun: &str) -> bool {
    if noun == "row" {
        return false;
    }
    let in_name = name_words(&profile.name)
        .into_iter()
        .find(|word| singular(word) == noun);
    // A noun that the table's name does not hold comes from a key or from the end of a longer word.
    let is_plural = in_name
        .is_none_or(|word| word != noun && portolan_thesaurus::base_forms(&word).contains(&noun));
    let has_column = columns
        .iter()
        .any(|column| column.is_text() && column.has_stem(&stem(noun)));
    is_plural || has_column
}

/// Words of columns that describe persons only.
const OF_PERSONS: &str = "gender race ethnicity education married marital marr occupation party salary wage born birth birthday \
    birthplace religion nationality citizen dependents smoker smoke exper experience";

/// Words of columns that describe animals as well.
const OF_LIVING_BEINGS: &str = "age sex height weight female male";

/// Tells whether each row is a person: two columns describe living beings, and one of them only persons.
fn is_about_persons(columns: &[Column<'_>]) -> bool {
    let count = |names: &str| {
        let is_named = |column: &&Column<'_>| {
            (column.words.iter()).any(|word| names.split_whitespace().any(|name| name == word.word))
        };
        columns.iter().filter(is_named).count()
    };
    let of_persons = count(OF_PERSONS);
    of_persons > 0 && of_persons + count(OF_LIVING_BEINGS) >= 2
}

/// Divides a name that is no word before the noun that it ends with: "birdstrikes", "mtcars".
fn noun_at_end(name: &str) -> Option<(&str, &str)> {
    if portolan_thesaurus::is_word(name) {
        return None;
    }
    const SINGULARS: [&str; 13] = [
        "strike", "ride", "trip", "flight", "order", "sale", "game", "match", "race", "loan",
        "house", "stat", "quake",
    ];
    // A plural may be any noun of the dictionary, the longest that there is; singulars end other words by chance.
    let is_noun = |part: &&str| {
        let base = singular(part);
        SINGULARS.contains(part)
            || base != *part && base.len() >= 3 && portolan_thesaurus::is_noun(&base)
    };
    // Before it stands a word, a place or letters that are short for something, but no "o" of "oscars".
    let is_before = |part: &str| {
        part.len() >= 3 && portolan_thesaurus::is_word(part)
            || matches!(part, "uk" | "us" | "eu")
            || !part.contains(['a', 'e', 'i', 'o', 'u'])
    };
    let ends = (1..name.len().saturating_sub(3)).filter(|at| name.is_char_boundary(*at));
    ends.map(|at| name.split_at(at))
        .find(|(before, part)| is_before(before) && is_noun(part))
}

/// Tells whether the rows of a table with this name may be called so: "loans", and no "msleep" and no "forbes2000".
fn is_thing(name: &str) -> bool {
    let base = singular(name);
    // A file called by a country is about it, and has no countries in its rows.
    if lexicon::value_groups().any(|group| group.contains(&name)) {
        return false;
    }
    portolan_thesaurus::is_noun(&base)
        || portolan_thesaurus::is_noun(name)
        || base != name && name.chars().all(char::is_alphabetic)
}

/// Tells whether a noun is a quality or an amount, and nothing of which each row could be one: "happiness", and "salary" beside a
/// column of salaries. A column that differs in each row numbers the rows: `sensor` of a file of sensors.
fn is_amount_or_quality(noun: &str, row_count: u64, columns: &[Column<'_>]) -> bool {
    let stem = stem(noun);
    let is_amount = |column: &&Column<'_>| {
        column.is_quantity()
            && column.profile.distinct < row_count
            && column.head().is_some_and(|head| head.stem == stem)
    };
    noun.ends_with("ness") || columns.iter().any(|column| is_amount(&column))
}

/// Returns the singular of a noun.
pub fn singular(word: &str) -> String {
    if let Some(base) = word.strip_suffix("ies").filter(|base| base.len() > 2) {
        return match word {
            "series" | "species" => word.to_owned(),
            "movies" | "cookies" => word.trim_end_matches('s').to_owned(),
            _ => format!("{base}y"),
        };
    }
    if word.ends_with("sses")
        || word.ends_with("xes")
        || word.ends_with("ches")
        || word.ends_with("shes")
    {
        return word[..word.len() - 2].to_owned();
    }
    match word.strip_suffix('s') {
        Some(base) if !base.ends_with('s') && !base.ends_with('u') && base.len() > 2 => {
            base.to_owned()
        }
        _ => word.to_owned(),
    }
}

/// The column that names a row: text, nearly unique, best with "name" or "title" or the table's noun in its name.
fn label(profile: &TableProfile, columns: &[Column<'_>]) -> Option<usize> {
    let table: Vec<String> = name_words(&profile.name)
        .iter()
        .map(|word| stem(word))
        .collect();
    (0..columns.len())
        .filter(|at| columns[*at].is_text() && columns[*at].profile.distinct > 1)
        // Models such as "911" stand beside others with letters.
        .filter(|at| {
            let column = &columns[*at];
            let is_named = (column.words.iter())
                .any(|word| matches!(word.word.as_str(), "name" | "title" | "model"));
            column.is_alphabetic() || is_named && column.profile.distinct == profile.row_count
        })
        .map(|at| {
            let column = &columns[at];
            let named = |names: &str| {
                column
                    .words
                    .iter()
                    .any(|w| names.split(' ').any(|n| n == w.word))
            };
            let mut score = column.profile.distinct as f64 / profile.row_count.max(1) as f64;
            if named("name title model label") {
                score += 0.5;
            }
            if column.words.iter().any(|word| table.contains(&word.stem)) {
                score += 0.3;
            }
            if named("id code url email address description text comment phone image notes") {
                score -= 0.6;
            }
            (at, score - 0.01 * at as f64)
        })
        .filter(|(at, score)| {
            let often = columns[*at].profile.distinct * 2 >= profile.row_count;
            *score > 0.75 || (often && *score > 0.5)
        })
        .max_by(|left, right| left.1.total_cmp(&right.1))
        .map(|found| found.0)
}
