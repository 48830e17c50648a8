//! How rows are made, changed and removed: by the handlers of `/api`.

use actix_web::web::{Data, Json, Path};
use portolan_rest::{Condition, Filter, RestError, Selected, Table, Test, Value as SqlValue};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use uuid::Uuid;

use super::{Refusal, body::denied};
use crate::{
    http::{App, boards, caller::Caller, charts, chats, portolans, things},
    model::{SavedKind, Visibility},
};

/// The key column of a row.
#[derive(Clone, Debug, PartialEq)]
pub enum Key {
    Id(Table, Uuid),
    Saved(SavedKind, Uuid),
}

/// The key of a row, where it names one.
pub fn key_of(table: Table, row: &Map<String, Value>) -> Result<Option<Key>, RestError> {
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
    if table != Table::Saved {
        return Ok(id("id")?.map(|id| Key::Id(table, id)));
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
            .hint("A bookmark is of a board, a chart, a chat or a portolan")
    })?;
    let item_id = id("item_id")?.ok_or_else(|| missing("item_id"))?;
    Ok(Some(Key::Saved(kind, item_id)))
}

pub fn key_columns(table: Table) -> Vec<Selected> {
    let columns = table.columns().iter();
    columns
        .filter(|column| table.key().contains(&column.name))
        .map(|column| Selected {
            column,
            name: column.name.to_owned(),
        })
        .collect()
}

impl Key {
    /// The row with this key.
    pub fn filter(&self) -> Filter {
        let (table, values) = match self {
            Self::Id(table, id) => (*table, vec![("id", id.to_string())]),
            Self::Saved(kind, id) => {
                let kind = match json!(kind) {
                    Value::String(word) => word,
                    other => other.to_string(),
                };
                (
                    Table::Saved,
                    vec![("kind", kind), ("item_id", id.to_string())],
                )
            }
        };
        let conditions = values.into_iter().filter_map(|(name, value)| {
            let column = table.column(name)?;
            let test = Test::Equal(SqlValue::Text(value));
            Some(Filter::Is(Condition { column, test }))
        });
        Filter::All(conditions.collect())
    }

    fn id(&self) -> Uuid {
        match self {
            Self::Id(_, id) | Self::Saved(_, id) => *id,
        }
    }
}

/// Makes a row; its key.
pub async fn make(
    app: &Data<App>,
    caller: Caller,
    table: Table,
    mut row: Map<String, Value>,
) -> Result<Key, Refusal> {
    let visibility: Option<Visibility> = row.remove("visibility").map(parse_one).transpose()?;
    let key = match table {
        Table::Boards => {
            let made = boards::create::make_board(app, caller, parse(row)?, None).await?;
            Key::Id(table, made.board_id)
        }
        Table::Chats => Key::Id(
            table,
            chats::create::make_chat(app, caller, parse(row)?).await?.id,
        ),
        Table::Portolans => Key::Id(
            table,
            portolans::create::make_portolan(app, caller, parse(row)?).await?,
        ),
        Table::Saved => {
            let key = key_of(table, &row)?;
            if let Some(Key::Saved(kind, id)) = key {
                things::saved::save(app.clone(), caller, (kind, id).into()).await?;
            }
            key.ok_or_else(RestError::bad_body)?
        }
        Table::Charts => {
            return Err(denied(
                "charts",
                "A chart is drawn from data: make it with POST /api/charts, or in a chat",
            )
            .into());
        }
    };
    if let Some(visibility) = visibility.filter(|visibility| *visibility != Visibility::Private) {
        set_visibility(app, caller, &key, visibility).await?;
    }
    Ok(key)
}

/// Changes what a row says; each part is checked before the first is written.
pub async fn change(
    app: &Data<App>,
    caller: Caller,
    table: Table,
    key: &Key,
    mut row: Map<String, Value>,
) -> Result<(), Refusal> {
    let visibility: Option<Visibility> = row.remove("visibility").map(parse_one).transpose()?;
    if !row.is_empty() {
        let (app, id) = (app.clone(), Path::from(key.id()));
        match table {
            Table::Boards => {
                boards::update::update_board(app, caller, id, Json(parse(row)?)).await?;
            }
            Table::Charts => {
                charts::update::update_chart(app, caller, id, Json(parse(row)?)).await?;
            }
            Table::Chats => {
                chats::update::update_chat(app, caller, id, Json(parse(row)?)).await?;
            }
            Table::Portolans => {
                portolans::update::apply_change(&app, caller, *id, parse(row)?).await?;
            }
            Table::Saved => {}
        }
    }
    match visibility {
        Some(visibility) => set_visibility(app, caller, key, visibility).await,
        None => Ok(()),
    }
}

pub async fn remove(
    app: &Data<App>,
    caller: Caller,
    table: Table,
    key: &Key,
) -> Result<(), Refusal> {
    let (app, id) = (app.clone(), key.id());
    match table {
        Table::Boards => boards::delete::delete_board(app, caller, id.into()).await?,
        Table::Charts => charts::delete::delete_chart(app, caller, id.into()).await?,
        Table::Chats => chats::delete::delete_chat(app, caller, id.into()).await?,
        Table::Portolans => portolans::delete::delete_portolan(app, caller, id.into()).await?,
        Table::Saved => match key {
            Key::Saved(kind, id) => things::saved::unsave(app, caller, (*kind, *id).into()).await?,
            Key::Id(..) => return Ok(()),
        },
    };
    Ok(())
}

async fn set_visibility(
    app: &Data<App>,
    caller: Caller,
    key: &Key,
    visibility: Visibility,
) -> Result<(), Refusal> {
    let user_id = caller.user_id;
    match key {
        Key::Id(Table::Boards, id) => {
            app.store
                .set_board_visibility(*id, user_id, visibility)
                .await?;
        }
        Key::Id(Table::Charts, id) => {
            // The newest version is what others see, as with PUT …/visibility.
            app.store
                .set_chart_visibility(*id, user_id, visibility, None)
                .await?;
        }
        Key::Id(Table::Portolans, id) => {
            app.store
                .set_portolan_visibility(*id, user_id, visibility)
                .await?;
        }
        Key::Id(..) | Key::Saved(..) => {}
    }
    Ok(())
}

fn parse<T: DeserializeOwned>(row: Map<String, Value>) -> Result<T, Refusal> {
    parse_one(row.into())
}

fn parse_one<T: DeserializeOwned>(value: Value) -> Result<T, Refusal> {
    serde_json::from_value(value)
        .map_err(|error| RestError::new(400, "22P02", error.to_string()).into())
}
