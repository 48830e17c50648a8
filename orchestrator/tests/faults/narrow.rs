//! A narrow line to the server: so few bytes a second, and hardly any of them on the way.

use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt, copy},
    net::{TcpListener, TcpSocket, TcpStream},
    task::JoinHandle,
};

const BYTES_A_SECOND: f64 = 64_000.0;
/// The system's socket buffer; small, so that the sender soon notices a slow line.
const ON_THE_WAY: u32 = 16 << 10;

pub struct NarrowLine {
    pub address: SocketAddr,
    is_wide: Arc<AtomicBool>,
    task: JoinHandle<()>,
}

impl NarrowLine {
    pub async fn to(server: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let is_wide: Arc<AtomicBool> = Arc::default();
        let widened = Arc::clone(&is_wide);
        let task = tokio::task::spawn_local(async move {
            while let Ok((near, _)) = listener.accept().await {
                tokio::task::spawn_local(carry(near, server, Arc::clone(&widened)));
            }
        });
        Self {
            address,
            is_wide,
            task,
        }
    }

    /// From now on as wide as any.
    pub fn widen(&self) {
        self.is_wide.store(true, Ordering::Relaxed);
    }
}

impl Drop for NarrowLine {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn carry(near: TcpStream, server: SocketAddr, is_wide: Arc<AtomicBool>) {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(ON_THE_WAY).unwrap();
    let Ok(far) = socket.connect(server).await else {
        return;
    };
    let (mut from_server, mut to_server) = far.into_split();
    let (mut from_client, mut to_client) = near.into_split();
    tokio::task::spawn_local(async move {
        // Either end may leave.
        let _ = copy(&mut from_client, &mut to_server).await;
    });
    let mut bytes = [0; 4_096];
    while let Ok(length @ 1..) = from_server.read(&mut bytes).await {
        if to_client.write_all(&bytes[..length]).await.is_err() {
            return;
        }
        if !is_wide.load(Ordering::Relaxed) {
            tokio::time::sleep(Duration::from_secs_f64(length as f64 / BYTES_A_SECOND)).await;
        }
    }
}
