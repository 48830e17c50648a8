use url::Url;

/// Returns the address of the text behind an address: a file or the first page of a repository on
/// GitHub is read as it is, not as the page around it. Other addresses stay as they are.
pub fn readable_address(url: &Url) -> Url {
    raw_url(url).unwrap_or_else(|| url.clone())
}

fn raw_url(url: &Url) -> Option<Url> {
    let host = url.host_str()?.trim_start_matches("www.");
    let parts: Vec<&str> = url
        .path_segments()?
        .filter(|part| !part.is_empty())
        .collect();
    let path = match (host, parts.as_slice()) {
        ("github.com", [owner, repository, "blob" | "raw", rest @ ..]) if rest.len() > 1 => {
            format!("{owner}/{repository}/{}", rest.join("/"))
        }
        ("github.com", [owner, repository]) if !is_own_page(owner) => {
            format!("{owner}/{repository}/HEAD/README.md")
        }
        ("github.com", [owner, repository, "tree", reference]) => {
            format!("{owner}/{repository}/{reference}/README.md")
        }
        ("gist.github.com", [owner, gist]) => {
            return Url::parse(&format!(
                "https://gist.githubusercontent.com/{owner}/{gist}/raw"
            ))
            .ok();
        }
        _ => return None,
    };
    Url::parse(&format!("https://raw.githubusercontent.com/{path}")).ok()
}

/// Reserved usernames: they are pages of the site.
fn is_own_page(name: &str) -> bool {
    [
        "about",
        "apps",
        "collections",
        "enterprise",
        "explore",
        "features",
        "login",
        "marketplace",
        "orgs",
        "pricing",
        "search",
        "settings",
        "sponsors",
        "topics",
        "trending",
    ]
    .contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_repositories_are_read_as_they_are() {
        for (address, raw) in [
            (
                "https://github.com/owner/name/blob/main/docs/a%20b.csv",
                "https://raw.githubusercontent.com/owner/name/main/docs/a%20b.csv",
            ),
            (
                "https://www.github.com/owner/name/",
                "https://raw.githubusercontent.com/owner/name/HEAD/README.md",
            ),
            (
                "https://github.com/owner/name/tree/next",
                "https://raw.githubusercontent.com/owner/name/next/README.md",
            ),
            (
                "https://gist.github.com/owner/0123",
                "https://gist.githubusercontent.com/owner/0123/raw",
            ),
            (
                "https://github.com/owner/name/issues/1",
                "https://github.com/owner/name/issues/1",
            ),
            (
                "https://github.com/features/actions",
                "https://github.com/features/actions",
            ),
            (
                "https://github.com.evil.example/a/b",
                "https://github.com.evil.example/a/b",
            ),
        ] {
            let url = Url::parse(address).unwrap();
            assert_eq!(readable_address(&url).as_str(), raw);
        }
    }
}
