//! A client of the server, signed in or not.

use std::{net::SocketAddr, ops::Deref, time::Duration};

use bytes::Bytes;
use reqwest::{Method, RequestBuilder, header::HeaderMap};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::{contract::check_answer, world::PASSWORD};

#[derive(Clone)]
pub struct Client {
    http: reqwest::Client,
    pub origin: String,
    token: Option<String>,
}

/// A signed-in client.
#[derive(Clone)]
pub struct TestUser {
    client: Client,
    pub id: Uuid,
    pub access_token: String,
    pub refresh_token: String,
    /// The sign-in response, as `@supabase/ssr` stores it.
    pub session: Value,
}

/// A whole answer.
#[derive(Debug)]
pub struct HttpAnswer {
    pub status: u16,
    pub headers: HeaderMap,
    pub body: Bytes,
}

/// Builds clients that trust no certificate: reading those of the machine takes long, and the
/// servers of these tests have none. They keep no connection for as long as the server does, which would close one that
/// is about to be used.
pub fn http_builder() -> reqwest::ClientBuilder {
    let builder = reqwest::Client::builder().no_proxy().tls_certs_only([]);
    builder.pool_idle_timeout(Duration::from_secs(1))
}

impl Client {
    pub fn new(address: SocketAddr) -> Self {
        Self {
            http: http_builder().build().unwrap(),
            origin: format!("http://{address}"),
            token: None,
        }
    }

    /// The same client with this access token.
    pub fn with_token(&self, token: &str) -> Self {
        Self {
            token: Some(token.to_owned()),
            ..self.clone()
        }
    }

    /// The same client against another server.
    pub fn at(&self, address: SocketAddr) -> Self {
        Self {
            origin: format!("http://{address}"),
            ..self.clone()
        }
    }

    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let request = self.http.request(method, format!("{}{path}", self.origin));
        match &self.token {
            Some(token) => request.bearer_auth(token),
            None => request,
        }
    }

    pub async fn get(&self, path: &str) -> HttpAnswer {
        send(self.request(Method::GET, path)).await
    }

    pub async fn post(&self, path: &str, body: Value) -> HttpAnswer {
        send(self.request(Method::POST, path).json(&body)).await
    }

    pub async fn patch(&self, path: &str, body: Value) -> HttpAnswer {
        send(self.request(Method::PATCH, path).json(&body)).await
    }

    pub async fn put(&self, path: &str, body: Value) -> HttpAnswer {
        send(self.request(Method::PUT, path).json(&body)).await
    }

    pub async fn delete(&self, path: &str) -> HttpAnswer {
        send(self.request(Method::DELETE, path)).await
    }
}

impl TestUser {
    /// Signs up at the client's server.
    pub async fn sign_up(client: &Client, name: &str) -> Self {
        let answer = client
            .post(
                "/auth/v1/signup",
                json!({"email": format!("{name}@example.com"), "password": PASSWORD}),
            )
            .await;
        Self::of(client, &answer)
    }

    /// Returns the user of a sign-up or sign-in response.
    pub fn of(client: &Client, answer: &HttpAnswer) -> Self {
        let session = answer.ok();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let access_token = text(&session["access_token"]);
        Self {
            client: client.with_token(&access_token),
            id: text(&session["user"]["id"]).parse().unwrap(),
            access_token,
            refresh_token: text(&session["refresh_token"]),
            session,
        }
    }

    /// The same person at another server.
    pub fn at(&self, address: SocketAddr) -> Self {
        Self {
            client: self.client.at(address),
            ..self.clone()
        }
    }
}

impl Deref for TestUser {
    type Target = Client;

    fn deref(&self) -> &Client {
        &self.client
    }
}

impl HttpAnswer {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|_| panic!("{} with {:?} is not JSON", self.status, self.text()))
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .map_or("", |value| value.to_str().unwrap())
    }

    /// The body of a 200.
    pub fn ok(&self) -> Value {
        self.is(200).json()
    }

    #[track_caller]
    pub fn is(&self, status: u16) -> &Self {
        assert_eq!(self.status, status, "{}", self.text());
        self
    }

    /// Checks that this is a problem document of RFC 9457; its sentence for people.
    #[track_caller]
    pub fn problem(&self, status: u16, code: &str) -> String {
        assert_eq!(self.status, status, "{}", self.text());
        assert_eq!(self.header("content-type"), "application/problem+json");
        let problem = self.json();
        assert_eq!(problem["code"], code, "{problem}");
        assert_eq!(problem["status"], status, "{problem}");
        assert!(problem["type"].is_string() && problem["title"].is_string());
        let detail = problem["detail"].as_str().unwrap().to_owned();
        assert!(detail.ends_with('.'), "{detail:?} is not a sentence");
        detail
    }

    /// Checks that this is a refusal as the client of `/auth/v1` reads it.
    #[track_caller]
    pub fn refused(&self, status: u16, code: &str) {
        assert_eq!(self.status, status, "{}", self.text());
        assert_eq!(self.header("x-supabase-api-version"), "2024-01-01");
        assert_eq!(self.json()["code"], code, "{}", self.text());
        assert!(self.json()["message"].is_string());
    }

    /// Checks that this is a validation problem that names the field.
    #[track_caller]
    pub fn invalid(&self, field: &str) -> String {
        let detail = self.problem(422, "validation_failed");
        assert_eq!(self.json()["fields"][0]["path"], field, "{detail}");
        detail
    }
}

pub async fn send(request: RequestBuilder) -> HttpAnswer {
    let (client, request) = request.build_split();
    let request = request.unwrap();
    let (method, path) = (request.method().clone(), request.url().path().to_owned());
    let response = client.execute(request).await.unwrap();
    let answer = HttpAnswer {
        status: response.status().as_u16(),
        headers: response.headers().clone(),
        body: response.bytes().await.unwrap(),
    };
    check_answer(method.as_str(), &path, &answer);
    answer
}

/// Returns the names and types of a source's columns.
pub fn column_types(source: &Value) -> Vec<(&str, &str)> {
    let columns = source["columns"].as_array().unwrap().iter();
    columns
        .map(|column| {
            let [name, kind] = ["name", "type"].map(|key| column[key].as_str().unwrap());
            (name, kind)
        })
        .collect()
}
