//! Frames, against bytes that the client library has sent and read.

use bytes::Bytes;
use portolan_realtime::{
    Broadcast, FrameContent, FrameError, Payload, ProtocolVersion, Push, PushOrigin, PushReply,
    SocketFrame, decode_binary, decode_text, encode_broadcast, encode_message, system_frame,
};
use proptest::prelude::*;
use serde_json::{Value, json};

/// `channel.send({type: "broadcast", event: "cursor", payload: {x: 1}})` of realtime-js 2.119.
const RECORDED: &[u8] = b"\x03\x01\x01\x0e\x06\x00\x0167realtime:room1cursor{\"x\":1}";

fn frame_text(frame: &SocketFrame) -> &str {
    match frame {
        SocketFrame::Text(bytes) => std::str::from_utf8(bytes).unwrap(),
        SocketFrame::Binary(_) => panic!("a binary frame"),
    }
}

fn frame_bytes(frame: &SocketFrame) -> &[u8] {
    match frame {
        SocketFrame::Binary(bytes) => bytes,
        SocketFrame::Text(_) => panic!("a text frame"),
    }
}

#[test]
fn recorded_broadcast_is_decoded() {
    let push = decode_binary(ProtocolVersion::Arrays, &Bytes::from_static(RECORDED)).unwrap();
    assert_eq!(
        push,
        Push {
            join_ref: Some("6".into()),
            reference: Some("7".into()),
            topic: "realtime:room1".into(),
            event: "broadcast".into(),
            payload: Payload::Broadcast(Broadcast {
                event: "cursor".into(),
                content: FrameContent::Json("{\"x\":1}".into()),
            }),
        }
    );
}

#[test]
fn both_protocol_versions_carry_same_content() {
    let array = r#"["1","2","realtime:room","phx_leave",{}]"#;
    let object =
        r#"{"topic":"realtime:room","event":"phx_leave","payload":{},"ref":"2","join_ref":"1"}"#;
    let push = decode_text(ProtocolVersion::Arrays, array).unwrap();
    assert_eq!(push, decode_text(ProtocolVersion::Objects, object).unwrap());
    for (version, wanted) in [
        (ProtocolVersion::Arrays, array),
        (ProtocolVersion::Objects, object),
    ] {
        let frame = encode_message(
            version,
            Some("1"),
            Some("2"),
            "realtime:room",
            "phx_leave",
            &json!({}),
        );
        assert_eq!(frame_text(&frame), wanted);
    }
}

#[test]
fn replies_match_the_format_of_the_client_library() {
    let place = PushOrigin {
        join_ref: None,
        reference: Some("9".into()),
        topic: "phoenix".into(),
    };
    let ok = PushReply::Ok(json!({}));
    assert_eq!(
        frame_text(&ok.frame(ProtocolVersion::Arrays, &place)),
        r#"[null,"9","phoenix","phx_reply",{"status":"ok","response":{}}]"#
    );
    let refused = PushReply::Refused("No".into());
    assert_eq!(
        frame_text(&refused.frame(ProtocolVersion::Objects, &place)),
        r#"{"topic":"phoenix","event":"phx_reply","payload":{"status":"error","response":{"reason":"No"}},"ref":"9","join_ref":null}"#
    );
    let said = system_frame(
        ProtocolVersion::Arrays,
        Some("1"),
        "realtime:a",
        "system",
        Err("Over"),
    );
    assert_eq!(
        frame_text(&said),
        r#"["1",null,"realtime:a","system",{"extension":"system","status":"error","message":"Over","channel":"a"}]"#
    );
}

#[test]
fn broadcast_is_encoded_for_each_version() {
    let json = Broadcast {
        event: "cursor".into(),
        content: FrameContent::Json("{\"x\":1}".into()),
    };
    let frame = encode_broadcast(ProtocolVersion::Arrays, "realtime:room1", &json).unwrap();
    assert_eq!(
        frame_bytes(&frame),
        b"\x04\x0e\x06\x00\x01realtime:room1cursor{\"x\":1}"
    );
    let frame = encode_broadcast(ProtocolVersion::Objects, "realtime:room1", &json).unwrap();
    assert_eq!(
        frame_text(&frame),
        r#"{"topic":"realtime:room1","event":"broadcast","payload":{"type":"broadcast","event":"cursor","payload":{"x":1}},"ref":null,"join_ref":null}"#
    );
    let raw = Broadcast {
        event: "blob".into(),
        content: FrameContent::Bytes(Bytes::from_static(&[0, 255])),
    };
    let frame = encode_broadcast(ProtocolVersion::Arrays, "realtime:a", &raw).unwrap();
    assert_eq!(
        frame_bytes(&frame),
        b"\x04\x0a\x04\x00\x00realtime:ablob\x00\xff"
    );
    assert_eq!(
        encode_broadcast(ProtocolVersion::Objects, "realtime:a", &raw),
        None
    );
}

#[test]
fn malformed_frames_are_rejected_with_reason() {
    let array = |text| decode_text(ProtocolVersion::Arrays, text).unwrap_err();
    assert_eq!(array("{}"), FrameError::NotAnArray);
    assert_eq!(array("[1,2,3]"), FrameError::NotAnArray);
    assert_eq!(array(r#"[null,null,1.5,"e",[]]"#), FrameError::Payload);
    assert_eq!(
        array(r#"[null,null,{},"e",{}]"#),
        FrameError::NotText("topic")
    );
    assert_eq!(
        array(r#"[null,null,null,"e",{}]"#),
        FrameError::NotText("topic")
    );
    let long = format!(r#"[null,null,"{}","e",{{}}]"#, "t".repeat(256));
    assert_eq!(array(&long), FrameError::TooLong("topic"));
    assert_eq!(
        decode_text(ProtocolVersion::Objects, "[]").unwrap_err(),
        FrameError::NotAnObject
    );
    let bytes = |bytes: &'static [u8]| {
        decode_binary(ProtocolVersion::Arrays, &Bytes::from_static(bytes)).unwrap_err()
    };
    assert_eq!(bytes(b""), FrameError::Short);
    assert_eq!(bytes(b"\x00\x01"), FrameError::Kind(0));
    assert_eq!(bytes(b"\x03\x01"), FrameError::Short);
    assert_eq!(
        bytes(b"\x03\x00\x00\x09\x00\x00\x01short"),
        FrameError::Short
    );
    assert_eq!(
        bytes(b"\x03\x00\x00\x01\x01\x00\x07ab{}"),
        FrameError::Encoding(7)
    );
    assert_eq!(
        bytes(b"\x03\x00\x00\x01\x01\x00\x01ab{"),
        FrameError::NotText("payload")
    );
    assert_eq!(
        decode_binary(ProtocolVersion::Objects, &Bytes::from_static(RECORDED)).unwrap_err(),
        FrameError::BinaryInObjects
    );
}

/// As the client library writes a broadcast.
fn as_client(join_ref: &str, reference: &str, topic: &str, event: &str, payload: &[u8]) -> Bytes {
    let mut frame = vec![3];
    for part in [join_ref, reference, topic, event, ""] {
        frame.push(u8::try_from(part.len()).unwrap());
    }
    frame.push(1);
    for part in [join_ref, reference, topic, event] {
        frame.extend_from_slice(part.as_bytes());
    }
    frame.extend_from_slice(payload);
    frame.into()
}

/// As the client library reads one.
fn read_by_client(frame: &[u8]) -> (String, String, Value) {
    assert_eq!((frame[0], frame[3], frame[4]), (4, 0, 1));
    let topic = usize::from(frame[1]);
    let event = usize::from(frame[2]);
    let part = |from: usize, length: usize| {
        String::from_utf8(frame[from..from + length].to_vec()).unwrap()
    };
    let payload = serde_json::from_slice(&frame[5 + topic + event..]).unwrap();
    (part(5, topic), part(5 + topic, event), payload)
}

proptest! {
    #[test]
    fn decoder_never_panics(bytes: Vec<u8>, text: String) {
        let mut bytes = bytes;
        let _ = decode_binary(ProtocolVersion::Arrays, &Bytes::from(bytes.clone()));
        bytes.insert(0, 3);
        let _ = decode_binary(ProtocolVersion::Arrays, &Bytes::from(bytes));
        let _ = decode_text(ProtocolVersion::Arrays, &text);
        let _ = decode_text(ProtocolVersion::Objects, &text);
    }

    #[test]
    fn broadcast_arrives_unchanged(
        join_ref in "[0-9]{1,9}", reference in "[0-9]{1,9}",
        topic in "\\PC{1,60}", event in "\\PC{1,60}", key in "\\PC{0,9}", number: i64,
    ) {
        let payload = json!({key: number});
        let sent = as_client(&join_ref, &reference, &topic, &event, payload.to_string().as_bytes());
        let push = decode_binary(ProtocolVersion::Arrays, &sent).unwrap();
        prop_assert_eq!(push.reference, Some(reference));
        let Payload::Broadcast(broadcast) = push.payload else { panic!("no broadcast") };
        let frame = encode_broadcast(ProtocolVersion::Arrays, &push.topic, &broadcast).unwrap();
        prop_assert_eq!(read_by_client(frame_bytes(&frame)), (topic.clone(), event.clone(), payload.clone()));
        let frame = encode_broadcast(ProtocolVersion::Objects, &push.topic, &broadcast).unwrap();
        let object: Value = serde_json::from_str(frame_text(&frame)).unwrap();
        prop_assert_eq!(&object["topic"], &json!(topic));
        prop_assert_eq!(&object["payload"], &json!({"type": "broadcast", "event": event, "payload": payload}));
    }

    #[test]
    fn frames_round_trip_in_both_versions(
        join_ref in proptest::option::of("[0-9]{1,9}"), reference in proptest::option::of("[0-9]{1,9}"),
        topic in "\\PC{1,60}", event in "\\PC{1,60}", key in "\\PC{0,9}", value in "\\PC{0,40}",
    ) {
        for version in [ProtocolVersion::Objects, ProtocolVersion::Arrays] {
            let payload = json!({key.as_str(): value.as_str()});
            let frame = encode_message(version, join_ref.as_deref(), reference.as_deref(), &topic, &event, &payload);
            let push = decode_text(version, frame_text(&frame)).unwrap();
            prop_assert_eq!(&push.join_ref, &join_ref);
            prop_assert_eq!(&push.reference, &reference);
            prop_assert_eq!(&push.topic, &topic);
            prop_assert_eq!(&push.event, &event);
            prop_assert_eq!(push.payload, Payload::Object(payload.as_object().unwrap().clone()));
        }
    }
}
