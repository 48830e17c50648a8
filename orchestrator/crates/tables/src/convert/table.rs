//! One table on its way from rows of cells to Parquet.

use std::path::Path;

use portolan_query::{ColumnEdit, FailureCode, WorkerFailure, WorkerLimits};

use super::{
    cell::{RawCell, RowSource},
    header::{self, Header},
    infer::{ColumnFormat, Inference},
    write::TableWriter,
};
use crate::failure::{new_failure, too_large};

const SAMPLE_ROWS: usize = 60;
const NOTES: usize = 20;

pub struct Table {
    source: Box<dyn RowSource>,
    header: Header,
    pub prefers_decimal_comma: bool,
    pub notes: Vec<String>,
}

/// The names and formats of a table's columns.
pub struct TableColumns {
    /// The first cells of each row that are left out.
    skipped: usize,
    names: Vec<String>,
    formats: Vec<ColumnFormat>,
    pub repairs: Vec<ColumnEdit>,
}

impl Table {
    /// The header is looked for in the first rows.
    pub fn with_header(
        mut source: Box<dyn RowSource>,
        notes: Vec<String>,
    ) -> Result<Self, WorkerFailure> {
        let sample = read_sample(source.as_mut())?;
        Ok(Self::with_sample(source, &sample, notes))
    }

    pub fn with_sample(
        source: Box<dyn RowSource>,
        sample: &[Vec<String>],
        mut notes: Vec<String>,
    ) -> Self {
        let header = header::find_header(sample);
        notes.extend(header.notes.iter().cloned());
        Self {
            source,
            header,
            prefers_decimal_comma: false,
            notes,
        }
    }

    /// The rows name their columns, if they are objects; otherwise the header is looked for.
    pub fn named_by_rows(
        mut source: Box<dyn RowSource>,
        notes: Vec<String>,
    ) -> Result<Self, WorkerFailure> {
        let sample = read_sample(source.as_mut())?;
        if source.names().is_none() {
            return Ok(Self::with_sample(source, &sample, notes));
        }
        Ok(Self {
            source,
            header: Header {
                skipped: 0,
                names: None,
                notes: Vec::new(),
            },
            prefers_decimal_comma: false,
            notes,
        })
    }

    /// Reads every row once to find how many columns there are and what each holds.
    pub fn infer_columns(&mut self, limits: &WorkerLimits) -> Result<TableColumns, WorkerFailure> {
        let mut columns: Vec<Inference> = Vec::new();
        let mut raggedness = Raggedness::new(self.header.names.as_ref().map(Vec::len));
        let header_width = self
            .header
            .names
            .as_ref()
            .map_or(0, |names| filled_width(names));
        let too_wide = |width: usize| {
            too_large(format!(
                "The table has {width} columns; it may have {}. Leave some out, or upload it with the columns as rows.",
                limits.max_columns
            ))
        };
        if header_width as u64 > limits.max_columns {
            return Err(too_wide(header_width));
        }
        let mut rows = 0;
        let mut numbering = RowNumbers::default();
        let mut skipped = Skipped(self.header.skipped);
        self.source.read(&mut |row| {
            let Some(row) = skipped.next(row) else {
                return Ok(());
            };
            rows += 1;
            numbering.see(row.first());
            // Blank cells at the end count here, so that rows of another width than the header are noticed.
            raggedness.see_width(row.len());
            // Trailing separators and formatted but empty cells don't make columns.
            let filled = row.len() - row.iter().rev().take_while(|cell| cell.is_blank()).count();
            if filled as u64 > limits.max_columns {
                return Err(too_wide(filled));
            }
            if filled > columns.len() {
                columns.resize_with(filled, Inference::default);
            }
            for (cell, column) in row.iter().zip(&mut columns) {
                column.see_cell(cell);
            }
            Ok(())
        })?;
        if rows == 0 {
            return Err(new_failure(
                FailureCode::SourceEmpty,
                "The file has no rows of data below its header.",
            ));
        }
        // Objects name their columns only while being read, so this comes after the pass.
        let by_rows = self.source.names();
        let given = self.header.names.as_deref().or(by_rows.as_deref());
        // A header may name columns that no row fills.
        let width = columns.len().max(given.map_or(0, filled_width)).max(1);
        columns.resize_with(width, Inference::default);
        self.notes.extend(self.source.notes());
        raggedness.describe_widths(width, &mut self.notes);
        let is_unnamed = given
            .and_then(<[String]>::first)
            .is_some_and(|name| matches!(name.trim().to_lowercase().as_str(), "" | "unnamed: 0"));
        let left_out = usize::from(is_unnamed && width > 1 && numbering.are_rows());
        if left_out == 1 {
            columns.remove(0);
            self.notes.push(
                "The first column has no name and only numbers the rows; it is left out."
                    .to_owned(),
            );
        }
        let given = given.map(|names| &names[left_out.min(names.len())..]);
        let names = header::unique_names(given, width - left_out, &mut self.notes);
        let formats = self.decide_formats(&names, &columns);
        let repairs = self.collect_repairs(&names, &formats, &columns);
        // The notes are shown to the user; a wide table could produce thousands.
        self.notes.truncate(NOTES);
        Ok(TableColumns {
            skipped: left_out,
            names,
            formats,
            repairs,
        })
    }

    fn decide_formats(&mut self, names: &[String], columns: &[Inference]) -> Vec<ColumnFormat> {
        columns
            .iter()
            .zip(names)
            .map(|(column, name)| {
                let (format, note) = column.decide(self.prefers_decimal_comma);
                if let Some(note) = note {
                    self.notes.push(format!("\"{name}\" {note}."));
                }
                format
            })
            .collect()
    }

    fn collect_repairs(
        &mut self,
        names: &[String],
        formats: &[ColumnFormat],
        columns: &[Inference],
    ) -> Vec<ColumnEdit> {
        let mut repairs = Vec::new();
        for ((column, format), name) in columns.iter().zip(formats).zip(names) {
            let (repair, notes) = column.repair(name, *format);
            let notes = notes.into_iter().map(|note| format!("\"{name}\" {note}."));
            self.notes.extend(notes);
            if !repair.is_empty() {
                repairs.push(repair);
            }
        }
        repairs
    }

    pub fn write_rows(
        &mut self,
        target: &Path,
        columns: &TableColumns,
    ) -> Result<(), WorkerFailure> {
        let mut writer = TableWriter::create(target, &columns.names, &columns.formats)?;
        let mut skipped = Skipped(self.header.skipped);
        self.source.read(&mut |row| match skipped.next(row) {
            Some(row) => writer.add(&row[columns.skipped.min(row.len())..]),
            None => Ok(()),
        })?;
        writer.finish()
    }
}

fn read_sample(source: &mut dyn RowSource) -> Result<Vec<Vec<String>>, WorkerFailure> {
    let mut rows = Vec::new();
    // Ends the reading early; this isn't an error.
    let enough = new_failure(FailureCode::SourceUnreadable, "");
    let read = source.read(&mut |row| {
        rows.push(row.iter().map(|cell| cell.display().into_owned()).collect());
        if rows.len() < SAMPLE_ROWS {
            Ok(())
        } else {
            Err(enough.clone())
        }
    });
    match read {
        Err(failure) if failure != enough => Err(failure),
        _ => Ok(rows),
    }
}

/// The width of a header without its empty end.
fn filled_width(names: &[String]) -> usize {
    names.len()
        - names
            .iter()
            .rev()
            .take_while(|name| name.trim().is_empty())
            .count()
}

/// Leaves out the rows above the data, and rows in which nothing is.
struct Skipped(usize);

impl Skipped {
    fn next<'a, 'b>(&mut self, row: &'a [RawCell<'b>]) -> Option<&'a [RawCell<'b>]> {
        // Rows above the header count as read, blank or not, since the sample counted them too.
        if self.0 > 0 {
            self.0 -= 1;
            return None;
        }
        (!row.iter().all(RawCell::is_blank)).then_some(row)
    }
}

/// Follows whether a column counts the rows from 0 or 1, as data frames write their index.
#[derive(Default)]
struct RowNumbers {
    seen: i64,
    /// The number of the first row, once it is read.
    first: Option<i64>,
    is_broken: bool,
}

impl RowNumbers {
    fn see(&mut self, cell: Option<&RawCell<'_>>) {
        if self.is_broken {
            return;
        }
        let number = cell.and_then(|cell| cell.display().trim().parse::<i64>().ok());
        let first = number.map(|number| number - self.seen);
        self.is_broken = match (first, self.first) {
            (Some(first), None) => !matches!(first, 0 | 1),
            (Some(first), Some(known)) => first != known,
            (None, _) => true,
        };
        self.first = self.first.or(first);
        self.seen += 1;
    }

    fn are_rows(&self) -> bool {
        !self.is_broken && self.seen > 1
    }
}

/// Counts rows that have fewer or more cells than the header.
struct Raggedness {
    header: Option<usize>,
    short: u64,
    long: u64,
}

impl Raggedness {
    fn new(header: Option<usize>) -> Self {
        Self {
            header,
            short: 0,
            long: 0,
        }
    }

    fn see_width(&mut self, cells: usize) {
        if let Some(header) = self.header {
            self.short += u64::from(cells < header);
            self.long += u64::from(cells > header);
        }
    }

    fn describe_widths(&self, width: usize, notes: &mut Vec<String>) {
        let rows = |count| {
            if count == 1 {
                "1 row has".to_owned()
            } else {
                format!("{count} rows have")
            }
        };
        if self.short > 0 {
            notes.push(format!(
                "{} fewer cells than the header; the missing ones are empty.",
                rows(self.short)
            ));
        }
        if self.long > 0 && self.header.is_some_and(|header| width > header) {
            notes.push(format!(
                "{} more cells than the header; the extra ones are kept in columns of their own.",
                rows(self.long)
            ));
        }
    }
}
