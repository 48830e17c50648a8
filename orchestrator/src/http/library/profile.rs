use actix_web::web::{Data, Json, Path, Query};
use portolan_domain::{Page, PublishedItem, SavedKind};
use portolan_store::StoreError;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::http::{App, page::PageQuery, problem::Problem};

/// Returns a user's public profile and items.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PublicProfile {
    username: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    full_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    avatar_url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bio: Option<String>,
    /// Of contributors only; others' is private.
    #[serde(skip_serializing_if = "Option::is_none")]
    professional_info: Option<Value>,
    charts: Page<PublishedItem>,
    boards: Page<PublishedItem>,
    portolans: Page<PublishedItem>,
}

/// A user's public page, by their name without regard to case. `limit` and `cursor` are of every list in it:
/// a cursor leads on in the list that gave it.
pub async fn get_public_profile(
    app: Data<App>,
    username: Path<String>,
    query: Query<PageQuery>,
) -> Result<Json<PublicProfile>, Problem> {
    let page = query.into_inner().request()?;
    let profile = match app.store.profile_by_username(&username).await {
        Ok(profile) => profile,
        Err(StoreError::NotFound(_)) => return Err(Problem::not_found("user")),
        Err(error) => return Err(error.into()),
    };
    let professional_info = profile.public_info().cloned();
    let of = |kind| app.store.published_items_of(profile.user_id, kind, &page);
    let (charts, boards) = (of(SavedKind::Chart).await?, of(SavedKind::Board).await?);
    let portolans = of(SavedKind::Portolan).await?;
    Ok(Json(PublicProfile {
        username: profile.username.unwrap_or_else(|| username.into_inner()),
        full_name: profile.full_name,
        avatar_url: profile.avatar_url,
        bio: profile.bio,
        professional_info,
        charts,
        boards,
        portolans,
    }))
}
