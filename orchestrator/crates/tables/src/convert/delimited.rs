//! CSV and its relatives: the delimiter is the one that cuts the rows most evenly.

use std::{
    cell::Cell as Shared,
    collections::HashMap,
    fs::File,
    io::{self, Read},
    rc::Rc,
};

use csv::{ByteRecord, Reader, ReaderBuilder};
use portolan_query::WorkerFailure;

use super::{
    cell::{EachRow, RawCell, RowSource},
    encoding::TextFile,
};
use crate::failure::{from_io, too_large};

const DELIMITERS: [u8; 4] = [b',', b';', b'\t', b'|'];
const SAMPLE_BYTES: usize = 256 * 1024;
const SAMPLE_ROWS: usize = 200;
/// A row beyond it comes of a quote that is never closed.
const MAX_ROW_BYTES: u64 = 16 << 20;

pub struct Delimited {
    file: TextFile,
    pub delimiter: u8,
}

impl Delimited {
    pub fn new(file: TextFile) -> Result<(Self, Vec<Vec<String>>), WorkerFailure> {
        let mut sample = file.beginning(SAMPLE_BYTES)?;
        // The sample may end within a row, whose cell count would mislead; 8 bytes allow for a
        // trimmed character.
        if sample.len() > SAMPLE_BYTES - 8
            && let Some(end) = sample.rfind('\n')
        {
            sample.truncate(end + 1);
        }
        let delimiter = detect_delimiter(&sample);
        let rows = sample_rows(&sample, delimiter);
        Ok((Self { file, delimiter }, rows))
    }

    pub fn encoding_note(&self) -> Option<String> {
        self.file.note.clone()
    }
}

impl RowSource for Delimited {
    fn read(&mut self, each: EachRow<'_>) -> Result<(), WorkerFailure> {
        let row_bytes = Rc::new(Shared::new(0));
        let mut reader = reader_builder(self.delimiter).from_reader(RowLimit {
            file: self.file.reader()?,
            row_bytes: Rc::clone(&row_bytes),
        });
        let mut record = ByteRecord::new();
        loop {
            // The count restarts per record, so that it measures a single row and not the file.
            row_bytes.set(0);
            let line = reader.position().line();
            match reader.read_byte_record(&mut record) {
                Ok(true) => {}
                Ok(false) => return Ok(()),
                Err(error) => return Err(row_failure(&error, line)),
            }
            // The file was found to be UTF-8 as a whole, and delimiters are ASCII.
            let cells: Vec<RawCell<'_>> = record
                .iter()
                .map(|field| RawCell::Untyped(std::str::from_utf8(field).unwrap_or_default()))
                .collect();
            each(&cells)?;
        }
    }
}

fn row_failure(error: &csv::Error, line: u64) -> WorkerFailure {
    match error.kind() {
        csv::ErrorKind::Io(error) if error.kind() == io::ErrorKind::FileTooLarge => {
            too_large(format!(
                "The row that begins on line {line} is longer than {} MB. Is there a quote (\") that is never closed?",
                MAX_ROW_BYTES >> 20
            ))
        }
        csv::ErrorKind::Io(error) => from_io(error),
        _ => crate::failure::unreadable_file(format!("Line {line} could not be read: {error}.")),
    }
}

/// Fails if a single row is too long.
struct RowLimit {
    file: File,
    row_bytes: Rc<Shared<u64>>,
}

impl Read for RowLimit {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // An unclosed quote would otherwise buffer the rest of the file as one field.
        if self.row_bytes.get() > MAX_ROW_BYTES {
            return Err(io::Error::from(io::ErrorKind::FileTooLarge));
        }
        let count = self.file.read(buffer)?;
        self.row_bytes.set(self.row_bytes.get() + count as u64);
        Ok(count)
    }
}

fn reader_builder(delimiter: u8) -> ReaderBuilder {
    let mut builder = ReaderBuilder::new();
    builder
        .delimiter(delimiter)
        .has_headers(false)
        // Rows of different lengths are data to repair and report, not errors.
        .flexible(true)
        .buffer_capacity(64 * 1024);
    builder
}

/// The delimiter under which most rows have the same number of cells, more than one.
fn detect_delimiter(sample: &str) -> u8 {
    let mut best = (b',', 0.0);
    for delimiter in DELIMITERS {
        let mut counts: HashMap<usize, usize> = HashMap::new();
        let mut rows = 0;
        for row in read_records(&reader_builder(delimiter), sample) {
            *counts.entry(row.len()).or_default() += 1;
            rows += 1;
        }
        let evenness = counts
            .iter()
            // A delimiter that never occurs cuts every row evenly into one cell.
            .filter(|(cells, _)| **cells > 1)
            .map(|(cells, count)| {
                // Of two that cut evenly, the one that cuts finer is the delimiter.
                let share = *count as f64 / f64::from(rows.max(1));
                share * (1.0 + (*cells as f64).ln() / 10.0)
            })
            .fold(0.0, f64::max);
        if evenness > best.1 {
            best = (delimiter, evenness);
        }
    }
    best.0
}

fn sample_rows(sample: &str, delimiter: u8) -> Vec<Vec<String>> {
    read_records(&reader_builder(delimiter), sample)
        .map(|record| {
            record
                .iter()
                .map(|field| String::from_utf8_lossy(field).into_owned())
                .collect()
        })
        .collect()
}

fn read_records(builder: &ReaderBuilder, sample: &str) -> impl Iterator<Item = ByteRecord> {
    let reader: Reader<&[u8]> = builder.from_reader(sample.as_bytes());
    // Broken records are skipped here; the full read reports them with their line.
    reader.into_byte_records().flatten().take(SAMPLE_ROWS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delimiter_with_consistent_column_count_is_chosen() {
        for (sample, expected) in [
            ("a,b\n1,2\n", b','),
            ("a;b\n1,5;2,5\n3,5;4,5\n", b';'),
            ("a\tb\n1\t2, 3\n", b'\t'),
            ("a|b|c\n1|2|3\n", b'|'),
            ("\"a,b\";c\n\"d,e\";f\n", b';'),
            ("alone\n1\n2\n", b','),
        ] {
            assert_eq!(detect_delimiter(sample), expected, "{sample}");
        }
    }
}
