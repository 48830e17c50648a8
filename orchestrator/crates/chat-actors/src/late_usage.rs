//! Usage that a provider reports after the person has stopped the turn: the charge by estimate is
//! corrected by it.

use std::{cell::RefCell, future::poll_fn, rc::Rc, time::Duration};

use portolan_blocks::BlockContent;
use portolan_chat::{Price, Settlement, TurnOutput, Usage};
use portolan_store::UsageReport;
use tokio::{sync::mpsc, task::JoinHandle};
use uuid::Uuid;

use super::{ChatServices, usage::ReportedLate};

/// How long a stopped turn's model may take to report.
const PATIENCE: Duration = Duration::from_secs(5);

/// The known usage of a stopped turn so far.
pub struct LateUsage {
    pub turn_id: Uuid,
    price: Price,
    /// Of the cut call, by our count.
    estimated: Option<Usage>,
    /// Of the same call, by the provider.
    reported: Option<Usage>,
    /// Of the whole turn, as it was charged.
    settled: Option<Usage>,
}

impl LateUsage {
    pub fn new(turn_id: Uuid, price: Price) -> Self {
        Self {
            turn_id,
            price,
            estimated: None,
            reported: None,
            settled: None,
        }
    }

    pub fn estimated(&mut self, usage: Usage) {
        self.estimated = Some(usage);
    }

    pub fn reported(&mut self, usage: Option<Usage>) {
        self.reported = usage;
    }

    pub fn settled(&mut self, settlement: &Settlement) {
        if settlement.turn_id == self.turn_id {
            self.settled = Some(settlement.usage);
        }
    }

    /// Has the charge corrected, once it was made and the report is there.
    pub fn report(&mut self, services: &ChatServices) {
        let (Some(estimated), Some(settled), Some(reported)) =
            (self.estimated, self.settled, self.reported)
        else {
            return;
        };
        self.reported = None;
        let usage = correct_usage(settled, estimated, reported);
        let report = UsageReport {
            turn_id: self.turn_id,
            usage,
            credits: self.price.credits(usage),
            cost: self.price.cost(usage),
            now: services.clock.now(),
        };
        if services.usage.try_send(ReportedLate(report)).is_err() {
            tracing::warn!(turn.id = %self.turn_id, "usage that was reported late is lost; the estimate stands");
        }
    }
}

/// The whole turn's usage with the report in place of the estimate.
fn correct_usage(settled: Usage, estimated: Usage, reported: Usage) -> Usage {
    let tokens = |settled: u64, estimated: u64, reported: u64| {
        settled.saturating_sub(estimated).saturating_add(reported)
    };
    Usage {
        input_tokens: tokens(
            settled.input_tokens,
            estimated.input_tokens,
            reported.input_tokens,
        ),
        output_tokens: tokens(
            settled.output_tokens,
            estimated.output_tokens,
            reported.output_tokens,
        ),
        surcharge: settled
            .surcharge
            .saturating_sub(estimated.surcharge)
            .saturating_add(reported.surcharge),
        estimated: false,
        waived: settled.waived,
    }
}

/// Listens to a stopped run until its model has reported its usage, or goes on writing: then the
/// report would be of more than what was kept, and the call is dropped at once.
pub async fn listen_for_usage(
    receiver: Rc<RefCell<mpsc::Receiver<TurnOutput>>>,
    _run: AbortOnDrop,
) -> Option<Usage> {
    let report = async {
        loop {
            match poll_fn(|polling| receiver.borrow_mut().poll_recv(polling)).await? {
                TurnOutput::StepFinished { usage, .. } => {
                    return Some(usage).filter(|usage| !usage.estimated);
                }
                // The end of what was kept already.
                TurnOutput::BlockClosed { block } if is_prose(&block.content) => {}
                _ => return None,
            }
        }
    };
    tokio::time::timeout(PATIENCE, report).await.ok().flatten()
}

/// A run that ends when its receiver is dropped, also when its chat leaves memory.
pub struct AbortOnDrop(pub JoinHandle<()>);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}

fn is_prose(content: &BlockContent) -> bool {
    matches!(
        content,
        BlockContent::Text { .. } | BlockContent::Thinking { .. }
    )
}
