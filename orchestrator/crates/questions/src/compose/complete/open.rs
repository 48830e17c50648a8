//! Rows that have not ended: "how many loans are still out" asks for those without an end.

use crate::compose::draft::{Draft, Said};
use crate::parse::Item;
use crate::plan::{Condition, Test};
use crate::schema::{Column, ColumnId};

/// Words for the end of what a row is about.
const ENDS: &str = "end ended outcome closed close closing completed complete completion finished finish finishing returned return \
    resolved resolution left leaving leave exit exited discharge discharged departure departed delivered delivery removed removal \
    settled settlement released release out until to cleared clearance terminated termination checkout withdrawn";

impl Draft<'_, '_> {
    /// Adds the condition that the end is missing, where the question says "still" and no value says of what.
    pub(super) fn keep_open(&mut self) {
        let still = self.nodes.iter().position(|node| {
            matches!(node.item, Item::Filler) && self.tokens[node.start].is("still")
        });
        let Some(at) = still else { return };
        // "still running", "still unpaid" name the state themselves.
        let is_told = self.nodes[at + 1..].iter().any(|node| {
            matches!(
                node.item,
                Item::Value { .. } | Item::Missing | Item::Not | Item::Without | Item::Unknown
            )
        }) || self.conditions.iter().any(|said| said.at > at);
        if is_told {
            return;
        }
        let columns = &self.schema.tables[self.table].columns;
        let is_end = |column: &Column<'_>| {
            let named = |word: &crate::schema::NameWord| {
                ENDS.split_whitespace().any(|end| end == word.word)
            };
            column.is_date() && column.profile.nulls > 0 && column.words.iter().any(named)
        };
        let mut ends = (0..columns.len()).filter(|at| is_end(&columns[*at]));
        match (ends.next(), ends.next()) {
            (Some(column), None) => {
                let id = ColumnId {
                    table: self.table,
                    column,
                };
                let condition = Condition::Test {
                    of: self.scalar(id),
                    test: Test::Missing,
                };
                self.conditions.push(Said {
                    condition,
                    at,
                    column: Some(id),
                    is_time: false,
                });
            }
            // Which end is meant stays open.
            _ => self.unknown.push(at),
        }
    }
}
