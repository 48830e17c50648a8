use actix_web::web::{Data, Json, Query};
use portolan_domain::{Page, PublishedItem, Topic};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::http::{App, page::PageQuery, problem::Problem};

#[derive(Debug, Deserialize, JsonSchema)]
pub struct TopicQuery {
    topic: String,
}

/// Lists the topics of published and featured items, those with most items first.
pub async fn list_topics(app: Data<App>) -> Result<Json<Vec<Topic>>, Problem> {
    Ok(Json(app.use_cases.library.list_topics().await?))
}

/// Lists the public items of a topic, the last published first.
pub async fn list_topic_items(
    app: Data<App>,
    wanted: Query<TopicQuery>,
    page: Query<PageQuery>,
) -> Result<Json<Page<PublishedItem>>, Problem> {
    let page = page.into_inner().request()?;
    let library = &app.use_cases.library;
    Ok(Json(library.list_topic_items(&wanted.topic, &page).await?))
}
