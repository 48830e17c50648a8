//! Reads the items of a question from left to right.

use super::draft::{Draft, Extreme, Mention, Said};
use crate::language::Token;
use crate::parse::{Item, Node, Wish};
use crate::plan::{
    Aggregate, Comparison, Condition, Group, Literal, Measure, Part, Scalar, Season, Test,
    TimeUnit, Within,
};
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
        at = match draft.order_clause(at) {
            Some(clause) => draft.keep_order(&clause),
            None => draft.phrase(at),
        }
        .max(at + 1);
    }
    draft.weigh_shared_values();
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
            Item::Column { id, .. } => *counts.entry(id.table).or_default() += 1.0,
            Item::Value { column, .. } => *counts.entry(column.table).or_default() += 0.8,
            Item::Entity(table) => *counts.entry(*table).or_default() += 1.1,
            _ => {}
        }
    }
    counts
        .into_iter()
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
    /// A value that several columns have belongs to the one that the question names.
    fn weigh_shared_values(&mut self) {
        for node in self.nodes {
            let Item::Value { column, texts } = &node.item else {
                continue;
            };
            let others: Vec<ColumnId> = self
                .schema
                .ids()
                .filter(|id| {
                    id.table == column.table
                        && id != column
                        && texts.iter().all(|text| {
                            self.schema
                                .column(*id)
                                .profile
                                .values
                                .iter()
                                .any(|value| value.value.as_str() == Some(text))
                        })
                })
                .collect();
            let is_named = |id: ColumnId| {
                self.nodes.iter().any(
                    |node| matches!(&node.item, Item::Column { id: named, .. } if *named == id),
                )
            };
            // "Large and medium": values beside each other are of one column.
            let is_shared = |id: ColumnId| {
                self.nodes.iter().any(
                    |node| matches!(&node.item, Item::Value { column: known, .. } if *known == id),
                )
            };
            let fits_better = |id: &ColumnId| is_named(*id) || is_shared(*id);
            if !is_named(*column) && others.iter().any(fits_better) {
                self.penalty += 1.0;
            }
        }
    }

    /// "3 seats or more".
    fn number_or_more(&mut self, at: usize, number: f64) -> bool {
        let (Some(Item::Column { id, .. }), Some(Item::OrMore(comparison))) =
            (self.item(at + 1), self.item(at + 2))
        else {
            return false;
        };
        if !self.schema.column(*id).is_quantity() {
            return false;
        }
        let (id, comparison) = (*id, *comparison);
        let Some(condition) = self.compare(id, comparison, number, None, None) else {
            return false;
        };
        self.push_condition(condition, at, Some(id));
        true
    }

    /// Tells whether "of all" stands before a node.
    fn is_of_all(&self, at: usize) -> bool {
        let start = self.nodes[at].start;
        start >= 2 && self.tokens[start - 1].is("all") && self.tokens[start - 2].is("of")
    }

    /// Tells whether "share of each region" or "share of the regions" asks for a share of every group.
    fn shares_groups(&self, at: usize) -> bool {
        let Some(next) = self.next(at + 1) else {
            return false;
        };
        match self.item(next) {
            Some(Item::By) => self.tokens[self.nodes[next].start].is("each every of"),
            Some(Item::Column { id, .. }) => {
                let column = self.schema.column(*id);
                column.is_text()
                    && column.profile.distinct > 2
                    && self.yes_condition(*id).is_none()
                    && !self.opens_condition(next + 1)
                    && !matches!(self.item(next + 1), Some(Item::Value { .. }))
            }
            _ => false,
        }
    }

    /// The sum of quantity times price.
    fn revenue_mark(&mut self, at: usize, quantity: ColumnId, price: ColumnId) {
        let of = Scalar::Arithmetic {
            operator: crate::plan::Arithmetic::Multiply,
            left: Box::new(self.scalar(quantity)),
            right: Box::new(self.scalar(price)),
        };
        let measure = Measure::Aggregate {
            aggregate: Aggregate::Sum,
            of,
        };
        if !self.measures.iter().any(|known| known.value == measure) {
            self.push_measure(measure, at, at + 1);
        }
    }

    /// Tells whether a column before "share" is a share itself or says yes and no: "cancelled share".
    fn is_rate_before(&self, at: usize) -> bool {
        let Some(Item::Column { id, .. }) = at.checked_sub(1).and_then(|at| self.item(at)) else {
            return false;
        };
        let column = self.schema.column(*id);
        let part = column.is_numeric()
            && column
                .profile
                .max
                .as_ref()
                .and_then(serde_json::Value::as_f64)
                .is_some_and(|high| high <= 1.0);
        let averaged = self.measures.last().is_some_and(|part| {
            part.value
                == Measure::Aggregate {
                    aggregate: Aggregate::Mean,
                    of: self.scalar(*id),
                }
        });
        part || averaged || column.role == Role::Flag
    }

    /// "return rate", "cancelled share": the part is said before it.
    fn rate_mark(&mut self, at: usize) {
        let before = (0..at)
            .rev()
            .find(|at| !matches!(self.nodes[*at].item, Item::Filler));
        match before.and_then(|before| self.item(before)) {
            Some(Item::Value { .. }) => self.rate_of = before,
            Some(Item::Column { id, .. }) => {
                if self.yes_condition(*id).is_some() && !self.schema.column(*id).is_numeric() {
                    self.rate_of = before;
                }
            }
            _ => self.unknown.push(at),
        }
    }

    /// "per occupant", "per 1000 inhabitants", "per square metre": a quantity behind a measure divides it.
    fn per_phrase(&mut self, at: usize) -> Option<usize> {
        if !self.tokens[self.nodes[at].start].is("per / each every for") {
            return None;
        }
        let only = self.tokens[self.nodes[at].start].is("per /");
        let next = self.next(at + 1)?;
        if self.per_thing(at, next) {
            return Some(next + 1);
        }
        let (factor, noun) = match self.item(next)? {
            Item::Number(number) if only => (*number, self.next(next + 1)?),
            _ => (1.0, next),
        };
        let Item::Column { id, .. } = self.item(noun)? else {
            return None;
        };
        let column = self.schema.column(*id);
        let measured = !self.measures.is_empty()
            || self
                .bare
                .iter()
                .any(|mention| self.schema.column(mention.id).is_quantity() && mention.id != *id)
            || (self.count_at.is_some() && factor > 1.0);
        let dividing = only || factor > 1.0;
        let fits = column.is_quantity()
            && (column.role != Role::Ordinal || column.unit.is_some())
            && self
                .extreme
                .as_ref()
                .is_none_or(|extreme| extreme.at > at || measured);
        if !(dividing && measured && fits) {
            return None;
        }
        self.per = Some((*id, factor));
        // A noun of the same thing behind it: "per square metre of floor".
        let more = self.next(noun + 1).filter(
            |more| matches!(self.item(*more), Some(Item::Column { id: other, .. }) if other == id),
        );
        Some(more.map_or(noun + 1, |more| more + 1))
    }

    /// Reads the phrase that starts at a node and returns where the next one starts.
    fn phrase(&mut self, at: usize) -> usize {
        match self.nodes[at].item.clone() {
            Item::Aggregate(aggregate) => self.aggregate_phrase(at, aggregate),
            Item::Count => self.count_phrase(at),
            Item::Distinct => self.distinct_phrase(at),
            Item::By => match self.per_phrase(at) {
                Some(end) => end,
                None => self.group_phrase(at),
            },
            Item::Unit(unit) => self.unit_phrase(at, unit),
            Item::Season(season) => self.season_phrase(at, season),
            Item::Column { id, others } => self.column_phrase(at, id, others),
            Item::Value { column, .. } => self.value_phrase(at, column),
            Item::Entity(_) => {
                self.entity_at.get_or_insert(at);
                at + 1
            }
            Item::Compare { .. } => self.compare_phrase(at),
            Item::TextTest { .. } => self.text_phrase(at, false),
            Item::AgainstAverage(comparison, aggregate) => {
                self.average_phrase(at, comparison, aggregate)
            }
            Item::CompareWord { .. } => self.compare_word_phrase(at),
            Item::Superlative {
                adjective,
                n,
                percent,
            } => {
                match &self.extreme {
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
            Item::Not | Item::Without => self.not_phrase(at),
            Item::Missing => self.missing_phrase(at),
            Item::Number(number) if self.number_or_more(at, number) => at + 3,
            Item::Wish(wish) => self.wish_phrase(at, wish),
            Item::Order { .. } => {
                let clause = self.clause_around(at);
                self.keep_order(&clause)
            }
            Item::Increase | Item::Decrease => self.direction_phrase(at),
            other => {
                self.mark(at, other);
                at + 1
            }
        }
    }

    /// Items that only set a mark.
    fn mark(&mut self, at: usize, item: Item) {
        match item {
            Item::Revenue { quantity, price } => self.revenue_mark(at, quantity, price),
            Item::Others => self.others_at = Some(at),
            Item::OrMore(_) => self.unknown.push(at),
            Item::Rate => self.rate_mark(at),
            Item::Share if self.is_rate_before(at) => self.rate_mark(at),
            Item::Share if self.shares_groups(at) => {
                self.percent_at = self.percent_at.or(Some(at));
            }
            Item::Share => self.share_at = self.share_at.or(Some(at)),
            Item::AsShareOf => self.share_of_at = Some(at),
            Item::Percent => self.percent_at = Some(at),
            Item::Product => self.product_at = Some(at),
            Item::Ratio => self.ratio_at = Some(at),
            Item::Difference => self.difference_at = Some(at),
            Item::Correlation => self.correlation_at = Some(at),
            Item::Distribution => self.distribution_at = Some(at),
            Item::Versus => self.versus_at = Some(at),
            Item::Change(kind) => self.change = Some((kind, at)),
            Item::Against(against) => self.against = Some(against),
            Item::Window(window) => self.window = Some((window, at)),
            Item::Index => self.index_at = Some(at),
            Item::OverTime => self.over_time = true,
            Item::Which => self.which_at = self.which_at.or(Some(at)),
            Item::BinWidth(width) => self.bin_width = Some(width),
            Item::BinCount(count) => self.bin_count = Some(count),
            Item::Nth(n) => self.nth = Some(n),
            Item::Decline(reason) => self.decline = Some(reason),
            Item::Pronoun => self.pronoun = true,
            Item::Or => self.or_seen = true,
            Item::Unknown if self.is_explained(at) => {
                let word = &self.tokens[self.nodes[at].start].word;
                self.unit = self.unit.or_else(|| crate::language::units::unit(word));
            }
            Item::Unknown => self.unknown.push(at),
            Item::ExcludeIt => self.exclude_last(),
            Item::Number(number) => {
                let noun = matches!(
                    self.next(at + 1).and_then(|next| self.item(next)),
                    Some(Item::Column { .. } | Item::Entity(_))
                );
                let charts = matches!(
                    self.next(at + 1).and_then(|next| self.item(next)),
                    Some(Item::Wish(Wish::Mark(_)))
                );
                if noun && number.fract() == 0.0 && (1.0..=1000.0).contains(&number) {
                    self.pending = Some((number as u32, at));
                } else if !charts {
                    self.unknown.push(at);
                    self.penalty += 1.5;
                }
            }
            _ => {}
        }
    }

    /// Tells whether a noun that names nothing is explained by what is beside it: "government spending", "Herkunft (race)".
    fn is_explained(&self, at: usize) -> bool {
        const HEADS: &str = "spending expenditure expenditures job jobs employment level levels volume output temperature temperatures vote votes measurement measurements reading readings workers employees figure rate rates count counts number numbers percentage size data share consumption usage use production load demand speed concentration value values hours minutes price total reading";
        let node = &self.nodes[at];
        let word = &self.tokens[node.start];
        let behind = self
            .tokens
            .get(node.end)
            .is_some_and(|token| token.text == "(")
            && matches!(
                self.item(at + 2),
                Some(Item::Column { .. } | Item::Value { .. })
            );
        let before = at.checked_sub(1).and_then(|before| self.item(before));
        let head = match before {
            Some(Item::Column { id, .. }) => {
                let wide = self.schema.tables[id.table]
                    .wide
                    .as_ref()
                    .is_some_and(|wide| wide.columns.contains(&id.column));
                self.schema.column(*id).is_numeric() && (wide || word.is(HEADS))
            }
            _ => false,
        };
        if let Some(unit) = crate::language::units::unit(&word.word).filter(|_| !word.is("second"))
        {
            // "in minutes": the unit of a measure.
            let columns = &self.schema.tables[self.table].columns;
            if columns.iter().any(|column| {
                column.is_quantity() && column.unit.is_some_and(|kept| kept.kind == unit.kind)
            }) {
                return true;
            }
        }
        // "jobs in trade, manufacturing": the noun stands before the column.
        let next = self.next(at + 1).map(|next| {
            if matches!(self.nodes[next].item, Item::In) {
                next + 1
            } else {
                next
            }
        });
        let ahead = word.is(HEADS)
            && matches!(next.and_then(|next| self.item(next)), Some(Item::Column { id, .. }) if self.schema.column(*id).is_quantity());
        behind || head || ahead
    }

    /// "2009 is not complete so leave it out".
    fn exclude_last(&mut self) {
        if let Some((range, at)) = self.time_ranges.pop() {
            if let Some(condition) = self.time_condition(&range) {
                self.conditions.push(Said {
                    condition: Condition::Not {
                        of: Box::new(condition),
                    },
                    at,
                    column: None,
                    is_time: true,
                });
            }
        } else if let Some(last) = self.conditions.last_mut() {
            last.condition = Condition::Not {
                of: Box::new(last.condition.clone()),
            };
        } else {
            self.penalty += 1.0;
        }
    }

    fn push_measure(&mut self, measure: Measure, from: usize, to: usize) {
        let spans = self.spans(from, to);
        self.measures.push(Part::said(measure, spans));
        self.measured_at.push(from);
    }

    pub(super) fn push_group(&mut self, group: Group, from: usize, to: usize) {
        if self.groups.iter().any(|known| known.value == group) {
            return;
        }
        let spans = self.spans(from, to);
        self.groups.push(Part::said(group, spans));
    }

    fn push_condition(&mut self, condition: Condition, at: usize, column: Option<ColumnId>) {
        self.conditions.push(Said {
            condition,
            at,
            column,
            is_time: false,
        });
    }

    /// "average total cost and speed".
    fn aggregate_phrase(&mut self, at: usize, aggregate: Aggregate) -> usize {
        let Some(next) = self.next(at + 1) else {
            return self.aggregate_behind(at, aggregate);
        };
        match &self.nodes[next].item {
            Item::Column { .. } => {
                let mut end = next;
                let mut any = false;
                while let Some(Item::Column { id, .. }) = self.item(end) {
                    let column = self.schema.column(*id);
                    let fits = column.is_quantity()
                        || self.is_identifier_asked(*id, end)
                        || matches!(
                            (column.role, aggregate),
                            (Role::Time, Aggregate::Minimum | Aggregate::Maximum)
                        );
                    let condition = self.opens_condition(end + 1);
                    if !fits || (condition && any) {
                        break;
                    }
                    let of = self.scalar(*id);
                    self.push_measure(
                        Measure::Aggregate { aggregate, of },
                        if any { end } else { at },
                        end + 1,
                    );
                    any = true;
                    end += 1;
                    // A further column of the list, perhaps with its own aggregate.
                    let mut after = end;
                    while matches!(
                        self.item(after),
                        Some(Item::And | Item::Break | Item::Filler | Item::Versus)
                    ) && !self.is_break(after)
                    {
                        after += 1;
                    }
                    let versus = self.nodes[end..after]
                        .iter()
                        .any(|node| matches!(node.item, Item::Versus));
                    let goes_on = match self.item(after) {
                        // "average MPG against cylinders": a scale is an axis, not a second average.
                        Some(Item::Column { id, .. }) => {
                            !versus || self.schema.column(*id).role != Role::Ordinal
                        }
                        _ => false,
                    };
                    if after == end || !goes_on {
                        break;
                    }
                    end = after;
                }
                if any {
                    return end;
                }
                self.aggregate = Some((aggregate, at));
                if let Some(Item::Column { id, .. }) = self.item(next)
                    && self.schema.column(*id).is_text()
                    && !matches!(
                        aggregate,
                        Aggregate::Sum | Aggregate::Minimum | Aggregate::Maximum
                    )
                {
                    // A text has no average.
                    self.unknown.push(next);
                }
                at + 1
            }
            Item::Count if aggregate == Aggregate::Sum => at + 1,
            Item::Entity(_) if aggregate == Aggregate::Sum => {
                self.count_at = Some(at);
                at + 1
            }
            _ => self.aggregate_behind(at, aggregate),
        }
    }

    /// "mpg average": the aggregate stands behind its column, or waits for one.
    fn aggregate_behind(&mut self, at: usize, aggregate: Aggregate) -> usize {
        if let Some(mention) = self
            .bare
            .last()
            .filter(|mention| mention.at + 1 == at && self.schema.column(mention.id).is_quantity())
            .cloned()
        {
            self.bare.pop();
            let of = self.scalar(mention.id);
            self.push_measure(Measure::Aggregate { aggregate, of }, mention.at, at + 1);
        } else if self.aggregate.is_none() || aggregate != Aggregate::Sum {
            self.aggregate = Some((aggregate, at));
        }
        at + 1
    }

    /// "number of …", "how many …".
    fn count_phrase(&mut self, at: usize) -> usize {
        let Some(next) = self.next(at + 1) else {
            self.count_at = Some(at);
            return at + 1;
        };
        match self.item(next) {
            Some(Item::Column { id, .. }) => {
                let id = *id;
                let column = self.schema.column(id);
                if column.is_quantity()
                    && (column.role == Role::Additive
                        || column.words.len() == 1
                        || column.role == Role::Ordinal)
                    && !self.opens_condition(next + 1)
                {
                    // "number of votes" is the column of votes.
                    self.bare.push(Mention {
                        id,
                        others: Vec::new(),
                        at: next,
                        which: false,
                    });
                    return next + 1;
                }
                self.count_at = Some(at);
                if is_row_number(self.schema, id) && id.table == self.table {
                    return next + 1;
                }
                at + 1
            }
            _ => {
                self.count_at = Some(at);
                at + 1
            }
        }
    }

    /// "average number of loans per member": a number of rows for each different member.
    fn per_thing(&mut self, at: usize, next: usize) -> bool {
        let mean = self
            .aggregate
            .is_some_and(|(aggregate, _)| aggregate == Aggregate::Mean);
        if !mean
            || self.count_at.is_none()
            || !self.tokens[self.nodes[at].start].is("per each every")
        {
            return false;
        }
        let key = match self.item(next) {
            Some(Item::Entity(table)) => {
                crate::schema::keys(self.schema, self.table, *table).map(|keys| ColumnId {
                    table: self.table,
                    column: keys.0,
                })
            }
            Some(Item::Column { id, .. }) if self.schema.column(*id).role == Role::Identifier => {
                Some(*id)
            }
            _ => None,
        };
        let Some(key) = key else { return false };
        self.aggregate = None;
        let measure = Measure::Arithmetic {
            operator: crate::plan::Arithmetic::Divide,
            left: Box::new(Measure::Count),
            right: Box::new(Measure::Aggregate {
                aggregate: Aggregate::CountDistinct,
                of: self.scalar(key),
            }),
            percent: false,
        };
        self.push_measure(measure, at, next + 1);
        true
    }

    fn distinct_phrase(&mut self, at: usize) -> usize {
        let next = self.next(at + 1);
        match next.and_then(|next| self.item(next)) {
            Some(Item::Column { id, .. }) => {
                let of = self.scalar(*id);
                let end = next.map_or(at + 1, |next| next + 1);
                self.push_measure(
                    Measure::Aggregate {
                        aggregate: Aggregate::CountDistinct,
                        of,
                    },
                    at,
                    end,
                );
                end
            }
            _ => {
                self.count_at = Some(at);
                at + 1
            }
        }
    }

    /// "by origin and year", "per month".
    fn group_phrase(&mut self, at: usize) -> usize {
        let mut here = at + 1;
        let mut any = false;
        loop {
            if matches!(self.item(here), Some(Item::Count)) && self.extreme.is_some() {
                return here;
            }
            while matches!(
                self.item(here),
                Some(Item::Filler | Item::Of | Item::By | Item::Which | Item::Count)
            ) || (matches!(self.item(here), Some(Item::Unknown))
                && self.is_explained(here)
                && matches!(self.item(here + 1), Some(Item::Break)))
                || (here > at + 1
                    && matches!(self.item(here), Some(Item::Break))
                    && matches!(self.item(here - 1), Some(Item::Unknown)))
            {
                here += 1;
            }
            let end = match self.item(here).cloned() {
                Some(Item::Column { id, .. }) => {
                    let column = self.schema.column(id);
                    let ranked = self.extreme.is_some() || self.order.is_some();
                    if self.opens_condition(here + 1) && any || self.names_one_value(here, id) {
                        return here;
                    }
                    // "by product category": the first noun only says of what.
                    if let Some(Item::Column { id: head, .. }) = self.item(here + 1)
                        && head.table == id.table
                        && !self.schema.column(*head).is_quantity()
                        && !column.is_quantity()
                        && *head != id
                    {
                        here += 1;
                        continue;
                    }
                    if let Some(end) = self.binned_time(here, id) {
                        return end;
                    }
                    if column.is_quantity()
                        && column.role != Role::Ordinal
                        && (ranked || self.measures.is_empty() && self.count_at.is_none())
                    {
                        // "top 10 states by cost": the quantity ranks.
                        self.relate_quantities(at, ranked);
                        return here;
                    }
                    let group = self.column_group(id);
                    let group = match group {
                        Group::Column { column }
                            if self.schema.column(id).is_quantity()
                                && self.schema.column(id).profile.distinct > 25 =>
                        {
                            Group::Bin {
                                of: Scalar::column(column),
                                by: crate::plan::BinBy::Auto,
                            }
                        }
                        group => group,
                    };
                    self.push_group(group, at, here + 1);
                    here + 1
                }
                Some(Item::Unit(unit)) => {
                    // "…, bin by month": the periods stand for the time said before.
                    let bins = at.checked_sub(1).is_some_and(|before| {
                        self.tokens[self.nodes[before].start].is("bin bins binned binning")
                    });
                    match self.time_group(unit).filter(|_| bins) {
                        Some(group) => {
                            self.binned = Some((group, at, here + 1));
                            here + 1
                        }
                        None => self.unit_group(at, here, unit),
                    }
                }
                Some(Item::Season(season)) => self.season_phrase(here, season),
                Some(Item::Value { column, .. }) => {
                    self.push_group(
                        Group::Column {
                            column: self.schema.reference(column),
                        },
                        at,
                        here + 1,
                    );
                    return self.value_phrase(here, column);
                }
                Some(Item::SeasonValue(..) | Item::Time(_)) if !any => return here,
                // "each faculty rank": the noun belongs to the column behind it.
                Some(Item::Entity(_)) if self.is_column(here + 1) => {
                    here += 1;
                    continue;
                }
                Some(Item::Entity(table)) if !any => {
                    // "per flight": one row each.
                    if let Some(label) = self.schema.tables[table].label {
                        let id = ColumnId {
                            table,
                            column: label,
                        };
                        self.push_group(
                            Group::Column {
                                column: self.schema.reference(id),
                            },
                            at,
                            here + 1,
                        );
                    }
                    self.entity_at.get_or_insert(here);
                    return here + 1;
                }
                _ => match self.kind_column(at + 1, here) {
                    Some(id) => {
                        self.push_group(self.column_group(id), at, here);
                        here
                    }
                    None => return here.max(at + 1),
                },
            };
            any = true;
            let mut after = end;
            while matches!(
                self.item(after),
                Some(Item::And | Item::Break | Item::Filler)
            ) && !self.is_break(after)
            {
                after += 1;
            }
            let orders = (end..=after).any(|at| self.order_clause(at).is_some());
            let goes_on = after > end
                && !orders
                && match self.item(after) {
                    Some(Item::Column { id, .. }) => {
                        let column = self.schema.column(*id);
                        (!column.is_quantity() || column.role == Role::Ordinal)
                            && !self.opens_condition(after + 1)
                    }
                    Some(Item::Unit(_) | Item::Season(_) | Item::By) => true,
                    _ => false,
                };
            if !goes_on {
                return end;
            }
            here = after;
        }
    }

    /// The group of a unit of time, or of the columns that are months or years.
    fn unit_group(&mut self, at: usize, here: usize, unit: TimeUnit) -> usize {
        let wide = self.schema.tables[self.table].wide.as_ref();
        let months = wide.is_some_and(|wide| wide.unpivot.kind == crate::plan::UnpivotKind::Months);
        if months && unit == TimeUnit::Month {
            self.wide_months(at, here + 1);
            return here + 1;
        }
        match self.time_group(unit) {
            Some(group) => self.push_group(group, at, here + 1),
            None => self.unknown.push(here),
        }
        here + 1
    }

    pub(super) fn wide_months(&mut self, from: usize, to: usize) {
        let table = &self.schema.tables[self.table];
        if let Some(wide) = &table.wide {
            let column = crate::plan::ColumnRef {
                table: table.profile.name.clone(),
                column: wide.unpivot.name_column.clone(),
            };
            self.push_group(Group::Column { column }, from, to);
        }
    }

    fn unit_phrase(&mut self, at: usize, unit: TimeUnit) -> usize {
        // "overtime hours": the unit of the column before it.
        let before = at.checked_sub(1).and_then(|before| self.item(before));
        if let Some(Item::Column { id, .. }) = before
            && self.schema.column(*id).is_quantity()
            && self
                .schema
                .column(*id)
                .unit
                .is_some_and(|unit| unit.kind == crate::language::units::UnitKind::Time)
        {
            return at + 1;
        }
        let token = &self.tokens[self.nodes[at].start];
        let adverb = token.is("monthly yearly annual annually daily weekly quarterly hourly");
        let asked = self.which_at.is_some_and(|which| {
            which + 1 >= at
                || self.nodes[which + 1..at]
                    .iter()
                    .all(|node| node.item.is_glue())
        });
        let several = self.nodes[at].end - self.nodes[at].start > 1;
        if adverb || asked || several {
            return self.unit_group(at, at, unit);
        }
        // "years that were above average", "in how many months": the periods are what is listed or counted.
        self.bare_unit(at, unit)
    }

    fn bare_unit(&mut self, at: usize, unit: TimeUnit) -> usize {
        let counted = self
            .count_at
            .is_some_and(|count| self.next(count + 1) == Some(at));
        let finest = self.schema.tables[self.table]
            .time
            .as_ref()
            .map(|time| time.finest);
        if counted && finest == Some(unit) {
            self.entity_at.get_or_insert(at);
            return at + 1;
        }
        if counted {
            self.unknown.push(at);
            self.penalty += 1.0;
            return at + 1;
        }
        self.unit_group(at, at, unit)
    }

    fn season_phrase(&mut self, at: usize, season: Season) -> usize {
        let months = self.schema.tables[self.table]
            .wide
            .as_ref()
            .is_some_and(|wide| wide.unpivot.kind == crate::plan::UnpivotKind::Months);
        if months && season == Season::MonthOfYear {
            self.wide_months(at, at + 1);
        } else if let Some(group) = self.season_group(season) {
            self.push_group(group, at, at + 1);
        } else {
            self.unknown.push(at);
        }
        at + 1
    }

    /// Tells whether a comparison with the item before starts at a node.
    pub(super) fn opens_condition(&self, at: usize) -> bool {
        self.next(at).is_some_and(|next| {
            matches!(
                self.nodes[next].item,
                Item::Compare { .. } | Item::AgainstAverage(..) | Item::Missing
            )
        })
    }

    /// "in different types": the column that says of which kind a row is, where the table has a single one.
    fn kind_column(&self, from: usize, to: usize) -> Option<ColumnId> {
        let kind = self.nodes[from..to].iter().find(|node| {
            self.tokens[node.start].is("type types kind kinds category categories class classes")
        })?;
        let stem = &self.tokens[kind.start].stem;
        let columns = &self.schema.tables[self.table].columns;
        let mut fitting = (0..columns.len()).filter(|at| {
            columns[*at].has_stem(stem) && !columns[*at].is_quantity() && !columns[*at].is_date()
        });
        let column = fitting.next()?;
        fitting.next().is_none().then_some(ColumnId {
            table: self.table,
            column,
        })
    }

    fn is_column(&self, at: usize) -> bool {
        matches!(self.item(at), Some(Item::Column { id, .. }) if !self.schema.column(*id).is_quantity())
    }

    /// "by supplier id 3": a single value of the column, which is a condition.
    fn names_one_value(&self, at: usize, id: ColumnId) -> bool {
        self.schema.column(id).role == Role::Identifier
            && matches!(self.item(at + 1), Some(Item::Number(_)))
    }

    /// "horsepower by acceleration": two quantities of the same rows are related.
    fn relate_quantities(&mut self, at: usize, ranked: bool) {
        let related = self.bare.last().is_some_and(|mention| {
            let column = self.schema.column(mention.id);
            column.is_quantity() && column.role != Role::Ordinal
        });
        if related && !ranked && self.aggregate.is_none() && self.change.is_none() {
            self.versus_at = self.versus_at.or(Some(at));
        }
    }

    /// "bin the booking date by weekday", "the open date into the year interval": the time of this column in periods.
    fn binned_time(&mut self, at: usize, id: ColumnId) -> Option<usize> {
        let source = self.source_of(id)?;
        let mut divided = at
            .checked_sub(1)
            .and_then(|before| {
                (0..=before).rev().take(3).find(|before| {
                    let node = &self.nodes[*before];
                    self.tokens[node.start]
                        .is("bin bins binned binning group grouped convert converts")
                })
            })
            .is_some();
        for here in at + 1..self.nodes.len().min(at + 7) {
            match self.item(here)? {
                Item::By | Item::In => divided = true,
                Item::Filler | Item::Of => {
                    divided |= self.tokens[self.nodes[here].start].is("bin bins binned binning");
                }
                Item::Break if !self.is_break(here) => {}
                Item::Unit(unit) if divided => {
                    let group = self.period_group(&source, *unit)?;
                    self.binned = Some((group, at, here + 1));
                    return Some(here + 1);
                }
                Item::Season(season) if divided => {
                    let group = self.season_of(&source, *season)?;
                    self.binned = Some((group, at, here + 1));
                    return Some(here + 1);
                }
                _ => return None,
            }
        }
        None
    }

    /// "founded after 1850": the column says which time is meant.
    fn named_time(&mut self, at: usize, id: ColumnId) -> Option<usize> {
        let source = self.source_of(id)?;
        let next = (at + 1..self.nodes.len())
            .find(|at| !matches!(self.nodes[*at].item, Item::Filler | Item::In | Item::With))?;
        let Item::Time(range) = self.item(next)? else {
            return None;
        };
        let condition = self.condition_of(&source, range)?;
        self.conditions.push(Said {
            condition,
            at: next,
            column: Some(id),
            is_time: true,
        });
        Some(next + 1)
    }

    fn column_phrase(&mut self, at: usize, id: ColumnId, others: Vec<ColumnId>) -> usize {
        if let Some(end) = self.binned_time(at, id).or_else(|| self.named_time(at, id)) {
            return end;
        }
        // "the girl named Lisa": the word only introduces the value.
        if self.tokens[self.nodes[at].start].is("named called")
            && matches!(self.item(at + 1), Some(Item::Value { .. }))
        {
            return at + 1;
        }
        if let Some(next) = self.next(at + 1) {
            match self.item(next).cloned() {
                Some(Item::Compare {
                    comparison,
                    low,
                    high,
                    unit,
                    ..
                }) if self.schema.column(id).is_numeric() => {
                    // The comparison may name its own column behind it: "states with cost and more than 5 strikes".
                    if let Some(condition) = self.compare(id, comparison, low, high, unit) {
                        self.push_condition(condition, at, Some(id));
                        return self.more_comparisons(next + 1, id);
                    }
                }
                Some(Item::AgainstAverage(comparison, aggregate))
                    if self.schema.column(id).is_quantity() =>
                {
                    let condition = Condition::Test {
                        of: self.scalar(id),
                        test: Test::AgainstAggregate {
                            comparison,
                            aggregate,
                            within: Within::All,
                        },
                    };
                    self.push_condition(condition, at, Some(id));
                    // "a salary above the average salary" names the quantity twice.
                    let again = self.next(next + 1).filter(|again| {
                        matches!(self.item(*again), Some(Item::Column { id: known, .. }) if *known == id)
                    });
                    return again.unwrap_or(next) + 1;
                }
                // "line 5", "bib 217".
                Some(Item::Number(number))
                    if self.schema.column(id).is_numeric()
                        && self.schema.column(id).role != Role::Additive
                        && next == at + 1 =>
                {
                    let condition = Condition::Test {
                        of: self.scalar(id),
                        test: Test::In {
                            values: vec![Literal::Number { number }],
                        },
                    };
                    self.push_condition(condition, at, Some(id));
                    return next + 1;
                }
                Some(Item::Value { column, .. }) if column == id => return at + 1,
                // "whose occupation is not nurse".
                Some(Item::Not | Item::Without)
                    if matches!(
                        self.next(next + 1).and_then(|value| self.item(value)),
                        Some(Item::Value { column, .. }) if *column == id
                    ) =>
                {
                    return at + 1;
                }
                Some(Item::Missing) => {
                    self.push_condition(
                        Condition::Test {
                            of: self.scalar(id),
                            test: Test::Missing,
                        },
                        at,
                        Some(id),
                    );
                    return next + 1;
                }
                // "commission is not null".
                Some(Item::Not) if matches!(self.item(next + 1), Some(Item::Missing)) => {
                    self.push_condition(
                        Condition::Test {
                            of: self.scalar(id),
                            test: Test::Present,
                        },
                        at,
                        Some(id),
                    );
                    return next + 2;
                }
                _ => {}
            }
        }
        // "substantial damage": the noun of the value before it.
        let named = at.checked_sub(1).and_then(|before| self.item(before));
        if let Some(Item::Value { column, .. }) = named
            && (*column == id || others.contains(column))
        {
            return at + 1;
        }
        // "business accounts", "of all accounts": the noun of what is meant and no way to divide it.
        if !self.schema.column(id).is_quantity()
            && (self.schema.column(id).role == Role::Identifier
                || self.schema.tables[id.table].label == Some(id.column)
                || self.schema.column(id).profile.distinct > 12)
            && (matches!(named, Some(Item::Value { .. })) && self.count_at.is_none()
                || self.is_of_all(at))
        {
            return at + 1;
        }
        // "with damage": all values but the one that says that there is none.
        let with = at.checked_sub(1).is_some_and(|before| {
            (0..=before)
                .rev()
                .find(|at| !matches!(self.nodes[*at].item, Item::Filler))
                .is_some_and(|found| matches!(self.nodes[found].item, Item::With))
        });
        if with && let Some(none) = super::shares::none_value(self.schema, id) {
            let condition = self.value_condition(id, &[none], true);
            self.push_condition(condition, at, Some(id));
            return at + 1;
        }
        // Two columns side by side for one noun ("interest rates"): either may be meant.
        let beside = at.checked_sub(1).is_some_and(|before| {
            self.nodes[before].end == self.nodes[at].start
                && matches!(self.nodes[before].item, Item::Column { .. })
        });
        if beside
            && self.schema.column(id).is_quantity()
            && let Some(last) = self.bare.last_mut().filter(|last| last.at + 1 == at)
            && self.schema.column(last.id).is_quantity()
            && last.id != id
        {
            last.others.push(id);
            return at + 1;
        }
        if self.bare.iter().any(|mention| mention.id == id) {
            return at + 1;
        }
        if with && self.extreme.is_some() && !self.schema.column(id).is_quantity() {
            self.shown.push(id);
        }
        let which = self.which_at.is_some_and(|which| {
            // "people who plan to leave": a relative clause asks for nothing.
            let relative = which > 0 && self.tokens[self.nodes[which].start].is("who whom whose");
            which < at
                && !relative
                && self.nodes[which + 1..at].iter().all(|node| {
                    node.item.is_glue()
                        || matches!(
                            node.item,
                            Item::Superlative { .. } | Item::Entity(_) | Item::Only
                        )
                })
        });
        self.bare.push(Mention {
            id,
            others,
            at,
            which,
        });
        at + 1
    }

    /// "under 18 or over 60": further comparisons with the same column.
    fn more_comparisons(&mut self, from: usize, id: ColumnId) -> usize {
        let Some(next) =
            (from..self.nodes.len()).find(|at| !matches!(self.nodes[*at].item, Item::Filler))
        else {
            return from;
        };
        let either = matches!(self.nodes[next].item, Item::Or);
        if !either && !matches!(self.nodes[next].item, Item::And) {
            return from;
        }
        let Some(Item::Compare {
            comparison,
            low,
            high,
            unit,
            stems,
        }) = self.item(next + 1).cloned()
        else {
            return from;
        };
        let own = self.next(next + 2).and_then(|after| self.item(after));
        if matches!(own, Some(Item::Column { .. } | Item::Entity(_))) || !stems.is_empty() {
            return from;
        }
        let Some(condition) = self.compare(id, comparison, low, high, unit) else {
            return from;
        };
        if either && let Some(last) = self.conditions.pop() {
            let both = Condition::Or {
                any: vec![last.condition, condition],
            };
            self.push_condition(both, last.at, Some(id));
        } else {
            self.push_condition(condition, next + 1, Some(id));
        }
        next + 2
    }

    /// A comparison whose column stands behind it, is implied by its unit or adjective, or is a count.
    fn compare_phrase(&mut self, at: usize) -> usize {
        let Item::Compare {
            comparison,
            low,
            high,
            unit,
            stems,
        } = self.nodes[at].item.clone()
        else {
            return at + 1;
        };
        let next = self.next(at + 1);
        match next.and_then(|next| self.item(next)).cloned() {
            // "more than 10 employees" counts them and compares no identifier.
            Some(Item::Column { id, .. })
                if self.schema.column(id).role == Role::Identifier
                    && !next.is_some_and(|next| self.is_identifier_asked(id, next)) =>
            {
                self.having
                    .push((Some(Measure::Count), count_test(comparison, low, high), at));
                return next.map_or(at + 1, |next| next + 1);
            }
            Some(Item::Column { id, .. })
                if self.schema.column(id).is_numeric() && stems.is_empty() =>
            {
                if let Some(condition) = self.compare(id, comparison, low, high, unit) {
                    self.push_condition(condition, at, Some(id));
                    return next.map_or(at + 1, |next| self.more_comparisons(next + 1, id));
                }
            }
            Some(Item::Entity(_)) if unit.is_none() && stems.is_empty() => {
                self.having
                    .push((Some(Measure::Count), count_test(comparison, low, high), at));
                return next.map_or(at + 1, |next| next + 1);
            }
            _ => {}
        }
        if let Some(id) = self.implied_column(at, unit, stems)
            && let Some(condition) = self.compare(id, comparison, low, high, unit)
        {
            self.push_condition(condition, at, Some(id));
            return self.more_comparisons(at + 1, id);
        }
        self.having
            .push((None, count_test(comparison, low, high), at));
        at + 1
    }

    /// The column that a comparison speaks of by its unit, adjective, or the last quantity before it.
    fn implied_column(
        &mut self,
        at: usize,
        unit: Option<crate::language::units::Unit>,
        stems: &[&str],
    ) -> Option<ColumnId> {
        if let Some(id) = self.by_stems(stems) {
            return Some(id);
        }
        if let Some(mention) = self.bare.last().filter(|mention| {
            self.schema.column(mention.id).is_quantity()
                && at - mention.at <= 3
                && !self.is_break(at - 1)
        }) {
            return Some(mention.id);
        }
        let table = self.table;
        let columns = &self.schema.tables[table].columns;
        if let Some(unit) = unit {
            let exact = columns.iter().position(|column| {
                column.is_quantity()
                    && column.unit.is_some_and(|kept| kept.kind == unit.kind)
                    && measured(column, unit.kind)
            });
            let same = exact.or_else(|| {
                let fitting = (0..columns.len()).filter(|at| {
                    columns[*at].is_quantity()
                        && columns[*at].unit.is_some_and(|kept| kept.kind == unit.kind)
                });
                // The whole rather than a part of it.
                fitting.min_by_key(|at| {
                    !columns[*at]
                        .words
                        .iter()
                        .any(|word| crate::language::lexicon::is_end_word(&word.word))
                })
            });
            let named = same.or_else(|| {
                crate::language::units::measured_stems(unit.kind)
                    .iter()
                    .find_map(|stem| {
                        columns
                            .iter()
                            .position(|column| column.is_quantity() && column.has_stem(stem))
                    })
            });
            return named.map(|column| ColumnId { table, column });
        }
        // "victims under 18": the age of persons.
        let age = columns
            .iter()
            .position(|column| column.is_quantity() && column.has_stem("age"));
        let word = &self.tokens[self.nodes[at].start];
        age.filter(|_| word.is("under over above below between at"))
            .map(|column| ColumnId { table, column })
    }

    /// The quantity with the first of the stems in its name.
    pub(super) fn by_stems(&self, stems: &[&str]) -> Option<ColumnId> {
        let table = self.table;
        let columns = &self.schema.tables[table].columns;
        stems.iter().find_map(|stem| {
            let mut fitting: Vec<usize> = (0..columns.len())
                .filter(|at| {
                    (columns[*at].is_quantity() || columns[*at].role == Role::Time)
                        && (columns[*at].has_stem(stem)
                            || columns[*at].unit_nouns.contains(stem) && columns[*at].is_quantity())
                })
                .collect();
            fitting.sort_by_key(|at| {
                let column = &columns[*at];
                // The whole rather than a part of it: "finish", "total".
                let whole = column
                    .words
                    .iter()
                    .any(|word| crate::language::lexicon::is_end_word(&word.word));
                (!column.has_stem(stem), !whole, column.words.len())
            });
            fitting.first().map(|column| ColumnId {
                table,
                column: *column,
            })
        })
    }

    fn average_phrase(&mut self, at: usize, comparison: Comparison, aggregate: Aggregate) -> usize {
        let next = self.next(at + 1);
        let behind = next.and_then(|next| match self.item(next) {
            Some(Item::Column { id, .. }) if self.schema.column(*id).is_quantity() => {
                Some((*id, next))
            }
            _ => None,
        });
        let test = Test::AgainstAggregate {
            comparison,
            aggregate,
            within: Within::All,
        };
        if let Some((id, next)) = behind {
            // "have a salary above the average salary" names the quantity twice.
            self.bare
                .retain(|mention| mention.id != id || mention.at + 5 < at);
            self.push_condition(
                Condition::Test {
                    of: self.scalar(id),
                    test,
                },
                at,
                Some(id),
            );
            return next + 1;
        }
        self.having.push((None, test, at));
        at + 1
    }

    /// "Bergeron got more votes than Coderre", "cost higher than the repair cost".
    fn compare_word_phrase(&mut self, at: usize) -> usize {
        let Item::CompareWord { comparison, stems } = self.nodes[at].item.clone() else {
            return at + 1;
        };
        let than = (at + 1..self.nodes.len().min(at + 5))
            .find(|at| matches!(self.nodes[*at].item, Item::Than));
        let after = than.and_then(|than| self.next(than + 1));
        if let Some(after) = after
            && let Some(Item::Column { id: right, .. }) = self.item(after)
            && let Some(left) = self
                .bare
                .last()
                .filter(|mention| self.schema.column(mention.id).is_numeric())
                .map(|mention| (mention.id, mention.at))
            && self.schema.column(*right).is_numeric()
        {
            let test = Test::AgainstScalar {
                comparison,
                other: self.scalar(*right),
            };
            let condition = Condition::Test {
                of: self.scalar(left.0),
                test,
            };
            self.push_condition(condition, left.1, None);
            let right = *right;
            self.bare.push(Mention {
                id: right,
                others: Vec::new(),
                at: after,
                which: false,
            });
            // A noun between, such as "votes", is the unit of both.
            return after + 1;
        }
        // "have cars become lighter over time": the quantity that the adjective is about, over its course.
        let timed = self
            .nodes
            .iter()
            .any(|node| matches!(node.item, Item::OverTime | Item::Unit(_) | Item::Time(_)));
        if than.is_none()
            && timed
            && self.bare.is_empty()
            && let Some(id) = self.by_stems(stems)
        {
            self.bare.push(Mention {
                id,
                others: Vec::new(),
                at,
                which: false,
            });
            return at + 1;
        }
        self.penalty += 0.8;
        at + 1
    }

    fn time_phrase(&mut self, at: usize) -> usize {
        match self.nodes[at].item.clone() {
            Item::Time(range) => self.time_ranges.push((range, at)),
            Item::SeasonValue(season, values) => {
                let wide = self.schema.tables[self.table].wide.as_ref().filter(|wide| {
                    wide.unpivot.kind == crate::plan::UnpivotKind::Months
                        && season == Season::MonthOfYear
                });
                if let Some(wide) = wide {
                    for (position, column) in wide.unpivot.columns.iter().enumerate() {
                        if values.len() < 12
                            && column.number.is_some_and(|number| values.contains(&number))
                        {
                            let id = ColumnId {
                                table: self.table,
                                column: wide.columns[position],
                            };
                            self.bare.push(Mention {
                                id,
                                others: Vec::new(),
                                at,
                                which: false,
                            });
                        }
                    }
                    return at + 1;
                }
                let full = (season == Season::MonthOfYear && values.len() == 12)
                    || (season == Season::Weekday && values.len() == 7);
                if full {
                    return at + 1;
                }
                let source = self.schema.tables[self.table]
                    .time
                    .as_ref()
                    .map(|time| time.source.clone());
                if let Some(of) = source {
                    let values = values
                        .iter()
                        .map(|value| Literal::Number {
                            number: *value as f64,
                        })
                        .collect();
                    let condition = Condition::Test {
                        of: Scalar::Season { of, season },
                        test: Test::In { values },
                    };
                    self.conditions.push(Said {
                        condition,
                        at,
                        column: None,
                        is_time: true,
                    });
                } else {
                    self.unknown.push(at);
                }
            }
            _ => {}
        }
        at + 1
    }

    fn missing_phrase(&mut self, at: usize) -> usize {
        match self
            .next(at + 1)
            .map(|next| (next, self.item(next).cloned()))
        {
            Some((next, Some(Item::Column { id, .. }))) => {
                self.push_condition(
                    Condition::Test {
                        of: self.scalar(id),
                        test: Test::Missing,
                    },
                    at,
                    Some(id),
                );
                next + 1
            }
            _ => {
                self.missing_at = Some(at);
                at + 1
            }
        }
    }

    fn direction_phrase(&mut self, at: usize) -> usize {
        self.direction = Some(at);
        at + 1
    }

    fn wish_phrase(&mut self, at: usize, wish: Wish) -> usize {
        let target = matches!(wish, Wish::ColorBy | Wish::FacetBy);
        if wish == Wish::AxisX
            && let Some(next) = self.next(at + 1)
            && let Some(Item::Column { id, .. }) = self.item(next)
        {
            self.across = Some(*id);
        }
        let next = if target {
            // "small multiples of price by size": what is shown, not what divides.
            let of = |at: usize| matches!(self.item(at), Some(Item::Of)) && wish == Wish::FacetBy;
            (at + 1..self.nodes.len()).find(|at| {
                of(*at) || !matches!(self.nodes[*at].item, Item::Filler | Item::By | Item::Of)
            })
        } else {
            None
        };
        self.wishes.push((wish.clone(), at));
        if let Some(next) = next
            && let Some(Item::Column { id, .. }) = self.item(next)
        {
            let group = self.column_group(*id);
            let index = self.groups.iter().position(|known| known.value == group);
            self.push_group(group, at, next + 1);
            let index = index.unwrap_or(self.groups.len() - 1);
            self.wishes.pop();
            self.wishes.push((wish, self.wish_target(index)));
            return next + 1;
        }
        at + 1
    }

    /// A group's index, marked as a target beyond all nodes.
    fn wish_target(&self, index: usize) -> usize {
        self.nodes.len() + index
    }
}

fn measured(column: &crate::schema::Column<'_>, kind: crate::language::units::UnitKind) -> bool {
    crate::language::units::measured_stems(kind)
        .iter()
        .take(2)
        .any(|stem| column.has_stem(stem))
}

fn count_test(comparison: Comparison, low: f64, high: Option<f64>) -> Test {
    let number = |number| Literal::Number { number };
    match high {
        Some(high) => Test::Between {
            low: number(low),
            high: number(high),
            open: false,
        },
        None => Test::Compare {
            comparison,
            value: number(low),
        },
    }
}
