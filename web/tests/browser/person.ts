import type { Page } from "playwright-core";

/** User actions on the pages, found by their visible text. */
export class Person {
  readonly page: Page;
  readonly #url: string;

  constructor(page: Page, url: string) {
    this.page = page;
    this.#url = url;
  }

  /** Makes an account by the forms and ends at the start page. */
  async signUp(name = "ada") {
    const { page } = this;
    await page.goto(`${this.#url}/login?mode=sign-up`);
    await page.getByLabel("Email").fill(`${name}@example.org`);
    await page.getByLabel("Password").fill("a sextant and a log");
    await page.getByRole("button", { name: "Create account" }).click();
    await page.waitForURL(/\/(start|complete-profile)$/);
    if (page.url().endsWith("/complete-profile")) {
      await page.getByLabel("Full name").fill("Ada Lovelace");
      await page.getByLabel("Username").fill(name);
      await page.getByRole("button", { name: "Continue" }).click();
      await page.waitForURL(/\/start$/);
    }
  }

  /** Attaches a table at the start page and waits until it was read. */
  async addTable(fileName: string, csv: string) {
    const { page } = this;
    const buffer = Buffer.from(csv);
    await page.getByLabel("Choose files").setInputFiles({ name: fileName, mimeType: "text/csv", buffer });
    await page
      .getByText(/\d+ rows/)
      .first()
      .waitFor();
  }

  /** Asks at the start page; answers when the chat is open, whose id it gives. */
  async askFirst(question: string): Promise<string> {
    const { page } = this;
    await page.getByRole("textbox", { name: "Your question" }).fill(question);
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    await page.waitForURL(/\/chats\/[0-9a-f-]+$/);
    return page.url().split("/").at(-1) ?? "";
  }

  async ask(question: string) {
    const message = this.page.getByRole("textbox", { name: "Your message" });
    await message.fill(question);
    await message.press("Enter");
  }

  /** Waits until nothing is being written any more. */
  async waitForEnd() {
    await this.page.getByRole("button", { name: "Regenerate" }).last().waitFor();
    await this.page.getByRole("button", { name: "Stop" }).waitFor({ state: "detached" });
  }

  async get<T>(path: string): Promise<T> {
    const response = await this.page.request.get(`${this.#url}${path}`);
    if (!response.ok()) throw new Error(`${path} answers ${response.status()}: ${await response.text()}`);
    return (await response.json()) as T;
  }

  /** Calls the API as a page of the user does, by the session's cookie. */
  async send<T>(method: "POST" | "PUT" | "PATCH" | "DELETE", path: string, data: object): Promise<T> {
    const headers = { origin: this.#url };
    const response = await this.page.request.fetch(`${this.#url}${path}`, { method, data, headers });
    const text = await response.text();
    if (!response.ok()) throw new Error(`${method} ${path} answers ${response.status()}: ${text}`);
    return (text === "" ? undefined : JSON.parse(text)) as T;
  }

  async creditsLeft(): Promise<number> {
    return (await this.get<{ creditsLeft: number }>("/api/user/plan")).creditsLeft;
  }
}

/** Rain on two islands, enough of it to group and compare. */
export const ISLAND_RAIN = [
  "island,month,rain_mm",
  ...["Skye", "Mull", "Islay"].flatMap((island, place) =>
    Array.from({ length: 12 }, (_, month) => {
      const rain = 150 - place * 20 + Math.round(60 * Math.cos((month / 12) * 2 * Math.PI));
      return `${island},2024-${String(month + 1).padStart(2, "0")}-01,${rain}`;
    }),
  ),
].join("\n");
