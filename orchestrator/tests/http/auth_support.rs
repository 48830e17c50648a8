//! Shared helpers of the auth tests.

use portolan::boot::testing::TestServer;
use reqwest::{Method, Url, redirect::Policy};
use serde_json::{Value, json};

use crate::client::{Client, HttpAnswer, TestUser, http_builder, send};

/// 32 characters, as the client library makes them.
pub const SECRET: &str = "37c304f8-51aa-419a-a1af-06154e63707a";

/// A message from the mailbox.
#[derive(Clone, Debug)]
pub struct MailboxMessage {
    pub subject: String,
    pub text: String,
    /// Empty of a text message.
    pub link: String,
    pub code: String,
}

/// Returns an unauthenticated client of this server.
pub fn anonymous_client(server: &TestServer) -> Client {
    Client::new(server.address)
}

pub async fn sign_up(client: &Client, email: &str, password: &str) -> HttpAnswer {
    client
        .post(
            "/auth/v1/signup",
            json!({"email": email, "password": password}),
        )
        .await
}

pub async fn sign_in(client: &Client, email: &str, password: &str) -> HttpAnswer {
    client
        .post(
            "/auth/v1/token?grant_type=password",
            json!({"email": email, "password": password}),
        )
        .await
}

/// Returns the messages to this address or number, newest first.
pub async fn sent_messages(server: &TestServer, to: &str) -> Vec<MailboxMessage> {
    let link = server.app.auth.mailbox_link().unwrap();
    let request = anonymous_client(server)
        .request(Method::GET, &link)
        .query(&[("to", to)])
        .header("accept", "application/json");
    let list = send(request).await.ok();
    let items = list["items"].as_array().unwrap().iter();
    items.map(read).collect()
}

pub async fn last_message(server: &TestServer, to: &str) -> MailboxMessage {
    sent_messages(server, to)
        .await
        .into_iter()
        .next()
        .unwrap_or_else(|| panic!("nothing was sent to {to}"))
}

fn read(item: &Value) -> MailboxMessage {
    let text = item["text"].as_str().unwrap().to_owned();
    let link = text
        .lines()
        .find(|line| line.starts_with("http"))
        .unwrap_or_default()
        .to_owned();
    let code = text
        .split(|character: char| !character.is_ascii_digit())
        .rfind(|digits| digits.len() == 6)
        .unwrap_or_default()
        .to_owned();
    MailboxMessage {
        subject: item["subject"].as_str().unwrap_or_default().to_owned(),
        text,
        link,
        code,
    }
}

/// Returns the redirect target of a link without following it.
pub async fn follow(link: &str) -> Url {
    let http = http_builder().redirect(Policy::none()).build().unwrap();
    let response = http.get(link).send().await.unwrap();
    assert!(
        matches!(response.status().as_u16(), 302 | 303),
        "{}",
        response.status()
    );
    let location = response.headers()["location"].to_str().unwrap();
    location.parse().unwrap()
}

/// A member of the part after the `#`.
pub fn in_fragment(url: &Url, name: &str) -> Option<String> {
    let pairs: Url = format!("http://x/?{}", url.fragment().unwrap_or_default())
        .parse()
        .unwrap();
    in_query(&pairs, name)
}

pub fn in_query(url: &Url, name: &str) -> Option<String> {
    url.query_pairs()
        .find(|(found, _)| found == name)
        .map(|(_, value)| value.into_owned())
}

pub async fn verify(client: &Client, body: Value) -> HttpAnswer {
    client.post("/auth/v1/verify", body).await
}

/// A client with the operator's key.
pub fn operator(server: &TestServer) -> Client {
    anonymous_client(server).with_token("sb_secret_of_the_operator")
}

/// Signs a user in who has just been created by the operator.
pub async fn new_user(server: &TestServer, email: &str) -> TestUser {
    let body = json!({"email": email, "password": "password 1", "email_confirm": true});
    operator(server)
        .post("/auth/v1/admin/users", body)
        .await
        .is(200);
    let client = anonymous_client(server);
    TestUser::of(&client, &sign_in(&client, email, "password 1").await)
}

/// The claims of an access token.
pub fn claims(session: &Value) -> Value {
    use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
    let token = session["access_token"].as_str().unwrap();
    let payload = token.split('.').nth(1).unwrap();
    serde_json::from_slice(&BASE64_URL_SAFE_NO_PAD.decode(payload).unwrap()).unwrap()
}
