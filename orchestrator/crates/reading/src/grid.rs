use serde::{Deserialize, Serialize};

/// A table of a page: texts in rows, the first row names the columns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grid {
    /// Its caption, or the heading above it.
    pub title: String,
    /// All equally long; the first names the columns.
    pub rows: Vec<Vec<String>>,
}

impl Grid {
    /// As a file of RFC 4180.
    pub fn to_csv(&self) -> String {
        let mut csv = String::new();
        for row in &self.rows {
            for (index, cell) in row.iter().enumerate() {
                if index > 0 {
                    csv.push(',');
                }
                csv.push('"');
                csv.push_str(&cell.replace('"', "\"\""));
                csv.push('"');
            }
            csv.push_str("\r\n");
        }
        csv
    }
}
