//! How long rows last: the days from the date that opens a row to the one that closes it.

use crate::compose::draft::Draft;
use crate::language::units::{Unit, UnitKind};
use crate::language::{Kind, Token};
use crate::plan::{
    Aggregate, Comparison, Condition, Group, Literal, Measure, Part, Scalar, Test, TimeSource,
    TimeUnit,
};
use crate::schema::ColumnId;

const SECONDS_OF_DAY: f64 = 86_400.0;

impl Draft<'_, '_> {
    /// "How long do people keep a book", "average length of a loan": the mean, unless another summary is asked for.
    pub(super) fn measure_stay(&mut self) {
        const NOUNS: &str =
            "minutes hours long length lengths duration durations turnaround stay stays";
        const VERBS: &str = "last lasts lasted take takes took taken keep keeps kept remain remains remained stay stays stayed";
        if let Some((of, at)) = self.spoken_stay() {
            let aggregate = self.aggregate.take().map_or(Aggregate::Mean, |said| said.0);
            self.push_stay(aggregate, of, at);
            return;
        }
        let measures_other = !self.measures.is_empty()
            || self
                .bare
                .iter()
                .any(|mention| self.schema.column(mention.id).is_quantity());
        if measures_other {
            return;
        }
        // A number of rows is no number of days between what isn't understood.
        let opens = self.spanned_at().filter(|start| {
            let next = &self.tokens[start + 2];
            next.number.is_none() && next.kind == Kind::Word
        });
        if let Some(start) = opens
            && let Some(at) = (0..self.nodes.len()).find(|at| self.nodes[*at].end > start)
        {
            self.unknown.push(at);
            return;
        }
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

    /// "Time from issued on to completed on", as the measure is called: both dates are named in full.
    fn spoken_stay(&mut self) -> Option<(Scalar, usize)> {
        let tokens = self.tokens;
        let start = self.spanned_at()?;
        let (from, middle) = self.date_named_at(start + 2)?;
        let joins = tokens.get(middle).is_some_and(|token| token.is("to and"));
        let (to, end) = self.date_named_at(middle + 1).filter(|_| joins)?;
        if from == to || !self.measures.is_empty() {
            return None;
        }
        let nodes = self.nodes;
        let is_within = |at: usize| nodes[at].end > start && nodes[at].start < end;
        let at = (0..nodes.len()).find(|at| is_within(*at))?;
        // The words of the two dates were read as columns, values or counts, which is taken back.
        self.unknown.retain(|place| !is_within(*place));
        self.bare.retain(|mention| !is_within(mention.at));
        self.conditions.retain(|said| !is_within(said.at));
        self.count_at = self.count_at.filter(|at| !is_within(*at));
        self.entity_at = self.entity_at.filter(|at| !is_within(*at));
        let dates = [from, to].map(|id| (self.column_group(id), self.schema.reference(id)));
        self.groups.retain(|known| {
            dates.iter().all(|(group, date)| {
                known.value != *group
                    && !matches!(&known.value, Group::Time { of: TimeSource::Date { column }, .. } if column == date)
            })
        });
        let reference = |id| self.schema.reference(id);
        let of = Scalar::DaysBetween {
            from: reference(from),
            to: reference(to),
            unit: self.span_unit(from, to),
        };
        Some((of, at))
    }

    /// The place of "days between" and "time from".
    fn spanned_at(&self) -> Option<usize> {
        let opens = |pair: &[Token]| pair[0].is("time days") && pair[1].is("from between");
        let start = self.tokens.windows(2).position(opens)?;
        (start + 3 < self.tokens.len()).then_some(start)
    }

    /// The date whose whole name begins at a token, with the end of the name.
    fn date_named_at(&self, start: usize) -> Option<(ColumnId, usize)> {
        let start = start + usize::from(self.tokens.get(start)?.is("the a an their its"));
        let (id, end) = self
            .date_spelled_at(start)
            .or_else(|| self.date_meant_at(start))?;
        // "The promised date" is a column that is called "promised".
        let has_noun = self
            .tokens
            .get(end)
            .is_some_and(|token| token.is("date day time"));
        Some((id, end + usize::from(has_noun)))
    }

    /// The date whose name is written as its column's.
    fn date_spelled_at(&self, start: usize) -> Option<(ColumnId, usize)> {
        let mut glued = String::new();
        for (more, token) in self.tokens.get(start..)?.iter().take(5).enumerate() {
            glued.push_str(&token.word);
            let named = self.schema.ids().find(|id| {
                let column = self.schema.column(*id);
                id.table == self.table && column.is_date() && column.glued == glued
            });
            if let Some(id) = named {
                return Some((id, start + more + 1));
            }
        }
        None
    }

    /// The date that other words stand for: "payment" for `paid_on`, and the noun of the rows for the day of each.
    fn date_meant_at(&self, start: usize) -> Option<(ColumnId, usize)> {
        let table = &self.schema.tables[self.table];
        let linked = crate::link::link_columns(self.tokens, start, self.schema)
            .into_iter()
            .filter(|link| {
                link.column.table == self.table && self.schema.column(link.column).is_date()
            })
            .max_by_key(|link| link.end)
            .map(|link| (link.column, link.end));
        let own = || {
            let TimeSource::Date { column } = &table.time.as_ref()?.source else {
                return None;
            };
            let id = self.schema.find(column)?;
            table
                .entity
                .contains(&self.tokens[start].stem)
                .then_some((id, start + 1))
        };
        linked.or_else(own)
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
        let seconds = match &of {
            Scalar::DaysBetween { unit, .. } => unit.and_then(TimeUnit::seconds),
            _ => None,
        };
        // Without a unit the quantity counts days.
        let seconds = seconds.map_or(SECONDS_OF_DAY, f64::from);
        // Units of time have factors in seconds.
        let days = |value: f64| Literal::Number {
            number: value * unit.factor / seconds,
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
        let [from, to] = [from, to].map(|column| ColumnId { table, column });
        Some(Scalar::DaysBetween {
            from: self.schema.reference(from),
            to: self.schema.reference(to),
            unit: self.span_unit(from, to),
        })
    }

    /// The unit of the time between two moments: the one that is said, hours where both say the hour, and days otherwise.
    fn span_unit(&self, from: ColumnId, to: ColumnId) -> Option<TimeUnit> {
        let says_hour =
            |id| self.schema.column(id).profile.column_type == portolan_query::ColumnType::Datetime;
        let says = |words: &str| self.tokens.iter().any(|token| token.is(words));
        if !says_hour(from) || !says_hour(to) || says("day days") {
            return None;
        }
        Some(if says("minute minutes min mins") {
            TimeUnit::Minute
        } else {
            TimeUnit::Hour
        })
    }
}
