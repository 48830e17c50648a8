//! An endpoint of a user, which records what webhooks send and answers as it is told.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex},
};

use portolan_auth::WebhookSecret;
use serde_json::Value;
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
    sync::Notify,
};

/// A request that has arrived.
#[derive(Clone, Debug)]
pub struct Received {
    headers: HashMap<String, String>,
    pub body: String,
}

/// Listens on this machine until the test ends.
#[derive(Clone)]
pub struct WebhookEndpoint {
    pub url: String,
    received: Arc<Mutex<Vec<Received>>>,
    /// The statuses of the next answers; 204 after them.
    statuses: Arc<Mutex<VecDeque<u16>>>,
    arrived: Arc<Notify>,
}

impl Received {
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", String::as_str)
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }

    /// Whether one of the signatures is this secret's.
    pub fn is_signed_by(&self, secret: &str) -> bool {
        let secret = WebhookSecret::parse(secret).unwrap();
        let seconds = self.header("webhook-timestamp").parse().unwrap();
        let expected = secret.sign(self.header("webhook-id"), seconds, self.body.as_bytes());
        let mut signatures = self.header("webhook-signature").split(' ');
        signatures.any(|signature| signature == expected)
    }
}

impl WebhookEndpoint {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let endpoint = Self {
            url: format!("http://{}/hook", listener.local_addr().unwrap()),
            received: Arc::default(),
            statuses: Arc::default(),
            arrived: Arc::default(),
        };
        let serving = endpoint.clone();
        actix_web::rt::spawn(async move {
            while let Ok((connection, _)) = listener.accept().await {
                serving.answer(connection).await;
            }
        });
        endpoint
    }

    /// Answers the next requests with these statuses.
    pub fn answer_with(&self, statuses: impl IntoIterator<Item = u16>) {
        self.statuses.lock().unwrap().extend(statuses);
    }

    pub fn received(&self) -> Vec<Received> {
        self.received.lock().unwrap().clone()
    }

    /// Waits until so many requests have arrived.
    pub async fn wait_for(&self, count: usize) -> Vec<Received> {
        loop {
            let arrival = self.arrived.notified();
            let received = self.received();
            if received.len() >= count {
                return received;
            }
            arrival.await;
        }
    }

    async fn answer(&self, connection: TcpStream) {
        let mut connection = BufReader::new(connection);
        let received = read_request(&mut connection).await;
        let status = self.statuses.lock().unwrap().pop_front().unwrap_or(204);
        let body = if status == 204 { "" } else { "Not now." };
        let answer = format!(
            "HTTP/1.1 {status} X\r\nlocation: http://127.0.0.1:1/\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        );
        connection.write_all(answer.as_bytes()).await.unwrap();
        self.received.lock().unwrap().push(received);
        self.arrived.notify_one();
    }
}

async fn read_request(connection: &mut BufReader<TcpStream>) -> Received {
    let mut headers = HashMap::new();
    loop {
        let mut line = String::new();
        connection.read_line(&mut line).await.unwrap();
        if line.trim().is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(": ") {
            headers.insert(name.to_lowercase(), value.trim().to_owned());
        }
    }
    let length = headers.get("content-length").map_or("0", String::as_str);
    let mut body = vec![0; length.parse().unwrap()];
    connection.read_exact(&mut body).await.unwrap();
    Received {
        headers,
        body: String::from_utf8(body).unwrap(),
    }
}
