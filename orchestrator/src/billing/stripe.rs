use std::time::Duration;

use chrono::{DateTime, Utc};
use portolan_auth::{SignatureError, check_webhook_signature};
use reqwest::{
    Client, Method, Request,
    header::{AUTHORIZATION, CONTENT_TYPE, HeaderValue},
    redirect::Policy,
};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::Value;
use url::{Url, form_urlencoded};
use uuid::Uuid;

/// The version of the API whose answers are read here.
const VERSION: &str = "2024-06-20";

/// For a whole call, with its answer.
const TIMEOUT: Duration = Duration::from_secs(20);

/// A Stripe account. Its address is the operator's, so it is called without the guard of addresses
/// that users bring, over connections that stay open.
#[derive(Clone)]
pub struct Stripe {
    client: Client,
    url: Url,
    secret_key: SecretString,
    webhook_secret: SecretString,
    has_automatic_tax: bool,
}

#[derive(Debug, thiserror::Error)]
pub enum StripeError {
    #[error("couldn't reach the payment provider: {0}")]
    Unreachable(String),
    /// The provider's own words.
    #[error("the payment provider refused the request: {status} {message}")]
    Refused { status: u16, message: String },
    #[error("invalid answer from the payment provider: {0}")]
    Unreadable(String),
}

/// A page of Stripe's that the browser is sent to.
#[derive(Debug, Deserialize)]
pub struct CheckoutPage {
    pub url: String,
}

/// A webhook's event. Only who it is about counts: the state is always read anew, because events
/// come late, twice and in any order.
#[derive(Debug)]
pub struct StripeEvent {
    pub id: String,
    pub customer_id: Option<String>,
}

/// A subscription, as far as it decides about a plan.
#[derive(Clone, Debug, Deserialize)]
pub struct StripeSubscription {
    pub id: String,
    pub status: String,
    #[serde(with = "chrono::serde::ts_seconds")]
    pub start_date: DateTime<Utc>,
    #[serde(with = "chrono::serde::ts_seconds")]
    pub billing_cycle_anchor: DateTime<Utc>,
    #[serde(with = "chrono::serde::ts_seconds")]
    pub current_period_end: DateTime<Utc>,
    pub cancel_at_period_end: bool,
    #[serde(default, with = "chrono::serde::ts_seconds_option")]
    pub cancel_at: Option<DateTime<Utc>>,
    #[serde(default, with = "chrono::serde::ts_seconds_option")]
    pub canceled_at: Option<DateTime<Utc>>,
    items: StripeList<StripeItem>,
}

#[derive(Clone, Debug, Deserialize)]
struct StripeItem {
    price: StripePrice,
}

#[derive(Clone, Debug, Deserialize)]
struct StripePrice {
    id: String,
}

#[derive(Clone, Debug, Deserialize)]
struct StripeList<T> {
    data: Vec<T>,
}

#[derive(Deserialize)]
struct Customer {
    id: String,
}

impl StripeSubscription {
    /// Returns the prices that are paid for.
    pub fn price_ids(&self) -> impl Iterator<Item = &str> {
        self.items.data.iter().map(|item| item.price.id.as_str())
    }

    /// Returns whether it gives a plan. A payment that is missing is asked for again for a while, and the
    /// plan stays meanwhile.
    pub fn is_in_force(&self) -> bool {
        matches!(self.status.as_str(), "active" | "trialing" | "past_due")
    }

    /// When it ends, where its end was ordered.
    pub fn ends_at(&self) -> Option<DateTime<Utc>> {
        let at_period_end = self.cancel_at_period_end.then_some(self.current_period_end);
        self.cancel_at.or(at_period_end)
    }
}

impl Stripe {
    /// # Errors
    /// Fails if no client can be made, such as without certificates.
    pub fn new(
        url: Url,
        secret_key: SecretString,
        webhook_secret: SecretString,
    ) -> Result<Self, reqwest::Error> {
        // The first caller has installed the same provider.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = Client::builder()
            .no_proxy()
            .redirect(Policy::none())
            .user_agent(concat!("portolan/", env!("CARGO_PKG_VERSION")))
            .timeout(TIMEOUT)
            .build()?;
        Ok(Self {
            client,
            url,
            secret_key,
            webhook_secret,
            has_automatic_tax: false,
        })
    }

    /// The same account, whose checkouts add taxes by Stripe Tax.
    pub fn with_automatic_tax(self, has_automatic_tax: bool) -> Self {
        Self {
            has_automatic_tax,
            ..self
        }
    }

    /// Creates the user's customer; calling again within a day returns the same one.
    pub async fn create_customer(
        &self,
        user_id: Uuid,
        email: Option<&str>,
    ) -> Result<String, StripeError> {
        let user_id = user_id.to_string();
        let mut fields = vec![("metadata[user_id]", user_id.as_str())];
        fields.extend(email.map(|email| ("email", email)));
        let key = format!("portolan-customer-{user_id}");
        let customer: Customer = self.post("customers", &fields, Some(&key)).await?;
        Ok(customer.id)
    }

    /// Opens a page on which the customer subscribes to a price.
    pub async fn create_checkout(
        &self,
        customer_id: &str,
        price_id: &str,
        site: &str,
    ) -> Result<CheckoutPage, StripeError> {
        let success = format!("{site}/checkout/success");
        let cancel = format!("{site}/pricing");
        let mut fields = vec![
            ("mode", "subscription"),
            ("customer", customer_id),
            ("line_items[0][price]", price_id),
            ("line_items[0][quantity]", "1"),
            ("allow_promotion_codes", "true"),
            ("success_url", &success),
            ("cancel_url", &cancel),
        ];
        if self.has_automatic_tax {
            // Customers have no address before they enter one, and taxes depend on it.
            fields.extend([
                ("automatic_tax[enabled]", "true"),
                ("customer_update[address]", "auto"),
            ]);
        }
        self.post("checkout/sessions", &fields, None).await
    }

    /// Opens the page on which the customer changes the plan, pays and reads invoices.
    pub async fn create_portal(
        &self,
        customer_id: &str,
        site: &str,
    ) -> Result<CheckoutPage, StripeError> {
        let back = format!("{site}/settings/usage");
        let fields = [("customer", customer_id), ("return_url", &back)];
        self.post("billing_portal/sessions", &fields, None).await
    }

    /// Reads all subscriptions that the customer has or had, the newest first.
    pub async fn subscriptions(
        &self,
        customer_id: &str,
    ) -> Result<Vec<StripeSubscription>, StripeError> {
        let query = form_urlencoded::Serializer::new(String::new())
            .extend_pairs([
                ("customer", customer_id),
                ("status", "all"),
                ("limit", "100"),
            ])
            .finish();
        let request = self.request(Method::GET, &format!("subscriptions?{query}"))?;
        let list: StripeList<StripeSubscription> = self.send(request).await?;
        Ok(list.data)
    }

    /// Orders the subscription's end with its paid period, or takes the order back.
    pub async fn set_cancellation(
        &self,
        subscription_id: &str,
        is_canceled: bool,
    ) -> Result<(), StripeError> {
        let value = if is_canceled { "true" } else { "false" };
        let path = format!("subscriptions/{subscription_id}");
        let fields = [("cancel_at_period_end", value)];
        let _: Value = self.post(&path, &fields, None).await?;
        Ok(())
    }

    /// Ends the subscription at once.
    pub async fn end_subscription(&self, subscription_id: &str) -> Result<(), StripeError> {
        let path = format!("subscriptions/{subscription_id}");
        let request = self.request(Method::DELETE, &path)?;
        let _: Value = self.send(request).await?;
        Ok(())
    }

    /// Reads a webhook whose signature is right and fresh.
    pub fn read_event(
        &self,
        signature: &str,
        body: &[u8],
        now: DateTime<Utc>,
    ) -> Result<StripeEvent, SignatureError> {
        let secret = self.webhook_secret.expose_secret();
        check_webhook_signature(secret, signature, body, now.timestamp())?;
        let event: Value = serde_json::from_slice(body).unwrap_or_default();
        let object = &event["data"]["object"];
        let customer = match object["object"].as_str() {
            Some("customer") => &object["id"],
            _ => &object["customer"],
        };
        Ok(StripeEvent {
            id: event["id"].as_str().unwrap_or_default().to_owned(),
            customer_id: customer.as_str().map(str::to_owned),
        })
    }

    async fn post<T: DeserializeOwned>(
        &self,
        path: &str,
        fields: &[(&str, &str)],
        idempotency_key: Option<&str>,
    ) -> Result<T, StripeError> {
        let mut request = self.request(Method::POST, path)?;
        let body = form_urlencoded::Serializer::new(String::new())
            .extend_pairs(fields)
            .finish();
        let headers = request.headers_mut();
        headers.insert(
            CONTENT_TYPE,
            HeaderValue::from_static("application/x-www-form-urlencoded"),
        );
        if let Some(key) = idempotency_key {
            headers.insert("idempotency-key", header_value(key)?);
        }
        *request.body_mut() = Some(body.into());
        self.send(request).await
    }

    fn request(&self, method: Method, path: &str) -> Result<Request, StripeError> {
        let url = self.url.join(&format!("/v1/{path}"));
        let url = url.map_err(|error| StripeError::Unreadable(error.to_string()))?;
        let mut request = Request::new(method, url);
        let headers = request.headers_mut();
        let key = format!("Bearer {}", self.secret_key.expose_secret());
        let mut authorization = header_value(&key)?;
        authorization.set_sensitive(true);
        headers.insert(AUTHORIZATION, authorization);
        headers.insert("stripe-version", HeaderValue::from_static(VERSION));
        Ok(request)
    }

    async fn send<T: DeserializeOwned>(&self, request: Request) -> Result<T, StripeError> {
        let response = self.client.execute(request).await;
        let response =
            response.map_err(|error| StripeError::Unreachable(error.without_url().to_string()))?;
        let status = response.status();
        let body = response.bytes().await;
        let body =
            body.map_err(|error| StripeError::Unreadable(error.without_url().to_string()))?;
        if !status.is_success() {
            let answer: Value = serde_json::from_slice(&body).unwrap_or_default();
            let message = answer["error"]["message"].as_str().unwrap_or_default();
            return Err(StripeError::Refused {
                status: status.as_u16(),
                message: message.to_owned(),
            });
        }
        serde_json::from_slice(&body).map_err(|error| StripeError::Unreadable(error.to_string()))
    }
}

fn header_value(text: &str) -> Result<HeaderValue, StripeError> {
    HeaderValue::from_str(text).map_err(|error| StripeError::Unreadable(error.to_string()))
}
