use std::collections::HashMap;

use actix_web::{
    HttpRequest,
    web::{Bytes, Data, Json, Path},
};
use portolan_domain::StoredObject;
use portolan_storage::{
    ListCursor, ListItem, ListedObject, Listing, SortColumn, StorageError, clean_prefix,
    list_entries,
};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{
    access::StorageCaller,
    answer::{StorageRefusal, parse_body},
    shapes,
};
use crate::http::App;

const LIMIT: usize = 100;
const MOST: usize = 10_000;
const LIMIT_V2: usize = 1_000;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ListObjects {
    #[serde(default)]
    prefix: String,
    limit: Option<usize>,
    offset: Option<usize>,
    sort_by: Option<ObjectSort>,
    search: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
struct ObjectSort {
    column: Option<ListColumn>,
    order: Option<SortDirection>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum ListColumn {
    Name,
    CreatedAt,
    UpdatedAt,
    LastAccessedAt,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum SortDirection {
    Asc,
    Desc,
}

#[derive(Debug, Deserialize)]
struct ListObjectsV2 {
    #[serde(default)]
    prefix: String,
    limit: Option<usize>,
    cursor: Option<String>,
    #[serde(default)]
    with_delimiter: bool,
    #[serde(rename = "sortBy")]
    sort_by: Option<ObjectSort>,
}

impl ObjectSort {
    fn column(&self) -> SortColumn {
        match self.column {
            None | Some(ListColumn::Name) => SortColumn::Name,
            Some(ListColumn::CreatedAt) => SortColumn::CreatedAt,
            Some(ListColumn::UpdatedAt | ListColumn::LastAccessedAt) => SortColumn::UpdatedAt,
        }
    }

    fn is_descending(&self) -> bool {
        self.order == Some(SortDirection::Desc)
    }
}

/// Lists a folder: objects and folders by their own names.
pub async fn list_objects(
    app: Data<App>,
    request: HttpRequest,
    bucket: Path<String>,
    bytes: Bytes,
) -> Result<Json<Vec<Value>>, StorageRefusal> {
    let who = StorageCaller::of(&app, &request).await?;
    let input: ListObjects = parse_body(&bytes)?;
    let mut prefix = clean_prefix(&input.prefix)?.to_owned();
    if !prefix.is_empty() && !prefix.ends_with('/') {
        prefix.push('/');
    }
    let sort = input.sort_by.unwrap_or_default();
    let listing = Listing {
        prefix: &prefix,
        search: input.search.as_deref().filter(|search| !search.is_empty()),
        has_folders: true,
        column: sort.column(),
        is_descending: sort.is_descending(),
    };
    let entries = require_visible(&app, who, &bucket, &prefix).await?;
    let limit = input.limit.unwrap_or(LIMIT).min(MOST);
    let items: Vec<_> = list_entries(&entries, &listing, None)
        .into_iter()
        .skip(input.offset.unwrap_or(0))
        .take(limit)
        .map(|(_, item)| item)
        .collect();
    let mut objects = select_objects(&app, &items).await?;
    let shown = items.into_iter().filter_map(|item| match item {
        ListItem::Folder(path) => {
            let name = path[prefix.len()..].trim_end_matches('/');
            Some(shapes::folder_json(name))
        }
        ListItem::Object(id) => {
            let object = objects.remove(&id)?;
            Some(shapes::listed_json(&object, &object.name[prefix.len()..]))
        }
    });
    Ok(Json(shown.collect()))
}

/// Objects by their whole names and, if it is asked for, folders, page by page.
pub async fn list_objects_v2(
    app: Data<App>,
    request: HttpRequest,
    bucket: Path<String>,
    bytes: Bytes,
) -> Result<Json<Value>, StorageRefusal> {
    let who = StorageCaller::of(&app, &request).await?;
    let input: ListObjectsV2 = parse_body(&bytes)?;
    let prefix = clean_prefix(&input.prefix)?;
    let sort = input.sort_by.unwrap_or_default();
    let listing = Listing {
        prefix,
        search: None,
        has_folders: input.with_delimiter,
        column: sort.column(),
        is_descending: sort.is_descending(),
    };
    let after = input
        .cursor
        .filter(|cursor| !cursor.is_empty())
        .map(|cursor| ListCursor::parse(&cursor))
        .transpose()?;
    let entries = require_visible(&app, who, &bucket, prefix).await?;
    let limit = input.limit.unwrap_or(LIMIT_V2).clamp(1, LIMIT_V2);
    let mut items = list_entries(&entries, &listing, after.as_ref());
    let has_next = items.len() > limit;
    items.truncate(limit);
    let next = items
        .last()
        .filter(|_| has_next)
        .map(|(place, _)| place.to_text());
    let items: Vec<ListItem> = items.into_iter().map(|(_, item)| item).collect();
    let mut known = select_objects(&app, &items).await?;
    let (mut folders, mut objects) = (Vec::new(), Vec::new());
    for item in items {
        match item {
            ListItem::Folder(path) => {
                folders.push(json!({ "key": path.trim_end_matches('/'), "name": path }));
            }
            ListItem::Object(id) => {
                if let Some(object) = known.remove(&id) {
                    let mut shape = shapes::listed_json(&object, &object.name);
                    shape["key"] = json!(object.name);
                    shape["version"] = json!(object.version());
                    objects.push(shape);
                }
            }
        }
    }
    let mut answer = json!({ "hasNext": has_next, "folders": folders, "objects": objects });
    if let Some(next) = next {
        answer["nextCursor"] = json!(next);
    }
    Ok(Json(answer))
}

/// The objects with this prefix that the caller may read.
async fn require_visible(
    app: &App,
    who: StorageCaller,
    bucket: &str,
    prefix: &str,
) -> Result<Vec<ListedObject>, StorageRefusal> {
    let _share = match who.queue() {
        Some(queue) => {
            let share = app.limits.long_reads.enter(queue).await;
            Some(share.map_err(|_| StorageError::TooManyRequests)?)
        }
        None => None,
    };
    let bucket = app.store.bucket(bucket).await?;
    let readable = who.readable_prefixes(app, &bucket.id);
    let mut prefixes: Vec<String> = readable
        .into_iter()
        .filter_map(|readable| match readable.starts_with(prefix) {
            true => Some(readable),
            false => prefix.starts_with(&readable).then(|| prefix.to_owned()),
        })
        .collect();
    // A prefix within another one names nothing more.
    prefixes.sort();
    prefixes.dedup_by(|later, earlier| later.starts_with(earlier.as_str()));
    let mut entries = Vec::new();
    for prefix in prefixes {
        entries.extend(app.store.object_entries(&bucket.id, &prefix).await?);
    }
    entries.retain(|entry| who.may_read(app, &bucket.id, &entry.name));
    Ok(entries)
}

/// The objects among these items.
async fn select_objects(
    app: &App,
    items: &[ListItem],
) -> Result<HashMap<String, StoredObject>, StorageRefusal> {
    let ids: Vec<String> = items
        .iter()
        .filter_map(|item| match item {
            ListItem::Object(id) => Some(id.clone()),
            ListItem::Folder(_) => None,
        })
        .collect();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let objects = app.store.objects_by_id(&ids).await?;
    Ok(objects
        .into_iter()
        .map(|object| (object.id.to_string(), object))
        .collect())
}
