import { type AuthFailure, type AuthRefusal, refusal } from "./auth-failure";
import { authenticatorFailure as text } from "./strings";

/** Operation requested from an authenticator. */
export type Ceremony = "use-passkey" | "add-passkey" | "use-key" | "add-key";

/** Whether this browser can ask an authenticator at all, at this address. */
export const hasAuthenticators = () => typeof window !== "undefined" && "PublicKeyCredential" in window;

/** An error of a passkey or security key, from the browser or the server. */
export function authenticatorRefusal(error: AuthFailure, ceremony: Ceremony): AuthRefusal {
  const message = sentenceFor(error, words[ceremony]);
  return message === null ? refusal(error) : { outcome: "refused", field: null, message };
}

function sentenceFor({ code = "", name }: AuthFailure, { thing, given, known, unknown }: Words): string | null {
  if (code === "webauthn_verification_failed" || code === "mfa_verification_failed") return unknown;
  if (code === "webauthn_credential_exists") return known;
  // Errors of the browser's own dialog carry no server error code.
  switch (name) {
    case "NotAllowedError":
    case "AbortError":
      return given;
    case "SecurityError":
      return text.dontWorkOnOpenThis(thing, location.hostname);
    case "InvalidStateError":
      return known;
    case "ConstraintError":
    case "NotSupportedError":
      return text.thisDeviceDoesntSupportThis;
    default:
      return null;
  }
}

interface Words {
  thing: string;
  /** It was canceled or there is none; browsers don't reveal which. */
  given: string;
  /** It was added before. */
  known: string;
  /** The server takes another one, or none any longer. */
  unknown: string;
}

const knownPasskey = text.thisDeviceAlreadyHasA;
const knownKey = text.thisSecurityKeyHasAlready;

const words: Record<Ceremony, Words> = {
  "use-passkey": {
    thing: text.passkeys,
    given: text.passkeySignInWasCanceled,
    known: knownPasskey,
    unknown: text.thisPasskeyIsntLinkedTo,
  },
  "add-passkey": {
    thing: text.passkeys,
    given: text.creatingThePasskeyWasCanceled,
    known: knownPasskey,
    unknown: text.couldntVerifyThisPasskeyTry,
  },
  "use-key": {
    thing: text.securityKeys,
    given: text.theRequestWasCanceledTimed,
    known: knownKey,
    unknown: text.thisIsntTheSecurityKey,
  },
  "add-key": {
    thing: text.securityKeys,
    given: text.addingTheSecurityKeyWas,
    known: knownKey,
    unknown: text.couldntVerifyThisSecurityKey,
  },
};
