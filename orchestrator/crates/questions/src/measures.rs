//! What a draft measures: counts, aggregates, quantities as they are, and the bins of a histogram.

use crate::draft::{Draft, Group, Quantity, Spoken};
use crate::plan::{Aggregate, Mark};
use crate::schema::{ColumnId, Role, Schema};
use crate::time;
use crate::understanding::Understanding;

/// "The number of colours" counts rows by colour; "the number of different authors per genre"
/// counts authors.
pub fn count(draft: &mut Draft, counted: &[&Spoken], schema: &Schema<'_>) {
    for said in counted {
        let column = schema.column(said.column);
        let free = draft.dimensions.is_empty() && draft.measures.is_empty();
        if free && counted.len() == 1 && !said.entity {
            draft.dimensions.push(said.group());
            draft.measures.push((Some(Aggregate::Count), None));
        } else if said.used.different && !draft.divides(said.column) && !said.entity {
            let measure = (Some(Aggregate::Distinct), Some(said.column));
            draft.measures.push(measure);
        } else if !draft.has_count() {
            draft.measures.push((Some(Aggregate::Count), None));
        }
        if draft.counted.is_none() && column.role != Role::Measure {
            draft.counted = Some(said.column.table);
        }
    }
}

/// Quantities without an aggregate: drawn as they are where rows are named, averaged where they
/// are grouped.
pub fn measure(
    draft: &mut Draft,
    known: &Understanding,
    schema: &Schema<'_>,
    mut quantities: Vec<Quantity>,
    counting: bool,
) {
    let cues = &known.cues;
    let scatter = cues.mark == Some(Mark::Point);
    let against = known
        .tokens
        .iter()
        .any(|t| t.is("vs versus relationship correlation"));
    if counting && !draft.has_count() && (draft.measures.is_empty() || against || scatter) {
        let plain = quantities.is_empty() || quantities.iter().all(|q| q.grouped);
        if plain || draft.dimensions.is_empty() || !draft.measures.is_empty() {
            draft.measures.insert(0, (Some(Aggregate::Count), None));
        }
    }
    let counted = draft
        .measures
        .first()
        .is_some_and(|m| m.0 == Some(Aggregate::Count));
    if counted && (!scatter || draft.dimensions.is_empty()) {
        // "How many … by weight": the quantity divides.
        let groups = quantities.drain(..).map(|q| Group::new(q.column));
        draft.dimensions.extend(groups);
        return;
    }
    if let Some((Some(aggregate), Some(_))) = draft.measures.first().copied() {
        // "Average age and height": the aggregate holds for both. "By height" divides.
        for quantity in quantities {
            let bars = matches!(cues.mark, Some(Mark::Bar | Mark::Line | Mark::Arc));
            if quantity.grouped || quantity.along || (quantity.first && bars) {
                draft.dimensions.push(Group::new(quantity.column));
            } else {
                draft
                    .measures
                    .push((Some(aggregate), Some(quantity.column)));
            }
        }
        return;
    }
    let named = matches!(cues.mark, Some(Mark::Bar | Mark::Line | Mark::Arc));
    let charted = named || (cues.comparison && !cues.relation && !scatter && !against);
    if quantities.len() >= 2 && draft.dimensions.is_empty() && charted && !cues.histogram {
        // A bar or line chart of two quantities: one of them lies along the bottom.
        let along = quantities
            .iter()
            .position(|q| q.along || q.grouped)
            .unwrap_or(0);
        draft
            .dimensions
            .push(Group::new(quantities.remove(along).column));
    }
    let named_rows = draft.dimensions.len() == 1 && schema.is_unique(draft.dimensions[0].column);
    if quantities.len() >= 2 && charted && named_rows {
        quantities.truncate(1);
    }
    // The one that depends is written first: "mileage by weight".
    let depends = |q: &Quantity| q.along || q.grouped;
    let written = known.tokens.iter().any(|t| t.is("vs versus by against"));
    if quantities.len() == 2 && (depends(&quantities[1]) || written) && !depends(&quantities[0]) {
        quantities.swap(0, 1);
    }
    let raw = quantities.into_iter().map(|q| (None, Some(q.column)));
    draft.measures.extend(raw);
}

/// What is not said but must be meant: the name of each row, the average of what is grouped.
pub fn complete(draft: &mut Draft, known: &Understanding, schema: &Schema<'_>) {
    let raw = draft.raw();
    let counts_only = draft.counts();
    let cues = &known.cues;
    let aggregated = draft
        .measures
        .iter()
        .any(|m| m.0.is_some() && m.1.is_some());
    let wanted = raw == 1 || aggregated || (counts_only && !cues.counts.is_empty());
    let spread = cues.distribution && raw <= 1;
    if draft.dimensions.is_empty() && !spread && cues.mark != Some(Mark::Point) && wanted {
        let charted = counts_only && matches!(cues.mark, Some(Mark::Bar | Mark::Arc));
        let ranked = known.ordering.limit.is_some() || known.ordering.superlative.is_some();
        let each = each_table(known, schema)
            .filter(|table| !counts_only || Some(*table) != draft.counted)
            .or_else(|| named_table(known, schema, draft).filter(|_| counts_only || ranked))
            .or(draft.counted.filter(|_| charted))
            .or_else(|| listed_table(known, schema).filter(|_| raw == 1 && !cues.histogram));
        if let Some(table) = each
            && let Some(column) = schema.tables[table].label
        {
            draft
                .dimensions
                .push(Group::new(ColumnId { table, column }));
        }
    }
    let unique = draft
        .dimensions
        .iter()
        .any(|g| g.unit.is_none() && schema.is_unique(g.column));
    let pair = raw == 2 && cues.mark != Some(Mark::Bar);
    if raw > 0
        && !pair
        && !draft.dimensions.is_empty()
        && !unique
        && !raw_pair(draft, known, schema)
    {
        draft.aggregate(known, schema);
    }
    if draft.counted.is_none() && draft.dimensions.is_empty() && counts_only {
        draft.counted = known.tables.first().map(|m| m.table);
    }
}

/// Two columns put beside each other in a bar chart are drawn row by row: two quantities, "the
/// comparison of price over name", "the distribution of name and price".
fn raw_pair(draft: &Draft, known: &Understanding, schema: &Schema<'_>) -> bool {
    let [group] = draft.dimensions.as_slice() else {
        return false;
    };
    let cues = &known.cues;
    let said = |words: &str| known.tokens.iter().any(|t| t.is(words));
    let bars = cues.mark == Some(Mark::Bar);
    let numbers = bars && schema.column(group.column).is_quantity();
    let compared =
        cues.comparison && said("over") && !cues.trend && cues.mark.is_none_or(|m| m == Mark::Bar);
    let distributed = cues.distribution && bars && !cues.histogram && said("and");
    let changed = said("change")
        && said("over")
        && schema.column(group.column).has_dates()
        && group.unit.is_none();
    let grouped = said("each every per by group grouped") && !changed;
    numbers || changed || ((compared || distributed) && !grouped)
}

/// "Which products cost more than average": the rows by name, with the quantity compared. What has
/// no name or quantity is counted.
pub fn fall_back(draft: &mut Draft, known: &Understanding, schema: &Schema<'_>) {
    let compared = known.conditions.filters.iter().find_map(|f| {
        let id = schema.find(&f.column)?;
        schema.column(id).is_quantity().then_some(id)
    });
    let table = known.tables.first().map(|m| m.table);
    let named = compared.map(|id| id.table).or(table).unwrap_or(0);
    match (compared, schema.tables.get(named).and_then(|t| t.label)) {
        (Some(column), Some(label)) => {
            draft.dimensions.push(Group::new(ColumnId {
                table: named,
                column: label,
            }));
            draft.measures.push((None, Some(column)));
        }
        _ => {
            draft.counted = Some(named);
            draft.measures.push((Some(Aggregate::Count), None));
        }
    }
}

/// A table whose rows are spoken of, other than the one whose rows are counted.
fn named_table(known: &Understanding, schema: &Schema<'_>, draft: &Draft) -> Option<usize> {
    let labelled = |table: usize| schema.tables[table].label.is_some();
    let tables = known.tables.iter().map(|m| m.table);
    let counts = draft.counts();
    let named = tables
        .into_iter()
        .find(|t| labelled(*t) && (!counts || Some(*t) != draft.counted));
    let measured = draft.measures.iter().find_map(|m| m.1).map(|id| id.table);
    named.or(measured.filter(|t| !counts && labelled(*t)))
}

/// "The number of concerts in each hall, grouped by theme": the halls divide, too.
pub fn divided_by_tables(draft: &mut Draft, known: &Understanding, schema: &Schema<'_>) {
    let tokens = &known.tokens;
    let measured = draft
        .measures
        .iter()
        .find_map(|m| m.1.map(|id| id.table))
        .or(draft.counted)
        .or(known.tables.first().map(|m| m.table));
    for mention in &known.tables {
        let spoken = known
            .columns
            .iter()
            .any(|m| m.matched.contains(&mention.at));
        let after = |words: &str| tokens.get(mention.at + 1).is_some_and(|t| t.is(words));
        let before = mention.at.checked_sub(1).map(|at| &tokens[at]);
        let each = before.is_some_and(|t| t.is("each every per by"))
            && (!draft.dimensions.is_empty() || known.cues.counts.is_empty())
            && measured.is_some_and(|table| table != mention.table);
        let colored = after("as")
            && tokens
                .iter()
                .skip(mention.at + 2)
                .take(2)
                .any(|t| t.is("color colour legend"))
            || (before.is_some_and(|t| t.is("by"))
                && mention.at >= 2
                && tokens[mention.at - 2].is("colored coloured color colour"));
        let Some(column) = schema.tables[mention.table].label else {
            continue;
        };
        let id = ColumnId {
            table: mention.table,
            column,
        };
        let nested = draft
            .dimensions
            .iter()
            .any(|g| g.column.table == mention.table);
        let unreachable = measured
            .is_some_and(|table| crate::joins::keys(schema, mention.table, table).is_none());
        if (each || colored) && !spoken && !nested && !unreachable && !draft.divides(id) {
            let mut group = Group::new(id);
            group.series = colored;
            draft.dimensions.push(group);
        }
    }
}

/// "The schools and their enrolment", or rows that are to be sorted: each by its name.
fn listed_table(known: &Understanding, schema: &Schema<'_>) -> Option<usize> {
    let tokens = &known.tokens;
    let first = known.tables.first()?;
    let theirs = tokens[first.at..].iter().any(|t| t.is("their its"));
    (schema.tables[first.table].label.is_some() && (theirs || known.ordering.sort.is_some()))
        .then_some(first.table)
}

/// The table after "each", "every", "for all".
fn each_table(known: &Understanding, schema: &Schema<'_>) -> Option<usize> {
    let tokens = &known.tokens;
    let before = |at: usize, words: &str| {
        (0..at)
            .rev()
            .take(3)
            .take_while(|&b| tokens[b].is_word())
            .any(|b| tokens[b].is(words))
    };
    let asked = |at: usize| at > 0 && tokens[at - 1].is("which what");
    let has = |at: usize| tokens.get(at + 1).is_some_and(|t| t.is("has have"));
    // Of tables that share a word, the one with the shorter name is meant.
    let find = |test: &dyn Fn(usize) -> bool| {
        let labelled = known
            .tables
            .iter()
            .filter(|m| test(m.at) && schema.tables[m.table].label.is_some());
        labelled.min_by_key(|m| (m.at, schema.tables[m.table].stems.len()))
    };
    find(&|at| before(at, "each every per"))
        .or_else(|| find(&|at| before(at, "all by for") || asked(at) || has(at)))
        .or_else(|| {
            let free = !known.cues.distribution
                && known.cues.counts.is_empty()
                && known.cues.mark != Some(Mark::Bar);
            find(&|at| free && at > 0 && tokens[at - 1].is("of"))
        })
        .map(|m| m.table)
}

/// Bins for quantities whose distribution is asked for.
pub fn bins(draft: &mut Draft, known: &Understanding, schema: &Schema<'_>) {
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
            .any(|b| tokens[b].is("size width step steps"));
        let number_of = tokens
            .get(at + 1)
            .is_some_and(|t| t.is("bins buckets intervals bars"));
        (width || number_of).then_some((number, width))
    })
}
