//! The rows of a body, and what may be written into them.

use portolan_rest::{ExposedTable, RestError};
use serde_json::{Map, Value};
use uuid::Uuid;

/// Parses the rows of a body: an object or a list of objects whose names are all columns.
pub fn parse_rows(
    bytes: &[u8],
    table: ExposedTable,
    columns: Option<&[String]>,
) -> Result<Vec<Map<String, Value>>, RestError> {
    let value: Value = serde_json::from_slice(bytes).map_err(|_| RestError::bad_body())?;
    let items = match value {
        Value::Array(items) => items,
        one => vec![one],
    };
    let mut rows = Vec::with_capacity(items.len());
    for item in items {
        let Value::Object(mut row) = item else {
            return Err(RestError::bad_body());
        };
        if let Some(columns) = columns {
            row.retain(|name, _| columns.contains(name));
        }
        if let Some(name) = row.keys().find(|name| table.column(name).is_none()) {
            return Err(RestError::no_such_column(table.name(), name));
        }
        rows.push(row);
    }
    Ok(rows)
}

pub fn one_row(bytes: &[u8], table: ExposedTable) -> Result<Map<String, Value>, RestError> {
    let mut rows = parse_rows(bytes, table, None)?;
    match (rows.len(), rows.pop()) {
        (1, Some(row)) => Ok(row),
        _ => Err(RestError::bad_body()),
    }
}

/// Rejects rows of other users; the owner may be omitted.
pub fn check_owner(
    table: ExposedTable,
    row: &mut Map<String, Value>,
    user_id: Uuid,
) -> Result<(), RestError> {
    match row.remove("user_id") {
        None => Ok(()),
        Some(Value::String(owner)) if owner.parse() == Ok(user_id) => Ok(()),
        Some(_) => Err(RestError::new(
            403,
            "42501",
            format!(
                "new row violates row-level security policy for table \"{}\"",
                table.name()
            ),
        )),
    }
}

/// Returns the columns that clients may write; the server sets all others.
fn writable_columns(table: ExposedTable) -> &'static [&'static str] {
    match table {
        ExposedTable::Boards => &["title", "visibility"],
        ExposedTable::Charts => &["title", "description", "visibility"],
        ExposedTable::Chats => &["title", "model"],
        ExposedTable::Portolans => &["title", "markdown", "visibility"],
        ExposedTable::Saved => &["kind", "item_id"],
    }
}

pub fn check_written(table: ExposedTable, row: &Map<String, Value>) -> Result<(), RestError> {
    let may_be = writable_columns(table);
    match row.keys().find(|name| !may_be.contains(&name.as_str())) {
        Some(name) => {
            Err(generated_column(name)
                .hint(format!("Columns that are written: {}", may_be.join(", "))))
        }
        None => Ok(()),
    }
}

/// A column whose values are the server's.
pub fn generated_column(name: &str) -> RestError {
    RestError::new(
        400,
        "428C9",
        format!("cannot insert a non-DEFAULT value into column \"{name}\""),
    )
    .details(format!("The server gives column \"{name}\" its values."))
}

pub fn permission_denied(table: &str, hint: &str) -> RestError {
    RestError::new(403, "42501", format!("permission denied for table {table}")).hint(hint)
}

/// Returns whether these columns identify an existing row.
pub fn check_conflict(table: ExposedTable, columns: Option<&[String]>) -> Result<(), RestError> {
    let Some(columns) = columns else {
        return Ok(());
    };
    let mut named: Vec<&str> = columns.iter().map(String::as_str).collect();
    named.retain(|name| *name != "user_id");
    named.sort_unstable();
    let mut key = table.key().to_vec();
    key.sort_unstable();
    if named == key {
        return Ok(());
    }
    Err(RestError::new(
        400,
        "42P10",
        "there is no unique or exclusion constraint matching the ON CONFLICT specification",
    )
    .hint(format!("Use on_conflict={}", table.key().join(","))))
}
