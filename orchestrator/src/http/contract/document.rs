//! The OpenAPI document of all routes below `/api`.

use serde_json::{Map, Value, json};

use super::{
    operation::path_template,
    routes::{Routes, Table},
    schemas::Schemas,
};
use crate::http::{api_routes, caller::COOKIE_NAME, problem::Problem};

const INTRODUCTION: &str = "The API of Portolan. Field names are camelCase, times RFC 3339 in UTC, ids UUIDs. \
Lists take `limit` and `cursor` and return `items` and `nextCursor`. Errors are problem documents (RFC 9457): \
branch on `code`, which is stable, and show `detail`.";

/// Returns the table of all routes below `/api`.
pub fn table() -> Table {
    let mut table = Table::new();
    api_routes(&mut Routes::of_table(&mut table));
    table
}

/// Returns the OpenAPI 3.1 document.
pub fn document() -> Value {
    let mut schemas = Schemas::new();
    let mut paths: Map<String, Value> = Map::new();
    let mut areas = Vec::new();
    for entry in table() {
        if !areas.contains(&entry.area) {
            areas.push(entry.area);
        }
        let method = entry.operation.method.as_str().to_lowercase();
        let operation = entry
            .operation
            .to_value(entry.area, &entry.path, &mut schemas);
        let path = paths.entry(path_template(&entry.path)).or_insert(json!({}));
        path[method] = operation;
    }
    let problem = schemas.written::<Problem>();
    let tags: Vec<Value> = areas.iter().map(|name| json!({ "name": name })).collect();
    let mut document = json!({
        "openapi": "3.1.1",
        "info": {
            "title": "Portolan",
            "version": env!("CARGO_PKG_VERSION"),
            "description": INTRODUCTION,
            "license": { "name": "Apache 2.0", "identifier": "Apache-2.0" },
        },
        "tags": tags,
        "paths": paths,
        "components": {
            "securitySchemes": {
                "token": { "type": "http", "scheme": "bearer", "bearerFormat": "JWT" },
                "apiKey": { "type": "http", "scheme": "bearer", "description": "An API key: `ptl_…`." },
                "cookie": { "type": "apiKey", "in": "cookie", "name": COOKIE_NAME },
            },
            "responses": {
                "Problem": {
                    "description": "The request failed.",
                    "content": { "application/problem+json": { "schema": problem } },
                },
            },
        },
    });
    let schemas = schemas.finish(&mut document);
    document["components"]["schemas"] = schemas.into();
    document
}
