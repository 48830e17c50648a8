//! The cheapest ways to cover a question with items.

use super::items::{Item, Node};
use super::{flows, patterns, times, values};
use crate::language::units::{self, UnitKind};
use crate::language::{Kind, Token, concepts, lexicon};
use crate::link::{ColumnLink, is_deed_of_quantity, is_year_of_months, link_columns, related};
use crate::schema::Schema;

/// Rows of items kept for each position.
const BEAM: usize = 24;

/// A row of items over the whole question.
#[derive(Clone, Debug)]
pub struct Tiling {
    pub nodes: Vec<Node>,
    pub cost: f64,
}

/// Returns the cheapest rows of items, best first.
pub fn tilings(tokens: &[Token], schema: &Schema<'_>) -> Vec<Tiling> {
    let mut kept: Vec<Vec<Tiling>> = vec![Vec::new(); tokens.len() + 1];
    kept[0].push(Tiling {
        nodes: Vec::new(),
        cost: 0.0,
    });
    for at in 0..tokens.len() {
        let here = std::mem::take(&mut kept[at]);
        if here.is_empty() {
            continue;
        }
        for (end, item, cost) in items(tokens, at, schema) {
            for row in &here {
                let mut nodes = row.nodes.clone();
                nodes.push(Node {
                    start: at,
                    end,
                    item: item.clone(),
                    cost,
                });
                kept[end].push(Tiling {
                    nodes,
                    cost: row.cost + cost,
                });
            }
        }
        for rows in kept.iter_mut().skip(at + 1) {
            if rows.len() > BEAM * 4 {
                prune(rows);
            }
        }
        let next = &mut kept[at + 1];
        prune(next);
    }
    let mut last = std::mem::take(&mut kept[tokens.len()]);
    prune(&mut last);
    last
}

fn prune(rows: &mut Vec<Tiling>) {
    rows.sort_by(|left, right| left.cost.total_cmp(&right.cost));
    rows.truncate(BEAM);
}

/// Every item that starts at a token, with its cost.
fn items(tokens: &[Token], at: usize, schema: &Schema<'_>) -> Vec<(usize, Item, f64)> {
    /// Each item costs, so that long ones win.
    const EACH: f64 = 0.3;
    let mut found = patterns::phrases(tokens, at);
    found.extend(
        times::times(tokens, at, schema)
            .into_iter()
            .filter(|(_, item, _)| !is_year_column(item, schema)),
    );
    found.extend(super::texts::texts(tokens, at));
    // Ranges that are values of a column are chosen from and not made.
    found.extend(
        super::edges::edges(tokens, at)
            .filter(|_| schema.values.link_ranges(tokens, at).is_empty()),
    );
    for link in link_columns(tokens, at, schema) {
        if link.end == at + 1 && values::numbers_rows(&tokens[at], link.column, schema) {
            continue;
        }
        // "average yearly births" says how often and names no column of years.
        let is_adverb = link.end == at + 1
            && tokens[at].is("yearly annual annually monthly weekly daily quarterly hourly");
        // "in which months", "per day": a period, and no duration that is told in months or days.
        let is_period = link.end == at + 1
            && lexicon::time_unit(&tokens[at].word).is_some()
            && schema.column(link.column).is_quantity()
            && schema.column(link.column).words.len() > 1
            && at
                .checked_sub(1)
                .is_some_and(|before| tokens[before].is("which what per each every"));
        let is_operator = is_operator(tokens, at, &link, schema);
        let cost = link.cost
            + if is_adverb || is_period || is_operator {
                0.5
            } else {
                0.0
            };
        found.push((
            link.end,
            Item::Column {
                id: link.column,
                others: link.others,
            },
            cost,
        ));
    }
    found.extend(telling_values(tokens, at, schema));
    for (column, text) in schema.values.first_words(tokens, at) {
        found.push((at + 1, Item::FirstWord { column, text }, 0.35));
    }
    for (column, text) in related::value_links(&tokens[at], schema) {
        let texts = vec![text];
        found.push((at + 1, Item::Value { column, texts }, 0.9));
    }
    for (index, end) in schema.conditions_taught(tokens, at) {
        found.push((end, Item::Taught(index), 0.0));
    }
    for (index, table) in schema.tables.iter().enumerate() {
        if let Some((end, cost)) = entity(tokens, at, table, schema) {
            found.push((end, Item::Entity(index), cost));
        }
    }
    found.extend(asked_quantity(tokens, at, schema));
    found.extend(quantity_of_unit(tokens, at, schema));
    if let Some(end) = asked_amount(tokens, at, schema) {
        found.push((end, Item::Which, 0.0));
    }
    for (end, column, text) in initials(tokens, at, schema) {
        let texts = vec![text];
        found.push((end, Item::Value { column, texts }, 0.1));
    }
    if tokens[at].is("revenue revenues sales turnover takings")
        && let Some((quantity, price)) = schema.revenue()
    {
        let per = None;
        found.push((
            at + 1,
            Item::Revenue {
                quantity,
                price,
                per,
            },
            0.2,
        ));
    }
    found.extend(night(tokens, at, schema));
    found.extend(flows::flow(tokens, at, schema));
    found.extend(flows::only_amount(tokens, at, schema));
    found.extend(flows::late(tokens, at, schema));
    if let Some((end, item)) = value_of_parent(tokens, at, schema) {
        found.push((end, item, 0.0));
    }
    found.retain(|(end, item, _)| !is_column_of_periods(tokens, *end, item, schema));
    let is_name = schema.tables.iter().any(|table| {
        table
            .columns
            .iter()
            .any(|column| column.glued == tokens[at].word)
    });
    let is_known = schema.vocabulary.contains(&tokens[at].stem);
    for found in &mut found {
        // "would recommend" is rather a column than a wish for advice.
        if is_known && matches!(found.1, Item::Decline(_)) && !tokens[at].is("why will") {
            found.2 += 1.0;
        }
        // "the amount of the donation" is the column of amounts where there is one.
        if is_name && matches!(found.1, Item::Count) {
            found.2 += 0.1;
        }
        // Words for an axis cost less than leaving them out as filler would.
        let axis = matches!(found.1, Item::Wish(super::Wish::AxisX | super::Wish::AxisY));
        let sorted = matches!(found.1, Item::Order { descending: None })
            && tokens[at].is("sort sorted sorting ordered ranked");
        found.2 += if found.1.is_glue() || axis || sorted {
            0.0
        } else {
            EACH
        };
    }
    // "per use", "by level" divide by the column of that name.
    let is_divider = at
        .checked_sub(1)
        .is_some_and(|before| tokens[before].is("by per each every"))
        && named_by_word(&tokens[at], schema);
    let is_led_over = is_agent_before_name(tokens, at, schema)
        || is_deed_of_time(tokens, at, schema)
        || is_deed_of_quantity(tokens, at, schema)
        || is_year_of_months(&tokens[at], schema);
    found.push((
        at + 1,
        if is_led_over {
            Item::Filler
        } else {
            skipped(tokens, at, schema)
        },
        if is_led_over {
            0.45
        } else if is_divider {
            skip_cost(tokens, at, schema).max(0.95)
        } else if tokens[at].is("many") && at > 0 && tokens[at - 1].is("how") {
            // A question for a number is not answered by anything else.
            1.6
        } else {
            skip_cost(tokens, at, schema)
        },
    ));
    found
}

/// Returns the values at a token; one that every row has tells none of them apart: "monthly" in a column of reporting periods.
fn telling_values(tokens: &[Token], at: usize, schema: &Schema<'_>) -> Vec<(usize, Item, f64)> {
    let mut found = values::values(tokens, at, schema);
    for link in &mut found {
        if matches!(&link.1, Item::Value { column, .. } if schema.column(*column).profile.distinct <= 1)
        {
            link.2 += 0.5;
        }
    }
    found
}

/// "Total fare" beside a column `Total`: the word adds up what follows.
fn is_operator(tokens: &[Token], at: usize, link: &ColumnLink, schema: &Schema<'_>) -> bool {
    link.end == at + 1
        && lexicon::aggregate(&tokens[at].word).is_some()
        && link_columns(tokens, at + 1, schema).iter().any(|next| {
            next.column != link.column
                && next.cost < 0.2
                && schema.column(next.column).is_quantity()
        })
}

/// "Bikers by hour" beside a column `hr` and no date: the column holds the hours.
fn is_column_of_periods(tokens: &[Token], end: usize, item: &Item, schema: &Schema<'_>) -> bool {
    let is_period = matches!(item, Item::Unit(_) | Item::Season(_));
    is_period
        && schema.tables.iter().all(|table| table.time.is_none())
        && link_columns(tokens, end - 1, schema)
            .iter()
            .any(|link| link.end == end && link.cost < 0.2)
}

/// "How many nights": the rows of a diary, which has one for each day.
fn night(tokens: &[Token], at: usize, schema: &Schema<'_>) -> Option<(usize, Item, f64)> {
    let is_diary = schema.tables.iter().any(crate::schema::Table::is_diary);
    (is_diary && tokens[at].is("night nights morning mornings evening evenings")).then_some((
        at + 1,
        Item::Unit(crate::plan::TimeUnit::Day),
        0.1,
    ))
}

/// Tells whether a word that says little elsewhere has weight in the name of a column.
fn named_by_word(token: &Token, schema: &Schema<'_>) -> bool {
    let is_light = lexicon::is_chart_word(&token.word) || lexicon::is_light_word(&token.word);
    let has_word = |id: crate::schema::ColumnId| {
        let words = &schema.column(id).words;
        words
            .iter()
            .any(|word| word.word == token.word && word.weight >= 0.6)
    };
    token.kind == Kind::Word && is_light && schema.ids().any(has_word)
}

/// "How warm does it get": the quantity that the adjective is about, and the others of that kind.
fn asked_quantity(tokens: &[Token], at: usize, schema: &Schema<'_>) -> Option<(usize, Item, f64)> {
    let adjective = tokens.get(at + 1).filter(|_| tokens[at].is("how"))?;
    // "How long does it take" asks for a time, and "how long is it" for a length.
    let is_span = adjective.is("long")
        && tokens[at..]
            .iter()
            .any(|token| token.is("take takes took last lasts lasted"));
    let stems = if is_span {
        &["durat", "time", "minut", "hour"][..]
    } else {
        lexicon::asked_quantity(&adjective.word)
    };
    let found: Vec<crate::schema::ColumnId> = (0..schema.tables.len())
        .map(|table| schema.all_columns_by_stems(table, stems))
        .map(|mut found| {
            found.retain(|id| schema.column(*id).is_quantity());
            found
        })
        .find(|found| !found.is_empty())?;
    let (id, others) = found.split_first()?;
    let item = Item::Column {
        id: *id,
        others: others.to_vec(),
    };
    Some((at + 2, item, 0.15))
}

/// "How many km did I run", "kilometres per month": the one quantity that is measured in the unit.
fn quantity_of_unit(
    tokens: &[Token],
    at: usize,
    schema: &Schema<'_>,
) -> Option<(usize, Item, f64)> {
    let unit = units::unit(&tokens[at].word).filter(|unit| {
        matches!(
            unit.kind,
            UnitKind::Length | UnitKind::Mass | UnitKind::Volume | UnitKind::Energy
        )
    })?;
    // "more than 30 km", "minutes per km": the unit belongs to the word before it.
    let belongs_to_word_before = at.checked_sub(1).is_some_and(|before| {
        let before = &tokens[before];
        before.number.is_some() || before.is("per / each every in")
    });
    if belongs_to_word_before || !link_columns(tokens, at, schema).is_empty() {
        return None;
    }
    let mut measured = schema.ids().filter(|id| {
        let column = schema.column(*id);
        column.is_quantity() && column.unit.is_some_and(|known| known.name == unit.name)
    });
    let id = measured.next()?;
    // Two quantities in one unit leave open which of them is meant.
    measured.next().is_none().then_some((
        at + 1,
        Item::Column {
            id,
            others: Vec::new(),
        },
        0.35,
    ))
}

/// "Did not start" for DNS, "all wheel drive" for AWD: the first letters of three or four words are a value in capitals.
fn initials(
    tokens: &[Token],
    at: usize,
    schema: &Schema<'_>,
) -> Vec<(usize, crate::schema::ColumnId, String)> {
    let mut found = Vec::new();
    // "countries have no" names its column and no value CHN.
    let is_named = link_columns(tokens, at, schema)
        .iter()
        .any(|link| link.cost < 0.5);
    if is_named {
        return found;
    }
    for length in 3..=4 {
        let Some(words) = tokens.get(at..at + length) else {
            continue;
        };
        // "Did not start" has its verb in front, and "does each team" is no DET.
        let opens_glue =
            words[0].is("does do each every the a an how many which what who of in for is are");
        if opens_glue || words.iter().any(|token| token.kind != Kind::Word) {
            continue;
        }
        let letters: String = words
            .iter()
            .filter_map(|token| token.word.chars().next())
            .flat_map(char::to_uppercase)
            .collect();
        let columns = schema.values.spelt(&letters);
        found.extend(columns.map(|column| (at + length, column, letters.clone())));
    }
    found
}

/// Tells whether a time is one year that is a column of its own.
fn is_year_column(item: &Item, schema: &Schema<'_>) -> bool {
    let Item::Time(range) = item else {
        return false;
    };
    let year = range
        .from
        .as_ref()
        .and_then(|from| from[..4].parse::<i64>().ok());
    range.single
        && range.unit == crate::plan::TimeUnit::Year
        && schema.tables.iter().any(|table| {
            table.wide.as_ref().is_some_and(|wide| {
                wide.unpivot.kind == crate::plan::UnpivotKind::Years
                    && wide
                        .unpivot
                        .columns
                        .iter()
                        .any(|column| column.number == year)
            })
        })
}

/// "order value", "basket size": the revenue of each row of a parent table.
fn value_of_parent(tokens: &[Token], at: usize, schema: &Schema<'_>) -> Option<(usize, Item)> {
    tokens
        .get(at + 1)
        .filter(|next| next.is("value values size sizes amount total totals worth volume"))?;
    let (quantity, price) = schema.revenue()?;
    let parent = (0..schema.tables.len()).find(|table| {
        *table != quantity.table && entity(tokens, at, &schema.tables[*table], schema).is_some()
    })?;
    let keys = crate::schema::keys(schema, quantity.table, parent)?;
    let per = Some(crate::schema::ColumnId {
        table: quantity.table,
        column: keys.0,
    });
    let item = Item::Revenue {
        quantity,
        price,
        per,
    };
    Some((at + 2, item))
}

/// "How high is the total fee": asks for the amount that follows, where the adjective alone would be a quantity of its own.
fn asked_amount(tokens: &[Token], at: usize, schema: &Schema<'_>) -> Option<usize> {
    let opens = tokens[at].is("how")
        && tokens.get(at + 1)?.is("high large big great")
        && tokens.get(at + 2)?.is("is was are were");
    let mut next = at + 3;
    while tokens
        .get(next)
        .is_some_and(|token| token.is("the a our their its"))
    {
        next += 1;
    }
    let token = tokens.get(next).filter(|_| opens)?;
    let is_amount = token.is("gap difference number amount count ratio")
        || lexicon::aggregate(&token.word).is_some()
        || link_columns(tokens, next, schema)
            .iter()
            .any(|link| link.cost < 0.5 && schema.column(link.column).is_quantity());
    is_amount.then_some(at + 3)
}

/// Tells whether a column that has other values as well holds a word as a whole value.
fn has_value(table: &crate::schema::Table<'_>, word: &str) -> bool {
    let is_word = |value: &portolan_query::ValueCount| {
        value
            .value
            .as_str()
            .is_some_and(|text| text.eq_ignore_ascii_case(word))
    };
    table.columns.iter().any(|column| {
        column.is_text() && column.profile.distinct > 1 && column.profile.values.iter().any(is_word)
    })
}

/// The noun for a row, also with a word before it that is in the table's name.
fn entity(
    tokens: &[Token],
    at: usize,
    table: &crate::schema::Table<'_>,
    schema: &Schema<'_>,
) -> Option<(usize, f64)> {
    let token = &tokens[at];
    if token.kind != Kind::Word || lexicon::is_function_word(&token.word) {
        return None;
    }
    // "each month" divides by time, also where a row is a month of an account.
    let is_divider = at
        .checked_sub(1)
        .is_some_and(|before| tokens[before].is("each every"));
    if is_divider && lexicon::time_unit(&token.word).is_some() {
        return None;
    }
    let is_entity = |token: &Token| table.entity.contains(&token.stem);
    // "total recorded rainfall" of a table of recordings: the verb says nothing that the table does not.
    let is_verb = token.word.ends_with("ed")
        && link_columns(tokens, at + 1, schema)
            .iter()
            .any(|link| link.cost < 0.5 && schema.column(link.column).is_quantity());
    if is_verb && is_entity(token) {
        return None;
    }
    if is_entity(token) {
        let mut end = at + 1;
        while tokens
            .get(end)
            .is_some_and(|token| token.kind == Kind::Word && is_entity(token))
        {
            end += 1;
        }
        // "delays" is rather the column of delays than a row of delays.
        let column = link_columns(tokens, at, schema)
            .iter()
            .any(|link| link.cost < 0.75 && schema.column(link.column).is_quantity());
        // "allergy types" is the column of that name before it is the rows of the table of that name.
        let named = end > at + 1
            && link_columns(tokens, at, schema)
                .iter()
                .any(|link| link.cost < 0.35 && link.end >= end);
        let column = column || named;
        // "Cholera" of a table of cholera that also holds other diseases: a topic says less than a value.
        let is_value = end == at + 1 && !table.is_noun_certain && has_value(table, &token.word);
        let cost = if column {
            0.8
        } else if is_value {
            0.4
        } else {
            0.0
        };
        return Some((end, cost));
    }
    let generic = token.is("rows row records record entries entry observations observation cases case items item samples instances incidents incident events event");
    if generic {
        return Some((at + 1, 0.25));
    }
    // "score" in a table called `star`: a quantity that no column has is no noun for its rows, unless the table is called so.
    let is_own = |stem: &String| stem.len() >= 4 && token.stem.starts_with(stem.as_str());
    let is_amount = lexicon::is_rate_stem(&token.stem)
        || lexicon::is_rate_noun(&token.word)
        || lexicon::is_flow_stem(&token.stem);
    if is_amount && !table.entity.iter().any(is_own) {
        return None;
    }
    // "birds" of a table of seabirds.
    let is_head = |stem: &String| {
        token.stem.len() >= 4 && stem.len() > token.stem.len() + 1 && stem.ends_with(&token.stem)
    };
    let is_related = table
        .entity
        .iter()
        .any(|stem| concepts::is_related(stem, &token.stem) || is_head(stem));
    // "Do men earn more" has a verb before the comparative, and no other word for a table of salaries.
    let is_asked_verb = tokens[0].is("do does did")
        && tokens
            .get(at + 1)
            .is_some_and(|next| lexicon::comparative(&next.word).is_some());
    if is_asked_verb {
        return None;
    }
    let cost = if is_related {
        0.3
    } else {
        related::entity_cost(tokens, at, table)?
    };
    // "crimes" is rather the column of offences than a row of them.
    let is_quantity = link_columns(tokens, at, schema)
        .iter()
        .any(|link| link.cost < 0.75 && schema.column(link.column).is_quantity());
    Some((at + 1, if is_quantity { 0.8 } else { cost }))
}

fn skipped(tokens: &[Token], at: usize, schema: &Schema<'_>) -> Item {
    if skip_cost(tokens, at, schema) < 1.0 {
        Item::Filler
    } else {
        Item::Unknown
    }
}

/// The cost of leaving a word out: nothing for function words, much for content words.
fn skip_cost(tokens: &[Token], at: usize, schema: &Schema<'_>) -> f64 {
    let token = &tokens[at];
    // "by class" without such a column: a figure that is not divided would pass for the answer.
    let is_divisor = at > 0 && tokens[at - 1].is("by per");
    let word = token.word.as_str();
    match token.kind {
        Kind::Break => return 0.0,
        Kind::Quoted => return 3.0,
        Kind::Number | Kind::Date => return 2.5,
        _ => {}
    }
    let named = schema
        .tables
        .iter()
        .any(|table| table.columns.iter().any(|column| column.is_called(word)));
    if token.relatives.is_some() {
        // Without a reading there is no answer.
        return 3.0;
    }
    if is_deed_as_noun(tokens, at) {
        return 2.0;
    }
    // Read as a superlative without a quantity, "largest" can be asked back.
    if word.ends_with("est") && lexicon::superlative(word).is_some() {
        return 4.0;
    }
    let is_kind = token.is("kind kinds type types category categories class");
    // "by type of insurance" has its column behind it.
    let has_column = tokens.get(at + 1).is_some_and(|next| next.is("of"));
    if is_kind && is_divisor && !named && !has_column {
        2.0
    } else if named && word.chars().count() > 2 || is_kind {
        0.95
    } else if token.is("not never neither nor") {
        // The answer without it would say the opposite.
        1.6
    } else if token.is("no without except only than between over under above below per each every more less by among across excluding") {
        // Words that change the meaning are not passed over lightly.
        0.9
    } else if token.kind == Kind::Word && token.number.is_some() {
        0.7
    } else if lexicon::is_function_word(word)
        || word.chars().count() <= 1
        || (!schema.vocabulary.contains(&token.stem) && is_glued_function_words(word))
    {
        0.15
    } else if lexicon::is_chart_word(word) {
        0.2
    } else if lexicon::is_light_word(word) {
        0.45
    } else if schema.vocabulary.contains(&token.stem) {
        1.6
    } else {
        2.0
    }
}

/// Tells whether a word that says little as a verb is the noun of what is counted, or how a match ended: "how many shows", "the most
/// hits", "ended in a draw".
fn is_deed_as_noun(tokens: &[Token], at: usize) -> bool {
    const COUNTED: &str = "shows returns plays hits runs charges marks works lives stays changes";
    let token = &tokens[at];
    let before = |back: usize, words: &str| at >= back && tokens[at - back].is(words);
    let is_counted = before(1, "most more fewest fewer least per")
        || before(1, "many") && before(2, "how")
        || before(1, "of") && before(2, "number count");
    let is_outcome = token.is("draw") && before(1, "a an the in")
        || token.is("drawn") && before(1, "was were is are been be many of");
    token.is(COUNTED) && is_counted || is_outcome
}

/// Tells whether a word for a person only leads to the verb that names a column of persons: "which player won".
fn is_agent_before_name(tokens: &[Token], at: usize, schema: &Schema<'_>) -> bool {
    let Some(verb) = tokens.get(at + 1) else {
        return false;
    };
    let names = |id: crate::schema::ColumnId| {
        let words = &schema.column(id).words;
        words.iter().any(|word| word.word == "name")
            && words.iter().any(|word| word.stem == verb.stem)
    };
    let word = crate::schema::build::singular(&tokens[at].word);
    lexicon::is_person_word(&word)
        && !schema.vocabulary.contains(&tokens[at].stem)
        && verb.kind == Kind::Word
        && !lexicon::is_function_word(&verb.word)
        && schema.ids().any(names)
}

/// "Planes built per year", "elements discovered per century": how the things came about, where the only time is called a year
/// or a date and nothing else.
fn is_deed_of_time(tokens: &[Token], at: usize, schema: &Schema<'_>) -> bool {
    const DEEDS: &str = "built made created constructed produced published released discovered founded born launched opened \
        introduced established invented elected appointed recorded written painted";
    let is_counted = at.checked_sub(1).is_some_and(|before| {
        tokens[before].word.ends_with('s')
            && schema
                .tables
                .iter()
                .any(|table| table.entity.contains(&tokens[before].stem))
    });
    let is_dated = tokens
        .get(at + 1)
        .is_some_and(|next| next.is("per by each every in since before after between from over"));
    let is_plain = |table: &crate::schema::Table<'_>| {
        let dates = table
            .columns
            .iter()
            .filter(|column| column.role == crate::schema::Role::Time);
        let names = |column: &crate::schema::Column<'_>| matches!(column.words.as_slice(), [word] if matches!(word.word.as_str(), "year" | "date" | "day" | "month"));
        table.time.is_some() && dates.clone().count() == 1 && dates.clone().all(names)
    };
    tokens[at].is(DEEDS)
        && !schema.vocabulary.contains(&tokens[at].stem)
        && is_counted
        && is_dated
        && schema.tables.iter().any(is_plain)
}

/// Tells whether a space is missing between two function words: "ofthe".
fn is_glued_function_words(word: &str) -> bool {
    word.len() > 4
        && (2..word.len().saturating_sub(1)).any(|at| {
            word.is_char_boundary(at)
                && lexicon::is_function_word(&word[..at])
                && lexicon::is_function_word(&word[at..])
        })
}
