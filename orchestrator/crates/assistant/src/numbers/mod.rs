//! Checks the numbers of a text against those that its turn has seen.
//!
//! A number is known where rounding a cell, or something simple that was computed from cells, to
//! the places that were written gives it. What is computed is kept small, so that a number that
//! was invented does not pass by chance: a column's sum and mean, the shares of its largest
//! and smallest cells, and how a few cells compare: the first and the last, the largest and the
//! smallest, and those whose rows the text names.

mod derived;
mod prose;

use std::collections::BTreeSet;

use portolan_blocks::{BlockContent, ChartData, TextRange, utf16_length};
use portolan_chat::StepPart;
use portolan_query::QueryResult;
use serde_json::Value;

use self::{
    derived::{Derived, NumberTable},
    prose::{Meaning, NumberUnit, RoundedValue, WrittenNumber},
};
use super::{PastTurn, TurnRequest, tools::KeptQuery};

/// Cells that are remembered of one result; a chart has no more.
const CELLS: usize = 50_000;
/// Turns before this one whose numbers may be spoken of again.
const EARLIER_TURNS: usize = 10;
/// Results that are remembered.
const RESULTS: usize = 64;

/// Removes the rows of charts that are too old for their numbers to be read: a running turn would keep them.
pub fn drop_unread_rows(history: &mut [PastTurn]) {
    let read = history.len().saturating_sub(EARLIER_TURNS);
    for block in history[..read].iter_mut().flat_map(|turn| &mut turn.blocks) {
        if let BlockContent::Chart(chart) = &mut block.content {
            chart.data = None;
        }
    }
}

/// Returns the numbers in a Markdown text, in order, each as one text however it was written: `4,000` is `4000`.
pub fn numbers_in(markdown: &str) -> Vec<String> {
    let written = prose::written_numbers(markdown).into_iter();
    written
        .filter_map(|number| match number.meaning {
            Meaning::Amount { unit, readings } => {
                // `1.234` may be a thousand: the same reading is taken on both sides of a comparison.
                let values = readings.iter().map(|reading| reading.value);
                let value = values.max_by(f64::total_cmp)?;
                Some(match unit {
                    NumberUnit::Plain => value.to_string(),
                    NumberUnit::Percent => format!("{value}%"),
                    NumberUnit::Factor => format!("{value}×"),
                })
            }
            Meaning::Date(date) => Some(date),
            Meaning::Ordinal(number) => Some(format!("{number}.")),
            Meaning::Count(number) => Some(number.to_string()),
            Meaning::Decade(year) => Some(format!("{year}s")),
        })
        .collect()
}

/// All numbers known to the turn.
#[derive(Clone, Debug, Default)]
pub struct KnownNumbers {
    /// Without their signs, which words often say; sorted.
    amounts: Vec<f64>,
    /// Including numbers that are only valid as a percentage or factor.
    derived: Derived,
    dates: BTreeSet<String>,
    /// The largest number of rows of a result.
    rows: u64,
    tables: Vec<NumberTable>,
}

impl KnownNumbers {
    /// Returns the numbers known before a turn begins or resumes: the question, the charts of the
    /// answers before it, and what its finished steps gave.
    pub fn of(request: &TurnRequest) -> Self {
        let mut known = Self::default();
        known.learn_text(&request.message.text);
        for turn in request.history.iter().rev().take(EARLIER_TURNS) {
            known.learn_text(&turn.message.text);
            for block in &turn.blocks {
                if let BlockContent::Chart(chart) = &block.content
                    && let Some(data) = &chart.data
                {
                    known.learn_chart(data);
                }
            }
        }
        for step in &request.journal {
            known.learn_step(&step.parts);
        }
        known
    }

    /// Adds the numbers of the results of a step's tools.
    pub fn learn_step(&mut self, parts: &[StepPart]) {
        for part in parts {
            let StepPart::ToolResult { content, kept, .. } = part else {
                continue;
            };
            let query = kept
                .as_ref()
                .and_then(|kept| serde_json::from_value::<KeptQuery>(kept.clone()).ok());
            if let Some(query) = query {
                self.learn_result(&query.sql, &query.result);
            } else if let Ok(told) = serde_json::from_str::<Value>(content)
                && told.get("error").is_none()
            {
                self.learn_json(&told);
            }
        }
    }

    /// Adds the numbers in a user's text or a query.
    pub fn learn_text(&mut self, text: &str) {
        self.take_text(text);
        self.sort_values();
    }

    /// Adds all numbers in a tool's output.
    pub fn learn_json(&mut self, value: &Value) {
        self.take_json(value);
        self.sort_values();
    }

    pub fn learn_result(&mut self, sql: &str, result: &QueryResult) {
        self.take_text(sql);
        self.learn_rows(
            result.columns.iter().map(|column| column.name.as_str()),
            &result.rows,
            result.row_count,
            result.truncated,
        );
    }

    /// A chart of an earlier answer.
    pub fn learn_chart(&mut self, data: &ChartData) {
        self.learn_rows(
            data.columns.iter().map(|column| column.name.as_str()),
            &data.rows,
            data.rows.len() as u64,
            data.truncated,
        );
    }

    /// The numbers of a text that nothing explains, as UTF-16 ranges in it.
    pub fn find_unverified(&self, markdown: &str) -> Vec<TextRange> {
        let written = prose::written_numbers(markdown);
        if written.is_empty() {
            return Vec::new();
        }
        let named = self.derive_for_named(markdown);
        written
            .iter()
            .filter(|written| !self.is_known(written, &named))
            .map(|written| {
                let start = utf16_length(&markdown[..written.range.start]);
                TextRange {
                    start,
                    end: start + utf16_length(&markdown[written.range.clone()]),
                }
            })
            .collect()
    }

    fn learn_rows<'a>(
        &mut self,
        columns: impl Iterator<Item = &'a str>,
        rows: &[Vec<Value>],
        row_count: u64,
        is_truncated: bool,
    ) {
        if self.tables.len() >= RESULTS {
            return;
        }
        let names: Vec<&str> = columns.collect();
        for name in &names {
            self.take_text(name);
        }
        let width = names.len().max(1);
        self.amounts.extend([row_count as f64, width as f64]);
        self.rows = self.rows.max(row_count);
        for value in rows.iter().take(CELLS / width).flatten() {
            self.take_json(value);
        }
        let table = NumberTable::new(rows, is_truncated);
        self.derived.add(&table);
        self.tables.push(table);
        self.derived.sort_values();
        self.sort_values();
    }

    fn take_json(&mut self, value: &Value) {
        match value {
            Value::Number(number) => self.amounts.extend(number.as_f64().map(f64::abs)),
            Value::String(text) => self.take_text(text),
            Value::Array(items) => items.iter().for_each(|item| self.take_json(item)),
            Value::Object(fields) => fields.values().for_each(|item| self.take_json(item)),
            Value::Null | Value::Bool(_) => {}
        }
    }

    fn take_text(&mut self, text: &str) {
        if !text.bytes().any(|byte| byte.is_ascii_digit()) {
            return;
        }
        for written in prose::plain_numbers(text) {
            match written.meaning {
                Meaning::Amount { readings, .. } => {
                    self.amounts
                        .extend(readings.iter().map(|reading| reading.value));
                }
                Meaning::Date(date) => self.take_date(&date),
                Meaning::Ordinal(value) | Meaning::Count(value) | Meaning::Decade(value) => {
                    self.amounts.push(value as f64);
                }
            }
        }
    }

    /// A date, its month and its year; its numbers alone too: `3 March 2024`.
    fn take_date(&mut self, date: &str) {
        let parts = date.split('-').filter_map(|part| part.parse::<f64>().ok());
        self.amounts.extend(parts);
        for end in [4, 7, 10] {
            if let Some(part) = date.get(..end) {
                self.dates.insert(part.to_owned());
            }
        }
    }

    fn sort_values(&mut self) {
        self.amounts.sort_unstable_by(f64::total_cmp);
        self.amounts.dedup();
    }

    /// Checks values derived from the rows that the text names.
    fn derive_for_named(&self, markdown: &str) -> Derived {
        let text = markdown.to_lowercase();
        let mut derived = Derived::default();
        for table in &self.tables {
            derived.add_named(table, &text);
        }
        derived.sort_values();
        derived
    }

    fn is_known(&self, written: &WrittenNumber, named: &Derived) -> bool {
        match &written.meaning {
            Meaning::Date(date) => self.dates.contains(date),
            Meaning::Ordinal(value) => {
                *value <= self.rows || has_value(&self.amounts, exact_reading(*value as f64))
            }
            Meaning::Count(value) => {
                *value <= self.rows || has_value(&self.amounts, exact_reading(*value as f64))
            }
            Meaning::Decade(value) => {
                let years = (*value..*value + 10).map(|year| year as f64);
                years
                    .into_iter()
                    .any(|year| has_value(&self.amounts, exact_reading(year)))
            }
            Meaning::Amount { unit, readings } => readings.iter().any(|reading| {
                let lists: &[&[f64]] = match unit {
                    NumberUnit::Plain => &[&self.amounts, &self.derived.amounts, &named.amounts],
                    NumberUnit::Percent => &[
                        &self.amounts,
                        &self.derived.amounts,
                        &self.derived.percents,
                        &named.amounts,
                        &named.percents,
                    ],
                    NumberUnit::Factor => &[&self.amounts, &self.derived.factors, &named.factors],
                };
                lists.iter().any(|list| has_value(list, *reading))
                    // A share that a query gave as a part of one.
                    || (*unit == NumberUnit::Percent && has_value(&self.amounts, hundredth_of(*reading)))
            }),
        }
    }
}

fn exact_reading(value: f64) -> RoundedValue {
    RoundedValue { value, half: 0.0 }
}

fn hundredth_of(reading: RoundedValue) -> RoundedValue {
    RoundedValue {
        value: reading.value / 100.0,
        half: reading.half / 100.0,
    }
}

/// Returns whether a sorted list has a value that is written like this.
fn has_value(list: &[f64], reading: RoundedValue) -> bool {
    // Half of the last place, and what floating point loses.
    let slack = reading.half + reading.value * 1e-9 + 1e-12;
    let from = list.partition_point(|value| *value < reading.value - slack);
    list.get(from)
        .is_some_and(|value| *value <= reading.value + slack)
}

#[cfg(test)]
mod tests;
