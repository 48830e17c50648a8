//! Receivers of feedback: a webhook that records its requests, and a mail server.

use std::sync::{Arc, Mutex};

use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
    sync::{Notify, watch},
    task::JoinSet,
};

/// The received requests, with a signal for each arrival.
#[derive(Clone, Default)]
pub struct Inbox {
    received: Arc<Mutex<Vec<String>>>,
    arrived: Arc<Notify>,
}

impl Inbox {
    fn put(&self, text: String) {
        self.received.lock().unwrap().push(text);
        self.arrived.notify_one();
    }

    /// Waits until so many have arrived; what they said.
    pub async fn wait_for(&self, count: usize) -> Vec<String> {
        loop {
            let received = self.received.lock().unwrap().clone();
            if received.len() >= count {
                return received;
            }
            self.arrived.notified().await;
        }
    }
}

/// Answers each request with the next of these statuses, and 200 after them; its address.
pub async fn webhook(statuses: &'static [u16], inbox: Inbox) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    actix_web::rt::spawn(async move {
        let mut statuses = statuses.iter();
        while let Ok((connection, _)) = listener.accept().await {
            let status = statuses.next().copied().unwrap_or(200);
            let mut connection = BufReader::new(connection);
            let body = request_body(&mut connection).await;
            let answer =
                format!("HTTP/1.1 {status} X\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
            connection.write_all(answer.as_bytes()).await.unwrap();
            inbox.put(body);
        }
    });
    format!("http://{address}/feedback")
}

async fn request_body(connection: &mut BufReader<TcpStream>) -> String {
    let mut length = 0;
    loop {
        let mut line = String::new();
        connection.read_line(&mut line).await.unwrap();
        if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().unwrap();
        }
        if line.trim().is_empty() {
            let mut body = vec![0; length];
            connection.read_exact(&mut body).await.unwrap();
            return String::from_utf8(body).unwrap();
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
enum MailState {
    Accepts,
    Refuses(&'static str),
    IsDown,
}

/// Decides what the mail server does with each recipient.
#[derive(Clone)]
pub struct MailReply(watch::Sender<MailState>);

impl Default for MailReply {
    fn default() -> Self {
        Self(watch::Sender::new(MailState::Accepts))
    }
}

impl MailReply {
    /// Refuses every recipient with this line.
    pub fn refuse(&self, line: &'static str) {
        self.0.send_replace(MailState::Refuses(line));
    }

    pub fn accept(&self) {
        self.0.send_replace(MailState::Accepts);
    }

    /// Closes every connection, and takes none.
    pub fn go_down(&self) {
        self.0.send_replace(MailState::IsDown);
    }

    fn line(&self) -> &'static str {
        match *self.0.borrow() {
            MailState::Refuses(line) => line,
            MailState::Accepts | MailState::IsDown => "250 fine",
        }
    }

    async fn is(&self, is_down: bool) {
        let mut states = self.0.subscribe();
        let reached = states.wait_for(|state| (*state == MailState::IsDown) == is_down);
        reached.await.expect("this side is open");
    }
}

/// A mail server that takes everything; its address for the setting.
pub async fn mail_server(inbox: Inbox) -> String {
    mail_server_that(inbox, MailReply::default()).await
}

/// A mail server that answers recipients as it is told.
pub async fn mail_server_that(inbox: Inbox, reply: MailReply) -> String {
    let mut listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    actix_web::rt::spawn(async move {
        loop {
            tokio::select! {
                () = reply.is(true) => {}
                () = accept_mail(listener, &inbox, &reply) => {}
            }
            reply.is(false).await;
            listener = TcpListener::bind(address).await.unwrap();
        }
    });
    format!("smtp://{address}")
}

/// Converses with everyone who connects; dropped, it hangs up.
async fn accept_mail(listener: TcpListener, inbox: &Inbox, reply: &MailReply) {
    let mut conversations = JoinSet::new();
    while let Ok((connection, _)) = listener.accept().await {
        conversations.spawn_local(converse(connection, inbox.clone(), reply.clone()));
    }
}

async fn converse(connection: TcpStream, inbox: Inbox, reply: MailReply) -> std::io::Result<()> {
    let mut connection = BufReader::new(connection);
    connection.write_all(b"220 here\r\n").await?;
    loop {
        let mut line = String::new();
        if connection.read_line(&mut line).await? == 0 {
            return Ok(());
        }
        let answer = match line.get(..4).unwrap_or_default() {
            "DATA" => {
                connection.write_all(b"354 go on\r\n").await?;
                let mut mail = String::new();
                while !mail.ends_with("\r\n.\r\n") {
                    connection.read_line(&mut mail).await?;
                }
                inbox.put(mail);
                "250 taken"
            }
            "RCPT" => reply.line(),
            "QUIT" => "221 bye",
            _ => "250 fine",
        };
        connection
            .write_all(format!("{answer}\r\n").as_bytes())
            .await?;
    }
}
