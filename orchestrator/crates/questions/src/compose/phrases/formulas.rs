//! Formulas in words: "list price minus cost price, divided by list price", "production divided by area".

use crate::compose::draft::Draft;
use crate::parse::Item;
use crate::plan::{Aggregate, Arithmetic, Measure, Scalar};
use crate::schema::{ColumnId, Role};

impl Draft<'_, '_> {
    /// Reads columns that operators join and measures their result.
    pub(super) fn formula_phrase(&mut self, at: usize) -> Option<usize> {
        let first = self.operand(at)?;
        let opens = at
            .checked_sub(1)
            .filter(|before| self.tokens[self.nodes[*before].start].text == "(");
        let mut of = self.scalar(first);
        let mut divisor: Option<Scalar> = None;
        let mut operands = vec![first];
        let mut end = at + 1;
        while let Some((operator, next)) = self.operator(end) {
            let Some(id) = self.operand(next) else { break };
            let right = self.scalar(id);
            match operator {
                // A comma or bracket before it makes all that stands before the dividend.
                Arithmetic::Divide if divisor.is_none() => divisor = Some(right),
                // More than one division, or an operator behind it, is ambiguous without brackets.
                Arithmetic::Divide => break,
                _ if divisor.is_some() => break,
                operator => {
                    of = Scalar::Arithmetic {
                        operator,
                        left: Box::new(of),
                        right: Box::new(right),
                    };
                }
            }
            operands.push(id);
            end = next + 1;
        }
        if operands.len() < 2 {
            return None;
        }
        let additive = operands
            .iter()
            .all(|id| self.default_aggregate(*id) == Aggregate::Sum);
        // Price times number is an amount, and amounts add up.
        let stock = matches!(
            of,
            Scalar::Arithmetic {
                operator: Arithmetic::Multiply,
                ..
            }
        );
        let default = if additive || stock {
            Aggregate::Sum
        } else {
            Aggregate::Mean
        };
        let aggregate = self.aggregate.take().map_or(default, |said| said.0);
        let is_ratio = divisor.is_some();
        let measure = match divisor {
            // A ratio of groups is the ratio of their sums.
            Some(divisor) => Measure::Arithmetic {
                operator: Arithmetic::Divide,
                left: Box::new(Measure::Aggregate {
                    aggregate: Aggregate::Sum,
                    of,
                }),
                right: Box::new(Measure::Aggregate {
                    aggregate: Aggregate::Sum,
                    of: divisor,
                }),
                percent: self.percent_at.take().is_some(),
            },
            None => Measure::Aggregate { aggregate, of },
        };
        if let Some(opens) = opens.filter(|_| is_ratio) {
            self.define_by_formula(opens);
        }
        self.push_measure(measure, at, end);
        Some(end)
    }

    /// Removes the quantities before a bracket that says how they are computed: "click-through rate (clicks over views)".
    fn define_by_formula(&mut self, opens: usize) {
        let schema = self.schema;
        self.bare
            .retain(|mention| mention.at > opens || !schema.column(mention.id).is_quantity());
        self.unknown.retain(|unknown| {
            // "return on ad spend": a name of the formula needs no column.
            *unknown > opens || self.nodes[opens].start - self.nodes[*unknown].end > 6
        });
    }

    /// Tells whether "over" divides: it stands between two quantities that fill a bracket.
    fn is_quotient(&self, at: usize) -> bool {
        let text = |at: usize| self.tokens[self.nodes[at].start].text.as_str();
        at >= 2
            && text(at - 2) == "("
            && self.operand(at - 1).is_some()
            && self.operand(at + 1).is_some()
            && self
                .nodes
                .get(at + 2)
                .is_some_and(|node| self.tokens[node.start].text == ")")
    }

    /// The quantity that a node names.
    fn operand(&self, at: usize) -> Option<ColumnId> {
        match self.item(at)? {
            Item::Column { id, .. }
                if self.schema.column(*id).is_quantity()
                    && self.schema.column(*id).role != Role::Flag =>
            {
                Some(*id)
            }
            _ => None,
        }
    }

    /// The operator behind a node, with the place of what follows it.
    fn operator(&self, at: usize) -> Option<(Arithmetic, usize)> {
        let here = (at..self.nodes.len()).find(|at| {
            let item = &self.nodes[*at].item;
            let comma = matches!(item, Item::Break)
                && matches!(
                    self.tokens[self.nodes[*at].start].text.as_str(),
                    "," | ")" | "("
                );
            !matches!(item, Item::Filler) && !comma
        })?;
        let word = self.tokens[self.nodes[here].start].word.as_str();
        let operator = match (word, &self.nodes[here].item) {
            ("minus" | "less" | "-" | "−", _) => Arithmetic::Subtract,
            ("plus" | "+", _) => Arithmetic::Add,
            ("times" | "multiplied" | "*" | "×", _) => Arithmetic::Multiply,
            ("divided" | "over", Item::Ratio) | ("/", _) => Arithmetic::Divide,
            ("over" | "per", _) if self.is_quotient(here) => Arithmetic::Divide,
            _ => return None,
        };
        let next = self.next(here + 1)?;
        Some((operator, next))
    }
}
