use chrono::{DateTime, TimeDelta, Utc};
use url::Url;

use super::Chain;
use crate::AuthError;

/// Longer ones no wallet shows whole.
const LONGEST: usize = 20 * 1024;
/// How old a message may be, and how far another clock may be ahead.
const AGE: TimeDelta = TimeDelta::minutes(10);

/// A sign-in message that a wallet claims to have signed.
#[derive(Clone, Debug, PartialEq)]
pub struct SignInMessage {
    pub chain: Chain,
    pub domain: String,
    pub address: String,
    pub statement: Option<String>,
    pub uri: Url,
    pub nonce: Option<String>,
    pub network: Option<String>,
    pub issued_at: DateTime<Utc>,
    pub expires_at: Option<DateTime<Utc>>,
    pub not_before: Option<DateTime<Utc>>,
    pub(super) text: String,
}

impl SignInMessage {
    /// # Errors
    /// Fails if it is not of the form of EIP-4361, or lacks what makes it good once and here only.
    pub fn parse(chain: Chain, text: &str) -> Result<Self, AuthError> {
        if text.len() > LONGEST {
            return Err(bad_message(chain, "is too long"));
        }
        let mut lines = text.lines();
        let first = format!(" wants you to sign in with your {} account:", chain.title());
        let domain = lines
            .next()
            .and_then(|line| line.strip_suffix(&first))
            .filter(|domain| !domain.is_empty())
            .ok_or_else(|| bad_message(chain, "does not name the site that it is for"))?;
        let address = lines
            .next()
            .filter(|address| is_address(chain, address))
            .ok_or_else(|| bad_message(chain, "does not have a valid address"))?;
        let mut fields = MessageFields::default();
        for line in lines {
            fields.read_line(line);
        }
        let time = |text: Option<&str>| {
            text.map(|text| {
                DateTime::parse_from_rfc3339(text)
                    .map(|time| time.to_utc())
                    .map_err(|_| bad_message(chain, "has a time that is not one"))
            })
            .transpose()
        };
        if fields.version != Some("1") {
            return Err(bad_message(
                chain,
                "has a version that is not supported, use 1",
            ));
        }
        let uri = fields
            .uri
            .and_then(|uri| Url::parse(uri).ok())
            .ok_or_else(|| bad_message(chain, "has no URI"))?;
        // The site named in the first line, which users read, must be the one that it is for.
        let domain = domain.rsplit("://").next().unwrap_or(domain);
        if authority_of(&uri).as_deref() != Some(domain) {
            return Err(bad_message(
                chain,
                "has a URI of another site than the one it names",
            ));
        }
        Ok(Self {
            chain,
            domain: domain.to_owned(),
            address: address.to_owned(),
            statement: fields.statement.map(str::to_owned),
            uri,
            nonce: fields.nonce.map(str::to_owned),
            network: fields.chain_id.map(str::to_owned),
            issued_at: time(fields.issued_at)?
                .ok_or_else(|| bad_message(chain, "does not say when it was issued"))?,
            expires_at: time(fields.expires_at)?,
            not_before: time(fields.not_before)?,
            text: text.to_owned(),
        })
    }

    /// # Errors
    /// Fails if it is too old, or not for this moment.
    pub fn check_time(&self, now: DateTime<Utc>) -> Result<(), AuthError> {
        let reason = if now - self.issued_at > AGE {
            "was issued too long ago"
        } else if self.issued_at - now > AGE {
            "was issued too far in the future"
        } else if self.expires_at.is_some_and(|end| end <= now) {
            "is expired"
        } else if self.not_before.is_some_and(|start| start > now) {
            "becomes valid in the future"
        } else {
            return Ok(());
        };
        Err(bad_message(self.chain, reason))
    }

    /// Until when it could be shown again, and so has to be remembered.
    pub fn good_until(&self) -> DateTime<Utc> {
        self.issued_at + AGE
    }
}

#[derive(Default)]
struct MessageFields<'a> {
    statement: Option<&'a str>,
    uri: Option<&'a str>,
    version: Option<&'a str>,
    chain_id: Option<&'a str>,
    nonce: Option<&'a str>,
    issued_at: Option<&'a str>,
    expires_at: Option<&'a str>,
    not_before: Option<&'a str>,
}

impl<'a> MessageFields<'a> {
    fn read_line(&mut self, line: &'a str) {
        let field = match line.split_once(": ") {
            Some(("URI", value)) => (&mut self.uri, value),
            Some(("Version", value)) => (&mut self.version, value),
            Some(("Chain ID", value)) => (&mut self.chain_id, value),
            Some(("Nonce", value)) => (&mut self.nonce, value),
            Some(("Issued At", value)) => (&mut self.issued_at, value),
            Some(("Expiration Time", value)) => (&mut self.expires_at, value),
            Some(("Not Before", value)) => (&mut self.not_before, value),
            // The statement is the one line before the fields.
            _ if self.uri.is_none() && self.version.is_none() && !line.is_empty() => {
                (&mut self.statement, line)
            }
            _ => return,
        };
        let (place, value) = field;
        // The first stands: what is added below is not what people have read.
        place.get_or_insert(value.trim());
    }
}

fn is_address(chain: Chain, text: &str) -> bool {
    match chain {
        Chain::Ethereum => text
            .strip_prefix("0x")
            .is_some_and(|digits| digits.len() == 40 && hex::decode(digits).is_ok()),
        Chain::Solana => bs58::decode(text)
            .into_vec()
            .is_ok_and(|bytes| bytes.len() == 32),
    }
}

fn authority_of(uri: &Url) -> Option<String> {
    let host = uri.host_str()?;
    Some(match uri.port() {
        Some(port) => format!("{host}:{port}"),
        None => host.to_owned(),
    })
}

fn bad_message(chain: Chain, reason: &str) -> AuthError {
    AuthError::Validation(format!("Signed {} message {reason}", chain.title()))
}
