use std::{collections::BTreeSet, fs, path::PathBuf};

use serde_json::Value;

use super::{document, document::table};

fn list_operations(document: &Value) -> impl Iterator<Item = (&String, &String, &Value)> {
    let paths = document["paths"].as_object().unwrap();
    paths.iter().flat_map(|(path, methods)| {
        let methods = methods.as_object().unwrap();
        methods
            .iter()
            .map(move |(method, operation)| (path, method, operation))
    })
}

#[test]
fn client_has_current_document() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../web/app/contract/openapi.json");
    let expected = serde_json::to_string_pretty(&document()).unwrap() + "\n";
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, &expected).unwrap();
    }
    let stored = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        stored == expected,
        "web/app/contract/openapi.json is stale: run `npm run docs`"
    );
}

#[test]
fn every_route_is_one_operation_with_name_and_summary() {
    let document = document();
    assert_eq!(list_operations(&document).count(), table().len());
    let mut names = BTreeSet::new();
    for (path, method, operation) in list_operations(&document) {
        let name = operation["operationId"].as_str().unwrap();
        assert!(names.insert(name), "{name} names two operations");
        let summary = operation["summary"].as_str().unwrap();
        assert!(
            summary.ends_with('.'),
            "{method} {path} needs .about(\"…\") with one sentence"
        );
    }
}

#[test]
fn every_operation_declares_its_success_response() {
    let document = document();
    for (path, method, operation) in list_operations(&document) {
        let answers = operation["responses"].as_object().unwrap();
        assert!(
            answers.keys().any(|status| status.starts_with('2')),
            "{method} {path} names no answer: its handler builds the response, so the route has to"
        );
    }
}

#[test]
fn every_path_parameter_has_its_type() {
    let document = document();
    for (path, method, operation) in list_operations(&document) {
        let parameters = operation["parameters"].as_array();
        let described: Vec<&str> = parameters
            .into_iter()
            .flatten()
            .filter(|parameter| parameter["in"] == "path")
            .filter(|parameter| parameter["schema"]["enum"] != serde_json::json!([]))
            .map(|parameter| parameter["name"].as_str().unwrap())
            .collect();
        let named: Vec<&str> = path
            .split('{')
            .skip(1)
            .map(|place| place.split('}').next().unwrap())
            .collect();
        assert_eq!(described, named, "{method} {path}");
    }
}

#[test]
fn every_schema_reference_resolves_to_a_named_schema() {
    let document = document();
    let schemas = document["components"]["schemas"].as_object().unwrap();
    let text = document.to_string();
    for target in text.split("\"$ref\":\"").skip(1) {
        let target = target.split('"').next().unwrap();
        let pointer = target.trim_start_matches('#');
        assert!(document.pointer(pointer).is_some(), "{target} is missing");
    }
    for name in schemas.keys() {
        assert!(
            !name.ends_with(|last: char| last.is_ascii_digit()),
            "two types are called {name}: rename one with #[schemars(rename = …)]"
        );
    }
}

#[test]
fn routes_of_api_are_in_the_table() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/http");
    let mut folders = vec![folder];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let source = fs::read_to_string(&path).unwrap_or_default();
            let has_route = source.contains("resource(\"/api") || source.contains("scope(\"/api");
            assert!(
                !has_route || source.contains("contract::") || path.ends_with("contract/pages.rs"),
                "{} adds routes of /api past the contract's table",
                path.display()
            );
        }
    }
}
