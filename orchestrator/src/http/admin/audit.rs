use actix_web::web::{Data, Query};
use serde_json::Value;

use super::list::{ListAnswer, ListQuery, answer_list};
use crate::{
    http::{App, caller::Admin, problem::Problem},
    model::{AdminAction, RecordedAction},
};

/// Columns of the exported log.
const COLUMNS: [&str; 6] = [
    "createdAt",
    "admin.email",
    "action",
    "subjectKind",
    "subject",
    "detail",
];

/// Returns the actions of all admins, newest first.
pub async fn list_actions(
    app: Data<App>,
    admin: Admin,
    query: Query<ListQuery>,
) -> Result<ListAnswer<RecordedAction>, Problem> {
    answer_list(
        app,
        admin,
        query.into_inner(),
        ("audit-log", &COLUMNS),
        async |store, request| store.admin_actions(&request).await,
    )
    .await
}

impl App {
    /// Returns an entry of the audit log about something that an admin does now.
    pub(super) fn admin_action(
        &self,
        admin: Admin,
        action: &'static str,
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
