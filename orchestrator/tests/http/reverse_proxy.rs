//! Development mode and rate limits behind real reverse proxies and tunnels.

use std::{
    fs,
    io::ErrorKind,
    net::{IpAddr, SocketAddr},
    process::Command,
};

use portolan::boot::testing::TestServer;
use portolan_blocks::Event;
use reqwest::Method;
use serde_json::json;
use tempfile::TempDir;
use tokio::net::{TcpListener, TcpStream};

use crate::{
    auth_support::{anonymous_client, sent_messages, sign_up},
    client::{Client, HttpAnswer, http_builder, send},
    stream::{Stream, accepted, chat, post_message},
    world::{PASSWORD, SCRIPTED, World},
};

/// Sign-ins beyond what one address may try, also where some are regained meanwhile.
const ATTEMPTS: usize = 60;
/// Wrong passwords that one account takes in a minute.
const WRONG_PASSWORDS: usize = 10;

/// An nginx with a plain pass, one with `X-Real-IP` and one with `X-Forwarded-…`.
struct Nginx {
    folder: TempDir,
    addresses: Vec<SocketAddr>,
}

/// Free ports; nginx cannot choose its own.
fn free_addresses(count: usize) -> Vec<SocketAddr> {
    let ports: Vec<_> = (0..count)
        .map(|_| std::net::TcpListener::bind("127.0.0.1:0").unwrap())
        .collect();
    ports
        .iter()
        .map(|port| port.local_addr().unwrap())
        .collect()
}

impl Nginx {
    /// None, with a notice, where nginx is not installed and could not be.
    fn start(upstream: SocketAddr) -> Option<Self> {
        let addresses = free_addresses(3);
        let headers = [
            "",
            "proxy_set_header Host $host; proxy_set_header X-Real-IP $remote_addr;",
            "proxy_set_header Host $host; proxy_set_header X-Forwarded-Host $host; \
             proxy_set_header X-Forwarded-Proto $scheme; \
             proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;",
        ];
        let servers: String = addresses
            .iter()
            .zip(headers)
            .map(|(address, headers)| {
                format!(
                    "server {{ listen {address}; location / {{ proxy_pass http://{upstream}; {headers} }} }}\n"
                )
            })
            .collect();
        Self::run(addresses, &servers)
    }

    /// The documented site, without its certificate.
    fn start_example(upstream: SocketAddr) -> Option<Self> {
        let addresses = free_addresses(2);
        let example = include_str!("../../../deploy/nginx.conf");
        let lines = example.lines().filter(|line| {
            let line = line.trim();
            !line.starts_with("ssl_") && !line.starts_with("listen [::]")
        });
        let site = lines.collect::<Vec<_>>().join("\n");
        let [plain, secure] = &addresses[..] else {
            unreachable!("two addresses")
        };
        let site = site
            .replace("listen 80;", &format!("listen {plain};"))
            .replace("listen 443 ssl http2;", &format!("listen {secure};"))
            .replace("server 127.0.0.1:8080;", &format!("server {upstream};"));
        let is_replaced = ["listen 80;", "listen 443", "127.0.0.1:8080"]
            .iter()
            .all(|fixed| !site.contains(fixed));
        assert!(is_replaced, "{site}");
        Self::run(addresses, &site)
    }

    /// Starts it with these servers.
    fn run(addresses: Vec<SocketAddr>, servers: &str) -> Option<Self> {
        let folder = TempDir::new().unwrap();
        let configuration = format!(
            "pid nginx.pid; error_log stderr; master_process off;\nevents {{}}\nhttp {{\n\
             access_log off; client_body_temp_path body; proxy_temp_path proxy;\n\
             fastcgi_temp_path fastcgi; uwsgi_temp_path uwsgi; scgi_temp_path scgi;\n{servers}}}\n"
        );
        fs::write(folder.path().join("nginx.conf"), configuration).unwrap();
        let nginx = Self { folder, addresses };
        // It goes into the background when it listens.
        match nginx.command(&[]).status() {
            Ok(status) => assert!(status.success(), "nginx ended with {status}"),
            Err(error)
                if error.kind() == ErrorKind::NotFound && !rustix::process::geteuid().is_root() =>
            {
                eprintln!("skipped: install nginx-light to test behind a real reverse proxy");
                return None;
            }
            Err(error) => panic!("nginx does not start: {error}"),
        }
        Some(nginx)
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let path = std::env::var("PATH").unwrap_or_default();
        let mut command = Command::new("nginx");
        command
            // Debian keeps it where only administrators look.
            .env("PATH", format!("{path}:/usr/sbin"))
            .arg("-p")
            .arg(self.folder.path())
            .args(["-c", "nginx.conf", "-e", "stderr"])
            .args(arguments);
        command
    }
}

impl Drop for Nginx {
    fn drop(&mut self) {
        let _ = self.command(&["-s", "stop"]).status();
    }
}

/// One way to reach a server from elsewhere.
struct ProxyRoute {
    name: &'static str,
    client: Client,
    headers: &'static [(&'static str, &'static str)],
}

impl ProxyRoute {
    async fn get(&self, path: &str, headers: &[(&str, &str)]) -> HttpAnswer {
        let request = self.client.request(Method::GET, path);
        let all = self.headers.iter().chain(headers);
        let request = all.fold(request, |request, (name, value)| {
            request.header(*name, *value)
        });
        send(request).await
    }

    async fn sign_in(&self, email: &str, password: &str) -> HttpAnswer {
        let request = self
            .client
            .request(Method::POST, "/auth/v1/token?grant_type=password")
            .json(&json!({"email": email, "password": password}));
        let request = self.headers.iter().fold(request, |request, (name, value)| {
            request.header(*name, *value)
        });
        send(request).await
    }
}

/// Passes bytes on as `ssh -L` does.
async fn tunnel(upstream: SocketAddr) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    actix_web::rt::spawn(async move {
        while let Ok((mut near, _)) = listener.accept().await {
            actix_web::rt::spawn(async move {
                let mut far = TcpStream::connect(upstream).await.unwrap();
                let _ = tokio::io::copy_bidirectional(&mut near, &mut far).await;
            });
        }
    });
    address
}

async fn routes(server: &TestServer, nginx: Option<&Nginx>) -> Vec<ProxyRoute> {
    let route = |name, address, headers| ProxyRoute {
        name,
        client: Client::new(address),
        headers,
    };
    let mut routes = vec![
        route("tunnel", tunnel(server.address).await, &[][..]),
        route(
            "Caddy",
            server.address,
            &[
                ("x-forwarded-for", "198.51.100.7"),
                ("x-forwarded-proto", "https"),
                ("x-forwarded-host", "charts.example"),
            ],
        ),
    ];
    let names = ["nginx", "nginx with X-Real-IP", "nginx with X-Forwarded"];
    for (name, address) in names.into_iter().zip(
        nginx
            .iter()
            .flat_map(|nginx| nginx.addresses.iter().copied()),
    ) {
        routes.push(route(name, address, &[]));
    }
    routes
}

#[actix_web::test]
async fn mailbox_returns_404_outside_development_mode() {
    let world = World::sqlite().await;
    world.new_user("ada").await;
    let server = world
        .restart_with(|settings| settings.is_development = false)
        .await;
    let nginx = Nginx::start(server.address);
    assert!(server.app.auth.mailbox_link().is_none());
    for route in routes(&server, nginx.as_ref()).await {
        for path in [
            "/dev/mailbox",
            "/dev/mailbox?secret=",
            "/dev/mailbox?to=ada@example.com",
        ] {
            for host in ["localhost", "127.0.0.1", "charts.example"] {
                let answer = route.get(path, &[("host", host)]).await;
                assert_eq!(
                    answer.status,
                    404,
                    "{} as {host}: {}",
                    route.name,
                    answer.text()
                );
            }
        }
    }
    let closed = sign_up(&anonymous_client(&server), "eve@example.com", "secret 1").await;
    closed.refused(422, "signup_disabled");
}

#[actix_web::test]
async fn mailbox_shows_nothing_without_its_secret() {
    let world = World::sqlite().await;
    world.new_user("ada").await;
    let server = &world.server;
    let nginx = Nginx::start(server.address);
    let body = json!({"email": "ada@example.com"});
    anonymous_client(server)
        .post("/auth/v1/recover", body)
        .await
        .is(200);
    let code = sent_messages(server, "ada@example.com")
        .await
        .remove(0)
        .code;
    assert_eq!(code.len(), 6);
    for route in routes(server, nginx.as_ref()).await {
        for path in [
            "/dev/mailbox",
            "/dev/mailbox?secret=",
            "/dev/mailbox?secret=guess",
        ] {
            for accept in ["application/json", "text/html"] {
                let answer = route.get(path, &[("accept", accept)]).await;
                assert!(
                    matches!(answer.status, 403 | 404),
                    "{}: {}",
                    route.name,
                    answer.status
                );
                assert!(!answer.text().contains(&code), "{}", route.name);
            }
        }
    }
}

#[actix_web::test]
async fn attempt_limit_counts_across_all_proxies() {
    let world = World::sqlite().await;
    let names = ["ada", "bob", "cleo", "dan", "eve"];
    for name in names {
        world.new_user(name).await;
    }
    for proxies in [&[][..], &["127.0.0.0/8"]] {
        let server = world
            .restart_with(|settings| {
                settings.is_development = false;
                settings.trusted_proxies =
                    proxies.iter().map(|range| range.parse().unwrap()).collect();
                // Through an untrusted proxy everyone is the same peer.
                settings.sign_ins_per_minute = 1_000;
            })
            .await;
        let nginx = Nginx::start(server.address);
        for (route, name) in routes(&server, nginx.as_ref()).await.iter().zip(names) {
            let email = format!("{name}@example.com");
            for _ in 0..WRONG_PASSWORDS {
                let wrong = route.sign_in(&email, "guess").await;
                wrong.refused(400, "invalid_credentials");
            }
            let refused = route.sign_in(&email, PASSWORD).await;
            refused.refused(429, "over_request_rate_limit");
            let seconds: u64 = refused.header("retry-after").parse().unwrap();
            assert!((1..=60).contains(&seconds), "{}: {seconds}", route.name);
        }
    }
}

#[actix_web::test]
async fn documented_nginx_config_passes_streams_uploads_and_client_address() {
    let world = World::sqlite().await;
    let ada = world.new_user("ada").await;
    let server = world
        .restart_with(|settings| {
            settings.trusted_proxies = vec![IpAddr::from([127, 0, 0, 1]).into()];
        })
        .await;
    let Some(nginx) = Nginx::start_example(server.address) else {
        return;
    };
    let ada = ada.at(nginx.addresses[1]);

    // An event arrives while the answer still runs: nothing is held back.
    let chat_id = chat(&ada).await;
    let mut viewer = Stream::open(&ada, chat_id).await;
    let body = json!({"text": "[[mock tokens=16,fault=stall,after=9]]", "model": SCRIPTED});
    accepted(&post_message(&ada, chat_id, body).await);
    viewer
        .until(|event| matches!(event, Event::BlockDelta { .. }))
        .await;
    ada.post(&format!("/api/chats/{chat_id}/cancel"), json!({}))
        .await
        .is(204);

    // Larger than nginx takes by default, and than this server takes: the refusal is the server's own.
    let rows = "tea,1\n".repeat(400_000);
    let body = json!({"name": "tea.csv", "text": rows});
    let answer = ada.post("/api/sources", body).await;
    assert_ne!(
        answer.header("content-type"),
        "text/html",
        "{}",
        answer.text()
    );

    // Whatever a client writes into the header, its limits are those of its own address.
    let mut is_limited = false;
    for number in 0..ATTEMPTS {
        let forged = format!("198.51.100.{number}");
        let request = ada
            .request(Method::POST, "/auth/v1/token?grant_type=password")
            .header("x-forwarded-for", forged)
            .json(&json!({"email": format!("eve{number}@example.com"), "password": "wrong"}));
        is_limited |= send(request).await.status == 429;
    }
    assert!(is_limited);
    let redirect = http_builder()
        .redirect(reqwest::redirect::Policy::none())
        .build()
        .unwrap()
        .get(format!("http://{}/charts", nginx.addresses[0]))
        .send()
        .await
        .unwrap();
    assert_eq!(redirect.status(), 301);
    let target = redirect.headers()["location"].to_str().unwrap();
    assert!(
        target.starts_with("https://") && target.ends_with("/charts"),
        "{target}"
    );
}
