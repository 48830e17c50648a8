//! Reads a file that a user uploaded and writes each table in it as Parquet.
//!
//! The content decides what a file is; its ending is a hint where the content says nothing.

mod cell;
mod columnar;
mod delimited;
mod edit;
mod encoding;
mod exceptions;
mod header;
mod infer;
mod json;
mod names;
mod number;
mod repair;
mod rows;
mod sheet;
mod sqlite;
mod table;
mod time;
mod write;

use std::{
    collections::HashSet,
    fs::{self, File},
    path::{Path, PathBuf},
    rc::Rc,
};

use portolan_query::{
    ColumnEdit, ConvertedTable, FailureCode, TableProfile, WorkerFailure, WorkerLimits,
};

pub use self::{columnar::profile_batches, edit::read_former_names, rows::write_rows};
use self::{delimited::Delimited, encoding::TextFile, json::JsonRows, table::Table};
use crate::{
    failure::{from_io, new_failure, unreadable_file},
    profile,
};

/// Common file types that contain no table.
const OTHER_KINDS: &[(&[u8], &str)] = &[
    (b"%PDF", "a PDF"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"GIF8", "a picture"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"BZh", "a bzip2 archive"),
    (b"7z\xbc\xaf", "a 7-Zip archive"),
    (b"Rar!", "a RAR archive"),
    (b"(\xb5/\xfd", "a Zstandard archive"),
    (b"\xfd7zXZ", "an xz archive"),
    (b"ARROW1", "an Arrow file"),
    (b"\x7fELF", "a program"),
    (b"MZ\x90", "a program"),
];

const READABLE: &str = "Upload CSV, TSV, JSON, NDJSON, Parquet, XLSX, XLS, ODS or SQLite.";

const DUCKDB: &str = "This is a DuckDB database. Export each table, for example with COPY sales TO 'sales.parquet', and upload the Parquet or CSV files.";

pub fn convert_file(
    path: &str,
    file_name: &str,
    folder: &str,
    limits: &WorkerLimits,
    threads: usize,
) -> Result<Vec<ConvertedTable>, WorkerFailure> {
    let path = Path::new(path);
    let output = TableFolder {
        folder: PathBuf::from(folder),
        taken: HashSet::new(),
        limits,
        threads,
    };
    // 512 bytes cover every magic number below; none lies deeper in the file.
    let mut beginning = [0; 512];
    let mut file = File::open(path).map_err(|error| from_io(&error))?;
    let length = encoding::fill_buffer(&mut file, &mut beginning)?;
    let beginning = &beginning[..length];
    if length == 0 {
        return Err(empty_file());
    }
    // Known kinds are named in the message; any other binary file fails later with a general one.
    if let Some((_, kind)) = OTHER_KINDS
        .iter()
        .find(|(magic, _)| beginning.starts_with(magic))
    {
        return Err(unreadable_file(format!(
            "This is {kind}, not a table. {READABLE}"
        )));
    }
    if beginning.get(8..12) == Some(b"DUCK") {
        return Err(unreadable_file(DUCKDB));
    }
    if beginning.starts_with(b"PAR1") {
        return output.convert_parquet(path, file_name);
    }
    if beginning.starts_with(sqlite::MAGIC) {
        return output.convert_database(path);
    }
    // XLSX and ODS are ZIP archives, XLS is an OLE compound file.
    if beginning.starts_with(b"PK\x03\x04") || beginning.starts_with(b"\xd0\xcf\x11\xe0") {
        return output.convert_workbook(path, file_name);
    }
    output.convert_text(path, file_name)
}

fn empty_file() -> WorkerFailure {
    new_failure(
        FailureCode::SourceEmpty,
        "The file is empty. Upload a file with a header row and at least one row of data.",
    )
}

struct TableFolder<'a> {
    folder: PathBuf,
    taken: HashSet<String>,
    limits: &'a WorkerLimits,
    threads: usize,
}

impl TableFolder<'_> {
    fn convert_parquet(
        mut self,
        path: &Path,
        file_name: &str,
    ) -> Result<Vec<ConvertedTable>, WorkerFailure> {
        let title = names::title_of(file_name);
        let (name, target) = self.next_target(&title);
        let notes = columnar::rewrite_table(path, &target, self.limits)?;
        Ok(vec![self.finish_tables(title, &name, &target, notes)?])
    }

    fn convert_workbook(
        mut self,
        path: &Path,
        file_name: &str,
    ) -> Result<Vec<ConvertedTable>, WorkerFailure> {
        let sheets = sheet::open_sheets(path, self.limits.max_columns)?;
        let is_only = sheets.len() == 1;
        let mut tables = Vec::new();
        for sheet in sheets {
            let title = sheet.name.clone();
            // The one sheet of a workbook is seldom given a name of its own.
            let slug = if is_only {
                names::title_of(file_name)
            } else {
                title.clone()
            };
            let table = Table::with_header(Box::new(sheet), Vec::new())?;
            match self.write_table(table, title, &slug) {
                Ok(table) => tables.push(table),
                // Workbooks often contain empty sheets; only a workbook without any table fails.
                Err(failure) if failure.code == FailureCode::SourceEmpty => {}
                Err(failure) => return Err(failure),
            }
        }
        if tables.is_empty() {
            return Err(new_failure(
                FailureCode::SourceEmpty,
                "No sheet of the workbook holds a row of data.",
            ));
        }
        Ok(tables)
    }

    fn convert_database(mut self, path: &Path) -> Result<Vec<ConvertedTable>, WorkerFailure> {
        let database = sqlite::SqliteDatabase::open(path, self.limits.max_columns)?;
        let mut tables: Vec<ConvertedTable> = Vec::new();
        let mut unreadable_views = Vec::new();
        for relation in database.relations()? {
            let title = relation.name.clone();
            let is_view = relation.is_view;
            let rows = Box::new(relation);
            let read = Table::named_by_rows(rows, Vec::new())
                .and_then(|table| self.write_table(table, title.clone(), &title));
            match read {
                Ok(table) => tables.push(table),
                // Databases often contain empty tables; only one without any row fails.
                Err(failure) if failure.code == FailureCode::SourceEmpty => {}
                // A view may call functions or read tables that only its application has.
                Err(failure) if is_view && failure.code == FailureCode::SourceUnreadable => {
                    unreadable_views.push(format!("\"{title}\""));
                }
                Err(failure) => return Err(failure),
            }
        }
        let Some(first) = tables.first_mut() else {
            return Err(new_failure(
                FailureCode::SourceEmpty,
                "No table of the database holds a row of data.",
            ));
        };
        if !unreadable_views.is_empty() {
            first.notes.push(format!(
                "Views that couldn't be read were left out: {}.",
                unreadable_views.join(", ")
            ));
        }
        Ok(tables)
    }

    fn convert_text(
        mut self,
        path: &Path,
        file_name: &str,
    ) -> Result<Vec<ConvertedTable>, WorkerFailure> {
        let file = TextFile::open(path, &self.folder)?;
        // Enough to pass leading whitespace; only the first character after it is used.
        let beginning = file.beginning(4096)?;
        let first = beginning.trim_start().chars().next();
        let lower = file_name.to_lowercase();
        let title = names::title_of(file_name);
        let is_named_json = [".json", ".ndjson", ".jsonl", ".geojson"]
            .iter()
            .any(|ending| lower.ends_with(ending));
        match first {
            None => return Err(empty_file()),
            Some('<') => {
                return Err(unreadable_file(format!(
                    "This is a web page or XML, not a table. {READABLE}"
                )));
            }
            Some('{' | '[') => {
                let file = Rc::new(file);
                let found = json::find_tables(&file);
                match found {
                    Ok(places) => return self.convert_json(&file, places, &title),
                    Err(failure) if is_named_json => return Err(failure),
                    // A CSV, too, may begin with a bracket.
                    Err(failure) => {
                        // Dropping removes the decoded copy, which the second attempt creates again
                        // under the same name.
                        drop(file);
                        let file = TextFile::open(path, &self.folder)?;
                        return self.convert_delimited(file, title).map_err(|_| failure);
                    }
                }
            }
            Some(_) if is_named_json => {
                return Err(unreadable_file(
                    "The JSON does not begin with { or [. Correct it, or upload CSV.",
                ));
            }
            Some(_) => {}
        }
        self.convert_delimited(file, title)
    }

    fn convert_json(
        &mut self,
        file: &Rc<TextFile>,
        places: Vec<(String, json::RowsLocation)>,
        title: &str,
    ) -> Result<Vec<ConvertedTable>, WorkerFailure> {
        let is_only = places.len() == 1;
        let mut tables = Vec::new();
        for (key, place) in places {
            let title = if is_only || key.is_empty() {
                title.to_owned()
            } else {
                key
            };
            let rows = JsonRows::new(Rc::clone(file), place, self.limits.max_columns);
            let table = Table::named_by_rows(Box::new(rows), file.note.iter().cloned().collect())?;
            tables.push(self.write_table(table, title.clone(), &title)?);
        }
        Ok(tables)
    }

    fn convert_delimited(
        &mut self,
        file: TextFile,
        title: String,
    ) -> Result<Vec<ConvertedTable>, WorkerFailure> {
        let (rows, sample) = Delimited::new(file)?;
        let notes = rows.encoding_note().into_iter().collect();
        // Locales with a decimal comma export CSV with semicolons, since the comma is taken.
        let prefers_decimal_comma = rows.delimiter == b';';
        let mut table = Table::with_sample(Box::new(rows), &sample, notes);
        table.prefers_decimal_comma = prefers_decimal_comma;
        // A delimited file has no inner names, so the file names both the title and the table.
        let slug = title.clone();
        Ok(vec![self.write_table(table, title, &slug)?])
    }

    fn write_table(
        &mut self,
        mut table: Table,
        title: String,
        slug: &str,
    ) -> Result<ConvertedTable, WorkerFailure> {
        // The first pass fixes the types, so the second can stream straight into Parquet.
        let columns = table.infer_columns(self.limits)?;
        let (name, target) = self.next_target(slug);
        if columns.repairs.is_empty() {
            table.write_rows(&target, &columns)?;
            return self.finish_tables(title, &name, &target, table.notes);
        }
        let original = target.with_extension("original");
        table.write_rows(&original, &columns)?;
        edit::rewrite_columns(&original, &target, &columns.repairs)?;
        Ok(ConvertedTable {
            original: Some(original.to_string_lossy().into_owned()),
            edits: columns.repairs,
            ..self.finish_tables(title, &name, &target, table.notes)?
        })
    }

    fn next_target(&mut self, slug: &str) -> (String, PathBuf) {
        let name = names::table_name(slug, &mut self.taken);
        let target = self.folder.join(format!("{name}.parquet"));
        (name, target)
    }

    fn finish_tables(
        &self,
        title: String,
        name: &str,
        target: &Path,
        notes: Vec<String>,
    ) -> Result<ConvertedTable, WorkerFailure> {
        let profile = profile::profile_table(name, target, self.threads)?;
        if profile.row_count == 0 {
            // Remaining files are removed with their folder.
            let _ = fs::remove_file(target);
            return Err(empty_file());
        }
        Ok(ConvertedTable {
            title,
            notes,
            ..describe_table(profile, target)?
        })
    }
}

/// Writes the table in a Parquet file with changed columns into `folder`.
pub fn edit_table(
    path: &str,
    name: &str,
    edits: &[ColumnEdit],
    folder: &str,
    threads: usize,
) -> Result<ConvertedTable, WorkerFailure> {
    let target = Path::new(folder).join("edited.parquet");
    edit::rewrite_columns(Path::new(path), &target, edits)?;
    describe_table(profile::profile_table(name, &target, threads)?, &target)
}

fn describe_table(profile: TableProfile, target: &Path) -> Result<ConvertedTable, WorkerFailure> {
    Ok(ConvertedTable {
        title: profile.name.clone(),
        path: target.to_string_lossy().into_owned(),
        bytes: fs::metadata(target).map_err(|error| from_io(&error))?.len(),
        profile,
        original: None,
        edits: Vec::new(),
        notes: Vec::new(),
    })
}
