use actix_web::{
    HttpResponse,
    web::{Data, Json, Path, Query},
};
use portolan_domain::{AdminActionKind, FeatureSettings, FeaturedItem, SavedKind};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use uuid::Uuid;

use super::list::{ShortListAnswer, ShortListQuery, answer_short_list};
use crate::http::{App, caller::Admin, problem::Problem};

const COLUMNS: [&str; 8] = [
    "kind",
    "id",
    "title",
    "author.username",
    "topic",
    "startsAt",
    "endsAt",
    "updatedAt",
];

/// Characters of a topic.
const TOPIC_LENGTH: usize = 60;
/// Items that are put in order at once.
const MOST_ORDERED: usize = 500;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OrderBody {
    items: Vec<ItemKey>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ItemKey {
    kind: SavedKind,
    id: Uuid,
}

/// Lists all featured items in their order, with topics and schedules.
pub async fn list_featured(
    app: Data<App>,
    admin: Admin,
    query: Query<ShortListQuery>,
) -> Result<ShortListAnswer<FeaturedItem>, Problem> {
    let _share = app.limits.long_reads.enter(admin.0.user_id).await?;
    let items = app.store.featured_items().await?;
    answer_short_list(&app, admin, &query, ("discover", &COLUMNS), &items).await
}

/// Features a public item on the discover page, or changes its topic and schedule.
pub async fn curate(
    app: Data<App>,
    admin: Admin,
    path: Path<(SavedKind, Uuid)>,
    body: Json<FeatureSettings>,
) -> Result<HttpResponse, Problem> {
    let (kind, item_id) = path.into_inner();
    let settings = checked(body.into_inner())?;
    let detail = json!({
        "topic": settings.topic, "startsAt": settings.starts_at, "endsAt": settings.ends_at,
    });
    let action = app.admin_action(
        admin,
        AdminActionKind::ItemFeatured,
        (kind.name(), item_id),
        detail,
    );
    app.store.curate(kind, item_id, &settings, &action).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Removes an item from the discover page; it stays public.
pub async fn uncurate(
    app: Data<App>,
    admin: Admin,
    path: Path<(SavedKind, Uuid)>,
) -> Result<HttpResponse, Problem> {
    let (kind, item_id) = path.into_inner();
    let action = app.admin_action(
        admin,
        AdminActionKind::ItemUnfeatured,
        (kind.name(), item_id),
        json!({}),
    );
    app.store.uncurate(kind, item_id, &action).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Puts the featured items in this order.
pub async fn order_featured(
    app: Data<App>,
    admin: Admin,
    body: Json<OrderBody>,
) -> Result<HttpResponse, Problem> {
    if body.items.len() > MOST_ORDERED {
        let most = format!("Order at most {MOST_ORDERED} items at a time.");
        return Err(Problem::invalid("items", most));
    }
    let items: Vec<(SavedKind, Uuid)> =
        body.items.iter().map(|item| (item.kind, item.id)).collect();
    let detail = json!({"items": items.len()});
    let action = app.admin_action(
        admin,
        AdminActionKind::DiscoverOrdered,
        ("list", "discover"),
        detail,
    );
    app.store.order_curated(&items, &action).await?;
    Ok(HttpResponse::NoContent().finish())
}

fn checked(settings: FeatureSettings) -> Result<FeatureSettings, Problem> {
    let topic = settings.topic.as_deref().map(str::trim);
    let topic = topic.filter(|topic| !topic.is_empty());
    if topic.is_some_and(|topic| topic.chars().count() > TOPIC_LENGTH) {
        let most = format!("Use at most {TOPIC_LENGTH} characters.");
        return Err(Problem::invalid("topic", most));
    }
    if let (Some(start), Some(end)) = (settings.starts_at, settings.ends_at)
        && end <= start
    {
        return Err(Problem::invalid(
            "endsAt",
            "The end must be after the start.",
        ));
    }
    Ok(FeatureSettings {
        topic: topic.map(str::to_owned),
        ..settings
    })
}
