//! Sources of addresses.

use actix_web::http::StatusCode;
use portolan_domain::{ReadOutcome, Source, as_sentence};
use portolan_sources::{
    BrowserCapture, NewSource, ReadSources, WebError, WebReader, fetch::FetchError,
};
use url::Url;

use super::create::read_problem;
use crate::{
    http::{App, caller::Caller, problem::Problem},
    services::sources::parse_address,
};

/// Parses an address of the web, as people write it: `www.` needs no scheme.
pub fn address(text: &str) -> Result<Url, Problem> {
    Ok(parse_address(text)?)
}

/// Reads an address, or what was seen there. A site that does not let itself be read is a source, too,
/// that says so.
pub async fn read(
    app: &App,
    web: &WebReader,
    caller: &Caller,
    url: &Url,
    seen: Option<BrowserCapture>,
    must_be_fresh: bool,
) -> Result<Vec<Source>, Problem> {
    let new = NewSource {
        id: app.ids.id(),
        user_id: caller.user_id,
        url,
    };
    let read = match seen {
        Some(seen) => web.read_seen(new, seen).await,
        None => web.read(new, must_be_fresh, &|_| {}).await,
    };
    let (sources, outcome) = match read {
        Ok(sources) => {
            let outcome = sources.outcome();
            (Ok(sources), outcome)
        }
        Err(error) if error.outcome() == ReadOutcome::Blocked => {
            let main = web.unread(new, &error);
            let others = Vec::new();
            (Ok(ReadSources { main, others }), ReadOutcome::Blocked)
        }
        Err(error) => (Err(problem(error)), ReadOutcome::Failed),
    };
    let domain = url.host_str().unwrap_or_default();
    app.store
        .count_read(domain, outcome, app.clock.now())
        .await?;
    let ReadSources { main, others } = sources?;
    let mut kept = vec![main];
    kept.extend(others);
    Ok(kept)
}

pub fn problem(error: WebError) -> Problem {
    let error = match error {
        WebError::Read(error) => return read_problem(error),
        WebError::Fetch(error) => error,
    };
    let detail = as_sentence(&error.to_string());
    let unprocessable = StatusCode::UNPROCESSABLE_ENTITY;
    match error {
        FetchError::NotWeb | FetchError::Private(_) => {
            Problem::new(unprocessable, "url_not_allowed", detail)
        }
        FetchError::TooLarge(_) => {
            Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "source_too_large", detail)
        }
        FetchError::TookTooLong(_) => Problem::new(unprocessable, "source_timeout", detail),
        FetchError::File(_) => Problem::unwritten(&error),
        _ => Problem::new(unprocessable, "source_unreachable", detail),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_accepted_without_scheme() {
        for (text, url) in [
            (" https://a.example/b ", "https://a.example/b"),
            ("www.a.example", "https://www.a.example/"),
            ("https:/a.example/b", "https://a.example/b"),
            ("http://me:secret@a.example/", "http://a.example/"),
        ] {
            assert_eq!(address(text).unwrap().as_str(), url);
        }
        for text in [
            "",
            "a.example",
            "ftp://a.example",
            "javascript:alert(1)",
            "data:text/html,x",
            "http://",
        ] {
            assert!(address(text).is_err(), "{text}");
        }
    }
}
