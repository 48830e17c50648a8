//! Hive partition columns in paths: `year=2024/month=7/part-0.parquet`.

use datafusion::{arrow::datatypes::DataType, common::ScalarValue};
use percent_encoding::percent_decode_str;
use portolan_query::{ColumnType, PartitionColumn, WorkerFailure};
use portolan_tables::failure::unreadable_file;

/// The names and values of the partition columns in a path, from the outermost folder.
pub fn parse_path(path: &str) -> Vec<(&str, String)> {
    let folders = path.rsplit_once('/').map_or("", |(folders, _)| folders);
    let pairs = folders
        .split('/')
        .map_while(|folder| folder.split_once('='));
    pairs
        .map(|(name, value)| (name, percent_decode_str(value).decode_utf8_lossy().into()))
        .collect()
}

/// Returns the columns that every path has, with the types of their values.
///
/// # Errors
/// Fails if the paths are partitioned differently.
pub fn find_columns(paths: &[&str]) -> Result<Vec<PartitionColumn>, WorkerFailure> {
    let Some(first) = paths.first() else {
        return Ok(Vec::new());
    };
    let names: Vec<String> = parse_path(first)
        .into_iter()
        .map(|(name, _)| name.to_owned())
        .collect();
    let mut types = vec![None; names.len()];
    for path in paths {
        let pairs = parse_path(path);
        if pairs.len() != names.len() || pairs.iter().zip(&names).any(|(pair, name)| pair.0 != name)
        {
            return Err(unreadable_file(format!(
                "The files are partitioned differently: {first} and {path}. Choose a prefix below which all files have the same partition columns."
            )));
        }
        for (known, (_, value)) in types.iter_mut().zip(&pairs) {
            let found = value_type(value);
            *known = Some(match *known {
                Some(known) if known != found => ColumnType::String,
                _ => found,
            });
        }
    }
    let columns = names.into_iter().zip(types);
    let columns = columns.map(|(name, column_type)| PartitionColumn {
        name,
        column_type: column_type.unwrap_or(ColumnType::String),
    });
    Ok(columns.collect())
}

/// Only numbers as they are printed are integers: the engine looks for `month = 7` in the folder `month=7`, not in
/// `month=07`, which is therefore a text.
fn value_type(value: &str) -> ColumnType {
    let number = value.parse::<i64>();
    if number.is_ok_and(|number| number.to_string() == value) {
        return ColumnType::Integer;
    }
    let parses = |data_type| ScalarValue::try_from_string(value.to_owned(), &data_type).is_ok();
    if value.len() == 10 && parses(DataType::Date32) {
        return ColumnType::Date;
    }
    ColumnType::String
}

/// Returns the failure of a file that is not in folders of these columns.
pub fn mismatch(path: &str, columns: &[String]) -> Option<WorkerFailure> {
    let pairs = parse_path(path);
    let fits = pairs.len() >= columns.len()
        && columns
            .iter()
            .zip(&pairs)
            .all(|(name, pair)| pair.0 == name);
    (!fits).then(|| {
        unreadable_file(format!(
            "The file {path} is not in a folder of the partition column{} {}. Move the file, or delete the source and add it again.",
            if columns.len() == 1 { "" } else { "s" },
            columns.join(" and ")
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn types(paths: &[&str]) -> Vec<(String, ColumnType)> {
        let columns = find_columns(paths).unwrap().into_iter();
        columns
            .map(|column| (column.name, column.column_type))
            .collect()
    }

    #[test]
    fn partition_columns_have_types_of_all_their_values() {
        use ColumnType::{Date, Integer, String};
        assert_eq!(
            types(&[
                "year=2024/day=2024-01-02/a.parquet",
                "year=2025/day=2025-01-02/b.parquet"
            ]),
            [("year".to_owned(), Integer), ("day".to_owned(), Date)]
        );
        assert_eq!(
            types(&["month=7/a.parquet", "month=11/b.parquet"])[0].1,
            Integer
        );
        assert_eq!(
            types(&["month=07/a.parquet", "month=11/b.parquet"])[0].1,
            String
        );
        assert_eq!(
            types(&[
                "year=2024/a.parquet",
                "year=__HIVE_DEFAULT_PARTITION__/a.parquet"
            ])[0]
                .1,
            String
        );
        assert_eq!(types(&["2024/a.parquet", "b.parquet"]), []);
    }

    #[test]
    fn files_with_other_partition_columns_are_refused() {
        let failure = find_columns(&["year=2024/a.parquet", "b.parquet"]).unwrap_err();
        assert!(failure.message.contains("partitioned differently"));
        let columns = ["year".to_owned()];
        assert_eq!(mismatch("year=2024/a.parquet", &columns), None);
        assert!(mismatch("a.parquet", &columns).is_some());
        assert!(mismatch("month=1/a.parquet", &columns).is_some());
    }

    #[test]
    fn escaped_values_are_decoded() {
        assert_eq!(
            parse_path("city=S%C3%A3o/a.parquet"),
            [("city", "São".to_owned())]
        );
    }
}
