import { beforeEach, describe, expect, it, vi } from "vitest";
import { get, render, submit, type } from "../../../tests/unit/render";
import { signIn, signUp } from "../../api/auth";
import { SignInForm } from "./sign-in-form";

vi.mock("../../api/auth", async (original) => ({ ...(await original<object>()), signIn: vi.fn(), signUp: vi.fn() }));

const onSignedIn = vi.fn();
const onSecondFactor = vi.fn();
const onConfirm = vi.fn();
const next = { onSignedIn, onSecondFactor, onConfirm };

async function fill(mode: "sign-in" | "sign-up", email: string, password: string, acceptsPhone = false) {
  const place = await render(<SignInForm mode={mode} acceptsPhone={acceptsPhone} {...next} />);
  await type(get<HTMLInputElement>(place, "[name=email]"), email);
  await type(get<HTMLInputElement>(place, "[name=password]"), password);
  await submit(place);
  return place;
}

const errorOf = (place: HTMLElement, name: string) =>
  get(place, `[name=${name}]`).closest("div")?.querySelector("[role=alert]")?.textContent;

describe("the sign-in form", () => {
  beforeEach(() => {
    for (const mock of [vi.mocked(signIn), vi.mocked(signUp), onSignedIn, onSecondFactor, onConfirm]) mock.mockReset();
  });

  it("signs the user in", async () => {
    vi.mocked(signIn).mockResolvedValue({ outcome: "signed-in" });
    await fill("sign-in", " ada@example.org ", "secret");
    expect(signIn).toHaveBeenCalledWith("ada@example.org", "secret");
    expect(onSignedIn).toHaveBeenCalledOnce();
  });

  it("shows field errors before sending anything", async () => {
    const place = await fill("sign-up", "ada", "short");
    expect(signUp).not.toHaveBeenCalled();
    expect(errorOf(place, "email")).toMatch(/email address/);
    expect(errorOf(place, "password")).toMatch(/at least 6/);
  });

  it("shows the server's error next to its field", async () => {
    vi.mocked(signUp).mockResolvedValue({
      outcome: "refused",
      field: "email",
      message: "An account with this email already exists.",
    });
    const place = await fill("sign-up", "ada@example.org", "secret");
    expect(errorOf(place, "email")).toBe("An account with this email already exists.");
    expect(onSignedIn).not.toHaveBeenCalled();
  });

  it("asks for the emailed code when the address is unverified", async () => {
    vi.mocked(signUp).mockResolvedValue({ outcome: "confirm-email" });
    await fill("sign-up", "ada@example.org", "secret");
    expect(onConfirm).toHaveBeenCalledExactlyOnceWith("ada@example.org");
  });

  it("asks for the second factor of an account that has one", async () => {
    vi.mocked(signIn).mockResolvedValue({ outcome: "second-factor" });
    await fill("sign-in", "ada@example.org", "secret");
    expect(onSecondFactor).toHaveBeenCalledOnce();
    expect(onSignedIn).not.toHaveBeenCalled();
  });

  it("accepts a phone number only if the server supports it", async () => {
    vi.mocked(signIn).mockResolvedValue({ outcome: "signed-in" });
    const place = await fill("sign-in", "+44 20 7946 0000", "secret");
    expect(errorOf(place, "email")).toMatch(/email address/);
    expect(signIn).not.toHaveBeenCalled();
    await fill("sign-in", "+44 20 7946 0000", "secret", true);
    expect(signIn).toHaveBeenCalledWith("+44 20 7946 0000", "secret");
  });
});
