//! Parts that a follow-up removes: "remove the year", "without the filter", "all years again".

use super::Nodes;
use super::groups::move_groups;
use super::request::Request;
use crate::compose::group_column;
use crate::language::{Kind, Token, lexicon, token::token};
use crate::link::link_columns;
use crate::parse::{Item, Node};
use crate::plan::{ColumnRef, Condition, Group, Literal, QueryPlan, Scalar, Test};
use crate::schema::{ColumnId, Role, Schema};
use crate::sql::walk::condition_columns;

/// Takes away what the request names; None where the plan has nothing of it.
pub fn remove(plan: &mut QueryPlan, request: &Request, schema: &Schema<'_>) -> Option<Nodes> {
    let words: Vec<Token> = request
        .tokens
        .iter()
        .filter(|token| {
            token.kind != Kind::Break && !token.is("the a an by any this that these those of in")
        })
        .cloned()
        .collect();
    let done = if request.removes {
        remove_named(plan, &words, schema)
    } else {
        widen(plan, &words, schema)
    };
    done.then(|| {
        vec![Node {
            start: 0,
            end: request.tokens.len(),
            item: Item::Without,
            cost: 0.0,
        }]
    })
}

/// Widens what stands before the rest of a request narrows it: "show all of them again, but only adults". Returns the rest.
pub fn widen_first(
    plan: &mut QueryPlan,
    request: &Request,
    schema: &Schema<'_>,
) -> Option<Request> {
    if request.removes {
        return None;
    }
    let is_break = |token: &Token| token.kind == Kind::Break || token.is("but");
    let at = request.tokens.iter().position(is_break)?;
    let head: Vec<Token> = request.tokens[..at]
        .iter()
        .filter(|token| !token.is("the a an by any this that these those of in"))
        .cloned()
        .collect();
    let rest = request.tokens[at..]
        .iter()
        .skip_while(|token| is_break(token));
    let rest: Vec<Token> = rest.cloned().collect();
    if rest.is_empty() || !widen(plan, &head, schema) {
        return None;
    }
    // The rest has leads of its own, such as the "but" of "but only adults".
    let mut request = Request::read(&rest);
    request.refers = true;
    Some(request)
}

/// Puts "without" back in front of words that the plan has no part for: they leave out rows. False where they name a part of a
/// chart, which the plan does not have.
pub fn as_exclusion(request: &mut Request, schema: &Schema<'_>) -> bool {
    let mut names_condition = false;
    if request.removes
        && let Some(with) = request
            .tokens
            .iter()
            .position(|token| token.is("with having"))
        && with + 1 < request.tokens.len()
        && names_rows(&request.tokens[..with], schema)
    {
        // "Leave out museums with free entry": the rows are named before what they have.
        request.tokens.drain(..=with);
        names_condition = true;
    }
    let Some(first) = request.tokens.first().filter(|_| request.removes) else {
        return true;
    };
    // "Drop gender" is about the chart; only "without" may mean rows where a column is empty.
    let articles = request
        .tokens
        .iter()
        .take_while(|token| token.is("the a an all"))
        .count();
    let named = link_columns(&request.tokens, articles, schema);
    let is_column = named.iter().any(|link| link.end == request.tokens.len());
    // "Delivered" is a value before it is a word that is related to the name of a column.
    let values = schema.values.link(&request.tokens, articles);
    let is_value = values.iter().any(|link| link.end == request.tokens.len());
    if is_column && !is_value && !names_condition && request.refers {
        return false;
    }
    // The added word has no place in the text and borrows that of the word behind it.
    let without = Token {
        text: first.text.clone(),
        ..token("without", Kind::Word, first.span)
    };
    request.tokens.insert(0, without);
    true
}

/// Tells whether words name the rows of a table, or the column that names them: "museums".
fn names_rows(words: &[Token], schema: &Schema<'_>) -> bool {
    let words: Vec<Token> = words
        .iter()
        .filter(|token| !token.is("the a an all any those"))
        .cloned()
        .collect();
    let is_entity = |token: &Token| {
        let mut entities = schema.tables.iter().flat_map(|table| &table.entity);
        entities.any(|stem| *stem == token.stem)
    };
    let is_column = || {
        link_columns(&words, 0, schema)
            .iter()
            .any(|link| link.end == words.len() && schema.column(link.column).is_text())
    };
    match words.as_slice() {
        [] => true,
        [only] if is_entity(only) => true,
        _ => is_column(),
    }
}

fn remove_named(plan: &mut QueryPlan, words: &[Token], schema: &Schema<'_>) -> bool {
    let Some(last) = words.last() else {
        return false;
    };
    let named = &words[..words.len() - 1];
    // "The time filter" is a condition, so this comes before the groups named "time".
    if last.is("filter filters restriction restrictions condition conditions limitation") {
        return remove_conditions(plan, named, schema);
    }
    if words.len() == 1 {
        if last.is("sorting sort order ordering") {
            return clear(&mut plan.order);
        }
        if last.is("limit ranking rank top selection") {
            return plan.select.take().is_some();
        }
        // The last group is the one that the colours show.
        if last.is("color colors colour colours split breakdown series legend stacking")
            && plan.groups.len() > 1
        {
            return remove_group(plan, plan.groups.len() - 1);
        }
        if last.is("trend trendline") {
            return plan.present.trend_line.take().is_some();
        }
        if last.is("labels numbers") {
            return plan.present.labels.take().is_some();
        }
    }
    let is_part = last.is("split breakdown grouping column columns series line lines bars axis");
    let words = if is_part && words.len() > 1 {
        named
    } else {
        words
    };
    // "Without vans" leaves out rows, also where the column of vehicles is grouped by.
    if !is_part && names_value_rather(words, schema) {
        return remove_value(plan, words, schema);
    }
    remove_group_of(plan, words, schema)
        || remove_measure_of(plan, words, schema)
        || remove_value(plan, words, schema)
}

/// Tells whether words are a value of a text column before they name a column by a related word.
fn names_value_rather(words: &[Token], schema: &Schema<'_>) -> bool {
    let best = |costs: &mut dyn Iterator<Item = f64>| costs.fold(f64::INFINITY, f64::min);
    let links = link_columns(words, 0, schema);
    let column = best(
        &mut links
            .iter()
            .filter(|link| link.end == words.len())
            .map(|link| link.cost),
    );
    let links = schema.values.link(words, 0);
    let value = best(
        &mut links
            .iter()
            .filter(|link| link.end == words.len())
            .map(|link| link.cost),
    );
    value < column
}

fn clear<T>(parts: &mut Vec<T>) -> bool {
    let had_any = !parts.is_empty();
    parts.clear();
    had_any
}

/// Takes away one group; what depended on its place goes with it.
fn remove_group(plan: &mut QueryPlan, at: usize) -> bool {
    // Without a quantity, the last group is all that the chart shows.
    if plan.groups.len() < 2 && plan.measures.is_empty() {
        return false;
    }
    plan.groups.remove(at);
    move_groups(plan, &|old| match old {
        _ if old == at => None,
        _ if old > at => Some(old - 1),
        _ => Some(old),
    });
    // These wishes point to groups by their places, which have changed.
    plan.present.color = None;
    plan.present.facet = None;
    plan.present.stacking = None;
    if at == 0 {
        plan.select = None;
        plan.order.clear();
    }
    true
}

fn remove_group_of(plan: &mut QueryPlan, words: &[Token], schema: &Schema<'_>) -> bool {
    let at = plan
        .groups
        .iter()
        .position(|group| is_named(&group.value, words, schema));
    at.is_some_and(|at| remove_group(plan, at))
}

/// Tells whether all of the words name a group: its column, or its unit of time.
pub fn is_named(group: &Group, words: &[Token], schema: &Schema<'_>) -> bool {
    let unit = match words {
        [only] if only.is("time date dates") => {
            return matches!(group, Group::Time { .. } | Group::Season { .. });
        }
        [only] => lexicon::time_unit(&only.word),
        _ => None,
    };
    if let (Some(unit), Group::Time { unit: known, .. }) = (unit, group) {
        return unit == *known;
    }
    // The names of columns that are periods or parts are no column of the table.
    if let (Group::Column { column }, [only]) = (group, words)
        && crate::language::stem(&column.column) == only.stem
    {
        return true;
    }
    group_column(group)
        .and_then(|column| schema.find(column))
        .is_some_and(|id| names(words, id, schema))
}

/// Tells whether all of the words are one name of a column.
pub fn names(words: &[Token], id: ColumnId, schema: &Schema<'_>) -> bool {
    link_columns(words, 0, schema)
        .iter()
        .any(|link| link.end == words.len() && (link.column == id || link.others.contains(&id)))
}

fn remove_measure_of(plan: &mut QueryPlan, words: &[Token], schema: &Schema<'_>) -> bool {
    // Without its only quantity, the chart would have nothing to show.
    if plan.measures.len() < 2 {
        return false;
    }
    let at = plan.measures.iter().position(|part| {
        part.value
            .column()
            .and_then(|column| schema.find(column))
            .is_some_and(|id| names(words, id, schema))
    });
    let Some(at) = at else {
        return false;
    };
    plan.measures.remove(at);
    // Both may point to quantities by their places.
    plan.select = None;
    plan.order.clear();
    true
}

/// "remove Germany" where Germany was added: the list of values gets shorter.
fn remove_value(plan: &mut QueryPlan, words: &[Token], schema: &Schema<'_>) -> bool {
    let links = schema.values.link(words, 0);
    let mut changed = false;
    for link in links.iter().filter(|link| link.end == words.len()) {
        let column = schema.reference(link.column);
        for part in &mut plan.conditions {
            let Condition::Test {
                of: Scalar::Column { column: tested },
                test: Test::In { values },
            } = &mut part.value
            else {
                continue;
            };
            let is_named = |value: &Literal| matches!(value, Literal::Text { text } if link.texts.contains(text));
            let kept = values.iter().filter(|value| !is_named(value)).count();
            // A list that would become empty stays: no row would be left.
            if *tested == column && kept > 0 && kept < values.len() {
                values.retain(|value| !is_named(value));
                changed = true;
            }
        }
        if changed {
            return true;
        }
    }
    false
}

/// Takes away the conditions on the named column or on time, or all of them where nothing is named.
fn remove_conditions(plan: &mut QueryPlan, words: &[Token], schema: &Schema<'_>) -> bool {
    let before = plan.conditions.len() + plan.having.len();
    // `all` also holds where nothing is named: "remove the filters".
    if words.iter().all(|token| token.is("all every")) {
        plan.having.clear();
        plan.conditions.clear();
    } else {
        let is_time = words.len() == 1
            && (words[0].is("time date dates period")
                || lexicon::time_unit(&words[0].word).is_some());
        plan.conditions.retain(|part| {
            let mut columns: Vec<ColumnRef> = Vec::new();
            condition_columns(&part.value, &mut |column| columns.push(column.clone()));
            !columns
                .iter()
                .filter_map(|column| schema.find(column))
                .any(|id| {
                    let column = schema.column(id);
                    let has_time = column.is_date() || column.role == Role::Time;
                    (is_time && has_time) || names(words, id, schema)
                })
        });
    }
    plan.conditions.len() + plan.having.len() < before
}

/// "all years", "for all departments", "show all": what was narrowed is wide again.
fn widen(plan: &mut QueryPlan, words: &[Token], schema: &Schema<'_>) -> bool {
    let opening = words
        .iter()
        .take_while(|token| token.is("for show over across with include"))
        .count();
    let rest = &words[opening..];
    let Some(first) = rest
        .first()
        .filter(|token| token.is("all every everything everyone whole"))
    else {
        return false;
    };
    let named: Vec<Token> = rest[1..]
        .iter()
        .filter(|token| !token.is("them it rows data again together once table"))
        .cloned()
        .collect();
    // "Show all" undoes one thing at a time: first a ranking, then the conditions.
    if named.is_empty() || first.is("everything everyone whole") {
        return plan.select.take().is_some() || remove_conditions(plan, &[], schema);
    }
    // "All flats" of a table of flats are all of its rows.
    let is_rows = plan
        .entity
        .as_ref()
        .is_some_and(|entity| named.len() == 1 && crate::language::stem(entity) == named[0].stem);
    if is_rows {
        return remove_conditions(plan, &[], schema);
    }
    let is_shown = plan
        .groups
        .iter()
        .any(|group| is_named(&group.value, &named, schema));
    // "All ports again" after "the cheapest" undoes the ranking of ports and keeps the conditions.
    (is_shown && plan.select.take().is_some()) || remove_conditions(plan, &named, schema)
}
