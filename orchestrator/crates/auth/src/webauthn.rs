//! Passkeys and security keys: creates requests for authenticators and verifies their answers.

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use url::Host;
use uuid::Uuid;
use webauthn_rp::{
    AuthenticatedCredential, DiscoverableAuthentication, DiscoverableAuthenticationServerState,
    DiscoverableCredentialRequestOptions, NonDiscoverableAuthentication,
    NonDiscoverableAuthenticationServerState, NonDiscoverableCredentialRequestOptions,
    PublicKeyCredentialCreationOptions, Registration, RegistrationServerState,
    bin::{Decode, Encode},
    request::{
        AsciiDomain, Credentials, PublicKeyCredentialDescriptor, RpId, UserVerificationRequirement,
        auth::{AllowedCredential, AllowedCredentials, AuthenticationVerificationOptions},
        register::{
            CredProtect, RegistrationVerificationOptions, ResidentKeyRequirement, UserHandle,
        },
    },
    response::{
        AuthTransports, CredentialId,
        register::{CompressedPubKey, DynamicState, StaticState},
    },
};

/// Authenticators keep a user as the text of their id.
const HANDLE: usize = 36;

/// A public key as it is stored.
type PublicKey = CompressedPubKey<[u8; 32], [u8; 32], [u8; 48], Vec<u8>>;

/// The relying party id: authenticators answer only to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RelyingParty {
    id: RpId,
    name: String,
    origins: Vec<String>,
}

/// A question to an authenticator.
#[derive(Clone, Debug, PartialEq)]
pub struct Ceremony {
    /// The `publicKey` that the browser takes.
    pub options: Value,
    /// The credential's public key; base64url.
    pub state: String,
}

/// The public key of a credential and its use counter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PublicCredential {
    /// The authenticator's name of it; base64url, as all that follows.
    pub id: String,
    key: String,
    state: String,
    transports: u8,
}

/// A credential that was just made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewCredential {
    pub credential: PublicCredential,
    /// The display name of this kind of authenticator.
    pub authenticator: &'static str,
}

/// The purpose of a credential.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CredentialUse {
    /// A discoverable credential: the authenticator stores the user.
    Passkey,
    SecondFactor,
}

/// The user for whom a credential is created.
#[derive(Clone, Copy, Debug)]
pub struct CredentialOwner<'a> {
    pub id: Uuid,
    /// The name that the authenticator shows: an address or a number.
    pub name: &'a str,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WebauthnError {
    #[error(
        "{0} is no domain that authenticators know a server by: set auth.relying_party_id to the site's"
    )]
    BadRelyingParty(String),
    #[error("the answer of the authenticator cannot be read: {0}")]
    Unreadable(String),
    #[error("the answer of the authenticator is wrong: {0}")]
    Wrong(String),
    /// The stored credential or challenge was not written by this library.
    #[error("stored data of an authenticator cannot be read: {0}")]
    Corrupt(String),
}

impl RelyingParty {
    /// A server at this domain, whose pages are at these origins.
    ///
    /// # Errors
    /// For addresses that are numbers: browsers make no credentials for them.
    pub fn new(
        domain: &str,
        name: impl Into<String>,
        origins: Vec<String>,
    ) -> Result<Self, WebauthnError> {
        let bad = || WebauthnError::BadRelyingParty(domain.to_owned());
        if !matches!(Host::parse(domain), Ok(Host::Domain(_))) {
            return Err(bad());
        }
        let id = AsciiDomain::try_from(domain.to_owned()).map_err(|_| bad())?;
        Ok(Self {
            id: RpId::Domain(id),
            name: name.into(),
            origins,
        })
    }

    /// Asks for a new credential, from an authenticator that holds none of the known ones.
    ///
    /// # Errors
    /// Fails if a known credential cannot be read.
    pub fn create(
        &self,
        owner: CredentialOwner<'_>,
        purpose: CredentialUse,
        known: &[PublicCredential],
    ) -> Result<Ceremony, WebauthnError> {
        let handle = user_handle(owner.id);
        let known = known
            .iter()
            .map(PublicCredential::to_descriptor)
            .collect::<Result<Vec<_>, _>>()?;
        let mut options =
            PublicKeyCredentialCreationOptions::passkey(&self.id, (&handle).into(), known);
        options.extensions.cred_protect = CredProtect::None;
        options.authenticator_selection.user_verification = UserVerificationRequirement::Preferred;
        if purpose == CredentialUse::SecondFactor {
            options.authenticator_selection.resident_key = ResidentKeyRequirement::Discouraged;
        }
        let (server, client) = options.start_ceremony().map_err(wrong_answer)?;
        let mut options = serde_json::to_value(&client).map_err(wrong_answer)?;
        // Set here: the library takes fewer names than people have.
        options["rp"]["name"] = json!(self.name);
        options["user"]["name"] = json!(owner.name);
        options["user"]["displayName"] = json!(owner.name);
        let state = BASE64_URL_SAFE_NO_PAD.encode(server.encode().map_err(wrong_answer)?);
        Ok(Ceremony { options, state })
    }

    /// Checks a new credential.
    ///
    /// # Errors
    /// Fails if the answer cannot be read, or is not to this question, from elsewhere, or badly signed.
    pub fn finish_create(
        &self,
        state: &str,
        answer: &Value,
    ) -> Result<NewCredential, WebauthnError> {
        let registration =
            Registration::from_json_relaxed(&answer_bytes(answer)).map_err(unreadable_answer)?;
        let state = RegistrationServerState::<HANDLE>::decode(&decode_base64(state)?)
            .map_err(corrupt_credential)?;
        let options = RegistrationVerificationOptions::<String, &str> {
            allowed_origins: &self.origins,
            error_on_unsolicited_extensions: false,
            ..RegistrationVerificationOptions::default()
        };
        let credential = state
            .verify(&self.id, &registration, &options)
            .map_err(wrong_answer)?;
        let key = credential.static_state().encode().map_err(wrong_answer)?;
        let state = credential.dynamic_state().encode().map_err(wrong_answer)?;
        Ok(NewCredential {
            authenticator: authenticator_name(credential.metadata().aaguid.data()),
            credential: PublicCredential {
                id: BASE64_URL_SAFE_NO_PAD.encode(credential.id().as_ref()),
                key: BASE64_URL_SAFE_NO_PAD.encode(key),
                state: BASE64_URL_SAFE_NO_PAD.encode(state),
                transports: credential.transports().encode().map_err(wrong_answer)?,
            },
        })
    }

    /// Asks for any passkey of this server.
    ///
    /// # Errors
    /// None that the options of this library give cause for.
    pub fn request_any(&self) -> Result<Ceremony, WebauthnError> {
        let mut options = DiscoverableCredentialRequestOptions::passkey(&self.id);
        options.0.user_verification = UserVerificationRequirement::Preferred;
        let (server, client) = options.start_ceremony().map_err(wrong_answer)?;
        Ok(Ceremony {
            options: serde_json::to_value(&client).map_err(wrong_answer)?,
            state: BASE64_URL_SAFE_NO_PAD.encode(server.encode().map_err(wrong_answer)?),
        })
    }

    /// Asks for one of these credentials.
    ///
    /// # Errors
    /// Fails if there are none, or one cannot be read.
    pub fn request(&self, known: &[PublicCredential]) -> Result<Ceremony, WebauthnError> {
        let mut allowed = AllowedCredentials::with_capacity(known.len());
        for credential in known {
            allowed.push(AllowedCredential::from(credential.to_descriptor()?));
        }
        let mut options = NonDiscoverableCredentialRequestOptions::second_factor(&self.id, allowed)
            .map_err(wrong_answer)?;
        options.options().user_verification = UserVerificationRequirement::Preferred;
        let (server, client) = options.start_ceremony().map_err(wrong_answer)?;
        Ok(Ceremony {
            options: serde_json::to_value(&client).map_err(wrong_answer)?,
            state: BASE64_URL_SAFE_NO_PAD.encode(server.encode().map_err(wrong_answer)?),
        })
    }

    /// Checks the answer of a passkey, which belongs to this user. Gives the credential as it is from now on.
    ///
    /// # Errors
    /// As [`Self::finish_create`], and where the authenticator's counter has not gone on: another
    /// copy of it has been used.
    pub fn finish_request_any(
        &self,
        state: &str,
        answer: &PasskeyAnswer,
        owner: Uuid,
        credential: &PublicCredential,
    ) -> Result<PublicCredential, WebauthnError> {
        let state = DiscoverableAuthenticationServerState::decode(&decode_base64(state)?)
            .map_err(corrupt_credential)?;
        let (id, handle) = (decode_base64(&credential.id)?, user_handle(owner));
        let mut known = credential.known_descriptors(&id, &handle)?;
        state
            .verify(&self.id, &answer.0, &mut known, &self.assertion_options())
            .map_err(wrong_answer)?;
        credential.after_use(known.dynamic_state())
    }

    /// The same of a second factor.
    ///
    /// # Errors
    /// As [`Self::finish_request_any`].
    pub fn finish_request(
        &self,
        state: &str,
        answer: &Value,
        owner: Uuid,
        credential: &PublicCredential,
    ) -> Result<PublicCredential, WebauthnError> {
        let answer =
            NonDiscoverableAuthentication::<HANDLE>::from_json_relaxed(&answer_bytes(answer))
                .map_err(unreadable_answer)?;
        let state = NonDiscoverableAuthenticationServerState::decode(&decode_base64(state)?)
            .map_err(corrupt_credential)?;
        let (id, handle) = (decode_base64(&credential.id)?, user_handle(owner));
        let mut known = credential.known_descriptors(&id, &handle)?;
        state
            .verify(&self.id, &answer, &mut known, &self.assertion_options())
            .map_err(wrong_answer)?;
        credential.after_use(known.dynamic_state())
    }

    fn assertion_options(&self) -> AuthenticationVerificationOptions<'_, '_, String, &str> {
        AuthenticationVerificationOptions {
            allowed_origins: &self.origins,
            error_on_unsolicited_extensions: false,
            ..AuthenticationVerificationOptions::default()
        }
    }
}

/// An unverified answer of a passkey.
#[derive(Debug)]
pub struct PasskeyAnswer(DiscoverableAuthentication<HANDLE>);

impl PasskeyAnswer {
    /// # Errors
    /// Fails if it is no answer of a passkey.
    pub fn read(answer: &Value) -> Result<Self, WebauthnError> {
        DiscoverableAuthentication::from_json_relaxed(&answer_bytes(answer))
            .map(Self)
            .map_err(unreadable_answer)
    }

    /// The id of the credential; base64url.
    pub fn credential_id(&self) -> String {
        BASE64_URL_SAFE_NO_PAD.encode(self.0.raw_id().as_ref())
    }
}

impl PublicCredential {
    fn to_descriptor(&self) -> Result<PublicKeyCredentialDescriptor<Vec<u8>>, WebauthnError> {
        Ok(PublicKeyCredentialDescriptor {
            id: CredentialId::try_from(decode_base64(&self.id)?).map_err(corrupt_credential)?,
            transports: AuthTransports::decode(self.transports).map_err(corrupt_credential)?,
        })
    }

    fn known_descriptors<'a>(
        &self,
        id: &'a [u8],
        handle: &'a UserHandle<HANDLE>,
    ) -> Result<AuthenticatedCredential<'a, 'a, HANDLE, PublicKey>, WebauthnError> {
        let state = <[u8; 7]>::try_from(decode_base64(&self.state)?)
            .map_err(|_| WebauthnError::Corrupt("state".into()))?;
        AuthenticatedCredential::new(
            CredentialId::try_from(id).map_err(corrupt_credential)?,
            handle,
            StaticState::<PublicKey>::decode(&decode_base64(&self.key)?)
                .map_err(corrupt_credential)?,
            DynamicState::decode(state).map_err(corrupt_credential)?,
        )
        .map_err(corrupt_credential)
    }

    fn after_use(&self, state: DynamicState) -> Result<Self, WebauthnError> {
        Ok(Self {
            state: BASE64_URL_SAFE_NO_PAD.encode(state.encode().map_err(wrong_answer)?),
            ..self.clone()
        })
    }
}

/// Returns the display name of an authenticator, by its AAGUID.
fn authenticator_name(kind: &[u8]) -> &'static str {
    let kind = Uuid::from_slice(kind).map(|kind| kind.to_string());
    match kind.as_deref().unwrap_or_default() {
        "fbfc3007-154e-4ecc-8c0b-6e020557d7bd" => "Apple Passwords",
        "ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4" => "Google Password Manager",
        "adce0002-35bc-c60a-648b-0b25f1f05503" => "Chrome on Mac",
        "08987058-cadc-4b81-b6e1-30de50dcbe96"
        | "9ddd1817-af5a-4672-a2b9-3e3dd95000a9"
        | "6028b017-b1d4-4c02-b4b3-afcdafc96bb2" => "Windows Hello",
        "53414d53-554e-4700-0000-000000000000" => "Samsung Pass",
        "bada5566-a7aa-401f-bd96-45619a55120d" => "1Password",
        "d548826e-79b4-db40-a3d8-11116f7e8349" => "Bitwarden",
        "531126d6-e717-415c-9320-3d9aa6981239" => "Dashlane",
        "50726f74-6f6e-5061-7373-50726f746f6e" => "Proton Pass",
        "fdb141b2-5d84-443e-8a35-4698c205a502" => "KeePassXC",
        _ => "Passkey",
    }
}

fn user_handle(user_id: Uuid) -> UserHandle<HANDLE> {
    let mut text = [0; HANDLE];
    user_id.hyphenated().encode_lower(&mut text);
    UserHandle::from(text)
}

fn answer_bytes(answer: &Value) -> Vec<u8> {
    answer.to_string().into_bytes()
}

fn decode_base64(text: &str) -> Result<Vec<u8>, WebauthnError> {
    BASE64_URL_SAFE_NO_PAD
        .decode(text)
        .map_err(corrupt_credential)
}

fn wrong_answer(cause: impl ToString) -> WebauthnError {
    WebauthnError::Wrong(cause.to_string())
}

fn unreadable_answer(cause: impl ToString) -> WebauthnError {
    WebauthnError::Unreadable(cause.to_string())
}

fn corrupt_credential(cause: impl ToString) -> WebauthnError {
    WebauthnError::Corrupt(cause.to_string())
}
