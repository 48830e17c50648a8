//! Compares every answer of these tests with the OpenAPI document, and shows the pages of the reference.

use std::sync::LazyLock;

use portolan::http::contract::document;
use serde_json::{Map, Value, json};

use crate::{client::HttpAnswer, world::World};

static DOCUMENT: LazyLock<Value> = LazyLock::new(document);

/// Panics where an answer of `/api` is not one that the document names. Calls of the document's routes alone are
/// compared: others, and those whose method no route has, are refused before a handler is reached.
pub fn check_answer(method: &str, path: &str, answer: &HttpAnswer) {
    if !path.starts_with("/api/") {
        return;
    }
    let Some(operation) = find_operation(&method.to_lowercase(), path) else {
        assert!(
            answer.status >= 400,
            "{method} {path} answers {} and is not in the document",
            answer.status
        );
        return;
    };
    let status = answer.status.to_string();
    let responses = &operation["responses"];
    let expected = match &responses[&status] {
        Value::Null if answer.status >= 400 => &DOCUMENT["components"]["responses"]["Problem"],
        Value::Null => panic!("{method} {path} answers {status}, which the document does not name"),
        named => named,
    };
    let Some(contents) = expected["content"].as_object() else {
        assert!(
            answer.body.is_empty(),
            "{method} {path} answers with a body"
        );
        return;
    };
    check_content(&format!("{method} {path}: {status}"), contents, answer);
}

fn check_content(call: &str, contents: &Map<String, Value>, answer: &HttpAnswer) {
    let header = answer.header("content-type");
    let media_type = header.split(';').next().unwrap_or_default().trim();
    let Some(content) = contents.get(media_type) else {
        panic!("{call} answers as {media_type:?}, which the document does not name");
    };
    let is_file = content["schema"]["contentMediaType"].is_string();
    if is_file || !media_type.ends_with("json") {
        return;
    }
    let mut schema = content["schema"].clone();
    if schema.is_object() {
        schema["components"] = DOCUMENT["components"].clone();
    }
    let validator = jsonschema::validator_for(&schema).unwrap();
    let body = answer.json();
    let errors: Vec<String> = validator
        .iter_errors(&body)
        .map(|error| format!("{} at {}", error, error.instance_path()))
        .collect();
    assert!(
        errors.is_empty(),
        "{call} is not as documented: {errors:#?}\n{body:#}"
    );
}

/// Returns the operation of a path; of several templates that match, the one that leaves least open.
fn find_operation(method: &str, path: &str) -> Option<&'static Value> {
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let paths = DOCUMENT["paths"].as_object().unwrap();
    let matching = paths
        .iter()
        .filter(|(template, methods)| methods.get(method).is_some() && matches(template, path));
    matching
        .max_by_key(|(template, _)| literal_length(template))
        .map(|(_, methods)| &methods[method])
}

/// Returns the bytes of a template that are no place.
fn literal_length(template: &str) -> usize {
    let places = template.split('{').skip(1);
    let names = places.filter_map(|piece| piece.split_once('}'));
    template.len() - names.map(|(name, _)| name.len() + 2).sum::<usize>()
}

/// Returns whether a path has the literal parts of a template in order, and a piece without a slash between
/// them.
fn matches(template: &str, path: &str) -> bool {
    let Some((literal, rest)) = template.split_once('{') else {
        return template == path;
    };
    let Some(path) = path.strip_prefix(literal) else {
        return false;
    };
    let after = rest.split_once('}').map_or("", |(_, after)| after);
    (1..=path.len())
        .filter(|end| path.is_char_boundary(*end))
        .take_while(|end| !path[..*end].contains('/'))
        .any(|end| matches(after, &path[end..]))
}

#[actix_web::test]
async fn reference_is_served_as_page_that_loads_only_own_files() {
    let server = World::sqlite().await;
    let page = server.client().get("/api/docs").await;
    assert!(page.is(200).text().contains("/api/docs/page.js"));
    assert!(
        page.header("content-security-policy")
            .starts_with("default-src 'none'")
    );
    for (file, media_type) in [("page.js", "text/javascript"), ("page.css", "text/css")] {
        let answer = server.client().get(&format!("/api/docs/{file}")).await;
        assert!(
            answer
                .is(200)
                .header("content-type")
                .starts_with(media_type)
        );
    }
    assert_eq!(
        server.client().get("/api/openapi.json").await.ok(),
        *DOCUMENT
    );
    server.client().get("/api/docs/page.html").await.is(404);
}

#[test]
#[should_panic(expected = "is not as documented")]
fn contract_check_detects_unexpected_fields() {
    let mut headers = reqwest::header::HeaderMap::new();
    headers.insert("content-type", "application/json".parse().unwrap());
    let answer = HttpAnswer {
        status: 200,
        headers,
        body: json!({ "items": [{ "name": 1 }], "nextCursor": null })
            .to_string()
            .into(),
    };
    check_answer("GET", "/api/samples", &answer);
}

#[test]
fn contract_check_names_the_closest_operation() {
    for (path, name) in [
        ("/api/charts/1f6d/versions", "listChartVersions"),
        ("/api/charts/preview", "getChart"),
        ("/api/charts/1f6d.svg?theme=dark", "exportChart"),
        ("/api/boards/1f6d.canvas", "exportBoard"),
        ("/api/admin/chats/latest", "latestChats"),
        ("/api/admin/chats/1f6d", "viewChat"),
    ] {
        let operation = find_operation("get", path).unwrap();
        assert_eq!(operation["operationId"], name, "{path}");
    }
}
