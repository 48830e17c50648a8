import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "playwright-core";

const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export interface BrowserOptions {
  width?: number;
  height?: number;
  colorScheme?: "light" | "dark";
  /** Added to the variables that the tests run with. */
  env?: Record<string, string>;
}

/** Debian's Chromium with a new profile; what a page logs as an error is kept. */
export class Browser {
  readonly errors: string[] = [];
  readonly context: BrowserContext;
  readonly #profile: string;

  private constructor(context: BrowserContext, profile: string) {
    this.context = context;
    this.#profile = profile;
  }

  static async launch({
    width = 1440,
    height = 900,
    colorScheme = "light",
    env,
  }: BrowserOptions = {}): Promise<Browser> {
    const profile = mkdtempSync(join(tmpdir(), "portolan-browser-"));
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      headless: false,
      args: FLAGS,
      ...(env && { env: { ...process.env, ...env } }),
      viewport: { width, height },
      colorScheme,
    });
    const browser = new Browser(context, profile);
    context.on("weberror", (error) => browser.errors.push(error.error().message));
    return browser;
  }

  async newPage(): Promise<Page> {
    return this.context.newPage();
  }

  async close(): Promise<void> {
    await this.context.close();
    rmSync(this.#profile, { recursive: true, force: true });
  }
}
