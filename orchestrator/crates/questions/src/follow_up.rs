//! Follow-ups: "only 2020", "as a line", "by region instead", "sort it", "same for sales".

use serde_json::Value;

use crate::comparisons::{Bound, comparison};
use crate::draft::Group;
use crate::order::Target;
use crate::plan::{
    Aggregate, Channel, ColumnRef, Comparison, Filter, GroupTest, Mark, Measure, Order, OrderBy,
    Plan, Test, TimeUnit,
};
use crate::schema::{ColumnId, Role, Schema};
use crate::understanding::Understanding;
use crate::{filters, joins, lexicon, planning, time, wording};

/// The plan so far, changed as the words ask. None where they are a question of their own.
pub fn change(
    known: &Understanding,
    schema: &Schema<'_>,
    so_far: &Plan,
) -> Option<(Plan, Vec<String>)> {
    if !refers_back(known, schema) {
        return None;
    }
    let mut plan = so_far.clone();
    let mut notes = Vec::new();
    clear(known, &mut plan);
    let compared = groups(known, &mut plan);
    outliers(known, schema, &mut plan, &mut notes);
    conditions(known, &mut plan);
    columns(known, schema, &mut plan);
    units(known, schema, &mut plan);
    if !compared {
        aggregates(known, schema, &mut plan);
    }
    marks(known, &mut plan);
    order(known, schema, &mut plan);
    if plan == *so_far && notes.is_empty() {
        return None;
    }
    join(schema, &mut plan).then_some((plan, notes))
}

/// Whether the words make sense only with the chart before them.
fn refers_back(known: &Understanding, schema: &Schema<'_>) -> bool {
    let tokens = &known.tokens;
    let Some(first) = tokens.first() else {
        return false;
    };
    let any = |words: &str| tokens.iter().any(|t| t.is(words));
    if any("instead same again outliers outlier rather meant actually") {
        return true;
    }
    let measured = !known.cues.counts.is_empty()
        || known
            .uses
            .iter()
            .any(|u| u.aggregate.is_some() || u.counted)
        || known.columns.iter().any(|m| {
            let column = schema.column(m.column);
            column.is_quantity() && column.role == Role::Measure
        });
    let divided = known.uses.iter().any(|u| u.grouped || u.along);
    let opens = first.is("no nope wait by as in per and but only just sort order with without except excluding since top bottom colored coloured split stacked what how now make keep drop remove add use switch change turn also group for until before after stack largest smallest highest lowest swap");
    let about = first.is("what how") && tokens.get(1).is_some_and(|t| t.is("about"));
    let asks = first.is("what how") && !about;
    let short = tokens.len() <= 4 && !measured;
    // "Can you show that as a pie?"
    if known.cues.mark.is_some() && known.columns.is_empty() && any("that this it") {
        return true;
    }
    if measured && divided && !about && !any("it them this that") {
        return false;
    }
    (opens && !asks && (!measured || about || tokens.len() <= 6))
        || short
        || any("it them only also too")
}

/// "Without the filters", "remove the limit", "no colour".
fn clear(known: &Understanding, plan: &mut Plan) {
    let any = |words: &str| known.tokens.iter().any(|t| t.is(words));
    if !any("remove drop clear reset without no all everything") {
        return;
    }
    if any("filter filters condition conditions restriction everything") {
        plan.filters.clear();
        plan.having.clear();
    }
    if any("filter filters condition conditions restriction limit everything") {
        plan.top = None;
        plan.limit = None;
    }
    if any("color colors colour colours") && known.columns.is_empty() {
        plan.dimensions.retain(|d| d.channel != Channel::Color);
    }
}

/// "Only those with more than 100": each number that is drawn is compared. Says whether it was.
fn groups(known: &Understanding, plan: &mut Plan) -> bool {
    let names_nothing = known.columns.is_empty()
        && known.values.is_empty()
        && known.tables.is_empty()
        && known.ordering.limit.is_none();
    let (true, Some(measure)) = (names_nothing, plan.measures.first().cloned()) else {
        return false;
    };
    let free = vec![false; known.tokens.len()];
    let found = (0..known.tokens.len()).find_map(|at| comparison(&known.tokens, &free, at));
    let tests = match found.map(|found| found.test) {
        Some(Bound::One(comparison, value)) => vec![(comparison, value)],
        Some(Bound::Range(low, high)) => vec![
            (Comparison::GreaterOrEqual, low),
            (Comparison::LessOrEqual, high),
        ],
        _ => return false,
    };
    if measure.aggregate.is_none() {
        return false;
    }
    plan.having.retain(|test| test.measure != measure);
    let tests = tests.into_iter().map(|(comparison, value)| GroupTest {
        measure: measure.clone(),
        comparison,
        value: filters::number_value(value),
    });
    plan.having.extend(tests);
    true
}

/// Leaves out what lies more than one and a half quartile distances beyond the quartiles.
fn outliers(known: &Understanding, schema: &Schema<'_>, plan: &mut Plan, notes: &mut Vec<String>) {
    if !known
        .tokens
        .iter()
        .any(|t| t.is("outlier outliers extremes"))
    {
        return;
    }
    let measured = plan.measures.iter().filter_map(|m| m.column.clone());
    let binned = plan
        .dimensions
        .iter()
        .filter(|d| d.bin.is_some())
        .map(|d| d.column.clone());
    let columns: Vec<ColumnRef> = measured.chain(binned).collect();
    for reference in columns {
        let Some(id) = schema.find(&reference) else {
            continue;
        };
        let Some([low, _, high]) = schema.column(id).profile.quartiles else {
            continue;
        };
        let reach = 1.5 * (high - low);
        let bounds = (
            filters::number_value(low - reach),
            filters::number_value(high + reach),
        );
        notes.push(format!(
            "Outliers of {} are left out: below {} or above {}.",
            wording::plain(&reference.column),
            bounds.0,
            bounds.1
        ));
        replace(
            plan,
            filters::filter(schema, id, Test::Between(bounds.0, bounds.1)),
        );
    }
}

/// A condition takes the place of one on the same column.
fn replace(plan: &mut Plan, filter: Filter) {
    plan.filters.retain(|known| known.column != filter.column);
    plan.filters.push(filter);
}

fn conditions(known: &Understanding, plan: &mut Plan) {
    let negative = known
        .tokens
        .iter()
        .any(|t| t.is("drop remove exclude hide leave"));
    for filter in &known.conditions.filters {
        let mut filter = filter.clone();
        if negative && let Test::OneOf(values) = &filter.test {
            filter.test = Test::NoneOf(values.clone());
        }
        filter.or = false;
        replace(plan, filter);
    }
}

fn columns(known: &Understanding, schema: &Schema<'_>, plan: &mut Plan) {
    let added = known.tokens.iter().any(|t| t.is("also add split colored coloured color colour break broken breakdown stacked stack and facet segment"));
    for (index, mention) in known.columns.iter().enumerate() {
        if known.conditions.used.contains(&index) || known.only_sorts(mention) {
            continue;
        }
        let used = &known.uses[index];
        let column = schema.column(mention.column);
        let same = known.tokens.iter().any(|t| t.is("same"));
        let measures =
            column.is_quantity() && column.role == Role::Measure && (!used.grouped || same);
        if measures || (used.aggregate.is_some() && column.is_numeric()) {
            measure(plan, schema, mention.column, used.aggregate);
        } else {
            let facet = used.facet || known.cues.facet;
            divide(
                plan,
                schema,
                mention.column,
                (added || used.series) && !plan.dimensions.is_empty(),
                facet,
            );
        }
    }
}

/// Another quantity in the place of the one measured so far.
fn measure(plan: &mut Plan, schema: &Schema<'_>, id: ColumnId, aggregate: Option<Aggregate>) {
    let reference = schema.reference(id);
    if let Some(binned) = plan.dimensions.iter_mut().find(|d| d.bin.is_some()) {
        let mut group = Group::new(id);
        group.bin = time::bin_width(schema.column(id).profile, None);
        *binned = planning::dimension(&group, schema);
        return;
    }
    let Some(first) = plan.measures.first_mut() else {
        plan.measures.push(Measure {
            aggregate,
            column: Some(reference),
            noun: None,
        });
        return;
    };
    let words = &schema.column(id).words;
    let additive = words.iter().any(|w| lexicon::is_additive_word(&w.stem));
    let chosen = match first.aggregate {
        Some(Aggregate::Count | Aggregate::Distinct) if additive => Some(Aggregate::Sum),
        Some(Aggregate::Count | Aggregate::Distinct) => Some(Aggregate::Mean),
        known => known,
    };
    *first = Measure {
        aggregate: aggregate.or(chosen),
        column: Some(reference),
        noun: None,
    };
}

fn divide(plan: &mut Plan, schema: &Schema<'_>, id: ColumnId, added: bool, facet: bool) {
    let mut group = Group::new(id);
    let column = schema.column(id);
    let points = plan.mark == Mark::Point && plan.measures.len() >= 2;
    if column.has_dates() {
        group.unit = time::span_unit(column.profile);
    }
    group.channel = match (added || points, facet) {
        (_, true) => Channel::Facet,
        (true, false) => Channel::Color,
        (false, false) => Channel::X,
    };
    let dimension = planning::dimension(&group, schema);
    let temporal = dimension.is_temporal();
    plan.dimensions
        .retain(|d| d.channel != group.channel && d.column != dimension.column);
    if group.channel == Channel::X {
        plan.dimensions.insert(0, dimension);
        plan.order = None;
        plan.mark = match plan.mark {
            Mark::Line | Mark::Area if !temporal => Mark::Bar,
            Mark::Bar | Mark::Text if temporal => Mark::Line,
            Mark::Text => Mark::Bar,
            mark => mark,
        };
    } else {
        plan.dimensions.push(dimension);
        if plan.mark == Mark::Arc {
            plan.mark = Mark::Bar;
        }
    }
    let grouped =
        !plan.is_aggregated() && !points && plan.mark != Mark::Point && !schema.is_unique(id);
    for measure in plan.measures.iter_mut().filter(|_| grouped) {
        measure.aggregate = Some(Aggregate::Mean);
    }
    if plan.measures.is_empty() {
        plan.measures.push(Measure {
            aggregate: Some(Aggregate::Count),
            column: None,
            noun: None,
        });
    }
}

/// "By month", "quarterly": the dates' unit, or the dates themselves.
fn units(known: &Understanding, schema: &Schema<'_>, plan: &mut Plan) {
    let Some((unit, at)) = known.cues.unit else {
        if known.cues.trend && !plan.dimensions.iter().any(|d| d.is_temporal()) {
            timeline(schema, plan, None);
        }
        return;
    };
    if known.columns.iter().any(|m| m.matched.contains(&at)) {
        return;
    }
    let dated = plan.dimensions.iter_mut().find(|d| d.is_temporal());
    match dated {
        Some(dimension) if dimension.years => dimension.unit = unit.is_cyclic().then_some(unit),
        Some(dimension) => {
            let line = matches!(plan.mark, Mark::Line | Mark::Area);
            let whole = line && unit == TimeUnit::Month;
            dimension.unit = Some(if whole { TimeUnit::YearMonth } else { unit });
        }
        None => timeline(schema, plan, Some(unit)),
    }
}

fn timeline(schema: &Schema<'_>, plan: &mut Plan, unit: Option<TimeUnit>) {
    let own = |id: &ColumnId| schema.tables[id.table].profile.name == plan.table;
    let found = schema
        .ids()
        .find(|id| own(id) && schema.column(*id).role == Role::Temporal);
    if let Some(id) = found {
        divide(plan, schema, id, false, false);
        if let Some(first) = plan.dimensions.first_mut()
            && !first.years
            && unit.is_some()
        {
            first.unit = unit.map(|u| {
                if u == TimeUnit::Month {
                    TimeUnit::YearMonth
                } else {
                    u
                }
            });
        }
    }
}

/// "The median instead", "as totals".
fn aggregates(known: &Understanding, schema: &Schema<'_>, plan: &mut Plan) {
    if known.uses.iter().any(|u| u.aggregate.is_some()) {
        return;
    }
    let said = known
        .tokens
        .iter()
        .find_map(|t| lexicon::aggregate(&t.lower));
    let quantity = plan.measures.first().and_then(|m| m.column.clone());
    let numeric = quantity
        .and_then(|c| schema.find(&c))
        .is_some_and(|id| schema.column(id).is_numeric());
    let direction = known.ordering.sort.is_some() || known.ordering.limit.is_some();
    let sorted = known.tokens.iter().any(|t| t.is("first sort sorted order"));
    if let (Some(said), true, false, false) = (said, numeric, direction, sorted) {
        plan.measures[0].aggregate = Some(said);
    } else if !known.cues.counts.is_empty() && known.columns.is_empty() {
        let noun = planning::noun(&plan.table);
        plan.measures = vec![Measure {
            aggregate: Some(Aggregate::Count),
            column: None,
            noun: Some(noun),
        }];
    }
}

fn marks(known: &Understanding, plan: &mut Plan) {
    let any = |words: &str| known.tokens.iter().any(|t| t.is(words));
    if let Some(mark) = known.cues.mark {
        plan.mark = mark;
    } else if any("line lines") && any("as a make to into turn instead") {
        plan.mark = Mark::Line;
    } else if known.cues.share && plan.dimensions.len() == 1 {
        plan.mark = Mark::Arc;
    }
    if any("stack stacked") {
        plan.side_by_side = false;
    }
    if known.cues.side_by_side || any("grouped clustered") {
        plan.side_by_side = true;
    }
    let color = plan
        .dimensions
        .iter_mut()
        .find(|d| d.channel == Channel::Color);
    if let (Some(color), true, true) = (color, known.cues.facet, known.columns.is_empty()) {
        color.channel = Channel::Facet;
    }
    plan.upright = (plan.upright || any("vertical vertically upright")) && !known.cues.horizontal;
}

fn order(known: &Understanding, schema: &Schema<'_>, plan: &mut Plan) {
    let any = |words: &str| known.tokens.iter().any(|t| t.is(words));
    if let Some(sort) = &known.ordering.sort {
        let descending = sort.descending;
        let along = |plan: &Plan| {
            known.sorted_by().is_some_and(|m| {
                plan.dimensions
                    .first()
                    .is_some_and(|d| d.column == schema.reference(m.column))
            })
        };
        let names = any("name names label labels alphabetical alphabetically");
        let by = match sort.target {
            Target::X => OrderBy::Dimension,
            _ if names || along(plan) => OrderBy::Dimension,
            _ => OrderBy::Measure,
        };
        // "Sort by sales" puts the largest first.
        let said = any(
            "ascending asc increasing descending desc decreasing low lowest high highest smallest largest first alphabetical alphabetically",
        );
        let descending = descending || (by == OrderBy::Measure && !said);
        plan.order = Some(Order { by, descending });
    } else if any("sort sorted order ordered rank ranked") {
        let names = any("name names label labels");
        plan.order = Some(Order {
            by: if names {
                OrderBy::Dimension
            } else {
                OrderBy::Measure
            },
            descending: !names,
        });
    }
    if let Some((limit, largest)) = known.ordering.limit {
        plan.limit = Some(limit);
        plan.order = Some(Order {
            by: OrderBy::Measure,
            descending: largest,
        });
    }
}

/// Joins what is needed now; false where that cannot be done.
fn join(schema: &Schema<'_>, plan: &mut Plan) -> bool {
    let table = |name: &str| schema.tables.iter().position(|t| t.profile.name == name);
    let counted = plan.measures.iter().any(|m| m.column.is_none());
    let base = plan.table.clone();
    let columns = plan
        .measures
        .iter()
        .filter_map(|m| m.column.as_ref())
        .chain(plan.dimensions.iter().map(|d| &d.column))
        .chain(plan.filters.iter().map(|f| &f.column));
    let names = counted
        .then_some(base.as_str())
        .into_iter()
        .chain(columns.map(|c| c.table.as_str()));
    let mut needed: Vec<usize> = Vec::new();
    for index in names.filter_map(table) {
        if !needed.contains(&index) {
            needed.push(index);
        }
    }
    let Some(&first) = needed.first() else {
        return false;
    };
    plan.table.clone_from(&schema.tables[first].profile.name);
    match joins::path(schema, &needed) {
        Some(joins) => plan.joins = joins,
        None => return false,
    }
    !plan
        .filters
        .iter()
        .any(|f| matches!(&f.test, Test::OneOf(values) if values.iter().all(Value::is_null)))
}
