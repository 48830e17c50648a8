//! Points where a test may kill the process; nothing in production.

use portolan_chat::Commit;

/// Marks a point where a test may kill the process.
#[cfg(feature = "testing")]
pub(super) fn fail_point(name: &str) {
    portolan_environment::faults::fault_point(name);
}

#[cfg(feature = "testing")]
pub(super) fn point_of(commit: &Commit, place: &str) {
    let what = if commit.settlement.is_some() {
        "settle"
    } else if commit.steps.is_empty() {
        "commit"
    } else {
        "step"
    };
    fail_point(&format!("{what}.{place}"));
}

#[cfg(not(feature = "testing"))]
pub(super) fn fail_point(_: &str) {}

#[cfg(not(feature = "testing"))]
pub(super) fn point_of(_: &Commit, _: &str) {}
