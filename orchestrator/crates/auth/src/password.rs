use super::imported_hash::ImportedHash;
use argon2::{
    Algorithm, Argon2, Params, Version,
    password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash},
};

/// The highest cost of checking one password.
const MOST_ARGON2_KIB: u32 = 256 * 1024;
const MOST_ARGON2_PASSES: u32 = 16;

/// A longer password costs more to hash than it can be worth.
const LONGEST_BYTES: usize = 1024;

/// The cost of hashing a password.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PasswordCost {
    pub memory_kib: u32,
    pub passes: u32,
}

impl Default for PasswordCost {
    /// Returns the cost that OWASP recommends for Argon2id.
    fn default() -> Self {
        Self {
            memory_kib: 19 * 1024,
            passes: 2,
        }
    }
}

/// Hashes passwords with Argon2id, and checks them against that and against the hashes of imported
/// accounts: Argon2i, bcrypt and Firebase's scrypt. Takes tens of milliseconds: not for a thread that
/// serves others.
pub struct Passwords {
    argon2: Argon2<'static>,
    /// Of no password: an unknown user costs the same time as a known one.
    dummy: String,
}

impl Passwords {
    /// # Errors
    /// Fails if Argon2 does not allow the cost.
    pub fn new(cost: PasswordCost) -> Result<Self, argon2::Error> {
        let params = Params::new(cost.memory_kib, cost.passes, 1, None)?;
        let mut passwords = Self {
            argon2: Argon2::new(Algorithm::Argon2id, Version::V0x13, params),
            dummy: String::new(),
        };
        passwords.dummy = passwords
            .hash("", [0; 16])
            .map_err(|_| argon2::Error::OutputTooShort)?;
        Ok(passwords)
    }

    /// The hash in PHC form, for the store.
    ///
    /// # Errors
    /// Fails if there is not enough memory.
    pub fn hash(
        &self,
        password: &str,
        salt: [u8; 16],
    ) -> Result<String, argon2::password_hash::Error> {
        let hash: PasswordHash = self
            .argon2
            .hash_password_with_salt(password.as_bytes(), &salt)?;
        Ok(hash.to_string())
    }

    /// Returns whether the password should be hashed anew when it is next known: the hash is another
    /// algorithm's, or cheaper to guess than ours.
    pub fn is_outdated(&self, hash: &str) -> bool {
        let Ok(hash) = PasswordHash::new(hash) else {
            return true;
        };
        let own = self.argon2.params();
        hash.algorithm.as_str() != Algorithm::Argon2id.as_str()
            || Params::try_from(&hash).map_or(true, |params| {
                params.m_cost() < own.m_cost() || params.t_cost() < own.t_cost()
            })
    }

    /// Returns whether the password is the one that was hashed. None represents a user who is not known or
    /// has no password: false, after the same work.
    pub fn verify(&self, password: &str, hash: Option<&str>) -> bool {
        if let Some(is_right) = hash.and_then(|hash| ImportedHash::parse(hash)?.verify(password)) {
            return is_right && password.len() <= LONGEST_BYTES;
        }
        let known = hash.and_then(|hash| PasswordHash::new(hash).ok());
        let Some(hash) = known else {
            if let Ok(dummy) = PasswordHash::new(&self.dummy) {
                // Only the time that it takes counts.
                let _ = self.argon2.verify_password(password.as_bytes(), &dummy);
            }
            return false;
        };
        password.len() <= LONGEST_BYTES
            && self
                .argon2
                .verify_password(password.as_bytes(), &hash)
                .is_ok()
    }
}

/// Returns whether passwords can be checked against this hash: Argon2i or Argon2id in PHC form, bcrypt, or
/// Firebase's scrypt.
pub fn is_password_hash(text: &str) -> bool {
    if let Some(hash) = ImportedHash::parse(text) {
        return hash.is_affordable();
    }
    PasswordHash::new(text).is_ok_and(|hash| {
        [Algorithm::Argon2i, Algorithm::Argon2id]
            .iter()
            .any(|algorithm| algorithm.as_str() == hash.algorithm.as_str())
            && hash.hash.is_some()
            && Params::try_from(&hash).is_ok_and(|params| {
                params.m_cost() <= MOST_ARGON2_KIB && params.t_cost() <= MOST_ARGON2_PASSES
            })
    })
}

/// The rules for a new password.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PasswordRules {
    /// In characters.
    pub min_length: usize,
}

impl Default for PasswordRules {
    fn default() -> Self {
        Self { min_length: 6 }
    }
}

/// Why a password is not taken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct WeakPassword {
    pub message: String,
    /// Words that the client knows: `length`, `characters`, `pwned`.
    pub reasons: Vec<&'static str>,
}

impl PasswordRules {
    /// # Errors
    /// Fails if the password is too short, or too long to hash.
    pub fn check(&self, password: &str) -> Result<(), WeakPassword> {
        let message = if password.chars().count() < self.min_length {
            let length = self.min_length;
            format!("Password should be at least {length} characters.")
        } else if password.len() > LONGEST_BYTES {
            format!("Password cannot be longer than {LONGEST_BYTES} bytes.")
        } else {
            return Ok(());
        };
        Err(WeakPassword {
            message,
            reasons: vec!["length"],
        })
    }
}
