//! A user whose HTTP client retries while the server is unreachable.

use std::{net::SocketAddr, time::Duration};

use reqwest::{Method, RequestBuilder, StatusCode};
use serde_json::{Value, json};
use tokio::time::Instant;
use uuid::Uuid;

use crate::server::{METRICS_TOKEN, PATIENCE};

#[derive(Clone)]
pub struct ApiUser {
    http: reqwest::Client,
    origin: String,
    token: String,
    pub id: Uuid,
}

/// The answer to a call; None without an answer.
#[derive(Clone, Debug)]
pub struct ApiAnswer {
    pub status: u16,
    pub retry_after: Option<String>,
    pub body: Value,
}

/// Returns a client that trusts no certificate: reading those of the machine takes long, and the
/// servers of these tests have none.
pub fn http_client() -> reqwest::Client {
    let builder = reqwest::Client::builder().no_proxy().tls_certs_only([]);
    builder.build().unwrap()
}

impl ApiUser {
    pub async fn sign_up(address: SocketAddr, email: &str) -> Self {
        let http = http_client();
        let body = json!({"email": email, "password": "a long enough secret"});
        let url = format!("http://{address}/auth/v1/signup");
        let session: Value = http
            .post(url)
            .json(&body)
            .send()
            .await
            .unwrap()
            .json()
            .await
            .unwrap();
        let text = |value: &Value| {
            value
                .as_str()
                .unwrap_or_else(|| panic!("{session}"))
                .to_owned()
        };
        Self {
            http,
            origin: format!("http://{address}"),
            token: text(&session["access_token"]),
            id: text(&session["user"]["id"]).parse().unwrap(),
        }
    }

    /// The same user at another server address.
    pub fn over(&self, address: SocketAddr) -> Self {
        Self {
            origin: format!("http://{address}"),
            ..self.clone()
        }
    }

    /// The same user with new connections.
    pub fn reconnected(&self) -> Self {
        Self {
            http: http_client(),
            ..self.clone()
        }
    }

    pub fn token(&self) -> &str {
        &self.token
    }

    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let request = self.http.request(method, format!("{}{path}", self.origin));
        request.bearer_auth(&self.token)
    }

    pub async fn get(&self, path: &str) -> Option<ApiAnswer> {
        answer(self.request(Method::GET, path)).await
    }

    /// Asks until it is answered with 200.
    pub async fn read(&self, path: &str) -> Value {
        patiently(path, async || {
            self.get(path).await.filter(|answer| answer.status == 200)
        })
        .await
        .body
    }

    /// A number of `/metrics`.
    pub async fn metric(&self, name: &str) -> u64 {
        let request = self.http.get(format!("{}/metrics", self.origin));
        let request = request.bearer_auth(METRICS_TOKEN);
        let text = request.send().await.unwrap().text().await.unwrap();
        let line = text.lines().find_map(|line| line.strip_prefix(name));
        line.and_then(|rest| rest.trim().parse().ok())
            .unwrap_or_else(|| panic!("no {name} in {text}"))
    }

    pub async fn chat(&self) -> Uuid {
        let made = patiently("a chat", async || {
            let request = self.request(Method::POST, "/api/chats");
            let answer = answer(request.json(&json!({"title": "Faults"}))).await;
            answer.filter(|answer| answer.status == 201)
        })
        .await;
        made.body["id"].as_str().unwrap().parse().unwrap()
    }

    /// Asks again where the database had no time: so many at once may be too many for it.
    pub async fn post_until_answered(&self, chat_id: Uuid, key: &str, text: &str) -> ApiAnswer {
        patiently("an answer", async || {
            let answer = self.post(chat_id, key, text).await;
            answer.filter(|answer| answer.status != 503)
        })
        .await
    }

    /// One try.
    pub async fn post(&self, chat_id: Uuid, key: &str, text: &str) -> Option<ApiAnswer> {
        let path = format!("/api/chats/{chat_id}/messages");
        let request = self
            .request(Method::POST, &path)
            .header("idempotency-key", key);
        answer(request.json(&json!({"text": text}))).await
    }

    /// Sends the same until it is accepted, as the client does where an answer gets lost.
    pub async fn send(&self, chat_id: Uuid, key: &str, text: &str) -> Uuid {
        let answer = patiently(text, async || {
            let answer = self.post(chat_id, key, text).await?;
            let is_taken = answer.status == 202;
            assert!(is_taken || answer.status == 503, "{answer:?} to {text}");
            is_taken.then_some(answer)
        })
        .await;
        answer.turn()
    }

    /// The newest turn of the chat, once it has ended.
    pub async fn ended(&self, chat_id: Uuid) -> Value {
        let path = format!("/api/chats/{chat_id}");
        patiently("the end of the turn", async || {
            let answer = self
                .get(&path)
                .await
                .filter(|answer| answer.status == 200)?;
            let turns = answer.body["turns"].as_array()?;
            let turn = turns.last()?.clone();
            (!turn["outcome"].is_null()).then_some(turn)
        })
        .await
    }
}

impl ApiAnswer {
    /// The turn of a 202.
    pub fn turn(&self) -> Uuid {
        assert_eq!(self.status, 202, "{self:?}");
        self.body["turnId"].as_str().unwrap().parse().unwrap()
    }

    pub fn code(&self) -> &str {
        self.body["code"].as_str().unwrap_or("")
    }
}

/// Tries until there is something, for as long as a test has patience.
pub async fn patiently<T>(what: &str, mut look: impl AsyncFnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(found) = look().await {
            return found;
        }
        assert!(start.elapsed() < PATIENCE, "waited in vain for {what}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

async fn answer(request: RequestBuilder) -> Option<ApiAnswer> {
    let response = request.send().await.ok()?;
    let status = response.status();
    assert_ne!(
        status,
        StatusCode::INTERNAL_SERVER_ERROR,
        "{}",
        response.url()
    );
    let retry_after = response.headers().get("retry-after");
    let retry_after = retry_after.and_then(|value| value.to_str().ok().map(str::to_owned));
    let body = response.bytes().await.ok()?;
    Some(ApiAnswer {
        status: status.as_u16(),
        retry_after,
        body: serde_json::from_slice(&body).unwrap_or(Value::Null),
    })
}
