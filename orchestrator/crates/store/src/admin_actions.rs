//! The audit log of admins.

use portolan_domain::{
    ActionFilter, ActionSort, ActivityUser, AdminAction, AdminActionKind, Direction, Page,
    PageRequest, RecordedAction,
};

use super::{
    Result, Store, StoreError,
    database::Session,
    keyset::{Key, KeyKind, KeyValue, Keyset, keyset_page, start_within},
    paging::row_limit_of,
    stored_objects::above_prefix,
    user_usage::FOUND_USERS,
    value::{DatabaseRow, Json, params, words},
};

words!(AdminActionKind);

impl Store {
    /// Records an action that changes nothing in the database; the others are recorded with their change.
    pub async fn record_admin_action(&self, action: &AdminAction) -> Result<()> {
        let mut transaction = self.database.write().await?;
        record(&mut transaction, action).await?;
        transaction.commit().await
    }

    /// Lists the actions of the audit log that the filter names.
    pub async fn admin_actions(
        &self,
        filter: &ActionFilter,
        request: &PageRequest,
    ) -> Result<Page<RecordedAction>> {
        // Of one kind of action, the order by kind is that of time.
        let sort = match filter.action {
            Some(_) => ActionSort::CreatedAt,
            None => filter.sort,
        };
        let (key, kind) = match sort {
            ActionSort::Action => ("admin_actions.action", KeyKind::Text),
            ActionSort::CreatedAt => ("admin_actions.created_at", KeyKind::Integer),
        };
        let keyset = Keyset {
            select: format!(
                "SELECT {key} AS sort_key, admin_actions.*, users.email, profiles.username FROM admin_actions \
                 LEFT JOIN users ON users.id = admin_actions.admin_id \
                 LEFT JOIN profiles ON profiles.user_id = admin_actions.admin_id"
            ),
            conditions: filter_conditions(filter, sort),
            key,
            id: "admin_actions.id",
            direction: filter.direction,
        };
        let place = match sort {
            ActionSort::CreatedAt => {
                let [from, until] =
                    [filter.from, filter.until].map(|day| day.map(|day| day.timestamp_millis()));
                let (key, id) = start_within(request, filter.direction, from, until)?;
                (key.into_param(), id)
            }
            ActionSort::Action => kind.start(request, filter.direction)?,
        };
        let search = text_of(filter.search.as_ref());
        let found_user = search.to_lowercase();
        let mut session = self.database.read().await?;
        let rows = session
            .composed_rows(
                keyset.sql(),
                params![
                    place.0,
                    place.1,
                    row_limit_of(request),
                    &found_user,
                    above_prefix(&found_user),
                    search,
                    above_prefix(search),
                    filter.action,
                    text_of(filter.admin.as_ref()).to_lowercase(),
                    filter.from,
                    filter.until,
                ],
            )
            .await?;
        let actions = rows.iter().map(|row| {
            let action = RecordedAction::try_from(row)?;
            let id = action.id.to_string();
            Ok((action, kind.read(row)?, id))
        });
        let actions: Vec<(RecordedAction, Key, String)> = actions.collect::<Result<_>>()?;
        Ok(keyset_page(request, actions))
    }
}

fn text_of(text: Option<&String>) -> &str {
    text.map_or("", |text| text.trim())
}

/// Returns the conditions of those parts of the filter that are set, over the parameters `$4` to `$11`.
fn filter_conditions(filter: &ActionFilter, sort: ActionSort) -> String {
    let mut conditions = String::new();
    if !text_of(filter.search.as_ref()).is_empty() {
        conditions.push_str(&format!(
            " AND admin_actions.id IN (SELECT id FROM admin_actions WHERE subject >= $6 AND subject < $7 \
             UNION SELECT id FROM admin_actions WHERE subject IN ({FOUND_USERS}))"
        ));
    }
    if filter.action.is_some() {
        conditions.push_str(" AND admin_actions.action = $8");
    }
    if !text_of(filter.admin.as_ref()).is_empty() {
        // One user, so that the index of the admin gives the order.
        conditions.push_str(
            " AND admin_actions.admin_id = (SELECT id FROM users WHERE id = $9 \
             UNION SELECT id FROM users WHERE email = $9 \
             UNION SELECT user_id FROM profiles WHERE username_key = $9 LIMIT 1)",
        );
    }
    // Of a list by time, the place of the page is one end of the days.
    let is_by_time = sort == ActionSort::CreatedAt;
    let is_ascending = filter.direction == Direction::Ascending;
    if filter.from.is_some() && !(is_by_time && is_ascending) {
        conditions.push_str(" AND admin_actions.created_at >= $10");
    }
    if filter.until.is_some() && (!is_by_time || is_ascending) {
        conditions.push_str(" AND admin_actions.created_at < $11");
    }
    conditions
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
