//! Phrases that measure: "average price", "number of loans".

use crate::compose::draft::{Draft, Mention};
use crate::parse::Item;
use crate::plan::{Aggregate, Measure, Part, Scalar};
use crate::schema::{ColumnId, Role};

impl Draft<'_, '_> {
    /// The sum of quantity times price.
    pub(super) fn revenue_mark(
        &mut self,
        at: usize,
        (quantity, price): (ColumnId, ColumnId),
        per: Option<ColumnId>,
    ) {
        let of = Scalar::Arithmetic {
            operator: crate::plan::Arithmetic::Multiply,
            left: Box::new(self.scalar(quantity)),
            right: Box::new(self.scalar(price)),
        };
        let measure = Measure::Aggregate {
            aggregate: Aggregate::Sum,
            of,
        };
        let measure = match per {
            // "average order value": the orders' totals are averaged, not the single items.
            Some(key) => Measure::Nested {
                aggregate: self.aggregate.take().map_or(Aggregate::Mean, |said| said.0),
                of: Box::new(measure),
                over: vec![crate::plan::Group::Column {
                    column: self.schema.reference(key),
                }],
                test: None,
            },
            None => measure,
        };
        if !self.measures.iter().any(|known| known.value == measure) {
            self.push_measure(measure, at, at + 1);
        }
    }

    /// "Spent", "money in": the part of a signed amount, added up unless another summary is asked for.
    pub(super) fn flow_phrase(&mut self, at: usize, column: ColumnId, out: bool) -> usize {
        let of = Scalar::Flow {
            of: self.schema.reference(column),
            out,
        };
        let aggregate = self.aggregate.take().map_or(Aggregate::Sum, |said| said.0);
        let measure = Measure::Aggregate { aggregate, of };
        if !self.measures.iter().any(|known| known.value == measure) {
            self.push_measure(measure, at, at + 1);
        }
        at + 1
    }

    /// Tells whether a column before "share" is a share itself or says yes and no: "cancelled share".
    pub(super) fn is_rate_before(&self, at: usize) -> bool {
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
    pub(super) fn rate_mark(&mut self, at: usize) {
        let before = (0..at)
            .rev()
            .find(|at| !matches!(self.nodes[*at].item, Item::Filler));
        match before.and_then(|before| self.item(before)) {
            Some(Item::Value { .. }) => self.rate_of = before,
            Some(Item::Column { id, .. }) => {
                let column = self.schema.column(*id);
                let is_event = column.is_date() && column.profile.nulls > 0;
                if is_event || self.yes_condition(*id).is_some() && !column.is_numeric() {
                    self.rate_of = before;
                } else if column.role == Role::Additive || is_number_of_many(column.profile) {
                    // A "win rate" is more than a number of wins: it needs the whole.
                    self.unknown.push(at);
                }
            }
            _ => self.unknown.push(at),
        }
    }

    pub(super) fn push_measure(&mut self, measure: Measure, from: usize, to: usize) {
        let spans = self.spans(from, to);
        self.measures.push(Part::said(measure, spans));
        self.measured_at.push(from);
    }

    /// Returns the quantity behind a general noun that only says what kind it is: the medicines in "cost of medicines", where
    /// "cost" by itself would be another amount of money.
    pub(super) fn past_head(&self, at: usize) -> usize {
        let quantity = |at: usize| match self.item(at) {
            Some(Item::Column { id, .. }) if self.schema.column(*id).is_quantity() => Some(*id),
            _ => None,
        };
        let behind = matches!(self.item(at + 1), Some(Item::Of)).then(|| self.next(at + 2));
        let (Some(head), Some(Some(next))) = (quantity(at), behind) else {
            return at;
        };
        let Some(of) = quantity(next).filter(|of| *of != head) else {
            return at;
        };
        let token = &self.tokens[self.nodes[at].start];
        let is_general = self.nodes[at].end == self.nodes[at].start + 1
            && token.is("cost costs price prices amount value expense expenses")
            && !self.schema.column(head).is_called(&token.word);
        let is_same_kind = self.schema.column(head).unit == self.schema.column(of).unit;
        if is_general && is_same_kind { next } else { at }
    }

    /// "average total cost and speed".
    pub(super) fn aggregate_phrase(&mut self, at: usize, aggregate: Aggregate) -> usize {
        let Some(next) = self.next(at + 1).map(|next| self.past_head(next)) else {
            return self.aggregate_behind(at, aggregate);
        };
        match &self.nodes[next].item {
            // "total visits" of two columns of visits is as unclear as "visits".
            Item::Column { id, others }
                if !others.is_empty()
                    && self.aggregate.is_none()
                    && self.schema.column(*id).is_quantity() =>
            {
                self.bare.push(Mention {
                    others: others.clone(),
                    ..Mention::of(*id, next)
                });
                self.aggregate = Some((aggregate, at));
                next + 1
            }
            Item::Column { .. } => {
                // "total home goals plus away goals": the result of the formula is summarised.
                if self.aggregate.is_none() {
                    self.aggregate = Some((aggregate, at));
                    if let Some(end) = self.formula_phrase(next) {
                        return end;
                    }
                    self.aggregate = None;
                }
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
                        // "average cost and speed (median)": a column with an aggregate of its own leaves the list.
                        Some(Item::Column { .. }) if self.is_aggregated_behind(after) => false,
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
                if self.is_of_rows(at, next) {
                    self.aggregate_behind(at, aggregate);
                    return next + 1;
                }
                self.aggregate = Some((aggregate, at));
                // "mean of the countries of each continent": what is averaged are the rows, which the noun only names.
                if self.names_averaged(next) {
                    return next + 1;
                }
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
            Item::Count if let Some((column_at, id)) = self.number_by_quantity(next) => {
                let of = self.scalar(id);
                self.push_measure(Measure::Aggregate { aggregate, of }, at, column_at + 1);
                column_at + 1
            }
            Item::Count if aggregate == Aggregate::Sum => at + 1,
            // "Total hurricane deaths": the noun of the rows only says what the amount is of.
            Item::Entity(_) if aggregate == Aggregate::Sum && self.is_amount(next + 1) => {
                self.aggregate = Some((aggregate, at));
                next + 1
            }
            Item::Entity(_) if aggregate == Aggregate::Sum => {
                self.count_at = Some(at);
                at + 1
            }
            _ => self.aggregate_behind(at, aggregate),
        }
    }

    /// Tells whether a node is a column of numbers that add up.
    fn is_amount(&self, at: usize) -> bool {
        matches!(self.item(at), Some(Item::Column { id, .. }) if self.schema.column(*id).role == Role::Additive)
    }

    /// "average number of stations by magnitude": the column of numbers behind `at` and its place, where another quantity divides
    /// it. Side by side they would be two averages.
    fn number_by_quantity(&self, at: usize) -> Option<(usize, ColumnId)> {
        let quantity = |at: usize| match self.item(at)? {
            Item::Column { id, .. } => Some(*id).filter(|id| self.schema.column(*id).is_quantity()),
            _ => None,
        };
        let column_at = self.next(at + 1)?;
        let id = quantity(column_at)?;
        let by = self.next(column_at + 1)?;
        let divides = matches!(self.item(by), Some(Item::By));
        (divides && quantity(self.next(by + 1)?).is_some()).then_some((column_at, id))
    }

    /// "highest temperature by station", "the biggest crew and the average cost": a superlative before a quantity that is
    /// divided or listed is the extreme of each group. Where a row or group is asked for, it selects.
    pub(super) fn extreme_as_aggregate(&mut self, at: usize) -> Option<usize> {
        let Some(Item::Superlative {
            adjective,
            n: None,
            percent: None,
        }) = self.item(at)
        else {
            return None;
        };
        let next = self.next(at + 1).filter(|next| {
            matches!(self.item(*next), Some(Item::Column { id, .. }) if self.schema.column(*id).is_quantity())
        })?;
        let before = (0..at)
            .rev()
            .find(|at| !matches!(self.nodes[*at].item, Item::Filler | Item::Break));
        let is_selecting = before.is_some_and(|before| {
            matches!(
                self.nodes[before].item,
                Item::With | Item::Nth(_) | Item::Number(_)
            )
        });
        let is_listed = before.is_some_and(|before| {
            matches!(self.nodes[before].item, Item::And) && !self.measures.is_empty()
        }) || matches!(self.item(next + 1), Some(Item::And))
            && matches!(
                self.next(next + 2).and_then(|next| self.item(next)),
                Some(Item::Aggregate(_) | Item::Superlative { .. })
            );
        // "genres with a highest gross over 600": compared, and so a measure of each.
        let is_compared = matches!(
            self.next(next + 1).and_then(|next| self.item(next)),
            Some(Item::Compare { .. })
        );
        // "best rated app of each developer": the noun behind the quantity is what is selected.
        let has_noun = match self.item(next + 1) {
            Some(Item::Entity(_)) => true,
            Some(Item::Column { id, .. }) => !self.schema.column(*id).is_quantity(),
            _ => false,
        };
        if has_noun {
            return None;
        }
        let is_asked = is_selecting || self.asks_which();
        let is_measure = if is_asked {
            is_compared
        } else {
            is_listed || self.is_divided_by_noun() || self.compares_values()
        };
        let is_turned = match self.item(next) {
            Some(Item::Column { id, .. }) => self.is_turned(at, *id),
            _ => false,
        };
        let aggregate = if adjective.high != is_turned {
            Aggregate::Maximum
        } else {
            Aggregate::Minimum
        };
        is_measure.then(|| self.aggregate_phrase(at, aggregate))
    }

    /// Tells whether a noun is asked for: "which airport", "what month".
    pub(in crate::compose) fn asks_which(&self) -> bool {
        (0..self.nodes.len()).any(|at| {
            matches!(self.nodes[at].item, Item::Which)
                && match self.next(at + 1).and_then(|next| self.item(next)) {
                    Some(Item::Column { id, .. }) => !self.schema.column(*id).is_quantity(),
                    Some(Item::Entity(_) | Item::Unit(_) | Item::Season(_)) => true,
                    _ => self.tokens[self.nodes[at].start].is("who whose whom"),
                }
        })
    }

    /// Tells whether two values of one column are set against each other: "Lyon versus Nice", "compare Lyon and Nice".
    fn compares_values(&self) -> bool {
        let is_comparison = self
            .nodes
            .iter()
            .any(|node| matches!(node.item, Item::Versus | Item::Difference))
            || self
                .tokens
                .iter()
                .any(|token| token.is("compare comparing comparison"));
        let mut columns: Vec<ColumnId> = self
            .nodes
            .iter()
            .filter_map(|node| match node.item {
                Item::Value { column, .. } => Some(column),
                _ => None,
            })
            .collect();
        columns.sort_unstable();
        is_comparison && columns.windows(2).any(|pair| pair[0] == pair[1])
    }

    /// Tells whether the question is divided by a category or by periods: "by station", "per month", "monthly".
    pub(super) fn is_divided_by_noun(&self) -> bool {
        (0..self.nodes.len()).any(|at| {
            let divides = match self.nodes[at].item {
                Item::By => self.next(at + 1),
                Item::Unit(_) => Some(at),
                _ => None,
            };
            divides.is_some_and(|at| match self.item(at) {
                Some(Item::Column { id, .. }) => !self.schema.column(*id).is_quantity(),
                Some(Item::Unit(_) | Item::Season(_)) => true,
                _ => false,
            })
        })
    }

    /// Tells whether a quantity stands before an aggregate and the noun of the rows behind it: "price average of the wines", which
    /// is the order of French and Spanish.
    fn is_of_rows(&self, at: usize, next: usize) -> bool {
        let Some(Item::Column { id, .. }) = self.item(next) else {
            return false;
        };
        let table = &self.schema.tables[id.table];
        let node = &self.nodes[next];
        let is_noun = table.label == Some(id.column)
            || self.tokens[node.start..node.end]
                .iter()
                .all(|token| table.entity.contains(&token.stem));
        let is_behind_of = self.tokens[self.nodes[at].start..node.start]
            .iter()
            .any(|token| token.is("of"));
        let is_measured = self.bare.last().is_some_and(|mention| {
            mention.at + 1 == at && self.schema.column(mention.id).is_quantity()
        });
        is_noun && is_behind_of && is_measured && self.schema.column(*id).is_text()
    }

    /// Tells whether a noun behind "average of the" names the rows of a quantity that is said already.
    fn names_averaged(&self, next: usize) -> bool {
        let Some(Item::Column { id, .. }) = self.item(next) else {
            return false;
        };
        let token = &self.tokens[self.nodes[next].end - 1];
        let column = self.schema.column(*id);
        let measured = self
            .bare
            .iter()
            .any(|mention| self.schema.column(mention.id).is_quantity());
        let is_of = self.nodes[next].start >= 2
            && self.tokens[..self.nodes[next].start]
                .iter()
                .rev()
                .take(2)
                .any(|token| token.is("of across over"));
        let plural = crate::schema::build::singular(&token.word) != token.word;
        measured && is_of && plural && column.is_text()
    }

    /// Tells whether an aggregate behind a column is the column's own: "age (median)", "price on average".
    fn is_aggregated_behind(&self, column: usize) -> bool {
        let behind = self.next(column + 1);
        behind.is_some_and(|behind| {
            matches!(self.item(behind), Some(Item::Aggregate(_)))
                && !matches!(
                    self.next(behind + 1).and_then(|next| self.item(next)),
                    Some(Item::Column { id, .. }) if self.schema.column(*id).is_quantity()
                )
        })
    }

    /// "mpg average": the aggregate stands behind its column, or waits for one.
    pub(super) fn aggregate_behind(&mut self, at: usize, aggregate: Aggregate) -> usize {
        if let Some(mention) = self
            .bare
            .last()
            .filter(|mention| {
                self.next(mention.at + 1) == Some(at)
                    && self.schema.column(mention.id).is_quantity()
            })
            .cloned()
        {
            self.bare.pop();
            let of = self.scalar(mention.id);
            self.push_measure(Measure::Aggregate { aggregate, of }, mention.at, at + 1);
        } else if !self.closes_measure(at, aggregate)
            && (self.aggregate.is_none() || aggregate != Aggregate::Sum)
        {
            self.aggregate = Some((aggregate, at));
        }
        at + 1
    }

    /// "Typical length (median)": an aggregate right behind the column of a mean replaces the mean. False if there is none.
    fn closes_measure(&mut self, at: usize, said: Aggregate) -> bool {
        let is_passed_over =
            |node: &crate::parse::Node| matches!(node.item, Item::Filler | Item::Break);
        let before = (self.nodes[..at].iter())
            .rev()
            .find(|node| !is_passed_over(node));
        let Some(Item::Column { id, .. }) = before.map(|node| node.item.clone()) else {
            return false;
        };
        let column = self.scalar(id);
        let Some(Measure::Aggregate { aggregate, of }) =
            self.measures.last_mut().map(|part| &mut part.value)
        else {
            return false;
        };
        let closes = *aggregate == Aggregate::Mean && *of == column;
        if closes {
            *aggregate = said;
        }
        closes
    }

    /// "number of …", "how many …".
    pub(super) fn count_phrase(&mut self, at: usize) -> usize {
        let Some(next) = self.next(at + 1) else {
            self.count_at = Some(at);
            return at + 1;
        };
        match self.item(next) {
            Some(Item::Column { id, .. }) => {
                let id = *id;
                let column = self.schema.column(id);
                let node = &self.nodes[next];
                let is_unit = node.end == node.start + 1
                    && crate::language::units::unit(&self.tokens[node.start].word).is_some();
                // "how many litres" asks for an amount and counts no rows.
                if column.is_quantity() && is_unit && column.role != Role::Ordinal {
                    let others = match self.item(next) {
                        Some(Item::Column { others, .. }) => others.clone(),
                        _ => Vec::new(),
                    };
                    self.bare.push(Mention {
                        others,
                        ..Mention::of(id, next)
                    });
                    return next + 1;
                }
                // "How many members voted": rows where a flag says so.
                if column.is_quantity()
                    && column.role != Role::Flag
                    && (column.role == Role::Additive
                        || column.words.len() == 1
                        || column.role == Role::Ordinal)
                    && !self.opens_condition(next + 1)
                {
                    // "number of votes" is the column of votes.
                    self.bare.push(Mention::of(id, next));
                    return next + 1;
                }
                self.count_at = Some(at);
                if super::is_row_number(self.schema, id) && id.table == self.table {
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

    pub(super) fn distinct_phrase(&mut self, at: usize) -> usize {
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
}

/// Returns whether a column counts more than any rate could be.
fn is_number_of_many(profile: &portolan_query::ColumnProfile) -> bool {
    const MOST: f64 = 10_000.0;
    let high = profile.max.as_ref().and_then(serde_json::Value::as_f64);
    profile.column_type == portolan_query::ColumnType::Integer
        && high.is_some_and(|high| high > MOST)
}
