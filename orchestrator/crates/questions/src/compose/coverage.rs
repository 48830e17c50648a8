//! Coverage: operators of the question that no part of the plan carries are reported as not understood.

use super::draft::Draft;
use crate::plan::{Aggregate, Condition, Mark, Measure, QueryPlan, Scalar, Stacking, Test};

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
    }
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
