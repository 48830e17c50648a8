use chrono::{DateTime, Utc};
use portolan_blocks::ChartBlock;
use portolan_charts::ChartRequest;
use portolan_domain::{Chart, ChartVersion, VersionReason};
use portolan_query::has_mention;
use portolan_sources::RenewError;
use portolan_store::NewVersion;
use uuid::Uuid;

use super::{
    ChartMaker, RefreshError, RequestedQuery, check_over_rows, maker::sources_named,
    texts::renew_texts,
};

/// A chart before and after a refresh; the same version twice if nothing changed.
#[derive(Clone, Debug)]
pub struct Refreshed {
    pub chart: Chart,
    pub before: ChartVersion,
    pub after: ChartVersion,
}

impl ChartMaker {
    /// Refreshes a chart's sources and reruns its query. Changed data creates a new version; failures change
    /// nothing. The published version stays the same.
    pub async fn refresh(
        &self,
        chart: Chart,
        now: DateTime<Utc>,
    ) -> Result<Refreshed, RefreshError> {
        let before = self.store.chart_version(chart.id, None).await?;
        let (Some(query), Some(data)) = (&before.chart.query, &before.chart.data) else {
            return Err(RefreshError::NoQuery);
        };
        let wanted = RequestedQuery {
            sql: query.sql.clone(),
            source_ids: query.source_ids.clone(),
            plan: None,
        };
        self.renew_sources(chart.user_id, &wanted).await?;
        let rows = self.rows(chart.user_id, &wanted).await?;
        if rows.data.rows.is_empty() {
            return Err(RefreshError::Failed(
                "The query no longer returns any rows. Check the file that replaced the source, or change the query's conditions.".to_owned(),
            ));
        }
        let is_same = rows.data.columns == data.columns
            && rows.data.truncated == data.truncated
            && portolan_charts::row_changes(data, &rows.data, 1).is_empty();
        if is_same {
            return Ok(Refreshed {
                chart,
                after: before.clone(),
                before,
            });
        }
        let texts = renew_texts(&before.chart, data, &rows);
        let request = ChartRequest {
            kind: before.chart.kind,
            title: texts.title,
            description: texts.description,
            spec: before.chart.spec.clone(),
            encoding_notes: Vec::new(),
            choices: Vec::new(),
        };
        let fits = check_over_rows(&request, Some(&rows.data))?;
        let block = ChartBlock {
            chart_id: chart.id,
            version: before.chart.version + 1,
            kind: fits.kind,
            title: fits.title,
            description: fits.description,
            spec: fits.spec,
            data: Some(rows.data),
            query: Some(rows.query),
            encoding_notes: texts.notes,
            choices: before.chart.choices.clone(),
            plan: before.chart.plan.clone(),
        };
        let new = NewVersion {
            chart: &block,
            reason: VersionReason::Refreshed,
            note: None,
            annotations: &before.annotations,
            sources: &rows.sources,
        };
        let chart = self
            .store
            .add_chart_version(chart.user_id, before.chart.version, &new, now)
            .await?;
        let after = ChartVersion {
            chart: block,
            reason: VersionReason::Refreshed,
            note: None,
            annotations: before.annotations.clone(),
            sources: rows.sources,
            created_at: now,
        };
        Ok(Refreshed {
            chart,
            before,
            after,
        })
    }

    /// Refreshes the sources that came from an address.
    async fn renew_sources(
        &self,
        user_id: Uuid,
        wanted: &RequestedQuery,
    ) -> Result<(), RefreshError> {
        let sources = self.sources(user_id, &wanted.source_ids).await?;
        let names = sources_named(&wanted.sql, &sources);
        for (source, name) in sources.into_iter().zip(names) {
            if source.url.is_none() || !has_mention(&wanted.sql, &name) {
                continue;
            }
            let name = source.name.clone();
            match self.web.renew(&self.store, source).await {
                Ok(_) => {}
                Err(RenewError::Store(error)) => return Err(error.into()),
                Err(error) => {
                    return Err(RefreshError::Failed(format!(
                        "{name} could not be read again: {}.",
                        error.to_string().trim_end_matches('.')
                    )));
                }
            }
        }
        Ok(())
    }
}
