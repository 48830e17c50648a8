use portolan_domain::PageRequest;
use schemars::JsonSchema;
use serde::Deserialize;

use super::problem::Problem;

/// `?limit=&cursor=` of a list.
#[derive(Debug, Default, Deserialize, JsonSchema)]
pub struct PageQuery {
    limit: Option<u32>,
    cursor: Option<String>,
}

impl PageQuery {
    /// The first page, with so many items.
    pub fn first(limit: u32) -> Self {
        Self {
            limit: Some(limit),
            cursor: None,
        }
    }

    pub fn new(limit: Option<u32>, cursor: Option<String>) -> Self {
        Self { limit, cursor }
    }

    pub fn request(self) -> Result<PageRequest, Problem> {
        let limit = self.limit.unwrap_or(PageRequest::DEFAULT_LIMIT);
        if !(1..=PageRequest::MAXIMUM_LIMIT).contains(&limit) {
            return Err(Problem::invalid(
                "limit",
                format!(
                    "Request 1 to {} items per page.",
                    PageRequest::MAXIMUM_LIMIT
                ),
            ));
        }
        Ok(PageRequest {
            limit,
            cursor: self.cursor,
        })
    }
}
