use k256::ecdsa::{RecoveryId, Signature, VerifyingKey};
use sha3::{Digest, Keccak256};

/// The address whose key has signed the text as a personal message (EIP-191), in lower case.
pub fn recover_signer(text: &str, signature: &str) -> Option<String> {
    let bytes = hex::decode(signature.strip_prefix("0x")?).ok()?;
    let (&recovery, signature) = bytes.split_last()?;
    let signature = Signature::from_slice(signature).ok()?;
    // Wallets add 27 to it, as Bitcoin once did.
    let recovery = RecoveryId::from_byte(recovery.checked_sub(27).unwrap_or(recovery))?;
    // Of the two signatures that a key can give only the lower is taken (EIP-2).
    if signature.normalize_s().is_some() {
        return None;
    }
    let message = format!("\x19Ethereum Signed Message:\n{}{text}", text.len());
    let hash = Keccak256::digest(message);
    let key = VerifyingKey::recover_from_prehash(&hash, &signature, recovery).ok()?;
    let point = key.to_encoded_point(false);
    let hash = Keccak256::digest(point.as_bytes().get(1..)?);
    Some(format!("0x{}", hex::encode(hash.get(12..)?)))
}
