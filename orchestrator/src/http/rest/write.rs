use actix_web::{
    HttpRequest, HttpResponse,
    http::StatusCode,
    web::{Bytes, Data, Path},
};
use portolan_rest::{Duplicates, Filter, Query, RestError, Return, Table};
use serde_json::{Map, Value};

use super::{
    Refusal,
    answer::{Rows, applied},
    asked::Asked,
    body,
    tables::{self, Key},
};
use crate::http::{App, caller::Caller, problem::Problem};

/// Rows that one request writes at most.
pub const MOST_WRITTEN: usize = 200;

/// Makes rows; with a preference for duplicates, changes those that are there already, or leaves
/// them alone. Each row is a transaction of its own: the first that is refused ends it.
pub async fn insert_rows(
    app: Data<App>,
    caller: Result<Caller, Problem>,
    table: Path<String>,
    request: HttpRequest,
    body: Bytes,
) -> Result<HttpResponse, Refusal> {
    let asked = Asked::of(&app, caller, &table, &request).await?;
    asked.check_commits()?;
    let table = asked.query.table;
    let mut rows = body::rows(&body, table, asked.query.columns.as_deref())?;
    if rows.len() > MOST_WRITTEN {
        return Err(too_many(rows.len() as u64));
    }
    if asked.prefer.duplicates.is_some() {
        body::check_conflict(table, asked.query.on_conflict.as_deref())?;
    }
    let mut steps = Vec::with_capacity(rows.len());
    for row in &mut rows {
        steps.push(step(&app, &asked, row).await?);
    }
    if asked.accepted.is_single && steps.len() != 1 {
        return Err(RestError::not_one(steps.len() as u64).into());
    }
    let mut keys = Vec::with_capacity(rows.len());
    let mut made = 0_usize;
    for (step, row) in steps.into_iter().zip(rows) {
        match step {
            Step::Make => {
                keys.push(tables::make(&app, asked.caller, table, row).await?);
                made += 1;
            }
            Step::Change(key) => {
                tables::change(&app, asked.caller, table, &key, row).await?;
                keys.push(key);
            }
            Step::LeaveAlone => {}
        }
    }
    // Only where rows may be changed does it count that all of them were.
    let status = if made == 0 && asked.prefer.duplicates == Some(Duplicates::Merge) {
        StatusCode::OK
    } else {
        StatusCode::CREATED
    };
    let written = asked.query.of_keys(&keys);
    done(&app, &asked, &written, keys.len() as u64, status).await
}

/// The operation on a row.
enum Step {
    Make,
    Change(Key),
    LeaveAlone,
}

async fn step(app: &App, asked: &Asked, row: &mut Map<String, Value>) -> Result<Step, Refusal> {
    let table = asked.query.table;
    body::check_owner(table, row, asked.caller.user_id)?;
    let Some(key) = tables::key_of(table, row)? else {
        body::check_written(table, row)?;
        return Ok(Step::Make);
    };
    let mine = asked.query.of_keys(std::slice::from_ref(&key));
    let is_there = app.store.count_rows(&mine, asked.caller.user_id).await? > 0;
    if table != Table::Saved {
        row.remove("id");
    }
    match (is_there, asked.prefer.duplicates) {
        (true, Some(Duplicates::Merge)) => {
            if table == Table::Saved {
                return Ok(Step::LeaveAlone);
            }
            body::check_written(table, row)?;
            Ok(Step::Change(key))
        }
        (true, Some(Duplicates::Ignore)) => Ok(Step::LeaveAlone),
        (true, None) => Err(RestError::new(
            409,
            "23505",
            format!(
                "duplicate key value violates unique constraint \"{}_pkey\"",
                table.name()
            ),
        )
        .into()),
        (false, _) if table == Table::Saved => {
            body::check_written(table, row)?;
            Ok(Step::Make)
        }
        (false, _) => Err(body::generated("id").into()),
    }
}

/// Changes the caller's rows that the address asks for.
pub async fn update_rows(
    app: Data<App>,
    caller: Result<Caller, Problem>,
    table: Path<String>,
    request: HttpRequest,
    body: Bytes,
) -> Result<HttpResponse, Refusal> {
    let asked = Asked::of(&app, caller, &table, &request).await?;
    asked.check_commits()?;
    let table = asked.query.table;
    let mut changes = body::one_row(&body, table)?;
    body::check_owner(table, &mut changes, asked.caller.user_id)?;
    body::check_written(table, &changes)?;
    if table == Table::Saved {
        return Err(
            body::denied("saved", "Bookmarks are inserted and deleted, never changed").into(),
        );
    }
    let keys = meant(&app, &asked, "UPDATE").await?;
    if !changes.is_empty() {
        for key in &keys {
            tables::change(&app, asked.caller, table, key, changes.clone()).await?;
        }
    }
    let written = asked.query.of_keys(&keys);
    let status = match asked.prefer.returns {
        Some(Return::Representation) => StatusCode::OK,
        _ => StatusCode::NO_CONTENT,
    };
    done(&app, &asked, &written, keys.len() as u64, status).await
}

/// The keys of the rows that are to be written.
pub async fn meant(app: &App, asked: &Asked, doing: &str) -> Result<Vec<Key>, Refusal> {
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
        return Err(too_many(found));
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
    Ok(keys
        .collect::<Result<Vec<_>, _>>()?
        .into_iter()
        .flatten()
        .collect())
}

/// Answers with the rows as they are now, where that was asked for.
async fn done(
    app: &App,
    asked: &Asked,
    written: &Query,
    count: u64,
    status: StatusCode,
) -> Result<HttpResponse, Refusal> {
    let of = asked
        .prefer
        .count
        .map_or_else(|| "*".to_owned(), |_| count.to_string());
    if asked.prefer.returns != Some(Return::Representation) {
        let mut response = HttpResponse::build(status);
        response.insert_header(("content-range", format!("*/{of}")));
        applied(&mut response, &asked.prefer);
        return Ok(response.finish());
    }
    let rows = app.store.read_rows(written, asked.caller.user_id).await?;
    let range = format!("*/{of}");
    Rows {
        status,
        rows,
        columns: asked.columns(),
        range,
    }
    .answer(asked.accepted, &asked.prefer)
}

fn too_many(rows: u64) -> Refusal {
    RestError::new(
        400,
        "54000",
        format!("a request writes at most {MOST_WRITTEN} rows; this means {rows}"),
    )
    .hint("Narrow the filter, or send several requests")
    .into()
}

/// The same columns of the rows with these keys.
pub trait OfKeys {
    fn of_keys(&self, keys: &[Key]) -> Query;
}

impl OfKeys for Query {
    fn of_keys(&self, keys: &[Key]) -> Query {
        let filters = keys.iter().map(Key::filter);
        Query {
            filter: Filter::Any(filters.collect()),
            limit: keys.len() as u64,
            offset: 0,
            ..self.clone()
        }
    }
}
