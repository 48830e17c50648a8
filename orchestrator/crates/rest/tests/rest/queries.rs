use portolan_rest::{
    ConditionTest, ExposedTable, ParamValue, RestError, RowCondition, RowFilter, TableQuery,
    parse_query,
};
use proptest::prelude::*;

fn parse(pairs: &[(&str, &str)]) -> Result<TableQuery, RestError> {
    parse_query(ExposedTable::Boards, pairs.iter().copied())
}

fn list_names(query: &TableQuery) -> Vec<(&str, &str)> {
    let selected = query.select.iter();
    selected
        .map(|selected| (selected.name.as_str(), selected.column.name))
        .collect()
}

/// The one condition of a query.
fn test_of(column: &str, value: &str) -> Result<ConditionTest, RestError> {
    match parse(&[(column, value)])?.filter {
        RowFilter::All(mut parts) => match parts.pop() {
            Some(RowFilter::Is(condition)) => Ok(condition.test),
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    }
}

#[test]
fn columns_are_selected_by_name_alias_or_all() {
    let all = parse(&[]).unwrap();
    assert_eq!(all.select.len(), ExposedTable::Boards.columns().len());
    assert_eq!(parse(&[("select", "*")]).unwrap().select, all.select);
    let some = parse(&[("select", "id, name:title ,\"visibility\"")]).unwrap();
    assert_eq!(
        list_names(&some),
        [
            ("id", "id"),
            ("name", "title"),
            ("visibility", "visibility")
        ]
    );
    for (select, status, code) in [
        ("secret", 400, "42703"),
        ("title_key", 400, "42703"),
        ("id::text", 400, "PGRST100"),
        ("id,charts(*)", 400, "PGRST200"),
        ("author:users!owner(name)", 400, "PGRST200"),
        ("count()", 400, "PGRST123"),
        ("revision.sum()", 400, "PGRST123"),
        ("title->x", 400, "42703"),
    ] {
        let refused = parse(&[("select", select)]).unwrap_err();
        assert_eq!((refused.status, refused.code), (status, code), "{select}");
    }
}

#[test]
fn conditions_are_read_with_the_type_of_their_column() {
    let id = "0198F2A0-0000-7000-8000-000000000001";
    assert_eq!(
        test_of("id", &format!("eq.{id}")).unwrap(),
        ConditionTest::Equal(ParamValue::Text(id.to_lowercase()))
    );
    assert_eq!(
        test_of("revision", "gte.3").unwrap(),
        ConditionTest::GreaterOrEqual(ParamValue::Integer(3))
    );
    // Dots and commas of a plain value are its own.
    assert_eq!(
        test_of("title", "neq.a.b,(c)").unwrap(),
        ConditionTest::NotEqual(ParamValue::Text("a.b,(c)".into()))
    );
    assert_eq!(
        test_of("title", "like.*Sales%").unwrap(),
        ConditionTest::Like("%Sales%".into())
    );
    assert_eq!(
        test_of("title", "in.(a,\"b,c\",\"d\\\"e\")").unwrap(),
        ConditionTest::In(
            ["a", "b,c", "d\"e"]
                .map(|text| ParamValue::Text(text.into()))
                .to_vec()
        )
    );
    assert_eq!(
        test_of("title", "in.()").unwrap(),
        ConditionTest::In(Vec::new())
    );
    assert_eq!(
        test_of("chat_id", "is.null").unwrap(),
        ConditionTest::IsNull
    );
    let noon = 1_795_176_000_000;
    for time in [
        "2026-11-20T12:00:00Z",
        "2026-11-20T12:00:00+00:00",
        // A plus sign in an address is a space.
        "2026-11-20T12:00:00 00:00",
        "2026-11-20T13:00:00+01:00",
        "2026-11-20T12:00:00",
        "2026-11-20 12:00:00",
    ] {
        assert_eq!(
            test_of("created_at", &format!("lt.{time}")).unwrap(),
            ConditionTest::Less(ParamValue::Integer(noon)),
            "{time}"
        );
    }
    assert_eq!(
        test_of("created_at", "lt.2026-11-20").unwrap(),
        ConditionTest::Less(ParamValue::Integer(noon - 12 * 3_600_000))
    );
    for (column, value, code) in [
        ("id", "eq.1", "22P02"),
        ("revision", "eq.one", "22P02"),
        ("created_at", "gt.soon", "22P02"),
        ("secret", "eq.1", "42703"),
        ("title", "between.1", "PGRST100"),
        ("title", "x", "PGRST100"),
        ("title", "in.a", "PGRST100"),
        ("title", "is.maybe", "PGRST100"),
        ("title", "is.true", "42804"),
        ("revision", "like.1%", "42883"),
        ("title", "like(all).a%", "PGRST100"),
        ("title", "like(most).{a}", "PGRST100"),
        ("title", "neq(any).{a}", "PGRST100"),
        ("revision", "ilike(any).{1%}", "42883"),
        ("title", "match.^a", "0A000"),
        ("title", "not.imatch.^a", "0A000"),
        ("title", "fts(english).a", "0A000"),
        ("title", "wfts.a", "0A000"),
        ("title", "cs.{a}", "0A000"),
    ] {
        let refused = parse(&[(column, value)]).unwrap_err();
        assert_eq!(refused.code, code, "{column}={value}");
    }
}

#[test]
fn all_and_any_modifiers_expand_to_conditions() {
    let tests = |value: &str| {
        let query = parse(&[("title", value)]).unwrap();
        let RowFilter::All(mut parts) = query.filter else {
            panic!("{value}");
        };
        parts.remove(0)
    };
    let texts = |filter: RowFilter| match filter {
        RowFilter::All(parts) | RowFilter::Any(parts) => parts
            .into_iter()
            .map(|part| match part {
                RowFilter::Is(RowCondition { test, .. }) => test,
                other => panic!("{other:?}"),
            })
            .collect::<Vec<_>>(),
        other => panic!("{other:?}"),
    };
    let all = tests("like(all).{%a%,\"b,c*\"}");
    assert!(matches!(all, RowFilter::All(_)));
    let like = |text: &str| ConditionTest::Like(text.to_owned());
    assert_eq!(texts(all), [like("%a%"), like("b,c%")]);
    let any = tests("ilike(any).{A,b}");
    assert!(matches!(any, RowFilter::Any(_)));
    assert_eq!(texts(any).len(), 2);
    assert!(matches!(tests("not.eq(any).{a,b}"), RowFilter::Not(_)));
    assert_eq!(texts(tests("like(any).{}")), []);
    // Within a group its commas are its own.
    let grouped = parse(&[("or", "(title.like(any).{a,b},title.eq.c{d,title.is.null)")]).unwrap();
    let RowFilter::All(parts) = grouped.filter else {
        panic!();
    };
    assert!(
        matches!(&parts[0], RowFilter::Any(any) if any.len() == 3),
        "{parts:?}"
    );
}

#[test]
fn conditions_are_combined() {
    let query = parse(&[
        (
            "or",
            "(title.eq.a,and(revision.gt.1,not.or(title.is.null,title.not.like.x*)))",
        ),
        ("visibility", "not.eq.public"),
    ])
    .unwrap();
    let RowFilter::All(parts) = query.filter else {
        panic!("no list");
    };
    assert!(matches!(&parts[0], RowFilter::Any(any) if any.len() == 2));
    assert!(matches!(&parts[1], RowFilter::Not(_)));
    for logic in [
        "title.eq.a",
        "(title)",
        "(title.eq.a,)",
        "(title.eq.a",
        "(xor(title.eq.a))",
    ] {
        assert!(parse(&[("or", logic)]).is_err(), "{logic}");
    }
    let deep = format!("{}title.eq.a{}", "(and".repeat(30), ")".repeat(30));
    assert!(parse(&[("or", &format!("({deep})"))]).is_err());
    let many: Vec<String> = (0..201).map(|n| format!("revision.eq.{n}")).collect();
    assert!(parse(&[("or", &format!("({})", many.join(",")))]).is_err());
    let many: Vec<String> = (0..201).map(|n| n.to_string()).collect();
    assert!(parse(&[("revision", &format!("in.({})", many.join(",")))]).is_err());
}

#[test]
fn order_and_pages_are_read() {
    let query = parse(&[
        ("order", "title.desc.nullslast,created_at"),
        ("limit", "10"),
        ("offset", "20"),
        ("on_conflict", "id"),
        ("columns", "\"title\",\"visibility\""),
    ])
    .unwrap();
    let order: Vec<_> = query
        .order
        .iter()
        .map(|order| (order.column.name, order.is_descending, order.nulls_first))
        .collect();
    assert_eq!(
        order,
        [("title", true, false), ("created_at", false, false)]
    );
    assert_eq!((query.limit, query.offset), (10, 20));
    assert_eq!(query.on_conflict, Some(vec!["id".to_owned()]));
    assert_eq!(
        query.columns,
        Some(vec!["title".to_owned(), "visibility".to_owned()])
    );
    // Descending order puts what is missing first, and no answer is longer than a thousand rows.
    let query = parse(&[("order", "chat_id.desc"), ("limit", "5000")]).unwrap();
    assert!(query.order[0].nulls_first);
    assert_eq!(query.limit, 1_000);
    for (name, value) in [
        ("order", "secret"),
        ("order", "title.up"),
        ("limit", "-1"),
        ("offset", "x"),
        ("columns", "secret"),
    ] {
        assert!(parse(&[(name, value)]).is_err(), "{name}={value}");
    }
}

proptest! {
    #[test]
    fn query_parser_never_panics(name in "\\PC{0,20}", value in "\\PC{0,60}") {
        for name in ["select", "order", "or", "not.and", "title", "created_at", "id", name.as_str()] {
            let _ = parse(&[(name, &value)]);
        }
        for operator in ["eq", "in", "like", "is", "not.in", "gt"] {
            let filter = format!("{operator}.{value}");
            let _ = parse(&[("title", &filter)]);
            let _ = parse(&[("created_at", &filter)]);
        }
    }

    #[test]
    fn quoted_values_are_parsed_unchanged(value in "\\PC{0,20}") {
        let quoted = format!("in.(\"{}\")", value.replace('\\', "\\\\").replace('"', "\\\""));
        let wanted = ConditionTest::In(vec![ParamValue::Text(value.clone())]);
        prop_assert_eq!(test_of("title", &quoted).unwrap(), wanted);
        let plain = format!("eq.{value}");
        prop_assert_eq!(test_of("title", &plain).unwrap(), ConditionTest::Equal(ParamValue::Text(value)));
    }
}
