//! Messages between servers over core NATS.

use std::time::Duration;

use async_nats::{Client, ConnectOptions, Event, ServerAddr, connection::State};
use async_trait::async_trait;
use bytes::Bytes;
use futures_util::{StreamExt, stream, stream::BoxStream};
use metrics::counter;
use tokio::sync::mpsc;

use super::transport::{ANSWER_TIMEOUT, IncomingMessage, NoAnswer, PeerTransport};

/// Messages that may wait to be sent; further ones are lost.
const WAITING: usize = 4_096;
/// How long the first connection may take, where the caller waits for it.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// The pause between attempts to connect.
const RECONNECT_PAUSE: Duration = Duration::from_millis(500);

/// A connection to NATS, which comes back by itself.
pub struct Nats {
    client: Client,
    outgoing: mpsc::Sender<(String, Bytes)>,
}

/// Why NATS cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum NatsError {
    #[error("this is not the address of a NATS server ({0}); it looks like nats://host:4222")]
    Address(std::io::Error),
    #[error("NATS doesn't answer ({0}): start it, and check PORTOLAN_NATS_URL")]
    Connect(#[from] async_nats::ConnectError),
}

fn parse_addresses(text: &str) -> Result<Vec<ServerAddr>, NatsError> {
    let addresses = text.split(',').map(|address| address.trim().parse());
    addresses
        .collect::<Result<_, _>>()
        .map_err(NatsError::Address)
}

fn options() -> ConnectOptions {
    ConnectOptions::new()
        .name("portolan")
        .connection_timeout(CONNECT_TIMEOUT)
        .request_timeout(Some(ANSWER_TIMEOUT))
        .reconnect_delay_callback(|_| RECONNECT_PAUSE)
}

/// Connects to one of these servers, and ends the connection; returns the server's version.
pub async fn check_nats(addresses: &str) -> Result<String, NatsError> {
    let client = options().connect(parse_addresses(addresses)?).await?;
    let version = client.server_info().version;
    // It ends with the client in any case.
    let _ = client.drain().await;
    Ok(version)
}

impl Nats {
    /// Connects to one of these servers, separated by commas. Succeeds also while none can be reached: it is tried again
    /// for ever.
    pub async fn connect(addresses: &str) -> Result<Self, NatsError> {
        let options = options()
            .retry_on_initial_connect()
            .event_callback(|event| async move { log_event(&event) });
        let client = options.connect(parse_addresses(addresses)?).await?;
        let (outgoing, mut waiting) = mpsc::channel::<(String, Bytes)>(WAITING);
        let sender = client.clone();
        tokio::spawn(async move {
            while let Some((subject, payload)) = waiting.recv().await {
                if let Err(error) = sender.publish(subject, payload).await {
                    tracing::debug!(error.cause = %error, "message to other servers lost");
                }
            }
        });
        Ok(Self { client, outgoing })
    }

    fn is_connected(&self) -> bool {
        self.client.connection_state() == State::Connected
    }
}

fn log_event(event: &Event) {
    match event {
        Event::Connected => tracing::info!("NATS connected"),
        Event::Disconnected => {
            tracing::warn!("NATS disconnected; other servers are reached over the database");
        }
        event => tracing::debug!(nats.event = %event, "NATS event"),
    }
}

#[async_trait]
impl PeerTransport for Nats {
    fn is_alone(&self) -> bool {
        false
    }

    fn publish(&self, subject: &str, payload: Bytes) {
        // Kept until NATS is back, it would only be old.
        if !self.is_connected()
            || self
                .outgoing
                .try_send((subject.to_owned(), payload))
                .is_err()
        {
            counter!("portolan_peer_messages_lost_total").increment(1);
        }
    }

    async fn request(&self, subject: &str, payload: Bytes) -> Result<Bytes, NoAnswer> {
        if !self.is_connected() {
            return Err(NoAnswer);
        }
        let answer = self.client.request(subject.to_owned(), payload).await;
        let answer = answer.map_err(|error| {
            tracing::debug!(nats.subject = subject, error.cause = %error, "another server did not answer");
            NoAnswer
        })?;
        Ok(answer.payload)
    }

    async fn subscribe(&self, subject: &str) -> BoxStream<'static, IncomingMessage> {
        match self.client.subscribe(subject.to_owned()).await {
            Ok(messages) => messages
                .map(|message| IncomingMessage {
                    payload: message.payload,
                    reply: message.reply.map(|reply| reply.to_string()),
                })
                .boxed(),
            Err(error) => {
                tracing::error!(nats.subject = subject, error.cause = %error, "subject not subscribed");
                stream::pending().boxed()
            }
        }
    }
}
