use actix_web::web::{Data, Query};
use chrono::{DateTime, Days, NaiveDate, Utc};
use portolan_domain::{
    ActionFilter, ActionSort, AdminAction, AdminActionKind, Direction, RecordedAction,
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::list::{ListAnswer, ListQuery, answer_list};
use crate::http::{App, caller::Admin, problem::Problem};

/// Columns of the exported log.
const COLUMNS: [&str; 6] = [
    "createdAt",
    "admin.email",
    "action",
    "subjectKind",
    "subject",
    "detail",
];

/// Which actions are listed; the days are those of UTC, and both are included.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct ActionQuery {
    /// The beginning of the subject's id or name or, of users, of their email address or username.
    q: Option<String>,
    action: Option<AdminActionKind>,
    /// The admin's id, email address or username.
    admin: Option<String>,
    from: Option<NaiveDate>,
    to: Option<NaiveDate>,
    #[serde(default)]
    sort: ActionSort,
    #[serde(default)]
    direction: Direction,
}

/// Lists the actions of all admins, newest first.
pub async fn list_actions(
    app: Data<App>,
    admin: Admin,
    query: Query<ActionQuery>,
    list: Query<ListQuery>,
) -> Result<ListAnswer<RecordedAction>, Problem> {
    let filter = check_filter(query.into_inner())?;
    answer_list(
        app,
        admin,
        list.into_inner(),
        ("audit-log", &COLUMNS),
        async move |store, request| store.admin_actions(&filter, &request).await,
    )
    .await
}

fn check_filter(query: ActionQuery) -> Result<ActionFilter, Problem> {
    if query.from.zip(query.to).is_some_and(|(from, to)| to < from) {
        let wrong = "Choose a last day that isn't before the first one.";
        return Err(Problem::invalid("to", wrong));
    }
    let day_after = |day: NaiveDate| day.checked_add_days(Days::new(1));
    Ok(ActionFilter {
        search: query.q,
        action: query.action,
        admin: query.admin,
        from: query.from.map(start_of_day),
        until: query.to.and_then(day_after).map(start_of_day),
        sort: query.sort,
        direction: query.direction,
    })
}

fn start_of_day(day: NaiveDate) -> DateTime<Utc> {
    day.and_time(chrono::NaiveTime::MIN).and_utc()
}

impl App {
    /// Returns an entry of the audit log about something that an admin does now.
    pub(super) fn admin_action(
        &self,
        admin: Admin,
        action: AdminActionKind,
        (subject_kind, subject): (&'static str, impl ToString),
        detail: Value,
    ) -> AdminAction {
        AdminAction {
            id: self.ids.id(),
            admin_id: admin.0.user_id,
            action,
            subject_kind,
            subject: subject.to_string(),
            detail,
            created_at: self.clock.now(),
        }
    }
}
