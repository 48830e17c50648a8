//! Addresses that lead into private networks, which no outgoing request may reach. Every entry that
//! dials runs them all.

use std::{
    io,
    net::{IpAddr, SocketAddr},
    sync::Arc,
    time::Duration,
};

use url::Url;

use super::{Dialer, Guard, Lookup};

const INNER_V4: [[u8; 4]; 16] = [
    [0, 0, 0, 0],
    [10, 0, 0, 1],
    [100, 64, 0, 1],
    [127, 0, 0, 1],
    [127, 255, 255, 254],
    [169, 254, 169, 254],
    [172, 16, 0, 1],
    [172, 31, 9, 9],
    [192, 0, 0, 1],
    [192, 0, 2, 7],
    [192, 168, 0, 1],
    [198, 18, 0, 1],
    [198, 51, 100, 9],
    [203, 0, 113, 5],
    [224, 0, 0, 251],
    [255, 255, 255, 255],
];

/// Names, and the addresses that [`InnerNames`] gives them.
const NAMES: [(&str, &[&str]); 9] = [
    ("loopback.example", &["127.0.0.1"]),
    ("metadata.example", &["169.254.169.254"]),
    ("private.example", &["10.9.8.7"]),
    ("mapped.example", &["::ffff:192.168.0.9"]),
    ("loopback6.example", &["::1"]),
    ("link6.example", &["fe80::1"]),
    ("unique6.example", &["fd00::7"]),
    ("first.example", &["93.184.216.34", "169.254.169.254"]),
    ("last.example", &["10.0.0.1", "93.184.216.34"]),
];

/// The notations of an IPv4 address that people and programs use.
fn ipv4_spellings([a, b, c, d]: [u8; 4]) -> Vec<String> {
    let number = u32::from_be_bytes([a, b, c, d]);
    let low = u32::from_be_bytes([0, b, c, d]);
    let lower = u32::from_be_bytes([0, 0, c, d]);
    let mapped = format!("{a:02x}{b:02x}:{c:02x}{d:02x}");
    let hosts = [
        format!("{a}.{b}.{c}.{d}"),
        format!("{a}.{b}.{c}.{d}."),
        format!("{number}"),
        format!("0x{number:x}"),
        format!("0X{number:X}"),
        format!("0{number:o}"),
        format!("{a}.{low}"),
        format!("{a}.{b}.{lower}"),
        format!("0x{a:x}.0x{b:x}.0x{c:x}.0x{d:x}"),
        format!("0{a:o}.0{b:o}.0{c:o}.0{d:o}"),
        format!("0{a:o}.{b}.0x{c:x}.{d}"),
        format!("0x{a:x}.{low}"),
        format!(
            "%{:02x}{}.{b}.{c}.{d}",
            a.to_string().as_bytes()[0],
            &a.to_string()[1..]
        ),
        format!("{a}%2e{b}%2e{c}%2e{d}"),
        format!("{a}。{b}。{c}。{d}"),
        format!("[::ffff:{a}.{b}.{c}.{d}]"),
        format!("[::ffff:{mapped}]"),
        format!("[0:0:0:0:0:ffff:{mapped}]"),
        format!("[64:ff9b::{mapped}]"),
        format!("[64:ff9b::{a}.{b}.{c}.{d}]"),
        format!("[2002:{mapped}::]"),
        format!("[2002:{mapped}::1]"),
        format!("[::{mapped}]"),
        format!("[2001:0:{mapped}::1]"),
        format!("user:password@{a}.{b}.{c}.{d}"),
    ];
    let urls = hosts.iter().map(|host| format!("http://{host}/"));
    urls.collect()
}

/// Returns every spelling of every inner address, names that lead to one, and other schemes.
pub fn inner_urls() -> Vec<String> {
    let mut urls: Vec<String> = INNER_V4.into_iter().flat_map(ipv4_spellings).collect();
    for (name, _) in NAMES {
        urls.extend(["http", "https"].map(|scheme| format!("{scheme}://{name}/path")));
    }
    for host in [
        "[::]",
        "[::1]",
        "[fe80::1]",
        "[fd12::1]",
        "[fec0::1]",
        "[ff02::1]",
    ] {
        urls.push(format!("http://{host}/"));
    }
    for scheme in ["ftp", "file", "gopher", "ws", "ldap", "dict", "sftp", "jar"] {
        urls.push(format!("{scheme}://public.example/"));
    }
    urls
}

/// Looks the names of the corpus up; every other name is inside too.
struct InnerNames;

#[async_trait::async_trait]
impl Lookup for InnerNames {
    async fn lookup(&self, host: &str, port: u16) -> io::Result<Vec<SocketAddr>> {
        let known = NAMES.iter().find(|(name, _)| *name == host);
        let addresses = known.map_or(&["192.168.7.7"][..], |(_, addresses)| addresses);
        let address =
            |text: &&str| SocketAddr::new(text.parse::<IpAddr>().expect("an address"), port);
        Ok(addresses.iter().map(address).collect())
    }
}

/// Returns a dialer that may reach these hosts and nothing else of the corpus.
pub fn corpus_dialer(allowed: &[String]) -> Dialer {
    Dialer::new(corpus_guard(allowed), Duration::from_secs(5))
}

pub fn corpus_guard(allowed: &[String]) -> Guard {
    Guard::new(Arc::new(InnerNames), allowed)
}

/// Checks that one way of sending refuses the whole corpus before it dials.
pub async fn assert_refused(send: impl AsyncFn(Url) -> Result<(), String>) {
    let mut tried = 0;
    for text in inner_urls() {
        // An address that is none cannot be set either.
        let Ok(url) = Url::parse(&text) else { continue };
        let refused = send(url).await.expect_err(&text);
        let is_judged = refused.contains("not on the public internet")
            || refused.contains("http:// and https://");
        assert!(is_judged, "{text}: {refused}");
        tried += 1;
    }
    assert!(tried > 350, "only {tried} addresses were tried");
}
