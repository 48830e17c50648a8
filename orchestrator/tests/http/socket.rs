//! A websocket client with only what the tests need: it masks, reads frames, and speaks Phoenix.

use std::{collections::VecDeque, net::SocketAddr, time::Duration};

use bytes::{Buf, BytesMut};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};

/// Longer than any answer takes.
const PATIENCE: Duration = Duration::from_secs(20);

/// A message from a socket.
#[derive(Clone, Debug, PartialEq)]
pub enum SocketMessage {
    Text(String),
    Binary(Vec<u8>),
    /// With its code.
    Close(u16),
    /// The connection is over.
    End,
}

pub struct ClientSocket {
    stream: TcpStream,
    buffer: BytesMut,
}

impl ClientSocket {
    /// Opens a socket; otherwise the status that was answered.
    pub async fn open(
        address: SocketAddr,
        query: &str,
        headers: &[(&str, &str)],
    ) -> Result<Self, u16> {
        let mut stream = TcpStream::connect(address).await.unwrap();
        let mut request = format!(
            "GET /realtime/v1/websocket?{query} HTTP/1.1\r\nhost: {address}\r\nconnection: Upgrade\r\n\
             upgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        );
        for (name, value) in headers {
            request.push_str(&format!("{name}: {value}\r\n"));
        }
        request.push_str("\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut buffer = BytesMut::new();
        let end = loop {
            if let Some(at) = buffer.windows(4).position(|bytes| bytes == b"\r\n\r\n") {
                break at + 4;
            }
            let read = timeout(PATIENCE, stream.read_buf(&mut buffer))
                .await
                .unwrap();
            assert!(read.unwrap() > 0, "the connection ended in its head");
        };
        let head = String::from_utf8(buffer.split_to(end).to_vec()).unwrap();
        let status: u16 = head[9..12].parse().unwrap();
        if status != 101 {
            return Err(status);
        }
        assert!(head.contains("s3pPLMBiTxaQ9kYGzzhZRbK+xOo="), "{head}");
        Ok(Self { stream, buffer })
    }

    pub async fn text(&mut self, text: &str) {
        self.write(0x81, text.as_bytes()).await;
    }

    pub async fn binary(&mut self, bytes: &[u8]) {
        self.write(0x82, bytes).await;
    }

    /// A frame with this first byte, masked as clients must.
    pub async fn write(&mut self, first: u8, payload: &[u8]) {
        let mut frame = vec![first];
        match payload.len() {
            length @ ..126 => frame.push(0x80 | u8::try_from(length).unwrap()),
            length @ 126..65_536 => {
                frame.push(0x80 | 126);
                frame.extend_from_slice(&u16::try_from(length).unwrap().to_be_bytes());
            }
            length => {
                frame.push(0x80 | 127);
                frame.extend_from_slice(&(length as u64).to_be_bytes());
            }
        }
        let mask = [7, 1, 200, 30];
        frame.extend_from_slice(&mask);
        frame.extend(
            payload
                .iter()
                .zip(mask.iter().cycle())
                .map(|(byte, mask)| byte ^ mask),
        );
        // If the server has closed already, its reason is read.
        let _ = self.stream.write_all(&frame).await;
    }

    pub async fn next(&mut self) -> SocketMessage {
        timeout(PATIENCE, self.read())
            .await
            .expect("a frame in time")
    }

    async fn read(&mut self) -> SocketMessage {
        loop {
            if let Some((first, payload)) = self.frame() {
                match first & 0x0f {
                    1 => return SocketMessage::Text(String::from_utf8(payload).unwrap()),
                    2 => return SocketMessage::Binary(payload),
                    8 => {
                        let code = payload
                            .first_chunk()
                            .map_or(1005, |code| u16::from_be_bytes(*code));
                        return SocketMessage::Close(code);
                    }
                    _ => continue,
                }
            }
            match self.stream.read_buf(&mut self.buffer).await {
                Ok(0) | Err(_) => return SocketMessage::End,
                Ok(_) => {}
            }
        }
    }

    fn frame(&mut self) -> Option<(u8, Vec<u8>)> {
        let first = *self.buffer.first()?;
        let short = usize::from(*self.buffer.get(1)?);
        let (length, head) = match short {
            126 => (
                usize::from(u16::from_be_bytes(
                    self.buffer.get(2..4)?.try_into().unwrap(),
                )),
                4,
            ),
            127 => {
                let length = u64::from_be_bytes(self.buffer.get(2..10)?.try_into().unwrap());
                (usize::try_from(length).unwrap(), 10)
            }
            length => (length, 2),
        };
        if self.buffer.len() < head + length {
            return None;
        }
        self.buffer.advance(head);
        Some((first, self.buffer.split_to(length).to_vec()))
    }
}

/// A message of a channel.
#[derive(Clone, Debug, PartialEq)]
pub struct ChannelMessage {
    pub reference: Option<String>,
    pub topic: String,
    pub event: String,
    pub payload: Value,
}

/// A client of channels, in either version.
pub struct Channels {
    pub socket: ClientSocket,
    is_array: bool,
    counter: u32,
    waiting: VecDeque<ChannelMessage>,
}

impl Channels {
    pub async fn open(address: SocketAddr, key: &str) -> Self {
        Self::of_version(address, key, "2.0.0").await
    }

    pub async fn of_version(address: SocketAddr, key: &str, version: &str) -> Self {
        let query = format!("apikey={key}&vsn={version}");
        Self {
            socket: ClientSocket::open(address, &query, &[]).await.unwrap(),
            is_array: version == "2.0.0",
            counter: 0,
            waiting: VecDeque::new(),
        }
    }

    /// Sends an event; gives its reference.
    pub async fn push(
        &mut self,
        join_ref: Option<&str>,
        topic: &str,
        event: &str,
        payload: Value,
    ) -> String {
        self.counter += 1;
        let reference = self.counter.to_string();
        let frame = if self.is_array {
            json!([join_ref, reference, topic, event, payload])
        } else {
            json!({"topic": topic, "event": event, "payload": payload, "ref": reference, "join_ref": join_ref})
        };
        self.socket.text(&frame.to_string()).await;
        reference
    }

    /// Joins; what the server answers, and the reference that the channel has from now on.
    pub async fn ask_to_join(
        &mut self,
        topic: &str,
        config: Value,
        token: Option<&str>,
    ) -> (Value, String) {
        let reference = (self.counter + 1).to_string();
        let payload = json!({"config": config, "access_token": token});
        self.push(Some(&reference), topic, "phx_join", payload)
            .await;
        (self.reply(&reference).await, reference)
    }

    /// Joins, which must be allowed.
    pub async fn join(&mut self, topic: &str, config: Value, token: Option<&str>) -> String {
        let (reply, join_ref) = self.ask_to_join(topic, config, token).await;
        assert_eq!(reply["status"], "ok", "{reply}");
        join_ref
    }

    /// Joins, which must be refused; the reason.
    pub async fn refused(&mut self, topic: &str, config: Value, token: Option<&str>) -> String {
        let (reply, _) = self.ask_to_join(topic, config, token).await;
        assert_eq!(reply["status"], "error", "{reply}");
        reply["response"]["reason"].as_str().unwrap().to_owned()
    }

    /// The payload of the reply to a push.
    pub async fn reply(&mut self, reference: &str) -> Value {
        let is_reply = |message: &ChannelMessage| {
            message.event == "phx_reply" && message.reference.as_deref() == Some(reference)
        };
        self.first(is_reply).await.payload
    }

    /// The next message with this event; those before it wait.
    pub async fn event(&mut self, event: &str) -> ChannelMessage {
        self.first(|message| message.event == event).await
    }

    async fn first(&mut self, is_it: impl Fn(&ChannelMessage) -> bool) -> ChannelMessage {
        if let Some(at) = self.waiting.iter().position(&is_it) {
            return self.waiting.remove(at).unwrap();
        }
        loop {
            let message = self.read().await;
            if is_it(&message) {
                return message;
            }
            self.waiting.push_back(message);
        }
    }

    /// Everything that has come until a heartbeat is answered: what was said before is there.
    pub async fn rest(&mut self) -> Vec<ChannelMessage> {
        let reference = self.push(None, "phoenix", "heartbeat", json!({})).await;
        let reply = self.reply(&reference).await;
        assert_eq!(reply, json!({"status": "ok", "response": {}}));
        self.waiting.drain(..).collect()
    }

    /// The code that the socket is closed with.
    pub async fn closed(&mut self) -> u16 {
        loop {
            match self.socket.next().await {
                SocketMessage::Close(code) => return code,
                SocketMessage::End => panic!("ended without a close frame"),
                SocketMessage::Text(_) | SocketMessage::Binary(_) => {}
            }
        }
    }

    async fn read(&mut self) -> ChannelMessage {
        match self.socket.next().await {
            SocketMessage::Text(text) => {
                let frame: Value = serde_json::from_str(&text).unwrap();
                let at = |index: usize, name: &str| {
                    if self.is_array {
                        frame[index].clone()
                    } else {
                        frame[name].clone()
                    }
                };
                ChannelMessage {
                    reference: at(1, "ref").as_str().map(str::to_owned),
                    topic: at(2, "topic").as_str().unwrap().to_owned(),
                    event: at(3, "event").as_str().unwrap().to_owned(),
                    payload: at(4, "payload"),
                }
            }
            SocketMessage::Binary(bytes) => broadcast(&bytes),
            other => panic!("{other:?}"),
        }
    }
}

/// A binary broadcast, as the client library reads it.
fn broadcast(bytes: &[u8]) -> ChannelMessage {
    let [4, topic, event, meta, encoding, rest @ ..] = bytes else {
        panic!("no broadcast: {bytes:?}");
    };
    let (topic, rest) = rest.split_at(usize::from(*topic));
    let (event, rest) = rest.split_at(usize::from(*event));
    assert_eq!(*meta, 0);
    let payload = if *encoding == 1 {
        serde_json::from_slice(rest).unwrap()
    } else {
        json!(rest)
    };
    let event = String::from_utf8(event.to_vec()).unwrap();
    ChannelMessage {
        reference: None,
        topic: String::from_utf8(topic.to_vec()).unwrap(),
        event: "broadcast".to_owned(),
        payload: json!({"type": "broadcast", "event": event, "payload": payload}),
    }
}
