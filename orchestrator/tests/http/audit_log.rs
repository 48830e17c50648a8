//! The audit log of admins: its filters, orders and pages.

use chrono::{DateTime, TimeDelta, Utc};
use portolan_domain::{AdminAction, AdminActionKind};
use serde_json::json;
use uuid::Uuid;

use crate::{
    admin::admin,
    admin_pages::{column, paged},
    client::TestUser,
    world::{SCRIPTED, World},
};

const LOG: &str = "/api/admin/audit-log";

/// Records an action on this user; `number` distinguishes its id.
async fn record(
    world: &World,
    (admin, user): (&TestUser, &TestUser),
    number: u128,
    action: AdminActionKind,
    created_at: DateTime<Utc>,
) {
    let action = AdminAction {
        id: Uuid::from_u128(0x4000_8000_0000_0000_0000 + number),
        admin_id: admin.id,
        action,
        subject_kind: "user",
        subject: user.id.to_string(),
        detail: json!({"reason": "Abuse", "number": number}),
        created_at,
    };
    world.store().record_admin_action(&action).await.unwrap();
}

both!(audit_log_is_filtered_sorted_and_searched, |world| {
    let (admin, ada) = (admin(world).await, world.new_user("ada").await);
    let now = world.hand.clock().now();
    for (number, action, hours) in [
        (1, AdminActionKind::UserSuspended, 30),
        (2, AdminActionKind::UserRestored, 29),
    ] {
        let time = now - TimeDelta::hours(hours);
        record(world, (&admin, &ada), number, action, time).await;
    }
    let tested = json!({"model": SCRIPTED});
    admin.post("/api/admin/models/test", tested).await.is(200);
    let path = LOG;
    let found = async |query: &str| column(&admin, &format!("{path}?{query}"), "action").await;
    let (tested, restored, suspended) = ("model.tested", "user.restored", "user.suspended");
    for (query, expected) in [
        ("", vec![tested, restored, suspended]),
        ("direction=ascending", vec![suspended, restored, tested]),
        (
            "sort=action&direction=ascending",
            vec![tested, restored, suspended],
        ),
        ("action=user.restored", vec![restored]),
        ("q=ada", vec![restored, suspended]),
        ("q=ADA&action=user.suspended", vec![suspended]),
        ("q=script", vec![tested]),
        ("q=nothing", vec![]),
        ("admin=admin@example.com", vec![tested, restored, suspended]),
        ("admin=ada@example.com", vec![]),
        ("from=2026-11-20", vec![tested]),
        ("to=2026-11-19", vec![restored, suspended]),
        ("from=2026-11-19&to=2026-11-19", vec![restored, suspended]),
    ] {
        assert_eq!(found(query).await, expected, "{query}");
    }
    let by_id = format!("q={}", ada.id);
    assert_eq!(found(&by_id).await, [restored, suspended]);
    let sorted = format!("{path}?sort=action&direction=ascending");
    let all = paged(&admin, &sorted, "action").await;
    assert_eq!(all, [tested, restored, suspended]);
    let wrong = format!("{path}?from=2026-11-21&to=2026-11-20");
    admin.get(&wrong).await.invalid("to");
});

both!(actions_of_a_kind_are_paged_between_two_days, |world| {
    let (admin, ada) = (admin(world).await, world.new_user("ada").await);
    let (suspended, restored) = (
        AdminActionKind::UserSuspended,
        AdminActionKind::UserRestored,
    );
    // Of each day three: the first and the last moment, and one of another kind between them.
    let mut number = 0;
    for day in 14..=19 {
        let midnight: DateTime<Utc> = format!("2026-11-{day}T00:00:00Z").parse().unwrap();
        for (action, millis) in [
            (suspended, 0),
            (restored, 43_200_000),
            (suspended, 86_399_999),
        ] {
            let time = midnight + TimeDelta::milliseconds(millis);
            record(world, (&admin, &ada), number, action, time).await;
            number += 1;
        }
    }
    let path = format!("{LOG}?action=user.suspended&from=2026-11-16&to=2026-11-18");
    let numbers = async |query: &str| {
        let details = paged(&admin, &format!("{path}{query}"), "detail").await;
        let numbers = details
            .iter()
            .map(|detail| detail["number"].as_u64().unwrap());
        numbers.collect::<Vec<_>>()
    };
    let oldest_first = [6, 8, 9, 11, 12, 14];
    let newest_first = [14, 12, 11, 9, 8, 6];
    for query in ["", "&sort=createdAt", "&sort=action"] {
        assert_eq!(numbers(query).await, newest_first, "{query}");
        let ascending = format!("{query}&direction=ascending");
        assert_eq!(numbers(&ascending).await, oldest_first, "{ascending}");
    }
    // All actions of a day, by their names.
    let day = format!("{LOG}?from=2026-11-16&to=2026-11-16&sort=action&direction=ascending");
    let names = paged(&admin, &day, "action").await;
    assert_eq!(names, ["user.restored", "user.suspended", "user.suspended"]);
    admin
        .get(&format!("{LOG}?action=user.forgotten"))
        .await
        .invalid("query");
});
