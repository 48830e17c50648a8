pub mod profile;

use portolan_query::TableProfile;

pub fn orders() -> TableProfile {
    profile::profile("orders", include_str!("../tables/orders.csv"))
}

pub fn islands() -> TableProfile {
    profile::profile("islands", include_str!("../tables/islands.csv"))
}

pub fn ferries() -> TableProfile {
    profile::profile("ferries", include_str!("../tables/ferries.csv"))
}
