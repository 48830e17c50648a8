use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};

/// The prefix of every API key, so that leaked keys can be found.
pub const API_KEY_PREFIX: &str = "ptl_";

/// Characters of a secret that are stored to identify it; too few to guess the rest.
const SHOWN: usize = 10;

/// The secret of a new API key: `ptl_` and 256 random bits.
pub fn api_key(random: [u8; 32]) -> String {
    format!("{API_KEY_PREFIX}{}", URL_SAFE_NO_PAD.encode(random))
}

/// The first characters of a secret, by which its owner identifies it.
pub fn shown_prefix(secret: &str) -> &str {
    secret.get(..SHOWN).unwrap_or(secret)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn api_key_prefix_reveals_only_six_secret_characters() {
        let secret = api_key([7; 32]);
        assert_eq!(secret.len(), 47);
        assert_eq!(shown_prefix(&secret), "ptl_BwcHBw");
    }
}
