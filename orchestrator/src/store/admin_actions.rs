//! The audit log of admins.

use super::{
    Result, Store, StoreError,
    database::Session,
    paging::{Below, row_limit_of, to_cursor, to_page},
    value::{DatabaseRow, Json, params},
};
use crate::model::{ActivityUser, AdminAction, Page, PageRequest, RecordedAction};

impl Store {
    /// Records an action that changes nothing in the database; the others are recorded with their change.
    pub async fn record_admin_action(&self, action: &AdminAction) -> Result<()> {
        let mut transaction = self.database.write().await?;
        record(&mut transaction, action).await?;
        transaction.commit().await
    }

    /// Returns the audit log, newest first.
    pub async fn admin_actions(&self, request: &PageRequest) -> Result<Page<RecordedAction>> {
        let below = Below::from_request(request)?;
        let mut session = self.database.read().await?;
        let rows = session
            .rows(
                "SELECT admin_actions.*, users.email, profiles.username FROM admin_actions \
                 LEFT JOIN users ON users.id = admin_actions.admin_id \
                 LEFT JOIN profiles ON profiles.user_id = admin_actions.admin_id \
                 WHERE (admin_actions.created_at, admin_actions.id) < ($1, $2) \
                 ORDER BY admin_actions.created_at DESC, admin_actions.id DESC LIMIT $3",
                params![below.millis, below.id, row_limit_of(request)],
            )
            .await?;
        let actions = rows
            .iter()
            .map(RecordedAction::try_from)
            .collect::<Result<_>>()?;
        Ok(to_page(request, actions, |action: &RecordedAction| {
            to_cursor(action.created_at, action.id)
        }))
    }
}

/// Records an action within the transaction that carries it out.
pub(super) async fn record(session: &mut Session, action: &AdminAction) -> Result<()> {
    session
        .execute(
            "INSERT INTO admin_actions (id, admin_id, action, subject_kind, subject, detail, created_at) \
             VALUES ($1, $2, $3, $4, $5, $6, $7)",
            params![
                action.id,
                action.admin_id,
                action.action,
                action.subject_kind,
                &action.subject,
                Json(&action.detail),
                action.created_at,
            ],
        )
        .await
        .map(drop)
}

impl TryFrom<&DatabaseRow> for RecordedAction {
    type Error = StoreError;

    fn try_from(row: &DatabaseRow) -> Result<Self> {
        let Json(detail) = row.get("detail")?;
        let admin = match row.get("admin_id")? {
            Some(id) => Some(ActivityUser {
                id,
                email: row.get("email")?,
                username: row.get("username")?,
            }),
            None => None,
        };
        Ok(Self {
            id: row.get("id")?,
            admin,
            action: row.get("action")?,
            subject_kind: row.get("subject_kind")?,
            subject: row.get("subject")?,
            detail,
            created_at: row.get("created_at")?,
        })
    }
}
