//! Bars of very many groups: the largest, and one for all others together.

use portolan_query::ColumnType;

use crate::plan::{Aggregate, Channel, Mark, OrderBy, Plan};
use crate::sql::{Names, quote};

/// What the row of all others is called. The drawing code puts it last, in gray.
pub const REST: &str = "Other";

/// Groups that bars can still be told apart with.
const MOST_GROUPS: u64 = 40;
/// Groups that are shown where there are more.
const SHOWN: u64 = 20;

/// After how many groups the others are added up; None where all are shown. Only what adds up can
/// be: totals and counts.
pub fn rest_after(plan: &Plan) -> Option<u64> {
    let [dimension] = plan.dimensions.as_slice() else {
        return None;
    };
    let [measure] = plan.measures.as_slice() else {
        return None;
    };
    let adds_up = matches!(measure.aggregate, Some(Aggregate::Count | Aggregate::Sum));
    let is_named = dimension.channel == Channel::X
        && dimension.column_type == ColumnType::String
        && dimension.sequence.is_empty()
        && dimension.unit.is_none()
        && dimension.bin.is_none();
    let is_cut = plan.limit.is_some() || plan.top.is_some() || !plan.having.is_empty();
    let is_sorted_otherwise = plan
        .order
        .as_ref()
        .is_some_and(|order| order.by != OrderBy::Measure || !order.descending);
    let folds = plan.mark == Mark::Bar
        && adds_up
        && is_named
        && !is_cut
        && !is_sorted_otherwise
        && !plan.every_group
        && dimension.distinct > MOST_GROUPS;
    folds.then_some(SHOWN)
}

/// Adds up what `found` gives beyond the largest groups: the sum of all rows stays the same.
pub fn folded(names: &Names, shown: u64, found: &str) -> Option<String> {
    let group = quote(names.dimensions.first()?);
    let measure = quote(names.measures.first()?);
    Some(format!(
        "SELECT {group}, SUM({measure}) AS {measure}\nFROM (\nSELECT CASE WHEN \"place\" <= {shown} THEN {group} ELSE '{REST}' END AS {group}, {measure}, \
         CASE WHEN \"place\" <= {shown} THEN \"place\" ELSE {} END AS \"place\"\nFROM (\n\
         SELECT {group}, {measure}, ROW_NUMBER() OVER (ORDER BY {measure} DESC NULLS LAST, {group}) AS \"place\"\nFROM (\n{found}\n) AS \"found\"\n\
         ) AS \"ranked\"\n) AS \"folded\"\nGROUP BY {group}, \"place\"\nORDER BY \"place\"",
        shown + 1
    ))
}

/// The query that is inside of one that [`folded`] wrote, in the order of its groups.
pub fn unfolded(sql: &str) -> Option<String> {
    let (group, _) = sql.strip_prefix("SELECT ")?.split_once(", SUM(")?;
    let (start, _) = sql.rsplit_once("\n) AS \"found\"\n")?;
    let (outside, found) = start.rsplit_once("\nFROM (\n")?;
    outside
        .contains(REST)
        .then(|| format!("{found}\nORDER BY {group}"))
}
