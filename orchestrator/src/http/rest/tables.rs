//! Rows as the use cases of their areas create, change and delete them.

use portolan_domain::{BoardChange, PortolanChange, SavedKind, Visibility};
use portolan_rest::{
    ConditionTest, ExposedTable, ParamValue as SqlValue, RestError, RowCondition, RowFilter,
    Selected,
};
use portolan_store::UnitOfWork;
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Map, Value, json};
use uuid::Uuid;

use super::{RestRefusal, answer::refuse_request, body::permission_denied};
use crate::{
    http::{App, chats::present},
    services::{
        Principal, boards,
        charts::{self, ChartChange},
        chats::{self, ChatChange, ChatDraft, CheckedChange},
        library,
        portolans::{self, PortolanDraft},
    },
};

/// The key column of a row.
#[derive(Clone, Debug, PartialEq)]
pub enum RowKey {
    Id(ExposedTable, Uuid),
    Saved(SavedKind, Uuid),
}

/// The key of a row, where it names one.
pub fn key_of(table: ExposedTable, row: &Map<String, Value>) -> Result<Option<RowKey>, RestError> {
    let id = |name: &str| -> Result<Option<Uuid>, RestError> {
        match row.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => text
                .parse()
                .map(Some)
                .map_err(|_| RestError::bad_value("uuid", text)),
            Some(other) => Err(RestError::bad_value("uuid", &other.to_string())),
        }
    };
    if table != ExposedTable::Saved {
        return Ok(id("id")?.map(|id| RowKey::Id(table, id)));
    }
    let missing = |name: &str| {
        let message = format!(
            "null value in column \"{name}\" of relation \"saved\" violates not-null constraint"
        );
        RestError::new(400, "23502", message)
    };
    let kind = row.get("kind").ok_or_else(|| missing("kind"))?;
    let kind = serde_json::from_value(kind.clone()).map_err(|_| {
        RestError::bad_value("kind", &kind.to_string())
            .hint("A bookmark must refer to a board, a chart, a chat or a portolan")
    })?;
    let item_id = id("item_id")?.ok_or_else(|| missing("item_id"))?;
    Ok(Some(RowKey::Saved(kind, item_id)))
}

pub fn key_columns(table: ExposedTable) -> Vec<Selected> {
    let columns = table.columns().iter();
    columns
        .filter(|column| table.key().contains(&column.name))
        .map(|column| Selected {
            column,
            name: column.name.to_owned(),
        })
        .collect()
}

impl RowKey {
    /// The row with this key.
    pub fn filter(&self) -> RowFilter {
        let (table, values) = match self {
            Self::Id(table, id) => (*table, vec![("id", id.to_string())]),
            Self::Saved(kind, id) => {
                let kind = match json!(kind) {
                    Value::String(word) => word,
                    other => other.to_string(),
                };
                (
                    ExposedTable::Saved,
                    vec![("kind", kind), ("item_id", id.to_string())],
                )
            }
        };
        let conditions = values.into_iter().filter_map(|(name, value)| {
            let column = table.column(name)?;
            let test = ConditionTest::Equal(SqlValue::Text(value));
            Some(RowFilter::Is(RowCondition { column, test }))
        });
        RowFilter::All(conditions.collect())
    }

    pub fn id(&self) -> Uuid {
        match self {
            Self::Id(_, id) | Self::Saved(_, id) => *id,
        }
    }
}

/// The columns of a board that clients write.
#[derive(Deserialize)]
struct BoardRow {
    title: Option<String>,
}

/// The columns of a chart that clients write.
#[derive(Deserialize)]
struct ChartRow {
    title: Option<String>,
    description: Option<String>,
}

/// The columns of a chat that clients write.
#[derive(Deserialize)]
struct ChatRow {
    title: Option<String>,
    #[serde(default, deserialize_with = "present")]
    model: Option<Option<String>>,
}

/// The columns of a document that clients write.
#[derive(Deserialize)]
struct PortolanRow {
    title: Option<String>,
    markdown: Option<String>,
}

/// The new values of a row.
#[derive(Clone)]
pub struct RowUpdate {
    content: Option<NewValues>,
    visibility: Option<Visibility>,
}

#[derive(Clone)]
enum NewValues {
    Board(BoardChange),
    Chart(Box<ChartChange>),
    Chat(CheckedChange),
    Portolan(PortolanChange),
}

impl RowUpdate {
    /// Parses and checks the new values, as far as they don't depend on the row.
    pub fn parse(
        app: &App,
        table: ExposedTable,
        mut row: Map<String, Value>,
    ) -> Result<Self, RestRefusal> {
        let visibility = take_visibility(&mut row)?;
        let content = match table {
            _ if row.is_empty() => None,
            ExposedTable::Boards => {
                let BoardRow { title } = parse(row)?;
                Some(NewValues::Board(BoardChange {
                    title,
                    ..BoardChange::default()
                }))
            }
            ExposedTable::Charts => {
                let ChartRow { title, description } = parse(row)?;
                Some(NewValues::Chart(Box::new(ChartChange {
                    title,
                    description,
                    ..ChartChange::default()
                })))
            }
            ExposedTable::Chats => {
                let ChatRow { title, model } = parse(row)?;
                let change = ChatChange { title, model };
                let checked = app.use_cases.chats.check_change(change);
                Some(NewValues::Chat(checked.map_err(refuse_request)?))
            }
            ExposedTable::Portolans => {
                let PortolanRow { title, markdown } = parse(row)?;
                Some(NewValues::Portolan(PortolanChange {
                    revision: None,
                    title,
                    markdown,
                }))
            }
            ExposedTable::Saved => None,
        };
        Ok(Self {
            content,
            visibility,
        })
    }
}

/// Creates a row; returns its key.
pub async fn create_row(
    app: &App,
    unit: &UnitOfWork,
    caller: Principal,
    table: ExposedTable,
    mut row: Map<String, Value>,
) -> Result<RowKey, RestRefusal> {
    let cases = &app.use_cases;
    let visibility = take_visibility(&mut row)?;
    let key = match table {
        ExposedTable::Boards => {
            let BoardRow { title } = parse(row)?;
            let created = cases.boards.create_board(unit, caller, title);
            RowKey::Id(table, created.await.map_err(refuse_request)?)
        }
        ExposedTable::Chats => {
            let ChatRow { title, model } = parse(row)?;
            let draft = ChatDraft {
                title: title.unwrap_or_default(),
                model: model.flatten(),
                board_id: None,
            };
            let created = cases.chats.create_chat(unit, caller, draft);
            RowKey::Id(table, created.await.map_err(refuse_request)?.id)
        }
        ExposedTable::Portolans => {
            let PortolanRow { title, markdown } = parse(row)?;
            let draft = PortolanDraft {
                title,
                markdown: markdown.unwrap_or_default(),
            };
            let created = cases.portolans.create_portolan(unit, caller, draft);
            RowKey::Id(table, created.await.map_err(refuse_request)?)
        }
        ExposedTable::Saved => {
            let key = key_of(table, &row)?.ok_or_else(RestError::bad_body)?;
            if let RowKey::Saved(kind, id) = key {
                let saved = cases.library.save_item(unit, caller, kind, id);
                saved.await.map_err(refuse_request)?;
            }
            key
        }
        ExposedTable::Charts => {
            return Err(permission_denied(
                "charts",
                "Create charts with POST /api/charts or in a chat",
            )
            .into());
        }
    };
    if let Some(visibility) = visibility.filter(|visibility| *visibility != Visibility::Private) {
        set_visibility(app, unit, caller, &key, visibility).await?;
    }
    Ok(key)
}

/// Changes the row with this key.
pub async fn update_row(
    app: &App,
    unit: &UnitOfWork,
    caller: Principal,
    key: &RowKey,
    change: &RowUpdate,
) -> Result<(), RestRefusal> {
    let (cases, id) = (&app.use_cases, key.id());
    match change.content.clone() {
        Some(NewValues::Board(change)) => {
            let changed = cases.boards.update_board(unit, caller, id, change);
            changed.await.map_err(refuse_request)?;
        }
        Some(NewValues::Chart(change)) => {
            let changed = cases.charts.update_chart(unit, caller, id, *change, None);
            changed.await.map_err(refuse_request)?;
        }
        Some(NewValues::Chat(change)) => {
            let changed = cases.chats.update_chat(unit, caller, id, &change);
            changed.await.map_err(refuse_request)?;
        }
        Some(NewValues::Portolan(change)) => {
            let changed = cases.portolans.update_portolan(unit, caller, id, change);
            changed.await.map_err(refuse_request)?;
        }
        None => {}
    }
    match change.visibility {
        Some(visibility) => set_visibility(app, unit, caller, key, visibility).await,
        None => Ok(()),
    }
}

pub async fn delete_row(
    unit: &UnitOfWork,
    caller: Principal,
    key: &RowKey,
) -> Result<(), RestRefusal> {
    match key {
        RowKey::Id(ExposedTable::Boards, id) => boards::delete_board(unit, caller, *id)
            .await
            .map_err(refuse_request),
        RowKey::Id(ExposedTable::Charts, id) => charts::delete_chart(unit, caller, *id)
            .await
            .map_err(refuse_request),
        RowKey::Id(ExposedTable::Chats, id) => chats::delete_chat(unit, caller, *id)
            .await
            .map_err(refuse_request),
        RowKey::Id(ExposedTable::Portolans, id) => portolans::delete_portolan(unit, caller, *id)
            .await
            .map_err(refuse_request),
        RowKey::Saved(kind, id) => library::unsave_item(unit, caller, *kind, *id)
            .await
            .map_err(refuse_request),
        RowKey::Id(ExposedTable::Saved, _) => Ok(()),
    }
}

/// Prepares live chats for a transaction that changes these rows; see [`resume_chats`].
pub async fn release_chats(app: &App, changes: &[(RowKey, RowUpdate)]) -> Result<(), RestRefusal> {
    for (chat_id, change) in chat_changes(changes) {
        let released = app.use_cases.chats.release_chat(chat_id, change);
        released.await.map_err(refuse_request)?;
    }
    Ok(())
}

/// Brings these live chats back after the transaction, however it ended.
pub async fn resume_chats(app: &App, caller: Principal, changes: &[(RowKey, RowUpdate)]) {
    for (chat_id, change) in chat_changes(changes) {
        let chats = &app.use_cases.chats;
        chats.resume_chat(caller, chat_id, change).await;
    }
}

/// Stops the turns that run in chats which are about to be deleted.
pub async fn stop_turns(app: &App, caller: Principal, keys: &[RowKey]) -> Result<(), RestRefusal> {
    for key in keys {
        if let RowKey::Id(ExposedTable::Chats, id) = key {
            let stopped = app.use_cases.chats.stop_turn(caller, *id);
            stopped.await.map_err(refuse_request)?;
        }
    }
    Ok(())
}

fn chat_changes(changes: &[(RowKey, RowUpdate)]) -> impl Iterator<Item = (Uuid, &CheckedChange)> {
    changes
        .iter()
        .filter_map(|(key, change)| match &change.content {
            Some(NewValues::Chat(change)) => Some((key.id(), change)),
            _ => None,
        })
}

async fn set_visibility(
    app: &App,
    unit: &UnitOfWork,
    caller: Principal,
    key: &RowKey,
    visibility: Visibility,
) -> Result<(), RestRefusal> {
    match key {
        RowKey::Id(ExposedTable::Boards, id) => {
            boards::set_visibility(unit, caller, *id, visibility)
                .await
                .map_err(refuse_request)
        }
        // The newest version is what others see, as with PUT …/visibility.
        RowKey::Id(ExposedTable::Charts, id) => {
            let charts = &app.use_cases.charts;
            let set = charts.set_visibility(unit, caller, *id, visibility, None);
            set.await.map_err(refuse_request)
        }
        RowKey::Id(ExposedTable::Portolans, id) => {
            portolans::set_visibility(unit, caller, *id, visibility)
                .await
                .map_err(refuse_request)
        }
        RowKey::Id(..) | RowKey::Saved(..) => Ok(()),
    }
}

fn take_visibility(row: &mut Map<String, Value>) -> Result<Option<Visibility>, RestRefusal> {
    row.remove("visibility").map(parse_value).transpose()
}

fn parse<T: DeserializeOwned>(row: Map<String, Value>) -> Result<T, RestRefusal> {
    parse_value(row.into())
}

fn parse_value<T: DeserializeOwned>(value: Value) -> Result<T, RestRefusal> {
    serde_json::from_value(value)
        .map_err(|error| RestError::new(400, "22P02", error.to_string()).into())
}
