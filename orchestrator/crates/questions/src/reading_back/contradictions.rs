//! Compares a chart that another model proposes with the plan of the question.
//!
//! Only what the question says outright counts: parts of the plan that the question's words say, columns by their full
//! name, values and numbers as they are written, a kind of chart by its name, "top 5". Whatever could be read otherwise is
//! let through.

use std::collections::BTreeSet;

use portolan_query::TableProfile;
use serde_json::{Value, json};

use super::drawn::Drawn;
use super::statement::{Facts, Taken};
use crate::plan::{
    Aggregate, ColumnRef, Condition, Group, Literal, Mark, Measure, Part, Provenance, QueryPlan,
    Scalar, Select, Test,
};
use crate::schema::{Column, Role, Schema};
use crate::sql::walk;
use crate::{Answer, Echo, Question, WordState, answer};

/// A chart before it is drawn.
pub struct Proposed<'a> {
    /// One SELECT.
    pub sql: &'a str,
    /// `plot`, `table` …
    pub kind: &'a str,
    /// A Vega-Lite specification where the kind is `plot`.
    pub spec: &'a Value,
}

/// A difference between a proposed chart and the question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// For the model: what the question says, and what the chart does instead.
    pub message: String,
    /// For the person, where the model insists.
    pub note: String,
}

const MOST: usize = 3;
/// Readings within this cost of the best one are as likely.
const CLOSE: f64 = 0.5;

/// Returns the contradictions, the gravest first; none where the question or the SQL is not understood.
pub fn contradictions(
    text: &str,
    tables: &[TableProfile],
    proposed: &Proposed<'_>,
) -> Vec<Contradiction> {
    let Some(facts) = Facts::of(proposed.sql) else {
        return Vec::new();
    };
    let question = Question {
        text,
        tables,
        earlier: None,
        schema: None,
    };
    let Answer::Plans { readings } = answer(&question) else {
        return Vec::new();
    };
    let Some(best) = readings.first() else {
        return Vec::new();
    };
    let schema = Schema::new(tables, None);
    let close: Vec<&QueryPlan> = readings[1..]
        .iter()
        .filter(|other| other.cost - best.cost <= CLOSE)
        .map(|other| &other.plan)
        .collect();
    let lower = text.to_lowercase();
    let check = Check {
        words: words(&lower),
        text: lower,
        plan: &best.plan,
        close,
        echo: &best.echo,
        schema: &schema,
        drawn: Drawn::of(proposed.spec),
        facts,
        proposed,
    };
    // The gravest go first, as only the first few are kept.
    let mut found = check.aggregates();
    found.extend(check.count());
    found.extend(check.columns());
    found.extend(check.conditions());
    found.extend(check.limit());
    found.extend(check.mark());
    found.truncate(MOST);
    found
}

struct Check<'a> {
    /// The question in lower case, and its words.
    text: String,
    words: Vec<String>,
    plan: &'a QueryPlan,
    /// Other plans that are as likely.
    close: Vec<&'a QueryPlan>,
    echo: &'a Echo,
    schema: &'a Schema<'a>,
    drawn: Drawn,
    facts: Facts,
    proposed: &'a Proposed<'a>,
}

impl Check<'_> {
    /// "Average horsepower", and the query sums it.
    fn aggregates(&self) -> Vec<Contradiction> {
        let mut found = Vec::new();
        for part in &self.plan.measures {
            let Measure::Aggregate {
                aggregate,
                of: Scalar::Column { column: reference },
            } = &part.value
            else {
                continue;
            };
            let (Some(asked), Some(column)) = (taken(*aggregate), self.column(reference)) else {
                continue;
            };
            let Some(asked_word) = word(asked).filter(|_| self.is_said(asked)) else {
                continue;
            };
            // A column called "total_sales" is spoken of, not summed.
            let is_called = column
                .words
                .iter()
                .any(|name| said_words(asked).split(' ').any(|word| word == name.word));
            let is_said = self.agree_on(&part.value) || self.is_beside(asked, column);
            let is_open = !is_sure(part) || !self.is_named(column) || !is_said;
            // Windows take aggregates of aggregates, and the question may mean either.
            if is_open || is_called || self.facts.has_windows {
                continue;
            }
            found.extend(self.aggregate(asked, asked_word, column));
        }
        found
    }

    fn aggregate(
        &self,
        asked: Taken,
        asked_word: &str,
        column: &Column<'_>,
    ) -> Option<Contradiction> {
        let name = column.profile.name.to_lowercase();
        let taken: Vec<Taken> = self.facts.aggregates_of(&name).collect();
        // SUM(x) / COUNT(*) is a mean that is written out.
        let by_hand = asked == Taken::Mean && self.facts.divides && taken.contains(&Taken::Sum);
        if taken.contains(&asked) || by_hand || self.drawn.aggregates.contains(&asked) {
            return None;
        }
        let asked_for = format!("the {asked_word} of `{}`", column.profile.name);
        if let Some(other) = taken.iter().find_map(|taken| word(*taken)) {
            return Some(contradiction(
                &asked_for,
                &format!("the query takes its {other}"),
            ));
        }
        let is_ranked = matches!(asked, Taken::Minimum | Taken::Maximum);
        // A box plot finds its median itself; with one row per group, the value is its own mean.
        let one_by_one = !is_ranked
            && asked != Taken::Sum
            && taken.is_empty()
            && self.drawn.aggregates.is_empty()
            && self.facts.grouped.contains(&name)
            && !self.drawn.marks.contains("boxplot")
            && !self.groups_by_unique();
        one_by_one.then(|| contradiction(&asked_for, "the query takes its values one by one"))
    }

    /// "How many …", and the query averages.
    fn count(&self) -> Option<Contradiction> {
        let is_asked = matches!(self.plan.measures.as_slice(), [part]
            if part.value == Measure::Count && self.agree_on(&part.value))
            && self
                .words
                .iter()
                .any(|word| ["many", "number", "count"].contains(&word.as_str()));
        // SUM counts flags, or adds up a column of counts.
        let counts = self
            .facts
            .aggregates
            .iter()
            .any(|(taken, _)| matches!(taken, Taken::Count | Taken::Distinct | Taken::Sum));
        let other = self
            .facts
            .aggregates
            .iter()
            .find_map(|(taken, _)| word(*taken))?;
        let contradicts =
            is_asked && !counts && self.drawn.aggregates.is_empty() && !self.facts.has_windows;
        contradicts.then(|| {
            contradiction(
                "a number of rows",
                &format!("the query counts nothing and takes the {other} of a column"),
            )
        })
    }

    /// A column that is named and never read, while one that is not named takes its place.
    fn columns(&self) -> Vec<Contradiction> {
        // A wildcard reads all columns, so none can be missing.
        if self.facts.has_wildcard {
            return Vec::new();
        }
        let spoken = self.spoken();
        let measured = self.plan.measures.iter().filter(|part| is_sure(part));
        let measured = measured.filter_map(|part| match &part.value {
            Measure::Aggregate {
                of: Scalar::Column { column },
                ..
            }
            | Measure::Raw {
                of: Scalar::Column { column },
            } => Some((column, &self.facts.measured, "measures")),
            _ => None,
        });
        let grouped = self.plan.groups.iter().filter(|part| is_sure(part));
        let grouped = grouped.filter_map(|part| match &part.value {
            Group::Column { column } => Some((column, &self.facts.grouped, "divides by")),
            _ => None,
        });
        let mut found = Vec::new();
        for (reference, instead, does) in measured.chain(grouped) {
            let Some(column) = self.column(reference) else {
                continue;
            };
            let name = column.profile.name.to_lowercase();
            if !self.is_named(column) || self.facts.columns.contains(&name) {
                continue;
            }
            // A column of another likely reading is no mistake.
            let instead = instead
                .iter()
                .find(|other| !spoken.contains(*other) && self.is_alike(other, column));
            if let Some(other) = instead {
                found.push(contradiction(
                    &format!("`{}`", column.profile.name),
                    &format!("the query never reads it and {does} `{other}`"),
                ));
            }
        }
        found
    }

    /// A condition that the query does not make.
    fn conditions(&self) -> Vec<Contradiction> {
        let mut found = Vec::new();
        let conditions = self.plan.conditions.iter().filter(|part| is_sure(part));
        let of_rows = conditions.map(|part| match &part.value {
            Condition::Test {
                of: Scalar::Column { column },
                test,
            } => Some((column, test)),
            _ => None,
        });
        let of_groups = self.plan.having.iter().filter(|part| is_sure(part));
        let of_groups = of_groups.map(|part| match &part.value.measure {
            Measure::Aggregate {
                of: Scalar::Column { column },
                ..
            } => Some((column, &part.value.test)),
            _ => None,
        });
        for (column, test) in of_rows.chain(of_groups).flatten() {
            let Some((column, values)) = self.literals(column, test) else {
                continue;
            };
            // The chart may filter where the query does not.
            let missing = values
                .iter()
                .find(|value| !self.facts.has_literal(value) && !self.drawn.has_literal(value));
            if let Some(value) = missing {
                let value = match value {
                    Value::String(text) => format!("“{text}”"),
                    other => other.to_string(),
                };
                found.push(contradiction(
                    &format!("a condition on `{}`: {value}", column.profile.name),
                    "the query has no such condition",
                ));
            }
        }
        found.dedup();
        found
    }

    /// "Top 5" of which all are shown.
    fn limit(&self) -> Option<Contradiction> {
        let Some(Part {
            value: Select::Top { n, descending, .. },
            ..
        }) = &self.plan.select
        else {
            return None;
        };
        let is_said = self
            .words
            .iter()
            .any(|word| ["top", "bottom", "first", "last"].contains(&word.as_str()));
        // One winner may be found by sorting or by MAX, so only more than one needs a limit.
        let is_asked = (2..=100).contains(n) && !self.facts.has_number(f64::from(*n));
        (is_asked && is_said && !self.drawn.has_number(u64::from(*n))).then(|| {
            let which = if *descending { "top" } else { "bottom" };
            contradiction(
                &format!("the {which} {n} only"),
                "the query has no such limit",
            )
        })
    }

    /// "As a pie chart", and the chart draws lines.
    fn mark(&self) -> Option<Contradiction> {
        let (name, marks): (&str, &[&str]) = match self.plan.present.mark.as_ref()?.value {
            Mark::Histogram => ("a histogram", &["bar", "rect", "area"]),
            Mark::Bar => ("a bar chart", &["bar"]),
            Mark::Line => ("a line chart", &["line", "trail"]),
            Mark::Area => ("an area chart", &["area"]),
            Mark::Point => ("a scatter plot", &["point", "circle", "square"]),
            Mark::Arc => ("a pie chart", &["arc"]),
            Mark::Heatmap => ("a heat map", &["rect"]),
            Mark::Boxplot => ("a box plot", &["boxplot", "rule", "tick"]),
            _ => return None,
        };
        let refused = [
            "instead of",
            "rather than",
            "not a ",
            "no pie",
            "don't",
            "without",
            " or ",
        ];
        // "A line instead of a pie" refuses the pie; "a line or a pie" leaves it open.
        if refused.iter().any(|word| self.text.contains(word)) {
            return None;
        }
        let drawn = match self.proposed.kind {
            "plot" if self.drawn.marks.is_empty() => return None,
            "plot" if marks.iter().any(|mark| self.drawn.marks.contains(*mark)) => return None,
            "plot" => {
                let marks: Vec<&str> = self.drawn.marks.iter().map(String::as_str).collect();
                marks.join(" and ")
            }
            "table" => "a table".to_owned(),
            _ => return None,
        };
        Some(contradiction(
            &format!("{name} by name"),
            &format!("the chart draws {drawn}"),
        ))
    }

    /// Returns the condition's column and the values that a query would hold, where both are sure.
    fn literals(&self, reference: &ColumnRef, test: &Test) -> Option<(&Column<'_>, Vec<Value>)> {
        let column = self.column(reference)?;
        let name = column.profile.name.to_lowercase();
        let values: Vec<Value> = match test {
            Test::Compare { value, .. } => vec![json_of(value)],
            Test::Between { low, high, .. } => vec![json_of(low), json_of(high)],
            Test::In { values } | Test::NotIn { values } => values.iter().map(json_of).collect(),
            _ => return None,
        };
        // Values of the column that divides are told apart in the chart.
        let told_apart = values.len() > 1 && self.facts.grouped.contains(&name);
        // Short codes and yes or no can be tested without writing the value.
        let is_flag = |value: &Value| match value {
            Value::Bool(_) => true,
            Value::String(text) => text.chars().count() < 3 || column.profile.distinct <= 2,
            _ => false,
        };
        let is_plain = |value: &Value| match value {
            Value::String(text) => {
                let text = text.to_lowercase();
                self.text.contains(&text)
                    || text.get(..4).is_some_and(|year| self.text.contains(year))
            }
            Value::Number(number) => {
                let number = number.as_f64();
                self.words.iter().any(|word| word.parse().ok() == number)
            }
            _ => false,
        };
        // All rows meet a condition on a column with a single value.
        let is_sure = column.profile.distinct > 1
            && !told_apart
            && !values.is_empty()
            && !values.iter().any(is_flag)
            && values.iter().all(is_plain);
        is_sure.then_some((column, values))
    }

    fn column(&self, reference: &ColumnRef) -> Option<&Column<'_>> {
        Some(self.schema.column(self.schema.find(reference)?))
    }

    /// Tells whether every reading that is as likely measures the same.
    fn agree_on(&self, measure: &Measure) -> bool {
        self.close
            .iter()
            .all(|plan| plan.measures.iter().any(|part| part.value == *measure))
    }

    /// Tells whether the aggregate's own word is in the question: "overall" and "typical" are vague.
    fn is_said(&self, aggregate: Taken) -> bool {
        said_words(aggregate)
            .split(' ')
            .any(|word| self.words.iter().any(|said| said == word))
    }

    /// Tells whether the aggregate's own word is right before the column's name, which leaves nothing open.
    fn is_beside(&self, aggregate: Taken, column: &Column<'_>) -> bool {
        let name = spelled(column);
        said_words(aggregate)
            .split(' ')
            .any(|word| self.text.contains(&format!("{word} {name}")))
    }

    /// Tells whether the question has the column's whole name, and the name says more than "date" or "value".
    fn is_named(&self, column: &Column<'_>) -> bool {
        const PLAIN: &str = "name number count id total value type time date amount year month week day hour quarter";
        let is_plain = |word: &str| PLAIN.split(' ').any(|plain| plain == word);
        let own = || column.words.iter().filter(|name| name.word.len() > 1);
        // The answer offers other columns for the word, so its meaning is not sure.
        let is_unsure = self.echo.words.iter().any(|word| {
            matches!(&word.state, WordState::Unsure { alternatives, .. }
                if alternatives.iter().any(|other| other.column == column.profile.name))
        });
        !is_unsure
            && own().next().is_some()
            && !own().all(|name| is_plain(&name.word))
            && (self.text.contains(&spelled(column))
                || own().all(|name| {
                    self.words
                        .iter()
                        .any(|said| said.starts_with(&name.stem) || name.word == *said)
                }))
    }

    /// Returns the columns of the readings in lower case.
    fn spoken(&self) -> BTreeSet<String> {
        let mut spoken = BTreeSet::new();
        let mut add = |column: &ColumnRef| {
            spoken.insert(column.column.to_lowercase());
        };
        for plan in std::iter::once(self.plan).chain(self.close.iter().copied()) {
            for part in &plan.groups {
                walk::group_columns(&part.value, &mut add);
            }
            for part in &plan.conditions {
                walk::condition_columns(&part.value, &mut add);
            }
            for part in &plan.measures {
                walk::measure_columns(&part.value, &mut add);
            }
        }
        spoken
    }

    /// Tells whether `other` is a column that could take the place of `column` by mistake.
    fn is_alike(&self, other: &str, column: &Column<'_>) -> bool {
        // Identifiers and times are read to join or to sort, and not in place of a column.
        self.schema.ids().any(|id| {
            let candidate = self.schema.column(id);
            candidate.profile.name.to_lowercase() == other
                && candidate.is_quantity() == column.is_quantity()
                && !matches!(candidate.role, Role::Identifier | Role::Time)
        })
    }

    /// Tells whether each group is one row, so that an aggregate changes nothing.
    fn groups_by_unique(&self) -> bool {
        self.schema.ids().any(|id| {
            let name = self.schema.column(id).profile.name.to_lowercase();
            self.facts.grouped.contains(&name) && self.schema.is_unique(id)
        })
    }
}

/// Tells whether the question's words say the part.
fn is_sure<T>(part: &Part<T>) -> bool {
    matches!(part.provenance, Provenance::Words { .. })
}

/// Returns the column's name as a person writes it.
fn spelled(column: &Column<'_>) -> String {
    column.profile.name.to_lowercase().replace('_', " ")
}

fn words(text: &str) -> Vec<String> {
    // The point stays inside a word for numbers such as "2.5".
    text.split(|letter: char| !(letter.is_alphanumeric() || letter == '.'))
        .map(|word| word.trim_matches('.').to_owned())
        .filter(|word| !word.is_empty())
        .collect()
}

fn json_of(literal: &Literal) -> Value {
    match literal {
        Literal::Text { text } => json!(text),
        Literal::Number { number } => json!(number),
        Literal::Boolean { boolean } => json!(boolean),
        Literal::Date { date } => json!(date),
        Literal::Datetime { datetime } => json!(datetime),
    }
}

fn taken(aggregate: Aggregate) -> Option<Taken> {
    Some(match aggregate {
        Aggregate::Sum => Taken::Sum,
        Aggregate::Mean => Taken::Mean,
        Aggregate::Median => Taken::Median,
        Aggregate::Minimum => Taken::Minimum,
        Aggregate::Maximum => Taken::Maximum,
        _ => return None,
    })
}

fn said_words(aggregate: Taken) -> &'static str {
    match aggregate {
        Taken::Mean => "average avg mean averaged",
        Taken::Sum => "total sum totals summed",
        Taken::Median => "median",
        Taken::Minimum => "minimum min lowest smallest",
        Taken::Maximum => "maximum max highest largest",
        Taken::Count | Taken::Distinct => "",
    }
}

/// Returns the aggregate in plain words; None for counts, which take no column.
fn word(aggregate: Taken) -> Option<&'static str> {
    Some(match aggregate {
        Taken::Sum => "total",
        Taken::Mean => "average",
        Taken::Median => "median",
        Taken::Minimum => "minimum",
        Taken::Maximum => "maximum",
        Taken::Count | Taken::Distinct => return None,
    })
}

fn contradiction(asked: &str, done: &str) -> Contradiction {
    Contradiction {
        message: format!("the question asks for {asked}, but {done}"),
        note: format!("The question seems to ask for {asked}; the model kept another reading."),
    }
}
