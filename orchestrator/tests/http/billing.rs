//! Paid plans, against a scripted Stripe that signs its webhooks and sends them late, twice and in
//! any order.

use actix_web::http::StatusCode;
use portolan::{
    boot::testing::{Settings, TestServer},
    http::auth::Secret,
};
use portolan_domain::{Plan, Plans, Tier};
use portolan_mock_upstream::{MockStripe, StripeDelivery};
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    case_count,
    client::{Client, HttpAnswer, TestUser, send},
    world::World,
};

const PRO: &str = "price_pro_month";
const PRO_YEAR: &str = "price_pro_year";
const TEAM: &str = "price_team_month";
const WEBHOOK: &str = "/api/billing/webhook";

fn sold_plans() -> Vec<Plan> {
    let plans = Plans::standard().without_limits();
    let sold = plans.iter().cloned().map(|mut plan| {
        let id = plan.id.as_str().to_owned();
        if id != "free" {
            plan.stripe_monthly_price_id = Some(format!("price_{id}_month"));
            plan.stripe_yearly_price_id = Some(format!("price_{id}_year"));
        }
        plan
    });
    sold.collect()
}

/// A server that sells plans through a Stripe of its own.
struct Shop<'a> {
    world: &'a World,
    stripe: MockStripe,
    server: TestServer,
}

impl<'a> Shop<'a> {
    async fn open(world: &'a World) -> Self {
        Self::open_with(world, |_| {}).await
    }

    async fn open_with(world: &'a World, change: impl FnOnce(&mut Settings)) -> Self {
        let stripe = MockStripe::start().await.unwrap();
        let url = stripe.url().parse().unwrap();
        let server = world
            .restart_with(|settings| {
                settings.plans = sold_plans();
                settings.stripe_secret_key = Some(Secret(MockStripe::SECRET_KEY.into()));
                settings.stripe_webhook_secret = Some(Secret(MockStripe::WEBHOOK_SECRET.into()));
                settings.stripe_url = url;
                change(settings);
            })
            .await;
        let shop = Self {
            world,
            stripe,
            server,
        };
        shop.stripe.set_time(shop.now());
        shop
    }

    fn now(&self) -> i64 {
        self.world.hand.clock().now().timestamp()
    }

    fn client(&self) -> Client {
        self.world.client().at(self.server.address)
    }

    async fn new_user(&self, name: &str) -> TestUser {
        self.world.new_user(name).await.at(self.server.address)
    }

    /// Opens a checkout; the customer that it made.
    async fn customer(&self, user: &TestUser) -> String {
        let body = json!({"tier": "pro", "interval": "month"});
        let page = user.post("/api/billing/checkout", body).await.ok();
        assert!(
            page["url"]
                .as_str()
                .unwrap()
                .starts_with("https://checkout.stripe.com/")
        );
        self.stripe.customers().last().unwrap().clone()
    }

    async fn deliver(&self, delivery: &StripeDelivery) -> HttpAnswer {
        self.deliver_signed(delivery, &delivery.signature(self.now()))
            .await
    }

    async fn deliver_signed(&self, delivery: &StripeDelivery, signature: &str) -> HttpAnswer {
        let request = self.client().request(Method::POST, WEBHOOK);
        let request = request.header("stripe-signature", signature);
        send(request.body(delivery.body.clone())).await
    }

    async fn deliver_all(&self) {
        for delivery in self.stripe.take_deliveries() {
            self.deliver(&delivery).await.is(204);
        }
    }
}

async fn plan_of(user: &TestUser) -> Value {
    user.get("/api/user/plan").await.ok()
}

both!(billing_is_disabled_without_key, |world| {
    let ada = world.new_user("ada").await;
    let checkout = json!({"tier": "pro", "interval": "month"});
    for (path, body) in [
        ("/api/billing/checkout", checkout),
        ("/api/billing/checkout", json!({})),
        ("/api/billing/portal", json!({})),
        ("/api/billing/webhook", json!({})),
        ("/api/billing/anything", json!({})),
    ] {
        ada.post(path, body.clone())
            .await
            .problem(503, "billing_disabled");
        world
            .client()
            .post(path, body)
            .await
            .problem(503, "billing_disabled");
    }
    ada.get("/api/billing/subscription")
        .await
        .problem(503, "billing_disabled");
    let plans = world.client().get("/api/plans").await.ok();
    assert_eq!(plans["isBillingEnabled"], false);
    assert_eq!(plans["items"][1]["isSoldMonthly"], false);
    assert_eq!(
        plans["items"],
        world.client().get("/api/config").await.ok()["plans"]
    );
});

both!(subscription_gives_plan_until_it_ends, |world| {
    let shop = Shop::open(world).await;
    let ada = shop.new_user("ada").await;
    let plans = ada.get("/api/plans").await.ok();
    assert_eq!(plans["isBillingEnabled"], true);
    assert_eq!(plans["items"][1]["isSoldYearly"], true);
    ada.post("/api/billing/portal", json!({}))
        .await
        .problem(409, "no_subscription");
    let customer = shop.customer(&ada).await;
    let checkout = &shop.stripe.checkouts()[0];
    assert_eq!(checkout["line_items[0][price]"], PRO);
    assert!(
        checkout["success_url"].ends_with("/checkout/success"),
        "{checkout:?}"
    );
    assert_eq!(checkout.get("automatic_tax[enabled]"), None);
    // Another checkout makes no second customer.
    assert_eq!(shop.customer(&ada).await, customer);
    assert_eq!(plan_of(&ada).await["activeSubscriptionTier"], "free");

    let subscription = shop.stripe.subscribe(&customer, PRO);
    shop.deliver_all().await;
    let plan = plan_of(&ada).await;
    assert_eq!(plan["activeSubscriptionTier"], "pro");
    assert_eq!(
        (&plan["creditsLeft"], &plan["creditsTotal"]),
        (&json!(5_000), &json!(5_000))
    );
    assert_eq!(plan["period"]["start"], "2026-11-20T12:00:00Z");
    let body = json!({"tier": "team", "interval": "month"});
    ada.post("/api/billing/checkout", body)
        .await
        .problem(409, "already_subscribed");
    ada.post("/api/billing/portal", json!({})).await.is(200);

    // Cancelled here, the provider knows it at once.
    let plan = ada.post("/api/user/plan/cancel", json!({})).await.ok();
    assert_eq!(plan["cancelAtPeriodEnd"], true);
    assert_eq!(
        shop.stripe.price_in_force(&customer),
        Some((PRO.to_owned(), true))
    );
    let billed = ada.get("/api/billing/subscription").await.ok();
    assert_eq!(
        billed["subscription"]["endsAt"],
        billed["subscription"]["paidUntil"]
    );
    let plan = ada.post("/api/user/plan/resume", json!({})).await.ok();
    assert_eq!(plan["cancelAtPeriodEnd"], false);

    // A payment fails: the plan stays while the provider asks again.
    shop.stripe.set_status(&subscription, "past_due");
    shop.deliver_all().await;
    assert_eq!(plan_of(&ada).await["activeSubscriptionTier"], "pro");
    let billed = ada.get("/api/billing/subscription").await.ok();
    assert_eq!(billed["subscription"]["isPaymentMissing"], true);
    assert_eq!(
        (
            &billed["subscription"]["planName"],
            &billed["subscription"]["interval"]
        ),
        (&json!("Pro"), &json!("month"))
    );
    shop.stripe.set_status(&subscription, "unpaid");
    shop.deliver_all().await;
    let plan = plan_of(&ada).await;
    assert_eq!(plan["activeSubscriptionTier"], "free");
    assert_eq!(plan["creditsLeft"], 200);
    assert_eq!(
        ada.get("/api/billing/subscription").await.ok()["subscription"],
        Value::Null
    );
});

both!(
    taxes_are_added_at_checkout_where_they_are_turned_on,
    |world| {
        let shop = Shop::open_with(world, |settings| settings.stripe_automatic_tax = true).await;
        let ada = shop.new_user("ada").await;
        shop.customer(&ada).await;
        assert_eq!(shop.stripe.checkouts()[0]["automatic_tax[enabled]"], "true");
    }
);

both!(yearly_subscription_brings_credits_every_month, |world| {
    let shop = Shop::open(world).await;
    let ada = shop.new_user("ada").await;
    let customer = shop.customer(&ada).await;
    let subscription = shop.stripe.subscribe(&customer, PRO_YEAR);
    shop.stripe.set_cancellation(&subscription, true);
    shop.deliver_all().await;
    for _ in 0..3 {
        world.hand.advance(chrono::TimeDelta::days(32));
        let plan = shop.server.app.store.plan(ada.id, world.hand.clock().now());
        let plan = plan.await.unwrap();
        assert_eq!(plan.active_subscription_tier, Tier::from("pro"));
        assert_eq!(plan.credits_left, 5_000);
        assert!(plan.cancel_at_period_end);
    }
});

both!(
    webhook_with_wrong_or_old_signature_changes_nothing,
    |world| {
        let shop = Shop::open(world).await;
        let ada = shop.new_user("ada").await;
        let customer = shop.customer(&ada).await;
        shop.stripe.subscribe(&customer, PRO);
        let delivery = shop.stripe.take_deliveries().remove(0);
        let now = shop.now();
        let other = StripeDelivery {
            body: delivery.body.replace("evt_1", "evt_2"),
            ..delivery.clone()
        };
        for signature in [
            String::new(),
            "t=1,v1=00".to_owned(),
            delivery.signature(now - 301),
            other.signature(now),
        ] {
            let refused = shop.deliver_signed(&delivery, &signature).await;
            refused.problem(400, "bad_signature");
        }
        assert_eq!(plan_of(&ada).await["activeSubscriptionTier"], "free");
        shop.deliver_signed(&delivery, &delivery.signature(now - 299))
            .await
            .is(204);
        assert_eq!(plan_of(&ada).await["activeSubscriptionTier"], "pro");
    }
);

both!(webhook_is_retried_if_the_provider_is_unreachable, |world| {
    let shop = Shop::open(world).await;
    let ada = shop.new_user("ada").await;
    let customer = shop.customer(&ada).await;
    shop.stripe.subscribe(&customer, PRO);
    let delivery = shop.stripe.take_deliveries().remove(0);
    shop.stripe.set_down(true);
    let refused = shop.deliver(&delivery).await;
    refused.problem(503, "billing_unavailable");
    assert_eq!(plan_of(&ada).await["activeSubscriptionTier"], "free");
    let body = json!({"tier": "pro", "interval": "month"});
    ada.post("/api/billing/checkout", body)
        .await
        .problem(503, "billing_unavailable");
    shop.stripe.set_down(false);
    shop.deliver(&delivery).await.is(204);
    assert_eq!(plan_of(&ada).await["activeSubscriptionTier"], "pro");
});

both!(
    plan_granted_by_operator_survives_events_without_subscription,
    |world| {
        let shop = Shop::open(world).await;
        let ada = shop.new_user("ada").await;
        let customer = shop.customer(&ada).await;
        let now = world.hand.clock().now();
        let store = &shop.server.app.store;
        store
            .set_plan(ada.id, Tier::from("team"), now)
            .await
            .unwrap();
        let body =
            json!({"id": "evt_c", "data": {"object": {"object": "customer", "id": customer}}});
        let delivery = StripeDelivery {
            id: "evt_c".into(),
            body: body.to_string(),
        };
        shop.deliver(&delivery).await.is(204);
        assert_eq!(plan_of(&ada).await["activeSubscriptionTier"], "team");
        // An event about someone who is no customer here.
        let body = json!({"id": "evt_d", "data": {"object": {"customer": "cus_other"}}});
        let delivery = StripeDelivery {
            id: "evt_d".into(),
            body: body.to_string(),
        };
        shop.deliver(&delivery).await.is(204);
    }
);

both!(account_deletion_ends_the_subscription, |world| {
    let shop = Shop::open(world).await;
    let ada = shop.new_user("ada").await;
    let customer = shop.customer(&ada).await;
    let subscription = shop.stripe.subscribe(&customer, PRO);
    shop.deliver_all().await;
    let request = ada.request(Method::DELETE, "/api/user");
    let confirm = json!({"confirm": "ada@example.com"});
    shop.stripe.set_down(true);
    let refused = send(request.try_clone().unwrap().json(&confirm)).await;
    assert_eq!(refused.status, StatusCode::SERVICE_UNAVAILABLE.as_u16());
    shop.stripe.set_down(false);
    send(request.json(&confirm)).await.is(204);
    assert_eq!(
        shop.stripe.status(&subscription).as_deref(),
        Some("canceled")
    );
    for delivery in shop.stripe.take_deliveries() {
        shop.deliver(&delivery).await.is(204);
    }
});

/// Numbers of a fixed sequence.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % limit as u64).unwrap()
    }
}

/// Makes one change as the customer does at the provider.
fn change_at_provider(stripe: &MockStripe, customer: &str, current: &mut String, dice: &mut Dice) {
    let prices = [PRO, PRO_YEAR, TEAM];
    if stripe.price_in_force(customer).is_none() {
        *current = stripe.subscribe(customer, prices[dice.below(3)]);
        return;
    }
    match dice.below(7) {
        0 | 1 => stripe.set_price(current, prices[dice.below(3)]),
        2 => stripe.set_cancellation(current, true),
        3 => stripe.set_cancellation(current, false),
        4 => stripe.set_status(current, "past_due"),
        5 => stripe.set_status(current, "active"),
        _ => stripe.end(current),
    }
}

/// Plays `rounds` rounds: several changes at the provider, and their webhooks in a random order, some
/// before later changes, some twice, some at the same time, and old ones of earlier rounds.
async fn play_orders(world: &World, rounds: usize) {
    let shop = Shop::open(world).await;
    let ada = shop.new_user("ada").await;
    let customer = shop.customer(&ada).await;
    let (mut dice, mut current) = (Dice(0x9E37_79B9_7F4A_7C15), String::new());
    let mut waiting: Vec<StripeDelivery> = Vec::new();
    let mut old: Vec<StripeDelivery> = Vec::new();
    for round in 0..rounds {
        for _ in 0..2 + dice.below(4) {
            change_at_provider(&shop.stripe, &customer, &mut current, &mut dice);
            waiting.extend(shop.stripe.take_deliveries());
            if dice.below(3) == 0 {
                let delivery = waiting.swap_remove(dice.below(waiting.len()));
                shop.deliver(&delivery).await.is(204);
                old.push(delivery);
            }
        }
        // All that are left, and some again.
        for _ in 0..dice.below(3).min(old.len()) {
            waiting.push(old[dice.below(old.len())].clone());
        }
        while !waiting.is_empty() {
            let first = waiting.swap_remove(dice.below(waiting.len()));
            let second = (dice.below(2) == 0).then(|| waiting.pop()).flatten();
            let second = second.unwrap_or_else(|| first.clone());
            let (one, two) = futures_util::join!(shop.deliver(&first), shop.deliver(&second));
            one.is(204);
            two.is(204);
            old.extend([first, second]);
        }
        let plan = plan_of(&ada).await;
        let (tier, is_canceled) = match shop.stripe.price_in_force(&customer) {
            Some((price, is_canceled)) if price == TEAM => ("team", is_canceled),
            Some((_, is_canceled)) => ("pro", is_canceled),
            None => ("free", false),
        };
        let credits = Plans::standard().of(&Tier::from(tier)).credits;
        let told = (
            &plan["activeSubscriptionTier"],
            &plan["cancelAtPeriodEnd"],
            &plan["creditsLeft"],
        );
        let expected = (&json!(tier), &json!(is_canceled), &json!(credits));
        assert_eq!(told, expected, "round {round}");
        let keep = old.len().saturating_sub(20);
        old.drain(..keep);
    }
    let audit = shop.server.app.store.audit().await.unwrap();
    assert!(audit.difference.is_none(), "{audit:?}");
}

both!(plan_follows_provider_in_any_webhook_order, |world| {
    play_orders(world, case_count("PORTOLAN_WEBHOOK_ORDERS", 60)).await;
});
