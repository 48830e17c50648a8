//! The real server as a child process, with its dependencies.

use std::{
    fs::{self, File},
    io::{BufRead, BufReader},
    net::SocketAddr,
    path::Path,
    process::{Child, ChildStdout, Command, Stdio},
    time::Duration,
};

use chrono::Utc;
use portolan_mock_upstream::{AnswerPlan, MockUpstream};
use portolan_store::{DatabaseUrl, Store, StoreOptions};
use rustix::process::{Pid, Resource, Rlimit, Signal, getrlimit, kill_process, setrlimit};
use tempfile::TempDir;
use tokio::time::Instant;

use crate::{
    client::ApiUser,
    cluster::{DatabaseLine, SharedServices},
};

/// The timeout of every step.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// The lease of a chat where there are several servers.
pub const LEASE: Duration = Duration::from_secs(2);

/// Reads `/metrics`.
pub const METRICS_TOKEN: &str = "metrics";

/// The server under test with everything that outlives it: folder, address, model and database.
pub struct ServerSetup {
    folder: TempDir,
    _upstream: MockUpstream,
    settings: Vec<(&'static str, String)>,
    pub address: SocketAddr,
    /// The server's database, opened by the test.
    pub store: Store,
    pub user: ApiUser,
    server: ServerProcess,
    /// The other servers on the same PostgreSQL.
    pub others: Vec<OtherServer>,
    /// PostgreSQL and NATS, where there are several servers.
    pub shared: Option<SharedServices>,
    /// The first server's line to PostgreSQL.
    pub line: Option<DatabaseLine>,
}

/// A further server on the same PostgreSQL.
pub struct OtherServer {
    folder: TempDir,
    pub address: SocketAddr,
    pub line: DatabaseLine,
    settings: Vec<(&'static str, String)>,
    server: ServerProcess,
}

struct ServerProcess {
    child: Child,
    /// Open as long as the server may say something.
    _output: BufReader<ChildStdout>,
}

/// The resources of a process.
#[derive(Clone, Copy, Debug)]
pub struct Holdings {
    pub files: usize,
    pub threads: usize,
    pub megabytes: u64,
    pub kibibytes: u64,
}

impl ServerSetup {
    /// A server with one user and credits; `settings` are variables over those that all share.
    pub async fn new(settings: &[(&'static str, &str)]) -> Self {
        Self::with_others(settings, None).await
    }

    /// Servers that share PostgreSQL and NATS, with short leases; `settings` are of all of them.
    pub async fn several(servers: usize, settings: &[(&'static str, &str)]) -> Self {
        Self::with_others(settings, Some(servers - 1)).await
    }

    /// A server on SQLite, or one with so many others on PostgreSQL.
    async fn with_others(settings: &[(&'static str, &str)], others: Option<usize>) -> Self {
        let plan = AnswerPlan {
            tokens: 12,
            ..AnswerPlan::default()
        };
        // The first caller has installed the same provider.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let upstream = MockUpstream::start(plan).await.unwrap();
        let folder = TempDir::new().unwrap();
        fs::create_dir(folder.path().join("faults")).unwrap();
        let mut all = vec![
            ("OPENAI_API_KEY", "key".to_owned()),
            ("OPENAI_BASE_URL", upstream.base_url()),
            ("PORTOLAN_MODEL", "scripted".to_owned()),
            ("PORTOLAN_MODEL_INPUT_PRICE", "0".to_owned()),
            ("PORTOLAN_MODEL_OUTPUT_PRICE", "1000000".to_owned()),
            ("PORTOLAN_MODEL_CONTEXT_TOKENS", "32000".to_owned()),
            ("PORTOLAN_MODEL_OUTPUT_TOKENS", "50".to_owned()),
            ("PORTOLAN_MODEL_IDLE_SECONDS", "30".to_owned()),
            ("PORTOLAN_MODEL_CONNECT_SECONDS", "1".to_owned()),
            ("PORTOLAN_MODEL_BACK_OFF_MILLISECONDS", "5".to_owned()),
            ("PORTOLAN_DATABASE_WAIT_SECONDS", "1".to_owned()),
            ("PORTOLAN_DRAIN_SECONDS", "2".to_owned()),
            ("PORTOLAN_RESUME_SECONDS", "1".to_owned()),
            ("PORTOLAN_CHAT_IDLE_SECONDS", "1".to_owned()),
            // Without limits of its own: faults have one user do hundreds of things at once.
            (
                "PORTOLAN_PLANS",
                r#"[{id = "free", name = "Free", credits = 200}]"#.to_owned(),
            ),
            ("PORTOLAN_QUERY_WORKERS", "1".to_owned()),
            // Two weeks, so that a wrong clock ends no session.
            ("PORTOLAN_TOKEN_SECONDS", "1209600".to_owned()),
            ("PORTOLAN_METRICS_TOKEN", METRICS_TOKEN.to_owned()),
            ("PORTOLAN_LOG", "info".to_owned()),
        ];
        all.extend(
            settings
                .iter()
                .map(|(name, value)| (*name, (*value).to_owned())),
        );
        let mut shared = None;
        let mut line = None;
        if others.is_some() {
            let services = SharedServices::start().await;
            all.extend([
                ("PORTOLAN_NATS_URL", services.nats.url()),
                ("PORTOLAN_LEASE_SECONDS", LEASE.as_secs().to_string()),
                ("PORTOLAN_EXAMPLES", "false".to_owned()),
                // Secrets that servers with folders of their own have to share.
                ("PORTOLAN_AUTH_JWT_SECRET", "s".repeat(40)),
                ("PORTOLAN_AUTH_CODE_SECRET", "c".repeat(40)),
            ]);
            line = Some(DatabaseLine::to(&services.database.options.url));
            shared = Some(services);
        }
        let of_first = over_line(&all, line.as_ref());
        let (server, address) = ServerProcess::start(folder.path(), &of_first, None).await;
        let store = match &shared {
            Some(services) => services.database.store.clone(),
            None => {
                let database = folder.path().join("data/portolan.sqlite");
                let options = StoreOptions::new(DatabaseUrl::Sqlite(database));
                Store::open(&options).await.unwrap()
            }
        };
        let mut more = Vec::new();
        for _ in 0..others.unwrap_or(0) {
            let url = &shared.as_ref().unwrap().database.options.url;
            more.push(OtherServer::start(&all, DatabaseLine::to(url)).await);
        }
        let user = ApiUser::sign_up(address, "ada@example.com").await;
        let setup = Self {
            folder,
            _upstream: upstream,
            settings: of_first,
            address,
            store,
            user,
            server,
            others: more,
            shared,
            line,
        };
        setup.grant_credits(100_000).await;
        setup
    }

    #[expect(
        clippy::disallowed_methods,
        reason = "the server under test reads the system's clock too"
    )]
    pub async fn grant_credits(&self, credits: u64) {
        let id = self.user.id;
        self.store
            .set_credits(id, credits, Utc::now())
            .await
            .unwrap();
    }

    /// Starts the server again, at the same address.
    pub async fn restart(&mut self) {
        let (server, _) =
            ServerProcess::start(self.folder.path(), &self.settings, Some(self.address)).await;
        self.server = server;
    }

    /// The same person at each server, in turn.
    pub fn user_at(&self, server: usize) -> ApiUser {
        match server.checked_sub(1) {
            None => self.user.clone(),
            Some(other) => self.user.over(self.others[other].address),
        }
    }

    /// The end of what every server has logged.
    pub fn logs(&self) -> String {
        let others = self.others.iter().map(|other| log_of(other.folder.path()));
        let logs: Vec<String> = std::iter::once(self.log()).chain(others).collect();
        logs.join("\n---\n")
    }

    /// `kill -9`.
    pub fn kill(&mut self) {
        self.server.child.kill().unwrap();
        self.server.child.wait().unwrap();
    }

    /// `kill -15`.
    pub fn terminate(&self) {
        kill_process(self.pid(), Signal::TERM).unwrap();
    }

    pub fn pid(&self) -> Pid {
        Pid::from_child(&self.server.child)
    }

    /// Waits for the process to end by itself; whether it did so in order.
    pub async fn ended(&mut self) -> bool {
        let start = Instant::now();
        loop {
            if let Some(status) = self.server.child.try_wait().unwrap() {
                return status.success();
            }
            assert!(
                start.elapsed() < PATIENCE,
                "the server does not end\n{}",
                self.log()
            );
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// Lets the server kill itself when it passes this point, for example `commit.after 2`.
    pub fn kill_at(&self, point: &str) {
        self.fault("kill", point);
    }

    /// Makes the server's clock wrong by so many milliseconds.
    pub fn shift_clock(&self, milliseconds: i64) {
        self.fault("clock", &milliseconds.to_string());
    }

    /// Written beside and renamed, so that the server never reads half of it.
    fn fault(&self, name: &str, content: &str) {
        let folder = self.folder.path().join("faults");
        fs::write(folder.join("new"), content).unwrap();
        fs::rename(folder.join("new"), folder.join(name)).unwrap();
    }

    /// Bytes of the database's write-ahead log, which every commit makes longer.
    pub fn log_size(&self) -> u64 {
        let path = self.folder.path().join("data/portolan.sqlite-wal");
        fs::metadata(path).unwrap().len()
    }

    pub fn database(&self) -> std::path::PathBuf {
        self.folder.path().join("data/portolan.sqlite")
    }

    pub fn holdings(&self) -> Holdings {
        let process = format!("/proc/{}", self.server.child.id());
        let count = |name: &str| fs::read_dir(format!("{process}/{name}")).unwrap().count();
        let status = fs::read_to_string(format!("{process}/status")).unwrap();
        let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes =
            resident.and_then(|text| text.split_whitespace().next()?.parse::<u64>().ok());
        Holdings {
            files: count("fd"),
            threads: count("task"),
            megabytes: kilobytes.unwrap_or(0) >> 10,
            kibibytes: kilobytes.unwrap_or(0),
        }
    }

    /// The CPU that the server has used, in user mode and in the kernel. Linux reports it in hundredths of a second.
    pub fn cpu_time(&self) -> Duration {
        let pid = self.pid().as_raw_nonzero();
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap();
        // The name of the program may contain spaces.
        let fields: Vec<&str> = stat.rsplit(") ").next().unwrap().split(' ').collect();
        let ticks = |field: usize| fields[field].parse::<u64>().unwrap();
        Duration::from_millis(10 * (ticks(11) + ticks(12)))
    }

    /// The end of what the server has logged.
    pub fn log(&self) -> String {
        log_of(self.folder.path())
    }

    /// Stops or resumes the process.
    pub fn signal(&self, signal: Signal) {
        kill_process(self.pid(), signal).unwrap();
    }
}

/// Lets this process and its servers open a file for every stream.
pub fn raise_file_limit() {
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit {
        current: limit.maximum,
        ..limit
    };
    setrlimit(Resource::Nofile, raised).unwrap();
}

fn log_of(folder: &Path) -> String {
    let log = fs::read_to_string(folder.join("log")).unwrap_or_default();
    let lines: Vec<&str> = log.lines().rev().take(30).collect();
    lines.into_iter().rev().collect::<Vec<_>>().join("\n")
}

fn over_line(
    settings: &[(&'static str, String)],
    line: Option<&DatabaseLine>,
) -> Vec<(&'static str, String)> {
    let url = line.map(|line| ("PORTOLAN_DATABASE_URL", line.url()));
    settings.iter().cloned().chain(url).collect()
}

impl OtherServer {
    async fn start(settings: &[(&'static str, String)], line: DatabaseLine) -> Self {
        let folder = TempDir::new().unwrap();
        fs::create_dir(folder.path().join("faults")).unwrap();
        let settings = over_line(settings, Some(&line));
        let (server, address) = ServerProcess::start(folder.path(), &settings, None).await;
        Self {
            folder,
            address,
            line,
            settings,
            server,
        }
    }

    /// `kill -9`, and a new start at the same address.
    pub async fn kill_and_restart(&mut self) {
        self.server.child.kill().unwrap();
        self.server.child.wait().unwrap();
        let address = Some(self.address);
        let (server, _) = ServerProcess::start(self.folder.path(), &self.settings, address).await;
        self.server = server;
    }
}

/// A run that fails shows what its servers logged.
impl Drop for ServerSetup {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("{}", self.logs());
        }
    }
}

impl ServerProcess {
    /// Ignores the signal for files that grow too large, so that it becomes an error of the write.
    const SCRIPT: &str = r#"trap "" XFSZ; exec "$@""#;

    async fn start(
        folder: &Path,
        settings: &[(&'static str, String)],
        address: Option<SocketAddr>,
    ) -> (Self, SocketAddr) {
        let log = File::options()
            .create(true)
            .append(true)
            .open(folder.join("log"))
            .unwrap();
        let listen = address.map_or("127.0.0.1:0".to_owned(), |address| address.to_string());
        let mut child = Command::new("sh")
            .args(["-c", Self::SCRIPT, "sh", env!("CARGO_BIN_EXE_portolan")])
            .args(["serve", "--dev", "--listen", &listen, "--data-dir", "data"])
            .current_dir(folder)
            .env("PORTOLAN_FAULTS", folder.join("faults"))
            .envs(settings.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .unwrap();
        let mut said = BufReader::new(child.stdout.take().unwrap());
        // Meanwhile its line to the database is carried on this thread.
        let starting = tokio::task::spawn_blocking(move || {
            let mut line = String::new();
            said.read_line(&mut line).unwrap();
            (said, line)
        });
        let (said, line) = starting.await.unwrap();
        let address = line
            .trim()
            .strip_prefix("Portolan is ready at http://")
            .and_then(|address| address.parse().ok());
        let address = address.unwrap_or_else(|| {
            let log = fs::read_to_string(folder.join("log")).unwrap_or_default();
            panic!("the server did not start: {line}{log}")
        });
        (
            Self {
                child,
                _output: said,
            },
            address,
        )
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
