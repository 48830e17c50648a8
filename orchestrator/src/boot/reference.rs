//! Compares `docs/configuration.md` and `docs/cli.md` with the settings and the command line, or writes them where
//! `UPDATE_DOCS` is set.

use std::{fmt::Write, fs, path::PathBuf};

use clap_markdown::{MarkdownOptions, help_markdown_custom};
use serde_json::{Map, Value};
use syn::{Fields, Item, Meta};

use super::{command_line::CommandLine, settings::Settings};
use crate::http::auth::AuthOptions;

/// Headings of the settings' table, each before the first field below it.
const HEADINGS: [(&str, &str); 10] = [
    ("listen", "Server and data"),
    ("model", "Models"),
    ("turn_steps", "Turns and credits"),
    ("max_upload_bytes", "Uploads, storage and the web"),
    ("query_seconds", "Queries"),
    ("database_wait_seconds", "Database, limits and lifetimes"),
    ("token_seconds", "Access"),
    ("feedback_per_hour", "Mail, feedback and metrics"),
    ("realtime_user_sockets", "Realtime"),
    ("log_format", "Logs and traces"),
];

const INTRODUCTION: &str = "# Configuration

<!-- Written by `npm run docs` from the comments of the settings in `orchestrator/src`. -->

Set a value with a flag of `portolan serve`, an environment variable, or a key in `portolan.toml` in the working
directory: flag, then environment, then file, then default. A `.env` file in the working directory is read too. The variable
of a key is its name in capitals after `PORTOLAN_`: `query_seconds` is `PORTOLAN_QUERY_SECONDS`. Lists in a
variable are separated by commas; lists and tables of `[auth]` are written as TOML in one line:
`PORTOLAN_AUTH_TEST_CODES='{15005550006=\"123456\"}'`.

An unknown key in the file stops the start; an unknown variable is a warning. An empty variable counts as not set, except for texts that have a default. `portolan doctor` checks the result.

";

const OTHER_VARIABLES: &str = "## Variables without a key

| variable | meaning |
|---|---|
| `OPENAI_API_KEY` | API key of the remote model. |
| `OPENAI_BASE_URL` | Endpoint of the remote model, ending in `/v1`. Default: OpenAI. A local endpoint needs no key. |
| `PORTOLAN_LOG` | What is logged, as a `tracing` filter: `info`, `warn`, `portolan=debug`. Default of `serve`: `warn,portolan=info`; of the other commands: errors, and warnings about the settings. |
| `PORTOLAN_QUERY_WORKER` | Path of `portolan-query`. Default: beside `portolan`. |
| `AWS_REGION`, `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY` | Access to the bucket if the settings above are empty. |

";

/// A documented field of a settings struct.
struct Setting {
    name: String,
    meaning: String,
    default: Value,
}

/// Compares a generated page with the stored one, or replaces it.
fn check_page(page: &str, expected: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../docs")
        .join(page);
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, expected).unwrap();
    }
    let stored = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        stored == expected,
        "docs/{page} is stale: run `npm run docs`"
    );
}

/// Returns the documented fields of a struct; each needs a comment.
fn settings_of(source: &str, name: &str, defaults: &Value) -> Vec<Setting> {
    let file = syn::parse_file(source).unwrap();
    let fields = file
        .items
        .iter()
        .find_map(|item| match item {
            Item::Struct(item) if item.ident == name => Some(&item.fields),
            _ => None,
        })
        .unwrap();
    let Fields::Named(fields) = fields else {
        panic!("{name} has named fields");
    };
    // Fields that no setting names are set by code alone.
    let is_setting = |field: &&syn::Field| {
        !field.attrs.iter().any(|attribute| match &attribute.meta {
            Meta::List(list) => list.path.is_ident("serde") && list.tokens.to_string() == "skip",
            _ => false,
        })
    };
    let documented = fields.named.iter().filter(is_setting).map(|field| {
        let name = field.ident.as_ref().unwrap().to_string();
        let meaning = field.attrs.iter().filter_map(|attribute| {
            let Meta::NameValue(pair) = &attribute.meta else {
                return None;
            };
            let syn::Expr::Lit(literal) = &pair.value else {
                return None;
            };
            match &literal.lit {
                syn::Lit::Str(text) if pair.path.is_ident("doc") => Some(text.value()),
                _ => None,
            }
        });
        let meaning: Vec<String> = meaning.map(|line| line.trim().to_owned()).collect();
        assert!(
            !meaning.is_empty(),
            "{name} needs a comment that documents it"
        );
        Setting {
            default: defaults.get(&name).cloned().unwrap_or(Value::Null),
            meaning: meaning.join(" "),
            name,
        }
    });
    documented.collect()
}

/// Returns the unit that a setting's name ends with.
fn setting_unit(name: &str) -> &'static str {
    let units = [
        ("_seconds", "s"),
        ("_milliseconds", "ms"),
        ("_millis", "ms"),
        ("_bytes", "bytes"),
        ("_address_space", "bytes"),
        ("_credits", "credits"),
        ("_price", "credits"),
        ("_cents", "cents"),
        ("_tokens", "tokens"),
        ("_per_minute", "per minute"),
        ("_per_hour", "per hour"),
        ("_per_second", "per second"),
    ];
    units
        .iter()
        .find(|(ending, _)| name.ends_with(ending))
        .map_or("", |(_, unit)| unit)
}

fn format_default(setting: &Setting) -> String {
    match &setting.default {
        Value::Null => String::new(),
        Value::String(text) if text.is_empty() => String::new(),
        Value::String(text) => format!("`{text}`"),
        Value::Array(items) if items.is_empty() => String::new(),
        Value::Object(fields) if fields.is_empty() => String::new(),
        Value::Number(number) => match number.as_u64() {
            Some(bytes) if setting_unit(&setting.name) == "bytes" && bytes > 0 => {
                format_bytes(bytes)
            }
            _ => format!("`{number}`"),
        },
        value => format!("`{value}`"),
    }
}

fn format_bytes(bytes: u64) -> String {
    let (size, name) = if bytes.is_multiple_of(1 << 30) {
        (bytes >> 30, "GiB")
    } else if bytes.is_multiple_of(1 << 20) {
        (bytes >> 20, "MiB")
    } else {
        (bytes >> 10, "KiB")
    };
    format!("`{bytes}` ({size} {name})")
}

/// Writes a table of settings; `prefix` is that of their variables, None if they have none.
fn write_table(page: &mut String, settings: &[Setting], prefix: Option<&str>) {
    let variable_heads = prefix.map_or(("", ""), |_| (" variable |", "---|"));
    let (head, line) = variable_heads;
    let _ = write!(
        page,
        "| key |{head} default | unit | meaning |\n|---|{line}---|---|---|\n"
    );
    for setting in settings {
        let variable = prefix.map_or_else(String::new, |prefix| {
            format!(" `{prefix}{}` |", setting.name.to_uppercase())
        });
        let _ = writeln!(
            page,
            "| `{}` |{variable} {} | {} | {} |",
            setting.name,
            format_default(setting),
            setting_unit(&setting.name),
            setting.meaning.replace('|', "\\|")
        );
    }
    page.push('\n');
}

/// The settings with a table of their own, which have no row.
fn without_tables(settings: Vec<Setting>, tables: &[&str]) -> Vec<Setting> {
    settings
        .into_iter()
        .filter(|setting| !tables.contains(&setting.name.as_str()))
        .collect()
}

fn configuration_page() -> String {
    let own = include_str!("settings.rs");
    let models = include_str!("settings/models.rs");
    let auth = include_str!("../http/auth/options.rs");
    let defaults = serde_json::to_value(Settings::default()).unwrap();
    let auth_defaults = serde_json::to_value(AuthOptions::default()).unwrap();
    let nothing = Value::Object(Map::new());
    let model: Value = serde_json::from_str(r#"{"id": ""}"#).unwrap();
    let model: super::settings::ModelSettings = serde_json::from_value(model).unwrap();
    let model = serde_json::to_value(model).unwrap();

    let mut page = INTRODUCTION.to_owned();
    let server = without_tables(
        settings_of(own, "Settings", &defaults),
        &["auth", "models", "plans", "is_development"],
    );
    let mut rows: Vec<Setting> = Vec::new();
    for setting in server {
        if let Some((_, heading)) = HEADINGS.iter().find(|(first, _)| *first == setting.name) {
            if !rows.is_empty() {
                write_table(&mut page, &rows, Some("PORTOLAN_"));
                rows.clear();
            }
            let _ = write!(page, "## {heading}\n\n");
        }
        rows.push(setting);
    }
    write_table(&mut page, &rows, Some("PORTOLAN_"));
    page.push_str(OTHER_VARIABLES);
    page.push_str("## Tables of models\n\nSeveral models are a table `[[models]]` each. See [models](models.md).\n\n");
    write_table(
        &mut page,
        &settings_of(models, "ModelSettings", &model),
        None,
    );
    page.push_str("## Plans\n\nThe plans that accounts can have are a table `[[plans]]` each, the free one first; `[plans.limits]` below one has its limits. An omitted limit means no limit.\n\n");
    let plans = include_str!("../../crates/ledger/src/plan.rs");
    write_table(&mut page, &settings_of(plans, "Plan", &nothing), None);
    write_table(&mut page, &settings_of(plans, "PlanLimits", &nothing), None);
    page.push_str("## Sign-in\n\nKeys of the table `[auth]`. See [security](security.md).\n\n");
    let options = without_tables(
        settings_of(auth, "AuthOptions", &auth_defaults),
        &["limits", "oauth_server", "providers", "templates"],
    );
    write_table(&mut page, &options, Some("PORTOLAN_AUTH_"));
    for (heading, text, name, defaults) in [
        (
            "Rate limits of sign-in: `[auth.limits]`",
            "Requests per minute from one IP address, unless noted otherwise. `--dev` exempts this machine.",
            "LimitOptions",
            &auth_defaults["limits"],
        ),
        (
            "OAuth server: `[auth.oauth_server]`",
            "Lets other apps sign users in through this server.",
            "OauthServerOptions",
            &auth_defaults["oauth_server"],
        ),
        (
            "Sign-in providers: `[auth.providers.NAME]`",
            "The redirect address to register with a provider is `/auth/v1/callback`.",
            "ProviderOptions",
            &nothing,
        ),
        (
            "Email templates: `[auth.templates.NAME]`",
            "`confirmation`, `invite`, `magic_link`, `recovery`, `email_change` or `reauthentication`.",
            "TemplateOptions",
            &nothing,
        ),
    ] {
        let _ = write!(page, "## {heading}\n\n{text}\n\n");
        write_table(&mut page, &settings_of(auth, name, defaults), None);
    }
    page.truncate(page.trim_end().len());
    page.push('\n');
    page
}

#[test]
fn configuration_page_lists_every_setting() {
    let page = configuration_page();
    assert!(
        page.contains("| `query_seconds` | `PORTOLAN_QUERY_SECONDS` | `5` | s |"),
        "{page}"
    );
    check_page("configuration.md", &page);
}

#[test]
fn command_line_page_lists_every_command() {
    let options = MarkdownOptions::new()
        .title("Command line".into())
        .show_footer(false);
    let help = help_markdown_custom::<CommandLine>(&options);
    let page = format!("{}\n", help.trim_end());
    assert!(page.contains("## `portolan serve`"), "{page}");
    check_page("cli.md", &page);
}
