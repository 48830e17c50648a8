/** What a person has written that may be wrong. */
export type AuthField = "email" | "password" | "code" | "domain";

/** Why the auth server did not do what it was asked. `field` is the one that people should look at. */
export interface AuthRefusal {
  outcome: "refused";
  field: AuthField | null;
  message: string;
}

/** An error as the auth client gives it. */
export interface AuthFailure {
  code?: string | undefined;
  message: string;
  status?: number | undefined;
  name: string;
}

export function refusal({ code, message, status, name }: AuthFailure): AuthRefusal {
  if (name === "AuthRetryableFetchError") {
    return refused(null, "The server cannot be reached. Check your connection and try again.");
  }
  const known = code === undefined ? undefined : sentences[code];
  if (known !== undefined) return refused(...known);
  if (status === 429) return refused(null, "That was too often. Wait a minute and try again.");
  if (code === "weak_password" || code === "same_password") return refused("password", withFullStop(message));
  if (code === "email_address_invalid" || code === "validation_failed") {
    return refused(/password/i.test(message) ? "password" : "email", withFullStop(message));
  }
  return refused(null, withFullStop(message));
}

const wrongCode = "This code is wrong, or it has run out. Check it, or ask for a new one.";

const sentences: Record<string, [AuthField | null, string]> = {
  invalid_credentials: [
    "password",
    "The email address or the password is wrong. Check both, or have a code sent to you.",
  ],
  user_already_exists: ["email", "This address has an account already. Sign in instead."],
  email_exists: ["email", "This address has an account already. Sign in instead."],
  phone_exists: ["email", "This number has an account already. Sign in instead."],
  email_not_confirmed: ["email", "This address is not confirmed yet. Open the link in the mail that we sent."],
  phone_not_confirmed: ["email", "This number is not confirmed yet. Enter the code that we sent."],
  signup_disabled: [null, "New accounts are closed on this server. Ask whoever runs it for one."],
  user_banned: [null, "This account is suspended. Write to us if you think that this is a mistake."],
  user_not_found: ["email", "There is no account with this address. Check it, or make one."],
  otp_expired: ["code", wrongCode],
  mfa_verification_failed: ["code", wrongCode],
  mfa_verification_rejected: ["code", wrongCode],
  mfa_challenge_expired: ["code", "That took too long. Enter the code that the app shows now."],
  mfa_factor_name_conflict: [null, "You have a second factor of this name already. Choose another one."],
  mfa_recovery_codes_locked: ["code", "Too many codes were wrong. Wait a few minutes, or take another way."],
  mfa_recovery_codes_sole_factor: [null, "Recovery codes stand in for another second factor. Add one first."],
  mfa_webauthn_enroll_not_enabled: [null, "This server takes no security keys. Connect an app instead."],
  mfa_recovery_codes_enroll_not_enabled: [null, "This server gives no recovery codes."],
  too_many_enrolled_mfa_factors: [null, "You have as many second factors as there may be. Remove one first."],
  too_many_passkeys: [null, "You have as many passkeys as there may be. Remove one first."],
  passkey_disabled: [null, "This server takes no passkeys. Use your password, or have a code sent to you."],
  webauthn_challenge_not_found: [null, "That took too long. Try again."],
  webauthn_challenge_expired: [null, "That took too long. Try again."],
  insufficient_aal: [null, "For this, sign out and in again with your second factor."],
  phone_provider_disabled: ["email", "This server sends no text messages. Use an email address."],
  sms_send_failed: ["email", "The text message could not be sent. Check the number, or use an email address."],
  anonymous_provider_disabled: [null, "This server asks for an account. Make one, or sign in."],
  web3_provider_disabled: [null, "This server takes no signatures of such wallets. Take another way."],
  sso_provider_not_found: [
    "domain",
    "No sign-in of a company is set up for this domain. Check it, or take another way.",
  ],
  saml_idp_not_found: ["domain", "No sign-in of a company is set up for this domain. Check it, or take another way."],
  saml_provider_disabled: [null, "This server knows no sign-ins of companies. Take another way."],
  bad_code_verifier: [null, "This link was opened in another browser than it was asked for. Ask for a new one here."],
  flow_state_not_found: [null, "This link was used already, or it is old. Ask for a new one."],
  flow_state_expired: [null, "This link has run out. Ask for a new one."],
  identity_already_exists: [
    null,
    "This account belongs to somebody else here already. Sign in with it, or connect another one.",
  ],
  single_identity_not_deletable: [null, "This is the only way that you can sign in. Add another one first."],
  reauthentication_needed: [null, "For this, sign in again first: it has been a while."],
};

function refused(field: AuthField | null, message: string): AuthRefusal {
  return { outcome: "refused", field, message };
}

function withFullStop(sentence: string): string {
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
