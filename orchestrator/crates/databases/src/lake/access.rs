//! How a bucket is reached, as its owner writes it and as it is sealed.

use std::fmt;

use object_store::path::Path;
use portolan_query::{FailureCode, WorkerFailure};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use url::Url;

use crate::failure::failure;

/// Bytes of each part.
const PART_BYTES: usize = 1_024;
const DEFAULT_REGION: &str = "us-east-1";

/// The way to the files of a bucket. Without keys the bucket is read anonymously.
#[derive(Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LakeLogin {
    /// `s3://bucket/prefix/`; every Parquet file below it is a part of the table.
    pub url: String,
    /// The address of a service other than AWS, such as `https://storage.example.com`.
    pub endpoint: Option<String>,
    /// `us-east-1` if absent.
    pub region: Option<String>,
    pub access_key_id: Option<String>,
    pub secret_access_key: Option<String>,
}

/// Hides the keys.
impl fmt::Debug for LakeLogin {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("LakeLogin").finish_non_exhaustive()
    }
}

/// The whole of a login, as it is sealed.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LakeAccess {
    pub endpoint: Url,
    pub region: String,
    pub bucket: String,
    /// Without slashes at its ends; empty for the whole bucket.
    pub prefix: String,
    pub keys: Option<LakeKeys>,
}

#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LakeKeys {
    pub id: String,
    pub secret: String,
}

impl LakeLogin {
    pub(crate) fn to_access(&self) -> Result<LakeAccess, WorkerFailure> {
        let (bucket, prefix) = parse_address(&self.url)?;
        let given = |part: &Option<String>| part.clone().filter(|text| !text.is_empty());
        let region = given(&self.region).unwrap_or_else(|| DEFAULT_REGION.to_owned());
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
        if region.len() > PART_BYTES || !region.chars().all(is_plain) {
            return Err(invalid("The region must look like eu-central-1."));
        }
        let endpoint = match given(&self.endpoint) {
            Some(endpoint) => parse_endpoint(&endpoint)?,
            None => parse_endpoint(&format!("https://s3.{region}.amazonaws.com"))?,
        };
        let keys = match (given(&self.access_key_id), given(&self.secret_access_key)) {
            (Some(id), Some(secret)) if id.len() + secret.len() <= PART_BYTES => {
                Some(LakeKeys { id, secret })
            }
            (None, None) => None,
            (Some(_), Some(_)) => return Err(invalid("The access key is too long.")),
            _ => {
                return Err(invalid(
                    "Enter both the access key ID and the secret access key.",
                ));
            }
        };
        Ok(LakeAccess {
            endpoint,
            region,
            bucket,
            prefix,
            keys,
        })
    }
}

impl LakeAccess {
    /// The name of the table: the last folder of the prefix that is no partition, or the bucket.
    pub fn title(&self) -> &str {
        let mut folders = self.prefix.rsplit('/');
        let named = folders.find(|folder| !folder.is_empty() && !folder.contains('='));
        named.unwrap_or(&self.bucket)
    }

    pub fn address(&self) -> String {
        format!("s3://{}/{}", self.bucket, self.prefix)
    }
}

fn parse_address(text: &str) -> Result<(String, String), WorkerFailure> {
    let unread = || invalid("The address must look like s3://bucket/prefix/.");
    let rest = text.trim().strip_prefix("s3://").ok_or_else(unread)?;
    let (bucket, prefix) = rest.split_once('/').unwrap_or((rest, ""));
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || ".-_".contains(letter);
    // The bucket is a folder in the service's address: dots alone would lead elsewhere.
    let is_bucket = (1..=63).contains(&bucket.len())
        && bucket.chars().all(is_plain)
        && bucket.starts_with(|letter: char| letter.is_ascii_alphanumeric());
    if !is_bucket || prefix.len() > PART_BYTES {
        return Err(unread());
    }
    let prefix = Path::parse(prefix.trim_matches('/')).map_err(|_| unread())?;
    Ok((bucket.to_owned(), prefix.to_string()))
}

fn parse_endpoint(text: &str) -> Result<Url, WorkerFailure> {
    let unread = || {
        invalid(
            "Only http:// and https:// addresses without a path are endpoints, such as https://storage.example.com.",
        )
    };
    let url = Url::parse(text.trim()).map_err(|_| unread())?;
    let is_plain = url.path() == "/"
        && url.query().is_none()
        && url.fragment().is_none()
        && url.username().is_empty()
        && url.password().is_none();
    match url.scheme() {
        "http" | "https" if is_plain && url.has_host() => Ok(url),
        _ => Err(unread()),
    }
}

fn invalid(message: &str) -> WorkerFailure {
    failure(FailureCode::SourceUnreadable, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn login(url: &str) -> LakeLogin {
        LakeLogin {
            url: url.to_owned(),
            ..LakeLogin::default()
        }
    }

    #[test]
    fn address_gives_bucket_prefix_and_title() {
        let access = login("s3://cellar/tea/sales/year=2024/")
            .to_access()
            .ok()
            .unwrap();
        assert_eq!(
            (access.bucket.as_str(), access.prefix.as_str()),
            ("cellar", "tea/sales/year=2024")
        );
        assert_eq!(access.title(), "sales");
        assert_eq!(
            access.endpoint.as_str(),
            "https://s3.us-east-1.amazonaws.com/"
        );
        let whole = login("s3://cellar").to_access().ok().unwrap();
        assert_eq!((whole.prefix.as_str(), whole.title()), ("", "cellar"));
    }

    #[test]
    fn foreign_addresses_and_halves_of_keys_are_refused_with_advice() {
        for url in [
            "https://cellar/x",
            "s3://",
            "s3:///x",
            "s3://../x",
            "s3://a/../b",
            "s3://a b/c",
            "s3://a/b//c",
        ] {
            let failure = login(url).to_access().map(|_| ()).unwrap_err();
            assert!(failure.message.contains("s3://bucket/prefix/"), "{url}");
        }
        let with = |change: fn(&mut LakeLogin)| {
            let mut login = login("s3://cellar/tea/");
            change(&mut login);
            login.to_access().map(|_| ()).unwrap_err().message
        };
        for endpoint in ["ftp://a", "https://a/b", "https://u:p@a", "a"] {
            let mut login = login("s3://cellar/tea/");
            login.endpoint = Some(endpoint.to_owned());
            assert!(login.to_access().is_err(), "{endpoint}");
        }
        assert!(with(|login| login.region = Some("evil.example/".into())).contains("region"));
        assert!(with(|login| login.access_key_id = Some("id".into())).contains("both"));
    }
}
