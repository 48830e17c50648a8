//! Columns by the words of their names, synonyms, abbreviations and what people taught.

use portolan_thesaurus::is_noun;

use super::other_meanings::{is_deed_of_quantity, is_year_of_months, means_other};
use super::related;
use super::shortened::{initials_cost, is_abbreviation, is_shortened, letters_cost};
use crate::language::{Kind, Token, concepts, lexicon, stem, units};
use crate::schema::{Column, ColumnId, NameWord, Role, Schema, Table};

/// The most words that name a column.
const LONGEST: usize = 7;

/// A column that a span of words may name.
#[derive(Clone, Debug)]
pub struct ColumnLink {
    pub end: usize,
    pub column: ColumnId,
    pub cost: f64,
    /// Other columns that the same words name as well.
    pub others: Vec<ColumnId>,
}

/// Returns the columns that the words from `at` on may name: the best for each length, with others that fit nearly as well.
pub fn link_columns(tokens: &[Token], at: usize, schema: &Schema<'_>) -> Vec<ColumnLink> {
    let mut links = Vec::new();
    let Some(first) = tokens.get(at) else {
        return links;
    };
    if matches!(first.kind, Kind::Break | Kind::Operator | Kind::Date)
        || (lexicon::is_function_word(&first.word)
            && !is_name_word(first, schema)
            && !opens_name(tokens, at, schema))
    {
        return links;
    }
    if is_deed_of_quantity(tokens, at, schema) || is_year_of_months(first, schema) {
        return links;
    }
    link_coordinated(tokens, at, schema, &mut links);
    let mut end = at;
    while end < tokens.len() && end - at < LONGEST && tokens[end].kind != Kind::Break {
        end += 1;
        let last = &tokens[end - 1];
        // A name may hold "of" but does not end with it.
        if lexicon::is_function_word(&last.word) && !is_name_word(last, schema) {
            continue;
        }
        let mut found: Vec<(f64, ColumnId)> = schema
            .ids()
            .filter_map(|id| {
                let span = &tokens[at..end];
                let column = schema.column(id);
                if means_other(tokens, at, span, column)
                    || names_row(span, &schema.tables[id.table], column)
                {
                    return None;
                }
                let by_values = || match span {
                    [token] => related::unit_cost(token, column).or_else(|| {
                        related::values_cost(token, column)
                            // In "how many birds" the rows are counted, and no column of species is named.
                            .filter(|_| !related::is_counted(tokens, at))
                    }),
                    _ => None,
                };
                Some((name_cost(span, column).or_else(by_values)?, id))
            })
            .collect();
        // Of two that fit alike, the whole or the result comes before a part: "time" is the finish and not the half.
        let is_part = |id: ColumnId| {
            let words = &schema.column(id).words;
            !words.iter().any(|word| lexicon::is_end_word(&word.word))
        };
        found.sort_by(|left, right| {
            left.0
                .total_cmp(&right.0)
                .then(is_part(left.1).cmp(&is_part(right.1)))
                .then(left.1.cmp(&right.1))
        });
        let Some(&(cost, column)) = found.first() else {
            continue;
        };
        let others = found[1..]
            .iter()
            .filter(|(_, id)| !is_same_thing(schema.column(column), schema.column(*id)))
            .filter(|(other, id)| {
                let margin = if schema.column(column).is_quantity() {
                    0.2
                } else {
                    0.05
                };
                *other < cost + margin
                    // An exact name has no rivals.
                    && cost > 0.05
                    && schema.column(*id).is_quantity() == schema.column(column).is_quantity()
            })
            .map(|found| found.1)
            .collect();
        links.push(ColumnLink {
            end,
            column,
            cost,
            others,
        });
        // A second choice that is worse by little is a reading of its own.
        for &(other, column) in found[1..]
            .iter()
            .take(4)
            .filter(|(other, id)| *other < cost + 0.45 && !is_other_year(column, *id, schema))
        {
            links.push(ColumnLink {
                end,
                column,
                cost: other,
                others: Vec::new(),
            });
        }
    }
    links
}

/// Tells whether two columns are years of one quantity: a name that says no year means all of them, and one that says it has no
/// second choice.
fn is_other_year(column: ColumnId, other: ColumnId, schema: &Schema<'_>) -> bool {
    let wide = schema.tables[column.table].wide.as_ref();
    column.table == other.table
        && wide.is_some_and(|wide| {
            let is_year = |id: ColumnId| wide.columns.contains(&id.column);
            !wide.shared.is_empty() && is_year(column) && is_year(other)
        })
}

/// "day and night kWh": the first of two that share the noun behind the second names a column with it.
fn link_coordinated(tokens: &[Token], at: usize, schema: &Schema<'_>, links: &mut Vec<ColumnLink>) {
    let joined = tokens
        .get(at + 1)
        .is_some_and(|token| token.is("and or vs versus against") || token.text == "&");
    let (Some(first), Some(second), Some(head), true) = (
        tokens.get(at),
        tokens.get(at + 2),
        tokens.get(at + 3),
        joined,
    ) else {
        return;
    };
    if head.kind != Kind::Word || lexicon::is_function_word(&head.word) {
        return;
    }
    let best = |word: &Token| {
        let span = [word.clone(), head.clone()];
        schema
            .ids()
            .filter_map(|id| Some((name_cost(&span, schema.column(id))?, id)))
            .min_by(|left, right| left.0.total_cmp(&right.0))
    };
    if let (Some((cost, column)), Some((other, second))) = (best(first), best(second))
        && column != second
        && cost < 0.35
        && other < 0.35
    {
        links.push(ColumnLink {
            end: at + 1,
            column,
            cost,
            others: Vec::new(),
        });
    }
}

/// Tells whether "in" opens a name such as `tuition_in_state`, whose opposite there is beside it.
fn opens_name(tokens: &[Token], at: usize, schema: &Schema<'_>) -> bool {
    // "on time" is a column of yes and no that is called so.
    let opens = |id: ColumnId| {
        let column = schema.column(id);
        let begins = column.words.len() > 1
            && column.words[0].word == tokens[at].word
            && tokens
                .get(at + 1)
                .is_some_and(|next| next.stem == column.words[1].stem);
        begins && column.profile.distinct <= 3 && !column.is_quantity()
    };
    if tokens[at].is("on in for at off under over") && schema.ids().any(opens) {
        return true;
    }
    let Some(next) = tokens.get(at + 1).filter(|_| tokens[at].is("in")) else {
        return false;
    };
    let has_pair = |left: &str| {
        schema.ids().any(|id| {
            let words = &schema.column(id).words;
            words
                .windows(2)
                .any(|pair| pair[0].word == left && pair[1].stem == next.stem)
        })
    };
    has_pair("in") && has_pair("out")
}

fn is_name_word(token: &Token, schema: &Schema<'_>) -> bool {
    // A name such as "has_children" begins with a function word.
    !matches!(
        token.word.as_str(),
        "of" | "in"
            | "by"
            | "for"
            | "the"
            | "a"
            | "to"
            | "per"
            | "and"
            | "with"
            | "on"
            | "at"
            | "from"
            | "or"
            | "is"
            | "not"
            | "no"
            | "than"
            | "as"
            | "all"
            | "each"
            | "every"
            | "how"
            | "what"
            | "which"
            | "do"
            | "i"
            | "me"
            | "that"
            // A name such as `vs` is a code; between two names the word compares.
            | "vs"
            | "versus"
    ) && schema.tables.iter().any(|table| {
        table
            .columns
            .iter()
            .any(|column| column.words.iter().any(|word| word.word == token.word))
    })
}

/// The cost of naming a column by a span: each content word must be in the name; what the span leaves out of the name costs a little.
fn name_cost(span: &[Token], column: &Column<'_>) -> Option<f64> {
    let content: Vec<&Token> = span
        .iter()
        .filter(|token| {
            !matches!(
                token.word.as_str(),
                "of" | "the" | "a" | "in" | "per" | "by" | "for" | "to" | "on" | "at" | "and" | "/"
            ) && !is_auxiliary(span, token)
                || token.is("in")
                    && span[0].word == token.word
                    && column.words.iter().any(|word| word.word == token.word)
        })
        .collect();
    if content.is_empty() {
        return None;
    }
    // "body weight" is the weight where no name says whose.
    let is_body = content.len() == 2
        && content[0].is("body")
        && content[1].is("weight height mass temperature fat")
        && !column.has_stem("bodi");
    if is_body {
        return Some(0.1 + name_cost(&span[span.len() - 1..], column)?);
    }
    // A taught meaning is certain.
    for term in &column.taught {
        if term.len() == content.len()
            && term
                .iter()
                .zip(&content)
                .all(|(stem, token)| *stem == token.stem)
        {
            return Some(0.0);
        }
    }
    // "count of events by type": what stands behind "by" divides what stands before it, also of an `event_type`.
    let divides = |word: &str| word == "by";
    if span.iter().any(|token| divides(&token.word))
        && !column.words.iter().any(|word| divides(&word.word))
    {
        return None;
    }
    // A list of two things is no name, unless the name has the word.
    let listed = span.iter().any(|token| token.is("and &"))
        && !column.words.iter().any(|word| word.word == "and");
    if listed {
        return None;
    }
    // "titles by number", "regions by area": what stands behind "by" is a thing of its own.
    if span.iter().any(|token| token.is("by")) && column.words.iter().all(|word| word.word != "by")
    {
        return None;
    }
    if let Some(cost) = initials_cost(span, column).or_else(|| letters_cost(&content, column)) {
        return Some(cost);
    }
    // "the number of films" counts them; "film number" may be their identifier.
    let numbered = column.words.len() > 1
        && column.words[0].word != "number"
        && column
            .words
            .last()
            .is_some_and(|word| word.word == "number");
    let counted = (column.role == Role::Identifier || numbered)
        && content[0].is("number numbers amount")
        && content.len() > 1
        && span
            .iter()
            .skip_while(|token| !token.is("number numbers amount"))
            .nth(1)
            .is_some_and(|token| token.is("of"));
    if counted {
        return None;
    }
    // A text that repeats a number is taken only by a chart that wants it.
    let shadow = if column.is_shadow { 0.6 } else { 0.0 };
    let glued: String = content.iter().map(|token| token.word.as_str()).collect();
    if glued == column.glued && glued.len() > 1 {
        return Some(shadow);
    }
    if let Some(cost) = run_cost(&glued, column) {
        return Some(cost + shadow);
    }
    // Another single letter is not a typing error: "vitamin B" is not "vitamin C".
    let letters = content.iter().any(|token| token.word.chars().count() < 2);
    // "sugar vs" is no typing error for `sugars`.
    let compares = content.iter().any(|token| token.is("vs versus"));
    if glued.len() >= 6
        && content.len() > 1
        && !letters
        && !compares
        && strsim::osa_distance(&glued, &column.glued) <= 1
    {
        return Some(0.15 + shadow);
    }
    // The name in the question may be written in the plural.
    if content.len() == 1 && content[0].stem == stem(&column.glued) && content[0].stem.len() > 1 {
        return Some(0.03);
    }
    // "number of orders" counts and does not name their numbers.
    if content.len() > 1
        && content[0].is("number numbers count amount")
        && column.role == Role::Identifier
    {
        return None;
    }
    // Each word of the name answers one word of the question.
    let mut used = vec![false; column.words.len()];
    let mut cost = 0.0;
    let mut by_unit = false;
    for token in &content {
        // Hours, euros and percent are units of many columns and name none of them.
        let is_unit = column.unit.is_some_and(|unit| {
            units::unit(&token.word).is_some_and(|said| said.name == unit.name)
                && !matches!(
                    unit.kind,
                    units::UnitKind::Time | units::UnitKind::Money | units::UnitKind::Percent
                )
        });
        let found = best_word(token, column, &used);
        let Some((at, each)) = found.filter(|_| !is_unit || by_unit) else {
            // "Net revenue" of a column `net_eur`: it is an amount of money.
            let is_money = column
                .unit
                .is_some_and(|unit| unit.kind == units::UnitKind::Money)
                && used.contains(&true)
                && token.is("revenue amount sum value sales turnover");
            if is_money {
                cost += 0.05;
                continue;
            }
            // "divorce rate" of a column of divorces per 1,000.
            if token.is("rate rates") && used.contains(&true) && says_base(column, &mut used) {
                cost += 0.05;
                continue;
            }
            // "electricity" for a column of kWh: the unit says it, and its own word in the name need not be said.
            let is_noun = column.unit_nouns.contains(&token.stem.as_str());
            if !(is_unit && !by_unit || is_noun) {
                return None;
            }
            // "electricity use": the second noun of the unit adds little.
            cost += if by_unit { 0.05 } else { 0.2 };
            by_unit = true;
            continue;
        };
        used[at] = true;
        // A synonym of one word in the name of a text column says little.
        let loose = if token.relatives.is_some() { 0.3 } else { 0.8 };
        let is_loose = each >= 0.3 && column.is_text() && column.words.len() > 1;
        cost += each + if is_loose { loose } else { 0.0 };
    }
    if names_by_adjective_only(&content, column, &used) {
        return None;
    }
    // A name costs the more, the more of its weight is left unsaid: "price" is rather `price` than `price_per_night`.
    let total: f64 = column.words.iter().map(|word| word.weight).sum();
    let left: f64 = column
        .words
        .iter()
        .zip(&used)
        .filter(|(word, used)| !(**used || by_unit && units::unit(&word.word).is_some()))
        .map(|(word, _)| lexicon::unsaid_weight(&word.word, word.weight))
        .sum();
    let strongest = column
        .words
        .iter()
        .zip(&used)
        .filter(|(_, used)| **used)
        .map(|(word, _)| word.weight)
        .fold(if by_unit { 0.7 } else { 0.0 }, f64::max);
    let cost = cost + shadow;
    // "code" or "id" alone names nothing, unless it is all there is.
    if strongest < 0.3 && left > 0.0 {
        return None;
    }
    Some(
        cost + thing_cost(&content, column)
            + unsaid_cost(column, &used)
            + 0.7 * left / total.max(0.1)
            // Only a weak word of the name was said and a strong one was not.
            + if strongest < 0.7 && left > 0.3 {
                0.3
            } else {
                0.0
            },
    )
}

/// Marks the number behind "per" in a name as said; false if the name has none.
fn says_base(column: &Column<'_>, used: &mut [bool]) -> bool {
    let per = column.words.windows(2).position(|pair| {
        pair[0].word == "per" && pair[1].word.chars().all(|letter| letter.is_ascii_digit())
    });
    let Some(at) = per else { return false };
    used[at] = true;
    used[at + 1] = true;
    true
}

/// The cost of naming a date by things: "outcomes" are rather the kinds of outcome than their dates.
fn thing_cost(content: &[&Token], column: &Column<'_>) -> f64 {
    let is_plural = |token: &Token| {
        let singular = crate::schema::build::singular(&token.word);
        singular != token.word && is_noun(&singular) && !portolan_thesaurus::is_verb(&singular)
    };
    let is_named = |token: &Token| column.words.iter().any(|word| word.word == token.word);
    let is_thing =
        matches!(content, [token] if is_plural(token) && !is_named(token)) && column.is_date();
    if is_thing { 0.4 } else { 0.0 }
}

/// Tells whether a word of a span only joins a quantity with its participle: "money was paid" for `amt_paid`.
fn is_auxiliary(span: &[Token], token: &Token) -> bool {
    let participle = span.last().is_some_and(|last| {
        // "Red" and "bed" end like participles.
        lexicon::is_done_word(&last.word) && last.kind == Kind::Word && !last.is("red bed")
    });
    participle && span.len() <= 4 && token.is("was were is are been being has have had")
}

/// Tells whether a word only qualifies the noun that a quantity's name ends with: "new" alone is no number of new units.
fn names_by_adjective_only(content: &[&Token], column: &Column<'_>, used: &[bool]) -> bool {
    const GENERAL: &str = "new old main other own extra additional actual current previous next final first last early late \
        big small large little great high low long short good bad full half single double";
    let is_noun_left = column
        .words
        .iter()
        .zip(used)
        .any(|(word, used)| !used && word.weight >= 0.6 && units::unit(&word.word).is_none());
    column.is_quantity() && is_noun_left && content.iter().all(|token| token.is(GENERAL))
}

/// The further cost of a name that says more than its words left out: a price per unit is no number of units, a percentage
/// of GDP no GDP, and emissions per head are not the emissions.
fn unsaid_cost(column: &Column<'_>, used: &[bool]) -> f64 {
    let is_unsaid = |at: usize, words: &str| {
        !used[at] && words.split(' ').any(|word| word == column.words[at].word)
    };
    // A column may be called "%".
    let Some(last) = column.words.len().checked_sub(1) else {
        return 0.0;
    };
    let first_used = used.iter().position(|used| *used).unwrap_or(last);
    let is_price =
        column.words.len() > 1 && is_unsaid(last, "price cost fee rate index ratio density");
    let is_base = (0..first_used).any(|at| is_unsaid(at, "pct percent percentage share ratio"));
    let is_per_head = (0..=last).any(|at| is_unsaid(at, "pc percap capita"));
    f64::from(u8::from(is_price)) * 0.25
        + f64::from(u8::from(is_base)) * 0.35
        + f64::from(u8::from(is_per_head)) * 0.15
}

/// The word of the name that a token means, with a cost.
fn best_word(token: &Token, column: &Column<'_>, used: &[bool]) -> Option<(usize, f64)> {
    let mut best: Option<(usize, f64)> = None;
    for (at, word) in column.words.iter().enumerate().filter(|(at, _)| !used[*at]) {
        let cost = if word.word == token.word {
            0.0
        } else if is_doer_of(&word.word, &token.word) {
            continue;
        } else if word.stem == token.stem && !is_other_noun(&token.word, &word.word, column) {
            0.02
        } else if lexicon::expansions(&word.word)
            .iter()
            .any(|full| stem(full) == token.stem)
            || lexicon::expansions(&token.word)
                .iter()
                .any(|full| stem(full) == word.stem)
        {
            // "Arrived" may name the time of arrival, but never a delay of arrivals.
            if token.word.ends_with("ed") {
                0.45
            } else {
                0.12
            }
        } else if is_abbreviation(&word.word, &token.word)
            || is_abbreviation(&token.word, &word.word)
        {
            0.25
        } else if is_shortened(&word.word, &token.word) {
            0.15
        } else if token.is("money")
            && matches!(
                word.word.as_str(),
                "amt" | "amount" | "amounts" | "sum" | "value"
            )
        {
            0.1
        } else if concepts::is_related(&word.stem, &token.stem) {
            0.3
        } else if lexicon::is_derived(&word.word, &token.word) {
            0.35
        } else if let Some(cost) = related::word_cost(token, &word.word, column) {
            cost
        } else {
            continue;
        };
        if best.is_none_or(|(_, known)| cost < known) {
            best = Some((at, cost));
        }
    }
    best
}

/// Tells whether one of two words is an activity and the other who does it: "applications" are no applicants.
fn is_doer_of(left: &str, right: &str) -> bool {
    let singular = |word: &str| word.strip_suffix('s').unwrap_or(word).to_owned();
    let (left, right) = (singular(left), singular(right));
    let is_pair = |activity: &str, doer: &str| {
        activity.ends_with("ation") && (doer.ends_with("ant") || doer.ends_with("ent"))
    };
    is_pair(&left, &right) || is_pair(&right, &left)
}

/// Tells whether a noun only shares its verb with the name of a time or of a yes-no column: "players" beside "played_at", "the
/// rating" beside "rated".
fn is_other_noun(said: &str, name: &str, column: &Column<'_>) -> bool {
    let said = said.strip_suffix('s').unwrap_or(said);
    let is_agent = said.ends_with("er") || said.ends_with("or");
    let is_flag =
        column.role == Role::Flag || column.profile.distinct == 2 && !column.is_quantity();
    name.ends_with("ed")
        && (column.is_date() && is_agent || is_flag && (is_agent || said.ends_with("ing")))
}

/// Tells whether words name a column only by a part of its name or by a related word.
pub fn is_loose_name(span: &[Token], column: &Column<'_>) -> bool {
    name_cost(span, column).is_none_or(|cost| cost >= 0.3)
}

/// Tells whether two names differ only in words such as "name" and "id": the name and the number of one thing.
fn is_same_thing(left: &Column<'_>, right: &Column<'_>) -> bool {
    let content = |column: &Column<'_>| -> Vec<String> {
        column
            .words
            .iter()
            .filter(|word| !lexicon::is_label_word(&word.word))
            .map(|word| word.stem.clone())
            .collect()
    };
    let (left, right) = (content(left), content(right));
    !left.is_empty() && left == right
}

/// Tells whether a word is what each row of a table is, and a column only says something of it: `storm_diameter` of storms.
fn names_row(span: &[Token], table: &Table<'_>, column: &Column<'_>) -> bool {
    let [token] = span else { return false };
    let is_noun = |noun: &str| stem(noun) == token.stem;
    table.is_noun_certain
        && table.noun.as_deref().is_some_and(is_noun)
        && column.is_quantity()
        && column.head().is_some_and(|head| head.stem != token.stem)
}

/// The cost of a word that runs several words of a name together: "deadlift" of `dead_lift_kg`, "best3squat" of `best3squat_kg`.
fn run_cost(said: &str, column: &Column<'_>) -> Option<f64> {
    let words: Vec<&NameWord> = column.words.iter().collect();
    let found = (0..words.len())
        .flat_map(|from| (from + 2..=words.len()).map(move |end| from..end))
        .find(|run| {
            let run: String = (words[run.clone()].iter())
                .map(|word| word.word.as_str())
                .collect();
            run == said
        })?;
    let left = words.iter().enumerate();
    let left = left.filter(|(at, word)| !found.contains(at) && word.weight >= 0.9);
    Some(0.03 + 0.1 * left.count() as f64)
}
