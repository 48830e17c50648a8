use chrono::{DateTime, Utc};
use portolan_blocks::ChartBlock;
use portolan_domain::{Annotation, Author, Chart, ChartVersion, Schedule, SourceStamp, Visibility};
use portolan_store::StoreError;
use schemars::JsonSchema;
use serde::Serialize;
use uuid::Uuid;

use crate::http::{App, problem::Problem};

/// A chart with all that one of its versions draws.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Chart")]
#[serde(rename_all = "camelCase")]
pub struct ChartAnswer {
    id: Uuid,
    #[serde(flatten)]
    chart: ChartBlock,
    annotations: Vec<Annotation>,
    /// The sources of its rows, with the hashes that the files had then.
    sources: Vec<SourceStamp>,
    visibility: Visibility,
    author: Author,
    /// Whether the caller may change it.
    is_owner: bool,
    /// Fields that only its owner sees.
    #[serde(flatten)]
    own: Option<OwnAnswer>,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct OwnAnswer {
    /// How many there are.
    versions: u32,
    /// The published version, if the chart is shared.
    #[serde(skip_serializing_if = "Option::is_none")]
    published_version: Option<u32>,
    /// The chat, turn and question that the chart comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    chat_id: Option<Uuid>,
    #[serde(skip_serializing_if = "Option::is_none")]
    turn_id: Option<Uuid>,
    #[serde(skip_serializing_if = "Option::is_none")]
    question: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    schedule: Option<Schedule>,
    #[serde(skip_serializing_if = "Option::is_none")]
    schedule_error: Option<String>,
}

impl App {
    /// The answer of `GET /api/charts/{id}`.
    pub(super) async fn chart_answer(
        &self,
        is_owner: bool,
        chart: Chart,
        version: ChartVersion,
    ) -> Result<ChartAnswer, Problem> {
        let own = match is_owner {
            true => Some(self.own_answer(&chart).await?),
            false => None,
        };
        Ok(ChartAnswer {
            id: chart.id,
            author: self.author(chart.user_id).await?,
            // Other users see the time of the published version, not of the owner's last edit.
            updated_at: if is_owner {
                chart.updated_at
            } else {
                version.created_at
            },
            chart: version.chart,
            annotations: version.annotations,
            sources: version.sources,
            visibility: chart.visibility,
            is_owner,
            own,
            created_at: chart.created_at,
        })
    }

    /// Returns the newest version of a chart as its owner sees it.
    pub(super) async fn newest_version(&self, chart_id: Uuid) -> Result<ChartAnswer, Problem> {
        let chart = self.store.chart(chart_id).await?;
        let version = self
            .store
            .chart_version(chart.id, Some(chart.version))
            .await?;
        self.chart_answer(true, chart, version).await
    }

    async fn own_answer(&self, chart: &Chart) -> Result<OwnAnswer, Problem> {
        let question = match chart.turn_id {
            Some(turn_id) => self.store.question_of(turn_id).await?,
            None => None,
        };
        Ok(OwnAnswer {
            versions: chart.version,
            published_version: chart.published_version,
            chat_id: chart.chat_id,
            turn_id: chart.turn_id,
            question,
            schedule: chart.schedule,
            schedule_error: chart.schedule_error.clone(),
        })
    }
}

/// A version that lost against another one.
pub(super) fn revision_conflict(error: StoreError) -> Problem {
    match error {
        StoreError::Conflict(cause) => Problem::conflict("version_conflict", cause),
        error => error.into(),
    }
}
