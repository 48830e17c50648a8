use base64::{
    Engine, alphabet,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};
use serde::Deserialize;

/// With or without padding: the client writes none, older ones did.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &alphabet::URL_SAFE,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);
/// The maximum length of all chunks together; request headers are limited to less.
const LONGEST: usize = 64 * 1024;

/// The part of the client's cookie session that the server reads. Nothing of it is proven before
/// the access token is verified.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct CookieSession {
    pub access_token: String,
    pub refresh_token: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the auth cookies are damaged; sign in again")]
pub struct CookieError;

/// Reads the cookies `name`, or `name.0`, `name.1` … up to a gap. None if there are none.
///
/// # Errors
/// Fails if they are not what the client writes.
pub fn read_cookies<'a>(
    cookies: impl IntoIterator<Item = (&'a str, &'a str)>,
    name: &str,
) -> Result<Option<CookieSession>, CookieError> {
    let mut whole = None;
    let mut chunks: Vec<(usize, &str)> = Vec::new();
    for (cookie, value) in cookies {
        let Some(rest) = cookie.strip_prefix(name) else {
            continue;
        };
        if rest.is_empty() {
            whole = whole.or(Some(value));
        } else if let Some(index) = rest.strip_prefix('.').and_then(chunk_index) {
            chunks.push((index, value));
        }
    }
    let text = match whole {
        Some(value) => value.to_owned(),
        None => join_chunks(chunks),
    };
    if text.is_empty() {
        return Ok(None);
    }
    read_session(&text).map(Some).ok_or(CookieError)
}

fn join_chunks(mut chunks: Vec<(usize, &str)>) -> String {
    chunks.sort_by_key(|(index, _)| *index);
    chunks.dedup_by_key(|(index, _)| *index);
    let unbroken = chunks.iter().enumerate();
    unbroken
        .take_while(|(place, (index, _))| place == index)
        .map(|(_, (_, value))| *value)
        .collect()
}

fn read_session(text: &str) -> Option<CookieSession> {
    if text.len() > LONGEST {
        return None;
    }
    let json = match text.strip_prefix("base64-") {
        Some(encoded) => BASE64.decode(encoded).ok()?,
        // The header parser may have decoded the value already: then a percent sign belongs to the session.
        None if text.starts_with('{') => text.as_bytes().to_vec(),
        None => percent_decode(text)?,
    };
    let session: CookieSession = serde_json::from_slice(&json).ok()?;
    (!session.access_token.is_empty()).then_some(session)
}

/// One way to write each index: `.01` is not `.1`.
fn chunk_index(text: &str) -> Option<usize> {
    let plain =
        text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    if plain { text.parse().ok() } else { None }
}

fn percent_decode(text: &str) -> Option<Vec<u8>> {
    let mut bytes = text.bytes();
    let mut decoded = Vec::with_capacity(text.len());
    while let Some(byte) = bytes.next() {
        if byte == b'%' {
            let pair = [bytes.next()?, bytes.next()?];
            decoded.push(*hex::decode(pair).ok()?.first()?);
        } else {
            decoded.push(byte);
        }
    }
    Some(decoded)
}
