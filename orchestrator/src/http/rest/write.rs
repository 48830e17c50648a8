use actix_web::{
    HttpRequest, HttpResponse,
    http::StatusCode,
    web::{Bytes, Data, Path},
};
use portolan_rest::{Duplicates, ExposedTable, RestError, Return, RowFilter, TableQuery};
use portolan_store::UnitOfWork;
use serde_json::{Map, Value};

use super::{
    RestRefusal,
    answer::{RowsAnswer, apply_preferences},
    body,
    rows_request::RowsRequest,
    tables::{self, RowKey, RowUpdate},
};
use crate::http::{App, caller::Caller, problem::Problem};

/// Rows that one request writes at most.
pub const MOST_WRITTEN: usize = 200;

/// Creates rows; with a preference for duplicates, changes those that are there already, or leaves
/// them alone. All of it is one transaction: where one row is refused, none is written.
pub async fn insert_rows(
    app: Data<App>,
    caller: Result<Caller, Problem>,
    table: Path<String>,
    request: HttpRequest,
    body: Bytes,
) -> Result<HttpResponse, RestRefusal> {
    let asked = RowsRequest::of(&app, caller, &table, &request).await?;
    asked.check_commits()?;
    let table = asked.query.table;
    let rows = body::parse_rows(&body, table, asked.query.columns.as_deref())?;
    if rows.len() > MOST_WRITTEN {
        return Err(refuse_too_many(rows.len() as u64));
    }
    if asked.prefer.duplicates.is_some() {
        body::check_conflict(table, asked.query.on_conflict.as_deref())?;
    }
    if asked.accepted.is_single && rows.len() != 1 {
        return Err(RestError::not_one(rows.len() as u64).into());
    }
    let mut changes = Vec::new();
    let mut new_rows = Vec::new();
    for row in rows {
        match plan_row(&app, &asked, row).await? {
            RowOperation::Create(row) => new_rows.push(row),
            RowOperation::Change(key, change) => changes.push((key, change)),
            RowOperation::LeaveAlone => {}
        }
    }
    // Only where rows may be changed does it count that all of them were.
    let is_merge = asked.prefer.duplicates == Some(Duplicates::Merge);
    let status = if new_rows.is_empty() && is_merge {
        StatusCode::OK
    } else {
        StatusCode::CREATED
    };
    let caller = asked.caller.principal();
    let written = write_rows(&app, &asked, &changes, async |unit| {
        let mut keys = Vec::with_capacity(new_rows.len());
        for row in new_rows {
            keys.push(tables::create_row(&app, unit, caller, table, row).await?);
        }
        Ok(keys)
    });
    answer_written(&asked, written.await?, status)
}

/// The operation on a row.
enum RowOperation {
    Create(Map<String, Value>),
    Change(RowKey, RowUpdate),
    LeaveAlone,
}

async fn plan_row(
    app: &App,
    asked: &RowsRequest,
    mut row: Map<String, Value>,
) -> Result<RowOperation, RestRefusal> {
    let table = asked.query.table;
    body::check_owner(table, &mut row, asked.caller.user_id)?;
    let Some(key) = tables::key_of(table, &row)? else {
        body::check_written(table, &row)?;
        return Ok(RowOperation::Create(row));
    };
    let mine = asked.query.of_keys(std::slice::from_ref(&key));
    let is_there = app.store.count_rows(&mine, asked.caller.user_id).await? > 0;
    if table != ExposedTable::Saved {
        row.remove("id");
    }
    match (is_there, asked.prefer.duplicates) {
        (true, Some(Duplicates::Merge)) => {
            if table == ExposedTable::Saved {
                return Ok(RowOperation::LeaveAlone);
            }
            body::check_written(table, &row)?;
            Ok(RowOperation::Change(
                key,
                RowUpdate::parse(app, table, row)?,
            ))
        }
        (true, Some(Duplicates::Ignore)) => Ok(RowOperation::LeaveAlone),
        (true, None) => Err(RestError::new(
            409,
            "23505",
            format!(
                "duplicate key value violates unique constraint \"{}_pkey\"",
                table.name()
            ),
        )
        .into()),
        (false, _) if table == ExposedTable::Saved => {
            body::check_written(table, &row)?;
            Ok(RowOperation::Create(row))
        }
        (false, _) => Err(body::generated_column("id").into()),
    }
}

/// Updates the caller's rows that match the query: all of them, or none if one is rejected.
pub async fn update_rows(
    app: Data<App>,
    caller: Result<Caller, Problem>,
    table: Path<String>,
    request: HttpRequest,
    body: Bytes,
) -> Result<HttpResponse, RestRefusal> {
    let asked = RowsRequest::of(&app, caller, &table, &request).await?;
    asked.check_commits()?;
    let table = asked.query.table;
    let mut row = body::one_row(&body, table)?;
    body::check_owner(table, &mut row, asked.caller.user_id)?;
    body::check_written(table, &row)?;
    if table == ExposedTable::Saved {
        return Err(body::permission_denied(
            "saved",
            "Bookmarks can be inserted and deleted, but not updated",
        )
        .into());
    }
    let keys = select_keys(&app, &asked, "UPDATE").await?;
    let change = RowUpdate::parse(&app, table, row)?;
    let changes: Vec<_> = keys.into_iter().map(|key| (key, change.clone())).collect();
    let written = write_rows(&app, &asked, &changes, async |_| Ok(Vec::new()));
    let status = match asked.prefer.returns {
        Some(Return::Representation) => StatusCode::OK,
        _ => StatusCode::NO_CONTENT,
    };
    answer_written(&asked, written.await?, status)
}

/// The rows that a request has written.
struct WrittenRows {
    count: u64,
    /// As they are now, where the answer has them.
    rows: Option<Vec<Map<String, Value>>>,
}

/// Changes rows and then creates others in one transaction.
async fn write_rows(
    app: &App,
    asked: &RowsRequest,
    changes: &[(RowKey, RowUpdate)],
    create: impl AsyncFnOnce(&UnitOfWork) -> Result<Vec<RowKey>, RestRefusal>,
) -> Result<WrittenRows, RestRefusal> {
    let caller = asked.caller.principal();
    tables::release_chats(app, changes).await?;
    let written = app
        .store
        .transact(async |unit| {
            for (key, change) in changes {
                tables::update_row(app, unit, caller, key, change).await?;
            }
            let mut keys = create(unit).await?;
            keys.extend(changes.iter().map(|(key, _)| key.clone()));
            let query = asked.query.of_keys(&keys);
            let rows = match asked.prefer.returns {
                Some(Return::Representation) => Some(unit.read_rows(&query, caller.user_id).await?),
                _ => None,
            };
            Ok(WrittenRows {
                count: keys.len() as u64,
                rows,
            })
        })
        .await;
    tables::resume_chats(app, caller, changes).await;
    written
}

/// Returns the keys of the rows that are to be written, in an order that all requests share, so that
/// two of them never wait for each other's rows.
pub async fn select_keys(
    app: &App,
    asked: &RowsRequest,
    doing: &str,
) -> Result<Vec<RowKey>, RestRefusal> {
    if asked.query.filter.is_empty() {
        return Err(
            RestError::new(400, "21000", format!("{doing} requires a WHERE clause")).into(),
        );
    }
    let user_id = asked.caller.user_id;
    let mut query = asked.query.clone();
    query.select = tables::key_columns(query.table);
    let rows = app.store.read_rows(&query, user_id).await?;
    let found = rows.len() as u64;
    if found > MOST_WRITTEN as u64 {
        return Err(refuse_too_many(found));
    }
    if let Some(most) = asked.prefer.max_affected
        && asked.prefer.is_strict
        && found > most
    {
        return Err(RestError::new(
            400,
            "PGRST124",
            "Query result exceeds max-affected preference constraint",
        )
        .details(format!("The query affects {found} rows"))
        .into());
    }
    if asked.accepted.is_single && found != 1 {
        return Err(RestError::not_one(found).into());
    }
    let keys = rows.iter().map(|row| tables::key_of(query.table, row));
    let keys: Vec<Option<RowKey>> = keys.collect::<Result<_, _>>()?;
    let mut keys: Vec<RowKey> = keys.into_iter().flatten().collect();
    keys.sort_by_key(RowKey::id);
    Ok(keys)
}

/// Answers with the rows as they are now, if that was asked for.
fn answer_written(
    asked: &RowsRequest,
    written: WrittenRows,
    status: StatusCode,
) -> Result<HttpResponse, RestRefusal> {
    let of = asked
        .prefer
        .count
        .map_or_else(|| "*".to_owned(), |_| written.count.to_string());
    let range = format!("*/{of}");
    let Some(rows) = written.rows else {
        let mut response = HttpResponse::build(status);
        response.insert_header(("content-range", range));
        apply_preferences(&mut response, &asked.prefer);
        return Ok(response.finish());
    };
    RowsAnswer {
        status,
        rows,
        columns: asked.columns(),
        range,
    }
    .answer(asked.accepted, &asked.prefer)
}

fn refuse_too_many(rows: u64) -> RestRefusal {
    RestError::new(
        400,
        "54000",
        format!("a request can write at most {MOST_WRITTEN} rows; this one would write {rows}"),
    )
    .hint("Narrow the filter, or send several requests")
    .into()
}

/// The same columns of the rows with these keys.
pub trait OfKeys {
    fn of_keys(&self, keys: &[RowKey]) -> TableQuery;
}

impl OfKeys for TableQuery {
    fn of_keys(&self, keys: &[RowKey]) -> TableQuery {
        let filters = keys.iter().map(RowKey::filter);
        TableQuery {
            filter: RowFilter::Any(filters.collect()),
            limit: keys.len() as u64,
            offset: 0,
            ..self.clone()
        }
    }
}
