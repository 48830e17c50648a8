use url::{Host, Url};

/// The grant types that a client may request.
pub const GRANT_TYPES: [&str; 2] = ["authorization_code", "refresh_token"];
const MOST_REDIRECTS: usize = 10;
const LONGEST_NAME: usize = 1_024;
const LONGEST_ADDRESS: usize = 2_048;
/// Schemes under which a browser would run or show what another user has written.
const DANGEROUS: [&str; 6] = ["javascript", "data", "file", "vbscript", "about", "blob"];

/// Why an OAuth client cannot be registered like this.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct InvalidOauthClient(String);

/// Whether an OAuth client keeps a secret (RFC 6749, 2.1), and how it shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClientAuthentication {
    pub client_type: &'static str,
    pub method: &'static str,
}

impl ClientAuthentication {
    /// Parses the members `client_type` and `token_endpoint_auth_method` together.
    ///
    /// # Errors
    /// For other words than those that there are, and for two that contradict each other.
    pub fn read(
        client_type: Option<&str>,
        method: Option<&str>,
    ) -> Result<Self, InvalidOauthClient> {
        let method = match method {
            None | Some("") => None,
            Some(text) => Some(
                ["none", "client_secret_basic", "client_secret_post"]
                    .into_iter()
                    .find(|known| *known == text)
                    .ok_or_else(|| {
                        invalid_client(
                            "token_endpoint_auth_method must be one of: none, client_secret_basic, \
                             client_secret_post",
                        )
                    })?,
            ),
        };
        let client_type = match (client_type, method) {
            (Some("public"), _) => "public",
            (Some("confidential"), _) => "confidential",
            (None | Some(""), Some("none")) => "public",
            (None | Some(""), _) => "confidential",
            _ => {
                return Err(invalid_client(
                    "client_type must be 'public' or 'confidential'",
                ));
            }
        };
        let is_public = client_type == "public";
        let method = method.unwrap_or(if is_public {
            "none"
        } else {
            "client_secret_basic"
        });
        if is_public != (method == "none") {
            return Err(invalid_client(format!(
                "token_endpoint_auth_method '{method}' is not valid for client_type '{client_type}'"
            )));
        }
        Ok(Self {
            client_type,
            method,
        })
    }

    pub fn is_public(self) -> bool {
        self.client_type == "public"
    }
}

/// Returns whether people may be sent back to these addresses.
///
/// # Errors
/// Fails if there are none, too many, or one that could give a code away.
pub fn check_redirect_uris(addresses: &[String]) -> Result<(), InvalidOauthClient> {
    if addresses.is_empty() {
        return Err(invalid_client("redirect_uris is required"));
    }
    if addresses.len() > MOST_REDIRECTS {
        return Err(invalid_client("redirect_uris cannot exceed 10 items"));
    }
    for text in addresses {
        if let Some(why) = redirect_fault(text) {
            return Err(invalid_client(format!(
                "invalid redirect_uri '{text}': {why}"
            )));
        }
    }
    Ok(())
}

fn redirect_fault(text: &str) -> Option<&'static str> {
    let Ok(url) = Url::parse(text) else {
        return Some("invalid URL format");
    };
    if DANGEROUS.contains(&url.scheme()) {
        return Some("its scheme is not allowed for security reasons");
    }
    let is_loopback = match url.host() {
        None => return Some("must have scheme and host"),
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
    };
    if url.scheme() == "http" && !is_loopback {
        return Some("HTTP scheme only allowed for localhost");
    }
    if url.fragment().is_some() {
        return Some("fragment not allowed in redirect URI");
    }
    None
}

/// # Errors
/// Fails if there are none, or others than those of [`GRANT_TYPES`].
pub fn check_grant_types(names: &[String]) -> Result<(), InvalidOauthClient> {
    if names.is_empty() {
        return Err(invalid_client("grant_types cannot be empty"));
    }
    if names.iter().all(|name| GRANT_TYPES.contains(&&**name)) {
        Ok(())
    } else {
        Err(invalid_client(
            "grant_types must only contain 'authorization_code' and/or 'refresh_token'",
        ))
    }
}

/// # Errors
/// Fails if the name is too long.
pub fn check_client_name(name: &str) -> Result<(), InvalidOauthClient> {
    if name.len() > LONGEST_NAME {
        return Err(invalid_client("client_name cannot exceed 1024 characters"));
    }
    Ok(())
}

/// Returns whether this is the address of a page or picture, or nothing. `member` is what it is called.
///
/// # Errors
/// For anything else.
pub fn check_client_address(member: &str, text: &str) -> Result<(), InvalidOauthClient> {
    if text.len() > LONGEST_ADDRESS {
        return Err(invalid_client(format!(
            "{member} cannot exceed {LONGEST_ADDRESS} characters"
        )));
    }
    let is_page = |url: Url| matches!(url.scheme(), "http" | "https");
    if text.is_empty() || Url::parse(text).is_ok_and(is_page) {
        Ok(())
    } else {
        Err(invalid_client(format!("{member} must be a valid URL")))
    }
}

fn invalid_client(words: impl Into<String>) -> InvalidOauthClient {
    InvalidOauthClient(words.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_safe_redirect_uris_are_accepted() {
        let check = |text: &str| check_redirect_uris(&[text.to_owned()]).is_ok();
        for good in [
            "https://example.com/callback",
            "http://localhost:3000/callback",
            "http://127.0.0.1/callback?x=1",
            "http://[::1]:3000/",
            "app://callback/done",
        ] {
            assert!(check(good), "{good}");
        }
        for bad in [
            "",
            "callback",
            "http://example.com/callback",
            "https://example.com/#fragment",
            "javascript:alert(1)",
            "JavaScript://example.com/%0aalert(1)",
            "data:text/html,x",
            "file:///etc/passwd",
        ] {
            assert!(!check(bad), "{bad}");
        }
        assert!(check_redirect_uris(&[]).is_err());
        assert!(check_redirect_uris(&vec!["https://example.com/".to_owned(); 11]).is_err());
    }

    #[test]
    fn client_type_and_authentication_method_must_agree() {
        let read = |kind, method| {
            ClientAuthentication::read(kind, method).map(|read| (read.client_type, read.method))
        };
        assert_eq!(
            read(None, None),
            Ok(("confidential", "client_secret_basic"))
        );
        assert_eq!(read(None, Some("none")), Ok(("public", "none")));
        assert_eq!(read(Some("public"), None), Ok(("public", "none")));
        let post = Some("client_secret_post");
        assert_eq!(read(None, post), Ok(("confidential", "client_secret_post")));
        for (kind, method) in [
            (Some("public"), post),
            (Some("confidential"), Some("none")),
            (Some("secret"), None),
            (None, Some("tls")),
        ] {
            assert!(read(kind, method).is_err());
        }
    }
}
