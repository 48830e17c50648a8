import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { checkLook } from "./accessibility.ts";
import { ethereumKey, solanaKey, type WalletKey } from "./double/wallet-keys.ts";
import { realStories } from "./real-story.ts";

/** Error of the wallet's next call, if it is to fail. */
type Whim = { code: number; message: string } | "forges" | null;

/** Injected wallet: a name, and how it announces itself. */
interface Fake {
  name: string;
  chain: "ethereum" | "solana";
  way: "announced" | "window";
  address: string;
}

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 2 2'%3E%3Crect fill='%23c60' width='2' height='2'/%3E%3C/svg%3E";

describe("wallets", () => {
  const story = realStories(async () => ({ PORTOLAN_AUTH_ETHEREUM: "true", PORTOLAN_AUTH_SOLANA: "true" }));

  /** A page of a user who is signed out, with these wallets in the browser. */
  async function pageWith(wallets: { fake: Fake; key: WalletKey }[]) {
    await story.browser.context.clearCookies();
    const page = await story.browser.newPage();
    let whim: Whim = null;
    const calls: string[] = [];
    await page.exposeFunction("askWallet", (name: string, method: string, bytes: number[]) => {
      calls.push(method);
      const key = wallets.find(({ fake }) => fake.name === name)?.key;
      if (whim !== null && whim !== "forges") return { refusal: whim };
      const message = whim === "forges" ? Buffer.from("something else") : Buffer.from(bytes);
      return { signature: key ? [...key.sign(message)] : [] };
    });
    for (const { fake } of wallets) await page.addInitScript(putIn, { ...fake, icon });
    await page.goto(`${story.server.url}/login`);
    return { page, calls, does: (next: Whim) => (whim = next) };
  }

  async function finishSigningUp(page: Page, name: string): Promise<void> {
    await page.waitForURL(/\/complete-profile$/);
    await page.getByLabel("Full name").fill("Mary Somerville");
    await page.getByLabel("Username").fill(name);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.waitForURL(/\/start$/);
  }

  it("sign in by signature to the same account each time, which the settings list", async () => {
    const key = ethereumKey();
    const wallets = [
      { fake: { name: "Sextant", chain: "ethereum", way: "announced", address: key.address }, key },
    ] as const;
    const { page, calls } = await pageWith([...wallets]);
    await page.getByRole("button", { name: "Use an Ethereum wallet" }).click();
    await finishSigningUp(page, "somerville");
    expect(calls).toEqual(["eth_requestAccounts", "eth_chainId", "personal_sign"]);
    await page.goto(`${story.server.url}/settings/security`);
    const identities = page.locator("#identities");
    await identities.getByText("Ethereum wallet").waitFor();
    await identities.getByText(`${key.address.slice(0, 6)}…${key.address.slice(-4)}`).waitFor();
    // A password would open nothing without an address.
    await page.locator("#sessions").getByText("This device is signed in as somerville.").waitFor();
    expect(await page.locator("#password").count()).toBe(0);
    await page.close();

    const again = await pageWith([...wallets]);
    await again.page.getByRole("button", { name: "Use an Ethereum wallet" }).click();
    await again.page.waitForURL(/\/start$/);
    await again.page.close();
  });

  it("are offered as a choice when several are found, with a fallback to the injected one", async () => {
    const [first, second, third] = [solanaKey(), solanaKey(), solanaKey()];
    const { page, does } = await pageWith([
      { fake: { name: "Lodestone", chain: "solana", way: "announced", address: first.address }, key: first },
      { fake: { name: "Octant", chain: "solana", way: "announced", address: second.address }, key: second },
    ]);
    await page.getByRole("button", { name: "Use a Solana wallet" }).click();
    await page.getByRole("group", { name: "Choose your Solana wallet" }).waitFor();
    await checkLook(page);
    does({ code: 4001, message: "User rejected the request." });
    await page.getByRole("button", { name: "Lodestone" }).click();
    await page.getByText("The request was rejected in Lodestone. Try again and approve it").waitFor();
    does(null);
    await page.getByRole("button", { name: "Octant" }).click();
    await finishSigningUp(page, "octant");
    await page.close();

    const plain = await pageWith([
      { fake: { name: "Quiet", chain: "solana", way: "window", address: third.address }, key: third },
    ]);
    await plain.page.getByRole("button", { name: "Use a Solana wallet" }).click();
    await finishSigningUp(plain.page, "quiet");
    await plain.page.close();
  });

  it("explain what to do when none is found, the request is rejected, or signing fails", async () => {
    const none = await pageWith([]);
    await none.page.getByRole("button", { name: "Use an Ethereum wallet" }).click();
    await none.page.getByText("No Ethereum wallet found in this browser. Install one").waitFor();
    await checkLook(none.page);
    await none.page.close();

    const key = ethereumKey();
    const { page, does } = await pageWith([
      { fake: { name: "Sextant", chain: "ethereum", way: "window", address: key.address }, key },
    ]);
    const button = page.getByRole("button", { name: "Use an Ethereum wallet" });
    for (const [whim, sentence] of [
      [{ code: 4001, message: "User rejected the request." }, "The request was rejected in your wallet."],
      [{ code: -32002, message: "Already pending" }, "has a pending request."],
      [{ code: 4901, message: "Chain disconnected" }, "can't reach its network."],
      [{ code: 4100, message: "Unauthorized" }, "doesn't share an account with this site."],
      ["forges", "Couldn't verify the signature from"],
    ] as const) {
      does(whim);
      await button.click();
      await page.getByText(sentence).waitFor();
    }
    await checkLook(page);
    does(null);
    await button.click();
    await page.waitForURL(/\/complete-profile$/);
    await page.close();
    expect(story.browser.errors).toEqual([]);
  });
});

/** In the page: what an extension puts there. */
function putIn({ name, chain, way, address, icon }: Fake & { icon: string }): void {
  type WalletAnswer = { signature: number[]; refusal?: { code: number; message: string } };
  const { askWallet } = window as unknown as {
    askWallet: (name: string, method: string, bytes: number[]) => Promise<WalletAnswer>;
  };
  const ask = async (method: string, bytes: Uint8Array) => {
    const { signature, refusal } = await askWallet(name, method, [...bytes]);
    if (refusal) throw refusal;
    return new Uint8Array(signature);
  };
  const hex = (bytes: Uint8Array) => `0x${[...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
  const bytesOf = (text: string) =>
    new Uint8Array((text.slice(2).match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)));
  const ethereum = {
    request: async ({ method, params = [] }: { method: string; params?: string[] }) => {
      const signature = await ask(method, bytesOf(params[0] ?? "0x"));
      if (method === "eth_requestAccounts") return [address];
      return method === "eth_chainId" ? "0x1" : hex(signature);
    },
  };
  const sign = (message: Uint8Array) => ask("signMessage", message);
  if (way === "window") {
    const solana = { publicKey: { toBase58: () => address }, connect: async () => {}, signMessage: sign };
    Object.assign(window, chain === "ethereum" ? { ethereum } : { solana });
  } else if (chain === "ethereum") {
    const detail = { info: { uuid: name, name, icon, rdns: "example" }, provider: ethereum };
    addEventListener("eip6963:requestProvider", () => {
      dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail }));
    });
  } else {
    const account = { address };
    const wallet = {
      name,
      icon,
      chains: ["solana:mainnet"],
      features: {
        "standard:connect": { connect: async () => ({ accounts: [account] }) },
        "solana:signMessage": {
          signMessage: async ({ message }: { message: Uint8Array }) => [{ signature: await sign(message) }],
        },
      },
    };
    addEventListener("wallet-standard:app-ready", (event) => {
      (event as CustomEvent<{ register: (one: object) => void }>).detail.register(wallet);
    });
  }
}
