//! Faults 3 to 10: the model's provider misbehaves, and the user sees the error.

use std::net::SocketAddr;

use portolan_mock_upstream::{AnswerPlan, MockUpstream};
use tokio::net::{TcpSocket, TcpStream};

use crate::{
    checker::{Checker, outcome_of},
    server::ServerSetup,
    table::SeededRandom,
    watcher::Manner,
};

/// The model's behaviour, and the allowed outcomes of the turn.
type Story = (String, &'static [(&'static str, &'static str)]);

const COMPLETES: &[(&str, &str)] = &[("completed", "")];

/// Runs each story in a chat of its own, one after another.
async fn tell(settings: &[(&'static str, &str)], stories: Vec<Story>) -> String {
    let setup = ServerSetup::new(settings).await;
    let mut checker = Checker::start(&setup).await;
    for (plan, endings) in &stories {
        let chat_id = checker.chat(&setup, Manner::Steady).await;
        let text = format!("[[mock {plan}]]");
        let turn_id = setup.user.send(chat_id, "key", &text).await;
        checker.accept(chat_id, "key", turn_id);
        let turn = setup.user.ended(chat_id).await;
        let ending = outcome_of(&turn);
        assert!(
            endings.contains(&ending),
            "{plan} ends as {ending:?}\n{}",
            setup.log()
        );
        // The chat continues.
        let turn_id = setup.user.send(chat_id, "next", "[[mock tokens=3]]").await;
        checker.accept(chat_id, "next", turn_id);
        assert_eq!(
            outcome_of(&setup.user.ended(chat_id).await),
            ("completed", ""),
            "after {plan}"
        );
    }
    checker.judge(&setup, false).await;
    format!("{} stories", stories.len())
}

pub async fn too_many_requests(mut random: SeededRandom) -> String {
    let times = 1 + random.below(2);
    tell(
        &[],
        vec![
            (
                format!("tokens=9,fault=status,status=429,retryAfter=1,times={times}"),
                COMPLETES,
            ),
            (
                format!("tokens=9,fault=status,status=429,times={times}"),
                COMPLETES,
            ),
            (
                "tokens=9,fault=status,status=429,body=html".to_owned(),
                &[("failed", "upstream_rate_limited")],
            ),
            (
                "tokens=9,fault=status,status=429,retryAfter=3600".to_owned(),
                &[("failed", "upstream_rate_limited")],
            ),
        ],
    )
    .await
}

pub async fn server_errors(mut random: SeededRandom) -> String {
    let mut stories: Vec<Story> = Vec::new();
    for status in [500, 502, 503] {
        let body = ["openai", "html", "text", "empty"][random.index(4)];
        let plan = format!("tokens=9,fault=status,status={status},body={body}");
        stories.push((format!("{plan},times=2"), COMPLETES));
        stories.push((plan, &[("failed", "upstream_unavailable")]));
    }
    tell(&[], stories).await
}

pub async fn cannot_be_reached(_: SeededRandom) -> String {
    let wall = Wall::new().await;
    let base_url = format!("http://{}/v1", wall.address);
    let setup = ServerSetup::new(&[("OPENAI_BASE_URL", &base_url)]).await;
    let mut checker = Checker::start(&setup).await;
    let chat_id = checker.chat(&setup, Manner::Steady).await;
    let turn_id = setup.user.send(chat_id, "key", "[[mock tokens=3]]").await;
    checker.accept(chat_id, "key", turn_id);
    let turn = setup.user.ended(chat_id).await;
    let ending = outcome_of(&turn);
    assert!(
        [
            ("failed", "upstream_timeout"),
            ("failed", "upstream_unavailable")
        ]
        .contains(&ending),
        "{ending:?}"
    );
    let address = wall.fall();
    let upstream = MockUpstream::listen(AnswerPlan::default(), address)
        .await
        .unwrap();
    let turn_id = setup.user.send(chat_id, "next", "[[mock tokens=3]]").await;
    checker.accept(chat_id, "next", turn_id);
    assert_eq!(
        outcome_of(&setup.user.ended(chat_id).await),
        ("completed", "")
    );
    checker.judge(&setup, false).await;
    drop(upstream);
    "times out, then answers".to_owned()
}

/// An address that takes no connection: its queue is full, and no one accepts.
struct Wall {
    address: SocketAddr,
    listener: tokio::net::TcpListener,
    queued: Vec<TcpStream>,
}

impl Wall {
    async fn new() -> Self {
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_reuseaddr(true).unwrap();
        socket.bind(SocketAddr::from(([127, 0, 0, 1], 0))).unwrap();
        let listener = socket.listen(1).unwrap();
        let address = listener.local_addr().unwrap();
        let mut queued = Vec::new();
        let wait = std::time::Duration::from_millis(100);
        while let Ok(stream) = tokio::time::timeout(wait, TcpStream::connect(address)).await {
            queued.push(stream.unwrap());
        }
        Self {
            address,
            listener,
            queued,
        }
    }

    fn fall(self) -> SocketAddr {
        drop(self.listener);
        drop(self.queued);
        self.address
    }
}

pub async fn cut_in_mid_chunk(mut random: SeededRandom) -> String {
    let after = 1 + random.below(14);
    let plan = format!("reasoning=4,tokens=12,fault=disconnect,after={after}");
    tell(
        &[],
        vec![
            (format!("{plan},times=1"), COMPLETES),
            (
                plan,
                &[
                    ("failed", "upstream_unavailable"),
                    ("failed", "upstream_protocol"),
                ],
            ),
        ],
    )
    .await
}

pub async fn garbage(mut random: SeededRandom) -> String {
    let mut stories: Vec<Story> = Vec::new();
    for fault in ["malformed", "utf8", "error_event", "no_finish", "empty"] {
        let after = 1 + random.below(12);
        let plan = format!("reasoning=2,tokens=12,fault={fault},after={after}");
        stories.push((format!("{plan},times=1"), COMPLETES));
        // An end mark without a finish reason ends an answer, if there is one.
        let endings: &'static [(&'static str, &'static str)] = if fault == "no_finish" {
            &[("completed", ""), ("failed", "upstream_protocol")]
        } else {
            &[
                ("failed", "upstream_protocol"),
                ("failed", "upstream_unavailable"),
            ]
        };
        stories.push((plan, endings));
    }
    tell(&[], stories).await
}

pub async fn silence(mut random: SeededRandom) -> String {
    let after = 1 + random.below(12);
    let plan = format!("reasoning=2,tokens=12,fault=stall,after={after}");
    tell(
        &[("PORTOLAN_MODEL_IDLE_SECONDS", "1")],
        vec![
            (format!("{plan},times=1"), COMPLETES),
            (plan, &[("failed", "upstream_timeout")]),
        ],
    )
    .await
}

/// A byte a millisecond in place of a second; the idle time is shrunk alike.
pub async fn byte_by_byte(mut random: SeededRandom) -> String {
    let tokens = 2 + random.below(3);
    let plan = format!("tokens={tokens},bytewise=true,interval=1");
    tell(
        &[("PORTOLAN_MODEL_IDLE_SECONDS", "1")],
        vec![(plan, COMPLETES)],
    )
    .await
}

pub async fn odd_usage(mut random: SeededRandom) -> String {
    let tokens = 1 + random.below(30);
    let stories = ["missing", "contradictory"].map(|usage| {
        (
            format!("reasoning=3,tokens={tokens},usage={usage}"),
            COMPLETES,
        )
    });
    tell(&[], stories.into()).await
}
