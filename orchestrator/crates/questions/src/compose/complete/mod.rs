//! Completes a draft to a plan: measures and groups that nothing names, orders, chart wishes, rows that are totals.

mod arithmetic;
mod counts;
mod dependence;
mod extremes;
mod finish;
mod flags;
mod indicator;
mod joins;
mod lists;
mod measures;
mod mentions;
mod moments;
mod open;
mod periods;
mod relations;
mod rows;
mod select;
mod shape;
mod stays;
mod wholes;
mod wide;

pub use joins::{group_column, join_tables};

use crate::compose::draft::{Draft, Mention};
use crate::plan::{QueryPlan, Shape};

/// A plan with what is unclear about it.
#[derive(Clone, Debug)]
pub struct Composed {
    pub plan: QueryPlan,
    pub cost: f64,
    /// Mentions that fit other columns as well.
    pub unclear: Vec<Mention>,
    /// Something essential is missing: nothing is measured, or a superlative has no quantity.
    pub incomplete: bool,
}

/// Returns the plan of a draft, and the nodes that no part of it explains.
pub fn complete_with_unknown(mut draft: Draft<'_, '_>) -> (Composed, Vec<usize>) {
    // The indicator comes first: the words of its name are still unknown ones or conditions on other columns.
    draft.settle_indicator();
    draft.settle_shared_name();
    draft.settle_rivals();
    draft.settle_levels();
    // Rivals that other words decide between are settled by now.
    let unclear = draft
        .bare
        .iter()
        .filter(|mention| !mention.others.is_empty());
    draft.unclear = unclear.cloned().collect();
    draft.either_condition();
    draft.settle_bins();
    draft.settle_moments();
    draft.settle_edges();
    draft.settle_marks();
    draft.rank_changes();
    // This takes the ranges of time out of the draft; moments, marks and rankings look at them before.
    draft.time_conditions();
    draft.wide_measures();
    draft.add_wide_columns();
    draft.place_asked();
    draft.group_by_spoken_noun();
    draft.settle_place();
    draft.measure_stay();
    draft.extreme_measure();
    draft.compare_groups();
    draft.drop_nouns_of_rows();
    draft.place_mentions();
    draft.dependent_last();
    draft.group_beside_flag();
    draft.divide_from_others();
    draft.compare_with_others();
    draft.keep_open();
    // Conditions that divide the rows are gone by now, and the others hold together.
    draft.merge_conditions();
    draft.settle_hours();
    draft.settle_periods();
    draft.count_qualifying();
    draft.group_by_parent();
    draft.count();
    draft.mean_of_counts();
    draft.unspoken_measure();
    draft.measure_panel();
    draft.convert_units();
    let shared = draft.apply_share();
    draft.divide_by_quantity();
    draft.add_together();
    draft.differences();
    draft.drop_repeated();
    draft.doubt_fixed_group();
    draft.default_time_group();
    draft.group_for_chart();
    draft.parts_of_whole();
    // The plan takes measures, groups and tests out of the draft; the steps below change the plan.
    let mut plan = draft.plan(shared);
    draft.divide_listed(&mut plan);
    draft.windows(&mut plan);
    draft.percentages(&mut plan, shared);
    draft.select(&mut plan);
    draft.keep_edge_period(&mut plan);
    draft.orders(&mut plan);
    draft.present(&mut plan);
    draft.totals(&mut plan);
    draft.stocks(&mut plan);
    draft.keep_single_rows(&mut plan);
    draft.keep_period_ends(&mut plan);
    draft.missing(&mut plan);
    draft.leave_blanks_out(&mut plan);
    draft.apply_moment(&mut plan);
    draft.count_missing(&mut plan);
    draft.weigh_counts(&mut plan);
    draft.show_labels(&mut plan);
    // No later step changes a column, so the joins lead to all tables that are read.
    draft.joins(&mut plan);
    draft.hold_for_lists(&mut plan);
    draft.tell_flags(&mut plan);
    draft.doubt_shape(&plan);
    // The first rows in time need no measure.
    let is_chosen = plan.select.is_some();
    let unranked = draft.extreme.is_some() && plan.measures.is_empty() && !is_chosen;
    let incomplete = unranked
        || draft.counts_single_rows(&plan)
        || (plan.measures.is_empty() && !matches!(plan.shape, Shape::Rows | Shape::Map))
        || (plan.shape == Shape::Rows
            && plan.measures.is_empty()
            && plan.conditions.is_empty()
            && plan.having.is_empty()
            && !is_chosen);
    // Only the finished plan shows which words no part of it carries.
    draft.unused_marks(&plan);
    let mut unknown = std::mem::take(&mut draft.unknown);
    unknown.sort_unstable();
    unknown.dedup();
    (
        Composed {
            cost: draft.penalty,
            plan,
            unclear: draft.unclear,
            incomplete,
        },
        unknown,
    )
}
