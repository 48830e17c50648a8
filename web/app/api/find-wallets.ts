import type { EthereumWallet, SolanaWallet } from "@supabase/supabase-js";
import type { Chain } from "./auth-settings";
import { findWallets as strings } from "./strings";
import type { Wallet } from "./wallets";

/** Wallets answer at once; this is for those that a busy browser begins late. */
const patienceMs = 300;

/** The wallets that are in this browser. */
export async function findWallets(chain: Chain): Promise<Wallet[]> {
  return chain === "ethereum" ? findEthereumWallets() : findSolanaWallets();
}

/** Wallets announced by EIP-6963, or the one injected into the page. */
async function findEthereumWallets(): Promise<Wallet[]> {
  const found = new Map<string, Wallet>();
  const onAnnounced = (event: Event) => {
    const { info, provider } = (event as CustomEvent<AnnouncedWallet>).detail;
    const { uuid: id, name, icon } = info;
    found.set(id, { id, name, icon: asPicture(icon), chain: "ethereum", request: (call) => provider.request(call) });
  };
  addEventListener("eip6963:announceProvider", onAnnounced);
  dispatchEvent(new Event("eip6963:requestProvider"));
  if (found.size === 0) await patience();
  removeEventListener("eip6963:announceProvider", onAnnounced);
  const { ethereum } = window as { ethereum?: EthereumWallet };
  if (found.size === 0 && typeof ethereum?.request === "function") {
    return [{ id: "window", name: strings.yourWallet, chain: "ethereum", request: (call) => ethereum.request(call) }];
  }
  return [...found.values()];
}

interface AnnouncedWallet {
  info: { uuid: string; name: string; icon?: string };
  provider: EthereumWallet;
}

/** Wallets announced by the Wallet Standard, or the one injected into the page. */
async function findSolanaWallets(): Promise<Wallet[]> {
  const found = new Map<string, Wallet>();
  const register = (...wallets: StandardWallet[]) => {
    for (const wallet of wallets) {
      const { name, icon, chains, features } = wallet;
      const isAble = "solana:signIn" in features || "solana:signMessage" in features;
      if (!isAble || !chains.some((chain) => chain.startsWith("solana:"))) continue;
      found.set(name, { id: name, name, icon: asPicture(icon), chain: "solana", connect: () => connected(wallet) });
    }
    return () => {};
  };
  const onRegistered = (event: Event) => (event as CustomEvent<(page: object) => void>).detail({ register });
  addEventListener("wallet-standard:register-wallet", onRegistered);
  dispatchEvent(new CustomEvent("wallet-standard:app-ready", { detail: { register } }));
  if (found.size === 0) await patience();
  removeEventListener("wallet-standard:register-wallet", onRegistered);
  const { solana } = window as { solana?: SolanaWallet & { connect?: () => Promise<unknown> } };
  if (found.size === 0 && solana && ("signIn" in solana || "signMessage" in solana)) {
    const connect = async () => {
      if (!("signIn" in solana)) await solana.connect?.();
      return solana;
    };
    return [{ id: "window", name: strings.yourWallet, chain: "solana", connect }];
  }
  return [...found.values()];
}

interface StandardAccount {
  address: string;
}

interface StandardWallet {
  name: string;
  icon?: string;
  chains: readonly string[];
  features: {
    "standard:connect"?: { connect: () => Promise<{ accounts: readonly StandardAccount[] }> };
    "solana:signIn"?: { signIn: (input?: object) => Promise<unknown> };
    "solana:signMessage"?: {
      signMessage: (input: { account: StandardAccount; message: Uint8Array }) => Promise<{ signature: Uint8Array }[]>;
    };
  };
}

/** The wallet in the form that the auth client takes. */
async function connected({ features }: StandardWallet): Promise<SolanaWallet> {
  const signIn = features["solana:signIn"];
  if (signIn) return { signIn: (input: object) => signIn.signIn(input) } as SolanaWallet;
  const [account] = (await features["standard:connect"]?.connect())?.accounts ?? [];
  if (!account) throw new Error("No accounts available");
  return {
    publicKey: { toBase58: () => account.address },
    signMessage: async (message: Uint8Array) => {
      const [signed] = (await features["solana:signMessage"]?.signMessage({ account, message })) ?? [];
      return signed?.signature;
    },
  } as SolanaWallet;
}

/** Only data URLs: a remote image would reveal to its host who signs in. */
const asPicture = (icon: string | undefined) => (icon?.startsWith("data:image/") ? icon : undefined);

const patience = () => new Promise((done) => setTimeout(done, patienceMs));
