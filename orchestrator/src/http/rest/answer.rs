use std::fmt;

use actix_web::{
    HttpRequest, HttpResponse, ResponseError,
    http::{Method, StatusCode},
};
use portolan_rest::{Accepted, Prefer, RestError, write_csv};
use portolan_store::StoreError;
use serde_json::{Map, Value};

use crate::http::problem::Problem;

/// A refusal as PostgREST writes it.
#[derive(Debug)]
pub struct RestRefusal(pub RestError);

impl From<RestError> for RestRefusal {
    fn from(error: RestError) -> Self {
        Self(error)
    }
}

impl From<Problem> for RestRefusal {
    /// The product's refusals, in the codes that database clients know.
    fn from(problem: Problem) -> Self {
        let status = problem.status();
        let (status, code) = match status.as_u16() {
            422 => (400, "23514"),
            409 => (409, "23505"),
            401 => (401, "42501"),
            403 => (403, "42501"),
            404 => (404, "P0002"),
            413 => (413, "54000"),
            429 => (429, "53400"),
            503 => (503, "PGRST001"),
            other => (other, "XX000"),
        };
        Self(RestError::new(status, code, problem.detail()).details(problem.code()))
    }
}

impl From<StoreError> for RestRefusal {
    fn from(error: StoreError) -> Self {
        Problem::from(error).into()
    }
}

/// Returns the refusal of a use case, in the codes that database clients know.
pub fn refuse_request(error: impl Into<Problem>) -> RestRefusal {
    error.into().into()
}

impl fmt::Display for RestRefusal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0.message)
    }
}

impl ResponseError for RestRefusal {
    fn status_code(&self) -> StatusCode {
        StatusCode::from_u16(self.0.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }

    fn error_response(&self) -> HttpResponse {
        let mut response = HttpResponse::build(self.status_code());
        if self.0.status == 401 {
            response.insert_header(("www-authenticate", "Bearer"));
        }
        response.json(&self.0)
    }
}

/// Rows on their way out.
pub struct RowsAnswer {
    pub status: StatusCode,
    pub rows: Vec<Map<String, Value>>,
    /// Their columns, as the answer calls them.
    pub columns: Vec<String>,
    /// `0-9/25`, `*/*`.
    pub range: String,
}

impl RowsAnswer {
    /// In the form that was asked for.
    ///
    /// # Errors
    /// Fails if one was asked for and there is another number.
    pub fn answer(
        mut self,
        accepted: Accepted,
        prefer: &Prefer,
    ) -> Result<HttpResponse, RestRefusal> {
        if accepted.strips_nulls {
            for row in &mut self.rows {
                row.retain(|_, value| !value.is_null());
            }
        }
        let mut response = HttpResponse::build(self.status);
        response.insert_header(("content-range", self.range));
        apply_preferences(&mut response, prefer);
        if accepted.is_csv {
            return Ok(response
                .content_type("text/csv; charset=utf-8")
                .body(write_csv(&self.columns, &self.rows)));
        }
        if !accepted.is_single {
            return Ok(response.json(self.rows));
        }
        let found = self.rows.len();
        match (found, self.rows.pop()) {
            (1, Some(row)) => Ok(response
                .content_type("application/vnd.pgrst.object+json; charset=utf-8")
                .body(Value::Object(row).to_string())),
            _ => Err(RestError::not_one(found as u64).into()),
        }
    }
}

/// Adds the header with the applied preferences.
pub fn apply_preferences(response: &mut actix_web::HttpResponseBuilder, prefer: &Prefer) {
    let words = prefer.applied();
    if !words.is_empty() {
        response.insert_header(("preference-applied", words));
    }
}

pub async fn refuse_method(request: HttpRequest) -> Result<HttpResponse, RestRefusal> {
    let method: &Method = request.method();
    Err(RestError::new(
        405,
        "PGRST117",
        format!("Unsupported HTTP method: {method}"),
    )
    .into())
}

pub async fn refuse_unknown_path() -> Result<HttpResponse, RestRefusal> {
    Err(RestError::new(404, "PGRST125", "Invalid path specified in request URL").into())
}
