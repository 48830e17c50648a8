use base64::{
    Engine, alphabet,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};
use ed25519_dalek::{Signature, VerifyingKey};

/// With or without padding.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &alphabet::URL_SAFE,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// Returns whether the key that is the address has signed the text.
pub fn is_signed(text: &str, address: &str, signature: &str) -> bool {
    let key = || {
        let bytes: [u8; 32] = bs58::decode(address).into_vec().ok()?.try_into().ok()?;
        VerifyingKey::from_bytes(&bytes).ok()
    };
    let signature = || Signature::from_slice(&BASE64.decode(signature).ok()?).ok();
    match (key(), signature()) {
        (Some(key), Some(signature)) => key.verify_strict(text.as_bytes(), &signature).is_ok(),
        _ => false,
    }
}
