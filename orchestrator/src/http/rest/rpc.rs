use actix_web::{
    HttpRequest, HttpResponse,
    http::{Method, StatusCode, header},
    web::{Bytes, Data, Path},
};
use portolan_domain::{PageRequest, SavedKind};
use portolan_rest::{Accepted, RestError};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};
use url::form_urlencoded;

use super::{
    RestRefusal,
    answer::{RowsAnswer, apply_preferences, refuse_request},
    rows_request::{check_schema, checked_caller, parse_prefer},
};
use crate::{
    http::{App, caller::Caller, page::PageQuery, problem::Problem},
    services::accounts::read_profile,
};

/// Parameters of an address that are not the function's.
const OTHERS: [&str; 6] = ["select", "order", "limit", "offset", "apikey", "columns"];

/// Calls one of the product's functions: `profile()`, `plan()`, `search(q, kind?)` and
/// `discover(kind?)`, of which the last two give lists, at most `limit` long.
pub async fn call(
    app: Data<App>,
    caller: Result<Caller, Problem>,
    name: Path<String>,
    request: HttpRequest,
    body: Bytes,
) -> Result<HttpResponse, RestRefusal> {
    check_schema(&request)?;
    let accept = request.headers().get(header::ACCEPT);
    let accepted = Accepted::parse(accept.and_then(|value| value.to_str().ok()))?;
    let prefer = parse_prefer(&request)?;
    let pairs: Vec<_> = form_urlencoded::parse(request.query_string().as_bytes())
        .into_owned()
        .collect();
    let limit = pairs.iter().find(|(name, _)| name == "limit");
    let limit = limit.map(|(_, limit)| limit.as_str());
    let arguments = if request.method() == Method::POST {
        parse_body(&body)?
    } else {
        let own = pairs
            .iter()
            .filter(|(name, _)| !OTHERS.contains(&name.as_str()));
        own.map(|(name, value)| (name.clone(), value.clone().into()))
            .collect()
    };
    let known: &[&str] = match name.as_str() {
        "profile" | "plan" => &[],
        "search" => &["q"],
        "discover" => &["kind"],
        _ => return Err(refuse_unknown_function(&name, &arguments)),
    };
    if arguments.keys().any(|name| !known.contains(&name.as_str())) {
        return Err(refuse_unknown_function(&name, &arguments));
    }
    let thing = format!("function {name}");
    let caller = checked_caller(&app, caller, &request, &thing).await?;
    let result = match name.as_str() {
        "profile" => value(
            &read_profile(&app.store, caller.principal())
                .await
                .map_err(refuse_request)?,
        ),
        "plan" => {
            let accounts = &app.use_cases.accounts;
            let plan = accounts.read_plan(&app.store, caller.principal());
            value(&plan.await.map_err(refuse_request)?)
        }
        "search" => {
            let Search { q } = parse_arguments(arguments)?;
            let page = page_request(limit)?;
            let _share = app.limits.long_reads.enter(caller.user_id).await?;
            let library = &app.use_cases.library;
            let found = library.search_items(caller.principal(), &q, &page);
            value(&found.await.map_err(refuse_request)?.items)
        }
        _ => {
            let Discover { kind } = parse_arguments(arguments)?;
            let library = &app.use_cases.library;
            let page = page_request(limit)?;
            let found = library.list_featured(kind, None, &page);
            value(&found.await.map_err(refuse_request)?.items)
        }
    };
    match result {
        Value::Array(items) => {
            let rows: Vec<Map<String, Value>> = items
                .into_iter()
                .filter_map(|item| match item {
                    Value::Object(row) => Some(row),
                    _ => None,
                })
                .collect();
            let found = rows.len();
            let of = prefer
                .count
                .map_or_else(|| "*".to_owned(), |_| found.to_string());
            let range = match found {
                0 => format!("*/{of}"),
                found => format!("0-{}/{of}", found - 1),
            };
            let columns = rows
                .first()
                .map_or_else(Vec::new, |row: &Map<String, Value>| {
                    row.keys().cloned().collect()
                });
            RowsAnswer {
                status: StatusCode::OK,
                columns,
                rows,
                range,
            }
            .answer(accepted, &prefer)
        }
        object => {
            let mut response = HttpResponse::Ok();
            apply_preferences(&mut response, &prefer);
            Ok(response.json(object))
        }
    }
}

fn parse_body(body: &[u8]) -> Result<Map<String, Value>, RestError> {
    if body.is_empty() {
        return Ok(Map::new());
    }
    serde_json::from_slice(body).map_err(|_| RestError::bad_body())
}

/// The arguments of `search`.
#[derive(Deserialize)]
struct Search {
    #[serde(default)]
    q: String,
}

/// The arguments of `discover`.
#[derive(Deserialize)]
struct Discover {
    kind: Option<SavedKind>,
}

fn parse_arguments<T: DeserializeOwned>(arguments: Map<String, Value>) -> Result<T, RestError> {
    serde_json::from_value(arguments.into())
        .map_err(|error| RestError::new(400, "22P02", error.to_string()))
}

/// Returns the first page, with so many items.
fn page_request(limit: Option<&str>) -> Result<PageRequest, RestRefusal> {
    let limit = limit.unwrap_or("50");
    let items = limit
        .parse()
        .map_err(|_| RestError::bad_value("bigint", limit))?;
    Ok(PageQuery::first(items).request()?)
}

fn value(result: &impl Serialize) -> Value {
    // Handlers always answer with JSON.
    serde_json::to_value(result).unwrap_or_default()
}

fn refuse_unknown_function(name: &str, arguments: &Map<String, Value>) -> RestRefusal {
    let names: Vec<&str> = arguments.keys().map(String::as_str).collect();
    let names = names.join(", ");
    RestError::new(
        404,
        "PGRST202",
        format!("Could not find the function public.{name}({names}) in the schema cache"),
    )
    .details(format!(
        "Searched for the function public.{name} with parameters {names}, but no matches were found in the schema cache."
    ))
    .hint("There are profile(), plan(), search(q) and discover(kind)")
    .into()
}
