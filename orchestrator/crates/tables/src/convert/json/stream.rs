//! Streams the rows of a JSON file, keeping one in memory at a time.

use std::{fmt, io::Read};

use portolan_query::WorkerFailure;
use serde::de::{
    DeserializeSeed, Deserializer as _, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor,
};
use serde_json::{Deserializer, Value};

use super::syntax_failure;

type EachValue<'a> = &'a mut dyn FnMut(Value) -> Result<(), WorkerFailure>;

/// Every value of the file.
pub fn each_line(reader: impl Read, each: EachValue<'_>) -> Result<(), WorkerFailure> {
    for value in Deserializer::from_reader(reader).into_iter::<Value>() {
        each(value.map_err(|error| syntax_failure(&error))?)?;
    }
    Ok(())
}

/// Every element of the array under the keys of `path`.
pub fn each_element(
    reader: impl Read,
    path: &[String],
    each: EachValue<'_>,
) -> Result<(), WorkerFailure> {
    let mut failure = None;
    let elements = Elements {
        path,
        each,
        failure: &mut failure,
    };
    let read = Deserializer::from_reader(reader).deserialize_any(elements);
    match (failure, read) {
        // The caller's failure wins over the parser error that it caused.
        (Some(failure), _) => Err(failure),
        (None, read) => read.map_err(|error| syntax_failure(&error)),
    }
}

struct Elements<'a> {
    path: &'a [String],
    each: EachValue<'a>,
    /// Why `each` stopped the iteration.
    failure: &'a mut Option<WorkerFailure>,
}

impl<'de> DeserializeSeed<'de> for Elements<'_> {
    type Value = ();

    fn deserialize<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Elements<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an array of rows")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<(), A::Error> {
        while let Some(value) = elements.next_element::<Value>()? {
            if let Err(failure) = (self.each)(value) {
                *self.failure = Some(failure);
                // serde has no early exit; the real reason travels beside its error.
                return Err(A::Error::custom("stopped"));
            }
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        let Some((wanted, path)) = self.path.split_first() else {
            return Err(A::Error::custom("an array of rows is expected"));
        };
        while let Some(key) = entries.next_key::<String>()? {
            // The loop continues after the match: the parser requires the rest of the object to be read.
            if key == *wanted {
                entries.next_value_seed(Elements {
                    path,
                    each: &mut *self.each,
                    failure: &mut *self.failure,
                })?;
            } else {
                entries.next_value::<IgnoredAny>()?;
            }
        }
        Ok(())
    }
}
