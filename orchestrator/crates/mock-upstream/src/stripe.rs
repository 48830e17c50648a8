//! A scripted Stripe: as much of its REST API as subscriptions need, and signed webhooks.

use std::{
    collections::HashMap,
    io,
    net::SocketAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use actix_web::{
    App, HttpRequest, HttpResponse, HttpServer,
    dev::ServerHandle,
    http::StatusCode,
    web::{self, Data, Form, Path, Query},
};
use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Value, json};
use sha2::Sha256;

const DAY: i64 = 86_400;

/// A running Stripe on a loopback port; it stops when it is dropped.
pub struct MockStripe {
    address: SocketAddr,
    handle: ServerHandle,
    state: Arc<SharedStripeData>,
}

/// A webhook that waits to be delivered, as often and as late as a test likes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StripeDelivery {
    /// The event's id.
    pub id: String,
    pub body: String,
}

#[derive(Default)]
struct SharedStripeData(Mutex<StripeData>);

#[derive(Default)]
struct StripeData {
    customers: Vec<String>,
    /// Customers by idempotency key.
    keys: HashMap<String, String>,
    subscriptions: Vec<CustomerSubscription>,
    checkouts: Vec<HashMap<String, String>>,
    deliveries: Vec<StripeDelivery>,
    events: u64,
    is_down: bool,
    now: i64,
}

struct CustomerSubscription {
    id: String,
    customer: String,
    price: String,
    status: String,
    start: i64,
    cancel_at_period_end: bool,
    canceled_at: Option<i64>,
}

impl CustomerSubscription {
    fn json(&self) -> Value {
        let days = if self.price.contains("year") { 365 } else { 30 };
        json!({
            "id": self.id,
            "object": "subscription",
            "customer": self.customer,
            "status": self.status,
            "start_date": self.start,
            "billing_cycle_anchor": self.start,
            "current_period_end": self.start + days * DAY,
            "cancel_at_period_end": self.cancel_at_period_end,
            "cancel_at": null,
            "canceled_at": self.canceled_at,
            "items": {"object": "list", "data": [{"id": "si_1", "price": {"id": self.price}}]},
        })
    }
}

impl SharedStripeData {
    fn lock(&self) -> MutexGuard<'_, StripeData> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl StripeData {
    /// Adds the webhook of a subscription's change, with its state at this moment.
    fn announce(&mut self, kind: &str, place: usize) {
        self.events += 1;
        let id = format!("evt_{}", self.events);
        let event = json!({
            "id": id,
            "object": "event",
            "type": kind,
            "created": self.now,
            "data": {"object": self.subscriptions[place].json()},
        });
        let body = event.to_string();
        self.deliveries.push(StripeDelivery { id, body });
    }

    fn change(
        &mut self,
        id: &str,
        kind: &str,
        change: impl FnOnce(&mut CustomerSubscription, i64),
    ) {
        let now = self.now;
        let place = self.subscriptions.iter().position(|known| known.id == id);
        if let Some(place) = place {
            change(&mut self.subscriptions[place], now);
            self.announce(kind, place);
        }
    }
}

impl MockStripe {
    /// The only secret key that is accepted.
    pub const SECRET_KEY: &str = "sk_test_portolan";
    /// Webhooks are signed with it.
    pub const WEBHOOK_SECRET: &str = "whsec_portolan";

    /// Listens on a free port of the loopback interface.
    pub async fn start() -> io::Result<Self> {
        let state = Arc::new(SharedStripeData::default());
        let data = Data::from(Arc::clone(&state));
        let server = HttpServer::new(move || {
            App::new()
                .app_data(data.clone())
                .route("/v1/customers", web::post().to(create_customer))
                .route("/v1/checkout/sessions", web::post().to(create_checkout))
                .route("/v1/billing_portal/sessions", web::post().to(create_portal))
                .route("/v1/subscriptions", web::get().to(list_subscriptions))
                .route(
                    "/v1/subscriptions/{id}",
                    web::post().to(update_subscription),
                )
                .route("/v1/subscriptions/{id}", web::delete().to(end_subscription))
        })
        .workers(1)
        .disable_signals()
        .shutdown_timeout(0)
        .bind(SocketAddr::from(([127, 0, 0, 1], 0)))?;
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

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Sets the time of what happens from now on, in seconds since 1970.
    pub fn set_time(&self, now: i64) {
        self.state.lock().now = now;
    }

    /// From now on every call fails, or none.
    pub fn set_down(&self, is_down: bool) {
        self.state.lock().is_down = is_down;
    }

    pub fn customers(&self) -> Vec<String> {
        self.state.lock().customers.clone()
    }

    /// Returns the fields of the checkouts that were opened.
    pub fn checkouts(&self) -> Vec<HashMap<String, String>> {
        self.state.lock().checkouts.clone()
    }

    /// Subscribes a customer, as its checkout does when it is paid; the subscription's id.
    pub fn subscribe(&self, customer: &str, price: &str) -> String {
        let mut state = self.state.lock();
        let id = format!("sub_{}", state.subscriptions.len() + 1);
        let start = state.now;
        state.subscriptions.push(CustomerSubscription {
            id: id.clone(),
            customer: customer.to_owned(),
            price: price.to_owned(),
            status: "active".to_owned(),
            start,
            cancel_at_period_end: false,
            canceled_at: None,
        });
        let place = state.subscriptions.len() - 1;
        state.announce("customer.subscription.created", place);
        id
    }

    /// Changes the plan, as the customer does in the portal.
    pub fn set_price(&self, id: &str, price: &str) {
        let change = |known: &mut CustomerSubscription, _| known.price = price.to_owned();
        self.state
            .lock()
            .change(id, "customer.subscription.updated", change);
    }

    /// Sets the status, such as `past_due` after a payment that failed.
    pub fn set_status(&self, id: &str, status: &str) {
        let change = |known: &mut CustomerSubscription, _| known.status = status.to_owned();
        self.state
            .lock()
            .change(id, "customer.subscription.updated", change);
    }

    pub fn set_cancellation(&self, id: &str, is_canceled: bool) {
        self.state
            .lock()
            .change(id, "customer.subscription.updated", |known, now| {
                known.cancel_at_period_end = is_canceled;
                known.canceled_at = is_canceled.then_some(now);
            });
    }

    /// Ends the subscription at once.
    pub fn end(&self, id: &str) {
        let change = |known: &mut CustomerSubscription, _| known.status = "canceled".to_owned();
        self.state
            .lock()
            .change(id, "customer.subscription.deleted", change);
    }

    /// Returns the status of a subscription.
    pub fn status(&self, id: &str) -> Option<String> {
        let state = self.state.lock();
        let known = state.subscriptions.iter().find(|known| known.id == id);
        known.map(|known| known.status.clone())
    }

    /// Returns the price of the customer's subscription that is in force, and whether its end was
    /// ordered.
    pub fn price_in_force(&self, customer: &str) -> Option<(String, bool)> {
        let state = self.state.lock();
        let mut known = state.subscriptions.iter().rev();
        let known = known.find(|known| {
            known.customer == customer
                && matches!(known.status.as_str(), "active" | "trialing" | "past_due")
        });
        known.map(|known| (known.price.clone(), known.cancel_at_period_end))
    }

    /// Takes the webhooks that were not taken yet, oldest first.
    pub fn take_deliveries(&self) -> Vec<StripeDelivery> {
        std::mem::take(&mut self.state.lock().deliveries)
    }
}

impl StripeDelivery {
    /// Returns the signature header of a delivery at this moment, in seconds since 1970.
    pub fn signature(&self, now: i64) -> String {
        let mut mac = Hmac::<Sha256>::new_from_slice(MockStripe::WEBHOOK_SECRET.as_bytes())
            .unwrap_or_else(|_| unreachable!("HMAC takes keys of every length"));
        mac.update(format!("{now}.{}", self.body).as_bytes());
        format!("t={now},v1={}", hex::encode(mac.finalize().into_bytes()))
    }
}

impl Drop for MockStripe {
    fn drop(&mut self) {
        drop(self.handle.stop(false));
    }
}

type Fields = Form<HashMap<String, String>>;

fn refuse_request(status: StatusCode, message: &str) -> HttpResponse {
    HttpResponse::build(status).json(json!({"error": {"message": message}}))
}

/// Returns the refusal of a request that lacks what every request carries.
fn refusal_of(request: &HttpRequest, state: &StripeData) -> Option<HttpResponse> {
    let header = |name: &str| {
        let value = request.headers().get(name);
        value
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default()
    };
    if state.is_down {
        return Some(refuse_request(
            StatusCode::SERVICE_UNAVAILABLE,
            "Down for a test",
        ));
    }
    if header("authorization") != format!("Bearer {}", MockStripe::SECRET_KEY) {
        return Some(refuse_request(
            StatusCode::UNAUTHORIZED,
            "Invalid API Key provided",
        ));
    }
    if header("stripe-version").is_empty() {
        return Some(refuse_request(
            StatusCode::BAD_REQUEST,
            "Send a Stripe-Version",
        ));
    }
    None
}

async fn create_customer(
    request: HttpRequest,
    state: Data<SharedStripeData>,
    _: Fields,
) -> Result<HttpResponse, actix_web::Error> {
    let mut state = state.lock();
    if let Some(refused) = refusal_of(&request, &state) {
        return Ok(refused);
    }
    let key = request.headers().get("idempotency-key");
    let key = key.and_then(|key| key.to_str().ok()).unwrap_or_default();
    let known = state.keys.get(key).cloned();
    let id = known.unwrap_or_else(|| {
        let id = format!("cus_{}", state.customers.len() + 1);
        state.customers.push(id.clone());
        state.keys.insert(key.to_owned(), id.clone());
        id
    });
    Ok(HttpResponse::Ok().json(json!({"id": id, "object": "customer"})))
}

async fn create_checkout(
    request: HttpRequest,
    state: Data<SharedStripeData>,
    Form(fields): Fields,
) -> HttpResponse {
    let mut state = state.lock();
    if let Some(refused) = refusal_of(&request, &state) {
        return refused;
    }
    let field = |name: &str| fields.get(name).map_or("", String::as_str);
    let is_known = state
        .customers
        .iter()
        .any(|known| known == field("customer"));
    let is_complete = field("mode") == "subscription"
        && !field("line_items[0][price]").is_empty()
        && field("line_items[0][quantity]") == "1"
        && field("success_url").starts_with("http");
    if !is_known || !is_complete {
        return refuse_request(StatusCode::BAD_REQUEST, "Missing or unknown parameter");
    }
    // Its customers have no address.
    if field("automatic_tax[enabled]") == "true" && field("customer_update[address]") != "auto" {
        return refuse_request(StatusCode::BAD_REQUEST, "Automatic tax needs an address");
    }
    let id = format!("cs_{}", state.checkouts.len() + 1);
    state.checkouts.push(fields);
    let url = format!("https://checkout.stripe.com/c/pay/{id}");
    HttpResponse::Ok().json(json!({"id": id, "url": url}))
}

async fn create_portal(
    request: HttpRequest,
    state: Data<SharedStripeData>,
    Form(fields): Fields,
) -> HttpResponse {
    let state = state.lock();
    if let Some(refused) = refusal_of(&request, &state) {
        return refused;
    }
    let customer = fields.get("customer");
    if !state.customers.iter().any(|known| Some(known) == customer) {
        return refuse_request(StatusCode::BAD_REQUEST, "No such customer");
    }
    let url = "https://billing.stripe.com/p/session/1";
    HttpResponse::Ok().json(json!({"id": "bps_1", "url": url}))
}

async fn list_subscriptions(
    request: HttpRequest,
    state: Data<SharedStripeData>,
    Query(query): Query<HashMap<String, String>>,
) -> HttpResponse {
    let state = state.lock();
    if let Some(refused) = refusal_of(&request, &state) {
        return refused;
    }
    let customer = query.get("customer");
    let includes_ended = query.get("status").is_some_and(|status| status == "all");
    let found = state.subscriptions.iter().rev().filter(|known| {
        Some(&known.customer) == customer && (includes_ended || known.status != "canceled")
    });
    // The newest hundred, as a page of Stripe's.
    let data: Vec<Value> = found.take(100).map(CustomerSubscription::json).collect();
    HttpResponse::Ok().json(json!({"object": "list", "data": data}))
}

async fn update_subscription(
    request: HttpRequest,
    state: Data<SharedStripeData>,
    id: Path<String>,
    Form(fields): Fields,
) -> HttpResponse {
    let mut state = state.lock();
    if let Some(refused) = refusal_of(&request, &state) {
        return refused;
    }
    let is_canceled = fields
        .get("cancel_at_period_end")
        .is_some_and(|value| value == "true");
    state.change(&id, "customer.subscription.updated", |known, now| {
        known.cancel_at_period_end = is_canceled;
        known.canceled_at = is_canceled.then_some(now);
    });
    answer_subscription(&state, &id)
}

async fn end_subscription(
    request: HttpRequest,
    state: Data<SharedStripeData>,
    id: Path<String>,
) -> HttpResponse {
    let mut state = state.lock();
    if let Some(refused) = refusal_of(&request, &state) {
        return refused;
    }
    state.change(&id, "customer.subscription.deleted", |known, _| {
        known.status = "canceled".to_owned();
    });
    answer_subscription(&state, &id)
}

fn answer_subscription(state: &StripeData, id: &str) -> HttpResponse {
    match state.subscriptions.iter().find(|known| known.id == id) {
        Some(known) => HttpResponse::Ok().json(known.json()),
        None => refuse_request(StatusCode::NOT_FOUND, "No such subscription"),
    }
}
