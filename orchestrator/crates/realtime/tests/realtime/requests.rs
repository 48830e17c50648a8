use portolan_realtime::{
    ChangeKindFilter, ClientRequest, ProtocolVersion, RequestError, Subject, Topic, TopicError,
    decode_text,
};
use serde_json::{Value, json};
use uuid::Uuid;

fn ask_request(event: &str, payload: Value) -> Result<ClientRequest, RequestError> {
    let text = json!(["1", "1", "realtime:room", event, payload]).to_string();
    ClientRequest::of(decode_text(ProtocolVersion::Arrays, &text).unwrap()).1
}

#[test]
fn complete_client_join_is_parsed() {
    let config = json!({
        "broadcast": {"ack": true, "self": true, "replay": {"since": 1}},
        "presence": {"key": "ada", "enabled": false},
        "postgres_changes": [
            {"event": "*", "schema": "public", "table": "boards", "filter": "id=eq.1"},
            {"event": "INSERT", "schema": "public", "select": ["id"]},
        ],
        "private": true,
        "postgres_changes_options": {"wait": true},
    });
    let Ok(ClientRequest::Join(join)) =
        ask_request("phx_join", json!({"config": config, "access_token": "t"}))
    else {
        panic!("no join");
    };
    assert!(join.acknowledges && join.hears_itself && join.is_private && !join.sees_presence);
    assert_eq!(join.presence_key.as_deref(), Some("ada"));
    assert_eq!(join.access_token.as_deref(), Some("t"));
    assert_eq!(join.bindings[0].kind, ChangeKindFilter::Every);
    let echoes: Vec<Value> = join.bindings.iter().map(|binding| binding.echo()).collect();
    assert_eq!(
        echoes,
        [
            json!({"id": 1, "event": "*", "schema": "public", "table": "boards", "filter": "id=eq.1"}),
            json!({"id": 2, "event": "INSERT", "schema": "public", "table": null, "filter": null}),
        ]
    );
    assert!(join.bindings[0].names("boards") && !join.bindings[0].names("charts"));
    assert!(join.bindings[1].names("boards") && join.bindings[1].names("charts"));
}

#[test]
fn empty_join_uses_defaults_and_invalid_config_is_rejected() {
    let Ok(ClientRequest::Join(join)) = ask_request("phx_join", json!({})) else {
        panic!("no join");
    };
    assert!(!join.acknowledges && !join.hears_itself && !join.is_private && join.sees_presence);
    assert_eq!((join.presence_key, join.access_token), (None, None));
    for config in [
        json!({"private": "yes"}),
        json!({"presence": {"key": "k".repeat(256)}}),
        json!({"postgres_changes": [{"event": "TRUNCATE"}]}),
        json!({"postgres_changes": [{"event": "*", "filter": "id"}]}),
        json!({"postgres_changes": vec![json!({"event": "*"}); 51]}),
    ] {
        let refused = ask_request("phx_join", json!({"config": config}));
        assert!(matches!(refused, Err(RequestError::Join(_))), "{config}");
    }
}

#[test]
fn other_client_messages_are_parsed() {
    assert_eq!(
        ask_request("heartbeat", json!({})),
        Ok(ClientRequest::Heartbeat)
    );
    assert_eq!(
        ask_request("phx_leave", json!({})),
        Ok(ClientRequest::Leave)
    );
    let token = |token: Value| ask_request("access_token", json!({"access_token": token}));
    assert_eq!(
        token(json!("t")),
        Ok(ClientRequest::AccessToken(Some("t".into())))
    );
    assert_eq!(token(Value::Null), Ok(ClientRequest::AccessToken(None)));
    let presence = |payload| ask_request("presence", payload);
    assert_eq!(
        presence(json!({"type": "presence", "event": "untrack"})),
        Ok(ClientRequest::Untrack)
    );
    let Ok(ClientRequest::Track(tracked)) =
        presence(json!({"type": "presence", "event": "track", "payload": {"at": 1}}))
    else {
        panic!("no track");
    };
    assert_eq!(tracked["at"], 1);
    assert_eq!(
        presence(json!({"event": "track", "payload": 1})),
        Err(RequestError::PresencePayload)
    );
    assert_eq!(presence(json!({})), Err(RequestError::PresenceEvent));
    assert_eq!(
        ask_request("broadcast", json!({"payload": {}})),
        Err(RequestError::BroadcastEvent)
    );
    assert_eq!(
        ask_request("shout", json!({})),
        Err(RequestError::UnknownEvent("shout".into()))
    );
}

#[test]
fn topic_name_determines_subject() {
    let id = Uuid::from_u128(7);
    let subject = |name: String| Topic::named(&name, true).unwrap().subject();
    assert_eq!(subject(format!("user:{id}")), Subject::User(id));
    assert_eq!(subject(format!("board:{id}:cursors")), Subject::Board(id));
    assert_eq!(subject(format!("chart:{id}")), Subject::Chart(id));
    assert_eq!(subject(format!("portolan:{id}")), Subject::Portolan(id));
    assert_eq!(subject(format!("chat:{id}")), Subject::Chat(id));
    for other in ["room", "board:", "board:x", "boards:1", "a:b:c"] {
        assert_eq!(subject(other.into()), Subject::Other, "{other}");
    }
    let topic = Topic::of_wire("realtime:a:b", false).unwrap();
    assert_eq!(
        (topic.name(), topic.wire().as_str()),
        ("a:b", "realtime:a:b")
    );
    assert_eq!(Topic::of_wire("phoenix", false), Err(TopicError::Invalid));
    assert_eq!(Topic::of_wire("realtime:", false), Err(TopicError::Missing));
    assert_eq!(
        Topic::named(&"n".repeat(247), false),
        Err(TopicError::Invalid)
    );
    assert!(Topic::named(&"n".repeat(246), false).is_ok());
}
