//! All clients reconnect within a second of a restart.

use std::time::Duration;

use futures_util::future::join_all;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::{Instant, sleep},
};
use uuid::Uuid;

use crate::server::{ServerSetup, raise_file_limit};

const STREAMS: usize = 10_000;
const CHATS: usize = 200;
/// Of the server, for one stream that waits.
const MOST_KIBIBYTES: u64 = 20;
/// A stream that is not answered by then has failed: well above what a call may queue.
const LONGEST: Duration = Duration::from_secs(120);

/// Opens an event stream; the connection, and the status that it was answered with.
pub async fn open_stream(setup: &ServerSetup, chat_id: Uuid) -> (TcpStream, u16) {
    let mut stream = TcpStream::connect(setup.address).await.unwrap();
    let request = format!(
        "GET /api/chats/{chat_id}/events HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {}\r\n\r\n",
        setup.address,
        setup.user.token()
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    while !answer.windows(4).any(|window| window == b"\r\n\r\n") {
        let count = stream.read_buf(&mut answer).await.unwrap();
        assert!(count > 0, "the connection was closed");
    }
    let answer = String::from_utf8_lossy(&answer);
    let status = answer.split(' ').nth(1).and_then(|word| word.parse().ok());
    (stream, status.unwrap())
}

#[test]
#[ignore = "opens ten thousand connections; the long test runs it"]
fn ten_thousand_streams_reconnect_after_a_restart() {
    raise_file_limit();
    actix_web::rt::System::new().block_on(storm());
}

async fn storm() {
    let mut setup = ServerSetup::new(&[
        ("PORTOLAN_DATABASE_WAIT_SECONDS", "5"),
        ("PORTOLAN_CHAT_IDLE_SECONDS", "300"),
    ])
    .await;
    let mut chats = Vec::new();
    for _ in 0..CHATS {
        chats.push(setup.user.chat().await);
    }
    setup.kill();
    setup.restart().await;
    let before = setup.holdings().kibibytes;
    let begun = Instant::now();
    let opening = (0..STREAMS).map(|number| {
        let (setup, chat_id) = (&setup, chats[number % CHATS]);
        async move {
            // Spread over the first second, as browsers come back.
            sleep(Duration::from_micros(100 * number as u64)).await;
            tokio::time::timeout(LONGEST, open_stream(setup, chat_id))
                .await
                .unwrap_or_else(|_| panic!("stream {number} was not answered"))
        }
    });
    let streams = join_all(opening).await;
    let took = begun.elapsed();
    let refused = streams.iter().filter(|(_, status)| *status != 200).count();
    assert_eq!(refused, 0, "of {STREAMS} streams, after {took:?}");
    sleep(Duration::from_secs(2)).await;
    let after = setup.holdings().kibibytes;
    let each = after.saturating_sub(before) / STREAMS as u64;
    println!(
        "{STREAMS} streams in {took:?}, {before} KiB before, {after} KiB after: {each} KiB each"
    );
    assert!(each <= MOST_KIBIBYTES, "{each} KiB for each stream");
}
