use base64::{Engine, engine::general_purpose::STANDARD};
use url::{Url, form_urlencoded};

use crate::CodeChallenge;

/// The scopes that a client may request; `offline_access` is accepted and always granted.
pub const SCOPES: [&str; 5] = ["openid", "profile", "email", "phone", "offline_access"];
/// The maximum length of `state`.
const LONGEST_WORD: usize = 2_048;

/// A refusal in the words of RFC 6749.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{description}")]
pub struct OauthError {
    pub code: &'static str,
    pub description: String,
}

impl OauthError {
    pub fn new(code: &'static str, description: impl Into<String>) -> Self {
        Self {
            code,
            description: description.into(),
        }
    }
}

/// An authorization request, parsed from its query.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OauthRequest {
    /// With one space between each.
    pub scope: String,
    pub state: Option<String>,
    pub nonce: Option<String>,
    pub resource: Option<String>,
    pub code_challenge: String,
}

impl OauthRequest {
    /// Reads the members of the query beside the client and its address. `signs_identities` is
    /// whether there is a key that others can verify.
    ///
    /// # Errors
    /// The error that is sent to the client's redirect address.
    pub fn read(
        query: &[(String, String)],
        default_scope: &str,
        signs_identities: bool,
    ) -> Result<Self, OauthError> {
        let invalid = |words: &str| OauthError::new("invalid_request", words);
        for (index, (name, _)) in query.iter().enumerate() {
            if query[..index].iter().any(|(before, _)| before == name) {
                let words = format!("{name} must not be given more than once");
                return Err(OauthError::new("invalid_request", words));
            }
        }
        let find = |name: &str| query_value(query, name);
        if !matches!(find("response_type"), None | Some("code")) {
            return Err(OauthError::new(
                "unsupported_response_type",
                "only response_type=code is supported",
            ));
        }
        let scope = read_scope(find("scope").unwrap_or(default_scope), signs_identities)?;
        let challenge = CodeChallenge::read(
            find("code_challenge"),
            find("code_challenge_method"),
            false,
        )
        .map_err(|_| {
            invalid("code_challenge has to be 43 to 128 characters with code_challenge_method=S256")
        })?
        .ok_or_else(|| {
            invalid("PKCE flow requires both code_challenge and code_challenge_method")
        })?;
        let resource = find("resource");
        if resource.is_some_and(|text| !is_resource(text)) {
            return Err(OauthError::new(
                "invalid_target",
                "resource must be an absolute URI without query and fragment",
            ));
        }
        if find("nonce").is_some_and(|nonce| nonce.len() > LONGEST_WORD) {
            return Err(invalid("nonce is too long"));
        }
        Ok(Self {
            scope,
            state: read_state(query)?.map(str::to_owned),
            nonce: find("nonce").map(str::to_owned),
            resource: resource.map(str::to_owned),
            code_challenge: challenge.challenge,
        })
    }
}

/// Returns the `state` that is echoed to the client with every answer.
///
/// # Errors
/// Fails if it is too long.
pub fn read_state(query: &[(String, String)]) -> Result<Option<&str>, OauthError> {
    let state = query_value(query, "state");
    if state.is_some_and(|state| state.len() > LONGEST_WORD) {
        return Err(OauthError::new("invalid_request", "state is too long"));
    }
    Ok(state)
}

/// Returns the first non-empty member of this name.
pub fn query_value<'a>(query: &'a [(String, String)], name: &str) -> Option<&'a str> {
    query
        .iter()
        .find(|(found, _)| found == name)
        .map(|(_, value)| value.as_str())
        .filter(|value| !value.is_empty())
}

fn read_scope(text: &str, signs_identities: bool) -> Result<String, OauthError> {
    let mut scopes: Vec<&str> = Vec::new();
    for scope in text.split_ascii_whitespace() {
        if !SCOPES.contains(&scope) {
            // Unknown values aren't echoed: a page may show this message.
            let known = SCOPES.join(", ");
            return Err(OauthError::new(
                "invalid_scope",
                format!("unsupported scope; there are {known}"),
            ));
        }
        if !scopes.contains(&scope) {
            scopes.push(scope);
        }
    }
    if scopes.is_empty() {
        return Err(OauthError::new(
            "invalid_scope",
            "scope parameter cannot be empty",
        ));
    }
    if scopes.contains(&"openid") && !signs_identities {
        return Err(OauthError::new(
            "invalid_scope",
            "openid needs a signing key that others can verify (ES256 or RS256), and this server has none",
        ));
    }
    Ok(scopes.join(" "))
}

fn is_resource(text: &str) -> bool {
    text.len() <= LONGEST_WORD
        && Url::parse(text).is_ok_and(|url| url.fragment().is_none() && url.query().is_none())
}

/// The id and secret of a client in an `Authorization` header (RFC 6749, 2.3.1).
pub fn basic_credentials(header: &str) -> Option<(String, String)> {
    let (scheme, encoded) = header.split_once(' ')?;
    if !scheme.eq_ignore_ascii_case("basic") {
        return None;
    }
    let text = String::from_utf8(STANDARD.decode(encoded.trim()).ok()?).ok()?;
    let (id, secret) = text.split_once(':')?;
    Some((form_decoded(id), form_decoded(secret)))
}

fn form_decoded(text: &str) -> String {
    let pair = format!("x={text}");
    let value = form_urlencoded::parse(pair.as_bytes()).next();
    value.map_or_else(String::new, |(_, value)| value.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

    fn read_request(more: &[(&str, &str)]) -> Result<OauthRequest, &'static str> {
        let base = [
            ("response_type", "code"),
            ("scope", "openid email"),
            ("state", "x y"),
            ("code_challenge", CHALLENGE),
            ("code_challenge_method", "S256"),
        ];
        let kept = base
            .iter()
            .filter(|(name, _)| more.iter().all(|(new, _)| new != name));
        let query: Vec<(String, String)> = kept
            .chain(more)
            .map(|&(name, value)| (name.to_owned(), value.to_owned()))
            .collect();
        OauthRequest::read(&query, "email", true).map_err(|error| error.code)
    }

    #[test]
    fn authorization_request_parses_scope_state_and_challenge() {
        let request = read_request(&[]).unwrap();
        assert_eq!(request.scope, "openid email");
        assert_eq!(request.state.as_deref(), Some("x y"));
        assert_eq!(request.code_challenge, CHALLENGE);
        assert_eq!(read_request(&[("scope", "")]).unwrap().scope, "email");
        let twice = read_request(&[("scope", " email  email openid")]).unwrap();
        assert_eq!(twice.scope, "email openid");
        let resource = [("resource", "https://charts.example/mcp")];
        assert!(read_request(&resource).unwrap().resource.is_some());
    }

    #[test]
    fn plain_code_challenge_is_rejected() {
        for (more, code) in [
            (
                vec![("response_type", "token")],
                "unsupported_response_type",
            ),
            (vec![("scope", "email admin")], "invalid_scope"),
            (vec![("code_challenge", "")], "invalid_request"),
            (vec![("code_challenge_method", "")], "invalid_request"),
            (vec![("code_challenge_method", "plain")], "invalid_request"),
            (vec![("code_challenge", "short")], "invalid_request"),
            (vec![("state", "a"), ("state", "b")], "invalid_request"),
            (
                vec![("resource", "https://charts.example/#x")],
                "invalid_target",
            ),
            (vec![("resource", "charts")], "invalid_target"),
        ] {
            assert_eq!(read_request(&more), Err(code), "{more:?}");
        }
        let long = "x".repeat(2_049);
        assert_eq!(read_request(&[("state", &long)]), Err("invalid_request"));
        let query = [("scope".to_owned(), "openid".to_owned())];
        let refused = OauthRequest::read(&query, "email", false).unwrap_err();
        assert_eq!(refused.code, "invalid_scope");
    }

    #[test]
    fn basic_credentials_are_parsed_from_header() {
        let read = |text: &str| basic_credentials(text);
        let pair = |id: &str, secret: &str| Some((id.to_owned(), secret.to_owned()));
        assert_eq!(read("Basic YTpiOmM="), pair("a", "b:c"));
        assert_eq!(read("basic YSUzQWI6Yyt4"), pair("a:b", "c x"));
        for bad in ["Basic", "Basic !", "Basic YQ==", "Bearer YTpi", ""] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }
}
