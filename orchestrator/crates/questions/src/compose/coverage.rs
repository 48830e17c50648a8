//! Coverage: operators of the question that no part of the plan carries are reported as not understood.

use super::draft::{Draft, Mention};
use crate::parse::Item;
use crate::plan::{
    Aggregate, ColumnRef, Condition, Group, Mark, Measure, OrderBy, QueryPlan, Scalar, Shape,
    Stacking, Test,
};
use crate::schema::ColumnId;
use crate::sql::walk;

impl Draft<'_, '_> {
    /// Adds the words of operators that the plan does not carry to the unknown ones.
    pub(super) fn unused_marks(&mut self, plan: &QueryPlan) {
        let has = |test: &dyn Fn(&Measure) -> bool| {
            plan.measures
                .iter()
                .map(|part| &part.value)
                .chain(&plan.hidden)
                .any(|measure| any_measure(measure, test))
        };
        let divided = has(&|measure| match measure {
            Measure::Share { .. } | Measure::Change { .. } => true,
            Measure::Arithmetic { operator, .. } => *operator == crate::plan::Arithmetic::Divide,
            Measure::Aggregate { of, .. } | Measure::Raw { of } => is_part(of, self),
            _ => false,
        }) || plan
            .present
            .stacking
            .as_ref()
            .is_some_and(|part| part.value == Stacking::Normalized)
            // The slices of a pie are the shares.
            || plan
                .present
                .mark
                .as_ref()
                .is_some_and(|part| part.value == Mark::Arc);
        let computed = divided
            || has(&|measure| match measure {
                Measure::Arithmetic { .. } | Measure::Correlation { .. } => true,
                Measure::Aggregate { aggregate, of } => {
                    *aggregate == Aggregate::Range || !matches!(of, Scalar::Column { .. })
                }
                Measure::Raw { of } => !matches!(of, Scalar::Column { .. }),
                _ => false,
            });
        // A difference between two values or two periods is seen side by side.
        let beside = !plan.groups.is_empty()
            && self.difference_at.is_some()
            && plan.conditions.iter().any(|part| match &part.value {
                Condition::Or { any } => any.len() == 2,
                Condition::Test {
                    test: Test::In { values },
                    ..
                } => values.len() == 2,
                _ => false,
            });
        let compared = beside
            || plan.conditions.iter().any(|part| {
                matches!(
                    &part.value,
                    Condition::Test {
                        test: Test::AgainstScalar { .. } | Test::AgainstAggregate { .. },
                        ..
                    }
                )
            });
        let share = self.share_at.or(self.share_of_at).filter(|_| !divided);
        let operator = self
            .product_at
            .or(self.ratio_at)
            .or(self.difference_at)
            .filter(|_| !computed && !compared);
        self.unknown.extend(share.into_iter().chain(operator));
        self.unread_parts(plan);
        self.untold_moment(plan);
        self.unmeasured_more(plan);
    }

    /// Adds "more" to the unknown words where it says how much each of them does and the plan counts rows: "do women see a doctor more
    /// than men" of one row a person.
    fn unmeasured_more(&mut self, plan: &QueryPlan) {
        let asks = (self.tokens.first()).is_some_and(|token| token.is("do does did"));
        let more = (self.tokens.windows(2))
            .position(|pair| pair[0].is("more less") && pair[1].is("than"))
            .filter(|_| asks && self.count_at.is_none());
        let counts = |part: &crate::plan::Part<Measure>| part.value == Measure::Count;
        let counts_only = !plan.measures.is_empty() && plan.measures.iter().all(counts);
        let is_compared = !plan.groups.is_empty() && plan.having.is_empty();
        if let Some(more) = more.filter(|_| counts_only && is_compared) {
            let covers = |node: &crate::parse::Node| node.start <= more && more < node.end;
            let at = self.nodes.iter().position(covers);
            self.unknown.extend(at);
        }
    }

    /// Adds "when" to the unknown words where the plan shows no time: a highest value alone does not say when it was.
    fn untold_moment(&mut self, plan: &QueryPlan) {
        let asked = self.tokens.windows(2).position(|pair| {
            pair[0].is("when") && pair[1].is("was were is are did do does has have")
        });
        // A quantity that is still unclear is asked back first.
        let Some(asked) = asked.filter(|asked| *asked <= 1 && self.unclear.is_empty()) else {
            return;
        };
        let is_time = |column: &ColumnRef| {
            self.schema
                .find(column)
                .is_some_and(|id| self.schema.column(id).role == crate::schema::Role::Time)
        };
        let mut is_told = plan
            .groups
            .iter()
            .any(|group| matches!(group.value, Group::Time { .. } | Group::Season { .. }));
        for group in &plan.groups {
            walk::group_columns(&group.value, &mut |column| is_told |= is_time(column));
        }
        for part in &plan.measures {
            walk::measure_columns(&part.value, &mut |column| is_told |= is_time(column));
        }
        let at = self.nodes.iter().position(|node| node.start == asked);
        self.unknown.extend(at.filter(|_| !is_told));
    }

    /// Adds the words of quantities that the plan does not read, of money that is counted as rows, and of dividers that divide
    /// nothing to the unknown ones.
    fn unread_parts(&mut self, plan: &QueryPlan) {
        let read = columns_of(plan);
        let counts_only = plan
            .measures
            .iter()
            .all(|part| matches!(part.value, Measure::Count));
        // "How many guests" is no sum of the guests' ratings either.
        let is_mean = |measure: &Measure| match measure {
            Measure::Aggregate {
                aggregate: Aggregate::Mean,
                ..
            } => true,
            Measure::Aggregate {
                aggregate: Aggregate::Sum,
                of: Scalar::Column { column },
            } => self.schema.find(column).is_some_and(|id| {
                let column = self.schema.column(id);
                column.role == crate::schema::Role::Rate
                    && !self.is_counted_somewhere(id)
                    && (column.words.iter())
                        .any(|word| crate::language::lexicon::is_rate_stem(&word.stem))
            }),
            _ => false,
        };
        let only_means = !plan.measures.is_empty()
            && plan.measures.iter().all(|part| is_mean(&part.value))
            // "How many visitors per day" may be answered by a mean.
            && !self.tokens.iter().any(|token| {
                token.is("average averages avg mean typical typically per each every")
            });
        let is_read = |id: ColumnId| {
            let known = self.schema.reference(id);
            read.contains(&known)
        };
        let mut unread = Vec::new();
        for (at, node) in self.nodes.iter().enumerate() {
            let is_unread = match &node.item {
                Item::Column { id, others } => {
                    self.schema.column(*id).is_quantity()
                        && !self.is_loosely_named(&Mention::of(*id, at))
                        // An unpivoted plan reads the columns under another name.
                        && plan.unpivot.is_none()
                        && !self.is_deed_of_next(at, *id)
                        && !is_read(*id)
                        // A rival that was chosen instead carries the word as well.
                        && !others.iter().any(|other| is_read(*other))
                }
                Item::By => {
                    plan.groups.is_empty() && plan.shape == Shape::Rows && self.divides_nothing(at)
                }
                // "in 2018 but not in 2022" compares what was there, and narrows no period.
                Item::Not => self.is_second_period(at),
                // A list and a distribution tell no number.
                Item::Count => {
                    // "In how many months did sales fall" asks for no number of months with so many sales.
                    let has_intervals = plan.groups.iter().any(|group| {
                        matches!(group.value, Group::Bin { .. }) && !self.divides(group)
                    });
                    let is_list =
                        has_intervals || matches!(plan.shape, Shape::Rows | Shape::Distribution);
                    (only_means || is_list) && self.asks_how_many(at)
                }
                // "Most common result" ranks nothing where no column holds results.
                Item::Superlative { .. } => {
                    counts_only
                        && !plan.measures.is_empty()
                        && plan.groups.is_empty()
                        && plan.select.is_none()
                        && plan.shape == Shape::Groups
                }
                Item::Filler => {
                    counts_only && !plan.measures.is_empty() && self.tokens[node.start].is("money")
                }
                _ => false,
            };
            if is_unread {
                unread.push(at);
            }
        }
        self.unknown.extend(unread);
    }

    /// Tells whether "not" excludes a period of one that is named before it and does not hold it.
    fn is_second_period(&self, at: usize) -> bool {
        let year = |node: &crate::parse::Node| match &node.item {
            Item::Time(range) if range.single => range
                .from
                .as_deref()
                .and_then(|from| from.get(..4))
                .map(str::to_owned),
            _ => None,
        };
        let next = (at + 1..self.nodes.len())
            .find(|at| !matches!(self.nodes[*at].item, Item::Filler | Item::In));
        let excluded = next.and_then(|next| year(&self.nodes[next]));
        let known = self.nodes[..at].iter().rev().find_map(year);
        excluded.is_some() && known.is_some() && excluded != known
    }

    /// Tells whether nothing but fillers stand behind "per" or "by".
    fn divides_nothing(&self, at: usize) -> bool {
        let is_divider = self.tokens[self.nodes[at].start].is("per by");
        is_divider
            && self.nodes[at + 1..]
                .iter()
                .all(|node| matches!(node.item, Item::Filler | Item::Break))
    }
}

/// Returns the columns that the parts of a plan read.
fn columns_of(plan: &QueryPlan) -> Vec<ColumnRef> {
    let mut found = Vec::new();
    let visit: walk::Visit<'_> = &mut |column| found.push(column.clone());
    let measures = plan.measures.iter().map(|part| &part.value);
    let tested = plan.having.iter().map(|part| &part.value.measure);
    for measure in measures.chain(&plan.hidden).chain(tested) {
        walk::measure_columns(measure, visit);
    }
    for group in &plan.groups {
        walk::group_columns(&group.value, visit);
    }
    for condition in plan.conditions.iter().chain(&plan.without_totals) {
        walk::condition_columns(&condition.value, visit);
    }
    for order in &plan.order {
        if let OrderBy::Other { measure } = &order.value.by {
            walk::measure_columns(measure, visit);
        }
    }
    found
}

/// Tells whether a quantity is a share by itself.
fn is_part(of: &Scalar, draft: &Draft<'_, '_>) -> bool {
    let Scalar::Column { column } = of else {
        return true;
    };
    draft.schema.find(column).is_some_and(|id| {
        let column = draft.schema.column(id);
        column.role == crate::schema::Role::Flag
            || column
                .words
                .iter()
                .any(|word| crate::language::lexicon::is_share_word(&word.word))
            || column
                .unit
                .is_some_and(|unit| unit.kind == crate::language::units::UnitKind::Percent)
            // Numbers of at most 1 are fractions.
            || column
                .profile
                .max
                .as_ref()
                .and_then(serde_json::Value::as_f64)
                .is_some_and(|high| high <= 1.0)
    })
}

/// Tells whether a measure or a part of it passes a test.
fn any_measure(measure: &Measure, test: &dyn Fn(&Measure) -> bool) -> bool {
    test(measure)
        || match measure {
            Measure::Filtered { of, .. }
            | Measure::Share { of, .. }
            | Measure::Change { of, .. }
            | Measure::Window { of, .. }
            | Measure::Nested { of, .. } => any_measure(of, test),
            Measure::Arithmetic { left, right, .. } => {
                any_measure(left, test) || any_measure(right, test)
            }
            _ => false,
        }
}
