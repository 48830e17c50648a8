use std::{net::SocketAddr, sync::Arc};

use url::{Host, Url};

use super::{FetchError, address::is_public, lookup::Lookup};

/// Decides which addresses may be dialled.
#[derive(Clone)]
pub struct Guard {
    lookup: Arc<dyn Lookup>,
    /// `host:port` in small letters: of a private network, or of a test.
    allowed: Arc<[String]>,
}

impl Guard {
    pub fn new(lookup: Arc<dyn Lookup>, allowed: &[String]) -> Self {
        Self {
            lookup,
            allowed: allowed.iter().map(|host| host.to_lowercase()).collect(),
        }
    }

    /// The addresses that may be dialled for `url`: its name is looked up once, and what is dialled
    /// is what was judged. One address that is not public refuses them all.
    ///
    /// # Errors
    /// Where it is no web address, or leads into a network that is not public.
    pub async fn approve(&self, url: &Url) -> Result<Vec<SocketAddr>, FetchError> {
        if !matches!(url.scheme(), "http" | "https") {
            return Err(FetchError::NotWeb);
        }
        let (Some(host), Some(port)) = (url.host(), url.port_or_known_default()) else {
            return Err(FetchError::NotWeb);
        };
        let addresses = match host {
            Host::Ipv4(address) => vec![SocketAddr::from((address, port))],
            Host::Ipv6(address) => vec![SocketAddr::from((address, port))],
            Host::Domain(name) => self
                .lookup
                .lookup(name.trim_end_matches('.'), port)
                .await
                .map_err(|_| FetchError::UnknownHost(name.to_owned()))?,
        };
        if addresses.is_empty() {
            return Err(FetchError::UnknownHost(host.to_string()));
        }
        let is_allowed = self
            .allowed
            .contains(&format!("{host}:{port}").to_lowercase());
        if !is_allowed && !addresses.iter().all(|address| is_public(address.ip())) {
            return Err(FetchError::Private(host.to_string()));
        }
        Ok(addresses)
    }
}

#[cfg(test)]
mod tests {
    use std::{io, net::IpAddr, sync::Mutex};

    use super::*;

    /// Every name leads to these addresses, the next ones each time.
    struct Fake {
        answers: Mutex<Vec<Vec<&'static str>>>,
    }

    #[async_trait::async_trait]
    impl Lookup for Fake {
        async fn lookup(&self, _: &str, port: u16) -> io::Result<Vec<SocketAddr>> {
            let mut answers = self.answers.lock().unwrap();
            let answer = if answers.len() > 1 {
                answers.remove(0)
            } else {
                answers.first().cloned().unwrap_or_default()
            };
            let address = |text: &str| SocketAddr::new(text.parse::<IpAddr>().unwrap(), port);
            Ok(answer.into_iter().map(address).collect())
        }
    }

    fn guard(answers: Vec<Vec<&'static str>>) -> Guard {
        let answers = Mutex::new(answers);
        Guard::new(Arc::new(Fake { answers }), &["Inside.example:8080".into()])
    }

    async fn approved(guard: &Guard, url: &str) -> Option<Vec<String>> {
        let url = Url::parse(url).ok()?;
        let addresses = guard.approve(&url).await.ok()?;
        Some(addresses.iter().map(ToString::to_string).collect())
    }

    /// The ways in which people and programs write an IPv4 address.
    fn spellings([a, b, c, d]: [u8; 4]) -> Vec<String> {
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

    #[tokio::test]
    async fn no_spelling_of_an_inner_address_is_dialled() {
        let guard = guard(vec![]);
        let ranges: [[u8; 4]; 16] = [
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
        for range in ranges {
            let urls = spellings(range);
            assert_eq!(urls.len(), 25);
            for url in urls {
                assert_eq!(approved(&guard, &url).await, None, "{url}");
            }
        }
    }

    #[tokio::test]
    async fn names_that_lead_inside_are_refused_however_often_they_change() {
        for inner in [
            "127.0.0.1",
            "10.9.8.7",
            "::1",
            "fe80::1",
            "fd00::7",
            "::ffff:192.168.0.9",
            "169.254.169.254",
        ] {
            let alone = guard(vec![vec![inner]]);
            assert_eq!(approved(&alone, "http://name.example/").await, None);
            let among = guard(vec![vec!["93.184.216.34", inner]]);
            assert_eq!(approved(&among, "https://name.example/").await, None);
            // What was judged is dialled, so a name that changes its mind changes nothing.
            let rebinding = guard(vec![vec!["93.184.216.34"], vec![inner]]);
            assert_eq!(
                approved(&rebinding, "https://name.example/").await,
                Some(vec!["93.184.216.34:443".into()])
            );
            assert_eq!(approved(&rebinding, "https://name.example/").await, None);
        }
        assert_eq!(
            approved(&guard(vec![vec![]]), "http://name.example/").await,
            None
        );
    }

    #[tokio::test]
    async fn only_the_web_is_read_and_what_the_operator_allows() {
        let inside = guard(vec![vec!["10.0.0.7"]]);
        for scheme in [
            "ftp",
            "file",
            "gopher",
            "data",
            "javascript",
            "ws",
            "wss",
            "chrome",
            "about",
            "blob",
            "ldap",
            "dict",
            "sftp",
            "jar",
            "mailto",
        ] {
            assert_eq!(
                approved(&inside, &format!("{scheme}://inside.example:8080/")).await,
                None
            );
        }
        assert!(
            approved(&inside, "http://inside.example:8080/x")
                .await
                .is_some()
        );
        assert_eq!(
            approved(&inside, "http://inside.example:8081/x").await,
            None
        );
        assert_eq!(approved(&inside, "http://other.example:8080/x").await, None);
        let outside = guard(vec![vec!["93.184.216.34"]]);
        for number in 0..100 {
            let url = format!("https://site{number}.example/page/{number}?q={number}");
            assert!(approved(&outside, &url).await.is_some());
        }
    }
}
