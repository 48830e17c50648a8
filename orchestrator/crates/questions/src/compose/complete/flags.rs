//! Columns of 0 and 1: their mean is the share of the ones, and their sum a number of rows.

use crate::compose::draft::Draft;
use crate::plan::{
    Aggregate, BinBy, Condition, Group, Mark, Measure, Part, QueryPlan, Scalar, Test,
};
use crate::schema::{ColumnId, Role};

/// Values of a quantity from which its intervals are grouped by.
const MANY_VALUES: u64 = 12;

impl Draft<'_, '_> {
    /// "Voting rate by age": a column of 0 and 1 against a quantity is a share in each of its intervals, and no cloud of points
    /// on two lines.
    pub(super) fn group_beside_flag(&mut self) {
        let [first, second] = self.measures.as_slice() else {
            return;
        };
        let column = |part: &Part<Measure>| match &part.value {
            Measure::Raw {
                of: Scalar::Column { column },
            } => self.schema.find(column),
            _ => None,
        };
        let (Some(first), Some(second)) = (column(first), column(second)) else {
            return;
        };
        let asks_points = self.correlation_at.is_some()
            || self.has_wish(Mark::Point)
            || self.has_wish(Mark::Bubble);
        let has_flag = self.is_number_flag(first) || self.is_number_flag(second);
        if !has_flag || asks_points || !self.groups.is_empty() {
            return;
        }
        // The dependent stands last: the share of the ones, or a quantity of the two kinds of rows.
        let has_many = self.schema.column(first).profile.distinct > MANY_VALUES;
        let group = match has_many {
            true => Group::Bin {
                of: self.scalar(first),
                by: BinBy::Auto,
            },
            false => self.column_group(first),
        };
        let mut measured = self.measures.remove(1);
        measured.value = Measure::Aggregate {
            aggregate: Aggregate::Mean,
            of: self.scalar(second),
        };
        let group_at = self.measured_at[0];
        self.measures = vec![measured];
        self.measured_at = vec![self.measured_at[1]];
        self.versus_at = None;
        self.push_group(group, group_at, group_at + 1);
    }

    fn is_number_flag(&self, id: ColumnId) -> bool {
        let column = self.schema.column(id);
        column.role == Role::Flag && column.is_numeric()
    }

    /// Tells the mean of zeros and ones as a share in percent, and their sum as a number of rows.
    pub(super) fn tell_flags(&self, plan: &mut QueryPlan) {
        if plan.unpivot.is_some() {
            return;
        }
        for part in &mut plan.measures {
            self.tell_flag(&mut part.value);
        }
        for part in &mut plan.having {
            self.tell_flag(&mut part.value.measure);
        }
    }

    fn tell_flag(&self, measure: &mut Measure) {
        let Measure::Aggregate {
            aggregate: aggregate @ (Aggregate::Mean | Aggregate::Sum),
            of: Scalar::Column { column },
        } = measure
        else {
            return;
        };
        let Some(id) = self
            .schema
            .find(column)
            .filter(|id| self.is_number_flag(*id))
        else {
            return;
        };
        let of = Scalar::column(column.clone());
        let is = |test: Test| {
            Box::new(Condition::Test {
                of: of.clone(),
                test,
            })
        };
        *measure = match aggregate {
            Aggregate::Sum => Measure::Filtered {
                of: Box::new(Measure::Count),
                condition: is(Test::IsTrue),
            },
            _ => {
                let share = Measure::Aggregate {
                    aggregate: Aggregate::Mean,
                    of: Scalar::Flag {
                        condition: is(Test::IsTrue),
                    },
                };
                // Rows without an answer are no rows that say no.
                match self.schema.column(id).profile.nulls {
                    0 => share,
                    _ => Measure::Filtered {
                        of: Box::new(share),
                        condition: Box::new(Condition::Not {
                            of: is(Test::Missing),
                        }),
                    },
                }
            }
        };
    }
}
