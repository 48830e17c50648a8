use std::{
    collections::HashMap,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use serde::Serialize;
use serde_json::Value;

/// Counters of the requests so far.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StatsSnapshot {
    pub requests: u64,
    /// Streams that were sent to their end.
    pub finished: u64,
    /// Streams that the client left, or that a fault cut.
    pub aborted: u64,
    /// Streams that are being sent.
    pub open: u64,
}

#[derive(Default)]
pub(crate) struct Stats {
    requests: AtomicU64,
    finished: AtomicU64,
    aborted: AtomicU64,
    open: AtomicU64,
    /// Requests by plan, for faults that strike a few times only.
    by_plan: Mutex<HashMap<String, u64>>,
    bodies: Mutex<Vec<Value>>,
}

/// Bodies that are remembered for tests to look at.
const REMEMBERED: usize = 64;

impl Stats {
    /// Counts a request and says how many the same plan had before.
    pub fn count_request(&self, plan: &str, body: &Value) -> u64 {
        self.requests.fetch_add(1, Ordering::SeqCst);
        let mut bodies = self.bodies.lock().unwrap_or_else(PoisonError::into_inner);
        if bodies.len() < REMEMBERED {
            bodies.push(body.clone());
        }
        drop(bodies);
        let mut by_plan = self.by_plan.lock().unwrap_or_else(PoisonError::into_inner);
        let count = by_plan.entry(plan.to_owned()).or_default();
        *count += 1;
        *count - 1
    }

    pub fn count_opened(&self) {
        self.open.fetch_add(1, Ordering::SeqCst);
    }

    pub fn count_closed(&self, whole: bool) {
        self.open.fetch_sub(1, Ordering::SeqCst);
        let counter = if whole { &self.finished } else { &self.aborted };
        counter.fetch_add(1, Ordering::SeqCst);
    }

    pub fn bodies(&self) -> Vec<Value> {
        self.bodies
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    pub fn snapshot(&self) -> StatsSnapshot {
        StatsSnapshot {
            requests: self.requests.load(Ordering::SeqCst),
            finished: self.finished.load(Ordering::SeqCst),
            aborted: self.aborted.load(Ordering::SeqCst),
            open: self.open.load(Ordering::SeqCst),
        }
    }
}
