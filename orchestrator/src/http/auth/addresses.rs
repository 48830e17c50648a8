//! The addresses of this server, and the redirect targets of sign-in.

use actix_web::HttpRequest;
use portolan_auth::CodeChallenge;
use serde::Deserialize;
use url::{Host, Url, form_urlencoded};

use super::answer::AuthRefusal;
use crate::http::{App, caller::Peer};

/// The query of the calls that send people somewhere.
#[derive(Debug, Default, Deserialize)]
pub struct RedirectQuery {
    pub redirect_to: Option<String>,
}

/// The members by which a request asks for a code in place of a session.
#[derive(Debug, Default, Deserialize)]
pub struct ChallengeMembers {
    pub code_challenge: Option<String>,
    pub code_challenge_method: Option<String>,
}

impl ChallengeMembers {
    pub fn read(&self, app: &App) -> Result<Option<CodeChallenge>, AuthRefusal> {
        Ok(CodeChallenge::read(
            self.code_challenge.as_deref(),
            self.code_challenge_method.as_deref(),
            app.auth.options.plain_challenges,
        )?)
    }
}

/// Returns whether the server runs in development mode and the request comes from this machine.
pub fn is_development(app: &App, request: &HttpRequest, peer: &Peer) -> bool {
    app.auth.is_development && peer.is_local && local_host(request).is_some()
}

/// Returns this server's public address without a trailing slash. Only loopback hosts are taken from the
/// request, because an attacker could set any other host to get it into an email.
pub fn external_url(app: &App, request: &HttpRequest) -> String {
    app.site
        .url()
        .or_else(|| local_host(request).map(|host| format!("http://{host}")))
        .unwrap_or_else(|| "http://localhost".into())
}

/// The same with the path of this back end.
pub fn base_url(app: &App, request: &HttpRequest) -> String {
    format!("{}{}", external_url(app, request), app.auth.path())
}

/// Returns the default redirect target.
pub fn site_url(app: &App, request: &HttpRequest) -> Url {
    match &app.auth.options.site_url {
        Some(url) => url.clone(),
        None => Url::parse(&external_url(app, request))
            .unwrap_or_else(|_| Url::parse("http://localhost").expect("a valid address")),
    }
}

/// Returns the requested redirect if it is allowed, else the site's address.
pub fn choose_redirect(app: &App, request: &HttpRequest, requested: Option<&str>) -> Url {
    app.auth
        .redirects
        .choose(requested, &site_url(app, request))
}

/// The address with these after its `#`.
pub fn with_fragment(mut url: Url, pairs: &[(&str, String)]) -> Url {
    let text = form_urlencoded::Serializer::new(String::new())
        .extend_pairs(pairs)
        .finish();
    url.set_fragment(Some(&text));
    url
}

/// Adds pairs to the query of an address and keeps existing ones.
pub fn with_query(mut url: Url, pairs: &[(&str, String)]) -> Url {
    let kept: Vec<(String, String)> = url
        .query_pairs()
        .filter(|(name, _)| pairs.iter().all(|(new, _)| new != name))
        .map(|(name, value)| (name.into_owned(), value.into_owned()))
        .collect();
    url.query_pairs_mut()
        .clear()
        .extend_pairs(kept)
        .extend_pairs(pairs);
    url
}

/// The browser itself thinks that it speaks to this machine: no name was rebound to it.
fn local_host(request: &HttpRequest) -> Option<String> {
    let host = request.headers().get("host")?.to_str().ok()?;
    let url = Url::parse(&format!("http://{host}")).ok()?;
    (is_local(&url) && url.path() == "/").then(|| host.to_owned())
}

/// Returns whether an address is of this machine.
pub fn is_local(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}
