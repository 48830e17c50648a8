//! Conditions on columns whose values are lists: what hit "FL,GA" hit Florida.

use super::joins::group_column;
use crate::compose::draft::Draft;
use crate::plan::{ColumnRef, Condition, Literal, Measure, QueryPlan, Scalar, Test};

impl Draft<'_, '_> {
    /// Lets a condition on a value hold for the lists with it as well, where the rows aren't divided by these lists.
    pub(super) fn hold_for_lists(&self, plan: &mut QueryPlan) {
        let grouped: Vec<ColumnRef> = (plan.groups.iter())
            .filter_map(|part| group_column(&part.value).cloned())
            .collect();
        for part in &mut plan.conditions {
            self.hold_in(&mut part.value, &grouped);
        }
        for part in &mut plan.measures {
            match &mut part.value {
                Measure::Filtered { condition, .. }
                | Measure::Aggregate {
                    of: Scalar::Flag { condition },
                    ..
                } => self.hold_in(condition, &grouped),
                _ => {}
            }
        }
    }

    fn hold_in(&self, condition: &mut Condition, grouped: &[ColumnRef]) {
        match condition {
            Condition::And { all: parts } | Condition::Or { any: parts } => {
                for part in parts {
                    self.hold_in(part, grouped);
                }
            }
            Condition::Not { of } => self.hold_in(of, grouped),
            Condition::Test {
                of: Scalar::Column { column },
                test: Test::In { values },
            } if !grouped.contains(column) => {
                let tests = values
                    .iter()
                    .map(|value| self.listing_condition(column, value));
                match tests.collect::<Option<Vec<Condition>>>() {
                    Some(mut any) if any.len() == 1 => *condition = any.remove(0),
                    Some(any) => *condition = Condition::Or { any },
                    None => {}
                }
            }
            Condition::Test { .. } | Condition::Exists { .. } => {}
        }
    }

    fn listing_condition(&self, column: &ColumnRef, value: &Literal) -> Option<Condition> {
        let Literal::Text { text } = value else {
            return None;
        };
        let id = self.schema.find(column)?;
        let test = if self.schema.values.is_listed(id, text) {
            Test::Contains { text: text.clone() }
        } else {
            // "4" is a part of "14" as well: the lists that hold it are named one by one.
            Test::In {
                values: self.schema.values.lists_with(id, text)?,
            }
        };
        let of = self.scalar(id);
        Some(Condition::Test { of, test })
    }
}
