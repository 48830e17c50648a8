//! The audit log and the replays with many rows.

use portolan_domain::{
    ActionFilter, ActionSort, AdminActionKind, Direction, ReplayFilter, ReplayStatus,
};

use super::{DIRECTIONS, Work, check_pages, filled, row_count};

both!(audit_log_and_replays_read_from_indexes, |world| {
    filled(world).await;
    let (store, now) = (&world.store, world.now());
    let day = |millis| chrono::DateTime::from_timestamp_millis(millis);
    let some = |text: &str| Some(text.to_owned());
    let owner = "00000000-0000-4000-8000-000000000101";
    // Most rows are before and after these days.
    let rows = i64::try_from(row_count()).unwrap();
    let middle = (rows * 2 / 5, rows * 3 / 5);
    let filters = [
        ("", ActionFilter::default()),
        (
            " by action",
            ActionFilter {
                sort: ActionSort::Action,
                ..ActionFilter::default()
            },
        ),
        (
            " of an action",
            ActionFilter {
                action: Some(AdminActionKind::UserSuspended),
                ..ActionFilter::default()
            },
        ),
        (
            " of an action between two days",
            ActionFilter {
                action: Some(AdminActionKind::UserSuspended),
                from: day(middle.0),
                until: day(middle.1),
                ..ActionFilter::default()
            },
        ),
        (
            " of an action between two days by action",
            ActionFilter {
                action: Some(AdminActionKind::UserSuspended),
                from: day(middle.0),
                until: day(middle.1),
                sort: ActionSort::Action,
                ..ActionFilter::default()
            },
        ),
        (
            " of an admin",
            ActionFilter {
                admin: some("user101"),
                ..ActionFilter::default()
            },
        ),
        (
            " of some days",
            ActionFilter {
                from: day(100),
                until: day(200),
                ..ActionFilter::default()
            },
        ),
        (
            ", search by id",
            ActionFilter {
                search: some(owner),
                ..ActionFilter::default()
            },
        ),
        (
            ", search by user",
            ActionFilter {
                search: some("user101"),
                ..ActionFilter::default()
            },
        ),
    ];
    for (note, filter) in filters {
        for direction in DIRECTIONS {
            let filter = ActionFilter {
                direction,
                ..filter.clone()
            };
            let name = format!("audit log {direction:?}{note}");
            check_pages(world, &name, Work::OfPage, async |page| {
                store.admin_actions(&filter, &page).await
            })
            .await;
        }
    }
    // Sorted by kind, the days are a condition of each row.
    let by_kind = ActionFilter {
        from: day(middle.0),
        until: day(middle.1),
        sort: ActionSort::Action,
        ..ActionFilter::default()
    };
    let name = "audit log of some days by action";
    check_pages(world, name, Work::OfAllRows, async |page| {
        store.admin_actions(&by_kind, &page).await
    })
    .await;
    for status in [None, Some(ReplayStatus::Failed)] {
        let filter = ReplayFilter {
            status,
            direction: Direction::Descending,
        };
        check_pages(
            world,
            &format!("replays {status:?}"),
            Work::OfPage,
            async |page| store.replay_runs(&filter, &page, now).await,
        )
        .await;
    }
    let run_id = "00000000-0000-4000-8000-000000000001".parse().unwrap();
    for only_differing in [false, true] {
        let name = format!("replayed turns, differing {only_differing}");
        check_pages(world, &name, Work::OfPage, async |page| {
            store
                .replayed_turns(run_id, None, only_differing, &page)
                .await
        })
        .await;
    }
});
