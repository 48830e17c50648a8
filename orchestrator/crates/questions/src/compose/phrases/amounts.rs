//! Numbers of things that a row has: "with 3 bedrooms", "4 gears and 2 doors".

use crate::compose::draft::Draft;
use crate::parse::Item;
use crate::plan::{Condition, Literal, Test};
use crate::schema::{ColumnId, Role};

impl Draft<'_, '_> {
    /// Reads "with 3 bedrooms" and "with 3 or 4 bedrooms": numbers before the name of a column, behind a word that leads to a
    /// quality of the rows. Only "top", "first" and superlatives say how many rows are wanted.
    pub(super) fn amount_phrase(&mut self, at: usize) -> Option<usize> {
        let (numbers, named) = self.listed_numbers(at)?;
        let Some(Item::Column { id, .. }) = self.item(named) else {
            return None;
        };
        let id = *id;
        let is_kept = numbers.iter().all(|number| self.can_have(id, *number));
        if !is_kept || !(self.is_led_to(at) || self.follows_amount(at)) {
            return None;
        }
        self.push_condition(self.is_one_of(id, numbers), at, Some(id));
        Some(named + 1)
    }

    /// Returns the condition that a column has one of several numbers.
    pub(super) fn is_one_of(&self, id: ColumnId, numbers: Vec<f64>) -> Condition {
        let values = numbers.into_iter();
        Condition::Test {
            of: self.scalar(id),
            test: Test::In {
                values: values.map(|number| Literal::Number { number }).collect(),
            },
        }
    }

    /// Returns the numbers from a node on, and the node behind them.
    pub(super) fn listed_numbers(&self, at: usize) -> Option<(Vec<f64>, usize)> {
        let mut numbers = Vec::new();
        let mut next = at;
        while let Some(Item::Number(number)) = self.item(next) {
            numbers.push(*number);
            next += 1;
            // "Grade 4, 5 largest towns" counts something else behind the comma.
            if matches!(self.item(next), Some(Item::Or))
                && matches!(self.item(next + 1), Some(Item::Number(_)))
            {
                next += 1;
            } else {
                return Some((numbers, next));
            }
        }
        None
    }

    /// Tells whether a number lies among the values of a quantity.
    fn can_have(&self, id: ColumnId, number: f64) -> bool {
        let column = self.schema.column(id);
        let edge =
            |value: &Option<serde_json::Value>| value.as_ref().and_then(serde_json::Value::as_f64);
        let is_whole = column.profile.column_type == portolan_query::ColumnType::Integer;
        column.is_numeric()
            && !matches!(column.role, Role::Identifier | Role::Time)
            && (number.fract() == 0.0 || !is_whole)
            && edge(&column.profile.min).is_some_and(|low| low <= number)
            && edge(&column.profile.max).is_some_and(|high| number <= high)
    }

    /// Tells whether a word before a number leads to what the rows have: "with", "of", "for".
    fn is_led_to(&self, at: usize) -> bool {
        let before = (0..at)
            .rev()
            .find(|at| !matches!(self.nodes[*at].item, Item::Filler));
        before.is_some_and(|before| {
            let leads = &self.tokens[self.nodes[before].end - 1];
            before > 0
                && (matches!(self.nodes[before].item, Item::With)
                    || matches!(self.nodes[before].item, Item::Of | Item::In) && leads.is("of for"))
        })
    }

    /// Tells whether a number continues a condition of this kind: "4 bedrooms and 2 stories".
    fn follows_amount(&self, at: usize) -> bool {
        let last = self.conditions.last().map(|said| said.at);
        at >= 3
            && matches!(self.nodes[at - 1].item, Item::And | Item::Or | Item::Break)
            && matches!(self.nodes[at - 2].item, Item::Column { .. })
            && last == Some(at - 3)
    }
}
