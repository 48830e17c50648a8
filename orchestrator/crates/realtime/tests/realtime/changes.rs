use portolan_realtime::{
    Binding, Change, ChangeColumn, ChangeKind, ClientRequest, ProtocolVersion, decode_text,
    matching_messages,
};
use serde_json::{Value, json};

fn bindings_of(wanted: Value) -> Vec<Binding> {
    let payload = json!({"config": {"postgres_changes": wanted}});
    let text = json!(["1", "1", "realtime:room", "phx_join", payload]).to_string();
    match ClientRequest::of(decode_text(ProtocolVersion::Arrays, &text).unwrap()).1 {
        Ok(ClientRequest::Join(join)) => join.bindings,
        other => panic!("{other:?}"),
    }
}

fn sample_change(kind: ChangeKind) -> Change {
    let record = json!({"id": "1", "title": "Sales"});
    let old = json!({"id": "1"});
    Change {
        kind,
        table: "boards",
        columns: vec![
            ChangeColumn {
                name: "id",
                r#type: "uuid",
            },
            ChangeColumn {
                name: "title",
                r#type: "text",
            },
        ],
        record: (kind != ChangeKind::Delete).then(|| record.as_object().unwrap().clone()),
        old_record: old.as_object().unwrap().clone(),
        commit_timestamp: "2026-11-20T12:00:00.000Z".into(),
    }
}

#[test]
fn channel_receives_each_change_once_per_column_selection() {
    let bindings = bindings_of(json!([
        {"event": "*", "schema": "public", "table": "boards"},
        {"event": "UPDATE", "schema": "public", "table": "*"},
        {"event": "UPDATE", "schema": "public", "table": "boards", "select": ["id"]},
        {"event": "INSERT", "schema": "public", "table": "boards"},
        {"event": "*", "schema": "public", "table": "charts"},
        {"event": "*", "schema": "secret", "table": "boards"},
        {"event": "*", "schema": "public", "table": "boards", "filter": "title=eq.Costs"},
    ]));
    let messages = matching_messages(&bindings, &sample_change(ChangeKind::Update));
    let columns = json!([{"name": "id", "type": "uuid"}, {"name": "title", "type": "text"}]);
    let data = |columns: Value, record: Value| {
        json!({
            "schema": "public", "table": "boards", "commit_timestamp": "2026-11-20T12:00:00.000Z",
            "type": "UPDATE", "columns": columns, "errors": null, "record": record,
            "old_record": {"id": "1"},
        })
    };
    assert_eq!(
        messages,
        [
            json!({"ids": [1, 2], "data": data(columns, json!({"id": "1", "title": "Sales"}))}),
            json!({"ids": [3], "data": data(json!([{"name": "id", "type": "uuid"}]), json!({"id": "1"}))}),
        ]
    );
}

#[test]
fn deleted_rows_carry_only_their_key() {
    let feeds = bindings_of(json!([
        {"event": "DELETE", "schema": "public", "table": "boards", "filter": "id=eq.1"},
        {"event": "DELETE", "schema": "public", "table": "boards", "filter": "title=eq.Sales"},
    ]));
    let messages = matching_messages(&feeds, &sample_change(ChangeKind::Delete));
    assert_eq!(messages.len(), 1);
    assert_eq!(messages[0]["ids"], json!([1]));
    assert_eq!(messages[0]["data"]["old_record"], json!({"id": "1"}));
    assert!(messages[0]["data"].get("record").is_none());
    let inserted = matching_messages(
        &bindings_of(json!([{"event": "INSERT", "schema": "public"}])),
        &sample_change(ChangeKind::Insert),
    );
    assert!(inserted[0]["data"].get("old_record").is_none());
    assert_eq!(inserted[0]["data"]["record"]["title"], "Sales");
}
