//! JSON: rows as objects or arrays, one to a line or in an array, or columns as arrays.

mod shape;
mod stream;

use std::{borrow::Cow, collections::HashMap, io::BufReader, rc::Rc};

use portolan_query::{FailureCode, WorkerFailure};
use serde::Deserialize;
use serde_json::{Deserializer, Map, Value};

use self::{
    shape::JsonShape,
    stream::{each_element, each_line},
};
use super::{
    cell::{EachRow, RawCell, RowSource},
    encoding::TextFile,
};
use crate::failure::{new_failure, too_large, unreadable_file};

/// Objects inside a row's object become columns `outer.inner` down to this depth.
const FLATTENED_LEVELS: usize = 3;
/// Columns written as arrays cannot be streamed.
const MAX_COLUMNAR_BYTES: u64 = 64 << 20;

/// The location of a table's rows in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RowsLocation {
    /// Every value of the file is a row.
    Lines,
    /// The elements of the array under these keys are rows.
    Array(Vec<String>),
    /// The arrays in the object under these keys are columns.
    Columns(Vec<String>),
}

/// Looks for the tables of a JSON file; the name is empty for the file as a whole.
pub fn find_tables(file: &TextFile) -> Result<Vec<(String, RowsLocation)>, WorkerFailure> {
    let mut values =
        Deserializer::from_reader(BufReader::new(file.reader()?)).into_iter::<JsonShape>();
    let first = match values.next() {
        Some(Ok(shape)) => shape,
        Some(Err(error)) => return Err(syntax_failure(&error)),
        None => return Err(new_failure(FailureCode::SourceEmpty, "The file is empty.")),
    };
    // A second value means JSON lines; a broken second line is reported by the full read.
    if values.next().is_some() {
        return Ok(vec![(String::new(), RowsLocation::Lines)]);
    }
    let mut found = Vec::new();
    first.collect_tables(&mut Vec::new(), &mut found);
    if found.is_empty() {
        // A single object without inner tables is a table of one row.
        if matches!(first, JsonShape::Object(_)) {
            return Ok(vec![(String::new(), RowsLocation::Lines)]);
        }
        return Err(new_failure(
            FailureCode::SourceEmpty,
            "The JSON holds no rows. Upload an array of objects, or one object a line.",
        ));
    }
    Ok(found)
}

pub struct JsonRows {
    file: Rc<TextFile>,
    place: RowsLocation,
    max_columns: u64,
    columns: ColumnOrder,
}

/// The columns in the order in which rows first name them.
#[derive(Default)]
struct ColumnOrder {
    names: Vec<String>,
    indices: HashMap<String, usize>,
}

impl JsonRows {
    pub fn new(file: Rc<TextFile>, place: RowsLocation, max_columns: u64) -> Self {
        Self {
            file,
            place,
            max_columns,
            columns: ColumnOrder::default(),
        }
    }

    fn read_columns(&mut self, path: &[String], each: EachRow<'_>) -> Result<(), WorkerFailure> {
        let file = self.file.reader()?;
        if file
            .metadata()
            .is_ok_and(|file| file.len() > MAX_COLUMNAR_BYTES)
        {
            return Err(too_large(
                "A JSON file that holds columns as arrays may be 64 MB. Upload an array of objects, or CSV.",
            ));
        }
        let value = Value::deserialize(&mut Deserializer::from_reader(BufReader::new(file)))
            .map_err(|error| syntax_failure(&error))?;
        let object = path.iter().try_fold(&value, |value, key| value.get(key));
        let Some(Value::Object(object)) = object else {
            return Ok(());
        };
        let columns: Vec<(&String, &Vec<Value>)> = object
            .iter()
            .filter_map(|(name, value)| Some((name, value.as_array()?)))
            .collect();
        // Replaced, not appended, since the file is read twice.
        self.columns.names = columns.iter().map(|(name, _)| (*name).clone()).collect();
        let rows = columns
            .iter()
            .map(|(_, values)| values.len())
            .max()
            .unwrap_or(0);
        for row in 0..rows {
            let cells: Vec<RawCell<'_>> = columns
                .iter()
                .map(|(_, values)| values.get(row).map_or(RawCell::Null, cell_of))
                .collect();
            each(&cells)?;
        }
        Ok(())
    }
}

impl RowSource for JsonRows {
    fn read(&mut self, each: EachRow<'_>) -> Result<(), WorkerFailure> {
        let place = self.place.clone();
        if let RowsLocation::Columns(path) = &place {
            return self.read_columns(path, each);
        }
        let columns = &mut self.columns;
        let max_columns = self.max_columns;
        let mut row = |value: Value| match value {
            Value::Object(object) => {
                // Known columns that this object lacks stay null.
                let mut cells = vec![RawCell::Null; columns.names.len()];
                flatten_object(&object, "", FLATTENED_LEVELS, columns, &mut cells);
                // Objects used as dictionaries would otherwise make a column of every key.
                if columns.names.len() as u64 > max_columns {
                    return Err(too_large(format!(
                        "The objects name more than {max_columns} different keys, which is how many columns a table may have."
                    )));
                }
                each(&cells)
            }
            Value::Array(values) => each(&values.iter().map(cell_of).collect::<Vec<_>>()),
            value => each(&[cell_of(&value)]),
        };
        let reader = BufReader::new(self.file.reader()?);
        match &place {
            RowsLocation::Array(path) => each_element(reader, path, &mut row),
            _ => each_line(reader, &mut row),
        }
    }

    fn names(&self) -> Option<Vec<String>> {
        (!self.columns.names.is_empty()).then(|| self.columns.names.clone())
    }
}

impl ColumnOrder {
    fn index_of(&mut self, name: &str) -> usize {
        if let Some(index) = self.indices.get(name) {
            return *index;
        }
        self.names.push(name.to_owned());
        self.indices.insert(name.to_owned(), self.names.len() - 1);
        self.names.len() - 1
    }
}

fn flatten_object<'a>(
    object: &'a Map<String, Value>,
    prefix: &str,
    levels: usize,
    columns: &mut ColumnOrder,
    cells: &mut Vec<RawCell<'a>>,
) {
    for (key, value) in object {
        let name = if prefix.is_empty() {
            Cow::Borrowed(key)
        } else {
            Cow::Owned(format!("{prefix}.{key}"))
        };
        match value {
            // Deeper objects are kept as JSON text, so that hostile nesting can't create columns.
            Value::Object(inner) if levels > 1 && !inner.is_empty() => {
                flatten_object(inner, &name, levels - 1, columns, cells);
            }
            value => {
                let index = columns.index_of(&name);
                if index >= cells.len() {
                    cells.resize(index + 1, RawCell::Null);
                }
                cells[index] = cell_of(value);
            }
        }
    }
}

fn cell_of(value: &Value) -> RawCell<'_> {
    match value {
        Value::Null => RawCell::Null,
        Value::Bool(value) => RawCell::Boolean(*value),
        Value::Number(number) => match (number.as_i64(), number.as_u64(), number.as_f64()) {
            (Some(value), ..) => RawCell::Integer(value),
            // Beyond the integers that queries know, as text: with all its digits.
            (_, Some(value), _) => RawCell::Text(Cow::Owned(value.to_string())),
            (.., Some(value)) => RawCell::Number(value),
            _ => RawCell::Null,
        },
        Value::String(text) => RawCell::Text(Cow::Borrowed(text)),
        nested => RawCell::Text(Cow::Owned(nested.to_string())),
    }
}

pub(super) fn syntax_failure(error: &serde_json::Error) -> WorkerFailure {
    if error.is_io() {
        return unreadable_file(format!("The file could not be read: {error}."));
    }
    unreadable_file(format!(
        "The JSON does not parse: {error}. Correct it, or upload CSV."
    ))
}
