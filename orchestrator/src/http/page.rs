use serde::Serialize;

use super::problem::Problem;

const DEFAULT_LIMIT: u32 = 50;
const LARGEST_LIMIT: u32 = 200;

/// One page of a list, and the cursor of the next.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Page<T> {
    pub items: Vec<T>,
    pub next_cursor: Option<String>,
}

/// Which page is asked for.
#[derive(Debug)]
pub struct PageQuery {
    limit: u32,
    cursor: Option<String>,
}

impl PageQuery {
    pub fn new(limit: Option<u32>, cursor: Option<&str>) -> Result<Self, Problem> {
        let limit = limit.unwrap_or(DEFAULT_LIMIT);
        if !(1..=LARGEST_LIMIT).contains(&limit) {
            return Err(Problem::invalid(
                "limit",
                format!("A page has 1 to {LARGEST_LIMIT} items."),
            ));
        }
        Ok(Self {
            limit,
            cursor: cursor.map(str::to_owned),
        })
    }

    pub fn limit(&self) -> u32 {
        self.limit
    }

    pub fn cursor(&self) -> Option<&str> {
        self.cursor.as_deref()
    }
}
