use actix_web::{
    HttpRequest,
    http::header::{self, HeaderName},
    web::Data,
};
use portolan_auth::TokenError;
use portolan_rest::{Accepted, ExposedTable, Prefer, RestError, TableQuery, parse_query};
use url::form_urlencoded;

use super::RestRefusal;
use crate::http::{App, auth::NotVerified, caller::Caller, problem::Problem};

/// The parsed request for rows: query, preferences and caller.
pub struct RowsRequest {
    pub caller: Caller,
    pub query: TableQuery,
    pub prefer: Prefer,
    pub accepted: Accepted,
}

impl RowsRequest {
    /// The columns of the answer.
    pub fn columns(&self) -> Vec<String> {
        let selected = self.query.select.iter();
        selected.map(|selected| selected.name.clone()).collect()
    }

    /// Rejects `tx=rollback`, which isn't supported.
    pub fn check_commits(&self) -> Result<(), RestRefusal> {
        if !self.prefer.rolls_back {
            return Ok(());
        }
        Err(RestError::new(
            400,
            "0A000",
            "tx=rollback is not supported: nothing was written",
        )
        .hint("Remove the preference to write the rows")
        .into())
    }

    pub async fn of(
        app: &Data<App>,
        caller: Result<Caller, Problem>,
        table: &str,
        request: &HttpRequest,
    ) -> Result<Self, RestRefusal> {
        check_schema(request)?;
        let table = ExposedTable::named(table).ok_or_else(|| RestError::no_table(table))?;
        let thing = format!("table {}", table.name());
        let caller = checked_caller(app, caller, request, &thing).await?;
        let accepted = Accepted::parse(header_text(request, &header::ACCEPT))?;
        let prefer = parse_prefer(request)?;
        let pairs: Vec<_> = form_urlencoded::parse(request.query_string().as_bytes()).collect();
        let pairs = pairs
            .iter()
            .map(|(name, value)| (name.as_ref(), value.as_ref()));
        let mut query = parse_query(table, pairs)?;
        if let Some((from, to)) = parse_range(request)? {
            query.offset = query.offset.max(from);
            if let Some(to) = to {
                query.limit = query.limit.min(to - from + 1);
            }
        }
        Ok(Self {
            caller,
            query,
            prefer,
            accepted,
        })
    }
}

/// Returns the caller, or PostgREST's error for a missing one.
pub async fn checked_caller(
    app: &Data<App>,
    caller: Result<Caller, Problem>,
    request: &HttpRequest,
    thing: &str,
) -> Result<Caller, RestRefusal> {
    let problem = match caller {
        Ok(caller) => return Ok(caller),
        Err(problem) => problem,
    };
    if problem.status() != 401 {
        return Err(problem.into());
    }
    let bearer = header_text(request, &header::AUTHORIZATION);
    let token = bearer.and_then(|value| value.strip_prefix("Bearer "));
    let verified = match token {
        Some(token) => app.auth.claims(token, app.clock.now()).await.err(),
        None => None,
    };
    Err(match verified {
        Some(NotVerified::Refused(TokenError::Expired)) => {
            RestError::new(401, "PGRST303", "JWT expired")
        }
        _ => RestError::new(401, "42501", format!("permission denied for {thing}"))
            .hint("Sign in first: rows are visible only to their owner"),
    }
    .into())
}

pub fn parse_prefer(request: &HttpRequest) -> Result<Prefer, RestRefusal> {
    let headers = request.headers().get_all("prefer");
    let headers = headers.filter_map(|value| value.to_str().ok());
    Ok(Prefer::parse(headers)?)
}

/// There is one schema.
pub fn check_schema(request: &HttpRequest) -> Result<(), RestRefusal> {
    for name in ["accept-profile", "content-profile"] {
        let wanted = header_text(request, &HeaderName::from_static(name));
        if let Some(wanted) = wanted.filter(|wanted| *wanted != "public") {
            let message = format!("Invalid schema: {wanted}");
            return Err(RestError::new(406, "PGRST106", message)
                .hint("Only the following schemas are exposed: public")
                .into());
        }
    }
    Ok(())
}

fn header_text<'a>(request: &'a HttpRequest, name: &HeaderName) -> Option<&'a str> {
    request.headers().get(name)?.to_str().ok()
}

/// `Range: 0-9`, counted in rows.
fn parse_range(request: &HttpRequest) -> Result<Option<(u64, Option<u64>)>, RestRefusal> {
    let Some(value) = header_text(request, &header::RANGE) else {
        return Ok(None);
    };
    let value = value.strip_prefix("items=").unwrap_or(value).trim();
    let bad = || RestError::new(416, "PGRST103", "Requested range not satisfiable");
    let (from, to) = value.split_once('-').ok_or_else(bad)?;
    let from: u64 = from.parse().map_err(|_| bad())?;
    let to: Option<u64> = match to {
        "" => None,
        to => Some(to.parse().map_err(|_| bad())?),
    };
    if to.is_some_and(|to| to < from) {
        return Err(bad()
            .details("The lower boundary must be lower than or equal to the upper boundary in the Range header.")
            .into());
    }
    Ok(Some((from, to)))
}
