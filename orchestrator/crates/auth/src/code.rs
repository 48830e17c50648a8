use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use subtle::ConstantTimeEq;

/// Hashes codes, which are short enough to be guessed from a plain hash, and encrypts values that have to be
/// read again. The store's content is useless without it.
#[derive(Clone)]
pub struct CodeSecret([u8; 32]);

impl CodeSecret {
    pub fn new(secret: [u8; 32]) -> Self {
        Self(secret)
    }

    /// Returns the hash under which a code is stored. `owner` is the code's owner, so that the same digits of
    /// two users have different hashes.
    pub fn hash(&self, owner: &str, code: &str) -> String {
        hex::encode(self.compute_mac("code", owner, code))
    }

    /// Encrypts bytes under a unique name; applied again, it decrypts them. Names must not be reused.
    pub fn seal(&self, name: &str, bytes: &[u8]) -> Vec<u8> {
        let blocks = bytes.chunks(32).zip(0_u64..);
        let sealed = blocks.flat_map(|(block, number)| {
            let pad = self.compute_mac("seal", name, &number.to_string());
            block
                .iter()
                .zip(pad)
                .map(|(byte, pad)| byte ^ pad)
                .collect::<Vec<u8>>()
        });
        sealed.collect()
    }

    /// Derives another secret for one purpose, from which this one can't be recovered.
    pub fn derive(&self, purpose: &str) -> [u8; 32] {
        self.compute_mac("derive", purpose, "")
    }

    fn compute_mac(&self, purpose: &str, name: &str, text: &str) -> [u8; 32] {
        // A key shorter than a block is filled up with zeros (RFC 2104).
        let mut key = [0; 64];
        key[..32].copy_from_slice(&self.0);
        let mut mac = Hmac::<Sha256>::new(&key.into());
        for part in [purpose, name, text] {
            mac.update(&(part.len() as u64).to_be_bytes());
            mac.update(part.as_bytes());
        }
        mac.finalize().into_bytes().into()
    }
}

/// Hides the secret.
impl std::fmt::Debug for CodeSecret {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("CodeSecret").finish_non_exhaustive()
    }
}

/// A code of so many digits, at most ten; evenly distributed to one part in a million million.
pub fn one_time_code(random: [u8; 16], digits: u32) -> String {
    let digits = digits.clamp(1, 10);
    let number = u128::from_be_bytes(random) % 10_u128.pow(digits);
    format!("{number:0width$}", width = digits as usize)
}

/// Compares two texts in constant time.
pub fn is_same(one: &str, other: &str) -> bool {
    one.as_bytes().ct_eq(other.as_bytes()).into()
}
