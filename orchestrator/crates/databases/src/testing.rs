//! Database servers of users for tests: a throw-away MariaDB, and a PostgreSQL that speaks TLS.
//!
//! Both are Debian's and end with the process, however that ends: a shell waits for its standard input to close.

use std::{
    io::{BufRead, BufReader},
    net::{Ipv4Addr, SocketAddr, TcpListener},
    os::unix::{fs::chown, process::CommandExt},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{
        OnceLock,
        atomic::{AtomicU32, Ordering},
    },
};

use portolan_store::testing::{READER, READER_PASSWORD, operating_account, postgres_programs};
use sqlx::{AssertSqlSafe, Connection, MySqlConnection, mysql::MySqlConnectOptions};

/// A certificate of 127.0.0.1 and the authority that signed it, both in a folder.
#[derive(Clone, Debug)]
pub struct TestCertificates {
    folder: PathBuf,
}

impl TestCertificates {
    /// The authority's certificate in PEM.
    pub fn authority(&self) -> String {
        std::fs::read_to_string(self.folder.join("ca.pem")).expect("the authority's certificate")
    }
}

/// Writes `ca.pem`, `server.pem` and `server.key`.
const CERTIFICATES: &str = r#"
openssl req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.pem -days 2 -subj "/CN=Portolan tests" 2>>log &&
openssl req -newkey rsa:2048 -nodes -keyout server.key -out server.csr -subj "/CN=database" 2>>log &&
printf 'subjectAltName=IP:127.0.0.1\nbasicConstraints=CA:FALSE\n' >names &&
openssl x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile names -out server.pem 2>>log &&
chmod 600 server.key || { cat log >&2; exit 1; }
"#;

/// Its argument is nothing; it works in the current folder, and says `ready`.
const MARIADB: &str = r#"
mariadb-install-db --no-defaults --datadir="$PWD/data" --auth-root-authentication-method=normal --skip-test-db >>log 2>&1 ||
    { cat log >&2; exit 1; }
/usr/sbin/mariadbd --no-defaults --datadir="$PWD/data" --socket="$PWD/socket" --skip-networking --pid-file="$PWD/pid" \
    --innodb-buffer-pool-size=32M --innodb-flush-log-at-trx-commit=0 --ssl-cert="$PWD/server.pem" \
    --ssl-key="$PWD/server.key" --ssl-ca="$PWD/ca.pem" >>log 2>&1 </dev/null &
server=$!
until mariadb-admin --no-defaults --socket="$PWD/socket" --user=root ping >/dev/null 2>&1; do
    kill -0 $server || { cat log >&2; exit 1; }
    sleep 0.05
done
"#;

/// Its arguments are the folder of the programs and a port.
const POSTGRES: &str = r#"
"$1"/initdb --pgdata data --username portolan --auth trust --encoding UTF8 --locale C --no-sync >>log 2>&1 || { cat log >&2; exit 1; }
printf 'local all all trust\nhostssl all reader 127.0.0.1/32 scram-sha-256\n' >data/pg_hba.conf
"$1"/postgres -D data -k "$PWD" -p "$2" -c listen_addresses=127.0.0.1 -c fsync=off -c ssl=on \
    -c ssl_cert_file="$PWD/server.pem" -c ssl_key_file="$PWD/server.key" >>log 2>&1 </dev/null &
server=$!
until "$1"/pg_isready --quiet --host "$PWD" --port "$2" --username portolan --dbname postgres; do
    kill -0 $server || { cat log >&2; exit 1; }
    sleep 0.05
done
"#;

/// Ends the server and removes its folder when standard input closes.
const WAIT: &str = r#"
echo ready
cat >/dev/null
kill -QUIT $server
wait $server
folder=$PWD
cd /
rm -rf "$folder"
"#;

struct DatabaseServer {
    certificates: TestCertificates,
    /// The server ends when this one's standard input closes.
    _shell: Child,
}

impl DatabaseServer {
    /// Runs a script as the account under which Debian runs the server, because both refuse root.
    fn start(account: &str, script: &str, arguments: &[&str]) -> Self {
        let folder = tempfile::Builder::new()
            .prefix("portolan-db-")
            .tempdir()
            .expect("a temporary folder")
            .keep();
        let mut command = if rustix::process::geteuid().is_root() {
            let (user, group) = operating_account(account);
            chown(&folder, Some(user), Some(group)).expect("a folder of the server's account");
            let mut command = Command::new("runuser");
            command.args(["-u", account, "--", "sh"]);
            command
        } else {
            Command::new("sh")
        };
        let mut shell = command
            .args(["-c", &format!("{CERTIFICATES}{script}{WAIT}"), "database"])
            .args(arguments)
            .current_dir(&folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            // Ctrl-C ends the tests; the shell then ends the server in order.
            .process_group(0)
            .spawn()
            .expect("a shell for the database");
        let mut line = String::new();
        BufReader::new(shell.stdout.take().expect("the shell's output"))
            .read_line(&mut line)
            .expect("the shell's answer");
        assert_eq!(line, "ready\n", "the database did not start, see above");
        Self {
            certificates: TestCertificates { folder },
            _shell: shell,
        }
    }
}

/// Returns None without the package, which is an error in CI.
fn without(package: &str) -> Option<()> {
    let advice = format!("install it with `apt-get install {package}`");
    assert!(
        std::env::var_os("CI").is_none(),
        "the tests need {package}: {advice}"
    );
    eprintln!("skipped without {package}: {advice}");
    None
}

/// A database of a user on the throw-away MariaDB, with its owner's connection.
pub struct MariaDatabase {
    pub name: String,
    /// May read its tables and no others; its password is [`READER_PASSWORD`].
    pub user: String,
    /// The socket of its server, which speaks TLS where a client asks for it.
    pub socket: PathBuf,
    pub certificates: TestCertificates,
    owner: MySqlConnection,
}

impl MariaDatabase {
    /// Creates a database with what these statements write.
    pub async fn create(statements: &str) -> Option<Self> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        static SERVER: OnceLock<Option<DatabaseServer>> = OnceLock::new();
        let start = || match Path::new("/usr/sbin/mariadbd").exists() {
            true => Some(DatabaseServer::start("mysql", MARIADB, &[])),
            false => without("mariadb-server").map(|()| unreachable!()),
        };
        let certificates = SERVER.get_or_init(start).as_ref()?.certificates.clone();
        let name = format!("shop_{}", COUNT.fetch_add(1, Ordering::Relaxed));
        let socket = certificates.folder.join("socket");
        let options = MySqlConnectOptions::new().socket(&socket).username("root");
        let owner = MySqlConnection::connect_with(&options).await;
        let mut database = Self {
            owner: owner.expect("the throw-away MariaDB answers"),
            user: format!("{READER}_of_{name}"),
            name,
            socket,
            certificates,
        };
        let (name, user) = (&database.name, &database.user);
        let prepare = format!(
            "CREATE DATABASE {name} CHARACTER SET utf8mb4; USE {name}; \
             CREATE USER {user} IDENTIFIED BY '{READER_PASSWORD}'; \
             GRANT SELECT ON {name}.* TO {user};"
        );
        database.execute(&prepare).await;
        database.execute(statements).await;
        Some(database)
    }

    /// Runs statements as the owner.
    pub async fn execute(&mut self, statements: &str) {
        sqlx::raw_sql(AssertSqlSafe(statements.to_owned()))
            .execute(&mut self.owner)
            .await
            .expect("the owner's statements");
    }
}

/// A PostgreSQL that speaks TLS on a port of this machine, with a table `orders` of three rows.
pub struct TlsPostgres {
    pub address: SocketAddr,
    pub certificates: TestCertificates,
    _server: DatabaseServer,
}

impl TlsPostgres {
    pub fn start() -> Option<Self> {
        let Some(programs) = postgres_programs() else {
            return without("postgresql").map(|()| unreachable!());
        };
        // Another program could take the port in between; tests of one process don't.
        let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
        let address = free.local_addr().expect("its address");
        drop(free);
        let port = address.port().to_string();
        let fill = format!(
            "{POSTGRES}\
             \"$1\"/psql --quiet --no-psqlrc --host \"$PWD\" --port \"$2\" --username portolan postgres -c \
             \"CREATE ROLE {READER} LOGIN PASSWORD '{READER_PASSWORD}'; CREATE TABLE orders AS \
             SELECT generate_series(1, 3) AS id; GRANT SELECT ON orders TO {READER}\" >>log 2>&1\n"
        );
        let server =
            DatabaseServer::start("postgres", &fill, &[&programs.to_string_lossy(), &port]);
        Some(Self {
            address,
            certificates: server.certificates.clone(),
            _server: server,
        })
    }
}
