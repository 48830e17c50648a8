//! Times, missing values, directions and chart wishes.

use crate::compose::draft::{Draft, Mention, Said};
use crate::parse::{Item, Wish};
use crate::plan::{Condition, Literal, Scalar, Season, Test};
use crate::schema::{ColumnId, PhrasingMeaning};

impl Draft<'_, '_> {
    pub(super) fn time_phrase(&mut self, at: usize) -> usize {
        match self.nodes[at].item.clone() {
            Item::Time(range) => self.time_ranges.push((range, at)),
            Item::SeasonValue(season, values) => {
                let wide = self.schema.tables[self.table].wide.as_ref().filter(|wide| {
                    wide.unpivot.kind == crate::plan::UnpivotKind::Months
                        && season == Season::MonthOfYear
                });
                if let Some(wide) = wide {
                    // All twelve months together select nothing.
                    for (position, column) in wide.unpivot.columns.iter().enumerate() {
                        if values.len() < 12
                            && column.number.is_some_and(|number| values.contains(&number))
                        {
                            let id = ColumnId {
                                table: self.table,
                                column: wide.columns[position],
                            };
                            self.bare.push(Mention::of(id, at));
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

    pub(super) fn missing_phrase(&mut self, at: usize) -> usize {
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

    /// "Paid late": done after the day that it was due.
    pub(super) fn late_phrase(&mut self, at: usize, table: usize, late: bool) -> usize {
        let Some((due, done)) = self.schema.tables[table].due else {
            return at + 1;
        };
        let [due, done] = [due, done].map(|column| ColumnId { table, column });
        let comparison = if late {
            crate::plan::Comparison::More
        } else {
            crate::plan::Comparison::AtMost
        };
        let test = Test::AgainstScalar {
            comparison,
            other: self.scalar(due),
        };
        let of = self.scalar(done);
        self.push_condition(Condition::Test { of, test }, at, None);
        at + 1
    }

    /// A condition in words that people taught: "late".
    pub(super) fn taught_phrase(&mut self, at: usize, index: usize) -> usize {
        let phrasing = self
            .schema
            .taught
            .and_then(|taught| taught.phrasings.get(index));
        if let Some(phrasing) = phrasing
            && let PhrasingMeaning::Condition { test } = &phrasing.meaning
            && let Some(id) = self.schema.find(&phrasing.column)
        {
            let test = test.clone();
            self.push_condition(
                Condition::Test {
                    of: self.scalar(id),
                    test,
                },
                at,
                Some(id),
            );
        }
        at + 1
    }

    pub(super) fn direction_phrase(&mut self, at: usize) -> usize {
        self.direction = Some(at);
        at + 1
    }

    pub(super) fn wish_phrase(&mut self, at: usize, wish: Wish) -> usize {
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
            // A group that was there keeps its index, and a new one is the last.
            let index = index.unwrap_or(self.groups.len() - 1);
            // The wish is about the group and no longer about a node.
            self.wishes.pop();
            self.wishes.push((wish, self.wish_target(index)));
            return next + 1;
        }
        at + 1
    }

    /// A group's index, marked as a target beyond all nodes.
    pub(super) fn wish_target(&self, index: usize) -> usize {
        self.nodes.len() + index
    }
}
