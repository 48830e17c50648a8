use actix_web::{
    HttpRequest, HttpResponse,
    web::{Bytes, Data},
};
use portolan_chat_actors::notify_settled;

use crate::http::{App, problem::Problem};

/// Receives an event of the payment provider. An event that was handled before is accepted and changes
/// nothing; one that fails is sent again by the provider.
pub async fn receive_event(
    app: Data<App>,
    request: HttpRequest,
    body: Bytes,
) -> Result<HttpResponse, Problem> {
    let signature = request.headers().get("stripe-signature");
    let signature = signature.and_then(|value| value.to_str().ok());
    let billing = app.billing()?;
    let handled = billing.handle_event(signature.unwrap_or_default(), &body);
    if let Some(user_id) = handled.await? {
        notify_settled(&app.usage, user_id);
    }
    Ok(HttpResponse::NoContent().finish())
}
