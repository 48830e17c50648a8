//! SQLite files: every table and view that holds something is a table.
//!
//! The file comes from a stranger: it is opened read-only and as it is, no other file is attached, no trigger
//! runs, and its schema may call only harmless functions.

use std::{path::Path, rc::Rc};

use portolan_query::WorkerFailure;
use rusqlite::{
    Connection, OpenFlags,
    config::DbConfig,
    hooks::{AuthAction, AuthContext, Authorization},
    limits::Limit,
    types::ValueRef,
};

use super::cell::{EachRow, RawCell, RowSource};
use crate::failure::{too_large, trim_detail, unreadable_file};

pub const MAGIC: &[u8] = b"SQLite format 3\0";

/// Tables and views of one file.
const MAX_RELATIONS: usize = 100;
/// A view can return more rows than the file has.
const MAX_VIEW_ROWS: u64 = 5_000_000;
/// Bytes of one value or row: the schema could otherwise ask for a gigabyte with `zeroblob`.
const MAX_VALUE_BYTES: i32 = 16 << 20;
/// Kilobytes of the page cache.
const CACHE_KILOBYTES: i32 = 16 << 10;

pub struct SqliteDatabase {
    connection: Rc<Connection>,
    max_columns: u64,
}

/// A table or a view.
pub struct SqliteRelation {
    connection: Rc<Connection>,
    pub name: String,
    pub is_view: bool,
    max_columns: u64,
    columns: Vec<String>,
    /// Columns with binary values, which are left empty.
    binary: Vec<String>,
}

impl SqliteDatabase {
    pub fn open(path: &Path, max_columns: u64) -> Result<Self, WorkerFailure> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
            | OpenFlags::SQLITE_OPEN_URI
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection =
            Connection::open_with_flags(file_uri(path), flags).map_err(|error| failed(&error))?;
        restrict(&connection).map_err(|error| failed(&error))?;
        Ok(Self {
            connection: Rc::new(connection),
            max_columns,
        })
    }

    /// Returns the tables and views in the order of their names, also the empty ones. Virtual tables are left
    /// out with the tables behind them: their modules interpret bytes of the file.
    pub fn relations(&self) -> Result<Vec<SqliteRelation>, WorkerFailure> {
        let found = self.list().map_err(|error| failed(&error))?;
        if found.len() > MAX_RELATIONS {
            return Err(too_large(format!(
                "The database has {} tables and views; a file may have {MAX_RELATIONS}. Copy the ones that you need into a file of their own.",
                found.len()
            )));
        }
        let relations = found.into_iter().map(|(name, is_view)| SqliteRelation {
            connection: Rc::clone(&self.connection),
            name,
            is_view,
            max_columns: self.max_columns,
            columns: Vec::new(),
            binary: Vec::new(),
        });
        Ok(relations.collect())
    }

    fn list(&self) -> rusqlite::Result<Vec<(String, bool)>> {
        let mut statement = self.connection.prepare(
            "SELECT name, type = 'view' FROM pragma_table_list \
             WHERE schema = 'main' AND type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' \
             ORDER BY name",
        )?;
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        rows.collect()
    }
}

/// Sets everything that keeps a hostile file harmless.
fn restrict(connection: &Connection) -> rusqlite::Result<()> {
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false)?;
    connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, MAX_VALUE_BYTES)?;
    connection.set_limit(Limit::SQLITE_LIMIT_ATTACHED, 0)?;
    connection.set_limit(Limit::SQLITE_LIMIT_EXPR_DEPTH, 200)?;
    connection.set_limit(Limit::SQLITE_LIMIT_COMPOUND_SELECT, 50)?;
    // The schema of the file is hostile text: a view of nested expressions may take hours to prepare.
    connection.set_limit(Limit::SQLITE_LIMIT_VDBE_OP, 250_000)?;
    connection.set_limit(Limit::SQLITE_LIMIT_WORKER_THREADS, 0)?;
    connection.execute_batch(&format!(
        "PRAGMA query_only = ON; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0; \
         PRAGMA temp_store = MEMORY; PRAGMA cache_size = -{CACHE_KILOBYTES};"
    ))?;
    connection.authorizer(Some(authorize))
}

/// Allows reading and nothing else.
fn authorize(context: AuthContext<'_>) -> Authorization {
    match context.action {
        AuthAction::Select | AuthAction::Read { .. } | AuthAction::Recursive => {
            Authorization::Allow
        }
        AuthAction::Function { function_name } if function_name != "load_extension" => {
            Authorization::Allow
        }
        AuthAction::Pragma {
            pragma_name: "table_list",
            ..
        } => Authorization::Allow,
        _ => Authorization::Deny,
    }
}

impl RowSource for SqliteRelation {
    fn read(&mut self, each: EachRow<'_>) -> Result<(), WorkerFailure> {
        let connection = Rc::clone(&self.connection);
        let name = self.name.clone();
        let failed = |error: rusqlite::Error| {
            unreadable_file(format!(
                "The table \"{name}\" could not be read: {}.",
                trim_detail(&error.to_string())
            ))
        };
        let sql = format!("SELECT * FROM main.\"{}\"", name.replace('"', "\"\""));
        let mut statement = connection.prepare(&sql).map_err(failed)?;
        let width = statement.column_count();
        if width as u64 > self.max_columns {
            return Err(too_large(format!(
                "The table \"{name}\" has {width} columns; it may have {}.",
                self.max_columns
            )));
        }
        self.columns = statement
            .column_names()
            .into_iter()
            .map(str::to_owned)
            .collect();
        let is_boolean: Vec<bool> = statement
            .columns()
            .iter()
            .map(|column| {
                column
                    .decl_type()
                    .is_some_and(|declared| declared.to_ascii_lowercase().starts_with("bool"))
            })
            .collect();
        let mut rows = statement.query([]).map_err(failed)?;
        let mut count = 0_u64;
        while let Some(row) = rows.next().map_err(failed)? {
            count += 1;
            // The size of a file bounds the rows of a table, but a recursive view may return rows for ever.
            if self.is_view && count > MAX_VIEW_ROWS {
                return Err(too_large(format!(
                    "The view \"{name}\" returns more than {MAX_VIEW_ROWS} rows. Save fewer of them as a table, or remove the view."
                )));
            }
            let mut cells = Vec::with_capacity(width);
            for (place, is_boolean) in is_boolean.iter().enumerate() {
                let value = row.get_ref(place).map_err(failed)?;
                if matches!(value, ValueRef::Blob(_)) {
                    let column = &self.columns[place];
                    if !self.binary.contains(column) {
                        self.binary.push(column.clone());
                    }
                }
                cells.push(cell_of(value, *is_boolean));
            }
            each(&cells)?;
        }
        Ok(())
    }

    fn names(&self) -> Option<Vec<String>> {
        Some(self.columns.clone())
    }

    fn notes(&self) -> Vec<String> {
        let left_empty = |column| format!("Binary values of \"{column}\" were left out.");
        self.binary.iter().map(left_empty).collect()
    }
}

fn cell_of(value: ValueRef<'_>, is_boolean: bool) -> RawCell<'_> {
    match value {
        ValueRef::Null | ValueRef::Blob(_) => RawCell::Null,
        ValueRef::Integer(number @ (0 | 1)) if is_boolean => RawCell::Boolean(number == 1),
        ValueRef::Integer(number) => RawCell::Integer(number),
        ValueRef::Real(number) => RawCell::Number(number),
        ValueRef::Text(bytes) => RawCell::Text(String::from_utf8_lossy(bytes)),
    }
}

/// The file as a URI that opens it without locks, journals or a write-ahead log beside it.
fn file_uri(path: &Path) -> String {
    let path = path
        .to_string_lossy()
        .replace('%', "%25")
        .replace('?', "%3f")
        .replace('#', "%23");
    format!("file:{path}?mode=ro&immutable=1")
}

fn failed(error: &rusqlite::Error) -> WorkerFailure {
    unreadable_file(format!(
        "The SQLite database could not be read: {}. Is it encrypted or damaged? Save a copy with VACUUM INTO and upload that.",
        trim_detail(&error.to_string())
    ))
}
