use std::collections::HashMap;

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use serde::{Deserialize, Serialize};

use crate::StorageError;

/// An object, as far as a list has to know it. Its id tells also in which order objects of one
/// millisecond came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedObject {
    pub id: String,
    pub name: String,
    /// Milliseconds since 1970.
    pub created_at: i64,
    pub updated_at: i64,
}

/// An item of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListItem {
    /// By its id.
    Object(String),
    /// With its whole path and the slash at its end.
    Folder(String),
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SortColumn {
    #[default]
    Name,
    CreatedAt,
    UpdatedAt,
}

/// Which objects are listed, and how.
#[derive(Clone, Debug, Default)]
pub struct Listing<'a> {
    /// Only names that begin so.
    pub prefix: &'a str,
    /// Only items whose own name, after the last slash of the prefix, has this part; case does
    /// not matter.
    pub search: Option<&'a str>,
    /// Groups what lies deeper than the prefix into folders.
    pub has_folders: bool,
    pub column: SortColumn,
    pub is_descending: bool,
}

/// The place of an item in a list; a next page continues after it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ListCursor(i64, String);

impl ListCursor {
    pub fn to_text(&self) -> String {
        let json = serde_json::to_string(self).unwrap_or_default();
        BASE64_URL_SAFE_NO_PAD.encode(json)
    }

    /// # Errors
    /// `InvalidRequest` if no list gave it.
    pub fn parse(text: &str) -> Result<Self, StorageError> {
        BASE64_URL_SAFE_NO_PAD
            .decode(text)
            .ok()
            .and_then(|bytes| serde_json::from_slice(&bytes).ok())
            .ok_or_else(|| StorageError::InvalidRequest("The cursor is not of a list".into()))
    }
}

/// The items of a list with their places, in order; `after` is the end of the page before.
pub fn list_entries(
    entries: &[ListedObject],
    listing: &Listing,
    after: Option<&ListCursor>,
) -> Vec<(ListCursor, ListItem)> {
    let mut items = Vec::new();
    let mut folders: HashMap<&str, usize> = HashMap::new();
    let base = listing.prefix.rfind('/').map_or(0, |slash| slash + 1);
    let search = listing.search.map(str::to_lowercase);
    for entry in entries {
        if !entry.name.starts_with(listing.prefix) {
            continue;
        }
        let deeper = entry.name[listing.prefix.len()..]
            .find('/')
            .map(|slash| listing.prefix.len() + slash + 1)
            .filter(|_| listing.has_folders);
        let shown = &entry.name[..deeper.unwrap_or(entry.name.len())];
        let is_found = search.as_ref().is_none_or(|search| {
            let own = shown[base..].trim_end_matches('/');
            own.to_lowercase().contains(search.as_str())
        });
        if !is_found {
            continue;
        }
        let place = |time: i64| match listing.column {
            SortColumn::Name => ListCursor(0, shown.to_owned()),
            SortColumn::CreatedAt | SortColumn::UpdatedAt => ListCursor(time, entry.id.clone()),
        };
        if deeper.is_none() {
            let time = match listing.column {
                SortColumn::UpdatedAt => entry.updated_at,
                SortColumn::Name | SortColumn::CreatedAt => entry.created_at,
            };
            items.push((place(time), ListItem::Object(entry.id.clone())));
            continue;
        }
        // A folder is as old as the first that was put into it.
        let folder = place(entry.created_at);
        match folders.get(shown) {
            Some(&index) => {
                let (known, _) = &mut items[index];
                if folder < *known {
                    *known = folder;
                }
            }
            None => {
                folders.insert(shown, items.len());
                items.push((folder, ListItem::Folder(shown.to_owned())));
            }
        }
    }
    if let Some(after) = after {
        items.retain(|(place, _)| {
            if listing.is_descending {
                place < after
            } else {
                place > after
            }
        });
    }
    items.sort_by(|(one, _), (other, _)| one.cmp(other));
    if listing.is_descending {
        items.reverse();
    }
    items
}
