use url::Url;

use super::InvalidInput;

/// Bytes that an address may have.
const URL_BYTES: usize = 8_192;

/// Parses an address of the web as people write it: `www.` needs no scheme.
pub fn parse_address(text: &str) -> Result<Url, InvalidInput> {
    let text = text.trim();
    let refused = || {
        InvalidInput::at(
            "url",
            "Give the address of a page, which begins with http:// or https://.",
        )
    };
    if text.len() > URL_BYTES {
        return Err(refused());
    }
    let whole = if text.to_lowercase().starts_with("www.") {
        format!("https://{text}")
    } else {
        text.to_owned()
    };
    let mut url = Url::parse(&whole).map_err(|_| refused())?;
    let is_web = matches!(url.scheme(), "http" | "https") && url.host_str().is_some();
    if !is_web {
        return Err(refused());
    }
    // Names and passwords in an address would be stored and shown.
    let _ = url.set_username("");
    let _ = url.set_password(None);
    Ok(url)
}
