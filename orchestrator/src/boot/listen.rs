use std::{
    fmt,
    net::{Ipv4Addr, Ipv6Addr, SocketAddr},
    str::FromStr,
};

use serde::{Deserialize, Serialize};

/// The listen address of the server: an address and a port, or `localhost` and a port, which is
/// loopback of both kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Listen {
    pub address: SocketAddr,
    is_localhost: bool,
}

impl Listen {
    /// The second address of a name that has two, with the port that the first one got.
    pub fn other(&self, port: u16) -> Option<SocketAddr> {
        self.is_localhost
            .then(|| SocketAddr::from((Ipv6Addr::LOCALHOST, port)))
    }
}

impl From<SocketAddr> for Listen {
    fn from(address: SocketAddr) -> Self {
        Self {
            address,
            is_localhost: false,
        }
    }
}

impl FromStr for Listen {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || {
            format!("{text} is no address with a port, such as 127.0.0.1:8080 or localhost:8080")
        };
        if let Some(port) = text.strip_prefix("localhost:") {
            let port: u16 = port.parse().map_err(|_| wrong())?;
            return Ok(Self {
                address: SocketAddr::from((Ipv4Addr::LOCALHOST, port)),
                is_localhost: true,
            });
        }
        text.parse::<SocketAddr>()
            .map(Self::from)
            .map_err(|_| wrong())
    }
}

impl TryFrom<String> for Listen {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Listen> for String {
    fn from(listen: Listen) -> Self {
        listen.to_string()
    }
}

impl fmt::Display for Listen {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_localhost {
            write!(formatter, "localhost:{}", self.address.port())
        } else {
            self.address.fmt(formatter)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn localhost_resolves_to_both_loopback_addresses() {
        let listen: Listen = "localhost:9999".parse().unwrap();
        assert_eq!(listen.address.to_string(), "127.0.0.1:9999");
        assert_eq!(listen.other(7).unwrap().to_string(), "[::1]:7");
        assert_eq!(listen.to_string(), "localhost:9999");
        let plain: Listen = "[::1]:80".parse().unwrap();
        assert_eq!(
            (plain.other(80), plain.to_string().as_str()),
            (None, "[::1]:80")
        );
        for bad in ["localhost", "localhost:x", "example.com:80", "8080"] {
            assert!(bad.parse::<Listen>().is_err(), "{bad}");
        }
    }
}
