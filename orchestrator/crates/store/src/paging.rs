use chrono::{DateTime, Utc};
use portolan_domain::{Page, PageRequest};
use uuid::Uuid;

use super::{Result, StoreError};

/// The position after which a list, sorted by time and id with the newest first, continues.
pub(super) struct Below {
    pub(super) millis: i64,
    pub(super) id: String,
}

/// Above every row.
const TOP: Below = Below {
    millis: i64::MAX,
    id: String::new(),
};

impl Below {
    pub(super) fn from_request(request: &PageRequest) -> Result<Self> {
        let Some(cursor) = &request.cursor else {
            return Ok(TOP);
        };
        let (millis, id) = cursor.split_once('_').ok_or(StoreError::BadCursor)?;
        Ok(Self {
            millis: millis.parse().map_err(|_| StoreError::BadCursor)?,
            id: id
                .parse::<Uuid>()
                .map_err(|_| StoreError::BadCursor)?
                .to_string(),
        })
    }
}

/// One row more than wanted tells whether there is a next page.
pub(super) fn row_limit_of(request: &PageRequest) -> i64 {
    i64::from(row_limit(request)) + 1
}

pub(super) fn row_limit(request: &PageRequest) -> u32 {
    request.limit.clamp(1, PageRequest::MAXIMUM_LIMIT)
}

/// Makes the page; `to_cursor` gives a cursor's text for the last item.
pub(super) fn to_page<T>(
    request: &PageRequest,
    mut items: Vec<T>,
    place: impl Fn(&T) -> String,
) -> Page<T> {
    let limit = row_limit(request) as usize;
    let more = items.len() > limit;
    items.truncate(limit);
    let next_cursor = items.last().filter(|_| more).map(place);
    Page { items, next_cursor }
}

pub(super) fn to_cursor(time: DateTime<Utc>, id: Uuid) -> String {
    format!("{}_{id}", time.timestamp_millis())
}

/// A LIKE pattern for a part of a text; `\` escapes.
pub(super) fn containing_pattern(part: &str) -> String {
    let mut pattern = String::from("%");
    for character in part.to_lowercase().chars() {
        if matches!(character, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(character);
    }
    pattern.push('%');
    pattern
}
