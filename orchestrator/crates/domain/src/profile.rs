use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

/// `GET /api/user/profile`.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Profile {
    #[serde(skip)]
    pub user_id: Uuid,
    pub username: Option<String>,
    pub full_name: Option<String>,
    pub is_admin: bool,
    pub is_contributor: bool,
    pub avatar_url: Option<String>,
    pub bio: Option<String>,
    pub professional_info: Option<Value>,
}

impl Profile {
    /// Returns the professional info that others see; None for users who are no contributors.
    pub fn public_info(&self) -> Option<&Value> {
        self.professional_info
            .as_ref()
            .filter(|_| self.is_contributor)
    }
}

/// A user's change of their own profile; None leaves a field as it is, Some(None) empties it.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct ProfileChange {
    pub username: Option<String>,
    #[serde(deserialize_with = "present_field")]
    pub full_name: Option<Option<String>>,
    #[serde(deserialize_with = "present_field")]
    pub avatar_url: Option<Option<String>>,
    #[serde(deserialize_with = "present_field")]
    pub bio: Option<Option<String>>,
    #[serde(deserialize_with = "present_field")]
    pub professional_info: Option<Option<Value>>,
}

/// A field that is there, be it null.
fn present_field<'de, T, D>(deserializer: D) -> Result<Option<Option<T>>, D::Error>
where
    T: Deserialize<'de>,
    D: serde::Deserializer<'de>,
{
    Option::deserialize(deserializer).map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn null_clears_profile_field_and_absent_keeps_it() {
        let change: ProfileChange = serde_json::from_str(r#"{"bio": null}"#).unwrap();
        assert_eq!(change.bio, Some(None));
        assert_eq!(change.full_name, None);
        assert!(serde_json::from_str::<ProfileChange>(r#"{"isAdmin": true}"#).is_err());
    }
}
