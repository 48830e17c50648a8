//! Public example charts over the samples, which fill Discover before anyone has published a chart.

use std::io::Write;

use portolan_blocks::ChartKind;
use portolan_domain::{EXAMPLES_USER, ProfileChange, SavedKind, Source, User, Visibility};
use portolan_sources::samples;
use portolan_store::StoreError;
use serde::Deserialize;
use serde_json::Value;
use tempfile::NamedTempFile;
use uuid::Uuid;

use super::CommandFailure;
use crate::{
    charts::RequestedQuery,
    http::App,
    services::{Principal, accounts, charts::ChartDraft},
};

/// Username of the examples' author.
const AUTHOR: &str = "portolan";

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Example {
    sample: String,
    topic: String,
    title: String,
    description: String,
    sql: String,
    notes: Vec<String>,
    spec: Value,
}

/// Publishes the examples where this server has none yet. Examples that an admin removed stay removed: their author
/// exists.
pub async fn publish_examples(app: &App) -> Result<(), CommandFailure> {
    match app.store.profile(EXAMPLES_USER).await {
        Ok(profile) if profile.username.is_some() => return Ok(()),
        // A start that ended in between: the author gets a name at the very end.
        Ok(_) => app
            .store
            .delete_user(EXAMPLES_USER, app.clock.now())
            .await
            .map_err(CommandFailure::new)?,
        Err(StoreError::NotFound(_)) => {}
        Err(error) => return Err(CommandFailure::new(error)),
    }
    if app.store.profile_by_username(AUTHOR).await.is_ok() {
        // A user of this server has the name.
        return Ok(());
    }
    let examples: Vec<Example> = serde_json::from_str(include_str!("../../samples/examples.json"))
        .map_err(CommandFailure::new)?;
    create_author(app).await?;
    let mut sources: Vec<(String, Source)> = Vec::new();
    // The last one that is featured is the first in Discover.
    for example in examples.into_iter().rev() {
        let known = sources.iter().find(|(name, _)| *name == example.sample);
        let source_id = match known {
            Some((_, source)) => source.id,
            None => {
                let source = create_source(app, &example.sample).await?;
                let id = source.id;
                sources.push((example.sample.clone(), source));
                id
            }
        };
        publish_example(app, example, source_id).await?;
    }
    let name = ProfileChange {
        username: Some(AUTHOR.to_owned()),
        full_name: Some(Some("Portolan".to_owned())),
        ..ProfileChange::default()
    };
    app.store
        .update_profile(EXAMPLES_USER, &name, app.clock.now())
        .await
        .map_err(CommandFailure::new)?;
    tracing::info!("example charts published");
    Ok(())
}

/// Creates the author: an account without an address, which no one can sign in to.
async fn create_author(app: &App) -> Result<(), CommandFailure> {
    let user = User::new(EXAMPLES_USER, app.clock.now());
    app.store
        .transact(async |unit| accounts::store_account(unit, &user, &[]).await)
        .await
        .map_err(CommandFailure::new)
}

async fn create_source(app: &App, sample: &str) -> Result<Source, CommandFailure> {
    let (sample, text) = samples()
        .into_iter()
        .find(|(known, _)| known.name == sample)
        .ok_or_else(|| CommandFailure::new(format!("there is no sample {sample}")))?;
    let mut file = NamedTempFile::new_in(&app.reader.work).map_err(CommandFailure::new)?;
    file.write_all(text.as_bytes())
        .map_err(CommandFailure::new)?;
    let sources = app
        .reader
        .read(EXAMPLES_USER, file.path(), &sample.file, &|_| {})
        .await
        .map_err(CommandFailure::new)?;
    let source = sources
        .into_iter()
        .next()
        .ok_or_else(|| CommandFailure::new(format!("the sample {} is empty", sample.name)))?;
    app.store
        .create_source(&source)
        .await
        .map_err(CommandFailure::new)?;
    Ok(source)
}

/// Draws an example by its query, as a user would, and publishes and features it.
async fn publish_example(
    app: &App,
    example: Example,
    source_id: Uuid,
) -> Result<(), CommandFailure> {
    let author = Principal {
        user_id: EXAMPLES_USER,
    };
    let topic = example.topic;
    let draft = ChartDraft {
        kind: ChartKind::Plot,
        title: example.title,
        description: example.description,
        spec: example.spec,
        query: Some(RequestedQuery {
            sql: example.sql,
            source_ids: vec![source_id],
            plan: None,
        }),
        encoding_notes: example.notes,
        annotations: Vec::new(),
    };
    let charts = &app.use_cases.charts;
    let version = charts
        .draw_draft(author, draft)
        .await
        .map_err(CommandFailure::new)?;
    let chart_id = version.chart.chart_id;
    app.store
        .transact(async |unit| {
            charts.create_chart(unit, author, &version).await?;
            charts
                .set_visibility(unit, author, chart_id, Visibility::Public, None)
                .await
        })
        .await
        .map_err(CommandFailure::new)?;
    app.store
        .feature_example(SavedKind::Chart, chart_id, &topic, app.clock.now())
        .await
        .map_err(CommandFailure::new)
}
