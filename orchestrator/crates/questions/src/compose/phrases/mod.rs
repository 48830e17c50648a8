//! Reads the items of a question from left to right.

mod aggregates;
mod amounts;
mod columns;
mod comparisons;
mod divisors;
mod ends;
mod formulas;
mod groups;
mod marks;
mod nouns;
mod times;
mod verbs;

use crate::compose::draft::{Draft, Extreme};
use crate::language::Token;
use crate::parse::{Item, Node};
use crate::schema::{ColumnId, Role, Schema};

/// Returns what the items say.
pub fn read<'s, 'a>(
    schema: &'s Schema<'a>,
    tokens: &'s [Token],
    nodes: &'s [Node],
) -> Draft<'s, 'a> {
    let mut draft = Draft::new(schema, tokens, nodes);
    draft.table = main_table(nodes, schema);
    let mut at = 0;
    while at < nodes.len() {
        // Clauses about the order come first, since their columns measure and group nothing.
        at = match (draft.ranking_phrase(at), draft.order_clause(at)) {
            (Some(end), _) => end,
            (None, Some(clause)) => draft.keep_order(&clause),
            (None, None) => draft.phrase(at),
        }
        .max(at + 1);
    }
    draft.weigh_shared_values();
    draft.drop_operands();
    draft
}

/// The table that most of the items are about.
fn main_table(nodes: &[Node], schema: &Schema<'_>) -> usize {
    let mut counts = std::collections::BTreeMap::<usize, f64>::new();
    // The rows that are counted decide: "number of loans per member".
    let counted = (0..nodes.len()).find_map(|at| {
        if !matches!(nodes[at].item, Item::Count) {
            return None;
        }
        let next = nodes[at + 1..]
            .iter()
            .find(|node| !matches!(node.item, Item::Filler | Item::Of))?;
        match next.item {
            Item::Entity(table) => Some(table),
            Item::Column { id, .. } if is_row_number(schema, id) => Some(id.table),
            _ => None,
        }
    });
    if let Some(table) = counted {
        return table;
    }
    // The subject comes first: "orders from France".
    let subject = nodes
        .iter()
        .find(|node| !matches!(node.item, Item::Filler | Item::Which | Item::Wish(_)));
    if let Some(Item::Entity(table)) = subject.map(|node| &node.item) {
        *counts.entry(*table).or_default() += 2.0;
    }
    for (at, node) in nodes.iter().enumerate() {
        // Rows that are not there are of another table than the one asked about.
        let absent = at
            .checked_sub(1)
            .is_some_and(|before| is_negated(nodes, before));
        if absent && matches!(node.item, Item::Entity(_) | Item::Column { .. }) {
            continue;
        }
        match &node.item {
            Item::Revenue { quantity, .. } => *counts.entry(quantity.table).or_default() += 2.0,
            Item::Column { id, .. }
            | Item::Flow { column: id, .. }
            | Item::FirstWord { column: id, .. } => {
                *counts.entry(id.table).or_default() += 1.0;
            }
            Item::Value { column, .. } => *counts.entry(column.table).or_default() += 0.8,
            Item::Entity(table) => *counts.entry(*table).or_default() += 1.1,
            _ => {}
        }
    }
    counts
        .into_iter()
        // Of tables that are named as often, the first one is taken.
        .max_by(|left, right| left.1.total_cmp(&right.1).then(right.0.cmp(&left.0)))
        .map_or(0, |best| best.0)
}

/// Tells whether a column is the number of its rows: it is named for them.
fn is_row_number(schema: &Schema<'_>, id: ColumnId) -> bool {
    schema.column(id).role == Role::Identifier && schema.is_unique(id)
}

/// Tells whether a node or the fillers before it say "not" or "never".
pub(super) fn is_negated(nodes: &[Node], at: usize) -> bool {
    nodes[..=at]
        .iter()
        .rev()
        .find(|node| !matches!(node.item, Item::Filler | Item::With))
        .is_some_and(|node| matches!(node.item, Item::Not | Item::Without))
}

impl Draft<'_, '_> {
    /// Reads the phrase that starts at a node and returns where the next one starts.
    fn phrase(&mut self, at: usize) -> usize {
        match self.nodes[at].item.clone() {
            Item::Aggregate(aggregate) => self.aggregate_phrase(at, aggregate),
            Item::Count => self.count_phrase(at),
            Item::Distinct => self.distinct_phrase(at),
            Item::By if self.is_among_rows(at) => at + 1,
            Item::By => match self.per_phrase(at) {
                Some(end) => end,
                None => self.group_phrase(at),
            },
            Item::In if self.is_relative(at) => match self.per_phrase(at) {
                Some(end) => end,
                None => {
                    self.unknown.push(at);
                    at + 1
                }
            },
            Item::Unit(unit) => self.unit_phrase(at, unit),
            Item::Season(season) => self.season_phrase(at, season),
            Item::Column { id, others } => self.column_phrase(at, id, others),
            Item::Value { column, .. } => self.value_phrase(at, column),
            Item::Flow { column, out } => self.flow_phrase(at, column, out),
            Item::Late { table, late } => self.late_phrase(at, table, late),
            Item::Taught(index) => self.taught_phrase(at, index),
            Item::Entity(table) if self.is_kind_of(at) => self.kind_of_rows(at, table),
            Item::Entity(_) => {
                self.entity_at.get_or_insert(at);
                at + 1
            }
            Item::Compare { .. } => self.compare_phrase(at),
            Item::TextTest { .. } => self.text_phrase(at, false),
            Item::FirstWord { .. } => self.first_word_phrase(at, false),
            Item::AgainstAverage(comparison, aggregate) => {
                self.average_phrase(at, comparison, aggregate)
            }
            Item::CompareWord { .. } => self.compare_word_phrase(at),
            Item::Superlative { .. } if let Some(end) = self.extreme_as_aggregate(at) => end,
            Item::Superlative {
                adjective,
                n,
                percent,
            } => {
                match &self.extreme {
                    // "The highest and the lowest" ask for both ends.
                    Some(known) if known.adjective.high != adjective.high => self.opposite = true,
                    Some(_) => {}
                    None => {
                        self.extreme = Some(Extreme {
                            adjective,
                            n,
                            percent,
                            at,
                        })
                    }
                }
                at + 1
            }
            Item::Time(_) | Item::SeasonValue(..) => self.time_phrase(at),
            Item::Without if let Some(end) = self.with_and_without(at) => end,
            Item::Not | Item::Without => self.not_phrase(at),
            Item::Missing => self.missing_phrase(at),
            Item::Number(number) if self.number_or_more(at, number) => at + 3,
            Item::Number(number) if self.is_number_of_noun(at, number) => at + 2,
            Item::Number(_) if let Some(end) = self.amount_phrase(at) => end,
            Item::Wish(wish) => self.wish_phrase(at, wish),
            Item::Order { .. } => {
                let clause = self.clause_around(at);
                self.keep_order(&clause)
            }
            Item::EdgePeriod { unit, last } => {
                self.edge_period = Some((last, at));
                self.which_at = self.which_at.or(Some(at));
                self.unit_group(at, at, unit)
            }
            Item::Increase | Item::Decrease => self.direction_phrase(at),
            Item::BinWidth(width) if self.bands_of_last(at, width) => at + 1,
            other => {
                self.mark(at, other);
                at + 1
            }
        }
    }
}
