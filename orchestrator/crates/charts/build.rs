//! Puts Vega-Lite's JSON schema, without its prose, where `schema.rs` includes it.

use std::{env, error::Error, fs, path::PathBuf};

use serde_json::Value;

/// From the drawing bundle's build, or as the npm package has it; they are the same file.
const PLACES: [&str; 2] = [
    "web/build/draw/vega-lite-schema.json",
    "node_modules/vega-lite/build/vega-lite-schema.json",
];

fn main() -> Result<(), Box<dyn Error>> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?).join("../../..");
    let mut found = None;
    for place in PLACES.map(|place| root.join(place)) {
        println!("cargo::rerun-if-changed={}", place.display());
        if found.is_none() && place.exists() {
            found = Some(place);
        }
    }
    let Some(place) = found else {
        println!(
            "cargo::error=Vega-Lite's schema is missing: run `npm run build:web` (or `npm ci`) in the repository's folder, then build again"
        );
        return Ok(());
    };
    let mut schema: Value = serde_json::from_str(&fs::read_to_string(place)?)?;
    strip_prose(&mut schema, false);
    plain_names(&mut schema);
    let target = PathBuf::from(env::var("OUT_DIR")?).join("vega-lite-schema.json");
    fs::write(target, serde_json::to_string(&schema)?)?;
    Ok(())
}

/// Removes descriptions, which are two thirds of the file; a property may be called so too.
fn strip_prose(value: &mut Value, names_are_properties: bool) {
    match value {
        Value::Object(object) => {
            if !names_are_properties {
                object.retain(|key, value| {
                    !((key == "description" || key == "markdownDescription") && value.is_string())
                });
            }
            for (key, inner) in object {
                let maps_names = !names_are_properties
                    && matches!(
                        key.as_str(),
                        "properties" | "definitions" | "patternProperties"
                    );
                strip_prose(inner, maps_names);
            }
        }
        Value::Array(items) => {
            for item in items {
                strip_prose(item, false);
            }
        }
        _ => {}
    }
}

/// Renames definitions such as `Dict<number>` to names that are valid in a URI.
fn plain_names(value: &mut Value) {
    match value {
        Value::Object(object) => {
            if let Some(Value::String(reference)) = object.get_mut("$ref") {
                *reference = match reference.strip_prefix(DEFINITIONS) {
                    Some(name) => format!("{DEFINITIONS}{}", plain_name(name)),
                    None => reference.clone(),
                };
            }
            if let Some(Value::Object(definitions)) = object.get_mut("definitions") {
                *definitions = std::mem::take(definitions)
                    .into_iter()
                    .map(|(name, definition)| (plain_name(&name), definition))
                    .collect();
            }
            object.values_mut().for_each(plain_names);
        }
        Value::Array(items) => items.iter_mut().for_each(plain_names),
        _ => {}
    }
}

const DEFINITIONS: &str = "#/definitions/";

/// Writes every character that is no letter or digit as its code point, so that names stay apart.
fn plain_name(name: &str) -> String {
    let name = percent_decoded(name);
    let mut plain = String::new();
    for character in name.chars() {
        if character.is_ascii_alphanumeric() {
            plain.push(character);
        } else {
            plain.push_str(&format!("_{:x}_", u32::from(character)));
        }
    }
    plain
}

/// References are percent-encoded in some releases of the schema, definitions are not.
fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let code = tail
            .get(..2)
            .filter(|_| *first == b'%')
            .and_then(|code| std::str::from_utf8(code).ok())
            .and_then(|code| u8::from_str_radix(code, 16).ok());
        bytes.push(code.unwrap_or(*first));
        rest = &tail[if code.is_some() { 2 } else { 0 }..];
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
