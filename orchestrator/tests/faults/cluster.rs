//! Several servers on one PostgreSQL, each with a line to it that can be cut, and a NATS server between them.

use std::{
    net::{SocketAddr, TcpListener as StdListener},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::Arc,
};

use portolan_store::{DatabaseUrl, testing};
use tempfile::TempDir;
use tokio::{
    io::copy_bidirectional,
    net::{TcpStream, UnixListener, UnixStream},
    sync::watch,
};

use crate::client::patiently;

/// The name that PostgreSQL's socket has in its folder.
const SOCKET: &str = ".s.PGSQL.5432";

/// NATS, which can be stopped and comes back at the same address.
pub struct NatsServer {
    address: SocketAddr,
    child: Option<Child>,
}

impl NatsServer {
    pub async fn start() -> Self {
        let listener = StdListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        drop(listener);
        let mut server = Self {
            address,
            child: None,
        };
        server.resume().await;
        server
    }

    pub fn url(&self) -> String {
        format!("nats://{}", self.address)
    }

    pub async fn resume(&mut self) {
        let port = self.address.port().to_string();
        let program = ["/usr/sbin/nats-server", "/usr/bin/nats-server"];
        let program = program.iter().find(|path| Path::new(path).exists());
        let child = Command::new(program.expect("the Debian package nats-server"))
            .args(["--addr", "127.0.0.1", "--port", &port])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        self.child = Some(child);
        patiently("NATS", async || TcpStream::connect(self.address).await.ok()).await;
    }

    pub fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            child.kill().unwrap();
            child.wait().unwrap();
        }
    }
}

impl Drop for NatsServer {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A server's connections to PostgreSQL, which can be cut.
pub struct DatabaseLine {
    folder: TempDir,
    database: String,
    user: String,
    is_open: Arc<watch::Sender<bool>>,
    task: tokio::task::JoinHandle<()>,
}

impl DatabaseLine {
    pub fn to(url: &DatabaseUrl) -> Self {
        let DatabaseUrl::Postgres(options) = url else {
            panic!("several servers need PostgreSQL");
        };
        let folder = TempDir::new().unwrap();
        let listener = UnixListener::bind(folder.path().join(SOCKET)).unwrap();
        let socket = options.get_socket().unwrap().join(SOCKET);
        let is_open = Arc::new(watch::Sender::new(true));
        let opened = Arc::clone(&is_open);
        let task = tokio::task::spawn_local(async move {
            while let Ok((near, _)) = listener.accept().await {
                let line = carry(near, socket.clone(), opened.subscribe());
                tokio::task::spawn_local(line);
            }
        });
        Self {
            folder,
            database: options.get_database().unwrap().to_owned(),
            user: options.get_username().to_owned(),
            is_open,
            task,
        }
    }

    /// The database's address over this line.
    pub fn url(&self) -> String {
        let folder = self.folder.path().display();
        format!(
            "postgres:///{}?host={folder}&user={}",
            self.database, self.user
        )
    }

    /// Ends all connections, in the middle of whatever they carry, and lets none through.
    pub fn cut(&self) {
        self.is_open.send_replace(false);
    }

    pub fn restore(&self) {
        self.is_open.send_replace(true);
    }
}

impl Drop for DatabaseLine {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn carry(mut near: UnixStream, socket: PathBuf, mut is_open: watch::Receiver<bool>) {
    if !*is_open.borrow() {
        return;
    }
    let Ok(mut far) = UnixStream::connect(socket).await else {
        return;
    };
    tokio::select! {
        // Either end may leave.
        _ = copy_bidirectional(&mut near, &mut far) => {}
        _ = is_open.wait_for(|is_open| !is_open) => {}
    }
}

/// The services that several servers share.
pub struct SharedServices {
    pub database: testing::TestStore,
    pub nats: NatsServer,
}

impl SharedServices {
    pub async fn start() -> Self {
        let database = testing::postgres().await;
        Self {
            database: database.expect("PostgreSQL for several servers"),
            nats: NatsServer::start().await,
        }
    }
}
