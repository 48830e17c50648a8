//! The part of Go's template language that the hosted service's emails use, in minijinja's.

/// A line that can't be translated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TemplateFault {
    pub line: usize,
    pub cause: String,
}

/// The hosted service's names and ours.
const NAMES: [(&str, &str); 9] = [
    ("ConfirmationURL", "link"),
    ("Token", "code"),
    ("TokenHash", "token_hash"),
    ("SiteURL", "site_url"),
    ("RedirectTo", "redirect_to"),
    ("Email", "email"),
    ("NewEmail", "new_email"),
    ("Phone", "phone"),
    ("Data", "data"),
];

/// Translates the actions of a Go template; everything else stays as it is, and so does a template of
/// minijinja. Lines keep their numbers.
pub fn translate_template(source: &str) -> Result<String, TemplateFault> {
    let mut translated = String::with_capacity(source.len());
    let mut rest = source;
    while let Some(start) = rest.find("{{") {
        let (before, action) = rest.split_at(start);
        translated.push_str(before);
        let line = 1 + translated.matches('\n').count();
        let end = action.find("}}").ok_or_else(|| TemplateFault {
            line,
            cause: "this {{ has no }}".into(),
        })?;
        let inner = &action[2..end];
        let (inner, trims_before) = match inner.strip_prefix("- ") {
            Some(inner) => (inner, "-"),
            None => (inner, ""),
        };
        let (inner, trims_after) = match inner.strip_suffix(" -") {
            Some(inner) => (inner, "-"),
            None => (inner, ""),
        };
        let action_text = of_action(inner.trim()).map_err(|cause| TemplateFault { line, cause })?;
        let (open, text, close) = match &action_text {
            Action::Print(text) => ("{{", text, "}}"),
            Action::Control(text) => ("{%", text, "%}"),
        };
        let newlines = "\n".repeat(inner.matches('\n').count());
        translated.push_str(&format!(
            "{open}{trims_before} {text}{newlines} {trims_after}{close}"
        ));
        rest = &action[end + 2..];
    }
    translated.push_str(rest);
    Ok(translated)
}

enum Action {
    Print(String),
    Control(String),
}

fn of_action(text: &str) -> Result<Action, String> {
    let (keyword, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let control = |text: String| Ok(Action::Control(text));
    match keyword {
        "if" => control(format!("if {}", translate_expression(rest)?)),
        "else" => match rest.trim().strip_prefix("if ") {
            Some(condition) => control(format!("elif {}", translate_expression(condition)?)),
            None => control("else".into()),
        },
        "end" => control("endif".into()),
        "range" | "with" | "define" | "template" | "block" | "printf" => Err(format!(
            "{keyword} isn't supported: use names, if, else, end, eq, ne, and, or, not"
        )),
        _ if text.starts_with('.') => Ok(Action::Print(translate_name(text)?)),
        // Minijinja's own.
        _ => Ok(Action::Print(text.to_owned())),
    }
}

/// `.Name`, a literal, or an operator before its operands, each in parentheses where it is compound.
fn translate_expression(text: &str) -> Result<String, String> {
    let words = operands(text)?;
    let each = |words: &[String]| {
        words
            .iter()
            .map(|word| translate_operand(word))
            .collect::<Result<Vec<_>, _>>()
    };
    match words.split_first() {
        Some((operator, operands @ [_, _])) if operator == "eq" || operator == "ne" => {
            let sign = if operator == "eq" { " == " } else { " != " };
            Ok(each(operands)?.join(sign))
        }
        Some((operator, operands @ [_, _, ..])) if operator == "and" || operator == "or" => {
            Ok(each(operands)?.join(&format!(" {operator} ")))
        }
        Some((operator, [single])) if operator == "not" => {
            Ok(format!("not {}", translate_operand(single)?))
        }
        Some((single, [])) => translate_operand(single),
        // A condition in minijinja's own words.
        Some((first, _)) if !first.starts_with('.') && !first.starts_with('(') => {
            Ok(text.trim().to_owned())
        }
        _ => Err(format!("this condition can't be read: {text}")),
    }
}

fn translate_operand(word: &str) -> Result<String, String> {
    if let Some(inner) = word
        .strip_prefix('(')
        .and_then(|word| word.strip_suffix(')'))
    {
        return Ok(format!("({})", translate_expression(inner)?));
    }
    if word.starts_with('.') {
        return translate_name(word);
    }
    Ok(word.to_owned())
}

/// Splits at white space outside of quotes and parentheses.
fn operands(text: &str) -> Result<Vec<String>, String> {
    let mut words = vec![String::new()];
    let (mut is_quoted, mut depth) = (false, 0_usize);
    for character in text.trim().chars() {
        match character {
            '"' => is_quoted = !is_quoted,
            '(' if !is_quoted => depth += 1,
            ')' if !is_quoted => {
                depth = depth
                    .checked_sub(1)
                    .ok_or_else(|| format!("this ) has no (: {text}"))?;
            }
            _ => {}
        }
        if character.is_whitespace() && !is_quoted && depth == 0 {
            words.push(String::new());
        } else if let Some(word) = words.last_mut() {
            word.push(character);
        }
    }
    words.retain(|word| !word.is_empty());
    Ok(words)
}

/// `.Data.first_name` is a path; only its first part is one of the service's names.
fn translate_name(text: &str) -> Result<String, String> {
    let path = text.trim_start_matches('.');
    let (first, rest) = path
        .split_once('.')
        .map_or((path, None), |(first, rest)| (first, Some(rest)));
    let known = NAMES.iter().find(|(go, _)| *go == first);
    let Some((_, ours)) = known else {
        let names: Vec<String> = NAMES.iter().map(|(go, _)| format!(".{go}")).collect();
        return Err(format!(
            ".{first} isn't known here: use one of {}",
            names.join(", ")
        ));
    };
    Ok(match rest {
        Some(rest) => format!("{ours}.{rest}"),
        None => (*ours).to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosted_template_names_are_translated() {
        let source = "<a href=\"{{ .SiteURL }}/confirm?token_hash={{.TokenHash}}&type=email\">{{ .Data.name }}</a>";
        assert_eq!(
            translate_template(source).unwrap(),
            "<a href=\"{{ site_url }}/confirm?token_hash={{ token_hash }}&type=email\">{{ data.name }}</a>"
        );
    }

    #[test]
    fn conditions_and_trim_marks_are_translated() {
        let source = "{{ if eq .Data.lang \"de\" }}Hallo{{ else if not .Data.lang }}Hi{{ else }}Hello{{ end }}{{- .Email -}}!";
        let translated = "{% if data.lang == \"de\" %}Hallo{% elif not data.lang %}Hi{% else %}Hello{% endif %}{{- email -}}!";
        assert_eq!(translate_template(source).unwrap(), translated);
        assert_eq!(
            translate_template("{{ if and .Email (ne .Phone \"\") }}x{{ end }}").unwrap(),
            "{% if email and (phone != \"\") %}x{% endif %}"
        );
    }

    #[test]
    fn minijinja_templates_are_left_unchanged() {
        let source = "{{ link }} {% if code %}{{ code|upper }}{% endif %}";
        assert_eq!(translate_template(source).unwrap(), source);
    }

    #[test]
    fn template_errors_name_their_line() {
        let line = |source: &str| translate_template(source).unwrap_err().line;
        assert_eq!(line("one\ntwo {{ .Nothing }}"), 2);
        assert_eq!(line("one\n\n{{ range .Data.items }}"), 3);
        assert_eq!(line("{{ .Email"), 1);
    }
}
