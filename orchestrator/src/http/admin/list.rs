//! Lists of the admin area: one page as JSON, or all of it as CSV.

use std::{marker::PhantomData, rc::Rc};

use actix_web::{
    Error, HttpRequest, HttpResponse, Responder,
    body::BoxBody,
    http::header,
    web::{Bytes, Data},
};
use futures_util::stream;
use portolan_domain::{AdminActionKind, Page, PageRequest};
use portolan_store::Store;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::http::{
    App,
    caller::Admin,
    contract::{DescribeAnswer, Description},
    page::PageQuery,
    problem::Problem,
};

/// `?limit=&cursor=&format=` of a list.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct ListQuery {
    limit: Option<u32>,
    cursor: Option<String>,
    #[serde(default)]
    format: Format,
}

/// `?format=` of a list that has no pages, because it is short.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct ShortListQuery {
    #[serde(default)]
    format: Format,
}

#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Format {
    #[default]
    Json,
    /// The whole list, whatever the limit.
    Csv,
}

/// Days that figures cover where nothing is said, and at most.
const DEFAULT_DAYS: u16 = 30;
const MOST_DAYS: u16 = 366;
/// Characters of a reason.
const REASON_LENGTH: usize = 500;

/// Returns the days that figures cover.
pub fn check_days(days: Option<u16>) -> Result<u16, Problem> {
    let days = days.unwrap_or(DEFAULT_DAYS);
    if (1..=MOST_DAYS).contains(&days) {
        return Ok(days);
    }
    let range = format!("Choose 1 to {MOST_DAYS} days.");
    Err(Problem::invalid("days", range))
}

/// Returns a reason without blanks around it; refuses an empty one.
pub fn check_reason(reason: &str) -> Result<String, Problem> {
    let reason = reason.trim();
    if reason.is_empty() {
        return Err(Problem::invalid(
            "reason",
            "Enter a reason. It's kept in the audit log.",
        ));
    }
    if reason.chars().count() > REASON_LENGTH {
        let most = format!("Use at most {REASON_LENGTH} characters.");
        return Err(Problem::invalid("reason", most));
    }
    Ok(reason.to_owned())
}

/// A list's answer: a page of `T` as JSON, or all of them as CSV.
pub struct ListAnswer<T> {
    response: HttpResponse,
    items: PhantomData<T>,
}

impl<T> ListAnswer<T> {
    fn new(response: HttpResponse) -> Self {
        Self {
            response,
            items: PhantomData,
        }
    }
}

impl<T> Responder for ListAnswer<T> {
    type Body = BoxBody;

    fn respond_to(self, _: &HttpRequest) -> HttpResponse {
        self.response
    }
}

impl<T: JsonSchema> DescribeAnswer for ListAnswer<T> {
    fn describe(description: &mut Description<'_>) {
        description.json_answer::<Page<T>>(200);
        description.file(&["text/csv"]);
    }
}

/// Answers with a page, or with the whole list as a CSV file of that name and those columns, each the path of a
/// field. The export is recorded in the audit log.
pub async fn answer_list<T: Serialize + 'static>(
    app: Data<App>,
    admin: Admin,
    query: ListQuery,
    (name, columns): (&'static str, &'static [&'static str]),
    read: impl AsyncFn(Store, PageRequest) -> portolan_store::Result<Page<T>> + 'static,
) -> Result<ListAnswer<T>, Problem> {
    let request = PageQuery::new(query.limit, query.cursor).request()?;
    if let Format::Json = query.format {
        let page = read_page(&app, admin, &read, request).await?;
        return Ok(ListAnswer::new(HttpResponse::Ok().json(page)));
    }
    record_export(&app, admin, name).await?;
    let read = Rc::new(read);
    let start = Some(PageRequest::first(PageRequest::MAXIMUM_LIMIT));
    let rows = stream::try_unfold((start, true), move |(next, is_first)| {
        let (app, read) = (app.clone(), Rc::clone(&read));
        async move {
            let Some(request) = next else {
                return Ok::<_, Error>(None);
            };
            let page = read_page(&app, admin, &*read, request).await?;
            let header = is_first.then_some(columns);
            let text = write_csv(header, columns, &page.items).map_err(Problem::internal)?;
            let next = page.next_cursor.map(|cursor| PageRequest {
                cursor: Some(cursor),
                ..PageRequest::first(PageRequest::MAXIMUM_LIMIT)
            });
            Ok(Some((Bytes::from(text), (next, false))))
        }
    });
    let response = HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, CSV))
        .streaming(rows);
    Ok(ListAnswer::new(response))
}

const CSV: &str = "text/csv; charset=utf-8";

async fn record_export(app: &App, admin: Admin, name: &'static str) -> Result<(), Problem> {
    let exported = app.admin_action(
        admin,
        AdminActionKind::ListExported,
        ("list", name),
        json!({}),
    );
    Ok(app.store.record_admin_action(&exported).await?)
}

/// The answer of a list without pages: all of `T` as JSON or CSV.
pub struct ShortListAnswer<T> {
    response: HttpResponse,
    items: PhantomData<T>,
}

impl<T> Responder for ShortListAnswer<T> {
    type Body = BoxBody;

    fn respond_to(self, _: &HttpRequest) -> HttpResponse {
        self.response
    }
}

impl<T: JsonSchema> DescribeAnswer for ShortListAnswer<T> {
    fn describe(description: &mut Description<'_>) {
        description.json_answer::<Vec<T>>(200);
        description.file(&["text/csv"]);
    }
}

/// Answers with a list that has no pages, as JSON or as a CSV file of that name and those columns. The export is recorded
/// in the audit log.
pub async fn answer_short_list<T: Serialize>(
    app: &App,
    admin: Admin,
    query: &ShortListQuery,
    (name, columns): (&'static str, &'static [&'static str]),
    items: &[T],
) -> Result<ShortListAnswer<T>, Problem> {
    let response = match query.format {
        Format::Json => HttpResponse::Ok().json(items),
        Format::Csv => {
            record_export(app, admin, name).await?;
            let text = write_csv(Some(columns), columns, items).map_err(Problem::internal)?;
            HttpResponse::Ok().content_type(CSV).body(text)
        }
    };
    Ok(ShortListAnswer {
        response,
        items: PhantomData,
    })
}

/// Reads a page within the admin's share of long reads.
async fn read_page<T>(
    app: &App,
    admin: Admin,
    read: &impl AsyncFn(Store, PageRequest) -> portolan_store::Result<Page<T>>,
    request: PageRequest,
) -> Result<Page<T>, Problem> {
    let _share = app.limits.long_reads.enter(admin.0.user_id).await?;
    Ok(read(app.store.clone(), request).await?)
}

fn write_csv<T: Serialize>(
    header: Option<&[&str]>,
    columns: &[&str],
    items: &[T],
) -> Result<Vec<u8>, Box<dyn std::error::Error>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    if let Some(header) = header {
        writer.write_record(header)?;
    }
    for item in items {
        let item = serde_json::to_value(item)?;
        writer.write_record(columns.iter().map(|path| cell(&item, path)))?;
    }
    Ok(writer.into_inner()?)
}

/// Returns the text of a field, `user.email` being the email within `user`. Spreadsheets must not run a text as a
/// formula, so those that begin like one get an apostrophe.
fn cell(item: &Value, path: &str) -> String {
    let field = path
        .split('.')
        .try_fold(item, |value, name| value.get(name))
        .unwrap_or(&Value::Null);
    match field {
        Value::Null => String::new(),
        Value::String(text) if text.starts_with(['=', '+', '-', '@', '\t', '\r']) => {
            format!("'{text}")
        }
        Value::String(text) => text.clone(),
        Value::Array(parts) if parts.iter().all(Value::is_string) => {
            let parts: Vec<&str> = parts.iter().filter_map(Value::as_str).collect();
            parts.join(" ")
        }
        value => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn csv_has_nested_fields_and_no_formulas() {
        let items = [
            json!({"name": "=1+1", "user": {"email": "a@example.com"}, "scopes": ["read", "write"], "count": -3}),
            json!({"name": "a, b", "user": null}),
        ];
        let columns = ["name", "user.email", "scopes", "count"];
        let text = write_csv(Some(&columns), &columns, &items).unwrap();
        assert_eq!(
            String::from_utf8(text).unwrap(),
            "name,user.email,scopes,count\n'=1+1,a@example.com,read write,-3\n\"a, b\",,,\n"
        );
    }
}
