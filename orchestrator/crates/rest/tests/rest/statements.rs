use portolan_rest::{
    Dialect, ExposedTable, ParamValue, SqlStatement, parse_query, write_count, write_select,
};
use proptest::prelude::*;

fn compile_query(dialect: Dialect, pairs: &[(&str, &str)]) -> SqlStatement {
    let query = parse_query(ExposedTable::Chats, pairs.iter().copied()).unwrap();
    write_select(dialect, &query, "ada")
}

#[test]
fn every_statement_filters_by_owner_first() {
    let pairs = [
        ("select", "id,title"),
        (
            "or",
            "(title.like.a*,not.and(model.is.null,title.in.(x,y)))",
        ),
        ("order", "title.desc"),
        ("limit", "5"),
    ];
    let statement = compile_query(Dialect::Postgres, &pairs);
    assert_eq!(
        statement.sql,
        "SELECT id, title FROM chats WHERE user_id = $1 AND ((title LIKE $2 ESCAPE '\\' \
         OR NOT ((model IS NULL AND title IN ($3, $4))))) \
         ORDER BY title COLLATE \"C\" DESC NULLS FIRST, id LIMIT $5 OFFSET $6"
    );
    let text = |text: &str| ParamValue::Text(text.to_owned());
    assert_eq!(
        statement.params,
        [
            text("ada"),
            text("a%"),
            text("x"),
            text("y"),
            ParamValue::Integer(5),
            ParamValue::Integer(0)
        ]
    );
    let statement = compile_query(Dialect::Sqlite, &pairs);
    assert!(statement.sql.contains("title GLOB $2"), "{}", statement.sql);
    assert_eq!(statement.params[1], text("a*"));
    let query = parse_query(ExposedTable::Saved, [("kind", "eq.board"), ("limit", "1")]).unwrap();
    assert_eq!(
        write_count(Dialect::Sqlite, &query, "ada").sql,
        "SELECT COUNT(*) AS rows_found FROM saved WHERE user_id = $1 AND (kind = $2)"
    );
}

#[test]
fn like_patterns_match_the_same_in_both_databases() {
    let pattern = |dialect, filter: &str| {
        let statement = compile_query(dialect, &[("title", filter)]);
        (statement.sql, statement.params[1].clone())
    };
    let (_, glob) = pattern(Dialect::Sqlite, "like.50\\%_[x]?%");
    assert_eq!(glob, ParamValue::Text("50%?[[]x][?]*".into()));
    let (sql, lower) = pattern(Dialect::Postgres, "ilike.ÄB%");
    assert!(sql.contains("title_key LIKE $2"), "{sql}");
    assert_eq!(lower, ParamValue::Text("äb%".into()));
    let (_, whole) = pattern(Dialect::Postgres, "like.a\\");
    assert_eq!(whole, ParamValue::Text("a\\\\".into()));
    let statement = compile_query(Dialect::Postgres, &[("model", "ilike.Gpt%")]);
    assert!(
        statement.sql.contains("model ILIKE $2"),
        "{}",
        statement.sql
    );
}

proptest! {
    /// Checks that any value is a parameter and never part of the statement's text.
    #[test]
    fn values_are_always_statement_parameters(value in "[a-z'\";%_\\\\ -]{1,20}") {
        let marked = format!("zqx{value}");
        let quoted = marked.replace('\\', "\\\\").replace('"', "\\\"");
        let group = format!("(title.eq.\"{quoted}\",title.like.\"{quoted}\")");
        let list = format!("not.in.(\"{quoted}\",b)");
        let equal = format!("eq.{marked}");
        let pairs = [("title", equal.as_str()), ("or", group.as_str()), ("title", list.as_str())];
        for dialect in [Dialect::Sqlite, Dialect::Postgres] {
            if let Ok(query) = parse_query(ExposedTable::Boards, pairs) {
                let statement = write_select(dialect, &query, "ada");
                prop_assert!(!statement.sql.contains("zqx"));
                prop_assert!(statement.sql.starts_with("SELECT "));
                let holders = statement.sql.matches('$').count();
                prop_assert_eq!(holders, statement.params.len());
            }
        }
    }
}
