//! The profile of one column.

use std::{collections::HashMap, path::Path};

use arrow::{
    array::{Array, ArrayRef, AsArray},
    datatypes::{DataType, Date32Type, Float64Type, Int64Type, TimestampMicrosecondType},
};
use parquet::arrow::arrow_reader::ArrowReaderMetadata;
use portolan_query::{ColumnProfile, ColumnType, ValueCount, WorkerFailure};
use serde_json::Value;

use super::{
    distinct::Distinct,
    order::{from_float, from_integer, to_float, to_integer},
    quantile::{find_quartiles, quartiles_of_counts},
    reader::each_batch,
};
use crate::value::{column_type, date_value, datetime_value, integer_value, number_value};

/// The maximum number of distinct values that are listed completely.
const ALL_VALUES: usize = 200;
const FREQUENT_VALUES: usize = 50;
/// Values whose counts are taken again where the first counts are not exact.
const CANDIDATES: usize = 400;

pub fn profile_column(
    path: &Path,
    metadata: &ArrowReaderMetadata,
    index: usize,
) -> Result<ColumnProfile, WorkerFailure> {
    let column = ParquetColumn {
        path,
        metadata,
        index,
    };
    match metadata.schema().field(index).data_type() {
        DataType::Utf8 => column.profile_texts(),
        DataType::Float64 => column.profile_ordered(&OrderedType {
            each: |array, see| each_float(array, &mut |value| see(from_float(value))),
            show: |ordered| number_value(to_float(ordered)),
            quantity: Some(to_float),
        }),
        DataType::Int64 => column.profile_ordered(&OrderedType {
            each: |array, see| {
                let values = array.as_primitive::<Int64Type>();
                values
                    .iter()
                    .flatten()
                    .for_each(|value| see(from_integer(value)));
            },
            show: |ordered| integer_value(to_integer(ordered)),
            quantity: Some(|ordered| to_integer(ordered) as f64),
        }),
        DataType::Date32 => column.profile_ordered(&OrderedType {
            each: |array, see| {
                let values = array.as_primitive::<Date32Type>();
                values
                    .iter()
                    .flatten()
                    .for_each(|value| see(from_integer(value.into())));
            },
            show: |ordered| date_value(i32::try_from(to_integer(ordered)).unwrap_or(i32::MAX)),
            quantity: None,
        }),
        DataType::Boolean => column.profile_ordered(&OrderedType {
            each: |array, see| {
                array
                    .as_boolean()
                    .iter()
                    .flatten()
                    .for_each(|value| see(value.into()))
            },
            show: |ordered| Value::Bool(ordered != 0),
            quantity: None,
        }),
        _ => column.profile_ordered(&OrderedType {
            each: |array, see| {
                let values = array.as_primitive::<TimestampMicrosecondType>();
                values
                    .iter()
                    .flatten()
                    .for_each(|value| see(from_integer(value)));
            },
            show: |ordered| datetime_value(to_integer(ordered)),
            quantity: None,
        }),
    }
}

/// A type whose values are kept as unsigned integers of the same order.
struct OrderedType {
    each: fn(&ArrayRef, &mut dyn FnMut(u64)),
    show: fn(u64) -> Value,
    /// The number that a value is, for types that have a mean.
    quantity: Option<fn(u64) -> f64>,
}

struct ParquetColumn<'a> {
    path: &'a Path,
    metadata: &'a ArrowReaderMetadata,
    index: usize,
}

impl ParquetColumn<'_> {
    fn each_batch(&self, see: impl FnMut(&ArrayRef)) -> Result<(), WorkerFailure> {
        each_batch(self.path, self.metadata, self.index, see)
    }

    fn profile_ordered(&self, kind: &OrderedType) -> Result<ColumnProfile, WorkerFailure> {
        let mut distinct = Distinct::<u64>::new();
        let mut nulls = 0;
        let mut seen: u64 = 0;
        let mut range: Option<(u64, u64)> = None;
        let mut sum = Sum::default();
        self.each_batch(|array| {
            let mut present: u64 = 0;
            let mut run: Option<(u64, u64)> = None;
            (kind.each)(array, &mut |value| {
                present += 1;
                let (low, high) = range.unwrap_or((value, value));
                range = Some((low.min(value), high.max(value)));
                if let Some(quantity) = kind.quantity {
                    sum.add(quantity(value));
                }
                // Columns are often sorted or constant in stretches.
                match &mut run {
                    Some((last, times)) if *last == value => *times += 1,
                    _ => {
                        if let Some((last, times)) = run.replace((value, 1)) {
                            distinct.add(&last, times);
                        }
                    }
                }
            });
            if let Some((last, times)) = run {
                distinct.add(&last, times);
            }
            seen += present;
            nulls += array.len() as u64 - present;
        })?;
        let count = distinct.count();
        let is_exact = distinct.is_exact();
        let mut counts = distinct.into_counts();
        let quartiles = match kind.quantity {
            None => None,
            Some(quantity) if is_exact => {
                counts.sort_unstable();
                let counts: Vec<(f64, u64)> = counts
                    .iter()
                    .map(|(value, count)| (quantity(*value), *count))
                    .collect();
                quartiles_of_counts(&counts)
            }
            Some(quantity) => find_quartiles(seen, |see| {
                self.each_batch(|array| (kind.each)(array, &mut |value| see(quantity(value))))
            })?,
        };
        // The sketch of many values only estimates their counts: a second pass counts its candidates exactly.
        if !is_exact {
            counts = take_candidates(counts);
            let mut exact: HashMap<u64, u64> =
                counts.iter().map(|(value, _)| (*value, 0)).collect();
            self.each_batch(|array| {
                (kind.each)(array, &mut |value| {
                    if let Some(count) = exact.get_mut(&value) {
                        *count += 1;
                    }
                });
            })?;
            counts = exact.into_iter().collect();
        }
        let mean = (kind.quantity.is_some() && seen > 0).then(|| sum.total() / seen as f64);
        Ok(ColumnProfile {
            nulls,
            distinct: count,
            min: range.map(|(low, _)| (kind.show)(low)),
            max: range.map(|(_, high)| (kind.show)(high)),
            mean: mean.filter(|mean| mean.is_finite()),
            quartiles: quartiles
                .filter(|quartiles| quartiles.iter().all(|value| value.is_finite())),
            values: list_frequent(counts, count, |value| (kind.show)(value)),
            ..self.profile_empty()
        })
    }

    fn profile_texts(&self) -> Result<ColumnProfile, WorkerFailure> {
        let mut distinct = Distinct::<String>::new();
        let mut nulls = 0;
        let mut range: Option<(String, String)> = None;
        self.each_batch(|array| {
            nulls += array.null_count() as u64;
            for text in array.as_string::<i32>().iter().flatten() {
                distinct.add(text, 1);
                match &mut range {
                    None => range = Some((text.to_owned(), text.to_owned())),
                    Some((low, high)) => {
                        if text < low.as_str() {
                            text.clone_into(low);
                        } else if text > high.as_str() {
                            text.clone_into(high);
                        }
                    }
                }
            }
        })?;
        let count = distinct.count();
        let is_exact = distinct.is_exact();
        let mut counts = distinct.into_counts();
        if !is_exact {
            counts = take_candidates(counts);
            let mut exact: HashMap<String, u64> =
                counts.into_iter().map(|(value, _)| (value, 0)).collect();
            self.each_batch(|array| {
                for text in array.as_string::<i32>().iter().flatten() {
                    if let Some(count) = exact.get_mut(text) {
                        *count += 1;
                    }
                }
            })?;
            counts = exact.into_iter().collect();
        }
        Ok(ColumnProfile {
            nulls,
            distinct: count,
            min: range.as_ref().map(|(low, _)| shorten_text(low)),
            max: range.as_ref().map(|(_, high)| shorten_text(high)),
            values: list_frequent(counts, count, |text| shorten_text(&text)),
            ..self.profile_empty()
        })
    }

    fn profile_empty(&self) -> ColumnProfile {
        let schema = self.metadata.schema();
        let field = schema.field(self.index);
        let column_type: ColumnType = column_type(field.data_type());
        ColumnProfile {
            name: field.name().clone(),
            column_type,
            nulls: 0,
            distinct: 0,
            min: None,
            max: None,
            mean: None,
            quartiles: None,
            values: Vec::new(),
        }
    }
}

fn each_float(array: &ArrayRef, see: &mut dyn FnMut(f64)) {
    let values = array.as_primitive::<Float64Type>();
    values
        .iter()
        .flatten()
        .filter(|value| !value.is_nan())
        .for_each(see);
}

/// The values that may be among the most frequent.
fn take_candidates<K: Ord>(mut counts: Vec<(K, u64)>) -> Vec<(K, u64)> {
    sort_by_count(&mut counts);
    counts.truncate(CANDIDATES);
    counts
}

fn sort_by_count<K: Ord>(counts: &mut [(K, u64)]) {
    counts.sort_unstable_by(|(left, left_count), (right, right_count)| {
        right_count.cmp(left_count).then_with(|| left.cmp(right))
    });
}

fn list_frequent<K: Ord>(
    mut counts: Vec<(K, u64)>,
    distinct: u64,
    show: impl Fn(K) -> Value,
) -> Vec<ValueCount> {
    sort_by_count(&mut counts);
    if distinct > ALL_VALUES as u64 {
        counts.truncate(FREQUENT_VALUES);
    }
    counts
        .into_iter()
        .map(|(value, count)| ValueCount {
            value: show(value),
            count,
        })
        .collect()
}

/// Long texts are cut: a profile is read as a whole.
fn shorten_text(text: &str) -> Value {
    const CHARACTERS: usize = 300;
    match text.char_indices().nth(CHARACTERS) {
        None => Value::from(text),
        Some((end, _)) => Value::from(format!("{}…", &text[..end])),
    }
}

/// A sum that keeps what each addition rounds away (Neumaier).
#[derive(Default)]
struct Sum {
    sum: f64,
    lost: f64,
}

impl Sum {
    fn add(&mut self, value: f64) {
        let sum = self.sum + value;
        self.lost += if self.sum.abs() >= value.abs() {
            (self.sum - sum) + value
        } else {
            (value - sum) + self.sum
        };
        self.sum = sum;
    }

    fn total(&self) -> f64 {
        self.sum + self.lost
    }
}
