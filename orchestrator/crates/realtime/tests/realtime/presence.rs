use std::collections::BTreeMap;

use portolan_realtime::Presence;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

fn tracked_state(value: u32) -> Map<String, Value> {
    json!({"at": value, "phx_ref": "forged"})
        .as_object()
        .unwrap()
        .clone()
}

#[test]
fn presence_reports_joins_updates_and_leaves() {
    let mut presence = Presence::default();
    let came = presence.track(1, "ada", tracked_state(1));
    assert_eq!(
        json!(came),
        json!({"joins": {"ada": {"metas": [{"phx_ref": "1", "at": 1}]}}, "leaves": {}})
    );
    let changed = presence.track(1, "ada", tracked_state(2));
    assert_eq!(
        json!(changed),
        json!({
            "joins": {"ada": {"metas": [{"phx_ref": "2", "phx_ref_prev": "1", "at": 2}]}},
            "leaves": {"ada": {"metas": [{"phx_ref": "1", "at": 1}]}},
        })
    );
    presence.track(2, "ada", tracked_state(3));
    assert_eq!(
        presence.state(),
        json!({"ada": {"metas": [
            {"phx_ref": "2", "phx_ref_prev": "1", "at": 2}, {"phx_ref": "3", "at": 3},
        ]}})
    );
    let gone = presence.untrack(1).unwrap();
    assert_eq!(json!(gone)["leaves"]["ada"]["metas"][0]["phx_ref"], "2");
    assert_eq!(presence.untrack(1), None);
    assert_eq!(presence.len(), 1);
    presence.untrack(2);
    assert!(presence.is_empty());
    assert_eq!(presence.state(), json!({}));
}

/// The state that a client has who takes each difference in, as the library does.
fn fold_diff(state: &mut BTreeMap<String, Vec<Value>>, diff: &Value) {
    let metas = |part: &Value| -> Vec<(String, Vec<Value>)> {
        let keys = part.as_object().unwrap().iter();
        keys.map(|(key, one)| (key.clone(), one["metas"].as_array().unwrap().clone()))
            .collect()
    };
    for (key, joined) in metas(&diff["joins"]) {
        state.entry(key).or_default().extend(joined);
    }
    for (key, left) in metas(&diff["leaves"]) {
        let left: Vec<&Value> = left.iter().map(|meta| &meta["phx_ref"]).collect();
        let known = state.get_mut(&key).unwrap();
        known.retain(|meta| !left.contains(&&meta["phx_ref"]));
        if known.is_empty() {
            state.remove(&key);
        }
    }
}

proptest! {
    #[test]
    fn presence_diffs_add_up_to_the_presence_state(
        steps in proptest::collection::vec((0..4_u32, 0..3_usize, any::<bool>()), 0..60),
    ) {
        let mut presence = Presence::default();
        let mut client = BTreeMap::new();
        for (number, (member, key, comes)) in (0..).zip(steps) {
            let diff = if comes {
                Some(presence.track(member, ["a", "b", "c"][key], tracked_state(number)))
            } else {
                presence.untrack(member)
            };
            if let Some(diff) = diff {
                fold_diff(&mut client, &json!(diff));
            }
            let state = presence.state();
            let server: BTreeMap<String, Vec<Value>> = state.as_object().unwrap().iter()
                .map(|(key, one)| (key.clone(), one["metas"].as_array().unwrap().clone()))
                .collect();
            prop_assert_eq!(&client, &server);
        }
    }
}
