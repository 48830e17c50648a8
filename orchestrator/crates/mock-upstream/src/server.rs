use std::{io, net::SocketAddr, sync::Arc};

use actix_web::{
    App, HttpRequest, HttpResponse, HttpServer,
    dev::ServerHandle,
    http::StatusCode,
    web::{self, Data, Json},
};
use serde_json::{Value, json};

use crate::{
    AnswerPlan, ErrorBody, Fault, ScriptedReply, StatsSnapshot, body::stream_body, chunks,
    fixtures, request::ChatRequest, responses, stats::Stats, story,
};

/// A running endpoint on a loopback port; it stops when it is dropped.
pub struct MockUpstream {
    address: SocketAddr,
    handle: ServerHandle,
    state: Arc<ServerState>,
}

struct ServerState {
    plan: AnswerPlan,
    stats: Arc<Stats>,
}

impl MockUpstream {
    /// Listens on a free port of the loopback interface.
    pub async fn start(plan: AnswerPlan) -> io::Result<Self> {
        Self::listen(plan, SocketAddr::from(([127, 0, 0, 1], 0))).await
    }

    pub async fn listen(plan: AnswerPlan, address: SocketAddr) -> io::Result<Self> {
        let state = Arc::new(ServerState {
            plan,
            stats: Arc::default(),
        });
        let data = Data::from(Arc::clone(&state));
        let server = HttpServer::new(move || {
            App::new()
                .app_data(data.clone())
                .app_data(web::JsonConfig::default().limit(64 << 20))
                .route("/v1/chat/completions", web::post().to(chat_completions))
                .route("/v1/responses", web::post().to(create_response))
                .route("/v1/models", web::get().to(list_models))
                .route("/stats", web::get().to(show_stats))
        })
        .workers(1)
        .disable_signals()
        .shutdown_timeout(0)
        .bind(address)?;
        let address = server.addrs()[0];
        let server = server.run();
        let handle = server.handle();
        tokio::spawn(server);
        Ok(Self {
            address,
            handle,
            state,
        })
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the base URL for clients.
    pub fn base_url(&self) -> String {
        format!("http://{}/v1", self.address)
    }

    pub fn stats(&self) -> StatsSnapshot {
        self.state.stats.snapshot()
    }

    /// The first request bodies that came, as JSON.
    pub fn bodies(&self) -> Vec<Value> {
        self.state.stats.bodies()
    }

    /// Cuts every connection and stops listening.
    pub async fn stop(&self) {
        self.handle.stop(false).await;
    }
}

impl Drop for MockUpstream {
    fn drop(&mut self) {
        // The server hears the command when the future is made; no one need wait for it.
        drop(self.handle.stop(false));
    }
}

async fn chat_completions(
    state: Data<ServerState>,
    http: HttpRequest,
    bytes: Json<Value>,
) -> HttpResponse {
    let value = bytes.into_inner();
    if let Some(row) = &state.plan.fixture {
        let earlier = state.stats.count_request(row, &value);
        return fixtures::answer_fixture(row, &http, &value, earlier);
    }
    let StreamRequest {
        request,
        plan,
        reply,
        strikes,
    } = match answer_model_call(&state, &http, value.clone(), &value) {
        Ok(asked) => asked,
        Err(refusal) => return refusal,
    };
    if !request.stream {
        return HttpResponse::Ok().json(chunks::whole_answer(&request, &plan, &reply));
    }
    let lines = chunks::answer_chunks(&request, &plan, &reply);
    stream_answer(&state, &plan, lines, strikes)
}

async fn create_response(
    state: Data<ServerState>,
    http: HttpRequest,
    bytes: Json<Value>,
) -> HttpResponse {
    let value = bytes.into_inner();
    match answer_model_call(&state, &http, responses::as_chat(&value), &value) {
        Ok(asked) => {
            let lines = responses::response_events(&asked.request, &asked.plan, &asked.reply);
            stream_answer(&state, &asked.plan, lines, asked.strikes)
        }
        Err(refusal) => refusal,
    }
}

/// A request that is answered with a stream.
struct StreamRequest {
    request: ChatRequest,
    plan: AnswerPlan,
    reply: ScriptedReply,
    strikes: bool,
}

fn stream_answer(
    state: &ServerState,
    plan: &AnswerPlan,
    lines: Vec<String>,
    strikes: bool,
) -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/event-stream")
        .insert_header(("cache-control", "no-cache"))
        .streaming(stream_body(plan, lines, strikes, Arc::clone(&state.stats)))
}

/// The plan requested in `chat`; `body` is the request body.
#[expect(
    clippy::result_large_err,
    reason = "it is made once a request, and sent"
)]
fn answer_model_call(
    state: &ServerState,
    http: &HttpRequest,
    chat: Value,
    body: &Value,
) -> Result<StreamRequest, HttpResponse> {
    let request: ChatRequest =
        serde_json::from_value(chat).map_err(|error| refuse_request(&error.to_string()))?;
    let header = http
        .headers()
        .get("x-mock")
        .and_then(|value| value.to_str().ok());
    let (name, plan) = match request.named_plan(header) {
        Ok(Some(named)) => named,
        Ok(None) => (String::new(), state.plan.clone()),
        Err(error) => return Err(refuse_request(&error.to_string())),
    };
    let earlier = state.stats.count_request(&name, body);
    let strikes = plan.fault.is_some() && (plan.times == 0 || earlier < plan.times);
    if strikes && plan.fault == Some(Fault::Status) {
        return Err(answer_failure(&plan));
    }
    let reply = story::reply_for(&plan, &request);
    Ok(StreamRequest {
        request,
        plan,
        reply,
        strikes,
    })
}

async fn list_models() -> HttpResponse {
    HttpResponse::Ok().json(json!({
        "object": "list",
        "data": [{"id": "mock", "object": "model", "created": 0, "owned_by": "mock"}],
    }))
}

async fn show_stats(state: Data<ServerState>) -> HttpResponse {
    HttpResponse::Ok().json(state.stats.snapshot())
}

fn refuse_request(message: &str) -> HttpResponse {
    HttpResponse::BadRequest().json(json!({
        "error": {"message": message, "type": "invalid_request_error", "param": null, "code": null},
    }))
}

fn answer_failure(plan: &AnswerPlan) -> HttpResponse {
    let status = StatusCode::from_u16(plan.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut response = HttpResponse::build(status);
    if let Some(seconds) = plan.retry_after {
        response.insert_header(("retry-after", seconds.to_string()));
    }
    match plan.body {
        ErrorBody::Openai => {
            let code = match status.as_u16() {
                401 => "invalid_api_key",
                429 => "rate_limit_exceeded",
                _ => "mock_failure",
            };
            response.json(json!({
                "error": {"message": "The mock fails as planned.", "type": "mock", "param": null, "code": code},
            }))
        }
        ErrorBody::Html => response
            .content_type("text/html")
            .body("<html><body><h1>Too busy</h1></body></html>"),
        ErrorBody::Text => response.content_type("text/plain").body("slow down"),
        ErrorBody::Empty => response.finish(),
    }
}
