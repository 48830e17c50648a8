//! Measures that are computed from others: sums, differences, products and ratios.

use crate::compose::draft::Draft;
use crate::parse::Item;
use crate::plan::{
    Aggregate, Arithmetic, Condition, Group, Literal, Mark, Measure, Part, Scalar, Test,
};
use crate::schema::ColumnId;

impl Draft<'_, '_> {
    /// "Damage to property and crops together": quantities of one unit that are named before the word are added up.
    pub(super) fn add_together(&mut self) {
        let is_joined = |token: &crate::language::Token| token.is("together combined");
        let Some(said) = self.tokens.iter().position(is_joined) else {
            return;
        };
        let before = self
            .nodes
            .iter()
            .rev()
            .filter(|node| node.end <= said)
            .find(|node| !matches!(node.item, Item::Filler));
        let last = match before.map(|node| &node.item) {
            Some(Item::Column { id, .. }) => *id,
            _ => return,
        };
        let quantities: Vec<(Aggregate, ColumnId)> = (self.measures.iter())
            .filter_map(|part| match &part.value {
                Measure::Aggregate {
                    aggregate: aggregate @ (Aggregate::Sum | Aggregate::Mean),
                    of: Scalar::Column { column },
                } => Some((*aggregate, self.schema.find(column)?)),
                _ => None,
            })
            .collect();
        let [(aggregate, first), ..] = quantities[..] else {
            return;
        };
        let unit = |id: ColumnId| self.schema.column(id).unit.map(|unit| unit.name);
        let is_one_kind = quantities.len() >= 2
            && quantities.len() == self.measures.len()
            && quantities.iter().any(|(_, id)| *id == last)
            && quantities.iter().all(|(other, id)| {
                *other == aggregate && id.table == first.table && unit(*id) == unit(first)
            });
        if !is_one_kind {
            return;
        }
        // A blank in one of them must not take the others of its row away.
        let is_known = quantities
            .iter()
            .all(|(_, id)| self.schema.column(*id).profile.nulls == 0);
        let add_columns = |left: Scalar, right: Scalar| Scalar::Arithmetic {
            operator: Arithmetic::Add,
            left: Box::new(left),
            right: Box::new(right),
        };
        let add_measures = |left: Measure, right: Measure| Measure::Arithmetic {
            operator: Arithmetic::Add,
            left: Box::new(left),
            right: Box::new(right),
            percent: false,
        };
        let sum = if is_known {
            (quantities.iter().map(|(_, id)| self.scalar(*id)))
                .reduce(add_columns)
                .map(|of| Measure::Aggregate { aggregate, of })
        } else {
            (self.measures.iter().map(|part| part.value.clone())).reduce(add_measures)
        };
        if let Some(sum) = sum {
            self.measures.truncate(1);
            self.measured_at.truncate(1);
            self.measures[0].value = sum;
        }
    }

    /// "difference between A and B" of columns; "A times B" in each row.
    pub(super) fn differences(&mut self) {
        if self.product_at.is_some() && self.measures.len() == 2 {
            let scalar = |measure: &Measure| match measure {
                Measure::Aggregate { of, .. } | Measure::Raw { of } => Some(of.clone()),
                _ => None,
            };
            if let (Some(left), Some(right)) = (
                scalar(&self.measures[0].value),
                scalar(&self.measures[1].value),
            ) {
                let of = Scalar::Arithmetic {
                    operator: Arithmetic::Multiply,
                    left: Box::new(left),
                    right: Box::new(right),
                };
                self.measures.truncate(1);
                self.measures[0].value = Measure::Aggregate {
                    aggregate: Aggregate::Sum,
                    of,
                };
            }
        }
        if self.difference_at.is_some() && self.measures.len() == 1 && self.change.is_none() {
            self.compute_with_groups(Arithmetic::Subtract);
        }
        if self.ratio_at.is_some() && self.measures.len() == 1 {
            self.compute_with_groups(Arithmetic::Divide);
        }
        if self.difference_at.is_some() && self.measures.len() == 2 && self.change.is_none() {
            let right = self.measures.pop().map(|part| part.value);
            if let (Some(right), Some(left)) = (right, self.measures.first_mut()) {
                left.value = Measure::Arithmetic {
                    operator: Arithmetic::Subtract,
                    left: Box::new(left.value.clone()),
                    right: Box::new(right),
                    percent: false,
                };
            }
        }
        if self.correlation_at.is_some()
            && self.measures.len() == 2
            && self.groups.is_empty()
            && self.has_wish(Mark::Number)
        {
            let raw = |measure: &Measure| match measure {
                Measure::Raw { of } | Measure::Aggregate { of, .. } => Some(of.clone()),
                _ => None,
            };
            if let (Some(left), Some(right)) =
                (raw(&self.measures[0].value), raw(&self.measures[1].value))
            {
                self.measures = vec![Part::default_for(
                    Measure::Correlation { left, right },
                    "asked as one number",
                )];
            }
        }
    }

    /// "difference between men and women", "ratio of wins to losses": one measure over two sets of rows.
    fn compute_with_groups(&mut self, operator: Arithmetic) {
        let pair = self
            .conditions
            .iter()
            .enumerate()
            .find_map(|(at, said)| Some((at, halves(&said.condition)?)));
        let (Some((at, (first, second))), Some(part)) = (pair, self.measures.first_mut()) else {
            return;
        };
        let of = part.value.clone();
        let filtered = |condition: Condition| {
            Box::new(Measure::Filtered {
                of: Box::new(of.clone()),
                condition: Box::new(condition),
            })
        };
        part.value = Measure::Arithmetic {
            operator,
            left: filtered(first),
            right: filtered(second),
            percent: false,
        };
        let said = self.conditions.remove(at);
        let schema = self.schema;
        self.groups.retain(|group| {
            let compared = match said.column {
                // "traffic and background stations": the noun of the two names no further group.
                Some(column) => super::group_column(&group.value)
                    .and_then(|group| schema.find(group))
                    .is_some_and(|id| {
                        let words = &schema.column(id).words;
                        words
                            .iter()
                            .any(|word| schema.column(column).has_stem(&word.stem))
                    }),
                None => matches!(group.value, Group::Time { .. }) && said.is_time,
            };
            !compared
        });
    }
}

/// Returns the two conditions that a condition allows: two values of a column, or two periods.
pub(super) fn halves(condition: &Condition) -> Option<(Condition, Condition)> {
    match condition {
        Condition::Or { any } => match any.as_slice() {
            [first, second] => Some((first.clone(), second.clone())),
            _ => None,
        },
        Condition::Test {
            of,
            test: Test::In { values },
        } => match values.as_slice() {
            [first, second] => {
                let only = |value: &Literal| Condition::Test {
                    of: of.clone(),
                    test: Test::In {
                        values: vec![value.clone()],
                    },
                };
                Some((only(first), only(second)))
            }
            _ => None,
        },
        _ => None,
    }
}
