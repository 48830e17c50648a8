//! Charts that are edited by hand, apart from chats.

mod annotations;
mod change;
mod preview;
mod sentence;

pub use change::{ChartChange, ChartDraft, UpdatedChart};
pub use preview::{Preview, PreviewRequest};
pub use sentence::{SentenceChange, SentenceRequest};

use portolan_domain::{Chart, ChartVersion, Visibility};
use portolan_environment::{clock::Clock, ids::Ids};
use portolan_store::{Store, StoreError, UnitOfWork};
use uuid::Uuid;

use super::{InvalidInput, Principal};
use crate::charts::{ChartBuildError, ChartMaker};

/// The use cases of charts.
#[derive(Clone)]
pub struct ChartService {
    pub store: Store,
    pub maker: ChartMaker,
    pub clock: Clock,
    pub ids: Ids,
}

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    Input(#[from] InvalidInput),
    /// The chart cannot be drawn.
    #[error(transparent)]
    Chart(#[from] ChartBuildError),
    /// Another change came first.
    #[error("{0}")]
    Stale(&'static str),
    /// A sentence that changes no chart: why, and what would be understood.
    #[error("{0}")]
    NotUnderstood(String),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl ChartService {
    /// Sets the visibility of a chart and publishes this version, or the newest.
    pub async fn set_visibility(
        &self,
        unit: &UnitOfWork,
        caller: Principal,
        chart_id: Uuid,
        visibility: Visibility,
        version: Option<u32>,
    ) -> Result<(), Error> {
        let now = self.clock.now();
        unit.set_chart_visibility(chart_id, caller.user_id, visibility, version, now)
            .await?;
        Ok(())
    }
}

/// Deletes a chart with all its versions; the chat that drew it keeps its block.
pub async fn delete_chart(
    unit: &UnitOfWork,
    caller: Principal,
    chart_id: Uuid,
) -> Result<(), Error> {
    Ok(unit.delete_chart(chart_id, caller.user_id).await?)
}

/// Reads a chart that is the viewer's own, or shared; all others are not found.
pub async fn find_visible_chart(
    store: &Store,
    viewer: Option<Principal>,
    chart_id: Uuid,
) -> Result<Chart, StoreError> {
    let chart = store.chart(chart_id).await?;
    let is_visible =
        chart.visibility != Visibility::Private || Principal::owns(viewer, chart.user_id);
    is_visible
        .then_some(chart)
        .ok_or(StoreError::NotFound("chart"))
}

/// Reads the version of a visible chart that the viewer gets to see: for its owner this one, or the
/// newest; for others the published one and no other.
pub async fn find_visible_version(
    store: &Store,
    viewer: Option<Principal>,
    chart: &Chart,
    wanted: Option<u32>,
) -> Result<ChartVersion, StoreError> {
    let version = if Principal::owns(viewer, chart.user_id) {
        wanted
    } else {
        let published = chart.published_version;
        if published.is_none() || wanted.is_some_and(|wanted| Some(wanted) != published) {
            return Err(StoreError::NotFound("version of this chart"));
        }
        published
    };
    store.chart_version(chart.id, version).await
}

/// Reads the caller's own chart; another user's is not found, even if it is shared.
pub async fn find_own_chart(
    store: &Store,
    caller: Principal,
    chart_id: Uuid,
) -> Result<Chart, StoreError> {
    let chart = store.chart(chart_id).await?;
    (chart.user_id == caller.user_id)
        .then_some(chart)
        .ok_or(StoreError::NotFound("chart"))
}
