//! Whether several measures can be read on one axis.

use portolan_query::TableProfile;

use crate::plan::{Aggregate, ColumnRef, Measure, QueryPlan, Scalar};
use crate::sql::{Frame, GroupKind};
use crate::words;

/// How many times as large as another a measure may be where they share an axis: a bar of a twentieth is still seen.
const MOST_RATIO: f64 = 20.0;

/// Returns whether measures that stand beside each other have different units, or are so unlike in size that the smaller
/// ones would vanish on the axis of the largest.
pub fn has_different_scales(plan: &QueryPlan, frame: &Frame, tables: &[TableProfile]) -> bool {
    let mut groups = frame.groups.iter();
    if !groups.any(|group| group.kind == GroupKind::Measures) {
        return false;
    }
    let measures = || plan.measures.iter().map(|part| &part.value);
    let mut kinds = measures().map(|measure| {
        let counts = matches!(measure, Measure::Count | Measure::CountOf { .. });
        let unit = words::measure_unit(measure);
        (unit, words::is_percent(measure), counts, is_total(measure))
    });
    let first = kinds.next();
    if kinds.any(|kind| Some(kind) != first) {
        return true;
    }
    let sizes = || measures().filter_map(|measure| typical_size(measure, tables));
    let (least, most) = (
        sizes().fold(f64::INFINITY, f64::min),
        sizes().fold(0.0, f64::max),
    );
    most > least * MOST_RATIO
}

/// Returns whether a measure grows with the number of rows, unlike a mean beside it.
fn is_total(measure: &Measure) -> bool {
    match measure {
        Measure::Aggregate {
            aggregate: Aggregate::Sum,
            ..
        } => true,
        Measure::Filtered { of, .. } => is_total(of),
        _ => false,
    }
}

/// Returns the usual size of a measure's values, for each row where it is a total; None where the profile doesn't tell.
fn typical_size(measure: &Measure, tables: &[TableProfile]) -> Option<f64> {
    match measure {
        Measure::Raw { of } | Measure::WeightedMean { of, .. } => scalar_size(of, tables),
        Measure::Aggregate { aggregate, of } => match aggregate {
            Aggregate::Sum
            | Aggregate::Mean
            | Aggregate::Median
            | Aggregate::Minimum
            | Aggregate::Maximum
            | Aggregate::Percentile { .. }
            | Aggregate::First
            | Aggregate::Last => scalar_size(of, tables),
            Aggregate::StandardDeviation
            | Aggregate::Variance
            | Aggregate::Range
            | Aggregate::CountDistinct
            | Aggregate::CountPresent
            | Aggregate::Mode => None,
        },
        Measure::Filtered { of, .. } => typical_size(of, tables),
        _ => None,
    }
}

fn scalar_size(scalar: &Scalar, tables: &[TableProfile]) -> Option<f64> {
    let Scalar::Column { column } = scalar else {
        return None;
    };
    let ColumnRef { table, column } = column;
    let table = tables.iter().find(|profile| profile.name == *table)?;
    let profile = table
        .columns
        .iter()
        .find(|profile| profile.name == *column)?;
    let size = profile.mean?.abs();
    (size > 0.0).then_some(size)
}
