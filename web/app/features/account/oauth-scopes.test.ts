import { describe, expect, it } from "vitest";
import { permissionsOf, siteOf } from "./oauth-scopes";

describe("the consent page", () => {
  it("describes each requested scope in plain language", () => {
    expect(permissionsOf(["openid", "email", "offline_access"])).toEqual([
      "Recognize you when you come back",
      "Read your email address",
      "View and edit your chats, charts, and boards on your behalf",
    ]);
  });

  it("names the site that the user is redirected to", () => {
    expect(siteOf("https://charts.example/callback?x=y")).toBe("charts.example");
    expect(siteOf("http://127.0.0.1:3000/callback")).toBe("127.0.0.1:3000");
    expect(siteOf("https://portolan.example@evil.example/")).toBe("evil.example");
    expect(siteOf("reader://callback/done")).toBe("an app on this device (reader://callback)");
    expect(siteOf("nothing")).toBe("nothing");
  });
});
