//! How long rows last: the days from the date that opens a row to the one that closes it.

use crate::compose::draft::Draft;
use crate::language::units::{Unit, UnitKind};
use crate::plan::{Aggregate, Comparison, Condition, Literal, Measure, Part, Scalar, Test};
use crate::schema::ColumnId;

const SECONDS_OF_DAY: f64 = 86_400.0;

impl Draft<'_, '_> {
    /// "How long do people keep a book", "average length of a loan": the mean, unless another summary is asked for.
    pub(super) fn measure_stay(&mut self) {
        const NOUNS: &str = "long length lengths duration durations turnaround stay stays";
        const VERBS: &str = "last lasts lasted take takes took taken keep keeps kept remain remains remained stay stays stayed";
        let says = |at: usize, words: &str| {
            let node = &self.nodes[at];
            self.tokens[node.start..node.end]
                .iter()
                .any(|token| token.is(words))
        };
        let Some(at) = self.unknown.iter().copied().find(|at| says(*at, NOUNS)) else {
            return;
        };
        let Some(of) = self.stay() else { return };
        let measures_other = !self.measures.is_empty()
            || self
                .bare
                .iter()
                .any(|mention| self.schema.column(mention.id).is_quantity());
        if measures_other {
            return;
        }
        let rest: Vec<usize> = self
            .unknown
            .iter()
            .copied()
            .filter(|at| !says(*at, NOUNS) && !says(*at, VERBS))
            .collect();
        self.unknown = rest;
        let aggregate = self.aggregate.take().map_or(Aggregate::Mean, |said| said.0);
        self.push_stay(aggregate, of, at);
    }

    /// "The longest loan" where no column says how long.
    pub(super) fn rank_by_stay(&mut self, stems: &[&str], at: usize) -> bool {
        let stay = self.stay().filter(|_| stems.contains(&"durat"));
        match stay {
            Some(of) if self.measures.is_empty() => {
                self.push_stay(Aggregate::Mean, of, at);
                true
            }
            _ => false,
        }
    }

    fn push_stay(&mut self, aggregate: Aggregate, of: Scalar, at: usize) {
        let spans = self.spans(at, at + 1);
        self.measures
            .push(Part::said(Measure::Aggregate { aggregate, of }, spans));
        self.measured_at.push(at);
        self.count_at = None;
    }

    /// "Loans of more than 30 days" where no column holds a duration.
    pub(in crate::compose) fn compare_stay(
        &self,
        comparison: Comparison,
        low: f64,
        high: Option<f64>,
        unit: Unit,
    ) -> Option<Condition> {
        let of = self.stay().filter(|_| unit.kind == UnitKind::Time)?;
        let days = |value: f64| Literal::Number {
            number: value * unit.factor / SECONDS_OF_DAY,
        };
        let test = match high {
            Some(high) => Test::Between {
                low: days(low),
                high: days(high),
                open: false,
            },
            None => Test::Compare {
                comparison,
                value: days(low),
            },
        };
        Some(Condition::Test { of, test })
    }

    /// The days between the two dates of a row, where the table has no other dates and no duration.
    fn stay(&self) -> Option<Scalar> {
        let table = self.table;
        let (from, to) = self.schema.tables[table].stay?;
        let reference = |column| self.schema.reference(ColumnId { table, column });
        Some(Scalar::DaysBetween {
            from: reference(from),
            to: reference(to),
        })
    }
}
