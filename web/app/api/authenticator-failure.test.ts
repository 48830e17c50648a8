import { describe, expect, it } from "vitest";
import { authenticatorRefusal, type Ceremony } from "./authenticator-failure";

const failed = (ceremony: Ceremony, name: string, code?: string) =>
  authenticatorRefusal({ name, code, message: "Something went wrong" }, ceremony).message;

describe("an authenticator that did not do", () => {
  it("is told in words of what it was asked for", () => {
    expect(failed("use-passkey", "NotAllowedError", "ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY")).toMatch(
      /^No passkey was used/,
    );
    expect(failed("add-key", "AbortError", "ERROR_CEREMONY_ABORTED")).toMatch(/^No security key was added/);
    expect(failed("add-passkey", "InvalidStateError")).toBe("This device keeps a passkey for your account already.");
    expect(failed("use-key", "SecurityError", "ERROR_INVALID_DOMAIN")).toContain(`do not work at ${location.hostname}`);
  });

  it("is no wrong code where the server refuses it", () => {
    expect(failed("use-key", "AuthApiError", "mfa_verification_failed")).toMatch(/^This is not the security key/);
    expect(failed("use-passkey", "AuthApiError", "webauthn_verification_failed")).toContain("opens no account here");
  });

  it("leaves to the others what is not its own", () => {
    expect(failed("add-passkey", "AuthApiError", "too_many_passkeys")).toMatch(/^You have as many passkeys/);
    expect(failed("use-passkey", "AuthRetryableFetchError")).toMatch(/^The server cannot be reached/);
    expect(failed("use-passkey", "Error")).toBe("Something went wrong.");
  });
});
