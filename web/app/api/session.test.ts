import { describe, expect, it } from "vitest";
import { readSession } from "./session";

const session = {
  access_token: "a.b.c",
  refresh_token: "r",
  expires_at: 1_790_000_000,
  user: { id: "u1", email: "ada@exämple.org" },
};
const bytes = new TextEncoder().encode(JSON.stringify(session));
const value = `base64-${btoa(String.fromCharCode(...bytes))
  .replaceAll("+", "-")
  .replaceAll("/", "_")
  .replace(/=+$/, "")}`;

describe("the session cookie", () => {
  it("is read in full", () => {
    expect(readSession(`theme=x; portolan-auth-token=${value}`)).toEqual({
      expiresAt: 1_790_000_000,
      userId: "u1",
      email: "ada@exämple.org",
      phone: null,
      isGuest: false,
      awaitsSecondFactor: false,
    });
  });

  it("distinguishes guests from users with an account", () => {
    const guest = { ...session, user: { id: "u1", email: "", is_anonymous: true } };
    const cookie = `portolan-auth-token=${encodeURIComponent(JSON.stringify(guest))}`;
    expect(readSession(cookie)?.isGuest).toBe(true);
  });

  it("shows whether a second factor is required", () => {
    const cookieWith = (aal: string, status: string) => {
      const token = `h.${btoa(JSON.stringify({ aal }))}.s`;
      const held = { ...session, access_token: token, user: { ...session.user, factors: [{ status }] } };
      return `portolan-auth-token=${encodeURIComponent(JSON.stringify(held))}`;
    };
    const awaits = (aal: string, status: string) => readSession(cookieWith(aal, status))?.awaitsSecondFactor;
    expect(awaits("aal1", "verified")).toBe(true);
    expect(awaits("aal2", "verified")).toBe(false);
    expect(awaits("aal1", "unverified")).toBe(false);
  });

  it("is reassembled from its chunks in any order", () => {
    const cookies = [`portolan-auth-token.1=${value.slice(50)}`, `portolan-auth-token.0=${value.slice(0, 50)}`].join(
      "; ",
    );
    expect(readSession(cookies)?.userId).toBe("u1");
  });

  it.each([
    "",
    "portolan-auth-token=",
    "portolan-auth-token=base64-%%%",
    "portolan-auth-token=base64-e30",
    "portolan-auth-token=null",
    "portolan-auth-token-code-verifier=x",
    `portolan-auth-token.1=${value}`,
  ])("means signed out when it is %j", (cookies) => {
    expect(readSession(cookies)).toBeNull();
  });
});
