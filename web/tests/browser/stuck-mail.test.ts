import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MailServer } from "./mail-server.ts";
import { Person } from "./person.ts";
import { realStories } from "./real-story.ts";

describe("mail while the mail server is down", () => {
  let mailServer: MailServer;
  const story = realStories(async () => {
    mailServer = await MailServer.reserve();
    return {
      PORTOLAN_SMTP_URL: mailServer.url,
      PORTOLAN_MAIL_FROM: "charts@example.org",
      PORTOLAN_AUTH_AUTO_CONFIRM_EMAIL: "true",
    };
  });
  let admin: Person;

  beforeAll(async () => {
    admin = new Person(await story.browser.newPage(), story.server.url);
    await admin.signUp("keeper");
    await story.server.grantAdmin("keeper@example.org");
  });

  afterAll(() => mailServer?.close());

  it("is listed for admins and delivered once when they retry it", async () => {
    const { page } = admin;
    await fetch(`${story.server.url}/auth/v1/recover`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "keeper@example.org" }),
    });
    await page.goto(`${story.server.url}/admin/mail`);
    const row = page.getByRole("row").filter({ hasText: "keeper@example.org" });
    await row.getByText("Retrying").waitFor();
    await expect.poll(() => row.textContent()).toContain("Email, recovery");

    await mailServer.open();
    await row.getByRole("button", { name: "Retry the message to keeper@example.org" }).click();
    await page.getByText("No stuck messages.").waitFor();
    await page.getByRole("button", { name: "Sent", exact: true }).click();
    await row.getByText("Sent", { exact: true }).waitFor();
    expect(mailServer.messages.length).toBe(1);
    expect(mailServer.messages[0]).toContain("To: keeper@example.org");
    expect(story.browser.errors).toEqual([]);
  });
});
