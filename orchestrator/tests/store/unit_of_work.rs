//! Several calls in one transaction.

use std::sync::{Arc, Mutex};

use portolan_domain::AuthAuditEntry;
use portolan_store::{NewPortolan, StoreError, UnitOfWork};
use serde_json::Map;
use uuid::Uuid;

use crate::world::StoreWorld;

async fn create_document(
    world: &StoreWorld,
    unit: &UnitOfWork,
    user_id: Uuid,
) -> Result<Uuid, StoreError> {
    let id = world.ids.id();
    unit.create_portolan(&NewPortolan {
        id,
        user_id,
        title: "Sales",
        markdown: "",
        now: world.now(),
    })
    .await?;
    Ok(id)
}

async fn record_entry(world: &StoreWorld, unit: &UnitOfWork) -> Result<(), StoreError> {
    unit.record_auth_audit(&AuthAuditEntry {
        id: world.ids.id(),
        actor_id: None,
        actor: "a@example.com".into(),
        action: "login".into(),
        traits: Map::new(),
        ip: "127.0.0.1".into(),
        created_at: world.now(),
    })
    .await
}

both!(
    failed_unit_of_work_stores_nothing_and_emits_no_changes,
    |world| {
        let user_id = world.user("a@example.com").await;
        let heard = Arc::new(Mutex::new(Vec::new()));
        let hearing = Arc::clone(&heard);
        world.store.listen(Box::new(move |change| {
            hearing.lock().unwrap().push(change.key["id"].clone());
        }));
        let mut created = None;
        let failed: Result<(), StoreError> = world
            .store
            .transact(async |unit| {
                let id = create_document(world, unit, user_id).await?;
                created = Some(id);
                record_entry(world, unit).await?;
                // A unit of work sees its own writes.
                assert_eq!(unit.portolan(id).await?.0.title, "Sales");
                Err(StoreError::NotFound("row"))
            })
            .await;
        assert!(matches!(failed, Err(StoreError::NotFound("row"))));
        let gone = world.store.portolan(created.unwrap()).await;
        assert!(matches!(gone, Err(StoreError::NotFound(_))));
        assert_eq!(world.store.auth_audit(0, 10).await.unwrap().1, 0);
        let kept: Result<Uuid, StoreError> = world
            .store
            .transact(async |unit| {
                let id = create_document(world, unit, user_id).await?;
                assert!(heard.lock().unwrap().is_empty());
                Ok(id)
            })
            .await;
        let kept = kept.unwrap();
        assert!(world.store.portolan(kept).await.is_ok());
        assert_eq!(*heard.lock().unwrap(), [kept.to_string()]);
    }
);

both!(
    unit_of_work_with_ignored_failure_is_not_committed,
    |world| {
        let user_id = world.user("a@example.com").await;
        let mut created = None;
        let committed: Result<(), StoreError> = world
            .store
            .transact(async |unit| {
                created = Some(create_document(world, unit, user_id).await?);
                let missing = unit.delete_portolan(Uuid::nil(), user_id).await;
                assert!(missing.is_err());
                Ok(())
            })
            .await;
        assert!(matches!(committed, Err(StoreError::Unusable(_))));
        assert!(world.store.portolan(created.unwrap()).await.is_err());
    }
);

both!(nested_unit_of_work_ends_with_outer_one, |world| {
    let user_id = world.user("a@example.com").await;
    let mut created = None;
    let failed: Result<(), StoreError> = world
        .store
        .transact(async |unit| {
            let inner: Result<Uuid, StoreError> = unit
                .transact(async |inner| create_document(world, inner, user_id).await)
                .await;
            created = Some(inner?);
            Err(StoreError::NotFound("row"))
        })
        .await;
    assert!(failed.is_err());
    assert!(world.store.portolan(created.unwrap()).await.is_err());
});
