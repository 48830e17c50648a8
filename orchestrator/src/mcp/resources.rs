use rmcp::model::{Resource, ResourceContents, ResourceTemplate};
use serde_json::Value;
use url::Url;
use uuid::Uuid;

use super::{
    api::{Api, ApiError},
    pictures::file_contents,
};

/// Items of one kind in a page of the list.
const PAGE: usize = 50;

/// A kind of items that clients read as resources.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ResourceKind {
    Charts,
    Boards,
    Sources,
}

const KINDS: [ResourceKind; 3] = [
    ResourceKind::Charts,
    ResourceKind::Boards,
    ResourceKind::Sources,
];

impl ResourceKind {
    fn name(self) -> &'static str {
        match self {
            Self::Charts => "charts",
            Self::Boards => "boards",
            Self::Sources => "sources",
        }
    }

    fn description(self) -> &'static str {
        match self {
            Self::Charts => "A chart: its specification, query and rows",
            Self::Boards => "A board with its contents",
            Self::Sources => "A source: its columns, or its outline",
        }
    }

    fn uri(self, id: &str) -> String {
        format!("portolan://{}/{id}", self.name())
    }

    /// Returns the path of an item in the API.
    fn path(self, id: Uuid) -> String {
        match self {
            Self::Charts => format!("/api/charts/{id}.json"),
            _ => format!("/api/{}/{id}", self.name()),
        }
    }
}

/// Lists the newest items of each kind; the cursor names a kind and continues its list.
pub async fn list_resources(
    api: &Api,
    cursor: Option<&str>,
) -> Result<(Vec<Resource>, Option<String>), ApiError> {
    let (mut index, mut cursor) = match cursor.and_then(|cursor| cursor.split_once('/')) {
        Some((kind, cursor)) => (
            KINDS
                .iter()
                .position(|known| known.name() == kind)
                .unwrap_or(KINDS.len()),
            Some(cursor).filter(|cursor| !cursor.is_empty()),
        ),
        None => (0, None),
    };
    let mut resources = Vec::new();
    while let Some(kind) = KINDS.get(index) {
        let mut path = format!("/api/{}?limit={PAGE}", kind.name());
        if let Some(cursor) = cursor.take() {
            let cursor: String = url::form_urlencoded::byte_serialize(cursor.as_bytes()).collect();
            path = format!("{path}&cursor={cursor}");
        }
        let page = api.get(&path).await?;
        let items = page["items"].as_array().into_iter().flatten();
        resources.extend(items.filter_map(|item| to_resource(*kind, item)));
        if let Some(next) = page["nextCursor"].as_str() {
            return Ok((resources, Some(format!("{}/{next}", kind.name()))));
        }
        index += 1;
    }
    Ok((resources, None))
}

fn to_resource(kind: ResourceKind, item: &Value) -> Option<Resource> {
    let id = item["id"].as_str()?;
    let title = item["title"].as_str().or_else(|| item["name"].as_str());
    Some(
        Resource::new(kind.uri(id), title.unwrap_or(id))
            .with_description(kind.description())
            .with_mime_type("application/json"),
    )
}

pub fn resource_templates() -> Vec<ResourceTemplate> {
    let template = |kind: ResourceKind| {
        ResourceTemplate::new(kind.uri("{id}"), kind.name())
            .with_description(kind.description())
            .with_mime_type("application/json")
    };
    KINDS.into_iter().map(template).collect()
}

/// Reads a resource; None if the address names none.
pub async fn read_resource(api: &Api, uri: &str) -> Result<Option<ResourceContents>, ApiError> {
    let Some((kind, id)) = parse_uri(uri) else {
        return Ok(None);
    };
    let file = api.file(&kind.path(id)).await?;
    Ok(Some(file_contents(uri, file)))
}

fn parse_uri(uri: &str) -> Option<(ResourceKind, Uuid)> {
    let uri = Url::parse(uri).ok()?;
    let kind = KINDS
        .into_iter()
        .find(|kind| Some(kind.name()) == uri.host_str())?;
    let id = uri.path().strip_prefix('/')?.parse().ok()?;
    (uri.scheme() == "portolan").then_some((kind, id))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resource_address_names_kind_and_id() {
        let id = Uuid::from_u128(7);
        assert_eq!(
            parse_uri(&ResourceKind::Boards.uri(&id.to_string())),
            Some((ResourceKind::Boards, id))
        );
        for uri in [
            "portolan://boards/x",
            "portolan://chats/00000000-0000-0000-0000-000000000007",
            "https://boards/00000000-0000-0000-0000-000000000007",
            "nonsense",
        ] {
            assert_eq!(parse_uri(uri), None, "{uri}");
        }
    }
}
