use qrcode::{QrCode, render::svg};
use totp_rs::{Algorithm, Builder, Secret, Totp};
use url::form_urlencoded::byte_serialize;

/// Seconds for which a code is shown.
const STEP_SECONDS: u64 = 30;

/// A second factor on a user's telephone: six digits, SHA-1, a new code every 30 seconds, as all
/// authenticator programs have it (RFC 6238).
pub struct TotpSecret([u8; 20]);

impl TotpSecret {
    pub fn new(random: [u8; 20]) -> Self {
        Self(random)
    }

    /// None if these are not the bytes of a secret.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().map(Self).ok()
    }

    /// Reads what `text` gives.
    pub fn from_text(text: &str) -> Option<Self> {
        Self::from_bytes(Secret::try_from_base32(text).ok()?.as_bytes())
    }

    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// Returns the secret as text, for users who can't scan the QR code.
    pub fn text(&self) -> String {
        Secret::from(self.0).to_base32()
    }

    /// Returns the address in the QR code: `otpauth://totp/…`.
    pub fn uri(&self, issuer: &str, account: &str) -> String {
        let encode = |text: &str| {
            byte_serialize(text.as_bytes())
                .collect::<String>()
                .replace('+', "%20")
        };
        let (issuer, account) = (encode(issuer), encode(account));
        format!(
            "otpauth://totp/{issuer}:{account}?algorithm=SHA1&digits=6&issuer={issuer}&period={STEP_SECONDS}&secret={}",
            self.text()
        )
    }

    /// The step that the code belongs to: now, or 30 s before or after. Codes of steps up to
    /// `last_step` were used already.
    pub fn check(&self, code: &str, unix_seconds: i64, last_step: Option<u64>) -> Option<u64> {
        let totp = self.build_totp();
        let step = totp.check(code, u64::try_from(unix_seconds).ok()?)?;
        last_step.is_none_or(|last| step > last).then_some(step)
    }

    /// The code that the telephone shows now.
    pub fn code(&self, unix_seconds: i64) -> String {
        let seconds = u64::try_from(unix_seconds).unwrap_or(0);
        self.build_totp().generate(seconds).to_string()
    }

    fn build_totp(&self) -> Totp {
        Builder::new()
            .with_algorithm(Algorithm::SHA1)
            .with_digits(6)
            .with_skew(1)
            .with_step_duration(STEP_SECONDS)
            .with_secret(self.0)
            .build_noncompliant()
    }
}

/// A picture of the text that a camera reads: SVG without a declaration and without `#`, since the
/// client puts it into an address as it is. None if the text is too long for one.
pub fn qr_code(text: &str) -> Option<String> {
    let drawn = QrCode::new(text)
        .ok()?
        .render::<svg::Color>()
        .min_dimensions(200, 200)
        .dark_color(svg::Color("black"))
        .light_color(svg::Color("white"))
        .build();
    let start = drawn.find("<svg")?;
    Some(drawn[start..].to_owned())
}
