//! The object that stands for a table of a database.

use portolan_query::{AllowedTable, ColumnType, TableProfile};
use serde::{Deserialize, Serialize};

use super::{access::DatabaseEngine, mysql, schema::TableName, seal::SealedAccess};

/// The end of their objects' keys.
pub const OBJECT_ENDING: &str = ".table.json";

/// Describes a table that stays in its database.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RemoteTable {
    pub access: SealedAccess,
    pub name: TableName,
    pub columns: Vec<RemoteColumn>,
    #[serde(default)]
    pub engine: DatabaseEngine,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RemoteColumn {
    pub name: String,
    pub column_type: ColumnType,
    /// The type's name in its database.
    pub native_type: String,
}

/// A table of a database with what is known of it.
#[derive(Clone, Debug, PartialEq)]
pub struct DescribedTable {
    pub name: TableName,
    pub engine: DatabaseEngine,
    /// The content of its object.
    pub object: Vec<u8>,
    pub profile: TableProfile,
    pub notes: Vec<String>,
}

impl RemoteTable {
    /// The table under its name in SQL, for the names of a query.
    pub fn allowed(&self, name: &str) -> AllowedTable {
        AllowedTable {
            name: name.to_owned(),
            columns: self
                .columns
                .iter()
                .map(|column| column.name.clone())
                .collect(),
            former: Vec::new(),
        }
    }

    /// Returns a table for tests, with the types of an id, a date and a price as `new_column` knows them.
    #[cfg(test)]
    pub(super) fn orders(
        engine: DatabaseEngine,
        types: [&str; 3],
        new_column: impl Fn(String, String) -> Option<RemoteColumn>,
    ) -> Self {
        let columns = ["id", "Placed", "price"].into_iter().zip(types);
        let columns = columns.filter_map(|(name, kind)| new_column(name.into(), kind.into()));
        let access = serde_json::json!({"id": uuid::Uuid::nil(), "sealed": "", "hash": ""});
        Self {
            access: serde_json::from_value(access).unwrap(),
            name: TableName {
                schema: "public".into(),
                table: "orders".into(),
            },
            columns: columns.collect(),
            engine,
        }
    }

    /// A SELECT of its columns in the types that queries know.
    pub fn select(&self) -> String {
        self.select_from("")
    }

    /// The same, with a clause after the table's name.
    pub fn select_from(&self, clause: &str) -> String {
        let select = match self.engine {
            DatabaseEngine::Postgresql => RemoteColumn::select,
            DatabaseEngine::Mysql => mysql::select_column,
        };
        let columns: Vec<String> = self.columns.iter().map(select).collect();
        format!(
            "SELECT {} FROM {}.{}{clause}",
            columns.join(", "),
            quote(&self.name.schema),
            quote(&self.name.table)
        )
    }
}

impl RemoteColumn {
    /// Maps a type of PostgreSQL; None for one whose values are bytes.
    pub fn new(name: String, native_type: String) -> Option<Self> {
        let column_type = match native_type.as_str() {
            "int2" | "int4" | "int8" | "oid" => ColumnType::Integer,
            "float4" | "float8" | "numeric" | "money" => ColumnType::Number,
            "bool" => ColumnType::Boolean,
            "date" => ColumnType::Date,
            "timestamp" | "timestamptz" => ColumnType::Datetime,
            "bytea" => return None,
            _ => ColumnType::String,
        };
        Some(Self {
            name,
            column_type,
            native_type,
        })
    }

    fn select(&self) -> String {
        let name = quote(&self.name);
        let value = match self.native_type.as_str() {
            "int8" | "float8" | "bool" | "date" | "timestamp" | "text" => return name,
            "money" => format!("CAST(CAST({name} AS NUMERIC) AS DOUBLE PRECISION)"),
            "timestamptz" => format!("({name} AT TIME ZONE 'UTC')"),
            _ => match self.column_type {
                ColumnType::Integer => format!("CAST({name} AS BIGINT)"),
                ColumnType::Number => format!("CAST({name} AS DOUBLE PRECISION)"),
                _ => format!("CAST({name} AS TEXT)"),
            },
        };
        format!("{value} AS {name}")
    }
}

/// A name in double quotes.
pub(super) fn quote(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_quotes_stay_names() {
        let column = RemoteColumn::new("a\" FROM x; --".to_owned(), "uuid".to_owned()).unwrap();
        assert_eq!(
            column.select(),
            "CAST(\"a\"\" FROM x; --\" AS TEXT) AS \"a\"\" FROM x; --\""
        );
    }
}
