use std::time::Duration;

use chrono::{DateTime, Utc};

use super::{App, caller::Caller, problem::Problem};

/// How often the access of an open stream is rechecked.
const EVERY: Duration = Duration::from_secs(60);

/// The permission to keep reading an open stream, rechecked while the stream is open.
pub struct StreamAccess {
    caller: Caller,
    must_be_admin: bool,
    checked: DateTime<Utc>,
}

impl StreamAccess {
    /// Creates the access of a user to their own data.
    pub fn of_owner(app: &App, caller: Caller) -> Self {
        Self {
            caller,
            must_be_admin: false,
            checked: app.clock.now(),
        }
    }

    /// Creates the access of an administrator to another user's data.
    pub fn of_admin(app: &App, caller: Caller) -> Self {
        Self {
            must_be_admin: true,
            ..Self::of_owner(app, caller)
        }
    }

    /// Refuses if it is found to be over; asks once a minute.
    pub async fn check(&mut self, app: &App) -> Result<(), Problem> {
        let now = app.clock.now();
        // A clock that was set back asks at once.
        if (now - self.checked)
            .to_std()
            .is_ok_and(|since| since < EVERY)
        {
            return Ok(());
        }
        // Boxed: thousands of streams wait, and few of them ask at the same time.
        if self.must_be_admin {
            Box::pin(app.check_admin(&self.caller)).await?;
        } else {
            Box::pin(app.check_session(&self.caller)).await?;
        }
        self.checked = now;
        Ok(())
    }
}
