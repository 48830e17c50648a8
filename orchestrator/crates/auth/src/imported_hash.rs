//! Password hashes that other services have made.

use aes::{
    Aes256,
    cipher::{KeyIvInit, StreamCipher},
};
use base64::{Engine, prelude::BASE64_STANDARD};
use ctr::Ctr128BE;
use scrypt::{Params, scrypt};
use subtle::ConstantTimeEq;

/// The highest cost of checking one password.
const MOST_BCRYPT_ROUNDS: u32 = 16;
const MOST_SCRYPT_MEMORY: u8 = 18;
const MOST_SCRYPT_BLOCKS: u32 = 64;
/// bcrypt's salt and hash after the cost.
const BCRYPT_CHARACTERS: usize = 53;

/// A hash in a form that is not PHC's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImportedHash {
    /// `$2a$10$…`
    Bcrypt { text: String, rounds: u32 },
    /// `$fbscrypt$v=1,n=14,r=8,p=1,ss=…,sk=…$salt$hash`, as Firebase exports it.
    Firebase(Box<FirebaseHash>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirebaseHash {
    /// The base-2 logarithm of scrypt's memory.
    memory: u8,
    blocks: u32,
    lanes: u32,
    salt_separator: Vec<u8>,
    /// The project's own key, which the derived key encrypts.
    signer_key: Vec<u8>,
    salt: Vec<u8>,
    hash: Vec<u8>,
}

impl ImportedHash {
    /// Returns None for everything else, such as Argon2.
    pub fn parse(text: &str) -> Option<Self> {
        match text.strip_prefix("$fbscrypt$") {
            Some(rest) => FirebaseHash::parse(rest).map(|hash| Self::Firebase(Box::new(hash))),
            None => parse_bcrypt(text),
        }
    }

    /// Returns whether checking a password against it ends in reasonable time and memory.
    pub fn is_affordable(&self) -> bool {
        match self {
            Self::Bcrypt { rounds, .. } => (4..=MOST_BCRYPT_ROUNDS).contains(rounds),
            Self::Firebase(hash) => {
                (1..=MOST_SCRYPT_MEMORY).contains(&hash.memory)
                    && (1..=MOST_SCRYPT_BLOCKS).contains(&hash.blocks)
                    && hash.lanes == 1
            }
        }
    }

    /// Returns whether this is the password; None if the hash costs too much to check.
    pub fn verify(&self, password: &str) -> Option<bool> {
        if !self.is_affordable() {
            return None;
        }
        match self {
            Self::Bcrypt { text, .. } => Some(bcrypt::verify(password, text).unwrap_or(false)),
            Self::Firebase(hash) => hash.verify(password),
        }
    }
}

fn parse_bcrypt(text: &str) -> Option<ImportedHash> {
    let rest = ["$2a$", "$2b$", "$2x$", "$2y$"]
        .iter()
        .find_map(|prefix| text.strip_prefix(prefix))?;
    let (rounds, salted) = rest.split_once('$')?;
    let is_alphabet =
        |character: char| character.is_ascii_alphanumeric() || matches!(character, '.' | '/');
    let is_whole = salted.len() == BCRYPT_CHARACTERS && salted.chars().all(is_alphabet);
    (rounds.len() == 2 && is_whole).then_some(())?;
    Some(ImportedHash::Bcrypt {
        text: text.to_owned(),
        rounds: rounds.parse().ok()?,
    })
}

impl FirebaseHash {
    /// Reads what follows `$fbscrypt$`.
    fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split('$');
        let (settings, salt, hash) = (parts.next()?, parts.next()?, parts.next()?);
        let setting = |name: &str| {
            settings
                .split(',')
                .find_map(|setting| setting.strip_prefix(name)?.strip_prefix('='))
        };
        let bytes = |text: &str| BASE64_STANDARD.decode(text).ok();
        (parts.next().is_none() && setting("v") == Some("1")).then_some(())?;
        Some(Self {
            memory: setting("n")?.parse().ok()?,
            blocks: setting("r")?.parse().ok()?,
            lanes: setting("p")?.parse().ok()?,
            salt_separator: setting("ss").map_or(Some(Vec::new()), bytes)?,
            signer_key: bytes(setting("sk")?)?,
            salt: bytes(salt)?,
            hash: bytes(hash)?,
        })
    }

    fn verify(&self, password: &str) -> Option<bool> {
        let params = Params::new(self.memory, self.blocks, self.lanes).ok()?;
        let salt = [self.salt.as_slice(), &self.salt_separator].concat();
        let mut key = [0; 32];
        scrypt(password.as_bytes(), &salt, &params, &mut key).ok()?;
        let mut encrypted = self.signer_key.clone();
        Ctr128BE::<Aes256>::new(&key.into(), &[0; 16].into()).apply_keystream(&mut encrypted);
        Some(encrypted.ct_eq(&self.hash).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of Firebase's own description of its hash.
    const FIREBASE: &str = "$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,\
        sk=jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==\
        $42xEC+ixf3L2lw==\
        $lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==";

    #[test]
    fn firebase_example_accepts_its_password_only() {
        let hash = ImportedHash::parse(FIREBASE).unwrap();
        assert_eq!(hash.verify("user1password"), Some(true));
        assert_eq!(hash.verify("user2password"), Some(false));
    }

    #[test]
    fn bcrypt_accepts_its_password_only() {
        // Of the test vectors of OpenBSD's implementation.
        let text = "$2a$06$m0CrhHm10qJ3lXRY.5zDGO3rS2KdeeWLuGmsfGlMfOxih58VYVfxe";
        let hash = ImportedHash::parse(text).unwrap();
        assert_eq!(hash.verify("a"), Some(true));
        assert_eq!(hash.verify("b"), Some(false));
    }

    #[test]
    fn malformed_and_too_costly_hashes_are_rejected() {
        for text in [
            "$2a$06$short",
            "$2a$6$m0CrhHm10qJ3lXRY.5zDGO3rS2KdeeWLuGmsfGlMfOxih58VYVfxe",
            "$fbscrypt$v=1,n=14,r=8,p=1$c2FsdA==$aGFzaA==",
            "$fbscrypt$v=2,n=14,r=8,p=1,sk=c2s=$c2FsdA==$aGFzaA==",
        ] {
            assert_eq!(ImportedHash::parse(text), None, "{text}");
        }
        let dear = FIREBASE.replace("n=14", "n=40");
        assert!(!ImportedHash::parse(&dear).unwrap().is_affordable());
        assert_eq!(
            ImportedHash::parse(&dear).unwrap().verify("user1password"),
            None
        );
    }
}
