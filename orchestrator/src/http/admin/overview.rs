use std::collections::BTreeMap;

use actix_web::web::{Data, Json, Query};
use chrono::NaiveDate;
use portolan_chat::Usage;
use portolan_domain::{ModelDay, OverviewDay};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::list::check_days;
use crate::http::{App, caller::Admin, problem::Problem};

#[derive(Debug, Deserialize, JsonSchema)]
pub struct OverviewQuery {
    days: Option<u16>,
}

/// Days of the whole installation, oldest first; the last one is today, UTC.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Overview {
    days: Vec<Day>,
    models: Vec<ModelShare>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "OverviewDay")]
struct Day {
    #[serde(flatten)]
    figures: OverviewDay,
    #[serde(flatten)]
    amounts: Amounts,
}

/// A model's share of all these days.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ModelShare {
    model: String,
    turns: u64,
    #[serde(flatten)]
    amounts: Amounts,
}

#[derive(Clone, Copy, Debug, Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Amounts {
    input_tokens: u64,
    output_tokens: u64,
    /// Credits that users were charged.
    credits: u64,
    /// Credits that the turns cost, charged or not.
    cost: u64,
    /// The part of `cost` that is computed with today's prices: of turns before their cost was recorded.
    estimated_cost: u64,
}

impl Amounts {
    fn add(&mut self, other: Self) {
        self.input_tokens += other.input_tokens;
        self.output_tokens += other.output_tokens;
        self.credits += other.credits;
        self.cost += other.cost;
        self.estimated_cost += other.estimated_cost;
    }
}

/// Returns users, turns, tokens, credits, cost, errors and latency of the last days.
pub async fn get_overview(
    app: Data<App>,
    admin: Admin,
    query: Query<OverviewQuery>,
) -> Result<Json<Overview>, Problem> {
    let _share = app.limits.long_reads.enter(admin.0.user_id).await?;
    let days = check_days(query.days)?;
    let (days, models) = app.store.overview(days, app.clock.now()).await?;
    let mut by_day: BTreeMap<NaiveDate, Amounts> = BTreeMap::new();
    let mut by_model: BTreeMap<String, (u64, Amounts)> = BTreeMap::new();
    for model in models {
        let amounts = amounts_of(&app, &model);
        by_day.entry(model.day).or_default().add(amounts);
        let (turns, sum) = by_model.entry(model.model).or_default();
        *turns += model.turns;
        sum.add(amounts);
    }
    Ok(Json(Overview {
        days: days
            .into_iter()
            .map(|figures| Day {
                amounts: by_day.get(&figures.day).copied().unwrap_or_default(),
                figures,
            })
            .collect(),
        models: by_model
            .into_iter()
            .map(|(model, (turns, amounts))| ModelShare {
                model,
                turns,
                amounts,
            })
            .collect(),
    }))
}

fn amounts_of(app: &App, day: &ModelDay) -> Amounts {
    let estimated_cost = estimate_cost(app, day);
    Amounts {
        input_tokens: day.input_tokens,
        output_tokens: day.output_tokens,
        credits: day.credits,
        cost: day.cost.saturating_add(estimated_cost),
        estimated_cost,
    }
}

/// Returns what the turns without a recorded cost would cost today. A model that is no longer configured has no price, and
/// costs nothing.
fn estimate_cost(app: &App, day: &ModelDay) -> u64 {
    let usage = Usage {
        input_tokens: day.unpriced_input_tokens,
        output_tokens: day.unpriced_output_tokens,
        ..Usage::default()
    };
    let model = app.models.get(&day.model);
    model.map_or(0, |model| model.card().price.cost(usage))
}
