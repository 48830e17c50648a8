//! Clauses that only say in which order to show: "in descending order of price", "rank the x-axis from low to high".

use super::draft::{Draft, OrderTarget};
use crate::parse::{Item, Node, Wish};
use crate::schema::ColumnId;

/// A clause about the order, which measures and groups nothing by itself.
#[derive(Clone, Debug)]
pub struct OrderClause {
    pub from: usize,
    pub to: usize,
    pub descending: Option<bool>,
    pub target: Option<OrderTarget>,
    /// The node that says "sorted" or "descending".
    pub at: usize,
}

impl Draft<'_, '_> {
    /// Returns the clause that starts at a node.
    pub(super) fn order_clause(&self, at: usize) -> Option<OrderClause> {
        (at..self.nodes.len().min(at + 8))
            .filter(|order| matches!(self.nodes[*order].item, Item::Order { .. }))
            .map(|order| self.clause_around(order))
            .next()
            .filter(|clause| clause.from == at)
    }

    /// Reads "rank the companies by fare" up to what they are ranked by, which is measured: the noun divides.
    pub(super) fn ranking_phrase(&mut self, at: usize) -> Option<usize> {
        let is_verb = matches!(self.item(at)?, Item::Order { descending: None })
            && self.tokens[self.nodes[at].start].is("rank ranking");
        let noun = self.next(at + 1).filter(|_| is_verb)?;
        let Item::Column { id, .. } = self.item(noun)? else {
            return None;
        };
        let id = *id;
        let by = self.next(noun + 1)?;
        let divides = matches!(self.item(by)?, Item::By)
            && self.tokens[self.nodes[by].start].is("by according");
        let measured = match self.item(self.next(by + 1)?)? {
            Item::Column { id, .. } => self.schema.column(*id).is_quantity(),
            Item::Aggregate(_) | Item::Count | Item::Revenue { .. } | Item::Share => true,
            _ => false,
        };
        if !divides || !measured || self.schema.column(id).is_quantity() {
            return None;
        }
        self.push_group(self.column_group(id), noun, noun + 1);
        self.order = Some((true, Some(OrderTarget::Measure), at));
        Some(by + 1)
    }

    /// Keeps what a clause says.
    pub(super) fn keep_order(&mut self, clause: &OrderClause) -> usize {
        // Two clauses complete each other: "sorted by price" and then "in descending order".
        let (known, before) = self
            .order
            .map_or((None, None), |order| (Some(order.0), order.1));
        let descending = clause.descending.or(known).unwrap_or(false);
        self.order = Some((descending, clause.target.or(before), clause.at));
        clause.to
    }

    pub(super) fn clause_around(&self, order: usize) -> OrderClause {
        let mut clause = self.clause_ahead(order);
        // A target before the word is looked for only where none follows it.
        if clause.target.is_none() && clause.descending.is_some() {
            self.target_behind(&mut clause);
        }
        clause
    }

    /// Reads direction and target behind the word of order: "sorted by price from low to high".
    fn clause_ahead(&self, order: usize) -> OrderClause {
        let descending = match self.nodes[order].item {
            Item::Order { descending } => descending,
            _ => None,
        };
        let mut clause = OrderClause {
            from: order,
            to: order + 1,
            descending,
            target: None,
            at: order,
        };
        // "sort Country": the verb needs no "by" before its object.
        let mut introduced = descending.is_none();
        for here in order + 1..self.nodes.len().min(order + 9) {
            match self.item(here) {
                // "sort the codes in descending order of their number": the codes are shown.
                Some(Item::Order { .. })
                    if clause.target.is_some() && self.has_own_target(here) =>
                {
                    clause.target = None;
                    clause.to = order + 1;
                    break;
                }
                Some(Item::Order { descending }) => {
                    clause.descending = clause.descending.or(*descending);
                }
                Some(Item::By | Item::Of) => {
                    introduced = true;
                    continue;
                }
                Some(Item::Filler) if clause.target.is_none() && self.axis(here).is_some() => {
                    clause.target = self.axis(here);
                }
                Some(Item::Filler | Item::In | Item::Which) => continue,
                Some(Item::Wish(Wish::AxisX | Wish::AxisY)) if clause.target.is_none() => {
                    clause.target = self.axis(here);
                }
                Some(Item::Column { id, .. }) if clause.target.is_none() && introduced => {
                    clause.target = Some(self.column_target(*id, here));
                }
                Some(Item::Count | Item::Aggregate(_))
                    if introduced && matches!(clause.target, None | Some(OrderTarget::Measure)) =>
                {
                    clause.target = Some(OrderTarget::Measure);
                }
                // The noun of the measure: "by the number of films".
                Some(Item::Column { .. } | Item::Entity(_))
                    if clause.target == Some(OrderTarget::Measure) => {}
                // "Ordered low to urgent": two values are the ends of their column's scale.
                Some(Item::Value { column, .. })
                    if clause.target.is_none() && self.ends_scale(here, *column).is_some() =>
                {
                    clause.target = Some(OrderTarget::Column(*column));
                    clause.descending = self.ends_scale(here, *column).map(|end| end.1);
                    clause.to = self.ends_scale(here, *column).map_or(here + 1, |end| end.0);
                    break;
                }
                Some(Item::Unknown) if clause.target.is_none() && self.is_names(here) => {
                    clause.target = Some(OrderTarget::Axis(true));
                }
                _ => break,
            }
            clause.to = here + 1;
        }
        clause
    }

    /// Returns the end of "low to urgent", and whether the first is above the second on the scale.
    fn ends_scale(&self, at: usize, column: ColumnId) -> Option<(usize, bool)> {
        let value = |at: usize| match self.item(at) {
            Some(Item::Value {
                column: known,
                texts,
                ..
            }) if *known == column => texts.first(),
            _ => None,
        };
        let low = value(at)?;
        let other = (at + 1..=at + 2).find(|other| value(*other).is_some())?;
        let is_joined = self.tokens[self.nodes[at].end..self.nodes[other].start]
            .iter()
            .any(|token| token.is("to through until"));
        let scale = crate::sql::ordinal::natural(self.schema.column(column).profile);
        let place = |text: &String| scale.iter().position(|known| known == text);
        let is_falling = place(low) > place(value(other)?);
        is_joined.then_some((other + 1, is_falling))
    }

    /// Tells whether a direction says by what it orders: "in descending order of their number".
    fn has_own_target(&self, at: usize) -> bool {
        let said = self.nodes[at + 1..]
            .iter()
            .take_while(|node| {
                matches!(
                    node.item,
                    Item::Of | Item::By | Item::Filler | Item::Order { .. }
                )
            })
            .count();
        let introduced = self.nodes[at + 1..at + 1 + said]
            .iter()
            .any(|node| matches!(node.item, Item::Of | Item::By));
        let ends_with_of = self.tokens[self.nodes[at].end - 1].is("of by");
        (introduced || ends_with_of)
            && matches!(
                self.item(at + 1 + said),
                Some(Item::Count | Item::Aggregate(_) | Item::Column { .. })
            )
    }

    /// Finds the target before the direction: ", x-axis in ascending order", "show Country from high to low".
    fn target_behind(&self, clause: &mut OrderClause) {
        let mut at = clause.from;
        let mut measured = None;
        while let Some(here) = at.checked_sub(1) {
            at = here;
            let target = match self.item(here) {
                Some(Item::Filler) if self.axis(here).is_some() => self.axis(here),
                Some(Item::Wish(Wish::AxisX | Wish::AxisY)) => self.axis(here),
                Some(Item::Filler | Item::In | Item::Of) => continue,
                Some(Item::Count | Item::Aggregate(_)) => Some(OrderTarget::Measure),
                Some(Item::Column { .. } | Item::Entity(_))
                    if measured.is_none() && self.is_measured(here) =>
                {
                    measured = Some(here);
                    continue;
                }
                Some(Item::Column { id, .. }) => Some(self.column_target(*id, here)),
                Some(Item::Unknown) if self.is_names(here) => Some(OrderTarget::Axis(true)),
                _ => None,
            };
            let Some(target) = target else { return };
            let axis = matches!(target, OrderTarget::Axis(_));
            let Some(from) = self.clause_start(here, axis) else {
                return;
            };
            clause.target = Some(target);
            clause.from = from;
            return;
        }
    }

    /// Returns where a clause with its target at a node starts. A column that is named nowhere before is no mere order.
    fn clause_start(&self, target: usize, axis: bool) -> Option<usize> {
        let mut from = target;
        while let Some(before) = from.checked_sub(1) {
            match self.item(before) {
                Some(Item::Filler | Item::Of | Item::In) => from = before,
                // "total number", "by the number of films".
                Some(Item::Aggregate(_) | Item::Count) => from = before,
                Some(Item::By) if axis || self.is_named_before(target) => return Some(before),
                Some(Item::And | Item::Break) if axis || self.is_named_before(target) => {
                    return Some(from);
                }
                _ => break,
            }
        }
        // An axis is about the chart and nothing else, whatever stands before it.
        axis.then_some(target)
    }

    /// Tells whether the item at a node is a count, or a column that an earlier node names.
    fn is_named_before(&self, target: usize) -> bool {
        match self.item(target) {
            Some(Item::Column { id, .. }) => self.nodes[..target]
                .iter()
                .any(|node| matches!(&node.item, Item::Column { id: known, .. } if known == id)),
            Some(Item::Count | Item::Aggregate(_)) => self.nodes[..target].iter().any(|node| {
                matches!(
                    node.item,
                    Item::Count | Item::Aggregate(_) | Item::Column { .. } | Item::Entity(_)
                )
            }),
            Some(Item::Unknown) => true,
            _ => false,
        }
    }

    /// Tells whether a noun follows "the number of" or "the average".
    fn is_measured(&self, at: usize) -> bool {
        (0..at)
            .rev()
            .find(|before| !matches!(self.nodes[*before].item, Item::Filler | Item::Of))
            .is_some_and(|before| {
                matches!(self.nodes[before].item, Item::Count | Item::Aggregate(_))
            })
    }

    /// The axis that a node names, as a phrase or as a bare letter.
    fn axis(&self, at: usize) -> Option<OrderTarget> {
        match self.item(at)? {
            Item::Wish(Wish::AxisX) => Some(OrderTarget::Axis(true)),
            Item::Wish(Wish::AxisY) => Some(OrderTarget::Axis(false)),
            Item::Filler => match self.tokens[self.nodes[at].start].word.as_str() {
                "x" => Some(OrderTarget::Axis(true)),
                "y" => Some(OrderTarget::Axis(false)),
                _ => None,
            },
            _ => None,
        }
    }

    /// "the names" are those of the groups, where no group is a column of names.
    fn column_target(&self, id: ColumnId, at: usize) -> OrderTarget {
        let elsewhere = self.nodes.iter().enumerate().any(|(other, node)| {
            other != at && matches!(&node.item, Item::Column { id: known, .. } if *known == id)
        });
        if self.is_names(at) && !elsewhere {
            OrderTarget::Axis(true)
        } else {
            OrderTarget::Column(id)
        }
    }

    fn is_names(&self, at: usize) -> bool {
        let Node { start, end, .. } = self.nodes[at];
        end == start + 1 && self.tokens[start].is("name names")
    }
}
