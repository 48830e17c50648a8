use chrono::{DateTime, Utc};
use portolan_blocks::ChartBlock;
use portolan_charts::ChartRequest;
use portolan_query::has_mention;
use uuid::Uuid;

use super::{
    ChartMaker, RefreshError, WantedQuery, check_over_rows, maker::sources_named,
    texts::renew_texts,
};
use crate::{
    model::{Chart, ChartVersion, VersionReason},
    sources::RenewError,
    store::NewVersion,
};

/// A chart before and after its query ran again; the same version twice where nothing changed.
#[derive(Clone, Debug)]
pub struct Refreshed {
    pub chart: Chart,
    pub before: ChartVersion,
    pub after: ChartVersion,
}

impl ChartMaker {
    /// Reads the addresses of a chart's sources again and runs its query over what is there. Marks that changed are a new
    /// version; what fails changes nothing. A published version stays published.
    pub async fn refresh(
        &self,
        chart: Chart,
        now: DateTime<Utc>,
    ) -> Result<Refreshed, RefreshError> {
        let before = self.store.chart_version(chart.id, None).await?;
        let (Some(query), Some(data)) = (&before.chart.query, &before.chart.data) else {
            return Err(RefreshError::NoQuery);
        };
        let wanted = WantedQuery {
            sql: query.sql.clone(),
            source_ids: query.source_ids.clone(),
            plan: None,
        };
        self.renew_sources(chart.user_id, &wanted).await?;
        let rows = self.rows(chart.user_id, &wanted).await?;
        if rows.data.rows.is_empty() {
            return Err(RefreshError::Failed(
                "The query gives no rows any more. Check the file that replaced the source, or change the query's conditions.".to_owned(),
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

    /// Sources that came from an address are what is there now.
    async fn renew_sources(&self, user_id: Uuid, wanted: &WantedQuery) -> Result<(), RefreshError> {
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
