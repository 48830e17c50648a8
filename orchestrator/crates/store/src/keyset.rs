//! Lists that are sorted by a column of the caller's choice and read page by page from its index.

use portolan_domain::{Direction, Page, PageRequest};
use serde::{Serialize, de::DeserializeOwned};

use super::{
    Result, StoreError,
    paging::row_limit_of,
    value::{DatabaseRow, Param},
};

/// A list by one column and an id that distinguishes equal rows.
pub(super) struct Keyset {
    /// The statement up to its `WHERE`.
    pub select: String,
    /// Conditions in which `$4` is the first parameter.
    pub conditions: String,
    pub key: &'static str,
    pub id: &'static str,
    pub direction: Direction,
}

impl Keyset {
    /// Returns the statement; `$1` and `$2` are the place that the page begins after, `$3` its rows.
    pub(super) fn sql(&self) -> String {
        let Self {
            select,
            conditions,
            key,
            id,
            direction,
        } = self;
        let compare = match direction {
            Direction::Ascending => ">",
            Direction::Descending => "<",
        };
        // SQLite compares a row of an expression and a column with each entry of the index: the bound of the
        // expression alone says where to begin.
        let bound = match key.contains('(') {
            true => format!("{key} {compare}= $1 AND "),
            false => String::new(),
        };
        format!(
            "{select} WHERE {bound}({key}, {id}) {compare} ($1, $2){conditions} {} LIMIT $3",
            self.order()
        )
    }

    /// Returns the `ORDER BY` of the list.
    fn order(&self) -> String {
        self.order_of(self.key, self.id)
    }

    /// Returns the `ORDER BY` of a statement around the list, which calls its columns by other names.
    pub(super) fn order_of(&self, key: &str, id: &str) -> String {
        let order = match self.direction {
            Direction::Ascending => "ASC",
            Direction::Descending => "DESC",
        };
        format!("ORDER BY {key} {order}, {id} {order}")
    }
}

/// A column's value, as a cursor has it.
pub(super) trait KeyValue: Serialize + DeserializeOwned {
    /// Before every value in this direction.
    fn start(direction: Direction) -> Self;
    fn into_param(self) -> Param<'static>;
}

impl KeyValue for i64 {
    fn start(direction: Direction) -> Self {
        match direction {
            Direction::Ascending => Self::MIN,
            Direction::Descending => Self::MAX,
        }
    }

    fn into_param(self) -> Param<'static> {
        self.into()
    }
}

impl KeyValue for String {
    fn start(direction: Direction) -> Self {
        match direction {
            Direction::Ascending => Self::new(),
            Direction::Descending => char::MAX.to_string(),
        }
    }

    fn into_param(self) -> Param<'static> {
        self.into()
    }
}

/// Returns the key and the id that a page begins after.
pub(super) fn start<K: KeyValue>(
    request: &PageRequest,
    direction: Direction,
) -> Result<(K, String)> {
    match &request.cursor {
        None => Ok((K::start(direction), String::start(direction))),
        Some(cursor) => serde_json::from_str(cursor).map_err(|_| StoreError::BadCursor),
    }
}

/// Returns the key and the id that a page begins after, of rows whose key is at least `low` and below `high`.
///
/// The first page begins at the end of the range: a condition beside the place would be tested on every row before it.
pub(super) fn start_within<K: KeyValue>(
    request: &PageRequest,
    direction: Direction,
    low: Option<K>,
    high: Option<K>,
) -> Result<(K, String)> {
    let edge = match direction {
        Direction::Ascending => low,
        Direction::Descending => high,
    };
    match (edge, &request.cursor) {
        (Some(edge), None) => Ok((edge, String::new())),
        _ => start(request, direction),
    }
}

/// The type of the column that a list is sorted by, where callers choose among several.
#[derive(Clone, Copy, Debug)]
pub(super) enum KeyKind {
    Integer,
    Text,
}

/// A value of such a column.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum Key {
    Integer(i64),
    Text(String),
}

impl KeyKind {
    /// Returns the key and the id that a page begins after.
    pub(super) fn start(
        self,
        request: &PageRequest,
        direction: Direction,
    ) -> Result<(Param<'static>, String)> {
        Ok(match self {
            Self::Integer => {
                let (key, id) = start::<i64>(request, direction)?;
                (key.into_param(), id)
            }
            Self::Text => {
                let (key, id) = start::<String>(request, direction)?;
                (key.into_param(), id)
            }
        })
    }

    /// Returns the row's key, which the statement selects as `sort_key`.
    pub(super) fn read(self, row: &DatabaseRow) -> Result<Key> {
        Ok(match self {
            Self::Integer => Key::Integer(row.get("sort_key")?),
            Self::Text => Key::Text(row.get("sort_key")?),
        })
    }
}

/// Makes the page of rows with their keys and ids.
pub(super) fn keyset_page<T, K: Serialize>(
    request: &PageRequest,
    mut rows: Vec<(T, K, String)>,
) -> Page<T> {
    let limit = usize::try_from(row_limit_of(request) - 1).unwrap_or(usize::MAX);
    let has_more = rows.len() > limit;
    rows.truncate(limit);
    let last = rows.last().filter(|_| has_more);
    let next_cursor = last.and_then(|(_, key, id)| serde_json::to_string(&(key, id)).ok());
    Page {
        items: rows.into_iter().map(|(item, _, _)| item).collect(),
        next_cursor,
    }
}
