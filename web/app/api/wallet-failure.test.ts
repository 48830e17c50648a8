import { describe, expect, it } from "vitest";
import { type WalletFailure, walletRefusal } from "./wallet-failure";

const told = (failure: WalletFailure, wallet = "Sextant") => walletRefusal(failure, wallet).message;

describe("wallet sign-in errors", () => {
  it("are recognized by standard error code or by message", () => {
    for (const refusal of [{ code: 4001 }, { message: "User rejected the request." }]) {
      expect(told(refusal)).toBe(
        "The request was rejected in Sextant. Try again and approve it, or use a different method.",
      );
    }
    expect(told({ code: -32002 })).toMatch(/^Sextant has a pending request/);
    expect(told({ code: 4100 })).toMatch(/^Sextant doesn't share an account/);
    expect(told({ message: "No accounts available. Please ensure the wallet is connected." })).toMatch(/Unlock it/);
    expect(told({ code: 4901 })).toMatch(/^Sextant can't reach its network/);
    expect(told({ message: 'Invalid SIWE message field "chainId"' })).toMatch(/Choose another one/);
    expect(told({ code: -32603, message: "Internal error" })).toMatch(/^Sextant didn't sign/);
  });

  it("start with a capital letter when the wallet has no name", () => {
    expect(told({ code: 4900 }, "your wallet")).toMatch(/^Your wallet isn't connected to a network/);
  });

  it("use the server's message when the server rejects the signature", () => {
    const late = { name: "AuthApiError", code: "validation_failed", message: "Signed message was issued too long ago" };
    expect(told(late)).toContain("(Signed message was issued too long ago). Check this device's clock");
    expect(told({ name: "AuthApiError", code: "signup_disabled", message: "No" })).toMatch(/^Sign-ups are disabled/);
    expect(told({ name: "AuthRetryableFetchError", message: "" })).toMatch(/^Can't reach the server/);
  });
});
