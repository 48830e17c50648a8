import { type AuthFailure, type AuthRefusal, refusal } from "./auth-failure";

/** What an authenticator was asked for. */
export type Ceremony = "use-passkey" | "add-passkey" | "use-key" | "add-key";

/** Whether this browser can ask an authenticator at all, at this address. */
export const hasAuthenticators = () => typeof window !== "undefined" && "PublicKeyCredential" in window;

/** Why a passkey or a security key did not do, whether the browser said so or the server. */
export function authenticatorRefusal(error: AuthFailure, ceremony: Ceremony): AuthRefusal {
  const message = sentenceFor(error, words[ceremony]);
  return message === null ? refusal(error) : { outcome: "refused", field: null, message };
}

function sentenceFor({ code = "", name }: AuthFailure, { thing, given, known, unknown }: Words): string | null {
  if (code === "webauthn_verification_failed" || code === "mfa_verification_failed") return unknown;
  if (code === "webauthn_credential_exists") return known;
  // What the browser's own window ended with has no code of the server.
  switch (name) {
    case "NotAllowedError":
    case "AbortError":
      return given;
    case "SecurityError":
      return `${thing} do not work at ${location.hostname}: a browser gives them only to the site's own name. Open it there.`;
    case "InvalidStateError":
      return known;
    case "ConstraintError":
    case "NotSupportedError":
      return "This device cannot do what is needed here. Try another one.";
    default:
      return null;
  }
}

interface Words {
  thing: string;
  /** It was cancelled, or there is none; browsers tell nobody which. */
  given: string;
  /** It was added before. */
  known: string;
  /** The server takes another one, or none any longer. */
  unknown: string;
}

const knownPasskey = "This device keeps a passkey for your account already.";
const knownKey = "This security key is added already. Use another one.";

const words: Record<Ceremony, Words> = {
  "use-passkey": {
    thing: "Passkeys",
    given:
      "No passkey was used: it was cancelled, took too long, or there is none for this site here. Try again, or take another way.",
    known: knownPasskey,
    unknown: "This passkey opens no account here: it may have been removed. Take another way.",
  },
  "add-passkey": {
    thing: "Passkeys",
    given: "No passkey was made: it was cancelled, or it took too long. Try again.",
    known: knownPasskey,
    unknown: "The server did not take this passkey. Try again, or on another device.",
  },
  "use-key": {
    thing: "Security keys",
    given:
      "No security key was used: it was cancelled, took too long, or this is not the one that you added. Try again, or take another way.",
    known: knownKey,
    unknown: "This is not the security key that you added. Use that one, or take another way.",
  },
  "add-key": {
    thing: "Security keys",
    given: "No security key was added: it was cancelled, or it took too long. Try again.",
    known: knownKey,
    unknown: "The server did not take this security key. Try again, or use another one.",
  },
};
