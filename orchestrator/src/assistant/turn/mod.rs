use portolan_chat::TurnOutput;
use tokio::sync::mpsc;

use super::UnknownModel;

mod request;

pub use request::{PastTurn, Services, SourceTable, TurnLimits, TurnRequest};

/// Runs a turn to its end, or goes on with one after its last finished step.
///
/// Everything leaves through `output`, last [`TurnOutput::Finished`]. After a
/// [`TurnOutput::StepFinished`] that has a `next_hold` nothing happens before one `()` comes
/// through `leave`. Dropping the future cancels the turn; so does closing either channel.
pub async fn run_turn(
    request: TurnRequest,
    services: Services,
    output: mpsc::Sender<TurnOutput>,
    leave: mpsc::Receiver<()>,
) {
    let _ = (request, services, output, leave);
    unimplemented!("written in this session")
}

/// The credits to hold before [`run_turn`]: what its first model call costs at worst, on top of
/// what its journal has used.
pub fn first_hold(request: &TurnRequest, services: &Services) -> Result<u64, UnknownModel> {
    let _ = (request, services);
    unimplemented!("written in this session")
}
