use std::time::Duration;

use actix::{Actor, ActorFutureExt, AsyncContext, Context, WrapFuture};
use portolan_environment::clock::Clock;
use portolan_store::{StoreError, apart};

use super::{ChartMaker, RefreshError};

/// Refreshes the charts whose schedules say so, one at a time.
///
/// The store is the queue, looked into every `interval`: a chart is claimed by moving its next
/// refresh one interval on, so two nodes never take the same one, and a refresh that fails waits
/// for its next time. What went wrong is noted on the chart, which stays as it was. Takes no
/// messages. Lives as long as the server.
pub struct RefreshSupervisor {
    maker: ChartMaker,
    clock: Clock,
    interval: Duration,
    is_working: bool,
}

impl RefreshSupervisor {
    pub fn new(maker: ChartMaker, clock: Clock, interval: Duration) -> Self {
        Self {
            maker,
            clock,
            interval,
            is_working: false,
        }
    }

    fn work_next(&mut self, context: &mut Context<Self>) {
        if self.is_working {
            return;
        }
        self.is_working = true;
        let (maker, clock) = (self.maker.clone(), self.clock.clone());
        let working = apart(async move { refresh_due(&maker, &clock).await });
        context.spawn(working.into_actor(self).map(|result, supervisor, _| {
            supervisor.is_working = false;
            if let Err(error) = result {
                tracing::warn!(error.cause = %error, "due charts not read");
            }
        }));
    }
}

async fn refresh_due(maker: &ChartMaker, clock: &Clock) -> Result<(), StoreError> {
    while let Some(chart) = maker.store.claim_refresh(clock.now()).await? {
        let chart_id = chart.id;
        let refreshed = maker.refresh(chart, clock.now()).await;
        let error = refreshed.err().map(|error| {
            tracing::info!(chart.id = %chart_id, error.cause = %error, "chart not refreshed");
            match error {
                RefreshError::NoQuery | RefreshError::Failed(_) => error.to_string(),
                RefreshError::Store(_) | RefreshError::Object(_) => {
                    "The server couldn't read the data. It tries again at the next scheduled refresh."
                        .to_owned()
                }
            }
        });
        maker.store.note_refresh(chart_id, error.as_deref()).await?;
    }
    Ok(())
}

impl Actor for RefreshSupervisor {
    type Context = Context<Self>;

    fn started(&mut self, context: &mut Self::Context) {
        context.run_interval(self.interval, Self::work_next);
        self.work_next(context);
    }
}
