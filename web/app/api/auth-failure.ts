import { authFailure as strings } from "./strings";

/** Sign-in fields that can be invalid. */
export type AuthField = "email" | "password" | "code" | "domain";

/** An error of the auth server; `field` is the form field that it concerns. */
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
    return refused(null, strings.cantReachTheServerCheck);
  }
  const known = code === undefined ? undefined : sentences[code];
  if (known !== undefined) return refused(...known);
  if (status === 429) return refused(null, strings.tooManyAttemptsWaitA);
  if (code === "weak_password" || code === "same_password") return refused("password", withFullStop(message));
  if (code === "email_address_invalid" || code === "validation_failed") {
    return refused(/password/i.test(message) ? "password" : "email", withFullStop(message));
  }
  return refused(null, withFullStop(message));
}

const wrongCode = strings.thisCodeIsIncorrectOr;

const sentences: Record<string, [AuthField | null, string]> = {
  invalid_credentials: ["password", strings.incorrectEmailOrPasswordCheck],
  user_already_exists: ["email", strings.anAccountWithThisEmail],
  email_exists: ["email", strings.anAccountWithThisEmail],
  phone_exists: ["email", strings.anAccountWithThisPhone],
  email_not_confirmed: ["email", strings.thisEmailIsntVerifiedYet],
  phone_not_confirmed: ["email", strings.thisPhoneNumberIsntVerified],
  signup_disabled: [null, strings.signUpsAreDisabledOn],
  user_banned: [null, strings.thisAccountIsSuspendedContact],
  user_not_found: ["email", strings.noAccountUsesThisEmail],
  otp_expired: ["code", wrongCode],
  mfa_verification_failed: ["code", wrongCode],
  mfa_verification_rejected: ["code", wrongCode],
  mfa_challenge_expired: ["code", strings.theCodeExpiredEnterThe],
  mfa_factor_name_conflict: [null, strings.youAlreadyHaveASecond],
  mfa_recovery_codes_locked: ["code", strings.tooManyIncorrectCodesWait],
  mfa_recovery_codes_sole_factor: [null, strings.recoveryCodesNeedAnotherSecond],
  mfa_webauthn_enroll_not_enabled: [null, strings.thisServerDoesntSupportSecurity],
  mfa_recovery_codes_enroll_not_enabled: [null, strings.thisServerDoesntSupportRecovery],
  too_many_enrolled_mfa_factors: [null, strings.factorLimitReached],
  too_many_passkeys: [null, strings.passkeyLimitReached],
  passkey_disabled: [null, strings.thisServerDoesntSupportPasskeys],
  webauthn_challenge_not_found: [null, strings.theRequestTimedOutTry],
  webauthn_challenge_expired: [null, strings.theRequestTimedOutTry],
  insufficient_aal: [null, strings.toDoThisSignOut],
  phone_provider_disabled: ["email", strings.thisServerCantSendText],
  sms_send_failed: ["email", strings.couldntSendTheTextMessage],
  anonymous_provider_disabled: [null, strings.thisServerRequiresAnAccount],
  web3_provider_disabled: [null, strings.thisServerDoesntSupportThis],
  sso_provider_not_found: ["domain", strings.singleSignOnIsntSet],
  saml_idp_not_found: ["domain", strings.singleSignOnIsntSet],
  saml_provider_disabled: [null, strings.thisServerDoesntSupportSingle],
  bad_code_verifier: [null, strings.thisLinkWasRequestedIn],
  flow_state_not_found: [null, strings.thisLinkHasAlreadyBeen],
  flow_state_expired: [null, strings.thisLinkHasExpiredRequest],
  identity_already_exists: [null, strings.thisAccountIsAlreadyConnected],
  single_identity_not_deletable: [null, strings.thisIsYourOnlySign],
  reauthentication_needed: [null, strings.forYourSecuritySignIn],
};

function refused(field: AuthField | null, message: string): AuthRefusal {
  return { outcome: "refused", field, message };
}

function withFullStop(sentence: string): string {
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
