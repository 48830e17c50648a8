use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Map, Value, json};

/// One presence under a key: what its client tracks.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Meta {
    phx_ref: String,
    /// The reference of the entry that this one replaces.
    #[serde(skip_serializing_if = "Option::is_none")]
    phx_ref_prev: Option<String>,
    #[serde(flatten)]
    tracked: Map<String, Value>,
}

/// The presence state of a topic. `M` identifies a member.
#[derive(Clone, Debug)]
pub struct Presence<M> {
    keys: BTreeMap<String, Vec<(M, Meta)>>,
    /// Counts everything that was ever tracked here.
    counted: u64,
}

/// A presence diff: joins and leaves.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PresenceDiff {
    joins: Value,
    leaves: Value,
}

impl<M> Default for Presence<M> {
    fn default() -> Self {
        Self {
            keys: BTreeMap::new(),
            counted: 0,
        }
    }
}

impl<M: Copy + PartialEq> Presence<M> {
    pub fn len(&self) -> usize {
        self.keys.values().map(Vec::len).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// A member is present from now on, or with something else than before.
    pub fn track(&mut self, member: M, key: &str, mut tracked: Map<String, Value>) -> PresenceDiff {
        // References are the server's to give.
        tracked.remove("phx_ref");
        tracked.remove("phx_ref_prev");
        self.counted += 1;
        let mut meta = Meta {
            phx_ref: format!("{:x}", self.counted),
            phx_ref_prev: None,
            tracked,
        };
        let before = self.remove_member(member);
        meta.phx_ref_prev = before.as_ref().map(|(_, before)| before.phx_ref.clone());
        let metas = self.keys.entry(key.to_owned()).or_default();
        metas.push((member, meta.clone()));
        PresenceDiff {
            joins: single_entry(key, &meta),
            leaves: before.map_or_else(|| json!({}), |(key, meta)| single_entry(&key, &meta)),
        }
    }

    /// A member is present no longer; None if it was not.
    pub fn untrack(&mut self, member: M) -> Option<PresenceDiff> {
        let (key, meta) = self.remove_member(member)?;
        Some(PresenceDiff {
            joins: json!({}),
            leaves: single_entry(&key, &meta),
        })
    }

    /// Returns each member with its presence key and tracked value.
    pub fn entries(&self) -> impl Iterator<Item = (M, &str, &Map<String, Value>)> {
        self.keys.iter().flat_map(|(key, members)| {
            let members = members.iter();
            members.map(move |(member, meta)| (*member, key.as_str(), &meta.tracked))
        })
    }

    /// The complete presence state: `{key: {metas: […]}}`.
    pub fn state(&self) -> Value {
        let keys = self.keys.iter().map(|(key, members)| {
            let metas: Vec<&Meta> = members.iter().map(|(_, meta)| meta).collect();
            (key.clone(), json!({"metas": metas}))
        });
        Value::Object(keys.collect())
    }

    fn remove_member(&mut self, member: M) -> Option<(String, Meta)> {
        let (key, at) = self.keys.iter().find_map(|(key, members)| {
            let at = members.iter().position(|(known, _)| *known == member)?;
            Some((key.clone(), at))
        })?;
        let members = self.keys.get_mut(&key)?;
        let (_, meta) = members.remove(at);
        if members.is_empty() {
            self.keys.remove(&key);
        }
        Some((key, meta))
    }
}

fn single_entry(key: &str, meta: &Meta) -> Value {
    let mut state = Map::new();
    state.insert(key.to_owned(), json!({"metas": [meta]}));
    state.into()
}
