//! The tables and columns of a MySQL database, and their types.

use portolan_query::ColumnType;
use sqlx::{MySqlConnection, Row, mysql::MySqlRow};

use crate::{
    schema::{FoundTable, TableName},
    table::{RemoteColumn, quote},
};

/// Lists the tables and views that the user may read, in the order of their names.
pub async fn read_tables(
    connection: &mut MySqlConnection,
    most: i64,
) -> sqlx::Result<Vec<FoundTable>> {
    // The dictionary lists only what the user has some right to.
    let rows = sqlx::query(
        "SELECT CONVERT(table_schema USING utf8mb4), CONVERT(table_name USING utf8mb4), \
         CAST(table_type LIKE '%VIEW' AS SIGNED), CAST(table_rows AS SIGNED) \
         FROM information_schema.tables WHERE table_type IN ('BASE TABLE', 'SYSTEM VERSIONED', 'VIEW') \
         AND table_schema NOT IN ('mysql', 'sys', 'performance_schema', 'information_schema') \
         ORDER BY table_schema <> DATABASE(), 1, 2 LIMIT ?",
    )
    .persistent(false)
    .bind(most)
    .fetch_all(connection)
    .await?;
    rows.iter().map(found_table).collect()
}

fn found_table(row: &MySqlRow) -> sqlx::Result<FoundTable> {
    let is_view: i64 = row.try_get_unchecked(2)?;
    let estimate: Option<i64> = row.try_get_unchecked(3)?;
    let estimate = estimate.and_then(|rows| u64::try_from(rows).ok());
    Ok(FoundTable {
        schema: row.try_get_unchecked(0)?,
        table: row.try_get_unchecked(1)?,
        is_view: is_view != 0,
        estimated_rows: estimate.filter(|rows| *rows > 0),
    })
}

/// Returns the names of a table's columns with their types, such as `bigint(20) unsigned`.
pub async fn read_columns(
    connection: &mut MySqlConnection,
    name: &TableName,
) -> sqlx::Result<Vec<(String, String)>> {
    let rows = sqlx::query(
        "SELECT CONVERT(column_name USING utf8mb4), CONVERT(column_type USING utf8mb4) \
         FROM information_schema.columns WHERE table_schema = ? AND table_name = ? \
         AND privileges LIKE '%select%' ORDER BY ordinal_position",
    )
    .persistent(false)
    .bind(&name.schema)
    .bind(&name.table)
    .fetch_all(connection)
    .await?;
    let read = |row: &MySqlRow| Ok((row.try_get_unchecked(0)?, row.try_get_unchecked(1)?));
    rows.iter().map(read).collect()
}

/// Maps a type of MySQL; None for one whose values are bytes.
pub fn new_column(name: String, native_type: String) -> Option<RemoteColumn> {
    let column_type = match base_of(&native_type) {
        _ if is_boolean(&native_type) => ColumnType::Boolean,
        "tinyint" | "smallint" | "mediumint" | "int" | "bigint" | "year" | "bit" => {
            ColumnType::Integer
        }
        "decimal" | "float" | "double" => ColumnType::Number,
        "date" => ColumnType::Date,
        "datetime" | "timestamp" => ColumnType::Datetime,
        "binary" | "varbinary" | "tinyblob" | "blob" | "mediumblob" | "longblob" | "geometry"
        | "point" | "linestring" | "polygon" | "multipoint" | "multilinestring"
        | "multipolygon" | "geometrycollection" | "geomcollection" | "vector" => return None,
        _ => ColumnType::String,
    };
    Some(RemoteColumn {
        name,
        column_type,
        native_type,
    })
}

/// Returns a column as the SELECT of its table gives it. Texts compare by code points, as in files.
pub fn select_column(column: &RemoteColumn) -> String {
    let name = quote(&column.name);
    let value = match base_of(&column.native_type) {
        "bit" | "year" => format!("CAST({name} AS UNSIGNED)"),
        _ if column.column_type != ColumnType::String => return name,
        "char" | "varchar" | "tinytext" | "text" | "mediumtext" | "longtext" | "enum" | "set" => {
            format!("CONVERT({name} USING utf8mb4) COLLATE utf8mb4_bin")
        }
        _ => format!("CAST({name} AS CHAR) COLLATE utf8mb4_bin"),
    };
    format!("{value} AS {name}")
}

/// Returns a type without its size and attributes.
fn base_of(native_type: &str) -> &str {
    native_type.split(['(', ' ']).next().unwrap_or_default()
}

fn is_boolean(native_type: &str) -> bool {
    native_type.starts_with("tinyint(1)")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_mapped_with_their_sign_and_size() {
        for (native_type, expected) in [
            ("tinyint(1)", Some(ColumnType::Boolean)),
            ("tinyint(4)", Some(ColumnType::Integer)),
            ("bigint(20) unsigned", Some(ColumnType::Integer)),
            ("decimal(10,2)", Some(ColumnType::Number)),
            ("date", Some(ColumnType::Date)),
            ("datetime(6)", Some(ColumnType::Datetime)),
            ("enum('a','b')", Some(ColumnType::String)),
            ("json", Some(ColumnType::String)),
            ("longblob", None),
        ] {
            let column = new_column("a".to_owned(), native_type.to_owned());
            assert_eq!(
                column.map(|column| column.column_type),
                expected,
                "{native_type}"
            );
        }
    }
}
