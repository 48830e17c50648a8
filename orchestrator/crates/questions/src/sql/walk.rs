//! The columns that the parts of a plan read.

use crate::plan::{ColumnRef, Condition, Group, Measure, Scalar, Test, TimeSource};

/// A function that is given each column.
pub type Visit<'f> = &'f mut dyn FnMut(&ColumnRef);

pub fn scalar_columns(scalar: &Scalar, visit: Visit<'_>) {
    match scalar {
        Scalar::Column { column }
        | Scalar::Length { of: column }
        | Scalar::Flow { of: column, .. } => visit(column),
        Scalar::Number { .. } => {}
        Scalar::Arithmetic { left, right, .. } => {
            scalar_columns(left, visit);
            scalar_columns(right, visit);
        }
        Scalar::Greatest { of } | Scalar::Least { of } | Scalar::RowMean { of } => {
            for each in of {
                scalar_columns(each, visit);
            }
        }
        Scalar::Season { of, .. } | Scalar::Year { of } => time_columns(of, visit),
        Scalar::DaysBetween { from, to, .. } => {
            visit(from);
            visit(to);
        }
        Scalar::Flag { condition } => condition_columns(condition, visit),
    }
}

/// Tells whether a time is read from a column.
pub fn reads_column(time: &TimeSource, column: &ColumnRef) -> bool {
    let mut found = false;
    time_columns(time, &mut |read| found |= read == column);
    found
}

pub fn time_columns(time: &TimeSource, visit: Visit<'_>) {
    match time {
        TimeSource::Date { column }
        | TimeSource::TextDate { column, .. }
        | TimeSource::Year { column } => visit(column),
        TimeSource::YearAndMonth {
            year,
            month: second,
        }
        | TimeSource::YearAndQuarter {
            year,
            quarter: second,
        } => {
            visit(year);
            visit(second);
        }
        TimeSource::DateParts {
            year,
            month,
            day,
            hour,
        } => {
            let (year, hour) = (year.as_ref(), hour.as_deref());
            year.into_iter()
                .chain([month, day])
                .chain(hour)
                .for_each(visit);
        }
    }
}

pub fn condition_columns(condition: &Condition, visit: Visit<'_>) {
    match condition {
        Condition::And { all } => all.iter().for_each(|each| condition_columns(each, visit)),
        Condition::Or { any } => any.iter().for_each(|each| condition_columns(each, visit)),
        Condition::Not { of } => condition_columns(of, visit),
        Condition::Test { of, test } => {
            scalar_columns(of, visit);
            // An aggregate to compare with is over `of` itself, which is visited already.
            if let Test::AgainstScalar { other, .. } = test {
                scalar_columns(other, visit);
            }
        }
        // The partner's columns are read in a subquery of its own, so they need no join.
        Condition::Exists { left, .. } => visit(left),
    }
}

pub fn group_columns(group: &Group, visit: Visit<'_>) {
    match group {
        Group::Column { column } => visit(column),
        Group::Time { of, .. } | Group::Season { of, .. } => time_columns(of, visit),
        Group::Bin { of, .. } => scalar_columns(of, visit),
        Group::Split { condition, .. } => condition_columns(condition, visit),
        Group::MeasureNames => {}
    }
}

pub fn measure_columns(measure: &Measure, visit: Visit<'_>) {
    match measure {
        Measure::Count | Measure::CountOf { .. } | Measure::Number { .. } => {}
        Measure::Raw { of } | Measure::Aggregate { of, .. } => scalar_columns(of, visit),
        Measure::WeightedMean { of, weight } => {
            scalar_columns(of, visit);
            scalar_columns(weight, visit);
        }
        Measure::Correlation { left, right } => {
            scalar_columns(left, visit);
            scalar_columns(right, visit);
        }
        Measure::Filtered { of, condition } => {
            measure_columns(of, visit);
            condition_columns(condition, visit);
        }
        Measure::Arithmetic { left, right, .. } => {
            measure_columns(left, visit);
            measure_columns(right, visit);
        }
        Measure::Share { of, .. } | Measure::Change { of, .. } | Measure::Window { of, .. } => {
            measure_columns(of, visit);
        }
        Measure::Nested { of, over, .. } => {
            measure_columns(of, visit);
            over.iter().for_each(|group| group_columns(group, visit));
        }
    }
}
