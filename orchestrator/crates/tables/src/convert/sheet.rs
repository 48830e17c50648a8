//! Workbooks: every sheet that holds something is a table.

use std::{
    borrow::Cow,
    cell::RefCell,
    fs::File,
    io::{BufReader, Read, Seek, SeekFrom},
    path::Path,
    rc::Rc,
};

use calamine::{
    CellErrorType, Data, DataRef, ExcelDateTime, Ods, Range, Reader, Xls, Xlsb, Xlsx, open_workbook,
};
use portolan_query::WorkerFailure;

use super::{
    cell::{EachRow, RawCell, RowSource},
    time,
};
use crate::failure::{from_io, too_large, unreadable_file};

/// The size limit of the unpacked parts of a workbook.
const MAX_UNPACKED_BYTES: u64 = 1 << 30;
/// Parts that are held in memory, as the shared texts of a workbook are.
const MAX_PART_IN_MEMORY: u64 = 192 << 20;

type Source = BufReader<File>;

enum Workbook {
    /// Its cells are streamed.
    Xlsx(Box<Xlsx<Source>>),
    /// Its sheets are read as a whole.
    Whole(Vec<(String, Range<Data>)>),
}

pub struct Sheet {
    workbook: Rc<RefCell<Workbook>>,
    pub name: String,
    max_columns: u64,
}

/// The sheets of a workbook, also the empty ones.
pub fn open_sheets(path: &Path, max_columns: u64) -> Result<Vec<Sheet>, WorkerFailure> {
    refuse_bombs(path)?;
    let workbook = read_workbook(path)?;
    let names = match &workbook {
        Workbook::Xlsx(workbook) => workbook.sheet_names(),
        Workbook::Whole(sheets) => sheets.iter().map(|(name, _)| name.clone()).collect(),
    };
    let workbook = Rc::new(RefCell::new(workbook));
    Ok(names
        .into_iter()
        .map(|name| Sheet {
            workbook: Rc::clone(&workbook),
            name,
            max_columns,
        })
        .collect())
}

fn read_workbook(path: &Path) -> Result<Workbook, WorkerFailure> {
    // XLSX, XLSB and ODS are all ZIP archives; opening is the only reliable way to distinguish them.
    if let Ok(workbook) = open_workbook::<Xlsx<Source>, _>(path)
        && !workbook.sheet_names().is_empty()
    {
        return Ok(Workbook::Xlsx(Box::new(workbook)));
    }
    if let Ok(mut workbook) = open_workbook::<Xlsb<Source>, _>(path) {
        return Ok(Workbook::Whole(workbook.worksheets()));
    }
    if let Ok(mut workbook) = open_workbook::<Ods<Source>, _>(path) {
        return Ok(Workbook::Whole(workbook.worksheets()));
    }
    match open_workbook::<Xls<Source>, _>(path) {
        Ok(mut workbook) => Ok(Workbook::Whole(workbook.worksheets())),
        Err(error) => Err(unreadable_file(format!(
            "This is not a workbook that can be read ({error}). Is it protected by a password? Save it as XLSX or CSV without one."
        ))),
    }
}

impl RowSource for Sheet {
    fn read(&mut self, each: EachRow<'_>) -> Result<(), WorkerFailure> {
        match &mut *self.workbook.borrow_mut() {
            Workbook::Xlsx(workbook) => stream_rows(workbook, &self.name, self.max_columns, each),
            Workbook::Whole(sheets) => {
                let range = sheets.iter().find(|(name, _)| *name == self.name);
                let mut rows = range.iter().flat_map(|(_, range)| range.rows());
                rows.try_for_each(|row| each(&row.iter().map(cell_of).collect::<Vec<_>>()))
            }
        }
    }
}

fn stream_rows(
    workbook: &mut Xlsx<Source>,
    name: &str,
    max_columns: u64,
    each: EachRow<'_>,
) -> Result<(), WorkerFailure> {
    let failed = |error: calamine::XlsxError| {
        unreadable_file(format!("The sheet \"{name}\" could not be read: {error}."))
    };
    let mut reader = workbook.worksheet_cells_reader(name).map_err(failed)?;
    let mut row: Vec<RawCell<'_>> = Vec::new();
    let mut row_number = None;
    while let Some(found) = reader.next_cell().map_err(failed)? {
        let (number, column) = found.get_position();
        // Cells arrive sparsely and in order; a new row number completes the previous row.
        if row_number != Some(number) {
            if row_number.is_some() {
                each(&row)?;
            }
            row.clear();
            row_number = Some(number);
        }
        let value = cell_of_ref(found.get_value());
        if value == RawCell::Null {
            continue;
        }
        // Checked before resizing: one stray cell in the last column would allocate 16,384 cells
        // per row.
        if u64::from(column) >= max_columns {
            return Err(too_large(format!(
                "The sheet \"{name}\" has a cell in column {}; a table may have {max_columns} columns.",
                u64::from(column) + 1
            )));
        }
        let index = column as usize;
        if index >= row.len() {
            row.resize(index + 1, RawCell::Null);
        }
        row[index] = value;
    }
    if row_number.is_some() {
        each(&row)?;
    }
    Ok(())
}

fn cell_of(data: &Data) -> RawCell<'_> {
    match data {
        Data::Int(value) => RawCell::Integer(*value),
        Data::Float(value) => cell_of_number(*value),
        Data::String(text) => RawCell::Text(Cow::Borrowed(text)),
        Data::Bool(value) => RawCell::Boolean(*value),
        Data::DateTime(value) => cell_of_serial(value),
        Data::DateTimeIso(text) | Data::DurationIso(text) => RawCell::Text(Cow::Borrowed(text)),
        Data::Error(error) => cell_of_error(error),
        Data::Empty => RawCell::Null,
    }
}

fn cell_of_ref<'a>(data: &DataRef<'a>) -> RawCell<'a> {
    match data {
        DataRef::Int(value) => RawCell::Integer(*value),
        DataRef::Float(value) => cell_of_number(*value),
        DataRef::String(text) | DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => {
            RawCell::Text(Cow::Owned(text.clone()))
        }
        DataRef::SharedString(text) => RawCell::Text(Cow::Borrowed(text)),
        DataRef::Bool(value) => RawCell::Boolean(*value),
        DataRef::DateTime(value) => cell_of_serial(value),
        DataRef::Error(error) => cell_of_error(error),
        DataRef::Empty => RawCell::Null,
    }
}

/// Workbooks hold every number as a fraction.
fn cell_of_number(value: f64) -> RawCell<'static> {
    // 2^53: beyond it a float no longer represents every integer.
    if value.fract() == 0.0 && value.abs() < 9_007_199_254_740_992.0 {
        RawCell::Integer(value as i64)
    } else {
        RawCell::Number(value)
    }
}

fn cell_of_serial(value: &ExcelDateTime) -> RawCell<'static> {
    // Durations may exceed a day, so they can't be a time of day; they stay fractions of days.
    if value.is_duration() {
        return RawCell::Number(value.as_f64());
    }
    let moment = value
        .as_datetime()
        .map(|time| time.and_utc().timestamp_micros());
    moment
        .or_else(|| time::from_serial(value.as_f64()))
        .map_or_else(|| cell_of_number(value.as_f64()), RawCell::Datetime)
}

/// `#N/A`, `#DIV/0!` and their like say that there is no value.
fn cell_of_error(_: &CellErrorType) -> RawCell<'static> {
    RawCell::Null
}

/// Reads the sizes that a ZIP file declares for its parts, before anything is unpacked.
fn refuse_bombs(path: &Path) -> Result<(), WorkerFailure> {
    let mut file = File::open(path).map_err(|error| from_io(&error))?;
    let length = file
        .seek(SeekFrom::End(0))
        .map_err(|error| from_io(&error))?;
    // The end record is 22 bytes plus a comment of at most 65,535.
    let tail_length = length.min(66_000);
    let mut tail = Vec::new();
    file.seek(SeekFrom::Start(length - tail_length))
        .and_then(|_| file.read_to_end(&mut tail))
        .map_err(|error| from_io(&error))?;
    // Not a ZIP (an XLS, say): there are no declared sizes to check.
    let Some(end) = tail.windows(4).rposition(|bytes| bytes == b"PK\x05\x06") else {
        return Ok(());
    };
    let Some(directory_start) = little_endian(&tail, end + 16, 4) else {
        return Ok(());
    };
    let mut directory = Vec::new();
    file.seek(SeekFrom::Start(directory_start))
        // The directory itself could be a bomb.
        .and_then(|_| file.take(16 << 20).read_to_end(&mut directory))
        .map_err(|error| from_io(&error))?;
    let mut total = 0;
    let mut at = 0;
    while directory.get(at..at + 4) == Some(b"PK\x01\x02") {
        let field = |offset, bytes| little_endian(&directory, at + offset, bytes).unwrap_or(0);
        let size = field(24, 4);
        let name_length = field(28, 2) as usize;
        let name = directory
            .get(at + 46..at + 46 + name_length)
            .unwrap_or_default();
        // These parts are parsed into memory as a whole; sheets are streamed.
        let is_held = name.ends_with(b"sharedStrings.xml")
            || name.ends_with(b"content.xml")
            || name.ends_with(b".bin");
        total += size;
        if total > MAX_UNPACKED_BYTES || (is_held && size > MAX_PART_IN_MEMORY) {
            return Err(too_large(
                "The workbook is too large once it is unpacked. Save the sheet as CSV and upload that.",
            ));
        }
        at += 46 + name_length + field(30, 2) as usize + field(32, 2) as usize;
    }
    Ok(())
}

fn little_endian(bytes: &[u8], at: usize, length: usize) -> Option<u64> {
    let bytes = bytes.get(at..at + length)?;
    Some(
        bytes
            .iter()
            .rev()
            .fold(0, |value, byte| value << 8 | u64::from(*byte)),
    )
}
