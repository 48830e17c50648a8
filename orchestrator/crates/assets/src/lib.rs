//! The built web client, inside the binary.

use std::{borrow::Cow, collections::HashMap, sync::OnceLock};

use base64::{Engine, engine::general_purpose::STANDARD};
use bytes::Bytes;
use rust_embed::RustEmbed;
use serde::Deserialize;
use sha2::{Digest, Sha256};

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../../../web/build/client"]
struct EmbeddedClient;

/// A file of the client, ready to be sent.
#[derive(Debug)]
pub struct Asset {
    pub bytes: Bytes,
    /// The same, as the build has compressed it; None if that saves nothing.
    pub brotli: Option<Bytes>,
    pub gzip: Option<Bytes>,
    pub media_type: String,
    /// SHA-256 in hexadecimal digits.
    pub hash: String,
    /// Its name changes with its content, so it may be kept for ever.
    pub is_hashed_name: bool,
    /// For pages: allows the scripts in them by hash, and nothing else.
    pub content_security_policy: Option<String>,
}

/// The file at `path`, or the prerendered page of that route.
pub fn find_page(path: &str) -> Option<&'static Asset> {
    let assets = all_assets();
    let path = path.trim_end_matches('/');
    if path.is_empty() {
        return assets.get("index.html");
    }
    assets
        .get(path)
        .or_else(|| assets.get(format!("{path}/index.html").as_str()))
}

/// The page that starts the client on any route that was not prerendered.
pub fn fallback_page() -> Option<&'static Asset> {
    all_assets()
        .get("__spa-fallback.html")
        .or_else(|| all_assets().get("index.html"))
}

/// Returns whether the client has a page for this path, without its leading slash. Without a client every
/// path may be one.
pub fn is_route(path: &str) -> bool {
    static PATTERNS: OnceLock<Option<Vec<String>>> = OnceLock::new();
    let patterns = PATTERNS.get_or_init(|| {
        let mut names = all_assets().keys();
        let name = names.find(|name| name.starts_with("assets/manifest-") && name.ends_with(".js"));
        let text = &all_assets().get(name?)?.bytes;
        route_patterns(&String::from_utf8_lossy(text))
    });
    let path = path.trim_end_matches('/');
    patterns
        .as_ref()
        .is_none_or(|patterns| patterns.iter().any(|pattern| fits_pattern(pattern, path)))
}

/// Reads the patterns of all pages from the router's list of routes, but that of the page for all
/// others.
fn route_patterns(manifest: &str) -> Option<Vec<String>> {
    let json = &manifest[manifest.find('{')?..];
    let mut values = serde_json::Deserializer::from_str(json).into_iter::<RouterManifest>();
    let RouterManifest { routes } = values.next()?.ok()?;
    let full = |route: &ManifestRoute| {
        let mut parts = vec![route.path.clone().unwrap_or_default()];
        let mut parent = route.parent_id.as_ref();
        while let Some(route) = parent.and_then(|id| routes.get(id)) {
            parts.push(route.path.clone().unwrap_or_default());
            parent = route.parent_id.as_ref();
        }
        let parts = parts.into_iter().rev().filter(|part| !part.is_empty());
        parts.collect::<Vec<_>>().join("/")
    };
    let all = routes.values().map(full);
    Some(all.filter(|pattern| pattern != "*").collect())
}

/// Returns whether a path has as many parts as the pattern, each the same or in the place of a parameter.
fn fits_pattern(pattern: &str, path: &str) -> bool {
    let parts = |text: &str| text.split('/').map(str::to_owned).collect::<Vec<_>>();
    let (pattern, path) = (parts(pattern), parts(path));
    let is_same = |(wanted, part): (&String, &String)| {
        (wanted.starts_with(':') && !part.is_empty()) || wanted == part
    };
    pattern.len() == path.len() && pattern.iter().zip(&path).all(is_same)
}

#[derive(Deserialize)]
struct RouterManifest {
    routes: HashMap<String, ManifestRoute>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ManifestRoute {
    path: Option<String>,
    parent_id: Option<String>,
}

/// The id that the build gave this client, as `/builds/latest.json` has it; empty without a client.
pub fn build_id() -> &'static str {
    static BUILD_ID: OnceLock<String> = OnceLock::new();
    BUILD_ID.get_or_init(|| {
        let latest = all_assets().get("builds/latest.json");
        let latest = latest.and_then(|latest| serde_json::from_slice(&latest.bytes).ok());
        latest.map_or_else(String::new, |LatestBuild { build_id }| build_id)
    })
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct LatestBuild {
    build_id: String,
}

fn all_assets() -> &'static HashMap<String, Asset> {
    static ASSETS: OnceLock<HashMap<String, Asset>> = OnceLock::new();
    ASSETS.get_or_init(|| {
        EmbeddedClient::iter()
            .filter(|name| !(name.ends_with(".br") || name.ends_with(".gz")))
            .filter_map(|name| {
                Some((
                    name.to_string(),
                    build_asset(&name, EmbeddedClient::get(&name)?),
                ))
            })
            .collect()
    })
}

fn build_asset(name: &str, file: rust_embed::EmbeddedFile) -> Asset {
    let media_type = file.metadata.mimetype().to_owned();
    let is_page = media_type == "text/html";
    let content_security_policy = is_page
        .then(|| content_policy(&String::from_utf8_lossy(&file.data), frame_ancestors(name)));
    Asset {
        hash: hex::encode(file.metadata.sha256_hash()),
        is_hashed_name: name.starts_with("assets/"),
        content_security_policy,
        media_type: if media_type.starts_with("text/") {
            format!("{media_type}; charset=utf-8")
        } else {
            media_type
        },
        brotli: compressed_variant(name, "br"),
        gzip: compressed_variant(name, "gz"),
        bytes: to_bytes(file.data),
    }
}

/// Returns the compressed variants that the build places beside a file.
fn compressed_variant(name: &str, ending: &str) -> Option<Bytes> {
    EmbeddedClient::get(&format!("{name}.{ending}")).map(|file| to_bytes(file.data))
}

fn to_bytes(data: Cow<'static, [u8]>) -> Bytes {
    match data {
        Cow::Borrowed(data) => Bytes::from_static(data),
        Cow::Owned(data) => Bytes::from(data),
    }
}

/// Returns the sources that may embed a page in a frame: none, except the panel of the browser extension.
fn frame_ancestors(name: &str) -> &'static str {
    if name == "extension/index.html" {
        "chrome-extension: moz-extension:"
    } else {
        "'none'"
    }
}

/// No script but the page's own, no request to another origin, no frame around it but those of
/// `ancestors`.
fn content_policy(page: &str, ancestors: &str) -> String {
    let mut hashes = String::new();
    for script in inline_scripts(page) {
        hashes.push_str(" 'sha256-");
        hashes.push_str(&STANDARD.encode(Sha256::digest(script.as_bytes())));
        hashes.push('\'');
    }
    format!(
        "default-src 'self'; script-src 'self'{hashes}; style-src 'self' 'unsafe-inline'; \
         img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self' blob:; \
         object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors {ancestors}"
    )
}

/// The text of each script element that has no `src`.
fn inline_scripts(page: &str) -> impl Iterator<Item = &str> {
    page.split("<script").skip(1).filter_map(|rest| {
        let (attributes, rest) = rest.split_once('>')?;
        let (text, _) = rest.split_once("</script>")?;
        (!attributes.contains("src=")).then_some(text)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn routes_are_read_from_the_list_of_the_router() {
        let manifest = r#"window.x={"entry":{},"routes":{"root":{"path":""},"layout":{"parentId":"root"},"home":{"parentId":"layout","index":true},"chart":{"parentId":"layout","path":"charts/:chartId"},"rest":{"parentId":"layout","path":"*"}}};for(let[id,route]of y)z"#;
        let patterns = route_patterns(manifest).unwrap();
        let is_route = |path| patterns.iter().any(|pattern| fits_pattern(pattern, path));
        for path in ["", "charts/1"] {
            assert!(is_route(path), "{path}");
        }
        for path in [
            "charts",
            "charts/",
            "charts/1/edit",
            "sw.js",
            "*",
            "anything",
        ] {
            assert!(!is_route(path), "{path}");
        }
    }

    #[test]
    fn content_policy_allows_only_inline_scripts_of_the_page() {
        let policy = content_policy(
            "<script>one()</script><script src=\"/a.js\"></script><script type=\"module\">two()</script>",
            frame_ancestors("index.html"),
        );
        assert_eq!(policy.matches("'sha256-").count(), 2);
        assert!(!policy.contains("unsafe-eval"));
        assert!(policy.contains("frame-ancestors 'none'"));
        let expected = STANDARD.encode(Sha256::digest(b"two()"));
        assert!(policy.contains(&expected));
    }

    #[test]
    fn only_extension_page_may_be_framed() {
        assert_eq!(frame_ancestors("login/index.html"), "'none'");
        assert_eq!(frame_ancestors("__spa-fallback.html"), "'none'");
        let policy = content_policy("", frame_ancestors("extension/index.html"));
        assert!(policy.ends_with("frame-ancestors chrome-extension: moz-extension:"));
    }
}
