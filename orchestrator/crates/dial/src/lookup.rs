use std::{io, net::SocketAddr};

/// Turns a name into addresses; tests have their own.
#[async_trait::async_trait]
pub trait Lookup: Send + Sync {
    async fn lookup(&self, host: &str, port: u16) -> io::Result<Vec<SocketAddr>>;
}

/// As this machine does it.
pub struct SystemLookup;

#[async_trait::async_trait]
impl Lookup for SystemLookup {
    async fn lookup(&self, host: &str, port: u16) -> io::Result<Vec<SocketAddr>> {
        Ok(tokio::net::lookup_host((host, port)).await?.collect())
    }
}
