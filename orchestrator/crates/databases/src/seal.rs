use std::sync::Arc;

use portolan_auth::{CodeSecret, is_same};
use portolan_environment::ids::Ids;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use uuid::Uuid;

/// Hides credentials from readers of the object store.
#[derive(Clone, Debug)]
pub struct AccessSeal(Arc<CodeSecret>);

/// Sealed credentials; useless without the server's secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SealedAccess {
    id: Uuid,
    /// In hexadecimal digits.
    sealed: String,
    /// Of the sealed bytes: changed ones could send the password to another host.
    hash: String,
}

impl AccessSeal {
    pub fn new(secret: [u8; 32]) -> Self {
        Self(Arc::new(CodeSecret::new(secret)))
    }

    pub(super) fn seal(
        &self,
        ids: &Ids,
        access: &impl Serialize,
    ) -> serde_json::Result<SealedAccess> {
        let id = ids.id();
        let plain = serde_json::to_vec(access)?;
        let sealed = hex::encode(self.0.seal(&name_of(id), &plain));
        let hash = self.0.hash(&name_of(id), &sealed);
        Ok(SealedAccess { id, sealed, hash })
    }

    /// Returns None where another server secret has sealed it, or where it was changed.
    pub(super) fn open<T: DeserializeOwned>(&self, sealed: &SealedAccess) -> Option<T> {
        let name = name_of(sealed.id);
        if !is_same(&self.0.hash(&name, &sealed.sealed), &sealed.hash) {
            return None;
        }
        let bytes = hex::decode(&sealed.sealed).ok()?;
        serde_json::from_slice(&self.0.seal(&name, &bytes)).ok()
    }
}

fn name_of(id: Uuid) -> String {
    format!("database access {id}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DatabaseLogin, access::DatabaseAccess};

    #[test]
    fn sealed_access_hides_the_password_and_opens_only_unchanged_with_the_same_secret() {
        let login = DatabaseLogin {
            url: Some("postgres://ann:canary-password@db.example.com/shop".to_owned()),
            ..DatabaseLogin::default()
        };
        let access = login.to_access().unwrap();
        let seal = AccessSeal::new([7; 32]);
        let sealed = seal
            .seal(
                &Ids::system(portolan_environment::clock::Clock::system()),
                &access,
            )
            .unwrap();
        let text = serde_json::to_string(&sealed).unwrap();
        assert!(!text.contains("canary") && !text.contains("example"));
        assert!(seal.open(&sealed) == Some(access));
        assert!(
            AccessSeal::new([8; 32])
                .open::<DatabaseAccess>(&sealed)
                .is_none()
        );
        let first = if sealed.sealed.starts_with('0') {
            "1"
        } else {
            "0"
        };
        let changed = SealedAccess {
            sealed: format!("{first}{}", &sealed.sealed[1..]),
            ..sealed
        };
        assert!(seal.open::<DatabaseAccess>(&changed).is_none());
    }
}
