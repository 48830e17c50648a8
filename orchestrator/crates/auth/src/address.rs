/// Why an address is not taken; the sentences are those that clients look for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidAddress {
    #[error("Unable to validate email address: invalid format")]
    Email,
    #[error("Invalid phone number format (E.164 required)")]
    Phone,
}

/// Normalizes an email address for storage: trimmed and in lower case.
///
/// # Errors
/// Fails if it isn't a valid email address by the HTML standard, or is longer than 255 bytes.
pub fn email_address(text: &str) -> Result<String, InvalidAddress> {
    let text = text.trim();
    let (local, domain) = text.rsplit_once('@').ok_or(InvalidAddress::Email)?;
    let valid = text.len() <= 255 && is_local(local) && domain.split('.').all(is_label);
    if valid {
        Ok(text.to_ascii_lowercase())
    } else {
        Err(InvalidAddress::Email)
    }
}

/// The telephone number in the one form that is stored: digits only.
///
/// # Errors
/// Fails if it is not of the form E.164, with or without its plus sign.
pub fn phone_number(text: &str) -> Result<String, InvalidAddress> {
    let digits = text.trim();
    let digits = digits.strip_prefix('+').unwrap_or(digits);
    let valid = (2..=15).contains(&digits.len())
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        && !digits.starts_with('0');
    if valid {
        Ok(digits.to_owned())
    } else {
        Err(InvalidAddress::Phone)
    }
}

fn is_local(local: &str) -> bool {
    let allowed =
        |byte: u8| byte.is_ascii_alphanumeric() || b".!#$%&'*+/=?^_`{|}~-".contains(&byte);
    (1..=64).contains(&local.len()) && local.bytes().all(allowed)
}

fn is_label(label: &str) -> bool {
    (1..=63).contains(&label.len())
        && label
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        && !label.starts_with('-')
        && !label.ends_with('-')
}
