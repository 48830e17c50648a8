//! Users, identities and profiles.

use portolan_domain::{Identity, ProfileChange, User};
use portolan_store::{HostedUser, StoreError};
use serde_json::{Map, json};
use uuid::Uuid;

use crate::world::StoreWorld;

fn identity(world: &StoreWorld, user_id: Uuid, provider: &str) -> Identity {
    Identity {
        id: world.ids.id(),
        user_id,
        provider: provider.to_owned(),
        provider_id: user_id.to_string(),
        identity_data: Map::new(),
        last_sign_in_at: None,
        created_at: world.now(),
        updated_at: world.now(),
    }
}

both!(stored_user_round_trips, |world| {
    let now = world.now();
    let user = User {
        email: Some("Ada@Example.com".to_owned()),
        phone: Some("+4930123".to_owned()),
        encrypted_password: Some("$argon2id$…".to_owned()),
        user_metadata: json!({"z": 1, "a": {"b": [null, true]}})
            .as_object()
            .unwrap()
            .clone(),
        email_confirmed_at: Some(now),
        banned_until: Some(now),
        ..User::new(world.ids.id(), now)
    };
    assert!(!world.store.has_users().await.unwrap());
    world
        .store
        .create_user(&user, Some(&identity(world, user.id, "email")))
        .await
        .unwrap();
    assert!(world.store.has_users().await.unwrap());
    let expected = User {
        email: Some("ada@example.com".to_owned()),
        ..user.clone()
    };
    assert_eq!(world.store.user(user.id).await.unwrap(), expected);
    assert_eq!(
        world.store.user_by_email("ADA@example.COM").await.unwrap(),
        expected
    );
    assert_eq!(
        world.store.user_by_phone("+4930123").await.unwrap(),
        expected
    );
    assert_eq!(world.store.users(0, 10).await.unwrap(), (vec![expected], 1));
    assert!(matches!(
        world.store.user(world.ids.id()).await,
        Err(StoreError::NotFound("user"))
    ));
});

both!(email_address_belongs_to_one_user, |world| {
    world.user("a@example.com").await;
    let again = world.new_user("A@example.com");
    let taken = world.store.create_user(&again, None).await;
    assert!(matches!(taken, Err(StoreError::Conflict(_))));
    // Nothing of the second one is there.
    assert_eq!(world.store.users(0, 10).await.unwrap().1, 1);
    let other = world.user("b@example.com").await;
    let taken = world
        .store
        .update_user(other, world.now(), |user| {
            user.email = Some("a@example.com".to_owned())
        })
        .await;
    assert!(matches!(taken, Err(StoreError::Conflict(_))));
});

both!(concurrent_profile_changes_are_all_kept, |world| {
    let user_id = world.user("a@example.com").await;
    let changes = (0..20).map(|number| {
        world.store.update_user(user_id, world.now(), move |user| {
            user.user_metadata.insert(number.to_string(), json!(number));
        })
    });
    for changed in futures_util::future::join_all(changes).await {
        changed.unwrap();
    }
    assert_eq!(
        world.store.user(user_id).await.unwrap().user_metadata.len(),
        20
    );
});

both!(
    user_of_external_auth_server_is_created_and_updated,
    |world| {
        let mut person = HostedUser {
            id: world.ids.id(),
            email: Some("A@example.com".into()),
            phone: None,
            is_anonymous: false,
        };
        let ensure = async |person: &HostedUser| {
            let ensured = world.store.ensure_hosted_user(person, world.now()).await;
            let user = ensured.unwrap();
            assert_eq!(user, world.store.user(person.id).await.unwrap());
            user.email
        };
        for _ in 0..2 {
            assert_eq!(ensure(&person).await.as_deref(), Some("a@example.com"));
        }
        let plan = world.store.plan(person.id, world.now()).await.unwrap();
        assert_eq!(plan.credits_left, 200);

        let owner = world.user("b@example.com").await;
        person.email = Some("c@example.com".into());
        assert_eq!(ensure(&person).await.as_deref(), Some("c@example.com"));
        person.email = Some("b@example.com".into());
        assert_eq!(ensure(&person).await, None, "it is somebody else's");
        let other = HostedUser {
            id: world.ids.id(),
            ..person
        };
        assert_eq!(ensure(&other).await, None);
        let owner = world.store.user(owner).await.unwrap();
        assert_eq!(owner.email.as_deref(), Some("b@example.com"));
    }
);

both!(
    identity_belongs_to_one_user_and_last_one_cannot_be_removed,
    |world| {
        let user_id = world.user("a@example.com").await;
        let [first, second] =
            ["email", "google"].map(|provider| identity(world, user_id, provider));
        world.store.save_identity(&first).await.unwrap();
        world.store.save_identity(&second).await.unwrap();
        let thief = world.user("b@example.com").await;
        let stolen = Identity {
            user_id: thief,
            ..first.clone()
        };
        assert!(matches!(
            world.store.save_identity(&stolen).await,
            Err(StoreError::Conflict(_))
        ));
        assert_eq!(
            world
                .store
                .identity("google", &second.provider_id)
                .await
                .unwrap(),
            second
        );
        world
            .store
            .unlink_identity(user_id, second.id, world.now())
            .await
            .unwrap();
        let last = world
            .store
            .unlink_identity(user_id, first.id, world.now())
            .await;
        assert!(matches!(last, Err(StoreError::Conflict(_))));
        assert_eq!(world.store.identities(user_id).await.unwrap(), [first]);
    }
);

both!(deleting_user_deletes_their_data, |world| {
    let chat = world.chat_with_credits(10).await;
    chat.begun(3).await;
    world
        .store
        .delete_user(chat.user_id, world.now())
        .await
        .unwrap();
    assert!(matches!(
        world.store.any_chat(chat.id).await,
        Err(StoreError::NotFound("chat"))
    ));
    assert!(matches!(
        world.store.plan(chat.user_id, world.now()).await,
        Err(StoreError::NotFound(_))
    ));
    assert!(matches!(
        world.store.delete_user(chat.user_id, world.now()).await,
        Err(StoreError::NotFound(_))
    ));
    world.assert_audited().await;
});

both!(
    username_is_unique_without_case_and_fields_can_be_cleared,
    |world| {
        let (a, b) = (
            world.user("a@example.com").await,
            world.user("b@example.com").await,
        );
        let named = |name: &str| ProfileChange {
            username: Some(name.to_owned()),
            bio: Some(Some("maps".to_owned())),
            professional_info: Some(Some(json!({"field": "sea"}))),
            ..ProfileChange::default()
        };
        let profile = world
            .store
            .update_profile(a, &named("Vasco"), world.now())
            .await
            .unwrap();
        assert_eq!(
            profile,
            world.store.profile_by_username("vasco").await.unwrap()
        );
        let taken = world
            .store
            .update_profile(b, &named("VASCO"), world.now())
            .await;
        assert!(matches!(taken, Err(StoreError::Conflict(_))));
        let emptied = ProfileChange {
            bio: Some(None),
            ..ProfileChange::default()
        };
        let profile = world
            .store
            .update_profile(a, &emptied, world.now())
            .await
            .unwrap();
        assert_eq!(
            (profile.bio, profile.username.as_deref()),
            (None, Some("Vasco"))
        );
        assert_eq!(profile.professional_info, Some(json!({"field": "sea"})));
        let profile = world.store.set_rights(a, true, false).await.unwrap();
        assert!(profile.is_admin && !profile.is_contributor);
    }
);
