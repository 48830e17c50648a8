import type { CDPSession, Page } from "playwright-core";

/** An authenticator that the browser itself plays: `internal` is built in, `usb` is carried about. */
export class Authenticator {
  readonly #session: CDPSession;
  readonly #id: string;

  private constructor(session: CDPSession, id: string) {
    this.#session = session;
    this.#id = id;
  }

  /** Belongs to this page until it is closed. */
  static async plugIn(page: Page, transport: "internal" | "usb"): Promise<Authenticator> {
    const session = await page.context().newCDPSession(page);
    await session.send("WebAuthn.enable");
    const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport,
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return new Authenticator(session, authenticatorId);
  }

  /** As if its owner did not tell that it is them. */
  async refuseOwner(isRefused = true): Promise<void> {
    await this.#session.send("WebAuthn.setUserVerified", { authenticatorId: this.#id, isUserVerified: !isRefused });
  }

  /** It knows no one any longer, as a new one. */
  async forgetAll(): Promise<void> {
    await this.#session.send("WebAuthn.clearCredentials", { authenticatorId: this.#id });
  }
}
