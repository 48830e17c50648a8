use std::{net::SocketAddr, sync::Arc, time::Duration};

use tokio::{net::TcpStream, time::timeout};
use url::{Host, Url};

use super::{DialError, address::is_public, lookup::Lookup};

/// Decides which addresses may be dialled.
#[derive(Clone)]
pub struct Guard {
    lookup: Arc<dyn Lookup>,
    /// `host:port` in small letters: of a private network, or of a test.
    allowed: Arc<[String]>,
    /// Whether this machine itself may be dialled.
    allows_loopback: bool,
}

impl Guard {
    pub fn new(lookup: Arc<dyn Lookup>, allowed: &[String]) -> Self {
        Self {
            lookup,
            allowed: allowed.iter().map(|host| host.to_lowercase()).collect(),
            allows_loopback: false,
        }
    }

    /// Allows this machine's own addresses too, for development.
    pub fn with_loopback(self) -> Self {
        Self {
            allows_loopback: true,
            ..self
        }
    }

    /// Returns the addresses that may be dialled for `url`: its name is looked up once, and what is dialled
    /// is what was judged. One address that is not public refuses them all.
    ///
    /// # Errors
    /// Fails if it is no web address, or leads into a network that is not public.
    pub async fn approve(&self, url: &Url) -> Result<Vec<SocketAddr>, DialError> {
        if !matches!(url.scheme(), "http" | "https") {
            return Err(DialError::NotWeb);
        }
        let (Some(host), Some(port)) = (url.host(), url.port_or_known_default()) else {
            return Err(DialError::NotWeb);
        };
        self.approve_host(host, port).await
    }

    /// Connects to a service that speaks a protocol of its own, such as a database. The addresses are judged as those
    /// of pages are, and the connection goes to one of the judged addresses.
    ///
    /// # Errors
    /// Fails if the host is unknown, not public, or cannot be reached within `time`.
    pub async fn connect(
        &self,
        host: &str,
        port: u16,
        time: Duration,
    ) -> Result<TcpStream, DialError> {
        let unknown = || DialError::UnknownHost(host.to_owned());
        let parsed = match host.parse() {
            Ok(address) => Host::Ipv6(address),
            Err(_) => Host::parse(host).map_err(|_| unknown())?,
        };
        let parsed = match &parsed {
            Host::Domain(name) => Host::Domain(name.as_str()),
            Host::Ipv4(address) => Host::Ipv4(*address),
            Host::Ipv6(address) => Host::Ipv6(*address),
        };
        let addresses = self.approve_host(parsed, port).await?;
        match timeout(time, TcpStream::connect(addresses.as_slice())).await {
            Ok(Ok(stream)) => Ok(stream),
            Ok(Err(error)) => Err(DialError::Failed(error.to_string())),
            Err(_) => Err(DialError::Failed("the connection timed out".to_owned())),
        }
    }

    async fn approve_host(
        &self,
        host: Host<&str>,
        port: u16,
    ) -> Result<Vec<SocketAddr>, DialError> {
        let addresses = match host {
            Host::Ipv4(address) => vec![SocketAddr::from((address, port))],
            Host::Ipv6(address) => vec![SocketAddr::from((address, port))],
            Host::Domain(name) => self
                .lookup
                .lookup(name.trim_end_matches('.'), port)
                .await
                .map_err(|_| DialError::UnknownHost(name.to_owned()))?,
        };
        if addresses.is_empty() {
            return Err(DialError::UnknownHost(host.to_string()));
        }
        let is_allowed = self
            .allowed
            .contains(&format!("{host}:{port}").to_lowercase());
        let may_dial = |address: &SocketAddr| {
            is_public(address.ip()) || (self.allows_loopback && address.ip().is_loopback())
        };
        if !is_allowed && !addresses.iter().all(may_dial) {
            return Err(DialError::Private(host.to_string()));
        }
        Ok(addresses)
    }
}

#[cfg(test)]
mod tests {
    use std::{io, net::IpAddr, sync::Mutex};

    use super::*;
    use crate::corpus;

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

    fn guard_answering(answers: Vec<Vec<&'static str>>) -> Guard {
        let answers = Mutex::new(answers);
        Guard::new(Arc::new(Fake { answers }), &["Inside.example:8080".into()])
    }

    async fn approved_addresses(guard: &Guard, url: &str) -> Option<Vec<String>> {
        let url = Url::parse(url).ok()?;
        let addresses = guard.approve(&url).await.ok()?;
        Some(addresses.iter().map(ToString::to_string).collect())
    }

    #[tokio::test]
    async fn private_addresses_are_rejected_in_every_notation() {
        let guard = guard_answering(vec![vec!["10.9.8.7"]]);
        for url in corpus::inner_urls() {
            assert_eq!(approved_addresses(&guard, &url).await, None, "{url}");
        }
    }

    #[tokio::test]
    async fn private_hosts_of_other_services_are_rejected_in_every_notation() {
        let guard = guard_answering(vec![vec!["10.9.8.7"]]);
        let mut tried = 0;
        for text in corpus::inner_urls() {
            let host = text.trim_start_matches("http://").trim_end_matches('/');
            let time = Duration::from_millis(50);
            match guard.connect(host, 5432, time).await {
                Err(DialError::Private(_) | DialError::UnknownHost(_)) => tried += 1,
                other => panic!("{text}: {other:?}"),
            }
        }
        assert!(tried > 350, "only {tried} hosts were tried");
    }

    #[tokio::test]
    async fn loopback_is_rejected_unless_explicitly_allowed() {
        for (address, may_dial) in [("127.0.0.1", true), ("::1", true), ("10.9.8.7", false)] {
            let guard = guard_answering(vec![vec![address]]);
            assert_eq!(
                approved_addresses(&guard, "http://name.example/").await,
                None
            );
            let guard = guard.with_loopback();
            let dialled = approved_addresses(&guard, "http://name.example/").await;
            assert_eq!(dialled.is_some(), may_dial, "{address}");
        }
    }

    #[tokio::test]
    async fn host_names_of_private_addresses_are_rejected_despite_dns_rebinding() {
        for inner in [
            "127.0.0.1",
            "10.9.8.7",
            "::1",
            "fe80::1",
            "fd00::7",
            "::ffff:192.168.0.9",
            "169.254.169.254",
        ] {
            let alone = guard_answering(vec![vec![inner]]);
            assert_eq!(
                approved_addresses(&alone, "http://name.example/").await,
                None
            );
            let among = guard_answering(vec![vec!["93.184.216.34", inner]]);
            assert_eq!(
                approved_addresses(&among, "https://name.example/").await,
                None
            );
            // The checked address is the one dialled, so a changed DNS answer has no effect.
            let rebinding = guard_answering(vec![vec!["93.184.216.34"], vec![inner]]);
            assert_eq!(
                approved_addresses(&rebinding, "https://name.example/").await,
                Some(vec!["93.184.216.34:443".into()])
            );
            assert_eq!(
                approved_addresses(&rebinding, "https://name.example/").await,
                None
            );
        }
        assert_eq!(
            approved_addresses(&guard_answering(vec![vec![]]), "http://name.example/").await,
            None
        );
    }

    #[tokio::test]
    async fn only_public_and_allowed_hosts_are_dialled() {
        let inside = guard_answering(vec![vec!["10.0.0.7"]]);
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
                approved_addresses(&inside, &format!("{scheme}://inside.example:8080/")).await,
                None
            );
        }
        assert!(
            approved_addresses(&inside, "http://inside.example:8080/x")
                .await
                .is_some()
        );
        assert_eq!(
            approved_addresses(&inside, "http://inside.example:8081/x").await,
            None
        );
        assert_eq!(
            approved_addresses(&inside, "http://other.example:8080/x").await,
            None
        );
        let outside = guard_answering(vec![vec!["93.184.216.34"]]);
        for number in 0..100 {
            let url = format!("https://site{number}.example/page/{number}?q={number}");
            assert!(approved_addresses(&outside, &url).await.is_some());
        }
    }
}
