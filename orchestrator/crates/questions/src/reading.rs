//! From what was understood to a plan: what is measured, by what it is divided, how it is drawn.

use crate::cues::Use;
use crate::joins;
use crate::matching::Mention;
use crate::order::Target;
use crate::plan::{
    Aggregate, Channel, ColumnRef, Dimension, Mark, Measure, Order, OrderBy, Plan, TimeUnit,
};
use crate::schema::{ColumnId, Role, Schema};
use crate::time;
use crate::understanding::Understanding;

/// A plan on its way: columns by number, not yet by name.
#[derive(Clone, Debug, Default)]
pub struct Draft {
    pub dimensions: Vec<Group>,
    pub measures: Vec<(Option<Aggregate>, Option<ColumnId>)>,
    /// The table whose rows are counted.
    pub counted: Option<usize>,
    pub mark: Option<Mark>,
    pub notes: Vec<String>,
    /// Means were chosen, not asked for.
    pub assumed_mean: bool,
}

#[derive(Clone, Debug)]
pub struct Group {
    pub column: ColumnId,
    pub unit: Option<TimeUnit>,
    pub bin: Option<f64>,
    pub channel: Channel,
    pub series: bool,
    pub facet: bool,
    pub axis: Option<char>,
}

impl Group {
    pub fn new(column: ColumnId) -> Self {
        Self {
            column,
            unit: None,
            bin: None,
            channel: Channel::X,
            series: false,
            facet: false,
            axis: None,
        }
    }
}

/// A column with everything that was said about it.
struct Spoken {
    column: ColumnId,
    used: Use,
    start: usize,
}

/// Builds the likeliest draft.
pub fn draft(known: &Understanding, schema: &Schema<'_>) -> Draft {
    let spoken = spoken(known);
    let cues = &known.cues;
    let mut draft = Draft {
        counted: known.counted_table(),
        ..Draft::default()
    };
    let counting = !cues.counts.is_empty();
    let mut quantities: Vec<(ColumnId, bool, usize)> = Vec::new();
    let mut counted: Vec<&Spoken> = Vec::new();
    for said in &spoken {
        let column = schema.column(said.column);
        let quantity = column.is_quantity();
        let measured = said.used.aggregate.filter(|_| column.is_numeric());
        if let Some(aggregate) = measured {
            draft.measures.push((Some(aggregate), Some(said.column)));
        } else if said.used.totalled && quantity && column.role == Role::Measure && spoken.len() > 1
        {
            draft
                .measures
                .push((Some(Aggregate::Sum), Some(said.column)));
        } else if said.used.counted && !said.used.grouped {
            counted.push(said);
        } else if said.used.grouped || !quantity || column.role != Role::Measure {
            draft.dimensions.push(group(said));
        } else {
            quantities.push((said.column, said.used.along, said.start));
        }
    }
    for id in &known.conditions.divided {
        if !draft.dimensions.iter().any(|g| g.column == *id)
            && !draft.measures.iter().any(|m| m.1 == Some(*id))
        {
            draft.dimensions.push(Group::new(*id));
        }
    }
    count(&mut draft, &counted, schema);
    measure(
        &mut draft,
        known,
        schema,
        quantities,
        counting || !counted.is_empty(),
    );
    complete(&mut draft, known, schema);
    time::settle(&mut draft, known, schema);
    bins(&mut draft, known, schema);
    if draft.measures.is_empty() && !draft.dimensions.is_empty() {
        draft.measures.push((Some(Aggregate::Count), None));
    }
    draft.mark = Some(mark(&draft, known, schema));
    channels(&mut draft, known, schema);
    draft
}

fn group(said: &Spoken) -> Group {
    Group {
        series: said.used.series,
        facet: said.used.facet,
        axis: said.used.axis,
        ..Group::new(said.column)
    }
}

/// The columns to be drawn: each once, with all that was said of it anywhere.
fn spoken(known: &Understanding) -> Vec<Spoken> {
    let mut spoken: Vec<Spoken> = Vec::new();
    let mut push = |index: usize, mention: &Mention| {
        let used = known.uses[index].clone();
        let aggregated = used.aggregate.is_some();
        let same = spoken.iter_mut().find(|s| {
            s.column == mention.column
                && (!aggregated || s.used.aggregate.is_none() || s.used.aggregate == used.aggregate)
        });
        let Some(same) = same else {
            spoken.push(Spoken {
                column: mention.column,
                used,
                start: mention.start,
            });
            return;
        };
        same.used.aggregate = same.used.aggregate.or(used.aggregate);
        same.used.counted |= used.counted;
        same.used.totalled |= used.totalled;
        same.used.grouped |= used.grouped || used.counted != same.used.counted;
        same.used.series |= used.series;
        same.used.facet |= used.facet;
        same.used.axis = same.used.axis.or(used.axis);
    };
    for (index, mention) in known.columns.iter().enumerate() {
        if !known.conditions.used.contains(&index) && !known.only_sorts(mention) {
            push(index, mention);
        }
    }
    if spoken.is_empty() {
        for (index, mention) in known.columns.iter().enumerate() {
            if !known.conditions.used.contains(&index) {
                spoken.push(Spoken {
                    column: mention.column,
                    used: known.uses[index].clone(),
                    start: mention.start,
                });
            }
        }
    }
    spoken
}

/// "The number of wineries" counts rows by winery; "the number of different advisors per major" counts advisors.
fn count(draft: &mut Draft, counted: &[&Spoken], schema: &Schema<'_>) {
    for said in counted {
        let column = schema.column(said.column);
        if draft.dimensions.is_empty() && draft.measures.is_empty() && counted.len() == 1 {
            draft.dimensions.push(group(said));
            draft.measures.push((Some(Aggregate::Count), None));
        } else if said.used.different && !draft.dimensions.iter().any(|g| g.column == said.column) {
            draft
                .measures
                .push((Some(Aggregate::Distinct), Some(said.column)));
        } else if !draft.measures.iter().any(|m| m.0 == Some(Aggregate::Count)) {
            draft.measures.push((Some(Aggregate::Count), None));
        }
        if draft.counted.is_none() && column.role != Role::Measure {
            draft.counted = Some(said.column.table);
        }
    }
}

/// Quantities without an aggregate: drawn as they are where rows are named, averaged where they are grouped.
fn measure(
    draft: &mut Draft,
    known: &Understanding,
    schema: &Schema<'_>,
    mut quantities: Vec<(ColumnId, bool, usize)>,
    counting: bool,
) {
    let cues = &known.cues;
    let scatter = cues.mark == Some(Mark::Point);
    if counting
        && !draft
            .measures
            .iter()
            .any(|m| m.0 == Some(Aggregate::Count) || m.0 == Some(Aggregate::Distinct))
        && (draft.measures.is_empty()
            || known
                .tokens
                .iter()
                .any(|t| t.is(&["vs", "versus", "relationship", "correlation"])))
    {
        let plain = quantities.is_empty() || draft.dimensions.is_empty() || !cues.relation;
        if plain {
            draft.measures.insert(0, (Some(Aggregate::Count), None));
        }
    }
    if draft
        .measures
        .first()
        .is_some_and(|m| m.0 == Some(Aggregate::Count))
        && !quantities.is_empty()
        && !scatter
    {
        // "How many … by weight": the quantity divides.
        for (column, ..) in quantities {
            draft.dimensions.push(Group::new(column));
        }
        return;
    }
    if scatter
        && draft
            .measures
            .first()
            .is_some_and(|m| m.0 == Some(Aggregate::Count))
        && draft.dimensions.is_empty()
    {
        // "A scatter plot of age and the number of people": a point for each age.
        draft
            .dimensions
            .extend(quantities.drain(..).map(|(column, ..)| Group::new(column)));
        return;
    }
    if let Some((Some(aggregate), Some(_))) = draft.measures.first().copied() {
        // "Average age and height": the aggregate holds for both.
        for (column, ..) in quantities {
            draft.measures.push((Some(aggregate), Some(column)));
        }
        return;
    }
    let charted = matches!(cues.mark, Some(Mark::Bar | Mark::Line | Mark::Arc))
        || (cues.comparison && !cues.relation && !scatter);
    if quantities.len() >= 2 && draft.dimensions.is_empty() && charted && !cues.histogram {
        // A bar or line chart of two quantities: one of them lies along the bottom.
        let along = quantities.iter().position(|q| q.1).unwrap_or(0);
        let (column, ..) = quantities.remove(along);
        draft.dimensions.push(Group::new(column));
    }
    if quantities.len() >= 2
        && draft.dimensions.len() == 1
        && charted
        && schema.is_unique(draft.dimensions[0].column)
    {
        quantities.truncate(1);
    }
    // The one that depends is written first: "mileage by weight".
    let depends = quantities.len() == 2
        && (quantities[1].1
            || known
                .tokens
                .iter()
                .any(|t| t.is(&["vs", "versus", "by", "against"])));
    if depends {
        quantities.swap(0, 1);
    }
    draft.measures.extend(
        quantities
            .into_iter()
            .map(|(column, ..)| (None, Some(column))),
    );
}

/// What is not said but must be meant: the name of each row, the average of what is grouped.
fn complete(draft: &mut Draft, known: &Understanding, schema: &Schema<'_>) {
    let raw = draft.measures.iter().filter(|m| m.0.is_none()).count();
    let counts_only = draft.measures.iter().all(|m| m.0 == Some(Aggregate::Count));
    let each = each_table(known);
    let aggregated = draft
        .measures
        .iter()
        .any(|m| m.0.is_some() && m.1.is_some());
    if draft.dimensions.is_empty()
        && !(known.cues.distribution && raw <= 1)
        && known.cues.mark != Some(Mark::Point)
        && (raw == 1 || aggregated || (counts_only && !known.cues.counts.is_empty()))
    {
        let table = each.filter(|table| !counts_only || Some(*table) != draft.counted);
        if let Some(table) = table
            && let Some(label) = schema.tables[table].label
        {
            draft.dimensions.push(Group::new(ColumnId {
                table,
                column: label,
            }));
        }
    }
    let grouped_rows = draft
        .dimensions
        .first()
        .is_some_and(|g| !schema.is_unique(g.column))
        || draft.dimensions.len() > 1;
    let two = raw == 2 && known.cues.mark != Some(Mark::Bar);
    if raw > 0
        && !two
        && grouped_rows
        && !draft.dimensions.iter().any(|g| schema.is_unique(g.column))
        && !raw_pair(draft, known, schema)
    {
        for measure in &mut draft.measures {
            if measure.0.is_none() {
                measure.0 = Some(Aggregate::Mean);
                draft.assumed_mean = true;
            }
        }
    }
    if draft.counted.is_none() && draft.dimensions.is_empty() && counts_only {
        draft.counted = known.tables.first().map(|m| m.table);
    }
}

/// Two quantities put beside each other in a bar chart are drawn row by row.
fn raw_pair(draft: &Draft, known: &Understanding, schema: &Schema<'_>) -> bool {
    draft.dimensions.len() == 1
        && schema.column(draft.dimensions[0].column).is_quantity()
        && known.cues.mark.is_some_and(|m| m == Mark::Bar)
}

/// The table after "each", "every", "for all".
fn each_table(known: &Understanding) -> Option<usize> {
    let quantified = |at: usize| {
        (0..at)
            .rev()
            .take(3)
            .take_while(|&b| known.tokens[b].is_word())
            .any(|b| {
                known.tokens[b].is(&["each", "every", "all", "per", "by", "for"])
                    || (known.tokens[b].is(&["which", "what"]) && b + 1 == at)
            })
    };
    let has = |at: usize| {
        known
            .tokens
            .get(at + 1)
            .is_some_and(|t| t.is(&["has", "have"]))
    };
    known
        .tables
        .iter()
        .find(|m| {
            quantified(m.at)
                && known.tokens[..m.at]
                    .iter()
                    .rev()
                    .take(3)
                    .any(|t| t.is(&["each", "every", "per"]))
        })
        .or_else(|| known.tables.iter().find(|m| quantified(m.at) || has(m.at)))
        .or_else(|| {
            known.tables.iter().find(|m| {
                (0..m.at).rev().take(2).any(|b| known.tokens[b].is(&["of"]))
                    && !known.cues.distribution
                    && known.cues.counts.is_empty()
                    && known.cues.mark.is_none_or(|m| m != Mark::Bar)
            })
        })
        .map(|m| m.table)
}

/// Bins for quantities whose distribution is asked for.
fn bins(draft: &mut Draft, known: &Understanding, schema: &Schema<'_>) {
    let cues = &known.cues;
    let alone =
        draft.dimensions.is_empty() && draft.measures.len() == 1 && draft.measures[0].0.is_none();
    if alone
        && let Some(column) = draft.measures[0].1
        && !matches!(cues.mark, Some(Mark::Line | Mark::Point | Mark::Boxplot))
    {
        draft.dimensions.push(Group::new(column));
        draft.measures = vec![(Some(Aggregate::Count), None)];
    }
    let counts =
        draft.measures.is_empty() || draft.measures.iter().all(|m| m.0 == Some(Aggregate::Count));
    for group in &mut draft.dimensions {
        let column = schema.column(group.column);
        let many = column.profile.distinct > 20
            || (column.profile.distinct > 10 && (cues.histogram || cues.distribution || cues.bins));
        if column.is_quantity()
            && column.role == Role::Measure
            && (counts && many || cues.bins && column.profile.distinct > 6)
        {
            group.bin = time::bin_width(column.profile, bin_size(known));
        }
    }
}

/// "bin size 500", "with 20 bins": a width or a number of bins.
fn bin_size(known: &Understanding) -> Option<(f64, bool)> {
    let tokens = &known.tokens;
    tokens.iter().enumerate().find_map(|(at, token)| {
        let number = token.number.filter(|n| *n > 0.0)?;
        let width = (0..at)
            .rev()
            .take(3)
            .any(|b| tokens[b].is(&["size", "width", "step", "steps"]));
        let number_of = tokens
            .get(at + 1)
            .is_some_and(|t| t.is(&["bins", "buckets", "intervals", "bars"]));
        (width || number_of).then_some((number, width))
    })
}

fn mark(draft: &Draft, known: &Understanding, schema: &Schema<'_>) -> Mark {
    let cues = &known.cues;
    let raw = draft.measures.iter().filter(|m| m.0.is_none()).count();
    if draft.dimensions.is_empty() && raw == 0 {
        return if draft.measures.len() >= 2 {
            Mark::Point
        } else {
            Mark::Text
        };
    }
    if let Some(mark) = cues.mark {
        return mark;
    }
    if cues.share
        && draft.dimensions.len() == 1
        && draft.dimensions[0].bin.is_none()
        && schema.column(draft.dimensions[0].column).profile.distinct <= 12
    {
        return Mark::Arc;
    }
    if draft.measures.len() >= 2
        && draft
            .dimensions
            .iter()
            .all(|g| schema.column(g.column).role != Role::Temporal)
    {
        return Mark::Point;
    }
    let timeline = draft
        .dimensions
        .iter()
        .find(|g| schema.column(g.column).role == Role::Temporal);
    if let Some(group) = timeline {
        let cyclic = group.unit.is_some_and(TimeUnit::is_cyclic);
        let column = schema.column(group.column);
        let raw_by_name =
            draft.measures.iter().any(|m| m.0.is_none()) && draft.dimensions.len() > 1;
        if !raw_by_name
            && !cues.comparison
            && (cues.trend || !cyclic)
            && (column.profile.distinct > 2 || group.unit.is_some())
        {
            return Mark::Line;
        }
    }
    if cues.trend
        && draft.dimensions.len() == 1
        && schema.column(draft.dimensions[0].column).is_quantity()
        && draft.dimensions[0].bin.is_none()
    {
        return Mark::Line;
    }
    Mark::Bar
}

/// Which dimension lies along the axis, which one colours, which one splits into panels.
fn channels(draft: &mut Draft, known: &Understanding, schema: &Schema<'_>) {
    let cues = &known.cues;
    let point = draft.mark == Some(Mark::Point) && draft.measures.len() >= 2;
    if draft.dimensions.len() >= 2 && !point {
        let temporal = |g: &Group| schema.column(g.column).role == Role::Temporal;
        // "with each A in each B": B is the axis.
        let nested = known
            .tokens
            .windows(2)
            .any(|w| w[0].is(&["with"]) && w[1].is(&["each"]));
        let rank = |at: usize, g: &Group| -> i32 {
            let mut rank = i32::try_from(at).unwrap_or(9);
            if g.axis == Some('x') {
                rank -= 100;
            }
            if g.series || g.facet {
                rank += 20;
            }
            if temporal(g) {
                rank -= 40;
            }
            if g.bin.is_some() {
                rank -= 5;
            }
            if nested && draft.dimensions.len() == 2 {
                rank += if at == 0 { 3 } else { 0 };
            }
            rank
        };
        let mut order: Vec<(i32, Group)> = draft
            .dimensions
            .iter()
            .enumerate()
            .map(|(at, g)| (rank(at, g), g.clone()))
            .collect();
        order.sort_by_key(|(rank, _)| *rank);
        draft.dimensions = order.into_iter().map(|(_, g)| g).collect();
    }
    draft.dimensions.truncate(if point { 1 } else { 3 });
    let panels = cues.facet;
    let mut colored = false;
    for (at, group) in draft.dimensions.iter_mut().enumerate() {
        group.channel = match (point, at) {
            (false, 0) => Channel::X,
            _ if group.facet || (panels && !group.series) || colored => Channel::Facet,
            _ => Channel::Color,
        };
        colored |= group.channel == Channel::Color;
    }
    let mut seen = Vec::new();
    draft.dimensions.retain(|g| {
        let fresh = !seen.contains(&g.channel);
        seen.push(g.channel);
        fresh
    });
    if draft.mark == Some(Mark::Arc) {
        draft.dimensions.truncate(1);
    }
    if draft.mark != Some(Mark::Point) {
        draft.measures.truncate(1);
    } else {
        draft.measures.truncate(2);
    }
}

/// The draft with names instead of numbers; None where its tables cannot be joined.
pub fn plan(draft: &Draft, known: &Understanding, schema: &Schema<'_>) -> Option<Plan> {
    let measures: Vec<Measure> = draft
        .measures
        .iter()
        .map(|(aggregate, column)| Measure {
            aggregate: *aggregate,
            column: column.map(|id| schema.reference(id)),
            noun: column
                .is_none()
                .then(|| {
                    draft
                        .counted
                        .map(|table| noun(&schema.tables[table].profile.name))
                })
                .flatten(),
        })
        .collect();
    let dimensions: Vec<Dimension> = draft
        .dimensions
        .iter()
        .map(|g| dimension(g, schema))
        .collect();
    let filters: Vec<_> = known.conditions.filters.clone();
    let mut needed: Vec<usize> = Vec::new();
    let table_of = |column: &ColumnRef| {
        schema
            .tables
            .iter()
            .position(|t| t.profile.name == column.table)
    };
    needed.extend(draft.measures.iter().filter_map(|m| m.1.map(|id| id.table)));
    needed.extend(
        draft
            .counted
            .filter(|_| draft.measures.iter().any(|m| m.1.is_none())),
    );
    needed.extend(draft.dimensions.iter().map(|g| g.column.table));
    needed.extend(filters.iter().filter_map(|f| table_of(&f.column)));
    let mut order = order(draft, known, schema);
    if let Some(Order {
        by: OrderBy::Column(column),
        ..
    }) = &order
    {
        match table_of(column) {
            Some(table) if needed.contains(&table) => {}
            _ => order = None,
        }
    }
    if needed.is_empty() {
        needed.push(0);
    }
    let mut unique = Vec::new();
    for table in needed {
        if !unique.contains(&table) {
            unique.push(table);
        }
    }
    let joins = joins::path(schema, &unique)?;
    let mark = draft.mark.unwrap_or(Mark::Bar);
    Some(Plan {
        table: schema.tables[unique[0]].profile.name.clone(),
        joins,
        dimensions,
        measures,
        filters,
        order,
        limit: known.ordering.limit.map(|(n, _)| n),
        mark,
        side_by_side: known.cues.side_by_side && !known.cues.stacked,
        upright: known.cues.upright && !known.cues.horizontal,
    })
}

pub fn dimension(group: &Group, schema: &Schema<'_>) -> Dimension {
    let column = schema.column(group.column);
    Dimension {
        column: schema.reference(group.column),
        column_type: column.profile.column_type,
        unit: group.unit,
        bin: group.bin,
        channel: group.channel,
        years: column.years,
        text_dates: column.text_dates,
        distinct: column.profile.distinct,
        longest: column.longest_label(),
    }
}

fn noun(table: &str) -> String {
    table.replace('_', " ").to_lowercase()
}

fn order(draft: &Draft, known: &Understanding, schema: &Schema<'_>) -> Option<Order> {
    let measured = |descending| {
        Some(Order {
            by: OrderBy::Measure,
            descending,
        })
    };
    if let Some(sort) = &known.ordering.sort {
        let descending = sort.descending;
        let dimension = Some(Order {
            by: OrderBy::Dimension,
            descending,
        });
        return match sort.target {
            Target::X => dimension,
            Target::Y => measured(descending),
            Target::Unsaid if draft.mark == Some(Mark::Line) => dimension,
            Target::Unsaid => measured(descending),
            Target::Tokens { start, end } => {
                let words = &known.tokens[start..end];
                let counts = words.iter().any(|t| {
                    t.is(&[
                        "number",
                        "count",
                        "total",
                        "amount",
                        "frequency",
                        "many",
                        "counts",
                        "value",
                        "values",
                        "quantity",
                    ])
                });
                let names = words.iter().any(|t| {
                    t.is(&[
                        "name",
                        "names",
                        "label",
                        "labels",
                        "category",
                        "categories",
                        "alphabet",
                    ])
                });
                let aggregated = words
                    .iter()
                    .any(|t| crate::lexicon::aggregate(&t.lower).is_some());
                let Some(mention) = known.sorted_by() else {
                    return if names || (!counts && draft.mark == Some(Mark::Line)) {
                        dimension
                    } else {
                        measured(descending)
                    };
                };
                let drawn = |g: &Group| g.column == mention.column;
                let measure = draft.measures.iter().any(|m| m.1 == Some(mention.column));
                let along = draft.dimensions.first().is_some_and(drawn);
                let counted = words
                    .iter()
                    .any(|t| t.is(&["number", "count", "total", "many"]))
                    && draft.measures.iter().any(|m| m.0 == Some(Aggregate::Count))
                    && !(along && mention.matched.len() == words.len());
                if counted || measure && (counts || aggregated || !along) {
                    measured(descending)
                } else if along || names {
                    dimension
                } else if schema.column(mention.column).is_quantity()
                    && draft.measures.iter().all(|m| m.1.is_some())
                    && draft.measures.iter().any(|m| m.0.is_some())
                {
                    measured(descending)
                } else {
                    Some(Order {
                        by: OrderBy::Column(schema.reference(mention.column)),
                        descending,
                    })
                }
            }
        };
    }
    if let Some((_, largest)) = known.ordering.limit {
        return measured(largest);
    }
    known
        .ordering
        .superlative
        .filter(|s| {
            !draft
                .measures
                .iter()
                .any(|m| m.0 == Some(Aggregate::Minimum))
                || !s.descending
        })
        .and_then(|s| measured(s.descending))
}
