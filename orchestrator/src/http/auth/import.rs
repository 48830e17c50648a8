//! User tables of the hosted service, as its database exports them.

use chrono::{DateTime, Utc};
use portolan_auth::{TotpSecret, email_address, is_password_hash, phone_number};
use portolan_domain::{Factor, FactorStatus, FactorType, Identity, TokenRole, User};
use portolan_environment::ids::Ids;
use serde::{Deserialize, Deserializer, de::Error as _};
use serde_json::{Map, Value};
use uuid::Uuid;

use super::{Auth, factors::seal_name, new_account};

/// A row of the table `auth.users`, with its identities and second factors.
#[derive(Debug, Deserialize)]
pub struct ExportedUser {
    id: Uuid,
    #[serde(default)]
    email: Option<String>,
    #[serde(default)]
    phone: Option<String>,
    #[serde(default)]
    encrypted_password: Option<String>,
    #[serde(default)]
    role: Option<String>,
    #[serde(default, deserialize_with = "object")]
    raw_app_meta_data: Map<String, Value>,
    #[serde(default, deserialize_with = "object")]
    raw_user_meta_data: Map<String, Value>,
    #[serde(default, deserialize_with = "flag")]
    is_anonymous: bool,
    #[serde(default, deserialize_with = "time")]
    email_confirmed_at: Option<DateTime<Utc>>,
    #[serde(default, deserialize_with = "time")]
    phone_confirmed_at: Option<DateTime<Utc>>,
    #[serde(default, deserialize_with = "time")]
    invited_at: Option<DateTime<Utc>>,
    #[serde(default, deserialize_with = "time")]
    last_sign_in_at: Option<DateTime<Utc>>,
    #[serde(default, deserialize_with = "time")]
    banned_until: Option<DateTime<Utc>>,
    #[serde(default, deserialize_with = "time")]
    deleted_at: Option<DateTime<Utc>>,
    #[serde(default, deserialize_with = "time")]
    created_at: Option<DateTime<Utc>>,
    #[serde(default, deserialize_with = "list")]
    identities: Vec<ExportedIdentity>,
    #[serde(default, alias = "mfa_factors", deserialize_with = "list")]
    factors: Vec<ExportedFactor>,
}

/// A row of `auth.identities`.
#[derive(Debug, Deserialize)]
struct ExportedIdentity {
    #[serde(default)]
    id: Option<Uuid>,
    provider: String,
    provider_id: String,
    #[serde(default, deserialize_with = "object")]
    identity_data: Map<String, Value>,
    #[serde(default, deserialize_with = "time")]
    last_sign_in_at: Option<DateTime<Utc>>,
    #[serde(default, deserialize_with = "time")]
    created_at: Option<DateTime<Utc>>,
}

/// A row of `auth.mfa_factors`.
#[derive(Debug, Deserialize)]
struct ExportedFactor {
    id: Uuid,
    factor_type: String,
    #[serde(default)]
    friendly_name: Option<String>,
    status: FactorStatus,
    /// In base 32.
    #[serde(default)]
    secret: Option<String>,
    #[serde(default)]
    phone: Option<String>,
    #[serde(default, deserialize_with = "time")]
    created_at: Option<DateTime<Utc>>,
}

/// An account that is ready to be stored.
#[derive(Debug)]
pub struct ImportedUser {
    pub user: User,
    pub identities: Vec<Identity>,
    pub factors: Vec<Factor>,
    /// Factors that can't be taken along, with the reason: their users enroll again.
    pub left_out: Vec<String>,
}

impl Auth {
    /// Converts an exported row; second factors are sealed with this server's secret.
    ///
    /// # Errors
    /// Says in words what is wrong with the row.
    pub fn import(
        &self,
        row: ExportedUser,
        ids: &Ids,
        now: DateTime<Utc>,
    ) -> Result<ImportedUser, String> {
        let filled = |text: Option<String>| text.filter(|text| !text.is_empty());
        let created_at = row.created_at.unwrap_or(now);
        let mut user = User::new(row.id, created_at);
        user.email = filled(row.email)
            .map(|email| email_address(&email).map_err(|error| error.to_string()))
            .transpose()?;
        user.phone = filled(row.phone)
            .map(|phone| phone_number(&phone).map_err(|error| error.to_string()))
            .transpose()?;
        user.encrypted_password = filled(row.encrypted_password);
        if let Some(hash) = &user.encrypted_password
            && !is_password_hash(hash)
        {
            return Err("its password hash is neither bcrypt, Argon2 nor Firebase scrypt".into());
        }
        user.role = match row.role.as_deref() {
            Some("service_role") => TokenRole::ServiceRole,
            Some("supabase_admin") => TokenRole::SupabaseAdmin,
            _ => TokenRole::Authenticated,
        };
        user.app_metadata = row.raw_app_meta_data;
        user.user_metadata = row.raw_user_meta_data;
        user.is_anonymous = row.is_anonymous;
        user.email_confirmed_at = row.email_confirmed_at;
        user.phone_confirmed_at = row.phone_confirmed_at;
        user.invited_at = row.invited_at;
        user.last_sign_in_at = row.last_sign_in_at;
        user.banned_until = row.banned_until;
        user.deleted_at = row.deleted_at;
        let mut identities: Vec<Identity> = row
            .identities
            .into_iter()
            .map(|identity| identity.of(&user, ids))
            .collect();
        // A table alone names its addresses only.
        for (provider, address) in [
            ("email", &user.email.clone()),
            ("phone", &user.phone.clone()),
        ] {
            if let Some(address) = address
                && !identities.iter().any(|known| known.provider == provider)
                && (user.encrypted_password.is_some() || identities.is_empty())
            {
                user.add_provider(provider);
                identities.push(new_account::identity(
                    ids, &user, created_at, provider, address,
                ));
            }
        }
        let mut imported = ImportedUser {
            user,
            identities,
            factors: Vec::new(),
            left_out: Vec::new(),
        };
        for factor in row.factors {
            let name = format!("factor {} ({})", factor.id, factor.factor_type);
            match self.import_factor(factor, &imported.user) {
                Ok(factor) => imported.factors.push(factor),
                Err(reason) => imported.left_out.push(format!("{name}: {reason}")),
            }
        }
        Ok(imported)
    }

    fn import_factor(&self, row: ExportedFactor, user: &User) -> Result<Factor, &'static str> {
        let created_at = row.created_at.unwrap_or(user.created_at);
        let mut factor = Factor {
            id: row.id,
            user_id: user.id,
            factor_type: FactorType::Totp,
            friendly_name: row.friendly_name.filter(|name| !name.trim().is_empty()),
            status: row.status,
            secret: None,
            credential: None,
            phone: None,
            last_step: None,
            last_challenged_at: None,
            created_at,
            updated_at: created_at,
        };
        match row.factor_type.as_str() {
            "totp" => {
                let secret = row
                    .secret
                    .as_deref()
                    .and_then(TotpSecret::from_text)
                    .ok_or("its secret isn't 20 bytes in base 32")?;
                let sealed = self.codes.seal(&seal_name(factor.id), secret.as_bytes());
                factor.secret = Some(hex::encode(sealed));
            }
            "phone" => {
                let phone = phone_number(row.phone.as_deref().unwrap_or_default())
                    .map_err(|_| "its phone number isn't E.164")?;
                factor.factor_type = FactorType::Phone;
                factor.phone = Some(phone);
            }
            _ => return Err("keys of authenticators don't move between domains"),
        }
        Ok(factor)
    }
}

impl ExportedIdentity {
    fn of(self, user: &User, ids: &Ids) -> Identity {
        let created_at = self.created_at.unwrap_or(user.created_at);
        Identity {
            id: self.id.unwrap_or_else(|| ids.id()),
            user_id: user.id,
            provider: self.provider,
            provider_id: self.provider_id,
            identity_data: self.identity_data,
            last_sign_in_at: self.last_sign_in_at,
            created_at,
            updated_at: created_at,
        }
    }
}

/// A JSON column, which a CSV file has as text.
fn column<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Value, D::Error> {
    match Value::deserialize(deserializer)? {
        Value::String(text) if text.is_empty() => Ok(Value::Null),
        Value::String(text) => serde_json::from_str(&text).map_err(D::Error::custom),
        value => Ok(value),
    }
}

fn object<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Map<String, Value>, D::Error> {
    match column(deserializer)? {
        Value::Null => Ok(Map::new()),
        Value::Object(object) => Ok(object),
        _ => Err(D::Error::custom("metadata is a JSON object")),
    }
}

fn list<'de, D, T>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: for<'any> Deserialize<'any>,
{
    match column(deserializer)? {
        Value::Null => Ok(Vec::new()),
        value => serde_json::from_value(value).map_err(D::Error::custom),
    }
}

fn flag<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    Ok(match Value::deserialize(deserializer)? {
        Value::Bool(flag) => flag,
        Value::String(text) => matches!(text.as_str(), "t" | "true"),
        _ => false,
    })
}

/// RFC 3339, or as PostgreSQL writes it: `2024-05-06 07:08:09.123+00`.
fn time<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<DateTime<Utc>>, D::Error> {
    let Some(text) = Option::<String>::deserialize(deserializer)?.filter(|text| !text.is_empty())
    else {
        return Ok(None);
    };
    DateTime::parse_from_rfc3339(&text)
        .or_else(|_| DateTime::parse_from_str(&text, "%Y-%m-%d %H:%M:%S%.f%#z"))
        .map(|time| Some(time.to_utc()))
        .map_err(|error| D::Error::custom(format!("{text} is not a time: {error}")))
}
