//! A reverse proxy that gives each connection to the next server, or to the one after it where that is away.

use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use tokio::{
    io::copy_bidirectional,
    net::{TcpListener, TcpStream},
};

pub struct RoundRobin {
    pub address: SocketAddr,
    task: tokio::task::JoinHandle<()>,
}

impl RoundRobin {
    pub async fn over(servers: Vec<SocketAddr>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let next = Arc::new(AtomicUsize::new(0));
        let task = tokio::task::spawn_local(async move {
            while let Ok((near, _)) = listener.accept().await {
                let first = next.fetch_add(1, Ordering::Relaxed);
                tokio::task::spawn_local(carry(near, servers.clone(), first));
            }
        });
        Self { address, task }
    }
}

impl Drop for RoundRobin {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn carry(mut near: TcpStream, servers: Vec<SocketAddr>, first: usize) {
    for step in 0..servers.len() {
        let server = servers[(first + step) % servers.len()];
        if let Ok(mut far) = TcpStream::connect(server).await {
            // Either end may leave.
            let _ = copy_bidirectional(&mut near, &mut far).await;
            return;
        }
    }
}
