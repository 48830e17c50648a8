use portolan_realtime::Allowance;
use proptest::prelude::*;

#[test]
fn allowance_refills_over_time() {
    let mut allowance = Allowance::new(2, 0);
    for _ in 0..4 {
        assert!(allowance.take(0));
    }
    assert!(!allowance.take(0));
    assert!(!allowance.take(499));
    assert!(allowance.take(999));
    // A clock that goes back gives nothing away.
    assert!(!allowance.take(0));
}

proptest! {
    #[test]
    fn allowance_never_exceeds_rate_plus_burst(
        per_second in 1..50_u32, steps in proptest::collection::vec(0..400_i64, 1..300),
    ) {
        let mut allowance = Allowance::new(per_second, 0);
        let (mut now, mut taken) = (0, 0_i64);
        for step in steps {
            now += step;
            taken += i64::from(allowance.take(now));
        }
        let most = i64::from(per_second) * 2 + now * i64::from(per_second) / 1_000 + 1;
        prop_assert!(taken <= most);
    }
}
