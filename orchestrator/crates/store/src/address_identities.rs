//! A user's address and number are sign-in methods of their own: identities that follow them.

use chrono::{DateTime, Utc};
use portolan_domain::{Identity, User};
use serde_json::{Map, Value, json};
use uuid::Uuid;

use super::{
    Result,
    database::Transaction,
    users,
    value::{Json, params},
};

/// Brings the identities `email` and `phone` in line with what the user has confirmed, and adds the one that
/// is missing, under the id `new_identity`.
pub(super) async fn follow_addresses(
    transaction: &mut Transaction,
    user: &mut User,
    now: DateTime<Utc>,
    new_identity: Uuid,
) -> Result<()> {
    let rows = transaction
        .rows(
            "SELECT * FROM identities WHERE user_id = $1 AND provider IN ('email', 'phone')",
            params![user.id],
        )
        .await?;
    let mut known = Vec::new();
    for row in &rows {
        known.push(Identity::try_from(row)?);
    }
    let confirmed = [
        (
            "email",
            user.email
                .clone()
                .filter(|_| user.email_confirmed_at.is_some()),
        ),
        (
            "phone",
            user.phone
                .clone()
                .filter(|_| user.phone_confirmed_at.is_some()),
        ),
    ];
    let mut is_added = false;
    for (provider, address) in confirmed {
        let Some(address) = address else { continue };
        user.add_provider(provider);
        match known.iter().find(|identity| identity.provider == provider) {
            Some(identity) => {
                let mut data = identity.identity_data.clone();
                data.extend(identity_data(user.id, provider, &address));
                transaction
                    .execute(
                        "UPDATE identities SET identity_data = $2, updated_at = $3 WHERE id = $1",
                        params![identity.id, Json(&data), now],
                    )
                    .await?;
            }
            // One token proves one address: there is never a second one to add.
            None if !is_added => {
                is_added = true;
                let identity = Identity {
                    id: new_identity,
                    user_id: user.id,
                    provider: provider.to_owned(),
                    provider_id: user.id.to_string(),
                    identity_data: identity_data(user.id, provider, &address),
                    last_sign_in_at: Some(now),
                    created_at: now,
                    updated_at: now,
                };
                users::insert_identity(transaction, &identity).await?;
            }
            None => {}
        }
    }
    Ok(())
}

fn identity_data(user_id: Uuid, provider: &str, address: &str) -> Map<String, Value> {
    [
        ("sub".to_owned(), json!(user_id)),
        (provider.to_owned(), json!(address)),
        (format!("{provider}_verified"), json!(true)),
    ]
    .into_iter()
    .collect()
}
