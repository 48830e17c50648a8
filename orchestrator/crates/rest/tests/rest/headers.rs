use portolan_rest::{Accepted, CountMode, Duplicates, Prefer, Return};

#[test]
fn preferences_are_read_from_one_header_or_several() {
    let prefer = Prefer::parse(
        [
            "return=representation,resolution=merge-duplicates",
            "count=exact, missing=default, unknown=1",
        ]
        .into_iter(),
    )
    .unwrap();
    assert_eq!(prefer.returns, Some(Return::Representation));
    assert_eq!(prefer.duplicates, Some(Duplicates::Merge));
    assert_eq!(prefer.count, Some(CountMode::Exact));
    assert_eq!(
        prefer.applied(),
        "resolution=merge-duplicates, return=representation, count=exact"
    );
    let strict = Prefer::parse(["handling=strict,max-affected=2"].into_iter()).unwrap();
    assert_eq!((strict.is_strict, strict.max_affected), (true, Some(2)));
    let refused = Prefer::parse(["handling=strict, unknown=1"].into_iter()).unwrap_err();
    assert_eq!((refused.status, refused.code), (400, "PGRST122"));
}

#[test]
fn accept_header_determines_response_format() {
    let form = |accept| {
        let accepted = Accepted::parse(accept).unwrap();
        (accepted.is_single, accepted.strips_nulls)
    };
    assert_eq!(form(None), (false, false));
    assert_eq!(form(Some("application/json")), (false, false));
    assert_eq!(form(Some("text/html, */*;q=0.1")), (false, false));
    assert_eq!(
        form(Some("application/vnd.pgrst.object+json")),
        (true, false)
    );
    assert_eq!(
        form(Some("application/vnd.pgrst.array+json; nulls=stripped")),
        (false, true)
    );
    let csv = Accepted::parse(Some("text/csv")).unwrap();
    assert!(csv.is_csv && !csv.is_single);
    let plan = Accepted::parse(Some("application/geo+json")).unwrap_err();
    assert_eq!((plan.status, plan.code), (406, "PGRST107"));
}
