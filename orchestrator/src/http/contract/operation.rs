//! One operation and its description in the form of OpenAPI.

use std::any::type_name;

use actix_web::{Handler, http::Method};
use schemars::JsonSchema;
use serde_json::{Map, Value, json};

use super::{
    arguments::{DescribeAnswer, DescribeArguments},
    schemas::Schemas,
};

type Describe = Box<dyn Fn(&mut Description<'_>)>;

/// An operation: its name, and the description derived from its types and route.
pub struct Operation {
    pub method: Method,
    /// The name of the handler in camelCase.
    pub name: String,
    pub summary: &'static str,
    described: Vec<Describe>,
}

impl Operation {
    pub(super) fn of_handler<F, Arguments>(method: Method) -> Self
    where
        F: Handler<Arguments>,
        Arguments: DescribeArguments + 'static,
        F::Output: DescribeAnswer + 'static,
    {
        let path = type_name::<F>();
        let mut operation = Self {
            method,
            name: to_camel_case(path.rsplit("::").next().unwrap_or(path)),
            summary: "",
            described: Vec::new(),
        };
        operation.describe(Arguments::describe);
        operation.describe(F::Output::describe);
        operation
    }

    pub(super) fn describe(&mut self, describe: impl Fn(&mut Description<'_>) + 'static) {
        self.described.push(Box::new(describe));
    }

    /// Returns the operation object of the document; `path` is the router's.
    pub(super) fn to_value(&self, area: &str, path: &str, schemas: &mut Schemas) -> Value {
        let mut description = Description {
            schemas,
            path_parameters: path_parameters(path),
            path_values: Vec::new(),
            parameters: Vec::new(),
            contents: Map::new(),
            is_body_required: true,
            answers: Map::new(),
            access: Access::Open,
        };
        for describe in &self.described {
            describe(&mut description);
        }
        description.into_value(self, area)
    }
}

/// The people who may call an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    Open,
    /// Signed in or not; the answer may differ.
    Optional,
    Caller,
    /// Signed in to a session; an API key is refused.
    SignedIn,
    Admin,
}

/// An operation that is being described.
pub struct Description<'a> {
    schemas: &'a mut Schemas,
    /// Names in the path, with the words that a place is limited to.
    path_parameters: Vec<(String, Vec<String>)>,
    path_values: Vec<Value>,
    parameters: Vec<Value>,
    /// Media types of the body.
    contents: Map<String, Value>,
    is_body_required: bool,
    answers: Map<String, Value>,
    access: Access,
}

impl Description<'_> {
    pub fn set_access(&mut self, access: Access) {
        self.access = access;
    }

    pub fn path_value<T: JsonSchema>(&mut self) {
        let schema = self.schemas.read::<T>();
        self.path_values.push(schema);
    }

    /// Adds the fields of a query's type as parameters.
    pub fn query<T: JsonSchema>(&mut self) {
        let schema = self.schemas.read_inline::<T>();
        let required = schema["required"].as_array().cloned().unwrap_or_default();
        let fields = schema["properties"].as_object().cloned();
        for (name, mut field) in fields.unwrap_or_default() {
            let description = field
                .as_object_mut()
                .and_then(|it| it.remove("description"));
            let mut parameter = json!({
                "name": name,
                "in": "query",
                "required": required.contains(&Value::from(name.as_str())),
                "schema": without_null(field),
            });
            if let Some(description) = description {
                parameter["description"] = description;
            }
            self.parameters.push(parameter);
        }
    }

    pub fn header(&mut self, name: &str, meaning: &str) {
        self.parameters.push(json!({
            "name": name,
            "in": "header",
            "required": false,
            "description": meaning,
            "schema": { "type": "string" },
        }));
    }

    pub fn json_body<T: JsonSchema>(&mut self, is_required: bool) {
        let schema = self.schemas.read::<T>();
        self.is_body_required = is_required;
        self.contents
            .insert("application/json".into(), json!({ "schema": schema }));
    }

    pub fn files(&mut self) {
        let file = json!({ "type": "string", "contentMediaType": "application/octet-stream" });
        self.contents.insert(
            "multipart/form-data".into(),
            json!({ "schema": {
                "type": "object",
                "required": ["file"],
                "properties": { "file": { "type": "array", "items": file } },
            } }),
        );
    }

    pub fn json_answer<T: JsonSchema>(&mut self, status: u16) {
        let schema = self.schemas.written::<T>();
        self.content(status, "application/json", schema);
    }

    pub fn empty_answer(&mut self, status: u16) {
        self.answer(status);
    }

    pub fn file(&mut self, types: &[&str]) {
        for media_type in types {
            let schema = json!({ "type": "string", "contentMediaType": media_type });
            self.content(200, media_type, schema);
        }
    }

    pub fn events<T: JsonSchema>(&mut self) {
        let schema = self.schemas.written::<T>();
        self.content(200, "text/event-stream", schema);
    }

    fn content(&mut self, status: u16, media_type: &str, schema: Value) {
        self.answer(status)["content"][media_type] = json!({ "schema": schema });
    }

    fn answer(&mut self, status: u16) -> &mut Value {
        let reason = actix_web::http::StatusCode::from_u16(status)
            .ok()
            .and_then(|status| status.canonical_reason())
            .unwrap_or_default();
        self.answers
            .entry(status.to_string())
            .or_insert_with(|| json!({ "description": reason }))
    }

    fn into_value(mut self, operation: &Operation, area: &str) -> Value {
        let mut parameters = Vec::new();
        for (index, (name, words)) in self.path_parameters.iter().enumerate() {
            let schema = match self.path_values.get(index) {
                Some(schema) if words.is_empty() => schema.clone(),
                _ => json!({ "type": "string", "enum": words }),
            };
            parameters.push(json!({
                "name": name, "in": "path", "required": true, "schema": schema,
            }));
        }
        parameters.append(&mut self.parameters);
        let mut value = json!({
            "operationId": operation.name,
            "summary": operation.summary,
            "tags": [area],
            "security": security_schemes(self.access),
        });
        if self.access == Access::Admin {
            value["x-admin"] = true.into();
        }
        if !parameters.is_empty() {
            value["parameters"] = parameters.into();
        }
        if !self.contents.is_empty() {
            value["requestBody"] =
                json!({ "required": self.is_body_required, "content": self.contents });
        }
        self.answers.insert(
            "default".into(),
            json!({ "$ref": "#/components/responses/Problem" }),
        );
        value["responses"] = self.answers.into();
        value
    }
}

fn security_schemes(access: Access) -> Value {
    match access {
        Access::Open => json!([]),
        Access::Optional => json!([{}, { "token": [] }, { "apiKey": [] }, { "cookie": [] }]),
        Access::Caller | Access::Admin => {
            json!([{ "token": [] }, { "apiKey": [] }, { "cookie": [] }])
        }
        Access::SignedIn => json!([{ "token": [] }, { "cookie": [] }]),
    }
}

/// Returns the schema without null: a query has no way to send it.
fn without_null(mut schema: Value) -> Value {
    super::schemas::remove_null(&mut schema);
    schema
}

/// Returns the names in a router's path, each with the words of its pattern where it is a list of words.
fn path_parameters(path: &str) -> Vec<(String, Vec<String>)> {
    let places = path.split('{').skip(1);
    let inside = places.filter_map(|place| place.split('}').next());
    let parameters = inside.map(|place| match place.split_once(':') {
        Some((name, pattern))
            if pattern
                .replace("\\.", "")
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || c == '|') =>
        {
            let words = pattern.split('|').map(|word| word.replace("\\.", "."));
            let words = words.collect();
            (name.to_owned(), words)
        }
        Some((name, _)) => (name.to_owned(), Vec::new()),
        None => (place.to_owned(), Vec::new()),
    });
    parameters.collect()
}

/// Returns a router's path in the form of OpenAPI: without patterns.
pub fn path_template(path: &str) -> String {
    let mut template = String::new();
    for (index, piece) in path.split('{').enumerate() {
        let Some((place, rest)) = piece.split_once('}').filter(|_| index > 0) else {
            template.push_str(piece);
            continue;
        };
        let name = place.split(':').next().unwrap_or(place);
        template.push_str(&format!("{{{name}}}{rest}"));
    }
    template
}

fn to_camel_case(name: &str) -> String {
    let mut words = name.split('_');
    let mut camel = words.next().unwrap_or_default().to_owned();
    for word in words {
        let mut letters = word.chars();
        camel.extend(letters.next().map(|letter| letter.to_ascii_uppercase()));
        camel.extend(letters);
    }
    camel
}
