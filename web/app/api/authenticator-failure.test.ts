import { describe, expect, it } from "vitest";
import { authenticatorRefusal, type Ceremony } from "./authenticator-failure";

const failed = (ceremony: Ceremony, name: string, code?: string) =>
  authenticatorRefusal({ name, code, message: "Something went wrong" }, ceremony).message;

describe("authenticator errors", () => {
  it("are explained for the operation that failed", () => {
    expect(failed("use-passkey", "NotAllowedError", "ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY")).toMatch(
      /^Passkey sign-in was canceled/,
    );
    expect(failed("add-key", "AbortError", "ERROR_CEREMONY_ABORTED")).toMatch(/^Adding the security key was canceled/);
    expect(failed("add-passkey", "InvalidStateError")).toBe("This device already has a passkey for your account.");
    expect(failed("use-key", "SecurityError", "ERROR_INVALID_DOMAIN")).toContain(`don't work on ${location.hostname}`);
  });

  it("name the security key or passkey instead of a code when verification fails", () => {
    expect(failed("use-key", "AuthApiError", "mfa_verification_failed")).toMatch(/^This isn't the security key/);
    expect(failed("use-passkey", "AuthApiError", "webauthn_verification_failed")).toContain(
      "isn't linked to an account",
    );
  });

  it("leave errors of other kinds unchanged", () => {
    expect(failed("add-passkey", "AuthApiError", "too_many_passkeys")).toMatch(/^You've reached the limit of passkeys/);
    expect(failed("use-passkey", "AuthRetryableFetchError")).toMatch(/^Can't reach the server/);
    expect(failed("use-passkey", "Error")).toBe("Something went wrong.");
  });
});
