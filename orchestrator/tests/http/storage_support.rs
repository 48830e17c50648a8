//! Shared helpers of the storage tests.

use bytes::Bytes;
use portolan::{
    boot::testing::TestServer,
    http::auth::{AuthOptions, Secret},
};
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};

use crate::{
    auth_support::anonymous_client,
    client::{Client, HttpAnswer, TestUser, send},
    world::World,
};

pub const SECRET_KEY: &str = "sb_secret_of_the_operator";

/// A server with an operator, and a user who has signed up.
pub struct StorageSetup {
    pub server: TestServer,
    pub operator: Client,
    pub ada: TestUser,
}

impl StorageSetup {
    pub async fn new(world: &World) -> Self {
        let ada = world.new_user("ada").await;
        let server = world.auth_server(with_key).await;
        Self {
            operator: anonymous_client(&server).with_token(SECRET_KEY),
            ada: ada.at(server.address),
            server,
        }
    }

    /// A bucket that only the service and those whose folders are in it can read.
    pub async fn private_bucket(&self, name: &str) {
        self.bucket(json!({"id": name, "name": name, "public": false}))
            .await;
    }

    pub async fn bucket(&self, body: Value) {
        let made = self.operator.post("/storage/v1/bucket", body.clone()).await;
        assert_eq!(made.ok(), json!({"name": body["name"]}));
    }

    /// Without a token.
    pub fn anonymous_client(&self) -> Client {
        anonymous_client(&self.server)
    }

    /// Ada's own folder in a bucket.
    pub fn own(&self, bucket: &str, name: &str) -> String {
        format!("/storage/v1/object/{bucket}/{}/{name}", self.ada.id)
    }
}

pub fn with_key(options: &mut AuthOptions) {
    options.secret_key = Some(Secret(SECRET_KEY.into()));
}

/// A raw body, as the client sends strings and buffers.
pub async fn upload(client: &Client, path: &str, content_type: &str, bytes: &[u8]) -> HttpAnswer {
    send(raw(client, Method::POST, path, content_type, bytes)).await
}

pub fn raw(
    client: &Client,
    method: Method,
    path: &str,
    content_type: &str,
    bytes: &[u8],
) -> RequestBuilder {
    client
        .request(method, path)
        .header("content-type", content_type)
        .header("cache-control", "max-age=3600")
        .body(Bytes::copy_from_slice(bytes))
}

/// A form, as the client sends blobs: text fields, then a file without a field name.
pub fn form(
    client: &Client,
    method: Method,
    path: &str,
    fields: &[(&str, &str)],
    content_type: &str,
    bytes: &[u8],
) -> RequestBuilder {
    let mut body = Vec::new();
    for (name, value) in fields {
        let field = format!(
            "--frame\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n"
        );
        body.extend_from_slice(field.as_bytes());
    }
    let head = format!(
        "--frame\r\ncontent-disposition: form-data; name=\"\"; filename=\"blob\"\r\n\
         content-type: {content_type}\r\n\r\n"
    );
    body.extend_from_slice(head.as_bytes());
    body.extend_from_slice(bytes);
    body.extend_from_slice(b"\r\n--frame--\r\n");
    client
        .request(method, path)
        .header("content-type", "multipart/form-data; boundary=frame")
        .body(body)
}

/// Checks that this is a refusal as the client of storage reads it.
#[track_caller]
pub fn refused(answer: &HttpAnswer, status: u16, code: &str) -> String {
    let body = answer.json();
    assert_eq!(body["statusCode"], status.to_string(), "{body}");
    assert_eq!(body["code"], code, "{body}");
    assert!(body["error"].is_string(), "{body}");
    let answered = if status >= 500 || status == 416 {
        status
    } else {
        400
    };
    assert_eq!(answer.status, answered, "{body}");
    body["message"].as_str().unwrap().to_owned()
}
