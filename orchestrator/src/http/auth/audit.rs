use portolan_domain::User;

use crate::{
    http::{App, caller::Peer},
    services::accounts::Error,
};

/// Records what a user did to their account. Where that fails the log has it, and the call continues.
pub async fn note_action(app: &App, peer: &Peer, actor: &User, action: &str) {
    let recorded = app.store.transact(async |unit| {
        let accounts = &app.use_cases.accounts;
        accounts
            .record_action(unit, actor, action, peer.address)
            .await
    });
    log_failure(recorded.await, action);
}

/// Records what an operator did with the service key.
pub async fn note_operator(app: &App, peer: &Peer, action: &str, user: &User) {
    let recorded = app.store.transact(async |unit| {
        let accounts = &app.use_cases.accounts;
        accounts
            .record_operator_action(unit, user, action, peer.address)
            .await
    });
    log_failure(recorded.await, action);
}

fn log_failure(recorded: Result<(), Error>, action: &str) {
    if let Err(error) = recorded {
        tracing::warn!(error.cause = %error, audit.action = action, "audit entry not recorded");
    }
}
