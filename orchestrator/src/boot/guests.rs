//! Deletion of anonymous accounts after their time.

use std::time::Duration;

use chrono::TimeDelta;
use portolan_store::StoreError;
use tokio::time::MissedTickBehavior;

use crate::http::{App, Problem, erase_account};

/// Time between two looks for accounts that are over; days are the unit of their lifetime.
const PAUSE: Duration = Duration::from_secs(15 * 60);

/// Accounts that one look deletes at most, so that it doesn't hold the database for long.
const MOST_DELETED: usize = 100;

/// Deletes anonymous accounts whose time is over for as long as the server runs.
pub async fn delete_for_ever(app: actix_web::web::Data<App>) {
    let mut ticks = tokio::time::interval(PAUSE);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        if let Err(error) = delete_old_guests(&app).await {
            tracing::warn!(error.cause = %error, "old guests not listed");
        }
    }
}

/// Deletes the anonymous accounts that are older than the configured number of days, with everything in them, and
/// returns how many there were. A guest who added an address is no guest any longer.
pub async fn delete_old_guests(app: &App) -> Result<usize, StoreError> {
    let days = app.auth.options().anonymous_days;
    if days == 0 {
        return Ok(0);
    }
    let before = app.clock.now() - TimeDelta::days(i64::from(days));
    let guests = app.store.guests_before(before, MOST_DELETED).await?;
    let mut deleted = 0;
    for user_id in guests {
        match erase_account(app, user_id).await {
            Ok(()) => deleted += 1,
            Err(problem) => log_failure(&problem),
        }
    }
    if deleted > 0 {
        tracing::info!(accounts.deleted = deleted, "old guests deleted");
    }
    Ok(deleted)
}

fn log_failure(problem: &Problem) {
    tracing::warn!(error.cause = %problem, "guest not deleted, will retry");
}
