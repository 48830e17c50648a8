//! Subjects and bodies of verification emails, as they come or as the settings say.
//!
//! Templates are written for minijinja. Those of the hosted service work unchanged: its names
//! (`{{ .ConfirmationURL }}`), conditions and comparisons are translated first.

use std::collections::BTreeMap;

use minijinja::{
    AutoEscape, Environment, UndefinedBehavior, Value, context,
    value::{Enumerator, Object, Serde},
};
use portolan_domain::OneTimeKind;
use serde_json::{Map, Value as Json};
use std::sync::Arc;

use super::{go_template, options::TemplateOptions};

/// Compiled templates of all kinds of email.
#[derive(Debug)]
pub struct Templates(Environment<'static>);

/// Everything that an email can say.
#[derive(Clone, Copy, Debug)]
pub struct TemplateValues<'a> {
    pub link: &'a str,
    pub code: &'a str,
    pub token_hash: &'a str,
    pub email: &'a str,
    pub new_email: &'a str,
    pub phone: &'a str,
    pub site_url: &'a str,
    pub redirect_to: &'a str,
    /// The user's own metadata.
    pub data: &'a Map<String, Json>,
}

/// An email's subject and both of its bodies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rendered {
    pub subject: String,
    pub text: String,
    pub html: String,
}

/// A template that can't be used.
#[derive(Debug, thiserror::Error)]
#[error("auth.templates.{name}.{part} can't be used, line {line}: {cause}")]
pub struct TemplateError {
    name: String,
    part: &'static str,
    line: usize,
    cause: String,
}

const NAMES: [&str; 6] = [
    "confirmation",
    "invite",
    "magic_link",
    "recovery",
    "email_change",
    "reauthentication",
];

impl Templates {
    /// Compiles all templates and renders each once.
    ///
    /// # Errors
    /// Names the template, the part and its line.
    pub fn new(own: &BTreeMap<String, TemplateOptions>) -> Result<Self, TemplateError> {
        if let Some(name) = own.keys().find(|name| !NAMES.contains(&name.as_str())) {
            return Err(TemplateError {
                name: name.clone(),
                part: "subject",
                line: 1,
                cause: format!("there is no such email: use one of {}", NAMES.join(", ")),
            });
        }
        let mut environment = Environment::new();
        environment.set_auto_escape_callback(|name| {
            if name.ends_with(".html") {
                AutoEscape::Html
            } else {
                AutoEscape::None
            }
        });
        for name in NAMES {
            let (subject, text) = default_template(name);
            let own = own.get(name);
            let subject = own.map_or(subject, |own| &own.subject);
            add_template(&mut environment, name, "subject", subject)?;
            let text = match own {
                Some(own) => own.text.as_deref(),
                None => Some(text),
            };
            if let Some(text) = text {
                add_template(&mut environment, name, "text", text)?;
            }
            if let Some(html) = own.and_then(|own| own.html.as_deref()) {
                add_template(&mut environment, name, "html", html)?;
            }
            if own.is_some_and(|own| own.text.is_none() && own.html.is_none()) {
                return Err(TemplateError {
                    name: name.into(),
                    part: "text",
                    line: 1,
                    cause: "it has neither text nor html: set one of them".into(),
                });
            }
        }
        // Missing user data are empty in an email, and no fault.
        environment.set_undefined_behavior(UndefinedBehavior::Chainable);
        Ok(Self(environment))
    }

    /// Renders the email of this kind. Where it has only one body, the other is made from it.
    ///
    /// # Errors
    /// Fails if a template computes with unsuitable user data.
    pub fn render(
        &self,
        kind: OneTimeKind,
        values: TemplateValues<'_>,
    ) -> Result<Rendered, minijinja::Error> {
        let name = template_name(kind);
        let render =
            |part: &str, context: Value| match self.0.get_template(&template_file(name, part)) {
                Ok(template) => template.render(context).map(Some),
                Err(_) => Ok(None),
            };
        let subject = render("subject", plain_context(values))?.unwrap_or_default();
        let text = render("text", plain_context(values))?;
        let html = render("html", html_context(values))?;
        let (text, html) = match (text, html) {
            (Some(text), Some(html)) => (text, html),
            (Some(text), None) => {
                let html = page_of(&subject, &text);
                (text, html)
            }
            (None, html) => {
                let html = html.unwrap_or_default();
                (text_of(values), html)
            }
        };
        Ok(Rendered {
            // A header has one line.
            subject: subject.replace(['\r', '\n'], " "),
            text,
            html,
        })
    }
}

/// Returns the name under which the settings may change an email.
pub fn template_name(kind: OneTimeKind) -> &'static str {
    match kind {
        OneTimeKind::Confirmation | OneTimeKind::PhoneConfirmation => "confirmation",
        OneTimeKind::Invite => "invite",
        OneTimeKind::MagicLink => "magic_link",
        OneTimeKind::Recovery => "recovery",
        OneTimeKind::EmailChangeCurrent
        | OneTimeKind::EmailChangeNew
        | OneTimeKind::PhoneChange => "email_change",
        OneTimeKind::Reauthentication => "reauthentication",
    }
}

fn template_file(name: &str, part: &str) -> String {
    let ending = if part == "html" { "html" } else { "txt" };
    format!("{name}.{part}.{ending}")
}

fn add_template(
    environment: &mut Environment<'static>,
    name: &str,
    part: &'static str,
    source: &str,
) -> Result<(), TemplateError> {
    let failed = |line: usize, cause: String| TemplateError {
        name: name.into(),
        part,
        line,
        cause,
    };
    let source =
        go_template::translate_template(source).map_err(|fault| failed(fault.line, fault.cause))?;
    let of_engine = |error: minijinja::Error| {
        let cause = error
            .detail()
            .map_or_else(|| error.kind().to_string(), str::to_owned);
        failed(error.line().unwrap_or(1), cause)
    };
    environment
        .add_template_owned(template_file(name, part), source)
        .map_err(of_engine)?;
    // Strict, so that a misspelt name is found now and not by the first recipient.
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment
        .get_template(&template_file(name, part))
        .and_then(|template| template.render(sample_context()))
        .map(drop)
        .map_err(of_engine)
}

fn sample_context() -> Value {
    let empty = Map::new();
    let values = TemplateValues {
        link: "https://example.com/verify?token=sample",
        code: "123456",
        token_hash: "sample",
        email: "ada@example.com",
        new_email: "new@example.com",
        phone: "420601234567",
        site_url: "https://example.com/",
        redirect_to: "https://example.com/",
        data: &empty,
    };
    context! { data => Value::from_object(AnyData), ..plain_context(values) }
}

/// Represents any user's data while templates are checked: every key exists.
#[derive(Debug)]
struct AnyData;

impl Object for AnyData {
    fn get_value(self: &Arc<Self>, _: &Value) -> Option<Value> {
        Some(Value::from_dyn_object(Arc::clone(self)))
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::Empty
    }

    fn render(self: &Arc<Self>, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("sample")
    }
}

fn plain_context(values: TemplateValues<'_>) -> Value {
    context! {
        link => values.link,
        code => values.code,
        token_hash => values.token_hash,
        email => values.email,
        new_email => values.new_email,
        phone => values.phone,
        site_url => values.site_url,
        redirect_to => values.redirect_to,
        data => Serde(values.data),
    }
}

/// Addresses keep their slashes, which the engine's own escape would encode; the rest is escaped by it.
fn html_context(values: TemplateValues<'_>) -> Value {
    let address = |text: &str| Value::from_safe_string(escape_html(text));
    context! {
        link => address(values.link),
        site_url => address(values.site_url),
        redirect_to => address(values.redirect_to),
        ..plain_context(values)
    }
}

/// Makes a page of a plain text: paragraphs, with links where a line is an address.
fn page_of(subject: &str, text: &str) -> String {
    let paragraphs = text.trim().split("\n\n").map(|paragraph| {
        let lines: Vec<String> = paragraph.lines().map(line_of).collect();
        format!("<p>{}</p>\n", lines.join("<br>\n"))
    });
    format!(
        "<!doctype html>\n<html>\n<head><meta charset=\"utf-8\"><title>{}</title></head>\n\
         <body style=\"font:16px/1.5 sans-serif;max-width:36rem;margin:0 auto;padding:1rem\">\n{}</body>\n</html>\n",
        escape_html(subject),
        paragraphs.collect::<String>()
    )
}

fn line_of(line: &str) -> String {
    let escaped = escape_html(line.trim());
    let is_address = line.starts_with("https://") || line.starts_with("http://");
    if is_address && !line.contains(' ') {
        format!("<a href=\"{escaped}\">{escaped}</a>")
    } else {
        escaped
    }
}

/// The text beside an HTML-only template: what a reader without HTML needs.
fn text_of(values: TemplateValues<'_>) -> String {
    format!(
        "Open this link:\n\n{}\n\nOr enter this code: {}\n",
        values.link, values.code
    )
}

fn escape_html(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// Returns subject and text.
fn default_template(name: &str) -> (&'static str, &'static str) {
    match name {
        "confirmation" => (
            "Confirm your email address",
            "Welcome. Confirm your address by opening this link:\n\n{{ link }}\n\n\
             Or enter this code: {{ code }}\n\nIf you did not sign up, ignore this mail.\n",
        ),
        "invite" => (
            "You have been invited",
            "You have been invited to {{ site_url }}. Accept by opening this link:\n\n{{ link }}\n\n\
             Or enter this code: {{ code }}\n",
        ),
        "magic_link" => (
            "Your sign-in link",
            "Sign in by opening this link:\n\n{{ link }}\n\nOr enter this code: {{ code }}\n\n\
             If you did not ask for it, ignore this mail.\n",
        ),
        "recovery" => (
            "Choose a new password",
            "Choose a new password after opening this link:\n\n{{ link }}\n\n\
             Or enter this code: {{ code }}\n\nIf you did not ask for it, ignore this mail.\n",
        ),
        "email_change" => (
            "Confirm your new email address",
            "Your address is about to change from {{ email }} to {{ new_email }}. \
             Confirm it by opening this link:\n\n{{ link }}\n\nOr enter this code: {{ code }}\n\n\
             If you did not ask for it, change your password.\n",
        ),
        _ => (
            "Your confirmation code",
            "Enter this code to confirm that it is you: {{ code }}\n\n\
             If you did not ask for it, change your password.\n",
        ),
    }
}
