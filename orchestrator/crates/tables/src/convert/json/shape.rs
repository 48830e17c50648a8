//! The shape of a JSON value, read without keeping the value.

use std::fmt;

use serde::{
    Deserialize, Deserializer,
    de::{IgnoredAny, MapAccess, SeqAccess, Visitor},
};

use super::RowsLocation;

const MAX_KEYS: usize = 200;
const MAX_LEVELS: usize = 3;

#[derive(Debug)]
pub enum JsonShape {
    /// How many elements there are, and whether some are objects or arrays.
    Array {
        elements: u64,
        has_rows: bool,
    },
    /// The first keys with their values.
    Object(Vec<(String, JsonShape)>),
    Scalar,
}

impl JsonShape {
    /// Adds the tables in this value: their names and places.
    pub fn collect_tables(&self, path: &mut Vec<String>, found: &mut Vec<(String, RowsLocation)>) {
        let name = path.last().cloned().unwrap_or_default();
        match self {
            Self::Array { elements, has_rows }
                if *elements > 0 && (*has_rows || path.is_empty()) =>
            {
                found.push((name, RowsLocation::Array(path.clone())));
            }
            Self::Object(entries) if path.len() < MAX_LEVELS => {
                let before = found.len();
                for (key, shape) in entries {
                    path.push(key.clone());
                    shape.collect_tables(path, found);
                    path.pop();
                }
                let columns = entries.iter().any(
                    |(_, shape)| matches!(shape, Self::Array { elements, .. } if *elements > 0),
                );
                // Arrays of scalars are columns only if the object holds no table of rows.
                if found.len() == before && columns {
                    found.push((name, RowsLocation::Columns(path.clone())));
                }
            }
            _ => {}
        }
    }
}

impl<'de> Deserialize<'de> for JsonShape {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ShapeVisitor)
    }
}

struct ShapeVisitor;

macro_rules! scalars {
    ($value:expr, $($name:ident: $type:ty),*) => {
        $(fn $name<E>(self, _: $type) -> Result<Self::Value, E> {
            Ok($value)
        })*
    };
}

impl<'de> Visitor<'de> for ShapeVisitor {
    type Value = JsonShape;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a JSON value")
    }

    scalars!(JsonShape::Scalar, visit_bool: bool, visit_i64: i64, visit_u64: u64, visit_f64: f64, visit_str: &str);

    fn visit_unit<E>(self) -> Result<JsonShape, E> {
        Ok(JsonShape::Scalar)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<JsonShape, A::Error> {
        let mut count = 0;
        let mut has_rows = false;
        while let Some(IsRow(is_row)) = elements.next_element()? {
            count += 1;
            has_rows |= is_row;
        }
        Ok(JsonShape::Array {
            elements: count,
            has_rows,
        })
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<JsonShape, A::Error> {
        let mut found = Vec::new();
        while let Some(key) = entries.next_key::<String>()? {
            // The rest is still parsed, so that a syntax error late in the file is found.
            if found.len() < MAX_KEYS {
                found.push((key, entries.next_value()?));
            } else {
                entries.next_value::<IgnoredAny>()?;
            }
        }
        Ok(JsonShape::Object(found))
    }
}

/// Whether an element is an object or an array.
struct IsRow(bool);

impl<'de> Deserialize<'de> for IsRow {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(IsRowVisitor)
    }
}

struct IsRowVisitor;

impl<'de> Visitor<'de> for IsRowVisitor {
    type Value = IsRow;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a JSON value")
    }

    scalars!(IsRow(false), visit_bool: bool, visit_i64: i64, visit_u64: u64, visit_f64: f64, visit_str: &str);

    fn visit_unit<E>(self) -> Result<IsRow, E> {
        Ok(IsRow(false))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<IsRow, A::Error> {
        // The element must be consumed, or the parser would stop inside it.
        while elements.next_element::<IgnoredAny>()?.is_some() {}
        Ok(IsRow(true))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<IsRow, A::Error> {
        while entries.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(IsRow(true))
    }
}
