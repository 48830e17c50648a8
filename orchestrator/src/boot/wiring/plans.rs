//! The plans of the settings beside their models.

use portolan_assistant::Models;
use portolan_ledger::Plans;

use super::super::CommandFailure;

/// Refuses plans whose users couldn't ask the default model, or would get answers of a model that isn't theirs.
pub fn check_plans(plans: &Plans, models: &Models) -> Result<(), CommandFailure> {
    let listed = models.list();
    for plan in plans {
        if let Some(default) = listed
            .iter()
            .find(|model| model.is_default && !plan.allows_model(&model.id))
        {
            return Err(CommandFailure::new(format!(
                "the plan {} doesn't include the default model; add {} to its models",
                plan.id, default.id
            )));
        }
        for fallback in plan.models.iter().flat_map(|id| models.fallbacks_of(id)) {
            let id = &fallback.card().id;
            if !plan.allows_model(id) {
                return Err(CommandFailure::new(format!(
                    "the plan {} doesn't include the fallback model; add {id} to its models, or remove it from \
                     model_fallbacks",
                    plan.id
                )));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use portolan_assistant::{BUILT_IN_MODEL, ModelCard, RemoteSettings};
    use portolan_chat::Price;

    use super::*;

    fn check(of_plan: &[&str], default: &str, fallbacks: &[&str]) -> Result<(), String> {
        let cards = ["small", "large"].map(|id| ModelCard {
            id: id.to_owned(),
            title: id.to_owned(),
            price: Price {
                input_per_million: 0,
                output_per_million: 0,
            },
            context_tokens: 32_000,
            output_tokens: 1_000,
        });
        let url = "http://127.0.0.1:9/v1".to_owned();
        let remote = RemoteSettings::new("key".to_owned().into(), url, cards.to_vec());
        let models = Models::new([remote], Some(default)).unwrap();
        let models = models.with_fallbacks(fallbacks.iter().copied()).unwrap();
        let mut plans: Vec<_> = Plans::standard().iter().cloned().collect();
        plans[0].models = of_plan.iter().map(|&id| id.to_owned()).collect();
        let plans = Plans::new(plans).unwrap();
        check_plans(&plans, &models).map_err(|failure| failure.to_string())
    }

    #[test]
    fn plan_includes_the_default_model_and_its_fallbacks() {
        for (of_plan, default, fallbacks) in [
            (&[][..], "small", &["large"][..]),
            (&["small"], "small", &[]),
            (&["small", "large"], "small", &["large"]),
            // No model takes over from the built-in one, nor from itself.
            (&[BUILT_IN_MODEL], BUILT_IN_MODEL, &["large"]),
            (&["small"], "small", &["small"]),
        ] {
            assert_eq!(check(of_plan, default, fallbacks), Ok(()), "{of_plan:?}");
        }
        let refused = check(&["small"], "large", &[]).unwrap_err();
        assert!(refused.contains("default model; add large"), "{refused}");
        let refused = check(&["small"], "small", &["large"]).unwrap_err();
        assert!(refused.contains("fallback model; add large"), "{refused}");
    }
}
