//! The time, ids and secrets, passed in so that tests own them, and the faults that tests inject.

pub mod clock;
#[cfg(feature = "testing")]
pub mod faults;
pub mod ids;
