pub mod profile;

use portolan_query::TableProfile;
use portolan_questions::{Answer, Question, Reading, answer};

pub fn orders() -> TableProfile {
    profile::profile("orders", include_str!("../tables/orders.csv"))
}

pub fn islands() -> TableProfile {
    profile::profile("islands", include_str!("../tables/islands.csv"))
}

pub fn ferries() -> TableProfile {
    profile::profile("ferries", include_str!("../tables/ferries.csv"))
}

/// The best reading; panics where there is none.
pub fn best(tables: &[TableProfile], text: &str) -> Reading {
    match answer(&Question {
        text,
        tables,
        so_far: None,
    }) {
        Answer::Readings(readings) => readings.into_iter().next().expect("at least one"),
        other => panic!("{text}: {other:?}"),
    }
}
