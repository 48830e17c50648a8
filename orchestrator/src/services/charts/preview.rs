use portolan_blocks::{ChartData, ChartKind, ChartQuery};
use portolan_charts::{ChartError as Fault, ChartRequest, Kind};
use serde_json::Value;
use uuid::Uuid;

use super::{ChartService, Error, find_own_chart};
use crate::{
    charts::{ChartBuildError, RequestedQuery, check_over_rows},
    services::Principal,
};

/// A chart that is to be shown before it is stored.
#[derive(Clone, Debug)]
pub struct PreviewRequest {
    pub kind: ChartKind,
    pub spec: Value,
    pub query: Option<RequestedQuery>,
    /// A chart of the caller: its rows are drawn again where its query is the same, or absent.
    pub chart_id: Option<Uuid>,
}

/// A chart that is not stored.
#[derive(Clone, Debug)]
pub struct Preview {
    pub kind: ChartKind,
    /// The normalized specification; the given one if it can't be drawn.
    pub spec: Value,
    pub data: Option<ChartData>,
    pub query: Option<ChartQuery>,
    pub encoding_notes: Vec<String>,
    /// The faults, at JSON pointers into the request; empty if the chart can be drawn.
    pub faults: Vec<Fault>,
}

impl ChartService {
    /// Runs the chart's query and checks it; stores nothing.
    pub async fn preview_chart(
        &self,
        caller: Principal,
        request: PreviewRequest,
    ) -> Result<Preview, Error> {
        let draws_rows = Kind::of(request.kind).is_some_and(|kind| kind.draws_rows);
        let mut preview = Preview {
            kind: request.kind,
            spec: request.spec,
            data: None,
            query: None,
            encoding_notes: Vec::new(),
            faults: Vec::new(),
        };
        if draws_rows {
            let rows = self.preview_rows(caller, request.query, request.chart_id);
            match rows.await {
                Ok(rows) => (preview.data, preview.query) = rows.unzip(),
                Err(ChartBuildError::Invalid(faults)) => {
                    preview.faults = faults.0;
                    return Ok(preview);
                }
                Err(error) => return Err(error.into()),
            }
        }
        preview.check()?;
        Ok(preview)
    }

    async fn preview_rows(
        &self,
        caller: Principal,
        wanted: Option<RequestedQuery>,
        chart_id: Option<Uuid>,
    ) -> Result<Option<(ChartData, ChartQuery)>, ChartBuildError> {
        let known = match chart_id {
            Some(chart_id) => {
                find_own_chart(&self.store, caller, chart_id).await?;
                let version = self.store.chart_version(chart_id, None).await?;
                version.chart.data.zip(version.chart.query)
            }
            None => None,
        };
        match (wanted, known) {
            (None, known) => Ok(known),
            (Some(wanted), Some((data, query)))
                if query.sql == wanted.sql && query.source_ids == wanted.source_ids =>
            {
                Ok(Some((data, query)))
            }
            (Some(wanted), _) => {
                let rows = self.maker.rows(caller.user_id, &wanted).await?;
                Ok(Some((rows.data, rows.query)))
            }
        }
    }
}

impl Preview {
    /// Normalizes the specification or returns its errors.
    pub(super) fn check(&mut self) -> Result<(), Error> {
        let request = ChartRequest {
            kind: self.kind,
            // Texts are checked when they are stored.
            title: "Preview".to_owned(),
            description: String::new(),
            spec: self.spec.clone(),
            encoding_notes: Vec::new(),
            choices: Vec::new(),
        };
        match check_over_rows(&request, self.data.as_ref()) {
            Ok(fits) => self.spec = fits.spec,
            Err(ChartBuildError::Invalid(faults)) => self.faults.extend(faults.0),
            Err(error) => return Err(error.into()),
        }
        Ok(())
    }
}
