use rmcp::model::{JsonObject, Prompt, PromptArgument, PromptMessage, Role};
use serde_json::Value;

/// A request that users choose by name in their client.
struct Template {
    name: &'static str,
    title: &'static str,
    description: &'static str,
    /// Names and descriptions; all are required.
    arguments: &'static [(&'static str, &'static str)],
    /// Arguments are in braces.
    text: &'static str,
}

const TEMPLATES: [Template; 3] = [
    Template {
        name: "explore_data",
        title: "Explore data",
        description: "Finds out what a table holds and charts its main findings",
        arguments: &[("source", "Address or ID of the source")],
        text: "Explore the source {source}. Add it with add_source if it is an address, then call profile_source. \
               Ask about the three most informative comparisons or developments, one question each, and show the charts. \
               State only numbers that the tools returned.",
    },
    Template {
        name: "compare",
        title: "Compare",
        description: "Compares a measure across groups or periods",
        arguments: &[
            ("source", "Address or ID of the source"),
            (
                "measure",
                "What to compare, such as sales or life expectancy",
            ),
            (
                "groups",
                "What to compare it by, such as countries or years",
            ),
        ],
        text: "Compare {measure} by {groups} in the source {source}. Add the source first if it is an address. \
               Call ask with one clear question, show the chart, and state the largest difference with its numbers.",
    },
    Template {
        name: "make_board",
        title: "Make board",
        description: "Collects charts about a topic on a board",
        arguments: &[
            ("source", "Address or ID of the source"),
            ("topic", "What the board is about"),
        ],
        text: "Make a board about {topic} from the source {source}. Add the source first if it is an address. \
               Ask up to four questions that each need a chart, then call create_board with the IDs of these charts \
               and give its link.",
    },
];

pub fn prompts() -> Vec<Prompt> {
    let prompt = |template: &Template| {
        let arguments = template.arguments.iter().map(|(name, description)| {
            PromptArgument::new(*name)
                .with_description(*description)
                .with_required(true)
        });
        Prompt::new(
            template.name,
            Some(template.description),
            Some(arguments.collect()),
        )
        .with_title(template.title)
    };
    TEMPLATES.iter().map(prompt).collect()
}

/// Fills in a prompt; the error names the missing argument.
pub fn fill_prompt(name: &str, arguments: &JsonObject) -> Result<PromptMessage, String> {
    let template = TEMPLATES.iter().find(|template| template.name == name);
    let template = template.ok_or_else(|| format!("There is no prompt `{name}`."))?;
    let mut text = template.text.to_owned();
    for (name, _) in template.arguments {
        let value = arguments.get(*name).and_then(Value::as_str);
        let value = value.ok_or_else(|| format!("The prompt needs the argument `{name}`."))?;
        text = text.replace(&format!("{{{name}}}"), value);
    }
    Ok(PromptMessage::new_text(Role::User, text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mcp_prompts_use_all_their_arguments() {
        for template in &TEMPLATES {
            let names = template.arguments.iter().map(|(name, _)| *name);
            let arguments: JsonObject = names
                .map(|name| (name.to_owned(), Value::from(format!("<{name}>"))))
                .collect();
            let message = serde_json::to_value(fill_prompt(template.name, &arguments).unwrap());
            let text = message.unwrap()["content"]["text"]
                .as_str()
                .unwrap()
                .to_owned();
            assert!(!text.contains(['{', '}']), "{text}");
            for name in arguments.keys() {
                assert!(text.contains(&format!("<{name}>")), "{text}");
            }
        }
        let missing = fill_prompt("compare", &JsonObject::new()).unwrap_err();
        assert!(missing.contains("`source`"), "{missing}");
    }
}
